//! Whether CUPTI times device operations, and why not: one state, and all that changes it in one table.

use super::untimed::Untimed;
use std::sync::atomic::{AtomicU32, Ordering};

/// How device operations are treated now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum TimingState {
    /// They are not wanted.
    Off,
    /// They are counted, untimed: there is no CUPTI, or it is not available to the probe.
    Counting,
    /// CUPTI is being started or stopped: whether it records an operation is not known when that is submitted.
    Changing,
    /// CUPTI times them.
    Timing,
    /// They are counted, untimed, while the program has CUPTI.
    HandedOver,
    /// The process is about to end: nothing is asked of CUPTI any more.
    Ending,
}

const STATES: [TimingState; 6] = [
    TimingState::Off,
    TimingState::Counting,
    TimingState::Changing,
    TimingState::Timing,
    TimingState::HandedOver,
    TimingState::Ending,
];

/// What changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A session begins that wants device operations.
    SessionBegins,
    /// CUPTI is about to record for the probe: for the first time, or again since the program has let go of it.
    CuptiStarts,
    /// CUPTI records.
    CuptiRecords,
    /// CUPTI has failed to start.
    CuptiFails,
    /// The program takes CUPTI, or had it before zetop attached.
    ProgramTakesCupti,
    /// CUPTI no longer records for the probe: the program may have it.
    CuptiStopped,
    SessionEnds,
    ProcessEnds,
    /// This is a forked child, which begins anew.
    Forked,
}

use Event::*;
use TimingState::*;

/// From, on what, to. What is not here changes nothing.
const TRANSITIONS: [(TimingState, Event, TimingState); 23] = [
    (Off, SessionBegins, Counting),
    (Counting, CuptiStarts, Changing),
    (HandedOver, CuptiStarts, Changing),
    (Changing, CuptiRecords, Timing),
    (Changing, CuptiFails, Counting),
    (Counting, ProgramTakesCupti, HandedOver),
    (Timing, ProgramTakesCupti, Changing),
    (Changing, CuptiStopped, HandedOver),
    (Counting, SessionEnds, Off),
    (Changing, SessionEnds, Off),
    (Timing, SessionEnds, Off),
    (HandedOver, SessionEnds, Off),
    (Off, ProcessEnds, Ending),
    (Counting, ProcessEnds, Ending),
    (Changing, ProcessEnds, Ending),
    (Timing, ProcessEnds, Ending),
    (HandedOver, ProcessEnds, Ending),
    (Off, Forked, Off),
    (Counting, Forked, Off),
    (Changing, Forked, Off),
    (Timing, Forked, Off),
    (HandedOver, Forked, Off),
    (Ending, Forked, Off),
];

fn after(state: TimingState, event: Event) -> Option<TimingState> {
    TRANSITIONS.iter().find(|(from, on, _)| (*from, *on) == (state, event)).map(|(_, _, to)| *to)
}

/// The state of this process.
static STATE: Machine = Machine(AtomicU32::new(Off as u32));
/// The reason for [`TimingState::Counting`] and [`TimingState::HandedOver`].
static REASON: AtomicU32 = AtomicU32::new(Untimed::NoCupti as u32);

struct Machine(AtomicU32);

impl Machine {
    fn now(&self) -> TimingState {
        STATES[(self.0.load(Ordering::Acquire) as usize).min(STATES.len() - 1)]
    }

    fn apply(&self, event: Event) -> Option<TimingState> {
        loop {
            let from = self.now();
            let to = after(from, event)?;
            if self.0.compare_exchange(from as u32, to as u32, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                return Some(from);
            }
        }
    }
}

/// The state. In a forked child that makes its first call, its parent's.
#[inline]
pub fn now() -> TimingState {
    STATE.now()
}

/// CUPTI times operations. For the hot path.
#[inline]
pub fn is_timing() -> bool {
    STATE.0.load(Ordering::Relaxed) == Timing as u32
}

/// Something has happened. The state before, if that changes it.
pub fn apply(event: Event) -> Option<TimingState> {
    STATE.apply(event)
}

/// Why operations are counted only.
pub fn reason() -> usize {
    REASON.load(Ordering::Relaxed) as usize
}

/// From now on, that is why.
pub fn set_reason(reason: Untimed) {
    REASON.store(reason as u32, Ordering::Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: [Event; 9] = [
        SessionBegins,
        CuptiStarts,
        CuptiRecords,
        CuptiFails,
        ProgramTakesCupti,
        CuptiStopped,
        SessionEnds,
        ProcessEnds,
        Forked,
    ];

    /// Rows: states; columns: events; a dot for what changes nothing.
    #[test]
    fn the_table_as_a_table() {
        let name = |state| match state {
            Off => "off",
            Counting => "counting",
            Changing => "changing",
            Timing => "timing",
            HandedOver => "handed",
            Ending => "ending",
        };
        let row = |state: TimingState| {
            let cells = EVENTS.map(|event| after(state, event).map_or(".", name));
            format!("{}: {}", name(state), cells.join(" "))
        };
        assert_eq!(
            STATES.map(row),
            [
                //          begins   starts records fails takes stopped ends ends' forked
                "off: counting . . . . . . ending off",
                "counting: . changing . . handed . off ending off",
                "changing: . . timing counting . handed off ending off",
                "timing: . . . . changing . off ending off",
                "handed: . changing . . . . off ending off",
                "ending: . . . . . . . . off",
            ]
        );
    }

    #[test]
    fn no_row_is_there_twice() {
        for (at, row) in TRANSITIONS.iter().enumerate() {
            assert!(TRANSITIONS[..at].iter().all(|other| (other.0, other.1) != (row.0, row.1)), "{row:?}");
        }
        assert_eq!(STATES.map(|state| state as u32), [0, 1, 2, 3, 4, 5]);
    }

    /// A detach while CUPTI was taken back used to leave it on, for a session that was over.
    #[test]
    fn what_comes_too_late_changes_nothing() {
        let machine = Machine(AtomicU32::new(Off as u32));
        for (event, from) in [
            (SessionBegins, Some(Off)),
            (CuptiStarts, Some(Counting)),
            (CuptiRecords, Some(Changing)),
            (ProgramTakesCupti, Some(Timing)),
            (CuptiStopped, Some(Changing)),
            (CuptiStarts, Some(HandedOver)),
            (SessionEnds, Some(Changing)),
            (CuptiRecords, None),
            (ProcessEnds, Some(Off)),
            (SessionBegins, None),
            (CuptiStarts, None),
        ] {
            assert_eq!(machine.apply(event), from, "{event:?}");
        }
        assert_eq!(machine.now(), Ending);
    }
}

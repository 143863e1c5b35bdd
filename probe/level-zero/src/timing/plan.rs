//! How an append is timed, from what is known of its list, its event and its device.

use super::lists::InOrder;
use super::operations::Reading;
use zetop_wire::layout::Untimed;

/// Whether an event has timestamps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stamped {
    #[default]
    No,
    Yes,
    /// It was made before the attach, without a pool.
    Unknown,
    /// So it was, and its bytes do not tell ([`crate::driver_quirks::event_kinds`]): that shows when the first operation that signals it is complete.
    Untold,
}

impl Stamped {
    /// For an event whose flags are known.
    #[must_use]
    pub fn from_flag(timestamps: bool) -> Self {
        if timestamps { Self::Yes } else { Self::No }
    }

    #[must_use]
    pub fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown | Self::Untold)
    }
}

/// When asking an event for its stamps may wait for the device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Nature {
    /// Never.
    #[default]
    Ordinary,
    /// Once the driver has turned it into a counter-based one, as it may when an in-order immediate list signals it; an
    /// out-of-order one makes it an ordinary one again.
    Convertible { converted: bool },
    /// It reflects its latest signal, and asking may wait for that.
    CounterBased,
}

impl Nature {
    /// Of an event that an immediate list is about to signal.
    #[must_use]
    pub fn signalled_by(self, order: InOrder) -> Self {
        match self {
            Self::Convertible { .. } => Self::Convertible { converted: order != InOrder::No },
            Self::Ordinary | Self::CounterBased => self,
        }
    }
}

/// When an event may be asked for its stamps.
#[must_use]
pub fn reading(stamped: Stamped, nature: Nature) -> Reading {
    match nature {
        Nature::CounterBased | Nature::Convertible { converted: true } => Reading::OnceComplete,
        _ if stamped.is_unknown() => Reading::OnceComplete,
        Nature::Ordinary | Nature::Convertible { converted: false } => Reading::AtAnyTime,
    }
}

/// What the program passes as the event to signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    None,
    /// An event that nothing is known of, and why.
    Unknown(Untimed),
    Event {
        stamped: Stamped,
        nature: Nature,
        /// An operation in flight, or a list whose stamps nobody reads, signals it, too.
        is_shared: bool,
    },
}

/// An operation that is about to be appended.
#[derive(Debug, Clone, Copy)]
pub struct Append {
    /// Why nothing that is appended now can be timed.
    pub hindrance: Option<Untimed>,
    /// Operations are timed now, as far as that can be chosen here: see [`zetop_probe_core::windows`].
    pub is_open: bool,
    pub is_immediate: bool,
    pub order: InOrder,
    pub is_barrier: bool,
    pub signal: Signal,
    /// The program may change the command's event later, so that it has to be the program's.
    pub changes_event: bool,
    /// The device waits for earlier work where this operation signals the program's event.
    pub stalls: bool,
}

/// What times an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// An event of ours. If the program passes one, a barrier behind the operation signals that.
    Own,
    Program(Reading),
    /// It could be timed, but that would be over the budget.
    Sampled,
    Untimed(Untimed),
}

#[must_use]
pub fn plan(append: &Append) -> How {
    if let Some(reason) = append.hindrance {
        return How::Untimed(reason);
    }
    if !append.is_open {
        return How::Sampled;
    }
    match append.signal {
        Signal::None if append.changes_event => How::Untimed(Untimed::EventWithoutTimestamps),
        Signal::None => How::Own,
        Signal::Unknown(reason) => How::Untimed(reason),
        Signal::Event { stamped: Stamped::No, .. } => {
            let is_serial = matches!(append.order, InOrder::Yes | InOrder::Found)
                // After a barrier, another one delays nothing.
                || append.is_barrier
                || append.stalls;
            if is_serial && !append.changes_event {
                How::Own
            } else {
                How::Untimed(Untimed::EventWithoutTimestamps)
            }
        }
        Signal::Event { is_shared: true, .. } => How::Program(Reading::OnceLaneComplete),
        Signal::Event { stamped, nature, .. } => {
            let nature = if append.is_immediate { nature.signalled_by(append.order) } else { nature };
            How::Program(reading(stamped, nature))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use InOrder::{Found, No, Yes};
    use Reading::{AtAnyTime, OnceComplete, OnceLaneComplete};

    const ORDINARY: Nature = Nature::Ordinary;
    const CONVERTIBLE: Nature = Nature::Convertible { converted: false };
    const CONVERTED: Nature = Nature::Convertible { converted: true };

    fn event(stamped: Stamped, nature: Nature) -> Signal {
        Signal::Event { stamped, nature, is_shared: false }
    }

    /// A kernel on an immediate list.
    fn append(order: InOrder, signal: Signal) -> Append {
        Append {
            hindrance: None,
            is_open: true,
            is_immediate: true,
            order,
            is_barrier: false,
            signal,
            changes_event: false,
            stalls: false,
        }
    }

    #[test]
    fn what_times_an_operation_on_an_immediate_list() {
        let untimed = How::Untimed(Untimed::EventWithoutTimestamps);
        let (stamped, plain) = (Stamped::Yes, Stamped::No);
        let counter_based = Nature::CounterBased;
        let table = [
            (No, Signal::None, How::Own),
            (Yes, Signal::None, How::Own),
            (No, event(stamped, ORDINARY), How::Program(AtAnyTime)),
            (Yes, event(stamped, ORDINARY), How::Program(AtAnyTime)),
            // A barrier that signals theirs behind the operation must not hold up what could run beside it.
            (No, event(plain, ORDINARY), untimed),
            (InOrder::Unknown, event(plain, ORDINARY), untimed),
            (Yes, event(plain, ORDINARY), How::Own),
            (Found, event(plain, ORDINARY), How::Own),
            // Trap 4: counter-based events, and those that the driver turns into such.
            (No, event(stamped, counter_based), How::Program(OnceComplete)),
            (Yes, event(stamped, counter_based), How::Program(OnceComplete)),
            (Yes, event(plain, counter_based), How::Own),
            (Yes, event(stamped, CONVERTIBLE), How::Program(OnceComplete)),
            (InOrder::Unknown, event(stamped, CONVERTIBLE), How::Program(OnceComplete)),
            (No, event(stamped, CONVERTED), How::Program(AtAnyTime)),
            // Trap 9: what is from before the attach.
            (Yes, event(Stamped::Unknown, counter_based), How::Program(OnceComplete)),
            (No, event(Stamped::Untold, ORDINARY), How::Program(OnceComplete)),
            (Yes, Signal::Unknown(Untimed::ObjectBeforeAttach), How::Untimed(Untimed::ObjectBeforeAttach)),
        ];
        for (order, signal, expected) in table {
            assert_eq!(plan(&append(order, signal)), expected, "{order:?} {signal:?}");
        }
    }

    /// Traps 2 and 3: a signal may be the earlier operation's.
    #[test]
    fn an_event_that_is_signalled_again_is_read_once_the_lane_is_complete() {
        for nature in [ORDINARY, CONVERTED, Nature::CounterBased] {
            let signal = Signal::Event { stamped: Stamped::Yes, nature, is_shared: true };
            assert_eq!(plan(&append(Yes, signal)), How::Program(OnceLaneComplete));
            let plain = Signal::Event { stamped: Stamped::No, nature, is_shared: true };
            assert_eq!(plan(&append(Yes, plain)), How::Own, "ours has no other operation");
        }
    }

    #[test]
    fn a_regular_list_converts_nothing() {
        let regular = |nature| Append { is_immediate: false, ..append(Yes, event(Stamped::Yes, nature)) };
        assert_eq!(plan(&regular(CONVERTIBLE)), How::Program(AtAnyTime));
        assert_eq!(plan(&regular(CONVERTED)), How::Program(OnceComplete), "an immediate list has before");
    }

    #[test]
    fn where_a_barrier_delays_nothing_ours_goes_before_theirs() {
        let plain = append(No, event(Stamped::No, ORDINARY));
        assert_eq!(plan(&Append { is_barrier: true, ..plain }), How::Own);
        assert_eq!(plan(&Append { stalls: true, ..plain }), How::Own);
    }

    #[test]
    fn an_event_that_the_program_may_change_stays_its_own() {
        let untimed = How::Untimed(Untimed::EventWithoutTimestamps);
        for (signal, expected) in [
            (Signal::None, untimed),
            (event(Stamped::No, ORDINARY), untimed),
            (event(Stamped::Yes, ORDINARY), How::Program(AtAnyTime)),
        ] {
            assert_eq!(plan(&Append { changes_event: true, ..append(Yes, signal) }), expected);
        }
    }

    #[test]
    fn nothing_is_done_outside_of_a_window() {
        for signal in [Signal::None, event(Stamped::Yes, ORDINARY), event(Stamped::No, Nature::CounterBased)]
        {
            let closed = Append { is_open: false, ..append(Yes, signal) };
            assert_eq!(plan(&closed), How::Sampled);
            let hindrance = Some(Untimed::NoTimestamps);
            assert_eq!(plan(&Append { hindrance, ..closed }), How::Untimed(Untimed::NoTimestamps));
        }
    }

    #[test]
    fn nothing_is_done_for_what_cannot_be_timed() {
        for reason in [Untimed::NeverCompleted, Untimed::DeviceLost, Untimed::NoTimestamps, Untimed::NoEvent]
        {
            for signal in [Signal::None, event(Stamped::Yes, ORDINARY)] {
                let append = Append { hindrance: Some(reason), ..append(Yes, signal) };
                assert_eq!(plan(&append), How::Untimed(reason));
            }
        }
    }
}

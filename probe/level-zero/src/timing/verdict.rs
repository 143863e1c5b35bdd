//! Two decisions about an operation in flight: whether its timestamps may be read now ([`read_policy`]), and what the result of
//! reading them says of it ([`decide`]): complete, invalid, running, unsure, or to be given up.

use super::operations::{Completion, Reading};
use level_zero_sys::{ZE_RESULT_ERROR_DEVICE_LOST, ze_result_t};
use zetop_wire::layout::Untimed;

/// An operation in flight before anybody looks at its stamps.
#[derive(Debug, Clone, Copy)]
pub struct InFlight {
    pub known: Completion,
    /// Its list, event or context is going away.
    pub is_last_chance: bool,
    /// The program's call that submits it has returned.
    pub is_submitted: bool,
    /// When the driver may be asked for the stamps.
    pub reading: Reading,
}

/// Whether an operation's stamps may be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadPolicy {
    /// Not now: the driver could block, or what is there is another operation's.
    No,
    /// Yes, unless the event's memory shows that it is incomplete.
    IfWritten,
    Yes,
}

/// Whether the stamps of an operation in flight may be read now.
#[inline]
#[must_use]
pub fn read_policy(op: &InFlight) -> ReadPolicy {
    if !op.is_last_chance && !op.is_submitted {
        return ReadPolicy::No;
    }
    match (op.reading, op.known) {
        (_, Completion::Complete) => ReadPolicy::Yes,
        (Reading::AtAnyTime, _) | (Reading::OnceComplete, Completion::Signalled) => ReadPolicy::IfWritten,
        (Reading::OnceComplete | Reading::OnceLaneComplete, _) => ReadPolicy::No,
    }
}

/// The result of reading an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadResult {
    Nothing,
    /// The operation is not complete, as its event says.
    NotReady,
    Failed(ze_result_t),
    Stamps(StampQuality),
}

/// What stamps look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StampQuality {
    /// The device has not written all of them.
    HalfWritten,
    /// They are those that were read here before.
    Stale,
    /// The event has turned out to have none.
    NoStamps,
    /// They can't be an operation's: zero, reversed, or longer than it has been since the submission.
    Impossible,
    Good,
}

#[derive(Debug, Clone, Copy)]
pub struct Observation {
    pub seen: ReadResult,
    pub known: Completion,
    pub is_last_chance: bool,
    /// The event was reset before the operation was submitted, and nothing else signals it: what is in it is the operation's.
    pub is_fresh: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The stamps are the operation's.
    Complete,
    /// The operation is complete, but its stamps are not to be believed.
    Invalid,
    Running,
    /// The driver was not asked.
    Unsure,
    GiveUp(Untimed),
}

#[inline]
#[must_use]
pub fn decide(of: &Observation) -> Verdict {
    let is_complete = of.known == Completion::Complete;
    let may_run = !is_complete && !of.is_last_chance;
    match of.seen {
        ReadResult::Nothing | ReadResult::NotReady if of.is_last_chance => {
            Verdict::GiveUp(Untimed::NeverCompleted)
        }
        ReadResult::Nothing => Verdict::Unsure,
        ReadResult::NotReady => Verdict::Running,
        ReadResult::Failed(ZE_RESULT_ERROR_DEVICE_LOST) => Verdict::GiveUp(Untimed::DeviceLost),
        ReadResult::Failed(_) => Verdict::GiveUp(Untimed::QueryFailed),
        ReadResult::Stamps(StampQuality::HalfWritten) => match (of.is_last_chance, is_complete) {
            (false, _) => Verdict::Running,
            // The device is about to complete it.
            (true, false) => Verdict::GiveUp(Untimed::NeverCompleted),
            (true, true) => Verdict::GiveUp(Untimed::InvalidStamps),
        },
        // Without a reset in between, an event holds the stamps of the operation before until the device writes new
        // ones, one half after the other.
        ReadResult::Stamps(StampQuality::Stale) if may_run => Verdict::Running,
        ReadResult::Stamps(StampQuality::Stale) if !is_complete => Verdict::GiveUp(Untimed::NeverCompleted),
        ReadResult::Stamps(StampQuality::Impossible | StampQuality::NoStamps)
            if of.known == Completion::Unknown && !of.is_fresh =>
        {
            Verdict::Running
        }
        ReadResult::Stamps(StampQuality::NoStamps) => Verdict::GiveUp(Untimed::ObjectBeforeAttach),
        ReadResult::Stamps(StampQuality::Stale | StampQuality::Impossible) => Verdict::Invalid,
        ReadResult::Stamps(StampQuality::Good) => Verdict::Complete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Completion::{Complete, LastChance, Signalled, Unknown};
    use Reading::{AtAnyTime, OnceComplete, OnceLaneComplete};

    #[test]
    fn when_an_operation_is_looked_at() {
        let op = |known, reading| InFlight {
            known,
            is_last_chance: known == LastChance,
            is_submitted: true,
            reading,
        };
        let (no, written, yes) = (ReadPolicy::No, ReadPolicy::IfWritten, ReadPolicy::Yes);
        let table = [
            // Trap 4: Intel's driver waits for a counter-based event, so it is asked once that is complete.
            (Unknown, OnceComplete, no),
            (LastChance, OnceComplete, no),
            (Signalled, OnceComplete, written),
            (Complete, OnceComplete, yes),
            // Traps 2 and 3: a signal may be that of an earlier operation with the same event.
            (Unknown, OnceLaneComplete, no),
            (Signalled, OnceLaneComplete, no),
            (LastChance, OnceLaneComplete, no),
            (Complete, OnceLaneComplete, yes),
            (Unknown, AtAnyTime, written),
            (Signalled, AtAnyTime, written),
            // Trap 5: an event that is destroyed unread is read now or never.
            (LastChance, AtAnyTime, written),
            (Complete, AtAnyTime, yes),
        ];
        for (known, reading, expected) in table {
            assert_eq!(read_policy(&op(known, reading)), expected, "{known:?} {reading:?}");
        }
        let early = |known| InFlight { is_submitted: false, ..op(known, AtAnyTime) };
        for known in [Unknown, Signalled, Complete] {
            assert_eq!(read_policy(&early(known)), no, "{known:?}");
        }
        assert_eq!(read_policy(&early(LastChance)), written, "nobody will read it again");
    }

    #[test]
    fn what_is_made_of_what_was_seen() {
        let stamps = ReadResult::Stamps;
        let (running, invalid) = (Verdict::Running, Verdict::Invalid);
        let never = Verdict::GiveUp(Untimed::NeverCompleted);
        let plain = Verdict::GiveUp(Untimed::ObjectBeforeAttach);
        // What is made of it if completion is unknown, if the event is signalled, if the operation is complete, and at the
        // last chance.
        let table = [
            (ReadResult::Nothing, [Verdict::Unsure, Verdict::Unsure, Verdict::Unsure, never]),
            (ReadResult::NotReady, [running, running, running, never]),
            (stamps(StampQuality::Good), [Verdict::Complete; 4]),
            // Trap 2: until the device writes, an event that is used again has the stamps of the time before.
            (stamps(StampQuality::Stale), [running, running, invalid, never]),
            // "Ready" comes with the first of four stamps.
            (stamps(StampQuality::HalfWritten), [running, running, running, never]),
            // Trap 6: zero and reversed stamps add nothing.
            (stamps(StampQuality::Impossible), [running, invalid, invalid, invalid]),
            // Trap 9: an event from before the attach that has none.
            (stamps(StampQuality::NoStamps), [running, plain, plain, plain]),
            (ReadResult::Failed(ZE_RESULT_ERROR_DEVICE_LOST), [Verdict::GiveUp(Untimed::DeviceLost); 4]),
            (ReadResult::Failed(1), [Verdict::GiveUp(Untimed::QueryFailed); 4]),
        ];
        for (seen, expected) in table {
            for (known, expected) in [Unknown, Signalled, Complete, LastChance].into_iter().zip(expected) {
                let is_last_chance = known == LastChance;
                let of = Observation { seen, known, is_last_chance, is_fresh: false };
                assert_eq!(decide(&of), expected, "{seen:?} {known:?}");
            }
        }
    }

    #[test]
    fn an_event_that_was_reset_has_nothing_of_an_earlier_operation() {
        let of = |shape| Observation {
            seen: ReadResult::Stamps(shape),
            known: Unknown,
            is_last_chance: false,
            is_fresh: true,
        };
        assert_eq!(decide(&of(StampQuality::Impossible)), Verdict::Invalid);
        assert_eq!(decide(&of(StampQuality::HalfWritten)), Verdict::Running);
    }

    /// Its list goes away when it is complete already.
    #[test]
    fn the_last_chance_of_what_is_complete() {
        let of = |shape| Observation {
            seen: ReadResult::Stamps(shape),
            known: Complete,
            is_last_chance: true,
            is_fresh: false,
        };
        assert_eq!(decide(&of(StampQuality::Good)), Verdict::Complete);
        assert_eq!(decide(&of(StampQuality::Stale)), Verdict::Invalid);
        assert_eq!(decide(&of(StampQuality::HalfWritten)), Verdict::GiveUp(Untimed::InvalidStamps));
    }
}

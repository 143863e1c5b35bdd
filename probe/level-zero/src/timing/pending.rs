//! Which of the program's events operations in flight will signal. Calls about an event for which there are none have
//! nothing to settle: they learn that here, without the device lock, which other threads may have for long.

use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering};

/// A power of two.
const COUNTERS: usize = 1 << 16;
/// Operations in flight by the event that they signal; events share counters. The lower 24 bits count all of them, the
/// next 16 those that are announced, and the rest how often such an event was disturbed.
static COUNTED: [AtomicU64; COUNTERS] = [const { AtomicU64::new(0) }; COUNTERS];

const ANNOUNCED: u64 = 1 << 24;
const DISTURBED: u64 = 1 << 40;

fn count(counter: u64) -> u64 {
    counter & (ANNOUNCED - 1)
}

fn counter(event: usize) -> &'static AtomicU64 {
    // Handles are addresses, whose lowest and highest bits are the same: so all bits take part.
    let at = (event as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - COUNTERS.ilog2());
    &COUNTED[at as usize]
}

/// False if no operation is in flight that signals this event of the program's. True may be another event's.
///
/// An operation is counted before the program's call that submits it. A thread that asks about, signals or resets the
/// event of an operation after that call does so because it has heard of it from the thread that made it, and so
/// finds it counted. One that has not heard of it competes with that call, and its own might as well have come first.
///
/// Acquire: an operation is no longer counted once its stamps were read, so the caller may overwrite them.
#[inline]
#[must_use]
pub fn concerns(event: usize) -> bool {
    count(counter(event).load(Ordering::Acquire)) > 0
}

/// An operation that signals an event of the program's and that the state does not know of yet. The device may complete it
/// meanwhile, and other threads may hear of that.
pub struct Announced {
    counter: &'static AtomicU64,
    disturbed: u64,
}

/// Counts an operation that signals `event`, until that is dropped.
#[must_use]
pub fn announce(event: usize) -> Announced {
    let counter = counter(event);
    let before = counter.fetch_add(1 + ANNOUNCED, Ordering::AcqRel);
    Announced { counter, disturbed: before / DISTURBED }
}

impl Announced {
    /// Something has been done to the event since, so that what is in it may be of another operation, or of none.
    #[must_use]
    pub fn is_disturbed(&self) -> bool {
        self.counter.load(Ordering::Acquire) / DISTURBED != self.disturbed
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        self.counter.fetch_sub(1 + ANNOUNCED, Ordering::AcqRel);
    }
}

/// An event is about to be signalled, reset or destroyed: operations on it that are announced can't be timed any more. True if
/// there are some. With the lock, so that what was deferred is known.
pub fn disturb(event: usize) -> bool {
    let counter = counter(event);
    let announced = counter.load(Ordering::Acquire) % DISTURBED / ANNOUNCED > 0;
    if announced {
        counter.fetch_add(DISTURBED, Ordering::AcqRel);
    }
    announced
}

/// In a forked child, where nothing is in flight; nobody takes back what the parent has counted.
pub fn reset() {
    COUNTED.iter().filter(|counter| counter.load(Ordering::Relaxed) > 0).for_each(|counter| {
        counter.store(0, Ordering::Relaxed);
    });
}

/// An operation in flight: run and position in it.
type Operation = (u64, u32);

/// Operations in flight that signal an event of the program's. The program knows nothing of ours, and those that a list
/// signals are found by its runs.
#[derive(Default)]
pub struct Pending {
    operations: SmallVec<[Operation; 2]>,
    counter: Option<&'static AtomicU64>,
}

impl Pending {
    /// One more of `event`.
    pub fn push(&mut self, operation: Operation, event: usize) {
        self.operations.push(operation);
        self.counter.get_or_insert_with(|| counter(event)).fetch_add(1, Ordering::AcqRel);
    }

    pub fn retain(&mut self, mut keep: impl FnMut(Operation) -> bool) {
        let before = self.operations.len();
        self.operations.retain(|operation| keep(*operation));
        self.discount(before - self.operations.len());
    }

    #[must_use]
    pub fn operations(&self) -> &SmallVec<[Operation; 2]> {
        &self.operations
    }

    fn discount(&self, count: usize) {
        if let Some(counter) = self.counter.filter(|_| count > 0) {
            counter.fetch_sub(count as u64, Ordering::AcqRel);
        }
    }
}

/// The event is gone, or the session.
impl Drop for Pending {
    fn drop(&mut self) {
        self.discount(self.operations.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests use the counters, too, but not with this handle, and few of them at once: a common one is unlikely.
    #[test]
    fn an_event_concerns_us_while_an_operation_in_flight_signals_it() {
        let event = 0xdead_beef_0000;
        let mut pending = Pending::default();
        assert!(!concerns(event));
        pending.push((1, 0), event);
        pending.push((2, 0), event);
        pending.retain(|operation| operation != (1, 0));
        assert!(concerns(event), "one is left");
        pending.retain(|operation| operation != (2, 0));
        assert!(!concerns(event));
        pending.push((3, 0), event);
        assert!(concerns(event));
        drop(pending);
        assert!(!concerns(event), "the event is destroyed");
    }

    #[test]
    fn what_is_done_to_an_event_disturbs_what_is_announced_of_it() {
        let event = 0xdead_bee0_0000;
        assert!(!disturb(event), "nothing is announced");
        let (first, mut pending) = (announce(event), Pending::default());
        assert!(concerns(event) && !first.is_disturbed());
        pending.push((1, 0), event);
        assert!(disturb(event) && first.is_disturbed());
        let second = announce(event);
        assert!(!second.is_disturbed());
        drop((first, second));
        assert!(concerns(event) && !disturb(event), "one is known to the state");
        drop(pending);
        assert!(!concerns(event));
    }
}

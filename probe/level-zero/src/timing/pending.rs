//! Which of the program's events operations in flight will signal. Calls about an event for which there are none have
//! nothing to settle: they learn that here, without the device lock, which other threads may have for long.

use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, Ordering};

/// A power of two.
const COUNTERS: usize = 1 << 16;
/// Operations in flight by the event that they signal; events share counters.
static COUNTED: [AtomicU32; COUNTERS] = [const { AtomicU32::new(0) }; COUNTERS];

fn counter(event: usize) -> &'static AtomicU32 {
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
    counter(event).load(Ordering::Acquire) > 0
}

/// An operation on an event of the program's that the state does not know of yet.
pub struct Announced(&'static AtomicU32);

/// Counts an operation that signals `event`, until that is dropped.
#[must_use]
pub fn announce(event: usize) -> Announced {
    let counter = counter(event);
    counter.fetch_add(1, Ordering::AcqRel);
    Announced(counter)
}

impl Drop for Announced {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
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
    counter: Option<&'static AtomicU32>,
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
            counter.fetch_sub(count as u32, Ordering::AcqRel);
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
}

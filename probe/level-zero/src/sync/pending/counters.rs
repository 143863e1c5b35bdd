//! Counters of operations in flight, by the event that they signal, and what is counted there.

use crate::sync::atomic::{AtomicU32, Ordering};
use smallvec::SmallVec;
use std::sync::{Arc, Weak};

/// Operations in flight by the event that they signal; events share counters. `N` is a power of two.
pub struct Counters<const N: usize>([AtomicU32; N]);

impl<const N: usize> Counters<N> {
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(N.is_power_of_two() && N > 1) };
        Self([const { AtomicU32::new(0) }; N])
    }

    fn counter(&self, event: usize) -> &AtomicU32 {
        // Handles are addresses, whose lowest and highest bits are the same: so all bits take part.
        let at = (event as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - N.ilog2());
        &self.0[at as usize]
    }

    /// True if the two events have the same counter.
    #[cfg(test)]
    pub fn share(&self, event: usize, other: usize) -> bool {
        std::ptr::eq(self.counter(event), self.counter(other))
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
    pub fn concerns(&self, event: usize) -> bool {
        self.counter(event).load(Ordering::Acquire) > 0
    }

    /// Counts an operation that signals `event`, until that is dropped.
    #[must_use]
    pub fn announce(&'static self, event: usize, mark: Mark) -> Announced {
        let counter = self.counter(event);
        counter.fetch_add(1, Ordering::AcqRel);
        Announced { counter, mark }
    }

    /// In a forked child, where nothing is in flight; nobody takes back what the parent has counted.
    pub fn reset(&self) {
        self.0.iter().filter(|counter| counter.load(Ordering::Relaxed) > 0).for_each(|counter| {
            counter.store(0, Ordering::Relaxed);
        });
    }
}

/// An operation that signals an event of the program's and that the state does not know of yet. The device may complete it
/// meanwhile, and other threads may hear of that.
pub struct Announced {
    counter: &'static AtomicU32,
    mark: Mark,
}

/// What an event shares with the operations on it that are announced. The event gets another one when something is done to it
/// meanwhile, and a new event at its address has another one, too.
pub type Mark = Arc<()>;

impl Drop for Announced {
    fn drop(&mut self) {
        self.counter.fetch_sub(1, Ordering::AcqRel);
    }
}

/// An event's own mark, once an operation that signals it was announced. All of this with the lock, so that what was deferred
/// is known.
#[derive(Default)]
pub struct Announcements(Option<Mark>);

impl Announcements {
    /// For an operation that is about to be announced.
    #[must_use]
    pub fn mark(&mut self) -> Mark {
        self.0.get_or_insert_default().clone()
    }

    /// Gives the mark to a thread without the lock, for as long as nothing is done to the event.
    #[must_use]
    pub fn mark_for_unlocked(&mut self) -> Weak<()> {
        Arc::downgrade(self.0.get_or_insert_default())
    }

    /// The event is about to be signalled, reset or destroyed: operations on it that are announced can't be timed any more.
    /// True if there are some.
    pub fn disturb(&mut self) -> bool {
        self.0.take_if(|mark| Arc::strong_count(mark) > 1).is_some()
    }

    /// Nothing has been done to the event since the operation was announced: what is in the event will be of that operation.
    #[must_use]
    pub fn still_hold(&self, announced: &Announced) -> bool {
        self.0.as_ref().is_some_and(|mark| Arc::ptr_eq(mark, &announced.mark))
    }
}

/// An operation in flight: run and position in it.
type Operation = (u64, u32);

/// Operations in flight that signal an event of the program's. The program does not know the probe's own events, and those that a
/// list signals are found by its runs.
#[derive(Default)]
pub struct Pending {
    operations: SmallVec<[Operation; 2]>,
    counter: Option<&'static AtomicU32>,
}

impl Pending {
    /// One more of `event`.
    pub fn push<const N: usize>(
        &mut self,
        counters: &'static Counters<N>,
        operation: Operation,
        event: usize,
    ) {
        self.operations.push(operation);
        self.counter.get_or_insert_with(|| counters.counter(event)).fetch_add(1, Ordering::AcqRel);
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

//! How many operations were given to the device, and of how many it is known what became of them.
//!
//! The first number is in the process file from the moment on in which a call returns: the program may end by `_exit` before
//! anybody has collected a record. Each thread adds to its own block, without a locked instruction: right after a launch, that
//! would wait until the driver's write to the device's doorbell has arrived there.

use super::untimed::Untimed;
use std::sync::atomic::{AtomicU64, Ordering};
use zetop_probe_core::runtime::{self, Runtime};
use zetop_probe_core::thread;

/// What became of the operations of this session.
static COUNTS: Counts = Counts::new();

/// What became of operations: beside how many were given to the device.
struct Counts {
    /// Whose record has arrived, or that were given up.
    settled: AtomicU64,
    /// Submitted while CUPTI was started or stopped, without a record so far: they may have none. [`TOLD`] at the process's end.
    doubtful: AtomicU64,
}

/// [`Counts::doubtful`]: those without a record were counted as untimed, since the process ends.
const TOLD: u64 = u64::MAX;

impl Counts {
    const fn new() -> Self {
        Self { settled: AtomicU64::new(0), doubtful: AtomicU64::new(0) }
    }

    fn unsettled(&self, given: u64) -> u64 {
        let settled = self.settled.load(Ordering::Acquire);
        u64::try_from(given.wrapping_sub(settled).cast_signed()).unwrap_or(0)
    }

    fn waiting(&self, given: u64) -> u64 {
        self.unsettled(given).saturating_sub(self.doubtful.load(Ordering::Acquire))
    }

    fn settle(&self, count: u64) {
        self.settled.fetch_add(count, Ordering::AcqRel);
    }

    fn doubt(&self, count: u64) {
        let more = |doubtful: u64| (doubtful != TOLD).then(|| doubtful.saturating_add(count));
        let _ = self.doubtful.fetch_update(Ordering::AcqRel, Ordering::Acquire, more);
    }

    /// False at the end of the process, when those in doubt are counted already, and this may be one.
    fn settle_unnoted(&self) -> bool {
        let one_less = |doubtful: u64| (doubtful != TOLD).then(|| doubtful.saturating_sub(1));
        let is_new = self.doubtful.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less).is_ok();
        if is_new {
            self.settle(1);
        }
        is_new
    }

    /// All are settled. How many had no record: those in doubt, and others. None once the process ends: then zetop counts them.
    fn give_up(&self, given: u64) -> (u64, u64) {
        let none = |doubtful: u64| (doubtful != TOLD).then_some(0);
        let Ok(doubtful) = self.doubtful.fetch_update(Ordering::AcqRel, Ordering::Acquire, none) else {
            return (0, 0);
        };
        let missing = self.unsettled(given);
        self.settle(missing);
        let doubtful = doubtful.min(missing);
        (doubtful, missing - doubtful)
    }

    /// How many are in doubt. No record of theirs counts any more.
    fn tell(&self, given: u64) -> u64 {
        match self.doubtful.swap(TOLD, Ordering::AcqRel) {
            TOLD => 0,
            doubtful => doubtful.min(self.unsettled(given)),
        }
    }
}

/// Operations were given to the device.
#[inline]
pub fn give(count: u64) {
    match thread::block() {
        Some(block) => {
            let given = &block.head.given;
            given.store(given.load(Ordering::Relaxed).wrapping_add(count), Ordering::Release);
        }
        None => give_without_block(count),
    }
}

#[cold]
fn give_without_block(count: u64) {
    if let Some(runtime) = runtime::get() {
        runtime.process().given.fetch_add(count, Ordering::Release);
    }
}

/// Operations that were counted several times are one.
pub fn take_back(count: u64) {
    if let Some(runtime) = runtime::get() {
        runtime.process().given.fetch_sub(count, Ordering::Release);
    }
}

/// Operations were given that were submitted while CUPTI was started or stopped.
#[cold]
pub fn give_in_doubt(count: u64) {
    // First, so that nobody waits for their records.
    COUNTS.doubt(count);
    give(count);
}

/// It is known what became of operations.
pub fn settle(count: u64) {
    COUNTS.settle(count);
}

/// The record of an operation has come whose submission was not noted, as none is while CUPTI is started or stopped. False if it
/// must not be published: the process ends, and it may count as untimed already.
#[must_use]
pub fn settle_unnoted() -> bool {
    COUNTS.settle_unnoted()
}

/// The number of operations of which it is known what became of them.
pub fn settled() -> u64 {
    COUNTS.settled.load(Ordering::Acquire)
}

/// How many have no record yet that will have one.
pub fn waiting() -> u64 {
    runtime::get().map_or(0, |runtime| COUNTS.waiting(given(runtime)))
}

fn given(runtime: &Runtime) -> u64 {
    let rest = runtime.process().given.load(Ordering::Acquire);
    runtime.blocks().fold(rest, |sum, block| sum.wrapping_add(block.head.given.load(Ordering::Acquire)))
}

/// A session begins, with a new file.
pub fn begin() {
    COUNTS.settled.store(0, Ordering::Release);
    COUNTS.doubtful.store(0, Ordering::Release);
}

/// Counts operations in doubt as untimed, with their reason, at the end of the process. Zetop counts others that have no record: the
/// probe's thread may still be publishing some. Takes no lock: the program may be in `exit`, on top of who has it.
pub fn process_ends() {
    let Some(runtime) = runtime::get() else { return };
    let doubtful = COUNTS.tell(given(runtime));
    runtime.process().totals.untimed[Untimed::Switching as usize].fetch_add(doubtful, Ordering::Relaxed);
}

/// Gives up on operations without a record, which have none any more.
pub fn give_up(reason: Untimed) {
    let Some(runtime) = runtime::get() else { return };
    let (doubtful, others) = COUNTS.give_up(given(runtime));
    let untimed = &runtime.process().totals.untimed;
    untimed[Untimed::Switching as usize].fetch_add(doubtful, Ordering::Relaxed);
    untimed[reason as usize].fetch_add(others, Ordering::Relaxed);
}

/// One of `parts` (a power of two) by a handle. Handles are pointers to larger structures: their low bits are alike.
#[inline]
pub fn spread(handle: usize, parts: usize) -> usize {
    handle.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (usize::BITS - parts.ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of ten in doubt four have a record. Those counted as waiting, and what came late was not waited for.
    #[test]
    fn what_is_in_doubt_is_not_waited_for_and_hides_nothing_that_is() {
        let counts = Counts::new();
        let mut given = 10;
        counts.doubtful.store(10, Ordering::Relaxed);
        assert_eq!((counts.unsettled(given), counts.waiting(given)), (10, 0));
        (0..4).for_each(|_| assert!(counts.settle_unnoted()));
        given += 3;
        assert_eq!((counts.unsettled(given), counts.waiting(given)), (9, 3));
        counts.settle(2);
        assert_eq!((counts.unsettled(given), counts.waiting(given)), (7, 1));
        assert_eq!(counts.give_up(given), (6, 1));
        assert_eq!((counts.unsettled(given), counts.waiting(given)), (0, 0));
        // None is in doubt any more.
        assert!(counts.settle_unnoted());
        given += 2;
        assert_eq!((counts.waiting(given), counts.give_up(given)), (1, (0, 1)));
    }

    /// Records that come while the process ends were counted twice: as timed, and as not seen.
    #[test]
    fn at_the_end_of_the_process_none_is_counted_twice() {
        let counts = Counts::new();
        let given = 10;
        counts.doubt(4);
        assert!(counts.settle_unnoted());
        assert_eq!(counts.tell(given), 3, "untimed, with a reason");
        assert!(!counts.settle_unnoted(), "it is among them");
        counts.doubt(1);
        assert_eq!((counts.tell(given), counts.settled.load(Ordering::Relaxed)), (0, 1));
        assert_eq!(counts.give_up(given), (0, 0), "a session that ends in an exit handler");
        // The others have no reason yet: zetop gives them one when the process has ended.
        counts.settle(5);
        assert_eq!(counts.unsettled(given), 4);
    }

    #[test]
    fn streams_made_one_after_the_other_are_spread() {
        let mut parts: Vec<usize> = (0..8).map(|i| spread(0x5600_0000_0000 + i * 1024, 64)).collect();
        parts.sort_unstable();
        parts.dedup();
        assert!(parts.len() >= 6, "{parts:?}");
    }
}

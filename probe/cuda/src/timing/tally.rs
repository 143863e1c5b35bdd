//! How many operations were given to the device, and of how many it is known what became of them.
//!
//! The first number is in the process file from the moment on in which a call returns: the program may end by `_exit` before
//! anybody has collected a record. Each thread adds to its own block, without a locked instruction: right after a launch, that
//! would wait until the driver's write to the device's doorbell has arrived there.

use super::untimed::Untimed;
use std::sync::atomic::{AtomicU64, Ordering};
use zetop_probe_core::runtime::{self, Runtime};
use zetop_probe_core::thread;

/// Those given to the device whose record has arrived, or that were given up.
static SETTLED: AtomicU64 = AtomicU64::new(0);

/// Operations that were submitted while CUPTI was started, so that nobody knows whether they will have a record.
static DOUBTFUL: AtomicU64 = AtomicU64::new(0);

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

/// It is known what became of operations.
pub fn settle(count: u64) {
    SETTLED.fetch_add(count, Ordering::AcqRel);
}

/// Of how many that is known.
pub fn settled() -> u64 {
    SETTLED.load(Ordering::Acquire)
}

/// How many have no record yet that will have one.
pub fn waiting() -> u64 {
    unsettled().saturating_sub(DOUBTFUL.load(Ordering::Acquire))
}

fn unsettled() -> u64 {
    runtime::get().map_or(0, unsettled_of)
}

fn unsettled_of(runtime: &Runtime) -> u64 {
    let settled = settled();
    let rest = runtime.process().given.load(Ordering::Acquire);
    let given =
        runtime.blocks().fold(rest, |sum, block| sum.wrapping_add(block.head.given.load(Ordering::Acquire)));
    u64::try_from((given.wrapping_sub(settled)).cast_signed()).unwrap_or(0)
}

/// CUPTI has been started: those that wait now may have been submitted before.
pub fn doubt() {
    DOUBTFUL.store(unsettled(), Ordering::Release);
}

/// A session begins, with a new file.
pub fn begin() {
    SETTLED.store(0, Ordering::Release);
    DOUBTFUL.store(0, Ordering::Release);
}

/// Gives up on operations without a record. Takes no lock: the program may be in `exit`, on top of who has it.
pub fn give_up(reason: Untimed) {
    let Some(runtime) = runtime::get() else { return };
    let missing = unsettled_of(runtime);
    let doubtful = DOUBTFUL.swap(0, Ordering::AcqRel).min(missing);
    settle(missing);
    let untimed = &runtime.process().totals.untimed;
    untimed[Untimed::ProgramUsesCupti as usize].fetch_add(doubtful, Ordering::Relaxed);
    untimed[reason as usize].fetch_add(missing - doubtful, Ordering::Relaxed);
}

/// One of `parts` (a power of two) by a handle. Handles are pointers to larger structures: their low bits are alike.
#[inline]
pub fn spread(handle: usize, parts: usize) -> usize {
    handle.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (usize::BITS - parts.ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_made_one_after_the_other_are_spread() {
        let mut parts: Vec<usize> = (0..8).map(|i| spread(0x5600_0000_0000 + i * 1024, 64)).collect();
        parts.sort_unstable();
        parts.dedup();
        assert!(parts.len() >= 6, "{parts:?}");
    }
}

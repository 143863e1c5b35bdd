//! What every wrapped call does: clock, call, clock, count, record.
//!
//! No allocation, no lock, no system call, no cache line that another thread writes.

use crate::thread::{self, Room};
use crate::{clock, guard};
use zetop_wire::layout::{CallRecord, ThreadBlock};

/// What an API function returns, as far as the counters care.
pub trait Outcome: Copy {
    fn code(self) -> u32;
    fn is_error(self) -> bool;
}

/// A call that returns nothing.
impl Outcome for () {
    #[inline(always)]
    fn code(self) -> u32 {
        0
    }
    #[inline(always)]
    fn is_error(self) -> bool {
        false
    }
}

/// Makes the call and accounts for it under `function` (its number in the catalog).
#[inline(always)]
pub fn measure<R: Outcome>(function: usize, call: impl FnOnce() -> R) -> R {
    let start = clock::ticks();
    let result = call();
    let ticks = clock::ticks().wrapping_sub(start);
    account(function, start, ticks, result);
    result
}

/// Accounts for a call that took `ticks` from `start`.
#[inline(always)]
pub fn account<R: Outcome>(function: usize, start: u64, ticks: u64, result: R) {
    match thread::block() {
        Some(block) => record(block, function, start, ticks, result.code(), result.is_error()),
        None => record_cold(function, start, ticks, result.code(), result.is_error()),
    }
}

/// What the call took that this thread has just made; `None` when it has no block of its own.
#[inline]
pub fn last_ticks() -> Option<u64> {
    thread::block()?.records.last().map(|words| CallRecord::unpack(words).duration)
}

#[inline(always)]
fn record(block: &ThreadBlock, function: usize, start: u64, ticks: u64, result: u32, error: bool) {
    block.counters[function].add(ticks, error);
    let record = CallRecord { start, duration: ticks, function: function as u16, result };
    block.records.push(record.pack());
}

/// First call of a thread or of a forked child, and threads for which no block is left.
#[cold]
#[inline(never)]
fn record_cold(function: usize, start: u64, ticks: u64, result: u32, error: bool) {
    guard::quietly(|| match thread::find_room() {
        Room::Own(block) => record(block, function, start, ticks, result, error),
        Room::Shared(process) => process.overflow[function].add_shared(ticks, error),
        Room::Nowhere => {}
    });
}

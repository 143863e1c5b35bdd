//! Ranges that the program marks itself (NVTX, ITT). `zetop_probe_ranges` has the interfaces; here they are counted.
//!
//! ```text
//! push: name -> hash with what is around it -> row of this thread -> the thread's stack of open ranges
//! pop:  stack -> row: count, time, histogram
//! ```
//!
//! Takes no lock, allocates nothing, and makes no system call but where memory is needed for the first time, as [`hot`] does. A row of
//! ranges that lie within each other is written by its thread alone; those that may end on another thread are added to by all.

mod here;
mod index;
mod names;
mod open;
mod rows;
mod spans;
pub(crate) mod waits;

pub use names::{Name, number};
pub use rows::From;
pub use spans::{begin, end, finish, start};

use crate::{clock, hot, shared, thread};
use here::{Here, NO_ROW, add, count, is_unplaced};
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::compiler_fence;
use zetop_wire::layout::{
    CallRecord, FUNCTIONS, OpKind, RANGE_DEPTH, RANGES, Range, RangeSort, WANTS_RECORDS, bump,
};

// Records of ranges are among those of functions.
const _: () = assert!(FUNCTIONS + RANGES <= 1 << 16);

/// This thread begins a range within the ones that it is in. Compiled into its callers, so that the name stays in registers.
#[inline]
pub fn push(from: From, name: Name<'_>) {
    match Here::find() {
        Some(here) => here.push(from, name),
        None => push_first(from, name),
    }
}

/// Apart from [`push`]: what is returned by two ways goes through memory.
#[cold]
#[inline(never)]
fn push_first(from: From, name: Name<'_>) {
    match Here::first() {
        Some(here) => here.push(from, name),
        None => is_unplaced(),
    }
}

/// This thread ends the innermost range of a domain.
#[inline]
pub fn pop(domain: u32) {
    let now = clock::ticks();
    match Here::find() {
        Some(here) => here.pop(domain, now),
        None => count(|ranges| &ranges.unmatched),
    }
}

/// A point in time.
pub fn mark(from: From, name: Name<'_>) {
    match Here::find().or_else(Here::first) {
        Some(here) => here.mark(from, name),
        None => is_unplaced(),
    }
}

impl Here {
    #[inline(always)]
    fn push(self, from: From, name: Name<'_>) {
        let stack = self.stack;
        let depth = stack.depth.load(Relaxed);
        let Some(open) = stack.open.get(depth as usize) else {
            stack.beyond.store(stack.beyond.load(Relaxed).wrapping_add(1), Relaxed);
            return add(&self.ranges.unplaced);
        };
        let domain = u64::from(from.domain) << 32;
        open.what.store(domain | u64::from(NO_ROW), Relaxed);
        stack.depth.store(depth + 1, Relaxed);
        // A signal handler with ranges of its own uses what is above.
        compiler_fence(SeqCst);
        match self.row(RangeSort::Nested, from, depth, name) {
            Some((number, row)) => {
                bump(&row.begun, 1);
                open.what.store(domain | (number as u64 + 1), Relaxed);
            }
            None => add(&self.ranges.unplaced),
        }
        open.waited.store(stack.waited.load(Relaxed), Relaxed);
        open.start.store(clock::ticks(), Relaxed);
    }

    #[inline(always)]
    fn pop(self, domain: u32, now: u64) {
        let stack = self.stack;
        let beyond = stack.beyond.load(Relaxed);
        if beyond > 0 {
            return stack.beyond.store(beyond - 1, Relaxed);
        }
        let depth = (stack.depth.load(Relaxed) as usize).min(RANGE_DEPTH);
        let is_of_domain = |at: &usize| stack.open[*at].what.load(Relaxed) >> 32 == u64::from(domain);
        let Some(at) = (0..depth).rev().find(is_of_domain) else { return add(&self.ranges.unmatched) };
        let open = &stack.open[at];
        let row = (open.what.load(Relaxed) as u32).checked_sub(1);
        let start = open.start.load(Relaxed);
        let ticks = now.wrapping_sub(start);
        let waited = stack.waited.load(Relaxed).wrapping_sub(open.waited.load(Relaxed));
        // Ranges of other domains that began later stay open.
        for (to, from) in (at..depth - 1).map(|at| (&stack.open[at], &stack.open[at + 1])) {
            to.what.store(from.what.load(Relaxed), Relaxed);
            to.start.store(from.start.load(Relaxed), Relaxed);
            to.waited.store(from.waited.load(Relaxed), Relaxed);
        }
        compiler_fence(SeqCst);
        stack.depth.store(depth as u32 - 1, Relaxed);
        if let Some(number) = row
            && let Some(row) = self.ranges.table.get(number as usize)
        {
            rows::add_own(row, ticks, waited);
            if self.block.head.wants.load(Relaxed) & WANTS_RECORDS != 0 {
                self.record(number, start, ticks);
            }
        }
    }

    /// Among the records of calls, with a number that is beyond those of functions.
    #[cold]
    #[inline(never)]
    fn record(self, row: u32, start: u64, ticks: u64) {
        let thread = self.block.head.tid.load(Relaxed);
        let function = (FUNCTIONS as u32 + row) as u16;
        hot::record(self.block, CallRecord { start, duration: ticks, function, result: 0, thread });
    }

    fn mark(&self, from: From, name: Name<'_>) {
        let depth = self.stack.depth.load(Relaxed);
        match self.row(RangeSort::Mark, from, depth, name) {
            Some((_, row)) => {
                bump(&row.begun, 1);
                bump(&row.ended, 1);
            }
            None => add(&self.ranges.unplaced),
        }
    }
}

/// The row plus one of the innermost range that this thread is in, for what it gives to a device; 0 if it is in none.
#[inline]
#[must_use]
pub fn innermost() -> u32 {
    if shared::ranges().is_none() {
        return 0;
    }
    let found = Here::find().map(|here| here.innermost(here.stack.depth.load(Relaxed)));
    found.filter(|row| *row != NO_ROW).unwrap_or(0)
}

/// An operation is complete that was given to a device in a range. One thread at a time: with the backend's lock.
pub fn worked(row_plus_one: u32, kind: u8, ns: u64, bytes: u64) {
    let row = row_plus_one as usize;
    // In a forked child that is not set up, the ranges are its parent's.
    let ranges = shared::ranges().filter(|_| thread::generation() != 0);
    let Some(row) = ranges.and_then(|ranges| ranges.table.get(row.checked_sub(1)?)) else { return };
    add_work(row, kind, ns, bytes);
}

fn add_work(row: &Range, kind: u8, ns: u64, bytes: u64) {
    match OpKind::from_u8(kind) {
        Some(OpKind::Kernel) => {
            bump(&row.kernels, 1);
            bump(&row.kernel_ns, ns);
        }
        Some(OpKind::Copy | OpKind::Fill) => {
            bump(&row.copies, 1);
            bump(&row.copy_ns, ns);
            bump(&row.bytes, bytes);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;

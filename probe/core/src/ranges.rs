//! Ranges that the program marks itself (NVTX, ITT). `zetop_probe_ranges` has the interfaces; here they are counted.
//!
//! ```text
//! push: name -> hash with what is around it -> row of this thread -> the thread's stack of open ranges
//! pop:  stack -> row: count, time, histogram
//! ```
//!
//! As in [`hot`](crate::hot): no lock, no allocation, and no system call but where memory is needed for the first time. A row of
//! ranges that lie within each other is written by its thread alone; those that may end on another thread are added to by all.

mod names;
mod rows;
mod spans;

pub use names::{Name, number};
pub use spans::{begin, end, finish, start};

use crate::shared::{self, SharedFile};
use crate::thread::{self, Room};
use crate::{clock, guard};
use rows::Key;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicU64, compiler_fence};
use zetop_wire::layout::{
    FUNCTIONS, OpKind, RANGE_DEPTH, Range, RangeSort, RangeStack, Ranges, SHARED_ROW, ThreadHead, bump,
};

/// By which interface a range comes, and the [`number`] of its domain; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct From {
    pub interface: u8,
    pub domain: u32,
}

/// In place of a row plus one: the range is in none.
const NO_ROW: u32 = u32::MAX;

/// The calling thread's place.
struct Here {
    ranges: &'static Ranges,
    stack: &'static RangeStack,
    head: &'static ThreadHead,
    block: u16,
}

impl Here {
    /// `None` before the thread's first range, in a forked child, and for a thread without a block.
    #[inline]
    fn find() -> Option<Self> {
        let block = thread::block()?;
        let ranges = shared::ranges()?;
        let number = shared::current()?.number_of(block)?;
        let here =
            Self { ranges, stack: ranges.stacks.get(number)?, head: &block.head, block: number as u16 };
        here.take_over();
        Some(here)
    }

    /// The stack may be that of a thread that has ended, in ranges that will not end.
    #[inline]
    fn take_over(&self) {
        let tid = self.head.tid.load(Relaxed);
        if self.stack.tid.load(Relaxed) != tid {
            self.stack.depth.store(0, Relaxed);
            self.stack.beyond.store(0, Relaxed);
            self.stack.tid.store(tid, Relaxed);
        }
    }

    #[cold]
    #[inline(never)]
    fn first() -> Option<Self> {
        guard::quietly(|| {
            has_memory()?;
            Self::find()
        })
        .flatten()
    }

    /// The row of the innermost range plus one, 0 if there is none.
    #[inline]
    fn innermost(&self, depth: u32) -> u32 {
        let within = depth.checked_sub(1).and_then(|at| self.stack.open.get(at as usize));
        within.map_or(0, |open| open.what.load(Relaxed) as u32)
    }

    /// The row of a range within those that the thread is in. `None` if there is none left, as for the range around it.
    #[inline]
    fn row(
        &self,
        sort: RangeSort,
        from: From,
        depth: u32,
        name: Name<'_>,
    ) -> Option<(usize, &'static Range)> {
        let parent_plus_one = self.innermost(depth);
        let key = Key { sort, from, block: self.block, parent_plus_one };
        if parent_plus_one == NO_ROW { None } else { rows::row(self.ranges, key, name) }
    }
}

/// The ranges of this process's file, with memory. Sets the probe up if this is the first that it hears of the process.
fn has_memory() -> Option<&'static Ranges> {
    if thread::block().is_none() && matches!(thread::find_room(), Room::Nowhere) {
        return None;
    }
    shared::current().filter(|file| SharedFile::make_ranges(file))?;
    shared::ranges()
}

/// The ranges of this process's file, for what any thread may do.
#[inline]
fn of_process() -> Option<&'static Ranges> {
    // In a forked child the pointer is its parent's.
    if thread::generation() != 0
        && let Some(ranges) = shared::ranges()
    {
        return Some(ranges);
    }
    guard::quietly(has_memory).flatten()
}

fn add(to: &AtomicU64) {
    to.fetch_add(1, Relaxed);
}

fn count(of: impl Fn(&Ranges) -> &AtomicU64) {
    if thread::generation() != 0
        && let Some(ranges) = shared::ranges()
    {
        add(of(ranges));
    }
}

fn is_unplaced() {
    count(|ranges| &ranges.unplaced);
}

/// This thread begins a range within the ones that it is in.
pub fn push(from: From, name: Name<'_>) {
    match Here::find().or_else(Here::first) {
        Some(here) => here.push(from, name),
        None => is_unplaced(),
    }
}

/// This thread ends the innermost range of a domain.
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
    fn push(&self, from: From, name: Name<'_>) {
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

    fn pop(&self, domain: u32, now: u64) {
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
        let ticks = now.wrapping_sub(open.start.load(Relaxed));
        let waited = stack.waited.load(Relaxed).wrapping_sub(open.waited.load(Relaxed));
        // Ranges of other domains that began later stay open.
        for (to, from) in (at..depth - 1).map(|at| (&stack.open[at], &stack.open[at + 1])) {
            to.what.store(from.what.load(Relaxed), Relaxed);
            to.start.store(from.start.load(Relaxed), Relaxed);
            to.waited.store(from.waited.load(Relaxed), Relaxed);
        }
        compiler_fence(SeqCst);
        stack.depth.store(depth as u32 - 1, Relaxed);
        if let Some(row) = row.and_then(|row| self.ranges.table.get(row as usize)) {
            rows::add_own(row, ticks, waited);
        }
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
    let Some(row) = shared::ranges().and_then(|ranges| ranges.table.get(row.checked_sub(1)?)) else { return };
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

/// Calls that take less than this many ticks are no waits.
pub(crate) const SHORTEST_WAIT: u64 = 2048;

/// A bit for each function that waits.
static WAITS: [AtomicU64; FUNCTIONS / 64] = [const { AtomicU64::new(0) }; FUNCTIONS / 64];

/// A session begins.
pub(crate) fn set_up(waits: impl Fn(usize) -> bool) {
    for (at, bits) in WAITS.iter().enumerate() {
        let bit = |bit: usize| u64::from(waits(64 * at + bit)) << bit;
        bits.store((0..64).map(bit).sum(), Relaxed);
    }
}

/// This thread was in a call of a function for so long.
#[cold]
#[inline(never)]
pub(crate) fn may_have_waited(function: usize, ticks: u64) {
    let waits = WAITS.get(function / 64).is_some_and(|bits| bits.load(Relaxed) >> (function % 64) & 1 != 0);
    if waits && let Some(here) = Here::find() {
        bump(&here.stack.waited, ticks);
    }
}

/// The key of a range that may end on another thread.
fn of_all(sort: RangeSort, from: From) -> Key {
    Key { sort, from, block: SHARED_ROW, parent_plus_one: 0 }
}

#[cfg(test)]
mod tests;

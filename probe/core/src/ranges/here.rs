//! Where the calling thread's ranges are, and those of the process.

use super::names::Name;
use super::rows::{self, From, Key};
use crate::guard;
use crate::shared::{self, SharedFile};
use crate::thread::{self, Room};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{Range, RangeSort, RangeStack, Ranges, ThreadBlock};

/// In place of a row plus one: the range is in none.
pub(super) const NO_ROW: u32 = u32::MAX;

/// The calling thread's place. It is handed on by value, so that it stays in registers.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) ranges: &'static Ranges,
    pub(super) stack: &'static RangeStack,
    pub(super) block: &'static ThreadBlock,
    pub(super) number: u16,
}

impl Here {
    /// `None` before the thread's first range, in a forked child, and for a thread without a block.
    #[inline(always)]
    pub(super) fn find() -> Option<Self> {
        let block = thread::block()?;
        let ranges = shared::ranges()?;
        let number = shared::current()?.number_of(block)?;
        let here = Self { ranges, stack: ranges.stacks.get(number)?, block, number: number as u16 };
        here.take_over();
        Some(here)
    }

    /// The stack may be that of a thread that has ended, in ranges that will not end.
    #[inline(always)]
    pub(super) fn take_over(self) {
        let tid = self.block.head.tid.load(Relaxed);
        if self.stack.tid.load(Relaxed) != tid {
            self.stack.depth.store(0, Relaxed);
            self.stack.beyond.store(0, Relaxed);
            self.stack.tid.store(tid, Relaxed);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn first() -> Option<Self> {
        guard::quietly(|| {
            has_memory()?;
            Self::find()
        })
        .flatten()
    }

    /// The row of the innermost range plus one, 0 if there is none.
    #[inline(always)]
    pub(super) fn innermost(self, depth: u32) -> u32 {
        let within = depth.checked_sub(1).and_then(|at| self.stack.open.get(at as usize));
        within.map_or(0, |open| open.what.load(Relaxed) as u32)
    }

    /// The row of a range within those that the thread is in. `None` if there is none left, as for the range around it.
    #[inline(always)]
    pub(super) fn row(
        self,
        sort: RangeSort,
        from: From,
        depth: u32,
        name: Name<'_>,
    ) -> Option<(usize, &'static Range)> {
        let parent_plus_one = self.innermost(depth);
        let key = Key { sort, from, block: self.number, parent_plus_one };
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
pub(super) fn of_process() -> Option<&'static Ranges> {
    // In a forked child the pointer is its parent's.
    if thread::generation() != 0
        && let Some(ranges) = shared::ranges()
    {
        return Some(ranges);
    }
    guard::quietly(has_memory).flatten()
}

pub(super) fn add(to: &AtomicU64) {
    to.fetch_add(1, Relaxed);
}

pub(super) fn count(of: impl Fn(&Ranges) -> &AtomicU64) {
    if thread::generation() != 0
        && let Some(ranges) = shared::ranges()
    {
        add(of(ranges));
    }
}

pub(super) fn is_unplaced() {
    count(|ranges| &ranges.unplaced);
}

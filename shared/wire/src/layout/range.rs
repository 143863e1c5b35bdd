//! Ranges that a program marks in its own code (NVTX, ITT): what it calls them, how often they ran, and for how long.
//!
//! A row is a name within the range around it, on one thread: only that thread writes it. Ranges that may begin on one thread and
//! end on another one have rows that all threads add to ([`SHARED_ROW`]).

use super::sizes::BLOCKS;
use crate::histogram::PageTable;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// Rows of a process.
pub const RANGES: usize = 4096;
/// Different names of a process. Ranges with further names are counted under [`OTHER_RANGES`].
pub const MOST_RANGE_NAMES: usize = 1024;
/// Places for names. Half of them stay free, so that a look-up is short.
pub const RANGE_NAMES: usize = 2 * MOST_RANGE_NAMES;
/// Bytes of a name that are kept.
pub const RANGE_NAME_BYTES: usize = 248;
/// Ranges within each other on a thread. Deeper ones are counted, and not timed.
pub const RANGE_DEPTH: usize = 62;
/// Places of the index of rows.
pub const RANGE_INDEX: usize = 2 * RANGES;

/// In place of the number of a block: all threads add to the row.
pub const SHARED_ROW: u16 = u16::MAX;
/// The number of a name for which there was no room.
pub const OTHER_NAME: u32 = u32::MAX;
/// What such ranges are called.
pub const OTHER_RANGES: &str = "(others)";

/// The interfaces by which ranges come. Their numbers are their positions.
pub const RANGE_INTERFACES: [&str; 3] = ["", "NVTX", "ITT"];
pub const NVTX: u8 = 1;
pub const ITT: u8 = 2;

/// How a range begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RangeSort {
    /// Pushed and popped by one thread: it lies within another one, or around it.
    Nested = 1,
    /// Begun and ended by its number.
    Started = 2,
    /// A point in time.
    Mark = 3,
    /// A frame of ITT: what it says returns again and again.
    Frame = 4,
    /// Of no range of the program's: kernels that a queue repeats in the same numbers, as zetop finds.
    Round = 5,
}

impl RangeSort {
    #[must_use]
    pub fn from_u8(value: u8) -> Option<Self> {
        Some(match value {
            1 => Self::Nested,
            2 => Self::Started,
            3 => Self::Mark,
            4 => Self::Frame,
            5 => Self::Round,
            _ => return None,
        })
    }
}

/// One row. Times are in ticks of the process's clock.
#[repr(C, align(128))]
pub struct Range {
    /// [`RangeSort`] | interface << 8 | block << 16 | row of the range around it plus one << 32. 0 while it is being made.
    pub key: AtomicU64,
    /// Numbers of its name and of its domain's name: place plus one, 0 for none, or [`OTHER_NAME`].
    pub name: AtomicU32,
    pub domain: AtomicU32,
    pub begun: AtomicU64,
    pub ended: AtomicU64,
    /// Time of the ranges that have ended.
    pub total: AtomicU64,
    pub min_plus_one: AtomicU64,
    pub max: AtomicU64,
    /// Part of `total` that the thread has spent in API functions that wait.
    pub waited: AtomicU64,
    /// What was given to devices by this thread while this was the innermost range: kernels and their time in ns, copies and
    /// fills with theirs and their bytes, as far as they are complete.
    pub kernels: AtomicU64,
    pub kernel_ns: AtomicU64,
    pub copies: AtomicU64,
    pub copy_ns: AtomicU64,
    pub bytes: AtomicU64,
    pub histogram: PageTable,
}

/// A name, cut off at [`RANGE_NAME_BYTES`]. Bytes of the program's, which need not be UTF-8.
#[repr(C)]
pub struct RangeName {
    /// Its length plus one; 0 while there is none. As the program has it, which may be more than is kept.
    pub len_plus_one: AtomicU32,
    pub reserved: AtomicU32,
    pub bytes: [AtomicU8; RANGE_NAME_BYTES],
}

/// A range that has begun.
#[repr(C)]
pub struct OpenRange {
    /// Row plus one (all bits set if it has none) | number of the domain << 32.
    pub what: AtomicU64,
    /// The tick at which it began, and [`RangeStack::waited`] then.
    pub start: AtomicU64,
    pub waited: AtomicU64,
}

/// The ranges that the owner of a thread block is in, the outermost first.
#[repr(C, align(64))]
pub struct RangeStack {
    /// Whose they are: the block may have another owner by now.
    pub tid: AtomicU32,
    pub depth: AtomicU32,
    /// Begun beyond [`RANGE_DEPTH`], and not ended.
    pub beyond: AtomicU32,
    /// Ticks that the thread has spent in functions that wait.
    pub waited: AtomicU64,
    pub open: [OpenRange; RANGE_DEPTH],
}

/// The end of a process file. It takes memory when the first range begins.
#[repr(C, align(4096))]
pub struct Ranges {
    /// Rows made so far.
    pub rows: AtomicU32,
    pub reserved: AtomicU32,
    /// Ends of ranges that had not begun, or had ended before.
    pub unmatched: AtomicU64,
    /// Ranges that are in no row: there was none left, or they were too deep, or their thread has no block.
    pub unplaced: AtomicU64,
    /// Ranges whose names there was no room for.
    pub nameless: AtomicU64,
    pub table: [Range; RANGES],
    pub names: [RangeName; RANGE_NAMES],
    pub stacks: [RangeStack; BLOCKS],
    /// For the probe: where rows are. Upper bits of a hash, and in the lower 16 the row plus one.
    pub index: [AtomicU64; RANGE_INDEX],
}

const _: () = assert!(size_of::<Range>() == 128 && size_of::<RangeName>() == 256 && RANGES < 1 << 16);

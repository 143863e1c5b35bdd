//! Sizes of blocks.

use std::alloc::Layout;

/// The size of the smallest blocks in bytes; every block is aligned to it.
pub const UNIT: usize = 16;
/// Up to this, classes are one unit apart; from there on there are four for each power of two.
pub const FINE: usize = 8 * UNIT;
/// Alignments up to this can be had.
pub const PAGE: usize = 4096;
/// What is cut into blocks, in the order in which it is tried: there may be a limit (RLIMIT_AS, locked memory).
pub const REGIONS: [usize; 2] = [2 << 20, 128 << 10];
/// Larger blocks have mappings of their own.
pub const LARGE: usize = REGIONS[0] / 8;
/// Sizes are below this one, in bytes: a process has no more addresses.
pub const END: usize = 1 << 47;
pub const CLASSES: usize = Class::of_size(END).0 + 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class(pub usize);

impl Class {
    /// `None` if there are no such blocks.
    pub fn for_layout(layout: Layout) -> Option<Self> {
        let size = layout.size().max(UNIT);
        // Powers of two are aligned to themselves.
        let size =
            if layout.align() > UNIT { size.max(layout.align()).checked_next_power_of_two()? } else { size };
        (size <= END && layout.align() <= PAGE).then(|| Self::of_size(size))
    }

    pub const fn of_size(size: usize) -> Self {
        let last = size - 1;
        if size <= FINE {
            return Self(last / UNIT);
        }
        // The highest bit says which power of two, the next two bits which quarter.
        let power = last.ilog2();
        Self(FINE / UNIT + (power - FINE.ilog2()) as usize * 4 + (last >> (power - 2)) - 4)
    }

    /// The size of its blocks, in bytes.
    pub const fn size(self) -> usize {
        let fine = FINE / UNIT;
        if self.0 < fine {
            return (self.0 + 1) * UNIT;
        }
        let (power, quarter) = ((self.0 - fine) / 4, (self.0 - fine) % 4);
        (quarter + 5) << (power + FINE.ilog2() as usize - 2)
    }

    pub const fn is_large(self) -> bool {
        self.size() > LARGE
    }
}

/// The largest power of two that divides its size, up to a page.
pub fn align_of_blocks(size: usize) -> usize {
    (1 << size.trailing_zeros()).min(PAGE)
}

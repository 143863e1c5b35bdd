//! A count that many threads add to without a cache line that they share.

use std::sync::atomic::{AtomicU64, Ordering};

const PARTS: usize = 64;

/// With the line beside it, which processors fetch as well.
#[repr(align(128))]
struct Part(AtomicU64);

/// The sum of its parts. Whoever adds names a stream: operations of one stream come from one thread, as a rule.
pub struct Tally([Part; PARTS]);

impl Tally {
    pub const fn new() -> Self {
        Self([const { Part(AtomicU64::new(0)) }; PARTS])
    }

    #[inline]
    pub fn add(&self, stream: usize, count: u64) {
        self.0[spread(stream, PARTS)].0.fetch_add(count, Ordering::Release);
    }

    /// Of parts that others may be adding to.
    pub fn sum(&self) -> u64 {
        self.0.iter().map(|part| part.0.load(Ordering::Acquire)).sum()
    }

    pub fn clear(&self) {
        self.0.iter().for_each(|part| part.0.store(0, Ordering::Release));
    }
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
    fn whatever_is_added_is_in_the_sum() {
        static TALLY: Tally = Tally::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || (0..1000).for_each(|_| TALLY.add(0x7f00_0000_0000 + thread * 4096, 2)));
            }
        });
        assert_eq!(TALLY.sum(), 8000);
        TALLY.clear();
        assert_eq!(TALLY.sum(), 0);
    }

    #[test]
    fn streams_made_one_after_the_other_are_spread() {
        let mut parts: Vec<usize> = (0..8).map(|i| spread(0x5600_0000_0000 + i * 1024, PARTS)).collect();
        parts.sort_unstable();
        parts.dedup();
        assert!(parts.len() >= 6, "{parts:?}");
    }
}

//! Histograms of durations, in shared memory: log-linear, [`STEPS`] buckets for each power of two.
//!
//! A histogram takes at most five pages, and only those that it has counts in: a [`PageTable`] says which
//! pages of the file they are. Durations up to 127 have a bucket each; beyond that, a bucket's width is at
//! most 1/64 (1.6 %) of its durations.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Buckets for each power of two.
pub const STEPS: usize = 64;
/// Longest duration that has a bucket; longer ones count as this one. 3.2 hours at 3 GHz, 9.8 hours in ns.
pub const LONGEST: u64 = (1 << 45) - 1;
pub const BUCKETS: usize = bucket(LONGEST) + 1;
/// Buckets of a page: eight powers of two.
pub const PAGE_BUCKETS: usize = 512;
pub const TABLE: usize = BUCKETS / PAGE_BUCKETS;

/// The bucket of a duration.
#[inline(always)]
#[must_use]
pub const fn bucket(duration: u64) -> usize {
    let duration = if duration > LONGEST { LONGEST } else { duration };
    let shift = (duration | STEPS as u64).ilog2() - STEPS.ilog2();
    shift as usize * STEPS + (duration >> shift) as usize
}

/// Shortest and longest duration of a bucket.
#[must_use]
pub const fn bounds(bucket: usize) -> (u64, u64) {
    if bucket < 2 * STEPS {
        return (bucket as u64, bucket as u64);
    }
    let shift = bucket / STEPS - 1;
    let low = ((bucket % STEPS + STEPS) as u64) << shift;
    (low, low + (1 << shift) - 1)
}

/// Counts of [`PAGE_BUCKETS`] buckets in a row.
#[repr(C, align(4096))]
pub struct Page {
    pub counts: [AtomicU64; PAGE_BUCKETS],
}

/// Numbers of a histogram's pages; 0 for those that it does not have yet.
#[repr(C)]
pub struct PageTable {
    pub pages: [AtomicU16; TABLE],
}

impl PageTable {
    /// Where a bucket is counted: the number of its page (0 if there is none yet), and the position in it.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, bucket: usize) -> (u16, usize) {
        let page = self.pages.get(bucket / PAGE_BUCKETS).map_or(0, |page| page.load(Ordering::Relaxed));
        (page, bucket % PAGE_BUCKETS)
    }
}

const _: () = assert!(BUCKETS.is_multiple_of(PAGE_BUCKETS));

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn buckets_follow_each_other_without_a_gap() {
        assert_eq!((BUCKETS, TABLE), (2560, 5));
        let mut next = 0;
        for i in 0..BUCKETS {
            let (low, high) = bounds(i);
            assert_eq!((low, bucket(low), bucket(high)), (next, i, i));
            assert!((high - low) * 64 <= low, "bucket {i} is wider than 1/64");
            next = high + 1;
        }
        assert_eq!(next, LONGEST + 1);
    }

    proptest! {
        #[test]
        fn a_duration_lies_within_its_bucket(duration in 0..=LONGEST) {
            let (low, high) = bounds(bucket(duration));
            prop_assert!(low <= duration && duration <= high);
        }
    }
}

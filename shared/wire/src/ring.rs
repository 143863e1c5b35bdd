//! A ring of fixed-size records in shared memory: one writer that never waits, any number of readers.
//!
//! The writer overwrites the oldest record. A reader notices how many it lost, and that count is exact: each
//! record has a number, and [`Ring::written`] is the number of the next one.

use crate::sync::atomic::{AtomicU64, Ordering, fence};

/// `N` records of `W` 64-bit words. `N` must be a power of two.
#[repr(C, align(64))]
pub struct Ring<const N: usize, const W: usize> {
    /// Records written so far.
    written: AtomicU64,
    _pad: [u64; 7],
    pub(crate) slots: [[AtomicU64; W]; N],
}

impl<const N: usize, const W: usize> Ring<N, W> {
    /// A ring without a record. In a process file one begins as zero bytes.
    #[must_use]
    pub const fn empty() -> Self {
        let written = AtomicU64::new(0);
        Self { written, _pad: [0; 7], slots: [const { [const { AtomicU64::new(0) }; W] }; N] }
    }

    /// Appends a record. Only one thread may write at a time.
    #[inline(always)]
    pub fn push(&self, record: [u64; W]) {
        const { assert!(N.is_power_of_two()) };
        let number = self.written.load(Ordering::Relaxed);
        let slot = &self.slots[(number as usize) & (N - 1)];
        for (word, value) in slot.iter().zip(record) {
            word.store(value, Ordering::Relaxed);
        }
        self.written.store(number.wrapping_add(1), Ordering::Release);
        // A reader that sees a word of the next record must also see this record's number: see `reader`,
        // which discards what may have been overwritten while it copied.
        fence(Ordering::Release);
    }

    /// The record written last. For the writing thread only.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<[u64; W]> {
        let number = self.written.load(Ordering::Relaxed).checked_sub(1)?;
        let slot = &self.slots[(number as usize) & (N - 1)];
        Some(std::array::from_fn(|word| slot[word].load(Ordering::Relaxed)))
    }

    /// Records written so far, including those overwritten since.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Acquire)
    }
}

/// Which records of a ring can be taken, given what was read before and after copying.
///
/// Returns `(first, lost)`: records `first..before` of the copy are whole; `lost` records since `next` are
/// gone. `after` is the writer's count once the copy was made: the slot of record `after` may be half
/// overwritten, and with it record `after - capacity`.
#[must_use]
pub fn whole(next: u64, before: u64, after: u64, capacity: u64) -> (u64, u64) {
    let oldest = (after.saturating_add(1)).saturating_sub(capacity);
    let first = next.max(oldest).min(before);
    (first, first.saturating_sub(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_is_lost_while_the_reader_keeps_up() {
        assert_eq!(whole(0, 5, 5, 8), (0, 0));
        assert_eq!(whole(5, 12, 12, 8), (5, 0));
    }

    #[test]
    fn the_slot_being_written_is_not_trusted() {
        // 8 slots, 8 records written, the 9th may be on its way into slot 0
        assert_eq!(whole(0, 8, 8, 8), (1, 1));
        assert_eq!(whole(0, 20, 20, 8), (13, 13));
    }

    proptest! {
        #[test]
        fn taken_and_lost_add_up(next in 0u64..1000, more in 0u64..1000, later in 0u64..1000) {
            let (before, after) = (next + more, next + more + later);
            let (first, lost) = whole(next, before, after, 64);
            prop_assert_eq!(lost + (before - first), more);
            prop_assert!(before - first < 64);
            prop_assert!(first == before || first + 64 > after);
        }
    }
}

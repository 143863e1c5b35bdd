//! Handles that are marked, which is known without the device lock.

use crate::sync::atomic::{AtomicUsize, Ordering};

const PLACES: usize = 8;
/// In the last place of a bucket that was too small: each handle in this bucket counts as marked until all marks are taken away.
const MORE: usize = 1;

/// Marked handles, 0 in places that are free. A bucket fills a cache line.
#[repr(align(64))]
struct Bucket([AtomicUsize; PLACES]);

/// Marked handles, each in its bucket.
pub struct Marks<const BUCKETS: usize>([Bucket; BUCKETS]);

impl<const BUCKETS: usize> Marks<BUCKETS> {
    #[must_use]
    pub const fn new() -> Self {
        Self([const { Bucket([const { AtomicUsize::new(0) }; PLACES]) }; BUCKETS])
    }

    fn places(&self, handle: usize) -> &[AtomicUsize; PLACES] {
        // Handles are addresses, often at equal distances: multiplied once, those of many distances would share few buckets.
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (handle as u64).wrapping_mul(MIX);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(MIX);
        &self.0[(mixed >> 32) as usize % BUCKETS].0
    }

    pub fn mark(&self, handle: usize) {
        if self.has(handle) {
            return;
        }
        let places = self.places(handle);
        let take = |place: &AtomicUsize| {
            let taken = place.compare_exchange(0, handle, Ordering::AcqRel, Ordering::Acquire);
            taken.is_ok() || taken == Err(handle)
        };
        if !places.iter().any(take) {
            places[PLACES - 1].store(MORE, Ordering::Release);
        }
    }

    /// True if it is marked. Once a bucket was too small, also for the others in it.
    #[must_use]
    pub fn has(&self, handle: usize) -> bool {
        let mut marked = self.places(handle).iter().map(|place| place.load(Ordering::Acquire));
        marked.any(|marked| marked == handle || marked == MORE)
    }

    /// Takes the mark away.
    pub fn clear(&self, handle: usize) {
        // Two threads may have marked it in two places.
        for place in self.places(handle).iter().filter(|place| place.load(Ordering::Relaxed) == handle) {
            let _ = place.compare_exchange(handle, 0, Ordering::AcqRel, Ordering::Relaxed);
        }
    }

    /// Takes all marks away.
    pub fn clear_all(&self) {
        let places = self.0.iter().flat_map(|bucket| &bucket.0);
        places.filter(|place| place.load(Ordering::Relaxed) != 0).for_each(|place| {
            place.store(0, Ordering::Release);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_marked_until_it_is_reset() {
        static MARKS: Marks<8192> = Marks::new();
        let event = 0xbeef_0010;
        assert!(!MARKS.has(event));
        MARKS.mark(event);
        MARKS.mark(event);
        assert!(MARKS.has(event));
        MARKS.clear(event);
        assert!(!MARKS.has(event));
    }

    #[test]
    fn events_of_a_bucket_that_is_full_stay_marked() {
        static MARKS: Marks<8192> = Marks::new();
        let first = 0xbeef_1000_usize;
        let same =
            (first..).step_by(8).filter(|other| std::ptr::eq(MARKS.places(*other), MARKS.places(first)));
        let events: Vec<usize> = same.take(PLACES + 1).collect();
        let (last, others) = events.split_last().unwrap();
        others.iter().for_each(|event| MARKS.mark(*event));
        assert!(!MARKS.has(*last), "there was room for each");
        MARKS.clear(others[0]);
        assert!(!MARKS.has(others[0]) && MARKS.has(others[1]));
        MARKS.mark(others[0]);
        MARKS.mark(*last);
        events.iter().for_each(|event| MARKS.clear(*event));
        assert!(events.iter().all(|event| MARKS.has(*event)), "any of them may still be signalled");
        MARKS.clear_all();
        assert!(!events.iter().any(|event| MARKS.has(*event)));
    }

    /// A program signals ten thousand events and resets none. Whatever the size of a driver's events, others count as marked
    /// hardly ever.
    #[test]
    fn an_event_is_not_taken_for_one_of_many_that_are_marked() {
        static MARKS: Marks<8192> = Marks::new();
        for size in [32, 48, 64, 96, 112, 144, 224, 256, 288, 336, 432, 512, 672, 1024, 4096] {
            MARKS.clear_all();
            let events = |from: usize| (0..10_000).map(move |number| from + size * number);
            events(0x55d0_0000_0000).for_each(|event| MARKS.mark(event));
            let taken = events(0x55e0_0000_0000).filter(|event| MARKS.has(*event)).count();
            assert!(taken < 20, "{taken} of 10,000 events of {size} bytes");
        }
    }
}

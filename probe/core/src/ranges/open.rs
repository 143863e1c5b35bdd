//! Places for open ranges, each with the range's number and what is known of it, by which any thread may end it.

use crate::sync::atomic::AtomicU64;
use crate::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

/// Places that are looked at for one.
const LOOKS: usize = 16;
/// The place is being filled.
const TAKEN: u64 = u64::MAX;

struct Place {
    /// 0 is a free place.
    number: AtomicU64,
    what: [AtomicU64; 3],
}

pub struct Open<const PLACES: usize>([Place; PLACES]);

impl<const PLACES: usize> Open<PLACES> {
    #[must_use]
    pub const fn new() -> Self {
        Self([const { Place { number: AtomicU64::new(0), what: [const { AtomicU64::new(0) }; 3] } }; PLACES])
    }

    fn places(first: u64) -> impl Iterator<Item = usize> {
        (0..LOOKS).map(move |look| (first as usize).wrapping_add(look) % PLACES)
    }

    /// A free place, which is the caller's until [`Self::fill`] or [`Self::give_up`].
    #[must_use]
    pub fn take(&self, first: u64) -> Option<usize> {
        let take = |at: &usize| self.0[*at].number.compare_exchange(0, TAKEN, AcqRel, Relaxed).is_ok();
        Self::places(first).find(take)
    }

    /// The place of an open range of that number, as if it were free.
    #[must_use]
    pub fn take_again(&self, number: u64, first: u64) -> Option<usize> {
        let take = |at: &usize| {
            let place = &self.0[*at].number;
            place.load(Acquire) == number && place.compare_exchange(number, TAKEN, AcqRel, Relaxed).is_ok()
        };
        Self::places(first).find(take)
    }

    /// The range is open from now on.
    pub fn fill(&self, at: usize, number: u64, what: [u64; 3]) {
        let place = &self.0[at];
        place.what.iter().zip(what).for_each(|(to, word)| to.store(word, Relaxed));
        place.number.store(number, Release);
    }

    /// The place is free.
    pub fn give_up(&self, at: usize) {
        self.0[at].number.store(0, Release);
    }

    /// Ends the open range of that number at one of the places from `first` on. What was known of it; `None` if there is none.
    pub fn leave(&self, number: u64, first: u64) -> Option<[u64; 3]> {
        Self::places(first).find_map(|at| self.leave_at(number, at))
    }

    /// Ends the open range of that number at the place `at`; `None` if it is not there. If two threads end a range at once, one
    /// succeeds.
    ///
    /// The words returned belong to one range, unless the program begins a range under a number that another thread is just ending:
    /// then they may be of both.
    pub fn leave_at(&self, number: u64, at: usize) -> Option<[u64; 3]> {
        let place = &self.0[at];
        if place.number.load(Acquire) != number {
            return None;
        }
        let what = [0, 1, 2].map(|word| place.what[word].load(Relaxed));
        place.number.compare_exchange(number, 0, AcqRel, Relaxed).ok().map(|_| what)
    }
}

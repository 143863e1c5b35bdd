//! Submissions of which some in a row are timed.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A group has no more.
pub(super) const LONGEST: u64 = (1 << BITS) - 1;
const BITS: u32 = 21;

/// What an operation stands for that is timed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The number of its group.
    pub group: u32,
    /// How many that are not timed it stands for on average.
    pub others: f32,
}

impl Sample {
    /// For itself alone: all are timed.
    pub const ITSELF: Self = Self { group: 0, others: 0.0 };
}

/// How many submissions a group has, the place of the first one that is timed, and how many are. Behind the last place comes the
/// first one again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) length: u64,
    pub(super) first: u64,
    pub(super) timed: u64,
}

/// A [`Group`] in one word.
pub(super) type Packed = u64;

impl Group {
    /// None: all submissions are timed.
    pub(super) const ALL: Self = Self { length: 0, first: 0, timed: 0 };

    pub(super) fn pack(self) -> Packed {
        self.length | self.first << BITS | self.timed << (2 * BITS)
    }

    pub(super) fn unpack(packed: Packed) -> Self {
        let part = |at: u32| packed >> (at * BITS) & LONGEST;
        Self { length: part(0), first: part(1), timed: part(2) }
    }

    /// Whether the submission at a place is timed.
    pub(super) fn times(self, place: u64) -> bool {
        self.length == 0 || (place + self.length - self.first) % self.length < self.timed
    }

    /// What a submission stands for that is timed.
    pub(super) fn sample(self, number: u64) -> Sample {
        if self.length == 0 {
            return Sample::ITSELF;
        }
        let others = (self.length - self.timed) as f32 / self.timed as f32;
        Sample { group: number as u32, others }
    }
}

/// The present group, and how far it is.
pub(super) struct Present {
    pub(super) packed: AtomicU64,
    /// The next submission's place.
    pub(super) place: AtomicU64,
    /// When it began, and when it is over even if it has not had all of its submissions, ticks.
    pub(super) begun: AtomicU64,
    pub(super) until: AtomicU64,
}

impl Present {
    pub(super) const fn new() -> Self {
        Self {
            packed: AtomicU64::new(0),
            place: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            until: AtomicU64::new(0),
        }
    }

    /// Of `next`, `taken` submissions have been made.
    pub(super) fn begin(&self, next: Group, taken: u64, now: u64, until: u64) {
        self.place.store(taken, Relaxed);
        self.begun.store(now, Relaxed);
        self.until.store(until, Relaxed);
        self.packed.store(next.pack(), Relaxed);
    }
}

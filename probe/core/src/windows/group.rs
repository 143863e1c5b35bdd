//! Submissions of which some in a row are timed.

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

impl Group {
    /// None: all submissions are timed.
    pub(super) const ALL: Self = Self { length: 0, first: 0, timed: 0 };

    pub(super) fn pack(self) -> u64 {
        self.length | self.first << BITS | self.timed << (2 * BITS)
    }

    pub(super) fn unpack(packed: u64) -> Self {
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

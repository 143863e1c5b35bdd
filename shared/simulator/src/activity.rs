//! How long a device's engines were active, for the readings of sysman.

use crate::queue_group::{COMPUTE_GROUP, COPY_GROUP, QUEUE_GROUPS};
use std::sync::atomic::{AtomicU64, Ordering};

/// A part of the device: all of it, an engine group, or one engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    All,
    /// By its ordinal.
    Group(u32),
    /// By its ordinal and its number in the group.
    Engine(u32, u32),
}

impl Part {
    /// All parts of a device.
    pub fn all() -> impl Iterator<Item = Self> {
        let engines = |ordinal: u32| {
            (0..QUEUE_GROUPS[ordinal as usize].queues).map(move |index| Self::Engine(ordinal, index))
        };
        [Self::All, Self::Group(COMPUTE_GROUP), Self::Group(COPY_GROUP)]
            .into_iter()
            .chain(engines(COMPUTE_GROUP))
            .chain(engines(COPY_GROUP))
    }
}

/// The time during which at least one operation ran, in nanoseconds of the host clock. Overlapping operations
/// count once.
#[derive(Default)]
#[repr(align(64))]
struct Busy {
    until: AtomicU64,
    total: AtomicU64,
}

impl Busy {
    fn add(&self, start: u64, end: u64) {
        let before = self.until.fetch_max(end, Ordering::AcqRel);
        if end > before {
            self.total.fetch_add(end - start.max(before), Ordering::AcqRel);
        }
    }

    /// An operation is counted as a whole when it starts, so the part still ahead is subtracted.
    fn up_to(&self, now: u64) -> u64 {
        let ahead = self.until.load(Ordering::Acquire).saturating_sub(now);
        self.total.load(Ordering::Acquire).saturating_sub(ahead)
    }
}

/// The activity of one device.
#[derive(Default)]
pub struct Activity {
    all: Busy,
    groups: [Busy; QUEUE_GROUPS.len()],
    engines: [[Busy; MOST_ENGINES]; QUEUE_GROUPS.len()],
}

/// Engines of the largest group.
const MOST_ENGINES: usize = 4;

impl Activity {
    fn busy(&self, part: Part) -> &Busy {
        match part {
            Part::All => &self.all,
            Part::Group(ordinal) => &self.groups[ordinal as usize],
            Part::Engine(ordinal, index) => &self.engines[ordinal as usize][index as usize],
        }
    }

    /// An engine works between these moments of the host clock.
    pub fn add(&self, ordinal: u32, index: u32, start: u64, end: u64) {
        for part in [Part::All, Part::Group(ordinal), Part::Engine(ordinal, index)] {
            self.busy(part).add(start, end);
        }
    }

    /// For how long a part has been active up to now, in nanoseconds.
    pub fn active(&self, part: Part, now: u64) -> u64 {
        self.busy(part).up_to(now)
    }

    /// Until when any part works, and for how long one has in all.
    pub fn whole(&self) -> (u64, u64) {
        (self.all.until.load(Ordering::Acquire), self.all.total.load(Ordering::Acquire))
    }

    /// Whether anything has run since a moment of the host clock.
    pub fn any_since(&self, moment: u64) -> bool {
        self.all.until.load(Ordering::Acquire) > moment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_counts_once() {
        let activity = Activity::default();
        activity.add(0, 0, 100, 200);
        activity.add(0, 1, 150, 260);
        activity.add(1, 0, 300, 310);
        let active = |part, now| activity.active(part, now);
        assert_eq!(active(Part::All, 1000), 170);
        assert_eq!(active(Part::Group(0), 1000), 160);
        assert_eq!(active(Part::Group(1), 1000), 10);
        assert_eq!(active(Part::Engine(0, 1), 1000), 110);
        assert_eq!(active(Part::Engine(0, 2), 1000), 0);
        assert!(activity.any_since(309) && !activity.any_since(310));
    }

    #[test]
    fn what_lies_ahead_does_not_count_yet() {
        let activity = Activity::default();
        activity.add(0, 0, 100, 1100);
        assert_eq!(activity.active(Part::All, 100), 0);
        assert_eq!(activity.active(Part::All, 350), 250);
        assert_eq!(activity.active(Part::All, 5000), 1000);
    }

    #[test]
    fn each_engine_has_its_place() {
        let activity = Activity::default();
        Part::all().for_each(|part| assert_eq!(activity.active(part, 0), 0));
        assert_eq!(Part::all().count(), 3 + 4 + 2);
    }
}

//! Tracks on which nothing overlaps: slices that run at the same time go on different ones.
//!
//! A viewer pairs beginnings with ends by their order in time and, at the same moment, in the file. So a slice fits on
//! a track only where all orders of beginnings and ends give one pairing.

use std::collections::VecDeque;

/// How many slices of a lane are remembered; older ones count as one long slice.
const KEPT: usize = 64;
/// Lanes at most.
const MOST_LANES: usize = 64;

#[derive(Debug, Default)]
struct Lane {
    /// Start and end of the outermost slices, in order.
    slices: VecDeque<(u64, u64)>,
    /// Nothing that starts before fits.
    horizon: u64,
}

impl Lane {
    fn takes(&mut self, start: u64, end: u64, nests: bool) -> bool {
        if start < self.horizon {
            return false;
        }
        let from = self.slices.partition_point(|slice| slice.1 <= start);
        let overlapping = self.slices.range(from..).take_while(|slice| slice.0 <= end).count();
        if overlapping > 0 {
            let within = |slice: &(u64, u64)| start < slice.0 && slice.1 < end;
            if !(nests && self.slices.range(from..from + overlapping).all(within)) {
                return false;
            }
            self.slices.drain(from..from + overlapping);
        }
        self.slices.insert(from, (start, end));
        if self.slices.len() > KEPT
            && let Some((_, end)) = self.slices.pop_front()
        {
            self.horizon = self.horizon.max(end);
        }
        true
    }
}

/// The lanes of a thread or a queue.
#[derive(Debug, Default)]
pub struct Lanes(Vec<Lane>);

impl Lanes {
    /// The lane for a slice from `start` to `end`; `None` when all are taken. A slice around others that `nests` may
    /// be on theirs.
    pub fn place(&mut self, start: u64, end: u64, nests: bool) -> Option<usize> {
        if let Some(lane) = self.0.iter_mut().position(|lane| lane.takes(start, end, nests)) {
            return Some(lane);
        }
        if self.0.len() == MOST_LANES {
            return None;
        }
        let mut lane = Lane::default();
        lane.takes(start, end, nests);
        self.0.push(lane);
        Some(self.0.len() - 1)
    }

    /// The end of the latest slice of the first lane.
    #[must_use]
    pub fn latest(&self) -> Option<u64> {
        self.0.first()?.slices.back().map(|slice| slice.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_overlaps_goes_elsewhere_and_what_encloses_stays() {
        let mut lanes = Lanes::default();
        assert_eq!(lanes.place(10, 20, true), Some(0));
        assert_eq!(lanes.place(20, 30, true), Some(0));
        assert_eq!(lanes.place(15, 25, true), Some(1), "across two");
        assert_eq!(lanes.place(5, 40, true), Some(0), "around two");
        assert_eq!(lanes.place(5, 45, true), Some(1), "the same start");
        assert_eq!(lanes.place(1, 50, false), Some(2));
        assert_eq!(lanes.latest(), Some(40));
    }

    /// As a viewer does it: sorted by time, then by place in the file; an end closes what was opened last.
    fn pairs(events: &[(u64, usize, bool)]) -> Vec<(usize, usize)> {
        let mut sorted = events.to_vec();
        sorted.sort_by_key(|(at, ..)| *at);
        let (mut open, mut pairs) = (Vec::new(), Vec::new());
        for (_, slice, begins) in sorted {
            if begins { open.push(slice) } else { pairs.push((open.pop().unwrap_or(usize::MAX), slice)) }
        }
        pairs
    }

    proptest! {
        #[test]
        fn every_end_meets_its_beginning(
            slices in prop::collection::vec((0u64..200, 0u64..20), 0..200),
            nests in any::<bool>(),
        ) {
            let mut lanes = Lanes::default();
            let mut files: Vec<Vec<(u64, usize, bool)>> = vec![Vec::new(); MOST_LANES];
            for (number, (start, length)) in slices.into_iter().enumerate() {
                if let Some(lane) = lanes.place(start, start + length, nests) {
                    files[lane].push((start, number, true));
                    files[lane].push((start + length, number, false));
                }
            }
            for file in files {
                prop_assert!(pairs(&file).iter().all(|(began, ended)| began == ended), "{file:?}");
            }
        }
    }
}

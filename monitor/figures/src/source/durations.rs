//! Histograms of a process file: what is new in them since they were last read.

use crate::budget::Share;
use std::collections::HashMap;
use std::fs::File;
use zetop_wire::histogram::{BUCKETS, bucket};
use zetop_wire::reader::{self, Pages};

/// Counts of buckets, in ascending order, none of them 0.
pub type Counts = Vec<(u16, u64)>;

/// Room for the buckets that most histograms use.
const USUAL: usize = 64;

/// The part of a histogram that was handed on so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    counts: Counts,
    total: u64,
}

impl Seen {
    /// Durations handed on so far.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Takes a histogram's current state and returns the increase. A count that goes back counts as no increase, and is
    /// remembered as it was: a duration that waited when it was handed on may have been on its way into the histogram at the
    /// next reading, and is in it later. Nothing is taken if there is no room to remember it.
    pub(super) fn update(&mut self, now: Counts, share: &mut Share<'_>) -> Counts {
        let mut known = self.counts.iter().map(|(bucket, _)| *bucket).peekable();
        let mut is_new = |of: u16| {
            while known.next_if(|bucket| *bucket < of).is_some() {}
            known.peek() != Some(&of)
        };
        let unknown: Counts =
            now.iter().filter(|(bucket, _)| is_new(*bucket)).map(|(of, _)| (*of, 0)).collect();
        if !unknown.is_empty() {
            if !share.take_room(unknown.len() * size_of::<(u16, u64)>()) {
                return Counts::new();
            }
            // Two runs in ascending order, which this sort merges.
            self.counts.extend(unknown);
            self.counts.sort_by_key(|(bucket, _)| *bucket);
        }
        let mut known = self.counts.iter_mut();
        let mut increase = |(of, count): (u16, u64)| {
            let (_, had) = known.find(|(bucket, _)| *bucket == of)?;
            let more = count.saturating_sub(*had);
            *had = (*had).max(count);
            self.total = self.total.saturating_add(more);
            (more > 0).then_some((of, more))
        };
        now.into_iter().filter_map(&mut increase).collect()
    }
}

/// Adds a duration that waits outside its histogram, and the calls that it stands for.
pub(super) fn add_waiting(counts: &mut Counts, ticks: u64, calls: u64) {
    let bucket = bucket(ticks) as u16;
    match counts.binary_search_by_key(&bucket, |(bucket, _)| *bucket) {
        Ok(at) => counts[at].1 = counts[at].1.saturating_add(calls),
        Err(at) => counts.insert(at, (bucket, calls)),
    }
}

/// Which histogram has which page. An honest probe gives a page to one histogram; in a hostile file all of
/// them could name all pages, and keep zetop reading.
#[derive(Debug, Default)]
pub(super) struct Owners(HashMap<u16, Owner>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Function { block: u16, function: u16 },
    Overflow { function: u16 },
    Class(u16),
    Range(u16),
}

impl Owners {
    /// Reads a histogram.
    pub(super) fn read(&mut self, file: &File, pages: &Pages, owner: Owner) -> Counts {
        let mut counts = Counts::with_capacity(USUAL);
        for (part, page) in pages.iter().enumerate().filter(|(_, page)| **page != 0) {
            if *self.0.entry(*page).or_insert(owner) == owner {
                reader::histogram_page(file, *page, part, |bucket, count| counts.push((bucket, count)));
            }
        }
        counts
    }
}

/// Adds the buckets that are not in pages.
pub(super) fn add_few(counts: &mut Counts, few: &[(u16, u64)]) {
    for (bucket, count) in few.iter().filter(|(bucket, count)| *count > 0 && usize::from(*bucket) < BUCKETS) {
        match counts.binary_search_by_key(bucket, |(bucket, _)| *bucket) {
            Ok(at) => counts[at].1 = counts[at].1.saturating_add(*count),
            Err(at) => counts.insert(at, (*bucket, *count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn update(seen: &mut Seen, now: &[(u16, u64)]) -> Counts {
        seen.update(now.to_vec(), &mut Share { budget: &mut Budget::default(), used: &mut 0 })
    }

    #[test]
    fn what_is_new_is_handed_on_once() {
        let mut seen = Seen::default();
        assert_eq!(update(&mut seen, &[(3, 2), (9, 1)]), [(3, 2), (9, 1)]);
        assert_eq!(update(&mut seen, &[(3, 2), (9, 1)]), []);
        assert_eq!(update(&mut seen, &[(1, 4), (3, 5), (9, 1), (10, 7)]), [(1, 4), (3, 3), (10, 7)]);
        assert_eq!(seen.total(), 17);
    }

    #[test]
    fn a_count_that_goes_back_takes_nothing_off() {
        let mut seen = Seen::default();
        update(&mut seen, &[(3, 5), (4, 1)]);
        assert_eq!(update(&mut seen, &[(3, 2), (5, 1)]), [(5, 1)]);
        assert_eq!(update(&mut seen, &[(3, u64::MAX), (4, u64::MAX)]).len(), 2);
        assert_eq!(seen.total(), u64::MAX);
    }

    /// It was handed on twice.
    #[test]
    fn a_duration_that_a_reading_misses_is_handed_on_once() {
        let mut seen = Seen::default();
        assert_eq!(update(&mut seen, &[(2, 1), (7, 1)]), [(2, 1), (7, 1)]);
        assert_eq!(update(&mut seen, &[(2, 1), (9, 1)]), [(9, 1)], "that of bucket 7 is on its way");
        assert_eq!(seen.total(), 3);
        assert_eq!(update(&mut seen, &[(2, 1), (7, 1), (9, 1)]), []);
    }

    #[test]
    fn without_room_nothing_is_taken_and_later_all_of_it() {
        let (mut budget, mut used, mut seen) = (Budget::default(), 0, Seen::default());
        let mut share = Share { budget: &mut budget, used: &mut used };
        while share.take_room(16) {}
        assert_eq!(seen.update(vec![(1, 1)], &mut share), []);
        share.budget.give_room_back(share.used);
        assert_eq!(seen.update(vec![(1, 2)], &mut share), [(1, 2)]);
    }

    #[test]
    fn a_duration_that_waits_is_one_of_its_bucket() {
        let mut counts = vec![(7, 1)];
        for (ticks, calls) in [(7, 1), (5, 1), (9, 16)] {
            add_waiting(&mut counts, ticks, calls);
        }
        assert_eq!(counts, [(5, 1), (7, 2), (9, 16)]);
    }
}

//! Ranges that a process marks itself, row by row, as its file has them.

use super::latency::{Latencies, Marks};
use super::series::Series;
use crate::budget::{Budget, ROW, Share};
use crate::sink::RangeNames;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use zetop_wire::layout::RangeSort;
use zetop_wire::reader::{RangeFigures, RangesHead};

/// What a range of NVTX costs, push and pop together: see `docs/src/results/allocations-and-ranges.md`.
const RANGE_NS: u64 = 47;
/// Rows of processes that ended long ago, added up.
const MOST_EARLIER: usize = 4096;

#[derive(Debug, Clone)]
pub struct RangeRow {
    pub names: RangeNames,
    /// Since the process began.
    now: RangeFigures,
    /// At the last reset.
    base: RangeFigures,
    was_reset: bool,
    /// Durations since the last reset, in ticks.
    pub latencies: Latencies,
    /// Ranges that ended, and their ticks, per interval.
    pub ended: Series,
    pub ticks: Series,
}

impl RangeRow {
    fn new(figures: &RangeFigures, names: &RangeNames) -> Self {
        let nothing = RangeFigures {
            interface: figures.interface,
            block: figures.block,
            parent: figures.parent,
            ..RangeFigures::new(figures.sort)
        };
        Self {
            names: names.clone(),
            now: nothing,
            base: nothing,
            was_reset: false,
            latencies: Latencies::default(),
            ended: Series::default(),
            ticks: Series::default(),
        }
    }

    /// Figures since the last reset, but for those that are open, which are all. The extremes are exact before the first reset,
    /// and afterwards as exact as the histogram.
    #[must_use]
    pub fn figures(&self) -> RangeFigures {
        let (now, base) = (&self.now, &self.base);
        let ended = now.ended.saturating_sub(base.ended);
        let (min, max) = match self.latencies.extremes().filter(|_| self.was_reset) {
            Some((min, max)) => (Some(min), max),
            None if self.was_reset => (None, 0),
            None => (now.min, now.max),
        };
        RangeFigures {
            begun: ended.saturating_add(now.begun.saturating_sub(now.ended)),
            ended,
            total: now.total.saturating_sub(base.total),
            min: min.filter(|_| ended > 0),
            max: if ended > 0 { max } else { 0 },
            waited: now.waited.saturating_sub(base.waited),
            kernels: now.kernels.saturating_sub(base.kernels),
            kernel_ns: now.kernel_ns.saturating_sub(base.kernel_ns),
            copies: now.copies.saturating_sub(base.copies),
            copy_ns: now.copy_ns.saturating_sub(base.copy_ns),
            bytes: now.bytes.saturating_sub(base.bytes),
            ..*now
        }
    }
}

/// The ranges of a process.
#[derive(Debug, Clone, Default)]
pub struct RangesSide {
    /// By number. A range's row comes after that of the range around it.
    pub rows: BTreeMap<u32, RangeRow>,
    head: RangesHead,
    base: RangesHead,
}

impl RangesSide {
    pub fn set_head(&mut self, head: &RangesHead) {
        self.head = *head;
    }

    /// What is in no row, or wrong, since the last reset.
    #[must_use]
    pub fn head(&self) -> RangesHead {
        let since = |of: fn(&RangesHead) -> u64| of(&self.head).saturating_sub(of(&self.base));
        RangesHead {
            rows: self.head.rows,
            unmatched: since(|head| head.unmatched),
            unplaced: since(|head| head.unplaced),
            nameless: since(|head| head.nameless),
        }
    }

    pub fn set_row(
        &mut self,
        number: u32,
        figures: &RangeFigures,
        names: &RangeNames,
        between: (u64, u64),
        share: &mut Share<'_>,
    ) {
        let row = match self.rows.entry(number) {
            Entry::Occupied(row) => row.into_mut(),
            Entry::Vacant(place) if share.take_room(ROW) => place.insert(RangeRow::new(figures, names)),
            Entry::Vacant(_) => return,
        };
        row.ended.add_between(between, figures.ended.saturating_sub(row.now.ended));
        row.ticks.add_between(between, figures.total.saturating_sub(row.now.total));
        // A row never changes its meaning.
        let RangeFigures { sort, interface, block, parent, .. } = row.now;
        row.now = RangeFigures { sort, interface, block, parent, ..*figures };
    }

    /// Rows of ranges that the program marks itself, with their numbers.
    pub fn marked(&self) -> impl Iterator<Item = (&u32, &RangeRow)> {
        self.rows.iter().filter(|(_, row)| row.now.sort != RangeSort::Round)
    }

    /// What they have cost the program since the last reset, ns: their time is not taken, since that would cost as much again.
    #[must_use]
    pub fn cost_ns(&self) -> u64 {
        let begun = self.marked().map(|(_, row)| row.figures().begun);
        RANGE_NS.saturating_mul(begun.fold(self.head().unplaced, u64::saturating_add))
    }

    /// Rows of rounds that zetop has found in the program's kernels.
    pub fn rounds(&self) -> impl Iterator<Item = &RangeRow> {
        self.rows.values().filter(|row| row.now.sort == RangeSort::Round)
    }

    /// Durations since the last time, in ticks.
    pub fn add_durations(&mut self, number: u32, more: &[(u16, u64)], budget: &mut Budget) {
        if let Some(row) = self.rows.get_mut(&number) {
            row.latencies.add(more, budget);
        }
    }

    /// The percentiles are there now; the durations come later.
    pub fn mark(&mut self, number: u32, marks: Marks) {
        if let Some(row) = self.rows.get_mut(&number) {
            row.latencies.mark(marks);
        }
    }

    pub fn reset(&mut self, budget: &mut Budget) {
        self.base = self.head;
        for row in self.rows.values_mut() {
            row.base = row.now;
            row.was_reset = true;
            row.latencies.clear(budget);
            (row.ended, row.ticks) = (Series::default(), Series::default());
        }
    }

    /// Figures and percentiles, without histograms and histories.
    #[must_use]
    pub fn row_alone(&self) -> Self {
        let row = |row: &RangeRow| RangeRow {
            latencies: row.latencies.marks_alone(),
            ended: Series::default(),
            ticks: Series::default(),
            ..row.clone()
        };
        Self { rows: self.rows.iter().map(|(number, of)| (*number, row(of))).collect(), ..*self }
    }

    /// About what the rows take without histograms, bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len() * 3 * size_of::<RangeRow>() / 2
    }

    /// Adds another process's ranges; `scale` makes its ticks this one's.
    pub fn absorb(&mut self, other: Self, scale: impl Fn(u64) -> u64, budget: &mut Budget) {
        let more = other.head();
        self.head.unmatched = self.head.unmatched.saturating_add(more.unmatched);
        self.head.unplaced = self.head.unplaced.saturating_add(more.unplaced);
        self.head.nameless = self.head.nameless.saturating_add(more.nameless);
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for (number, mut theirs) in other.rows {
            let figures = theirs.figures();
            // The range around it may have found no room.
            let parent = match figures.parent.map(|parent| numbers.get(&parent).copied()) {
                Some(None) => continue,
                Some(parent) => parent,
                None => None,
            };
            let is_same = |row: &RangeRow| {
                (row.now.parent, row.now.sort, row.now.interface) == (parent, figures.sort, figures.interface)
                    && row.names == theirs.names
            };
            let known = self.rows.iter().find(|(_, row)| is_same(row)).map(|(number, _)| *number);
            let next = self.rows.last_key_value().map_or(0, |(last, _)| last + 1);
            if known.is_none() && self.rows.len() >= MOST_EARLIER {
                theirs.latencies.clear(budget);
                continue;
            }
            let at = known.unwrap_or(next);
            numbers.insert(number, at);
            let new = RangeRow::new(&RangeFigures { parent, ..figures }, &theirs.names);
            let ours = self.rows.entry(at).or_insert(new);
            let (sum, now) = (&mut ours.now, figures);
            sum.begun = sum.begun.saturating_add(now.begun);
            sum.ended = sum.ended.saturating_add(now.ended);
            sum.total = sum.total.saturating_add(scale(now.total));
            sum.min = [sum.min, now.min.map(&scale)].into_iter().flatten().min();
            sum.max = sum.max.max(scale(now.max));
            sum.waited = sum.waited.saturating_add(scale(now.waited));
            sum.kernels = sum.kernels.saturating_add(now.kernels);
            sum.kernel_ns = sum.kernel_ns.saturating_add(now.kernel_ns);
            sum.copies = sum.copies.saturating_add(now.copies);
            sum.copy_ns = sum.copy_ns.saturating_add(now.copy_ns);
            sum.bytes = sum.bytes.saturating_add(now.bytes);
            ours.latencies.absorb(&mut theirs.latencies, budget);
            ours.ended.merge(&theirs.ended);
            ours.ticks.merge(&theirs.ticks);
        }
    }
}

//! How durations are spread: counts by bucket of the probe's histograms (64 for each power of two), without those that are
//! empty. Thousands of kernels have a few dozen buckets each.

use crate::budget::Budget;
use crate::snapshot::Histogram as Buckets;
use zetop_wire::histogram::bounds;

/// Buckets per factor of two in what the dashboard gets.
const BUCKETS_PER_OCTAVE_BITS: u32 = 3;

/// A histogram of durations.
#[derive(Debug, Clone, Default)]
pub struct Latencies {
    /// In ascending order, and how many each has: none of them 0. Apart, since a search needs the buckets alone.
    buckets: Vec<u16>,
    counts: Vec<u64>,
    /// Their sum.
    total: u64,
    /// Where the percentiles and extremes are, while the histogram waits for its durations (see [`Marks`]).
    marks: Option<Marks>,
}

/// Buckets of the shortest duration, of p50, p90 and p99, and of the longest: what a recording says between two
/// differences of a histogram.
pub type Marks = [u16; 5];

/// The rank of a percentile among a number of durations: the smallest one that at least that part of them
/// does not exceed.
#[must_use]
pub fn rank(count: u64, percent: u64) -> u64 {
    (u128::from(count) * u128::from(percent)).div_ceil(100).max(1) as u64
}

/// Where in ascending buckets the first is that is no less than `bucket`, searched from the beginning in steps that double:
/// durations mostly come in buckets that are known, so that it is near.
fn first_from(buckets: &[u16], bucket: u16) -> usize {
    let (mut begin, mut end) = (0, 1);
    while buckets.get(end - 1).is_some_and(|known| *known < bucket) {
        (begin, end) = (end, end * 2);
    }
    begin + buckets[begin..end.min(buckets.len())].partition_point(|known| *known < bucket)
}

/// Everything that is read from a histogram, in one pass, in ns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    pub p50: Option<u64>,
    pub p90: Option<u64>,
    pub p99: Option<u64>,
    pub buckets: Buckets,
}

impl Spread {
    /// A percentile is the middle of its bucket, bounded by the exactly known extremes.
    #[must_use]
    pub fn within(mut self, extremes: Option<(u64, u64)>) -> Self {
        if let Some((min, max)) = extremes.filter(|(min, max)| min <= max) {
            for percentile in [&mut self.p50, &mut self.p90, &mut self.p99] {
                *percentile = percentile.map(|p| p.clamp(min, max));
            }
        }
        self
    }
}

impl Latencies {
    /// Adds durations by bucket of [`zetop_wire::histogram`].
    pub fn add(&mut self, more: &[(u16, u64)], budget: &mut Budget) {
        if more.is_empty() {
            return;
        }
        self.marks = None;
        let mut from = 0;
        for (bucket, count) in more.iter().filter(|(_, count)| *count > 0) {
            // They mostly come in ascending order.
            if from > 0 && self.buckets[from - 1] >= *bucket {
                from = 0;
            }
            let at = from + first_from(&self.buckets[from..], *bucket);
            if self.buckets.get(at) == Some(bucket) {
                self.counts[at] = self.counts[at].saturating_add(*count);
            } else if self.has_room(1, budget) {
                self.buckets.insert(at, *bucket);
                self.counts.insert(at, *count);
            } else {
                continue;
            }
            self.total = self.total.saturating_add(*count);
            from = at + 1;
        }
    }

    /// Makes room for more buckets.
    fn has_room(&mut self, more: usize, budget: &mut Budget) -> bool {
        let before = self.size();
        let wanted = self.counts.len() + more;
        if wanted <= self.counts.capacity().min(self.buckets.capacity()) {
            return true;
        }
        // A quarter more, so that little stays empty.
        let new = (wanted + wanted / 4).max(4);
        if !budget.take((new * ENTRY).saturating_sub(before)) {
            return false;
        }
        self.counts.reserve_exact(new - self.counts.len());
        self.buckets.reserve_exact(new - self.buckets.len());
        budget.resized((new * ENTRY).max(before), self.size());
        true
    }

    /// What its buckets take, bytes.
    fn size(&self) -> usize {
        self.buckets.capacity() * size_of::<u16>() + self.counts.capacity() * size_of::<u64>()
    }

    /// Buckets with their counts.
    fn entries(&self) -> impl DoubleEndedIterator<Item = (u16, u64)> + '_ {
        self.buckets.iter().copied().zip(self.counts.iter().copied())
    }

    /// The shortest and the longest one.
    fn ends(&self) -> Option<(u16, u16)> {
        Some((*self.buckets.first()?, *self.buckets.last()?))
    }

    /// The percentiles are there now; the durations come later.
    pub fn mark(&mut self, marks: Marks) {
        self.marks = Some(marks);
    }

    /// Its percentiles and extremes, without the histogram: takes no room of the budget.
    #[must_use]
    pub fn marks_alone(&self) -> Self {
        Self { marks: self.marks.or_else(|| self.found()), ..Self::default() }
    }

    fn found(&self) -> Option<Marks> {
        let (first, last) = self.ends()?;
        let mut found = [first; 3];
        let mut seen = 0u64;
        for (bucket, count) in self.entries() {
            for (found, percent) in found.iter_mut().zip([50, 90, 99]) {
                if seen < rank(self.total, percent) {
                    *found = bucket;
                }
            }
            seen = seen.saturating_add(count);
        }
        let [p50, p90, p99] = found;
        Some([first, p50, p90, p99, last])
    }

    pub fn clear(&mut self, budget: &mut Budget) {
        budget.resized(self.size(), 0);
        *self = Self::default();
    }

    /// Moves another histogram's durations here; the other is empty afterwards.
    pub fn absorb(&mut self, other: &mut Self, budget: &mut Budget) {
        if self.counts.is_empty() {
            budget.resized(self.size(), 0);
            *self = Self { marks: self.marks, ..std::mem::take(other) };
        } else {
            self.add(&other.entries().collect::<Vec<_>>(), budget);
            other.clear(budget);
        }
    }

    #[must_use]
    pub fn count(&self) -> u64 {
        self.total
    }

    /// The shortest and the longest that can be in it, in its own unit.
    #[must_use]
    pub fn extremes(&self) -> Option<(u64, u64)> {
        let (low, high) = match self.marks {
            Some([low, _, _, _, high]) => (low, high),
            None => self.ends()?,
        };
        Some((bounds(usize::from(low)).0, bounds(usize::from(high)).1))
    }

    /// Middle of each bucket in ns, with its count.
    fn steps(&self, ns_per_unit: f64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let middle = move |bucket: u16| middle(bounds(usize::from(bucket)), ns_per_unit);
        self.entries().map(move |(bucket, count)| (middle(bucket), count))
    }
}

/// What a bucket takes, bytes.
const ENTRY: usize = size_of::<u16>() + size_of::<u64>();

/// Rates that differ by less than this part are one: 2^-16, a thousandth of a bucket.
const ONE_RATE_BITS: u32 = 52 - 16;

/// Percentiles and buckets of several histograms combined, each with its unit in ns.
#[must_use]
pub fn spread<'a>(parts: impl IntoIterator<Item = (&'a Latencies, f64)>) -> Spread {
    let mut parts = parts.into_iter().filter(|(part, _)| part.count() > 0 || part.marks.is_some());
    let Some((first, rate)) = parts.next() else { return Spread::default() };
    let Some(second) = parts.next() else {
        let spread = spread_of(&first.steps(rate).collect::<Vec<_>>());
        // Marks are kept for a single histogram; those of several together follow from what has come of each.
        let Some([_, p50, p90, p99, _]) = first.marks else { return spread };
        let at = |bucket: u16| Some(middle(bounds(usize::from(bucket)), rate));
        return Spread { p50: at(p50), p90: at(p90), p99: at(p99), ..spread };
    };
    let mut by_rate: Vec<(f64, Dense)> = Vec::new();
    for (part, rate) in [(first, rate), second].into_iter().chain(parts) {
        let is_one = |known: f64| known.to_bits() >> ONE_RATE_BITS == rate.to_bits() >> ONE_RATE_BITS;
        let at = by_rate.iter().position(|(known, _)| is_one(*known)).unwrap_or_else(|| {
            by_rate.push((rate, Dense::default()));
            by_rate.len() - 1
        });
        by_rate[at].1.add(part);
    }
    let mut steps: Vec<(u64, u64)> = by_rate.iter().flat_map(|(rate, sum)| sum.steps(*rate)).collect();
    if by_rate.len() > 1 {
        steps.sort_unstable_by_key(|(ns, _)| *ns);
    }
    spread_of(&steps)
}

/// A sum of histograms, with a place for each bucket: sorting what thousands of processes have would take many times as long.
#[derive(Default)]
struct Dense {
    counts: Vec<u64>,
}

impl Dense {
    fn add(&mut self, part: &Latencies) {
        if let Some((_, last)) = part.ends()
            && self.counts.len() <= usize::from(last)
        {
            self.counts.resize(usize::from(last) + 1, 0);
        }
        for (bucket, count) in part.entries() {
            let sum = &mut self.counts[usize::from(bucket)];
            *sum = sum.saturating_add(count);
        }
    }

    fn steps(&self, ns_per_unit: f64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let all = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        all.map(move |(bucket, count)| (middle(bounds(bucket), ns_per_unit), *count))
    }
}

/// Middle of a bucket in ns.
fn middle(bounds: (u64, u64), ns_per_unit: f64) -> u64 {
    let (low, high) = bounds;
    ((low as f64 + high as f64) / 2.0 * ns_per_unit).round() as u64
}

/// From durations in ascending order, with their counts.
fn spread_of(steps: &[(u64, u64)]) -> Spread {
    let count = crate::sum::sum(steps.iter().map(|(_, count)| *count));
    let ranks = [rank(count, 50), rank(count, 90), rank(count, 99)];
    let mut found = [None; 3];
    let mut buckets: Vec<(u64, u64, u64)> = Vec::new();
    let mut seen = 0u64;
    // one pass for everything: this is done for every function, some times a second
    for (ns, count) in steps {
        seen = seen.saturating_add(*count);
        for (found, rank) in found.iter_mut().zip(ranks) {
            if found.is_none() && seen >= rank {
                *found = Some(*ns);
            }
        }
        let (low, high) = shown_bucket(*ns);
        match buckets.last_mut() {
            Some(last) if last.0 == low => last.2 = last.2.saturating_add(*count),
            _ => buckets.push((low, high, *count)),
        }
    }
    buckets.shrink_to_fit();
    let [p50, p90, p99] = found;
    Spread { p50, p90, p99, buckets: Buckets { buckets, count } }
}

/// Lowest and highest value of the bucket that a value is shown in: exact below 8, then 8 per factor of two.
fn shown_bucket(value: u64) -> (u64, u64) {
    let octave = value.max(1).ilog2();
    let Some(shift) = octave.checked_sub(BUCKETS_PER_OCTAVE_BITS) else { return (value, value) };
    let low = value >> shift << shift;
    (low, low + ((1 << shift) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zetop_wire::histogram::bucket;

    fn latencies(values: &[u64]) -> Latencies {
        let (mut all, mut budget) = (Latencies::default(), Budget::default());
        values.iter().for_each(|v| all.add(&[(bucket(*v) as u16, 1)], &mut budget));
        all
    }

    #[test]
    fn the_last_bucket_ends_at_the_largest_value() {
        assert_eq!(shown_bucket(u64::MAX), (15 << 60, u64::MAX));
        assert_eq!((shown_bucket(0), shown_bucket(7), shown_bucket(17)), ((0, 0), (7, 7), (16, 17)));
    }

    /// The middle of a bucket that is 1/64 wide at most.
    fn close(measured: Option<u64>, exact: u64) -> bool {
        measured.is_some_and(|m| m.abs_diff(exact) <= exact / 128 + 1)
    }

    proptest! {
        #[test]
        fn buckets_are_found_as_by_a_search_of_all(
            buckets in proptest::collection::btree_set(0u16..200, 0..60),
            bucket in 0u16..210,
        ) {
            let buckets: Vec<u16> = buckets.into_iter().collect();
            prop_assert_eq!(first_from(&buckets, bucket), buckets.partition_point(|known| *known < bucket));
        }

        #[test]
        fn percentiles_agree_with_a_sorted_list(values in proptest::collection::vec(0u64..10_000_000_000, 1..400)) {
            let spread = spread([(&latencies(&values), 1.0)]);
            let mut sorted = values.clone();
            sorted.sort_unstable();
            for (percent, measured) in [(50, spread.p50), (90, spread.p90), (99, spread.p99)] {
                let rank = (values.len() * percent).div_ceil(100).max(1);
                prop_assert!(close(measured, sorted[rank - 1]), "p{} {:?} {}", percent, measured, sorted[rank - 1]);
            }
        }

        #[test]
        fn merged_histograms_are_as_one(
            a in proptest::collection::vec(0u64..1 << 40, 0..100),
            b in proptest::collection::vec(0u64..1 << 20, 0..100),
        ) {
            let together = spread([(&latencies(&[a.clone(), b.clone()].concat()), 1.0)]);
            prop_assert_eq!(&spread([(&latencies(&a), 1.0), (&latencies(&b), 1.0)]), &together);
            let (mut first, mut budget) = (latencies(&a), Budget::default());
            first.absorb(&mut latencies(&b), &mut budget);
            prop_assert_eq!(&spread([(&first, 1.0)]), &together);
        }

        #[test]
        fn buckets_are_ascending_apart_and_complete(values in proptest::collection::vec(any::<u64>(), 1..300)) {
            let buckets = spread([(&latencies(&values), 1.0)]).buckets;
            prop_assert_eq!(buckets.count, values.len() as u64);
            prop_assert_eq!(buckets.buckets.iter().map(|b| b.2).sum::<u64>(), buckets.count);
            prop_assert!(buckets.buckets.windows(2).all(|w| w[0].1 < w[1].0));
            prop_assert!(buckets.buckets.iter().all(|b| b.0 <= b.1 && b.2 > 0));
        }
    }

    #[test]
    fn every_bucket_of_the_probe_is_found_again() {
        let (mut all, mut budget) = (Latencies::default(), Budget::default());
        for bucket in 0..zetop_wire::histogram::BUCKETS {
            all.add(&[(bucket as u16, 1 + bucket as u64)], &mut budget);
        }
        let steps: Vec<(u64, u64)> = all.steps(1.0).collect();
        assert_eq!(steps.len(), zetop_wire::histogram::BUCKETS);
        for (expected, (ns, count)) in steps.iter().enumerate() {
            let (low, high) = bounds(expected);
            assert!(low <= *ns && *ns <= high && *count == 1 + expected as u64, "bucket {expected}");
        }
        assert_eq!(all.extremes(), Some((0, zetop_wire::histogram::LONGEST)));
    }

    #[test]
    fn percentiles_of_clocks_with_different_rates_are_of_one_scale() {
        let (ticks, ns) = (latencies(&[120; 99]), latencies(&[25]));
        let both = spread([(&ticks, 1.0 / 3.0), (&ns, 1.0)]);
        assert_eq!((both.p50, both.p99, both.buckets.count), (Some(40), Some(40), 100));
        assert_eq!(both.buckets.buckets.first().unwrap().0, 24);
    }

    #[test]
    fn memory_is_bounded_by_the_budget() {
        let mut budget = Budget::default();
        let mut all: Vec<Latencies> = Vec::new();
        for i in 0..10_000 {
            let mut one = Latencies::default();
            (0..400).for_each(|bucket| one.add(&[((i + 3 * bucket) % 2000, 1)], &mut budget));
            all.push(one);
        }
        assert!(budget.refused);
        let used: usize = all.iter().map(Latencies::size).sum();
        assert!(used <= 24 << 20, "{used}");
        let before = budget.used();
        all.iter_mut().for_each(|one| one.clear(&mut budget));
        assert_eq!(before - budget.used(), used, "all of it is given back");
    }

    /// 378 of 2,000 kernels had no percentiles: each took 15 KB, whatever was in it.
    #[test]
    fn twenty_thousand_kernels_have_percentiles() {
        let mut budget = Budget::default();
        let mut all = vec![Latencies::default(); 20_000];
        for (at, one) in all.iter_mut().enumerate() {
            (0..48).for_each(|more| one.add(&[((600 + at % 1000 + more) as u16, 1)], &mut budget));
        }
        assert!(!budget.refused);
        assert!(all.iter().all(|one| spread([(one, 1.0)]).p99.is_some()));
    }

    #[test]
    fn without_its_histogram_it_has_its_percentiles() {
        let whole = latencies(&(1..=1000).map(|n| n * n).collect::<Vec<_>>());
        let (all, alone) = (spread([(&whole, 1.0)]), spread([(&whole.marks_alone(), 1.0)]));
        assert_eq!((alone.p50, alone.p90, alone.p99), (all.p50, all.p90, all.p99));
        assert_eq!(whole.marks_alone().extremes(), whole.extremes());
        assert_eq!(Latencies::default().marks_alone().extremes(), None);
    }
}

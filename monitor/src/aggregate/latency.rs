//! How durations are spread: HDR histograms of two significant digits.

use crate::budget::Budget;
use crate::snapshot::Histogram as Buckets;
use hdrhistogram::Histogram;

/// Longest duration told apart: 2^42 ns, 73 minutes.
const LONGEST: u64 = 1 << 42;
/// What a new histogram covers before it grows, ns.
const FIRST: u64 = 1 << 20;
const DIGITS: u8 = 2;
/// Buckets per factor of two in what the dashboard gets.
const BUCKETS_PER_OCTAVE_BITS: u32 = 3;

/// A histogram of durations, made with the first one.
#[derive(Debug, Default)]
pub struct Latencies(Option<Box<Histogram<u64>>>);

/// What is read from a histogram at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    pub p50: Option<u64>,
    pub p90: Option<u64>,
    pub p99: Option<u64>,
    pub buckets: Buckets,
}

impl Spread {
    /// Percentiles are up to 1/128 too high; what is known exactly bounds them.
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

fn bytes(histogram: &Histogram<u64>) -> usize {
    histogram.distinct_values() * size_of::<u64>()
}

impl Latencies {
    /// Records a duration.
    pub fn record(&mut self, ns: u64, budget: &mut Budget) {
        let ns = ns.min(LONGEST);
        if self.0.is_none() {
            let Ok(mut new) = Histogram::<u64>::new_with_bounds(1, FIRST, DIGITS) else { return };
            if !budget.take(bytes(&new)) {
                return;
            }
            new.auto(true);
            self.0 = Some(Box::new(new));
        }
        if let Some(histogram) = &mut self.0 {
            if ns <= histogram.high() {
                histogram.saturating_record(ns);
            } else {
                let before = bytes(histogram);
                // grows up to LONGEST, which is always possible
                let _ = histogram.record(ns);
                budget.resized(before, bytes(histogram));
            }
        }
    }

    pub fn clear(&mut self, budget: &mut Budget) {
        if let Some(histogram) = self.0.take() {
            budget.resized(bytes(&histogram), 0);
        }
    }

    /// Takes over another histogram's records; the other is empty afterwards.
    pub fn absorb(&mut self, other: &mut Self, budget: &mut Budget) {
        let Some(theirs) = other.0.take() else { return };
        match &mut self.0 {
            None => self.0 = Some(theirs),
            Some(ours) => {
                let before = bytes(ours) + bytes(&theirs);
                let _ = ours.add(&*theirs);
                budget.resized(before, bytes(ours));
            }
        }
    }

    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.as_ref().map_or(0, |h| h.len())
    }
}

/// Percentiles and buckets of several histograms taken together.
#[must_use]
pub fn spread<'a>(parts: impl IntoIterator<Item = &'a Latencies>) -> Spread {
    let mut parts = parts.into_iter().filter_map(|l| l.0.as_deref()).filter(|h| !h.is_empty());
    let Some(first) = parts.next() else { return Spread::default() };
    let Some(second) = parts.next() else { return spread_of(first) };
    let mut all = first.clone();
    for part in std::iter::once(second).chain(parts) {
        // cannot fail: all may grow
        let _ = all.add(part);
    }
    spread_of(&all)
}

fn spread_of(histogram: &Histogram<u64>) -> Spread {
    let count = histogram.len();
    // rank of a percentile: the smallest value that at least that part of the records does not exceed
    let rank = |percent: u64| (u128::from(count) * u128::from(percent)).div_ceil(100).max(1) as u64;
    let ranks = [rank(50), rank(90), rank(99)];
    let mut found = [None; 3];
    let mut buckets: Vec<(u64, u64, u64)> = Vec::new();
    let mut seen = 0u64;
    // one pass for everything: this is done for every function, some times a second
    for step in histogram.iter_recorded() {
        let value = step.value_iterated_to();
        seen += step.count_at_value();
        for (found, rank) in found.iter_mut().zip(ranks) {
            if found.is_none() && seen >= rank {
                *found = Some(value);
            }
        }
        let (low, high) = bucket(histogram.lowest_equivalent(value));
        match buckets.last_mut() {
            Some(last) if last.0 == low => last.2 += step.count_at_value(),
            _ => buckets.push((low, high, step.count_at_value())),
        }
    }
    let [p50, p90, p99] = found;
    Spread { p50, p90, p99, buckets: Buckets { buckets, count } }
}

/// Lowest and highest value of the bucket that a value is shown in: exact below 8, then 8 per factor of two.
fn bucket(value: u64) -> (u64, u64) {
    let octave = value.max(1).ilog2();
    let Some(shift) = octave.checked_sub(BUCKETS_PER_OCTAVE_BITS) else { return (value, value) };
    let low = value >> shift << shift;
    (low, low + (1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn latencies(values: &[u64]) -> Latencies {
        let (mut all, mut budget) = (Latencies::default(), Budget::default());
        values.iter().for_each(|v| all.record(*v, &mut budget));
        all
    }

    /// Two digits: at most 1/128 too high.
    fn close(measured: Option<u64>, exact: u64) -> bool {
        measured.is_some_and(|m| m >= exact && m - exact <= exact / 128 + 1)
    }

    proptest! {
        #[test]
        fn percentiles_agree_with_a_sorted_list(values in proptest::collection::vec(0u64..10_000_000_000, 1..400)) {
            let spread = spread([&latencies(&values)]);
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
            let together = spread([&latencies(&[a.clone(), b.clone()].concat())]);
            prop_assert_eq!(&spread([&latencies(&a), &latencies(&b)]), &together);
            let (mut first, mut budget) = (latencies(&a), Budget::default());
            first.absorb(&mut latencies(&b), &mut budget);
            prop_assert_eq!(&spread([&first]), &together);
        }

        #[test]
        fn buckets_are_ascending_apart_and_complete(values in proptest::collection::vec(any::<u64>(), 1..300)) {
            let buckets = spread([&latencies(&values)]).buckets;
            prop_assert_eq!(buckets.count, values.len() as u64);
            prop_assert_eq!(buckets.buckets.iter().map(|b| b.2).sum::<u64>(), buckets.count);
            prop_assert!(buckets.buckets.windows(2).all(|w| w[0].1 < w[1].0));
            prop_assert!(buckets.buckets.iter().all(|b| b.0 <= b.1 && b.2 > 0));
        }
    }

    #[test]
    fn memory_is_bounded_by_the_budget() {
        let mut budget = Budget::default();
        let mut all: Vec<Latencies> = Vec::new();
        for i in 0..10_000 {
            let mut one = Latencies::default();
            one.record(i, &mut budget);
            all.push(one);
        }
        assert!(budget.refused);
        let used: usize = all.iter().filter_map(|l| l.0.as_deref()).map(bytes).sum();
        assert!(used <= 24 << 20, "{used}");
    }
}

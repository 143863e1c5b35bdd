//! Amounts per interval of time, newest last, zero where nothing happened.

use crate::sum::sum;
use std::collections::VecDeque;

/// Length of an interval. Four make the "last second" of the dashboard.
pub const INTERVAL_NS: u64 = 250_000_000;
/// Looks that are further apart than this, because zetop was stopped or the machine is busy, leave intervals out.
const FAR_APART: u64 = INTERVAL_NS;
/// Intervals kept for a row of a table: two minutes.
pub const KEPT: usize = 480;
/// Intervals kept for the throughput panel: ten minutes.
pub const KEPT_LONG: usize = 2_400;
/// A history of ten minutes.
pub type LongSeries = Series<KEPT_LONG>;
/// Intervals in the window behind every "per second".
pub const SECOND: usize = 4;

/// The interval of a moment, counted from `start`.
#[must_use]
pub fn interval(start: u64, at: u64) -> u64 {
    at.saturating_sub(start) / INTERVAL_NS
}

/// A bounded history of amounts. The sum of everything added is exact; what falls off the front stays in it.
#[derive(Debug, Clone, Default)]
pub struct Series<const LENGTH: usize = KEPT> {
    /// Interval of the last value.
    newest: u64,
    values: VecDeque<u64>,
    /// The largest that an amount has ever been: what falls off is not looked at again.
    peak: u64,
    total: u64,
}

impl<const LENGTH: usize> Series<LENGTH> {
    /// Adds to an interval. If it has already fallen off, the oldest one left takes it.
    pub fn add(&mut self, interval: u64, amount: u64) {
        if amount == 0 {
            return;
        }
        self.total = self.total.saturating_add(amount);
        if self.values.is_empty() {
            self.newest = interval;
            self.values.push_back(0);
        }
        if interval > self.newest {
            self.grow_to(interval);
        }
        let back = (self.newest - interval.min(self.newest)) as usize;
        while self.values.len() <= back && self.values.len() < LENGTH {
            self.values.push_front(0);
        }
        let at = self.values.len() - 1 - back.min(self.values.len() - 1);
        let value = &mut self.values[at];
        *value = value.saturating_add(amount);
        self.peak = self.peak.max(*value);
    }

    /// Adds what came between two looks: see [`shares`].
    pub fn add_between(&mut self, between: (u64, u64), amount: u64) {
        if amount > 0 {
            shares::<LENGTH>(between, amount).for_each(|(at, share)| self.add(at, share));
        }
    }

    fn grow_to(&mut self, interval: u64) {
        let gap = interval - self.newest;
        if gap >= LENGTH as u64 {
            self.values.clear();
            self.values.push_back(0);
        } else {
            let (gap, left) = (gap as usize, LENGTH - self.values.len());
            self.values.drain(..gap.saturating_sub(left));
            self.values.resize(self.values.len() + gap, 0);
        }
        self.newest = interval;
    }

    /// The amount of an interval.
    #[must_use]
    pub fn at(&self, interval: u64) -> u64 {
        let Some(back) = self.newest.checked_sub(interval) else { return 0 };
        let len = self.values.len() as u64;
        if back < len { self.values[(len - 1 - back) as usize] } else { 0 }
    }

    /// The interval of the first value, and the one after the last.
    fn kept(&self) -> (u64, u64) {
        let end = self.newest.saturating_add(1);
        (end.saturating_sub(self.values.len() as u64), end)
    }

    /// Adds the amounts of the intervals from `first` on to `sums`.
    pub fn add_to(&self, first: u64, sums: &mut [u64]) {
        let (oldest, _) = self.kept();
        let skipped = first.saturating_sub(oldest) as usize;
        let sums = sums.get_mut(oldest.saturating_sub(first) as usize..).unwrap_or_default();
        let (front, back) = self.values.as_slices();
        let of_back = back.get(skipped.saturating_sub(front.len())..).unwrap_or_default();
        let of_front = front.get(skipped..).unwrap_or_default();
        let (for_front, for_back) = sums.split_at_mut(of_front.len().min(sums.len()));
        add_up(for_front, of_front);
        add_up(for_back, of_back);
    }

    /// Several histories as one.
    #[must_use]
    pub fn sum<'a>(all: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let with_values = all.clone().filter(|one| !one.values.is_empty());
        let kept = with_values.clone().map(Self::kept);
        let Some((oldest, end)) = kept.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            return Self { total: sum(all.map(|one| one.total)), ..Self::default() };
        };
        let first = oldest.max(end.saturating_sub(LENGTH as u64));
        let mut values = vec![0; (end - first) as usize];
        let mut peak = 0;
        for one in with_values {
            one.add_to(first, &mut values);
            peak = one.peak.max(peak);
        }
        let peak = values.iter().copied().max().unwrap_or(0).max(peak);
        Self { newest: end - 1, values: values.into(), peak, total: sum(all.map(|one| one.total)) }
    }

    /// Everything that was ever added.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Largest amount of an interval, ever.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Adds another history to this one.
    pub fn merge(&mut self, other: &Self) {
        let oldest = (other.newest + 1).saturating_sub(other.values.len() as u64);
        for (i, value) in other.values.iter().enumerate() {
            self.add(oldest + i as u64, *value);
        }
        let kept: u64 = other.values.iter().fold(0, |sum, v| sum.saturating_add(*v));
        self.total = self.total.saturating_add(other.total.saturating_sub(kept));
        self.peak = self.peak.max(other.peak);
    }
}

fn add_up(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
}

/// Spreads an amount evenly over a time, in ns from the start, by intervals. The parts add up to it. What is
/// further back than `LENGTH` intervals goes into the oldest one.
pub fn parts<const LENGTH: usize>(from: u64, to: u64, amount: u64) -> impl Iterator<Item = (u64, u64)> {
    let (first, last) = (from / INTERVAL_NS, to.max(from) / INTERVAL_NS);
    let first = first.max(last.saturating_sub(LENGTH as u64));
    let length = u128::from(to.saturating_sub(from).max(1));
    (first..=last).scan(0, move |done, interval| {
        let end = ((interval + 1) * INTERVAL_NS).min(to);
        let until = u128::from(end.saturating_sub(from));
        let part = if interval == last { amount } else { (u128::from(amount) * until / length) as u64 };
        let before = std::mem::replace(done, part);
        Some((interval, part - before))
    })
}

/// What came between two looks, in ns from the start, by intervals. That of the later look has it, unless they are far
/// apart: then all between them have their share.
pub fn shares<const LENGTH: usize>(between: (u64, u64), amount: u64) -> impl Iterator<Item = (u64, u64)> {
    let (from, to) = between;
    let from = if to.saturating_sub(from) > FAR_APART { from } else { to };
    parts::<LENGTH>(from, to, amount)
}

/// The part of time that is shown: whole intervals only, so that the newest value does not start at zero
/// again and again; at the end also the last, broken one.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// First interval since the start or the last reset.
    pub first: u64,
    /// One past the last interval to show.
    pub end: u64,
}

impl Window {
    /// The intervals from `since` to `now`, both from `start`.
    #[must_use]
    pub fn new(start: u64, since: u64, now: u64, ended: bool) -> Self {
        let first = interval(start, since);
        let end = interval(start, now) + u64::from(ended);
        Self { first: first.max(end.saturating_sub(KEPT_LONG as u64)), end }
    }

    /// All values, oldest first.
    pub fn values<'a, const LENGTH: usize>(
        &self,
        series: &'a Series<LENGTH>,
    ) -> impl Iterator<Item = u64> + use<'a, LENGTH> {
        (self.first..self.end).map(|i| series.at(i))
    }

    /// Amount per second over the last second, or over less if there is less.
    #[must_use]
    pub fn per_second<const LENGTH: usize>(&self, series: &Series<LENGTH>) -> f64 {
        let from = self.first.max(self.end.saturating_sub(SECOND as u64));
        let (mut amount, mut intervals) = (sum((from..self.end).map(|i| series.at(i))), self.end - from);
        if intervals == 0 {
            (amount, intervals) = (series.at(self.end), 1);
        }
        per_second(amount, intervals)
    }
}

/// An amount over a number of intervals as an amount per second.
#[must_use]
pub fn per_second(amount: u64, intervals: u64) -> f64 {
    amount as f64 * 1e9 / (intervals.max(1) * INTERVAL_NS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_lost_and_memory_is_bounded(adds in proptest::collection::vec((0u64..3000, 0u64..1000), 0..300)) {
            let mut series: Series = Series::default();
            let mut peak = std::collections::BTreeMap::new();
            for (interval, amount) in &adds {
                series.add(*interval, *amount);
                *peak.entry(*interval).or_insert(0) += amount;
            }
            prop_assert_eq!(series.total(), adds.iter().map(|(_, a)| a).sum::<u64>());
            prop_assert!(series.values.len() <= KEPT);
            let mut twice = series.clone();
            twice.merge(&series);
            prop_assert_eq!(twice.total(), 2 * series.total());
        }

        #[test]
        fn a_spread_amount_adds_up_and_is_nowhere_more_than_its_rate(
            from in 0u64..20 * INTERVAL_NS, took in 0u64..20 * INTERVAL_NS, amount in 0u64..1 << 50
        ) {
            let mut series: Series = Series::default();
            parts::<KEPT>(from, from + took, amount).for_each(|(at, part)| series.add(at, part));
            prop_assert_eq!(series.total(), amount);
            let most = if took < INTERVAL_NS {
                amount
            } else {
                (u128::from(amount) * u128::from(INTERVAL_NS) / u128::from(took)) as u64 + 2
            };
            prop_assert!(series.peak() <= most, "{} of {}", series.peak(), most);
        }

        /// Nothing of them is missing but what is too long ago.
        #[test]
        fn a_sum_is_that_of_each_interval(
            all in proptest::collection::vec(proptest::collection::vec((0u64..1000, 1u64..1000), 0..40), 0..5),
            first in 0u64..1100, length in 0usize..1100
        ) {
            let all: Vec<Series> = all.into_iter().map(|adds| {
                let mut one = Series::default();
                adds.into_iter().for_each(|(interval, amount)| one.add(interval, amount));
                one
            }).collect();
            let of_each = |at| all.iter().map(|one: &Series| one.at(at)).sum::<u64>();
            let mut sums = vec![0; length];
            all.iter().for_each(|one| one.add_to(first, &mut sums));
            prop_assert_eq!(sums, (first..).take(length).map(of_each).collect::<Vec<_>>());
            let sum = Series::sum(all.iter());
            let newest = all.iter().map(|one| one.newest).max().unwrap_or(0);
            prop_assert_eq!(sum.total(), all.iter().map(Series::total).sum::<u64>());
            for at in 0..1200 {
                prop_assert_eq!(sum.at(at), if at + KEPT as u64 > newest { of_each(at) } else { 0 });
            }
            prop_assert!(all.iter().all(|one| one.peak() <= sum.peak()));
        }

        #[test]
        fn values_stand_where_they_were_added(adds in proptest::collection::vec((0u64..KEPT as u64, 1u64..1000), 1..100)) {
            let mut series: Series = Series::default();
            let mut expected = vec![0; KEPT];
            for (interval, amount) in &adds {
                series.add(*interval, *amount);
                expected[*interval as usize] += amount;
            }
            let window = Window::new(0, 0, KEPT as u64 * INTERVAL_NS, false);
            prop_assert_eq!(window.values(&series).collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(series.peak(), expected.iter().copied().max().unwrap());
        }
    }

    #[test]
    fn a_long_pause_is_zeros_not_a_gap() {
        let mut series: Series = Series::default();
        series.add(3, 7);
        series.add(100_000, 5);
        assert_eq!((series.at(3), series.at(50_000), series.at(100_000)), (0, 0, 5));
        assert_eq!((series.peak(), series.total()), (7, 12));
    }

    #[test]
    fn rates_are_over_the_last_second() {
        let mut series: Series = Series::default();
        for interval in 0..8 {
            series.add(interval, 100);
        }
        let window = Window::new(0, 0, 8 * INTERVAL_NS, false);
        assert!((window.per_second(&series) - 400.0).abs() < 1e-9);
        let later = Window::new(0, 0, 30 * INTERVAL_NS, false);
        assert!(later.per_second(&series).abs() < 1e-9);
    }

    /// After Ctrl-Z and fg, the calls of all the time before were a peak of many times the true rate.
    #[test]
    fn what_came_while_zetop_was_stopped_is_no_peak() {
        let mut series: Series = Series::default();
        let ms = |ms: u64| ms * 1_000_000;
        series.add_between((ms(900), ms(1_100)), 100);
        series.add_between((ms(1_100), ms(3_100)), 4_000);
        assert_eq!([3, 4, 5, 11, 12].map(|i| series.at(i)), [0, 100 + 300, 500, 500, 200]);
        assert_eq!((series.peak(), series.total()), (500, 4_100));
    }

    /// The bytes of a copy of a second landed in the interval in which it ended: a peak of four times the truth.
    #[test]
    fn a_long_copy_is_no_peak_where_it_ends() {
        let mut series: Series = Series::default();
        let (from, to) = (INTERVAL_NS / 2, INTERVAL_NS / 2 + 4 * INTERVAL_NS);
        parts::<KEPT>(from, to, 4_000).for_each(|(at, part)| series.add(at, part));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|i| series.at(i)), [500, 1_000, 1_000, 1_000, 500, 0]);
    }
}

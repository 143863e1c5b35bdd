//! What the probe's clock adds to every duration, which is not the program's: taken off before anybody sees it.

use super::durations::Counts;
use zetop_wire::histogram::{bounds, bucket};
use zetop_wire::reader::{Counters, Header};

/// More than this is no reading of a clock, ticks.
const MOST_TICKS: u64 = 4096;

/// In 1/256 ticks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bias(u64);

impl Bias {
    pub(super) fn from_header(header: &Header) -> Self {
        Self(header.bias_ticks_256.min(MOST_TICKS << 8))
    }

    /// What is left of one duration without the bias, in ticks.
    pub(super) fn taken_from(self, ticks: u64) -> u64 {
        ticks.saturating_sub((self.0 + 128) >> 8)
    }

    /// What the squares of durations add up to then: they lie as far apart as before.
    fn taken_from_squares(self, of: &Counters) -> u64 {
        let bias = self.0 as f64 / 256.0;
        let taken = bias * (2.0 * of.sampled_total as f64 - bias * of.sampled as f64);
        (of.sampled_squares as f64 - taken).max(0.0).round() as u64
    }

    /// Takes the bias from the durations of calls that were counted, and from their histogram.
    pub(super) fn take_from(self, counters: &mut Counters, durations: &mut Counts) {
        if self.0 == 0 {
            return;
        }
        let of =
            |calls: u64| u64::try_from((u128::from(self.0) * u128::from(calls)) >> 8).unwrap_or(u64::MAX);
        let stood_for = counters.stood_for();
        counters.total = counters.total.saturating_sub(of(stood_for));
        counters.sampled_squares = self.taken_from_squares(counters);
        counters.sampled_total = counters.sampled_total.saturating_sub(of(counters.sampled));
        counters.min = counters.min.map(|min| self.taken_from(min));
        counters.max = self.taken_from(counters.max);
        // One duration is rounded to whole ticks, and the sum is not: they agree all the same.
        let at_least = counters.min.unwrap_or(0).saturating_mul(stood_for);
        let at_most = counters.max.saturating_mul(stood_for);
        counters.total = counters.total.min(at_most).max(at_least.min(at_most));
        let mut moved = Counts::with_capacity(durations.len());
        for (of, count) in durations.drain(..) {
            let (low, high) = bounds(usize::from(of));
            let to = bucket(self.taken_from(low.midpoint(high))) as u16;
            match moved.last_mut() {
                Some((last, sum)) if *last == to => *sum = sum.saturating_add(count),
                _ => moved.push((to, count)),
            }
        }
        *durations = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(calls: u64, total: u64, min: u64, max: u64) -> Counters {
        Counters { min: Some(min), max, ..Counters::exact(calls, total) }
    }

    /// 9.6 ns where 3 were true.
    #[test]
    fn every_duration_is_shorter_by_what_the_clock_takes() {
        let bias = Bias::from_header(&Header { bias_ticks_256: 20 * 256 + 64, ..Header::default() });
        let mut calls = counters(1_000, 30_000 + 900_000, 29, 900_000);
        let mut durations: Counts =
            vec![(bucket(29) as u16, 400), (bucket(30) as u16, 599), (bucket(900_000) as u16, 1)];
        bias.take_from(&mut calls, &mut durations);
        assert_eq!(calls, counters(1_000, 930_000 - 20_250, 9, 899_980));
        assert_eq!(
            durations,
            [(9, 400), (10, 599), (bucket(900_000) as u16, 1)],
            "the last one is in the same bucket"
        );
        // As short as the clock can tell, or shorter: nothing, and what falls together is added up.
        let (mut calls, mut durations) = (counters(3, 30, 5, 15), vec![(5, 1), (10, 1), (15, 1)]);
        bias.take_from(&mut calls, &mut durations);
        assert_eq!((calls, durations), (counters(3, 0, 0, 0), vec![(0, 3)]));
    }

    #[test]
    fn calls_that_stand_for_others_are_as_far_apart_as_before() {
        let bias = Bias::from_header(&Header { bias_ticks_256: 20 * 256, ..Header::default() });
        let (durations, squares) = ([30, 50, 100], 900 + 2_500 + 10_000);
        let mut calls = Counters {
            calls: 64 + 48,
            sampled: 3,
            sampled_total: durations.iter().sum(),
            sampled_squares: squares,
            ..counters(67, 64 * 25 + 16 * 180, 25, 100)
        };
        let error = calls.total_error();
        bias.take_from(&mut calls, &mut vec![]);
        assert_eq!((calls.total, calls.sampled_total), (64 * 5 + 16 * 120, 120));
        assert_eq!(calls.sampled_squares, 100 + 900 + 6_400);
        // But for what a group takes on average.
        let within = |error: f64, mean: f64| (error * error - (16.0 * mean).powi(2)).sqrt();
        assert!((within(error, 60.0) - within(calls.total_error(), 40.0)).abs() < 1e-6);
    }

    #[test]
    fn a_bias_that_makes_no_sense_has_a_limit() {
        let bias = Bias::from_header(&Header { bias_ticks_256: u64::MAX, ..Header::default() });
        let mut calls = counters(u64::MAX, u64::MAX, 0, u64::MAX);
        bias.take_from(&mut calls, &mut vec![(0, 1), (2_559, u64::MAX)]);
        assert_eq!(calls.max, u64::MAX - MOST_TICKS);
    }
}

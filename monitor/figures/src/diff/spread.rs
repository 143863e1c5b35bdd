//! How the durations of a row are spread, and how far a figure made from them can be off by chance.

use crate::snapshot::Histogram;

/// Standard errors on each side that are chance: 99 of 100 draws are within.
pub const Z: f64 = 2.576;

/// Durations in ns, by bucket.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    /// (lowest, highest, count), ascending.
    buckets: Vec<(f64, f64, f64)>,
    count: f64,
    /// Durations that these come from: fewer, where one stands for many.
    timed: f64,
}

impl Spread {
    #[must_use]
    pub fn from_histogram(histogram: &Histogram, timed: u64) -> Option<Self> {
        let bucket = |(low, high, count): &(u64, u64, u64)| (*low as f64, *high as f64 + 1.0, *count as f64);
        let buckets: Vec<_> = histogram.buckets.iter().map(bucket).collect();
        let count: f64 = buckets.iter().map(|(.., count)| count).sum();
        let timed = (timed as f64).min(count);
        (timed > 0.0).then_some(Self { buckets, count, timed })
    }

    /// How far the mean duration can be off by chance: less than this, 99 % of the time; ns.
    #[must_use]
    pub fn mean_is_off_by(&self) -> f64 {
        let middle = |(low, high, _): &(f64, f64, f64)| (low + high) / 2.0;
        let mean = self.buckets.iter().map(|b| middle(b) * b.2).sum::<f64>() / self.count;
        let square = |b: &(f64, f64, f64)| b.2 * ((middle(b) - mean).powi(2) + (b.1 - b.0).powi(2) / 12.0);
        let variance = self.buckets.iter().map(square).sum::<f64>() / self.count;
        Z * few(self.timed) * (variance / self.timed).sqrt()
    }

    /// The durations between which a percentile is, 99 % of the time: those of the ranks that it can have by
    /// chance.
    #[must_use]
    pub fn percentile_is_within(&self, percent: f64) -> (f64, f64) {
        let part = percent / 100.0;
        // One more, because a few durations do not make a bell curve.
        let off = 1.0 + Z * (self.timed * part * (1.0 - part)).sqrt();
        let off = off * self.count / self.timed;
        (self.at_rank(self.count * part - off), self.at_rank(self.count * part + off))
    }

    /// The duration at a rank, assuming that durations are spread evenly within a bucket.
    fn at_rank(&self, rank: f64) -> f64 {
        let mut seen = 0.0;
        for (low, high, count) in &self.buckets {
            if seen + count >= rank {
                let inside = ((rank - seen) / count).clamp(0.0, 1.0);
                return low + (high - low) * inside;
            }
            seen += count;
        }
        self.buckets.last().map_or(0.0, |(_, high, _)| *high)
    }
}

/// How much wider a bell curve's range has to be for a mean of few durations, whose spread is hardly known (the first
/// terms of Student's distribution).
fn few(count: f64) -> f64 {
    let free = count - 1.0;
    match free {
        ..1.0 => f64::INFINITY,
        1.0..30.0 => {
            let z = Z * Z;
            1.0 + (z + 1.0) / (4.0 * free) + (5.0 * z * z + 16.0 * z + 3.0) / (96.0 * free * free)
        }
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(buckets: &[(u64, u64, u64)]) -> Spread {
        let count = buckets.iter().map(|b| b.2).sum();
        Spread::from_histogram(&Histogram { buckets: buckets.to_vec(), count }, count).unwrap()
    }

    #[test]
    fn more_durations_leave_less_to_chance() {
        let of = |times: u64| spread(&[(100, 107, 50 * times), (200, 207, 50 * times)]);
        let (few, many) = (of(1).mean_is_off_by(), of(100).mean_is_off_by());
        assert!((few / many - 10.0).abs() < 0.01, "{few} {many}");
        assert!((few - 2.576 * 50.0 / 10.0).abs() < 0.2, "{few}");
        let ((a, b), (c, d)) = (of(1).percentile_is_within(99.0), of(100).percentile_is_within(99.0));
        assert!(a < c && d <= b && c < d, "{a} {b} {c} {d}");
    }

    #[test]
    fn the_mean_of_one_duration_can_be_off_by_anything() {
        assert_eq!(spread(&[(100, 107, 1)]).mean_is_off_by(), f64::INFINITY);
        // Student's factor for ten durations is 3.25.
        assert!((Z * few(10.0) - 3.25).abs() < 0.02, "{}", Z * few(10.0));
    }

    #[test]
    fn a_percentile_of_few_durations_can_be_anything() {
        let (low, high) = spread(&[(10, 10, 1), (1000, 1000, 1)]).percentile_is_within(99.0);
        assert!(low < 12.0 && high >= 1000.0, "{low} {high}");
        assert_eq!(Spread::from_histogram(&Histogram::default(), 0), None);
    }

    #[test]
    fn durations_that_stand_for_others_leave_more_to_chance() {
        let buckets = vec![(100, 107, 800), (200, 207, 800)];
        let of = |timed| {
            Spread::from_histogram(&Histogram { buckets: buckets.clone(), count: 1_600 }, timed).unwrap()
        };
        let (all, some) = (of(1_600), of(100));
        assert!((some.mean_is_off_by() / all.mean_is_off_by() - 4.0).abs() < 0.01);
        let wide = |spread: &Spread| {
            let (low, high) = spread.percentile_is_within(25.0);
            high - low
        };
        assert!(wide(&some) > 2.0 * wide(&all), "{} {}", wide(&some), wide(&all));
    }
}

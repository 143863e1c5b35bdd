//! Log-scaled histograms for a given width: merging buckets to columns, percentiles, ticks.

use zetop_figures::snapshot::Histogram;

/// A histogram laid out over columns of equal width on a logarithmic axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    pub low: f64,
    pub high: f64,
    pub counts: Vec<f64>,
}

impl Columns {
    /// None for an empty histogram or no width.
    pub fn new(histogram: &Histogram, width: usize) -> Option<Columns> {
        let (first, last) = (histogram.buckets.first()?, histogram.buckets.last()?);
        if width == 0 {
            return None;
        }
        let mut low = (first.0.max(1)) as f64;
        // The end of a bucket is the start of the next.
        let mut high = (last.1 as f64 + 1.0).max(low + 1.0);
        // Values that hardly differ should look like it: the axis spans at least a factor of two.
        if high < low * 2.0 {
            let middle = (low * high).sqrt();
            (low, high) = (middle / 2f64.sqrt(), middle * 2f64.sqrt());
        }
        let mut columns = Columns { low, high, counts: vec![0.0; width] };
        for &(from, to, count) in &histogram.buckets {
            columns.spread(from.max(1) as f64, to.max(1) as f64 + 1.0, count as f64);
        }
        Some(columns)
    }

    /// Another histogram's counts in these columns; what lies outside of them is left out.
    pub fn like(&self, histogram: &Histogram) -> Vec<f64> {
        let mut columns = Columns { counts: vec![0.0; self.counts.len()], ..*self };
        for &(from, to, count) in &histogram.buckets {
            let (from, to) = (from.max(1) as f64, to.max(1) as f64 + 1.0);
            if to > self.low && from < self.high {
                columns.spread(from, to, count as f64);
            }
        }
        columns.counts
    }

    fn place(&self, value: f64) -> f64 {
        let width = self.counts.len() as f64;
        ((value / self.low).ln() / (self.high / self.low).ln() * width).clamp(0.0, width)
    }

    /// The column that a value falls into.
    pub fn column(&self, value: f64) -> usize {
        (self.place(value.max(1.0)) as usize).min(self.counts.len() - 1)
    }

    /// The value at the left edge of a column.
    pub fn value(&self, column: usize) -> f64 {
        self.low * (self.high / self.low).powf(column as f64 / self.counts.len() as f64)
    }

    fn spread(&mut self, from: f64, to: f64, count: f64) {
        let (left, right) = (self.place(from), self.place(to));
        let first = (left as usize).min(self.counts.len() - 1);
        let last = (right.ceil() as usize).clamp(first + 1, self.counts.len());
        let span = right - left;
        for i in first..last {
            let overlap = (right.min(i as f64 + 1.0) - left.max(i as f64)).max(0.0);
            // A bucket that is wider than a column has its count in each: the axis says how many there are, not a part.
            self.counts[i] += if span > 0.0 { count * overlap / span.min(1.0) } else { count };
        }
    }

    pub fn peak(&self) -> f64 {
        self.counts.iter().copied().fold(0.0, f64::max)
    }

    /// Round values (1, 2 or 5 times a power of ten) with their columns, at least `apart` columns from each
    /// other; powers of ten have precedence.
    pub fn ticks(&self, apart: usize) -> Vec<(usize, f64)> {
        let mut ticks: Vec<(usize, f64)> = Vec::new();
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        for step in [1.0, 2.0, 5.0, 3.0, 1.5, 4.0, 7.0] {
            for power in first..=last {
                let value = step * 10f64.powi(power);
                if value < self.low * 0.9999 || value > self.high {
                    continue;
                }
                let column = self.column(value);
                if ticks.iter().all(|(other, _)| other.abs_diff(column) >= apart) {
                    ticks.push((column, value));
                }
            }
        }
        ticks.sort_by_key(|(column, _)| *column);
        ticks
    }
}

/// The value below which this share (0..=1) of the counts lies: the upper end of its bucket.
pub fn percentile(histogram: &Histogram, q: f64) -> Option<u64> {
    let wanted = (histogram.count as f64 * q).ceil().max(1.0);
    let mut seen = 0.0;
    for &(_, to, count) in &histogram.buckets {
        seen += count as f64;
        if seen >= wanted {
            return Some(to);
        }
    }
    histogram.buckets.last().map(|(_, to, _)| *to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn histogram(buckets: &[(u64, u64, u64)]) -> Histogram {
        Histogram { buckets: buckets.to_vec(), count: buckets.iter().map(|b| b.2).sum() }
    }

    #[test]
    fn octaves_get_equal_widths() {
        let h = histogram(&[(1000, 1999, 8), (2000, 3999, 4), (4000, 7999, 2)]);
        let columns = Columns::new(&h, 6).unwrap();
        let rounded: Vec<f64> = columns.counts.iter().map(|c| c.round()).collect();
        assert_eq!(rounded, [8.0, 8.0, 4.0, 4.0, 2.0, 2.0]);
        assert_eq!(columns.column(2000.0), 2);
    }

    #[test]
    fn one_value_and_none() {
        assert!(Columns::new(&histogram(&[]), 10).is_none());
        assert!(Columns::new(&histogram(&[(5, 5, 3)]), 0).is_none());
        let one = Columns::new(&histogram(&[(5, 5, 3)]), 10).unwrap();
        assert!((one.peak() - 3.0).abs() < 1e-9);
        let same = Columns::new(&histogram(&[(10_000, 10_500, 9)]), 40).unwrap();
        assert!(same.counts.iter().filter(|c| **c > 0.0).count() < 8, "one bucket is one narrow bar");
        assert!(same.high / same.low > 1.99);
        assert!(Columns::new(&histogram(&[(0, 0, 3)]), 10).is_some());
    }

    /// One call over five columns: the axis ended at 0.2.
    #[test]
    fn a_bucket_wider_than_a_column_has_its_count_in_each() {
        let one = Columns::new(&histogram(&[(10_000, 10_999, 1)]), 60).unwrap();
        assert!((one.peak() - 1.0).abs() < 1e-9, "{}", one.peak());
        let two = Columns::new(&histogram(&[(8_192, 9_215, 40), (9_216, 10_239, 2)]), 60).unwrap();
        assert!((two.peak() - 40.0).abs() < 1e-9, "{}", two.peak());
    }

    #[test]
    fn percentiles() {
        let h = histogram(&[(1, 10, 50), (11, 20, 40), (21, 30, 10)]);
        assert_eq!(percentile(&h, 0.5), Some(10));
        assert_eq!(percentile(&h, 0.51), Some(20));
        assert_eq!(percentile(&h, 0.99), Some(30));
        assert_eq!(percentile(&histogram(&[]), 0.5), None);
    }

    proptest! {
        #[test]
        fn nothing_is_lost(
            starts in prop::collection::btree_map(1u64..1_000_000_000, 1u64..1000, 1..40),
            width in 1usize..150,
        ) {
            let buckets: Vec<_> = starts.iter().map(|(&at, &count)| (at, at, count)).collect();
            let h = histogram(&buckets);
            let columns = Columns::new(&h, width).unwrap();
            // What is wider than a column is in several.
            let sum: f64 = columns.counts.iter().sum();
            prop_assert!(sum >= h.count as f64 * (1.0 - 1e-6));
            for (column, value) in columns.ticks(6) {
                prop_assert!(column < width && value >= columns.low * 0.999 && value <= columns.high);
            }
        }
    }
}

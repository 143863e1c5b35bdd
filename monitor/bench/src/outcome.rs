//! Figures of a benchmark, whichever it is: series of points, each with some measures.

use super::messages::Device;

pub const SCHEMA: &str = "zetop-bench/1";

/// What a benchmark has found out.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub bench: &'static str,
    /// What the benchmark measures, in a line.
    pub about: &'static str,
    /// False when it was interrupted, or has failed: what is here was measured all the same.
    pub complete: bool,
    /// What ended it early, where that was no interruption.
    pub failed: Option<String>,
    pub simulated: bool,
    pub device: Device,
    /// How it was measured: clock, repeats, what a figure is.
    pub conditions: Vec<String>,
    pub axis: Axis,
    pub measures: Vec<Measure>,
    pub layout: Layout,
    /// By series and place, in the order of measuring.
    pub rows: Vec<OutcomeRow>,
    pub skipped: Vec<Skipped>,
    pub notes: Vec<String>,
    pub advice: Vec<String>,
    pub distributions: Vec<Distribution>,
}

/// How the figures are best looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A table for each series, and a plot of all.
    Tables,
    /// Heat maps of the first measure: a series called `A, B` is the row B of the map A.
    Maps,
}

/// How the values of a series are distributed.
#[derive(Debug, Clone, Default)]
pub struct Distribution {
    pub series: String,
    /// Lowest and highest ns of a bucket, and how many there were.
    pub buckets: Vec<(u64, u64, u64)>,
}

/// What the series run over.
#[derive(Debug, Clone, Copy)]
pub struct Axis {
    pub key: &'static str,
    pub title: &'static str,
    pub show: fn(u64) -> String,
}

/// One way to measure.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    pub key: &'static str,
    pub title: &'static str,
    pub unit: &'static str,
}

#[derive(Debug, Clone, Default)]
pub struct OutcomeRow {
    pub series: String,
    pub x: u64,
    /// By measure; none where there is none.
    pub figures: Vec<Option<Figure>>,
}

impl OutcomeRow {
    #[must_use]
    pub fn median(&self, measure: usize) -> Option<f64> {
        Some((*self.figures.get(measure)?)?.median)
    }
}

/// A benchmark of several that has no figures.
#[derive(Debug, Clone)]
pub struct Missing {
    pub bench: &'static str,
    /// It has failed; otherwise the device can't be measured that way.
    pub failed: bool,
    pub why: String,
}

#[derive(Debug, Clone)]
pub struct Skipped {
    pub series: String,
    pub x: u64,
    pub why: String,
}

/// A figure and its noise.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Figure {
    pub median: f64,
    pub min: f64,
    pub max: f64,
    /// How many values it is made of.
    pub n: u64,
}

impl Figure {
    /// `None` if there are no values.
    #[must_use]
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
        Some(Self { median: f64::midpoint(low, high), min, max, n: sorted.len() as u64 })
    }

    /// In another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { median: self.median * factor, min: self.min * factor, max: self.max * factor, n: self.n }
    }

    /// From the smallest to the largest, in % of the median.
    #[must_use]
    pub fn spread_pct(&self) -> f64 {
        if self.median > 0.0 { 100.0 * (self.max - self.min) / self.median } else { 0.0 }
    }
}

impl Outcome {
    /// The names of the series, in the order in which they were measured.
    #[must_use]
    pub fn series(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !names.contains(&row.series.as_str()) {
                names.push(&row.series);
            }
        }
        names
    }

    /// The points of a series by one measure.
    pub fn points<'a>(&'a self, series: &'a str, measure: usize) -> impl Iterator<Item = (u64, Figure)> + 'a {
        let of = self.rows.iter().filter(move |row| row.series == series);
        of.filter_map(move |row| Some((row.x, (*row.figures.get(measure)?)?)))
    }

    /// `host->device, 8 KB`.
    #[must_use]
    pub fn place(&self, series: &str, x: u64) -> String {
        format!("{series}, {}", (self.axis.show)(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_the_middle_of_its_values() {
        assert_eq!(Figure::from_values(&[]), None);
        assert_eq!(Figure::from_values(&[3.0]), Some(Figure { median: 3.0, min: 3.0, max: 3.0, n: 1 }));
        let figure = Figure::from_values(&[4.0, 1.0, 2.0, 8.0]).unwrap();
        assert_eq!(figure, Figure { median: 3.0, min: 1.0, max: 8.0, n: 4 });
        assert!((figure.spread_pct() - 700.0 / 3.0).abs() < 1e-9);
    }
}

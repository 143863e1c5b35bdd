//! Sums behind Prometheus' series, one for each set of labels: which names have series of their own, and how sums are written as
//! counters and histograms.

use super::labels::Labels;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Error;
use zetop_figures::snapshot::Histogram;

/// How many functions, kernels, kinds of transfer and ranges, each, have a series of their own; later ones share one.
pub(super) const MOST_SERIES: usize = 128;
pub(super) const OTHERS: &str = "(others)";
/// Powers of four in ns at which the histograms' buckets end: 64 ns to 17 s.
const BOUNDS: std::ops::RangeInclusive<u32> = 3..=17;

/// Processes that have series of their own.
pub(super) const MOST_PROCESSES: usize = 2048;

/// Names that were given a series, and keep it.
#[derive(Debug, Default)]
pub(crate) struct Admitted {
    pub(super) functions: BTreeSet<String>,
    pub(super) kernels: BTreeSet<String>,
    pub(super) ranges: BTreeSet<String>,
}

pub(super) fn admitted(known: &mut BTreeSet<String>, name: &str) -> String {
    if known.contains(name) || known.len() < MOST_SERIES {
        known.insert(name.to_owned());
        return name.to_owned();
    }
    OTHERS.to_owned()
}

/// Sums of one set of labels.
#[derive(Debug, Default, Clone)]
pub(crate) struct MetricSums {
    pub(crate) count: u64,
    pub(crate) errors: u64,
    pub(crate) timed: u64,
    pub(crate) total_ns: u64,
    /// Square of the standard error of the time, in ns.
    pub(crate) error_ns_2: f64,
    pub(crate) bytes: u64,
    pub(crate) bandwidth_gbps: Option<f64>,
    /// By bound, not cumulative; the last is for longer durations.
    pub(crate) buckets: Vec<u64>,
    /// Buckets as the snapshot has them: lower bound, upper bound, count.
    pub(crate) histogram: Vec<(u64, u64, u64)>,
}

impl MetricSums {
    /// Adds the standard error of a total time, given in percent of it.
    pub(super) fn add_error(&mut self, error_pct: f64, total_ns: u64) {
        self.error_ns_2 += (error_pct / 100.0 * total_ns as f64).powi(2);
    }

    pub(crate) fn error_s(&self) -> f64 {
        self.error_ns_2.sqrt() / 1e9
    }

    pub(super) fn add(&mut self, histogram: &Histogram) {
        self.buckets.resize(BOUNDS.count() + 1, 0);
        self.histogram.extend(&histogram.buckets);
        for (low, _, count) in &histogram.buckets {
            // Powers of two are borders of the histogram's own buckets, so each of those is within one of
            // these.
            let shorter = |power: &u32| *low < 1 << (2 * power);
            let at = BOUNDS.take_while(|power| !shorter(power)).count();
            self.buckets[at] = self.buckets[at].saturating_add(*count);
        }
    }
}

pub(super) type Done = Result<(), Error>;

pub(super) fn counters<'a>(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: impl IntoIterator<Item = (&'a Labels, u64)>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
    for (labels, value) in rows {
        counter(family.encode_family(labels)?, value)?;
    }
    Ok(())
}

/// A counter of each row.
pub(super) fn put(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: &BTreeMap<Labels, MetricSums>,
    value: fn(&MetricSums) -> u64,
) -> Done {
    counters(encoder, name, help, rows.iter().map(|(labels, row)| (labels, value(row))))
}

pub(super) fn counter(mut at: MetricEncoder<'_>, value: u64) -> Done {
    at.encode_counter::<NoLabelSet, u64, f64>(&value, None)
}

/// ns as seconds.
pub(super) fn seconds(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: &BTreeMap<Labels, MetricSums>,
) -> Done {
    seconds_of(encoder, name, help, rows.iter().map(|(labels, row)| (labels, row.total_ns)))
}

pub(super) fn seconds_of<'a>(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: impl IntoIterator<Item = (&'a Labels, u64)>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
    for (labels, ns) in rows {
        let value = ns as f64 / 1e9;
        family.encode_family(labels)?.encode_counter::<NoLabelSet, f64, f64>(&value, None)?;
    }
    Ok(())
}

/// Standard errors of the rows' times.
pub(super) fn errors(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: &BTreeMap<Labels, MetricSums>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
    for (labels, row) in rows {
        family.encode_family(labels)?.encode_gauge(&row.error_s())?;
    }
    Ok(())
}

pub(super) fn histograms(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    rows: &BTreeMap<Labels, MetricSums>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Histogram)?;
    for (labels, row) in rows {
        let bounds = BOUNDS.map(|power| (1u64 << (2 * power)) as f64 / 1e9).chain([f64::INFINITY]);
        let buckets: Vec<(f64, u64)> = bounds.zip(row.buckets.iter().copied()).collect();
        let count = row.buckets.iter().fold(0, |sum: u64, n| sum.saturating_add(*n));
        let sum = row.total_ns as f64 / 1e9;
        family.encode_family(labels)?.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)?;
    }
    Ok(())
}

//! Rows of two runs, what has changed, and whether that is more than noise.
//!
//! **Noise.** A change is beyond noise if it is more than 3 % (runs of the same program differ by that much anyway)
//! and, for figures made from durations, more than chance explains at 99 %: recordings have the histograms, which give
//! 2.6 standard errors for a mean and a range of ranks for a percentile. JSON has no histograms, so there the 3 % alone
//! decide. A change of the longest or shortest call is always noise, because a single call makes it, and so is one of
//! times of fewer than five calls. The length of a whole run is a single figure as well: it has to change by 10 %.

use super::run::{Figures, Key, Run};
use super::spread::Z;
use std::collections::BTreeSet;

/// Changes below this are noise, %.
pub const NOISE_PCT: f64 = 3.0;
/// Noise in the times and the memory of a whole run, which there is only one of, %.
pub const RUN_NOISE_PCT: f64 = 10.0;
/// Times of fewer calls say nothing: the first call of a function takes longer than others, and no two are the same.
const FEW: u64 = 5;

/// A figure that rows have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    Count,
    Errors,
    Bytes,
    Total,
    Min,
    Max,
    Avg,
    P50,
    P90,
    P99,
    Bandwidth,
    Throughput,
    Elapsed,
    Busy,
    Peak,
    Findings,
}

impl Metric {
    /// All of them, with the names that conditions and outputs have for them.
    pub const NAMED: [(Self, &'static [&'static str]); 16] = [
        (Self::Count, &["count", "calls", "launches", "ops"]),
        (Self::Errors, &["errors"]),
        (Self::Bytes, &["bytes"]),
        (Self::Total, &["total"]),
        (Self::Min, &["min"]),
        (Self::Max, &["max"]),
        (Self::Avg, &["avg"]),
        (Self::P50, &["p50"]),
        (Self::P90, &["p90"]),
        (Self::P99, &["p99"]),
        (Self::Bandwidth, &["bandwidth"]),
        (Self::Throughput, &["throughput"]),
        (Self::Elapsed, &["elapsed"]),
        (Self::Busy, &["busy"]),
        (Self::Peak, &["peak"]),
        (Self::Findings, &["findings"]),
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(metric, _)| *metric == self).map_or("", |(_, names)| names[0])
    }

    /// Its value in a row; `None` if unknown.
    #[must_use]
    pub fn value_in(self, f: &Figures) -> Option<f64> {
        match self {
            Self::Count => Some(f.count as f64),
            Self::Errors => f.errors.map(|n| n as f64),
            Self::Bytes => f.bytes.map(|n| n as f64),
            // A whole run has its length instead.
            Self::Total => f.elapsed_ns.is_none().then_some(f.total_ns as f64),
            Self::Min => f.min_ns,
            Self::Max => f.max_ns,
            Self::Avg => f.avg_ns,
            Self::P50 => f.p50_ns,
            Self::P90 => f.p90_ns,
            Self::P99 => f.p99_ns,
            Self::Bandwidth => f.bandwidth_gbps,
            Self::Throughput => f.throughput_gbps,
            Self::Elapsed => f.elapsed_ns.map(|n| n as f64),
            Self::Busy => f.busy_ns.map(|n| n as f64),
            Self::Peak => f.peak_bytes.map(|n| n as f64),
            Self::Findings => f.findings.map(|n| n as f64),
        }
    }

    /// Whether the figure of nothing is 0, as that of a sum.
    #[must_use]
    pub fn is_sum(self) -> bool {
        matches!(
            self,
            Self::Count | Self::Errors | Self::Bytes | Self::Total | Self::Throughput | Self::Findings
        )
    }
}

/// A figure in both runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    pub metric: Metric,
    pub a: Option<f64>,
    pub b: Option<f64>,
    /// `None` if one of them is missing, or if only the first is 0.
    pub pct: Option<f64>,
    pub beyond_noise: bool,
}

/// A row of either run.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedRow {
    pub key: Key,
    pub changes: Vec<Change>,
    /// `None` if the run does not have it.
    pub a: Option<Figures>,
    pub b: Option<Figures>,
}

impl ComparedRow {
    #[must_use]
    pub fn change(&self, metric: Metric) -> Option<&Change> {
        self.changes.iter().find(|change| change.metric == metric)
    }

    /// By how much its time has changed, ns.
    #[must_use]
    pub fn weight(&self) -> u64 {
        let total = |f: &Option<Figures>| f.as_ref().map_or(0, |f| f.total_ns);
        total(&self.a).abs_diff(total(&self.b))
    }
}

/// Both runs, row by row, the largest change first.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    pub a: Run,
    pub b: Run,
    pub rows: Vec<ComparedRow>,
    /// What only the second, and only the first advises.
    pub new_findings: Vec<String>,
    pub gone_findings: Vec<String>,
}

#[must_use]
pub fn compare(a: Run, b: Run) -> Comparison {
    let keys: BTreeSet<Key> = a.rows.keys().chain(b.rows.keys()).cloned().collect();
    let row = |key: Key| {
        let (in_a, in_b) = (a.rows.get(&key), b.rows.get(&key));
        let changes = Metric::NAMED.iter().filter_map(|(metric, _)| change(*metric, in_a, in_b));
        ComparedRow { changes: changes.collect(), a: in_a.cloned(), b: in_b.cloned(), key }
    };
    let mut rows: Vec<ComparedRow> = keys.into_iter().map(row).collect();
    rows.sort_by_key(|row| (row.key.kind, std::cmp::Reverse(row.weight())));
    let only =
        |of: &Run, not: &Run| of.findings.difference(&not.findings).map(|(_, text)| text.clone()).collect();
    let (new_findings, gone_findings) = (only(&b, &a), only(&a, &b));
    Comparison { a, b, rows, new_findings, gone_findings }
}

fn change(metric: Metric, a: Option<&Figures>, b: Option<&Figures>) -> Option<Change> {
    let (of_a, of_b) = (a.and_then(|f| metric.value_in(f)), b.and_then(|f| metric.value_in(f)));
    if of_a.is_none() && of_b.is_none() {
        return None;
    }
    let pct = match (of_a, of_b) {
        (Some(0.0), Some(0.0)) => Some(0.0),
        (Some(a), Some(b)) if a > 0.0 => Some((b / a - 1.0) * 100.0),
        _ => None,
    };
    let noise = match metric {
        Metric::Elapsed | Metric::Busy | Metric::Peak => RUN_NOISE_PCT,
        _ => NOISE_PCT,
    };
    let large = pct.is_none_or(|pct| pct.abs() > noise);
    let beyond_noise = large && !by_chance(metric, a, b);
    Some(Change { metric, a: of_a, b: of_b, pct, beyond_noise })
}

/// The difference could be chance.
fn by_chance(metric: Metric, a: Option<&Figures>, b: Option<&Figures>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let percentile = match metric {
        Metric::Min | Metric::Max => return true,
        Metric::P50 => Some(50.0),
        Metric::P90 => Some(90.0),
        Metric::P99 => Some(99.0),
        Metric::Avg | Metric::Total | Metric::Bandwidth => None,
        Metric::Throughput => return a.count.min(b.count) < FEW,
        Metric::Count | Metric::Errors | Metric::Bytes => return false,
        Metric::Elapsed | Metric::Busy | Metric::Peak | Metric::Findings => return false,
    };
    // A sum also changes with the number of calls, which is not chance.
    let of_calls = metric == Metric::Total && a.count != b.count;
    let fewest = if of_calls { a.count.max(b.count) } else { a.count.min(b.count) };
    if fewest < FEW {
        return true;
    }
    // Where not all calls were timed, the times are known to a standard error.
    if matches!(metric, Metric::Avg | Metric::Total)
        && let (Some(time_a), Some(time_b)) = (metric.value_in(a), metric.value_in(b))
    {
        let off = Z * (time_a * a.error_pct).hypot(time_b * b.error_pct) / 100.0;
        if off > 0.0 && (time_a - time_b).abs() <= off {
            return true;
        }
    }
    let (Some(in_a), Some(in_b)) = (&a.spread, &b.spread) else {
        return is_sampled_percentile(metric, a, b);
    };
    if let Some(percent) = percentile {
        let ((low_a, high_a), (low_b, high_b)) =
            (in_a.percentile_is_within(percent), in_b.percentile_is_within(percent));
        return low_a <= high_b && low_b <= high_a;
    }
    let (Some(mean_a), Some(mean_b)) = (a.avg_ns, b.avg_ns) else { return false };
    let off = in_a.mean_is_off_by().hypot(in_b.mean_is_off_by());
    (mean_a - mean_b).abs() <= off && !of_calls
}

/// Percentiles of calls that were not all timed, of which only the percentiles themselves are known (not from a recording). Each is
/// somewhere between its neighbours.
fn is_sampled_percentile(metric: Metric, a: &Figures, b: &Figures) -> bool {
    let within = |of: &Figures| match metric {
        Metric::P50 => Some((of.min_ns?, of.p90_ns.or(of.p99_ns)?)),
        Metric::P90 => Some((of.p50_ns?, of.p99_ns?)),
        Metric::P99 => Some((of.p90_ns.or(of.p50_ns)?, of.max_ns?)),
        _ => None,
    };
    let (Some((low_a, high_a)), Some((low_b, high_b))) = (within(a), within(b)) else { return false };
    a.error_pct.max(b.error_pct) > 0.0 && low_a <= high_b && low_b <= high_a
}

#[cfg(test)]
mod tests {
    use super::super::run::RowKind;
    use super::super::spread::Spread;
    use super::*;
    use crate::snapshot::Histogram;

    fn run(name: &str, calls: u64, ns: u64, wide: u64) -> Run {
        let buckets = vec![(ns - wide, ns - wide, calls / 2), (ns + wide, ns + wide, calls / 2)];
        let figures = Figures {
            count: calls,
            total_ns: calls * ns,
            avg_ns: Some(ns as f64),
            max_ns: Some((ns + wide) as f64),
            p50_ns: Some(ns as f64),
            spread: Spread::from_histogram(&Histogram { buckets, count: calls }, calls),
            ..Figures::default()
        };
        let key = Key { kind: RowKind::Api, name: name.to_owned(), device: 0 };
        Run { rows: [(key, figures)].into(), ..Run::default() }
    }

    fn beyond(a: Run, b: Run, metric: Metric) -> bool {
        compare(a, b).rows[0].change(metric).unwrap().beyond_noise
    }

    #[test]
    fn a_large_change_of_many_calls_is_beyond_noise_and_one_of_few_is_not() {
        assert!(beyond(run("f", 10_000, 1_000, 300), run("f", 10_000, 1_100, 300), Metric::Avg));
        assert!(!beyond(run("f", 10, 1_000, 300), run("f", 10, 1_100, 300), Metric::Avg), "ten calls");
        assert!(
            !beyond(run("f", 10_000_000, 1_000, 300), run("f", 10_000_000, 1_020, 300), Metric::Avg),
            "2 %"
        );
        assert!(!beyond(run("f", 10_000, 1_000, 300), run("f", 10_000, 2_000, 300), Metric::Max), "one call");
        assert!(beyond(run("f", 100, 1_000, 300), run("f", 200, 1_000, 300), Metric::Count));
    }

    /// `zeInit` of the same program twice: 30 ns and 210 ns, one call each.
    #[test]
    fn the_times_of_a_few_calls_are_noise_with_and_without_histograms() {
        let without = |mut run: Run| {
            run.rows.values_mut().for_each(|figures| figures.spread = None);
            run
        };
        for calls in [2, 4] {
            for metric in [Metric::Avg, Metric::Total, Metric::P50] {
                let (a, b) = (run("f", calls, 30, 0), run("f", calls, 210, 0));
                assert!(!beyond(without(a.clone()), without(b.clone()), metric), "{metric:?} of {calls}");
                assert!(!beyond(a, b, metric), "{metric:?} of {calls}");
            }
        }
        assert!(beyond(run("f", 20, 30, 0), run("f", 20, 210, 0), Metric::Avg), "twenty that agree");
        // How often it is called is no chance.
        assert!(beyond(run("f", 2, 30, 0), run("f", 4, 30, 0), Metric::Count));
        assert!(beyond(run("f", 2, 30, 0), run("f", 400, 30, 0), Metric::Total));
    }

    #[test]
    fn times_of_sampled_calls_are_noise_within_their_error() {
        let sampled = |ns, error_pct: f64| {
            let mut run = run("f", 10_000, ns, 0);
            run.rows.values_mut().for_each(|figures| {
                figures.error_pct = error_pct;
                figures.spread = None;
            });
            run
        };
        for metric in [Metric::Avg, Metric::Total] {
            assert!(beyond(sampled(1_000, 0.0), sampled(1_100, 0.0), metric), "as exact");
            assert!(!beyond(sampled(1_000, 3.0), sampled(1_100, 3.0), metric), "10 %, 2.4 standard errors");
            assert!(beyond(sampled(1_000, 3.0), sampled(1_200, 3.0), metric));
        }
    }

    /// Half of the calls take 20 us and half 60 us, or each three times as long: the median is either by chance.
    #[test]
    fn a_percentile_of_sampled_calls_is_noise_while_it_is_among_the_others_of_the_other_run() {
        let run = |[min, p50, p90, p99, max]: [u64; 5], error_pct| {
            let mut run = run("f", 10_000, p50, 0);
            run.rows.values_mut().for_each(|figures| {
                let all = [
                    &mut figures.min_ns,
                    &mut figures.p50_ns,
                    &mut figures.p90_ns,
                    &mut figures.p99_ns,
                    &mut figures.max_ns,
                ];
                all.into_iter().zip([min, p50, p90, p99, max]).for_each(|(to, ns)| *to = Some(ns as f64));
                (figures.error_pct, figures.spread) = (error_pct, None);
            });
            run
        };
        let (low, high, slower) = ([20, 20, 60, 60, 60], [20, 60, 60, 60, 60], [60, 60, 180, 180, 180]);
        assert!(!beyond(run(low, 2.0), run(high, 0.0), Metric::P50));
        assert!(beyond(run(low, 0.0), run(high, 0.0), Metric::P50), "all were timed");
        for metric in [Metric::P90, Metric::P99] {
            assert!(beyond(run(high, 2.0), run(slower.map(|ns| ns + 1), 2.0), metric), "{metric:?}");
            assert!(!beyond(run(low, 2.0), run([20, 60, 60, 90, 90], 2.0), metric), "{metric:?}");
        }
    }

    #[test]
    fn rows_that_one_run_lacks_are_there() {
        let comparison = compare(run("old", 5, 100, 0), run("new", 5, 100, 0));
        let rows: Vec<_> =
            comparison.rows.iter().map(|r| (r.key.name.as_str(), r.a.is_some(), r.b.is_some())).collect();
        assert_eq!(rows, [("new", false, true), ("old", true, false)]);
        let change = comparison.rows[0].change(Metric::Count).unwrap();
        assert_eq!((change.a, change.b, change.pct, change.beyond_noise), (None, Some(5.0), None, true));
    }
}

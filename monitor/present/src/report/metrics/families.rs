//! Which metrics there are, and what they are called.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Error;
use zetop_figures::snapshot::{Cost, Histogram, Severity, Snapshot};

/// How many functions, kernels and kinds of transfer, each, have a series of their own; later ones share one.
const MOST_SERIES: usize = 128;
const OTHERS: &str = "(others)";
/// Powers of four in ns at which the histograms' buckets end: 64 ns to 17 s.
const BOUNDS: std::ops::RangeInclusive<u32> = 3..=17;

/// Names that were given a series, and keep it.
#[derive(Debug, Default)]
pub(super) struct Admitted {
    functions: BTreeSet<String>,
    kernels: BTreeSet<String>,
}

fn admitted(known: &mut BTreeSet<String>, name: &str) -> String {
    if known.contains(name) || known.len() < MOST_SERIES {
        known.insert(name.to_owned());
        return name.to_owned();
    }
    OTHERS.to_owned()
}

type Labels = Vec<(&'static str, String)>;

#[derive(Debug, Default, Clone)]
struct Row {
    count: u64,
    errors: u64,
    timed: u64,
    total_ns: u64,
    /// Square of the standard error of the time, in ns.
    error_ns_2: f64,
    bytes: u64,
    bandwidth_gbps: Option<f64>,
    /// By bound, not cumulative; the last is for longer durations.
    buckets: Vec<u64>,
}

impl Row {
    fn add(&mut self, histogram: &Histogram) {
        self.buckets.resize(BOUNDS.count() + 1, 0);
        for (low, _, count) in &histogram.buckets {
            // Powers of two are borders of the histogram's own buckets, so each of those is within one of
            // these.
            let shorter = |power: &u32| *low < 1 << (2 * power);
            let at = BOUNDS.take_while(|power| !shorter(power)).count();
            self.buckets[at] = self.buckets[at].saturating_add(*count);
        }
    }
}

/// The figures of a moment.
#[derive(Debug)]
pub(super) struct Figures {
    functions: BTreeMap<Labels, Row>,
    kernels: BTreeMap<Labels, Row>,
    transfers: BTreeMap<Labels, Row>,
    untimed: BTreeMap<String, u64>,
    memory: Vec<(String, u64, u64)>,
    findings: BTreeMap<(&'static str, &'static str), u64>,
    timed: u64,
    coverage: Option<f64>,
    dropped: u64,
    invalid: u64,
    elapsed_s: f64,
    probe_pct: Option<f64>,
    cost: [(&'static str, u64); 4],
}

impl Figures {
    pub(super) fn of(s: &Snapshot, known: &mut Admitted) -> Self {
        let mut functions: BTreeMap<Labels, Row> = BTreeMap::new();
        for api in &s.host.apis {
            let name = admitted(&mut known.functions, &api.name);
            let family = if name == OTHERS { String::new() } else { api.family.to_string() };
            let row = functions.entry(vec![("function", name), ("family", family)]).or_default();
            row.count += api.calls;
            row.errors += api.errors;
            row.timed += api.timed;
            // A counter that falls has begun anew, for Prometheus.
            row.total_ns += api.grown_ns;
            row.error_ns_2 += (api.total_error_pct / 100.0 * api.total_ns as f64).powi(2);
            row.add(&api.histogram);
        }
        let mut kernels: BTreeMap<Labels, Row> = BTreeMap::new();
        for kernel in &s.device.kernels {
            let name = admitted(&mut known.kernels, &kernel.name);
            let row =
                kernels.entry(vec![("kernel", name), ("device", kernel.device.to_string())]).or_default();
            row.count += kernel.launches;
            row.total_ns += kernel.total_ns;
        }
        // Kinds of memory are few: an API has a handful.
        let transfers = s.device.transfers.iter().take(MOST_SERIES).map(|t| {
            let labels = vec![
                ("src", t.src.kind.to_string()),
                ("dst", t.dst.kind.to_string()),
                ("direction", t.direction.name().to_owned()),
                ("device", t.device.to_string()),
            ];
            let row = Row {
                count: t.ops,
                bytes: t.bytes,
                total_ns: t.total_ns,
                bandwidth_gbps: t.bandwidth_gbps,
                ..Row::default()
            };
            (labels, row)
        });
        let mut findings = BTreeMap::new();
        for finding in &s.findings {
            let severity = match finding.severity {
                Severity::Hint => "hint",
                Severity::Warning => "warning",
            };
            *findings.entry((finding.id, severity)).or_default() += 1;
        }
        Self {
            functions,
            kernels,
            transfers: transfers.collect(),
            untimed: s.device.untimed_reasons.clone(),
            memory: s.memory.iter().map(|m| (m.kind.to_string(), m.live_bytes, m.live_count)).collect(),
            findings,
            timed: s.device.timed,
            coverage: s.device.coverage_pct,
            dropped: s.quality.dropped_records,
            invalid: s.quality.invalid_timestamps,
            elapsed_s: s.elapsed_ns as f64 / 1e9,
            probe_pct: s.quality.probe_pct_of_wall,
            cost: {
                let Cost { calls_ns, operations_ns, records_ns, threads_ns } = s.quality.cost;
                [
                    ("calls", calls_ns),
                    ("operations", operations_ns),
                    ("records", records_ns),
                    ("threads", threads_ns),
                ]
            },
        }
    }
}

type Done = Result<(), Error>;

fn counters<'a>(
    encoder: &mut DescriptorEncoder<'_>,
    (name, help): (&str, &str),
    rows: impl IntoIterator<Item = (&'a Labels, u64)>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
    for (labels, value) in rows {
        counter(family.encode_family(labels)?, value)?;
    }
    Ok(())
}

/// A counter of each row.
fn put(
    encoder: &mut DescriptorEncoder<'_>,
    words: (&str, &str),
    rows: &BTreeMap<Labels, Row>,
    value: fn(&Row) -> u64,
) -> Done {
    counters(encoder, words, rows.iter().map(|(labels, row)| (labels, value(row))))
}

fn counter(mut at: MetricEncoder<'_>, value: u64) -> Done {
    at.encode_counter::<NoLabelSet, u64, f64>(&value, None)
}

/// ns as seconds.
fn seconds(
    encoder: &mut DescriptorEncoder<'_>,
    (name, help): (&str, &str),
    rows: &BTreeMap<Labels, Row>,
) -> Done {
    let mut family = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
    for (labels, row) in rows {
        let value = row.total_ns as f64 / 1e9;
        family.encode_family(labels)?.encode_counter::<NoLabelSet, f64, f64>(&value, None)?;
    }
    Ok(())
}

impl Collector for Figures {
    fn encode(&self, mut to: DescriptorEncoder<'_>) -> Done {
        let e = &mut to;
        put(e, ("zetop_calls", "Calls of API functions"), &self.functions, |r| r.count)?;
        put(e, ("zetop_call_errors", "Calls that returned an error"), &self.functions, |r| r.errors)?;
        let words =
            ("zetop_calls_timed", "Calls whose time was taken: of trivial functions one of 16, at random");
        put(e, words, &self.functions, |r| r.timed)?;
        let words = ("zetop_call_duration_seconds", "Time in calls of API functions");
        let mut family = e.encode_descriptor(words.0, words.1, None, MetricType::Histogram)?;
        for (labels, row) in &self.functions {
            let bounds = BOUNDS.map(|power| (1u64 << (2 * power)) as f64 / 1e9).chain([f64::INFINITY]);
            let buckets: Vec<(f64, u64)> = bounds.zip(row.buckets.iter().copied()).collect();
            let count = row.buckets.iter().fold(0, |sum: u64, n| sum.saturating_add(*n));
            let sum = row.total_ns as f64 / 1e9;
            family.encode_family(labels)?.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)?;
        }
        let words = ("zetop_call_duration_error_seconds", "One standard error of the sum of the durations");
        let mut family = e.encode_descriptor(words.0, words.1, None, MetricType::Gauge)?;
        for (labels, row) in &self.functions {
            family.encode_family(labels)?.encode_gauge(&(row.error_ns_2.sqrt() / 1e9))?;
        }
        put(e, ("zetop_kernel_launches", "Launches of kernels"), &self.kernels, |r| r.count)?;
        seconds(e, ("zetop_kernel_seconds", "Time of kernels on the device"), &self.kernels)?;
        put(e, ("zetop_transfers", "Copies"), &self.transfers, |r| r.count)?;
        put(e, ("zetop_transfer_bytes", "Bytes copied"), &self.transfers, |r| r.bytes)?;
        seconds(e, ("zetop_transfer_seconds", "Time of copies on the device"), &self.transfers)?;
        let words =
            ("zetop_transfer_bandwidth_bytes_per_second", "Bytes of timed copies / their time on the device");
        let mut family = e.encode_descriptor(words.0, words.1, None, MetricType::Gauge)?;
        for (labels, row) in self.transfers.iter() {
            if let Some(gbps) = row.bandwidth_gbps {
                family.encode_family(labels)?.encode_gauge(&(gbps * 1e9))?;
            }
        }
        self.device(e)?;
        self.quality(e)
    }
}

impl Figures {
    fn device(&self, e: &mut DescriptorEncoder<'_>) -> Done {
        let words = ("zetop_operations_timed", "Device operations that were timed");
        counter(e.encode_descriptor(words.0, words.1, None, MetricType::Counter)?, self.timed)?;
        let untimed = self.untimed.iter().map(|(reason, n)| (vec![("reason", reason.clone())], *n));
        let untimed: Vec<(Labels, u64)> = untimed.collect();
        let words = ("zetop_operations_untimed", "Device operations that were not timed, by reason");
        counters(e, words, untimed.iter().map(|(labels, n)| (labels, *n)))?;
        if let Some(pct) = self.coverage {
            let words = ("zetop_coverage_ratio", "Timed operations / all operations");
            e.encode_descriptor(words.0, words.1, None, MetricType::Gauge)?.encode_gauge(&(pct / 100.0))?;
        }
        for (name, help, is_bytes) in [
            ("zetop_memory_live_bytes", "Allocated and not freed", true),
            ("zetop_memory_live_allocations", "Allocations that were not freed", false),
        ] {
            let mut family = e.encode_descriptor(name, help, None, MetricType::Gauge)?;
            for (kind, bytes, allocations) in &self.memory {
                let labels = vec![("kind", kind.clone())];
                let value = if is_bytes { bytes } else { allocations };
                family.encode_family(&labels)?.encode_gauge(&(*value as f64))?;
            }
        }
        Ok(())
    }

    fn quality(&self, e: &mut DescriptorEncoder<'_>) -> Done {
        for (name, help, value) in [
            (
                "zetop_dropped_records",
                "Records that zetop did not get; no other figure depends on them",
                self.dropped,
            ),
            ("zetop_invalid_timestamps", "Operations with zero, stale or reversed timestamps", self.invalid),
        ] {
            counter(e.encode_descriptor(name, help, None, MetricType::Counter)?, value)?;
        }
        if let Some(pct) = self.probe_pct {
            let words = (
                "zetop_probe_ratio",
                "What zetop costs the program (zetop_probe_seconds) / the calling threads' lifetimes",
            );
            e.encode_descriptor(words.0, words.1, None, MetricType::Gauge)?.encode_gauge(&(pct / 100.0))?;
        }
        let words = (
            "zetop_probe_seconds",
            "What zetop costs the program: counting calls, timing operations, records that the driver keeps for it, its threads",
        );
        let mut family = e.encode_descriptor(words.0, words.1, None, MetricType::Counter)?;
        for (part, ns) in self.cost {
            let value = ns as f64 / 1e9;
            family
                .encode_family(&vec![("part", part.to_owned())])?
                .encode_counter::<NoLabelSet, f64, f64>(&value, None)?;
        }
        let mut family =
            e.encode_descriptor("zetop_findings", "Findings at present, by rule", None, MetricType::Gauge)?;
        for ((rule, severity), n) in &self.findings {
            let labels = vec![("rule", (*rule).to_owned()), ("severity", (*severity).to_owned())];
            family.encode_family(&labels)?.encode_gauge(&(*n as f64))?;
        }
        let words = ("zetop_elapsed_seconds", "Time watched, since the start or the last reset");
        e.encode_descriptor(words.0, words.1, None, MetricType::Gauge)?.encode_gauge(&self.elapsed_s)
    }
}

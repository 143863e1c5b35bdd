//! Which metrics there are, and what they are called.

use super::labels::{Labels, of_member};
use super::of_ranges::OfRange;
use super::rows::{
    Admitted, Done, MOST_PROCESSES, MOST_SERIES, MetricSums, OTHERS, admitted, counter, counters, errors,
    histograms, put, seconds,
};
use super::{of_devices, of_ranges};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::collections::BTreeMap;
use zetop_figures::sensors::Sensors;
use zetop_figures::snapshot::{Cost, Severity, Snapshot};

/// A process, or all that have its labels.
#[derive(Debug, Default, Clone)]
pub(crate) struct OfProcess {
    pub(crate) calls: u64,
    pub(crate) host_ns: u64,
    pub(crate) waits_ns: u64,
    pub(crate) device_ns: u64,
    pub(crate) bytes: u64,
    pub(crate) running: u64,
    /// How long the call that has lasted longest has lasted.
    pub(crate) waiting_ns: u64,
    pub(crate) busy_pct: Option<f64>,
}

/// The processes by their labels; those of `own` that all series have are left out.
fn processes(s: &Snapshot, own: &Labels) -> BTreeMap<Labels, OfProcess> {
    let mut all: BTreeMap<Labels, OfProcess> = BTreeMap::new();
    for (at, process) in s.processes.iter().enumerate() {
        let is_alone = process.pid != 0 && at < MOST_PROCESSES;
        let mut labels = if is_alone { of_member(&process.member) } else { Labels::new() };
        labels.retain(|(name, _)| own.iter().all(|(known, _)| known != name));
        labels.push(("pid", if is_alone { process.pid.to_string() } else { OTHERS.to_owned() }));
        let row = all.entry(labels).or_default();
        row.calls = row.calls.saturating_add(process.calls);
        row.host_ns = row.host_ns.saturating_add(process.host_ns);
        row.waits_ns = row.waits_ns.saturating_add(process.waits_ns);
        row.device_ns = row.device_ns.saturating_add(process.device_ns);
        row.bytes = row.bytes.saturating_add(process.bytes);
        row.running += u64::from(process.running);
        let waiting = s.waiting.iter().filter(|call| call.key == process.key).map(|call| call.since_ns);
        row.waiting_ns = row.waiting_ns.max(waiting.max().unwrap_or(0));
        row.busy_pct = process.busy_pct.filter(|_| is_alone);
    }
    all
}

/// The figures of a moment.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) functions: BTreeMap<Labels, MetricSums>,
    pub(crate) kernels: BTreeMap<Labels, MetricSums>,
    pub(crate) transfers: BTreeMap<Labels, MetricSums>,
    pub(crate) ranges: BTreeMap<Labels, OfRange>,
    pub(crate) steps: BTreeMap<Labels, MetricSums>,
    pub(crate) processes: BTreeMap<Labels, OfProcess>,
    pub(crate) untimed: BTreeMap<String, u64>,
    pub(crate) memory: Vec<(String, u64, u64)>,
    /// What drivers say of devices.
    pub(crate) devices: Vec<(Labels, Sensors)>,
    pub(crate) findings: BTreeMap<(&'static str, &'static str), u64>,
    pub(crate) timed: u64,
    pub(crate) coverage: Option<f64>,
    pub(crate) timed_pct: Option<f64>,
    pub(crate) dropped: u64,
    pub(crate) invalid: u64,
    pub(crate) elapsed_s: f64,
    pub(crate) probe_pct: Option<f64>,
    pub(crate) cost: [(&'static str, u64); 5],
}

impl Figures {
    /// `own` are labels that all series have.
    pub(crate) fn from_snapshot(s: &Snapshot, known: &mut Admitted, own: &Labels) -> Self {
        let mut functions: BTreeMap<Labels, MetricSums> = BTreeMap::new();
        for api in &s.host.apis {
            let name = admitted(&mut known.functions, &api.name);
            let family = if name == OTHERS { String::new() } else { api.family.to_string() };
            let row = functions.entry(vec![("function", name), ("family", family)]).or_default();
            row.count += api.calls;
            row.errors += api.errors;
            row.timed += api.timed;
            // A counter that falls has begun anew, for Prometheus.
            row.total_ns += api.grown_ns;
            row.add_error(api.total_error_pct, api.total_ns);
            row.add(&api.histogram);
        }
        let mut kernels: BTreeMap<Labels, MetricSums> = BTreeMap::new();
        for kernel in &s.device.kernels {
            let name = admitted(&mut known.kernels, &kernel.name);
            let row =
                kernels.entry(vec![("kernel", name), ("device", kernel.device.to_string())]).or_default();
            row.count += kernel.launches;
            row.timed += kernel.timed;
            row.total_ns += kernel.grown_ns;
            row.add_error(kernel.total_error_pct, kernel.total_ns);
        }
        // Kinds of memory are few: an API has a handful.
        let transfers = s.device.transfers.iter().take(MOST_SERIES).map(|t| {
            let labels = vec![
                ("src", t.src.kind.to_string()),
                ("dst", t.dst.kind.to_string()),
                ("direction", t.direction.name().to_owned()),
                ("device", t.device.to_string()),
            ];
            let mut row = MetricSums {
                count: t.ops,
                timed: t.timed,
                bytes: t.bytes,
                total_ns: t.grown_ns,
                bandwidth_gbps: t.bandwidth_gbps,
                ..MetricSums::default()
            };
            row.add_error(t.total_error_pct, t.total_ns);
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
            ranges: of_ranges::ranges(s, known),
            steps: of_ranges::steps(s, own),
            processes: processes(s, own),
            untimed: s.device.untimed_reasons.clone(),
            memory: s.memory.iter().map(|m| (m.kind.to_string(), m.live_bytes, m.live_count)).collect(),
            devices: of_devices::devices(s),
            findings,
            timed: s.device.timed,
            coverage: s.device.coverage_pct,
            timed_pct: s.device.timed_pct,
            dropped: s.quality.dropped_records,
            invalid: s.quality.invalid_timestamps,
            elapsed_s: s.elapsed_ns as f64 / 1e9,
            probe_pct: s.quality.probe_pct_of_wall,
            cost: {
                let Cost { calls_ns, operations_ns, records_ns, ranges_ns, threads_ns } = s.quality.cost;
                [
                    ("calls", calls_ns),
                    ("operations", operations_ns),
                    ("records", records_ns),
                    ("ranges", ranges_ns),
                    ("threads", threads_ns),
                ]
            },
        }
    }
}

impl Collector for Figures {
    fn encode(&self, mut to: DescriptorEncoder<'_>) -> Done {
        let e = &mut to;
        put(e, "zetop_calls", "Calls of API functions", &self.functions, |r| r.count)?;
        put(e, "zetop_call_errors", "Calls that returned an error", &self.functions, |r| r.errors)?;
        let (name, help) =
            ("zetop_calls_timed", "Calls whose time was taken: of trivial functions one of 16, at random");
        put(e, name, help, &self.functions, |r| r.timed)?;
        let (name, help) = ("zetop_call_duration_seconds", "Time in calls of API functions");
        histograms(e, name, help, &self.functions)?;
        let (name, help) =
            ("zetop_call_duration_error_seconds", "One standard error of the sum of the durations");
        errors(e, name, help, &self.functions)?;
        put(e, "zetop_kernel_launches", "Launches of kernels", &self.kernels, |r| r.count)?;
        let (name, help) = ("zetop_kernel_launches_timed", "Launches of kernels whose time was taken");
        put(e, name, help, &self.kernels, |r| r.timed)?;
        seconds(e, "zetop_kernel_seconds", "Time of kernels on the device", &self.kernels)?;
        let (name, help) = ("zetop_kernel_error_seconds", "One standard error of zetop_kernel_seconds");
        errors(e, name, help, &self.kernels)?;
        put(e, "zetop_transfers", "Copies", &self.transfers, |r| r.count)?;
        put(e, "zetop_transfers_timed", "Copies whose time was taken", &self.transfers, |r| r.timed)?;
        put(e, "zetop_transfer_bytes", "Bytes copied", &self.transfers, |r| r.bytes)?;
        seconds(e, "zetop_transfer_seconds", "Time of copies on the device", &self.transfers)?;
        let (name, help) = ("zetop_transfer_error_seconds", "One standard error of zetop_transfer_seconds");
        errors(e, name, help, &self.transfers)?;
        let (name, help) =
            ("zetop_transfer_bandwidth_bytes_per_second", "Bytes of timed copies / their time on the device");
        let mut family = e.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (labels, row) in self.transfers.iter() {
            if let Some(gbps) = row.bandwidth_gbps {
                family.encode_family(labels)?.encode_gauge(&(gbps * 1e9))?;
            }
        }
        of_ranges::encode(&self.ranges, &self.steps, e)?;
        self.of_processes(e)?;
        self.device(e)?;
        of_devices::encode(&self.devices, e)?;
        self.quality(e)
    }
}

impl Figures {
    fn of_processes(&self, e: &mut DescriptorEncoder<'_>) -> Done {
        let all = || self.processes.iter();
        let (name, help) = ("zetop_process_calls", "Calls of API functions, by process");
        counters(e, name, help, all().map(|(labels, p)| (labels, p.calls)))?;
        let (name, help) = ("zetop_process_copied_bytes", "Bytes copied, by process");
        counters(e, name, help, all().map(|(labels, p)| (labels, p.bytes)))?;
        type Time = (&'static str, &'static str, fn(&OfProcess) -> u64);
        let times: [Time; 3] = [
            ("zetop_process_host_seconds", "Time in calls of API functions, by process", |p| p.host_ns),
            ("zetop_process_wait_seconds", "Of that, in functions that wait for the device", |p| p.waits_ns),
            ("zetop_process_device_seconds", "Time of operations on the device, by process", |p| p.device_ns),
        ];
        for (name, help, value) in times {
            let mut family = e.encode_descriptor(name, help, None, MetricType::Counter)?;
            for (labels, process) in all() {
                let value = value(process) as f64 / 1e9;
                family.encode_family(labels)?.encode_counter::<NoLabelSet, f64, f64>(&value, None)?;
            }
        }
        let (name, help) = (
            "zetop_process_busy_ratio",
            "Part of the time watched in which the device was busy with its work",
        );
        let mut family = e.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (labels, process) in all() {
            if let Some(pct) = process.busy_pct {
                family.encode_family(labels)?.encode_gauge(&(pct / 100.0))?;
            }
        }
        let (name, help) = (
            "zetop_process_waiting_seconds",
            "How long the call that has lasted longest has not returned; 0 below 0.1 s",
        );
        let mut family = e.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (labels, process) in all() {
            family.encode_family(labels)?.encode_gauge(&(process.waiting_ns as f64 / 1e9))?;
        }
        let (name, help) = ("zetop_process_running", "1 while it is watched, then 0");
        let mut family = e.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (labels, process) in all() {
            family.encode_family(labels)?.encode_gauge(&(process.running as f64))?;
        }
        Ok(())
    }

    fn device(&self, e: &mut DescriptorEncoder<'_>) -> Done {
        let (name, help) = ("zetop_operations_timed", "Device operations that were timed");
        counter(e.encode_descriptor(name, help, None, MetricType::Counter)?, self.timed)?;
        let untimed = self.untimed.iter().map(|(reason, n)| (vec![("reason", reason.clone())], *n));
        let untimed: Vec<(Labels, u64)> = untimed.collect();
        let (name, help) = ("zetop_operations_untimed", "Device operations that were not timed, by reason");
        counters(e, name, help, untimed.iter().map(|(labels, n)| (labels, *n)))?;
        for (name, help, pct) in [
            (
                "zetop_coverage_ratio",
                "Timed operations / all operations but those that were not timed because of the budget",
                self.coverage,
            ),
            ("zetop_timed_ratio", "Timed operations / all operations", self.timed_pct),
        ] {
            if let Some(pct) = pct {
                e.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&(pct / 100.0))?;
            }
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
            let (name, help) = (
                "zetop_probe_ratio",
                "What zetop costs the program (zetop_probe_seconds) / the calling threads' lifetimes",
            );
            e.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&(pct / 100.0))?;
        }
        let (name, help) = (
            "zetop_probe_seconds",
            "What zetop costs the program: counting calls, timing operations, records that the driver keeps for it, ranges, its threads",
        );
        let mut family = e.encode_descriptor(name, help, None, MetricType::Counter)?;
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
        let (name, help) = ("zetop_elapsed_seconds", "Time watched, since the start or the last reset");
        e.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&self.elapsed_s)
    }
}

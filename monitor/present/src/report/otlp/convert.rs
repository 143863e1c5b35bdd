//! Figures as OpenTelemetry's metrics.

use super::exponential;
use super::messages::{
    CUMULATIVE, Data, ExponentialHistogram, ExponentialHistogramDataPoint, ExportMetricsServiceRequest,
    Gauge, InstrumentationScope, KeyValue, Metric, NumberDataPoint, Resource, ResourceMetrics, ScopeMetrics,
    Sum, Value,
};
use crate::report::metrics::families::{Figures, OfProcess};
use crate::report::metrics::labels::Labels;
use crate::report::metrics::of_devices::GAUGES;
use crate::report::metrics::of_ranges::FIGURES;
use crate::report::metrics::rows::MetricSums;
use prost::Message;

/// The time that figures are about, in ns since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: u64,
    pub(super) now: u64,
}

pub(super) fn request(figures: &Figures, span: Span, resource: &[KeyValue]) -> Vec<u8> {
    let scope =
        InstrumentationScope { name: "zetop".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let metrics = span.metrics(figures);
    let of_scope = ScopeMetrics { scope: Some(scope), metrics };
    let resource = Resource { attributes: resource.to_vec() };
    let all = ResourceMetrics { resource: Some(resource), scope_metrics: vec![of_scope] };
    ExportMetricsServiceRequest { resource_metrics: vec![all] }.encode_to_vec()
}

fn attributes(labels: &Labels) -> Vec<KeyValue> {
    let of = |(name, value): &(&str, String)| {
        // By OpenTelemetry's names where it has one.
        let name = match *name {
            "host" => "host.name",
            "pid" => "process.pid",
            other => other,
        };
        match value.parse::<u32>() {
            Ok(number) if name == "process.pid" => KeyValue::number(name, number),
            _ => KeyValue::text(name, value.as_str()),
        }
    };
    labels.iter().filter(|(_, value)| !value.is_empty()).map(of).collect()
}

/// Name, unit and description.
type Words = (&'static str, &'static str, &'static str);

fn metric(words: Words, data: Data) -> Metric {
    let (name, unit, description) = words;
    Metric {
        name: name.to_owned(),
        description: description.to_owned(),
        unit: unit.to_owned(),
        data: Some(data),
    }
}

fn integer(value: u64) -> Value {
    Value::AsInt(i64::try_from(value).unwrap_or(i64::MAX))
}

fn seconds(ns: u64) -> Value {
    Value::AsDouble(ns as f64 / 1e9)
}

impl Span {
    fn point(self, attributes: Vec<KeyValue>, value: Value) -> NumberDataPoint {
        NumberDataPoint {
            start_time_unix_nano: self.start,
            time_unix_nano: self.now,
            value: Some(value),
            attributes,
        }
    }

    fn sum(self, words: Words, points: impl Iterator<Item = (Vec<KeyValue>, Value)>) -> Metric {
        let data_points = points.map(|(attributes, value)| self.point(attributes, value)).collect();
        metric(words, Data::Sum(Sum { data_points, aggregation_temporality: CUMULATIVE, is_monotonic: true }))
    }

    fn gauge(self, words: Words, points: impl Iterator<Item = (Vec<KeyValue>, f64)>) -> Metric {
        let data_points =
            points.map(|(attributes, value)| self.point(attributes, Value::AsDouble(value))).collect();
        metric(words, Data::Gauge(Gauge { data_points }))
    }

    fn histogram(self, labels: &Labels, row: &MetricSums) -> ExponentialHistogramDataPoint {
        let (scale, positive, zero_count) = exponential::rescaled(&row.histogram);
        let count = positive.bucket_counts.iter().fold(zero_count, |sum, count| sum.saturating_add(*count));
        ExponentialHistogramDataPoint {
            attributes: attributes(labels),
            start_time_unix_nano: self.start,
            time_unix_nano: self.now,
            count,
            sum: Some(row.total_ns as f64 / 1e9),
            scale,
            zero_count,
            positive: Some(positive),
        }
    }

    fn metrics(self, figures: &Figures) -> Vec<Metric> {
        let rows = |words: Words,
                    rows: &std::collections::BTreeMap<Labels, MetricSums>,
                    value: fn(&MetricSums) -> Value| {
            self.sum(words, rows.iter().map(|(labels, row)| (attributes(labels), value(row))))
        };
        let of_processes = |words: Words, value: fn(&OfProcess) -> Value| {
            self.sum(
                words,
                figures.processes.iter().map(|(labels, process)| (attributes(labels), value(process))),
            )
        };
        let (functions, kernels, copies) = (&figures.functions, &figures.kernels, &figures.transfers);
        let durations = |words: Words, rows: &std::collections::BTreeMap<Labels, MetricSums>| {
            let data_points = rows.iter().map(|(labels, row)| self.histogram(labels, row)).collect();
            let data = ExponentialHistogram { data_points, aggregation_temporality: CUMULATIVE };
            metric(words, Data::ExponentialHistogram(data))
        };
        let errors = |words: Words, rows: &std::collections::BTreeMap<Labels, MetricSums>| {
            self.gauge(words, rows.iter().map(|(labels, row)| (attributes(labels), row.error_s())))
        };
        let ranges = FIGURES.iter().map(|figure| {
            let points = figures.ranges.iter().map(|(labels, of)| {
                let value = (figure.value)(of);
                (attributes(labels), if figure.is_time() { seconds(value) } else { integer(value) })
            });
            self.sum((figure.path, figure.unit, figure.help), points)
        });
        let busy = figures
            .processes
            .iter()
            .filter_map(|(labels, process)| Some((attributes(labels), process.busy_pct? / 100.0)));
        let waiting = figures.processes.iter();
        let waiting = waiting.map(|(labels, process)| (attributes(labels), process.waiting_ns as f64 / 1e9));
        let untimed = figures.untimed.iter();
        let untimed =
            untimed.map(|(reason, count)| (vec![KeyValue::text("reason", reason)], integer(*count)));
        let memory = figures.memory.iter();
        let memory = memory.map(|(kind, bytes, _)| (vec![KeyValue::text("kind", kind)], *bytes as f64));
        let devices = GAUGES.iter().map(|gauge| {
            let sensed = figures.devices.iter();
            let points = sensed.filter_map(|(labels, of)| Some((attributes(labels), (gauge.value)(of)?)));
            self.gauge((gauge.path, gauge.unit, gauge.help), points)
        });
        let one = |value: u64| std::iter::once((Vec::new(), integer(value)));
        let mut all = vec![
            rows(("zetop.calls", "{call}", "Calls of API functions"), functions, |row| integer(row.count)),
            rows(("zetop.call.errors", "{call}", "Calls that returned an error"), functions, |row| {
                integer(row.errors)
            }),
            rows(("zetop.calls.timed", "{call}", "Calls whose time was taken"), functions, |row| {
                integer(row.timed)
            }),
            durations(("zetop.call.duration", "s", "Time in calls of API functions"), functions),
            errors(
                ("zetop.call.duration.error", "s", "One standard error of the sum of durations"),
                functions,
            ),
            rows(("zetop.kernel.launches", "{launch}", "Launches of kernels"), kernels, |row| {
                integer(row.count)
            }),
            rows(
                ("zetop.kernel.launches.timed", "{launch}", "Launches whose time was taken"),
                kernels,
                |row| integer(row.timed),
            ),
            rows(("zetop.kernel.time", "s", "Time of kernels on the device"), kernels, |row| {
                seconds(row.total_ns)
            }),
            errors(("zetop.kernel.time.error", "s", "One standard error of zetop.kernel.time"), kernels),
            rows(("zetop.transfers", "{copy}", "Copies"), copies, |row| integer(row.count)),
            rows(("zetop.transfers.timed", "{copy}", "Copies whose time was taken"), copies, |row| {
                integer(row.timed)
            }),
            rows(("zetop.transfer.size", "By", "Bytes copied"), copies, |row| integer(row.bytes)),
            rows(("zetop.transfer.time", "s", "Time of copies on the device"), copies, |row| {
                seconds(row.total_ns)
            }),
            errors(("zetop.transfer.time.error", "s", "One standard error of zetop.transfer.time"), copies),
            durations(("zetop.step.duration", "s", "Time of a step"), &figures.steps),
            of_processes(("zetop.process.calls", "{call}", "Calls, by process"), |p| integer(p.calls)),
            of_processes(("zetop.process.host.time", "s", "Time in calls, by process"), |p| {
                seconds(p.host_ns)
            }),
            of_processes(("zetop.process.wait.time", "s", "Of that, in functions that wait"), |p| {
                seconds(p.waits_ns)
            }),
            of_processes(("zetop.process.device.time", "s", "Time of operations, by process"), |p| {
                seconds(p.device_ns)
            }),
            of_processes(("zetop.process.copied", "By", "Bytes copied, by process"), |p| integer(p.bytes)),
            self.gauge(
                ("zetop.process.busy", "1", "Part of the time in which the device was busy with its work"),
                busy,
            ),
            self.gauge(
                ("zetop.process.waiting", "s", "How long the call that has lasted longest has not returned"),
                waiting,
            ),
            self.sum(
                ("zetop.operations.timed", "{operation}", "Device operations that were timed"),
                one(figures.timed),
            ),
            self.sum(("zetop.operations.untimed", "{operation}", "Those that were not, by reason"), untimed),
            self.gauge(
                (
                    "zetop.coverage",
                    "1",
                    "Timed operations / all operations but those that were not timed because of the budget",
                ),
                figures.coverage.map(|pct| (Vec::new(), pct / 100.0)).into_iter(),
            ),
            self.gauge(
                ("zetop.timed", "1", "Timed operations / all operations"),
                figures.timed_pct.map(|pct| (Vec::new(), pct / 100.0)).into_iter(),
            ),
            self.gauge(("zetop.memory.live", "By", "Allocated and not freed, by kind"), memory),
            self.sum(
                ("zetop.dropped_records", "{record}", "Records that zetop did not get"),
                one(figures.dropped),
            ),
        ];
        all.extend(ranges);
        all.extend(devices);
        all
    }
}

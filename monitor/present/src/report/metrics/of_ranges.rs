//! Ranges that programs mark themselves, and steps.

use super::labels::{Labels, of_member};
use super::rows::{Admitted, Done, MOST_PROCESSES, MetricSums, admitted, counters, histograms, seconds_of};
use prometheus_client::encoding::DescriptorEncoder;
use std::collections::BTreeMap;
use zetop_figures::snapshot::Snapshot;

/// What has one path, or all that have a series together.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct OfRange {
    pub(crate) count: u64,
    pub(crate) total_ns: u64,
    pub(crate) waits_ns: u64,
    pub(crate) kernel_ns: u64,
    pub(crate) copy_ns: u64,
    pub(crate) bytes: u64,
}

/// A figure of a range: its name for Prometheus, that for OpenTelemetry with the unit there, and whether it is a time in ns.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) help: &'static str,
    pub(crate) value: fn(&OfRange) -> u64,
}

impl Figure {
    pub(crate) fn is_time(&self) -> bool {
        self.unit == "s"
    }
}

pub(crate) const FIGURES: [Figure; 6] = [
    Figure {
        name: "zetop_ranges",
        path: "zetop.ranges",
        unit: "{range}",
        help: "Ranges of the program's own that have ended",
        value: |of| of.count,
    },
    Figure {
        name: "zetop_range_seconds",
        path: "zetop.range.time",
        unit: "s",
        help: "Time of the host in ranges",
        value: |of| of.total_ns,
    },
    Figure {
        name: "zetop_range_wait_seconds",
        path: "zetop.range.wait.time",
        unit: "s",
        help: "Of that, in functions that wait for the device",
        value: |of| of.waits_ns,
    },
    Figure {
        name: "zetop_range_kernel_seconds",
        path: "zetop.range.kernel.time",
        unit: "s",
        help: "Time on the device of kernels that were launched in ranges",
        value: |of| of.kernel_ns,
    },
    Figure {
        name: "zetop_range_copy_seconds",
        path: "zetop.range.copy.time",
        unit: "s",
        help: "Time on the device of copies that were given to it in ranges",
        value: |of| of.copy_ns,
    },
    Figure {
        name: "zetop_range_copied_bytes",
        path: "zetop.range.copied",
        unit: "By",
        help: "Bytes of these copies",
        value: |of| of.bytes,
    },
];

/// The ranges by their paths. What is in a range within another one is in both.
pub(super) fn ranges(s: &Snapshot, known: &mut Admitted) -> BTreeMap<Labels, OfRange> {
    let mut all: BTreeMap<Labels, OfRange> = BTreeMap::new();
    for range in &s.ranges {
        let path = admitted(&mut known.ranges, &range.path);
        let is_alone = path == range.path;
        let of_own = |text: &str| if is_alone { text.to_owned() } else { String::new() };
        let labels = vec![
            ("range", path),
            ("domain", of_own(range.domain.as_deref().unwrap_or_default())),
            ("interface", of_own(range.interface)),
        ];
        let row = all.entry(labels).or_default();
        for (sum, more) in [
            (&mut row.count, range.count),
            (&mut row.total_ns, range.total_ns),
            (&mut row.waits_ns, range.waits_ns),
            (&mut row.kernel_ns, range.work.kernel_ns),
            (&mut row.copy_ns, range.work.copy_ns),
            (&mut row.bytes, range.work.bytes),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
    all
}

/// The steps of each process. Labels of `own`, which all series have, are left out.
pub(super) fn steps(s: &Snapshot, own: &Labels) -> BTreeMap<Labels, MetricSums> {
    let mut all: BTreeMap<Labels, MetricSums> = BTreeMap::new();
    for step in s.steps.iter().take(MOST_PROCESSES) {
        let process = s.processes.iter().find(|process| process.key == step.key);
        let mut labels = process.map(|process| of_member(&process.member)).unwrap_or_default();
        labels.retain(|(name, _)| own.iter().all(|(known, _)| known != name));
        labels.push(("pid", step.pid.to_string()));
        labels.push(("step", step.name.to_string()));
        let row = all.entry(labels).or_default();
        row.total_ns = row.total_ns.saturating_add(step.total_ns);
        row.add(&step.histogram);
    }
    all
}

pub(super) fn encode(
    ranges: &BTreeMap<Labels, OfRange>,
    steps: &BTreeMap<Labels, MetricSums>,
    e: &mut DescriptorEncoder<'_>,
) -> Done {
    for figure in &FIGURES {
        let values = ranges.iter().map(|(labels, of)| (labels, (figure.value)(of)));
        if figure.is_time() {
            seconds_of(e, figure.name, figure.help, values)?;
        } else {
            counters(e, figure.name, figure.help, values)?;
        }
    }
    let help = "Time of steps: ranges that return again and again";
    histograms(e, "zetop_step_duration_seconds", help, steps)
}

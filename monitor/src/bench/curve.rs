//! `zetop bench flops` and `zetop bench latency`: one kernel, over work groups or over working sets.

use super::evaluate::{Evaluate, Measured};
use super::matmul::kernel_time;
use super::messages::{At, CHASE, Device, MULTIPLY_ADD};
use super::outcome::{Axis, Figure, Measure, Outcome, Row, Skipped};
use crate::present::format;

/// What is special to one of them.
pub(super) struct About {
    bench: &'static str,
    about: &'static str,
    kernel: &'static str,
    axis: Axis,
    measure: Measure,
    /// Of what the kernel does and the ns that it takes.
    figure: fn(f64, f64) -> f64,
    how: &'static str,
    published: &'static str,
    advice: fn(&[(u64, f64)]) -> Option<String>,
}

pub(super) const FLOPS: About = About {
    bench: "flops",
    about: "dependent multiply-adds by work groups",
    kernel: MULTIPLY_ADD,
    axis: Axis { key: "groups", title: "groups", show: |groups| groups.to_string() },
    measure: Measure { key: "gflops", title: "floating-point rate", unit: "GFLOP/s" },
    figure: |operations, ns| operations / ns,
    how: "groups of 32 work items; a multiply-add is two operations",
    published: "published: 441.6 GFLOP/s from 96 groups on (HD 530), 883.2 from 192 on (Iris Plus 650)",
    advice: |points| {
        let peak = points.iter().map(|(_, rate)| *rate).fold(0.0, f64::max);
        let (groups, _) = points.iter().find(|(_, rate)| *rate >= 0.99 * peak)?;
        Some(format!("{groups} groups or more, in multiples of the execution units, keep the device busy"))
    },
};

pub(super) const LATENCY: About = About {
    bench: "latency",
    about: "accesses that depend on each other, by working set",
    kernel: CHASE,
    axis: Axis { key: "working_set_bytes", title: "set", show: |bytes| format::size_limit(Some(bytes)) },
    measure: Measure { key: "ns_per_access", title: "time of an access", unit: "ns" },
    figure: |steps, ns| ns / steps,
    how: "one work item goes from line to line of 64 bytes in random order",
    published: "published: L3 125, LLC from 212, DRAM 355 ns (HD 530); 144, 260, 422 ns (Iris Plus 650)",
    advice: |_| None,
};

pub(super) struct Curve {
    of: About,
    simulated: bool,
    device: Device,
    rows: Vec<Row>,
    skipped: Vec<Skipped>,
    notes: Vec<String>,
}

impl Curve {
    pub(super) fn new(of: About, simulated: bool) -> Self {
        Self {
            of,
            simulated,
            device: Device::default(),
            rows: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl Evaluate for Curve {
    fn axis(&self) -> Axis {
        self.of.axis
    }

    fn begin(&mut self, device: &Device) {
        self.device = device.clone();
    }

    fn measured(&mut self, step: Measured) {
        let done = step.own.get(self.of.kernel).and_then(|values| values.first());
        let figure = kernel_time(&step.snapshot, self.of.kernel).zip(done).map(|(time, done)| {
            let ends = [(self.of.figure)(*done, time.min), (self.of.figure)(*done, time.max)];
            Figure {
                median: (self.of.figure)(*done, time.median),
                min: ends[0].min(ends[1]),
                max: ends[0].max(ends[1]),
                n: time.n,
            }
        });
        self.rows.push(Row { series: step.at.series, x: step.at.x, figures: vec![figure] });
    }

    fn skipped(&mut self, at: At, why: String) {
        self.skipped.push(Skipped { series: at.series, x: at.x, why });
    }

    fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let mut conditions: Vec<String> = self.device.clock().into_iter().collect();
        conditions.extend([self.of.how.to_owned(), self.of.published.to_owned()]);
        conditions.push("times by zetop's events; spread = (largest - smallest) / median".to_owned());
        let of = |row: &Row| Some((row.x, row.figures.first().copied().flatten()?.median));
        let points: Vec<(u64, f64)> = self.rows.iter().filter_map(of).collect();
        Outcome {
            bench: self.of.bench,
            about: self.of.about,
            complete,
            simulated: self.simulated,
            conditions,
            device: self.device,
            axis: self.of.axis,
            measures: vec![self.of.measure],
            rows: self.rows,
            skipped: self.skipped,
            notes: self.notes,
            advice: (self.of.advice)(&points).into_iter().collect(),
            distributions: Vec::new(),
        }
    }
}

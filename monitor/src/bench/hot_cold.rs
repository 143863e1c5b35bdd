//! `zetop bench hot-cold`: the same kernel with its data in the last-level cache, and after a flush.

use super::evaluate::{Evaluate, Measured};
use super::matmul::kernel_time;
use super::messages::{At, COLD, COPY, Device, HOT};
use super::outcome::{Axis, Distribution, Figure, Measure, Outcome, Row, Skipped};
use crate::present::format;

const MEASURES: [Measure; 1] = [Measure { key: "time_us", title: "the kernel's time", unit: "µs" }];
const BYTES: Axis = Axis { key: "copied_bytes", title: "copied", show: |bytes| format::bytes(bytes) };

pub(super) struct HotCold {
    simulated: bool,
    device: Device,
    rows: Vec<Row>,
    distributions: Vec<Distribution>,
    skipped: Vec<Skipped>,
    notes: Vec<String>,
}

impl HotCold {
    pub(super) fn new(simulated: bool) -> Self {
        Self {
            simulated,
            device: Device::default(),
            rows: Vec::new(),
            distributions: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn median(&self, series: &str) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.series == series)?;
        row.figures.first().copied().flatten().map(|figure: Figure| figure.median)
    }
}

impl Evaluate for HotCold {
    fn axis(&self) -> Axis {
        BYTES
    }

    fn begin(&mut self, device: &Device) {
        self.device = device.clone();
    }

    fn measured(&mut self, step: Measured) {
        let us =
            |ns: Figure| Figure { median: ns.median / 1e3, min: ns.min / 1e3, max: ns.max / 1e3, n: ns.n };
        let time = kernel_time(&step.snapshot, COPY).map(us);
        let kernel = step.snapshot.device.kernels.iter().find(|kernel| kernel.name == COPY);
        if let Some(kernel) = kernel {
            let buckets = kernel.histogram.buckets.clone();
            self.distributions.push(Distribution { series: step.at.series.clone(), buckets });
        }
        self.rows.push(Row { series: step.at.series, x: step.at.x, figures: vec![time] });
    }

    fn skipped(&mut self, at: At, why: String) {
        self.skipped.push(Skipped { series: at.series, x: at.x, why });
    }

    fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let mut conditions: Vec<String> = self.device.clock().into_iter().collect();
        conditions.extend(self.device.needs.clone());
        conditions.push(
            "hot: the launch before has left source and target in the cache; cold: other memory is filled before each \
             launch; times by zetop's events"
                .to_owned(),
        );
        conditions.push(
            "published: 9.5 and 14.1 µs on an RTX 3090 (6 MB L2); seen: 10.3 and 18.4 µs on an H100"
                .to_owned(),
        );
        let advice = match (self.median(HOT), self.median(COLD)) {
            (Some(hot), Some(cold)) if hot > 0.0 => vec![format!(
                "cold takes {:.2} times as long as hot: compare kernels in the state in which they will run",
                cold / hot
            )],
            _ => Vec::new(),
        };
        Outcome {
            bench: "hot-cold",
            about: "a copying kernel with its data in the cache, and without",
            complete,
            simulated: self.simulated,
            conditions,
            device: self.device,
            axis: BYTES,
            measures: MEASURES.to_vec(),
            rows: self.rows,
            skipped: self.skipped,
            notes: self.notes,
            advice,
            distributions: self.distributions,
        }
    }
}

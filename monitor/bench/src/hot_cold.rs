//! Evaluation of `zetop bench hot-cold`: the same kernel with its data in the last-level cache, and after a flush.
//! `worker/hot_cold.rs` measures it.

use super::evaluate::{Evaluate, Gathered, Measured};
use super::matmul::kernel_time;
use super::messages::{COLD, COPY, HOT};
use super::outcome::{Axis, Distribution, Figure, Layout, Measure, Outcome, OutcomeRow};
use zetop_figures::view::format;

const MEASURES: [Measure; 1] = [Measure { key: "time_us", title: "the kernel's time", unit: "µs" }];
const BYTES: Axis = Axis { key: "copied_bytes", title: "copied", show: |bytes| format::bytes(bytes) };

pub(crate) struct HotCold {
    gathered: Gathered,
    distributions: Vec<Distribution>,
}

impl HotCold {
    pub(crate) fn new(simulated: bool) -> Self {
        Self { gathered: Gathered::new(simulated), distributions: Vec::new() }
    }

    fn median(&self, series: &str) -> Option<f64> {
        let row = self.gathered.rows.iter().find(|row| row.series == series)?;
        row.figures.first().copied().flatten().map(|figure: Figure| figure.median)
    }
}

impl Evaluate for HotCold {
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.gathered
    }

    fn axis(&self) -> Axis {
        BYTES
    }

    fn measured(&mut self, step: Measured) {
        let time = kernel_time(&step.snapshot, COPY).map(|ns| ns.times(1e-3));
        let kernel = step.snapshot.device.kernels.iter().find(|kernel| kernel.name == COPY);
        if let Some(kernel) = kernel {
            let buckets = kernel.histogram.buckets.clone();
            self.distributions.push(Distribution { series: step.at.series.clone(), buckets });
        }
        self.gathered.rows.push(OutcomeRow { series: step.at.series, x: step.at.x, figures: vec![time] });
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let mut conditions = vec![self.gathered.device.clock()];
        conditions.extend(self.gathered.device.needs.clone());
        conditions.push(format!(
            "hot: the launch before has left source and target in the cache; cold: other memory is filled before each \
             launch; times: {}",
            self.gathered.device.api.times()
        ));
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
            failed: None,
            simulated: self.gathered.simulated,
            conditions,
            device: self.gathered.device,
            axis: BYTES,
            measures: MEASURES.to_vec(),
            layout: Layout::Tables,
            rows: self.gathered.rows,
            skipped: self.gathered.skipped,
            notes: self.gathered.notes,
            advice,
            distributions: self.distributions,
        }
    }
}

//! `zetop bench interference`: the host's processor and the device at once.

use super::evaluate::{Evaluate, Gathered, Measured};
use super::matmul::kernel_time;
use super::messages::{CHASE, CPU};
use super::outcome::{Axis, Figure, Layout, Measure, Outcome, OutcomeRow};
use zetop_figures::view::format;

/// Whose time is measured, and what the other one does: the first measured side is the device.
pub(crate) const MEASURED: [&str; 2] = ["GPU", "CPU"];
pub(crate) const BESIDE: [&str; 2] = ["chasing", "streaming"];

const OTHER: Axis = Axis {
    key: "other_bytes",
    title: "own",
    show: |bytes| if bytes > 0 { format::size_limit(Some(bytes)) } else { "none".to_owned() },
};
const MEASURES: [Measure; 1] = [Measure { key: "ns_per_access", title: "time of an access", unit: "ns" }];

/// What the program says where the host's part is the simulator's.
pub(crate) const MODELLED: &str =
    "the host is modelled too, by the simulator (contention.rs): it is not this machine's";

/// `GPU beside a streaming CPU, 2 MiB`.
pub(crate) fn series(measured: &str, beside: &str, own: u64) -> String {
    let other = if measured == MEASURED[0] { MEASURED[1] } else { MEASURED[0] };
    format!("{measured} beside a {beside} {other}, {}", format::size_limit(Some(own)))
}

pub(crate) struct Interference {
    gathered: Gathered,
}

impl Interference {
    pub(crate) fn new(simulated: bool) -> Self {
        Self { gathered: Gathered::new(simulated) }
    }
}

impl Evaluate for Interference {
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.gathered
    }

    fn axis(&self) -> Axis {
        OTHER
    }

    fn measured(&mut self, step: Measured) {
        let figure = match step.own.get(CPU) {
            Some(samples) => Figure::from_values(samples),
            None => {
                let steps = step.own.get(CHASE).and_then(|values| values.first());
                kernel_time(&step.snapshot, CHASE).zip(steps).map(|(time, steps)| time.times(1.0 / steps))
            }
        };
        self.gathered.rows.push(OutcomeRow { series: step.at.series, x: step.at.x, figures: vec![figure] });
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let Gathered { simulated, device, rows, skipped, notes } = self.gathered;
        let mut conditions = vec![device.clock()];
        conditions.push(
            "rows: the working set of the side that is measured, a chase of dependent accesses in random order; columns: \
             that of the other side, a chase, or streaming by many threads"
                .to_owned(),
        );
        conditions.extend(device.needs.clone());
        if !device.needs.iter().any(|need| need == MODELLED) {
            let times = device.api.times();
            conditions.push(format!("the host's times are by its own clock, the device's {times}"));
        }
        let worst = |measured: &str| {
            let of = rows.iter().filter(|row| row.series.starts_with(measured) && row.x > 0);
            let slower = |row: &OutcomeRow| {
                let alone =
                    rows.iter().find(|other| other.series == row.series && other.x == 0)?.median(0)?;
                Some(row.median(0)? / alone)
            };
            of.filter_map(|row| Some((slower(row)?, row))).max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let advice = MEASURED.iter().filter_map(|measured| {
            let (slower, row) = worst(measured)?;
            let place = format!("{}, other {}", row.series, (OTHER.show)(row.x));
            Some(format!("{measured}: up to {slower:.1} times as slow as alone ({place})"))
        });
        Outcome {
            bench: "interference",
            about: "the CPU and the GPU at once, by their working sets",
            complete,
            failed: None,
            simulated,
            conditions,
            axis: OTHER,
            measures: MEASURES.to_vec(),
            layout: Layout::Maps,
            advice: advice.collect(),
            device,
            rows,
            skipped,
            notes,
            distributions: Vec::new(),
        }
    }
}

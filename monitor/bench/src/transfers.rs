//! `zetop bench transfers`: how fast each kind of memory is copied, by size.
//!
//! Twice: by the times that zetop's probe has of each copy, and by two stamps of the device's clock around many.

mod advice;

use super::api::Api;
use super::evaluate::{Evaluate, Gathered, Measured};
use super::messages::{Device, Point, TWO_STAMPS};
use super::outcome::{Axis, Figure, Layout, Measure, Outcome, OutcomeRow};
use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::format;

fn measures(api: Api) -> Vec<Measure> {
    vec![
        Measure { key: "events", title: api.times(), unit: "GB/s" },
        Measure { key: TWO_STAMPS, title: api.stamps(), unit: "GB/s" },
    ]
}

const SIZE: Axis = Axis { key: "size_bytes", title: "size", show: |bytes| format::size_limit(Some(bytes)) };

pub(crate) struct Transfers {
    gathered: Gathered,
    /// Copies that zetop could not time.
    untimed: u64,
}

impl Transfers {
    pub(crate) fn new(simulated: bool) -> Self {
        Self { gathered: Gathered::new(simulated), untimed: 0 }
    }
}

/// The rate of copies of that size, by the probe's times. All figures of the snapshot are of this step.
fn by_events(snapshot: &Snapshot, at: &Point) -> Option<Figure> {
    let is_it = |source: &str, target: &str| at.series == format!("{source}->{target}");
    let of = snapshot.device.transfers.iter().find(|t| is_it(&t.src.kind, &t.dst.kind))?;
    let class = of.by_size.iter().find(|class| class.up_to == Some(at.x))?;
    let rate = |ns: u64| (ns > 0).then(|| at.x as f64 / ns as f64);
    let (shortest, longest) = (class.min_ns?, class.max_ns?);
    // The middle of a bucket, and the longest time is the lowest rate.
    let median = rate(of.p50_ns?.clamp(shortest.min(longest), longest))?;
    Some(Figure { median, min: rate(longest)?, max: rate(shortest)?, n: of.timed })
}

impl Evaluate for Transfers {
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.gathered
    }

    fn axis(&self) -> Axis {
        SIZE
    }

    fn has_figures_without_times(&self) -> bool {
        true
    }

    fn measured(&mut self, step: Measured) {
        let events = by_events(&step.snapshot, &step.at);
        self.untimed += step.operations.saturating_sub(events.map_or(0, |figure| figure.n));
        let stamps = step.own.get(TWO_STAMPS).and_then(|values| Figure::from_values(values));
        self.gathered.rows.push(OutcomeRow {
            series: step.at.series,
            x: step.at.x,
            figures: vec![events, stamps],
        });
    }

    fn finish(mut self: Box<Self>, complete: bool) -> Outcome {
        if self.untimed > 0 {
            self.gathered
                .notes
                .push(format!("{} have no event times", format::many(self.untimed, "copy", "copies")));
        }
        let mut outcome = Outcome {
            bench: "transfers",
            about: "copies between kinds of memory",
            complete,
            failed: None,
            simulated: self.gathered.simulated,
            conditions: conditions(&self.gathered.device),
            measures: measures(self.gathered.device.api),
            device: self.gathered.device,
            axis: SIZE,
            layout: Layout::Tables,
            rows: self.gathered.rows,
            skipped: self.gathered.skipped,
            notes: self.gathered.notes,
            advice: Vec::new(),
            distributions: Vec::new(),
        };
        outcome.advice = advice::advice(&outcome);
        outcome
    }
}

fn conditions(device: &Device) -> Vec<String> {
    let mut lines = vec![device.clock()];
    lines.push(
        "each copy after the one before, many in a row, executed again and again, after one execution that is not \
         measured"
            .to_owned(),
    );
    lines.extend(device.api.stamps_differ().map(str::to_owned));
    lines.push(
        "GB/s = 10^9 bytes/s; n = copies by the first measure / rows of copies by the second".to_owned(),
    );
    lines.push("spread = (largest - smallest) / median".to_owned());
    lines
}

//! What makes figures of what was measured.

use super::messages::{Device, Point};
use super::outcome::{Axis, Outcome, OutcomeRow, Skipped};
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_figures::snapshot::Snapshot;

/// A step that is over.
pub struct Measured {
    pub at: Point,
    /// Operations that were to be timed.
    pub operations: u64,
    /// What the program saw itself, by the key of the measure.
    pub own: BTreeMap<String, Vec<f64>>,
    /// zetop's figures of this step alone.
    pub snapshot: Arc<Snapshot>,
}

/// What every benchmark gathers.
#[derive(Debug, Default)]
pub struct Gathered {
    pub simulated: bool,
    pub device: Device,
    pub rows: Vec<OutcomeRow>,
    pub skipped: Vec<Skipped>,
    pub notes: Vec<String>,
}

impl Gathered {
    #[must_use]
    pub fn new(simulated: bool) -> Self {
        Self { simulated, ..Self::default() }
    }
}

/// A benchmark, as zetop sees it.
pub trait Evaluate {
    fn gathered(&mut self) -> &mut Gathered;
    fn axis(&self) -> Axis;
    fn measured(&mut self, step: Measured);
    fn finish(self: Box<Self>, complete: bool) -> Outcome;

    /// The program has found its device, and says what it will do.
    fn begin(&mut self, device: &Device) {
        self.gathered().device = device.clone();
    }

    fn skipped(&mut self, at: Point, why: String) {
        self.gathered().skipped.push(Skipped { series: at.series, x: at.x, why });
    }

    fn note(&mut self, text: String) {
        let notes = &mut self.gathered().notes;
        if !notes.contains(&text) {
            notes.push(text);
        }
    }

    /// Whether there are figures where the probe has no times of the device's operations.
    fn has_figures_without_times(&self) -> bool {
        false
    }
}

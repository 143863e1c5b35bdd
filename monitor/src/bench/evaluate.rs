//! What makes figures of what was measured.

use super::messages::{At, Device};
use super::outcome::{Axis, Outcome};
use crate::snapshot::Snapshot;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A step that is over.
pub struct Measured {
    pub at: At,
    /// Operations that were to be timed.
    pub operations: u64,
    /// What the program saw itself, by the key of the measure.
    pub own: BTreeMap<String, Vec<f64>>,
    /// zetop's figures of this step alone.
    pub snapshot: Arc<Snapshot>,
}

/// A benchmark, as zetop sees it.
pub trait Evaluate {
    fn axis(&self) -> Axis;
    /// The program has found its device, and says what it will do.
    fn begin(&mut self, device: &Device);
    fn measured(&mut self, step: Measured);
    fn skipped(&mut self, at: At, why: String);
    fn note(&mut self, text: String);
    fn finish(self: Box<Self>, complete: bool) -> Outcome;
}

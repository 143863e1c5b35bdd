//! What rules look at.

use crate::snapshot::Snapshot;

/// What is worth a line: a cost of this share of wall time, or of the time that the device worked.
pub(super) const WORTH_PCT: f64 = 5.0;

/// The figures that rules look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures<'a> {
    pub(super) snapshot: &'a Snapshot,
    /// Time watched, ns; at least 1.
    pub(super) wall_ns: f64,
}

impl Figures<'_> {
    pub(super) fn pct_of_wall(&self, ns: f64) -> f64 {
        100.0 * ns / self.wall_ns
    }
}

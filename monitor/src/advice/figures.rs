//! What rules look at.

use crate::snapshot::{Snapshot, State};

/// What is worth a line: a cost of this share of wall time, or of the time that the device worked.
pub(super) const WORTH_PCT: f64 = 5.0;

/// While the program runs, what it has not done for this long it may have stopped doing.
const LATELY_NS: f64 = 5e9;

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

    /// Does the program still do what it has done `times` times, and not for `quiet_ns`? After its end, what it
    /// did counts. What is done rarely may be quiet for longer.
    pub(super) fn is_current(&self, quiet_ns: u64, times: u64) -> bool {
        let over = matches!(self.snapshot.state, State::Exited | State::Detached);
        over || quiet_ns as f64 <= (2.0 * self.wall_ns / times.max(1) as f64).max(LATELY_NS)
    }
}

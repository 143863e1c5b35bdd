//! Several benchmarks, and those of them that have no figures.

use super::paragraph::paragraph;
use crate::against::Deviation;
use crate::outcome::{Missing, Outcome};
use std::time::SystemTime;
use zetop_system::clean::clean;

/// Several benchmarks.
#[derive(Debug, Clone, Copy)]
pub struct All<'a> {
    pub outcomes: &'a [Outcome],
    pub missing: &'a [Missing],
    /// How far they are off what was published.
    pub against: Option<&'a [Deviation]>,
    /// When they were measured.
    pub at: SystemTime,
}

impl All<'_> {
    /// Whether all of them came to their end, those left out that the device can't do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.outcomes.iter().all(|outcome| outcome.complete) && self.missing.iter().all(|of| !of.failed)
    }
}

/// `interference: not measured: ...`.
pub(super) fn missing(of: &Missing, room: Option<usize>) -> String {
    let what = if of.failed { "failed" } else { "not measured" };
    paragraph(&format!("{}: {what}: {}", of.bench, clean(&of.why)), 0, room)
}

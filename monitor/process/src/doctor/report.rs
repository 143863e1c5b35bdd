//! Everything that `zetop doctor` found.

use crate::check::{Check, Status};
use std::path::PathBuf;

#[derive(Debug)]
pub struct Report {
    pub checks: Vec<Check>,
    /// Where the simulated driver is, for `ZE_ENABLE_ALT_DRIVERS`; it stays there.
    pub simulator: Option<PathBuf>,
    pub pid: Option<u32>,
    /// Programs find a GPU here, or the simulated one if that was asked for.
    pub has_device: bool,
}

impl Report {
    /// Whether zetop would work.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.checks.iter().all(|check| check.status != Status::Problem)
    }

    pub(super) fn count(&self, status: Status) -> usize {
        self.checks.iter().filter(|check| check.status == status).count()
    }
}

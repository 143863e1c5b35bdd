//! What people and programs get to see, all of it from a snapshot.
//!
//! - [`tui`]: the dashboard;
//! - [`report`]: one file per format.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod report;
pub mod tui;

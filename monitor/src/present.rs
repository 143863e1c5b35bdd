//! What people and programs get to see, all of it from a [`Snapshot`](crate::snapshot::Snapshot).
//!
//! - [`mod@format`]: numbers, units and words;
//! - [`tui`]: the dashboard;
//! - [`report`]: one file per format;
//! - [`headless`]: a run without a dashboard;
//! - [`picker`]: the list of programs to attach to.

pub mod format;
pub mod headless;
pub mod picker;
pub mod report;
pub mod tui;

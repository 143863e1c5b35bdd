//! What people and programs get to see, all of it from a [`Snapshot`](crate::snapshot::Snapshot).
//!
//! - [`mod@format`]: numbers, units and words;
//! - [`output`]: writing files, pipes and streams;
//! - [`tui`]: the dashboard;
//! - [`report`]: one file per format;
//! - [`headless`]: a run without a dashboard;
//! - [`picker`]: the list of programs to attach to;
//! - `width`: how wide terminals are, and text that fits.

pub mod format;
pub mod headless;
pub mod output;
pub mod picker;
pub mod report;
pub mod tui;
pub(crate) mod width;

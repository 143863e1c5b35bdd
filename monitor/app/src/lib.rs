//! zetop's command line, configuration and sessions: what ties the other crates together.
//!
//! ```text
//! app -> bench, present, process, sensors, figures
//!        present, sensors -> figures -> wire
//!        process -> inject
//! ```

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub use clap;
pub use zetop_sensors::exit;

pub mod app;
pub mod cli;
pub mod config;
pub mod headless;
pub mod late_attach;
pub mod live_session;
pub mod picker;
pub mod version;

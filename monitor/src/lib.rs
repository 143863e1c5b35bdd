//! zetop: `top` for GPU programs on oneAPI Level Zero.
//!
//! ```text
//! target (launch, attach) -> source -> sink -> aggregate -> snapshot -> present (tui, report)
//!                                                        \-> advice -/
//! ```

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod advice;
pub mod aggregate;
pub mod app;
pub mod bench;
pub mod budget;
pub mod call_site;
pub mod clean;
pub mod cli;
pub mod config;
pub mod diff;
pub mod embedded;
mod gone;
pub mod history;
pub mod inherited;
pub mod limit;
pub mod live_session;
pub mod log_line;
pub mod present;
pub mod recording;
pub mod replay_session;
pub mod session;
pub mod signals;
pub mod sink;
pub mod snapshot;
pub mod source;
pub mod sum;
pub mod target;
pub mod trace;

//! zetop's figures, from process files to what can be shown.
//!
//! ```text
//! source -> sink -> aggregate -> snapshot -> view
//!              \-> recording, trace   \-> advice, diff, history
//! ```
//!
//! Knows neither how a program is started nor what a screen looks like, and no API by heart: names come from the catalog
//! that a probe writes.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod advice;
pub mod aggregate;
pub mod budget;
pub mod call_site;
pub mod diff;
pub mod history;
pub mod recording;
pub mod replay_session;
pub mod session;
pub mod sink;
pub mod snapshot;
pub mod source;
pub mod sum;
pub mod trace;
pub mod view;

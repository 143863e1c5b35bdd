//! Compares two runs: what has changed per function, kernel and kind of transfer, and whether that is more
//! than noise.
//!
//! ```text
//! recording, JSON, the kept last run -> Run \
//! recording, JSON, the kept last run -> Run  > compare -> Comparison -> text, JSON, CSV
//!                              --fail-if conditions -----/          \-> verdicts
//! ```
//!
//! - [`run`]: a run, wherever it comes from; [`spread`]: how its durations are spread;
//! - [`mod@compare`]: rows of both runs, their changes, and what is noise;
//! - [`condition`]: the conditions of `--fail-if`.

pub mod compare;
pub mod condition;
pub mod run;
pub mod spread;

pub use compare::{Change, ComparedRow, Comparison, compare};
pub use condition::Condition;
pub use run::Run;

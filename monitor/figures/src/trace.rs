//! `--trace`: single calls and operations, as a file for the Perfetto trace viewer (ui.perfetto.dev).
//!
//! ```text
//! source -> Traced -> aggregate, recorder
//!               \-> Tracer -> Writer -> Queue -> file
//! ```
//!
//! - [`proto`]: the messages of the file, as far as zetop writes them;
//! - [`writer`]: packets, with names and tracks that are written once; the parts of `--trace-last`;
//! - [`clock`]: the one clock of a trace, `CLOCK_MONOTONIC_RAW`;
//! - [`lanes`]: tracks on which nothing overlaps;
//! - [`tracer`]: what is written for each kind of news; [`traced`]: where the news comes in.
//!
//! Calls come from the rings of records that `--live` reads, operations from the ring of each process. What a
//! ring had no room for is marked with its count where it is missing, so that slices and marks together give
//! the figures of `--json`.

pub mod clock;
pub mod lanes;
mod names;
pub mod proto;
pub mod traced;
pub mod tracer;

#[cfg(test)]
mod tests;
pub mod writer;

pub use traced::Traced;
pub use tracer::Tracer;

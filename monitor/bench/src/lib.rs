//! `zetop bench`: what a device can do, so that a program's figures have something to stand beside.
//!
//! Each benchmark is an ordinary program, measured by zetop's own probe:
//!
//! ```text
//! worker (this executable, under the probe) <- messages -> watched -> outcome -> present
//! ```
//!
//! - [`worker`]: the program, with a file per benchmark;
//! - [`api`]: the APIs through which a device can be measured;
//! - [`messages`]: what worker and zetop say to each other, `watched`: zetop's side of that;
//! - [`evaluate`], [`transfers`], `matmul`, `hot_cold`, `curve`, `interference`: evaluation, a file per benchmark: figures and advice;
//! - `single`: runs one benchmark, `all`: several, `against`: deviations from published figures, [`diff`]: two results compared;
//! - [`outcome`]: figures of any benchmark; [`present`]: table, plot, SVG, JSON and CSV of them.

mod against;
mod all;
pub mod api;
mod curve;
pub mod diff;
pub mod evaluate;
mod hot_cold;
mod interference;
mod matmul;
pub mod memory_kind;
pub mod messages;
pub mod options;
pub mod outcome;
mod outputs;
pub mod present;
mod request;
mod single;
pub mod transfers;
mod watched;
pub mod worker;

pub use request::Request;

use crate::options::Benchmark;

/// Runs a benchmark, and returns zetop's exit status.
#[must_use]
pub fn run(request: &Request<'_>, benchmark: &Benchmark) -> i32 {
    match benchmark {
        Benchmark::All(of) => all::run(request, of),
        one => single::run(request, one),
    }
}

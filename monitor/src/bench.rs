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
//! - [`messages`]: what it and zetop say to each other, `watched`: zetop's side of that;
//! - [`evaluate`], [`transfers`], `matmul`, `hot_cold`, `curve`, `interference`: a file per benchmark again: what comes of the figures, and the advice;
//! - `one`: one of them, `all`: one after the other, `against`: beside published figures, [`diff`]: two compared;
//! - [`outcome`]: figures of any benchmark; [`present`]: table, plot, SVG, JSON and CSV of them.

mod against;
mod all;
pub mod api;
mod curve;
pub mod diff;
pub mod evaluate;
mod hot_cold;
mod interference;
pub mod kinds;
mod matmul;
pub mod messages;
mod one;
pub mod outcome;
mod outputs;
pub mod present;
pub mod transfers;
mod watched;
pub mod worker;

use crate::cli::bench::Benchmark;
use crate::session::Session;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// What a benchmark is given: where its figures go, and how its program is started.
pub struct Request<'a> {
    /// The program runs on the simulated GPU.
    pub is_simulated: bool,
    pub json: Option<&'a OsStr>,
    pub csv: Option<&'a Path>,
    /// Tables without characters beyond ASCII.
    pub ascii: bool,
    /// Every row of every table.
    pub full: bool,
    /// Starts a command under the probe, which keeps its threads: each step waits for its times, however long ago the one
    /// before was.
    pub start: &'a dyn Fn(Vec<OsString>) -> anyhow::Result<Box<dyn Session>>,
}

/// Runs a benchmark, and returns zetop's exit status.
#[must_use]
pub fn run(request: &Request<'_>, benchmark: &Benchmark) -> i32 {
    match benchmark {
        Benchmark::All(of) => all::run(request, of),
        one => one::run(request, one),
    }
}

//! `zetop bench`: what a device can do, so that a program's figures have something to stand beside.
//!
//! Each benchmark is an ordinary program, measured by zetop's own probe:
//!
//! ```text
//! worker (this executable, under the probe) <- messages -> watched -> outcome -> present
//! ```
//!
//! - [`worker`]: the program, with a file per benchmark;
//! - [`messages`]: what it and zetop say to each other, `watched`: zetop's side of that;
//! - [`evaluate`], [`transfers`], `matmul`, `hot_cold`, `curve`: a file per benchmark again: what comes of the figures, and the advice;
//! - [`outcome`]: figures of any benchmark; [`present`]: table, plot, SVG, JSON and CSV of them.

mod curve;
pub mod evaluate;
mod hot_cold;
pub mod kinds;
mod matmul;
pub mod messages;
pub mod outcome;
pub mod present;
pub mod transfers;
mod watched;
pub mod worker;

use crate::app::words::{FAILED, USAGE, fail, print, say};
use crate::cli::Options;
use crate::cli::bench::{Benchmark, Common};
use crate::present::output::Destination;
use crate::signals::Signals;
use anyhow::Context;
use evaluate::Evaluate;
use outcome::Outcome;
use present::Progress;
use std::path::Path;
use watched::{Ended, Watched};

/// Exit status after Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// Runs a benchmark, and returns zetop's exit status.
#[must_use]
pub fn run(options: &Options, benchmark: &Benchmark) -> i32 {
    let common = benchmark.common();
    if let Err(error) = check(options, common) {
        say(&error);
        return USAGE;
    }
    let (task, evaluate): (_, Box<dyn Evaluate>) = match benchmark {
        Benchmark::Transfers(of) => {
            (messages::Task::Transfers(of.task()), Box::new(transfers::Transfers::new(options.sim)))
        }
        Benchmark::Matmul(of) => {
            (messages::Task::Matmul(of.task()), Box::new(matmul::Matmul::new(options.sim)))
        }
        Benchmark::Flops(of) => {
            (messages::Task::Flops(of.task()), Box::new(curve::Curve::new(curve::FLOPS, options.sim)))
        }
        Benchmark::Latency(of) => {
            (messages::Task::Latency(of.task()), Box::new(curve::Curve::new(curve::LATENCY, options.sim)))
        }
        Benchmark::Parallel(of) => {
            (messages::Task::Parallel(of.task()), Box::new(curve::Curve::new(curve::PARALLEL, options.sim)))
        }
        Benchmark::Stride(of) => {
            (messages::Task::Stride(of.task()), Box::new(curve::Curve::new(curve::STRIDE, options.sim)))
        }
        Benchmark::HotCold(of) => {
            (messages::Task::HotCold(of.task()), Box::new(hot_cold::HotCold::new(options.sim)))
        }
    };
    match measure(options, &task, evaluate) {
        Ok(outcome) if outcome.rows.is_empty() && outcome.complete => {
            say("nothing could be measured");
            for skipped in &outcome.skipped {
                say(&format!("{}: {}", outcome.place(&skipped.series, skipped.x), skipped.why));
            }
            outcome.notes.iter().for_each(|note| say(note));
            FAILED
        }
        Ok(outcome) => match write(options, common, &outcome) {
            Err(error) => fail(&error),
            Ok(()) if outcome.complete => 0,
            Ok(()) => INTERRUPTED,
        },
        Err(error) => fail(&error),
    }
}

/// Options that are for programs, and outputs that would spoil each other.
fn check(options: &Options, common: &Common) -> Result<(), String> {
    let foreign = [
        ("--interval", options.interval.is_some()),
        ("--record", options.record.is_some()),
        ("--trace", options.trace.is_some()),
        ("--metrics", options.metrics.is_some()),
        ("--live", options.live),
        ("--no-device", options.no_device),
        ("--duration", options.duration.is_some()),
    ];
    if let Some((name, _)) = foreign.iter().find(|(_, given)| *given) {
        return Err(format!("{name} is for programs that are watched, not for a benchmark"));
    }
    options.check_outputs()?;
    let same = |path: &Path| common.svg.as_deref() == Some(path);
    let taken = options.json.as_deref().is_some_and(|json| same(Path::new(json)))
        || options.csv.as_deref().is_some_and(same);
    if taken { Err("--svg is the same file as another output".to_owned()) } else { Ok(()) }
}

fn measure(
    options: &Options,
    task: &messages::Task,
    mut evaluate: Box<dyn Evaluate>,
) -> anyhow::Result<Outcome> {
    // Before anything is made that a signal would leave behind.
    let signals = Signals::take_over().context("cannot handle signals")?;
    let mut progress = Progress::of_stderr();
    let watched = Watched::start(options, task)?;
    let Ended { complete, notes } = watched.run(&signals, &mut *evaluate, &mut progress)?;
    notes.into_iter().for_each(|note| evaluate.note(note));
    Ok(evaluate.finish(complete))
}

fn write(options: &Options, common: &Common, outcome: &Outcome) -> anyhow::Result<()> {
    let to = |destination: Destination, bytes: Vec<u8>| {
        destination.write(bytes, || false).with_context(|| format!("cannot write {}", destination.name()))
    };
    if let Some(file) = &options.csv {
        to(Destination::File(file.clone()), present::csv::table(outcome)?)?;
    }
    if let Some(file) = &common.svg {
        to(Destination::File(file.clone()), present::svg::chart(outcome)?.into_bytes())?;
    }
    let json = options.json.as_deref().map(Destination::from_argument);
    let stdout_taken = json == Some(Destination::Stdout);
    if let Some(destination) = json {
        to(destination, present::json::object(outcome)?)?;
    }
    if stdout_taken {
        return Ok(());
    }
    print(present::text(outcome, options.ascii, options.full).as_bytes())
}

//! One benchmark: from the command line to what is written.

use super::api::Api;
use super::evaluate::Evaluate;
use super::outcome::Outcome;
use super::outputs::{self, Outputs};
use super::present::Progress;
use super::request::Request;
use super::watched::{Ended, How, Watched};
use super::{curve, hot_cold, interference, matmul, messages, present, transfers};
use crate::options::{Benchmark, Common};
use anyhow::Context;
use std::time::SystemTime;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, say};
use zetop_system::signals::Signals;

/// Exit status after Ctrl-C, as shells have it.
pub(crate) const EXIT_INTERRUPTED: i32 = 130;

/// Runs a benchmark, and returns zetop's exit status.
pub(crate) fn run(request: &Request<'_>, benchmark: &Benchmark) -> i32 {
    let common = benchmark.common();
    if let Err(error) = check(request, common).and_then(|()| benchmark.check()) {
        say(&error);
        return EXIT_USAGE;
    }
    let pictures = [("--svg", common.svg.as_deref()), ("--html", request.html)];
    if let Err(error) = outputs::check(request, &pictures) {
        say(&error);
        return EXIT_FAILURE;
    }
    let Some((task, evaluate)) = plan(request, benchmark) else { return EXIT_USAGE };
    // Before anything is made that a signal would leave behind.
    let measured = Signals::take_over()
        .context("cannot handle signals")
        .and_then(|signals| measure(request, &signals, &task, evaluate, &mut Progress::of_stderr()));
    match measured {
        Ok(outcome) if outcome.rows.is_empty() && outcome.complete => {
            say("nothing could be measured");
            for skipped in &outcome.skipped {
                say(&format!("{}: {}", outcome.place(&skipped.series, skipped.x), skipped.why));
            }
            outcome.notes.iter().for_each(|note| say(note));
            EXIT_FAILURE
        }
        Ok(outcome) => {
            if let Some(why) = &outcome.failed {
                say(why);
            }
            let written = write(request, common, &outcome);
            match (written && outcome.failed.is_none(), outcome.complete) {
                (false, _) => EXIT_FAILURE,
                (true, true) => 0,
                (true, false) => EXIT_INTERRUPTED,
            }
        }
        Err(error) => fail(&error),
    }
}

/// The task of the worker, and the evaluation of what it measures; `None` for `bench all`, which has several.
pub(crate) fn plan(
    request: &Request<'_>,
    benchmark: &Benchmark,
) -> Option<(messages::Task, Box<dyn Evaluate>)> {
    use messages::Task;
    let sim = request.is_simulated;
    let device = benchmark.common().device_choice(sim);
    let curve = |of| Box::new(curve::Curve::new(of, sim));
    let planned: (Task, Box<dyn Evaluate>) = match benchmark {
        Benchmark::Transfers(options) => {
            (Task::Transfers(options.task(device)), Box::new(transfers::Transfers::new(sim)))
        }
        Benchmark::Matmul(options) => {
            (Task::Matmul(options.task(device)), Box::new(matmul::Matmul::new(sim)))
        }
        Benchmark::HotCold(options) => {
            (Task::HotCold(options.task(device)), Box::new(hot_cold::HotCold::new(sim)))
        }
        Benchmark::Flops(options) => (Task::Flops(options.task(device)), curve(curve::FLOPS)),
        Benchmark::Latency(options) => (Task::Latency(options.task(device)), curve(curve::LATENCY)),
        Benchmark::Parallel(options) => (Task::Parallel(options.task(device)), curve(curve::PARALLEL)),
        Benchmark::Stride(options) => (Task::Stride(options.task(device)), curve(curve::STRIDE)),
        Benchmark::Interference(options) => {
            (Task::Interference(options.task(device)), Box::new(interference::Interference::new(sim)))
        }
        Benchmark::All(_) => return None,
    };
    Some(planned)
}

/// Options that do not go together.
pub(crate) fn check(request: &Request<'_>, common: &Common) -> Result<(), String> {
    if request.is_simulated && common.api == Some(Api::Cuda) {
        return Err("--sim has a device of Level Zero's, none of CUDA's".to_owned());
    }
    Ok(())
}

pub(crate) fn measure(
    request: &Request<'_>,
    signals: &Signals,
    task: &messages::Task,
    mut evaluate: Box<dyn Evaluate>,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let watched = Watched::start(request, task)?;
    let Ended { how, notes } = watched.run(signals, &mut *evaluate, progress);
    notes.into_iter().for_each(|note| evaluate.note(note));
    let mut outcome = evaluate.finish(matches!(how, How::Complete));
    if !outcome.complete {
        // Advice would be about the measured part alone.
        outcome.advice.clear();
    }
    match how {
        How::Failed(error) if outcome.rows.is_empty() => return Err(error),
        How::Failed(error) => outcome.failed = Some(format!("{error:#}")),
        How::Complete | How::Interrupted => {}
    }
    Ok(outcome)
}

/// Writes what is wanted; false when some of it could not be.
fn write(request: &Request<'_>, common: &Common, outcome: &Outcome) -> bool {
    let mut outputs = Outputs::begin(request, || present::text(outcome, request.ascii, request.full));
    outputs.file(request.csv, || present::csv::tables(std::slice::from_ref(outcome)));
    outputs.file(common.svg.as_deref(), || Ok(present::svg::chart(outcome)?.into_bytes()));
    outputs.file(request.html, || {
        let outcomes = std::slice::from_ref(outcome);
        let all = present::All { outcomes, missing: &[], against: None, at: SystemTime::now() };
        Ok(present::html::page(&all)?.into_bytes())
    });
    outputs.json(request, || present::json::object(outcome));
    outputs.all_written()
}

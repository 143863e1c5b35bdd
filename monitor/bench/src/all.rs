//! `zetop bench all`: the benchmarks one after the other, on one page, and beside published figures.

use super::against;
use super::messages::Unable;
use super::outcome::Missing;
use super::outputs::{self, Outputs};
use super::present::{self, Progress};
use super::request::Request;
use super::single::{EXIT_INTERRUPTED, check, measure, plan};
use crate::options::All;
use anyhow::Context;
use std::time::SystemTime;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, say};
use zetop_system::signals::Signals;

/// Runs them, and returns zetop's exit status.
pub(crate) fn run(request: &Request<'_>, options: &All) -> i32 {
    let checked = check(request, &options.common).and_then(|()| match options.common.svg {
        Some(_) => Err("--svg is for one benchmark; all of them are on the page of --html".to_owned()),
        None => Ok(()),
    });
    if let Err(error) = checked {
        say(&error);
        return EXIT_USAGE;
    }
    if let Err(error) = outputs::check(request, &[("--html", request.html)]) {
        say(&error);
        return EXIT_FAILURE;
    }
    // Before anything is made that a signal would leave behind.
    let signals = match Signals::take_over().context("cannot handle signals") {
        Ok(signals) => signals,
        Err(error) => return fail(&error),
    };
    let mut outcomes = Vec::new();
    let mut missing = Vec::new();
    for benchmark in options.benchmarks() {
        let Some((task, evaluate)) = plan(request, &benchmark) else { continue };
        // A benchmark that fails does not keep the others from running.
        match measure(request, &signals, &task, evaluate, &mut Progress::of_stderr()) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                let failure = Missing {
                    bench: benchmark.name(),
                    failed: !error.is::<Unable>(),
                    why: format!("{error:#}"),
                };
                say(&format!("{}: {}", failure.bench, failure.why));
                missing.push(failure);
            }
        }
        if outcomes.last().is_some_and(|outcome| !outcome.complete && outcome.failed.is_none()) {
            break;
        }
    }
    outcomes.retain(|outcome| !outcome.rows.is_empty());
    if outcomes.is_empty() {
        say("nothing could be measured");
        return EXIT_FAILURE;
    }
    for (bench, why) in outcomes.iter().filter_map(|of| Some((of.bench, of.failed.as_ref()?))) {
        say(&format!("{bench}: {why}"));
    }
    let has_failed =
        missing.iter().any(|of| of.failed) || outcomes.iter().any(|outcome| outcome.failed.is_some());
    let complete = outcomes.iter().all(|outcome| outcome.complete);
    let against =
        options.against.is_some().then(|| outcomes.iter().flat_map(against::deviations).collect::<Vec<_>>());
    let all = present::All {
        outcomes: &outcomes,
        missing: &missing,
        against: against.as_deref(),
        at: SystemTime::now(),
    };
    let mut outputs = Outputs::begin(request, || present::texts(&all, request.ascii, request.full));
    outputs.file(request.csv, || present::csv::tables(&outcomes));
    outputs.file(request.html, || Ok(present::html::page(&all)?.into_bytes()));
    outputs.json(request, || present::json::all(&all));
    match (outputs.all_written() && !has_failed, complete) {
        (false, _) => EXIT_FAILURE,
        (true, true) => 0,
        (true, false) => EXIT_INTERRUPTED,
    }
}

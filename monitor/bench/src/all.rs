//! `zetop bench all`: the benchmarks one after the other, on one page, and beside published figures.

use super::against;
use super::messages::Unable;
use super::one::{INTERRUPTED, check, measure, plan};
use super::outcome::Missing;
use super::outputs::{self, Outputs};
use super::present::{self, Progress};
use super::request::Request;
use crate::options::All;
use anyhow::Context;
use std::time::SystemTime;
use zetop_system::signals::Signals;
use zetop_system::words::{FAILED, USAGE, fail, say};

/// Runs them, and returns zetop's exit status.
pub(crate) fn run(request: &Request<'_>, of: &All) -> i32 {
    let checked = check(request, &of.common).and_then(|()| match of.common.svg {
        Some(_) => Err("--svg is for one benchmark; all of them are on the page of --html".to_owned()),
        None => Ok(()),
    });
    if let Err(error) = checked {
        say(&error);
        return USAGE;
    }
    if let Err(error) = outputs::check(request, &[("--html", of.common.html.as_deref())]) {
        say(&error);
        return FAILED;
    }
    // Before anything is made that a signal would leave behind.
    let signals = match Signals::take_over().context("cannot handle signals") {
        Ok(signals) => signals,
        Err(error) => return fail(&error),
    };
    let mut outcomes = Vec::new();
    let mut missing = Vec::new();
    for benchmark in of.benchmarks() {
        let Some((task, evaluate)) = plan(request, &benchmark) else { continue };
        // The others may do all the same.
        match measure(request, &signals, &task, evaluate, &mut Progress::of_stderr()) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                let of = Missing {
                    bench: benchmark.name(),
                    failed: !error.is::<Unable>(),
                    why: format!("{error:#}"),
                };
                say(&format!("{}: {}", of.bench, of.why));
                missing.push(of);
            }
        }
        if outcomes.last().is_some_and(|outcome| !outcome.complete && outcome.failed.is_none()) {
            break;
        }
    }
    outcomes.retain(|outcome| !outcome.rows.is_empty());
    if outcomes.is_empty() {
        say("nothing could be measured");
        return FAILED;
    }
    for (bench, why) in outcomes.iter().filter_map(|of| Some((of.bench, of.failed.as_ref()?))) {
        say(&format!("{bench}: {why}"));
    }
    let has_failed =
        missing.iter().any(|of| of.failed) || outcomes.iter().any(|outcome| outcome.failed.is_some());
    let complete = outcomes.iter().all(|outcome| outcome.complete);
    let against =
        of.against.is_some().then(|| outcomes.iter().flat_map(against::against).collect::<Vec<_>>());
    let all = present::All {
        outcomes: &outcomes,
        missing: &missing,
        against: against.as_deref(),
        at: SystemTime::now(),
    };
    let mut outputs = Outputs::begin(request, || present::texts(&all, request.ascii, request.full));
    outputs.file(request.csv, || present::csv::tables(&outcomes));
    outputs.file(of.common.html.as_deref(), || Ok(present::html::page(&all)?.into_bytes()));
    outputs.json(request, || present::json::all(&all));
    match (outputs.all_written() && !has_failed, complete) {
        (false, _) => FAILED,
        (true, true) => 0,
        (true, false) => INTERRUPTED,
    }
}

//! `zetop bench all`: the benchmarks one after the other, on one page, and beside published figures.

use super::against::{self, Deviation};
use super::one::{INTERRUPTED, check, measure, plan};
use super::outcome::Outcome;
use super::present::{self, Progress};
use crate::app::words::{FAILED, USAGE, fail, print, say};
use crate::cli::Options;
use crate::cli::bench::All;
use crate::present::output::Destination;
use crate::signals::Signals;
use anyhow::Context;

/// Runs them, and returns zetop's exit status.
pub(super) fn run(options: &Options, of: &All) -> i32 {
    let checked = check(options, &of.common).and_then(|()| match of.common.svg {
        Some(_) => Err("--svg is for one benchmark; all of them are on the page of --html".to_owned()),
        None => Ok(()),
    });
    if let Err(error) = checked {
        say(&error);
        return USAGE;
    }
    // Before anything is made that a signal would leave behind.
    let signals = match Signals::take_over().context("cannot handle signals") {
        Ok(signals) => signals,
        Err(error) => return fail(&error),
    };
    let mut outcomes = Vec::new();
    for benchmark in of.benchmarks() {
        let Some((task, evaluate)) = plan(options, &benchmark) else { continue };
        match measure(options, &signals, &task, evaluate, &mut Progress::of_stderr()) {
            Ok(outcome) => outcomes.push(outcome),
            // The others may do all the same.
            Err(error) => say(&format!("{}: {error:#}", benchmark.name())),
        }
        if outcomes.last().is_some_and(|outcome| !outcome.complete) {
            break;
        }
    }
    outcomes.retain(|outcome| !outcome.rows.is_empty());
    if outcomes.is_empty() {
        say("nothing could be measured");
        return FAILED;
    }
    let complete = outcomes.iter().all(|outcome| outcome.complete);
    let against =
        of.against.is_some().then(|| outcomes.iter().flat_map(against::against).collect::<Vec<_>>());
    match write(options, of, &outcomes, against.as_deref()) {
        Err(error) => fail(&error),
        Ok(()) if complete => 0,
        Ok(()) => INTERRUPTED,
    }
}

fn write(
    options: &Options,
    of: &All,
    outcomes: &[Outcome],
    against: Option<&[Deviation]>,
) -> anyhow::Result<()> {
    let to = |destination: Destination, bytes: Vec<u8>| {
        destination.write(bytes, || false).with_context(|| format!("cannot write {}", destination.name()))
    };
    if let Some(file) = &options.csv {
        to(Destination::File(file.clone()), present::csv::tables(outcomes)?)?;
    }
    if let Some(file) = &of.html {
        to(Destination::File(file.clone()), present::html::page(outcomes, against)?.into_bytes())?;
    }
    let json = options.json.as_deref().map(Destination::from_argument);
    let stdout_taken = json == Some(Destination::Stdout);
    if let Some(destination) = json {
        to(destination, present::json::all(outcomes, against)?)?;
    }
    if stdout_taken {
        return Ok(());
    }
    let mut texts: Vec<String> =
        outcomes.iter().map(|outcome| present::text(outcome, options.ascii, options.full)).collect();
    texts.extend(against.map(present::against::text));
    print(texts.join("\n").as_bytes())
}

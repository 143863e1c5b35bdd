//! Figures of a benchmark as text, picture and data: a file per output.

pub mod against;
pub mod csv;
mod distribution;
pub mod html;
pub mod json;
mod map;
mod plot;
mod progress;
pub mod svg;
mod table;

pub use progress::Progress;

use super::against::Deviation;
use super::outcome::{Layout, Missing, Outcome, Skipped};
use crate::clean::clean;
use crate::present::format;
use std::fmt::Write;

/// Several benchmarks.
#[derive(Debug, Clone, Copy)]
pub struct All<'a> {
    pub outcomes: &'a [Outcome],
    pub missing: &'a [Missing],
    /// How far they are off what was published.
    pub against: Option<&'a [Deviation]>,
}

impl All<'_> {
    /// Whether all of them came to their end, those left out that the device can't do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.outcomes.iter().all(|outcome| outcome.complete) && self.missing.iter().all(|of| !of.failed)
    }
}

/// All of them, for a person.
#[must_use]
pub fn texts(all: &All<'_>, ascii: bool, full: bool) -> String {
    let outcomes = all.outcomes.iter().map(|outcome| text(outcome, ascii, full));
    let missing = all.missing.iter().map(missing);
    outcomes.chain(missing).chain(all.against.map(against::text)).collect::<Vec<_>>().join("\n")
}

/// `interference: not measured: ...`.
fn missing(of: &Missing) -> String {
    let what = if of.failed { "failed" } else { "not measured" };
    format!("{}: {what}: {}\n", of.bench, clean(&of.why))
}

/// All of it, for a person; `full`: every row of long tables.
#[must_use]
pub fn text(outcome: &Outcome, ascii: bool, full: bool) -> String {
    let out = match outcome.layout {
        Layout::Tables => {
            let figures = format!("{}\n{}", table::table(outcome, full), plot::plot(outcome, ascii));
            format!("{}\n{figures}{}{}", head(outcome), distribution::bars(outcome, ascii), foot(outcome))
        }
        Layout::Maps => format!("{}{}{}", head(outcome), map::text(outcome, ascii), foot(outcome)),
    };
    if ascii { out.replace('µ', "u").replace('–', "-") } else { out }
}

/// The same beside a picture.
fn figures(outcome: &Outcome) -> String {
    let figures = match outcome.layout {
        Layout::Tables => format!("\n{}\n", table::table(outcome, false)),
        Layout::Maps => map::text(outcome, false),
    };
    format!("{}{figures}{}{}", head(outcome), distribution::bars(outcome, false), foot(outcome))
}

/// What was measured, and how.
fn head(outcome: &Outcome) -> String {
    let (device, api) = (clean(&outcome.device.name), outcome.device.api.name());
    let mut out = format!("{}: {}, on {device} ({api})\n", outcome.bench, outcome.about);
    // Writing to a String can't fail.
    for line in &outcome.conditions {
        let _ = writeln!(out, "  {line}");
    }
    let steps = || format!("{} of {} steps", outcome.rows.len(), outcome.device.steps);
    if let Some(why) = &outcome.failed {
        let _ = writeln!(out, "  failed after {}: {}", steps(), clean(why));
    } else if !outcome.complete {
        let _ = writeln!(out, "  interrupted: {}", steps());
    }
    out
}

/// What there is to know about it.
fn foot(outcome: &Outcome) -> String {
    let skipped =
        outcome.skipped.chunk_by(|a, b| a.series == b.series).map(|of| ("skipped", few(outcome, of)));
    let notes = outcome.notes.iter().map(|note| ("note", note.clone()));
    let advice = outcome.advice.iter().map(|advice| ("advice", advice.clone()));
    let line = |(what, line): (&str, String)| format!("{what}: {}\n", clean(&line));
    skipped.chain(notes).chain(advice).map(line).collect()
}

/// One that was skipped; of several in a row the first, and how many there are up to the last.
fn few(outcome: &Outcome, of: &[Skipped]) -> String {
    let place = |of: &Skipped| outcome.place(&of.series, of.x);
    match of {
        [] => String::new(),
        [one] => format!("{}: {}", place(one), one.why),
        [first, .., last] => {
            let many = format::many(of.len() as u64, "place", "places");
            format!("{}: {}; {many} up to {}", place(first), first.why, (outcome.axis.show)(last.x))
        }
    }
}

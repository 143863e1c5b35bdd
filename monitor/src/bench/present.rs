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

use super::outcome::{Layout, Outcome};
use crate::clean::clean;
use std::fmt::Write;

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
    if !outcome.complete {
        let _ = writeln!(out, "  interrupted: {} of {} steps", outcome.rows.len(), outcome.device.steps);
    }
    out
}

/// What there is to know about it.
fn foot(outcome: &Outcome) -> String {
    let skipped = outcome.skipped.iter().map(|s| ("skipped", outcome.place(&s.series, s.x) + ": " + &s.why));
    let notes = outcome.notes.iter().map(|note| ("note", note.clone()));
    let advice = outcome.advice.iter().map(|advice| ("advice", advice.clone()));
    let line = |(what, line): (&str, String)| format!("{what}: {}\n", clean(&line));
    skipped.chain(notes).chain(advice).map(line).collect()
}

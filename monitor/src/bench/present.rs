//! Figures of a benchmark as text, picture and data: a file per output.

pub mod csv;
mod distribution;
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
    let mut out = String::new();
    // Writing to a String can't fail.
    let _ = writeln!(out, "{}: {}, on {}", outcome.bench, outcome.about, clean(&outcome.device.name));
    for line in &outcome.conditions {
        let _ = writeln!(out, "  {line}");
    }
    if !outcome.complete {
        let _ = writeln!(out, "  interrupted: {} of {} steps", outcome.rows.len(), outcome.device.steps);
    }
    let _ = match outcome.layout {
        Layout::Tables => {
            write!(out, "\n{}\n{}", table::table(outcome, full), plot::plot(outcome, ascii))
        }
        Layout::Maps => write!(out, "{}", map::text(outcome, ascii)),
    };
    let _ = write!(out, "{}", distribution::bars(outcome, ascii));
    let skipped = outcome.skipped.iter().map(|s| ("skipped", outcome.place(&s.series, s.x) + ": " + &s.why));
    let notes = outcome.notes.iter().map(|note| ("note", note.clone()));
    let advice = outcome.advice.iter().map(|advice| ("advice", advice.clone()));
    for (what, line) in skipped.chain(notes).chain(advice) {
        let _ = writeln!(out, "{what}: {}", clean(&line));
    }
    if ascii { out.replace('µ', "u").replace('–', "-") } else { out }
}

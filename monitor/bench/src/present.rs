//! Figures of a benchmark as text, picture and data: a file per output.

pub mod against;
mod all;
mod arrows;
pub mod csv;
mod distribution;
pub mod html;
pub mod json;
mod map;
mod paragraph;
mod plot;
mod progress;
pub mod svg;
mod table;

pub use all::All;
pub use progress::Progress;

use super::outcome::{Layout, Outcome, Skipped};
use all::missing;
use arrows::arrows;
use paragraph::paragraph;
use zetop_figures::view::format;
use zetop_system::clean::clean;
use zetop_system::width::Look;
use zetop_system::width::columns;

/// All of them, for a person who reads it on stdout.
#[must_use]
pub fn texts(all: &All<'_>, ascii: bool, full: bool) -> String {
    let outcomes = all.outcomes.iter().map(|outcome| text(outcome, ascii, full));
    let missing = all.missing.iter().map(|of| missing(of, columns(std::io::stdout())));
    outcomes
        .chain(missing)
        .chain(all.against.map(|off| against::text(off, ascii)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// All of it, for a person who reads it on stdout; `full`: every row of long tables.
#[must_use]
pub fn text(outcome: &Outcome, ascii: bool, full: bool) -> String {
    text_in_width(outcome, ascii, full, columns(std::io::stdout()))
}

/// `room`: the width of the terminal, none where there is none.
fn text_in_width(outcome: &Outcome, ascii: bool, full: bool, room: Option<usize>) -> String {
    let figures = match outcome.layout {
        Layout::Tables => {
            let (table, plot) = (table::table(outcome, full), plot::plot(outcome, ascii, room, has_colors()));
            format!("\n{table}\n{plot}{}", distribution::bars(outcome, ascii, room))
        }
        Layout::Maps => map::text(outcome, ascii, room),
    };
    let out = format!("{}{figures}{}", head(outcome, room), foot(outcome, room));
    if ascii { out.replace('µ', "u").replace('–', "-") } else { arrows(&out) }
}

/// On a terminal that has them, unless the user wants none.
fn has_colors() -> bool {
    Look::of_stdout().colors
}

/// The outcome as text that stands beside a picture.
fn figures(outcome: &Outcome) -> String {
    let figures = match outcome.layout {
        Layout::Tables => format!("\n{}\n", table::table(outcome, false)),
        Layout::Maps => map::text(outcome, false, None),
    };
    let bars = distribution::bars(outcome, false, None);
    arrows(&format!("{}{figures}{bars}{}", head(outcome, None), foot(outcome, None)))
}

/// What was measured, and how.
fn head(outcome: &Outcome, room: Option<usize>) -> String {
    let (device, api) = (clean(&outcome.device.name), outcome.device.api.name());
    let first = format!("{}: {}, on {device} ({api})", outcome.bench, outcome.about);
    let mut out = paragraph(&first, 0, room);
    for line in &outcome.conditions {
        out += &paragraph(line, 2, room);
    }
    let steps = || format!("{} of {} steps", outcome.rows.len(), outcome.device.steps);
    if let Some(why) = &outcome.failed {
        out += &paragraph(&format!("failed after {}: {}", steps(), clean(why)), 2, room);
    } else if !outcome.complete {
        out += &paragraph(&format!("interrupted: {}", steps()), 2, room);
    }
    out
}

/// What there is to know about it.
fn foot(outcome: &Outcome, room: Option<usize>) -> String {
    let skipped =
        outcome.skipped.chunk_by(|a, b| a.series == b.series).map(|of| ("skipped", few(outcome, of)));
    let notes = outcome.notes.iter().map(|note| ("note", note.clone()));
    let advice = outcome.advice.iter().map(|advice| ("advice", advice.clone()));
    let line = |(what, line): (&str, String)| paragraph(&format!("{what}: {}", clean(&line)), 0, room);
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

#[cfg(test)]
mod tests;

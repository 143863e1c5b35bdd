//! Deviations from published figures, in words: a table, and a map of cells.

use super::arrows::arrows;
use super::paragraph::paragraph;
use super::table::number;
use crate::against::Deviation;
use std::fmt::Write;
use zetop_figures::view::format;
use zetop_present::report::table::{Align, Table};
use zetop_system::width::columns;

/// Marks a deviation that is larger than allowed.
const BEYOND: char = '!';

/// For a person who reads it on stdout.
#[must_use]
pub fn text(all: &[Deviation], ascii: bool) -> String {
    text_in_width(all, ascii, columns(std::io::stdout()))
}

/// `room`: the width of the terminal, `None` where stdout is no terminal.
pub(super) fn text_in_width(all: &[Deviation], ascii: bool, room: Option<usize>) -> String {
    if all.is_empty() {
        let nothing = "against published: nothing was published of what was measured on this device";
        return paragraph(nothing, 0, room);
    }
    let mut out = String::from("against published figures\n");
    let mut table = Table::default();
    table.column("bench", Align::Left).column("figure", Align::Left);
    for title in ["published", "found", "off", "allowed"] {
        table.column(title, Align::Right);
    }
    for deviation in all.iter().filter(|deviation| deviation.cell.is_none()) {
        table.row([
            deviation.bench.to_owned(),
            if ascii { deviation.what.clone() } else { arrows(&deviation.what) },
            format!("{} {}", number(deviation.published), deviation.unit),
            deviation.found.map_or_else(|| format::NONE.to_owned(), number),
            off(deviation),
            format!("{:.0}%", deviation.allowed_pct),
        ]);
    }
    // Writing to a String can't fail.
    let _ = write!(out, "{table}{}", maps(all));
    let cells: Vec<&Deviation> = all.iter().filter(|deviation| deviation.cell.is_some()).collect();
    if !cells.is_empty() {
        let _ = write!(out, "\n{}", paragraph(&summary(&cells), 0, room));
    }
    let measured = || all.iter().filter(|deviation| deviation.found.is_some());
    let (count, within) = (measured().count(), measured().filter(|deviation| deviation.is_within()).count());
    let mut last = format!(
        "{within} of {count} figures are as published within what is allowed; {BEYOND} marks those that are not"
    );
    let without = all.len() - count;
    if without > 0 {
        // Writing to a String can't fail.
        let _ = write!(last, "; {without} were not measured");
    }
    out + &paragraph(&last, 0, room)
}

fn off(deviation: &Deviation) -> String {
    let mark = if deviation.is_within() { ' ' } else { BEYOND };
    deviation.off_pct().map_or_else(|| format::NONE.to_owned(), |off| format!("{off:+.1}%{mark}"))
}

/// Median and largest deviation of a map's cells.
#[must_use]
pub fn summary(cells: &[&Deviation]) -> String {
    let mut off: Vec<f64> = cells.iter().filter_map(|deviation| deviation.off_pct()).map(f64::abs).collect();
    off.sort_by(f64::total_cmp);
    let beyond = cells.iter().filter(|deviation| deviation.found.is_some() && !deviation.is_within()).count();
    format!(
        "cell by cell: median {:.1}% off, largest {:.1}%; {beyond} of {} are more than {:.0}% off",
        off.get(off.len() / 2).copied().unwrap_or_default(),
        off.last().copied().unwrap_or_default(),
        off.len(),
        cells.first().map_or(0.0, |deviation| deviation.allowed_pct)
    )
}

/// A table of deviations in whole percents for each heat map.
fn maps(all: &[Deviation]) -> String {
    let mut out = String::new();
    let mut columns: Vec<u64> = all.iter().filter_map(|deviation| Some(deviation.cell.as_ref()?.1)).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut titles: Vec<&str> = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    for (series, _) in all.iter().filter_map(|deviation| deviation.cell.as_ref()) {
        let (title, _) = series.rsplit_once(", ").unwrap_or(("", series));
        if !titles.contains(&title) {
            titles.push(title);
        }
        if !rows.contains(&series.as_str()) {
            rows.push(series);
        }
    }
    for title in titles {
        let mut table = Table::default();
        table.column("own", Align::Left);
        for x in &columns {
            let shown = if *x > 0 { format::size_limit(Some(*x)) } else { "none".to_owned() };
            table.column(&shown, Align::Right);
        }
        for series in rows.iter().filter(|row| row.rsplit_once(", ").is_some_and(|(of, _)| of == title)) {
            let cell = |x: &u64| {
                let is_it = |deviation: &&Deviation| {
                    deviation.cell.as_ref().is_some_and(|(s, at)| s == series && at == x)
                };
                let found = all.iter().find(is_it);
                let mark =
                    if found.is_some_and(|deviation| deviation.found.is_some() && !deviation.is_within()) {
                        BEYOND
                    } else {
                        ' '
                    };
                let off = found.and_then(Deviation::off_pct);
                off.map_or_else(|| format::NONE.to_owned(), |off| format!("{off:+.0}{mark}"))
            };
            let name = series.rsplit_once(", ").map_or(*series, |(_, row)| row).to_owned();
            table.row(std::iter::once(name).chain(columns.iter().map(cell)));
        }
        // Writing to a String can't fail.
        let _ = write!(out, "\n{title}: % off what was published\n{table}");
    }
    out
}

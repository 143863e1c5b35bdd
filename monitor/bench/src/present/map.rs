//! Heat maps: a series called `A, B` is the row B of the map A, the places are the columns.

use super::paragraph::paragraph;
use super::plot::Scale;
use super::table::number;
use crate::outcome::{Axis, Outcome};
use std::fmt::Write;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;
use zetop_present::report::table::{Align, Table};

/// From the smallest value to the largest.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
const ASCII: [char; 5] = [' ', '.', ':', 'o', '#'];

/// One of them.
pub(super) struct Map<'a> {
    pub title: &'a str,
    pub rows: Vec<&'a str>,
    pub columns: Vec<u64>,
    /// By row and column.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// By the first measure.
pub(super) fn maps(outcome: &Outcome) -> Vec<Map<'_>> {
    let mut maps: Vec<Map<'_>> = Vec::new();
    for series in outcome.series() {
        let (title, row) = series.rsplit_once(", ").unwrap_or(("", series));
        if maps.last().is_none_or(|map| map.title != title) {
            maps.push(Map { title, rows: Vec::new(), columns: Vec::new(), cells: Vec::new() });
        }
        let Some(map) = maps.last_mut() else { continue };
        map.rows.push(row);
        for (x, _) in outcome.points(series, 0) {
            if let Err(at) = map.columns.binary_search(&x) {
                map.columns.insert(at, x);
            }
        }
    }
    for map in &mut maps {
        for row in &map.rows {
            let series =
                if map.title.is_empty() { (*row).to_owned() } else { format!("{}, {row}", map.title) };
            let mut cells = vec![None; map.columns.len()];
            for (x, figure) in outcome.points(&series, 0) {
                if let Ok(at) = map.columns.binary_search(&x) {
                    cells[at] = Some(figure.median);
                }
            }
            map.cells.push(cells);
        }
    }
    maps
}

impl Map<'_> {
    /// The scale of colours for its own values; `None` if it has none.
    pub(super) fn scale(&self) -> Option<Scale> {
        Scale::from_values(self.cells.iter().flatten().flatten().copied()).map(Scale::based_on_smallest)
    }
}

/// Some columns of it as a table: each value with a shade.
fn table(map: &Map<'_>, which: Range<usize>, axis: Axis, shades: [char; 5]) -> String {
    let mut table = Table::default();
    table.column(axis.title, Align::Left);
    for x in &map.columns[which.clone()] {
        table.column(&(axis.show)(*x), Align::Right);
    }
    let scale = map.scale();
    for (row, cells) in map.rows.iter().zip(&map.cells) {
        let shown = cells[which.clone()].iter().map(|cell| {
            let (Some(value), Some(scale)) = (cell, &scale) else { return String::new() };
            let shade = (scale.position(*value) * (shades.len() - 1) as f64).round() as usize;
            format!("{}{}", number(*value), shades[shade])
        });
        table.row(std::iter::once((*row).to_owned()).chain(shown));
    }
    table.to_string()
}

/// All of it; in parts that fit, one below the other, where the terminal is narrower.
fn tables(map: &Map<'_>, axis: Axis, shades: [char; 5], room: Option<usize>) -> String {
    let all = map.columns.len();
    let of = |each: usize| -> Vec<String> {
        let starts = (0..all).step_by(each);
        starts.map(|start| table(map, start..all.min(start + each), axis, shades)).collect()
    };
    let fit = |parts: &Vec<String>| {
        parts.iter().flat_map(|part| part.lines()).all(|line| room.is_none_or(|room| line.width() <= room))
    };
    // Parts are as many as needed, and about equal.
    let counts = (1..=all).map(|count| all.div_ceil(count));
    counts.map(of).find(fit).unwrap_or_else(|| of(1)).join("\n")
}

/// All maps; `room`: the width of the terminal.
pub(super) fn text(outcome: &Outcome, ascii: bool, room: Option<usize>) -> String {
    let shades = if ascii { ASCII } else { SHADES };
    let mut out = String::new();
    let measure = outcome.measures.first();
    for map in maps(outcome) {
        // Writing to a String can't fail.
        let _ = write!(
            out,
            "\n{}{}\n{}",
            map.title,
            measure.map_or(String::new(), |m| format!(": {}", m.unit)),
            tables(&map, outcome.axis, shades, room)
        );
    }
    let spread = outcome.rows.iter().filter_map(|row| row.figures.first().copied().flatten());
    let worst = spread.clone().map(|figure| figure.spread_pct()).fold(0.0, f64::max);
    let n = spread.map(|figure| figure.n).min().unwrap_or(0);
    let (least, greatest) = (shades[0], shades[shades.len() - 1]);
    let legend = format!(
        "medians, from the smallest ({least:?}) to the largest ({greatest:?}) of a map; n >= {n}, spread at most \
         {worst:.1}%; each figure's own: --csv, --json"
    );
    let _ = write!(out, "\n{}", paragraph(&legend, 0, room));
    out
}

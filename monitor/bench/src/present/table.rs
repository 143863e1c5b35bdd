//! The figures as a table for each series: median, smallest, and how far the values are spread, by each measure.

use crate::outcome::{Figure, Outcome, OutcomeRow};
use std::fmt::Write;
use zetop_figures::view::format;
use zetop_present::report::table::{Align, Table};

/// A series of more rows than that is folded.
const LONG: usize = 30;

pub(super) fn table(outcome: &Outcome, full: bool) -> String {
    let mut out = String::new();
    for (number, measure) in outcome.measures.iter().enumerate() {
        // Writing to a String can't fail.
        let _ = writeln!(out, "({}) {}, {}", letter(number), measure.title, measure.unit);
    }
    for series in outcome.series() {
        let mut table = Table::default();
        table.column(outcome.axis.title, Align::Right);
        for number in 0..outcome.measures.len() {
            let of = |what: &str| format!("{} {what}", letter(number));
            for what in ["median", "min", "spread"] {
                table.column(&of(what), Align::Right);
            }
        }
        table.column("n", Align::Right);
        // Two measures of the same.
        let differ = matches!(outcome.measures.as_slice(), [a, b] if a.unit == b.unit);
        if differ {
            table.column("differ", Align::Right);
        }
        let rows: Vec<&OutcomeRow> = outcome.rows.iter().filter(|row| row.series == series).collect();
        let shown = if full || rows.len() <= LONG { rows.clone() } else { fold(&rows) };
        for row in &shown {
            let mut cells = vec![(outcome.axis.show)(row.x)];
            cells.extend(row.figures.iter().flat_map(|figure| cells_of(figure.as_ref())));
            let counts = row.figures.iter().map(|figure| figure.map_or(0, |figure| figure.n).to_string());
            cells.push(counts.collect::<Vec<_>>().join("/"));
            if differ {
                cells.push(difference(&row.figures).unwrap_or_else(|| format::NONE.to_owned()));
            }
            table.row(cells);
        }
        let _ = write!(out, "\n{series}\n{table}");
        if shown.len() < rows.len() {
            let (shown, all) = (shown.len(), rows.len());
            let _ =
                writeln!(out, "{shown} of {all} rows, where the figures turn; all: --full, --csv, --json");
        }
    }
    out
}

/// The rows of many that are shown: powers of two, the ends, and those where the figures turn from rising to falling or back by more than noise.
fn fold<'a>(rows: &[&'a OutcomeRow]) -> Vec<&'a OutcomeRow> {
    const NOISE: f64 = 0.1;
    let median = |at: usize| rows.get(at).and_then(|row| row.median(0));
    // The extreme since the last turn: its place, and whether the way leads up.
    let (mut extreme, mut up) = (0, true);
    let mut turns = Vec::new();
    for at in 1..rows.len() {
        let (Some(value), Some(before)) = (median(at), median(extreme)) else { continue };
        let back = if up { value < before * (1.0 - NOISE) } else { value > before * (1.0 + NOISE) };
        if back {
            turns.push(extreme);
            up = !up;
        }
        if back || (value >= before) == up {
            extreme = at;
        }
    }
    let kept =
        |at: &usize| *at == 0 || *at + 1 == rows.len() || rows[*at].x.is_power_of_two() || turns.contains(at);
    (0..rows.len()).filter(kept).map(|at| rows[at]).collect()
}

fn letter(number: usize) -> char {
    char::from(b'A' + (number % 26) as u8)
}

fn cells_of(figure: Option<&Figure>) -> [String; 3] {
    let Some(figure) = figure else { return std::array::from_fn(|_| format::NONE.to_owned()) };
    [number(figure.median), number(figure.min), percent(figure.spread_pct())]
}

/// By how much the second figure is off the first.
fn difference(figures: &[Option<Figure>]) -> Option<String> {
    let [Some(first), Some(second)] = figures else { return None };
    (first.median > 0.0).then(|| percent(100.0 * (second.median - first.median).abs() / first.median))
}

fn percent(value: f64) -> String {
    format!("{value:.1}%")
}

/// Three significant digits.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        v if v >= 99.95 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        v if v >= 0.0995 || v == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let cases = [(0.0, "0.00"), (9.994, "9.99"), (9.996, "10.0"), (99.96, "100"), (0.01234, "1.23e-2")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn the_two_ways_are_compared() {
        let figure = |median| Some(Figure { median, min: median, max: median, n: 1 });
        assert_eq!(difference(&[figure(10.0), figure(9.9)]).as_deref(), Some("1.0%"));
        assert_eq!(difference(&[figure(10.0), None]), None);
    }

    #[test]
    fn long_tables_keep_what_matters() {
        let row = |x: u64, value: f64| OutcomeRow {
            series: String::new(),
            x,
            figures: vec![Some(Figure { median: value, min: value, max: value, n: 1 })],
        };
        // Up to 96, and a dip after each 24.
        let value =
            |x: u64| if x <= 96 { x as f64 } else { 96.0 - 20.0 * ((168 - x % 24) % 24) as f64 / 24.0 };
        let rows: Vec<OutcomeRow> = (1..=144).map(|x| row(x, value(x))).collect();
        let kept: Vec<u64> = fold(&rows.iter().collect::<Vec<_>>()).iter().map(|row| row.x).collect();
        assert_eq!(kept, [1, 2, 4, 8, 16, 32, 64, 96, 97, 120, 121, 128, 144]);
    }
}

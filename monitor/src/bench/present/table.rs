//! The figures as a table for each series: median, smallest, and how far the values are spread, by each measure.

use crate::bench::outcome::{Figure, Outcome};
use crate::present::format;
use crate::present::report::table::{Align, Table};
use std::fmt::Write;

pub(super) fn table(outcome: &Outcome) -> String {
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
        for row in outcome.rows.iter().filter(|row| row.series == series) {
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
    }
    out
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
}

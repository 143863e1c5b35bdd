//! Two runs side by side, as a page.

use super::super::diff::{TABLES, changed, figure, metrics, name, several_devices, whole_changes};
use super::super::summary::made_by;
use super::page::document;
use super::table::{By, Cell, table};
use maud::{Markup, html};
use zetop_figures::diff::compare::{Change, ComparedRow, Comparison, Metric, NOISE_PCT};
use zetop_figures::view::format::{clean, time};

/// The page of `zetop diff A B --html`.
#[must_use]
pub fn page(comparison: &Comparison) -> String {
    let Comparison { a, b, .. } = comparison;
    let title = format!("{} and {}", clean(&a.name), clean(&b.name));
    let findings = [("Gone", &comparison.gone_findings), ("New", &comparison.new_findings)];
    let body = html! {
        header {
            h1 { (title) }
            @for (letter, run) in [("A", a), ("B", b)] {
                p.about { b { (letter) } ": " (clean(&run.name)) ": " (clean(&run.command)) ", " (time(run.elapsed_ns as f64)) }
            }
            p.about {
                "Marked: more than " (NOISE_PCT) " %, and more than chance where a recording has the histograms. " (made_by())
            }
        }
        section {
            h2 { "Findings" }
            @if findings.iter().all(|(_, texts)| texts.is_empty()) {
                p { "The same in both." }
            }
            @for (what, texts) in findings.iter().filter(|(_, texts)| !texts.is_empty()) {
                h3 { (what) }
                ul { @for text in *texts { li { (clean(text)) } } }
            }
        }
        section {
            h2 { "Whole run" }
            (table(&["", "A", "B", "Change"], whole(comparison), None))
        }
        @for (kind, title) in TABLES {
            @let rows: Vec<&ComparedRow> = comparison.rows.iter().filter(|row| row.key.kind == kind).collect();
            @if !rows.is_empty() { section { (rows_of(comparison, title, metrics(kind), &rows)) } }
        }
    };
    document(&title, &body).into_string()
}

fn cells(metric: Metric, row: &ComparedRow, change: Option<&Change>) -> [Cell; 3] {
    let value = |of: Option<f64>| Cell { shown: html! { (figure(metric, of)) }, by: By::Number(of) };
    let words = change.map_or_else(String::new, |change| changed(row, change));
    let words = words.trim_end().trim_end_matches('*');
    let is_beyond = change.is_some_and(|change| change.beyond_noise);
    let shown = html! { @if is_beyond { mark { (words) } } @else { (words) } };
    let by = By::Number(change.and_then(|change| change.pct));
    [value(change.and_then(|change| change.a)), value(change.and_then(|change| change.b)), Cell { shown, by }]
}

fn whole(comparison: &Comparison) -> Vec<Vec<Cell>> {
    let row = |(metric, name, row, change): (Metric, &str, &ComparedRow, &Change)| {
        std::iter::once(Cell::text(name)).chain(cells(metric, row, Some(change))).collect()
    };
    whole_changes(comparison).into_iter().map(row).collect()
}

fn rows_of(
    comparison: &Comparison,
    title: &str,
    metrics: &[(Metric, &str)],
    rows: &[&ComparedRow],
) -> Markup {
    let devices = several_devices(comparison);
    let titles: Vec<String> = std::iter::once(title.to_owned())
        .chain(
            metrics.iter().flat_map(|(_, name)| [format!("{name} A"), "B".to_owned(), "Change".to_owned()]),
        )
        .collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let all = rows.iter().take(super::page::MOST_ROWS).map(|row| {
        let figures = metrics.iter().flat_map(|(metric, _)| cells(*metric, row, row.change(*metric)));
        std::iter::once(Cell::text(&name(row, devices))).chain(figures).collect()
    });
    html! { h2 { (title) "s" } (table(&titles, all.collect(), super::page::rest(rows.len()))) }
}

//! Two runs side by side, as text, JSON and CSV.

use super::table::{Align, Table};
use anyhow::Context;
use serde_json::{Value, json};
use zetop_figures::diff::compare::{Change, ComparedRow, Comparison, Metric, NOISE_PCT};
use zetop_figures::diff::run::{RowKind, Run};
use zetop_figures::view::format::{self, NONE};

/// Rows of a table, unless all are wanted.
const TOP: usize = 20;

/// For people.
#[must_use]
pub fn text(comparison: &Comparison, full: bool) -> String {
    let mut out = String::new();
    for (letter, run) in [("A", &comparison.a), ("B", &comparison.b)] {
        let time = format::time(run.elapsed_ns as f64);
        out += &format!("{letter}: {}: {}, {time}\n", run.name, run.command);
    }
    out += &format!("* more than {NOISE_PCT} %, and more than chance where a recording has the histograms\n");
    out += &whole(comparison);
    for (kind, title) in TABLES {
        let rows: Vec<&ComparedRow> = comparison.rows.iter().filter(|row| row.key.kind == kind).collect();
        if !rows.is_empty() {
            out += &table(title, kind, &rows, full, several_devices(comparison));
        }
    }
    out
}

/// What the runs as a whole are compared by.
const WHOLE: [(Metric, &str); 6] = [
    (Metric::Elapsed, "elapsed"),
    (Metric::Busy, "device busy"),
    (Metric::Bytes, "bytes copied"),
    (Metric::Peak, "peak memory"),
    (Metric::Count, "calls"),
    (Metric::Errors, "errors"),
];

/// What of the runs as a whole is not nothing in both.
pub(super) fn whole_changes(comparison: &Comparison) -> Vec<(Metric, &'static str, &ComparedRow, &Change)> {
    let is_nothing = |value: Option<f64>| value.is_none_or(|value| value == 0.0);
    let Some(row) = comparison.rows.iter().find(|row| row.key.kind == RowKind::Run) else {
        return Vec::new();
    };
    let changes = WHOLE.iter().filter_map(|(metric, name)| Some((*metric, *name, row, row.change(*metric)?)));
    changes.filter(|(.., change)| !is_nothing(change.a) || !is_nothing(change.b)).collect()
}

/// The tables of rows, with their titles.
pub(super) const TABLES: [(RowKind, &str); 3] =
    [(RowKind::Api, "Function"), (RowKind::Kernel, "Kernel"), (RowKind::Transfer, "Transfer")];

/// What rows of a kind are compared by.
pub(super) fn metrics(kind: RowKind) -> &'static [(Metric, &'static str)] {
    match kind {
        RowKind::Transfer => {
            &[(Metric::Count, "Copies"), (Metric::Total, "Total"), (Metric::Bandwidth, "GB/s")]
        }
        _ => {
            &[(Metric::Count, "Calls"), (Metric::Total, "Total"), (Metric::Avg, "Avg"), (Metric::P99, "p99")]
        }
    }
}

/// The runs as a whole, and what is advised of one alone.
fn whole(comparison: &Comparison) -> String {
    let changes = whole_changes(comparison);
    if changes.is_empty() {
        return String::new();
    }
    let mut table = Table::default();
    table.column("Whole run", Align::Left);
    table.column("A", Align::Right).column("B", Align::Right).column("", Align::Right);
    for (metric, name, row, change) in changes {
        let cells = [figure(metric, change.a), figure(metric, change.b), changed(row, change)];
        table.row(std::iter::once(name.to_owned()).chain(cells));
    }
    let lines = |what: &'static str, texts: &[String]| -> String {
        texts.iter().map(|text| format!("finding {what}: {text}\n")).collect()
    };
    format!("\n{table}{}{}", lines("gone", &comparison.gone_findings), lines("new", &comparison.new_findings))
}

pub(super) fn several_devices(comparison: &Comparison) -> bool {
    comparison.rows.iter().any(|row| row.key.device > 0)
}

fn table(title: &str, kind: RowKind, rows: &[&ComparedRow], full: bool, devices: bool) -> String {
    let metrics = metrics(kind);
    let mut table = Table::default();
    table.column(title, Align::Left);
    for (_, name) in metrics {
        table.column(&format!("{name} A"), Align::Right).column("B", Align::Right).column("", Align::Right);
    }
    let most = if full { usize::MAX } else { TOP };
    for row in rows.iter().take(most) {
        let cells = metrics.iter().flat_map(|(metric, _)| match row.change(*metric) {
            Some(change) => [figure(*metric, change.a), figure(*metric, change.b), changed(row, change)],
            None => [NONE.to_owned(), NONE.to_owned(), String::new()],
        });
        table.row(std::iter::once(name(row, devices)).chain(cells));
    }
    let left = rows.len().saturating_sub(most);
    let more =
        if left > 0 { format!("and {left} more that changed less; --full has all\n") } else { String::new() };
    format!("\n{table}{more}")
}

/// Its name, with its device if there are several.
pub(super) fn name(row: &ComparedRow, devices: bool) -> String {
    let device = if devices { format!(" [{}]", row.key.device) } else { String::new() };
    row.key.name.replace("->", "\u{2192}") + &device
}

pub(super) fn figure(metric: Metric, value: Option<f64>) -> String {
    let Some(value) = value else { return NONE.to_owned() };
    match metric {
        Metric::Count | Metric::Errors | Metric::Findings => format::group(value as u64),
        Metric::Bytes | Metric::Peak => format::bytes(value as u64),
        Metric::Bandwidth | Metric::Throughput => format::gbps(value),
        _ => format::time(value),
    }
}

pub(super) fn changed(row: &ComparedRow, change: &Change) -> String {
    let words = match (change.pct, row.a.is_some(), row.b.is_some()) {
        (_, false, _) => "new".to_owned(),
        (_, _, false) => "gone".to_owned(),
        (Some(pct), ..) => format::change(pct),
        (None, ..) => NONE.to_owned(),
    };
    words + if change.beyond_noise { "*" } else { " " }
}

/// One object, with a line end. `failed` are the conditions that hold.
///
/// # Errors
/// Never in practice: it is plain data.
pub fn json(comparison: &Comparison, failed: &[String]) -> anyhow::Result<Vec<u8>> {
    let run = |run: &Run| json!({"name": run.name, "command": run.command, "elapsed_ns": run.elapsed_ns});
    let rows = comparison.rows.iter().map(|row| {
        let changes = row.changes.iter().map(|c| {
            let change = json!({"a": c.a, "b": c.b, "pct": c.pct, "beyond_noise": c.beyond_noise});
            (c.metric.name().to_owned(), change)
        });
        json!({
            "kind": row.key.kind,
            "name": row.key.name,
            "device": row.key.device,
            "in_a": row.a.is_some(),
            "in_b": row.b.is_some(),
            "changes": changes.collect::<serde_json::Map<String, Value>>(),
        })
    });
    let object = json!({
        "schema": "zetop-diff/1",
        "noise_pct": NOISE_PCT,
        "a": run(&comparison.a),
        "b": run(&comparison.b),
        "rows": rows.collect::<Vec<Value>>(),
        "findings_new": comparison.new_findings,
        "findings_gone": comparison.gone_findings,
        "failed": failed,
    });
    let mut line = serde_json::to_vec(&object).context("JSON")?;
    line.push(b'\n');
    Ok(line)
}

/// A line for each figure of each row.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn csv(comparison: &Comparison) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(["Kind", "Name", "Device", "Figure", "A", "B", "Pct", "BeyondNoise"])
        .context("CSV")?;
    for row in &comparison.rows {
        let kind = match row.key.kind {
            RowKind::Api => "api",
            RowKind::Kernel => "kernel",
            RowKind::Transfer => "transfer",
            RowKind::Run => "run",
        };
        for change in &row.changes {
            let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            let record = [
                kind.to_owned(),
                row.key.name.clone(),
                row.key.device.to_string(),
                change.metric.name().to_owned(),
                number(change.a),
                number(change.b),
                number(change.pct),
                change.beyond_noise.to_string(),
            ];
            writer.write_record(record).context("CSV")?;
        }
    }
    writer.into_inner().context("CSV")
}

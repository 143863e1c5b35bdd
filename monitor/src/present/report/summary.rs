//! The tables at the end of a run without a dashboard: what the dashboard shows, for paper.

mod table;

use crate::present::format::{NONE, bytes, clean, count, gbps, group, percent, size_class, time};
use crate::present::tui::filter::Filter;
use crate::present::tui::items::{Field, Item, List};
use crate::snapshot::{Snapshot, State, Transfer};
use table::{Align, Table};

/// How the summary is to look.
#[derive(Debug, Clone, Default)]
pub struct Style {
    pub ascii: bool,
    /// Rows to show, as typed after `/` in the dashboard.
    pub filter: Option<String>,
    /// Column to sort by.
    pub sort: Option<String>,
}

/// The whole summary.
#[must_use]
pub fn text(snapshot: &Snapshot, style: &Style) -> String {
    let mut out = String::new();
    // otherwise a note has said so already
    if snapshot.host.calls > 0 {
        out += &format!("\n{}", headline(snapshot));
        out += &rows(snapshot, style, List::Api);
        out += &rows(snapshot, style, List::Kernels);
        out += &rows(snapshot, style, List::Transfers);
        out += &processes(snapshot);
        out += &remarks(snapshot);
    }
    if style.ascii { to_ascii(&out) } else { out }
}

fn headline(s: &Snapshot) -> String {
    let command = clean(&s.target.command.join(" "));
    let mut line = format!(
        "zetop: {command}: {} calls, {} in calls, {} elapsed",
        group(s.host.calls),
        time(s.host.total_ns as f64),
        time(s.elapsed_ns as f64)
    );
    if s.host.errors > 0 {
        line += &format!(", {} errors", group(s.host.errors));
    }
    line + "\n"
}

fn opt_time(ns: Option<f64>) -> String {
    ns.map_or_else(|| NONE.to_owned(), time)
}

fn ns(v: Option<u64>) -> String {
    opt_time(v.map(|v| v as f64))
}

/// One of the lists, filtered and sorted as the dashboard would.
fn rows(snapshot: &Snapshot, style: &Style, list: List) -> String {
    // checked when the command line was read
    let filter = Filter::parse(style.filter.as_deref().unwrap_or("")).ok();
    let mut items = list.items(snapshot, None);
    items.retain(|item| filter.as_ref().is_none_or(|f| f.matches(item)));
    if let Some(field) = style.sort.as_deref().and_then(Field::from_name) {
        if field.is_text() {
            items.sort_by_key(|item| item.name().into_owned());
        } else {
            let value = |item: &Item<'_>| item.value(field).unwrap_or(f64::NEG_INFINITY);
            items.sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
    }
    if items.is_empty() {
        return String::new();
    }
    let mut table = table_of(list);
    items.iter().for_each(|item| add_row(&mut table, item));
    format!("\n{table}")
}

fn table_of(list: List) -> Table {
    let columns: &[&str] = match list {
        List::Transfers => {
            &["Transfer", "Copies", "Bytes", "Total", "Min", "Max", "p99", "GB/s", "GB/s of wall", "%"]
        }
        List::Kernels => &["Kernel", "Calls", "Total", "Min", "Max", "Avg", "p50", "p99", "Submit", "%"],
        _ => &["Function", "Calls", "Total", "Min", "Max", "Avg", "p50", "p99", "%"],
    };
    let mut table = Table::default();
    for (i, column) in columns.iter().enumerate() {
        table.column(column, if i == 0 { Align::Left } else { Align::Right });
    }
    table
}

fn add_row(table: &mut Table, item: &Item<'_>) {
    match item {
        Item::Api(a) => table.row([
            a.name.to_string(),
            group(a.calls),
            time(a.total_ns as f64),
            ns(a.min_ns),
            ns(a.max_ns),
            opt_time(a.avg_ns),
            ns(a.p50_ns),
            ns(a.p99_ns),
            percent(a.share_pct),
        ]),
        Item::Kernel(k) | Item::Other(k) => table.row([
            k.name.clone(),
            group(k.launches),
            time(k.total_ns as f64),
            ns(k.min_ns),
            ns(k.max_ns),
            opt_time(k.avg_ns),
            ns(k.p50_ns),
            ns(k.p99_ns),
            opt_time(k.submit_avg_ns),
            percent(k.share_pct),
        ]),
        Item::Transfer(t) => {
            table.row([
                pair(t),
                group(t.ops),
                bytes(t.bytes),
                time(t.total_ns as f64),
                ns(t.min_ns),
                ns(t.max_ns),
                ns(t.p99_ns),
                t.bandwidth_gbps.map_or_else(|| NONE.to_owned(), gbps),
                t.throughput_gbps.map_or_else(|| NONE.to_owned(), gbps),
                percent(t.share_pct),
            ]);
            for size in t.by_size.iter().filter(|_| t.by_size.len() > 1) {
                table.row([
                    format!("  {}", size_class(size.up_to)),
                    group(size.ops),
                    bytes(size.bytes),
                    time(size.total_ns as f64),
                    ns(size.min_ns),
                    ns(size.max_ns),
                    String::new(),
                    size.bandwidth_gbps.map_or_else(|| NONE.to_owned(), gbps),
                ]);
            }
        }
        _ => {}
    }
}

fn pair(t: &Transfer) -> String {
    format!("{}→{}", t.src, t.dst)
}

fn processes(s: &Snapshot) -> String {
    if s.processes.len() < 2 {
        return String::new();
    }
    let mut table = Table::default();
    table.column("Pid", Align::Left).column("Calls", Align::Right).column("Total", Align::Right);
    table.column("Device", Align::Right).column("Copied", Align::Right).column("Command", Align::Left);
    for p in &s.processes {
        table.row([
            if p.pid == 0 { NONE.to_owned() } else { p.pid.to_string() },
            group(p.calls),
            time(p.total_ns as f64),
            time(p.device_ns as f64),
            bytes(p.bytes),
            p.command.clone(),
        ]);
    }
    format!("\n{table}")
}

/// Everything that is a line: the device's totals, memory never freed, what is missing, what it cost.
fn remarks(s: &Snapshot) -> String {
    let mut lines = Vec::new();
    let device = &s.device;
    if let Some(coverage) = device.coverage_pct {
        let mut line =
            format!("device operations: {} timed, coverage {}", group(device.timed), percent(coverage));
        if device.untimed > 0 {
            let reasons: Vec<String> =
                device.untimed_reasons.iter().map(|(reason, n)| format!("{} {reason}", count(*n))).collect();
            line += &format!(", {} untimed ({})", group(device.untimed), reasons.join(", "));
        }
        lines.push(line);
    }
    if device.fills.ops > 0 {
        let f = &device.fills;
        lines.push(format!("fills: {} of {} in {}", group(f.ops), bytes(f.bytes), time(f.total_ns as f64)));
    }
    // What a program that goes on has not freed may be freed yet.
    let left = if s.state == State::Exited { "never freed" } else { "not freed so far" };
    for kind in s.memory.iter().filter(|kind| kind.live_count > 0) {
        lines.push(format!(
            "{left}: {} from {}, {}",
            group(kind.live_count),
            kind.allocated_by,
            bytes(kind.live_bytes)
        ));
    }
    lines.extend(s.quality.notes.iter().map(|note| format!("note: {note}")));
    let quality = &s.quality;
    if quality.dropped_records > 0 {
        lines.push(format!(
            "{} records dropped: totals are exact, percentiles come from the rest",
            group(quality.dropped_records)
        ));
    }
    if quality.invalid_timestamps > 0 {
        lines.push(format!("{} invalid device timestamps", group(quality.invalid_timestamps)));
    }
    if let (Some(cost), Some(share)) = (quality.probe_ns_per_call, quality.probe_pct_of_wall) {
        lines.push(format!("probe: {} per call, {} of wall time", time(cost), percent(share)));
    }
    for direction in s.history.directions.iter().filter(|d| d.peak > 0.0) {
        lines.push(format!(
            "throughput {}: average {} GB/s, peak {} GB/s{}",
            direction.direction,
            gbps(direction.average),
            gbps(direction.peak),
            direction
                .limit
                .as_ref()
                .map(|(limit, what)| format!(" ({} of {what})", percent(100.0 * direction.peak / limit)))
                .unwrap_or_default(),
        ));
    }
    lines.extend(s.last_run.iter().map(|text| clean(text)));
    lines.extend(s.findings.iter().map(|finding| format!("finding: {}", clean(&finding.line()))));
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

/// The same in the characters of the 1960s.
fn to_ascii(text: &str) -> String {
    text.replace('µ', "u").replace('→', "->").replace('–', "-").replace(|c: char| !c.is_ascii(), "?")
}

#[cfg(test)]
mod tests;

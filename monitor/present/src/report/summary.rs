//! The tables at the end of a run without a dashboard: what the dashboard shows, for paper.

pub(super) use processes::SEVERAL_OF_A_RANK;
pub(super) use remarks::lines;

use super::columns::{self, Column};
use super::interface::Report;
use super::table::{Align, Table};
use anyhow::Context;
use processes::processes;
use remarks::remarks;
use std::time::SystemTime;
use zetop_figures::snapshot::{RunState, Snapshot, Step, Transfer, TransferSize};
use zetop_figures::view::filter::Filter;
use zetop_figures::view::format::{
    NONE, bytes, clean, date, gbps, group, many, percent, size_class, size_limit, time,
};
use zetop_figures::view::items::{Field, Item, List, size_figure};
use zetop_system::output::stderr;

/// How the summary is to look.
#[derive(Debug, Clone, Default)]
pub struct Style {
    pub ascii: bool,
    /// Rows to show, as typed after `/` in the dashboard.
    pub filter: Option<String>,
    /// Column to sort by.
    pub sort: Option<String>,
    /// All rows, not only those at the top.
    pub full: bool,
    /// Rows of a table, if somebody wants another number of them.
    pub rows: Option<usize>,
}

/// Rows of a table, unless all are wanted.
const TOP: usize = 20;
/// Rows of ranges, which are not filtered.
const MOST_RANGES: usize = 60;

/// The summary on stderr at the end of a run without a dashboard.
#[derive(Debug)]
pub struct Summary {
    style: Style,
}

impl Summary {
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style }
    }
}

impl Report for Summary {
    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        stderr::write(text(snapshot, &self.style), give_up).context("stderr")
    }
}

/// The whole summary.
#[must_use]
pub fn text(snapshot: &Snapshot, style: &Style) -> String {
    let mut out = String::new();
    // otherwise a note has said so already
    if snapshot.host.calls > 0 {
        out += &format!("\n{}\n", headline(snapshot));
        out += &findings(snapshot);
        out += &rows(snapshot, style, List::Api);
        out += &rows(snapshot, style, List::Kernels);
        out += &rows(snapshot, style, List::Transfers);
        out += &rows(snapshot, style, List::Memory);
        out += &processes(snapshot);
        out += &collectives(snapshot);
        out += &ranges(snapshot);
        out += &remarks(snapshot);
    }
    if snapshot.host.calls == 0 {
        out += &ranges(snapshot);
    }
    if style.ascii { to_ascii(&out) } else { out }
}

/// The program, and how it ended, in a line.
pub(super) fn headline(s: &Snapshot) -> String {
    format!("zetop: {}: {}", clean(&s.target.command.join(" ")), figures(s))
}

/// The whole program's figures, and how it ended.
pub(super) fn figures(s: &Snapshot) -> String {
    let mut line = format!(
        "{} calls, {} in calls, {} elapsed",
        group(s.host.calls),
        time(s.host.total_ns as f64),
        time(s.elapsed_ns as f64)
    );
    let errors = s.host.unexpected_errors();
    if errors > 0 {
        line += &format!(", {}", many(errors, "error", "errors"));
    }
    if s.state == RunState::Detached {
        line += "; detached; the program is as it was";
    }
    line
}

/// The devices by their names: `2 × NVIDIA H200`.
pub(super) fn devices(s: &Snapshot) -> String {
    let mut names: Vec<(String, u64)> = Vec::new();
    for device in &s.devices {
        let name = clean(&device.name);
        match names.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 += 1,
            None => names.push((name, 1)),
        }
    }
    let text = |(name, n): &(String, u64)| if *n > 1 { format!("{n} × {name}") } else { name.clone() };
    let all: Vec<String> = names.iter().map(text).collect();
    if all.is_empty() { "no device".to_owned() } else { all.join(", ") }
}

/// `zetop 0.2.0, 2026-11-26 20:16 UTC`.
pub(super) fn made_by() -> String {
    format!("zetop {}, {}", env!("CARGO_PKG_VERSION"), clean(&date(SystemTime::now())))
}

/// What to do comes first.
fn findings(s: &Snapshot) -> String {
    let lines = s.last_run.iter().map(|text| clean(text));
    let lines = lines.chain(s.findings.iter().map(|finding| format!("finding: {}", clean(&finding.line()))));
    lines.map(|line| line + "\n").collect()
}

fn ns(v: Option<u64>) -> String {
    v.map_or_else(|| NONE.to_owned(), |v| time(v as f64))
}

/// One of the lists as text.
fn rows(snapshot: &Snapshot, style: &Style, list: List) -> String {
    let Some(Rows { columns, cells, rest }) = Rows::of(snapshot, style, list) else { return String::new() };
    let mut table = Table::default();
    for (field, title) in columns {
        table.column(title, if field == Field::Name { Align::Left } else { Align::Right });
    }
    cells.into_iter().for_each(|row| table.row(row));
    let rest = rest.map_or_else(String::new, |rest| rest + "\n");
    format!("\n{table}{rest}")
}

/// The rows of a list that there is room for on paper, with their figures as text.
pub(super) struct Rows {
    pub columns: Vec<Column>,
    pub cells: Vec<Vec<String>>,
    /// What was left out.
    pub rest: Option<String>,
}

impl Rows {
    /// Filtered and sorted as the dashboard would; `None` if there are none.
    pub fn of(snapshot: &Snapshot, style: &Style, list: List) -> Option<Self> {
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
            return None;
        }
        let mut columns = columns::summary(list).to_vec();
        if snapshot.devices.len() > 1 && !matches!(list, List::Api | List::Memory) {
            columns.insert(1, (Field::Device, "Device"));
        }
        if list == List::Kernels && snapshot.device.kernels.iter().any(|kernel| kernel.cold.is_some()) {
            let after =
                columns.iter().position(|(field, _)| *field == Field::Avg).map_or(columns.len(), |at| at + 1);
            columns.splice(after..after, [(Field::Hot, "Hot"), (Field::Cold, "Cold")]);
        }
        let most = if style.full { usize::MAX } else { style.rows.unwrap_or(TOP) };
        let cells = items.iter().take(most).flat_map(|item| cells(item, &columns)).collect();
        let rest = items.iter().skip(most);
        let left = rest.len();
        let share: f64 = rest.filter_map(|item| item.value(Field::Share)).sum();
        let rest = (left > 0)
            .then(|| format!("and {} more, {} together; --full has all", group(left as u64), percent(share)));
        Some(Self { columns, cells, rest })
    }
}

/// A row, and one for each range of sizes of a transfer.
fn cells(item: &Item<'_>, columns: &[Column]) -> Vec<Vec<String>> {
    // they have a line of their own
    if matches!(item, Item::Fills(_)) {
        return Vec::new();
    }
    let row = |cell: &dyn Fn(Field) -> String| columns.iter().map(|(field, _)| cell(*field)).collect();
    let mut rows = vec![row(&|field| cell(item, field))];
    if let Item::Transfer(t) = item {
        let sizes = t.by_size.iter().filter(|_| t.by_size.len() > 1);
        rows.extend(sizes.map(|size| row(&|field| size_cell(size, field))));
    }
    rows
}

pub(super) fn cell(item: &Item<'_>, field: Field) -> String {
    match (field, item) {
        (Field::Name, Item::Transfer(t)) => pair(t),
        (Field::Name, item) => item.name().into_owned(),
        (Field::Kind, Item::Memory(site)) => site.kind.to_string(),
        // on paper there is room for all digits
        (Field::Calls, item) => {
            let mark = if item.is_estimated(field) { "~" } else { "" };
            item.value(field).map_or_else(|| NONE.to_owned(), |n| format!("{mark}{}", group(n as u64)))
        }
        (field, item) => item.value(field).map_or_else(|| NONE.to_owned(), |value| item.figure(field, value)),
    }
}

/// A range of sizes of a transfer.
fn size_cell(size: &TransferSize, field: Field) -> String {
    match field {
        Field::Name => format!("  {}", size_class(size.up_to)),
        Field::Calls => group(size.ops),
        Field::Bytes => bytes(size.bytes),
        Field::Total if size.timed == 0 && size.ops > 0 => NONE.to_owned(),
        Field::Total => size_figure(size, time(size.total_ns as f64)),
        Field::Min => size_figure(size, ns(size.min_ns)),
        Field::Max => size_figure(size, ns(size.max_ns)),
        Field::Bandwidth => {
            size.bandwidth_gbps.map_or_else(|| NONE.to_owned(), |rate| size_figure(size, gbps(rate)))
        }
        _ => String::new(),
    }
}

fn pair(t: &Transfer) -> String {
    format!("{}→{}", t.src, t.dst)
}

/// A line for each process with steps: how long they take, and on what.
pub(super) fn steps(s: &Snapshot) -> Vec<String> {
    let line = |step: &Step| {
        let who = match (s.steps.len(), step.rank) {
            (1, _) => String::new(),
            (_, Some(rank)) => format!("rank {rank}: "),
            _ => format!("pid {}: ", step.pid),
        };
        let part = |what: &str, pct: Option<f64>| pct.map(|pct| format!("{what} {}", percent(pct)));
        let parts =
            [part("kernels", step.kernel_pct), part("copies", step.copy_pct), part("waits", step.waits_pct)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let of_it = if parts.is_empty() { String::new() } else { format!("; of it {}", parts.join(", ")) };
        let what = match step.guessed {
            true => format!(
                "rounds of kernels, a guess: {who}{} closed by {}",
                group(step.count),
                clean(&step.name)
            ),
            false => format!("steps: {who}{} x {}", group(step.count), clean(&step.name)),
        };
        format!(
            "{what}, {} each (p50 {}, p99 {}){of_it}",
            step.avg_ns.map_or_else(|| NONE.to_owned(), time),
            step.p50_ns.map_or_else(|| NONE.to_owned(), |ns| time(ns as f64)),
            step.p99_ns.map_or_else(|| NONE.to_owned(), |ns| time(ns as f64)),
        )
    };
    s.steps.iter().map(line).collect()
}

/// Steps, and ranges that the program marks itself, each followed by those within it.
fn ranges(s: &Snapshot) -> String {
    let steps: String = steps(s).into_iter().map(|line| line + "\n").collect();
    if s.ranges.is_empty() {
        return if steps.is_empty() { steps } else { format!("\n{steps}") };
    }
    let mut table = Table::default();
    table.column("Range", Align::Left).column("By", Align::Left).column("Count", Align::Right);
    table.column("Open", Align::Right).column("Time", Align::Right).column("Mean", Align::Right);
    table.column("p50", Align::Right).column("p99", Align::Right).column("Max", Align::Right);
    table.column("Waits", Align::Right).column("Device", Align::Right);
    for row in s.ranges.iter().take(MOST_RANGES) {
        let some_of = |ns: u64| if ns > 0 { time(ns as f64) } else { String::new() };
        let some = |ns: Option<f64>| ns.map_or_else(|| NONE.to_owned(), time);
        table.row([
            format!("{}{}", "  ".repeat(row.depth as usize), clean(&row.title())),
            row.interface.to_owned(),
            group(row.count),
            if row.open > 0 { group(row.open) } else { String::new() },
            some(row.avg_ns.map(|_| row.total_ns as f64)),
            some(row.avg_ns),
            some(row.p50_ns.map(|ns| ns as f64)),
            some(row.p99_ns.map(|ns| ns as f64)),
            some(row.max_ns.map(|ns| ns as f64)),
            some_of(row.waits_ns),
            some_of(row.work.device_ns()),
        ]);
    }
    let rest = s.ranges.len().saturating_sub(MOST_RANGES);
    let more = if rest > 0 { format!("and {} more ranges\n", group(rest as u64)) } else { String::new() };
    format!("\n{steps}{table}{more}")
}

/// Collective operations, if there are any.
fn collectives(s: &Snapshot) -> String {
    if s.collectives.is_empty() {
        return String::new();
    }
    let mut table = Table::default();
    table.column("Collective", Align::Left).column("Ranks", Align::Right).column("Up to", Align::Right);
    table.column("Count", Align::Right).column("Time", Align::Right).column("Moving", Align::Right);
    table.column("Waiting", Align::Right).column("GB/s", Align::Right).column("Bus GB/s", Align::Right);
    table.column("Last", Align::Left);
    for row in &s.collectives {
        let rate = |value: Option<f64>| value.map_or_else(|| NONE.to_owned(), gbps);
        let last = row.last.first().map_or_else(String::new, |last| {
            let who = last.rank.map_or_else(|| format!("pid {}", last.pid), |rank| format!("rank {rank}"));
            format!("{who}, {:.0} %", 100.0 * last.count as f64 / row.count.max(1) as f64)
        });
        table.row([
            row.operation.to_owned(),
            row.ranks.to_string(),
            size_limit(Some(row.up_to)),
            group(row.count),
            time(row.time_ns as f64),
            time(row.moving_ns as f64),
            time(row.waiting_ns as f64),
            rate(row.algorithm_gbps),
            rate(row.bus_gbps),
            last,
        ]);
    }
    format!("\n{table}")
}

/// `text` with ASCII in place of other characters.
pub(super) fn to_ascii(text: &str) -> String {
    text.replace('µ', "u")
        .replace('→', "->")
        .replace('▸', ">")
        .replace(['–', '\u{2212}'], "-")
        .replace(|c: char| !c.is_ascii(), "?")
}

mod processes;
mod remarks;
#[cfg(test)]
mod tests;

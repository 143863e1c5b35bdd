//! The page, from top to bottom.

use super::super::columns::{self, Column};
use super::super::summary;
use super::table::{By, Cell, table};
use super::timeline::Timeline;
use super::{chart, flame};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use zetop_figures::ranks::{ranks, spread};
use zetop_figures::snapshot::{Finding, Severity, Snapshot};
use zetop_figures::view::format::{
    NONE, bytes, clean, count, gbps, group, many, percent, rate_long, size_limit, time,
};
use zetop_figures::view::items::{Field, Item, List};

/// Rows of a table; a program can have any number of kernels.
pub(super) const MOST_ROWS: usize = 200;

/// A document with this title, that needs nothing else.
pub(super) fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "zetop: " (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                (body)
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
}

pub(super) fn page(s: &Snapshot, timeline: &Timeline) -> Markup {
    let command = clean(&s.target.command.join(" "));
    let body = html! {
        header {
            h1 { (command) }
            p.about { (summary::figures(s)) }
            p.about { (summary::devices(s)) "; " (summary::made_by()) }
        }
        (findings(s))
        (over_time(s, timeline))
        (side_by_side(s))
        (collectives(s))
        (ranges(s))
        (rows(s, List::Kernels, "Kernels"))
        (rows(s, List::Transfers, "Transfers"))
        (rows(s, List::Api, "Calls"))
        (memory(s))
        (rows(s, List::Memory, "Memory by line"))
        (call_sites(s))
        section {
            h2 { "Notes" }
            ul { @for line in summary::lines(s) { li { (clean(&line)) } } }
        }
    };
    document(&command, &body)
}

fn findings(s: &Snapshot) -> Markup {
    let one = |finding: &Finding| {
        let is_warning = finding.severity == Severity::Warning && finding.over_ns.is_none();
        html! {
            li.warning[is_warning] {
                b { (clean(&finding.headline())) ":" }
                " " (clean(&finding.evidence)) (clean(&finding.gain()))
                @for site in finding.sites.iter().take(3) {
                    br;
                    code { (clean(&site.place)) }
                    @if site.share_pct < 99.5 { " " (percent(site.share_pct)) }
                    @if let Some(caller) = site.callers.first() { ", from " code { (clean(caller)) } }
                }
            }
        }
    };
    html! {
        section {
            h2 { "Findings" }
            @if s.findings.is_empty() {
                p { "None." }
            } @else {
                ul.findings { @for finding in &s.findings { (one(finding)) } }
            }
            @if let Some(text) = &s.last_run { p { (clean(text)) } }
        }
    }
}

fn over_time(s: &Snapshot, timeline: &Timeline) -> Markup {
    if timeline.is_empty() {
        return html! {};
    }
    let length = s.elapsed_ns;
    html! {
        section {
            h2 { "Over time" }
            (chart::curves("Throughput", &timeline.throughput(), length, |value| format!("{} GB/s", gbps(value))))
            (chart::curves("Operations at work at a time", &timeline.work(), length, |value| format!("{value:.2}")))
            (chart::curves("Live memory", &timeline.memory(), length, |value| bytes(value as u64)))
            (chart::curves("Calls", &timeline.calls(), length, |value| format!("{}/s", rate_long(value))))
        }
    }
}

fn side_by_side(s: &Snapshot) -> Markup {
    let all = ranks(&s.processes);
    if all.len() < 2 {
        return processes(s);
    }
    let odd = columns::RANKS.map(|(_, value, _)| {
        let values: Option<Vec<f64>> = all.iter().map(|rank| Some(value(rank)? as f64)).collect();
        spread(&values?)?.odd
    });
    let row = |(at, rank): (usize, &zetop_figures::ranks::Rank)| {
        let first = [
            Cell { shown: html! { "rank " (rank.label()) }, by: By::Number(Some(f64::from(rank.rank))) },
            Cell::text(&rank.host),
        ];
        let figures = columns::RANKS.iter().zip(&odd).map(|((_, value, text), odd)| {
            let mut cell = Cell::number(value(rank).map(|value| value as f64), text);
            if *odd == Some(at) {
                cell.shown = html! { mark title="far from all other ranks" { (cell.shown) } };
            }
            cell
        });
        first.into_iter().chain(figures).collect()
    };
    let titles: Vec<&str> =
        ["Rank", "Host"].into_iter().chain(columns::RANKS.map(|column| column.0)).collect();
    html! {
        section {
            h2 { "Ranks" }
            (table(&titles, all.iter().enumerate().map(row).collect(), None))
            @if all.iter().any(|rank| rank.processes > 1) { p { (summary::SEVERAL_OF_A_RANK) } }
        }
    }
}

/// Processes without ranks.
fn processes(s: &Snapshot) -> Markup {
    if s.processes.len() < 2 {
        return html! {};
    }
    let rows = s.processes.iter().take(MOST_ROWS).map(|p| {
        vec![
            Cell::text(&if p.pid == 0 { NONE.to_owned() } else { p.pid.to_string() }),
            Cell::text(&p.member.host),
            Cell::number(Some(p.calls as f64), |n| group(n as u64)),
            Cell::number(Some(p.host_ns as f64), time),
            Cell::number(Some(p.device_ns as f64), time),
            Cell::number(Some(p.bytes as f64), |n| bytes(n as u64)),
            Cell::text(&p.command),
        ]
    });
    let titles = ["Pid", "Host", "Calls", "In API", "Device", "Copied", "Command"];
    html! {
        section { h2 { "Processes" } (table(&titles, rows.collect(), rest(s.processes.len()))) }
    }
}

/// Says what a table leaves out.
pub(super) fn rest(rows: usize) -> Option<String> {
    (rows > MOST_ROWS).then(|| format!("and {} more", group((rows - MOST_ROWS) as u64)))
}

fn collectives(s: &Snapshot) -> Markup {
    if s.collectives.is_empty() {
        return html! {};
    }
    let rows = s.collectives.iter().take(MOST_ROWS).map(|row| {
        let last = row.last.first().map_or_else(String::new, |last| {
            let who = last.rank.map_or_else(|| format!("pid {}", last.pid), |rank| format!("rank {rank}"));
            format!("{who}, {:.0} %", 100.0 * last.count as f64 / row.count.max(1) as f64)
        });
        vec![
            Cell::text(row.operation),
            Cell::number(Some(f64::from(row.ranks)), |n| group(n as u64)),
            Cell::number(Some(row.up_to as f64), |n| size_limit(Some(n as u64))),
            Cell::number(Some(row.count as f64), |n| group(n as u64)),
            Cell::number(Some(row.time_ns as f64), time),
            Cell::number(Some(row.moving_ns as f64), time),
            Cell::number(Some(row.waiting_ns as f64), time),
            Cell::number(row.algorithm_gbps, gbps),
            Cell::number(row.bus_gbps, gbps),
            Cell::text(&last),
        ]
    });
    let titles =
        ["Collective", "Ranks", "Up to", "Count", "Time", "Moving", "Waiting", "GB/s", "Bus GB/s", "Last"];
    html! {
        section { h2 { "Collective operations" } (table(&titles, rows.collect(), rest(s.collectives.len()))) }
    }
}

/// Steps, and ranges that the program marks itself, each followed by those within it.
fn ranges(s: &Snapshot) -> Markup {
    if s.ranges.is_empty() && s.steps.is_empty() {
        return html! {};
    }
    let rows = s.ranges.iter().take(MOST_ROWS).map(|row| {
        let ns = |ns: Option<u64>| Cell::number(ns.map(|ns| ns as f64), time);
        let some = |ns: u64| Some(ns).filter(|ns| *ns > 0);
        vec![
            Cell::text(&format!("{}{}", "\u{2003}".repeat(row.depth as usize), clean(&row.title()))),
            Cell::text(row.interface),
            Cell::number(Some(row.count as f64), |n| group(n as u64)),
            Cell::number(Some(row.open as f64), |n| group(n as u64)),
            ns(row.avg_ns.map(|_| row.total_ns)),
            Cell::number(row.avg_ns, time),
            ns(row.p50_ns),
            ns(row.p99_ns),
            ns(row.max_ns),
            ns(some(row.waits_ns)),
            ns(some(row.work.device_ns())),
        ]
    });
    let titles = ["Range", "By", "Count", "Open", "Time", "Mean", "p50", "p99", "Max", "Waits", "Device"];
    html! {
        section {
            h2 { (if s.ranges.is_empty() { "Steps" } else { "Steps and ranges" }) }
            ul { @for line in summary::steps(s) { li { (line) } } }
            @if !s.ranges.is_empty() { (table(&titles, rows.collect(), rest(s.ranges.len()))) }
        }
    }
}

/// One of the lists, with the columns of the summary and a histogram.
fn rows(s: &Snapshot, list: List, title: &str) -> Markup {
    let items = list.items(s, None);
    if items.is_empty() {
        return html! {};
    }
    let mut columns: Vec<Column> = columns::summary(list).to_vec();
    if s.devices.len() > 1 && !matches!(list, List::Api | List::Memory) {
        columns.insert(1, (Field::Device, "Device"));
    }
    let cell = |item: &Item<'_>, field: Field| match field {
        Field::Name | Field::Kind => Cell::text(&summary::cell(item, field)),
        _ => Cell { shown: html! { (summary::cell(item, field)) }, by: By::Number(item.value(field)) },
    };
    let has_bars = list != List::Memory;
    let row = |item: &Item<'_>| {
        let cells = columns.iter().map(|(field, _)| cell(item, *field));
        let bars = || item.histogram().map_or_else(|| html! { (NONE) }, chart::histogram);
        cells.chain(has_bars.then(|| Cell { shown: bars(), by: By::Text })).collect()
    };
    let titles: Vec<&str> =
        columns.iter().map(|(_, title)| *title).chain(has_bars.then_some("Durations")).collect();
    html! {
        section {
            h2 { (title) }
            (table(&titles, items.iter().take(MOST_ROWS).map(row).collect(), rest(items.len())))
        }
    }
}

fn memory(s: &Snapshot) -> Markup {
    if s.memory.is_empty() {
        return html! {};
    }
    let row = |kind: &zetop_figures::snapshot::MemoryUse| {
        vec![
            Cell::text(&kind.kind),
            Cell::number(Some(kind.live_bytes as f64), |n| bytes(n as u64)),
            Cell::number(Some(kind.live_count as f64), |n| count(n as u64)),
            Cell::number(Some(kind.peak_bytes as f64), |n| bytes(n as u64)),
            Cell::number(Some(kind.allocs as f64), |n| group(n as u64)),
            Cell::number(Some(kind.frees as f64), |n| group(n as u64)),
        ]
    };
    let titles = ["Memory", "Live at the end", "Allocations of it", "Peak", "Allocations", "Frees"];
    html! {
        section { h2 { "Memory" } (table(&titles, s.memory.iter().map(row).collect(), None)) }
    }
}

fn call_sites(s: &Snapshot) -> Markup {
    let graphs = flame::graphs(s);
    if graphs.0.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { "Where calls come from" }
            p.about {
                "Below each function the lines that call it, and below those their callers. From "
                (many(s.quality.samples, "sample", "samples")) "; rows that nobody asked about have none."
            }
            (graphs)
        }
    }
}

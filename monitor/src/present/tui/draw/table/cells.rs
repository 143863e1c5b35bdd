//! What stands in a cell.

use super::columns::Column;
use crate::present::format;
use crate::present::tui::compare;
use crate::present::tui::draw::paint::Context;
use crate::present::tui::items::{Field, Item};
use crate::snapshot::{Kernel, Snapshot, Transfer};
use ratatui::style::Style;

pub fn text(context: Context<'_>, item: &Item<'_>, column: &Column) -> (String, Style) {
    let theme = context.theme;
    match column.field {
        Field::Direction => match item {
            Item::Transfer(transfer) => (transfer.direction.to_string(), theme.dim),
            _ => (String::new(), theme.dim),
        },
        Field::Shape => (shape(item), theme.dim),
        Field::Note => note(context, item),
        Field::ShareChange | Field::AvgChange => change(context, item, column.field),
        field => match item.value(field) {
            None => (format::NONE.to_owned(), theme.dim),
            Some(value) => (figure(field, value), style(context, field, value)),
        },
    }
}

fn figure(field: Field, value: f64) -> String {
    match field {
        Field::Calls | Field::Errors => format::count(value as u64),
        Field::Device => format!("{value:.0}"),
        Field::Rate => format::rate(value),
        Field::Share => format::percent(value),
        Field::Bytes => format::bytes(value as u64),
        Field::Bandwidth | Field::Throughput => format::gbps(value),
        _ => format::time(value),
    }
}

fn style(context: Context<'_>, field: Field, value: f64) -> Style {
    let theme = context.theme;
    match field {
        Field::Errors if value > 0.0 => theme.bad,
        Field::Errors | Field::Min | Field::P50 | Field::P90 | Field::Max | Field::Submit => theme.dim,
        Field::Share | Field::Bandwidth => theme.strong,
        Field::Rate if value == 0.0 => theme.dim,
        _ => theme.text,
    }
}

fn change(context: Context<'_>, item: &Item<'_>, field: Field) -> (String, Style) {
    let theme = context.theme;
    let Some(baseline) = &context.state.baseline else { return (String::new(), theme.dim) };
    let Some(since) = compare::since(context.snapshot, baseline, item) else {
        return (format::NONE.to_owned(), theme.dim);
    };
    match field {
        Field::ShareChange => match since.share_points {
            None => (format::NONE.to_owned(), theme.dim),
            Some(points) if points.abs() < 0.05 => ("±0".to_owned(), theme.dim),
            Some(points) => (format!("{points:+.1} pt"), worse_or_better(context, points)),
        },
        _ => match since.avg_pct {
            None => (format::NONE.to_owned(), theme.dim),
            Some(pct) => (format::change(pct), worse_or_better(context, pct)),
        },
    }
}

/// More time is worse; small changes are neither.
fn worse_or_better(context: Context<'_>, change: f64) -> Style {
    match change {
        c if c > 2.0 => context.theme.bad,
        c if c < -2.0 => context.theme.good,
        _ => context.theme.dim,
    }
}

fn shape(item: &Item<'_>) -> String {
    match item {
        Item::Kernel(kernel) => groups(kernel),
        Item::Transfer(transfer) => sizes(transfer),
        _ => String::new(),
    }
}

/// `4096×4096 of 16×16`; dimensions of 1 at the end go without saying.
pub fn groups(kernel: &Kernel) -> String {
    if kernel.group_count == [0; 3] && kernel.group_size == [0; 3] {
        return String::new();
    }
    let dims = |d: [u32; 3]| {
        let used = d.iter().rposition(|n| *n > 1).map_or(1, |at| at + 1);
        d[..used].iter().map(u32::to_string).collect::<Vec<_>>().join("×")
    };
    // The size is not known for kernels that were set up before an attach.
    if kernel.group_size == [0; 3] {
        return dims(kernel.group_count);
    }
    format!("{} of {}", dims(kernel.group_count), dims(kernel.group_size))
}

/// The range of sizes that the copies have: `4–16 MiB`, `≤ 8 KiB`.
pub fn sizes(transfer: &Transfer) -> String {
    let used: Vec<Option<u64>> = transfer.by_size.iter().filter(|s| s.ops > 0).map(|s| s.up_to).collect();
    let (Some(first), Some(last)) = (used.first(), used.last()) else { return String::new() };
    let high = format::size_class(*last);
    let low = match first {
        None => return high,
        Some(n) if *n <= 8192 => return format!("≤ {high}").replace("≤ >", ">"),
        Some(n) => format::size_class(Some(n / 2)),
    };
    let high = high.replace("> ", ">");
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{high}"),
        _ => format!("{low}–{high}"),
    }
}

fn note(context: Context<'_>, item: &Item<'_>) -> (String, Style) {
    let theme = context.theme;
    match item {
        Item::Kernel(kernel) | Item::Other(kernel) => match kernel.submit_avg_ns {
            Some(ns) => (format!("queued {}", format::time(ns)), theme.dim),
            None => (String::new(), theme.dim),
        },
        Item::Transfer(transfer) => {
            let bandwidth = match transfer.bandwidth_gbps {
                Some(gbps) => format!("{:>5} GB/s", format::gbps(gbps)),
                None => return ("not timed".to_owned(), theme.warn),
            };
            match slow_kind(context.snapshot, transfer) {
                Some(_) => (format!("{bandwidth}  ◂ slow kind"), theme.warn),
                None => (bandwidth, theme.direction(transfer.direction)),
            }
        }
        Item::Fills(fills) if fills.total_ns > 0 => {
            (format!("{:>5} GB/s", format::gbps(fills.bytes as f64 / fills.total_ns as f64)), theme.dim)
        }
        _ => (String::new(), theme.dim),
    }
}

/// What the same sizes in the same direction reach between other kinds of memory, where that is at least a
/// third more, measured for the size class that moved most of the bytes.
pub fn slow_kind(snapshot: &Snapshot, transfer: &Transfer) -> Option<f64> {
    let class = transfer.by_size.iter().max_by_key(|class| class.bytes)?;
    let own = class.bandwidth_gbps?;
    snapshot
        .device
        .transfers
        .iter()
        .filter(|other| other.direction == transfer.direction && other.device == transfer.device)
        .filter(|other| (&other.src, &other.dst) != (&transfer.src, &transfer.dst))
        .flat_map(|other| &other.by_size)
        .filter(|other| other.up_to == class.up_to && other.ops > 0)
        .filter_map(|other| other.bandwidth_gbps)
        .filter(|other| *other >= own * 1.33)
        .max_by(f64::total_cmp)
}

//! The Transfers screen: throughput, pairs of kinds, size classes, fills, findings.

use super::device::no_transfers;
use super::facts;
use super::paint::{Canvas, Context, Pieces, padded};
use super::{findings, latency, sites, sizes, table, throughput};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::Transfer;
use zetop_figures::sum::sum;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, List, RowId, find};

/// Columns of the fills: title, width, figure, and the narrowest panel that shows it.
const FILLS: [(&str, u16, Field, u16); 6] = [
    ("fills", 7, Field::Calls, 0),
    ("bytes", 7, Field::Bytes, 0),
    ("each", 7, Field::BytesEach, 47),
    ("total", 7, Field::Total, 0),
    ("avg", 7, Field::Avg, 39),
    ("GB/s", 5, Field::Bandwidth, 0),
];
/// Titles, figures and the frame.
const FILLS_HEIGHT: u16 = 4;

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let state = context.state.list(List::Transfers);
    let transfers = &context.snapshot.device.transfers;
    let ops = sum(transfers.iter().map(|t| t.ops));
    let bytes = sum(transfers.iter().map(|t| t.bytes));
    let right = format!("{}, {}", format::many(ops, "copy", "copies"), format::bytes(bytes));
    let right = if state.order.len() == state.total {
        right
    } else {
        let kinds = format::many(state.total as u64, "kind", "kinds");
        format!("{} of {kinds}, {right}", state.order.len())
    };
    let mut title: Pieces = vec![("Copies by kind of memory".to_owned(), context.theme.title)];
    if context.state.filter.is_by_range() {
        title.push((" figures of all copies, in any range".to_owned(), context.theme.dim));
    }
    let inside = canvas.panel(context, area, Panel::Transfers, &title, &right);
    table::draw(context, canvas, inside, List::Transfers, &no_transfers(context));
}

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height < 14 {
        panel(context, canvas, area);
        return;
    }
    let rows = context.state.list(List::Transfers).order.len().max(1) as u16 + 3;
    let (lanes, around) = throughput::height(context, area.width, false, false);
    let mut top = lanes + around;
    let side = area.width >= 110;
    let findings_wide = if side { area.width / 2 } else { area.width };
    let findings_height = findings::height(context, findings_wide);
    let mut table = rows.min(area.height.saturating_sub(top)).max(5);
    let mut rest = area.height.saturating_sub(top + table);
    if rest < 5 {
        // Too low for the size classes: Enter shows them.
        table += rest;
        rest = 0;
    } else if rest > 22 {
        let taller = ((rest - 16) / lanes.max(1)).min(3);
        top += taller * lanes;
        rest -= taller * lanes;
    }
    throughput::panel(context, canvas, Rect::new(area.x, area.y, area.width, top), false, false);
    panel(context, canvas, Rect::new(area.x, area.y + top, area.width, table));
    if rest == 0 {
        return;
    }
    let bottom = Rect::new(area.x, area.y + top + table, area.width, rest);
    if !side {
        let findings_height = if findings_height + 5 <= rest { findings_height } else { 0 };
        let y = bottom.bottom() - findings_height;
        sizes_and_fills(context, canvas, Rect::new(bottom.x, bottom.y, bottom.width, rest - findings_height));
        if findings_height > 0 {
            findings::panel(context, canvas, Rect::new(bottom.x, y, bottom.width, findings_height));
        }
        return;
    }
    let left = bottom.width / 2;
    let findings_height = if findings_height + 6 <= rest { findings_height } else { 0 };
    sizes_and_fills(context, canvas, Rect::new(bottom.x, bottom.y, left, rest - findings_height));
    if findings_height > 0 {
        let y = bottom.bottom() - findings_height;
        findings::panel(context, canvas, Rect::new(bottom.x, y, left, findings_height));
    }
    latency::panel(context, canvas, Rect::new(bottom.x + left, bottom.y, bottom.width - left, rest));
}

/// The size classes and, in rows that they would leave blank, the fills, unless the filter hides them.
fn sizes_and_fills(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let spare = area.height.saturating_sub(sizes_height(context));
    let is_there = context.state.list(List::Transfers).order.contains(&RowId::Fills);
    let below = if is_there && spare >= FILLS_HEIGHT { FILLS_HEIGHT } else { 0 };
    sizes::panel(context, canvas, Rect::new(area.x, area.y, area.width, area.height - below));
    if below > 0 {
        fills(context, canvas, Rect::new(area.x, area.bottom() - below, area.width, below));
    }
}

/// Rows with which nothing of the size classes is cut off.
fn sizes_height(context: Context<'_>) -> u16 {
    let rows = context.state.list(List::Transfers).order.iter().filter_map(|id| find(context.snapshot, id));
    let classes = rows.filter_map(|row| match row {
        Item::Transfer(transfer) => Some(transfer.by_size.iter().filter(|class| class.ops > 0).count()),
        _ => None,
    });
    let classes: Vec<usize> = classes.filter(|classes| *classes > 0).collect();
    let names = if classes.len() > 1 { classes.len() } else { 0 };
    // Titles, and the frame.
    (names + classes.iter().sum::<usize>()) as u16 + 3
}

/// What the fills of all devices add up to.
pub fn fills(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let (theme, fills) = (context.theme, &context.snapshot.device.fills);
    let mut right = Vec::new();
    if context.state.baseline.is_some() {
        right.push("since the mark".to_owned());
    }
    // Fills are not counted by device.
    if context.snapshot.devices.len() > 1 {
        right.push("all devices".to_owned());
    }
    if fills.timed < fills.ops {
        right.push(format::one_of(fills.timed, fills.ops));
    }
    let title: Pieces = vec![("Fills".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Fills, &title, &right.join(", ")));
    if fills.ops == 0 {
        canvas.nothing(inside, theme, "no fills");
        return;
    }
    let item = Item::Fills(fills);
    let mut x = inside.x;
    for (title, width, field, _) in FILLS.iter().filter(|column| inside.width >= column.3) {
        // Where none was timed, times are unknown.
        let known = fills.timed > 0 || !matches!(field, Field::Total | Field::Avg | Field::Bandwidth);
        let value = item.value(*field).filter(|_| known);
        let text = value.map_or(format::NONE.to_owned(), |value| item.figure(*field, value));
        let style = if *field == Field::Bandwidth { theme.strong } else { theme.text };
        canvas.put_right(Rect::new(x, inside.y, *width, 1), title, theme.dim);
        canvas.put_right(Rect::new(x, inside.y + 1, *width, 1), &text, style);
        x += width + 1;
    }
}

/// Everything about one pair of kinds.
pub fn detail(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, transfer: &Transfer) {
    let theme = context.theme;
    let item = Item::Transfer(transfer);
    let classes = transfer.by_size.iter().filter(|class| class.ops > 0).count() as u16;
    let below = if area.height >= 16 { (classes + 3).min(area.height / 2) } else { 0 };
    let main = Rect::new(area.x, area.y, area.width, area.height - below);
    let title: Pieces = vec![(item.name().into_owned(), theme.title)];
    let inside = padded(canvas.panel(context, main, Panel::Latency, &title, "Esc goes back, ↑↓ next kind"));
    let figure = |field| item.value(field).map_or(format::NONE.to_owned(), |value| item.figure(field, value));
    let bandwidth = |rate| format!("{} GB/s", item.figure(Field::Bandwidth, rate));
    let rate = |v: Option<f64>| v.map_or(format::NONE.to_owned(), |v| format!("{} GB/s", format::gbps(v)));
    let slow = table::slow_kind(context.snapshot, transfer);
    let facts = [
        ("copies", format::group(transfer.ops)),
        ("timed", format::group(transfer.timed)),
        ("bytes", format::bytes(transfer.bytes)),
        ("direction", transfer.direction.to_string()),
        ("total", figure(Field::Total)),
        ("share", figure(Field::Share)),
        ("bandwidth", transfer.bandwidth_gbps.map_or(format::NONE.to_owned(), bandwidth)),
        ("throughput", rate(transfer.throughput_gbps)),
        ("min", figure(Field::Min)),
        ("p99", figure(Field::P99)),
        ("max", figure(Field::Max)),
        (
            "same sizes elsewhere",
            slow.map_or(format::NONE.to_owned(), |v| format!("{} GB/s", format::gbps(v))),
        ),
    ];
    let shown = if slow.is_some() { facts.len() } else { facts.len() - 1 };
    let used = facts::draw(context, canvas, inside, &facts[..shown]);
    let rest = Rect::new(inside.x, inside.y + used, inside.width, inside.height.saturating_sub(used));
    let used = sites::draw(context, canvas, rest, &item);
    let rest = Rect::new(rest.x, rest.y + used, rest.width, rest.height.saturating_sub(used));
    latency::draw(context, canvas, rest, &item);
    if below > 0 {
        sizes::of_one(context, canvas, Rect::new(area.x, main.bottom(), area.width, below), transfer);
    }
}

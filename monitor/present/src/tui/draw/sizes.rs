//! Copies by size class: the selected pair of kinds first, the others after it to compare with.

use super::paint::{Canvas, Context, Pieces, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::{Transfer, TransferSize};
use zetop_figures::view::format;
use zetop_figures::view::items::{Item, List, find, size_figure};

/// Title, width, and the narrowest panel that shows the column.
const COLUMNS: [(&str, u16, u16); 7] = [
    ("ops", 7, 0),
    ("bytes", 7, 30),
    ("total", 7, 46),
    ("min", 7, 86),
    ("avg", 7, 60),
    ("max", 7, 78),
    ("GB/s", 5, 0),
];

const LABEL: u16 = 11;

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let list = context.state.list(List::Transfers);
    let mut pairs: Vec<&Transfer> = Vec::new();
    let selected = list.selected();
    for id in selected.into_iter().chain(list.order.iter().filter(|id| Some(*id) != selected)) {
        if let Some(Item::Transfer(transfer)) = find(context.snapshot, id) {
            pairs.push(transfer);
        }
    }
    draw(context, canvas, area, &pairs);
}

pub fn of_one(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, transfer: &Transfer) {
    draw(context, canvas, area, &[transfer]);
}

fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, pairs: &[&Transfer]) {
    let theme = context.theme;
    let title: Pieces = vec![("By size".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Sizes, &title, "bandwidth while copying"));
    let columns: Vec<_> = COLUMNS.iter().filter(|c| inside.width >= c.2).collect();
    let mut x = inside.x + LABEL;
    canvas.put(inside.x, inside.y, LABEL, "up to", theme.dim);
    for (title, width, _) in columns.iter().copied() {
        canvas.put_right(Rect::new(x + 1, inside.y, *width, 1), title, theme.dim);
        x += width + 1;
    }
    let best = best(pairs);
    let mut y = inside.y + 1;
    for transfer in pairs {
        let used: Vec<&TransferSize> = transfer.by_size.iter().filter(|class| class.ops > 0).collect();
        if used.is_empty() {
            continue;
        }
        // The name of a pair without any of its sizes says nothing.
        if pairs.len() > 1 {
            if y + 1 >= inside.bottom() {
                break;
            }
            let name = format!("{}→{}", transfer.src, transfer.dst);
            canvas.put(inside.x, y, inside.width, &name, theme.direction(transfer.direction));
            y += 1;
        }
        for class in used {
            if y < inside.bottom() {
                row(context, canvas, Rect::new(inside.x, y, inside.width, 1), transfer, class, best);
                y += 1;
            }
        }
    }
    if y == inside.y + 1 {
        canvas.nothing(inside, theme, "no copies");
    }
}

/// The highest bandwidth of what is listed: all bars of the table can be compared.
fn best(pairs: &[&Transfer]) -> f64 {
    pairs.iter().flat_map(|t| &t.by_size).filter_map(|class| class.bandwidth_gbps).fold(0.0, f64::max)
}

fn row(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    transfer: &Transfer,
    class: &TransferSize,
    best: f64,
) {
    let theme = context.theme;
    let figure = |value: Option<f64>, text: fn(f64) -> String| {
        value.map_or(format::NONE.to_owned(), |value| size_figure(class, text(value)))
    };
    let time = |ns: Option<u64>| figure(ns.map(|ns| ns as f64), format::time);
    // Where none was timed, times are unknown.
    let timed = Some(class.timed).filter(|timed| *timed > 0 || class.ops == 0);
    canvas.put(area.x + 1, area.y, LABEL - 1, &format::size_class(class.up_to), theme.text);
    let cells = [
        format::count(class.ops),
        format::bytes(class.bytes),
        time(timed.map(|_| class.total_ns)),
        time(class.min_ns),
        figure(class.avg_ns, format::time),
        time(class.max_ns),
        figure(class.bandwidth_gbps, format::gbps),
    ];
    let mut x = area.x + LABEL;
    for (column, text) in COLUMNS.iter().zip(&cells) {
        if area.width >= column.2 {
            let style = if column.0 == "GB/s" { theme.strong } else { theme.text };
            canvas.put_right(Rect::new(x + 1, area.y, column.1, 1), text, style);
            x += column.1 + 1;
        }
    }
    let bar = area.right().saturating_sub(x + 1);
    if bar >= 4 && best > 0.0 {
        let share = class.bandwidth_gbps.unwrap_or(0.0) / best;
        canvas.bar(Rect::new(x + 1, area.y, bar, 1), share, theme.direction(transfer.direction));
    }
}

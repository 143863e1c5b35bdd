//! The tables of functions, kernels and copies: columns by priority, a bar for the share, selection.

mod cells;
mod columns;

use super::paint::{Canvas, Context, fit, fit_middle};
use crate::tui::hits::Hit;
pub use cells::{finding, groups, slow_kind};
use columns::Layout;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, List, find};

/// Draws the rows of a list with their header; `empty` is shown if there are none.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, list: List, empty: &str) {
    // A blank column before the border.
    let area = Rect::new(area.x, area.y, area.width.saturating_sub(1), area.height);
    let state = context.state.list(list);
    if area.height < 2 || area.width < 8 {
        return;
    }
    if state.order.is_empty() {
        let filtered = state.total > 0;
        let filter = context.state.filter.text();
        let text = match filtered {
            true => format!("none of {} passes the filter {}", state.total, format::clean(filter)),
            false => empty.to_owned(),
        };
        canvas.nothing(area, context.theme, &text);
        return;
    }
    let rows = usize::from(area.height - 1);
    let items: Vec<Item<'_>> = state.order.iter().filter_map(|id| find(context.snapshot, id)).collect();
    let longest = items.iter().map(|item| name(context, item).width()).max().unwrap_or(0);
    let columns = columns::columns_for(list, context);
    let title = columns.iter().filter(|c| c.field == Field::Name).map(|c| c.title.width()).max();
    let layout = Layout::new(columns, longest.max(title.unwrap_or(0)), usize::from(area.width));

    let fields = layout.columns.iter().map(|(column, ..)| column.field).collect();
    canvas.hits.drawn.columns.push((list, fields));
    head(context, canvas, Rect::new(area.x, area.y, area.width, 1), list, &layout);
    // Bars compare rows with the largest one; the figure beside them has the share itself.
    let largest = items.iter().filter_map(|i| i.value(Field::Share)).fold(0.0, f64::max);
    // If there is more, the last line says what is hidden below.
    let overflow = items.len() > rows;
    let visible = if overflow && rows > 3 { rows - 1 } else { rows };
    canvas.hits.drawn.pages.push((list, visible as u16));
    let first = state.first(visible);
    let selected = state.position();
    for (i, item) in items.iter().enumerate().skip(first).take(visible) {
        let line = Rect::new(area.x, area.y + 1 + (i - first) as u16, area.width, 1);
        let mark = selected == Some(i);
        row(context, canvas, line, item, &layout, mark, largest);
        if mark && (state.chosen.is_some() || context.state.active_list() == Some(list)) {
            select(context, canvas, line, &layout);
        }
        canvas.hits.add(line, Hit::Row(list, item.id()));
    }
    if overflow && visible < rows {
        let line = Rect::new(area.x + 1, area.bottom() - 1, area.width - 1, 1);
        canvas.put(line.x, line.y, line.width, &hidden(&items, first, visible), context.theme.dim);
    }
}

/// Marks the selected row. A reversed bar would be a hole, so bars keep their own style.
fn select(context: Context<'_>, canvas: &mut Canvas<'_>, line: Rect, layout: &Layout) {
    canvas.buffer.set_style(line, context.theme.selected);
    for (column, x, width) in &layout.columns {
        if column.bar {
            let cell = Rect::new(line.x + x, line.y, *width, 1);
            canvas.buffer.set_style(cell, Style::new().remove_modifier(Modifier::REVERSED));
        }
    }
}

fn hidden(items: &[Item<'_>], first: usize, visible: usize) -> String {
    let above = first;
    let below = items.len().saturating_sub(first + visible);
    let share: f64 = items
        .iter()
        .skip(first + visible)
        .filter_map(|item| item.value(Field::Share))
        .fold(0.0, |a, b| a + b);
    match (above, below) {
        (0, below) => format!("{below} more, {}", format::percent(share)),
        (above, 0) => format!("{above} above"),
        (above, below) => format!("{above} above, {below} more below, {}", format::percent(share)),
    }
}

fn head(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, list: List, layout: &Layout) {
    let state = context.state.list(list);
    for (column, x, width) in &layout.columns {
        let sorted = state.sort == column.field && !column.bar;
        let mut title = column.title.to_owned();
        let style = if sorted { context.theme.accent } else { context.theme.dim };
        if sorted {
            let arrow = if state.inverted != column.field.is_text() { "▲" } else { "▼" };
            title = if title.width() + 2 <= usize::from(*width) || column.field.is_text() {
                format!("{title} {arrow}")
            } else {
                format!("{title}{arrow}")
            };
        }
        let cell = Rect::new(area.x + x, area.y, (*width).min(area.width.saturating_sub(*x)), 1);
        if column.is_left_aligned() {
            let mark = u16::from(column.field == Field::Name);
            let room = cell.width.saturating_sub(mark);
            canvas.put(cell.x + mark, cell.y, room, &fit(&title, usize::from(room)), style);
        } else if title.width() as u16 > cell.width {
            // The arrow may be in the gap before the column.
            let x = cell.right().saturating_sub(title.width() as u16);
            canvas.put(x, cell.y, title.width() as u16, &title, style);
        } else {
            canvas.put_right(cell, &title, style);
        }
        if !column.bar && list.sort_fields().contains(&column.field) {
            canvas.hits.add(cell, Hit::SortBy(list, column.field));
        }
    }
}

fn row(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    item: &Item<'_>,
    layout: &Layout,
    mark: bool,
    largest: f64,
) {
    for (column, x, width) in &layout.columns {
        let cell = Rect::new(area.x + x, area.y, (*width).min(area.width.saturating_sub(*x)), 1);
        if column.field == Field::Name {
            let sign = if mark { "▸" } else { " " };
            canvas.put(cell.x, cell.y, 1, sign, context.theme.accent);
            let room = usize::from(cell.width.saturating_sub(1));
            let style = name_style(context, item);
            canvas.put(cell.x + 1, cell.y, room as u16, &fit_middle(&name(context, item), room), style);
        } else if column.bar {
            let share = item.value(Field::Share).unwrap_or(0.0) / 100.0;
            let length = if largest > 0.0 { share * 100.0 / largest } else { 0.0 };
            canvas.bar(cell, length, bar_style(context, item, share));
        } else {
            let (text, style) = cells::text(context, item, column);
            let text = fit_middle(&text, usize::from(cell.width));
            if column.is_left_aligned() {
                canvas.put(cell.x, cell.y, cell.width, &text, style);
            } else {
                canvas.put_right(cell, &text, style);
            }
        }
    }
}

/// The name of a row, as the user wants to see it.
pub fn name<'a>(context: Context<'a>, item: &Item<'a>) -> Cow<'a, str> {
    match item {
        Item::Kernel(kernel) if context.state.raw_names => {
            let raw = context.snapshot.raw_names.get(&*kernel.name);
            raw.map_or_else(|| item.name(), |raw| Cow::Borrowed(raw))
        }
        _ => item.name(),
    }
}

fn name_style(context: Context<'_>, item: &Item<'_>) -> Style {
    match item {
        Item::Api(api) if api.errors > api.expected_errors || finding(context.snapshot, item).is_some() => {
            context.theme.warn
        }
        Item::Transfer(transfer) => context.theme.direction(transfer.direction),
        Item::Memory(site) if !site.is_known => context.theme.dim,
        _ => context.theme.text,
    }
}

fn bar_style(context: Context<'_>, item: &Item<'_>, share: f64) -> Style {
    match item {
        Item::Transfer(transfer) => context.theme.direction(transfer.direction),
        _ => context.theme.heat(share * 1.4),
    }
}

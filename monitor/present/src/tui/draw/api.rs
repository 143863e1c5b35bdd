//! Host API functions: the table, and the rate of calls over time.

use super::facts;
use super::paint::{Canvas, Context, Pieces, padded};
use super::{latency, sites, table};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::Api;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, List, find};
use zetop_wire::api::none_seen;

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let host = &context.snapshot.host;
    let state = context.state.list(List::Api);
    let functions = if state.order.len() == state.total {
        format!("{} functions", state.total)
    } else {
        format!("{} of {} functions", state.order.len(), state.total)
    };
    let errors = format::many(host.unexpected_errors(), "error", "errors");
    let title: Pieces = vec![("Host API".to_owned(), context.theme.title)];
    let inside = canvas.panel(context, area, Panel::Api, &title, &format!("{functions}, {errors}"));
    table::draw(context, canvas, inside, List::Api, &none_seen());
}

/// The whole screen.
pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    if area.width >= 150 {
        let side = (area.width * 3 / 10).clamp(44, 90);
        panel(context, canvas, Rect::new(area.x, area.y, area.width - side, area.height));
        let x = area.right() - side;
        let rate_height = if area.height < 16 { 0 } else { (area.height / 4).clamp(6, 14) };
        latency::panel(context, canvas, Rect::new(x, area.y, side, area.height - rate_height));
        if rate_height > 0 {
            rate_panel(context, canvas, Rect::new(x, area.bottom() - rate_height, side, rate_height));
        }
        return;
    }
    if area.height < 17 {
        panel(context, canvas, area);
        return;
    }
    let wanted = context.state.list(List::Api).order.len() as u16 + 3;
    let below = (area.height * 2 / 5).max(area.height.saturating_sub(wanted)).min(area.height - 8);
    panel(context, canvas, Rect::new(area.x, area.y, area.width, area.height - below));
    let y = area.bottom() - below;
    let left = area.width * 11 / 20;
    latency::panel(context, canvas, Rect::new(area.x, y, left, below));
    rate_panel(context, canvas, Rect::new(area.x + left, y, area.width - left, below));
}

/// Calls per second: all functions, and the selected one.
pub fn rate_panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let history = &context.snapshot.history;
    let selected = context.state.list(List::Api).selected().and_then(|id| find(context.snapshot, id));
    let title: Pieces = vec![("Calls per second".to_owned(), theme.title)];
    let width = usize::from(area.width.saturating_sub(4));
    let shown = history.calls_per_s.len().min(width) as u64;
    let right =
        if shown > 0 { format!("last {}", format::span(shown * history.interval_ns)) } else { String::new() };
    let inside = padded(canvas.panel(context, area, Panel::Rate, &title, &right));
    let top = Rect::new(inside.x, inside.y, inside.width, inside.height / 2);
    let bottom = Rect::new(inside.x, top.bottom(), inside.width, inside.height - top.height);
    lane(context, canvas, top, "all functions", context.snapshot.host.calls_per_s, &history.calls_per_s);
    if let Some(Item::Api(api)) = selected {
        lane(context, canvas, bottom, &api.name, api.calls_per_s, &api.rate_history);
    }
}

fn lane(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, name: &str, now: f64, values: &[f64]) {
    if area.height < 2 {
        return;
    }
    let theme = context.theme;
    let figure = format!("{} /s", format::rate_long(now));
    let room = usize::from(area.width).saturating_sub(figure.len() + 1);
    let line = Rect::new(area.x, area.y, area.width, 1);
    canvas.put(line.x, line.y, line.width, &super::paint::fit_middle(name, room), theme.dim);
    canvas.put_right(line, &figure, theme.strong);
    let spark = Rect::new(area.x, area.y + 1, area.width, area.height - 1);
    let seen = &values[values.len().saturating_sub(usize::from(spark.width))..];
    let scale = seen.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    canvas.spark(spark, values, scale, theme.accent, theme.dim);
}

/// Everything about one function.
pub fn detail(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, api: &Api) {
    let theme = context.theme;
    let item = Item::Api(api);
    let title: Pieces = vec![(api.name.to_string(), theme.title)];
    let rate_height = if area.height >= 18 { (area.height / 4).clamp(6, 12) } else { 0 };
    let main = Rect::new(area.x, area.y, area.width, area.height - rate_height);
    let inside =
        padded(canvas.panel(context, main, Panel::Latency, &title, "Esc goes back, ↑↓ next function"));
    let time =
        |field: Field| item.value(field).map_or(format::NONE.to_owned(), |value| item.figure(field, value));
    let facts = [
        ("calls", format::group(api.calls)),
        ("per second", format::rate_long(api.calls_per_s)),
        ("errors", format::group(api.errors)),
        ("total", time(Field::Total)),
        ("share", format::percent(api.share_pct)),
        ("min", time(Field::Min)),
        ("avg", time(Field::Avg)),
        ("max", time(Field::Max)),
    ];
    let mut used = facts::draw(context, canvas, inside, &facts);
    if let Some(error) = &api.last_error {
        let x = canvas.put(inside.x, inside.y + used, inside.width, "last error ", theme.dim);
        let style = if api.errors > api.expected_errors { theme.bad } else { theme.text };
        let x =
            canvas.put(x, inside.y + used, inside.right().saturating_sub(x), &format::clean(error), style);
        if let (1.., Some(why)) = (api.expected_errors, &api.expected_why) {
            let (n, all) = (format::count(api.expected_errors), format::count(api.errors));
            let text = format!("; {n} of {all} are no errors: the call {}", format::clean(why));
            canvas.put(x, inside.y + used, inside.right().saturating_sub(x), &text, theme.dim);
        }
        used += 1;
    }
    let rest = Rect::new(inside.x, inside.y + used, inside.width, inside.height.saturating_sub(used));
    let used = sites::draw(context, canvas, rest, &item);
    let rest = Rect::new(rest.x, rest.y + used, rest.width, rest.height.saturating_sub(used));
    latency::draw(context, canvas, rest, &item);
    if rate_height > 0 {
        rate_panel(context, canvas, Rect::new(area.x, main.bottom(), area.width, rate_height));
    }
}

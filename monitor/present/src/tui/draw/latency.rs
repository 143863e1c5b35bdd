//! The histogram of one row: log-scaled, coloured by percentile, with its percentiles in figures.

use super::paint::{Canvas, Context, Pieces, fit_middle};
use crate::tui::histogram::Columns;
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, find};

/// Columns of the labels at the left.
const GUTTER: u16 = 7;

/// The panel for the selected row of the screen's table.
pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let list = context.state.latency_list();
    let item = context.state.list(list).selected().and_then(|id| find(context.snapshot, id));
    let theme = context.theme;
    let room = usize::from(area.width.saturating_sub(5));
    let mut title: Pieces = vec![("Latency".to_owned(), theme.title)];
    if let Some(item) = &item {
        let name = item.name();
        // In a narrow panel the name says enough.
        if name.width() + 11 <= room {
            title.push((" of ".to_owned(), theme.dim));
            title.push((name.into_owned(), theme.accent));
        } else {
            title = vec![(fit_middle(&name, room), theme.accent)];
        }
    }
    let inside = canvas.panel(context, area, Panel::Latency, &title, "");
    match item {
        Some(item) => draw(context, canvas, inside, &item),
        None => canvas.nothing(inside, theme, "no row to show"),
    }
}

/// p50, p90, p99 and max as far as they are known.
pub fn marks(item: &Item<'_>) -> Vec<(&'static str, f64)> {
    let max = item.value(Field::Max);
    // A bucket's upper end may lie above the largest value, which is exact.
    let at_most = |v: f64| max.map_or(v, |max| v.min(max));
    let percentile = |field| item.value(field).map(at_most);
    [
        ("p50", percentile(Field::P50)),
        ("p90", percentile(Field::P90)),
        ("p99", percentile(Field::P99)),
        ("max", max),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

/// The styles of the zones up to p50, p90, p99 and above.
fn zone(context: Context<'_>, i: usize) -> Style {
    context.theme.heat([0.0, 0.45, 0.75, 1.0][i.min(3)])
}

pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, item: &Item<'_>) {
    let theme = context.theme;
    let marks = marks(item);
    let histogram = item.histogram().filter(|h| h.count > 0);
    let Some(histogram) = histogram else {
        let why = match item {
            Item::Api(_) => "no records yet",
            _ => "nothing timed yet",
        };
        canvas.nothing(area, theme, why);
        return;
    };
    let lines = figures(context, &marks, area.width.saturating_sub(2));
    // Below four rows there is no chart worth its axis; for one, a line of figures is given up.
    let keep = if area.height >= 5 && area.height < lines.len() as u16 + 4 { 1 } else { lines.len() };
    let lines = &lines[..keep.min(lines.len())];
    let spare = area.height.saturating_sub(lines.len() as u16);
    if spare >= 4 && area.width > GUTTER + 10 {
        let chart = Rect::new(area.x, area.y, area.width - 1, spare);
        let width = usize::from(chart.width - GUTTER);
        if let Some(columns) = Columns::new(histogram, width) {
            bars(context, canvas, chart, &columns, &marks);
            before(context, canvas, chart, &columns, item);
        }
    }
    let top = area.bottom().saturating_sub(lines.len() as u16).max(area.y);
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        canvas.put_pieces(Rect::new(area.x + 1, y, area.width.saturating_sub(1), 1), line);
    }
}

fn bars(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    columns: &Columns,
    marks: &[(&'static str, f64)],
) {
    let theme = context.theme;
    let blank_top = u16::from(area.height > 6);
    let rows = area.height - 2 - blank_top;
    let chart = Rect::new(area.x + GUTTER, area.y + blank_top, area.width - GUTTER, rows);
    let peak = columns.peak();
    for (i, count) in columns.counts.iter().enumerate() {
        if *count > 0.0 {
            let middle = columns.value(i);
            let zone_index = marks.iter().take(3).filter(|(_, value)| middle > *value).count();
            let column = Rect::new(chart.x + i as u16, chart.y, 1, chart.height);
            canvas.column(column, (count / peak).max(1e-9), zone(context, zone_index), theme.dim);
        }
    }
    for y in chart.y..chart.bottom() {
        canvas.put(chart.x - 1, y, 1, "┤", theme.border);
    }
    let label = |canvas: &mut Canvas<'_>, y: u16, text: &str| {
        canvas.put_right(Rect::new(area.x, y, GUTTER - 2, 1), text, theme.dim);
    };
    label(canvas, chart.y, &format::rate(peak));
    let axis = chart.bottom();
    label(canvas, axis, "0");
    canvas.put(chart.x - 1, axis, 1, "┼", theme.border);
    for x in chart.left()..chart.right() {
        canvas.put(x, axis, 1, "─", theme.border);
    }
    // The percentiles stand on the axis, the round values below it.
    for (i, (_, value)) in marks.iter().enumerate() {
        let x = chart.x + columns.column(*value) as u16;
        canvas.put(x, axis, 1, "▲", zone(context, i));
    }
    ticks(context, canvas, Rect::new(chart.x, axis + 1, chart.width, 1), columns);
}

/// The distribution before the mark, as a line over the bars, scaled to the same count.
fn before(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, columns: &Columns, item: &Item<'_>) {
    let Some(baseline) = &context.state.baseline else { return };
    let old = find(baseline, &item.id());
    let Some(histogram) = old.as_ref().and_then(Item::histogram).filter(|h| h.count > 0) else { return };
    let blank_top = u16::from(area.height > 6);
    let rows = area.height - 2 - blank_top;
    let chart = Rect::new(area.x + GUTTER, area.y + blank_top, area.width - GUTTER, rows);
    let line = columns.like(histogram);
    let peak = line.iter().copied().fold(0.0, f64::max);
    for (count, x) in line.iter().zip(chart.left()..chart.right()) {
        if *count > 0.0 && peak > 0.0 {
            let up = ((count / peak) * f64::from(chart.height - 1)).round() as u16;
            canvas.put(x, chart.bottom() - 1 - up, 1, "·", context.theme.accent);
        }
    }
    canvas.put_right(Rect::new(chart.x, area.y, chart.width, 1), "· before the mark", context.theme.accent);
}

fn ticks(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, columns: &Columns) {
    let mut end = area.x.saturating_sub(2);
    for (column, value) in columns.ticks(9) {
        let text = tick(value);
        let width = text.width() as u16;
        let x = (area.x + column as u16).saturating_sub(width / 2).max(area.x);
        if x > end && x + width <= area.right() {
            end = canvas.put(x, area.y, width, &text, context.theme.dim);
        }
    }
}

/// A round value without needless decimals: `200 µs`, `1.5 ms`.
fn tick(ns: f64) -> String {
    let text = format::time(ns);
    let Some((number, unit)) = text.split_once(' ') else { return text };
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number} {unit}")
}

/// The percentiles in figures, as many to a line as fit.
fn figures(context: Context<'_>, marks: &[(&'static str, f64)], width: u16) -> Vec<Pieces> {
    const CELL: u16 = 13;
    let per_line = usize::from(width / CELL).clamp(1, 4);
    // Two rows of two look better than three and one.
    let per_line = if per_line == 3 { 2 } else { per_line };
    marks
        .chunks(per_line)
        .enumerate()
        .map(|(line, chunk)| {
            chunk
                .iter()
                .enumerate()
                .flat_map(|(i, (name, value))| {
                    [
                        ("▲".to_owned(), zone(context, line * per_line + i)),
                        (format!("{name} "), context.theme.dim),
                        (format!("{:<8}", format::time(*value)), context.theme.strong),
                    ]
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{Histogram, Transfer};

    /// 360, 360 and 350 us: two from the histogram's coarse buckets, and one exact.
    #[test]
    fn percentiles_ascend() {
        let histogram = Histogram { buckets: vec![(327_680, 360_447, 100)], count: 100 };
        let (p50_ns, p90_ns, p99_ns) = (Some(349_000), Some(350_000), Some(350_500));
        let max_ns = Some(400_000);
        let copies = Transfer {
            ops: 100,
            timed: 100,
            p50_ns,
            p90_ns,
            p99_ns,
            max_ns,
            histogram,
            ..Transfer::default()
        };
        let marks = marks(&Item::Transfer(&copies));
        assert_eq!(marks, [("p50", 349e3), ("p90", 350e3), ("p99", 350.5e3), ("max", 400e3)]);
    }
}

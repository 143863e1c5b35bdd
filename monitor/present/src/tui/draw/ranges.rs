//! Ranges that the program marks itself, each followed by those within it.

use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::snapshot::Range;
use zetop_figures::view::format;

/// A column: title, width, the narrowest panel that shows it, and its text.
type Column = (&'static str, u16, u16, fn(&Range) -> String);

const LEAST_NAME: u16 = 20;
const COLUMNS: [Column; 8] = [
    ("count", 7, 0, |row| format::count(row.count)),
    ("open", 6, 84, |row| if row.open > 0 { format::count(row.open) } else { String::new() }),
    ("time", 7, 0, |row| some(row, row.total_ns as f64)),
    ("mean", 7, 50, |row| row.avg_ns.map_or_else(none, format::time)),
    ("p50", 7, 72, |row| row.p50_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("p99", 7, 64, |row| row.p99_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("max", 7, 100, |row| row.max_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("by", 4, 110, |row| row.interface.to_owned()),
];

fn none() -> String {
    format::NONE.to_owned()
}

/// A mark takes no time.
fn some(row: &Range, ns: f64) -> String {
    row.avg_ns.map_or_else(none, |_| format::time(ns))
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let rows = &context.snapshot.ranges;
    let title: Pieces = vec![("Ranges".to_owned(), theme.title)];
    let right = if rows.is_empty() { String::new() } else { format!("{} different ones", rows.len()) };
    let inside = padded(canvas.panel(context, area, Panel::Ranges, &title, &right));
    if rows.is_empty() {
        let why = "no range seen yet (NVTX and ITT, of programs that zetop starts)";
        canvas.nothing(inside, theme, why);
        return;
    }
    let columns: Vec<&Column> = COLUMNS.iter().filter(|column| inside.width >= column.2).collect();
    let used = columns.iter().map(|column| column.1 + 2).sum::<u16>();
    let name_width = inside.width.saturating_sub(used).max(LEAST_NAME.min(inside.width));
    let line =
        |canvas: &mut Canvas<'_>, y: u16, style: Style, name: &str, text: &dyn Fn(&Column) -> String| {
            canvas.put(inside.x, y, name_width, &fit(name, usize::from(name_width)), style);
            let mut x = inside.x + name_width;
            for column in &columns {
                canvas.put_right(Rect::new(x + 2, y, column.1, 1), &text(column), style);
                x += column.1 + 2;
            }
        };
    line(canvas, inside.y, theme.dim, "range", &|column| column.0.to_owned());
    let room = usize::from(inside.height.saturating_sub(1));
    let shown = if rows.len() > room { room.saturating_sub(1) } else { room };
    for (row, y) in rows.iter().take(shown).zip(inside.y + 1..) {
        let name = format!("{}{}", "  ".repeat(row.depth as usize), format::clean(&row.title()));
        line(canvas, y, theme.text, &name, &|column| (column.3)(row));
    }
    if rows.len() > shown {
        let text = format!("{} more", rows.len() - shown);
        canvas.put(inside.x, inside.bottom() - 1, inside.width, &text, theme.dim);
    }
}

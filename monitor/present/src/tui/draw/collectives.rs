//! Collective operations: what ranks do together, and how long they wait for each other in it.

use super::paint::{Canvas, Context, Pieces, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::snapshot::Collective;
use zetop_figures::sum::sum;
use zetop_figures::view::format;

/// A column: title, width, the narrowest panel that shows it, and its text.
type Column = (&'static str, u16, u16, fn(&Collective) -> String);

/// A line: the operation, the text of a column, and who came last.
type Line<'a> = (&'a str, &'a dyn Fn(&Column) -> String, &'a str);

const NAME: u16 = 14;
const COLUMNS: [Column; 9] = [
    ("ranks", 5, 84, |row| row.ranks.to_string()),
    ("up to", 7, 0, |row| format::size_limit(Some(row.up_to))),
    ("count", 7, 0, |row| format::count(row.count)),
    ("time", 7, 0, |row| format::time(row.time_ns as f64)),
    ("moving", 7, 78, |row| format::time(row.moving_ns as f64)),
    ("waiting", 7, 50, |row| format::time(row.waiting_ns as f64)),
    ("GB/s", 5, 90, |row| row.algorithm_gbps.map_or_else(|| format::NONE.to_owned(), format::gbps)),
    ("bus", 5, 60, |row| row.bus_gbps.map_or_else(|| format::NONE.to_owned(), format::gbps)),
    ("by", 12, 110, |row| format!("{} {}", row.algorithm, row.protocol)),
];

/// Height that shows all rows.
pub fn height(context: Context<'_>) -> u16 {
    match context.snapshot.collectives.len() {
        0 => 0,
        rows => rows as u16 + 3,
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let rows = &context.snapshot.collectives;
    let title: Pieces = vec![("Collectives".to_owned(), theme.title)];
    let (time, waiting) =
        (sum(rows.iter().map(|row| row.time_ns)), sum(rows.iter().map(|row| row.waiting_ns)));
    let right = match time {
        0 => String::new(),
        time => format!("{} of their time is waiting", format::percent(100.0 * waiting as f64 / time as f64)),
    };
    let inside = padded(canvas.panel(context, area, Panel::Collectives, &title, &right));
    if rows.is_empty() {
        canvas.nothing(
            inside,
            theme,
            "no collective operation seen yet (they are known of programs that zetop starts)",
        );
        return;
    }
    let columns: Vec<&Column> = COLUMNS.iter().filter(|column| inside.width >= column.2).collect();
    let used = NAME + columns.iter().map(|column| column.1 + 2).sum::<u16>();
    let columns = columns.as_slice();
    let line = |canvas: &mut Canvas<'_>, y: u16, style: Style, texts: Line<'_>| {
        canvas.put(inside.x, y, NAME, texts.0, style);
        let mut x = inside.x + NAME;
        for column in columns {
            canvas.put_right(Rect::new(x + 2, y, column.1, 1), &(texts.1)(column), style);
            x += column.1 + 2;
        }
        if inside.width > used + 2 {
            canvas.put(x + 2, y, inside.width - used - 2, texts.2, style);
        }
    };
    line(canvas, inside.y, theme.dim, ("operation", &|column| column.0.to_owned(), "last"));
    for (row, y) in rows.iter().zip(inside.y + 1..inside.bottom()) {
        line(canvas, y, theme.text, (row.operation, &|column| (column.3)(row), &last(row)));
    }
}

/// Who came last most often.
fn last(row: &Collective) -> String {
    let Some(last) = row.last.first() else { return String::new() };
    let who = last.rank.map_or_else(|| format!("pid {}", last.pid), |rank| format!("rank {rank}"));
    format!("{who}, {:.0} %", 100.0 * last.count as f64 / row.count.max(1) as f64)
}

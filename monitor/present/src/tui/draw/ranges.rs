//! Steps, and the ranges that the program marks itself, each followed by those within it.

use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::snapshot::{Range, Step};
use zetop_figures::view::format;

/// A column: title, width, the narrowest panel that shows it, and its text.
type Column = (&'static str, u16, u16, fn(&Range) -> String);

const LEAST_NAME: u16 = 20;
const COLUMNS: [Column; 10] = [
    ("count", 7, 0, |row| format::count(row.count)),
    ("open", 6, 84, |row| if row.open > 0 { format::count(row.open) } else { String::new() }),
    ("time", 7, 0, |row| some(row, row.total_ns as f64)),
    ("mean", 7, 50, |row| row.avg_ns.map_or_else(none, format::time)),
    ("p50", 7, 72, |row| row.p50_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("p99", 7, 64, |row| row.p99_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("max", 7, 100, |row| row.max_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("waits", 7, 118, |row| if row.waits_ns > 0 { format::time(row.waits_ns as f64) } else { String::new() }),
    ("device", 7, 92, |row| match row.work.device_ns() {
        0 => String::new(),
        ns => format::time(ns as f64),
    }),
    ("by", 4, 126, |row| row.interface.to_owned()),
];

fn none() -> String {
    format::NONE.to_owned()
}

/// A mark takes no time.
fn some(row: &Range, ns: f64) -> String {
    row.avg_ns.map_or_else(none, |_| format::time(ns))
}

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let steps = (context.snapshot.steps.len() as u16).min(8);
    if steps == 0 || area.height < 12 {
        return panel(context, canvas, area);
    }
    let height = (steps + 3).min(area.height / 2);
    self::steps(context, canvas, Rect { height, ..area });
    panel(context, canvas, Rect::new(area.x, area.y + height, area.width, area.height - height));
}

const STEP_NAME: u16 = 18;
/// Title, width, the narrowest panel that shows it, and its text.
type StepColumn = (&'static str, u16, u16, fn(&Step) -> String);
const STEP_COLUMNS: [StepColumn; 9] = [
    ("steps", 6, 0, |step| format::count(step.count)),
    ("per s", 6, 0, |step| format::gbps(step.per_s)),
    ("mean", 7, 0, |step| step.avg_ns.map_or_else(none, format::time)),
    ("p50", 7, 84, |step| step.p50_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("p99", 7, 60, |step| step.p99_ns.map_or_else(none, |ns| format::time(ns as f64))),
    ("kernels", 7, 72, |step| step.kernel_pct.map_or_else(none, format::percent)),
    ("copies", 6, 92, |step| step.copy_pct.map_or_else(none, format::percent)),
    ("waits", 6, 70, |step| step.waits_pct.map_or_else(none, format::percent)),
    ("host", 6, 92, |step| step.host_pct.map_or_else(none, format::percent)),
];
/// Columns of a sparkline that are worth it.
const LEAST_SPARK: u16 = 8;

/// What returns again and again, by process, with its time over time.
pub fn steps(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let rows = &context.snapshot.steps;
    let title: Pieces = vec![("Steps".to_owned(), theme.title)];
    let right =
        if rows.iter().any(|step| step.guessed) { "~ guessed: rounds that end with this kernel" } else { "" };
    let inside = padded(canvas.panel(context, area, Panel::Steps, &title, right));
    if rows.is_empty() {
        return canvas.nothing(inside, theme, "no range and no queue does the same again and again");
    }
    let columns: Vec<&StepColumn> = STEP_COLUMNS.iter().filter(|column| inside.width >= column.2).collect();
    let used = STEP_NAME + columns.iter().map(|column| column.1 + 2).sum::<u16>();
    let line =
        |canvas: &mut Canvas<'_>, y: u16, style: Style, name: &str, text: &dyn Fn(&StepColumn) -> String| {
            canvas.put(inside.x, y, STEP_NAME, &fit(name, usize::from(STEP_NAME)), style);
            let mut x = inside.x + STEP_NAME;
            for column in &columns {
                canvas.put_right(Rect::new(x + 2, y, column.1, 1), &text(column), style);
                x += column.1 + 2;
            }
        };
    line(canvas, inside.y, theme.dim, "step", &|column| column.0.to_owned());
    let spark = inside.width.saturating_sub(used + 2);
    for (step, y) in rows.iter().zip(inside.y + 1..inside.bottom()) {
        let who = match (rows.len(), step.rank) {
            (1, _) => String::new(),
            (_, Some(rank)) => format!("rank {rank} "),
            _ => format!("pid {} ", step.pid),
        };
        let sign = if step.guessed { "~ " } else { "" };
        line(canvas, y, theme.text, &format!("{who}{sign}{}", format::clean(&step.name)), &|column| {
            (column.3)(step)
        });
        if spark >= LEAST_SPARK {
            let most = step.history.iter().copied().fold(0.0, f64::max);
            let place = Rect::new(inside.x + used + 2, y, spark, 1);
            canvas.spark(place, &step.history, most, theme.good, theme.dim);
        }
    }
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

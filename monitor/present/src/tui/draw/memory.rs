//! The Memory screen: what is allocated, of which kind, and what was never freed.

use super::memory_sites::{self, style};
use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::{MemoryUse, RunState};
use zetop_figures::sum::sum;
use zetop_figures::view::format;

/// Title and width, from left to right.
const COLUMNS: [(&str, u16); 8] = [
    ("live", 8),
    ("blocks", 7),
    ("peak", 8),
    ("allocs", 8),
    ("frees", 8),
    ("allocs/s", 8),
    ("bytes/s", 9),
    (BY, 12),
];
const BY: &str = "allocated by";
/// What a narrow panel shows rather than the others: the call that allocates says where to look.
const FIRST: [usize; 8] = [0, 1, 2, 7, 3, 4, 5, 6];
/// Width of the column with the kinds, in cells.
const KIND: u16 = 8;

/// Who allocates; where there is no room, without what runtimes call it, in parentheses.
fn allocated_by(kind: &MemoryUse, whole: bool) -> &str {
    let name = &*kind.allocated_by;
    if whole { name } else { name.split(" (").next().unwrap_or(name) }
}

/// The columns that fit, each as wide as what is in it.
fn columns(width: u16, memory: &[MemoryUse], whole: bool) -> Vec<(usize, &'static str, u16)> {
    let mut left = width.saturating_sub(KIND);
    let longest = memory.iter().map(|kind| allocated_by(kind, whole).width()).max().unwrap_or(0) as u16;
    let mut all = Vec::new();
    for at in FIRST {
        let (title, wide) = COLUMNS[at];
        let wide = if title == BY { wide.max(longest) } else { wide };
        if wide < left {
            left -= wide + 1;
            all.push((at, title, wide));
        }
    }
    all.sort_unstable();
    all
}

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let kinds = context.snapshot.memory.len().max(1) as u16;
    let leaks = leaks(context).len() as u16;
    let top = (kinds + leaks + if leaks > 0 { 5 } else { 3 }).min(area.height);
    // If there is no room for a graph, the table gets all of it.
    if area.height < top + 4 {
        table(context, canvas, area);
        return;
    }
    table(context, canvas, Rect::new(area.x, area.y, area.width, top));
    let rest = Rect::new(area.x, area.y + top, area.width, area.height - top);
    // The lines say more than the graph.
    let graph = if rest.height >= 12 { (rest.height / 3).max(6) } else { 0 };
    let wanted = if graph > 0 { memory_sites::height(context).max(5) } else { rest.height };
    let lines = wanted.min(rest.height - graph);
    memory_sites::panel(context, canvas, Rect::new(rest.x, rest.y, rest.width, lines));
    if graph > 0 {
        history(context, canvas, Rect::new(rest.x, rest.y + lines, rest.width, rest.height - lines));
    }
}

/// Allocations that outlived the program.
fn leaks<'a>(context: Context<'a>) -> Vec<&'a MemoryUse> {
    let over = matches!(context.snapshot.state, RunState::Exited);
    context.snapshot.memory.iter().filter(|m| over && m.live_count > 0).collect()
}

pub fn table(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let memory = &context.snapshot.memory;
    let live = sum(memory.iter().map(|m| m.live_bytes));
    let count = sum(memory.iter().map(|m| m.live_count));
    let title: Pieces = vec![("Memory by kind".to_owned(), theme.title)];
    let right = format!("{} live in {} blocks", format::bytes(live), format::group(count));
    let inside = padded(canvas.panel(context, area, Panel::Memory, &title, &right));
    if memory.iter().all(|m| m.allocs == 0 && m.live_count == 0) {
        canvas.nothing(inside, theme, "no allocation seen yet");
        return;
    }
    let whole = columns(inside.width, memory, true);
    let is_whole = whole.len() == COLUMNS.len();
    let columns = if is_whole { whole } else { columns(inside.width, memory, false) };
    let used: u16 = columns.iter().map(|c| c.2).sum();
    let gap = (inside.width.saturating_sub(KIND + used) / columns.len().max(1) as u16).clamp(1, 4);
    let mut x = inside.x + KIND;
    canvas.put(inside.x, inside.y, KIND, "kind", theme.dim);
    for (_, title, width) in &columns {
        canvas.put_right(Rect::new(x + gap, inside.y, *width, 1), title, theme.dim);
        x += width + gap;
    }
    for (kind, y) in memory.iter().zip(inside.y + 1..inside.bottom()) {
        canvas.put(inside.x, y, KIND, &kind.kind, style(context, kind.place));
        let cells = [
            format::bytes(kind.live_bytes),
            format::count(kind.live_count),
            format::bytes(kind.peak_bytes),
            format::count(kind.allocs),
            format::count(kind.frees),
            format::rate(kind.allocs_per_s),
            format!("{}/s", format::bytes(kind.bytes_per_s.max(0.0) as u64)),
            allocated_by(kind, is_whole).to_owned(),
        ];
        let mut x = inside.x + KIND;
        for (at, _, width) in &columns {
            let style = if *at == 0 { theme.strong } else { theme.text };
            let text = fit(&cells[*at], usize::from(*width));
            canvas.put_right(Rect::new(x + gap, y, *width, 1), &text, style);
            x += width + gap;
        }
    }
    let y = inside.y + 2 + memory.len() as u16;
    for (i, kind) in leaks(context).into_iter().enumerate() {
        let (at, blocks) = (y + i as u16 + 1, if kind.live_count == 1 { "block" } else { "blocks" });
        if at >= inside.bottom() {
            break;
        }
        canvas.put(inside.x, y, inside.width, "never freed:", theme.bad);
        let text = format!(
            "  {} of {} memory in {} {blocks}, from {}",
            format::bytes(kind.live_bytes),
            kind.kind,
            format::group(kind.live_count),
            kind.allocated_by
        );
        canvas.put(inside.x, at, inside.width, &text, theme.warn);
    }
}

/// Live bytes over time, one graph per kind.
pub fn history(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    // A kind of which nothing was ever allocated is not shown.
    let is_used = |m: &&MemoryUse| m.allocs > 0 || m.live_count > 0 || m.peak_bytes > 0;
    let memory: Vec<&MemoryUse> = context.snapshot.memory.iter().filter(is_used).collect();
    let width = usize::from(area.width.saturating_sub(4));
    let shown = memory.iter().map(|m| m.live_history.len()).max().unwrap_or(0).min(width) as u64;
    let title: Pieces = vec![("Live bytes".to_owned(), theme.title)];
    let right = if shown > 0 {
        format!("last {}", format::span(shown * context.snapshot.history.interval_ns))
    } else {
        String::new()
    };
    let inside = padded(canvas.panel(context, area, Panel::MemoryHistory, &title, &right));
    if memory.is_empty() || shown == 0 {
        canvas.nothing(inside, theme, "nothing to draw yet");
        return;
    }
    let each = (inside.height / memory.len() as u16).max(2);
    let mut extra = inside.height.saturating_sub(each * memory.len() as u16);
    let mut y = inside.y;
    for kind in memory {
        let height = (each + u16::from(extra > 0)).min(inside.bottom().saturating_sub(y));
        extra = extra.saturating_sub(1);
        if height < 2 {
            break;
        }
        let style = style(context, kind.place);
        let line = Rect::new(inside.x, y, inside.width, 1);
        canvas.put(line.x, line.y, line.width, &kind.kind, style);
        let seen = &kind.live_history[kind.live_history.len().saturating_sub(width)..];
        // The last value is of the end of an interval that is not over.
        let top = seen.iter().copied().fold(kind.live_bytes as f64, f64::max);
        let figures =
            format!("{} now, highest here {}", format::bytes(kind.live_bytes), format::bytes(top as u64));
        canvas.put_right(line, &figures, theme.dim);
        let spark = Rect::new(inside.x, y + 1, inside.width, height - 1);
        canvas.spark(spark, &kind.live_history, top.max(f64::MIN_POSITIVE), style, theme.dim);
        y += height;
    }
}

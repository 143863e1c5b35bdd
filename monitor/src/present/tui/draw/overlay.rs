//! What lies on top of a screen: the help and the question before a program is ended.

use super::paint::{Canvas, Context, inner, padded};
use crate::present::tui::hits::Hit;
use crate::present::tui::keys::{BINDINGS, Mode};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// A line of the help: (keys, words); without keys a title.
fn help_lines() -> Vec<(&'static str, &'static str)> {
    let mut lines = Vec::new();
    for mode in Mode::ALL {
        if !lines.is_empty() {
            lines.push(("", ""));
        }
        lines.push(("", mode.title()));
        lines.extend(BINDINGS.iter().filter(|b| b.mode == mode).map(|b| (b.shown, b.help)));
    }
    lines.push(("", ""));
    lines.push(("", "Mouse"));
    lines.push(("click", "selects a row, panel or screen; on a column's title sorts"));
    lines.push(("click again", "detail of the row, or the order inverted"));
    lines.push(("wheel", "moves in the table under it"));
    lines
}

pub fn help(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, offset: u16) {
    const COLUMN: u16 = 68;
    let theme = context.theme;
    let lines = help_lines();
    let columns = if area.width >= COLUMN * 2 + 6 { 2 } else { 1 };
    let per_column = lines.len().div_ceil(columns) as u16;
    let width = (COLUMN * columns as u16 + 4).min(area.width);
    let height = (per_column + 2).min(area.height);
    let window = centred(area, width, height);
    canvas.clear(window);
    canvas.frame(window, theme.border_focus);
    canvas.put(window.x + 2, window.y, window.width.saturating_sub(4), " Help ", theme.title);
    let inside = padded(inner(window));
    let rest = per_column.saturating_sub(inside.height);
    canvas.hits.drawn.help_rest = rest;
    let hint = if rest > 0 { " ↑↓ scroll, Esc closes " } else { " Esc closes " };
    let corner = Rect::new(window.x, window.bottom() - 1, window.width.saturating_sub(2), 1);
    canvas.put_right(corner, hint, theme.dim);
    let offset = offset.min(rest);
    for column in 0..columns {
        let x = inside.x + column as u16 * COLUMN;
        let from = column * usize::from(per_column) + usize::from(offset);
        let until = ((column + 1) * usize::from(per_column)).min(lines.len());
        let part = lines.get(from..until).unwrap_or_default();
        for ((keys, words), y) in part.iter().zip(inside.y..inside.bottom()) {
            let room = inside.right().saturating_sub(x);
            if keys.is_empty() {
                canvas.put(x, y, room, words, theme.title);
            } else {
                canvas.put(x + 1, y, room.saturating_sub(1), keys, theme.key);
                canvas.put(x + 13, y, room.saturating_sub(13).min(COLUMN - 14), words, theme.text);
            }
        }
    }
}

/// Asks before the program is ended.
pub fn confirm(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let pid = context.state.latest.target.pids.first().map_or(String::new(), |pid| format!(" (pid {pid})"));
    let question = format!("The program is still running{pid}.");
    let yes = "y  end it and quit";
    let no = "n  go on watching";
    let width = (question.width().max(yes.len() + no.len() + 4) as u16 + 6).min(area.width);
    let window = centred(area, width, 5.min(area.height));
    canvas.clear(window);
    canvas.frame(window, theme.warn);
    let inside = Rect::new(
        window.x + 3,
        window.y + 1,
        window.width.saturating_sub(6),
        window.height.saturating_sub(2),
    );
    canvas.put(inside.x, inside.y, inside.width, &question, theme.strong);
    let y = inside.bottom().saturating_sub(1);
    let mut x = inside.x;
    for (text, hit) in [(yes, Hit::Yes), (no, Hit::No)] {
        let start = x;
        let (key, words) = text.split_at(1);
        x = canvas.put(x, y, inside.right().saturating_sub(x), key, theme.key);
        x = canvas.put(x, y, inside.right().saturating_sub(x), words, theme.text);
        canvas.hits.add(Rect::new(start, y, x - start, 1), hit);
        x += 4;
    }
}

fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let x = area.x + area.width.saturating_sub(width) / 2;
    let y = area.y + area.height.saturating_sub(height) / 2;
    Rect::new(x, y, width, height).intersection(area)
}

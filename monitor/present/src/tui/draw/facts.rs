//! Names with their values, for the details of a row.

use super::paint::{Canvas, Context};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// Names with their values in as many columns as fit; returns the rows used.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, facts: &[(&str, String)]) -> u16 {
    let cell = facts.iter().map(|(name, value)| name.width() + value.width() + 4).max().unwrap_or(1) as u16;
    let per_line = (area.width / cell.max(1)).clamp(1, facts.len().max(1) as u16);
    let cell = area.width / per_line;
    let cell = cell.min(30);
    let mut rows = 0;
    for (i, (name, value)) in facts.iter().enumerate() {
        let (column, line) = (i as u16 % per_line, i as u16 / per_line);
        if line >= area.height {
            break;
        }
        let x = area.x + column * cell;
        let end = canvas.put(x, area.y + line, cell, name, context.theme.dim);
        canvas.put(end + 1, area.y + line, cell.saturating_sub(end + 1 - x), value, context.theme.strong);
        rows = line + 1;
    }
    rows
}

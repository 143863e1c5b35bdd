//! The first screen in a pane of few rows: how fast the data moves, between what, and what to do about it.

use super::paint::{Canvas, Context, wrap};
use super::{findings, throughput, transfers};
use ratatui::layout::Rect;
use zetop_figures::view::format;

/// In terminals with fewer rows, this replaces the panels.
pub const ROWS: u16 = 18;
/// The least rows for the table with its frame: two transfers.
const TABLE: u16 = 5;

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let lanes = throughput::live(context).min(area.height.saturating_sub(TABLE));
    throughput::bare(context, canvas, Rect::new(area.x, area.y, area.width, lanes));
    let room = area.height.saturating_sub(lanes + TABLE);
    let lines = finding(context, area.width.saturating_sub(2), usize::from(room));
    let below = lines.len() as u16;
    for (line, y) in lines.iter().zip(area.y + lanes..) {
        canvas.put(area.x + 1, y, area.width.saturating_sub(1), line, context.theme.warn);
    }
    let top = lanes + below;
    let table = Rect::new(area.x, area.y + top, area.width, area.height - top);
    transfers::panel(context, canvas, table);
}

/// The first finding, in full; if there is no room for that, only what to do.
fn finding(context: Context<'_>, width: u16, room: usize) -> Vec<String> {
    let whole = findings::short(context, width);
    if whole.len() <= room {
        return whole;
    }
    let Some(first) = context.snapshot.findings.first() else { return Vec::new() };
    let lines = wrap(&format!("\u{25b8} {}", format::clean(&first.text)), usize::from(width));
    if lines.len() <= room { lines } else { Vec::new() }
}

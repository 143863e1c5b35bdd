//! The current position in a recording.

use super::paint::{Canvas, Context};
use crate::tui::hits::Hit;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::Playback;
use zetop_figures::view::format;

/// `▶ 2x  0:14 ━━━━━━●──────── 1:00:00`: a click jumps there.
pub(super) fn bar(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, playback: Playback) {
    let theme = context.theme;
    let (sign, style) = if playback.playing { ("▶", theme.good) } else { ("‖", theme.warn) };
    let left = format!("{sign} {}x  {} ", playback.speed, format::clock(playback.position_ns));
    let cut_off = if playback.cut_off { " (cut off)" } else { "" };
    let right = format!(" {}{cut_off}", format::clock(playback.length_ns));
    let x = canvas.put(area.x + 1, area.y, area.width, &left, style);
    let end = area.right().saturating_sub(right.width() as u16 + 1);
    canvas.put(end, area.y, area.right().saturating_sub(end), &right, theme.text);
    let width = end.saturating_sub(x);
    if width < 4 {
        return;
    }
    let last = u64::from(width - 1);
    let length = u128::from(playback.length_ns.max(1));
    let at = (u128::from(playback.position_ns) * u128::from(last) / length) as u16;
    for column in 0..width {
        let (mark, style) = match column.cmp(&at.min(width - 1)) {
            std::cmp::Ordering::Less => ("━", theme.accent),
            std::cmp::Ordering::Equal => ("●", theme.strong),
            std::cmp::Ordering::Greater => ("─", theme.dim),
        };
        canvas.put(x + column, area.y, 1, mark, style);
        let thousandth = (u64::from(column) * 1000 / last) as u16;
        canvas.hits.add(Rect::new(x + column, area.y, 1, 1), Hit::Scrub(thousandth));
    }
}

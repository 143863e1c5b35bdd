//! Small things that every panel draws with.

use crate::tui::hits::{Hit, Hits};
use crate::tui::state::{DashboardState, Panel};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use zetop_figures::snapshot::Snapshot;

/// What every panel reads.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub snapshot: &'a Snapshot,
    pub state: &'a DashboardState,
    pub theme: &'a Theme,
}

/// What every panel writes.
pub struct Canvas<'a> {
    pub buffer: &'a mut Buffer,
    pub hits: Hits,
}

/// Pieces of text, each in its style.
pub type Pieces = Vec<(String, Style)>;

impl Canvas<'_> {
    /// Writes at most `width` columns and returns the column after the last one written.
    pub fn put(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        if !self.buffer.area.contains((x, y).into()) {
            return x;
        }
        self.buffer.set_stringn(x, y, text, usize::from(width), style).0
    }

    /// Writes pieces one after the other inside `area`'s first row.
    pub fn put_pieces(&mut self, area: Rect, pieces: &[(String, Style)]) -> u16 {
        let mut x = area.x;
        for (text, style) in pieces {
            x = self.put(x, area.y, area.right().saturating_sub(x), text, *style);
        }
        x
    }

    pub fn put_right(&mut self, area: Rect, text: &str, style: Style) {
        let width = (text.width() as u16).min(area.width);
        self.put(area.right() - width, area.y, width, text, style);
    }

    /// A frame with its title on the left and a remark on the right; returns the room inside.
    pub fn panel(
        &mut self,
        context: Context<'_>,
        area: Rect,
        panel: Panel,
        title: &[(String, Style)],
        right: &str,
    ) -> Rect {
        self.hits.add(area, Hit::Panel(panel));
        let theme = context.theme;
        let focused = context.state.zoom.is_some() || context.state.focus() == panel;
        let border = if focused { theme.border_focus } else { theme.border };
        self.frame(area, border);
        // All figures of a row are those since the mark.
        let marked = context.state.baseline.is_some() && (panel.list().is_some() || panel == Panel::Latency);
        let since = if marked { format!("since the mark: {right}") } else { right.to_owned() };
        let right = since.trim_end_matches([':', ' ']);
        let room = area.width.saturating_sub(6);
        let right_width = right.width() as u16;
        let title_width: u16 = title.iter().map(|(text, _)| text.width() as u16).sum();
        let mut shown = area.width.saturating_sub(4).min(title_width);
        if right_width > 0 && title_width + right_width + 2 <= room {
            let x = area.right() - right_width - 4;
            self.put(x, area.y, right_width + 2, &format!(" {right} "), theme.dim);
        } else {
            shown = shown.min(area.width.saturating_sub(4));
        }
        if title_width > 0 && area.width > 6 {
            self.put(area.x + 2, area.y, 1, " ", border);
            let end = self.put_pieces(Rect::new(area.x + 3, area.y, shown.min(area.width - 5), 1), title);
            self.put(end, area.y, 1, " ", border);
        }
        inner(area)
    }

    pub fn frame(&mut self, area: Rect, style: Style) {
        if area.width < 2 || area.height < 2 {
            return;
        }
        let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
        for x in left + 1..right {
            self.put(x, top, 1, "─", style);
            self.put(x, bottom, 1, "─", style);
        }
        for y in top + 1..bottom {
            self.put(left, y, 1, "│", style);
            self.put(right, y, 1, "│", style);
        }
        for (x, y, corner) in [(left, top, "╭"), (right, top, "╮"), (left, bottom, "╰"), (right, bottom, "╯")]
        {
            self.put(x, y, 1, corner, style);
        }
    }

    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    /// Centred words for a panel that has nothing to show.
    pub fn nothing(&mut self, area: Rect, theme: &Theme, text: &str) {
        let lines = wrap(text, usize::from(area.width.saturating_sub(2)));
        let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
        for (line, y) in lines.iter().zip(top..area.bottom()) {
            let x = area.x + area.width.saturating_sub(line.width() as u16) / 2;
            self.put(x, y, area.right().saturating_sub(x), line, theme.dim);
        }
    }

    /// A horizontal bar in eighths of a column.
    pub fn bar(&mut self, area: Rect, share: f64, style: Style) {
        const PARTS: [&str; 7] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let eighths = (share.clamp(0.0, 1.0) * f64::from(area.width) * 8.0).round() as u16;
        for i in 0..area.width {
            match eighths.saturating_sub(i * 8) {
                0 => break,
                n @ 1..8 => self.put(area.x + i, area.y, 1, PARTS[usize::from(n) - 1], style),
                _ => self.put(area.x + i, area.y, 1, "█", style),
            };
        }
    }

    /// A sparkline of as many rows as `area` has, newest value at the right edge. `scale` is full height; a
    /// zero is a faint line, for nothing moved but time passed.
    pub fn spark(&mut self, area: Rect, values: &[f64], scale: f64, style: Style, zero: Style) {
        let shown = &values[values.len().saturating_sub(usize::from(area.width))..];
        let left = area.right() - shown.len() as u16;
        // In a single row the top eighth stays free, or neighbouring lanes would run together.
        let scale = if area.height == 1 { scale * 8.0 / 7.0 } else { scale };
        for (value, x) in shown.iter().zip(left..) {
            self.column(Rect::new(x, area.y, 1, area.height), *value / scale, style, zero);
        }
    }

    /// One upright bar in eighths of a row.
    pub fn column(&mut self, area: Rect, share: f64, style: Style, zero: Style) {
        const LEVELS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        if area.height == 0 {
            return;
        }
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let bottom = area.bottom() - 1;
        if share <= 0.0 {
            self.put(area.x, bottom, 1, LEVELS[0], zero);
            return;
        }
        let eighths = ((share * f64::from(area.height) * 8.0).round() as u16).max(1);
        for row in 0..area.height {
            match eighths.saturating_sub(row * 8) {
                0 => break,
                n => self.put(area.x, bottom - row, 1, LEVELS[usize::from(n.min(8)) - 1], style),
            };
        }
    }
}

pub fn inner(area: Rect) -> Rect {
    Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(2))
}

/// Leaves a blank column at both sides.
pub fn padded(area: Rect) -> Rect {
    Rect::new(area.x + 1, area.y, area.width.saturating_sub(2), area.height)
}

/// At most `width` columns; an ellipsis marks what was cut off.
pub fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        let w = c.width().unwrap_or(0);
        if used + w + 1 > width {
            break;
        }
        used += w;
        out.push(c);
    }
    if width > 0 {
        out.push('…');
    }
    out
}

/// Like [`fit`], but keeps both ends: names in families differ at the end.
pub fn fit_middle(text: &str, width: usize) -> String {
    if text.width() <= width || width < 8 || text.width() != text.chars().count() {
        return fit(text, width);
    }
    let chars: Vec<char> = text.chars().collect();
    let tail = (width - 1) * 2 / 5;
    let head = width - 1 - tail;
    chars[..head].iter().chain(&['…']).chain(&chars[chars.len() - tail..]).collect()
}

/// Breaks at spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fit(word, width.max(1))),
        }
    }
    lines
}

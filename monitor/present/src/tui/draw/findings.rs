//! The findings. Takes no room at all when there are none.

use super::paint::{Canvas, Context, Pieces, padded, wrap};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::format;

/// Lines that the findings may take on the Overview; in a narrow one only the first is shown.
const SHORT: usize = 4;
const NARROW: u16 = 100;

/// The most important findings for the Overview: whole ones only, wrapped, in at most [`SHORT`] lines; the last
/// says how many more there are.
pub fn short(context: Context<'_>, width: u16) -> Vec<String> {
    let width = usize::from(width);
    let mut lines: Vec<String> = Vec::new();
    let mut left = context.snapshot.findings.len();
    for finding in &context.snapshot.findings {
        let more = marked(&format::clean(&finding.line()), width);
        // The first is worth all the room that it takes.
        if !lines.is_empty() && (usize::from(NARROW) > width || lines.len() + more.len() > SHORT) {
            break;
        }
        lines.extend(more);
        left -= 1;
    }
    if let (1.., Some(last)) = (left, lines.last_mut()) {
        let hint = format!("  +{left} more: 4");
        if last.width() + hint.width() <= width {
            last.push_str(&hint);
        }
    }
    lines
}

/// Wrapped after a mark.
fn marked(text: &str, width: usize) -> Vec<String> {
    let lines = wrap(text, width.saturating_sub(2)).into_iter().enumerate();
    lines.map(|(i, line)| format!("{}{line}", if i == 0 { "▸ " } else { "  " })).collect()
}

/// What a line of the panel is.
#[derive(Clone, Copy)]
enum Part {
    ToDo,
    Done,
    Evidence,
}

/// Findings, wrapped.
fn wrapped(context: Context<'_>, width: u16) -> Vec<(Part, String)> {
    let width = usize::from(width);
    let mut out = Vec::new();
    for finding in &context.snapshot.findings {
        let why = format!("{}{}{}", finding.evidence, finding.place(), finding.gain());
        let part = if finding.over_ns.is_some() { Part::Done } else { Part::ToDo };
        out.extend(marked(&format::clean(&finding.headline()), width).into_iter().map(|line| (part, line)));
        let why = wrap(&format::clean(&why), width.saturating_sub(2));
        out.extend(why.into_iter().map(|line| (Part::Evidence, format!("  {line}"))));
    }
    out
}

/// Rows that the panel needs; 0 without findings.
pub fn height(context: Context<'_>, width: u16) -> u16 {
    match wrapped(context, width.saturating_sub(4)).len() as u16 {
        0 => 0,
        n => n + 2,
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let title: Pieces = vec![("Findings".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Findings, &title, "from what was measured"));
    let lines = wrapped(context, inside.width);
    if lines.is_empty() {
        canvas.nothing(inside, theme, "no findings");
    }
    for ((part, line), y) in lines.iter().zip(inside.y..inside.bottom()) {
        let style = match part {
            Part::ToDo => theme.warn,
            Part::Done => theme.good,
            Part::Evidence => theme.dim,
        };
        canvas.put(inside.x, y, inside.width, line, style);
    }
}

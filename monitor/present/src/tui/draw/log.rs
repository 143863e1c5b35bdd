//! The Log screen: what the program wrote, and zetop's own words.

use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::view::format;
use zetop_system::log_line::Stream;

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let log = &context.state.log;
    let title: Pieces = vec![("Output of the program".to_owned(), theme.title)];
    let dropped = if log.dropped > 0 {
        format!("{} older dropped, ", format::count(log.dropped))
    } else {
        String::new()
    };
    let place = if log.up == 0 {
        "following".to_owned()
    } else {
        format!("{} below, F follows", format::count(log.up as u64))
    };
    let shown = log.shown();
    let mut right = format!("{dropped}{}, {place}", format::many(log.lines.len() as u64, "line", "lines"));
    if !log.search.is_empty() {
        right = format!("{} with \u{201c}{}\u{201d} of {right}", shown.len(), format::clean(&log.search));
    }
    let inside = padded(canvas.panel(context, area, Panel::Log, &title, &right));
    canvas.hits.drawn.log_rows = inside.height;
    if log.lines.is_empty() {
        let text = if context.snapshot.target.attached {
            "an attached program keeps its own output"
        } else {
            "the program has written nothing so far"
        };
        canvas.nothing(inside, theme, text);
        return;
    }
    if shown.is_empty() {
        canvas.nothing(inside, theme, "no line matches");
        return;
    }
    let height = usize::from(inside.height);
    let up = log.up.min(shown.len().saturating_sub(height));
    let end = shown.len() - up;
    let first = end.saturating_sub(height);
    for (line, y) in shown[first..end].iter().zip(inside.y..inside.bottom()) {
        let style = match line.stream {
            Stream::Stdout => theme.text,
            Stream::Stderr => theme.warn,
            Stream::Zetop => theme.accent,
        };
        let time = format!("{:>8.3} ", line.at.as_secs_f64());
        let x = if inside.width > 50 {
            canvas.put(inside.x, y, inside.width, &time, theme.dim)
        } else {
            inside.x
        };
        let sign = if line.stream == Stream::Stderr { "│ " } else { "  " };
        let x = canvas.put(x, y, inside.right().saturating_sub(x), sign, style);
        let room = inside.right().saturating_sub(x);
        canvas.put(x, y, room, &fit(&line.text, usize::from(room)), style);
    }
}

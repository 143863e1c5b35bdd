//! What was measured and deserves a look. Nothing at all when there is nothing to say.

use super::paint::{Canvas, Context, Pieces, fit, padded, wrap};
use crate::present::format;
use crate::present::tui::state::Panel;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// The most important advice for the Overview, in at most two lines.
pub fn short(context: Context<'_>, width: u16) -> Vec<String> {
    let width = usize::from(width);
    let lines: Vec<(String, String)> = context
        .snapshot
        .advice
        .iter()
        .map(|a| (format!("▸ {}", format::clean(&a.text)), format::clean(&a.evidence)))
        .collect();
    match lines.as_slice() {
        // One that is too long for a line may take both.
        [(text, evidence)] if !evidence.is_empty() && text.width() + evidence.width() + 3 > width => {
            vec![fit(text, width), fit(&format!("  {evidence}"), width)]
        }
        several => several
            .iter()
            .take(2)
            .map(|(text, evidence)| match evidence.as_str() {
                "" => fit(text, width),
                evidence => fit(&format!("{text} ({evidence})"), width),
            })
            .collect(),
    }
}

/// Advice and evidence, wrapped: (is it evidence, line).
fn wrapped(context: Context<'_>, width: u16) -> Vec<(bool, String)> {
    let width = usize::from(width.saturating_sub(2));
    let mut out = Vec::new();
    for advice in &context.snapshot.advice {
        let text = wrap(&format::clean(&advice.text), width);
        out.extend(
            text.into_iter()
                .enumerate()
                .map(|(i, l)| (false, format!("{}{l}", if i == 0 { "▸ " } else { "  " }))),
        );
        out.extend(
            wrap(&format::clean(&advice.evidence), width).into_iter().map(|l| (true, format!("  {l}"))),
        );
    }
    out
}

/// Rows that the panel needs; 0 without advice.
pub fn height(context: Context<'_>, width: u16) -> u16 {
    match wrapped(context, width.saturating_sub(4)).len() as u16 {
        0 => 0,
        n => n + 2,
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let title: Pieces = vec![("Advice".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Advice, &title, "from what was measured"));
    let lines = wrapped(context, inside.width);
    if lines.is_empty() {
        canvas.nothing(inside, theme, "nothing to say");
    }
    for ((evidence, line), y) in lines.iter().zip(inside.y..inside.bottom()) {
        canvas.put(inside.x, y, inside.width, line, if *evidence { theme.dim } else { theme.warn });
    }
}

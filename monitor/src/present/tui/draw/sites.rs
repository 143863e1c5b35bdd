//! The lines of the program that a row's calls come from.

use super::paint::{Canvas, Context, fit_middle};
use crate::present::format;
use crate::present::tui::items::Item;
use crate::snapshot::{Site, State};
use ratatui::layout::Rect;

/// Columns before a place: the words, and the share.
const WORDS: u16 = 11;
const SHARE: u16 = 7;
/// Most places that are shown, and most callers of the first one.
const MOST: usize = 5;
const CALLERS: usize = 3;

/// Draws them and returns the rows used; at most a third of the room.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, item: &Item<'_>) -> u16 {
    let Some(about) = item.about() else { return 0 };
    let theme = context.theme;
    let most = area.height / 3;
    if most == 0 {
        return 0;
    }
    let found = context.snapshot.sites.iter().find(|(row, sites)| *row == about && !sites.is_empty());
    canvas.put(area.x, area.y, WORDS, "called at", theme.dim);
    let Some((_, sites)) = found else {
        canvas.put(area.x + WORDS, area.y, area.width.saturating_sub(WORDS), nothing(context), theme.dim);
        return 1;
    };
    let mut y = area.y;
    let end = area.y + most;
    let room = area.width.saturating_sub(WORDS + SHARE + 1);
    for (i, site) in sites.iter().take(MOST).enumerate().take_while(|(i, _)| area.y + (*i as u16) < end) {
        let share = Rect::new(area.x + WORDS, y, SHARE, 1);
        canvas.put_right(share, &format::percent(site.share_pct), theme.strong);
        let place = fit_middle(&format::clean(&site.place), usize::from(room));
        canvas.put(share.right() + 1, y, room, &place, if i == 0 { theme.accent } else { theme.text });
        y += 1;
        if i == 0 {
            y = callers(context, canvas, Rect::new(share.right() + 1, y, room, end.saturating_sub(y)), site);
        }
        if y >= end {
            break;
        }
    }
    y - area.y
}

/// What called the first place most often, as far as there is room; returns the row after it.
fn callers(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, site: &Site) -> u16 {
    let mut y = area.y;
    for caller in site.callers.iter().take(CALLERS.min(usize::from(area.height))) {
        let text = fit_middle(&format!("from {}", format::clean(caller)), usize::from(area.width));
        canvas.put(area.x + 2, y, area.width.saturating_sub(2), &text, context.theme.dim);
        y += 1;
    }
    y
}

/// The reason why no line is known.
fn nothing(context: Context<'_>) -> &'static str {
    match context.snapshot.state {
        State::Exited | State::Detached => "not known: no call was sampled",
        _ => "no call sampled yet: the next ones will be",
    }
}

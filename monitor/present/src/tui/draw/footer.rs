//! The last line: screens and keys, or the filter that is being typed, or a message.

use super::paint::{Canvas, Context, fit};
use crate::tui::hits::Hit;
use crate::tui::keys::Command;
use crate::tui::state::{Input, Message, Screen};
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

/// Returns where the cursor belongs while a filter is typed.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) -> Option<Position> {
    if let Some(input) = &context.state.input {
        return Some(filter(context, canvas, area, input));
    }
    let used = tabs(context, canvas, area);
    let rest = Rect::new(used, area.y, area.right().saturating_sub(used + 1), 1);
    if let Some(message) = &context.state.message {
        let (text, style) = match message {
            Message::Info(text) => (text, context.theme.good),
            Message::Error(text) => (text, context.theme.bad),
        };
        // If both don't fit, a message is more important than the tabs.
        let line = Rect::new(area.x + 1, area.y, area.width.saturating_sub(2), 1);
        if text.width() as u16 > rest.width {
            canvas.clear(area);
            canvas.put(line.x, line.y, line.width, &fit(text, usize::from(line.width)), style);
        } else {
            canvas.put_right(rest, text, style);
        }
        return None;
    }
    hints(context, canvas, rest);
    None
}

fn tabs(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = context.theme;
    let state = context.state;
    let several = state.processes.len() > 1 || state.screen == Screen::Ranks;
    let snapshot = context.snapshot;
    let has_some = !snapshot.ranges.is_empty() || !snapshot.steps.is_empty();
    let marked = has_some || state.screen == Screen::Ranges;
    let is_there = |screen: &Screen| match screen {
        Screen::Ranks => several,
        Screen::Ranges => marked,
        _ => true,
    };
    let screens = || Screen::ALL.into_iter().filter(is_there);
    let full: usize = screens().map(|s| s.title().len() + 4).sum();
    // In a narrow terminal only the screen in use is spelt out.
    let narrow = full + 8 > usize::from(area.width);
    let mut x = area.x;
    for screen in screens() {
        let number = (screen as usize + 1) % 10;
        let active = context.state.screen == screen;
        let text =
            if narrow && !active { format!(" {number} ") } else { format!(" {number} {} ", screen.title()) };
        let start = x;
        let room = area.right().saturating_sub(x);
        if active {
            x = canvas.put(x, area.y, room, &text, theme.tab);
        } else {
            let (number, title) = text.split_at(2);
            x = canvas.put(x, area.y, room, number, theme.key);
            x = canvas.put(x, area.y, area.right().saturating_sub(x), title, theme.text);
        }
        canvas.hits.add(Rect::new(start, area.y, x - start, 1), Hit::Tab(screen));
    }
    x
}

fn hints(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let list = context.state.active_list().is_some() || context.state.is_on_processes();
    let hints = context.state.keys.hints(usize::from(area.width), |command| {
        let filters = list || context.state.screen == Screen::Log;
        (!list && matches!(command, Command::Sort | Command::Detail))
            || (!filters && command == Command::Filter)
    });
    let width: usize = hints.iter().map(|(_, key, label)| key.width() + 1 + label.width() + 2).sum();
    let mut x = area.right().saturating_sub(width.saturating_sub(2) as u16).max(area.x);
    for (command, key, label) in hints {
        let start = x;
        x = canvas.put(x, area.y, area.right().saturating_sub(x), key, theme.key);
        x = canvas.put(x + 1, area.y, area.right().saturating_sub(x), label, theme.dim);
        canvas.hits.add(Rect::new(start, area.y, x - start, 1), Hit::Command(command));
        x += 2;
    }
}

fn filter(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, input: &Input) -> Position {
    let theme = context.theme;
    let mut x = canvas.put(area.x, area.y, area.width, " / ", theme.tab) + 1;
    // The end of what is typed stays in view.
    let room = usize::from(area.width.saturating_sub(10)).max(4);
    let skip = input.text.chars().count().saturating_sub(room);
    let shown: String = input.text.chars().skip(skip).collect();
    x = canvas.put(
        x,
        area.y,
        area.right().saturating_sub(x + 1),
        &shown,
        if input.selected { theme.tab } else { theme.strong },
    );
    let cursor = Position::new(x.min(area.right().saturating_sub(1)), area.y);
    let note = context.state.filter.note();
    let (text, style) = match (&input.error, &note) {
        (Some(error), _) => (error.as_str(), theme.bad),
        (None, Some(note)) => (note.as_str(), theme.warn),
        _ if context.state.screen == Screen::Log => {
            ("lines with this; Enter keeps it, Esc shows all", theme.dim)
        }
        _ if input.selected => {
            ("type another one, Backspace erases it, Enter keeps it, Esc goes back", theme.dim)
        }
        _ if input.text.is_empty() => ("words, regex, p99>1ms, calls>=1000, share>5", theme.dim),
        _ => ("Enter keeps it, Esc goes back", theme.dim),
    };
    let room = area.right().saturating_sub(x + 4);
    canvas.put(x + 3, area.y, room, &fit(text, usize::from(room)), style);
    cursor
}

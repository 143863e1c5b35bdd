//! Calls that have not returned: who waits, since when, in what.

use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::{Snapshot, Waiting};
use zetop_figures::view::format;

/// From this age on, ns, a call is worth a line on the overview.
const LONG_NS: u64 = 1_000_000_000;
/// From this age on, ns, something is wrong, most likely.
const TOO_LONG_NS: u64 = 5_000_000_000;

const SINCE: u16 = 8;
const GAP: u16 = 2;

fn process(call: &Waiting) -> String {
    call.rank.map_or_else(|| format!("pid {}", call.pid), |rank| format!("rank {rank}"))
}

fn thread(call: &Waiting) -> String {
    format!("{} {}", call.thread_name, call.thread).trim().to_owned()
}

fn style(context: Context<'_>, call: &Waiting) -> Style {
    match call.since_ns {
        TOO_LONG_NS.. => context.theme.warn,
        _ => context.theme.text,
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let calls = &context.snapshot.waiting;
    let title: Pieces = vec![("Calls in progress".to_owned(), theme.title)];
    let right = match calls.len() {
        0 => String::new(),
        1 => "1 thread".to_owned(),
        threads => format!("{threads} threads"),
    };
    let inside = padded(canvas.panel(context, area, Panel::Waiting, &title, &right));
    if calls.is_empty() {
        canvas.nothing(inside, theme, "no call has lasted 0.1 s so far");
        return;
    }
    let widest = |title: &str, text: fn(&Waiting) -> String, most: u16| {
        let widths = calls.iter().map(|call| text(call).width()).chain([title.width()]);
        (widths.max().unwrap_or(0) as u16).min(most)
    };
    let columns: [Column; 2] = [
        ("process", process, widest("process", process, 12)),
        ("thread", thread, widest("thread", thread, 24)),
    ];
    canvas.put_right(Rect::new(inside.x, inside.y, SINCE, 1), "since", theme.dim);
    let mut x = inside.x + SINCE + GAP;
    for (title, _, width) in columns {
        canvas.put(x, inside.y, inside.right().saturating_sub(x), title, theme.dim);
        x += width + GAP;
    }
    canvas.put(x, inside.y, inside.right().saturating_sub(x), "in", theme.dim);
    let room = usize::from(inside.height.saturating_sub(1));
    let shown = if calls.len() > room { room.saturating_sub(1) } else { room };
    for (call, y) in calls.iter().take(shown).zip(inside.y + 1..) {
        let style = style(context, call);
        canvas.put_right(Rect::new(inside.x, y, SINCE, 1), &since(call), style);
        let mut x = inside.x + SINCE + GAP;
        for (_, text, width) in columns {
            canvas.put(
                x,
                y,
                width.min(inside.right().saturating_sub(x)),
                &fit(&text(call), usize::from(width)),
                style,
            );
            x += width + GAP;
        }
        let left = inside.right().saturating_sub(x);
        canvas.put(x, y, left, &fit(&place(call), usize::from(left)), style);
    }
    if calls.len() > shown {
        let text = format!("{} more", calls.len() - shown);
        canvas.put(inside.x + SINCE + GAP, inside.bottom() - 1, inside.width, &text, theme.dim);
    }
}

/// Title, text and width.
type Column = (&'static str, fn(&Waiting) -> String, u16);

/// The function, where it was called, and what for.
fn place(call: &Waiting) -> String {
    let site = call.site.as_ref().map(|site| format!(", {}", format::clean(site)));
    let on = call.on.as_ref().map(|on| format!(", for {}", format::clean(on)));
    format!("{}{}{}", call.function, site.unwrap_or_default(), on.unwrap_or_default())
}

/// How long it has lasted; at least that, if it began before zetop came.
fn since(call: &Waiting) -> String {
    let time = format::time(call.since_ns as f64);
    if call.since_before_attach { format!(">{time}") } else { time }
}

/// What the overview says of the call that has lasted longest, if that is long.
pub fn line(snapshot: &Snapshot) -> Option<String> {
    let call = snapshot.waiting.first().filter(|call| call.since_ns >= LONG_NS)?;
    let others = snapshot.waiting.iter().filter(|call| call.since_ns >= LONG_NS).count() - 1;
    let who = match snapshot.processes.len() {
        0 | 1 => format!("thread {}", thread(call)),
        _ => process(call),
    };
    let others = match others {
        0 => String::new(),
        1 => "; 1 other thread waits, too".to_owned(),
        others => format!("; {others} other threads wait, too"),
    };
    let at_least = if call.since_before_attach { "more than " } else { "" };
    let time = format::time(call.since_ns as f64);
    Some(format!("{who} has been for {at_least}{time} in {}{others}", place(call)))
}

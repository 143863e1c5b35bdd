//! What is drawn on top of a screen: the help, and the question before a program is ended.

use super::paint::{Canvas, Context, inner, padded, wrap};
use crate::tui::hits::Hit;
use crate::tui::keys::{BINDINGS, Mode};
use crate::tui::own_keys::Keys;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::advice::RULES;

const PAGES: u8 = crate::tui::state::update::HELP_PAGES;

/// What the figures mean, in the order in which they appear on the screen.
const FIGURES: [(&str, &str); 20] = [
    (
        "host % of wall",
        "time in calls during the last second; 100 % is one thread's time, several can exceed it",
    ),
    ("device busy", "share of the last second in which the device worked on timed operations"),
    ("coverage", "timed operations / all operations; the others are counted, with the reason"),
    ("dropped", "records that zetop did not get; counts, times and percentiles do not depend on them"),
    ("invalid", "operations whose timestamps were zero, stale or reversed: counted, never timed"),
    ("probe", "what the probe adds to each call, measured in this program, and its share of the time"),
    ("to device", "throughput: bytes that arrived / wall time. Low if copies are rare, however fast each is"),
    ("% of PCIe", "throughput / what the link carries in one direction, after encoding"),
    ("GB/s", "bandwidth, in tables: bytes / time that the device spent copying. GB is 10^9 bytes"),
    ("share", "functions: of the time in calls; kernels and copies: of the device's time"),
    ("avg, total", "time in the call, or on the device"),
    ("p50 p90 p99", "50, 90, 99 % took no longer; made from all calls, right to within 1.6 %"),
    ("queued", "from submission to start on the device"),
    (
        "host/run",
        "host time of a launch: the append, its share of submitting, and of waits beyond device time",
    ),
    ("sizes", "the range of sizes of copies, in powers of two (MiB is 2^20 bytes)"),
    ("heap", "memory that the API did not allocate: malloc, new, the stack"),
    ("host, shared", "the API's memory: the device reads host directly, the driver moves shared"),
    ("behind kernels", "share of the copy time during which a kernel ran too; exact, from intervals"),
    ("called at", "the program's line, from at most 20 sampled calls a second of the row that is shown"),
    (
        "before, Δ",
        "with a mark: the value before it, and the change; the table's other figures are since the mark",
    ),
];

/// A line of the help: (keys, words); without keys a title.
type Line = (String, String);

fn help_lines(page: u8, width: usize, replayed: bool, keys: &Keys) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let title = |words: &str| (String::new(), words.to_owned());
    let explained = |entries: &mut dyn Iterator<Item = (&str, &str)>| {
        let mut lines = Vec::new();
        for (name, meaning) in entries {
            for (i, part) in wrap(meaning, width).into_iter().enumerate() {
                // A blank keeps the line from being a title.
                lines.push((if i == 0 { name.to_owned() } else { " ".to_owned() }, part));
            }
        }
        lines
    };
    match page {
        0 => {
            for mode in Mode::ALL.into_iter().filter(|mode| replayed || *mode != Mode::Replay) {
                if !lines.is_empty() {
                    lines.push(title(""));
                }
                lines.push(title(mode.title()));
                let bindings = BINDINGS.iter().filter(|b| b.mode == mode);
                lines.extend(bindings.map(|b| (keys.shown(b).to_owned(), b.help.to_owned())));
            }
            lines.push(title(""));
            lines.push(title("Mouse"));
            for (what, does) in [
                ("click", "selects a row, panel or screen; on a column's title sorts"),
                ("click again", "detail of the row, or the order inverted"),
                ("wheel", "moves in the table under it"),
            ] {
                lines.push((what.to_owned(), does.to_owned()));
            }
        }
        1 => {
            lines.push(title("What the figures mean"));
            lines.extend(explained(&mut FIGURES.into_iter()));
        }
        _ => {
            lines.push(title("What findings mean"));
            lines.extend(explained(&mut RULES.iter().map(|rule| (rule.id, rule.meaning))));
            lines.push(title(""));
            lines.push(title(
                "While the program runs, findings are about the present; at the end, about the whole run.",
            ));
        }
    }
    lines
}

pub fn help(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, offset: u16) {
    const COLUMN: u16 = 68;
    let theme = context.theme;
    let page = context.state.help_page.min(PAGES - 1);
    // Names of figures are longer than those of keys.
    let left: u16 = if page == 0 { 13 } else { 19 };
    let room = COLUMN.min(area.width.saturating_sub(4)).saturating_sub(left + 1);
    let replayed = context.snapshot.playback.is_some();
    let lines = help_lines(page, usize::from(room.max(8)), replayed, &context.state.keys);
    let columns = if area.width >= COLUMN * 2 + 6 { 2 } else { 1 };
    let per_column = lines.len().div_ceil(columns) as u16;
    let width = (COLUMN * columns as u16 + 4).min(area.width);
    let height = (per_column + 2).min(area.height);
    let window = centred(area, width, height);
    canvas.clear(window);
    canvas.frame(window, theme.border_focus);
    let title = format!(" Help {} of {PAGES} ", page + 1);
    canvas.put(window.x + 2, window.y, window.width.saturating_sub(4), &title, theme.title);
    let inside = padded(inner(window));
    let rest = per_column.saturating_sub(inside.height);
    canvas.hits.drawn.help_rest = rest;
    let next = ["figures", "findings", "keys"][usize::from(page)];
    let scroll = if rest > 0 { "↑↓ scroll, " } else { "" };
    let hint = format!(" {scroll}Tab: {next}, Esc closes ");
    let corner = Rect::new(window.x, window.bottom() - 1, window.width.saturating_sub(2), 1);
    canvas.put_right(corner, &hint, theme.dim);
    let offset = offset.min(rest);
    for column in 0..columns {
        let x = inside.x + column as u16 * COLUMN;
        let from = column * usize::from(per_column) + usize::from(offset);
        let until = ((column + 1) * usize::from(per_column)).min(lines.len());
        let part = lines.get(from..until).unwrap_or_default();
        for ((keys, words), y) in part.iter().zip(inside.y..inside.bottom()) {
            let room = inside.right().saturating_sub(x);
            if keys.is_empty() {
                canvas.put(x, y, room, words, theme.title);
            } else {
                canvas.put(x + 1, y, room.saturating_sub(1), keys, theme.key);
                let words_room = room.saturating_sub(left).min(COLUMN - left - 1);
                canvas.put(x + left, y, words_room, words, theme.text);
            }
        }
    }
}

/// Asks before ending the program.
pub fn confirm(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let pid = context.state.latest.target.pids.first().map_or(String::new(), |pid| format!(" (pid {pid})"));
    let state = context.state;
    let (question, yes) = match (state.again, state.finished) {
        (false, _) => (format!("The program is still running{pid}."), "y  end it and quit"),
        (true, false) => (format!("The program is still running{pid}."), "y  end it and run it again"),
        (true, true) => ("The program has ended.".to_owned(), "y  run it again"),
    };
    let no = "n  keep watching";
    let width = (question.width().max(yes.len() + no.len() + 4) as u16 + 6).min(area.width);
    let window = centred(area, width, 5.min(area.height));
    canvas.clear(window);
    canvas.frame(window, theme.warn);
    let inside = Rect::new(
        window.x + 3,
        window.y + 1,
        window.width.saturating_sub(6),
        window.height.saturating_sub(2),
    );
    canvas.put(inside.x, inside.y, inside.width, &question, theme.strong);
    let y = inside.bottom().saturating_sub(1);
    let mut x = inside.x;
    for (text, hit) in [(yes, Hit::Yes), (no, Hit::No)] {
        let start = x;
        let (key, words) = text.split_at(1);
        x = canvas.put(x, y, inside.right().saturating_sub(x), key, theme.key);
        x = canvas.put(x, y, inside.right().saturating_sub(x), words, theme.text);
        canvas.hits.add(Rect::new(start, y, x - start, 1), hit);
        x += 4;
    }
}

fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let x = area.x + area.width.saturating_sub(width) / 2;
    let y = area.y + area.height.saturating_sub(height) / 2;
    Rect::new(x, y, width, height).intersection(area)
}

//! The head of every screen: what is watched, how it is doing, and how far the figures can be trusted.

use super::paint::{Canvas, Context, Pieces, fit};
use super::{now, processes, sensors};
use crate::tui::state::Screen;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::RunState;
use zetop_figures::sum::sum;
use zetop_figures::view::format;
use zetop_wire::api;

/// Lines of the header in a low terminal.
pub const LOW: usize = 3;

/// Fewer characters than that of a device's name say nothing.
const SHORTEST_DEVICE: usize = 14;

/// How much of the figures' line is spelt out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    All,
    /// Without what explains itself.
    Short,
    /// Also without zeros that are as they should be.
    Few,
}

/// What the header says, wrapped to a width.
pub struct Header {
    lines: Vec<Pieces>,
}

impl Header {
    pub fn new(context: Context<'_>, width: u16, most_lines: usize) -> Header {
        let width = usize::from(width.saturating_sub(2));
        let (first, has_device) = identity(context, width);
        let mut lines = vec![first];
        // In a low terminal the rows of tables are worth more than words that explain themselves.
        let is_low = most_lines <= LOW;
        let roomy = flow(figures(context, Words::All, has_device), width, 3);
        let tight = flow(figures(context, Words::Short, has_device), width, 2);
        let shortest = flow(figures(context, Words::Few, has_device), width, 2);
        let of_figures = if tight.len() < roomy.len() { tight } else { roomy };
        lines.extend(if is_low && shortest.len() < of_figures.len() { shortest } else { of_figures });
        let waits = now::line(context.snapshot).filter(|_| context.state.screen == Screen::Overview);
        // Where there is no room for both, that comes before the second line of figures.
        let at = if is_low { 1 } else { lines.len() };
        lines.splice(at..at, waits.map(|text| vec![(fit(&text, width), context.theme.warn)]));
        let notes: Vec<Pieces> = notes(context).into_iter().map(|n| vec![(n, context.theme.warn)]).collect();
        if !notes.is_empty() {
            lines.extend(flow(notes, width, 2).into_iter().take(if is_low { 1 } else { 2 }));
        }
        lines.truncate(most_lines.max(1));
        Header { lines }
    }

    pub fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        for (line, y) in self.lines.iter().zip(area.y..area.bottom()) {
            canvas.put_pieces(Rect::new(area.x + 1, y, area.width.saturating_sub(2), 1), line);
        }
    }
}

fn width_of(pieces: &[(String, Style)]) -> usize {
    pieces.iter().map(|(text, _)| text.width()).sum()
}

/// Puts items side by side as long as they fit, then on the next line.
fn flow(items: Vec<Pieces>, width: usize, gap: usize) -> Vec<Pieces> {
    let mut lines: Vec<Pieces> = Vec::new();
    for item in items {
        let item_width = width_of(&item);
        match lines.last_mut() {
            Some(line) if width_of(line) + gap + item_width <= width => {
                line.push((" ".repeat(gap), Style::new()));
                line.extend(item);
            }
            _ if item_width <= width => lines.push(item),
            _ => lines.push(item.into_iter().map(|(text, style)| (fit(&text, width), style)).collect()),
        }
    }
    lines
}

/// First line: program, pid, device on the left; state and clock on the right. Says whether there was room
/// for the device.
fn identity(context: Context<'_>, width: usize) -> (Pieces, bool) {
    let Context { snapshot, state, theme } = context;
    let target = &snapshot.target;
    let command = format::clean(&target.command.join(" "));
    let command = if command.is_empty() { "(unnamed)".to_owned() } else { command };
    let (sign, word, style) = status(context);
    let mut right: Pieces = vec![(format!("{sign} {word}"), style)];
    let clock = format!("   {}", format::clock(snapshot.elapsed_ns));
    right.push((clock, theme.strong));

    let pid = processes::in_words(state, snapshot);
    let gap = if width > 100 { 6 } else { 2 };
    let room = width.saturating_sub(width_of(&right) + 2);
    // The program's name is more important than zetop's, and than its pid.
    let mut own = "zetop  ";
    let mut pid = format!("{}{pid}", " ".repeat(gap));
    let wanted = command.width().min(16);
    if own.width() + wanted + pid.width() > room {
        own = "";
    }
    if wanted + pid.width() > room {
        pid.clear();
    }
    let fixed = own.width() + pid.width();
    let device = format!("{}{}", " ".repeat(gap), device_name(context));
    let before = fixed + command.width().min(24);
    // The end of a long name is often in parentheses.
    let device = match room.saturating_sub(before) {
        space if space < device.width() && space >= SHORTEST_DEVICE + gap => fit(&device, space),
        _ => device,
    };
    let with_device = before + device.width() <= room;
    let command_room = room.saturating_sub(fixed + if with_device { device.width() } else { 0 });
    let mut left: Pieces = vec![(own.to_owned(), theme.accent)];
    left.push((fit(&command, command_room), theme.strong));
    left.push((pid, theme.text));
    if with_device {
        left.push((device, theme.text));
    }
    let space = width.saturating_sub(width_of(&left) + width_of(&right));
    left.push((" ".repeat(space), theme.text));
    left.extend(right);
    (left, with_device)
}

fn status(context: Context<'_>) -> (&'static str, String, Style) {
    let Context { snapshot, state, theme } = context;
    if state.ending && !state.finished {
        return ("●", "ending".to_owned(), theme.warn);
    }
    if state.paused {
        return ("○", "paused".to_owned(), theme.warn);
    }
    if let Some(playback) = snapshot.playback.filter(|playback| playback.position_ns < playback.length_ns) {
        let style = if playback.playing { theme.good } else { theme.warn };
        return ("○", "recording".to_owned(), style);
    }
    match snapshot.state {
        RunState::Waiting => ("○", "waiting".to_owned(), theme.warn),
        RunState::Running => ("●", "live".to_owned(), theme.good),
        RunState::Detached => ("○", "detached".to_owned(), theme.dim),
        RunState::Exited => match (snapshot.target.signal, snapshot.target.exit_status) {
            (Some(signal), _) => ("○", format!("killed by signal {signal}"), theme.bad),
            (None, Some(0)) => ("○", "exited with status 0".to_owned(), theme.dim),
            (None, Some(status)) => ("○", format!("exited with status {status}"), theme.bad),
            (None, None) => ("○", "exited".to_owned(), theme.dim),
        },
    }
}

fn device_name(context: Context<'_>) -> String {
    let devices = &context.snapshot.devices;
    if let Some(wanted) = context.state.device {
        let name = devices.iter().find(|d| d.id == wanted).map_or("", |d| d.name.as_str());
        return format!("device {wanted} only: {}", format::clean(name));
    }
    match devices.as_slice() {
        [] => "no device yet".to_owned(),
        [one] => format::clean(&one.name),
        [first, rest @ ..] if rest.iter().all(|d| d.name == first.name) => {
            format!("{} × {}", devices.len(), format::clean(&first.name))
        }
        [first, rest @ ..] => format!("{} +{}", format::clean(&first.name), rest.len()),
    }
}

/// The figures of the second line.
fn figures(context: Context<'_>, words: Words, has_device: bool) -> Vec<Pieces> {
    let Context { snapshot, state, theme } = context;
    let quality = &snapshot.quality;
    let plain = |text: String, style: Style| vec![(text, style)];
    let mut items: Vec<Pieces> = Vec::new();
    if snapshot.host.calls == 0 && snapshot.state == RunState::Waiting {
        items.push(plain(api::none_seen(), theme.warn));
    } else {
        let rate = format::rate_long(snapshot.host.calls_per_s);
        let mut item = vec![(rate, theme.strong), (" calls/s".to_owned(), theme.text)];
        let host = &snapshot.host;
        if host.timed < host.calls && words != Words::Few {
            let timed = 100.0 * host.timed as f64 / host.calls as f64;
            item.push((format!(", {} timed", format::percent(timed)), theme.text));
        }
        items.push(item);
    }
    items.push(labelled(
        theme,
        "host",
        format::percent_whole(snapshot.host.wall_pct),
        if words == Words::Few { "" } else { " of wall" },
        theme.strong,
    ));
    let busy: Vec<f64> = snapshot
        .devices
        .iter()
        .filter(|d| state.device.is_none_or(|wanted| wanted == d.id))
        .filter_map(|d| d.busy_pct)
        .collect();
    let busy = if busy.is_empty() {
        format::NONE.to_owned()
    } else {
        busy.iter().map(|b| format::percent_whole(*b)).collect::<Vec<_>>().join(", ")
    };
    let label = if words == Words::Few { "busy" } else { "device busy" };
    items.push(labelled(theme, label, busy, "", theme.strong));
    items.extend(sensors::header(context, words != Words::All));
    if let Some(pct) = waits_for_ranks(context) {
        let of = if words == Words::Few { "" } else { " of its time" };
        items.push(labelled(theme, "waiting for ranks", format::percent_whole(pct), of, theme.warn));
    }
    items.push(coverage(context));
    let count_style = |n: u64| if n == 0 { theme.strong } else { theme.bad };
    let dropped = format::count(quality.dropped_records);
    let is_said = |n: u64| n > 0 || words != Words::Few;
    if is_said(quality.dropped_records) {
        items.push(labelled(theme, "dropped", dropped, "", count_style(quality.dropped_records)));
    }
    let invalid = format::count(quality.invalid_timestamps);
    if is_said(quality.invalid_timestamps) {
        items.push(labelled(theme, "invalid", invalid, "", count_style(quality.invalid_timestamps)));
    }
    let per_call = quality.probe_ns_per_call.map_or(format::NONE.to_owned(), format::time);
    let of_wall = if words == Words::All { " of wall" } else { "" };
    let of_time = quality.probe_pct_of_wall.map(format::percent);
    items.push(match of_time {
        Some(share) if words == Words::Few => labelled(theme, "probe", share, "", theme.strong),
        share => {
            let wall = share.map_or(String::new(), |share| format!(", {share}{of_wall}"));
            labelled(theme, "probe", format!("{per_call}/call"), &wall, theme.strong)
        }
    });
    if !has_device {
        items.push(plain(device_name(context), theme.text));
    }
    items
}

fn labelled(
    theme: &crate::tui::theme::Theme,
    label: &str,
    figure: String,
    after: &str,
    style: Style,
) -> Pieces {
    vec![(format!("{label} "), theme.text), (figure, style), (after.to_owned(), theme.text)]
}

/// How much of the devices' time is kernels of collective operations that wait for other ranks, %, if that is worth saying.
fn waits_for_ranks(context: Context<'_>) -> Option<f64> {
    let processes = &context.snapshot.processes;
    let waits = sum(processes.iter().map(|process| process.collective_waits_ns));
    let device =
        sum(processes.iter().filter(|process| process.collectives_ns > 0).map(|process| process.device_ns));
    Some(100.0 * waits as f64 / device.max(1) as f64).filter(|pct| *pct >= 1.0)
}

/// Coverage, with what is missing and why when it is below 100 %.
fn coverage(context: Context<'_>) -> Pieces {
    let Context { snapshot, theme, .. } = context;
    let work = &snapshot.device;
    let Some(pct) = work.coverage_pct else {
        return labelled(theme, "coverage", format::NONE.to_owned(), "", theme.strong);
    };
    let sampled = match work.sampled {
        0 => String::new(),
        sampled => format!(", {}", format::one_of(work.timed, sampled.saturating_add(work.timed))),
    };
    if work.missing() == 0 {
        return labelled(theme, "coverage", format::percent_whole(pct), &sampled, theme.strong);
    }
    let mut reasons: Vec<_> = work.missing_reasons().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let words: Vec<String> = reasons
        .iter()
        .take(2)
        .map(|(reason, n)| format!("{} {}", format::count(*n), format::clean(reason)))
        .chain((reasons.len() > 2).then(|| format!("{} more reasons", reasons.len() - 2)))
        .collect();
    let why = if words.is_empty() { String::new() } else { format!(" (untimed: {})", words.join(", ")) };
    let why = format!("{why}{sampled}");
    labelled(theme, "coverage", format::percent_whole(pct), &why, theme.warn)
}

/// What is missing and why, and what the figures are restricted to.
fn notes(context: Context<'_>) -> Vec<String> {
    let Context { snapshot, state, .. } = context;
    let mut notes = Vec::new();
    if !state.filter.is_empty() && state.input.is_none() {
        notes.push(format!("filter: {}", format::clean(state.filter.text())));
    }
    notes.extend(snapshot.device.flushes.as_ref().filter(|f| f.not_done > 0).map(format::flushes));
    notes.extend(snapshot.quality.notes.iter().map(|n| format::clean(n)));
    notes
}

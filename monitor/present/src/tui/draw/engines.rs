//! The last moments of each queue, and how much of the copying is hidden behind kernels.

use super::paint::{Canvas, Context, Pieces, padded};
use super::sensors;
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::{Busy, Engines, QueueLane};
use zetop_figures::view::format;
use zetop_system::width::wrap;

/// Columns before a strip.
const LABEL: u16 = 14;
/// Rows of the panel on the Overview at most, without its frame.
const MOST_ROWS: usize = 6;

/// Rows that the panel would like on the Overview; 0 when there is nothing to show.
pub fn height(context: Context<'_>) -> u16 {
    match rows(context) {
        0 => 0,
        rows => rows.min(MOST_ROWS) as u16 + 2,
    }
}

fn rows(context: Context<'_>) -> usize {
    context.snapshot.device.engines.iter().map(|engines| engines.lanes.len()).sum()
}

/// The screen: strips, and their totals.
pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let engines = &context.snapshot.device.engines;
    let width = usize::from(area.width.saturating_sub(4)).max(1);
    let lines: usize =
        engines.iter().map(|engines| wrap(&sums_of(context, engines), Some(width)).len()).sum();
    // A panel of fewer rows would show nothing.
    let or_none = |rows: u16| if rows >= 3 { rows } else { 0 };
    let state = or_none(sensors::height(context, area.width).min(area.height / 3));
    let sums = or_none((lines.max(1) as u16 + 2).min((area.height - state) / 2));
    let strips = area.height - state - sums;
    panel(context, canvas, Rect::new(area.x, area.y, area.width, strips));
    if sums > 0 {
        totals(context, canvas, Rect::new(area.x, area.y + strips, area.width, sums));
    }
    if state > 0 {
        sensors::panel(context, canvas, Rect::new(area.x, area.bottom() - state, area.width, state));
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let all = &context.snapshot.device.engines;
    let window = all.first().map_or(0, |engines| engines.window_ns);
    let title: Pieces = vec![
        (format!("Engines, last {} ", format::time(window as f64)), theme.title),
        ("kernels ".to_owned(), theme.kernel),
        ("copies".to_owned(), theme.copy),
    ];
    let hidden: Vec<String> = all.iter().filter_map(hidden).collect();
    let inside = padded(canvas.panel(context, area, Panel::Engines, &title, &hidden.join("; ")));
    let lanes: Vec<_> =
        all.iter().flat_map(|engines| engines.lanes.iter().map(move |lane| (engines, lane))).collect();
    if lanes.is_empty() {
        let text = "no operation could be placed in time yet";
        canvas.nothing(inside, theme, text);
        return;
    }
    // Every queue has the same number of rows; the axis has one, where there is room.
    let shown = lanes.len().min(usize::from(inside.height)).max(1) as u16;
    let each = ((inside.height - u16::from(inside.height > shown)) / shown).max(1);
    let mut y = inside.y;
    for (engines, lane) in lanes {
        if y + each > inside.bottom() {
            break;
        }
        let device = if all.len() > 1 { format!("{}: ", engines.device) } else { String::new() };
        let label = label(&device, lane);
        canvas.put(inside.x, y + each - 1, LABEL - 1, &label, theme.dim);
        if each > 1 {
            let text = format!("busy {}", format::percent(busy(&lane.spans, engines.window_ns)));
            canvas.put(inside.x, y + each - 2, LABEL - 1, &text, theme.text);
        }
        // High strips have a blank row between them.
        let blank = u16::from(each > 3 && y > inside.y);
        let strip = Rect::new(inside.x + LABEL, y + blank, inside.width.saturating_sub(LABEL), each - blank);
        let shares = Shares::from_spans(&lane.spans, engines.window_ns, strip.width);
        // A queue that does little would leave a high strip empty: it reaches up to what the queue did at most.
        let top = if strip.height > 3 { shares.highest() } else { 1.0 };
        if strip.height > 3 {
            let label = Rect::new(inside.x, strip.y, LABEL - 1, 1);
            canvas.put_right(label, &format::percent(100.0 * top), theme.dim);
        }
        shares.draw(context, canvas, strip, top);
        y += each;
    }
    if y < inside.bottom() && inside.width > LABEL + 20 {
        let axis = Rect::new(inside.x + LABEL, y, inside.width - LABEL, 1);
        let begin = format!("\u{2212}{}", format::time(window as f64));
        canvas.put(axis.x, y, axis.width, &begin, theme.dim);
        canvas.put_right(axis, "now", theme.dim);
    }
}

/// `queue 0.1`, `1: r3 queue 0.1`; without the word where there is no room for it.
fn label(device: &str, lane: &QueueLane) -> String {
    let of = lane.of.as_ref().map_or_else(String::new, |of| format!("{of} "));
    let queue = format!("{}.{}", lane.queue.0, lane.queue.1);
    let whole = format!("{device}{of}queue {queue}");
    if whole.len() < usize::from(LABEL) { whole } else { format!("{device}{of}{queue}") }
}

/// The part of a time in which a queue did something, in percent. Operations of one queue may overlap.
fn busy(spans: &[Busy], window: u64) -> f64 {
    let mut sorted: Vec<(u64, u64)> = spans.iter().map(|span| (span.start, span.end.min(window))).collect();
    sorted.sort_unstable();
    let (mut sum, mut end) = (0, 0);
    for (from, to) in sorted {
        sum += to.saturating_sub(from.max(end));
        end = end.max(to);
    }
    100.0 * sum as f64 / window.max(1) as f64
}

/// `12 % of the copying behind kernels`.
fn hidden(engines: &Engines) -> Option<String> {
    let pct = engines.overlap_pct.filter(|_| engines.kernel_ns > 0)?;
    Some(format!("{} of the copying behind kernels", format::percent(pct)))
}

/// What a queue did in parts of the time, a column each: kernels and copies, as shares of that part.
struct Shares(Vec<(f64, f64)>);

impl Shares {
    fn from_spans(spans: &[Busy], window: u64, width: u16) -> Self {
        let width = u64::from(width.max(1));
        let mut columns = vec![(0u64, 0u64); width as usize];
        let at = |column: u64| window * column / width;
        for span in spans {
            let first = (span.start * width / window.max(1)).min(width - 1);
            for column in first..width {
                let (from, to) = (at(column), at(column + 1));
                if from >= span.end {
                    break;
                }
                let part = span.end.min(to).saturating_sub(span.start.max(from));
                let (kernels, copies) = &mut columns[column as usize];
                *(if span.copy { copies } else { kernels }) += part;
            }
        }
        let length = |column: u64| (at(column + 1) - at(column)).max(1) as f64;
        let share = |((kernels, copies), column): ((u64, u64), u64)| {
            (kernels as f64 / length(column), copies as f64 / length(column))
        };
        Self(columns.into_iter().zip(0..width).map(share).collect())
    }

    /// Busy share of the busiest column; 1 if nothing was done.
    fn highest(&self) -> f64 {
        let highest = self.0.iter().map(|(kernels, copies)| kernels + copies).fold(0.0, f64::max);
        if highest > 0.0 { highest.min(1.0) } else { 1.0 }
    }

    /// A column that was busy for a share of `top` fills the height.
    fn draw(&self, context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, top: f64) {
        for ((kernels, copies), x) in self.0.iter().zip(area.x..area.right()) {
            let style = if copies > kernels { context.theme.copy } else { context.theme.kernel };
            let column = Rect::new(x, area.y, 1, area.height);
            canvas.column(column, (kernels + copies) / top, style, context.theme.dim);
        }
    }
}

pub fn totals(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let title: Pieces = vec![("At the same time".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::EngineTotals, &title, "since the start"));
    let width = usize::from(inside.width).max(1);
    let engines = context.snapshot.device.engines.iter();
    let lines = engines.flat_map(|engines| wrap(&sums_of(context, engines), Some(width)));
    for (text, y) in lines.zip(inside.y..inside.bottom()) {
        canvas.put(inside.x, y, inside.width, &text, theme.text);
    }
}

/// `device 0: kernels 38.3 s (44.0 %), copies ...`.
fn sums_of(context: Context<'_>, engines: &Engines) -> String {
    let wall = context.snapshot.elapsed_ns.max(1) as f64;
    let part =
        |ns: u64| format!("{} ({})", format::time(ns as f64), format::percent(100.0 * ns as f64 / wall));
    format!(
        "device {}: kernels {}, copies {}, both {}{}",
        engines.device,
        part(engines.kernel_ns),
        part(engines.copy_ns),
        part(engines.both_ns),
        hidden(engines).map_or(String::new(), |text| format!(": {text}")),
    )
}

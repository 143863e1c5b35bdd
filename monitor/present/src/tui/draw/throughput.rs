//! Live throughput by direction: sparkline with its scale, now, peak, average, share of the limit.

use super::findings;
use super::paint::{Canvas, Context, Pieces, fit, padded};
use super::time_axis::{self, Columns};
use crate::tui::compare;
use crate::tui::state::{Panel, Scale};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::{Direction, DirectionHistory};
use zetop_figures::view::format;

/// In the order of the lanes.
const DIRECTIONS: [Direction; 5] = [
    Direction::HostToDevice,
    Direction::DeviceToHost,
    Direction::DeviceToDevice,
    Direction::Shared,
    Direction::Peer,
];
/// Listed as idle even before they have moved anything.
const ALWAYS: [Direction; 3] = [Direction::HostToDevice, Direction::DeviceToHost, Direction::DeviceToDevice];

/// Columns for the name of a lane and for the top of its scale.
const NAME: u16 = 12;
const TOP: u16 = 6;

/// One sparkline with its words.
struct Lane {
    /// `None` for the calls.
    direction: Option<Direction>,
    values: Vec<f64>,
    figures: Option<DirectionHistory>,
}

impl Lane {
    fn label(&self) -> &'static str {
        self.direction.map_or("calls", format::direction)
    }
}

/// The lanes that moved something in the time that is kept, and the names of those that did not.
struct Lanes {
    busy: Vec<Lane>,
    idle: Vec<&'static str>,
}

fn lanes(context: Context<'_>, with_calls: bool) -> Lanes {
    let history = &context.snapshot.history;
    let mut lanes = Lanes { busy: Vec::new(), idle: Vec::new() };
    for direction in DIRECTIONS {
        let found = history.directions.iter().find(|d| d.direction == direction);
        match found.filter(|d| d.now > 0.0 || d.gbps.iter().any(|value| *value > 0.0)) {
            Some(found) => lanes.busy.push(Lane {
                direction: Some(direction),
                values: found.gbps.clone(),
                figures: Some(found.clone()),
            }),
            None if ALWAYS.contains(&direction) || found.is_some_and(|d| d.peak > 0.0) => {
                lanes.idle.push(format::direction(direction));
            }
            None => {}
        }
    }
    if with_calls {
        lanes.busy.push(Lane { direction: None, values: history.calls_per_s.clone(), figures: None });
    }
    lanes
}

/// Rows that the panel would like: one per lane, and those around them (the idle ones, the time, the lines below,
/// the frame).
pub fn height(context: Context<'_>, width: u16, with_calls: bool, with_findings: bool) -> (u16, u16) {
    let lanes = lanes(context, with_calls);
    let findings =
        if with_findings { findings::short(context, width.saturating_sub(4)).len() as u16 } else { 0 };
    let last_run = with_calls && context.snapshot.last_run.is_some();
    let lines = u16::from(context.state.baseline.is_some() || last_run)
        + u16::from(!lanes.idle.is_empty())
        + findings;
    let axis = u16::from(with_calls);
    (lanes.busy.len() as u16, lines + axis + 2)
}

pub fn panel(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    with_calls: bool,
    with_findings: bool,
) {
    let theme = context.theme;
    let Lanes { busy: lanes, idle } = lanes(context, with_calls);
    let room = padded(Rect::new(0, 0, area.width.saturating_sub(2), 1)).width;
    let parts = Parts::new(context, room);
    let columns = Columns::new(&context.snapshot.history, context.state, parts.spark);
    let title: Pieces = vec![("Throughput".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Throughput, &title, &columns.title()));

    let mut below: Vec<Pieces> = Vec::new();
    if !idle.is_empty() {
        below.push(vec![(format!("idle: {}", idle.join(", ")), theme.dim)]);
    }
    // The mark belongs to this run, so it says more.
    below.extend(baseline(context, inside.width).or_else(|| {
        let last = context.snapshot.last_run.as_ref().filter(|_| with_calls)?;
        Some(vec![(fit(&format::clean(last), usize::from(inside.width)), theme.accent)])
    }));
    if with_findings {
        let room = usize::from(inside.height).saturating_sub(lanes.len() + below.len());
        let lines = findings::short(context, inside.width).into_iter().take(room);
        below.extend(lines.map(|line| vec![(line, theme.warn)]));
    }
    let mut rows = inside.height.saturating_sub(below.len() as u16);
    // The time axis goes below the lanes if each of them has a row.
    let axis = with_calls && rows > lanes.len() as u16;
    rows -= u16::from(axis);
    let each = (rows / (lanes.len() as u16).max(1)).max(1);
    // Rows that don't divide evenly go to the first lanes.
    let mut extra = rows.saturating_sub(each * lanes.len() as u16);
    let mut y = inside.y;
    for lane in &lanes {
        let height = (each + u16::from(extra > 0)).min(inside.bottom().saturating_sub(y));
        extra = extra.saturating_sub(1);
        if height == 0 {
            break;
        }
        draw_lane(context, canvas, Rect::new(inside.x, y, inside.width, height), lane, &parts, &columns);
        y += height;
    }
    if axis && y < inside.bottom() {
        time_axis::draw(context, canvas, Rect::new(inside.x + parts.before, y, parts.spark, 1), &columns);
        y += 1;
    }
    for (line, y) in below.iter().zip(y..inside.bottom()) {
        canvas.put_pieces(Rect::new(inside.x, y, inside.width, 1), line);
    }
}

/// Lanes that moved something, of which each takes a row.
pub fn live(context: Context<'_>) -> u16 {
    lanes(context, false).busy.len() as u16
}

/// The lanes alone, without a frame around them.
pub fn bare(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let inside = padded(area);
    let parts = Parts::new(context, inside.width);
    let columns = Columns::new(&context.snapshot.history, context.state, parts.spark);
    for (lane, y) in lanes(context, false).busy.iter().zip(inside.y..inside.bottom()) {
        let row = Rect::new(inside.x, y, inside.width, 1);
        draw_lane(context, canvas, row, lane, &parts, &columns);
    }
}

/// How a row is laid out.
struct Parts {
    /// Columns before the sparkline: the name, and the top of the scale where there is room.
    before: u16,
    with_top: bool,
    spark: u16,
    /// Columns after it.
    words: u16,
}

impl Parts {
    fn new(context: Context<'_>, width: u16) -> Self {
        let words = words_width(context, width);
        let with_top = width >= 64;
        let before = NAME + if with_top { TOP } else { 0 };
        Self { before, with_top, spark: width.saturating_sub(before + 1 + words).max(4), words }
    }
}

/// Columns for the words at the right of the sparklines.
fn words_width(context: Context<'_>, width: u16) -> u16 {
    let limit = context
        .snapshot
        .history
        .directions
        .iter()
        .filter_map(|d| d.limit.as_ref())
        .map(|(_, name)| name.width() + 11)
        .max()
        .unwrap_or(0) as u16;
    match width {
        w if w >= 94 + limit => 38 + limit,
        w if w >= 86 => 38,
        w if w >= 66 => 26,
        _ => 12,
    }
}

fn draw_lane(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    lane: &Lane,
    parts: &Parts,
    columns: &Columns,
) {
    let theme = context.theme;
    let style = lane.direction.map_or(theme.accent, |direction| theme.direction(direction));
    canvas.put(area.x, area.bottom() - 1, NAME - 1, lane.label(), style);
    let spark = Rect::new(area.x + parts.before, area.y, parts.spark, area.height);
    // A blank row keeps tall sparklines apart.
    let gap = u16::from(area.height >= 3);
    let spark = Rect::new(spark.x, spark.y + gap, spark.width, spark.height - gap);
    let seen = columns.averaged(&lane.values);
    let largest = seen.iter().copied().fold(0.0, f64::max);
    let limit = lane.figures.as_ref().and_then(|d| d.limit.as_ref()).map(|(limit, _)| *limit);
    let scale = match (context.state.scale, limit) {
        (Scale::Limit, Some(limit)) => limit.max(largest),
        _ => largest,
    };
    if context.state.scale == Scale::Limit && limit.is_some() && spark.height > 1 {
        canvas.put(spark.x, spark.y, spark.width, &"┈".repeat(usize::from(spark.width)), theme.dim);
    }
    canvas.spark(spark, &seen, scale.max(f64::MIN_POSITIVE), style, theme.dim);
    time_axis::mark(context, canvas, spark, columns);
    if parts.with_top && scale > 0.0 {
        let top = if lane.direction.is_some() { format::gbps(scale) } else { format::rate_long(scale) };
        canvas.put_right(Rect::new(area.x + NAME, spark.y, TOP - 1, 1), &top, theme.dim);
    }

    let text = Rect::new(spark.right() + 1, area.bottom() - 1, parts.words, 1);
    let mut pieces: Pieces = Vec::new();
    match &lane.figures {
        Some(d) => {
            let now_style = if d.now > 0.0 { theme.strong } else { theme.dim };
            pieces.push((format!("{:>5} GB/s", format::gbps(d.now)), now_style));
            pieces.push((format!("  peak {:>5}", format::gbps(d.peak)), theme.dim));
            pieces.push((format!("  avg {:>5}", format::gbps(d.average)), theme.dim));
            if let Some((limit, name)) = &d.limit {
                let pct = format::percent_whole(d.now / limit * 100.0);
                pieces.push((format!("  {pct:>5} of {}", format::clean(name)), theme.text));
            }
        }
        None => {
            let values = &lane.values;
            let peak = values.iter().copied().fold(0.0, f64::max);
            let mean = values.iter().sum::<f64>() / (values.len().max(1) as f64);
            pieces.push((
                format!("{:>5} /s  ", format::rate_long(context.snapshot.host.calls_per_s)),
                theme.strong,
            ));
            pieces.push((format!("  peak {:>5}", format::rate_long(peak)), theme.dim));
            pieces.push((format!("  avg {:>5}", format::rate_long(mean)), theme.dim));
        }
    }
    // Whole pieces only.
    let mut used = 0;
    pieces.retain(|(text, _)| {
        used += text.width() as u16;
        used <= parts.words
    });
    canvas.put_pieces(text, &pieces);
}

/// `since the mark, 10 s: to device +11.4 GB/s (+86 %)`, as many directions as fit.
fn baseline(context: Context<'_>, width: u16) -> Option<Pieces> {
    let baseline = context.state.baseline.as_ref()?;
    let theme = context.theme;
    let ago = context.snapshot.elapsed_ns.saturating_sub(baseline.elapsed_ns);
    let mut pieces: Pieces = vec![(format!("since the mark, {}: ", format::span(ago)), theme.accent)];
    let mut left = usize::from(width).saturating_sub(pieces[0].0.width());
    for change in compare::changes(context.snapshot, baseline) {
        let style = match change.part {
            part if part > 0.02 => theme.good,
            part if part < -0.02 => theme.bad,
            _ => theme.dim,
        };
        let (direction, text) = (change.direction, change.text);
        let name = format!("{} ", format::direction(direction));
        let Some(rest) = left.checked_sub(name.width() + text.width()) else { break };
        left = rest.saturating_sub(3);
        pieces.push((name, theme.direction(direction)));
        pieces.push((format!("{text}   "), style));
    }
    if pieces.len() == 1 {
        pieces.push((fit("no transfers", left), theme.dim));
    }
    Some(pieces)
}

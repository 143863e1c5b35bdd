//! Live throughput by direction: sparkline, now, peak, average, share of the limit.

use super::advice;
use super::paint::{Canvas, Context, Pieces, padded};
use crate::present::format;
use crate::present::tui::compare;
use crate::present::tui::state::Panel;
use crate::snapshot::{Direction, DirectionHistory};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// Always shown, so that "nothing moves" can be seen; the others once they have moved something.
const ALWAYS: [Direction; 3] = [Direction::HostToDevice, Direction::DeviceToHost, Direction::DeviceToDevice];
/// From top to bottom. Copies within the host's memory have none.
const LANES: [Direction; 5] = [
    Direction::HostToDevice,
    Direction::DeviceToHost,
    Direction::DeviceToDevice,
    Direction::Shared,
    Direction::Peer,
];

/// One sparkline with its words.
struct Lane {
    direction: Option<Direction>,
    values: Vec<f64>,
    figures: Option<DirectionHistory>,
}

fn lanes(context: Context<'_>, with_calls: bool) -> Vec<Lane> {
    let history = &context.snapshot.history;
    let mut lanes: Vec<Lane> = Vec::new();
    for direction in LANES {
        let found = history.directions.iter().find(|d| d.direction == direction);
        if ALWAYS.contains(&direction) || found.is_some_and(|d| d.peak > 0.0) {
            // A direction without any traffic was at zero for as long as there is history.
            let values = found.map_or_else(|| vec![0.0; history.calls_per_s.len()], |d| d.gbps.clone());
            let figures =
                found.cloned().unwrap_or_else(|| DirectionHistory { direction, ..Default::default() });
            lanes.push(Lane { direction: Some(direction), values, figures: Some(figures) });
        }
    }
    if with_calls {
        lanes.push(Lane { direction: None, values: history.calls_per_s.clone(), figures: None });
    }
    lanes
}

/// Rows that the panel would like: one per lane, the lines below them, the frame.
pub fn height(context: Context<'_>, width: u16, with_calls: bool, with_advice: bool) -> (u16, u16) {
    let lanes = lanes(context, with_calls).len() as u16;
    let lines = u16::from(context.state.baseline.is_some())
        + if with_advice { advice::short(context, width.saturating_sub(4)).len() as u16 } else { 0 };
    (lanes, lines + 2)
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, with_calls: bool, with_advice: bool) {
    let theme = context.theme;
    let history = &context.snapshot.history;
    let lanes = lanes(context, with_calls);
    let width = padded(Rect::new(0, 0, area.width.saturating_sub(2), 1)).width;
    let words = words_width(context, width);
    let spark_width = width.saturating_sub(8 + words).max(4);
    let shown = lanes.iter().map(|l| l.values.len()).max().unwrap_or(0).min(usize::from(spark_width));
    let title: Pieces = vec![("Throughput".to_owned(), theme.title)];
    let right = if shown == 0 {
        String::new()
    } else {
        format!("last {}", format::span(shown as u64 * history.interval_ns))
    };
    let inside = padded(canvas.panel(context, area, Panel::Throughput, &title, &right));

    let mut below: Vec<Pieces> = Vec::new();
    below.extend(baseline(context, inside.width));
    if with_advice {
        let room = usize::from(inside.height).saturating_sub(lanes.len() + below.len());
        below.extend(
            advice::short(context, inside.width).into_iter().take(room).map(|l| vec![(l, theme.warn)]),
        );
    }
    let rows = inside.height.saturating_sub(below.len() as u16);
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
        draw_lane(context, canvas, Rect::new(inside.x, y, inside.width, height), lane, words);
        y += height;
    }
    for (line, y) in below.iter().zip(y..inside.bottom()) {
        canvas.put_pieces(Rect::new(inside.x, y, inside.width, 1), line);
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
        w if w >= 84 + limit => 38 + limit,
        w if w >= 76 => 38,
        w if w >= 56 => 26,
        _ => 12,
    }
}

fn draw_lane(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, lane: &Lane, words: u16) {
    let theme = context.theme;
    let style = lane.direction.map_or(theme.accent, |direction| theme.direction(direction));
    canvas.put(area.x, area.bottom() - 1, 7, lane.direction.map_or("calls", Direction::name), style);
    let spark = Rect::new(area.x + 7, area.y, area.width.saturating_sub(8 + words).max(4), area.height);
    // A blank row keeps tall sparklines apart.
    let gap = u16::from(area.height >= 3);
    let spark = Rect::new(spark.x, spark.y + gap, spark.width, spark.height - gap);
    let seen = &lane.values[lane.values.len().saturating_sub(usize::from(spark.width))..];
    let scale = seen.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    canvas.spark(spark, &lane.values, scale, style, theme.dim);

    let text = Rect::new(spark.right() + 1, area.bottom() - 1, words, 1);
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
        used <= words
    });
    canvas.put_pieces(text, &pieces);
}

/// `since baseline, 10 s: h2d +11.4 GB/s (+86 %)`, as many directions as fit.
fn baseline(context: Context<'_>, width: u16) -> Option<Pieces> {
    let baseline = context.state.baseline.as_ref()?;
    let theme = context.theme;
    let ago = context.snapshot.elapsed_ns.saturating_sub(baseline.elapsed_ns);
    let mut pieces: Pieces = vec![(format!("since baseline, {}: ", format::span(ago)), theme.accent)];
    let mut left = usize::from(width).saturating_sub(pieces[0].0.width());
    for direction in &context.snapshot.history.directions {
        let Some((now, before)) = compare::throughput(context.snapshot, baseline, direction.direction) else {
            continue;
        };
        if now == 0.0 && before == 0.0 {
            continue;
        }
        let difference = now - before;
        let style = match difference / before.max(now) {
            d if d > 0.02 => theme.good,
            d if d < -0.02 => theme.bad,
            _ => theme.dim,
        };
        let sign = if difference < 0.0 { "−" } else { "+" };
        let relative = if before > 0.0 {
            format!(" ({})", format::change(difference / before * 100.0))
        } else {
            String::new()
        };
        let name = format!("{} ", direction.direction);
        let text = format!("{sign}{} GB/s{relative}", format::gbps(difference.abs()));
        let Some(rest) = left.checked_sub(name.width() + text.width()) else { break };
        left = rest.saturating_sub(3);
        pieces.push((name, theme.direction(direction.direction)));
        pieces.push((format!("{text}   "), style));
    }
    if pieces.len() == 1 {
        pieces.push(("no transfers".to_owned(), theme.dim));
    }
    Some(pieces)
}

//! What drivers say of devices as a whole: compact for the header, and all of it, a panel of the screen Engines.

use super::paint::{Canvas, Context, Pieces, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::sensors::Sensors;
use zetop_figures::snapshot::Device;
use zetop_figures::view::format;
use zetop_system::width::wrap;

/// Processes that are named one by one.
const MOST_NAMED: usize = 4;

/// The devices in view that something is known of.
fn devices<'a>(context: Context<'a>) -> impl Iterator<Item = (&'a Device, &'a Sensors)> {
    let wanted = context.state.device;
    let shown = context.snapshot.devices.iter().filter(move |d| wanted.is_none_or(|wanted| wanted == d.id));
    shown.filter_map(|device| Some((device, device.sensors.as_ref()?)))
}

/// Items for the header: memory and, of a single device, temperature, power and why it is throttled.
pub fn header(context: Context<'_>, is_short: bool) -> Vec<Pieces> {
    let theme = context.theme;
    let all: Vec<&Sensors> = devices(context).map(|(_, sensors)| sensors).collect();
    let mut items: Vec<Pieces> = Vec::new();
    let item =
        |label: &str, figure: String, style: Style| vec![(format!("{label} "), theme.text), (figure, style)];
    let style = |sensors: &[&Sensors]| {
        if sensors.iter().any(|sensors| sensors.full_ns.is_some()) { theme.warn } else { theme.strong }
    };
    match &all[..] {
        [one] if !is_short && one.memory_total_bytes.is_some() => {
            items.extend(memory(one).map(|text| item("mem", text, style(&all))));
        }
        some => {
            let shares: Vec<String> =
                some.iter().filter_map(|s| s.memory_pct()).map(format::percent_whole).collect();
            if !shares.is_empty() {
                items.push(item("mem", shares.join(", "), style(&all)));
            }
        }
    }
    if let ([one], false) = (&all[..], is_short) {
        let figures =
            [one.temperature_c.map(|c| format!("{c:.0} °C")), one.power_w.map(|w| format!("{w:.0} W"))];
        items.extend(figures.into_iter().flatten().map(|text| vec![(text, theme.strong)]));
    }
    let throttled: Vec<&&Sensors> = all.iter().filter(|sensors| sensors.throttled_ns.is_some()).collect();
    if let Some(first) = throttled.first() {
        items.push(vec![(format!("throttled ({})", first.reasons()), theme.warn)]);
    }
    items
}

/// `38.2 GB of 85.9 GB`
fn memory(sensors: &Sensors) -> Option<String> {
    let (used, total) = (sensors.memory_used_bytes?, sensors.memory_total_bytes?);
    Some(format!("{} of {}", format::bytes(used), format::bytes(total)))
}

/// Rows that the panel needs, with its frame; 0 if nothing is known.
pub fn height(context: Context<'_>, width: u16) -> u16 {
    match lines(context, width).len() {
        0 => 0,
        lines => lines as u16 + 2,
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let title: Pieces = vec![("State".to_owned(), theme.title)];
    let sources: std::collections::BTreeSet<&str> = devices(context).map(|(_, s)| &*s.source).collect();
    let sources = sources.into_iter().collect::<Vec<_>>().join(", ");
    let right = if sources.is_empty() { String::new() } else { format!("for all programs, by {sources}") };
    let inside = padded(canvas.panel(context, area, Panel::Sensors, &title, &right));
    for ((text, is_warning), y) in lines(context, area.width).into_iter().zip(inside.y..inside.bottom()) {
        canvas.put(inside.x, y, inside.width, &text, if is_warning { theme.warn } else { theme.text });
    }
}

/// All lines for a panel of a width, with those that deserve a look.
fn lines(context: Context<'_>, width: u16) -> Vec<(String, bool)> {
    let width = usize::from(width.saturating_sub(4)).max(1);
    let mut lines = Vec::new();
    for (device, sensors) in devices(context) {
        let mut add = |text: String, is_warning: bool| {
            lines.extend(wrap(&text, Some(width)).into_iter().map(|line| (line, is_warning)));
        };
        add(format!("device {}: {}", device.id, figures(sensors).join(", ")), false);
        if let Some(text) = throttled(sensors) {
            add(text, true);
        }
        if let Some(text) = others(sensors) {
            add(text, false);
        }
    }
    lines
}

fn figures(s: &Sensors) -> Vec<String> {
    let of = |value: Option<f64>, limit: Option<f64>, unit: &str| {
        let (value, limit) = (value?, limit.map_or_else(String::new, |limit| format!(" of {limit:.0}")));
        Some(format!("{value:.0}{limit} {unit}"))
    };
    let share = s.memory_pct().map_or_else(String::new, |pct| format!(" ({})", format::percent_whole(pct)));
    let link = |name: &str, to: Option<f64>, from: Option<f64>| {
        let (to, from) = (format::gbps(to?), format::gbps(from?));
        Some(format!("{name} {to} GB/s in, {from} out"))
    };
    let hot = s.temperature_limit_c.map_or_else(String::new, |limit| format!(" (limit {limit:.0})"));
    let all = [
        s.mig.then(|| "part of a GPU (MIG)".to_owned()),
        memory(s).map(|text| format!("memory {text}{share}")),
        s.busy_pct.map(|pct| format!("busy {}", format::percent_whole(pct))),
        of(s.clock_mhz, s.clock_max_mhz, "MHz").map(|text| format!("clock {text}")),
        of(s.memory_clock_mhz, s.memory_clock_max_mhz, "MHz").map(|text| format!("memory clock {text}")),
        of(s.power_w, s.power_limit_w, "W").map(|text| format!("power {text}")),
        s.temperature_c.map(|celsius| format!("{celsius:.0} °C{hot}")),
        link("PCIe", s.pcie_rx_gbps, s.pcie_tx_gbps),
        link("links", s.link_rx_gbps, s.link_tx_gbps),
    ];
    all.into_iter().flatten().collect()
}

fn throttled(s: &Sensors) -> Option<String> {
    let ns = s.throttled_ns?;
    let clock = s.throttled_clock_mhz.map_or_else(String::new, |mhz| format!(", {mhz:.0} MHz on average"));
    Some(format!("throttled for {}: {}{clock}", format::time(ns as f64), s.reasons()))
}

fn others(s: &Sensors) -> Option<String> {
    let named = |process: &zetop_figures::sensors::UsedBy| {
        let memory =
            process.memory_bytes.map_or_else(String::new, |held| format!(" {}", format::bytes(held)));
        format!("{} ({}){memory}", format::clean(&process.name), process.pid)
    };
    let all: Vec<String> = s.others().map(named).collect();
    let more = all.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
    let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
    (!all.is_empty()).then(|| format!("also used by {}{more}", all[..all.len().min(MOST_NAMED)].join(", ")))
}

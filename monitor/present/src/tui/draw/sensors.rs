//! What drivers say of devices as a whole: compact for the header, and all of it, a panel of the screen Engines.

use super::paint::{Canvas, Context, Pieces, padded};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::sensors::Sensors;
use zetop_figures::snapshot::Device;
use zetop_figures::view::{device_state, format};
use zetop_system::width::wrap;

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
            items.extend(device_state::memory(one).map(|text| item("mem", text, style(&all))));
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
    let all = devices(context).flat_map(|(device, sensors)| device_state::lines(device.id, sensors));
    all.flat_map(|(text, is_warning)| {
        wrap(&text, Some(width)).into_iter().map(move |line| (line, is_warning)).collect::<Vec<_>>()
    })
    .collect()
}

//! The first screen: throughput, host API with the histogram of a row, device.

use super::paint::{Canvas, Context};
use super::{api, device, engines, latency, processes, throughput};
use ratatui::layout::Rect;
use zetop_figures::view::items::List;

/// From this height on, there is room for the engines.
const ROOMY: u16 = 42;

/// Height of a table with one row.
const LEAST: u16 = 4;
/// Height of two tables with one row each.
const TWO_TABLES: u16 = 2 * LEAST;
/// From here on the API table has three rows beside a table of the device.
const API_TABLE: u16 = 6 + LEAST;

/// Heights of the parts, from what each would like.
struct Heights {
    throughput: u16,
    api: u16,
    device: u16,
    engines: u16,
    processes: u16,
}

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let with_calls = area.height >= 28;
    // In a low terminal, table rows are more important; the Transfers screen has the findings too.
    let with_findings = area.height >= 18;
    let heights = share_out(context, area, with_calls, with_findings);
    let mut y = area.y;
    let mut take = |height: u16| {
        let part = Rect::new(area.x, y, area.width, height);
        y += height;
        part
    };
    if heights.throughput > 0 {
        throughput::panel(context, canvas, take(heights.throughput), with_calls, with_findings);
    }
    if heights.api > 0 {
        host(context, canvas, take(heights.api));
    }
    if heights.device > 0 {
        device::panel(context, canvas, take(heights.device));
    }
    if heights.engines > 0 {
        engines::panel(context, canvas, take(heights.engines));
    }
    if heights.processes > 0 {
        processes::panel(context, canvas, take(heights.processes));
    }
}

/// The API table, with the histogram beside it where there is room.
fn host(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let side = match area.width {
        w if w >= 180 => w * 3 / 10,
        w if w >= 116 => 30,
        _ => 0,
    };
    api::panel(context, canvas, Rect::new(area.x, area.y, area.width - side, area.height));
    if side > 0 {
        latency::panel(context, canvas, Rect::new(area.right() - side, area.y, side, area.height));
    }
}

fn share_out(context: Context<'_>, area: Rect, with_calls: bool, with_findings: bool) -> Heights {
    let height = area.height;
    let rows = |list| (context.state.list(list).order.len() as u16).max(1) + 3;
    let processes = if context.state.processes.len() > 1 && height >= 24 {
        (context.state.processes.len() as u16 + 3).min(height / 4).max(5)
    } else {
        0
    };
    let (lanes, around) = throughput::height(context, area.width, with_calls, with_findings);
    // Three lanes fit anywhere that has room for a table too.
    if height < 14 {
        return Heights { throughput: 0, api: height, device: 0, engines: 0, processes: 0 };
    }
    // Once the tables have what they need.
    let engines = if height >= ROOMY { engines::height(context) } else { 0 };
    let left = height - processes - engines;
    let mut throughput = lanes + around;
    let rest = left.saturating_sub(throughput);
    let works = !context.state.list(List::Device).order.is_empty();
    // Transfers with their bandwidth are the last to go.
    let (mut api, mut device) = match rest {
        ..LEAST => (0, 0),
        LEAST..TWO_TABLES if works => (0, rest),
        LEAST..TWO_TABLES => (rest, 0),
        TWO_TABLES..API_TABLE if works => (rest - LEAST, LEAST),
        _ => (rest.min(6), rest.saturating_sub(6).min(5)),
    };
    if device < LEAST {
        device = 0;
    }
    let mut spare = rest - api - device;
    let want_api = rows(List::Api);
    let want_device = if device > 0 { rows(List::Device) } else { 0 };
    // Tables come first, the host's two rows for each of the device's.
    while spare > 0 && api > 0 && (api < want_api.max(12) || device < want_device) {
        if device < want_device && (api >= want_api.max(12) || device * 2 < api) {
            device += 1;
        } else {
            api += 1;
        }
        spare -= 1;
    }
    // What is left makes the sparklines taller, up to five rows each, and then the API part.
    let taller = (spare / lanes.max(1)).min(4);
    throughput += taller * lanes;
    spare -= taller * lanes;
    match (api, device) {
        (0, 0) => throughput += spare,
        (0, _) => device += spare,
        _ => api += spare,
    }
    Heights { throughput, api, device, engines, processes }
}

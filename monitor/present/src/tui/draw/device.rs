//! Kernels, copies and fills together, the busiest first; and why there may be none.

use super::paint::{Canvas, Context, Pieces};
use super::table;
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::{Api, RunState};
use zetop_figures::sum::sum;
use zetop_figures::view::format;
use zetop_figures::view::items::List;
use zetop_wire::api::none_seen;

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let work = &context.snapshot.device;
    let state = context.state.list(List::Device);
    let operations = work.timed.saturating_add(work.untimed);
    let kinds = format::many(state.total as u64, "kind", "kinds");
    let mut right =
        format!("{} of {kinds}, {}", state.order.len(), format::many(operations, "operation", "operations"));
    if state.order.len() == state.total {
        right = format!("{kinds}, {}", format::many(operations, "operation", "operations"));
    }
    if work.pending > 0 {
        right = format!("{right}, {} pending", format::count(work.pending));
    }
    let title: Pieces = vec![("Device".to_owned(), context.theme.title)];
    let inside = canvas.panel(context, area, Panel::Device, &title, &right);
    table::draw(context, canvas, inside, List::Device, &no_work(context));
}

/// Why there is nothing from the device.
pub fn no_work(context: Context<'_>) -> String {
    format!("0 kernels, 0 copies: {}", reason(context, "put work on a device"))
}

pub fn no_kernels(context: Context<'_>) -> String {
    format!("0 kernels: {}", reason(context, "launched a kernel"))
}

pub fn no_transfers(context: Context<'_>) -> String {
    format!("0 copies: {}", reason(context, "appended a copy"))
}

fn reason(context: Context<'_>, what: &str) -> String {
    let snapshot = context.snapshot;
    let work = &snapshot.device;
    if let Some(device) = context.state.device {
        return format!("the program has not {what} on device {device}");
    }
    let appends = |api: &&Api| api.name.contains("AppendLaunch") || api.name.contains("AppendMemory");
    let launches = sum(snapshot.host.apis.iter().filter(appends).map(|api| api.calls));
    if snapshot.state == RunState::Waiting || snapshot.host.calls == 0 {
        none_seen()
    } else if let Some((reason, n)) = work.missing_reasons().max_by_key(|(_, n)| *n) {
        format!("{} untimed, {}", format::count(n), format::clean(reason))
    } else if work.pending > 0 {
        format!("{} appended, none complete yet", format::count(work.pending))
    } else if let (true, Some(note)) = (launches > 0, snapshot.quality.notes.first()) {
        format::clean(note)
    } else if launches > 0 && work.timed == 0 {
        format!("{} appended, device timing is off or has read none yet", format::count(launches))
    } else {
        format!("the program has not {what} so far")
    }
}

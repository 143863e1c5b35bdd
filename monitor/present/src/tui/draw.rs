//! Draws a frame from the figures and the state. No side effects; the result says what was put where.

mod api;
mod collectives;
mod device;
mod engines;
mod facts;
mod findings;
mod footer;
mod header;
mod kernels;
mod latency;
mod log;
mod memory;
mod memory_sites;
mod now;
mod overlay;
mod overview;
mod paint;
mod processes;
mod ranges;
mod scrub;
mod sensors;
mod sites;
mod sizes;
mod small;
mod table;
mod throughput;
mod time_axis;
mod transfers;

use crate::tui::hits::Hits;
use crate::tui::state::{DashboardState, Panel, Screen};
use crate::tui::theme::Theme;
use paint::{Canvas, Context};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::items::{Item, find};

/// Smaller screens make no sense.
pub const MIN_WIDTH: u16 = 40;
pub const MIN_HEIGHT: u16 = 10;

pub fn draw(snapshot: &Snapshot, state: &DashboardState, theme: &Theme, frame: &mut Frame<'_>) -> Hits {
    let area = frame.area();
    let (hits, cursor) = draw_buffer(snapshot, state, theme, area, frame.buffer_mut());
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    hits
}

/// Draws a frame without a terminal, for saving.
pub fn draw_buffer(
    snapshot: &Snapshot,
    state: &DashboardState,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> (Hits, Option<Position>) {
    let context = Context { snapshot, state, theme };
    let mut canvas = Canvas { buffer, hits: Hits::default() };
    let cursor = if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
        too_small(context, &mut canvas, area);
        None
    } else {
        whole(context, &mut canvas, area)
    };
    let hits = std::mem::take(&mut canvas.hits);
    theme.finish(buffer);
    (hits, cursor)
}

fn whole(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) -> Option<Position> {
    let state = context.state;
    // In a low terminal the header must leave room for the table.
    let most = match area.height {
        ..small::ROWS => 1,
        small::ROWS..30 => header::LOW,
        _ => 6,
    };
    let header = header::Header::new(context, area.width, most);
    header.draw(canvas, area);
    let top = header.height();
    let bar = u16::from(context.snapshot.playback.is_some());
    let body = Rect::new(area.x, area.y + top, area.width, area.height.saturating_sub(top + 1 + bar));
    if let Some(playback) = context.snapshot.playback {
        scrub::bar(context, canvas, Rect::new(area.x, area.bottom() - 2, area.width, 1), playback);
    }
    let foot = Rect::new(area.x, area.bottom() - 1, area.width, 1);
    if let Some(item) = state.detail.as_ref().and_then(|id| find(context.snapshot, id)) {
        detail(context, canvas, body, &item);
    } else if let Some(panel) = state.zoom {
        one_panel(context, canvas, body, panel);
    } else {
        screen(context, canvas, body);
    }
    let cursor = footer::draw(context, canvas, foot);
    if let Some(offset) = state.help {
        overlay::help(context, canvas, body, offset);
    }
    if state.confirm {
        overlay::confirm(context, canvas, body);
    }
    cursor
}

fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    match context.state.screen {
        Screen::Overview if area.height + 2 < small::ROWS => small::screen(context, canvas, area),
        Screen::Overview => overview::screen(context, canvas, area),
        Screen::Api => api::screen(context, canvas, area),
        Screen::Kernels => kernels::screen(context, canvas, area),
        Screen::Transfers => transfers::screen(context, canvas, area),
        Screen::Memory => memory::screen(context, canvas, area),
        Screen::Log => log::panel(context, canvas, area),
        Screen::Engines => engines::screen(context, canvas, area),
        Screen::Ranks => processes::screen(context, canvas, area),
        Screen::Now => now::panel(context, canvas, area),
        Screen::Ranges => ranges::screen(context, canvas, area),
    }
}

fn one_panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, panel: Panel) {
    match panel {
        Panel::Throughput => throughput::panel(context, canvas, area, true, true),
        Panel::Api => api::panel(context, canvas, area),
        Panel::Latency => latency::panel(context, canvas, area),
        Panel::Device => device::panel(context, canvas, area),
        Panel::Processes => processes::panel(context, canvas, area),
        Panel::Rate => api::rate_panel(context, canvas, area),
        Panel::Kernels => kernels::panel(context, canvas, area),
        Panel::Stamps => kernels::stamps_panel(context, canvas, area),
        Panel::Transfers => transfers::panel(context, canvas, area),
        Panel::Sizes => sizes::panel(context, canvas, area),
        Panel::Fills => transfers::fills(context, canvas, area),
        Panel::Findings => findings::panel(context, canvas, area),
        Panel::Memory => memory::table(context, canvas, area),
        Panel::MemoryHistory => memory::history(context, canvas, area),
        Panel::Log => log::panel(context, canvas, area),
        Panel::Engines => engines::panel(context, canvas, area),
        Panel::EngineTotals => engines::totals(context, canvas, area),
        Panel::Sensors => sensors::panel(context, canvas, area),
        Panel::Waiting => now::panel(context, canvas, area),
        Panel::Collectives => collectives::panel(context, canvas, area),
        Panel::MemorySites => memory_sites::panel(context, canvas, area),
        Panel::Ranges => ranges::panel(context, canvas, area),
        Panel::Steps => ranges::steps(context, canvas, area),
    }
}

fn detail(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, item: &Item<'_>) {
    match item {
        Item::Api(api) => api::detail(context, canvas, area, api),
        Item::Kernel(kernel) | Item::Other(kernel) => kernels::detail(context, canvas, area, item, kernel),
        Item::Transfer(transfer) => transfers::detail(context, canvas, area, transfer),
        Item::Fills(_) => screen(context, canvas, area),
        Item::Memory(site) => memory_sites::detail(context, canvas, area, site),
    }
}

/// One line that says which size is needed.
fn too_small(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let full =
        format!("zetop needs {MIN_WIDTH}x{MIN_HEIGHT}, this is {}x{}; q quits", area.width, area.height);
    let texts =
        [full, format!("needs {MIN_WIDTH}x{MIN_HEIGHT}; q quits"), format!("{MIN_WIDTH}x{MIN_HEIGHT}")];
    let text = texts.iter().find(|t| t.width() <= usize::from(area.width)).unwrap_or(&texts[2]);
    let y = area.y + area.height / 2;
    let x = area.x + area.width.saturating_sub(text.width() as u16) / 2;
    canvas.put(x, y, area.width, text, context.theme.warn);
}

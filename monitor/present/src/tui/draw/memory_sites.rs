//! Memory by the line that allocated it: the table, and everything about one line.

use super::facts;
use super::paint::{Canvas, Context, Pieces, padded, wrap};
use super::{sites, table};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use ratatui::style::Style;
use zetop_figures::snapshot::{Direction, MemorySite, Place, RunState};
use zetop_figures::sum::sum;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, List};

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let state = context.state.list(List::Memory);
    let sites = &context.snapshot.memory_sites;
    let live = sum(sites.iter().map(|site| site.live_bytes));
    let unknown = sum(sites.iter().filter(|site| !site.is_known).map(|site| site.live_bytes));
    let lines = format::many(state.total as u64, "line", "lines");
    let mut right =
        if state.order.len() == state.total { lines } else { format!("{} of {lines}", state.order.len()) };
    if unknown > 0 {
        right += &format!(", {} at known ones", format::bytes(live - unknown));
    }
    let title: Pieces = vec![("Memory by line".to_owned(), context.theme.title)];
    let inside = canvas.panel(context, area, Panel::MemorySites, &title, &right);
    table::draw(context, canvas, inside, List::Memory, "no allocation seen yet");
}

/// Rows that the panel needs for all of its lines.
pub fn height(context: Context<'_>) -> u16 {
    context.state.list(List::Memory).order.len().max(1) as u16 + 3
}

/// Everything about one line.
pub fn detail(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, site: &MemorySite) {
    let theme = context.theme;
    let item = Item::Memory(site);
    let graph = if area.height >= 16 { area.height / 3 } else { 0 };
    let main = Rect::new(area.x, area.y, area.width, area.height - graph);
    let title: Pieces = vec![(item.name().into_owned(), theme.title)];
    let inside =
        padded(canvas.panel(context, main, Panel::MemorySites, &title, "Esc goes back, ↑↓ next line"));
    let value = |field| item.value(field).map_or(format::NONE.to_owned(), |v| item.figure(field, v));
    let age = |ns: Option<u64>| ns.map_or(format::NONE.to_owned(), format::span);
    let facts = [
        ("kind", format!("{} memory", site.kind)),
        (live(context), format::bytes(site.live_bytes)),
        ("blocks", format::group(site.live_count)),
        ("share", value(Field::Share)),
        ("peak", format::bytes(site.peak_bytes)),
        ("allocations", format::group(site.allocations)),
        ("frees", format::group(site.frees)),
        (
            "allocated",
            if site.is_known { format::bytes(site.allocated_bytes) } else { format::NONE.to_owned() },
        ),
        ("oldest", age(site.oldest_ns)),
        ("average age", age(site.mean_age_ns)),
    ];
    let used = facts::draw(context, canvas, inside, &facts);
    let rest = Rect::new(inside.x, inside.y + used, inside.width, inside.height.saturating_sub(used));
    if site.is_known {
        sites::draw_tree(context, canvas, rest, &[site.site()], usize::from(rest.height));
    } else {
        let why = "No stack was copied, or none of its lines is known: bursts of allocations, threads on stacks of the \
                   program's own, code without tables, allocations before zetop came.";
        for (line, y) in wrap(why, usize::from(rest.width)).iter().zip(rest.y..rest.bottom()) {
            canvas.put(rest.x, y, rest.width, line, theme.dim);
        }
    }
    if graph > 0 {
        let below = Rect::new(area.x, main.bottom(), area.width, graph);
        let title: Pieces = vec![("Live bytes".to_owned(), theme.title)];
        let right = format!("last {}", format::span(site.levels.len() as u64 * 1_000_000_000));
        let inside = padded(canvas.panel(context, below, Panel::MemoryHistory, &title, &right));
        let levels: Vec<f64> = site.levels.iter().map(|bytes| *bytes as f64).collect();
        let top = levels.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        canvas.spark(inside, &levels, top, style(context, site.on), theme.dim);
    }
}

/// The colour of memory at a place.
pub fn style(context: Context<'_>, place: Place) -> Style {
    context.theme.direction(match place {
        Place::Host | Place::Pageable => Direction::HostToDevice,
        Place::Device | Place::Peer => Direction::DeviceToDevice,
        Place::Shared | Place::None => Direction::Shared,
    })
}

/// What the live bytes are called.
fn live(context: Context<'_>) -> &'static str {
    if context.snapshot.state == RunState::Exited { "never freed" } else { "live" }
}

//! The Kernels screen: table, histogram, raw stamps of recent launches.

use super::device::no_kernels;
use super::facts;
use super::paint::{Canvas, Context, Pieces, padded};
use super::table::groups;
use super::{latency, sites, table};
use crate::tui::state::Panel;
use ratatui::layout::Rect;
use zetop_figures::snapshot::{Kernel, KernelResources, Launches, RawStamps};
use zetop_figures::sum::sum;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item, List, find};

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let state = context.state.list(List::Kernels);
    let kernels = &context.snapshot.device.kernels;
    let launches = sum(kernels.iter().map(|k| k.launches));
    let shown = if state.order.len() == state.total {
        String::new()
    } else {
        format!("{} of {}, ", state.order.len(), state.total)
    };
    let (kinds, launches) = (
        format::many(kernels.len() as u64, "kernel", "kernels"),
        format::many(launches, "launch", "launches"),
    );
    let right = format!("{shown}{kinds}, {launches}");
    let mut title: Pieces = vec![("Kernels".to_owned(), context.theme.title)];
    if context.state.filter.is_by_range() {
        title.push((" figures of all launches, in any range".to_owned(), context.theme.dim));
    }
    let inside = canvas.panel(context, area, Panel::Kernels, &title, &right);
    table::draw(context, canvas, inside, List::Kernels, &no_kernels(context));
}

pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height < 17 {
        panel(context, canvas, area);
        return;
    }
    let rows = context.state.list(List::Kernels).order.len() as u16 + 3;
    let below = (area.height * 9 / 20).max(area.height.saturating_sub(rows)).min(area.height - 7);
    panel(context, canvas, Rect::new(area.x, area.y, area.width, area.height - below));
    let y = area.bottom() - below;
    if area.width < 100 {
        latency::panel(context, canvas, Rect::new(area.x, y, area.width, below));
        return;
    }
    let left = if area.width < 150 { area.width * 9 / 20 } else { area.width / 2 };
    latency::panel(context, canvas, Rect::new(area.x, y, left, below));
    stamps_panel(context, canvas, Rect::new(area.x + left, y, area.width - left, below));
}

pub fn stamps_panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let selected = context.state.list(List::Kernels).selected().and_then(|id| find(context.snapshot, id));
    match selected {
        Some(Item::Kernel(kernel) | Item::Other(kernel)) => stamps(context, canvas, area, kernel),
        _ => stamps(context, canvas, area, &Kernel::default()),
    }
}

/// Title, width, rank (higher ones are dropped first), and how to read it.
type StampColumn = (&'static str, u16, u8, fn(&RawStamps) -> String);

/// Cycles as the driver gave them; the durations beside them say how they were read.
const STAMPS: [StampColumn; 9] = [
    ("global start", 14, 4, |s| stamp(s.global_start)),
    ("context start", 14, 5, |s| stamp(s.context_start)),
    ("context end", 14, 5, |s| stamp(s.context_end)),
    ("global end", 14, 4, |s| stamp(s.global_end)),
    ("cycles", 9, 2, |s| s.context_end.wrapping_sub(s.context_start).min(999_999_999).to_string()),
    ("context", 8, 0, |s| format::time(s.context_ns)),
    ("global", 8, 1, |s| format::time(s.global_ns)),
    ("queued", 8, 3, |s| s.submit_ns.map_or(format::NONE.to_owned(), format::time)),
    ("lane", 6, 6, |s| format!("{}.{}", s.lane.0, s.lane.1)),
];

/// The end of a long number, which is the part that differs.
fn stamp(cycles: u64) -> String {
    const SHOWN: u64 = 10_000_000_000_000;
    if cycles < 10 * SHOWN { cycles.to_string() } else { format!("…{:013}", cycles % SHOWN) }
}

fn stamps(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, kernel: &Kernel) {
    let theme = context.theme;
    let title: Pieces = vec![("Recent launches".to_owned(), theme.title)];
    let right = if area.width > 60 { "stamps in cycles, newest first" } else { "newest first" };
    let inside = padded(canvas.panel(context, area, Panel::Stamps, &title, right));
    if kernel.recent.is_empty() {
        canvas.nothing(inside, theme, "no launch timed yet");
        return;
    }
    let mut columns: Vec<&StampColumn> = STAMPS.iter().collect();
    let width = |columns: &[&StampColumn]| columns.iter().map(|c| c.1 + 1).sum::<u16>();
    while width(&columns) > inside.width + 1 && columns.len() > 1 {
        let worst = columns.iter().map(|c| c.2).max().unwrap_or(0);
        columns.retain(|c| c.2 != worst);
    }
    // What is left over widens the gaps.
    let spare = (inside.width + 1).saturating_sub(width(&columns));
    let gap = 1 + (spare / (columns.len() as u16)).min(8);
    let mut x = inside.x;
    for (title, width, _, _) in columns.iter().copied() {
        canvas.put_right(Rect::new(x, inside.y, *width, 1), title, theme.dim);
        x += width + gap;
    }
    for (stamp, y) in kernel.recent.iter().rev().zip(inside.y + 1..inside.bottom()) {
        let mut x = inside.x;
        for (title, width, _, text) in columns.iter().copied() {
            let style = if *title == "context" { theme.strong } else { theme.text };
            canvas.put_right(Rect::new(x, y, *width, 1), &text(stamp), style);
            x += width + gap;
        }
    }
}

/// What a kernel needs to run. It limits how many groups run at the same time.
fn resources(needs: KernelResources) -> impl Iterator<Item = (&'static str, String)> {
    let KernelResources { registers, static_shared_bytes, dynamic_shared_bytes, local_bytes } = needs;
    let bytes = |bytes: u32| format::bytes(u64::from(bytes));
    let shared = format!("{} + {}", bytes(static_shared_bytes), bytes(dynamic_shared_bytes));
    let local = (local_bytes > 0).then(|| ("local/thread", bytes(local_bytes)));
    [("registers", registers.to_string()), ("shared", shared)].into_iter().chain(local)
}

/// Launches in and out of the caches.
fn temperatures(kernel: &Kernel) -> impl Iterator<Item = (&'static str, String)> {
    let some = |name: &'static str, of: &Option<Box<Launches>>| {
        let of = of.as_ref()?;
        let avg = of.avg_ns.map_or(format::NONE.to_owned(), format::time);
        Some((name, format!("{avg} in {}", format::many(of.timed, "launch", "launches"))))
    };
    [some("hot", &kernel.hot), some("cold", &kernel.cold)].into_iter().flatten()
}

/// Everything about one kernel.
pub fn detail(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, item: &Item<'_>, kernel: &Kernel) {
    let theme = context.theme;
    let title: Pieces = vec![(table::name(context, item).into_owned(), theme.title)];
    let stamps_height =
        if area.height >= 18 { (area.height * 2 / 5).min(kernel.recent.len().max(1) as u16 + 3) } else { 0 };
    let main = Rect::new(area.x, area.y, area.width, area.height - stamps_height);
    let inside = padded(canvas.panel(context, main, Panel::Latency, &title, "Esc goes back, ↑↓ next kernel"));
    let opt = |v: Option<f64>| v.map_or(format::NONE.to_owned(), format::time);
    let figure = |field| item.value(field).map_or(format::NONE.to_owned(), |value| item.figure(field, value));
    let shape = groups(kernel);
    let facts = [
        ("launches", format::group(kernel.launches)),
        ("timed", format::group(kernel.timed)),
        ("device", kernel.device.to_string()),
        ("total", figure(Field::Total)),
        ("share", figure(Field::Share)),
        ("min", figure(Field::Min)),
        ("avg", figure(Field::Avg)),
        ("max", figure(Field::Max)),
        ("queued", opt(kernel.submit_avg_ns)),
        ("host/launch", opt(kernel.host_avg_ns)),
        ("groups", if shape.is_empty() { format::NONE.to_owned() } else { shape }),
    ];
    let needs = kernel.resources.map(resources);
    let facts: Vec<(&str, String)> =
        facts.into_iter().chain(temperatures(kernel)).chain(needs.into_iter().flatten()).collect();
    let used = facts::draw(context, canvas, inside, &facts);
    let rest = Rect::new(inside.x, inside.y + used, inside.width, inside.height.saturating_sub(used));
    let used = sites::draw(context, canvas, rest, item);
    let rest = Rect::new(rest.x, rest.y + used, rest.width, rest.height.saturating_sub(used));
    latency::draw(context, canvas, rest, item);
    if stamps_height > 0 {
        stamps(context, canvas, Rect::new(area.x, main.bottom(), area.width, stamps_height), kernel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CUPTI counts nanoseconds since 1970; only their first digits were shown, which never change.
    #[test]
    fn of_long_stamps_the_end_is_shown() {
        assert_eq!(stamp(99_999_999_999_999), "99999999999999");
        assert_eq!(stamp(1_795_364_256_876_300_004), "…4256876300004");
    }

    #[test]
    fn what_a_kernel_needs_is_said() {
        let needs = KernelResources {
            registers: 232,
            static_shared_bytes: 0,
            dynamic_shared_bytes: 53_500,
            local_bytes: 16,
        };
        let said: Vec<(&str, String)> = resources(needs).collect();
        let text = |(name, value): &(&str, String)| format!("{name} {value}");
        assert_eq!(
            said.iter().map(text).collect::<Vec<_>>(),
            ["registers 232", "shared 0 B + 53.5 KB", "local/thread 16 B"]
        );
    }
}

//! The contents of a cell.

use crate::tui::draw::paint::Context;
use ratatui::style::Style;
use zetop_figures::snapshot::{About, Finding, Kernel, Role, Snapshot, Transfer};
use zetop_figures::view::columns::Column;
use zetop_figures::view::format;
use zetop_figures::view::items::{Field, Item};

pub fn text(context: Context<'_>, item: &Item<'_>, column: &Column) -> (String, Style) {
    let theme = context.theme;
    match column.field {
        Field::Direction => match item {
            Item::Transfer(transfer) => (transfer.direction.to_string(), theme.dim),
            _ => (String::new(), theme.dim),
        },
        Field::Shape => (shape(item), theme.dim),
        Field::Kind => match item {
            Item::Memory(site) => (site.kind.to_string(), theme.dim),
            _ => (String::new(), theme.dim),
        },
        Field::Note => note(context, item),
        field => match item.value(field) {
            // Most rows have none.
            None if matches!(field, Field::Bandwidth | Field::BandwidthBefore | Field::BandwidthChange)
                && !matches!(item, Item::Transfer(_)) =>
            {
                (String::new(), theme.dim)
            }
            None => (format::NONE.to_owned(), theme.dim),
            Some(value) => (item.figure(field, value), style(context, item, field, value)),
        },
    }
}

fn style(context: Context<'_>, item: &Item<'_>, field: Field, value: f64) -> Style {
    let theme = context.theme;
    match field {
        Field::Errors if value > 0.0 && !are_answers(item) => theme.bad,
        Field::Errors | Field::Min | Field::P50 | Field::P90 | Field::Max | Field::Submit => theme.dim,
        Field::Share | Field::Bandwidth => theme.strong,
        Field::BandwidthBefore => theme.dim,
        Field::ShareChange | Field::AvgChange | Field::BandwidthChange => match trend(item, field, value) {
            Trend::Better => theme.good,
            Trend::Worse => theme.bad,
            Trend::Neither if value.abs() < SMALL_CHANGE => theme.dim,
            Trend::Neither => theme.text,
        },
        Field::Rate if value == 0.0 => theme.dim,
        _ => theme.text,
    }
}

/// Nothing but errors that the caller asks for.
fn are_answers(item: &Item<'_>) -> bool {
    matches!(item, Item::Api(api) if api.errors <= api.expected_errors)
}

/// Smaller changes are neither better nor worse: %, or points.
const SMALL_CHANGE: f64 = 2.0;

/// What a change means for the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trend {
    Better,
    Worse,
    Neither,
}

fn trend(item: &Item<'_>, field: Field, change: f64) -> Trend {
    let worse = match field {
        Field::BandwidthChange => -change,
        // A copy of more bytes and a wait for more work take longer, and are no worse for that.
        Field::AvgChange if is_longer_for_more(item) => 0.0,
        Field::AvgChange => change,
        // What takes the place of something worse has a larger share.
        _ => 0.0,
    };
    match worse {
        w if w > SMALL_CHANGE => Trend::Worse,
        w if w < -SMALL_CHANGE => Trend::Better,
        _ => Trend::Neither,
    }
}

fn is_longer_for_more(item: &Item<'_>) -> bool {
    match item {
        Item::Transfer(_) | Item::Fills(_) => true,
        Item::Api(api) => api.role == Role::Wait,
        _ => false,
    }
}

fn shape(item: &Item<'_>) -> String {
    match item {
        Item::Kernel(kernel) => groups(kernel),
        Item::Transfer(transfer) => sizes(transfer),
        _ => String::new(),
    }
}

/// `4096×4096 of 16×16`; dimensions of 1 at the end go without saying.
pub fn groups(kernel: &Kernel) -> String {
    if kernel.group_count == [0; 3] && kernel.group_size == [0; 3] {
        return String::new();
    }
    let dims = |d: [u32; 3]| {
        let used = d.iter().rposition(|n| *n > 1).map_or(1, |at| at + 1);
        d[..used].iter().map(u32::to_string).collect::<Vec<_>>().join("×")
    };
    // The size is unknown for kernels that were set up before an attach.
    if kernel.group_size == [0; 3] {
        return dims(kernel.group_count);
    }
    format!("{} of {}", dims(kernel.group_count), dims(kernel.group_size))
}

/// The range of sizes that the copies have: `4–16 MiB`, `≤ 8 KiB`.
pub fn sizes(transfer: &Transfer) -> String {
    let used: Vec<Option<u64>> = transfer.by_size.iter().filter(|s| s.ops > 0).map(|s| s.up_to).collect();
    let (Some(first), Some(last)) = (used.first(), used.last()) else { return String::new() };
    let high = format::size_limit(*last);
    let low = match first {
        None => return high,
        Some(n) if *n <= 8192 => return format!("≤ {high}").replace("≤ >", ">"),
        Some(n) => format::size_limit(Some(n / 2)),
    };
    let high = high.replace("> ", ">");
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{high}"),
        _ => format!("{low}–{high}"),
    }
}

fn note(context: Context<'_>, item: &Item<'_>) -> (String, Style) {
    let theme = context.theme;
    match item {
        Item::Kernel(kernel) | Item::Other(kernel) => match kernel.submit_avg_ns {
            Some(ns) => (format!("queued {}", format::time(ns)), theme.dim),
            None => (String::new(), theme.dim),
        },
        Item::Transfer(transfer) => match finding(context.snapshot, item) {
            Some(finding) => (format!("◂ {}", finding.id.replace('-', " ")), theme.warn),
            None if transfer.timed == 0 => ("not timed".to_owned(), theme.warn),
            None => (String::new(), theme.dim),
        },
        _ => (String::new(), theme.dim),
    }
}

/// What there is to say about a row.
pub fn finding<'a>(snapshot: &'a Snapshot, item: &Item<'_>) -> Option<&'a Finding> {
    let current = |finding: &&Finding| finding.over_ns.is_none();
    snapshot.findings.iter().filter(current).find(|finding| match (&finding.about, item) {
        (About::Api(id) | About::Failing(id), Item::Api(api)) => *id == api.id,
        (About::Transfer { src, dst, device }, Item::Transfer(t)) => {
            (&**src, &**dst, *device) == (&*t.src.kind, &*t.dst.kind, t.device)
        }
        _ => false,
    })
}

/// What the same sizes in the same direction reach between other kinds of memory, if that is at least a third
/// more; measured for the size class that moved most of the bytes.
pub fn slow_kind(snapshot: &Snapshot, transfer: &Transfer) -> Option<f64> {
    let class = transfer.by_size.iter().max_by_key(|class| class.bytes)?;
    let own = class.bandwidth_gbps?;
    snapshot
        .device
        .transfers
        .iter()
        .filter(|other| other.direction == transfer.direction && other.device == transfer.device)
        .filter(|other| (&other.src, &other.dst) != (&transfer.src, &transfer.dst))
        .flat_map(|other| &other.by_size)
        .filter(|other| other.up_to == class.up_to && other.ops > 0)
        .filter_map(|other| other.bandwidth_gbps)
        .filter(|other| *other >= own * 1.33)
        .max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::Api;

    /// The demonstration's fix: copies from better memory take the place of those from malloc'd memory.
    #[test]
    fn colours_follow_better_and_worse_and_not_up_and_down() {
        let (transfer, kernel) = (Transfer::default(), Kernel::default());
        let (copy, kernel) = (Item::Transfer(&transfer), Item::Kernel(&kernel));
        let wait = Api { role: Role::Wait, ..Api::default() };
        let (wait, other) = (Item::Api(&wait), Api::default());
        for (item, field, change, expected) in [
            (&copy, Field::ShareChange, 80.0, Trend::Neither),
            (&copy, Field::ShareChange, -80.0, Trend::Neither),
            (&copy, Field::BandwidthChange, 97.0, Trend::Better),
            (&copy, Field::BandwidthChange, -30.0, Trend::Worse),
            (&copy, Field::AvgChange, 900.0, Trend::Neither),
            (&wait, Field::AvgChange, 900.0, Trend::Neither),
            (&kernel, Field::AvgChange, 40.0, Trend::Worse),
            (&Item::Api(&other), Field::AvgChange, -40.0, Trend::Better),
            (&kernel, Field::AvgChange, 1.0, Trend::Neither),
        ] {
            assert_eq!(trend(item, field, change), expected, "{field:?} {change}");
        }
    }

    #[test]
    fn errors_that_are_answers_are_not_red() {
        let api = |expected_errors| Api { errors: 5, expected_errors, ..Api::default() };
        assert!(are_answers(&Item::Api(&api(5))) && !are_answers(&Item::Api(&api(4))));
    }
}

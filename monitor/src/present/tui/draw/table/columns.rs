//! Which columns each table has, and which of them a width has room for.

use crate::present::tui::draw::paint::Context;
use crate::present::tui::items::{Field, List};

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub field: Field,
    pub title: &'static str,
    pub width: u16,
    /// Columns with a higher number go first when it gets narrow.
    pub rank: u8,
    /// The share as a bar; takes what width is left.
    pub bar: bool,
}

const fn column(rank: u8, field: Field, title: &'static str, width: u16) -> Column {
    Column { field, title, width, rank, bar: false }
}

const BAR: Column = Column { field: Field::Share, title: "", width: 6, rank: 6, bar: true };

pub fn of(list: List, context: Context<'_>) -> Vec<Column> {
    let mut columns = match list {
        List::Api => api(context),
        List::Device => device(context),
        List::Kernels => kernels(context),
        List::Transfers => transfers(context),
    };
    if context.state.baseline.is_none() {
        let of_baseline =
            [Field::BandwidthBefore, Field::BandwidthChange, Field::ShareChange, Field::AvgChange];
        columns.retain(|c| !of_baseline.contains(&c.field));
    }
    if context.snapshot.devices.len() < 2 {
        columns.retain(|c| c.field != Field::Device);
    }
    columns
}

fn api(context: Context<'_>) -> Vec<Column> {
    // Errors are rare, and functions that have some stand out by their colour anyway.
    let errors = if context.snapshot.host.errors > 0 { 7 } else { 12 };
    vec![
        column(0, Field::Name, "function", 0),
        column(2, Field::Calls, "calls", 7),
        column(5, Field::Rate, "/s", 4),
        column(errors, Field::Errors, "errors", 7),
        column(3, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(10, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(8, Field::P50, "p50", 7),
        column(9, Field::P90, "p90", 7),
        column(4, Field::P99, "p99", 7),
        column(7, Field::Max, "max", 7),
    ]
}

fn device(_: Context<'_>) -> Vec<Column> {
    vec![
        column(0, Field::Name, "kernel or copy", 0),
        column(2, Field::Device, "dev", 3),
        column(6, Field::Shape, "sizes", 17),
        column(1, Field::Bandwidth, "GB/s", 6),
        column(1, Field::BandwidthBefore, "before", 6),
        column(2, Field::BandwidthChange, "Δ GB/s", 7),
        column(4, Field::Calls, "runs", 7),
        column(2, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(3, Field::ShareChange, "Δ share", 8),
        column(11, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(5, Field::P99, "p99", 7),
        column(9, Field::Max, "max", 7),
        column(7, Field::Note, "", 19),
    ]
}

fn kernels(_: Context<'_>) -> Vec<Column> {
    vec![
        column(0, Field::Name, "kernel", 0),
        column(2, Field::Device, "dev", 3),
        column(2, Field::Calls, "runs", 7),
        column(3, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(9, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(8, Field::P50, "p50", 7),
        column(4, Field::P99, "p99", 7),
        column(7, Field::Max, "max", 7),
        column(5, Field::Submit, "queued", 7),
        column(6, Field::HostPer, "host/run", 8),
        column(7, Field::Shape, "groups of size", 23),
    ]
}

fn transfers(_: Context<'_>) -> Vec<Column> {
    vec![
        column(0, Field::Name, "from→to", 0),
        column(2, Field::Device, "dev", 3),
        column(8, Field::Direction, "kind", 6),
        column(4, Field::Shape, "sizes", 17),
        column(3, Field::Calls, "ops", 7),
        column(2, Field::Bytes, "bytes", 7),
        column(1, Field::Bandwidth, "GB/s", 6),
        column(1, Field::BandwidthBefore, "before", 6),
        column(2, Field::BandwidthChange, "Δ GB/s", 7),
        column(5, Field::Total, "total", 7),
        column(2, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(10, Field::Min, "min", 7),
        column(7, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(9, Field::P99, "p99", 7),
        column(11, Field::Max, "max", 7),
        column(6, Field::Throughput, "thrput", 6),
    ]
}

/// Columns with their places.
pub struct Layout {
    /// (column, offset from the left, width)
    pub columns: Vec<(Column, u16, u16)>,
}

impl Layout {
    pub fn new(mut columns: Vec<Column>, longest_name: usize, width: usize) -> Layout {
        // The mark of the selected row stands before the name.
        let wanted = longest_name + 1;
        let least = wanted.min((width * 9 / 20).clamp(14, 34));
        let need = |kept: &[Column]| least + kept.iter().map(|c| usize::from(c.width) + 1).sum::<usize>();
        let mut ranks: Vec<u8> = columns.iter().map(|c| c.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        while columns.len() > 1 {
            let others: Vec<Column> = columns.iter().copied().filter(|c| c.field != Field::Name).collect();
            if need(&others) <= width {
                break;
            }
            // Of the least important ones the last goes first.
            let worst = columns.iter().map(|c| c.rank).max().unwrap_or(0);
            match columns.iter().rposition(|c| c.rank == worst && c.field != Field::Name) {
                Some(at) => columns.remove(at),
                None => break,
            };
        }
        Layout::place(columns, wanted, width)
    }

    fn place(columns: Vec<Column>, wanted: usize, width: usize) -> Layout {
        let others: usize =
            columns.iter().filter(|c| c.field != Field::Name).map(|c| usize::from(c.width)).sum();
        let gaps = columns.len() - 1;
        let mut gap = 1;
        let mut name = wanted.min(width.saturating_sub(others + gaps)).max(1);
        let mut left = width.saturating_sub(name + others + gaps);
        // Room that is left first lengthens the bar a little, then widens the gaps, then the bar again.
        let has_bar = columns.iter().any(|c| c.bar);
        let mut bar = 0;
        if has_bar {
            bar = left.min(8);
            left -= bar;
        }
        while gap < 4 && gaps > 0 && left >= gaps {
            gap += 1;
            left -= gaps;
        }
        if has_bar {
            let more = left.min(60);
            bar += more;
            left -= more;
        }
        name += left;
        let mut x = 0;
        let columns = columns
            .into_iter()
            .map(|c| {
                let width = match c {
                    c if c.field == Field::Name => name,
                    c if c.bar => usize::from(c.width) + bar,
                    c => usize::from(c.width),
                };
                let placed = (c, x as u16, width as u16);
                x += width + gap;
                placed
            })
            .collect();
        Layout { columns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn columns() -> Vec<Column> {
        vec![
            column(0, Field::Name, "function", 0),
            column(2, Field::Calls, "calls", 7),
            column(3, Field::Avg, "avg", 7),
            column(1, Field::Share, "share", 7),
            BAR,
        ]
    }

    fn fields(width: usize) -> Vec<Field> {
        Layout::new(columns(), 20, width).columns.iter().map(|(c, ..)| c.field).collect()
    }

    #[test]
    fn the_least_important_go_first() {
        assert_eq!(fields(60), [Field::Name, Field::Calls, Field::Avg, Field::Share, Field::Share]);
        assert_eq!(fields(42), [Field::Name, Field::Calls, Field::Avg, Field::Share]);
        assert_eq!(fields(30), [Field::Name, Field::Calls, Field::Share]);
        assert_eq!(fields(12), [Field::Name]);
    }

    proptest! {
        #[test]
        fn columns_never_overlap_or_overflow(width in 16usize..260, name in 1usize..80) {
            let layout = Layout::new(columns(), name, width);
            let mut end = 0;
            for (i, (_, x, w)) in layout.columns.iter().enumerate() {
                prop_assert!(i == 0 || *x > end);
                end = x + w - u16::from(*w > 0);
                prop_assert!(usize::from(x + w) <= width, "{x}+{w} of {width}");
            }
        }
    }
}

//! Which columns of each table a width has room for.

use crate::tui::draw::paint::Context;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::columns::Column;
use zetop_figures::view::items::{Field, List};

pub fn columns_for(list: List, context: Context<'_>) -> Vec<Column> {
    let mut columns = context.state.columns.columns_for(list, context.snapshot.host.errors > 0);
    if context.state.baseline.is_none() {
        let of_baseline =
            [Field::BandwidthBefore, Field::BandwidthChange, Field::ShareChange, Field::AvgChange];
        columns.retain(|c| !of_baseline.contains(&c.field));
    }
    if context.snapshot.device.kernels.iter().all(|kernel| kernel.cold.is_none()) {
        columns.retain(|c| ![Field::Hot, Field::Cold].contains(&c.field));
    }
    if context.snapshot.devices.len() < 2 {
        columns.retain(|c| c.field != Field::Device);
    }
    columns
}

/// Columns with their places.
pub struct Layout {
    /// (column, offset from the left, width)
    pub columns: Vec<(Column, u16, u16)>,
}

impl Layout {
    pub fn new(mut columns: Vec<Column>, longest_name: usize, width: usize) -> Layout {
        // The mark of the selected row is before the name.
        let wanted = longest_name + 1;
        let title = columns.iter().filter(|c| c.field == Field::Name).map(|c| c.title.width()).max();
        let least = wanted.min((width * 9 / 20).clamp(14, 34)).max(title.unwrap_or(0) + 1);
        let need = |kept: &[Column]| least + kept.iter().map(|c| usize::from(c.width) + 1).sum::<usize>();
        let mut ranks: Vec<u8> = columns.iter().map(|c| c.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        while columns.len() > 1 {
            let others: Vec<Column> = columns.iter().copied().filter(|c| c.field != Field::Name).collect();
            if need(&others) <= width {
                break;
            }
            // Among equally unimportant ones, the last goes first.
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
        // Spare room first lengthens the bar a little, then widens the gaps, then the bar again.
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
    use zetop_figures::view::columns::{BAR, column};

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

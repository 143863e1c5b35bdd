//! How times are distributed: bars of characters, all series over the same buckets.

use crate::outcome::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;
use zetop_figures::view::format;

/// How many columns the longest bar has at most and at least.
const WIDEST: usize = 30;
const NARROWEST: usize = 5;
/// The times, and what is beside a bar.
const TIME: usize = 8;
const COUNT: usize = 10;

/// Empty where no distribution was taken; `room`: the width of the terminal.
pub(super) fn bars(outcome: &Outcome, ascii: bool, room: Option<usize>) -> String {
    let of = &outcome.distributions;
    if of.is_empty() {
        return String::new();
    }
    let mut rows: BTreeMap<(u64, u64), Vec<u64>> = BTreeMap::new();
    for (number, distribution) in of.iter().enumerate() {
        for (low, high, count) in &distribution.buckets {
            rows.entry((*low, *high)).or_insert_with(|| vec![0; of.len()])[number] += count;
        }
    }
    let each = |room: usize| (room.saturating_sub(TIME) / of.len()).saturating_sub(COUNT);
    let width = room.map_or(WIDEST, |room| each(room).clamp(NARROWEST, WIDEST));
    let most = rows.values().flatten().copied().max().unwrap_or(1).max(1);
    let mark = if ascii { "#" } else { "█" };
    let mut out = String::new();
    // Writing to a String can't fail.
    let _ = write!(out, "{:>TIME$}", "from");
    for distribution in of {
        let _ = write!(out, "  {:<1$}", distribution.series, width + COUNT - 2);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    for ((low, _), counts) in rows {
        let mut line = format!("{:>TIME$}", format::time(low as f64));
        for count in counts {
            // What is there at all is seen.
            let length = (count as usize * width).div_ceil(most as usize);
            let _ = write!(
                line,
                "  {:>7} {:<width$}",
                if count > 0 { format::count(count) } else { String::new() },
                mark.repeat(length)
            );
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

//! What the columns of a sparkline mean: how much time each has, and when.

use super::paint::{Canvas, Context};
use crate::tui::state::{COLUMN_INTERVALS, DashboardState};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::History;
use zetop_figures::view::format;

/// Distances between labels of the time axis, s.
const STEPS: [u64; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200];
/// Columns that a label needs with the space before it.
const LABEL: u64 = 8;

/// The columns of a sparkline, newest at the right edge.
pub struct Columns {
    width: u16,
    /// Intervals per column, and the length of an interval.
    group: u64,
    interval_ns: u64,
    /// Number of the first interval of the values.
    first: u64,
    /// Columns that have values.
    used: u16,
    /// Columns between the mark of the baseline and the right edge.
    mark: Option<u16>,
}

impl Columns {
    pub fn new(history: &History, state: &DashboardState, width: u16) -> Self {
        let group = COLUMN_INTERVALS[state.column.min(COLUMN_INTERVALS.len() - 1)];
        let interval_ns = history.interval_ns.max(1);
        let mut this = Self { width, group, interval_ns, first: history.first, used: 0, mark: None };
        this.used = this.groups(history.calls_per_s.len()).min(u64::from(width)) as u16;
        let ago = |marked: u64| state.snapshot.elapsed_ns.saturating_sub(marked);
        this.mark = state.baseline.as_ref().and_then(|b| {
            u16::try_from(ago(b.elapsed_ns) / this.column_ns()).ok().filter(|back| *back < this.used)
        });
        this
    }

    fn column_ns(&self) -> u64 {
        self.group * self.interval_ns
    }

    /// Number of columns for a number of values. Columns begin at multiples of their length, so that a value
    /// does not wander from one to the next.
    fn groups(&self, values: usize) -> u64 {
        if values == 0 {
            return 0;
        }
        (self.first + values as u64 - 1) / self.group - self.first / self.group + 1
    }

    /// The mean of each column, as many as there is room for.
    pub fn averaged(&self, values: &[f64]) -> Vec<f64> {
        let mut means: Vec<(f64, u32)> = vec![(0.0, 0); self.groups(values.len()) as usize];
        for (at, value) in (self.first..).zip(values) {
            let (sum, count) = &mut means[(at / self.group - self.first / self.group) as usize];
            *sum += value;
            *count += 1;
        }
        let skipped = means.len().saturating_sub(usize::from(self.width));
        means.into_iter().skip(skipped).map(|(sum, count)| sum / f64::from(count.max(1))).collect()
    }

    /// `last 47 s, 500 ms a column`, for the title.
    pub fn title(&self) -> String {
        if self.used == 0 {
            return String::new();
        }
        let span = format::span(u64::from(self.used) * self.column_ns());
        if self.group == 1 {
            return format!("last {span}");
        }
        format!("last {span}, {} a column", short(self.column_ns()))
    }
}

/// `500 ms`, `2 s`.
fn short(ns: u64) -> String {
    if ns.is_multiple_of(1_000_000_000) {
        format!("{} s", ns / 1_000_000_000)
    } else {
        format!("{} ms", ns / 1_000_000)
    }
}

/// Labels of time below the sparklines, and where the baseline was marked.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, columns: &Columns) {
    let theme = context.theme;
    let per_step = |seconds: u64| seconds * 1_000_000_000 / columns.column_ns();
    let Some(step) = STEPS.into_iter().find(|s| per_step(*s) >= LABEL) else { return };
    let mark = columns.mark.map(|back| area.right() - 1 - back);
    for n in 1.. {
        let back = per_step(step * n);
        if back >= u64::from(columns.used) {
            break;
        }
        let label = format!("−{}", format::span(step * n * 1_000_000_000));
        let end = area.right() - 1 - back as u16;
        let Some(x) = (end + 1).checked_sub(label.width() as u16).filter(|x| *x >= area.x) else { break };
        // The mark is more important than a label that it would cut.
        if mark.is_some_and(|mark| (x.saturating_sub(1)..=end + 1).contains(&mark)) {
            continue;
        }
        canvas.put(x, area.y, label.width() as u16, &label, theme.dim);
    }
    if let Some(mark) = mark {
        canvas.put(mark, area.y, 1, "▲", theme.accent);
    }
}

/// The column in which the baseline was marked, in the colour of the mark.
pub fn mark(context: Context<'_>, canvas: &mut Canvas<'_>, spark: Rect, columns: &Columns) {
    let Some(back) = columns.mark else { return };
    let x = spark.right() - 1 - back;
    for y in spark.top()..spark.bottom() {
        let cell = &mut canvas.buffer[(x, y)];
        if cell.symbol() == " " {
            cell.set_symbol("│");
        }
        cell.set_style(context.theme.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(first: u64, group: u64, width: u16) -> Columns {
        Columns { width, group, interval_ns: 250_000_000, first, used: width, mark: None }
    }

    #[test]
    fn values_stay_in_their_column_as_time_goes_on() {
        let values: Vec<f64> = (0..12).map(f64::from).collect();
        // Intervals 3 to 14 in columns of four: 3 | 4-7 | 8-11 | 12-14.
        assert_eq!(columns(3, 4, 80).averaged(&values), [0.0, 2.5, 6.5, 10.0]);
        // The oldest has gone: the others stay where they were.
        assert_eq!(columns(4, 4, 80).averaged(&values[1..]), [2.5, 6.5, 10.0]);
        assert_eq!(columns(3, 4, 2).averaged(&values), [6.5, 10.0]);
        assert_eq!(columns(3, 1, 80).averaged(&values), values);
        assert_eq!(columns(3, 8, 80).averaged(&[]), [0.0; 0]);
    }
}

//! The figures as a plot of characters: a letter for each series, a column for each place on the axis.

mod tick_labels;

use super::table::number;
use crate::outcome::Outcome;
use std::fmt::Write;

const HEIGHT: usize = 16;
const PLACE_WIDTH: usize = 5;
/// Width of the plot, in columns, where stdout is no terminal.
const DEFAULT_WIDTH: usize = 100;
/// Limits of the plot's width on a terminal, however narrow or wide that is.
const MIN_WIDTH: usize = 10;
const MAX_WIDTH: usize = 190;
/// Columns left of the plot: the labels of the vertical axis.
const LABELS_WIDTH: usize = 10;
/// Offsets of a place's columns from its middle one, in the order in which they are filled.
const PLACE_OFFSETS: [isize; 4] = [0, 1, -1, 2];
/// Drawn where the letters of several series coincide.
const OVERLAP: char = '*';
/// Ratio of the largest to the smallest value above which a scale is logarithmic.
const LOGARITHMIC_FROM: f64 = 5.0;

/// The vertical axis: maps values to positions from 0 to 1.
pub(super) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// The smallest positive value, also where the scale begins at zero.
    smallest: f64,
}

impl Scale {
    /// `None` if no value is positive.
    pub(super) fn from_values(values: impl Iterator<Item = f64>) -> Option<Self> {
        let positive = values.filter(|value| *value > 0.0);
        let (low, high) = positive.fold((f64::MAX, 0.0_f64), |(l, h), value| (l.min(value), h.max(value)));
        if high <= 0.0 {
            return None;
        }
        let logarithmic = high / low > LOGARITHMIC_FROM;
        Some(Self { low: if logarithmic { low } else { 0.0 }, high, logarithmic, smallest: low })
    }

    /// A scale that begins at the smallest value, not at zero: for the shades of a heat map, which use the whole range.
    pub(super) fn from_smallest(self) -> Self {
        Self { low: self.smallest, ..self }
    }

    pub(super) fn is_logarithmic(&self) -> bool {
        self.logarithmic
    }

    pub(super) fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// 0 at the low end, 1 at the high one.
    pub(super) fn position(&self, value: f64) -> f64 {
        let share = match self.logarithmic {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 }
    }

    fn value(&self, share: f64) -> f64 {
        match self.logarithmic {
            true => self.low * (self.high / self.low).powf(share),
            false => self.low + (self.high - self.low) * share,
        }
    }
}

/// Empty when there is nothing to draw; `room`: the width of the terminal.
pub(super) fn plot(outcome: &Outcome, ascii: bool, room: Option<usize>, has_colors: bool) -> String {
    let mut places: Vec<u64> = outcome.rows.iter().map(|row| row.x).collect();
    places.sort_unstable();
    places.dedup();
    let series = outcome.series();
    let all = series.iter().flat_map(|series| outcome.points(series, 0)).map(|(_, figure)| figure.median);
    let Some(scale) = Scale::from_values(all) else { return String::new() };
    let most =
        room.map_or(DEFAULT_WIDTH, |room| room.saturating_sub(LABELS_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH));
    // A column of its own for each place, or as many as there is room for.
    let roomy = places.len() * PLACE_WIDTH <= most;
    let width = if roomy { places.len() * PLACE_WIDTH } else { most };
    let column = |place: usize| match roomy {
        true => place * PLACE_WIDTH + PLACE_WIDTH / 2,
        false => place * most / places.len(),
    };
    let mut grid = vec![vec![' '; width]; HEIGHT];
    for (number, name) in series.iter().enumerate() {
        for (x, figure) in outcome.points(name, 0) {
            let Ok(place) = places.binary_search(&x) else { continue };
            let row = HEIGHT - 1 - (scale.position(figure.median) * (HEIGHT - 1) as f64).round() as usize;
            // Series with the same value stand side by side where a place has several columns.
            let middle = column(place);
            let beside = if roomy { &PLACE_OFFSETS[..] } else { &PLACE_OFFSETS[..1] };
            let mut at = beside.iter().map(|offset| middle.saturating_add_signed(*offset));
            let is_free = |at: &usize| [' ', letter(number)].contains(&grid[row][*at]);
            match at.find(is_free) {
                Some(at) => grid[row][at] = letter(number),
                None => grid[row][middle] = OVERLAP,
            }
        }
    }
    let (bar, corner, line) = if ascii { ('|', '+', '-') } else { ('│', '└', '─') };
    let measure = outcome.measures.first();
    let mut out = String::new();
    // Writing to a String can't fail.
    let _ = writeln!(
        out,
        "{}{}",
        measure.map_or("", |measure| measure.unit),
        if scale.is_logarithmic() { ", logarithmic" } else { "" }
    );
    for (at, row) in grid.iter().enumerate() {
        let label = match at.is_multiple_of(5) {
            true => number(scale.value((HEIGHT - 1 - at) as f64 / (HEIGHT - 1) as f64)),
            false => String::new(),
        };
        let row: String = row.iter().collect();
        let row: String = row.trim_end().chars().map(|letter| colored(letter, has_colors)).collect();
        let _ = writeln!(out, "{}", format!("{label:>8} {bar}{row}").trim_end());
    }
    let _ = writeln!(out, "{:>8} {corner}{}", "", line.to_string().repeat(width));
    let short = |x: u64| (outcome.axis.show)(x).replace(' ', "").replace("iB", "");
    let labels: Vec<_> = places.iter().enumerate().map(|(at, x)| (column(at), short(*x))).collect();
    let _ = writeln!(out, "{:>8}  {}", "", tick_labels::line(&labels, width));
    for (number, name) in series.iter().enumerate() {
        let _ = writeln!(out, "{:>8}  {} {name}", "", colored(letter(number), has_colors));
    }
    if grid.iter().flatten().any(|cell| *cell == OVERLAP) {
        let _ = writeln!(out, "{:>8}  {OVERLAP} several", "");
    }
    out
}

/// A letter in the colour of its series, in the plot and in the legend below it.
fn colored(letter: char, has_colors: bool) -> String {
    /// ANSI colours that can be read on a dark and on a light background.
    const COLORS: [u8; 6] = [34, 31, 32, 35, 36, 33];
    if !has_colors || !letter.is_ascii_lowercase() {
        return letter.to_string();
    }
    let color = COLORS[usize::from(letter as u8 - b'a') % COLORS.len()];
    format!("\x1b[1;{color}m{letter}\x1b[0m")
}

fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

//! The figures as a plot of characters: a letter for each series, a column for each place on the axis.

mod marks;

use super::table::number;
use crate::outcome::Outcome;
use std::fmt::Write;

const HEIGHT: usize = 16;
const COLUMN: usize = 5;
/// Columns at most, where no terminal sets a limit.
const WIDTH: usize = 100;
/// The same on a terminal, however wide or narrow it is.
const NARROWEST: usize = 10;
const WIDEST: usize = 190;
/// What is on the left of them.
const LEFT: usize = 10;
/// Columns of a place, the middle one first.
const BESIDE: [isize; 4] = [0, 1, -1, 2];
/// Where more than one letter belongs.
const SEVERAL: char = '*';
/// A scale that spans more than this is logarithmic.
const WIDE: f64 = 5.0;

/// The scale of the values.
pub(super) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Of the values.
    smallest: f64,
}

impl Scale {
    /// None without any value.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let positive = values.filter(|value| *value > 0.0);
        let (low, high) = positive.fold((f64::MAX, 0.0_f64), |(l, h), value| (l.min(value), h.max(value)));
        if high <= 0.0 {
            return None;
        }
        let logarithmic = high / low > WIDE;
        Some(Self { low: if logarithmic { low } else { 0.0 }, high, logarithmic, smallest: low })
    }

    /// Not from zero: for shades, which are to differ.
    pub(super) fn above_smallest(self) -> Self {
        Self { low: self.smallest, ..self }
    }

    pub(super) fn is_logarithmic(&self) -> bool {
        self.logarithmic
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// 0 at the low end, 1 at the high one.
    pub(super) fn share(&self, value: f64) -> f64 {
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
    let Some(scale) = Scale::of(all) else { return String::new() };
    let most = room.map_or(WIDTH, |room| room.saturating_sub(LEFT).clamp(NARROWEST, WIDEST));
    // A column of its own for each place, or as many as there is room for.
    let roomy = places.len() * COLUMN <= most;
    let width = if roomy { places.len() * COLUMN } else { most };
    let column = |place: usize| match roomy {
        true => place * COLUMN + COLUMN / 2,
        false => place * most / places.len(),
    };
    let mut grid = vec![vec![' '; width]; HEIGHT];
    for (number, name) in series.iter().enumerate() {
        for (x, figure) in outcome.points(name, 0) {
            let Ok(place) = places.binary_search(&x) else { continue };
            let row = HEIGHT - 1 - (scale.share(figure.median) * (HEIGHT - 1) as f64).round() as usize;
            // In a place's own columns, those that meet stand side by side.
            let middle = column(place);
            let beside = if roomy { &BESIDE[..] } else { &BESIDE[..1] };
            let mut at = beside.iter().map(|offset| middle.saturating_add_signed(*offset));
            let is_free = |at: &usize| [' ', letter(number)].contains(&grid[row][*at]);
            match at.find(is_free) {
                Some(at) => grid[row][at] = letter(number),
                None => grid[row][middle] = SEVERAL,
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
    let _ = writeln!(out, "{:>8}  {}", "", marks::line(&labels, width));
    for (number, name) in series.iter().enumerate() {
        let _ = writeln!(out, "{:>8}  {} {name}", "", colored(letter(number), has_colors));
    }
    if grid.iter().flatten().any(|cell| *cell == SEVERAL) {
        let _ = writeln!(out, "{:>8}  {SEVERAL} several", "");
    }
    out
}

/// A series has its colour in the plot and below it.
fn colored(letter: char, has_colors: bool) -> String {
    /// Those of a terminal that are seen on a dark and on a light background.
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

//! Heat maps in SVG: all maps of a benchmark in one picture, two beside each other.

use crate::outcome::Outcome;
use crate::present::map::{self, Map};
use crate::present::table::number;
use anyhow::{Result, anyhow, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const CELL: (i32, i32) = (46, 26);
/// Room for the names of rows, for a map's title with the columns' names, and around a map.
const LEFT: i32 = 80;
const TOP: i32 = 52;
const GAP: i32 = 24;
/// Room for the picture's title.
const TITLE: i32 = 40;
/// From the smallest value to the largest: light to dark, told apart by most people.
const COLORS: [RGBColor; 5] = [
    RGBColor(255, 255, 217),
    RGBColor(199, 233, 180),
    RGBColor(65, 182, 196),
    RGBColor(34, 94, 168),
    RGBColor(8, 29, 88),
];

/// # Errors
/// When there is nothing to draw.
pub(super) fn maps(outcome: &Outcome) -> Result<String> {
    let maps = map::maps(outcome);
    ensure!(maps.iter().any(|map| map.scale().is_some()), "no figures to draw");
    let size = |map: &Map<'_>| {
        let (columns, rows) = (map.columns.len() as i32, map.rows.len() as i32);
        (LEFT + CELL.0 * columns + GAP, TOP + CELL.1 * rows + GAP)
    };
    let sizes = || maps.iter().map(size);
    let (width, height) = sizes().fold((0, 0), |(w, h), (width, height)| (w.max(width), h.max(height)));
    let across = maps.len().clamp(1, 2) as i32;
    let down = maps.len().div_ceil(across as usize) as i32;
    let mut text = String::new();
    {
        let whole = ((across * width).max(640) as u32, (TITLE + down * height) as u32);
        let area = SVGBackend::with_string(&mut text, whole).into_drawing_area();
        area.fill(&WHITE).map_err(|e| anyhow!("{e}"))?;
        let unit = outcome.measures.first().map_or("", |measure| measure.unit);
        let title = format!("zetop bench {}: {} ({unit})", outcome.bench, outcome.device.name);
        area.draw_text(&title, &("sans-serif", 20).into(), (14, 12)).map_err(|e| anyhow!("{e}"))?;
        for (map, at) in maps.iter().zip(0..) {
            draw(&area, outcome, map, (at % across) * width, TITLE + (at / across) * height)?;
        }
        area.present().map_err(|e| anyhow!("{e}"))?;
    }
    Ok(text)
}

fn draw(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    outcome: &Outcome,
    map: &Map<'_>,
    x: i32,
    y: i32,
) -> Result<()> {
    let Some(scale) = map.scale() else { return Ok(()) };
    let font = |size: i32, color: &'static RGBColor, at: HPos| {
        let style: TextStyle<'_> = ("sans-serif", size).into();
        style.color(color).pos(Pos::new(at, VPos::Center))
    };
    let write = |text: &str, style: &TextStyle<'_>, at: (i32, i32)| {
        area.draw_text(text, style, at).map_err(|e| anyhow!("{e}"))
    };
    write(map.title, &font(14, &BLACK, HPos::Left), (x + 14, y + 14))?;
    let column = |at: usize| x + LEFT + CELL.0 * at as i32;
    let row = |at: usize| y + TOP + CELL.1 * at as i32;
    let (half, middle) = (CELL.0 / 2, CELL.1 / 2);
    write(outcome.axis.title, &font(12, &BLACK, HPos::Right), (x + LEFT - 6, row(0) - 12))?;
    for (at, place) in map.columns.iter().enumerate() {
        write(
            &(outcome.axis.show)(*place),
            &font(12, &BLACK, HPos::Center),
            (column(at) + half, row(0) - 12),
        )?;
    }
    for (at, (name, cells)) in map.rows.iter().zip(&map.cells).enumerate() {
        write(name, &font(12, &BLACK, HPos::Right), (x + LEFT - 6, row(at) + middle))?;
        for (number_of, cell) in cells.iter().enumerate() {
            let Some(value) = cell else { continue };
            let share = scale.position(*value);
            let corners = [(column(number_of), row(at)), (column(number_of + 1), row(at + 1))];
            area.draw(&Rectangle::new(corners, color(share).filled())).map_err(|e| anyhow!("{e}"))?;
            let ink = if share > 0.55 { &WHITE } else { &BLACK };
            let place = (column(number_of) + half, row(at) + middle);
            write(&number(*value), &font(12, ink, HPos::Center), place)?;
        }
    }
    Ok(())
}

/// Between the two colours that are next.
fn color(share: f64) -> RGBColor {
    let along = share.clamp(0.0, 1.0) * (COLORS.len() - 1) as f64;
    let first = (along as usize).min(COLORS.len() - 2);
    let between =
        |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * (along - first as f64)) as u8;
    let (a, b) = (COLORS[first], COLORS[first + 1]);
    RGBColor(between(a.0, b.0), between(a.1, b.1), between(a.2, b.2))
}

//! The names of the series beside a chart, where no data is.

use super::style::{FAINT, Style};
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use zetop_system::width::cut;

const FONT_SIZE: i32 = 15;
/// Width of a letter, about: the font of the viewer is not known.
const LETTER_WIDTH: i32 = 7;
const MAX_LETTERS: usize = 40;
const SAMPLE_WIDTH: i32 = 28;
const GAP: i32 = 8;
const ROW_HEIGHT: i32 = 26;
/// y of the first name, below the chart's title.
const FIRST_ROW: i32 = 64;

/// What is drawn before a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    Line(Style),
    Area(RGBColor),
}

/// Width of the legend.
pub(super) fn width(names: &[String]) -> u32 {
    let longest = names.iter().map(|name| name.chars().count().min(MAX_LETTERS)).max().unwrap_or(0);
    (SAMPLE_WIDTH + 3 * GAP + LETTER_WIDTH * longest as i32) as u32
}

pub(super) fn draw(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    entries: impl Iterator<Item = (Sample, String)>,
) -> Result<()> {
    let font: TextStyle<'_> = ("sans-serif", FONT_SIZE).into();
    let font = font.pos(Pos::new(HPos::Left, VPos::Center));
    for ((sample, name), y) in entries.zip((FIRST_ROW..).step_by(ROW_HEIGHT as usize)) {
        match sample {
            Sample::Line(Style { color, width, radius }) => {
                let line = PathElement::new([(0, y), (SAMPLE_WIDTH, y)], color.stroke_width(width));
                area.draw(&line).map_err(failed)?;
                area.draw(&Circle::new((SAMPLE_WIDTH / 2, y), radius, color.filled())).map_err(failed)?;
            }
            Sample::Area(color) => {
                let corners = [(0, y - GAP), (SAMPLE_WIDTH, y + GAP)];
                area.draw(&Rectangle::new(corners, color.mix(FAINT).filled())).map_err(failed)?;
                area.draw(&Rectangle::new(corners, color)).map_err(failed)?;
            }
        }
        area.draw_text(&cut(&name, MAX_LETTERS, "…"), &font, (SAMPLE_WIDTH + GAP, y)).map_err(failed)?;
    }
    Ok(())
}

fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{error}")
}

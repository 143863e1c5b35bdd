//! The names of the series beside a chart, where no data is.

use super::style::{FAINT, Style};
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use zetop_system::width::cut;

const FONT: i32 = 15;
/// Of a letter, about; pictures are shown with fonts that are not known here.
const LETTER: i32 = 7;
const LONGEST: usize = 40;
const SAMPLE: i32 = 28;
const GAP: i32 = 8;
const ROW: i32 = 26;
/// Above the first name: the chart's title is beside that.
const TOP: i32 = 64;

/// What is drawn before a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    Line(Style),
    Area(RGBColor),
}

/// How much of the picture's width it takes.
pub(super) fn width(names: &[String]) -> u32 {
    let longest = names.iter().map(|name| name.chars().count().min(LONGEST)).max().unwrap_or(0);
    (SAMPLE + 3 * GAP + LETTER * longest as i32) as u32
}

pub(super) fn draw(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    entries: impl Iterator<Item = (Sample, String)>,
) -> Result<()> {
    let font: TextStyle<'_> = ("sans-serif", FONT).into();
    let font = font.pos(Pos::new(HPos::Left, VPos::Center));
    for ((sample, name), y) in entries.zip((TOP..).step_by(ROW as usize)) {
        match sample {
            Sample::Line(Style { color, width, radius }) => {
                let line = PathElement::new([(0, y), (SAMPLE, y)], color.stroke_width(width));
                area.draw(&line).map_err(failed)?;
                area.draw(&Circle::new((SAMPLE / 2, y), radius, color.filled())).map_err(failed)?;
            }
            Sample::Area(color) => {
                let corners = [(0, y - GAP), (SAMPLE, y + GAP)];
                area.draw(&Rectangle::new(corners, color.mix(FAINT).filled())).map_err(failed)?;
                area.draw(&Rectangle::new(corners, color)).map_err(failed)?;
            }
        }
        area.draw_text(&cut(&name, LONGEST, "…"), &font, (SAMPLE + GAP, y)).map_err(failed)?;
    }
    Ok(())
}

fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{error}")
}

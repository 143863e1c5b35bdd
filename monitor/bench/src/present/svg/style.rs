//! What each series looks like, so that none is hidden by others that lie upon it.

use crate::outcome::Outcome;
use crate::present::plot::Scale;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of a picture, in pixels.
pub(super) const SIZE: (u32, u32) = (960, 560);
/// How much of its colour an area has through which others are seen.
pub(super) const FAINT: f64 = 0.45;

/// Colours that are told apart by most people, also in print.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(120, 120, 120),
];
/// The width of a line and the radius of its points, in pixels.
const WIDTH: u32 = 2;
const RADIUS: i32 = 3;
/// How far apart values are, as a share of the chart's height, that are seen to be two: a line's width.
const SEEN: f64 = 0.006;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    pub color: RGBColor,
    pub width: u32,
    pub radius: i32,
}

pub(super) fn color(number: usize) -> RGBColor {
    COLORS[number % COLORS.len()]
}

/// By series, in the order in which they are drawn: those that others lie upon are wider, and show on both sides.
pub(super) fn styles(outcome: &Outcome, scale: &Scale) -> Vec<Style> {
    let series: Vec<Vec<(u64, f64)>> = outcome
        .series()
        .into_iter()
        .map(|name| outcome.points(name, 0).map(|(x, figure)| (x, scale.position(figure.median))).collect())
        .collect();
    let style = |number: usize| {
        let upon = series[number + 1..].iter().filter(|other| hides(other, &series[number])).count();
        let upon = upon.min(COLORS.len());
        Style { color: color(number), width: WIDTH + 4 * upon as u32, radius: RADIUS + 2 * upon as i32 }
    };
    (0..series.len()).map(style).collect()
}

/// Whether the one lies upon the other, from point to point, for half of its way or more, or upon its only point. Of
/// lines that cross, or part, enough is seen as it is.
fn hides(upper: &[(u64, f64)], lower: &[(u64, f64)]) -> bool {
    let on = |(x, share): &(u64, f64)| {
        upper.iter().any(|(other, value)| other == x && (value - share).abs() < SEEN)
    };
    match lower {
        [only] => on(only),
        all => {
            let hidden = all.windows(2).filter(|two| two.iter().all(on)).count();
            hidden > 0 && 2 * hidden >= all.len() - 1
        }
    }
}

/// A chart with its title, and room for what is at its axes.
pub(super) fn titled<'a, 'b>(
    area: &'a DrawingArea<SVGBackend<'b>, Shift>,
    outcome: &Outcome,
) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let part = if outcome.complete { "" } else { " (incomplete)" };
    let title = format!("zetop bench {}: {}{part}", outcome.bench, outcome.device.name);
    let mut chart = ChartBuilder::on(area);
    chart.caption(title, ("sans-serif", 20)).margin(14).x_label_area_size(52).y_label_area_size(76);
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_upon_each_other_are_told_from_lines_that_cross() {
        let flat = [(1, 0.5), (2, 0.5), (3, 0.5)];
        assert!(hides(&flat, &flat));
        assert!(hides(&[(2, 0.501), (3, 0.499), (4, 0.9)], &flat), "half of it");
        assert!(
            !hides(&[(0, 0.5), (1, 0.5), (2, 0.5)], &[(1, 0.5), (2, 0.5), (3, 0.6), (4, 0.7)]),
            "a third"
        );
        assert!(!hides(&[(1, 0.1), (2, 0.5), (3, 0.9)], &flat), "they cross");
        assert!(!hides(&[(1, 0.52), (2, 0.52), (3, 0.52)], &flat), "beside it");
        assert!(hides(&flat, &flat[1..2]), "a single point");
    }
}

//! The figures as a chart in SVG: a line for each series, from the smallest to the largest value a bar.

mod distribution;
mod legend;
mod map;
mod style;

use super::plot::Scale;
use super::table::number;
use crate::outcome::{Figure, Layout, Outcome};
use anyhow::{Result, anyhow};
use legend::Sample;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use style::{SIZE, Style, titled};

/// Height of the letters at an axis, in pixels.
const LABELS: i32 = 14;

/// 1, 2 or 5, or ten times that, and so on: on a logarithmic axis the others would be upon each other.
fn is_round(value: f64) -> bool {
    let leading = value / 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].iter().any(|round| (leading - round).abs() < 0.01)
}

/// # Errors
/// When there is nothing to draw.
pub fn chart(outcome: &Outcome) -> Result<String> {
    if outcome.layout == Layout::Maps {
        return map::maps(outcome);
    }
    // They say more than the points that their medians are.
    if outcome.distributions.iter().any(|of| !of.buckets.is_empty()) {
        return distribution::histogram(outcome);
    }
    let series = outcome.series();
    let all = || series.iter().flat_map(|name| outcome.points(name, 0));
    let ends = |figure: Figure| [figure.min, figure.median, figure.max];
    let scale = Scale::from_values(all().flat_map(|(_, figure)| ends(figure)))
        .ok_or_else(|| anyhow!("no figures to draw"))?;
    let places = all().map(|(x, _)| x as f64);
    let (first, last) = places.fold((f64::MAX, 1.0_f64), |(l, h), x| (l.min(x), h.max(x)));
    let x = (first.max(1.0) / 1.1..last * 1.1).log_scale().base(2.0);
    let (low, high) = scale.range();
    let styles = style::styles(outcome, &scale);
    let names: Vec<String> = series.iter().map(|name| super::arrows::arrows(name)).collect();
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|e| anyhow!("{e}"))?;
        let (left, right) = area.split_horizontally(SIZE.0 - legend::width(&names));
        match scale.is_logarithmic() {
            true => draw(&left, outcome, &styles, &scale, x, (low / 1.2..high * 1.2).log_scale())?,
            false => draw(&left, outcome, &styles, &scale, x, 0.0..high * 1.1)?,
        }
        legend::draw(&right, styles.into_iter().map(Sample::Line).zip(names))?;
        area.present().map_err(|e| anyhow!("{e}"))?;
    }
    Ok(text)
}

fn draw<X, Y>(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    outcome: &Outcome,
    styles: &[Style],
    scale: &Scale,
    x: X,
    y: Y,
) -> Result<()>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let measure = outcome.measures.first().ok_or_else(|| anyhow!("nothing was measured"))?;
    let failed = |e: DrawingAreaErrorKind<_>| anyhow!("{e:?}");
    let is_logarithmic = scale.is_logarithmic();
    let mut chart = titled(area, outcome).build_cartesian_2d(x, y).map_err(failed)?;
    chart
        .configure_mesh()
        .x_desc(outcome.axis.title)
        .y_desc(format!("{} ({})", measure.unit, measure.title))
        .x_label_formatter(&|x| (outcome.axis.show)(x.round() as u64))
        .y_label_formatter(&|y| if is_logarithmic && !is_round(*y) { String::new() } else { number(*y) })
        .label_style(("sans-serif", LABELS))
        .axis_desc_style(("sans-serif", LABELS + 2))
        .light_line_style(WHITE)
        .draw()
        .map_err(failed)?;
    for (name, Style { color, width, radius }) in outcome.series().into_iter().zip(styles) {
        let points: Vec<_> = outcome.points(name, 0).collect();
        let medians = points.iter().map(|(x, figure)| (*x as f64, figure.median));
        chart.draw_series(LineSeries::new(medians.clone(), color.stroke_width(*width))).map_err(failed)?;
        chart.draw_series(medians.map(|at| Circle::new(at, *radius, color.filled()))).map_err(failed)?;
        let bars = points.iter().map(|(x, figure)| {
            let x = *x as f64;
            PathElement::new([(x, figure.min), (x, figure.max)], color)
        });
        chart.draw_series(bars).map_err(failed)?;
    }
    Ok(())
}

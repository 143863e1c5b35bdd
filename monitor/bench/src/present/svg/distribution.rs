//! How times are distributed: a histogram of all series over the same axis.

use super::legend::{self, Sample};
use super::style::{FAINT, SIZE, color, titled};
use crate::outcome::Outcome;
use crate::present::table::number;
use anyhow::{Result, anyhow, ensure};
use plotters::prelude::*;
use zetop_figures::view::format;

/// # Errors
/// When there is nothing to draw.
pub(super) fn histogram(outcome: &Outcome) -> Result<String> {
    let of = &outcome.distributions;
    let buckets = || of.iter().flat_map(|distribution| &distribution.buckets);
    let ends = buckets().fold((u64::MAX, 0), |(l, h), (low, high, _)| (l.min(*low), h.max(high + 1)));
    ensure!(ends.0 < ends.1, "no times to draw");
    let (low, high) = (ends.0 as f64, ends.1 as f64);
    let most = buckets().map(|(.., count)| *count).max().unwrap_or(1);
    let margin = (high - low) * 0.04;
    // An axis from zero would be mostly empty where times are much alike.
    let x = (low - margin).max(0.0)..high + margin;
    // Numbers of launches.
    let y = 0..most + most.div_ceil(12).max(1);

    let median = |series: &str| outcome.points(series, 0).next().map(|(_, figure)| figure.median);
    let unit = outcome.measures.first().map_or("", |measure| measure.unit);
    let names: Vec<String> = of
        .iter()
        .map(|one| match median(&one.series) {
            Some(median) => format!("{}: median {} {unit}", one.series, number(median)),
            None => one.series.clone(),
        })
        .collect();
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        let failed = |e: DrawingAreaErrorKind<_>| anyhow!("{e:?}");
        area.fill(&WHITE).map_err(failed)?;
        let (left, right) = area.split_horizontally(SIZE.0 - legend::width(&names));
        let mut chart = titled(&left, outcome).build_cartesian_2d(x, y).map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("time")
            .y_desc("how often")
            .x_labels(8)
            .x_label_formatter(&|ns| format::time(*ns))
            .y_label_formatter(&|count| format::count(*count))
            .light_line_style(WHITE)
            .draw()
            .map_err(failed)?;
        for (at, distribution) in of.iter().enumerate() {
            let bar = |(low, high, count): &(u64, u64, u64), style: ShapeStyle| {
                Rectangle::new([(*low as f64, 0), ((high + 1) as f64, *count)], style)
            };
            let all = || distribution.buckets.iter();
            // Translucent: other series are seen through it.
            let inside = color(at).mix(FAINT).filled();
            chart.draw_series(all().map(|bucket| bar(bucket, inside))).map_err(failed)?;
            let edge = color(at).stroke_width(1);
            chart.draw_series(all().map(|bucket| bar(bucket, edge))).map_err(failed)?;
        }
        let samples = (0..of.len()).map(|at| Sample::Area(color(at)));
        legend::draw(&right, samples.zip(names))?;
        area.present().map_err(failed)?;
    }
    Ok(text)
}

//! Curves and histograms as SVG inside the page. Their colours are the page's, which has two sets of them: plotters, which draws
//! for the benchmarks, writes colours into the picture.

use super::timeline::Series;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;
use zetop_figures::snapshot::Histogram;
use zetop_figures::view::format::{NONE, count, span, time};

/// Units of the picture; the page scales it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 110.0;
/// Colours that the style sheet has, `.c0` to `.c5`.
const COLOURS: usize = 6;

/// The smallest number of the form 1, 2 or 5 times a power of ten that is not below `value`.
fn round_up(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|top| *top >= value).unwrap_or(10.0 * power)
}

/// Curves over the session's time, with the highest value on their axis; nothing if there is no curve.
pub(super) fn curves(title: &str, all: &[Series], length_ns: u64, text: impl Fn(f64) -> String) -> Markup {
    let highest = all.iter().flat_map(|series| &series.points).map(|point| point.1).fold(0.0, f64::max);
    if all.is_empty() || highest <= 0.0 {
        return html! {};
    }
    let top = round_up(highest);
    let x = |ns: u64| ns as f64 / length_ns.max(1) as f64 * WIDTH;
    let y = |value: f64| HEIGHT - value / top * HEIGHT;
    let line = |series: &Series| {
        let mut points = String::new();
        for (at, value) in &series.points {
            // Writing to a String can't fail.
            let _ = write!(points, "{:.1},{:.1} ", x(*at), y(*value));
        }
        points
    };
    let latest = |series: &Series| series.points.iter().map(|point| point.1).fold(0.0, f64::max);
    html! {
        figure {
            figcaption {
                b { (title) }
                @for (at, series) in all.iter().enumerate() {
                    " " span.key { i class=(format!("c{}", at % COLOURS)) {} (series.name) ", at most " (text(latest(series))) }
                }
            }
            div.plot {
                span.top { (text(top)) }
                svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) preserveAspectRatio="none" role="img" aria-label=(title) {
                    @for quarter in 1..4 {
                        line.grid x1="0" x2=(WIDTH) y1=(HEIGHT / 4.0 * f64::from(quarter)) y2=(HEIGHT / 4.0 * f64::from(quarter)) {}
                    }
                    @for (at, series) in all.iter().enumerate() {
                        polyline class=(format!("c{}", at % COLOURS)) points=(line(series)) {}
                    }
                }
                div.times { span { "0" } span { (span(length_ns / 2)) } span { (span(length_ns)) } }
            }
        }
    }
}

/// The bars of a histogram with logarithmic buckets, and the range that they are in.
pub(super) fn histogram(of: &Histogram) -> Markup {
    let Some(most) = of.buckets.iter().map(|bucket| bucket.2).max().filter(|most| *most > 0) else {
        return html! { (NONE) };
    };
    let (first, last) = (of.buckets[0].0, of.buckets[of.buckets.len() - 1].1);
    let log = |ns: u64| (ns.max(1) as f64).log2();
    // A single bucket, which is 9 % wide, is a narrow bar.
    let width = (log(last) - log(first)).max(1.0);
    let mut bars = String::new();
    for (low, high, n) in &of.buckets {
        let (left, right) = ((log(*low) - log(first)) / width, (log(*high) - log(first)) / width);
        // A single call among a million is to be seen, too.
        let height = (*n as f64 / most as f64 * 20.0).max(1.0);
        let _ = write!(
            bars,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            left * 120.0,
            20.0 - height,
            ((right - left) * 120.0).max(1.0)
        );
    }
    let about = format!("{} from {} to {}", count(of.count), time(first as f64), time(last as f64));
    html! {
        svg.bars viewBox="0 0 122 20" role="img" aria-label=(about) { title { (about) } (PreEscaped(bars)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_round_number() {
        for (value, top) in [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (51.0, 100.0), (0.0, 1.0)] {
            assert!((round_up(value) - top).abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn bars_lie_in_their_picture() {
        let of = Histogram { buckets: vec![(100, 110, 5), (1_000, 1_090, 1_000_000)], count: 1_000_005 };
        let text = histogram(&of).into_string();
        assert_eq!(text.matches("<rect").count(), 2, "{text}");
        assert!(text.contains("height=\"1.0\"") && text.contains("height=\"20.0\""), "{text}");
        assert!(text.contains("1.0 M from 100 ns"), "{text}");
        assert_eq!(histogram(&Histogram::default()).into_string(), NONE);
    }
}

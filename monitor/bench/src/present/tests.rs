//! Text that fits the terminal, and pictures that show all there is.

use super::*;
use crate::against::Deviation;
use crate::messages::Device;
use crate::outcome::{Axis, Distribution, Figure, Measure, OutcomeRow};
use unicode_width::UnicodeWidthStr as _;

const GROUPS: Axis = Axis { key: "groups", title: "groups", show: |groups| groups.to_string() };

fn figure(median: f64) -> Option<Figure> {
    Some(Figure { median, min: 0.9 * median, max: 1.1 * median, n: 3 })
}

fn outcome(layout: Layout, rows: Vec<OutcomeRow>) -> Outcome {
    Outcome {
        bench: "flops",
        about: "dependent multiply-adds by work groups",
        complete: true,
        failed: None,
        simulated: true,
        device: Device { name: "Simulated HD Graphics 530 (24 EUs)".to_owned(), ..Device::default() },
        conditions: vec!["times: zetop's event times; ".repeat(8)],
        axis: GROUPS,
        measures: vec![Measure { key: "time_us", title: "the kernel's time", unit: "µs" }],
        layout,
        rows,
        skipped: Vec::new(),
        notes: Vec::new(),
        advice: vec!["compare kernels in the state in which they will run; ".repeat(5)],
        distributions: Vec::new(),
    }
}

/// A name, and the value at each place.
type Series = (&'static str, fn(u64) -> f64);

/// Series with these values at each of `places`; values are up to five digits long.
fn with_series(series: &[Series], places: u64, layout: Layout) -> Outcome {
    let row = |name: &str, x, value| OutcomeRow { series: name.to_owned(), x, figures: vec![figure(value)] };
    let rows = series
        .iter()
        .flat_map(|(name, value)| (1..=places).map(move |at| row(name, at * 16_896 / places, value(at))));
    outcome(layout, rows.collect())
}

fn rising(at: u64) -> f64 {
    at as f64
}

fn distributed(mut outcome: Outcome) -> Outcome {
    let one = |series: &str, buckets: &[(u64, u64, u64)]| Distribution {
        series: series.to_owned(),
        buckets: buckets.to_vec(),
    };
    outcome.distributions = vec![
        one("hot", &[(5632, 6143, 898), (6144, 6655, 102)]),
        one("cold", &[(6144, 6655, 4), (12_288, 13_311, 800), (13_312, 14_335, 196)]),
    ];
    outcome
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.width()).max().unwrap_or(0)
}

#[test]
fn text_is_not_wider_than_the_terminal() {
    for places in [2, 18, 55, 336] {
        let tables = distributed(with_series(&[("single precision", rising)], places, Layout::Tables));
        let maps = with_series(
            &[("16 items, stride 1", rising), ("16 items, stride 2", rising)],
            places,
            Layout::Maps,
        );
        for room in [80, 120, 200] {
            for ascii in [true, false] {
                let text = text_in_width(&tables, ascii, false, Some(room));
                assert!(widest(&text) <= room, "{places} places in {room} columns:\n{text}");
                assert!(places < 55 || widest(&text) + 5 > room, "the room is used:\n{text}");
                let text = text_in_width(&maps, ascii, false, Some(room));
                assert!(widest(&text) <= room, "{places} places in {room} columns:\n{text}");
            }
        }
    }
}

#[test]
fn what_is_said_of_published_figures_fits() {
    let off = Deviation {
        bench: "flops",
        what: "peak".to_owned(),
        cell: None,
        unit: "GFLOP/s",
        published: 441.6,
        found: Some(441.0),
        allowed_pct: 3.0,
    };
    assert!(widest(&against::text_in_width(std::slice::from_ref(&off), true, None)) > 80);
    for of in [&[][..], std::slice::from_ref(&off)] {
        let text = against::text_in_width(of, true, Some(60));
        assert!(widest(&text) <= 60, "{text}");
    }
    // Kinds are written as the tables of results write them.
    let copies = [Deviation { what: "device->host, 8 MiB".to_owned(), ..off }];
    for (ascii, kind) in [(true, "device->host, "), (false, "device→host, ")] {
        let text = against::text_in_width(&copies, ascii, None);
        assert!(text.contains(kind), "{text}");
    }
}

#[test]
fn without_a_terminal_a_plot_has_a_hundred_columns() {
    let plot = |places| {
        plot::plot(&with_series(&[("single precision", rising)], places, Layout::Tables), true, None, false)
    };
    assert_eq!([1, 20, 21, 336].map(|places| widest(&plot(places))), [28, 110, 110, 110]);
    let conditions = text_in_width(&with_series(&[("GPU", rising)], 3, Layout::Tables), true, false, None);
    assert!(conditions.contains(&format!("  {}\n", "times: zetop's event times; ".repeat(8))));
}

#[test]
fn a_map_that_is_too_wide_comes_in_parts() {
    let maps = with_series(&[("1 item, stride 1", rising), ("1 item, stride 2", rising)], 20, Layout::Maps);
    let count = |room| map::text(&maps, true, room).matches("\ngroups ").count();
    assert_eq!([None, Some(200), Some(120), Some(80)].map(count), [1, 1, 2, 2]);
    let (one, parts) = (map::text(&maps, true, None), map::text(&maps, true, Some(80)));
    let words = |text: &str| text.split_whitespace().filter(|word| word.contains('.')).count();
    assert!(words(&parts) > 0 && words(&parts) == words(&one), "{parts}");
}

#[test]
fn bars_of_two_distributions_fit_beside_each_other() {
    let outcome = distributed(with_series(&[("hot", rising)], 1, Layout::Tables));
    let bars = |room| distribution::bars(&outcome, true, room);
    assert_eq!([Some(60), Some(80), Some(120), None].map(|room| widest(&bars(room))), [59, 78, 85, 85]);
}

/// Each text in a picture, with its x.
fn texts(svg: &str) -> Vec<(f64, String)> {
    let text = |rest: &str| {
        let (tag, rest) = rest.split_once('>')?;
        let x = tag.strip_prefix("x=\"")?.split('"').next()?.parse().ok()?;
        Some((x, rest.split('<').next()?.trim().to_owned()))
    };
    svg.split("<text ").skip(1).filter_map(text).collect()
}

#[test]
fn a_chart_has_no_points_below_its_legend() {
    let chart =
        svg::chart(&with_series(&[("64 B", rising), ("8 MiB", |at| 2.0 * rising(at))], 30, Layout::Tables));
    let chart = chart.unwrap();
    let legend = texts(&chart).into_iter().filter(|(_, text)| text.ends_with('B')).map(|(x, _)| x);
    let legend = legend.fold(f64::MAX, f64::min);
    let points = || chart.split("<circle cx=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let inside = points().filter(|x| x.parse::<f64>().unwrap() < legend - 50.0).count();
    assert_eq!((inside, points().count()), (60, 62), "one of each series is a sample");
}

#[test]
fn series_that_are_the_same_are_all_seen() {
    let same: [Series; 3] = [("a", rising), ("b", rising), ("c", |at| 31.0 - rising(at))];
    let chart = svg::chart(&with_series(&same, 30, Layout::Tables)).unwrap();
    let tags = chart.split("<polyline ").skip(1).filter_map(|rest| rest.split('>').next());
    let widths = tags
        .filter(|tag| !tag.contains("#000000"))
        .filter_map(|tag| tag.split("stroke-width=\"").nth(1)?.split('"').next())
        .filter(|width| *width != "1");
    let widths: Vec<&str> = widths.collect();
    // In the chart, and in the legend.
    assert_eq!(widths, ["6", "2", "2", "6", "2", "2"]);
}

#[test]
fn a_picture_of_distributions_shows_them() {
    let chart =
        svg::chart(&distributed(with_series(&[("hot", rising), ("cold", rising)], 1, Layout::Tables)))
            .unwrap();
    // Each bucket, and the legend's samples: the inside and the edge.
    let bars = |color: &str| chart.split("<rect ").filter(|rect| rect.contains(color)).count();
    assert_eq!((bars("#0072B2"), bars("#D55E00")), (2 * 3, 2 * 4));
    let texts: Vec<String> = texts(&chart).into_iter().map(|(_, text)| text).collect();
    assert!(texts.contains(&"hot: median 1.00 µs".to_owned()), "{texts:?}");
    assert!(texts.contains(&"12.0 µs".to_owned()), "{texts:?}");
}

/// They were one `*`, and which series they belonged to was not to be seen.
#[test]
fn series_that_meet_in_a_plot_are_told_apart() {
    let same = with_series(&[("one", rising), ("two", rising), ("three", rising)], 8, Layout::Tables);
    let plot = plot::plot(&same, true, None, false);
    let letters = |letter| plot.matches(letter).count();
    assert!(plot.matches("cab").count() == 8 && !plot.contains('*'), "{plot}");
    let colors = plot::plot(&same, true, None, true);
    assert_eq!(colors.matches("\u{1b}[1;34ma\u{1b}[0m").count(), 9, "{colors:?}");
    assert_eq!(letters("\u{1b}"), 0);
}

#[test]
fn a_page_begins_with_what_came_out_and_what_to_do() {
    let mut outcome = with_series(&[("heap->device", rising)], 8, Layout::Tables);
    outcome.advice = vec!["heap->device: <use> host memory".to_owned()];
    let all = All {
        outcomes: &[outcome],
        missing: &[],
        against: None,
        at: std::time::UNIX_EPOCH + std::time::Duration::from_secs(951_782_400),
    };
    let page = html::page(&all).unwrap();
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    let order =
        ["<h1>", env!("CARGO_PKG_VERSION"), "2000-02-29 00:00 UTC", "Summary", "Advice", "<svg", "<pre>"];
    assert!(order.map(at).is_sorted(), "{page}");
    assert!(
        page.contains("\u{2192}device: &lt;use&gt; host memory") && page.contains("white-space:pre-wrap")
    );
}

/// "1.84 to 4333327 µs".
#[test]
fn a_page_has_times_in_their_units() {
    let outcome = with_series(&[("kernel", |at| [1.84, 4_333_327.0][at as usize - 1])], 2, Layout::Tables);
    let all = All { outcomes: &[outcome], missing: &[], against: None, at: std::time::UNIX_EPOCH };
    let page = html::page(&all).unwrap();
    assert!(page.contains("1.84 µs to 4.33 s"), "{page}");
}

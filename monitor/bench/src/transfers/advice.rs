//! Which kind of memory to use at which size.

use crate::api::{Allocators, Api};
use crate::outcome::{Figure, Outcome};

/// A kind that is faster by less is not worth a change.
const WORTH: f64 = 1.05;

/// Two ways to copy that do what a program needs, one of which may be faster.
struct Choice {
    what: &'static str,
    /// Series and what to call in the program, the usual way first.
    ways: [(&'static str, &'static str); 2],
}

fn choices(api: Api) -> [Choice; 3] {
    const HEAP: &str = "malloc'd memory";
    let Allocators { host, device, shared } = api.allocators();
    let choice = |what, usual, other| Choice { what, ways: [usual, other] };
    [
        choice("to the device", ("heap->device", HEAP), ("host->device", host)),
        choice("from the device", ("device->heap", HEAP), ("device->host", host)),
        choice("between buffers of the device", ("shared->shared", shared), ("device->device", device)),
    ]
}

/// Sizes one after the other for which the same is best.
struct Range {
    first: u64,
    last: u64,
    /// Which of the two; none where it makes no difference.
    best: Option<usize>,
    /// How many times faster, at least and at most.
    gain: (f64, f64),
}

pub(super) fn advice(outcome: &Outcome) -> Vec<String> {
    choices(outcome.device.api).iter().flat_map(|choice| sentences(choice, outcome)).collect()
}

fn rate(outcome: &Outcome, series: &str, size: u64) -> Option<f64> {
    let row = outcome.rows.iter().find(|row| row.series == series && row.x == size)?;
    let mut figures = row.figures.iter().flatten();
    let figure: Option<&Figure> = match outcome.device.api.stamps_differ() {
        // By event times, or where there are none by the timestamps.
        None => figures.next(),
        // What a program waits for.
        Some(_) => figures.next_back(),
    };
    figure.map(|figure| figure.median)
}

fn sentences(choice: &Choice, outcome: &Outcome) -> Vec<String> {
    let mut ranges: Vec<Range> = Vec::new();
    for (size, _) in outcome.rows.iter().filter(|r| r.series == choice.ways[0].0).map(|r| (r.x, ())) {
        let [Some(usual), Some(other)] = choice.ways.map(|(series, _)| rate(outcome, series, size)) else {
            continue;
        };
        let (best, gain) = match (other / usual, usual / other) {
            (gain, _) if gain >= WORTH => (Some(1), gain),
            (_, gain) if gain >= WORTH => (Some(0), gain),
            _ => (None, 1.0),
        };
        match ranges.last_mut() {
            Some(range) if range.best == best => {
                range.last = size;
                range.gain = (range.gain.0.min(gain), range.gain.1.max(gain));
            }
            _ => ranges.push(Range { first: size, last: size, best, gain: (gain, gain) }),
        }
    }
    let show = outcome.axis.show;
    let sizes = |range: &Range| match (range.first, range.last) {
        (first, last) if first == last => show(first),
        (first, last) => format!("{} to {}", show(first), show(last)),
    };
    let line = |range: &Range| match range.best {
        Some(best) => {
            let (name, than) = (choice.ways[best].1, choice.ways[1 - best].1);
            let (low, high) = (format!("{:.2}", range.gain.0), format!("{:.2}", range.gain.1));
            let times = if low == high { low } else { format!("{low} to {high}") };
            format!("{}, {}: {name}, {times} times as fast as {than}", choice.what, sizes(range))
        }
        None => format!("{}, {}: {} will do", choice.what, sizes(range), choice.ways[0].1),
    };
    ranges.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Device;
    use crate::outcome::{Axis, Layout, OutcomeRow};

    fn outcome(rows: &[(&str, u64, f64)]) -> Outcome {
        let figure = |rate| Some(Figure { median: rate, min: rate, max: rate, n: 1 });
        let row = |(series, x, rate): &(&str, u64, f64)| OutcomeRow {
            series: (*series).to_owned(),
            x: *x,
            figures: vec![figure(*rate), None],
        };
        Outcome {
            bench: "transfers",
            about: "",
            failed: None,
            complete: true,
            simulated: false,
            device: Device::default(),
            conditions: Vec::new(),
            axis: Axis { key: "size", title: "size", show: |x| x.to_string() },
            measures: Vec::new(),
            layout: Layout::Tables,
            rows: rows.iter().map(row).collect(),
            skipped: Vec::new(),
            notes: Vec::new(),
            advice: Vec::new(),
            distributions: Vec::new(),
        }
    }

    #[test]
    fn sizes_with_the_same_answer_are_one_line() {
        let found = advice(&outcome(&[
            ("heap->device", 1, 10.0),
            ("heap->device", 2, 10.0),
            ("heap->device", 4, 10.0),
            ("host->device", 1, 10.1),
            ("host->device", 2, 20.0),
            ("host->device", 4, 25.0),
        ]));
        assert_eq!(
            found,
            [
                "to the device, 1: malloc'd memory will do",
                "to the device, 2 to 4: zeMemAllocHost memory, 2.00 to 2.50 times as fast as malloc'd memory",
            ]
        );
    }

    #[test]
    fn what_was_not_measured_is_not_advised() {
        assert!(advice(&outcome(&[("heap->device", 1, 10.0), ("host->device", 2, 20.0)])).is_empty());
    }
}

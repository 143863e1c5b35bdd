//! What the figures were at moments of a session, for its time line.

use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_figures::snapshot::{Direction, Snapshot};

/// More moments would be narrower than a pixel.
const MAX_MOMENTS: usize = 600;

/// Sums since the session began, and what was live.
#[derive(Debug, Clone, Default)]
struct Moment {
    at_ns: u64,
    calls: u64,
    kernels_ns: u64,
    copies_ns: u64,
    /// Finished copies, bytes.
    copied: BTreeMap<Direction, u64>,
    /// Bytes by kind of memory.
    live: BTreeMap<Arc<str>, u64>,
}

impl Moment {
    fn from_snapshot(s: &Snapshot) -> Self {
        let mut copied = BTreeMap::new();
        for transfer in &s.device.transfers {
            *copied.entry(transfer.direction).or_default() += transfer.bytes;
        }
        Self {
            at_ns: s.elapsed_ns,
            calls: s.host.calls,
            kernels_ns: s.device.kernels.iter().map(|kernel| kernel.total_ns).sum(),
            copies_ns: s.device.transfers.iter().map(|transfer| transfer.total_ns).sum(),
            copied,
            live: s.memory.iter().map(|memory| (memory.kind.clone(), memory.live_bytes)).collect(),
        }
    }
}

/// At most [`MAX_MOMENTS`] moments of a session, evenly spread.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    moments: Vec<Moment>,
    /// The shortest time between two of them.
    apart_ns: u64,
}

/// A curve: its name, and values at the ends of spans of time.
#[derive(Debug, PartialEq)]
pub(super) struct Series {
    pub name: String,
    /// (ns since the session began, value)
    pub points: Vec<(u64, f64)>,
}

impl Timeline {
    /// Adds a moment, unless the last one was a short time ago. Figures that were reset begin anew.
    pub fn add(&mut self, s: &Snapshot) {
        let now = Moment::from_snapshot(s);
        match self.moments.last() {
            Some(last) if now.at_ns < last.at_ns || now.calls < last.calls => *self = Self::default(),
            Some(last) if now.at_ns - last.at_ns < self.apart_ns.max(1) => return,
            _ => {}
        }
        self.moments.push(now);
        if self.moments.len() > MAX_MOMENTS {
            let span = self.moments.last().map_or(0, |last| last.at_ns);
            self.apart_ns = span / (MAX_MOMENTS as u64 / 2);
            let mut at = 0;
            self.moments.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
    }

    /// Growth of a sum per second, times `factor`.
    fn rate(&self, name: &str, factor: f64, sum: impl Fn(&Moment) -> u64) -> Series {
        let rate = |pair: &[Moment]| {
            let ns = (pair[1].at_ns - pair[0].at_ns) as f64;
            (pair[1].at_ns, sum(&pair[1]).saturating_sub(sum(&pair[0])) as f64 / ns * 1e9 * factor)
        };
        Series { name: name.to_owned(), points: self.moments.windows(2).map(rate).collect() }
    }

    /// Bytes finished per wall time, GB/s, by direction.
    pub fn throughput(&self) -> Vec<Series> {
        let Some(last) = self.moments.last() else { return Vec::new() };
        let of = |direction: &Direction| {
            let name = zetop_figures::view::format::direction(*direction);
            self.rate(name, 1e-9, |moment| moment.copied.get(direction).copied().unwrap_or(0))
        };
        last.copied.keys().map(of).collect()
    }

    /// How many kernels and copies were at work at a time, on average.
    pub fn work(&self) -> Vec<Series> {
        let all = [
            self.rate("kernels", 1e-9, |moment| moment.kernels_ns),
            self.rate("copies", 1e-9, |moment| moment.copies_ns),
        ];
        all.into_iter().filter(|series| series.points.iter().any(|point| point.1 > 0.0)).collect()
    }

    /// Calls per second.
    pub fn calls(&self) -> Vec<Series> {
        vec![self.rate("calls", 1.0, |moment| moment.calls)]
    }

    /// Live bytes by kind of memory.
    pub fn memory(&self) -> Vec<Series> {
        let Some(last) = self.moments.last() else { return Vec::new() };
        let of = |kind: &Arc<str>| Series {
            name: kind.to_string(),
            points: self
                .moments
                .iter()
                .map(|moment| (moment.at_ns, moment.live.get(kind).copied().unwrap_or(0) as f64))
                .collect(),
        };
        last.live.keys().map(of).collect()
    }

    /// A line needs two points.
    pub fn is_empty(&self) -> bool {
        self.moments.len() < 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{DeviceWork, Host, Transfer};

    fn at(ns: u64, calls: u64, bytes: u64) -> Snapshot {
        let transfers = vec![Transfer { direction: Direction::HostToDevice, bytes, ..Transfer::default() }];
        Snapshot {
            elapsed_ns: ns,
            host: Host { calls, ..Host::default() },
            device: DeviceWork { transfers, ..DeviceWork::default() },
            ..Snapshot::default()
        }
    }

    #[test]
    fn rates_are_growth_over_the_time_between() {
        let mut timeline = Timeline::default();
        for (ns, calls, bytes) in
            [(0, 0, 0), (1_000_000_000, 10, 2_000_000_000), (3_000_000_000, 10, 3_000_000_000)]
        {
            timeline.add(&at(ns, calls, bytes));
        }
        assert_eq!(timeline.calls()[0].points, [(1_000_000_000, 10.0), (3_000_000_000, 0.0)]);
        assert_eq!(timeline.throughput()[0].points, [(1_000_000_000, 2.0), (3_000_000_000, 0.5)]);
    }

    #[test]
    fn a_long_session_keeps_few_moments_and_every_call() {
        let mut timeline = Timeline::default();
        for second in 0..100_000 {
            timeline.add(&at(second * 1_000_000_000, second * 7, 0));
        }
        assert!(
            (MAX_MOMENTS / 4..=MAX_MOMENTS).contains(&timeline.moments.len()),
            "{}",
            timeline.moments.len()
        );
        let (mut before, mut calls) = (0, 0.0);
        for (end, rate) in &timeline.calls()[0].points {
            calls += rate * (end - before) as f64 / 1e9;
            before = *end;
        }
        let last = timeline.moments.last().unwrap().calls as f64;
        assert!((calls - last).abs() < 1.0, "{calls} {last}");
    }

    #[test]
    fn figures_that_were_reset_begin_anew() {
        let mut timeline = Timeline::default();
        for (ns, calls) in [(0, 0), (1_000, 50), (2_000, 60), (2_500, 3), (3_000, 9)] {
            timeline.add(&at(ns, calls, 0));
        }
        assert_eq!(timeline.moments.iter().map(|moment| moment.calls).collect::<Vec<_>>(), [3, 9]);
    }
}

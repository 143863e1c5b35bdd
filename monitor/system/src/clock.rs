//! Host time: `CLOCK_MONOTONIC_RAW` in nanoseconds, which is also Level Zero's host clock on Linux, and the
//! processor's counter (the TSC, CNTVCT_EL0), in which probes count where its rate is constant.

use crate::arch;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// `CLOCK_MONOTONIC_RAW`, ns.
#[must_use]
pub fn raw_ns() -> u64 {
    let now = clock_gettime(ClockId::MonotonicRaw);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(now.tv_nsec).unwrap_or(0)
}

/// The processor's counter.
#[must_use]
pub fn ticks() -> u64 {
    arch::counter()
}

/// What is known of that counter if probes use it: that it runs at a constant rate in all power states.
#[must_use]
pub fn steady_counter() -> Option<String> {
    arch::steady_counter()
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub ticks: u64,
    pub raw_ns: u64,
}

impl Pair {
    /// Reads both, the tightest of a few tries, since an interrupt in between would separate them.
    #[must_use]
    pub fn read() -> Self {
        let mut best: Option<(u64, Self)> = None;
        for _ in 0..5 {
            let before = ticks();
            let raw_ns = raw_ns();
            let width = ticks().saturating_sub(before);
            if best.is_none_or(|(narrowest, _)| width < narrowest) {
                best = Some((width, Self { ticks: before + width / 2, raw_ns }));
            }
        }
        best.map_or(Self { ticks: 0, raw_ns: raw_ns() }, |(_, pair)| pair)
    }
}

/// The counter's rate, followed since zetop started.
///
/// zetop reads both ends itself: its baseline is longer than any probe's, and a process file is not trusted.
#[derive(Debug, Clone, Copy)]
pub struct Calibration {
    start: Pair,
    latest: Pair,
}

/// Shortest time between the two pairs that gives a rate: at 2 ms, 50 ns of jitter are 0.003 %.
const SHORTEST: u64 = 2_000_000;

impl Calibration {
    #[must_use]
    pub fn start() -> Self {
        let start = Pair::read();
        Self { start, latest: start }
    }

    /// From two known pairs.
    #[must_use]
    pub fn from_pairs(start: Pair, latest: Pair) -> Self {
        Self { start, latest }
    }

    /// Moves the far end to now.
    pub fn update(&mut self) {
        self.latest = Pair::read();
    }

    /// Both clocks at the start and at the latest update.
    #[must_use]
    pub fn ends(&self) -> [Pair; 2] {
        [self.start, self.latest]
    }

    /// Nanoseconds per tick. Waits when there was too little time to tell (never in practice: starting a
    /// program takes longer).
    pub fn ns_per_tick(&mut self) -> f64 {
        let since = self.latest.raw_ns.saturating_sub(self.start.raw_ns);
        if since < SHORTEST {
            std::thread::sleep(Duration::from_nanos(SHORTEST - since));
            self.update();
        }
        let ticks = self.latest.ticks.saturating_sub(self.start.ticks);
        let ns = self.latest.raw_ns.saturating_sub(self.start.raw_ns);
        if ticks == 0 { 1.0 } else { ns as f64 / ticks as f64 }
    }

    /// Host time of a reading of the counter.
    pub fn raw_of(&mut self, ticks: u64) -> u64 {
        let rate = self.ns_per_tick();
        let since = ticks as f64 - self.start.ticks as f64;
        (self.start.raw_ns as f64 + since * rate).max(0.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_the_quotient_of_the_pairs() {
        let mut calibration = Calibration::from_pairs(
            Pair { ticks: 1_000, raw_ns: 5_000_000 },
            Pair { ticks: 1_000 + 30_000_000, raw_ns: 15_000_000 },
        );
        assert!((calibration.ns_per_tick() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(calibration.raw_of(1_000 + 3_000), 5_001_000);
    }

    #[test]
    fn a_pair_is_tight() {
        let (a, b) = (Pair::read(), Pair::read());
        assert!(b.raw_ns >= a.raw_ns && b.raw_ns - a.raw_ns < 1_000_000_000);
    }
}

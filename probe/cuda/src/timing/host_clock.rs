//! Ticks of the hot path's clock in the host's ns (CLOCK_MONOTONIC_RAW). A launch reads ticks, which costs it a third of
//! what the system's clock does; they are translated when its record comes.

use super::locks::lock;
use std::sync::Mutex;
use zetop_probe_core::clock;

/// Both clocks at one moment: ticks, ns.
type Pair = (u64, u64);

/// The first reading, and the latest.
static READ: Mutex<Option<(Pair, Pair)>> = Mutex::new(None);

/// Reads both clocks. To be repeated, since what lies outside of the readings is less exact.
pub fn read() {
    let now = clock::pair();
    let mut read = lock(&READ);
    let first = read.map_or(now, |(first, _)| first);
    *read = Some((first, now));
}

/// `ticks` in ns; 0 before the first reading.
pub fn ns(ticks: u64) -> u64 {
    if !clock::is_tsc() {
        return ticks;
    }
    lock(&READ).map_or(0, |(first, latest)| between(first, latest, ticks))
}

fn between(first: Pair, latest: Pair, ticks: u64) -> u64 {
    let (span, ns) = (latest.0.wrapping_sub(first.0), latest.1.saturating_sub(first.1));
    if span == 0 {
        return latest.1;
    }
    let behind = latest.0.wrapping_sub(ticks) as i64;
    let behind_ns = i128::from(behind) * i128::from(ns) / i128::from(span);
    (i128::from(latest.1) - behind_ns).max(0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_lie_where_the_readings_say() {
        // three ticks a ns
        let (first, latest) = ((3_000, 500), (3_003_000, 1_000_500));
        for (ticks, ns) in
            [(3_000, 500), (1_503_000, 500_500), (3_003_000, 1_000_500), (3_006_000, 1_001_500)]
        {
            assert_eq!(between(first, latest, ticks), ns, "{ticks}");
        }
        assert_eq!(between(first, latest, 0), 0, "before the host's clock began");
        assert_eq!(between(latest, latest, 77), 1_000_500, "of one reading no rate is known");
    }
}

//! A trace's only clock: `CLOCK_MONOTONIC_RAW`, to which the processor's counter is related by readings of
//! both.

use std::collections::VecDeque;
use zetop_system::clock::Pair;

/// Readings that are kept: a minute and a half at 50 a second. A call that began before is related by the oldest two.
const KEPT: usize = 4_096;

/// Converts the processor's counter to ns. A later tick never gets an earlier time, in whatever order they
/// are converted: calls that do not overlap do not overlap in the trace.
#[derive(Debug, Default)]
pub struct Clock {
    points: VecDeque<Pair>,
    /// ns per tick after the last point.
    rate: f64,
}

impl Clock {
    /// Takes a reading of both clocks.
    pub fn read(&mut self, pair: Pair, ns_per_tick: f64) {
        self.rate = ns_per_tick;
        self.add(pair);
    }

    fn add(&mut self, pair: Pair) {
        if self.points.back().is_some_and(|last| pair.ticks <= last.ticks || pair.raw_ns < last.raw_ns) {
            return;
        }
        if self.points.len() == KEPT {
            self.points.pop_front();
        }
        self.points.push_back(pair);
    }

    /// Host time of a tick, ns.
    pub fn ns(&mut self, ticks: u64) -> u64 {
        let Some(last) = self.points.back().copied() else { return 0 };
        if ticks > last.ticks {
            let ns = last.raw_ns + ((ticks - last.ticks) as f64 * self.rate) as u64;
            // Times already given out are fixed from now on.
            self.add(Pair { ticks, raw_ns: ns });
            return ns;
        }
        let after = self.points.partition_point(|point| point.ticks < ticks);
        let (a, b) = match (after.checked_sub(1), self.points.get(after)) {
            (_, Some(b)) if b.ticks == ticks => return b.raw_ns,
            (Some(before), Some(b)) => (self.points[before], *b),
            _ => {
                let first = self.points[0];
                let before = (first.ticks.saturating_sub(ticks) as f64 * self.rate) as u64;
                return first.raw_ns.saturating_sub(before);
            }
        };
        let part = (ticks - a.ticks) as f64 / (b.ticks - a.ticks) as f64;
        a.raw_ns + (part * (b.raw_ns - a.raw_ns) as f64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn time_does_not_go_back_and_stays_close(
            steps in prop::collection::vec((1u64..50_000_000, -40i64..40, prop::collection::vec(0f64..1.2, 0..6)), 1..60)
        ) {
            let mut clock = Clock::default();
            let (mut ticks, mut said) = (1_000_000u64, Vec::new());
            for (step, jitter, asked) in steps {
                let before = ticks;
                ticks += step;
                let raw_ns = (ticks / 2 + 1_000).saturating_add_signed(jitter);
                clock.read(Pair { ticks, raw_ns }, 0.5);
                let mut asked: Vec<u64> = asked.iter().map(|part| before + (step as f64 * part) as u64).collect();
                asked.sort_unstable();
                said.extend(asked.into_iter().map(|at| (at, clock.ns(at))));
            }
            // Even when asked out of order, as long as it is later than the earlier answers.
            said.sort_unstable();
            prop_assert!(said.windows(2).all(|two| two[0].1 <= two[1].1), "{said:?}");
            prop_assert!(said.iter().all(|(at, ns)| ns.abs_diff(at / 2 + 1_000) < 200), "{said:?}");
        }
    }
}

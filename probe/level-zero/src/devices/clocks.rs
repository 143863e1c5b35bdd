//! How a device's clock relates to the host's, with its drift.

use super::stamps::{Cycle, extend};

/// One reading of both clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// CLOCK_MONOTONIC_RAW, ns.
    pub host_ns: u64,
    /// Device cycles, unwrapped to 64 bits.
    pub device: u64,
}

/// The result of one call of `zeDeviceGetGlobalTimestamps`.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// CLOCK_MONOTONIC_RAW before and after the call, ns.
    pub before: u64,
    pub after: u64,
    /// Host time as the driver gave it.
    pub host: u64,
    /// Device time in cycles as the driver gave it.
    pub device: u64,
}

impl Sample {
    fn width(&self) -> u64 {
        self.after.saturating_sub(self.before)
    }

    /// When the device's clock was read: the driver's host time, if that lies within the call.
    fn read_between(&self) -> (u64, u64) {
        let is_sane = (self.before..=self.after).contains(&self.host);
        if is_sane { (self.host, self.host) } else { (self.before, self.after) }
    }

    fn host_ns(&self) -> u64 {
        let (from, to) = self.read_between();
        u64::midpoint(from, to)
    }
}

/// Samples that make a reading, if they take no longer than this together, ns.
pub const SAMPLES: usize = 4;
pub const SAMPLES_NS: u64 = 20_000;

/// Relates device stamps to host time by the latest reading, and follows the device's true rate by an older
/// one: a clock that is 50 ppm off is 50 us off after a second.
#[derive(Debug, Clone)]
pub struct Timeline {
    cycle: Cycle,
    /// Valid bits of `zeDeviceGetGlobalTimestamps`.
    bits: u32,
    /// Host time of the first reading.
    first_ns: u64,
    older: Option<Pair>,
    latest: Option<Pair>,
    /// What the latest reading took, without interruptions, and the shortest call of all.
    cost_ns: u64,
    narrowest_ns: u64,
    /// Readings in a row that were rejected.
    interrupted: u32,
}

/// Least distance of two readings that give a rate. Stamps that are related by it are no further from the readings than that.
const MIN_RATE_BASELINE_NS: u64 = FIRST_PERIOD_NS / 2;
/// Readings further apart than this are dropped, so that a changing rate is followed.
const STALE_NS: u64 = 10_000_000_000;
/// From the first reading to the second. The period grows with the time since the first reading, to half of it, so that a stamp is
/// at most half as far from the readings as these are from each other.
const FIRST_PERIOD_NS: u64 = 250_000;
/// Longest period: then there are four readings a second.
pub const MAX_PERIOD_NS: u64 = 250_000_000;
/// Readings in a row that may be left out; after that, calls do take longer than before.
const MOST_INTERRUPTED: u32 = 4;
/// Readings may take one part in this many of the time, until their period is the longest.
const COST_DIVISOR: u64 = 200;

impl Timeline {
    #[must_use]
    pub fn new(cycle: Cycle, bits: u32) -> Self {
        Self {
            cycle,
            bits,
            first_ns: 0,
            older: None,
            latest: None,
            cost_ns: 0,
            narrowest_ns: u64::MAX / 2,
            interrupted: 0,
        }
    }

    /// True when a new reading is due at `now_ns`.
    #[must_use]
    pub fn is_due(&self, now_ns: u64) -> bool {
        let Some(latest) = self.latest else { return true };
        let passed = latest.host_ns.saturating_sub(self.first_ns);
        let period = (passed / 2)
            .max(FIRST_PERIOD_NS)
            .max(self.cost_ns.saturating_mul(COST_DIVISOR))
            .min(MAX_PERIOD_NS);
        now_ns.saturating_sub(latest.host_ns) >= period
    }

    /// The last reading was interrupted, and without another one the rate is not known: a stamp that is related by the nominal
    /// one is off by the drift since the first reading.
    #[must_use]
    pub fn is_wanted_again(&self) -> bool {
        self.interrupted > 0 && self.measured().is_none()
    }

    /// Takes a reading.
    pub fn read(&mut self, samples: &[Sample]) {
        let Some(narrowest) = samples.iter().map(Sample::width).min() else { return };
        // An interrupted call says little. One of the next will not be.
        let interrupted = narrowest > 2 * self.narrowest_ns && self.interrupted < MOST_INTERRUPTED;
        self.interrupted = if interrupted { self.interrupted + 1 } else { 0 };
        if interrupted {
            return;
        }
        self.narrowest_ns = self.narrowest_ns.min(narrowest);
        self.cost_ns = narrowest * samples.len() as u64;
        let hz = self.rate();
        let cycle_ns = 1e9 / hz;
        let mut known = self.latest;
        // Each call says between which two moments its counter had just ticked. The one that a reading is about lies where they
        // all agree, which is less than the shortest of them, and calls that were interrupted do no harm.
        let (mut first, mut earliest, mut latest) = (None::<Pair>, f64::MIN, f64::MAX);
        for sample in samples {
            let host_ns = sample.host_ns();
            let device = known.map_or(sample.device, |known| {
                let passed = (host_ns as f64 - known.host_ns as f64) * hz / 1e9;
                extend(sample.device, known.device.wrapping_add_signed(passed as i64), self.bits)
            });
            let this = *known.insert(Pair { host_ns, device });
            let first = *first.get_or_insert(this);
            let since_tick = this.device.wrapping_sub(first.device) as i64 as f64 * cycle_ns;
            let after_first = |host: u64| host.wrapping_sub(first.host_ns) as i64 as f64 - since_tick;
            let (from, to) = sample.read_between();
            let (from, to) = (after_first(from) - cycle_ns, after_first(to));
            // Two calls can't contradict each other but by a clock that jumps: the earlier ones are believed then.
            if from <= latest && to >= earliest {
                (earliest, latest) = (earliest.max(from), latest.min(to));
            }
        }
        let Some(mut pair) = first else { return };
        pair.host_ns = pair.host_ns.saturating_add_signed(f64::midpoint(earliest, latest) as i64);
        match self.older {
            None => (self.first_ns, self.older) = (pair.host_ns, Some(pair)),
            Some(older) if pair.host_ns.saturating_sub(older.host_ns) > STALE_NS => self.older = self.latest,
            Some(_) => {}
        }
        self.latest = Some(pair);
    }

    /// Cycles per second: measured once the readings are far enough apart, nominal until then.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let nominal = self.cycle.hz().unwrap_or(1e9);
        // A timer that is off by more than 1 % is not drift but a wrong reading.
        self.measured().filter(|measured| (measured / nominal - 1.0).abs() < 0.01).unwrap_or(nominal)
    }

    fn measured(&self) -> Option<f64> {
        let (a, b) = (self.older?, self.latest?);
        let ns = b.host_ns.saturating_sub(a.host_ns);
        let cycles = b.device.wrapping_sub(a.device);
        (ns >= MIN_RATE_BASELINE_NS).then(|| cycles as f64 * 1e9 / ns as f64)
    }

    /// Host time (ns) of a stamp of `bits` valid bits; `None` before the first reading.
    #[must_use]
    pub fn host_ns(&self, stamp: u64, bits: u32) -> Option<u64> {
        let latest = self.latest?;
        let full = extend(stamp, latest.device, bits);
        let cycles = full.wrapping_sub(latest.device) as i64;
        let ns = cycles as f64 * 1e9 / self.rate();
        latest.host_ns.checked_add_signed(ns as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const S: u64 = 1_000_000_000;

    /// A device's clock of `hz` that runs `ppm` fast, and what it takes to read it.
    #[derive(Debug, Clone, Copy)]
    struct Clock {
        hz: f64,
        ppm: f64,
        start: u64,
        bits: u32,
        /// The driver gives its own host time.
        gives_host: bool,
    }

    impl Clock {
        fn at(&self, host: u64) -> u64 {
            let passed = (host as f64 * self.hz * (1.0 + self.ppm * 1e-6) / 1e9) as u64;
            self.start.wrapping_add(passed) & crate::devices::stamps::mask(self.bits)
        }

        /// Reads both clocks as [`Device::read_clock`](crate::devices::facts::Device::read_clock) does, and returns the host's time
        /// afterwards.
        fn read(&self, to: &mut Timeline, mut now: u64, noise: &mut impl FnMut() -> u64) -> u64 {
            let mut samples = Vec::new();
            while samples.len() < SAMPLES {
                // Most calls are quick, one in eight is interrupted before it reads the clocks, but never all of a reading: with
                // the first reading that would leave nothing to go by.
                let interrupted = noise().is_multiple_of(8) && samples.len() + 1 < SAMPLES;
                let late = 30 + noise() % 40 + if interrupted { noise() % 3_000 } else { 0 };
                let read = now + late;
                let after = read + 40 + noise() % 30;
                let host = if self.gives_host { read } else { 0 };
                samples.push(Sample { before: now, after, host, device: self.at(read) });
                now = after + 20;
            }
            to.read(&samples);
            now
        }
    }

    proptest! {
        /// Slices lay up to 501 ns too early, and 50 us too late where the clock drifted.
        #[test]
        fn trap_07_an_operation_lies_within_100_ns_from_the_first_one_on(
            ppm in -200.0f64..200.0, bits in 36u32..=64, start in 0u64..1 << 34, gives_host in any::<bool>(), seed in any::<u64>(),
        ) {
            let clock = Clock { hz: 19_200_000.0, ppm, start, bits, gives_host };
            let mut random = seed | 1;
            let mut noise = move || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                random >> 33
            };
            let mut t = Timeline::new(Cycle::Hz(19_200_000), bits);
            let mut now = clock.read(&mut t, 5 * S, &mut noise);
            let mut readings = 1;
            while now < 35 * S {
                // The next operation is looked at 20 us after its start, or much later.
                let pause = [30_000, 400_000, 20_000_000, 700_000_000][noise() as usize % 4];
                now += pause;
                let begun = now - 20_000 - noise() % (pause - 20_000).min(100_000_000);
                while t.is_due(now) {
                    now = clock.read(&mut t, now, &mut noise);
                    readings += 1;
                }
                // Its stamp is of the first tick after its start.
                let tick = 1_000_000_000.0 / 19_200_000.0;
                let found = t.host_ns(clock.at(begun + tick as u64), bits).unwrap();
                prop_assert!(found.abs_diff(begun + 26) < 100, "{} ns off at {} us", found as i64 - begun as i64, now / 1000 - 5_000_000);
            }
            prop_assert!(readings < 30 * 4 + 24, "{readings} readings in 30 s");
        }
    }

    #[test]
    fn readings_are_at_most_four_a_second_after_the_first_ones_and_fewer_where_they_take_long() {
        let at =
            |before: u64, width: u64| Sample { before, after: before + width, host: before, device: before };
        let mut t = Timeline::new(Cycle::Hz(1_000_000_000), 64);
        assert!(t.is_due(0));
        t.read(&[at(S, 100)]);
        let mut readings = vec![0];
        for now in (S..3 * S).step_by(10_000) {
            if t.is_due(now) {
                t.read(&[at(now, 100)]);
                readings.push((now - S) / 10_000);
            }
        }
        assert_eq!(readings[..6], [0, 25, 50, 75, 113, 170]);
        assert!(readings.len() < 30, "{readings:?}");
        let mut slow = Timeline::new(Cycle::Hz(1_000_000_000), 64);
        slow.read(&[at(S, 50_000)]);
        assert!(!slow.is_due(S + 9_000_000) && slow.is_due(S + 11_000_000));
    }

    /// On a busy machine the second reading was interrupted: a kernel 7 ms after the first one was 1.4 us late, by a clock that is
    /// 200 ppm off.
    #[test]
    fn an_interrupted_reading_is_wanted_again_while_there_is_no_rate() {
        let clock = |host: u64| (host as f64 * 1.0002) as u64;
        let at = |before: u64, width: u64| Sample {
            before,
            after: before + width,
            host: before,
            device: clock(before),
        };
        let mut t = Timeline::new(Cycle::Hz(1_000_000_000), 64);
        t.read(&[at(S, 100)]);
        assert!(!t.is_wanted_again());
        let now = S + 7_000_000;
        t.read(&[at(now, 3_000_000)]);
        assert!(t.is_wanted_again() && t.host_ns(clock(now), 64).unwrap().abs_diff(now) > 1_000);
        t.read(&[at(now + 3_000_000, 100)]);
        assert!(!t.is_wanted_again() && t.host_ns(clock(now), 64).unwrap().abs_diff(now) < 10);
        // The rate is known: the next one that is due will do. And a clock that is slow from now on is believed after a while.
        t.read(&[at(now + S, 3_000_000)]);
        assert!(!t.is_wanted_again());
        let mut slow = Timeline::new(Cycle::Hz(1_000_000_000), 64);
        slow.read(&[at(S, 100)]);
        let tries = (1..).find(|n| {
            slow.read(&[at(S + n * 1_000_000, 500_000)]);
            !slow.is_wanted_again()
        });
        assert_eq!(tries, Some(u64::from(MOST_INTERRUPTED) + 1));
    }
}

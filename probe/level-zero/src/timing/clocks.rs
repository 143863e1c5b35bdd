//! How a device's clock relates to the host's, with its drift.

use super::stamps::{Cycle, extend};

/// One reading of both clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// CLOCK_MONOTONIC_RAW, ns: the middle of the call that read the device.
    pub host_ns: u64,
    /// Device cycles, unwrapped to 64 bits.
    pub device: u64,
}

/// Relates device stamps to host time by the latest reading, and follows the device's true rate by an older
/// one: a clock that is 50 ppm off is 50 us off after a second.
#[derive(Debug, Clone)]
pub struct Timeline {
    cycle: Cycle,
    /// Valid bits of `zeDeviceGetGlobalTimestamps`.
    bits: u32,
    older: Option<Pair>,
    latest: Option<Pair>,
}

/// Readings this far apart give the rate to better than 1 ppm of a reading error of 100 ns.
const BASE_NS: u64 = 200_000_000;
/// Readings further apart than this are dropped, so that a changing rate is followed.
const STALE_NS: u64 = 10_000_000_000;
/// No more than four readings a second.
pub const PERIOD_NS: u64 = 250_000_000;

impl Timeline {
    #[must_use]
    pub fn new(cycle: Cycle, bits: u32) -> Self {
        Self { cycle, bits, older: None, latest: None }
    }

    /// True when a new reading is due at `now_ns`.
    #[must_use]
    pub fn is_due(&self, now_ns: u64) -> bool {
        self.latest.is_none_or(|l| now_ns.saturating_sub(l.host_ns) >= PERIOD_NS)
    }

    /// Takes a reading: host time in ns, device time in cycles as the driver gave it.
    pub fn read(&mut self, host_ns: u64, device: u64) {
        let device = match self.latest {
            None => device,
            Some(latest) => {
                let passed = self.expected_cycles(host_ns.saturating_sub(latest.host_ns));
                extend(device, latest.device.wrapping_add(passed), self.bits)
            }
        };
        let pair = Pair { host_ns, device };
        match self.older {
            None => self.older = Some(pair),
            Some(older) if host_ns.saturating_sub(older.host_ns) > STALE_NS => self.older = self.latest,
            Some(_) => {}
        }
        self.latest = Some(pair);
    }

    fn expected_cycles(&self, ns: u64) -> u64 {
        (ns as f64 * self.rate() / 1e9) as u64
    }

    /// Cycles per second: measured once the readings are far enough apart, nominal until then.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let nominal = self.cycle.hz().unwrap_or(1e9);
        let (Some(a), Some(b)) = (self.older, self.latest) else { return nominal };
        let ns = b.host_ns.saturating_sub(a.host_ns);
        if ns < BASE_NS {
            return nominal;
        }
        let measured = b.device.wrapping_sub(a.device) as f64 * 1e9 / ns as f64;
        // A timer that is off by more than 1 % is not drift but a wrong reading.
        if (measured / nominal - 1.0).abs() < 0.01 { measured } else { nominal }
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

    /// Device cycles at a host time, for a clock of `hz` that runs `ppm` fast.
    fn device_at(host: u64, hz: f64, ppm: f64, start: u64) -> u64 {
        start.wrapping_add((host as f64 * hz * (1.0 + ppm * 1e-6) / 1e9) as u64)
    }

    proptest! {
        #[test]
        fn trap_07_drift_is_followed(ppm in -200.0f64..200.0, bits in 36u32..=64, start in 0u64..1 << 34) {
            let hz = 19_200_000.0;
            let mask = crate::timing::stamps::mask(bits);
            let mut t = Timeline::new(Cycle::Hz(19_200_000), bits);
            let mut host = 5 * S;
            for _ in 0..120 {
                t.read(host, device_at(host, hz, ppm, start) & mask);
                host += S / 4;
            }
            // a stamp between two readings, half a minute after the first
            let kernel = host - S / 8;
            let found = t.host_ns(device_at(kernel, hz, ppm, start) & mask, bits).unwrap();
            prop_assert!(found.abs_diff(kernel) < 1_000, "{} ns off", found.abs_diff(kernel));
        }
    }

    #[test]
    fn readings_are_at_most_four_a_second() {
        let mut t = Timeline::new(Cycle::Hz(1_000_000), 64);
        assert!(t.is_due(0));
        t.read(S, 1);
        assert!(!t.is_due(S + S / 5));
        assert!(t.is_due(S + S / 4));
    }
}

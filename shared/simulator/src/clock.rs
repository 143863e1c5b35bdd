//! Clocks: the host's (`CLOCK_MONOTONIC_RAW`, Level Zero's host clock on Linux) and a device's.

use crate::cancel;
use std::time::Duration;

/// Cycles by which the context clock is ahead of the global clock.
pub const CONTEXT_ORIGIN: u64 = 0x2468_ace0;

/// Sleeps end this long before the wanted moment, and a short spin waits for the rest.
const SPIN_NS: u64 = 8_000;

/// The host clock in nanoseconds.
pub fn host_now() -> u64 {
    read(libc::CLOCK_MONOTONIC_RAW)
}

/// Processor time of this thread in nanoseconds.
pub fn thread_time() -> u64 {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the result.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

/// Returns when the host clock has reached `moment`: sleeps most of the time, spins at the end.
pub fn wait_until(moment: u64) {
    loop {
        let now = host_now();
        if now >= moment {
            return;
        }
        match moment - now {
            long if long > SPIN_NS => cancel::sleep(Duration::from_nanos(long - SPIN_NS)),
            _ => std::hint::spin_loop(),
        }
    }
}

/// A device's counter. Moments are ticks: cycles since the driver started, which do not wrap in practice; what
/// the program sees is the counter, which starts anywhere and wraps at any width.
#[derive(Debug, Clone, Copy)]
pub struct DeviceClock {
    /// Cycles per second by the device's own time.
    pub hz: u64,
    /// How much faster it runs than the host's clock.
    pub ppm: i64,
    /// The counter when the driver started.
    pub start: u64,
    /// The host clock at that moment.
    pub epoch: u64,
}

const MILLION: u128 = 1_000_000;
const NS_PER_SECOND: u128 = 1_000_000_000;

impl DeviceClock {
    fn rate(&self) -> u128 {
        u128::from(self.hz) * u128::from((1_000_000 + self.ppm).cast_unsigned())
    }

    /// The last tick at or before a moment of the host clock.
    pub fn ticks_at(&self, host: u64) -> u64 {
        let elapsed = u128::from(host.saturating_sub(self.epoch));
        (elapsed * self.rate() / (NS_PER_SECOND * MILLION)) as u64
    }

    /// The first tick at or after a moment of the host clock.
    pub fn tick_after(&self, host: u64) -> u64 {
        let elapsed = u128::from(host.saturating_sub(self.epoch));
        (elapsed * self.rate()).div_ceil(NS_PER_SECOND * MILLION) as u64
    }

    /// The first nanosecond of the host clock at which a tick has been reached.
    pub fn host_at(&self, ticks: u64) -> u64 {
        self.epoch + (u128::from(ticks) * NS_PER_SECOND * MILLION).div_ceil(self.rate()) as u64
    }

    /// Cycles that an operation takes: to the nearest cycle, at least one if it takes any time.
    pub fn length(&self, nanoseconds: f64) -> u64 {
        let cycles = (nanoseconds * self.hz as f64 / 1e9).round() as u64;
        cycles.max(u64::from(nanoseconds > 0.0))
    }

    /// The counter at a tick, all 64 bits of it.
    pub fn counter(&self, ticks: u64) -> u64 {
        self.start.wrapping_add(ticks)
    }
}

/// The valid bits of a counter.
pub fn mask(value: u64, bits: u32) -> u64 {
    match bits {
        64.. => value,
        _ => value & ((1 << bits) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: DeviceClock = DeviceClock { hz: 19_200_000, ppm: 0, start: 0, epoch: 1_000 };

    #[test]
    fn host_and_device_time_are_inverse() {
        for ppm in [-50, 0, 50, 1000] {
            let clock = DeviceClock { ppm, ..CLOCK };
            for ticks in [0, 1, 2, 19_199, 19_200_000, 12_345_678_901] {
                assert_eq!(clock.ticks_at(clock.host_at(ticks)), ticks);
                assert!(ticks == 0 || clock.ticks_at(clock.host_at(ticks) - 1) < ticks);
            }
        }
    }

    #[test]
    fn drift_is_in_parts_per_million() {
        let clock = DeviceClock { ppm: 50, ..CLOCK };
        assert_eq!(clock.ticks_at(CLOCK.epoch + 1_000_000_000), 19_200_960);
    }

    #[test]
    fn lengths_round_to_the_nearest_cycle() {
        assert_eq!(CLOCK.length(0.0), 0);
        assert_eq!(CLOCK.length(1.0), 1);
        assert_eq!(CLOCK.length(1_000_000.0), 19_200);
        assert_eq!(CLOCK.length(10_000.0), 192);
        assert_eq!(CLOCK.length(130.0), 2);
        assert_eq!(CLOCK.length(131.0), 3);
    }

    #[test]
    fn counters_wrap_at_their_width() {
        assert_eq!(mask(0x1_0000_0005, 32), 5);
        assert_eq!(mask(0x1f_0000_0005, 36), 0xf_0000_0005);
        assert_eq!(mask(u64::MAX, 64), u64::MAX);
        let clock = DeviceClock { start: u64::MAX, ..CLOCK };
        assert_eq!(clock.counter(3), 2);
    }

    #[test]
    fn waiting_is_not_shorter() {
        let moment = host_now() + 200_000;
        wait_until(moment);
        assert!(host_now() >= moment);
    }
}

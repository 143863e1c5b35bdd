//! The host clock of the hot path, in ticks: the processor's counter (the TSC, CNTVCT_EL0) where it runs at a constant rate in all
//! power states, else CLOCK_MONOTONIC_RAW in nanoseconds, which is also Level Zero's host clock on Linux.

use crate::arch;
use std::sync::atomic::{AtomicBool, Ordering};

static TSC: AtomicBool = AtomicBool::new(false);

/// Chooses the clock. Called once, before the first call is wrapped.
pub fn choose() {
    TSC.store(arch::has_steady_counter(), Ordering::Relaxed);
}

/// True when [`ticks`] reads the processor's counter.
#[must_use]
pub fn is_tsc() -> bool {
    TSC.load(Ordering::Relaxed)
}

/// The clock now, in ticks.
#[inline(always)]
#[must_use]
pub fn ticks() -> u64 {
    if TSC.load(Ordering::Relaxed) {
        return arch::counter();
    }
    slow_ticks()
}

/// Kept out of line, since nearly every machine uses the counter.
#[cold]
#[inline(never)]
fn slow_ticks() -> u64 {
    raw_ns()
}

/// CLOCK_MONOTONIC_RAW in nanoseconds.
#[must_use]
pub fn raw_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Both clocks at one moment: the reading of [`raw_ns`] with the shortest gap of ticks around it.
#[must_use]
pub fn pair() -> (u64, u64) {
    let mut best = (u64::MAX, 0, 0);
    for _ in 0..8 {
        let before = ticks();
        let raw = raw_ns();
        let gap = ticks().wrapping_sub(before);
        if gap < best.0 {
            best = (gap, before.wrapping_add(gap / 2), raw);
        }
    }
    (best.1, best.2)
}

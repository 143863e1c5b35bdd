//! How many ticks a millisecond has, measured from the beginning of the session.

use crate::clock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

pub(super) struct TickRate {
    /// Tick and time (ns) at the beginning of the session.
    pub(super) begun: [AtomicU64; 2],
    /// 0 before it is known.
    pub(super) per_ms: AtomicU64,
}

impl TickRate {
    pub(super) const fn new() -> Self {
        Self { begun: [AtomicU64::new(0), AtomicU64::new(0)], per_ms: AtomicU64::new(0) }
    }

    pub(super) fn begin(&self, tick: u64, raw_ns: u64) {
        self.per_ms.store(0, Relaxed);
        self.begun[0].store(tick, Relaxed);
        self.begun[1].store(raw_ns, Relaxed);
    }

    /// 0 before the first millisecond is known.
    pub(super) fn ticks(&self, ns: u64) -> u64 {
        (u128::from(ns) * u128::from(self.per_ms.load(Relaxed)) / 1_000_000) as u64
    }

    /// Ticks per millisecond; `None` in the first one.
    pub(super) fn at(&self, now: u64) -> Option<u64> {
        let known = self.per_ms.load(Relaxed);
        if known != 0 {
            return Some(known);
        }
        let (ticks, ns) = (
            now.saturating_sub(self.begun[0].load(Relaxed)),
            clock::raw_ns().saturating_sub(self.begun[1].load(Relaxed)),
        );
        if ns < 1_000_000 {
            return None;
        }
        let found = ((u128::from(ticks) * 1_000_000 / u128::from(ns)) as u64).max(1);
        self.per_ms.store(found, Relaxed);
        Some(found)
    }
}

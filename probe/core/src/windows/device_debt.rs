//! What devices have lost to timing: the time for which kernels could have run beside others, which were timed. All is written with
//! the lock of device timing.

use super::debt;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// At most this many kernels may hold back others before it is known how long such kernels take.
const UNCHARGED: u64 = 64;

pub(super) struct DeviceDebt {
    /// What was not yet paid for, and when that was, ticks.
    lost: AtomicU64,
    at: AtomicU64,
    /// How long kernels take that hold back others, on average, ticks; 0 before the first is complete.
    usual: AtomicU64,
    /// How many were given to a device before that, and are not complete.
    pub(super) uncharged: AtomicU64,
}

impl DeviceDebt {
    pub(super) const fn new() -> Self {
        Self {
            lost: AtomicU64::new(0),
            at: AtomicU64::new(0),
            usual: AtomicU64::new(0),
            uncharged: AtomicU64::new(0),
        }
    }

    pub(super) fn begin(&self, now: u64) {
        [&self.lost, &self.usual, &self.uncharged].into_iter().for_each(|count| count.store(0, Relaxed));
        self.at.store(now, Relaxed);
    }

    /// Another kernel may hold back others.
    pub(super) fn has_room(&self) -> bool {
        self.uncharged.load(Relaxed) < UNCHARGED
    }

    /// What a kernel counts that holds back others, ticks; 0 before that is known.
    pub(super) fn usual(&self) -> u64 {
        self.usual.load(Relaxed)
    }

    /// A kernel that holds back others is given to a device. What it counts, ticks.
    pub(super) fn give(&self) -> u64 {
        let usual = self.usual();
        if usual == 0 {
            self.uncharged.store(self.uncharged.load(Relaxed) + 1, Relaxed);
        }
        usual
    }

    /// A kernel that was given to a device did not get there.
    pub(super) fn cancel(&self) {
        match self.uncharged.load(Relaxed).checked_sub(1) {
            Some(left) => self.uncharged.store(left, Relaxed),
            None => self.lost.store(self.lost.load(Relaxed).saturating_sub(self.usual()), Relaxed),
        }
    }

    /// A kernel that held back others for `ticks` is complete, or was given up. What it counts that did not count when it was given.
    pub(super) fn take(&self, ticks: u64, is_complete: bool, now: u64) -> u64 {
        let since = now.saturating_sub(self.at.load(Relaxed));
        let ticks = if is_complete { ticks } else { ticks.min(since) };
        if is_complete {
            let usual = match self.usual() {
                0 => ticks,
                usual => debt::average(usual, ticks),
            };
            self.usual.store(usual.max(1), Relaxed);
        }
        let Some(left) = self.uncharged.load(Relaxed).checked_sub(1) else { return 0 };
        self.uncharged.store(left, Relaxed);
        ticks
    }

    /// `ticks` more are lost. Returns all that is owed.
    pub(super) fn add(&self, ticks: u64, now: u64, budget: u64) -> u64 {
        let lost = self.owed(now, budget).saturating_add(ticks);
        self.lost.store(lost, Relaxed);
        self.at.store(now, Relaxed);
        lost
    }

    /// What is not within the budget yet, which is in 1/10,000 of the time.
    pub(super) fn owed(&self, now: u64, budget: u64) -> u64 {
        debt::unpaid(self.lost.load(Relaxed), self.at.load(Relaxed), now, budget)
    }
}

//! What timing has cost beyond what may be spent at once, until that is within the budget.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

pub(super) struct Debt {
    /// What was not paid yet, and when that was, ticks.
    owed: AtomicU64,
    at: AtomicU64,
}

impl Debt {
    pub(super) const fn new() -> Self {
        Self { owed: AtomicU64::new(0), at: AtomicU64::new(0) }
    }

    pub(super) fn begin(&self, now: u64) {
        self.set(0, now);
    }

    fn set(&self, owed: u64, now: u64) {
        self.owed.store(owed, Relaxed);
        self.at.store(now, Relaxed);
    }

    /// When it last changed.
    pub(super) fn since(&self) -> u64 {
        self.at.load(Relaxed)
    }

    /// What is not within the budget yet, which is in 1/10,000 of the time.
    pub(super) fn owed(&self, now: u64, budget: u64) -> u64 {
        let passed = now.saturating_sub(self.since());
        let paid = u128::from(passed) * u128::from(budget) / 10_000;
        self.owed.load(Relaxed).saturating_sub(paid as u64)
    }

    /// `ticks` more. Returns all that is owed.
    pub(super) fn add(&self, ticks: u64, now: u64, budget: u64) -> u64 {
        let owed = self.owed(now, budget).saturating_add(ticks);
        self.set(owed, now);
        owed
    }

    /// `ticks` at least: several have debts of their own, and the largest counts.
    pub(super) fn raise(&self, ticks: u64, now: u64, budget: u64) {
        if ticks > self.owed(now, budget) {
            self.set(ticks, now);
        }
    }
}

//! Arithmetic of what timing has cost.

/// What is left of a debt of `owed` ticks at `then`, when `budget` 1/10,000 of the time since pay for it.
pub(super) fn unpaid(owed: u64, then: u64, now: u64, budget: u64) -> u64 {
    let paid = u128::from(now.saturating_sub(then)) * u128::from(budget) / 10_000;
    owed.saturating_sub(paid as u64)
}

/// A running average, of which the latest value is an eighth.
pub(super) fn average(before: u64, latest: u64) -> u64 {
    (7 * before + latest).div_ceil(8)
}

//! Calls of one function of the API, since the last reset.

use super::super::latency::Latencies;
use super::super::series::Series;
use std::sync::Arc;
use zetop_wire::reader::Counters;

/// Calls of one API function.
#[derive(Debug, Clone, Default)]
pub struct Function {
    /// Since the process began.
    pub(super) now: Counters,
    /// At the last reset.
    pub(super) base: Counters,
    pub(super) was_reset: bool,
    /// Ticks so far of calls that have not returned.
    pub open: u64,
    /// Durations since the last reset, in ticks.
    pub latencies: Latencies,
    /// Calls per interval.
    pub calls: Series,
    /// Host times at which the last call and the last error were seen.
    pub called_at: u64,
    pub failed_at: u64,
    /// Errors since the last reset that callers ask for, by the last result of each reading, and why they do.
    pub expected: u64,
    pub expected_why: Option<Arc<str>>,
}

impl Function {
    /// Figures since the last reset. The extremes are exact before the first reset, and after one if they are
    /// new; otherwise they are taken from the histogram's buckets, since counters cannot be subtracted.
    #[must_use]
    pub fn figures(&self) -> Counters {
        let calls = self.now.calls.saturating_sub(self.base.calls);
        let (min, max) = if self.was_reset {
            extremes_since(&self.base, &self.now, self.latencies.extremes())
        } else {
            (self.now.min, Some(self.now.max))
        };
        let any = calls > 0;
        Counters {
            calls,
            timed: self.now.timed.saturating_sub(self.base.timed),
            total: self.now.total.saturating_sub(self.base.total),
            sampled: self.now.sampled.saturating_sub(self.base.sampled),
            sampled_total: self.now.sampled_total.saturating_sub(self.base.sampled_total),
            sampled_squares: self.now.sampled_squares.saturating_sub(self.base.sampled_squares),
            min: min.filter(|_| any),
            max: max.filter(|_| any).unwrap_or(0),
            errors: self.now.errors.saturating_sub(self.base.errors),
            last_error: self.now.last_error,
        }
    }
}

/// Shortest and longest since a reset: from the counters at the reset (`base`) and `now`, and from the shortest and longest
/// bucket of what came since.
fn extremes_since(
    base: &Counters,
    now: &Counters,
    buckets: Option<(u64, u64)>,
) -> (Option<u64>, Option<u64>) {
    let max = now.max;
    let shortest = match (base.min, now.min) {
        (Some(before), Some(min)) if min >= before => buckets.map(|(low, _)| low.max(min).min(max)),
        (_, min) => min,
    };
    let longest = if max > base.max { Some(max) } else { buckets.map(|(_, high)| high.min(max)) };
    (shortest, longest)
}

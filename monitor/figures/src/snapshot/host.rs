//! The host's side: calls of the API, by function.

use super::histogram::Histogram;
use crate::sum::sum;
use serde::Serialize;
use std::sync::Arc;
use zetop_wire::catalog::Role;

#[derive(Debug, Clone, Default, Serialize)]
pub struct Host {
    pub calls: u64,
    /// Calls whose time was taken; of trivial functions it is one of 16, unless all are asked for (`--exact`).
    pub timed: u64,
    /// With what calls in progress have taken so far.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if all calls were timed.
    pub total_error_pct: f64,
    /// By share, largest first.
    pub apis: Vec<Api>,
    #[serde(skip)]
    pub errors: u64,
    /// Calls per second over the last second.
    #[serde(skip)]
    pub calls_per_s: f64,
    /// Time in calls over the last second, all threads together, % of one thread's wall time.
    #[serde(skip)]
    pub wall_pct: f64,
}

impl Host {
    /// Errors that nobody asks for.
    #[must_use]
    pub fn unexpected_errors(&self) -> u64 {
        self.errors.saturating_sub(sum(self.apis.iter().map(|api| api.expected_errors)))
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Api {
    pub name: Arc<str>,
    /// Part of the API that it belongs to.
    pub family: Arc<str>,
    pub calls: u64,
    /// Calls whose time was taken: of a trivial function one of 16, at random. Counts of calls and errors are exact, times
    /// come from these.
    pub timed: u64,
    pub errors: u64,
    /// With what calls in progress have taken so far; these are in no other figure.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if all calls were timed.
    pub total_error_pct: f64,
    pub share_pct: f64,
    /// The shortest and the longest of those that were timed.
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    /// Percentiles are exact to the bucket of the histogram, 1.6 % wide at most: the middle of it.
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    /// Not all calls were timed, and fewer than 100 of those that were took longer than p99.
    pub p99_uncertain: bool,
    /// The time of the calls that stand for all, as `total_ns`, which comes closer where groups have only begun; but this one
    /// never falls.
    #[serde(skip)]
    pub grown_ns: u64,
    /// The part of [`Self::total_ns`] that calls in progress have taken so far.
    #[serde(skip)]
    pub open_ns: u64,
    /// Names the row over time, within a session.
    #[serde(skip)]
    pub id: u32,
    #[serde(skip)]
    pub role: Role,
    #[serde(skip)]
    pub calls_per_s: f64,
    /// Errors that callers ask for, so that nothing is wrong, and what they ask.
    #[serde(skip)]
    pub expected_errors: u64,
    #[serde(skip)]
    pub expected_why: Option<Arc<str>>,
    /// Time since the last call was seen, and since the last error that nobody asks for.
    #[serde(skip)]
    pub quiet_ns: u64,
    #[serde(skip)]
    pub faultless_ns: u64,
    /// Name of the result of the last call that returned an error.
    #[serde(skip)]
    pub last_error: Option<Arc<str>>,
    #[serde(skip)]
    pub before: Option<Before>,
    #[serde(skip)]
    pub histogram: Histogram,
    /// Calls per second, one value per [`History::interval_ns`](crate::snapshot::History::interval_ns), newest last.
    #[serde(skip)]
    pub rate_history: Vec<f64>,
}

impl Api {
    /// Time in calls that have returned.
    #[must_use]
    pub fn returned_ns(&self) -> u64 {
        self.total_ns.saturating_sub(self.open_ns)
    }

    /// All of its calls were timed.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.timed >= self.calls
    }
}

/// What a row was before the dashboard's mark, if its figures are those since.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Before {
    pub share_pct: f64,
    pub avg_ns: Option<f64>,
    pub bandwidth_gbps: Option<f64>,
}

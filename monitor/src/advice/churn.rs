//! Memory that is allocated and freed again and again.

use super::figures::{Figures, WORTH_PCT};
use crate::present::format::{count, time};
use crate::snapshot::{About, Finding, Role, Severity};
use crate::sum::sum;

pub const ID: &str = "allocation-churn";

/// Fewer allocations are set-up.
const ENOUGH: u64 = 100;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    let apis = snapshot.host.apis.iter().filter(|a| matches!(a.role, Role::Alloc | Role::Free));
    let Some(dearest) = apis.clone().max_by_key(|a| a.total_ns) else { return Vec::new() };
    let spent = sum(apis.map(|a| a.total_ns));
    let allocs = sum(snapshot.memory.iter().map(|kind| kind.allocs));
    let frees = sum(snapshot.memory.iter().map(|kind| kind.frees));
    let gain = figures.pct_of_wall(spent as f64);
    if !figures.is_current(dearest.quiet_ns, dearest.calls)
        || allocs < ENOUGH
        || frees < allocs - allocs / 10
        || gain < WORTH_PCT
    {
        return Vec::new();
    }
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: "Keep memory and reuse it".to_owned(),
        evidence: format!(
            "{} allocations and {} frees took {}, {gain:.0} % of the time",
            count(allocs),
            count(frees),
            time(spent as f64),
        ),
        gain_pct: Some(gain.min(100.0)),
        sites: Vec::new(),
        about: About::Api(dearest.id),
    }]
}

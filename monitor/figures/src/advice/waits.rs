//! Waits that leave the device without work.

use super::figures::Figures;
use crate::snapshot::{About, Finding, Role, Severity};
use crate::view::format::{count, time};

pub const ID: &str = "synchronous-waits";

/// Fewer waits are no habit.
const ENOUGH: u64 = 20;
/// A wait has to take this much of the wall time.
const WAITED_PCT: f64 = 20.0;
/// With this many operations before each wait, plenty is submitted: what keeps the device idle is something else.
const PLENTY: f64 = 10.0;
/// With fewer operations, it is calls that ask again and again that are counted, and not waits.
const FEWEST: f64 = 0.1;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    let waits = snapshot.host.apis.iter().filter(|a| a.role == Role::Wait);
    let Some(wait) = waits.max_by_key(|a| a.returned_ns()) else { return Vec::new() };
    let (waited_pct, busy_pct) =
        (figures.pct_of_wall(wait.returned_ns() as f64), figures.pct_of_wall(figures.device_ns()));
    let each = figures.operations() as f64 / wait.calls.max(1) as f64;
    let dominates = wait.share_pct > 50.0 && waited_pct > WAITED_PCT && wait.calls >= ENOUGH;
    // Untimed work would make the device look idle.
    let timed = snapshot.device.coverage_pct.is_some_and(|pct| pct > 90.0);
    if !figures.is_current(wait.quiet_ns, wait.calls)
        || !dominates
        || !timed
        || !(FEWEST..PLENTY).contains(&each)
        || busy_pct >= waited_pct / 2.0
    {
        return Vec::new();
    }
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Submit more work before each {}", wait.name),
        evidence: format!(
            "{} waits took {}, {waited_pct:.0} % of the time, one for each {each:.1} operations; the device was busy \
             {busy_pct:.0} % of it",
            count(wait.calls),
            time(wait.returned_ns() as f64),
        ),
        gain_pct: Some((waited_pct - busy_pct).clamp(0.0, 100.0)),
        gain_if: "the device then works without a pause".to_owned(),
        over_ns: figures.over_ns(wait.quiet_ns, wait.calls),
        about: About::Api(wait.id),
        ..Finding::default()
    }]
}

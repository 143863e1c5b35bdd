//! Waits that leave the device without work.

use super::figures::Figures;
use crate::present::format::{count, time};
use crate::snapshot::{About, Finding, Role, Severity};
use crate::sum::sum;

pub const ID: &str = "synchronous-waits";

/// Fewer waits are no habit.
const ENOUGH: u64 = 20;
/// A wait has to take this much of the wall time.
const WAITED_PCT: f64 = 20.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    let waits = snapshot.host.apis.iter().filter(|a| a.role == Role::Wait);
    let Some(wait) = waits.max_by_key(|a| a.total_ns) else { return Vec::new() };
    let busy = device_ns(figures);
    let (waited_pct, busy_pct) =
        (figures.pct_of_wall(wait.total_ns as f64), figures.pct_of_wall(busy as f64));
    let dominates = wait.share_pct > 50.0 && waited_pct > WAITED_PCT && wait.calls >= ENOUGH;
    // Untimed work would make the device look idle.
    let timed = snapshot.device.coverage_pct.is_some_and(|pct| pct > 90.0);
    if !figures.is_current(wait.quiet_ns, wait.calls) || !dominates || !timed || busy_pct >= waited_pct / 2.0
    {
        return Vec::new();
    }
    let operations = snapshot.device.timed.saturating_add(snapshot.device.untimed);
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Submit more work before each {}", wait.name),
        evidence: format!(
            "{} waits took {}, {waited_pct:.0} % of the time, one for each {:.1} operations; the device was busy \
             {busy_pct:.0} % of it",
            count(wait.calls),
            time(wait.total_ns as f64),
            operations as f64 / wait.calls.max(1) as f64,
        ),
        gain_pct: Some((waited_pct - busy_pct).clamp(0.0, 100.0)),
        sites: Vec::new(),
        about: About::Api(wait.id),
    }]
}

/// Time of all timed operations, those that ran at once counted each.
fn device_ns(figures: &Figures<'_>) -> u64 {
    let work = &figures.snapshot.device;
    let kernels = work.kernels.iter().chain(&work.others).map(|k| k.total_ns);
    sum(kernels.chain(work.transfers.iter().map(|t| t.total_ns)).chain([work.fills.total_ns]))
}

//! Many fills of a few KiB, one after the other.
//!
//! Fills are counted together: not by size, nor by what they fill, nor by what came before. So what is said rests on their mean
//! size, and each doubt lowers the gain.

use super::figures::{Figures, MANY_TINY, TINY, WORTH_PCT};
use crate::snapshot::{About, Finding, Role, Severity};
use crate::sum::sum;
use crate::view::format::{bytes, count, many, time};

pub const ID: &str = "tiny-fills";

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    finding(figures).into_iter().collect()
}

fn finding(figures: &Figures<'_>) -> Option<Finding> {
    let snapshot = figures.snapshot;
    let fills = &snapshot.device.fills;
    let calls = || snapshot.host.apis.iter().filter(|api| api.role == Role::Fill && api.calls > 0);
    let most = calls().max_by_key(|api| api.calls)?;
    let called = sum(calls().map(|api| api.calls));
    let quiet_ns = calls().map(|api| api.quiet_ns).min()?;
    let between = figures.operations().saturating_sub(fills.ops);
    // What runs between two fills may need the first: only those that another one follows at once can become one with it.
    // With 70 other operations, that is so for all but 70, whatever the order.
    let in_a_row = fills.ops.saturating_sub(between);
    let device_ns = fills.total_ns as f64;
    let spent = figures.spent_ns(figures.host_ns(Role::Fill), fills.ops, device_ns);
    let gain = figures.pct_of_wall(saved_ns(figures, spent, in_a_row));
    if !figures.is_current(quiet_ns, called)
        || in_a_row < MANY_TINY
        || fills.bytes / fills.ops.max(1) > TINY
        // Fills that are recorded once and executed again and again cost few calls.
        || called < fills.ops / 2
        || gain < WORTH_PCT
    {
        return None;
    }
    let others = match between {
        0 => String::new(),
        n => format!(", with {} in between", many(n, "kernel or copy", "kernels and copies")),
    };
    Some(Finding {
        id: ID,
        severity: Severity::Warning,
        text: "Gather small fills into larger ones".to_owned(),
        evidence: format!(
            "{} fills, {} each on average{others}, took {}",
            count(fills.ops),
            bytes(fills.bytes / fills.ops.max(1)),
            time(spent),
        ),
        gain_pct: Some(gain),
        gain_if: "one fill takes the place of those that follow each other".to_owned(),
        over_ns: figures.over_ns(quiet_ns, called),
        about: About::Api(most.id),
        ..Finding::default()
    })
}

/// What fewer and larger fills would save of the wall time.
fn saved_ns(figures: &Figures<'_>, spent: f64, in_a_row: u64) -> f64 {
    let snapshot = figures.snapshot;
    let fills = &snapshot.device.fills;
    let device_ns = fills.total_ns as f64;
    // What is filled may lie on the other side of the slowest link, so the bytes get the time that they need to cross it, but no
    // more than the small fills took, where all were timed: a large one is not slower.
    let links = snapshot.devices.iter().filter_map(|device| figures.reachable(device.id));
    let slowest = links.map(|(rate, _)| rate).filter(|rate| *rate > 0.0).min_by(f64::total_cmp);
    let across = slowest.map(|rate| fills.bytes as f64 / rate);
    let is_timed = fills.timed.saturating_add(fills.sampled) >= fills.ops;
    let large = match across {
        Some(across) if is_timed => across.min(device_ns),
        Some(across) => across,
        None => device_ns,
    };
    // Calls of several processes may take place at once, and which of them fill is not known.
    let processes = snapshot.processes.iter().filter(|process| process.calls > 0).count().max(1) as f64;
    let part = in_a_row as f64 / fills.ops.max(1) as f64;
    let saved = part * (spent - large).max(0.0) / processes;
    // While the device is busy with other work, a call may cost nothing.
    let others_ns = (figures.device_ns() - device_ns).max(0.0);
    saved.min((figures.wall_ns - others_ns).max(0.0))
}

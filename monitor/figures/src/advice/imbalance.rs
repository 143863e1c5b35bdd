//! One rank's device takes longer than the others' for as much work, in a job whose ranks keep step.

use super::figures::Figures;
use crate::ranks::{Rank, ranks, spread};
use crate::snapshot::{Finding, Severity};
use crate::view::format::time;

pub const ID: &str = "imbalance";

/// Fewer have no median to differ from.
const FEWEST: usize = 3;
/// Ranks that launch as many kernels in as long a time keep step; these may differ by so much.
const STEP: f64 = 0.02;
const SPAN: f64 = 0.05;
/// How much longer the slow one takes than the median.
const SLOW: f64 = 1.25;
/// Its device works for at least this part of the time, or something else keeps the others waiting.
const BUSY: f64 = 0.5;
/// Fewer launches are no habit.
const ENOUGH: u64 = 100;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let all = ranks(&figures.snapshot.processes);
    // Untimed work would make a device look idle.
    let timed = figures.snapshot.device.coverage_pct.is_some_and(|pct| pct > 90.0);
    if all.len() < FEWEST || !timed || !keep_step(&all) {
        return Vec::new();
    }
    let device: Vec<f64> = all.iter().map(|rank| rank.device_ns as f64).collect();
    let Some((slow, spread)) = spread(&device).and_then(|spread| Some((&all[spread.odd?], spread))) else {
        return Vec::new();
    };
    let watched = slow.watched_ns.max(1) as f64;
    let slow_ns = slow.device_ns as f64;
    if slow_ns < spread.median * SLOW || slow_ns < watched * BUSY {
        return Vec::new();
    }
    let process = figures.snapshot.processes.iter().filter(|process| process.member.rank == Some(slow.rank));
    let most = process.max_by_key(|process| process.device_ns).map(|process| &process.dearest);
    let dearest = most.and_then(|dearest| dearest.kernel.as_ref());
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Balance the ranks: the others wait for rank {}", slow.rank),
        evidence: format!(
            "its device works for {}, those of the {} ranks for {} (median), with as many kernels in the same time",
            time(slow_ns),
            all.len(),
            time(spread.median),
        ),
        gain_pct: Some((100.0 * (slow_ns - spread.median) / watched).clamp(0.0, 100.0)),
        gain_if: "its device takes as long as the others'".to_owned(),
        about: dearest.cloned().unwrap_or_default(),
        ..Finding::default()
    }]
}

/// True when the ranks launch equally many kernels in equal times: none runs ahead of the others, whatever its device takes.
fn keep_step(all: &[Rank]) -> bool {
    let near = |values: Vec<f64>, part: f64| {
        spread(&values).is_some_and(|spread| spread.most - spread.least <= part * spread.most)
    };
    all.iter().all(|rank| rank.kernels >= ENOUGH)
        && near(all.iter().map(|rank| rank.kernels as f64).collect(), STEP)
        && near(all.iter().map(|rank| rank.watched_ns as f64).collect(), SPAN)
}

//! Copies and kernels that never run at once.

use super::figures::Figures;
use crate::snapshot::{About, Engines, Finding, Role, Severity};
use crate::sum::sum;
use crate::view::format::time;

pub const ID: &str = "no-overlap";

/// Each takes this much of the wall time at least, or there is little to win.
const WORTH_PCT: f64 = 15.0;
/// Kernels and copies overlap when at least this part of the shorter one runs at the same time as the other.
const NEVER_PCT: f64 = 5.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let engines = &figures.snapshot.device.engines;
    engines.iter().filter_map(|engines| finding_of(figures, engines)).collect()
}

/// Whether the finding about a device says to use its copy engine.
pub(super) fn names_copy_engine(figures: &Figures<'_>, device: u32) -> bool {
    let engines = figures.snapshot.device.engines.iter().find(|engines| engines.device == device);
    engines.is_some_and(|engines| {
        copy_engine(figures, engines).is_some() && finding_of(figures, engines).is_some()
    })
}

fn finding_of(figures: &Figures<'_>, engines: &Engines) -> Option<Finding> {
    // Their sums are no time, and one's kernels may run beside another one's copies.
    if engines.processes > 1 {
        return None;
    }
    let (kernels, copies) =
        (figures.pct_of_wall(engines.kernel_ns as f64), figures.pct_of_wall(engines.copy_ns as f64));
    let shorter = engines.kernel_ns.min(engines.copy_ns);
    let hidden = 100.0 * engines.both_ns as f64 / shorter.max(1) as f64;
    if kernels.min(copies) < WORTH_PCT || hidden >= NEVER_PCT || engines.late_ns > shorter / 10 {
        return None;
    }
    // What is copied most is what to begin with.
    let transfers = figures.snapshot.device.transfers.iter().filter(|t| t.device == engines.device);
    let most = transfers.max_by_key(|transfer| transfer.total_ns)?;
    if !figures.is_current(most.quiet_ns, most.ops) {
        return None;
    }
    let hideable = shorter.saturating_sub(engines.both_ns) as f64 * behind_others(figures);
    let queues = match engines.lanes.len() {
        1 => ", all on one queue",
        _ => "",
    };
    Some(Finding {
        id: ID,
        severity: Severity::Hint,
        text: format!("Copy the next data while kernels run, on a {}", second_queue(figures, engines)),
        evidence: format!(
            "kernels took {}, {kernels:.0} % of the time, and copies {}, {copies:.0} %, with {hidden:.0} % of that at \
             the same time{queues}",
            time(engines.kernel_ns as f64),
            time(engines.copy_ns as f64),
        ),
        gain_pct: Some(figures.pct_of_wall(hideable).min(100.0)),
        gain_if: "all copies but the first after each wait are hidden".to_owned(),
        over_ns: figures.over_ns(most.quiet_ns, most.ops),
        about: About::Transfer {
            src: most.src.kind.clone(),
            dst: most.dst.kind.clone(),
            device: most.device,
        },
        ..Finding::default()
    })
}

/// Part of the copies that can be hidden: the first one after a wait has no kernel to run beside, if the program waits
/// as often as now. With one copy for each wait, it is the waits that have to go.
fn behind_others(figures: &Figures<'_>) -> f64 {
    let snapshot = figures.snapshot;
    let waits = snapshot.host.apis.iter().filter(|api| api.role == Role::Wait);
    let waits = waits.max_by_key(|api| api.returned_ns()).map_or(0, |wait| wait.calls);
    let copies = sum(snapshot.device.transfers.iter().map(|transfer| transfer.ops));
    if waits == 0 || copies < 2 * waits { 1.0 } else { 1.0 - waits as f64 / copies as f64 }
}

fn second_queue(figures: &Figures<'_>, engines: &Engines) -> String {
    copy_engine(figures, engines).map_or_else(
        || "second queue".to_owned(),
        |at| format!("queue of the copy engine (queue group {at})"),
    )
}

/// The queue group of the copy engine, where the device has one that the program does not use.
fn copy_engine(figures: &Figures<'_>, engines: &Engines) -> Option<usize> {
    let device = figures.snapshot.devices.iter().find(|device| device.id == engines.device);
    let groups = device.map_or(&[][..], |device| &device.queue_groups);
    let used = |group: usize| engines.lanes.iter().any(|lane| usize::from(lane.queue.0) == group);
    let copier =
        groups.iter().enumerate().find(|(at, group)| !group.computes && group.queues > 0 && !used(*at));
    copier.map(|(at, _)| at)
}

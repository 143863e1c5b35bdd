//! One rank comes last to collective operations, and the others wait for it.

use super::figures::{Figures, WORTH_PCT};
use crate::snapshot::{About, CameLast, Finding, Process, Severity};
use crate::sum::sum;
use crate::view::format::time;
use std::collections::BTreeMap;

pub const ID: &str = "straggler";

/// Fewer operations are no habit.
const ENOUGH: u64 = 20;
/// It has to come last this often. Of even ranks, each does at random.
const MOSTLY: f64 = 0.75;
/// What explains this much of the time that the others wait is the cause.
const EXPLAINS: f64 = 0.5;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    let mut last: BTreeMap<u32, CameLast> = BTreeMap::new();
    for came in snapshot.collectives.iter().flat_map(|row| &row.last) {
        let known =
            last.entry(came.key).or_insert_with(|| CameLast { count: 0, waited_ns: 0, ..came.clone() });
        known.count = known.count.saturating_add(came.count);
        known.waited_ns = known.waited_ns.saturating_add(came.waited_ns);
    }
    let all = sum(last.values().map(|came| came.count));
    let Some(came) = last.values().max_by_key(|came| came.waited_ns) else { return Vec::new() };
    let share = came.count as f64 / all.max(1) as f64;
    let Some(slow) = snapshot.processes.iter().find(|process| process.key == came.key) else {
        return Vec::new();
    };
    let watched = slow.watched_ns.max(1) as f64;
    let waited_pct = 100.0 * came.waited_ns as f64 / watched;
    if all < ENOUGH || share < MOSTLY || waited_pct < WORTH_PCT {
        return Vec::new();
    }
    // Ranks of several hosts are named with their host.
    let hosts = snapshot.processes.iter().any(|process| process.member.host != slow.member.host);
    let who = if hosts { format!("{} on {}", slow.name(), slow.member.host) } else { slow.name() };
    let waiting = sum(snapshot.collectives.iter().map(|row| row.waiting_ns));
    let (cause, about) = cause(slow, &snapshot.processes, came.waited_ns as f64);
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Make {who} as fast as the others"),
        evidence: format!(
            "it comes last in {:.0} % of {all} collective operations, and the others wait {} for it, {waited_pct:.0} % of the \
             time (all ranks wait {} on average); {}",
            100.0 * share,
            time(came.waited_ns as f64),
            time(waiting as f64),
            cause,
        ),
        gain_pct: Some(waited_pct.clamp(0.0, 100.0)),
        gain_if: "it then comes with the others".to_owned(),
        about: about.unwrap_or_default(),
        ..Finding::default()
    }]
}

/// Where the slow one spends what the others wait for: what takes it that much longer than the median of the others, and the row
/// that it spends most of that in.
fn cause(slow: &Process, all: &[Process], waited_ns: f64) -> (String, Option<About>) {
    let others: Vec<&Process> =
        all.iter().filter(|process| process.key != slow.key && process.collectives_ns > 0).collect();
    let more = |value: fn(&Process) -> u64| {
        let mut values: Vec<u64> = others.iter().map(|process| value(process)).collect();
        values.sort_unstable();
        let median = values.get(values.len() / 2).copied().unwrap_or(0);
        value(slow) as f64 - median as f64
    };
    let kernels = |process: &Process| {
        process.device_ns.saturating_sub(process.collectives_ns).saturating_sub(process.copies_ns)
    };
    // Its host's waits are for its own device, or for the others.
    let calls = |process: &Process| process.host_ns.saturating_sub(process.waits_ns);
    type Part<'a> = (fn(&Process) -> u64, &'static str, &'a Option<About>);
    let parts: [Part<'_>; 3] = [
        (kernels, "its own kernels take", &slow.dearest.kernel),
        (|process| process.copies_ns, "its copies take", &slow.dearest.copies),
        (calls, "its calls of the API take", &slow.dearest.call),
    ];
    let explained = parts.iter().map(|(value, what, row)| (more(*value), what, row));
    let most = explained.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(ns, ..)| *ns >= EXPLAINS * waited_ns);
    match most {
        Some((ns, what, row)) => (format!("{what} {} longer than the others'", time(ns)), (*row).clone()),
        None => ("it spends that time on the host, outside the API".to_owned(), None),
    }
}

//! One rank's device or host takes longer than the others' for as much work, in a job whose ranks keep step.

use super::figures::Figures;
use crate::ranks::{MIN_RANKS_FOR_OUTLIER, Rank, ranks, spread};
use crate::snapshot::{About, Finding, Process, Severity};
use crate::view::format::time;

pub const ID: &str = "imbalance";

/// Ranks that launch as many kernels in as long a time keep step; these may differ by so much.
const STEP: f64 = 0.02;
const SPAN: f64 = 0.05;
/// How much longer the slow one takes than the median.
const SLOW: f64 = 1.25;
/// Its device works for at least this part of the time, or something else keeps the others waiting.
const BUSY: f64 = 0.35;
/// Fewer launches are no habit; where samples of a second and more say the same, some steps are enough.
const ENOUGH: u64 = 100;
const ENOUGH_BY_SAMPLES: u64 = 40;

/// What the others wait for must show on the host: at least this part of the time, and as long.
const HOST: f64 = 0.1;
const HOST_NS: f64 = 1e9;
/// This part of it at least is what the others spend more in libraries by which ranks wait for each other.
const WAITED: f64 = 0.5;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let all = ranks(&figures.snapshot.processes);
    if all.len() < MIN_RANKS_FOR_OUTLIER || !keep_step(&all) {
        return Vec::new();
    }
    let launches = all.iter().map(|rank| rank.kernels).min().unwrap_or(0);
    let device = if launches >= ENOUGH && are_as_far(&all) { of_devices(figures, &all) } else { None };
    let host = || if launches >= ENOUGH_BY_SAMPLES { of_hosts(&all) } else { None };
    device.or_else(host).into_iter().collect()
}

fn of_devices(figures: &Figures<'_>, all: &[Rank]) -> Option<Finding> {
    // Untimed work would make a device look idle.
    figures.snapshot.device.coverage_pct.filter(|pct| *pct > 90.0)?;
    let device: Vec<f64> = all.iter().map(|rank| rank.device_ns as f64).collect();
    let spread = spread(&device)?;
    let slow = &all[spread.odd?];
    let watched = slow.watched_ns.max(1) as f64;
    let slow_ns = slow.device_ns as f64;
    if slow_ns < spread.median * SLOW || slow_ns < watched * BUSY {
        return None;
    }
    let most =
        processes(figures, slow).max_by_key(|process| process.device_ns).map(|process| &process.dearest);
    let dearest = most.and_then(|dearest| dearest.kernel.as_ref());
    Some(Finding {
        evidence: format!(
            "its device works for {}, those of the {} ranks for {} (median), with as many kernels in the same time",
            time(slow_ns),
            all.len(),
            time(spread.median),
        ),
        gain_if: "its device takes as long as the others'".to_owned(),
        about: dearest.cloned().unwrap_or_default(),
        ..named(slow, slow_ns - spread.median)
    })
}

/// By where their main threads run: the slow one in its own code, while the others are in MPI, say.
fn of_hosts(all: &[Rank]) -> Option<Finding> {
    let figure = |of: fn(&Rank) -> Option<u64>| {
        all.iter().map(|rank| Some(of(rank)? as f64)).collect::<Option<Vec<f64>>>()
    };
    let own = figure(|rank| rank.own_code_ns)?;
    let between = figure(|rank| rank.between_ranks_ns)?;
    let spread = spread(&own)?;
    let odd = spread.odd?;
    let slow = &all[odd];
    let more = own[odd] - spread.median;
    let waited = crate::ranks::spread(&between)?.median - between[odd];
    let is_more =
        own[odd] >= spread.median * SLOW && more >= HOST_NS && more >= slow.watched_ns as f64 * HOST;
    if !is_more || waited < more * WAITED {
        return None;
    }
    Some(Finding {
        evidence: format!(
            "its main thread computes for {} outside of the API, those of the {} ranks for {} (median), with as many kernels in \
             the same time; the others spend {} more in libraries by which ranks wait for each other (by samples)",
            time(own[odd]),
            all.len(),
            time(spread.median),
            time(waited),
        ),
        gain_if: "its host takes as long as the others'".to_owned(),
        about: About::OwnCode(slow.rank),
        ..named(slow, more)
    })
}

fn processes<'a>(figures: &Figures<'a>, rank: &Rank) -> impl Iterator<Item = &'a Process> {
    let rank = rank.rank;
    figures.snapshot.processes.iter().filter(move |process| process.member.rank == Some(rank))
}

fn named(slow: &Rank, gain_ns: f64) -> Finding {
    Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Balance the ranks: the others wait for rank {}", slow.rank),
        gain_pct: Some((100.0 * gain_ns / slow.watched_ns.max(1) as f64).clamp(0.0, 100.0)),
        ..Finding::default()
    }
}

/// True when equally many kernels of the ranks are known to have ended: of one whose processors are busy, the probe may hear so late
/// that its device seems to be faster than others. What is said of a slow device that has more in flight than the others comes later,
/// once that is little beside all that has ended.
fn are_as_far(all: &[Rank]) -> bool {
    near(all.iter().map(|rank| rank.kernels.saturating_sub(rank.pending) as f64).collect(), STEP)
}

/// True when the ranks launch equally many kernels in equal times: none runs ahead of the others, whatever its device takes.
fn keep_step(all: &[Rank]) -> bool {
    near(all.iter().map(|rank| rank.kernels as f64).collect(), STEP)
        && near(all.iter().map(|rank| rank.watched_ns as f64).collect(), SPAN)
}

fn near(values: Vec<f64>, part: f64) -> bool {
    spread(&values).is_some_and(|spread| spread.most - spread.least <= part * spread.most)
}

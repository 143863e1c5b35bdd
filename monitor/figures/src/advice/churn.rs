//! Memory that is allocated and freed again and again.
//!
//! The calls are one part of what that costs. The other is the first use of each page: the system has to find and to
//! clear it while the device, or the driver, copies. It shows in copies of memory that is new each time: they are far
//! slower than the link.

use super::figures::{Figures, WORTH_PCT};
use crate::snapshot::{About, Direction, Finding, Role, Severity, Transfer};
use crate::sum::sum;
use crate::view::format::{count, gbps, time};

pub const ID: &str = "allocation-churn";

/// Fewer allocations are set-up.
const ENOUGH: u64 = 100;
/// Copies of new memory that do less of what they could reach are slow because it is new.
const SLOW: f64 = 0.4;
/// The first use of a page costs no more than this, ns; what is more has another reason.
const PAGE_NS: f64 = 3_000.0;
const PAGE: f64 = 4_096.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    let apis = snapshot.host.apis.iter().filter(|a| matches!(a.role, Role::Alloc | Role::Free));
    let Some(dearest) = apis.clone().max_by_key(|a| a.returned_ns()) else { return Vec::new() };
    let spent = sum(apis.map(|api| api.returned_ns())) as f64;
    let allocs = sum(snapshot.memory.iter().map(|kind| kind.allocs));
    let frees = sum(snapshot.memory.iter().map(|kind| kind.frees));
    let uses: Vec<FirstUse> =
        snapshot.device.transfers.iter().filter_map(|transfer| first_use(figures, transfer)).collect();
    let used = uses.iter().map(|of| of.saved_ns).sum::<f64>();
    let gain = figures.pct_of_wall(spent + used);
    if !figures.is_current(dearest.quiet_ns, dearest.calls)
        || allocs < ENOUGH
        || frees < allocs - allocs / 10
        || gain < WORTH_PCT
    {
        return Vec::new();
    }
    let slowest = uses.iter().max_by(|a, b| a.saved_ns.total_cmp(&b.saved_ns));
    let copies = slowest.map(|of| {
        let (rate, reachable) = (gbps(of.rate), gbps(of.reachable));
        format!(
            "; {} copies memory that is new each time at {rate} GB/s, where {reachable} can be reached",
            of.pair
        )
    });
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: "Keep memory and reuse it".to_owned(),
        evidence: format!(
            "{} allocations and {} frees took {}, {:.0} % of the time{}",
            count(allocs),
            count(frees),
            time(spent),
            figures.pct_of_wall(spent),
            copies.unwrap_or_default(),
        ),
        gain_pct: Some(gain.min(100.0)),
        gain_if: slowest.map_or_else(
            || "only these calls go away".to_owned(),
            |of| format!("copies of kept memory run at {}", of.words),
        ),
        over_ns: figures.over_ns(dearest.quiet_ns, dearest.calls),
        about: About::Api(dearest.id),
        ..Finding::default()
    }]
}

/// What copies of new memory cost beyond those of memory that was used before.
struct FirstUse {
    pair: String,
    rate: f64,
    reachable: f64,
    words: String,
    saved_ns: f64,
}

fn first_use(figures: &Figures<'_>, transfer: &Transfer) -> Option<FirstUse> {
    let crosses_link = matches!(transfer.direction, Direction::HostToDevice | Direction::DeviceToHost);
    if !crosses_link || !figures.is_of_new_memory(transfer) {
        return None;
    }
    let (reachable, words) = figures.reachable(transfer.device)?;
    let rate = transfer.bandwidth_gbps.filter(|rate| *rate < SLOW * reachable)?;
    let bytes = rate * transfer.total_ns as f64;
    let excess = transfer.total_ns as f64 - bytes / reachable;
    // Both ends may be new.
    let pages = 2.0 * (bytes / PAGE).max(transfer.ops as f64);
    let saved_ns = figures.felt_ns(transfer.device, excess.min(pages * PAGE_NS));
    let pair = format!("{}\u{2192}{}", transfer.src.kind, transfer.dst.kind);
    Some(FirstUse { pair, rate, reachable, words, saved_ns })
}

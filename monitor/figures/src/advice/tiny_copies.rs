//! Many copies of a few KiB.

use super::figures::{Figures, MANY_TINY, TINY, WORTH_PCT};
use crate::snapshot::{About, Finding, Role, Severity, Transfer};
use crate::sum::sum;
use crate::view::format::{bytes, count, time};

pub const ID: &str = "tiny-copies";

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let transfers = &figures.snapshot.device.transfers;
    // The pair of kinds with most of them is the one to begin with.
    let Some(most) = transfers.iter().max_by_key(|t| tiny(t).0) else { return Vec::new() };
    finding_of(figures, most).into_iter().collect()
}

/// Copies, bytes and device time of the smallest class.
fn tiny(transfer: &Transfer) -> (u64, u64, u64) {
    let sizes: Vec<_> = transfer.by_size.iter().filter(|s| s.up_to.is_some_and(|u| u <= TINY)).collect();
    (
        sum(sizes.iter().map(|s| s.ops)),
        sum(sizes.iter().map(|s| s.bytes)),
        sum(sizes.iter().map(|s| s.total_ns)),
    )
}

fn finding_of(figures: &Figures<'_>, transfer: &Transfer) -> Option<Finding> {
    let snapshot = figures.snapshot;
    let all = sum(snapshot.device.transfers.iter().map(|t| t.ops));
    let (ops, moved, device_ns) = snapshot
        .device
        .transfers
        .iter()
        .map(tiny)
        .fold((0, 0, 0), |all, one| (sum([all.0, one.0]), sum([all.1, one.1]), sum([all.2, one.2])));
    let appends = snapshot.host.apis.iter().filter(|a| a.role == Role::Copy);
    let (append_ns, appended) =
        appends.fold((0, 0), |(ns, n), a| (sum([ns, a.returned_ns()]), sum([n, a.calls])));
    // Host time of the small copies: their share of what all appends of copies took.
    let host_ns = append_ns as f64 * ops as f64 / appended.max(ops).max(1) as f64;
    let spent = figures.spent_ns(host_ns, ops, device_ns as f64);
    if !figures.is_current(transfer.quiet_ns, transfer.ops)
        || ops < MANY_TINY
        || ops <= all / 2
        || figures.pct_of_wall(spent) < WORTH_PCT
    {
        return None;
    }
    // At the best rate that was seen for this pair, else at the link's.
    let link = snapshot.devices.iter().find(|d| d.id == transfer.device).and_then(|d| d.link_peak_gbps);
    let seen = transfer.by_size.iter().filter(|s| s.up_to != Some(TINY)).filter_map(|s| s.bandwidth_gbps);
    let rate = seen.max_by(f64::total_cmp).or(link);
    let large = rate.filter(|rate| *rate > 0.0).map(|rate| moved as f64 / rate);
    Some(Finding {
        id: ID,
        severity: Severity::Warning,
        text: "Gather small copies into larger ones".to_owned(),
        evidence: format!(
            "{} copies of at most 8 KiB, {} each on average, most of them {}\u{2192}{}, took {}{}",
            count(ops),
            bytes(moved / ops.max(1)),
            transfer.src,
            transfer.dst,
            time(spent),
            large.map_or_else(String::new, |ns| format!("; one copy of {} takes {}", bytes(moved), time(ns))),
        ),
        gain_pct: large.map(|ns| figures.pct_of_wall((spent - ns).max(0.0))),
        gain_if: if large.is_some() { "one copy takes their place".to_owned() } else { String::new() },
        over_ns: figures.over_ns(transfer.quiet_ns, transfer.ops),
        about: About::Transfer {
            src: transfer.src.kind.clone(),
            dst: transfer.dst.kind.clone(),
            device: transfer.device,
        },
        ..Finding::default()
    })
}

//! Copies between the device and memory that the API did not allocate.

use super::figures::{Figures, WORTH_PCT};
use crate::snapshot::{About, Direction, Endpoint, Finding, Place, Severity, Transfer, TransferSize};
use crate::sum::sum;
use crate::view::format::{bytes, gbps};

pub const ID: &str = "slow-kind";

/// With fewer bytes, or only copies of the smallest class, the kind of memory is not what costs.
const ENOUGH_BYTES: u64 = 1_000_000;
const TINY: u64 = 8_192;
/// A kind that was measured and is not this much faster is no better choice.
const FASTER: f64 = 1.1;
/// Copies that are slower than the link by more than this are slow for another reason, too: what remains then is
/// unknown.
const MOST_FASTER: f64 = 8.0;
/// Size classes are powers of two: kinds are compared over the nearest class within a factor of 4.
const NEAR: u64 = 4;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let transfers = &figures.snapshot.device.transfers;
    transfers.iter().filter_map(|transfer| finding_of(figures, transfer)).collect()
}

fn finding_of(figures: &Figures<'_>, transfer: &Transfer) -> Option<Finding> {
    let host = host_end(transfer)?;
    let larger = sum(transfer.by_size.iter().filter(|s| s.up_to != Some(TINY)).map(|s| s.bytes));
    let slow = host.place == Place::Pageable && !host.instead.is_empty();
    let costs = figures.pct_of_wall(transfer.total_ns as f64).max(transfer.share_pct);
    if !slow
        || !figures.is_current(transfer.quiet_ns, transfer.ops)
        || larger < ENOUGH_BYTES
        || larger < transfer.bytes / 2
        || costs < WORTH_PCT
    {
        return None;
    }
    let rate = transfer.bandwidth_gbps?;
    let better = fastest(figures, transfer);
    if better.as_ref().is_some_and(|better| better.could < FASTER * better.is) {
        return None;
    }
    let device = figures.snapshot.devices.iter().find(|device| device.id == transfer.device);
    let limit = device
        .and_then(|device| Some((device.link_peak_gbps?, device.link.as_deref()?)))
        .map(|(peak, name)| format!(", {:.0} % of {name} ({})", 100.0 * rate / peak, gbps(peak)));
    let way =
        if transfer.direction == Direction::HostToDevice { "to the GPU from" } else { "from the GPU to" };
    let gain = gain(figures, transfer, better.as_ref());
    let seen = better.as_ref().map(|b| format!("; {}\u{2192}{} does {}", b.src, b.dst, gbps(b.could)));
    Some(Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Allocate with {}", host.instead),
        evidence: format!(
            "{} {way} malloc'd memory at {} GB/s{}{}",
            bytes(transfer.bytes),
            gbps(rate),
            limit.unwrap_or_default(),
            seen.unwrap_or_default(),
        ),
        gain_pct: gain
            .as_ref()
            .map(|(saved_ns, _)| figures.pct_of_wall(figures.felt_ns(transfer.device, *saved_ns))),
        gain_if: gain.map(|(_, condition)| condition).unwrap_or_default(),
        over_ns: figures.over_ns(transfer.quiet_ns, transfer.ops),
        about: About::Transfer {
            src: transfer.src.kind.clone(),
            dst: transfer.dst.kind.clone(),
            device: transfer.device,
        },
        ..Finding::default()
    })
}

/// What better memory would save, and what is assumed: the rate of copies that were seen, else what the link reaches.
fn gain(figures: &Figures<'_>, transfer: &Transfer, better: Option<&Better>) -> Option<(f64, String)> {
    if let Some(better) = better {
        return Some((better.saved_ns, format!("all of them run at {} GB/s", gbps(better.could))));
    }
    let (reachable, words) = figures.reachable(transfer.device)?;
    let rate = transfer.bandwidth_gbps?;
    let (is_ns, could_ns) = (transfer.total_ns as f64, rate * transfer.total_ns as f64 / reachable);
    let plausible = (FASTER..MOST_FASTER).contains(&(reachable / rate));
    plausible.then(|| (is_ns - could_ns, format!("they then run at {words}")))
}

/// The end of a transfer that is not the device's; `None` where neither or both are.
fn host_end(transfer: &Transfer) -> Option<&Endpoint> {
    match transfer.direction {
        Direction::HostToDevice => Some(&transfer.src),
        Direction::DeviceToHost => Some(&transfer.dst),
        _ => None,
    }
}

/// Copies of the same direction with another kind of host memory, which are faster.
struct Better {
    src: Endpoint,
    dst: Endpoint,
    /// GB/s of the copies that could be compared, and what they would have had.
    is: f64,
    could: f64,
    saved_ns: f64,
}

fn fastest(figures: &Figures<'_>, slow: &Transfer) -> Option<Better> {
    let others = figures.snapshot.device.transfers.iter().filter(|t| {
        t.device == slow.device
            && t.direction == slow.direction
            && host_end(t).is_some_and(|end| end.place == Place::Host)
    });
    others.filter_map(|fast| compare(slow, fast)).max_by(|a, b| a.saved_ns.total_cmp(&b.saved_ns))
}

fn compare(slow: &Transfer, fast: &Transfer) -> Option<Better> {
    let (mut moved, mut is_ns, mut could_ns) = (0.0, 0.0, 0.0);
    for size in &slow.by_size {
        let Some((rate, other)) = size.bandwidth_gbps.zip(nearest(fast, size)) else { continue };
        let bytes = rate * size.total_ns as f64;
        moved += bytes;
        is_ns += size.total_ns as f64;
        could_ns += bytes / other;
    }
    (is_ns > 0.0 && could_ns > 0.0).then(|| Better {
        src: fast.src.clone(),
        dst: fast.dst.clone(),
        is: moved / is_ns,
        could: moved / could_ns,
        saved_ns: (is_ns - could_ns).max(0.0),
    })
}

/// GB/s that the other kind had in the size class nearest to this one.
fn nearest(fast: &Transfer, size: &TransferSize) -> Option<f64> {
    // The class without an upper end is next to that of 1 GiB.
    let place = |size: &TransferSize| size.up_to.unwrap_or(2 << 30);
    let (low, high) = (place(size) / NEAR, place(size).saturating_mul(NEAR));
    let near = fast.by_size.iter().filter(|other| (low..=high).contains(&place(other)));
    let measured = near.filter_map(|other| Some((other, other.bandwidth_gbps?)));
    let distance =
        |other: &TransferSize| place(other).max(place(size)) / place(other).min(place(size)).max(1);
    measured.min_by_key(|(other, _)| distance(other)).map(|(_, rate)| rate)
}

//! Copies that run on another engine than the fastest of their device.

use super::figures::{Figures, WORTH_PCT};
use super::overlap;
use crate::snapshot::{About, Device, Direction, Endpoint, Finding, GroupShare, Place, Severity, Transfer};
use crate::view::format::{bytes, gbps};

pub const ID: &str = "slower-engine";

/// Smaller copies cost what starting them costs, on any engine.
const LARGE: u64 = 1 << 20;
/// An engine that was measured and is not this much faster is no better choice.
const FASTER: f64 = 1.2;
/// Copies that do this much of what the link can do are on an engine that is fast enough.
const ENOUGH_PCT: f64 = 60.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let transfers = &figures.snapshot.device.transfers;
    let large = transfers.iter().filter(|t| {
        t.bytes / t.ops.max(1) >= LARGE
            && figures.is_current(t.quiet_ns, t.ops)
            && figures.pct_of_wall(t.total_ns as f64) >= WORTH_PCT
    });
    let of = |t: &Transfer| {
        let device = figures.snapshot.devices.iter().find(|device| device.id == t.device)?;
        measured(figures, device, t).or_else(|| untried(figures, device, t))
    };
    large.filter_map(of).collect()
}

/// Another queue group of the device has made such copies faster.
fn measured(figures: &Figures<'_>, device: &Device, t: &Transfer) -> Option<Finding> {
    let mut best: Option<(GroupShare, GroupShare, f64)> = None;
    for size in &t.by_size {
        let Some(fast) = size.by_group.iter().copied().max_by(|a, b| rate(a).total_cmp(&rate(b))) else {
            continue;
        };
        for slow in size.by_group.iter().filter(|slow| rate(&fast) >= FASTER * rate(slow)) {
            let saved_ns = slow.total_ns as f64 - slow.bytes as f64 / rate(&fast);
            if best.is_none_or(|(.., most)| saved_ns > most) {
                best = Some((*slow, fast, saved_ns));
            }
        }
    }
    let (slow, fast, saved_ns) = best?;
    if figures.pct_of_wall(slow.total_ns as f64) < WORTH_PCT {
        return None;
    }
    let evidence = format!(
        "{} {} at {} GB/s on {}, where {} does {}",
        bytes(slow.bytes),
        way(t),
        gbps(rate(&slow)),
        engine(device, slow.group),
        engine(device, fast.group),
        gbps(rate(&fast)),
    );
    Some(Finding {
        severity: Severity::Warning,
        text: format!("Copy on a queue of {}", engine(device, fast.group)),
        evidence,
        gain_pct: Some(figures.pct_of_wall(figures.felt_ns(t.device, saved_ns))),
        gain_if: format!("all of them run at {} GB/s", gbps(rate(&fast))),
        ..finding(figures, t)
    })
}

/// The finding that the device has an engine for copies, to which none of the copies `t` was given.
fn untried(figures: &Figures<'_>, device: &Device, t: &Transfer) -> Option<Finding> {
    let crosses_link = matches!(t.direction, Direction::HostToDevice | Direction::DeviceToHost);
    let pageable = |end: &Endpoint| end.place == Place::Pageable;
    let computes = |group: u32| device.queue_groups.get(group as usize).is_some_and(|group| group.computes);
    let copier = device.queue_groups.iter().position(|group| !group.computes && group.queues > 0)? as u32;
    let mut used = t.by_size.iter().flat_map(|size| &size.by_group).map(|share| share.group);
    let on = used.next()?;
    // With pageable memory, or memory that is new each time, it is not the engine that is slow. The advice to copy beside
    // kernels may have named it already.
    if !crosses_link
        || overlap::names_copy_engine(figures, t.device)
        || figures.is_of_new_memory(t)
        || pageable(&t.src)
        || pageable(&t.dst)
        || !computes(on)
        || !used.all(computes)
    {
        return None;
    }
    let (is, peak) = (t.bandwidth_gbps?, device.link_peak_gbps?);
    let pct = 100.0 * is / peak;
    if pct >= ENOUGH_PCT {
        return None;
    }
    Some(Finding {
        severity: Severity::Hint,
        text: format!("Try a queue of {}", engine(device, copier)),
        evidence: format!(
            "{} {} at {} GB/s, {pct:.0} % of {} ({}), all on {}",
            bytes(t.bytes),
            way(t),
            gbps(is),
            device.link.as_deref().unwrap_or("the link"),
            gbps(peak),
            engine(device, on),
        ),
        ..finding(figures, t)
    })
}

fn finding(figures: &Figures<'_>, t: &Transfer) -> Finding {
    Finding {
        id: ID,
        over_ns: figures.over_ns(t.quiet_ns, t.ops),
        about: About::Transfer { src: t.src.kind.clone(), dst: t.dst.kind.clone(), device: t.device },
        ..Finding::default()
    }
}

/// Bytes per ns are GB/s.
fn rate(share: &GroupShare) -> f64 {
    if share.total_ns == 0 { 0.0 } else { share.bytes as f64 / share.total_ns as f64 }
}

fn way(t: &Transfer) -> String {
    format!("{}\u{2192}{}", t.src.kind, t.dst.kind)
}

/// `the copy engine (queue group 1)`.
fn engine(device: &Device, group: u32) -> String {
    let what = match device.queue_groups.get(group as usize) {
        Some(group) if group.computes => "the compute engine (",
        Some(_) => "the copy engine (",
        None => "(",
    };
    format!("{what}queue group {group})")
}

//! What the figures suggest doing. Every line rests on figures that were measured in this session and names
//! them; without enough of them there is no line.

use crate::present::format::{bytes, count, time};
use crate::snapshot::{Advice, Direction, Endpoint, Place, Role, Snapshot, Transfer, TransferSize};

/// A size class counts as measured with this many copies, or this many bytes.
const ENOUGH_OPS: u64 = 64;
const ENOUGH_BYTES: u64 = 10_000_000;
/// A kind is worth a line when another one is this much faster for the same sizes.
const FASTER: f64 = 1.2;
/// Largest tiny copy: the smallest size class.
const TINY: u64 = 8_192;
const MANY: u64 = 1_000;

/// A sum of figures that a target could have made up: it stays at the top instead of overflowing.
fn sum(figures: impl IntoIterator<Item = u64>) -> u64 {
    figures.into_iter().fold(0, u64::saturating_add)
}

/// Everything there is to say, most time to gain first within each topic.
#[must_use]
pub fn advice(snapshot: &Snapshot) -> Vec<Advice> {
    let mut all = slow_kinds(&snapshot.device.transfers);
    all.extend(tiny_copies(snapshot));
    all.extend(waits(snapshot));
    all.extend(churn(snapshot));
    all
}

fn is_measured(size: &TransferSize) -> bool {
    size.bandwidth_gbps.is_some() && (size.ops >= ENOUGH_OPS || size.bytes >= ENOUGH_BYTES)
}

/// Two kinds compared over the sizes that were measured on both.
struct Comparison {
    bytes: u64,
    ops: u64,
    /// GB/s as it is, and as the other kind would have moved the same copies.
    is: f64,
    could: f64,
    saved_ns: f64,
    largest: Option<u64>,
}

fn compare(slow: &Transfer, fast: &Transfer) -> Option<Comparison> {
    let (mut bytes, mut ops) = (0u64, 0u64);
    let (mut moved, mut is_ns, mut could_ns) = (0.0, 0.0, 0.0);
    let mut largest = Some(0);
    for size in slow.by_size.iter().filter(|s| is_measured(s)) {
        let other = fast.by_size.iter().find(|s| s.up_to == size.up_to && is_measured(s));
        let (Some(rate), Some(other)) = (size.bandwidth_gbps, other.and_then(|o| o.bandwidth_gbps)) else {
            continue;
        };
        let timed_bytes = rate * size.total_ns as f64;
        moved += timed_bytes;
        bytes = size.bytes.saturating_add(bytes);
        ops = size.ops.saturating_add(ops);
        is_ns += size.total_ns as f64;
        could_ns += timed_bytes / other;
        largest = size.up_to;
    }
    let (is, could) = (moved / is_ns, moved / could_ns);
    (is_ns > 0.0 && could_ns > 0.0 && could >= FASTER * is).then_some(Comparison {
        bytes,
        ops,
        is,
        could,
        saved_ns: is_ns - could_ns,
        largest,
    })
}

/// Kinds of memory for which the same direction and sizes were faster from another kind.
fn slow_kinds(transfers: &[Transfer]) -> Vec<Advice> {
    let mut found = Vec::new();
    for slow in transfers {
        let others = transfers.iter().filter(|t| {
            t.device == slow.device
                && t.direction == slow.direction
                && matches!(t.direction, Direction::HostToDevice | Direction::DeviceToHost)
                && (&t.src, &t.dst) != (&slow.src, &slow.dst)
        });
        let compared = others.filter_map(|fast| Some((fast, compare(slow, fast)?)));
        let best = compared.max_by(|(_, a), (_, b)| a.saved_ns.total_cmp(&b.saved_ns));
        let Some((fast, c)) = best else { continue };
        let sizes = c.largest.map_or("all sizes".to_owned(), |up_to| format!("up to {}", bytes(up_to)));
        found.push((
            c.saved_ns,
            Advice {
                text: format!(
                    "{}\u{2192}{} {:.1} GB/s where {}\u{2192}{} does {:.1}: {}{}",
                    slow.src,
                    slow.dst,
                    c.is,
                    fast.src,
                    fast.dst,
                    c.could,
                    bytes(c.bytes),
                    remedy(slow, fast),
                ),
                evidence: format!(
                    "{} copies ({sizes}) of {}; the same bytes as {}\u{2192}{} would have taken {} less",
                    count(c.ops),
                    bytes(c.bytes),
                    fast.src,
                    fast.dst,
                    time(c.saved_ns),
                ),
            },
        ));
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().map(|(_, advice)| advice).collect()
}

/// What to change. The slow kind knows what is better in its API; else the faster kind says what makes it.
fn remedy(slow: &Transfer, fast: &Transfer) -> String {
    let on_host = |t: &Transfer| -> Endpoint {
        if t.direction == Direction::HostToDevice { t.src.clone() } else { t.dst.clone() }
    };
    let (slow, fast) = (on_host(slow), on_host(fast));
    if fast.place == Place::Host && !slow.instead.is_empty() {
        format!(" went through {slow} memory; {} is faster", slow.instead)
    } else {
        format!(" could use {fast} memory")
    }
}

/// Many copies of a few KB whose cost is the call, not the bytes.
fn tiny_copies(snapshot: &Snapshot) -> Option<Advice> {
    let transfers = &snapshot.device.transfers;
    let all = sum(transfers.iter().map(|t| t.ops));
    let tiny: Vec<_> =
        transfers.iter().flat_map(|t| &t.by_size).filter(|s| s.up_to.is_some_and(|u| u <= TINY)).collect();
    let (ops, moved) = (sum(tiny.iter().map(|s| s.ops)), sum(tiny.iter().map(|s| s.bytes)));
    let append_share: f64 =
        snapshot.host.apis.iter().filter(|a| a.role == Role::Copy).map(|a| a.share_pct).sum();
    (ops > MANY && ops > all / 2 && append_share >= 5.0).then(|| Advice {
        text: format!("{} copies of at most 8 KB: gather small copies into larger ones", count(ops)),
        evidence: format!(
            "{:.0} % of {} copies, {} bytes each on average; appending copies takes {append_share:.0} % of the \
             time in calls",
            100.0 * ops as f64 / all as f64,
            count(all),
            moved / ops.max(1),
        ),
    })
}

/// A wait that takes most of the host's time while the device has little to do.
fn waits(snapshot: &Snapshot) -> Option<Advice> {
    let wait = snapshot.host.apis.iter().find(|a| a.role == Role::Wait)?;
    let kernels = snapshot.device.kernels.iter().chain(&snapshot.device.others).map(|k| k.total_ns);
    let transfers = snapshot.device.transfers.iter().map(|t| t.total_ns);
    let device_ns = sum(kernels.chain(transfers).chain([snapshot.device.fills.total_ns]));
    let elapsed = snapshot.elapsed_ns.max(1) as f64;
    let busy_pct = 100.0 * device_ns as f64 / elapsed;
    let waited_pct = 100.0 * wait.total_ns as f64 / elapsed;
    let dominates = wait.share_pct > 50.0 && waited_pct > 20.0 && wait.calls >= 20;
    (dominates && snapshot.device.timed > 0 && busy_pct < waited_pct / 2.0).then(|| Advice {
        text: format!("{} waits while the device idles: submit more work before each wait", wait.name),
        evidence: format!(
            "{:.0} % of the time in calls, {} in {} calls; the device was busy {busy_pct:.0} % of the time",
            wait.share_pct,
            time(wait.total_ns as f64),
            count(wait.calls),
        ),
    })
}

/// Memory allocated and freed over and over.
fn churn(snapshot: &Snapshot) -> Option<Advice> {
    let apis: Vec<_> =
        snapshot.host.apis.iter().filter(|a| matches!(a.role, Role::Alloc | Role::Free)).collect();
    let share: f64 = apis.iter().map(|a| a.share_pct).sum();
    let spent = sum(apis.iter().map(|a| a.total_ns));
    let allocs = sum(snapshot.memory.iter().map(|kind| kind.allocs));
    let frees = sum(snapshot.memory.iter().map(|kind| kind.frees));
    (allocs >= MANY / 10 && frees >= allocs - allocs / 10 && share >= 10.0).then(|| Advice {
        text: "memory is allocated and freed again and again: keep it and use it again".to_owned(),
        evidence: format!(
            "{} allocations and {} frees take {}, {share:.0} % of the time in calls",
            count(allocs),
            count(frees),
            time(spent as f64),
        ),
    })
}

#[cfg(test)]
mod tests;

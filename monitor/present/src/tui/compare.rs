//! What has changed since the baseline (`b`): the figures after it against those before it.

use crate::tui::histogram::percentile;
use std::collections::HashMap;
use zetop_figures::snapshot::{
    Api, Before, Direction, DirectionHistory, Fills, Histogram, Kernel, Launches, Snapshot, Transfer,
    TransferSize,
};
use zetop_figures::sum::sum;
use zetop_figures::view::format;

/// Half of the last digit that a throughput is shown with.
const LEAST_GBPS: f64 = 0.005;

/// The figures since a baseline: every row has those after it and, beside them, those before. Rows without
/// activity since then stay, so that the user sees that they are gone. Figures that are not counted in rows
/// (the history, memory, totals of coverage) are for the whole time.
pub fn since(now: &Snapshot, baseline: &Snapshot) -> Snapshot {
    let mut out = now.clone();
    let host = &mut out.host;
    let before: HashMap<u32, &Api> = baseline.host.apis.iter().map(|api| (api.id, api)).collect();
    host.apis.iter_mut().for_each(|api| api_since(api, before.get(&api.id).copied()));
    host.calls = sum(host.apis.iter().map(|api| api.calls));
    host.errors = sum(host.apis.iter().map(|api| api.errors));
    host.total_ns = sum(host.apis.iter().map(|api| api.total_ns));
    host.timed = sum(host.apis.iter().map(|api| api.timed));
    for api in &mut host.apis {
        api.share_pct = share(api.total_ns, host.total_ns);
    }
    let (work, old) = (&mut out.device, &baseline.device);
    kernels_since(&mut work.kernels, &old.kernels);
    kernels_since(&mut work.others, &old.others);
    let known = |t: &Transfer| (t.device, t.src.clone(), t.dst.clone());
    let before: HashMap<_, &Transfer> = old.transfers.iter().map(|t| (known(t), t)).collect();
    for transfer in &mut work.transfers {
        let before = before.get(&known(transfer)).copied();
        transfer_since(transfer, before, now.elapsed_ns.saturating_sub(baseline.elapsed_ns));
    }
    let fills = &mut work.fills;
    // The bytes of timed fills follow from their bandwidth and time.
    let timed = |fills: &Fills| fills.bandwidth_gbps.unwrap_or(0.0) * fills.total_ns as f64;
    let bytes = timed(fills) - timed(&old.fills);
    fills.ops = fills.ops.saturating_sub(old.fills.ops);
    fills.timed = fills.timed.saturating_sub(old.fills.timed);
    fills.sampled = fills.sampled.saturating_sub(old.fills.sampled);
    fills.bytes = fills.bytes.saturating_sub(old.fills.bytes);
    fills.total_ns = fills.total_ns.saturating_sub(old.fills.total_ns);
    fills.bandwidth_gbps = (fills.total_ns > 0).then(|| bytes.max(0.0) / fills.total_ns as f64);
    let kernels = sum(work.kernels.iter().chain(&work.others).map(|k| k.total_ns));
    let all = sum([kernels, sum(work.transfers.iter().map(|t| t.total_ns)), work.fills.total_ns]);
    for kernel in work.kernels.iter_mut().chain(&mut work.others) {
        kernel.share_pct = share(kernel.total_ns, all);
    }
    for transfer in &mut work.transfers {
        transfer.share_pct = share(transfer.total_ns, all);
    }
    out
}

fn share(part: u64, all: u64) -> f64 {
    if all > 0 { 100.0 * part as f64 / all as f64 } else { 0.0 }
}

/// The counts since then. Percentiles and extremes follow from them, to within a bucket.
fn histogram_since(now: &mut Histogram, before: &Histogram) {
    let counts: HashMap<(u64, u64), u64> = before.buckets.iter().map(|b| ((b.0, b.1), b.2)).collect();
    for bucket in &mut now.buckets {
        bucket.2 = bucket.2.saturating_sub(counts.get(&(bucket.0, bucket.1)).copied().unwrap_or(0));
    }
    now.buckets.retain(|bucket| bucket.2 > 0);
    now.count = sum(now.buckets.iter().map(|bucket| bucket.2));
}

fn extremes(histogram: &Histogram) -> (Option<u64>, Option<u64>) {
    (histogram.buckets.first().map(|b| b.0), histogram.buckets.last().map(|b| b.1))
}

fn api_since(api: &mut Api, before: Option<&Api>) {
    let Some(before) = before else { return };
    api.before = Some(Before { share_pct: before.share_pct, avg_ns: before.avg_ns, ..Before::default() });
    api.calls = api.calls.saturating_sub(before.calls);
    api.timed = api.timed.saturating_sub(before.timed);
    api.errors = api.errors.saturating_sub(before.errors);
    api.expected_errors = api.expected_errors.saturating_sub(before.expected_errors);
    // What is not known of the calls before the mark is part of what is not known of all.
    let error_ns = |of: &Api| of.total_error_pct * of.total_ns as f64;
    let error_2 = (error_ns(api).powi(2) - error_ns(before).powi(2)).max(0.0);
    api.total_ns = api.total_ns.saturating_sub(before.total_ns);
    api.total_error_pct = error_2.sqrt() / api.total_ns.max(1) as f64;
    api.avg_ns = (api.calls > 0).then(|| api.total_ns as f64 / api.calls as f64);
    histogram_since(&mut api.histogram, &before.histogram);
    let at = |q| percentile(&api.histogram, q);
    (api.p50_ns, api.p90_ns, api.p99_ns) = (at(0.5), at(0.9), at(0.99));
    (api.min_ns, api.max_ns) = extremes(&api.histogram);
}

fn kernels_since(kernels: &mut [Kernel], old: &[Kernel]) {
    let before: HashMap<(&str, u32), &Kernel> = old.iter().map(|k| ((&*k.name, k.device), k)).collect();
    for kernel in kernels {
        let Some(before) = before.get(&(&*kernel.name, kernel.device)) else { continue };
        kernel.before =
            Some(Before { share_pct: before.share_pct, avg_ns: before.avg_ns, ..Before::default() });
        let launches = kernel.launches;
        kernel.launches = kernel.launches.saturating_sub(before.launches);
        kernel.timed = kernel.timed.saturating_sub(before.timed);
        kernel.total_ns = kernel.total_ns.saturating_sub(before.total_ns);
        kernel.host_ns = kernel.host_ns.saturating_sub(before.host_ns);
        kernel.host_avg_ns = (kernel.host_ns > 0 && kernel.launches > 0)
            .then(|| kernel.host_ns as f64 / kernel.launches as f64);
        kernel.sampled = kernel.sampled.saturating_sub(before.sampled);
        kernel.avg_ns = average(kernel.total_ns, kernel.timed, kernel.sampled);
        // From the averages, since their sums are not here.
        kernel.submit_avg_ns = kernel.submit_avg_ns.zip(before.submit_avg_ns).and_then(|(now, old)| {
            let sum = now * launches as f64 - old * before.launches as f64;
            (kernel.launches > 0 && sum >= 0.0).then(|| sum / kernel.launches as f64)
        });
        histogram_since(&mut kernel.histogram, &before.histogram);
        let at = |q| percentile(&kernel.histogram, q);
        (kernel.p50_ns, kernel.p90_ns, kernel.p99_ns) = (at(0.5), at(0.9), at(0.99));
        (kernel.min_ns, kernel.max_ns) = extremes(&kernel.histogram);
        launches_since(kernel.cold.as_deref_mut(), before.cold.as_deref());
        launches_since(kernel.hot.as_deref_mut(), before.hot.as_deref());
    }
}

/// Of operations that were timed or sampled, if some were timed.
fn average(total_ns: u64, timed: u64, sampled: u64) -> Option<f64> {
    (timed > 0).then(|| total_ns as f64 / timed.saturating_add(sampled) as f64)
}

fn launches_since(now: Option<&mut Launches>, before: Option<&Launches>) {
    let (Some(now), Some(before)) = (now, before) else { return };
    now.launches = now.launches.saturating_sub(before.launches);
    now.timed = now.timed.saturating_sub(before.timed);
    now.total_ns = now.total_ns.saturating_sub(before.total_ns);
    now.sampled = now.sampled.saturating_sub(before.sampled);
    now.avg_ns = average(now.total_ns, now.timed, now.sampled);
    // Neither extremes nor percentiles can be subtracted.
    (now.min_ns, now.max_ns, now.p50_ns, now.p99_ns) = (None, None, None, None);
}

fn transfer_since(transfer: &mut Transfer, before: Option<&Transfer>, elapsed_ns: u64) {
    let rate = |bytes: f64, ns: u64| (ns > 0).then(|| bytes / ns as f64);
    if let Some(before) = before {
        transfer.before = Some(Before {
            share_pct: before.share_pct,
            avg_ns: before.avg_ns,
            bandwidth_gbps: before.bandwidth_gbps,
        });
        // The bytes of timed copies follow from their bandwidth and time.
        let timed = |t: &Transfer| t.bandwidth_gbps.unwrap_or(0.0) * t.total_ns as f64;
        let bytes = timed(transfer) - timed(before);
        transfer.ops = transfer.ops.saturating_sub(before.ops);
        transfer.timed = transfer.timed.saturating_sub(before.timed);
        transfer.bytes = transfer.bytes.saturating_sub(before.bytes);
        transfer.total_ns = transfer.total_ns.saturating_sub(before.total_ns);
        transfer.sampled = transfer.sampled.saturating_sub(before.sampled);
        transfer.avg_ns = average(transfer.total_ns, transfer.timed, transfer.sampled);
        transfer.bandwidth_gbps = rate(bytes.max(0.0), transfer.total_ns);
        for size in &mut transfer.by_size {
            let Some(old) = before.by_size.iter().find(|old| old.up_to == size.up_to) else { continue };
            let timed = |s: &TransferSize| s.bandwidth_gbps.unwrap_or(0.0) * s.total_ns as f64;
            let bytes = timed(size) - timed(old);
            size.ops = size.ops.saturating_sub(old.ops);
            size.timed = size.timed.saturating_sub(old.timed);
            size.bytes = size.bytes.saturating_sub(old.bytes);
            size.total_ns = size.total_ns.saturating_sub(old.total_ns);
            size.avg_ns = None;
            size.bandwidth_gbps = rate(bytes.max(0.0), size.total_ns);
            // Extremes can't be subtracted.
            (size.min_ns, size.max_ns) = (None, None);
        }
        histogram_since(&mut transfer.histogram, &before.histogram);
        let at = |q| percentile(&transfer.histogram, q);
        (transfer.p50_ns, transfer.p90_ns, transfer.p99_ns) = (at(0.5), at(0.9), at(0.99));
        (transfer.min_ns, transfer.max_ns) = extremes(&transfer.histogram);
    }
    transfer.throughput_gbps = rate(transfer.bytes as f64, elapsed_ns);
}

/// Intervals that a mean of throughput looks back on.
const WINDOW: usize = 20;

/// Recent mean throughput, going back no further than the baseline, and the recent mean when it was marked;
/// GB/s.
pub fn throughput(now: &Snapshot, baseline: &Snapshot, direction: Direction) -> Option<(f64, f64)> {
    let of = |snapshot: &Snapshot| -> Option<DirectionHistory> {
        snapshot.history.directions.iter().find(|d| d.direction == direction).cloned()
    };
    let after = of(now)?;
    let elapsed = now.elapsed_ns.saturating_sub(baseline.elapsed_ns);
    let intervals = (elapsed / now.history.interval_ns.max(1)) as usize;
    if intervals == 0 {
        return None;
    }
    let before = of(baseline).map_or(0.0, |d| mean(&d.gbps, WINDOW));
    Some((mean(&after.gbps, intervals.min(WINDOW)), before))
}

/// How the throughput of a direction has changed since the baseline.
pub struct Change {
    pub direction: Direction,
    /// `+11.4 GB/s (+86 %)`.
    pub text: String,
    /// The difference as a part of the larger of the two.
    pub part: f64,
}

/// The changes in each direction in which something was moved, now or at the baseline.
pub fn changes(now: &Snapshot, baseline: &Snapshot) -> Vec<Change> {
    let directions = now.history.directions.iter().map(|lane| lane.direction);
    let of = |direction| Some((direction, throughput(now, baseline, direction)?));
    // Less than can be shown is nothing.
    let shown = directions.filter_map(of).filter(|(_, (now, before))| now.max(*before) >= LEAST_GBPS);
    shown.map(|(direction, (now, before))| change(direction, now, before)).collect()
}

fn change(direction: Direction, now: f64, before: f64) -> Change {
    let difference = now - before;
    let sign = if difference < 0.0 { "\u{2212}" } else { "+" };
    let relative = if before > 0.0 {
        format!(" ({})", format::change(difference / before * 100.0))
    } else {
        String::new()
    };
    let text = if difference.abs() < LEAST_GBPS || difference.abs() < before * 0.0005 {
        format!("{} GB/s as before", format::gbps(now))
    } else {
        format!("{sign}{} GB/s{relative}", format::gbps(difference.abs()))
    };
    Change { direction, text, part: difference / before.max(now) }
}

/// `since the mark, 10 s: to device +11.4 GB/s (+86 %), from device 0.33 GB/s as before`; `None` where nothing moved.
#[must_use]
pub fn sentence(now: &Snapshot, baseline: &Snapshot) -> Option<String> {
    let changes = changes(now, baseline);
    let ago = format::span(now.elapsed_ns.saturating_sub(baseline.elapsed_ns));
    let parts: Vec<String> =
        changes.iter().map(|c| format!("{} {}", format::direction(c.direction), c.text)).collect();
    (!parts.is_empty()).then(|| format!("since the mark, {ago}: {}", parts.join(", ")))
}

fn mean(values: &[f64], last: usize) -> f64 {
    let values = &values[values.len().saturating_sub(last)..];
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{Api, History, Host};

    fn snapshot(total: [u64; 2], calls: [u64; 2], elapsed_s: u64, gbps: Vec<f64>) -> Snapshot {
        let all: u64 = total.iter().sum();
        let apis = (0..2)
            .map(|i| Api {
                id: i as u32,
                calls: calls[i],
                timed: calls[i],
                total_ns: total[i],
                share_pct: total[i] as f64 / all as f64 * 100.0,
                avg_ns: Some(total[i] as f64 / calls[i] as f64),
                ..Api::default()
            })
            .collect();
        Snapshot {
            elapsed_ns: elapsed_s * 1_000_000_000,
            host: Host { apis, total_ns: all, ..Host::default() },
            history: History {
                interval_ns: 1_000_000_000,
                directions: vec![DirectionHistory {
                    direction: Direction::HostToDevice,
                    gbps,
                    ..DirectionHistory::default()
                }],
                ..History::default()
            },
            ..Snapshot::default()
        }
    }

    #[test]
    fn a_transfer_has_its_bandwidth_before_and_since() {
        let transfer = |bytes: u64, ns: u64, counts: &[u64]| Transfer {
            ops: counts.iter().sum(),
            timed: counts.iter().sum(),
            bytes,
            total_ns: ns,
            bandwidth_gbps: Some(bytes as f64 / ns as f64),
            histogram: Histogram {
                buckets: counts.iter().zip(0..).map(|(n, at)| (at * 10, at * 10 + 9, *n)).collect(),
                count: counts.iter().sum(),
            },
            ..Transfer::default()
        };
        let with = |t: Transfer, elapsed_ns| {
            let mut snapshot = Snapshot { elapsed_ns, ..Snapshot::default() };
            snapshot.device.transfers = vec![t];
            snapshot
        };
        let before = with(transfer(12_000, 1_000, &[0, 10]), 5_000);
        let now = with(transfer(60_000, 3_000, &[20, 11]), 7_000);
        let shown = since(&now, &before);
        let t = &shown.device.transfers[0];
        assert_eq!((t.ops, t.bytes, t.total_ns), (21, 48_000, 2_000));
        assert_eq!((t.bandwidth_gbps, t.before.unwrap().bandwidth_gbps), (Some(24.0), Some(12.0)));
        assert_eq!((t.throughput_gbps, t.share_pct), (Some(24.0), 100.0));
        assert_eq!((t.p99_ns, t.min_ns, t.max_ns), (Some(19), Some(0), Some(19)));
        let gone = since(&before, &before);
        assert_eq!((gone.device.transfers[0].ops, gone.device.transfers[0].bandwidth_gbps), (0, None));
    }

    #[test]
    fn only_what_came_after_counts() {
        let before = snapshot([600, 400], [6, 4], 10, vec![5.0; 10]);
        let mut values = vec![5.0; 10];
        values.extend([10.0, 12.0]);
        let now = snapshot([650, 550], [7, 5], 12, values);
        let shown = since(&now, &before);
        let [first, second] = &shown.host.apis[..] else { panic!() };
        assert_eq!((first.share_pct, first.before.map(|b| b.share_pct)), (25.0, Some(60.0)));
        assert_eq!((first.avg_ns, second.avg_ns), (Some(50.0), Some(150.0)));
        assert_eq!((first.calls, shown.host.total_ns), (1, 200));
        assert_eq!(throughput(&now, &before, Direction::HostToDevice), Some((11.0, 5.0)));
        assert_eq!(sentence(&now, &before).unwrap(), "since the mark, 2 s: to device +6.00 GB/s (+120 %)");
        assert_eq!(throughput(&before, &before, Direction::HostToDevice), None, "no time has passed");
        assert_eq!(sentence(&before, &before), None);
        let nothing = since(&before, &before);
        assert_eq!((nothing.host.apis[0].calls, nothing.host.apis[0].avg_ns), (0, None));
    }
}

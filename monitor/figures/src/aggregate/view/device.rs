//! Kernels, transfers and fills, and the history of throughput.

use super::devices::{DeviceMap, link_name};
use super::dispatch::Dispatch;
use super::engines::engines;
use super::ranges::Paths;
use super::units::{gbps, share};
use crate::aggregate::device::{Caches, Operations, RECENT, Sums};
use crate::aggregate::latency::spread;
use crate::aggregate::names::{KindId, Names};
use crate::aggregate::scope::Scope;
use crate::aggregate::series::{LongSeries, per_second};
use crate::snapshot::{
    DeviceWork, Direction, DirectionHistory, Endpoint, Fills, Flushes, GroupShare, History, Kernel,
    KernelResources, Launches, RawStamps, Transfer, TransferSize,
};
use crate::sum::sum;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use zetop_wire::layout::{OpKind, size_class_limit};
use zetop_wire::reader::Resources;

/// Why operations that were unfinished when their process ended were not timed.
const UNFINISHED: &str = "completion not seen";

/// Classes of several processes that go into one row.
#[derive(Default)]
struct Row<'a> {
    sums: Sums,
    host_ns: u64,
    extremes: Option<(u64, u64)>,
    classes: Vec<&'a Operations>,
    /// Paths of ranges in which they were given to a device.
    ranges: BTreeSet<Arc<str>>,
}

impl<'a> Row<'a> {
    fn add(&mut self, class: &'a Operations, host_ns: u64) {
        let sums = class.sums();
        self.sums = self.sums.plus(sums);
        self.host_ns = self.host_ns.saturating_add(host_ns);
        self.extremes = match (self.extremes, class.extremes()) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        self.classes.push(class);
    }
}

/// What one row of transfers has in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    device: u32,
    src: KindId,
    dst: KindId,
    src_device: Option<u32>,
    dst_device: Option<u32>,
    direction: Direction,
}

impl Route {
    /// Between two devices.
    fn is_peer(self) -> bool {
        matches!((self.src_device, self.dst_device), (Some(src), Some(dst)) if src != dst)
    }
}

#[derive(Default)]
struct Rows<'a> {
    /// By name and device.
    kernels: BTreeMap<(Arc<str>, u32), Row<'a>>,
    others: BTreeMap<(Arc<str>, u32), Row<'a>>,
    /// By route, then by size class.
    transfers: BTreeMap<Route, BTreeMap<u8, Row<'a>>>,
    fills: Row<'a>,
    flushes: Option<Flushes>,
}

pub(super) fn work(view: &Scope<'_>, devices: &DeviceMap<'_>) -> DeviceWork {
    let mut rows = Rows::default();
    let mut total_ns = 0u64;
    for (i, p) in view.processes.iter().enumerate() {
        let (dispatch, mut paths) = (Dispatch::from_process(p, view.names), Paths::new(p));
        for class in p.device.classes.iter().flatten() {
            let (of, sums) = (&class.class, class.sums());
            if sums == Sums::default() {
                continue;
            }
            let device = devices.id(i, of.device);
            let name = || Arc::clone(&of.name);
            let name_or = |other: &str| if of.name.is_empty() { other.into() } else { name() };
            total_ns = total_ns.saturating_add(sums.work_ns);
            let row = match of.kind {
                OpKind::Kernel => rows.kernels.entry((name(), device)).or_default(),
                OpKind::Copy => {
                    let Some((src, dst, direction)) = of.transfer else { continue };
                    let [src_device, dst_device] =
                        [of.src_device, of.dst_device].map(|index| index.map(|index| devices.id(i, index)));
                    let route = Route { device, src, dst, src_device, dst_device, direction };
                    rows.transfers.entry(route).or_default().entry(of.size_class).or_default()
                }
                OpKind::Fill => &mut rows.fills,
                OpKind::Barrier => rows.others.entry((name_or("barrier"), device)).or_default(),
                OpKind::Other => rows.others.entry((name_or("other"), device)).or_default(),
            };
            row.add(class, dispatch.host_ns(class));
            row.ranges.extend(class.ranges.iter().filter_map(|range| paths.path(*range)));
            flushes(&mut rows.flushes, of.caches, sums.ops, view.names);
        }
    }
    let totals: Vec<_> = view.processes.iter().map(|p| p.device.totals()).collect();
    let timed = sum(totals.iter().map(|t| t.timed));
    let mut untimed_reasons = BTreeMap::new();
    for totals in &totals {
        let reasons = totals.untimed.iter().map(|(reason, n)| (view.names.reason(*reason), *n));
        for (reason, n) in reasons.chain([(UNFINISHED, totals.unfinished)]).filter(|(_, n)| *n > 0) {
            let total: &mut u64 = untimed_reasons.entry(reason.to_owned()).or_default();
            *total = total.saturating_add(n);
        }
    }
    let sampled = sum(totals.iter().map(|t| t.sampled));
    let missing = sum(untimed_reasons.values().copied());
    if sampled > 0 {
        untimed_reasons.insert(DeviceWork::SAMPLED.to_owned(), sampled);
    }
    let untimed = missing.saturating_add(sampled);
    let of = |all: u64| (all > 0).then(|| share(timed, all));
    DeviceWork {
        timed,
        untimed,
        untimed_reasons,
        sampled,
        coverage_pct: of(timed.saturating_add(missing)),
        timed_pct: of(timed.saturating_add(untimed)),
        flushes: rows.flushes,
        kernels: kernels(&rows.kernels, total_ns),
        transfers: transfers(&rows.transfers, view, total_ns),
        fills: Fills {
            ops: rows.fills.sums.ops,
            bytes: rows.fills.sums.bytes,
            total_ns: rows.fills.sums.work_ns,
            total_error_pct: rows.fills.sums.error_pct(),
            sampled: rows.fills.sums.sampled,
            bandwidth_gbps: rate(rows.fills.sums.timed_bytes, rows.fills.sums.total_ns),
            timed: rows.fills.sums.timed,
        },
        pending: sum(view.processes.iter().filter(|p| p.running).map(|p| p.device.pending())),
        others: kernels(&rows.others, total_ns),
        engines: engines(view, devices),
    }
}

fn mean(sum: u64, n: u64) -> Option<f64> {
    (n > 0).then(|| sum as f64 / n as f64)
}

/// Each kernel needs at least one register, so 0 means that the API does not tell.
fn resources(of: &Resources) -> Option<KernelResources> {
    (of.registers > 0).then_some(KernelResources {
        registers: of.registers,
        static_shared_bytes: of.static_shared,
        dynamic_shared_bytes: of.dynamic_shared,
        local_bytes: of.local,
    })
}

fn kernels(rows: &BTreeMap<(Arc<str>, u32), Row<'_>>, all_ns: u64) -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = rows
        .iter()
        .map(|((name, device), row)| {
            let spread = spread(row.classes.iter().map(|c| (&c.latencies, 1.0))).within(row.extremes);
            // if several processes run it, the last one's shape and stamps
            let last = row.classes.last();
            let (cold, hot) = temperatures(row);
            Kernel {
                name: name.to_string(),
                device: *device,
                launches: row.sums.ops,
                timed: row.sums.timed,
                total_ns: row.sums.work_ns,
                grown_ns: row.sums.grown_ns,
                sampled: row.sums.sampled,
                total_error_pct: row.sums.error_pct(),
                share_pct: share(row.sums.work_ns, all_ns),
                min_ns: row.extremes.map(|e| e.0),
                max_ns: row.extremes.map(|e| e.1),
                avg_ns: mean(row.sums.work_ns, row.sums.worked()),
                p50_ns: spread.p50,
                p90_ns: spread.p90,
                p99_ns: spread.p99,
                submit_avg_ns: mean(row.sums.submit_ns, row.sums.submits),
                host_ns: row.host_ns,
                host_avg_ns: mean(row.host_ns, row.sums.ops).filter(|_| row.host_ns > 0),
                before: None,
                cold,
                hot,
                group_count: last.map_or([0; 3], |c| c.groups),
                group_size: last.map_or([0; 3], |c| c.group_size),
                resources: last.and_then(|c| resources(&c.resources)),
                histogram: spread.buckets,
                recent: recent(row),
                ranges: row.ranges.iter().cloned().collect(),
            }
        })
        .collect();
    // Unstable: a stable sort would need memory for half of the kernels, which may be thousands.
    kernels.sort_unstable_by(|a, b| {
        b.total_ns.cmp(&a.total_ns).then_with(|| (&a.name, a.device).cmp(&(&b.name, b.device)))
    });
    kernels
}

/// Launches behind a flush, and the others, if there are any behind one.
fn temperatures(row: &Row<'_>) -> (Option<Box<Launches>>, Option<Box<Launches>>) {
    let some = |flushed: bool| {
        let classes = row.classes.iter().filter(move |c| (c.class.caches == Caches::Flushed) == flushed);
        launches(&classes.copied().collect::<Vec<_>>()).map(Box::new)
    };
    let cold = some(true);
    let hot = cold.as_ref().and_then(|_| some(false));
    (cold, hot)
}

fn launches(classes: &[&Operations]) -> Option<Launches> {
    let sums = classes.iter().fold(Sums::default(), |sum, class| sum.plus(class.sums()));
    let extremes = classes.iter().filter_map(|c| c.extremes()).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let spread = spread(classes.iter().map(|c| (&c.latencies, 1.0))).within(extremes);
    (sums.ops > 0).then_some(Launches {
        launches: sums.ops,
        timed: sums.timed,
        total_ns: sums.work_ns,
        sampled: sums.sampled,
        min_ns: extremes.map(|e| e.0),
        max_ns: extremes.map(|e| e.1),
        avg_ns: mean(sums.work_ns, sums.worked()),
        p50_ns: spread.p50,
        p99_ns: spread.p99,
    })
}

/// Stamps of the last launches. If several processes run the kernel, those of the last one; cold and hot launches are
/// counted apart, and come together here.
fn recent(row: &Row<'_>) -> Arc<VecDeque<RawStamps>> {
    let Some(last) = row.classes.last() else { return Arc::default() };
    if row.classes.iter().all(|c| c.class.caches == Caches::AsLeft) {
        return Arc::clone(&last.recent);
    }
    let mut all: Vec<RawStamps> = row.classes.iter().flat_map(|c| c.recent.iter().copied()).collect();
    all.sort_by_key(|stamps| stamps.global_start);
    Arc::new(all.split_off(all.len().saturating_sub(RECENT)).into())
}

fn flushes(all: &mut Option<Flushes>, caches: Caches, ops: u64, names: &Names) {
    let all = match caches {
        Caches::AsLeft => return,
        Caches::Flushed | Caches::NotFlushed(_) => all.get_or_insert_default(),
    };
    let Caches::NotFlushed(reason) = caches else {
        all.done = all.done.saturating_add(ops);
        return;
    };
    all.not_done = all.not_done.saturating_add(ops);
    let of_reason = all.not_done_reasons.entry(names.reason(reason).to_owned()).or_default();
    *of_reason = of_reason.saturating_add(ops);
}

/// Bytes per ns are GB/s.
fn rate(bytes: u64, ns: u64) -> Option<f64> {
    (ns > 0).then(|| bytes as f64 / ns as f64)
}

fn transfers(rows: &BTreeMap<Route, BTreeMap<u8, Row<'_>>>, view: &Scope<'_>, all_ns: u64) -> Vec<Transfer> {
    let mut transfers: Vec<Transfer> = rows
        .iter()
        .map(|(route, sizes)| {
            let sums = sizes.values().fold(Sums::default(), |sum, row| sum.plus(row.sums));
            let extremes = sizes.values().filter_map(|r| r.extremes);
            let extremes = extremes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            let all = sizes.values().flat_map(|r| &r.classes).map(|c| (&c.latencies, 1.0));
            let spread = spread(all).within(extremes);
            let moved_at = sizes.values().flat_map(|r| &r.classes).map(|c| c.moved_at).max();
            Transfer {
                device: route.device,
                src: Endpoint {
                    device: route.src_device.filter(|_| route.is_peer()),
                    ..endpoint(view.names, route.src)
                },
                dst: Endpoint {
                    device: route.dst_device.filter(|_| route.is_peer()),
                    ..endpoint(view.names, route.dst)
                },
                src_device: route.src_device,
                dst_device: route.dst_device,
                direction: route.direction,
                ops: sums.ops,
                timed: sums.timed,
                bytes: sums.bytes,
                total_ns: sums.work_ns,
                grown_ns: sums.grown_ns,
                sampled: sums.sampled,
                total_error_pct: sums.error_pct(),
                avg_ns: mean(sums.work_ns, sums.worked()),
                bandwidth_gbps: rate(sums.timed_bytes, sums.total_ns),
                throughput_gbps: rate(sums.bytes, view.elapsed_ns),
                by_size: sizes.iter().map(|(class, row)| by_size(*class, row)).collect(),
                min_ns: extremes.map(|e| e.0),
                max_ns: extremes.map(|e| e.1),
                p50_ns: spread.p50,
                p90_ns: spread.p90,
                p99_ns: spread.p99,
                share_pct: share(sums.work_ns, all_ns),
                before: None,
                ranges: sizes.values().flat_map(|row| row.ranges.iter().cloned()).collect(),
                quiet_ns: view.now.saturating_sub(moved_at.unwrap_or(0)),
                histogram: spread.buckets,
            }
        })
        .collect();
    transfers.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then_with(|| b.bytes.cmp(&a.bytes)));
    transfers
}

fn endpoint(names: &Names, kind: KindId) -> Endpoint {
    let name = names.kind(kind);
    Endpoint { kind: name.name, place: name.place, instead: name.instead, device: None }
}

fn by_size(class: u8, row: &Row<'_>) -> TransferSize {
    TransferSize {
        up_to: size_class_limit(class),
        ops: row.sums.ops,
        bytes: row.sums.bytes,
        bandwidth_gbps: rate(row.sums.timed_bytes, row.sums.total_ns),
        timed: row.sums.timed,
        sampled: row.sums.sampled,
        total_ns: row.sums.work_ns,
        avg_ns: mean(row.sums.work_ns, row.sums.worked()),
        min_ns: row.extremes.map(|e| e.0),
        max_ns: row.extremes.map(|e| e.1),
        by_group: by_group(row),
    }
}

/// What each queue group did of it.
fn by_group(row: &Row<'_>) -> Vec<GroupShare> {
    let mut groups = BTreeMap::<u32, Sums>::new();
    for class in &row.classes {
        let Some(group) = class.class.group else { continue };
        let of = groups.entry(group).or_default();
        *of = of.plus(class.sums());
    }
    let share =
        |(group, sums): (u32, Sums)| GroupShare { group, bytes: sums.timed_bytes, total_ns: sums.total_ns };
    groups.into_iter().map(share).collect()
}

pub(super) fn history(view: &Scope<'_>, devices: &DeviceMap<'_>) -> History {
    let intervals = view.window.first..view.window.end;
    let mut calls = vec![0; (intervals.end - intervals.start) as usize];
    view.processes.iter().for_each(|p| p.calls.add_to(intervals.start, &mut calls));
    let directions = Direction::ALL.into_iter().filter_map(|direction| {
        let all = LongSeries::sum(view.processes.iter().map(|p| &p.device.throughput[direction as usize]));
        // host to host copies are rare enough not to get a line unless there are any
        if direction == Direction::HostToHost && all.total() == 0 {
            return None;
        }
        let average = rate(all.total(), view.elapsed_ns).unwrap_or(0.0);
        Some(DirectionHistory {
            direction,
            gbps: view.window.values(&all).map(gbps).collect(),
            now: view.window.per_second(&all) / 1e9,
            // The first interval may not be over, so its amount is not a rate yet.
            peak: gbps(all.peak()).max(average),
            average,
            limit: limit(direction, devices),
        })
    });
    History {
        interval_ns: crate::aggregate::series::INTERVAL_NS,
        first: view.window.first,
        calls_per_s: calls.into_iter().map(|calls| per_second(calls, 1)).collect(),
        directions: directions.collect(),
    }
}

/// What a direction can reach at most, and what limits it.
fn limit(direction: Direction, devices: &DeviceMap<'_>) -> Option<(f64, String)> {
    match direction {
        Direction::HostToDevice | Direction::DeviceToHost => {
            let (bytes, facts) = devices.best(|f| f.link_peak)?;
            Some((bytes as f64 / 1e9, link_name(facts).unwrap_or_else(|| "link".to_owned())))
        }
        Direction::DeviceToDevice => {
            devices.best(|f| f.memory_peak).map(|(bytes, _)| (bytes as f64 / 1e9, "memory".to_owned()))
        }
        Direction::Shared | Direction::Peer | Direction::HostToHost => None,
    }
}

//! From figures of processes to a snapshot.

mod asked;
mod collectives;
mod dearest;
mod device;
mod devices;
mod dispatch;
mod engines;
mod host;
mod memory_sites;
mod notes;
mod ranges;
mod steps;
mod units;
mod waiting;

use super::device::Sums;
use super::memory::KindOfMemory;
use super::names::KindId;
use super::process::Process;
use super::scope::Scope;
use crate::sink::ProcessId;
use crate::snapshot::{self, Clock, Cost, MemoryUse, Quality, RunState, Snapshot, Target};
use crate::sum::sum;
use crate::ticks::ns;
use devices::DeviceMap;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use zetop_wire::catalog::Role;
use zetop_wire::layout::OpKind;

pub(super) fn snapshot(view: &Scope<'_>) -> Snapshot {
    let devices = DeviceMap::from_processes(&view.processes);
    let host = host::host(view);
    let detached = !view.processes.is_empty() && view.processes.iter().all(|p| p.is_detached());
    let waiting = waiting::waiting(view);
    let memory = memory(view);
    let state = match (view.ended, detached, host.apis.len()) {
        (_, true, _) => RunState::Detached,
        (true, ..) => RunState::Exited,
        (false, _, 0) => RunState::Waiting,
        _ => RunState::Running,
    };
    Snapshot {
        schema: snapshot::SCHEMA,
        state,
        elapsed_ns: view.elapsed_ns,
        clock: clock(view),
        target: Target { pids: pids(view), ..Target::default() },
        device: device::work(view, &devices),
        memory_sites: memory_sites::memory_sites(view, &memory),
        memory,
        quality: Quality { notes: notes::notes(view), ..quality(view) },
        processes: processes(view, &devices),
        waiting,
        collectives: collectives::collectives(view),
        ranges: ranges::ranges(view),
        steps: steps::steps(view),
        findings: Vec::new(),
        history: device::history(view, &devices),
        devices: devices::devices(view, &devices),
        host,
        last_run: None,
        since_mark: None,
        sites: Vec::new(),
        raw_names: Arc::clone(view.raw_names),
        playback: None,
    }
}

fn clock(view: &Scope<'_>) -> Option<Clock> {
    view.processes.first().map(|p| if p.header.tsc { Clock::Tsc } else { Clock::MonotonicRaw })
}

fn pids(view: &Scope<'_>) -> Vec<u32> {
    let mut pids: Vec<u32> = view.all.values().map(|p| p.pid).filter(|pid| *pid != 0).collect();
    pids.sort_unstable();
    pids.dedup();
    pids
}

fn memory(view: &Scope<'_>) -> Vec<MemoryUse> {
    let mut kinds: BTreeMap<KindId, Vec<&KindOfMemory>> = BTreeMap::new();
    for process in &view.processes {
        for (kind, figures) in &process.memory.kinds {
            kinds.entry(*kind).or_default().push(figures);
        }
    }
    kinds.into_iter().map(|(kind, parts)| memory_kind(view, kind, &parts)).collect()
}

fn memory_kind(view: &Scope<'_>, kind: KindId, parts: &[&KindOfMemory]) -> MemoryUse {
    let name = view.names.kind(kind);
    let mut all = MemoryUse {
        kind: name.name,
        allocated_by: name.allocated_by,
        place: name.place,
        live_history: vec![0.0; (view.window.end - view.window.first) as usize],
        ..MemoryUse::default()
    };
    for part in parts {
        let figures = part.figures();
        all.live_bytes = all.live_bytes.saturating_add(figures.live_bytes);
        all.live_count = all.live_count.saturating_add(figures.live_count);
        // of several processes: no more than this at one moment
        all.peak_bytes = all.peak_bytes.saturating_add(figures.peak_bytes);
        all.allocs = all.allocs.saturating_add(figures.allocs);
        all.frees = all.frees.saturating_add(figures.frees);
        all.allocs_per_s += view.window.per_second(&part.allocs);
        all.bytes_per_s += view.window.per_second(&part.alloc_bytes);
        part.add_live_to(view.window.first, &mut all.live_history);
    }
    all
}

/// What the probe costs. Per call: what counting adds to a call on average, as it measured for those that are timed and those
/// that are not when it started. As a share: that x calls, and all else that it does / the calling threads' lifetimes.
fn quality(view: &Scope<'_>) -> Quality {
    let (mut cost_ns, mut calls, mut threads_ns) = (0.0, 0u64, 0.0);
    let mut cost = Cost::default();
    for p in &view.processes {
        let (process_calls, timed, _) = p.sums();
        let untimed = process_calls.saturating_sub(timed);
        let of = |calls: u64, ticks_256: u64| calls as f64 * (ticks_256 as f64 / 256.0);
        let ticks = of(timed, p.header.cost_ticks_256) + of(untimed, p.header.untimed_cost_ticks_256);
        cost_ns += ticks * p.ns_per_tick;
        let [own, records, threads] = p.cost();
        cost.operations_ns = cost.operations_ns.saturating_add(ns(own, p.ns_per_tick));
        cost.records_ns = cost.records_ns.saturating_add(records);
        cost.ranges_ns = cost.ranges_ns.saturating_add(p.ranges.cost_ns());
        cost.threads_ns = cost.threads_ns.saturating_add(threads);
        calls = calls.saturating_add(process_calls);
        threads_ns += p.threads_ns();
    }
    cost.calls_ns = cost_ns as u64;
    Quality {
        dropped_records: sum(view.processes.iter().map(|p| p.dropped())),
        invalid_timestamps: sum(view.processes.iter().map(|p| p.device.totals().invalid)),
        probe_ns_per_call: (calls > 0).then(|| cost_ns / calls as f64),
        probe_pct_of_wall: (calls > 0 && threads_ns > 0.0).then(|| 100.0 * cost.all_ns() / threads_ns),
        cost,
        samples: 0,
        sample_avg_ns: None,
        sample_max_ns: None,
        notes: Vec::new(),
    }
}

/// By rank; those without one, and those with equal ones, in the order in which they began.
fn processes(view: &Scope<'_>, devices: &DeviceMap<'_>) -> Vec<snapshot::Process> {
    let positions: HashMap<*const Process, usize> =
        view.processes.iter().enumerate().map(|(at, p)| (std::ptr::from_ref(*p), at)).collect();
    let described = |id: ProcessId, p: &Process| {
        let at = positions.get(&std::ptr::from_ref(p));
        let dearest = at.map(|at| dearest::dearest(p, *at, devices, view)).unwrap_or_default();
        snapshot::Process { dearest, ..process(id, p, view) }
    };
    let mut all: Vec<snapshot::Process> = view.all.iter().map(|(id, p)| described(*id, p)).collect();
    all.sort_by_key(|process| process.member.rank.unwrap_or(u32::MAX));
    all
}

fn process(id: ProcessId, p: &Process, view: &Scope<'_>) -> snapshot::Process {
    let (collectives_ns, collective_waits_ns) = collectives::spent(id, view);
    let (calls, _, ticks) = p.sums();
    let (mut kernels, mut copies, mut device_ns) = (Sums::default(), Sums::default(), 0u64);
    for class in p.device.classes.iter().flatten() {
        let sums = class.sums();
        device_ns = device_ns.saturating_add(sums.work_ns);
        match class.class.kind {
            OpKind::Kernel => kernels = kernels.plus(sums),
            OpKind::Copy => copies = copies.plus(sums),
            _ => {}
        }
    }
    let began = p.header.start_raw_ns;
    let started = view.unix_ns.filter(|_| began > 0 && p.pid != 0);
    let until = p.ended_at.unwrap_or(view.now);
    let watched = until.saturating_sub(began.max(view.start).max(view.now.saturating_sub(view.elapsed_ns)));
    let busy_ns = p.device.timelines.iter().enumerate().map(|(device, timeline)| {
        // With what is not added up yet: the time watched has it, too.
        let totals = timeline.totals();
        let ns = totals.kernel_ns.saturating_add(totals.copy_ns).saturating_sub(totals.both_ns);
        ns as f64 * p.device.factor(device)
    });
    let busy_ns = busy_ns.reduce(f64::max);
    let waits =
        p.functions.iter().filter(|(id, _)| view.names.function(*id).is_some_and(|f| f.role == Role::Wait));
    snapshot::Process {
        pid: p.pid,
        key: p.key,
        member: Arc::clone(&p.member),
        command: p.command.clone(),
        started: started.map(|unix_ns| seconds(unix_ns, began, view.start)),
        state: match (p.exited, p.is_detached()) {
            (_, true) => RunState::Detached,
            (true, false) => RunState::Exited,
            (false, false) => RunState::Running,
        },
        running: p.running,
        stopped: p.running && p.header.stopped,
        watched_ns: watched,
        waits_ns: ns(
            sum(waits.map(|(_, function)| function.figures().total.saturating_add(function.open))),
            p.ns_per_tick,
        ),
        kernels: kernels.ops,
        calls,
        host_ns: ns(ticks, p.ns_per_tick),
        calls_per_s: view.window.per_second(&p.calls),
        device_ns,
        busy_pct: busy_ns.filter(|_| watched > 0).map(|ns| (100.0 * ns / watched as f64).min(100.0)),
        bytes: copies.bytes,
        own_code_ns: p.computed.map(|(now, base)| now.own_ns.saturating_sub(base.own_ns)),
        between_ranks_ns: p
            .computed
            .map(|(now, base)| now.between_ranks_ns.saturating_sub(base.between_ranks_ns)),
        threads: p.header.threads,
        communicators: p.communicators.clone(),
        collectives_ns,
        collective_waits_ns,
        copies_ns: copies.work_ns,
        dearest: snapshot::Dearest::default(),
        pending: p.device.pending(),
        unfinished_ns: until.saturating_sub(p.device.finished_at),
        silent_ns: until
            .saturating_sub(p.functions.values().map(|function| function.called_at).max().unwrap_or(0)),
        mode: p.dictionary.mode(p.header.mode).0.into(),
        loader_version: p.loader_version.clone(),
    }
}

/// A host time in seconds since 1970, to the ms; the session's `start` was `unix_ns` after that.
fn seconds(unix_ns: u64, at: u64, start: u64) -> f64 {
    let ms = (i128::from(unix_ns) + i128::from(at) - i128::from(start)) / 1_000_000;
    ms as f64 / 1e3
}

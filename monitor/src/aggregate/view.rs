//! From figures of processes to a snapshot.

mod device;
mod devices;
mod host;
mod notes;

use super::memory::KindOfMemory;
use super::names::{KindId, Names};
use super::process::{Process, ns};
use super::series::{self, Window};
use super::{Aggregate, sum};
use crate::snapshot::{self, Clock, MemoryUse, Quality, Snapshot, State, Target};
use devices::DeviceMap;
use std::collections::BTreeMap;
use zetop_wire::layout::OpKind;

/// The processes that a snapshot is about, and the times that it needs.
struct View<'a> {
    processes: Vec<&'a Process>,
    names: &'a Names,
    start: u64,
    now: u64,
    elapsed_ns: u64,
    window: Window,
}

pub(super) fn snapshot(all: &Aggregate, pid: Option<u32>) -> Snapshot {
    let view = View {
        processes: all.processes.values().filter(|p| pid.is_none_or(|pid| p.pid == pid)).collect(),
        names: &all.names,
        start: all.start,
        now: all.now,
        elapsed_ns: all.now - all.since,
        window: Window::new(all.start, all.since, all.now, all.ended),
    };
    let devices = DeviceMap::of(&view.processes);
    let host = host::host(&view);
    let detached = !view.processes.is_empty() && view.processes.iter().all(|p| p.is_detached());
    let state = match (all.ended, detached, host.calls) {
        (_, true, _) => State::Detached,
        (true, ..) => State::Exited,
        (false, _, 0) => State::Waiting,
        _ => State::Running,
    };
    Snapshot {
        schema: snapshot::SCHEMA,
        state,
        elapsed_ns: view.elapsed_ns,
        clock: clock(&view),
        target: Target { pids: pids(all), ..Target::default() },
        device: device::work(&view, &devices),
        memory: memory(&view),
        quality: Quality { notes: notes::notes(&view, all), ..quality(&view) },
        processes: all.processes.values().map(|p| process(p, view.window)).collect(),
        findings: Vec::new(),
        history: device::history(&view, &devices),
        devices: devices::devices(&view, &devices),
        host,
        last_run: None,
    }
}

fn clock(view: &View<'_>) -> Option<Clock> {
    view.processes.first().map(|p| if p.header.tsc { Clock::Tsc } else { Clock::MonotonicRaw })
}

fn pids(all: &Aggregate) -> Vec<u32> {
    let mut pids: Vec<u32> = all.processes.values().map(|p| p.pid).filter(|pid| *pid != 0).collect();
    pids.sort_unstable();
    pids.dedup();
    pids
}

fn memory(view: &View<'_>) -> Vec<MemoryUse> {
    let mut kinds: BTreeMap<KindId, Vec<&KindOfMemory>> = BTreeMap::new();
    for process in &view.processes {
        for (kind, figures) in &process.memory.kinds {
            kinds.entry(*kind).or_default().push(figures);
        }
    }
    kinds.into_iter().map(|(kind, parts)| memory_kind(view, kind, &parts)).collect()
}

fn memory_kind(view: &View<'_>, kind: KindId, parts: &[&KindOfMemory]) -> MemoryUse {
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
        for (value, interval) in all.live_history.iter_mut().zip(view.window.first..) {
            *value += part.live_at(interval) as f64;
        }
    }
    all
}

/// Cost of a wrapped call x calls, against the wall time of the threads that made them.
fn quality(view: &View<'_>) -> Quality {
    let (mut cost_ns, mut calls, mut wall_ns) = (0.0, 0u64, 0.0);
    for p in &view.processes {
        let (process_calls, _) = p.sums();
        let per_call = p.header.cost_ticks_256 as f64 / 256.0 * p.ns_per_tick;
        cost_ns += per_call * process_calls as f64;
        calls = calls.saturating_add(process_calls);
        let since = p.first_seen.max(view.now - view.elapsed_ns);
        let lived = p.ended_at.unwrap_or(view.now).saturating_sub(since);
        wall_ns += lived as f64 * f64::from(p.most_threads.max(1));
    }
    Quality {
        dropped_records: sum(view.processes.iter().map(|p| p.dropped())),
        invalid_timestamps: sum(view.processes.iter().map(|p| p.device.totals().invalid)),
        probe_ns_per_call: (calls > 0).then(|| cost_ns / calls as f64),
        probe_pct_of_wall: (calls > 0 && wall_ns > 0.0).then(|| 100.0 * cost_ns / wall_ns),
        notes: Vec::new(),
    }
}

fn process(p: &Process, window: Window) -> snapshot::Process {
    let (calls, ticks) = p.sums();
    let classes = || p.device.classes.iter().flatten().map(|c| (c.class.kind, c.sums()));
    snapshot::Process {
        pid: p.pid,
        command: p.command.clone(),
        running: p.running,
        calls,
        total_ns: ns(ticks, p.ns_per_tick),
        calls_per_s: window.per_second(&p.calls),
        device_ns: sum(classes().map(|(_, s)| s.total_ns)),
        bytes: sum(classes().filter(|(kind, _)| *kind == OpKind::Copy).map(|(_, s)| s.bytes)),
        threads: p.header.threads,
        mode: p.dictionary.mode(p.header.mode).0.into(),
        loader_version: p.loader_version.clone(),
    }
}

/// Bytes per interval as GB/s.
fn gbps(bytes: u64) -> f64 {
    series::per_second(bytes, 1) / 1e9
}

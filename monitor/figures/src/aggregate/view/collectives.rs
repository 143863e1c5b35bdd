//! The table of collective operations.

use crate::aggregate::collectives::{CollectiveSums, Sort};
use crate::aggregate::scope::Scope;
use crate::sink::ProcessId;
use crate::snapshot::{CameLast, Collective};
use zetop_wire::layout::{ALGORITHMS, OPERATIONS, PROTOCOLS};

/// By time, the longest first.
pub(super) fn collectives(view: &Scope<'_>) -> Vec<Collective> {
    let mut all: Vec<Collective> =
        view.collectives.rows.iter().map(|(sort, row)| collective(*sort, row, view)).collect();
    all.sort_by(|a, b| b.time_ns.cmp(&a.time_ns).then_with(|| a.communicator.cmp(&b.communicator)));
    all
}

fn collective(sort: Sort, row: &CollectiveSums, view: &Scope<'_>) -> Collective {
    let name =
        |names: &[&'static str], number: u8| names.get(usize::from(number)).copied().unwrap_or(names[0]);
    let operation = name(&OPERATIONS, sort.operation);
    let ranks = f64::from(row.ranks.max(1));
    // nccl-tests (doc/PERFORMANCE.md) define bandwidth by what a rank hands in, for gathers and scatters by what all hand in; and how
    // often each byte crosses the slowest link.
    let (whole, factor) = match operation {
        "AllReduce" => (1.0, 2.0 * (ranks - 1.0) / ranks),
        "AllGather" | "ReduceScatter" => (ranks, (ranks - 1.0) / ranks),
        "AlltoAll" => (1.0, (ranks - 1.0) / ranks),
        _ => (1.0, 1.0),
    };
    // They divide by the time from one operation to the next, of many that are queued.
    let time = row.moving_ns.saturating_add(row.between_ns);
    let algorithm_gbps = (row.moving_ns > 0 && row.bytes > 0).then(|| whole * row.bytes as f64 / time as f64);
    let mut last: Vec<CameLast> = row.last.iter().map(|(id, of)| came_last(*id, of.0, of.1, view)).collect();
    last.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.key.cmp(&b.key)));
    Collective {
        operation,
        communicator: format!("{:016x}", sort.communicator),
        ranks: u32::from(row.ranks),
        up_to: sort.up_to,
        count: row.count,
        partial: row.partial,
        bytes: row.bytes,
        time_ns: row.time_ns,
        moving_ns: row.moving_ns,
        waiting_ns: row.waiting_ns,
        algorithm: name(&ALGORITHMS, row.algorithm),
        protocol: name(&PROTOCOLS, row.protocol),
        algorithm_gbps,
        bus_gbps: algorithm_gbps.map(|gbps| gbps * factor),
        last,
    }
}

fn came_last(id: ProcessId, count: u64, waited_ns: u64, view: &Scope<'_>) -> CameLast {
    let process = view.all.get(&id);
    CameLast {
        pid: process.map_or(0, |process| process.pid),
        rank: process.and_then(|process| process.member.rank),
        count,
        waited_ns,
        key: process.map_or(0, |process| process.key),
    }
}

/// Time that a process has spent in collective operations, ns, and how much of it waiting for other ranks.
pub(super) fn spent(id: ProcessId, view: &Scope<'_>) -> (u64, u64) {
    let rows = view.collectives.rows.values().filter_map(|row| row.spent.get(&id));
    rows.fold((0, 0), |(all, waited), of| (all.saturating_add(of.0), waited.saturating_add(of.1)))
}

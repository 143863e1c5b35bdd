//! The device's side of a made-up moment: kernels, copies, engines, and what sensors read.

use super::numbers::{histogram, noise, percentile, wave};
use std::collections::VecDeque;
use std::sync::Arc;
use zetop_figures::sensors::{Sensors, UsedBy};
use zetop_figures::snapshot::*;

/// The device's state: warm, shared with another program.
pub(super) fn sensors() -> Sensors {
    let used =
        |pid, name: &str, bytes, own| UsedBy { pid, name: name.to_owned(), memory_bytes: Some(bytes), own };
    Sensors {
        source: "sysman".into(),
        memory_used_bytes: Some(9_320_000_000),
        memory_free_bytes: Some(7_860_000_000),
        memory_total_bytes: Some(17_180_000_000),
        busy_pct: Some(83.0),
        clock_mhz: Some(1950.0),
        clock_max_mhz: Some(2100.0),
        memory_clock_mhz: Some(2000.0),
        memory_clock_max_mhz: Some(2000.0),
        power_w: Some(198.4),
        power_limit_w: Some(225.0),
        temperature_c: Some(74.0),
        temperature_limit_c: Some(100.0),
        throttle: Some(Vec::new()),
        pcie_rx_gbps: Some(11.2),
        pcie_tx_gbps: Some(4.75),
        processes: Some(vec![
            used(48213, "heat-stencil", 6_100_000_000, true),
            used(3911, "blender", 3_050_000_000, false),
        ]),
        ..Sensors::default()
    }
}

pub(super) fn kernel(
    name: &str,
    launches: u64,
    average: f64,
    octaves: f64,
    submit: f64,
    groups: [[u32; 3]; 2],
) -> Kernel {
    let histogram = histogram(average, octaves, launches);
    let recent: VecDeque<RawStamps> = (0..32)
        .map(|i| {
            let ns = average * (0.92 + 0.16 * noise(i));
            let start = 412_345_678_901 + i * 12_480;
            let cycles = (ns / 52.083) as u64;
            RawStamps {
                global_start: start,
                context_start: start + 3,
                context_end: start + 3 + cycles,
                global_end: start + 5 + cycles,
                context_ns: cycles as f64 * 52.083,
                global_ns: (cycles + 5) as f64 * 52.083,
                submit_ns: Some(submit * (0.8 + 0.4 * noise(i + 99))),
                lane: (0, (i % 2) as u16),
            }
        })
        .collect();
    Kernel {
        name: name.to_owned(),
        device: 0,
        launches,
        timed: launches,
        total_ns: (launches as f64 * average) as u64,
        total_error_pct: 0.0,
        grown_ns: (launches as f64 * average) as u64,
        sampled: 0,
        share_pct: 0.0,
        min_ns: histogram.buckets.first().map(|b| b.0),
        max_ns: histogram.buckets.last().map(|b| b.1),
        avg_ns: Some(average),
        p50_ns: Some(percentile(&histogram, 0.5)),
        p90_ns: Some(percentile(&histogram, 0.9)),
        p99_ns: Some(percentile(&histogram, 0.99)),
        submit_avg_ns: Some(submit),
        host_ns: launches * 29_500,
        host_avg_ns: Some(29_500.0),
        before: None,
        cold: None,
        hot: None,
        group_count: groups[0],
        group_size: groups[1],
        resources: None,
        histogram,
        recent: Arc::new(recent),
        ranges: Vec::new(),
    }
}

/// `sizes`: (up to, share of the operations, GB/s)
pub(super) fn transfer(kinds: (&str, &str), ops: u64, seconds: f64, sizes: &[(u64, f64, f64)]) -> Transfer {
    let by_size: Vec<TransferSize> = sizes
        .iter()
        .map(|&(up_to, share, gbps)| {
            let ops = (ops as f64 * share) as u64;
            let bytes = ops * up_to * 3 / 4;
            let total_ns = (bytes as f64 / gbps) as u64;
            let average = total_ns / ops.max(1);
            TransferSize {
                up_to: Some(up_to),
                ops,
                timed: ops,
                sampled: 0,
                bytes,
                bandwidth_gbps: Some(gbps),
                total_ns,
                avg_ns: Some(total_ns as f64 / ops.max(1) as f64),
                min_ns: Some(average * 7 / 10),
                max_ns: Some(average * 14 / 10),
                by_group: Vec::new(),
            }
        })
        .collect();
    let bytes: u64 = by_size.iter().map(|s| s.bytes).sum();
    let total_ns: u64 = by_size.iter().map(|s| s.total_ns).sum();
    let histogram = histogram(total_ns as f64 / ops as f64, 0.9, ops);
    Transfer {
        device: 0,
        src: endpoint(kinds.0),
        dst: endpoint(kinds.1),
        src_device: None,
        dst_device: None,
        direction: Direction::between(endpoint(kinds.0).place, endpoint(kinds.1).place),
        ops,
        timed: ops,
        bytes,
        total_ns,
        total_error_pct: 0.0,
        grown_ns: total_ns,
        sampled: 0,
        avg_ns: Some(total_ns as f64 / ops as f64),
        bandwidth_gbps: Some(bytes as f64 / total_ns as f64),
        throughput_gbps: Some(bytes as f64 / seconds / 1e9),
        by_size,
        min_ns: histogram.buckets.first().map(|b| b.0),
        max_ns: histogram.buckets.last().map(|b| b.1),
        p50_ns: Some(percentile(&histogram, 0.5)),
        p90_ns: Some(percentile(&histogram, 0.9)),
        p99_ns: Some(percentile(&histogram, 0.99)),
        share_pct: 0.0,
        before: None,
        ranges: Vec::new(),
        quiet_ns: 0,
        histogram,
    }
}

pub(super) fn place(kind: &str) -> Place {
    match kind {
        "device" => Place::Device,
        "shared" => Place::Shared,
        "heap" => Place::Pageable,
        _ => Place::Host,
    }
}

pub(super) fn endpoint(kind: &str) -> Endpoint {
    Endpoint::new(kind, place(kind))
}

pub(super) fn work(seconds: f64) -> DeviceWork {
    let per_s = |rate: f64| ((rate * seconds) as u64).max(1);
    let grid = [[256, 256, 1], [16, 16, 1]];
    let mut kernels = vec![
        kernel("stencil_5pt", per_s(713.0), 614e3, 0.3, 41e3, grid),
        kernel("reduce_sum", per_s(142.0), 15.2e3, 0.7, 44e3, [[4096, 1, 1], [256, 1, 1]]),
        kernel("boundary_exchange<float, 4>", per_s(142.0), 9.8e3, 0.5, 39e3, [[64, 1, 1], [64, 1, 1]]),
    ];
    const MIB: u64 = 1 << 20;
    let mut transfers = vec![
        transfer(("host", "device"), per_s(855.0), seconds, &[(8 * MIB, 0.6, 24.1), (16 * MIB, 0.4, 24.9)]),
        transfer(
            ("device", "host"),
            per_s(713.0),
            seconds,
            &[(65_536, 0.2, 6.2), (2 * MIB, 0.5, 11.8), (4 * MIB, 0.3, 12.9)],
        ),
        transfer(("heap", "device"), per_s(12.0), seconds, &[(8 * MIB, 0.7, 13.0), (16 * MIB, 0.3, 13.3)]),
        transfer(("device", "device"), per_s(120.0), seconds, &[(16 * MIB, 1.0, 412.0)]),
        transfer(("shared", "shared"), per_s(3.0), seconds, &[(8192, 0.4, 0.3), (MIB, 0.6, 4.1)]),
    ];
    let fills = Fills {
        ops: per_s(7.0),
        bytes: per_s(7.0) * 4 * MIB,
        total_ns: per_s(7.0) * 11_000,
        timed: per_s(7.0),
        total_error_pct: 0.0,
        sampled: 0,
        bandwidth_gbps: Some(4.0 * MIB as f64 / 11_000.0),
    };
    let total: u64 = kernels.iter().map(|k| k.total_ns).sum::<u64>()
        + transfers.iter().map(|t| t.total_ns).sum::<u64>()
        + fills.total_ns;
    for kernel in &mut kernels {
        kernel.share_pct = kernel.total_ns as f64 / total as f64 * 100.0;
    }
    for transfer in &mut transfers {
        transfer.share_pct = transfer.total_ns as f64 / total as f64 * 100.0;
    }
    transfers.sort_by_key(|t| std::cmp::Reverse(t.total_ns));
    let timed = kernels.iter().map(|k| k.timed).sum::<u64>() + transfers.iter().map(|t| t.timed).sum::<u64>();
    DeviceWork {
        timed,
        coverage_pct: Some(100.0),
        timed_pct: Some(100.0),
        kernels,
        transfers,
        fills,
        pending: 3,
        engines: vec![engines(seconds)],
        ..DeviceWork::default()
    }
}

/// A compute queue that is busy most of the time, and a copy queue, some of whose copies hide behind kernels.
pub(super) fn engines(seconds: f64) -> Engines {
    const MS: u64 = 1_000_000;
    let span = |start: u64, end, copy| Busy { start, end, copy };
    let kernels = (0..8).map(|n| span(n * 6 * MS, n * 6 * MS + 4 * MS, false)).collect();
    let copies = (0..16).map(|n| span(n * 3 * MS + MS, n * 3 * MS + 2 * MS, true)).collect();
    let total = (seconds * 1e9) as u64;
    Engines {
        device: 0,
        kernel_ns: total * 44 / 100,
        copy_ns: total * 23 / 100,
        both_ns: total * 14 / 100,
        overlap_pct: Some(60.9),
        window_ns: 50 * MS,
        lanes: vec![
            QueueLane { of: None, queue: (0, 0), spans: kernels },
            QueueLane { of: None, queue: (1, 0), spans: copies },
        ],
        ..Engines::default()
    }
}

pub(super) fn direction(
    direction: Direction,
    samples: usize,
    top: f64,
    period: f64,
    limit: Option<(f64, &str)>,
) -> DirectionHistory {
    let gbps: Vec<f64> = (0..samples)
        .map(|i| {
            let idle = (i / 24) % 6 == 3;
            if idle {
                0.0
            } else {
                top * (0.2 + 0.8 * wave(i as f64, period)) * (0.9 + 0.1 * noise(i as u64))
            }
        })
        .collect();
    DirectionHistory {
        direction,
        now: gbps.last().copied().unwrap_or(0.0),
        peak: gbps.iter().copied().fold(0.0, f64::max),
        average: gbps.iter().sum::<f64>() / gbps.len().max(1) as f64,
        gbps,
        limit: limit.map(|(gbps, what)| (gbps, what.to_owned())),
    }
}

/// One of eight operations of a session is timed.
pub fn sampled(mut snapshot: Snapshot) -> Snapshot {
    let work = &mut snapshot.device;
    for kernel in &mut work.kernels {
        kernel.timed = kernel.launches / 8;
        kernel.sampled = kernel.launches - kernel.timed;
        kernel.total_error_pct = 0.8;
    }
    // Too few of the last one for its p99.
    if let Some(rare) = work.kernels.last_mut() {
        (rare.launches, rare.timed, rare.sampled, rare.total_error_pct) = (640, 80, 560, 12.0);
    }
    for copies in &mut work.transfers {
        copies.timed = copies.ops / 8;
        copies.sampled = copies.ops - copies.timed;
        copies.total_error_pct = 1.4;
        for size in &mut copies.by_size {
            size.timed = size.ops / 8;
            size.sampled = size.ops - size.timed;
        }
    }
    work.fills.timed = work.fills.ops / 8;
    work.fills.sampled = work.fills.ops - work.fills.timed;
    work.sampled = 7 * work.timed / 8;
    work.timed -= work.sampled;
    work.untimed += work.sampled;
    work.untimed_reasons.insert(DeviceWork::SAMPLED.to_owned(), work.sampled);
    work.timed_pct = Some(12.5);
    snapshot
}

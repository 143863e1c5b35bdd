//! A made-up session that resembles a real one: a stencil program after some time, as a function of that time.

use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_figures::sensors::{Sensors, UsedBy};
use zetop_figures::snapshot::*;

const INTERVAL_NS: u64 = 500_000_000;

/// (name, calls/s, average ns, spread of the latencies in octaves, errors)
const APIS: [(&str, f64, f64, f64, u64); 31] = [
    ("zeCommandQueueSynchronize", 142.0, 2.55e6, 0.5, 0),
    ("zeCommandListAppendMemoryCopy", 1711.0, 65.8e3, 1.2, 0),
    ("zeCommandQueueExecuteCommandLists", 142.0, 332e3, 0.8, 0),
    ("zeMemAllocHost", 35.6, 1.25e6, 0.9, 0),
    ("zeCommandListAppendLaunchKernel", 856.0, 29.5e3, 1.0, 0),
    ("zeEventQueryStatus", 36e3, 419.0, 1.4, 0),
    ("zeModuleCreate", 0.023, 421e6, 0.9, 0),
    ("zeMemFree", 35.6, 228e3, 1.1, 0),
    ("zeCommandListReset", 142.0, 31e3, 0.6, 0),
    ("zeKernelSetArgumentValue", 2568.0, 310.0, 0.9, 0),
    ("zeEventHostReset", 1711.0, 290.0, 0.7, 0),
    ("zeEventHostSynchronize", 12.0, 88e3, 1.6, 3),
    ("zeCommandListClose", 142.0, 4.1e3, 0.5, 0),
    ("zeKernelSetGroupSize", 856.0, 270.0, 0.4, 0),
    ("zeContextCreate", 0.0115, 31e6, 0.1, 0),
    ("zeCommandQueueCreate", 0.023, 12e6, 0.3, 0),
    ("zeKernelCreate", 0.046, 5.1e6, 0.4, 0),
    ("zeCommandListCreate", 0.046, 2.2e6, 0.3, 0),
    ("zeEventPoolCreate", 0.0115, 1.9e6, 0.1, 0),
    ("zeEventCreate", 0.74, 17e3, 0.6, 0),
    ("zeMemAllocDevice", 0.14, 92e3, 0.7, 0),
    ("zeMemAllocShared", 0.07, 99e3, 0.6, 0),
    ("zeDeviceGetProperties", 0.035, 44e3, 0.5, 0),
    ("zeDeviceGetMemoryProperties", 0.023, 41e3, 0.3, 0),
    ("zeDeviceGetCommandQueueGroupProperties", 0.023, 9e3, 0.3, 0),
    ("zeInit", 0.0115, 18e6, 0.1, 0),
    ("zeDriverGet", 0.023, 1.1e3, 0.2, 0),
    ("zeDriverGetProperties", 0.0115, 2.4e3, 0.1, 0),
    ("zeDeviceGet", 0.023, 1.6e3, 0.2, 0),
    ("zeMemGetAllocProperties", 0.4, 2.9e3, 0.6, 0),
    ("zesDeviceGetProperties", 0.0115, 61e3, 0.1, 1),
];

/// The device's state: warm, shared with another program.
fn sensors() -> Sensors {
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

/// Repeatable noise in 0..1.
fn noise(n: u64) -> f64 {
    let mut x = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A bell over the logarithm, with a small second hump a factor of three further on.
pub fn histogram(average: f64, octaves: f64, count: u64) -> Histogram {
    let mut buckets = Vec::new();
    let mut total = 0;
    let low = average * 2f64.powf(-2.2 * octaves);
    let mut at = low;
    let step = 2f64.powf(1.0 / 8.0);
    while at < average * 2f64.powf(3.4 * octaves) {
        let z = (at / average).log2() / octaves;
        let second = (z - 2.1) / 0.5;
        let share = (-z * z * 1.4).exp() + 0.11 * (-second * second).exp();
        let n = (share * count as f64 / 12.0 / octaves.max(0.3) * (0.9 + 0.2 * noise(at as u64))) as u64;
        if n > 0 {
            buckets.push((at as u64, (at * step) as u64 - 1, n));
            total += n;
        }
        at *= step;
    }
    if buckets.is_empty() {
        buckets.push((average as u64, (average * step) as u64, count.max(1)));
        total = count.max(1);
    }
    Histogram { buckets, count: total }
}

fn percentile(histogram: &Histogram, q: f64) -> u64 {
    zetop_present::tui::histogram::percentile(histogram, q).unwrap_or(0)
}

fn apis(seconds: f64, samples: usize) -> Vec<Api> {
    let mut apis: Vec<Api> = APIS
        .iter()
        .enumerate()
        .map(|(i, &(name, rate, average, octaves, errors))| {
            let calls = ((rate * seconds) as u64).max(1);
            let histogram = histogram(average, octaves, calls);
            let rate_history = (0..samples)
                .map(|s| {
                    rate * (0.75 + 0.5 * wave(s as f64, 7.0 + i as f64)) * f64::from(u8::from(rate > 0.5))
                })
                .collect();
            Api {
                id: i as u32,
                name: name.into(),
                family: if name.starts_with("zes") { "zes" } else { "ze" }.into(),
                role: Role::Other,
                calls,
                timed: calls,
                total_error_pct: 0.0,
                grown_ns: (calls as f64 * average) as u64,
                p99_uncertain: false,
                errors,
                total_ns: (calls as f64 * average) as u64,
                avg_ns: Some(average),
                min_ns: histogram.buckets.first().map(|b| b.0),
                max_ns: histogram.buckets.last().map(|b| b.1),
                p50_ns: Some(percentile(&histogram, 0.5)),
                p90_ns: Some(percentile(&histogram, 0.9)),
                p99_ns: Some(percentile(&histogram, 0.99)),
                calls_per_s: if rate > 0.5 { rate } else { 0.0 },
                before: None,
                quiet_ns: 0,
                faultless_ns: 0,
                last_error: (errors > 0).then(|| "ZE_RESULT_ERROR_DEVICE_LOST".into()),
                expected_errors: 0,
                expected_why: None,
                open_ns: 0,
                histogram,
                rate_history,
                share_pct: 0.0,
            }
        })
        .collect();
    let total: u64 = apis.iter().map(|a| a.total_ns).sum();
    for api in &mut apis {
        api.share_pct = api.total_ns as f64 / total as f64 * 100.0;
    }
    apis.sort_by_key(|api| std::cmp::Reverse(api.total_ns));
    apis
}

fn wave(x: f64, period: f64) -> f64 {
    0.5 + 0.5 * (x / period * std::f64::consts::TAU).sin()
}

fn kernel(
    name: &str,
    launches: u64,
    average: f64,
    octaves: f64,
    submit: f64,
    groups: [[u32; 3]; 2],
) -> Kernel {
    let histogram = histogram(average, octaves, launches);
    let recent = (0..32)
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
        recent,
        ranges: Vec::new(),
    }
}

/// `sizes`: (up to, share of the operations, GB/s)
fn transfer(kinds: (&str, &str), ops: u64, seconds: f64, sizes: &[(u64, f64, f64)]) -> Transfer {
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
                bytes,
                bandwidth_gbps: Some(gbps),
                total_ns,
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

fn place(kind: &str) -> Place {
    match kind {
        "device" => Place::Device,
        "shared" => Place::Shared,
        "heap" => Place::Pageable,
        _ => Place::Host,
    }
}

fn endpoint(kind: &str) -> Endpoint {
    Endpoint::new(kind, place(kind))
}

fn work(seconds: f64) -> DeviceWork {
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
        kernels,
        transfers,
        fills,
        pending: 3,
        engines: vec![engines(seconds)],
        ..DeviceWork::default()
    }
}

/// A compute queue that is busy most of the time, and a copy queue, some of whose copies hide behind kernels.
fn engines(seconds: f64) -> Engines {
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
            Lane { of: None, queue: (0, 0), spans: kernels },
            Lane { of: None, queue: (1, 0), spans: copies },
        ],
        ..Engines::default()
    }
}

fn direction(
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

fn memory(samples: usize) -> Vec<MemoryUse> {
    const MB: u64 = 1_000_000;
    let kind = |kind: &str, allocated_by: &str, live: u64, count, allocs, rate: f64, period| MemoryUse {
        kind: kind.into(),
        place: place(kind),
        live_bytes: live,
        live_count: count,
        peak_bytes: live * 5 / 4,
        allocs,
        frees: allocs - count,
        allocated_by: allocated_by.into(),
        allocs_per_s: rate,
        bytes_per_s: rate * 16.8e6,
        live_history: (0..samples).map(|i| live as f64 * (0.6 + 0.4 * wave(i as f64, period))).collect(),
    };
    vec![
        kind("host", "zeMemAllocHost", 537 * MB, 32, 3102, 35.6, 23.0),
        kind("device", "zeMemAllocDevice", 2148 * MB, 12, 12, 0.0, 90.0),
        kind("shared", "zeMemAllocShared", 67 * MB, 6, 6, 0.0, 300.0),
    ]
}

fn memory_sites() -> Vec<MemorySite> {
    const MB: u64 = 1_000_000;
    let site = |line: u32, function: &str, kind: &str, live: u64, count, allocations| MemorySite {
        place: format!("stencil.cpp:{line} in {function}"),
        file: Some("/src/stencil.cpp".into()),
        line: Some(line),
        function: Some(function.into()),
        module: Some("/src/stencil".into()),
        callers: vec!["stencil.cpp:210 in main".to_owned()],
        kind: kind.into(),
        on: place(kind),
        is_known: true,
        live_bytes: live,
        live_count: count,
        peak_bytes: live * 5 / 4 + 8 * MB,
        allocations,
        frees: allocations - count,
        allocated_bytes: allocations * 16 * MB,
        noted: allocations,
        oldest_ns: (count > 0).then_some(41_000_000_000),
        mean_age_ns: (count > 0).then_some(33_000_000_000),
        share_pct: Some(100.0 * live as f64 / 2752e6),
        tree: vec![
            caller(0, "stencil.cpp:210 in main", 75.0),
            caller(0, "stencil.cpp:198 in warm_up", 25.0),
            caller(1, "stencil.cpp:207 in main", 25.0),
        ],
        levels: vec![live; 60],
        ..MemorySite::default()
    };
    let unknown = MemorySite {
        place: MemorySite::UNKNOWN.to_owned(),
        kind: "shared".into(),
        on: Place::Shared,
        live_bytes: 67 * MB,
        live_count: 6,
        peak_bytes: 67 * MB,
        allocations: 6,
        noted: 6,
        share_pct: Some(2.4),
        ..MemorySite::default()
    };
    vec![
        site(88, "Grid::allocate", "device", 2013 * MB, 8, 8),
        site(131, "staging_buffer", "host", 537 * MB, 32, 3102),
        site(94, "Halo::Halo", "device", 135 * MB, 4, 4),
        unknown,
    ]
}

fn caller(depth: u32, place: &str, share_pct: f64) -> Caller {
    Caller { depth, place: place.to_owned(), share_pct, ..Caller::default() }
}

/// The program after this time.
pub fn running(seconds: f64) -> Snapshot {
    let samples = ((seconds * 1e9) as u64 / INTERVAL_NS).min(600) as usize;
    let apis = apis(seconds, samples);
    let calls_per_s: Vec<f64> = (0..samples)
        .map(|i| 41_200.0 * (0.8 + 0.2 * wave(i as f64, 31.0)) * (0.95 + 0.05 * noise(i as u64 + 7)))
        .collect();
    Snapshot {
        schema: SCHEMA,
        state: State::Running,
        elapsed_ns: (seconds * 1e9) as u64,
        clock: Some(Clock::Tsc),
        target: Target {
            command: ["./stencil", "--grid", "4096"].map(str::to_owned).to_vec(),
            pids: vec![48213],
            ..Target::default()
        },
        waiting: Vec::new(),
        collectives: Vec::new(),
        ranges: Vec::new(),
        steps: Vec::new(),
        devices: vec![Device {
            id: 0,
            name: "Intel Arc A770 (simulated)".to_owned(),
            uuid: None,
            pci_address: None,
            timer_hz: Some(19.2e6),
            timestamp_bits: Some(32),
            memory_peak_gbps: Some(560.0),
            link_peak_gbps: Some(31.5),
            link: Some("PCIe 4 x16".to_owned()),
            pid: 48213,
            queue_groups: Vec::new(),
            busy_pct: Some(71.2),
            sensors: Some(sensors()),
        }],
        host: Host {
            calls: apis.iter().map(|a| a.calls).sum(),
            timed: apis.iter().map(|a| a.timed).sum(),
            total_error_pct: 0.0,
            total_ns: apis.iter().map(|a| a.total_ns).sum(),
            errors: apis.iter().map(|a| a.errors).sum(),
            calls_per_s: 41_200.0,
            wall_pct: 63.1,
            apis,
        },
        device: work(seconds),
        memory: memory(samples),
        memory_sites: memory_sites(),
        quality: Quality {
            dropped_records: 0,
            invalid_timestamps: 0,
            probe_ns_per_call: Some(38.0),
            probe_pct_of_wall: Some(0.2),
            cost: Cost::default(),
            samples: 0,
            sample_avg_ns: None,
            sample_max_ns: None,
            notes: Vec::new(),
        },
        processes: vec![process(48213, "./stencil --grid 4096", true, 41_000.0)],
        findings: vec![Finding {
            id: "slow-kind",
            severity: Severity::Warning,
            text: "Allocate with zeMemAllocHost (sycl::malloc_host)".to_owned(),
            evidence: "7.60 GB to the GPU from malloc'd memory at 13.1 GB/s, 42 % of PCIe 4 x16 (31.5); host→device \
                       does 24.6"
                .to_owned(),
            gain_pct: Some(3.1),
            about: About::Transfer { src: "heap".into(), dst: "device".into(), device: 0 },
            ..Finding::default()
        }],
        history: History {
            interval_ns: INTERVAL_NS,
            first: 0,
            calls_per_s,
            directions: vec![
                direction(Direction::HostToDevice, samples, 25.1, 37.0, Some((31.5, "PCIe 4 x16"))),
                direction(Direction::DeviceToHost, samples, 24.0, 29.0, Some((31.5, "PCIe 4 x16"))),
                direction(Direction::DeviceToDevice, samples, 436.2, 61.0, Some((560.0, "memory"))),
                direction(Direction::Shared, samples, 3.1, 17.0, None),
            ],
        },
        last_run: Some("last run 12 min ago: to device 11.7 → 12.2 GB/s (+4.3 %); image→device gone".to_owned()),
        since_mark: None,
        sites: Vec::new(),
        playback: None,
        raw_names: Arc::new(BTreeMap::from([(
            "boundary_exchange<float, 4>".into(),
            "_Z17boundary_exchangeIfLi4EEvPT_".into(),
        )])),
    }
}

fn process(pid: u32, command: &str, running: bool, rate: f64) -> Process {
    Process {
        pid,
        key: pid,
        member: Arc::default(),
        command: command.to_owned(),
        started: Some(1_764_060_000.5),
        state: if running { State::Running } else { State::Exited },
        busy_pct: Some((rate / 20.0).min(100.0)),
        watched_ns: 87_000_000_000,
        waits_ns: (rate * 0.9e6) as u64,
        kernels: (rate * 8.0) as u64,
        running,
        stopped: false,
        calls: (rate * 87.0) as u64,
        host_ns: (rate * 1.3e6) as u64,
        calls_per_s: if running { rate } else { 0.0 },
        device_ns: (rate * 1.5e6) as u64,
        bytes: (rate * 2.2e7) as u64,
        threads: 4,
        mode: "layer".into(),
        loader_version: "1.8.12".to_owned(),
        communicators: Vec::new(),
        collectives_ns: 0,
        collective_waits_ns: 0,
        copies_ns: 0,
        dearest: Dearest::default(),
        pending: 0,
        unfinished_ns: 0,
        silent_ns: 0,
        own_code_ns: None,
        between_ranks_ns: None,
    }
}

/// The same job, of which rank 5 comes last to what all do together.
pub fn collectives() -> Snapshot {
    let mut snapshot = ranks();
    let row =
        |operation, size: u64, count: u64, moving_ms: u64, waiting_ms: u64, bus: f64, last: f64| Collective {
            operation,
            communicator: "8f31c0de00000007".to_owned(),
            ranks: 8,
            up_to: size,
            count,
            partial: 0,
            bytes: count * size / 4 * 3,
            time_ns: (moving_ms + waiting_ms) * 1_000_000,
            moving_ns: moving_ms * 1_000_000,
            waiting_ns: waiting_ms * 1_000_000,
            algorithm: "RING",
            protocol: "SIMPLE",
            algorithm_gbps: Some(bus / 1.75),
            bus_gbps: Some(bus),
            last: vec![CameLast {
                pid: 701,
                rank: Some(5),
                key: 705,
                count: (count as f64 * last) as u64,
                waited_ns: waiting_ms * 1_140_000,
            }],
        };
    snapshot.collectives = vec![
        row("AllReduce", 32 << 20, 12_400, 9_100, 21_400, 212.0, 0.97),
        row("AllGather", 1 << 20, 6_200, 1_210, 3_140, 88.0, 0.94),
        row("AllReduce", 8_192, 310, 9, 41, 0.4, 0.71),
    ];
    for process in &mut snapshot.processes {
        process.collectives_ns = 9_000_000_000;
        process.collective_waits_ns = if process.member.rank == Some(5) { 0 } else { 7_200_000_000 };
    }
    snapshot.findings = zetop_figures::advice::findings(&snapshot);
    snapshot
}

/// A program that marks its steps by NVTX.
pub fn marked() -> Snapshot {
    let mut snapshot = running(60.0);
    let row = |path: &str, domain: Option<&str>, count: u64, open: u64, avg_us: u64, device_pct: u64| {
        let kind = if avg_us == 0 { "mark" } else { "nested" };
        let ns = |us: u64| Some(1_000 * us).filter(|ns| *ns > 0);
        Range {
            path: path.to_owned(),
            name: path.rsplit('/').next().unwrap_or_default().into(),
            depth: path.matches('/').count() as u32,
            domain: domain.map(Arc::from),
            interface: "NVTX",
            kind,
            count,
            open,
            total_ns: 1_000 * count * avg_us,
            min_ns: ns(avg_us * 9 / 10),
            max_ns: ns(avg_us * 7 / 2),
            avg_ns: ns(avg_us).map(|ns| ns as f64),
            p50_ns: ns(avg_us * 98 / 100),
            p90_ns: ns(avg_us * 5 / 4),
            p99_ns: ns(avg_us * 2),
            waits_ns: if path == "step #" { 9 * count * avg_us * 10 } else { 0 },
            work: RangeWork {
                kernels: count * device_pct / 4,
                kernel_ns: 10 * count * avg_us * device_pct * 8 / 10,
                copies: count * device_pct / 50,
                copy_ns: 10 * count * avg_us * device_pct * 2 / 10,
                bytes: count * device_pct * 40_000,
            },
            histogram: Histogram::default(),
        }
    };
    snapshot.steps = vec![Step {
        pid: 48_213,
        rank: None,
        guessed: false,
        name: "step #".into(),
        domain: None,
        interface: "NVTX",
        count: 412,
        per_s: 7.2,
        total_ns: 412 * 138_000_000,
        min_ns: Some(124_000_000),
        max_ns: Some(483_000_000),
        avg_ns: Some(138e6),
        p50_ns: Some(135_000_000),
        p90_ns: Some(172_000_000),
        p99_ns: Some(276_000_000),
        kernel_pct: Some(56.8),
        copy_pct: Some(14.2),
        waits_pct: Some(9.0),
        host_pct: Some(91.0),
        work: RangeWork::default(),
        histogram: Histogram::default(),
        history: (0..120).map(|at| 1e6 * (130.0 + 12.0 * f64::from(at % 7) + f64::from(at) / 2.0)).collect(),
        key: 48_213,
    }];
    snapshot.ranges = vec![
        row("step #", None, 412, 1, 138_000, 71),
        row("step #/backward", None, 412, 0, 71_000, 88),
        row("step #/backward/AllReduce", Some("NCCL"), 3_296, 0, 4_100, 97),
        row("step #/forward", None, 412, 1, 52_000, 60),
        row("step #/forward/attention", None, 4_944, 1, 2_700, 66),
        row(
            "step #/forward/a layer whose name is long enough to be cut off in a narrow terminal",
            None,
            4_944,
            0,
            900,
            31,
        ),
        row("step #/loss", None, 412, 0, 0, 0),
        row("load batch", Some("loader"), 3_296, 3, 11_000, 0),
    ];
    let paths = ["step #/forward/attention", "step #/backward", "step #/forward"];
    for (kernel, number) in snapshot.device.kernels.iter_mut().zip([1, 3]) {
        kernel.ranges = paths[..number].iter().map(|path| Arc::from(*path)).collect();
    }
    snapshot.device.transfers[0].ranges = vec!["load batch".into()];
    snapshot
}

/// A program without ranges, whose queue repeats the same kernels.
pub fn guessed() -> Snapshot {
    let mut snapshot = marked();
    snapshot.ranges.clear();
    for step in &mut snapshot.steps {
        (step.guessed, step.name, step.interface) = (true, "multi_tensor_apply_kernel".into(), "");
        (step.waits_pct, step.host_pct) = (None, None);
    }
    snapshot
}

/// A job of which one rank does not come to a collective: its others wait.
pub fn hanging() -> Snapshot {
    let mut snapshot = ranks();
    let call = |rank: u32, thread_name: &str, since_ns, site: Option<&str>| Waiting {
        pid: 700 + rank % 4,
        key: 700 + rank,
        rank: Some(rank),
        thread: 4_711 + rank,
        thread_name: thread_name.into(),
        function: "cuStreamSynchronize".into(),
        since_ns,
        on: Some("AllReduce".into()),
        site: site.map(str::to_owned),
        role: Role::Wait,
        ..Waiting::default()
    };
    let waits = (0..8).filter(|rank| *rank != 3);
    snapshot.waiting = waits
        .map(|rank| call(rank, "python3", 18_400_000_000 - u64::from(rank), Some("train.py:88 in step")))
        .collect();
    snapshot.waiting.push(call(2, "pin_memory", 740_000_000, None));
    for process in &mut snapshot.processes {
        process.pending = u64::from(process.member.rank != Some(3));
        (process.unfinished_ns, process.silent_ns) = (18_400_000_000, 18_600_000_000);
    }
    snapshot.findings = zetop_figures::advice::findings(&snapshot);
    snapshot
}

/// Started, and no call seen yet.
pub fn waiting() -> Snapshot {
    Snapshot {
        schema: SCHEMA,
        state: State::Waiting,
        elapsed_ns: 1_200_000_000,
        target: Target { command: vec!["./setup.sh".to_owned()], pids: vec![511], ..Target::default() },
        history: History { interval_ns: INTERVAL_NS, calls_per_s: vec![0.0; 2], ..History::default() },
        ..Snapshot::default()
    }
}

pub fn exited() -> Snapshot {
    let mut snapshot = running(87.0);
    snapshot.state = State::Exited;
    snapshot.target.exit_status = Some(3);
    snapshot.host.calls_per_s = 0.0;
    snapshot.processes[0].running = false;
    snapshot
}

/// A driver without timestamps: host side only, with the reason.
pub fn without_device_timing() -> Snapshot {
    let mut snapshot = running(87.0);
    let work = &mut snapshot.device;
    let untimed = work.timed;
    *work = DeviceWork {
        untimed,
        untimed_reasons: BTreeMap::from([("driver without timestamps".to_owned(), untimed)]),
        coverage_pct: Some(0.0),
        ..DeviceWork::default()
    };
    snapshot.devices[0].busy_pct = None;
    snapshot.quality.notes = vec!["no device times: the driver reports timerResolution 0".to_owned()];
    snapshot.quality.dropped_records = 12_041;
    snapshot.history.directions.clear();
    snapshot.findings.clear();
    snapshot
}

/// Four ranks on two devices.
pub fn several() -> Snapshot {
    let mut snapshot = running(87.0);
    snapshot.processes = (0..4)
        .map(|rank| {
            process(48213 + rank, &format!("./stencil --rank {rank}"), rank != 2, 10_000.0 + f64::from(rank))
        })
        .collect();
    snapshot.target.pids = (48213..48217).collect();
    let mut second = snapshot.devices[0].clone();
    second.id = 1;
    second.busy_pct = Some(12.0);
    snapshot.devices.push(second);
    let mut kernel = snapshot.device.kernels[0].clone();
    kernel.device = 1;
    snapshot.device.kernels.push(kernel);
    snapshot
}

/// A job of eight ranks on two hosts, of which one's device takes longer.
pub fn ranks() -> Snapshot {
    let mut snapshot = several();
    snapshot.target.command = ["mpiexec", "-n", "8", "./stencil"].map(str::to_owned).into();
    let rank = |rank: u32| {
        let member = zetop_figures::job::Member {
            host: format!("node{}", rank / 4),
            rank: Some(rank),
            local_rank: Some(rank % 4),
            world_size: Some(8),
            job: Some("4242".to_owned()),
        };
        let process = process(700 + rank % 4, "./stencil", true, 10_000.0 + f64::from(rank));
        let slow = if rank == 5 { 2 } else { 1 };
        Process {
            key: 700 + rank,
            member: Arc::new(member),
            device_ns: process.device_ns * slow,
            busy_pct: Some(41.0 * slow as f64),
            ..process
        }
    };
    snapshot.processes = (0..8).map(rank).collect();
    snapshot.target.pids = (700..704).collect();
    snapshot
}

/// A job whose rank 2 has forked a worker that uses the device, too.
pub fn rank_twice() -> Snapshot {
    let mut snapshot = ranks();
    let worker = Process { key: 720, pid: 720, ..snapshot.processes[2].clone() };
    snapshot.processes.insert(3, worker);
    snapshot
}

/// With `--cold=alternate`; some launches could not be flushed for.
pub fn cold() -> Snapshot {
    let mut snapshot = running(87.0);
    let launches = |kernel: &Kernel, share: f64, slower: f64| {
        let (launches, average) =
            ((kernel.launches as f64 * share) as u64, kernel.avg_ns.map(|ns| ns * slower));
        let of = |ns: Option<u64>| ns.map(|ns| (ns as f64 * slower) as u64);
        Launches {
            launches,
            timed: launches,
            total_ns: average.map_or(0, |ns| (launches as f64 * ns) as u64),
            min_ns: of(kernel.min_ns),
            max_ns: of(kernel.max_ns),
            avg_ns: average,
            p50_ns: of(kernel.p50_ns),
            p99_ns: of(kernel.p99_ns),
        }
    };
    let mut done = 0;
    for (kernel, slower) in snapshot.device.kernels.iter_mut().zip([1.02, 1.4]) {
        let (cold, hot) = (launches(kernel, 0.5, slower), launches(kernel, 0.5, 2.0 - slower));
        done += cold.launches;
        (kernel.cold, kernel.hot) = (Some(cold), Some(hot));
    }
    let not_done_reasons = BTreeMap::from([("graph".to_owned(), 142)]);
    snapshot.device.flushes = Some(Flushes { done, not_done: 142, not_done_reasons });
    snapshot
}

/// A recording of it, that is played and was cut off.
pub fn replayed(seconds: f64, length: f64) -> Snapshot {
    let playback = zetop_figures::snapshot::Playback {
        position_ns: (seconds * 1e9) as u64,
        length_ns: (length * 1e9) as u64,
        playing: true,
        speed: 2.0,
        cut_off: true,
    };
    Snapshot { playback: Some(playback), ..running(seconds) }
}

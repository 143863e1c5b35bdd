//! A made-up session that resembles a real one: a stencil program after some time, as a function of that time.

// A test of another crate includes this file, so paths have to start from this folder.
#[path = "sample/device.rs"]
mod device;
#[path = "sample/host.rs"]
mod host;
#[path = "sample/memory.rs"]
mod memory;
#[path = "sample/numbers.rs"]
mod numbers;

use device::{direction, sensors, work};
use host::{apis, process};
use memory::{memory, memory_sites};
use numbers::{noise, wave};
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_figures::snapshot::*;

const INTERVAL_NS: u64 = 500_000_000;

/// The program after this time.
pub fn running(seconds: f64) -> Snapshot {
    let samples = ((seconds * 1e9) as u64 / INTERVAL_NS).min(600) as usize;
    let apis = apis(seconds, samples);
    let calls_per_s: Vec<f64> = (0..samples)
        .map(|i| 41_200.0 * (0.8 + 0.2 * wave(i as f64, 31.0)) * (0.95 + 0.05 * noise(i as u64 + 7)))
        .collect();
    Snapshot {
        schema: SCHEMA,
        state: RunState::Running,
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

/// One that gives the device so many operations that one of eight is timed.
pub fn sampled() -> Snapshot {
    device::sampled(running(87.0))
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
        state: RunState::Waiting,
        elapsed_ns: 1_200_000_000,
        target: Target { command: vec!["./setup.sh".to_owned()], pids: vec![511], ..Target::default() },
        history: History { interval_ns: INTERVAL_NS, calls_per_s: vec![0.0; 2], ..History::default() },
        ..Snapshot::default()
    }
}

pub fn exited() -> Snapshot {
    let mut snapshot = running(87.0);
    snapshot.state = RunState::Exited;
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

/// The job of [`ranks`], in which rank 5 comes last to the collective operations.
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
            sampled: 0,
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
        (kernel.cold, kernel.hot) = (Some(Box::new(cold)), Some(Box::new(hot)));
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

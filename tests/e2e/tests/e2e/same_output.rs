//! Every workload writes and returns the same with zetop and without, and zetop's figures are its own.

use crate::support::{needs_loader, same_and_as_expected, scene};

macro_rules! same {
    ($($name:ident: $command:expr;)*) => {
        $(
            #[test]
            fn $name() {
                needs_loader!();
                let (_, watched) = same_and_as_expected(&scene($command));
                watched.figures.assert_all_timed();
            }
        )*
        const TRIED: &[&str] = &[$($command),*];
    };
}

same! {
    allocations: "allocations calls=100";
    calls: "calls threads=3 calls=1000";
    event_query_spin: "event-query-spin n=20";
    polls_beside_launches: "polls-beside-launches n=20";
    errors: "errors n=3";
    device_trouble: "device-trouble n=5";
    short_threads: "short-threads n=100";
    late_init: "late-init ms=20 n=10";
    cancelled: "cancelled n=20";
    own_layer: "own-layer ask=1";
    no_layer: "own-layer ask=0";
    saxpy: "saxpy size=65536 n=4";
    matmul: "matmul size=64 n=3";
    launches: "launches n=5";
    kernel_names: "kernel-names n=500 rounds=2";
    copies: "copies size=64K n=3";
    addresses: "addresses size=64K n=20";
    regions: "regions";
    grid_copies: "grid-copies n=4";
    images: "images";
    imports: "imports n=5";
    lists: "lists n=5";
    many: "many n=500";
    busy: "busy n=200";
    event_reuse: "event-reuse n=20";
    counter_based: "counter-based n=5";
    cross_thread: "cross-thread threads=4 n=50";
    devices: "devices n=5";
    leaks: "leaks n=5";
    program_timestamps: "program-timestamps n=5";
    pool_kinds: "pool-kinds n=3";
    kernel_between: "kernel-between seconds=0.5";
    pipeline: "pipeline size=64K n=5";
}

/// A pool that other processes may open is never changed, so its events have no stamps to read.
#[test]
fn events_shared_between_processes_are_left_alone() {
    needs_loader!();
    let (_, watched) = same_and_as_expected(&scene("pool-kinds n=3 ipc=1"));
    let device = &watched.figures.device;
    assert_eq!(device.timed + device.untimed, 6, "{device:#?}");
    assert_eq!(device.untimed, device.untimed_reasons.values().sum::<u64>());
}

/// One event signalled again and again without anybody waiting between: its stamps can be gone before they
/// are read. What could not be timed is counted.
#[test]
fn an_event_signalled_again_at_once_is_accounted_for() {
    needs_loader!();
    let (plain, watched) = same_and_as_expected(&scene("many n=500 what=kernels events=1"));
    let (kernel, device) = (watched.figures.kernel("empty"), &watched.figures.device);
    assert_eq!(device.untimed, device.untimed_reasons.values().sum::<u64>());
    assert_eq!(kernel.timed + device.untimed, 500, "{device:#?}");
    assert!(plain.oracle.kernels().values().all(|sum| sum.longest == 0));
    assert!(kernel.timed == 0 || kernel.max_ns == Some(0), "{kernel:?}");
}

/// Workloads that have tests of their own in `processes.rs`, `attach`, `loaders.rs`, `findings.rs`, `intel.rs`, `memory.rs`, `odd.rs` and `traps.rs`;
/// the demo's output varies.
const ELSEWHERE: &[&str] = &[
    "event-twice",
    "event-reset-in-list",
    "host-signal-late",
    "fork-child",
    "exit",
    "attachable",
    "newer-forms",
    "rounds",
    "demo",
    "habits",
    "destroyed",
    "overlap",
    "main-ends",
    "new-user-namespace",
    "fork-in-thread",
    "signalled",
    "file-limit",
    "memory-limit",
    "late-calls",
    "reloads",
    "reopens",
    "pipeline",
    "sandboxed",
    "resident",
];

#[test]
fn every_workload_is_tried() {
    let tried = |name| TRIED.iter().any(|command| command.split(' ').next() == Some(name));
    for program in zetop_workloads::programs::PROGRAMS {
        assert!(tried(program.name) || ELSEWHERE.contains(&program.name), "{}", program.name);
    }
}

/// `zetop demo | head -3`.
#[test]
fn the_demo_goes_on_when_nobody_reads_it() {
    needs_loader!();
    let mut said = String::new();
    // On a busy machine, its first kernel comes late.
    for seconds in ["1", "4", "16", "64"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut zetop = std::process::Command::new(crate::support::PROGRAMS.zetop);
        zetop.args(["--no-tui", "--no-history", "--duration", seconds, "demo"]).stdout(writer);
        let output = zetop.output().expect("it starts");
        said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && !said.contains("panicked"), "{said}");
        if said.contains("gemm_128x128_nn") {
            return;
        }
    }
    panic!("{said}");
}

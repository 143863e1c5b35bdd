//! The probe's counting against known durations: whatever threads count through the hot path, zetop's reader
//! gets from the process file, complete, however many calls there are and however rarely it is read.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::os::unix::fs::PermissionsExt;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use zetop_figures::aggregate::Aggregate;
use zetop_figures::sink::Sink as _;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::source::Source;
use zetop_probe_core::backend::Backend;
use zetop_probe_core::{hot, runtime};
use zetop_wire::catalog::{Catalog, Function};
use zetop_wire::layout::{Mode, Process};
use zetop_wire::session::Options;

const THREADS: u64 = 8;
const CALLS: u64 = 1_000_000;
const FUNCTIONS: u64 = 4;
/// Different durations of a function.
const DURATIONS: u64 = 997;
/// Threads that are read while they count: more than processors, so that some are always held up in the middle.
const READ_THREADS: u64 = 6;
/// More threads than there are blocks.
const CROWD: u64 = 150;

struct NoApi;

impl Backend for NoApi {
    fn set_up(&self, _: &'static Process) {}
    fn catalog(&self) -> Vec<u8> {
        let function = |n: u64| Function { name: format!("call{n}"), ..Function::default() };
        let (backend, api) = ("none".to_owned(), "No API".to_owned());
        let functions = (0..8).map(function).collect();
        Catalog { backend, api, functions, ..Catalog::default() }.to_json().unwrap()
    }
    fn may_be_sampled(&self, _: usize) -> bool {
        true
    }
    fn waits(&self, _: usize) -> bool {
        false
    }
    fn begin(&self, _: &'static Process, _: Mode, _: &Options) {}
    fn is_attached(&self) -> bool {
        false
    }
    fn attached_by_parent(&self) {}
    fn entry(&self) -> usize {
        0
    }
    fn attend(&self, _: bool) {}
    fn exiting(&self, _: Duration) {}
}

/// In ticks, ascending in `i`: from 100 to some 100,000, each function about ten times as long as the one before.
fn duration(function: u64, i: u64) -> u64 {
    (100 + i * i / 10) * 10u64.pow(function as u32)
}

/// Which of its durations a call has.
fn which(thread: u64, call: u64) -> u64 {
    (call / FUNCTIONS * 7919 + thread * 131) % DURATIONS
}

/// These durations are made up: reading the clock adds nothing to them.
fn take_bias_out(session: &std::path::Path) {
    use std::os::unix::fs::FileExt;
    let of_process = |path: &std::path::PathBuf| zetop_wire::session::parse_process_file(path).is_some();
    let mut files = std::fs::read_dir(session).unwrap().map(|entry| entry.unwrap().path()).filter(of_process);
    let file = std::fs::OpenOptions::new().write(true).open(files.next().expect("a process file")).unwrap();
    let at = std::mem::offset_of!(zetop_wire::layout::Process, bias_ticks_256);
    file.write_all_at(&0u64.to_ne_bytes(), at as u64).unwrap();
}

#[test]
fn percentiles_are_exact_at_any_rate() {
    runtime::install(&NoApi);
    // The probe's panics print nothing, but the test's should.
    drop(std::panic::take_hook());
    let session = tempfile::tempdir().unwrap();
    std::fs::set_permissions(session.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    let options = Options { records: true, ..Options::default() };
    std::fs::write(session.path().join("options"), options.to_text()).unwrap();
    runtime::start(session.path()).expect("a session");
    take_bias_out(session.path());

    let (mut source, mut aggregate) = (Source::new(session.path(), |_, _| None), Aggregate::new(0));
    // `records` says whether somebody wants them.
    let mut read = |records, last| {
        aggregate.tick(1, 1.0);
        // Some things are read with every tenth reading only.
        for _ in 0..=if last { 0 } else { 10 } {
            let reading = source.read(&mut aggregate, 1.0, records, last);
            assert!(reading.refused.is_empty(), "{:?}", reading.refused);
        }
        aggregate.snapshot(None)
    };
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            std::thread::spawn(move || {
                for call in 0..CALLS {
                    let function = call % FUNCTIONS;
                    let ticks = duration(function, which(thread, call));
                    hot::account(function as usize, call, ticks, ());
                }
            })
        })
        .collect();
    // Some readings while they run, and none for the rest of the time, as with a stopped zetop.
    let mut in_between = 0;
    while in_between < 3 {
        std::thread::sleep(Duration::from_millis(5));
        in_between += 1;
        let snapshot = read(true, false);
        let most =
            |name: &str| snapshot.host.apis.iter().find(|api| *api.name == *name).map_or(0, |a| a.calls);
        assert!(most("call0") <= THREADS * CALLS / FUNCTIONS);
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let snapshot = read(true, false);
    let dropped = snapshot.quality.dropped_records;
    assert!(dropped > THREADS * CALLS / 2, "records are overwritten: {dropped}");
    (0..FUNCTIONS).for_each(|function| check(&snapshot, function));

    // Nobody wants records any more: none are missing then, however many calls there are.
    read(false, false);
    let more = || (0..100_000).for_each(|call| hot::account(4, call, 1_000, ()));
    std::thread::scope(|scope| drop([scope.spawn(more), scope.spawn(more)]));
    let snapshot = read(false, false);
    let calls = snapshot.host.apis.iter().find(|api| *api.name == *"call4").map(|api| api.calls);
    assert_eq!((calls, snapshot.quality.dropped_records), (Some(200_000), dropped));
    // They are wanted again.
    read(true, false);

    // Read all the time, while durations come that hardly ever come twice: one that was read twice would stay so.
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for seed in 0..READ_THREADS {
            let done = &done;
            scope.spawn(move || {
                let mut random = fastrand::Rng::with_seed(seed);
                for call in 0..CALLS {
                    hot::account(6, call, 1 << random.u64(7..40) | random.u64(0..1 << 20), ());
                }
                done.fetch_add(1, Relaxed);
            });
        }
        while done.load(Relaxed) < READ_THREADS as usize {
            let snapshot = read(false, false);
            if let Some(api) = snapshot.host.apis.iter().find(|api| *api.name == *"call6") {
                assert!(api.histogram.count <= READ_THREADS * CALLS, "{}", api.histogram.count);
            }
        }
    });
    let snapshot = read(false, false);
    let api = snapshot.host.apis.iter().find(|api| *api.name == *"call6").unwrap();
    assert_eq!((api.calls, api.histogram.count), (READ_THREADS * CALLS, READ_THREADS * CALLS));
    read(true, false);

    // Threads that get no block of their own.
    let together = Barrier::new(CROWD as usize);
    std::thread::scope(|scope| {
        for thread in 0..CROWD {
            let together = &together;
            scope.spawn(move || {
                hot::account(5, 0, 1_000 + thread, ());
                together.wait();
                (0..1_000).for_each(|call| hot::account(5, call, 1_000 + thread, ()));
            });
        }
    });
    let snapshot = read(true, true);
    assert!(snapshot.quality.dropped_records > dropped, "those without a block can't have records");
    let crowd = snapshot.host.apis.iter().find(|api| *api.name == *"call5").unwrap();
    assert_eq!((crowd.calls, crowd.histogram.count), (CROWD * 1_001, CROWD * 1_001));
    assert_eq!((crowd.min_ns, crowd.max_ns), (Some(1_000), Some(1_000 + CROWD - 1)));
    let median = crowd.p50_ns.unwrap() as f64 / (1_000.0 + CROWD as f64 / 2.0);
    assert!((median - 1.0).abs() <= 1.0 / 64.0, "{:?}", crowd.p50_ns);
}

/// Counts, sums and percentiles of a function against what its threads were told to count.
fn check(snapshot: &Snapshot, function: u64) {
    let mut counts = vec![0u64; DURATIONS as usize];
    for thread in 0..THREADS {
        for call in (function..CALLS).step_by(FUNCTIONS as usize) {
            counts[which(thread, call) as usize] += 1;
        }
    }
    let api = snapshot.host.apis.iter().find(|api| *api.name == *format!("call{function}")).unwrap();
    let calls: u64 = counts.iter().sum();
    let total: u64 = (0..).zip(&counts).map(|(i, n)| duration(function, i) * n).sum();
    assert_eq!((api.calls, api.total_ns, api.histogram.count), (calls, total, calls));
    for (percent, measured) in [(50, api.p50_ns), (90, api.p90_ns), (99, api.p99_ns)] {
        let rank = (calls * percent).div_ceil(100);
        let mut seen = 0;
        let i = counts.iter().position(|n| {
            seen += n;
            seen >= rank
        });
        let exact = duration(function, i.unwrap() as u64);
        let error = measured.unwrap() as f64 / exact as f64 - 1.0;
        assert!(error.abs() <= 1.0 / 64.0, "p{percent} of call{function}: {measured:?}, exact {exact}");
    }
}

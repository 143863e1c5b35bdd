use super::*;
use crate::aggregate::Aggregate;
use crate::snapshot::Snapshot;
use fake_probe::{FakeProbe, catalog};
use operations::copy_record;
use proptest::prelude::*;
use rustix::fs::Mode;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{CALL_RING, DeviceRecord, FILE_SIZE, FUNCTIONS, Life, OpKind, RECORD_INVALID, bump};

mod catalogs;
mod fake_probe;
mod held;
mod mounts;
mod operations;
mod percentiles;

/// Kinds of memory of [`catalog`].
const NONE: u8 = 0;
const HOST: u8 = 1;
const DEVICE: u8 = 2;
const HEAP: u8 = 4;

/// A session folder that is read by hand.
struct Rig {
    folder: tempfile::TempDir,
    source: Source,
    aggregate: Aggregate,
    now: u64,
}

const START: u64 = 1_000_000_000_000;
const MS: u64 = 1_000_000;

impl Rig {
    /// One whose readings see all that is there, however loaded the machine is.
    fn new() -> Self {
        let mut rig = Self::in_time();
        let long = Duration::from_secs(100);
        rig.source.scout.limits = scout::Limits { wait: long, look: long, patience: long, shortest: long };
        rig.source.last = long;
        rig
    }

    /// One whose readings take no longer than those of a session.
    fn in_time() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            source: Source::new(folder.path(), |_, _| None),
            folder,
            aggregate: Aggregate::new(START),
            now: START,
        }
    }

    fn read_after(&mut self, ns: u64, last: bool) -> Reading {
        self.now += ns;
        self.aggregate.tick(self.now, 0.5);
        self.source.read(&mut self.aggregate, 0.5, true, last)
    }

    fn end(&mut self) -> Snapshot {
        self.read_after(MS, true);
        self.aggregate.end();
        self.aggregate.snapshot(None)
    }
}

fn calls_of(snapshot: &Snapshot, name: &str) -> u64 {
    snapshot.host.apis.iter().find(|a| &*a.name == name).map_or(0, |a| a.calls)
}

#[test]
fn calls_of_all_threads_add_up_in_nanoseconds() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 4711, 1);
    let blocks = [probe.block(11), probe.block(12)];
    for block in blocks {
        for ticks in [100, 200, 600] {
            probe.call(block, 17, ticks, 0);
        }
    }
    probe.call(blocks[0], 30, 50, 0x7800_0004);
    let reading = rig.read_after(20 * MS, false);
    assert!(reading.changed);
    assert_eq!(reading.calls.len(), 7);
    assert!(reading.calls.iter().any(|c| c.tid == 12 && c.duration_ns == 300));

    let snapshot = rig.end();
    let init = &snapshot.host.apis[0];
    assert_eq!((&*init.name, init.calls, init.errors, init.total_ns), ("call17", 6, 0, 900));
    assert_eq!((init.min_ns, init.max_ns, init.p50_ns), (Some(50), Some(300), Some(100)));
    assert_eq!(snapshot.host.apis[1].errors, 1);
    assert_eq!(snapshot.target.pids, [4711]);
    let shares: f64 = snapshot.host.apis.iter().map(|a| a.share_pct).sum();
    assert!((shares - 100.0).abs() < 1e-9);
}

#[test]
fn a_stalled_reader_loses_records_and_says_so_but_no_call() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    let block = probe.block(1);
    let calls = 3 * CALL_RING as u64 + 17;
    for _ in 0..calls {
        probe.call(block, 17, 10, 0);
    }
    let reading = rig.read_after(MS, false);
    let told: u64 = reading.calls.iter().map(|call| call.lost_before).sum();
    assert_eq!(reading.calls.len() as u64 + told, calls, "the first one says how many are missing before it");
    assert_eq!((told, reading.lost_after), (reading.lost, Vec::new()));
    let snapshot = rig.end();
    assert_eq!(snapshot.host.calls, calls);
    let recorded = snapshot.host.apis[0].histogram.count;
    assert!(snapshot.quality.dropped_records > calls / 2);
    assert_eq!(recorded, calls, "what is not made of records is whole");
}

#[test]
fn threads_without_a_block_are_counted_exactly_and_have_no_records() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    for _ in 0..5 {
        probe.call_without_block(20, 8);
        probe.process().unrecorded.fetch_add(1, Relaxed);
    }
    let snapshot = rig.end();
    assert_eq!((snapshot.host.calls, snapshot.quality.dropped_records), (5, 5));
    assert_eq!((snapshot.host.apis[0].histogram.count, snapshot.host.apis[0].p99_ns), (5, Some(4)));
}

#[test]
fn reset_counts_from_zero_and_extremes_are_those_since() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    let block = probe.block(1);
    for ticks in [2, 100_000] {
        probe.call(block, 17, ticks, 1);
    }
    rig.read_after(300 * MS, false);
    rig.read_after(20 * MS, false);
    rig.aggregate.reset();
    assert_eq!(rig.aggregate.snapshot(None).host.calls, 0);
    for ticks in [40, 60] {
        probe.call(block, 17, ticks, 0);
    }
    rig.read_after(20 * MS, false);
    let snapshot = rig.end();
    let api = &snapshot.host.apis[0];
    assert_eq!((api.calls, api.total_ns, api.min_ns, api.max_ns), (2, 50, Some(20), Some(30)));
    assert_eq!(api.histogram.count, 2);
    assert!(snapshot.elapsed_ns < 100 * MS);
}

#[test]
fn records_are_asked_for_while_they_are_wanted() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.process().wants_records.store(0, Relaxed);
    let block = probe.block(1);
    probe.call(block, 17, 10, 0);
    assert_eq!(rig.read_after(MS, false).calls.len(), 0);
    let wants = || (probe.process().wants_records.load(Relaxed), block.head.wants.load(Relaxed));
    assert_eq!(wants(), (1, 1));
    probe.call(block, 17, 12, 0);
    assert_eq!(rig.read_after(MS, false).calls.len(), 1);
    for _ in 0..=SELDOM {
        rig.source.read(&mut rig.aggregate, 0.5, false, false);
    }
    assert_eq!(wants(), (0, 0));
    assert_eq!(rig.end().quality.dropped_records, 0, "nobody wanted the first one");
}

#[test]
fn a_quiet_process_is_hardly_read() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.process().wants_records.store(0, Relaxed);
    let blocks: Vec<_> = (0..100).map(|tid| probe.block(1 + tid)).collect();
    let mut read = || rig.source.read(&mut rig.aggregate, 0.5, false, false);
    for function in 0..30 {
        blocks.iter().for_each(|block| probe.call(block, function, 100, 0));
    }
    (0..=SELDOM).for_each(|_| drop(read()));
    let before = reads();
    read();
    let quiet = reads() - before;
    // a look at each block, the header, and this count itself
    assert!(quiet <= 100 + 10, "{quiet} reads");
    probe.call(blocks[7], 17, 100, 0);
    let before = reads();
    assert!(read().changed);
    let one = reads() - before - quiet;
    // its counters, its histogram and its head again
    assert!(one <= 4, "{one} reads more for one call");
}

/// Reads that this thread has made so far.
fn reads() -> u64 {
    let io = std::fs::read_to_string("/proc/thread-self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("syscr: ")).unwrap().parse().unwrap()
}

#[test]
fn the_probes_share_is_of_the_time_that_calling_threads_have_lived() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    // 100 ns, at half a ns a tick
    probe.process().cost_ticks_256.store(200 * 256, Relaxed);
    probe.process().start_raw_ns.store(START, Relaxed);
    let block = probe.block(1);
    (0..1_000).for_each(|_| probe.call(block, 17, 10, 0));
    let mut lived_ms = 0.0;
    // One thread, then four, then none that has called: its process is there all the same.
    for (threads, more) in [(1, 1.0), (4, 2.5), (4, 4.0), (0, 2.0), (0, 1.0)] {
        probe.process().threads.store(threads, Relaxed);
        rig.read_after(100 * MS, false);
        lived_ms += 100.0 * more;
        let quality = rig.aggregate.snapshot(None).quality;
        assert_eq!(quality.probe_ns_per_call, Some(100.0));
        let share = quality.probe_pct_of_wall.unwrap();
        assert!((share - 100.0 * 0.1 / lived_ms).abs() < 1e-9, "{share} with {threads} threads");
    }
    rig.aggregate.reset();
    assert_eq!(rig.aggregate.snapshot(None).quality.probe_pct_of_wall, None);
}

#[test]
fn a_process_that_ended_keeps_its_figures_and_the_rest_is_taken_together() {
    let mut rig = Rig::new();
    for pid in 0..100 {
        // pids that cannot be alive: beyond the kernel's limit
        let probe = FakeProbe::new(rig.folder.path(), 5_000_000 + pid, 1);
        probe.call(probe.block(1), 17, 10, 0);
        probe.process().life.store(Life::Exited as u32, Relaxed);
        drop(probe);
    }
    for _ in 0..4 * SELDOM {
        rig.read_after(MS, false);
    }
    assert!(rig.source.files.is_empty());
    let snapshot = rig.end();
    assert_eq!(snapshot.host.calls, 100);
    assert_eq!(snapshot.host.apis[0].histogram.count, 100);
    // 64 had a row, and 36 one together.
    assert_eq!((snapshot.processes.len(), snapshot.target.pids.len()), (100, 100));
    assert_eq!(snapshot.processes.iter().map(|p| p.calls).sum::<u64>(), 100);
    for pid in 5_000_000..5_000_100 {
        let one = rig.aggregate.snapshot(Some(pid));
        let [api] = &one.host.apis[..] else { panic!("pid {pid}: {:?}", one.host.apis) };
        assert_eq!((api.calls, api.p50_ns, api.p99_ns), (1, api.max_ns, api.max_ns), "pid {pid}");
    }
}

/// `ulimit -n` or our own bound: what has ended is read and closed, and those that waited come after it.
#[test]
fn more_processes_than_there_is_room_for_are_all_read() {
    for at_the_end in [true, false] {
        let mut rig = Rig::new();
        rig.source.most = 4;
        for pid in 0..50 {
            let probe = FakeProbe::new(rig.folder.path(), 5_000_000 + pid, 1);
            probe.call(probe.block(1), 17, 10, 0);
            probe.process().life.store(Life::Exited as u32, Relaxed);
        }
        let began = Instant::now();
        while !at_the_end && rig.source.found() < 50 {
            rig.read_after(MS, false);
            assert!(rig.source.files.len() <= 4);
            assert!(began.elapsed() < Duration::from_secs(100), "{} found", rig.source.found());
        }
        assert_eq!(rig.end().host.calls, 50);
    }
}

#[test]
fn what_is_no_process_file_is_left_alone() {
    let mut rig = Rig::new();
    let path = |name: &str| rig.folder.path().join(name);
    let elsewhere = tempfile::tempdir().unwrap();
    let real = FakeProbe::new(elsewhere.path(), 2, 1);
    real.call(real.block(1), 17, 10, 0);
    std::os::unix::fs::symlink(real.path(), path("p-2-1.blk")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path("p-3-1.blk"),
        rustix::fs::FileType::Fifo,
        Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    let device = rustix::fs::makedev(1, 5);
    let kind = rustix::fs::FileType::CharacterDevice;
    let mode = Mode::from_raw_mode(0o600);
    if rustix::fs::mknodat(rustix::fs::CWD, path("p-8-1.blk"), kind, mode, device).is_err() {
        zetop_testing::skip!("a device in the place of a process file, since only root can make one");
    }
    std::fs::write(path("p-4-1.blk"), b"too short").unwrap();
    std::fs::create_dir(path("p-5-1.blk")).unwrap();
    let reading = rig.read_after(MS, false);
    assert!(reading.calls.is_empty());
    assert_eq!(rig.source.found(), 0);
    assert_eq!(rig.end().host.calls, 0);
}

#[test]
fn a_probe_of_another_zetop_is_refused_with_one_line() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 9, 1);
    probe.call(probe.block(1), 17, 10, 0);
    probe.process().layout_hash.store(1, Relaxed);
    let said = rig.read_after(MS, false).refused;
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("pid 9: written by the probe of another zetop version (layout 0000000000000001,")
    );
    assert!(
        !said[0].contains('\n') && said[0].contains("start the program again under this one"),
        "{said:?}"
    );
    assert!(rig.read_after(MS, true).refused.is_empty(), "once is enough");
    assert_eq!((rig.source.found(), rig.end().host.calls), (0, 0));
}

#[test]
fn a_file_that_is_still_being_made_is_taken_when_it_is_done() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 9, 1);
    let magic = probe.process().magic.swap(0, Relaxed);
    rig.read_after(MS, false);
    assert_eq!(rig.source.found(), 0);
    probe.process().magic.store(magic, Relaxed);
    rig.read_after(MS, false);
    assert_eq!(rig.source.found(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_call_is_lost_however_reading_and_calling_interleave(
        steps in proptest::collection::vec((0u16..20, 1u64..1_000, 0usize..3, any::<bool>()), 1..200)
    ) {
        let mut rig = Rig::new();
        let probe = FakeProbe::new(rig.folder.path(), 1, 1);
        let blocks = [probe.block(1), probe.block(2), probe.block(3)];
        let mut expected = std::collections::BTreeMap::new();
        for (function, ticks, thread, read) in &steps {
            probe.call(blocks[*thread], *function, 2 * ticks, 0);
            let sums: &mut (u64, u64) = expected.entry(*function).or_default();
            *sums = (sums.0 + 1, sums.1 + ticks);
            if *read {
                rig.read_after(MS, false);
            }
        }
        let snapshot = rig.end();
        for (function, (calls, total)) in expected {
            let name = catalog().functions[usize::from(function)].name.clone();
            prop_assert_eq!(calls_of(&snapshot, &name), calls);
            let api = snapshot.host.apis.iter().find(|a| *a.name == *name).unwrap();
            prop_assert_eq!((api.total_ns, api.histogram.count), (total, calls));
        }
        let shares: f64 = snapshot.host.apis.iter().map(|a| a.share_pct).sum();
        prop_assert!((shares - 100.0).abs() < 1e-6);
        let history: f64 = snapshot.history.calls_per_s.iter().map(|v| v / 4.0).sum();
        prop_assert!((history - steps.len() as f64).abs() < 1e-6);
    }

    #[test]
    fn rubbish_in_a_process_file_neither_panics_nor_hangs(
        words in proptest::collection::vec((0usize..FILE_SIZE / 8, any::<u64>()), 0..60),
        early in proptest::collection::vec((2usize..64, prop_oneof![any::<u64>(), 0u64..300]), 0..10),
    ) {
        let mut rig = Rig::new();
        let probe = FakeProbe::new(rig.folder.path(), 1, 1);
        probe.device("GPU", 1, 0, 0);
        let class = probe.class(OpKind::Copy, HOST, DEVICE, 0, "");
        probe.operation(class, &copy_record(class, START, 10, 1_000));
        probe.call(probe.block(1), 17, 10, 0);
        probe.call(probe.block(2), 17, 10_000, 0);
        probe.call_without_block(17, 3);
        bump(&probe.process().overflow[FUNCTIONS - 1].timed, 3);
        rig.read_after(MS, false);
        for (at, value) in words.iter().chain(&early) {
            probe.poke(*at, *value);
        }
        for _ in 0..3 {
            rig.read_after(MS, false);
            let _ = rig.aggregate.snapshot(None);
        }
        rig.aggregate.reset();
        let snapshot = rig.end();
        prop_assert!(serde_json::to_string(&snapshot).is_ok());
    }
}

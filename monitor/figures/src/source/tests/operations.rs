//! What processes give to their devices, from their files to a moment's figures.

use super::fake_probe::FakeProbe;
use super::*;
use zetop_wire::layout::{DEVICE_RING, DeviceRecord, OpKind, RECORD_INVALID, bump};

pub(super) fn copy_record(class: u32, start: u64, ns: u64, bytes: u64) -> DeviceRecord {
    DeviceRecord {
        class,
        duration_ns: ns,
        global_ns: ns,
        start_raw_ns: start,
        bytes,
        ..DeviceRecord::default()
    }
}

#[test]
fn copies_become_bandwidth_throughput_and_history() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.device("Some GPU", 19_200_000, 560_000_000_000, 31_500_000_000);
    let heap = probe.class(OpKind::Copy, HEAP, DEVICE, 9, "");
    // 4 MB in 1 ms, every 10 ms for a second: 4 GB/s while copying, 0.4 GB/s of wall time
    for i in 0..100 {
        let ended = START + i * 10 * MS + MS;
        probe.operation(heap, &copy_record(heap, ended - MS, MS, 4_000_000));
        rig.read_after(10 * MS, false);
    }
    let snapshot = rig.end();
    let t = &snapshot.device.transfers[0];
    assert_eq!((&*t.src.kind, &*t.dst.kind, t.direction.name()), ("heap", "device", "h2d"));
    assert_eq!((t.ops, t.bytes), (100, 400_000_000));
    assert!((t.bandwidth_gbps.unwrap() - 4.0).abs() < 1e-9);
    assert!((t.throughput_gbps.unwrap() - 0.4).abs() < 0.01);
    assert_eq!(t.by_size[0].up_to, Some(8192 << 9));
    let h2d = &snapshot.history.directions[0];
    let integral: f64 = h2d.gbps.iter().map(|v| v * snapshot.history.interval_ns as f64).sum();
    assert!((integral - 400e6).abs() < 1.0, "{integral}");
    assert!((h2d.peak - 0.4).abs() < 1e-9, "{}", h2d.peak);
    assert_eq!(h2d.limit, Some((31.5, "PCIe 4 x16".to_owned())));
    let busy = snapshot.devices[0].busy_pct.unwrap();
    assert!((9.0..=11.0).contains(&busy), "{busy}");
    assert_eq!(snapshot.device.coverage_pct, Some(100.0));
}

#[test]
fn lost_device_records_leave_the_throughput_whole() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.device("Some GPU", 1, 0, 0);
    let class = probe.class(OpKind::Copy, HOST, DEVICE, 0, "");
    rig.read_after(MS, false);
    let copies = 2 * DEVICE_RING as u64 + 5;
    for _ in 0..copies {
        probe.operation(class, &copy_record(class, START, 10, 1_000));
    }
    let snapshot = rig.end();
    assert!(snapshot.quality.dropped_records > 0);
    let integral: f64 =
        snapshot.history.directions[0].gbps.iter().map(|v| v * snapshot.history.interval_ns as f64).sum();
    assert!((integral - copies as f64 * 1e3).abs() < 1.0, "{integral}");
}

#[test]
fn what_a_killed_program_left_unfinished_is_untimed_with_a_reason() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    bump(&probe.process().totals.submitted, 7);
    bump(&probe.process().totals.timed, 3);
    rig.read_after(MS, false);
    let running = rig.aggregate.snapshot(None).device;
    assert_eq!((running.timed, running.untimed, running.pending), (3, 0, 4));
    let ended = rig.end().device;
    assert_eq!((ended.timed, ended.untimed, ended.pending), (3, 4, 0));
    assert_eq!(ended.untimed_reasons["completion not seen"], 4);
    // A reset forgets operations that were unfinished at the process's end, too.
    rig.aggregate.reset();
    let since = rig.aggregate.snapshot(None).device;
    assert_eq!((since.timed, since.untimed, since.untimed_reasons.len()), (0, 0, 0));
}

/// Each thread counts in its own block what it gives to a device, and those without a block in one word, which may be below
/// zero.
#[test]
fn what_threads_have_given_to_a_device_is_submitted() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    for (tid, given) in [(1, 5), (2, 4)] {
        bump(&probe.block(tid).head.given, given);
    }
    probe.process().given.fetch_sub(2, std::sync::atomic::Ordering::Relaxed);
    bump(&probe.process().totals.timed, 3);
    for _ in 0..3 {
        rig.read_after(MS, false);
    }
    let running = rig.aggregate.snapshot(None).device;
    assert_eq!((running.timed, running.pending), (3, 4), "however often it is read");
}

#[test]
fn kernels_have_names_stamps_and_no_invalid_durations() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.device("Some GPU", 1, 0, 0);
    let kernel = probe.class(OpKind::Kernel, NONE, NONE, 0, "sten\u{1b}[31mcil");
    for i in 0..40 {
        let record =
            DeviceRecord { class: kernel, duration_ns: 100 + i, global_start: i, ..DeviceRecord::default() };
        probe.operation(kernel, &record);
    }
    let invalid = DeviceRecord {
        class: kernel,
        flags: RECORD_INVALID,
        duration_ns: u64::MAX,
        ..DeviceRecord::default()
    };
    probe.operation(kernel, &invalid);
    let snapshot = rig.end();
    let k = &snapshot.device.kernels[0];
    assert_eq!(k.name, "stencil", "escape sequences are taken out");
    assert_eq!((k.launches, k.timed, k.min_ns, k.max_ns), (41, 40, Some(100), Some(139)));
    assert_eq!(snapshot.device.untimed_reasons["invalid timestamps"], 1);
    assert_eq!(snapshot.quality.invalid_timestamps, 1);
    assert_eq!(k.recent.len(), 32);
    assert_eq!(k.recent.back().unwrap().global_start, 39);
    assert!((k.avg_ns.unwrap() - 119.5).abs() < 1e-9);
}

//! Heavy targets, honest ones and others: many processes, threads and kernels. Memory has a bound.

use crate::counting;
use std::sync::{Arc, OnceLock};
use zetop_figures::aggregate::Aggregate;
use zetop_figures::sink::{ProcessFound, Sink};
use zetop_wire::catalog::{Catalog, Function};
use zetop_wire::layout::{CLASSES, DeviceRecord, FUNCTIONS, OpKind};
use zetop_wire::reader::{ClassFigures, Counters};

fn kernel(name: u32) -> ClassFigures {
    ClassFigures {
        name,
        ops: 1,
        timed: 1,
        total_ns: 1_000,
        min_ns: Some(1_000),
        max_ns: 1_000,
        groups: [1; 3],
        group_size: [1; 3],
        ..ClassFigures::new(OpKind::Kernel)
    }
}

/// With all functions that a process can count.
fn catalog() -> Arc<Catalog> {
    static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
    let function = |n: usize| Function { name: format!("call{n}"), ..Function::default() };
    let all = || Catalog { functions: (0..FUNCTIONS).map(function).collect(), ..Catalog::default() };
    Arc::clone(CATALOG.get_or_init(|| Arc::new(all())))
}

/// A process with that many `functions` and `kernels`; no other process has their names.
fn run(aggregate: &mut Aggregate, number: u32, functions: u16, kernels: u32) -> u32 {
    let id = aggregate.process_began(ProcessFound {
        pid: number,
        command: format!("process {number}"),
        loader_version: String::new(),
        member: Arc::default(),
        catalog: catalog(),
    });
    for function in 0..functions {
        let counters = Counters { min: Some(100), max: 100, ..Counters::exact(1, 100) };
        aggregate.calls(id, function, &counters);
        aggregate.durations(id, function, &[(100, 1)]);
    }
    for class in 0..kernels {
        let name: Arc<str> = format!("kernel {class} of process {number}").into();
        aggregate.class(id, class, &kernel(class), &name);
    }
    for class in 0..kernels.min(8) {
        let record = DeviceRecord { class, duration_ns: 1_000, ..DeviceRecord::default() };
        (0..40).for_each(|_| aggregate.device_record(id, &record));
        aggregate.class_durations(id, class, &[(320, 40)]);
    }
    id
}

/// 2,000 short programs, one after the other: their figures are merged, no call is lost, and each has its row.
#[test]
fn thousands_of_short_processes_take_little_memory() {
    let mut aggregate = Aggregate::new(0);
    let before = counting::start();
    let mut after_100 = 0;
    for number in 1..=2_000 {
        aggregate.tick(u64::from(number) * 50_000_000, 1.0);
        let id = run(&mut aggregate, number, 12, 3);
        aggregate.process_ended(id);
        if number == 100 {
            after_100 = counting::peak() - before;
        }
    }
    let peak = counting::peak() - before;
    let snapshot = aggregate.snapshot(None);
    println!("2,000 processes: {} KiB; 100 processes: {} KiB", peak / 1024, after_100 / 1024);
    assert_eq!(snapshot.host.calls, 2_000 * 12);
    let launches: u64 = snapshot.device.kernels.iter().map(|k| k.launches).sum();
    assert_eq!(launches, 2_000 * 3);
    assert_eq!((snapshot.processes.len(), snapshot.target.pids.len()), (2_000, 2_000));
    assert!(snapshot.processes.iter().all(|p| (p.calls, p.device_ns) == (12, 3_000)));
    let first = aggregate.snapshot(Some(1));
    assert_eq!((first.host.calls, first.device.kernels.len(), first.device.timed), (12, 3, 0));
    assert_eq!(first.device.kernels[0].p99_ns, Some(1_000));
    assert_eq!(snapshot.device.kernels.len(), 2_000 * 3);
    assert!(peak < 48 << 20, "{peak} bytes");
    assert!(
        !snapshot.quality.notes.iter().any(|n| n.contains("processes, threads")),
        "{:?}",
        snapshot.quality.notes
    );
}

/// A job of 512 ranks with 60 functions and 20 kernels each is within the bounds, with nothing left out.
#[test]
fn a_job_of_512_ranks_is_whole() {
    let mut aggregate = Aggregate::new(0);
    let before = counting::start();
    aggregate.tick(1_000_000_000, 1.0);
    for number in 1..=512 {
        run(&mut aggregate, number, 60, 20);
    }
    let taken = counting::peak() - before;
    let snapshot = aggregate.snapshot(None);
    println!("512 ranks: {} MiB", taken >> 20);
    assert_eq!(snapshot.host.calls, 512 * 60);
    assert_eq!(snapshot.device.kernels.len(), 512 * 20);
    assert!(
        !snapshot.quality.notes.iter().any(|n| n.contains("processes, threads")),
        "{:?}",
        snapshot.quality.notes
    );
}

/// Processes with everything that one can have: a limit, a note, and no more rows after that.
#[test]
fn what_targets_can_invent_has_an_end() {
    let mut aggregate = Aggregate::new(0);
    let before = counting::start();
    aggregate.tick(1_000_000_000, 1.0);
    for number in 1..=60 {
        run(&mut aggregate, number, 478, CLASSES as u32);
    }
    let taken = counting::peak() - before;
    for number in 61..=100 {
        run(&mut aggregate, number, 478, CLASSES as u32);
    }
    let later = counting::peak() - before - taken;
    println!("60 processes of 478 functions and {CLASSES} kernels: {} MiB", taken >> 20);
    assert!(taken < (384 + 24) << 20, "{taken} bytes");
    assert!(later < 40 * (64 << 10), "{later} bytes for processes that there was no room for");
    let notes = aggregate.snapshot(None).quality.notes;
    assert!(notes.iter().any(|n| n.contains("too many processes, threads and kernels")), "{notes:?}");
    // when some of them have ended, there is room again
    for id in 1..=80 {
        aggregate.process_ended(id);
    }
    let id = run(&mut aggregate, 9_999, 10, 10);
    let snapshot = aggregate.snapshot(Some(9_999));
    assert_eq!((snapshot.host.calls, snapshot.device.kernels.len()), (10, 10));
    aggregate.process_ended(id);
}

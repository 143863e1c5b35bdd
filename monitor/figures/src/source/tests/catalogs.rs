//! What the probe says its numbers mean: processes with different catalogs, and inconsistent catalogs.

use super::fake_probe::{FakeProbe, catalog};
use super::*;
use crate::source::catalogs::MOST_CATALOGS;
use zetop_wire::catalog::Catalog;
use zetop_wire::catalog::Function;

/// Functions moved by one place, as another version of a probe would have them.
fn moved() -> Catalog {
    let mut moved = catalog();
    let new = Function { name: "newest".into(), ..Function::default() };
    moved.functions.insert(0, new);
    moved.untimed.swap(0, 1);
    moved.memory_kinds.swap(1, 4);
    moved
}

fn probe_with(rig: &Rig, pid: u32, catalog: &Catalog) -> FakeProbe {
    let probe = FakeProbe::new(rig.folder.path(), pid, 1);
    probe.set_catalog(&catalog.to_json().unwrap());
    probe
}

#[test]
fn functions_of_two_backends_are_merged_by_name_and_not_by_position() {
    let mut rig = Rig::new();
    let (old, new) = (probe_with(&rig, 1, &catalog()), probe_with(&rig, 2, &moved()));
    old.call(old.block(1), 17, 10, 0);
    for _ in 0..2 {
        new.call(new.block(1), 18, 10, 0);
    }
    new.call(new.block(1), 0, 10, 0);
    bump(&old.process().totals.untimed[1], 5);
    bump(&new.process().totals.untimed[0], 7);
    let (heap, also_heap) =
        (old.class(OpKind::Copy, HEAP, DEVICE, 0, ""), new.class(OpKind::Copy, HOST, DEVICE, 0, ""));
    old.operation(heap, &copy_record(heap, START, 10, 1_000));
    new.operation(also_heap, &copy_record(also_heap, START, 10, 1_000));
    let snapshot = rig.end();
    assert_eq!((calls_of(&snapshot, "call17"), calls_of(&snapshot, "newest")), (3, 1));
    assert_eq!(snapshot.host.apis.len(), 2);
    assert_eq!(snapshot.device.untimed_reasons["too late"], 12);
    let t = &snapshot.device.transfers[0];
    assert_eq!((snapshot.device.transfers.len(), &*t.src.kind, t.ops), (1, "heap", 2));
}

#[test]
fn processes_that_ended_long_ago_are_added_up_by_name_too() {
    let mut rig = Rig::new();
    for pid in 0..200 {
        let probe = probe_with(&rig, 5_000_000 + pid, &if pid % 2 == 0 { catalog() } else { moved() });
        let (block, process) = (probe.block(1), probe.process());
        probe.call(block, if pid % 2 == 0 { 17 } else { 18 }, 10, 0);
        process.memory[0].allocs.store(1, Relaxed);
        bump(&process.totals.untimed[pid as usize % 2], 1);
        process.life.store(Life::Exited as u32, Relaxed);
        drop(probe);
        if pid % 50 == 49 {
            (0..4 * SELDOM).for_each(|_| drop(rig.read_after(MS, false)));
        }
    }
    let snapshot = rig.end();
    assert_eq!(snapshot.processes.len(), 200);
    assert_eq!((calls_of(&snapshot, "call17"), snapshot.host.apis.len()), (200, 1));
    assert_eq!(snapshot.device.untimed_reasons["device has no timestamps"], 200);
    let allocs = |kind: &str| snapshot.memory.iter().find(|m| &*m.kind == kind).map(|m| m.allocs);
    assert_eq!((allocs("host"), allocs("heap")), (Some(100), Some(100)));
}

/// One line that says which process and why; the others are read.
fn refused(json: &[u8]) -> String {
    let mut rig = Rig::new();
    let (honest, other) = (FakeProbe::new(rig.folder.path(), 7, 1), FakeProbe::new(rig.folder.path(), 8, 1));
    honest.call(honest.block(1), 17, 10, 0);
    other.call(other.block(1), 17, 10, 0);
    other.set_catalog(json);
    let mut said = rig.read_after(MS, false).refused;
    assert_eq!((said.len(), rig.source.found()), (1, 1), "{said:?}");
    assert!(rig.read_after(MS, false).refused.is_empty(), "said once");
    assert_eq!(rig.end().host.calls, 1);
    let said = said.remove(0);
    assert!(said.starts_with("pid 8 is not watched: its catalog"), "{said}");
    assert!(!said.contains(|c: char| c.is_control()), "{said:?}");
    said
}

#[test]
fn a_catalog_that_is_damaged_or_lies_is_refused_with_one_line() {
    let whole = catalog().to_json().unwrap();
    assert!(refused(&whole[..whole.len() / 2]).contains("damaged at byte"));
    assert!(refused(b"\x1b[31m").contains("damaged at byte"));
    let mut lies = catalog();
    lies.functions[3].name = "call17".into();
    assert!(refused(&lies.to_json().unwrap()).contains("two functions are called call17"));
    let mut lies = catalog();
    lies.functions[3].name = "\u{1b}]0;title\u{7}".into();
    assert!(refused(&lies.to_json().unwrap()).contains("U+001B"));
    let mut lies = catalog();
    lies.counted_memory = vec![1, 9];
    assert!(refused(&lies.to_json().unwrap()).contains("kind 9"));
}

#[test]
fn numbers_beyond_the_catalog_are_left_out_or_unnamed_and_said() {
    let mut rig = Rig::new();
    let short = Catalog { backend: "any".into(), api: "Any".into(), ..Catalog::default() };
    let probe = probe_with(&rig, 1, &short);
    probe.call(probe.block(1), 17, 10, 0);
    probe.device("Some GPU", 1, 0, 0);
    probe.process().device_facts[0].faults.store(1 << 63, Relaxed);
    bump(&probe.process().totals.untimed[3], 2);
    let class = probe.class(OpKind::Copy, 200, 255, 0, "");
    probe.operation(class, &copy_record(class, START, 10, 1_000));
    let snapshot = rig.end();
    assert_eq!(snapshot.host.calls, 0);
    assert_eq!((&*snapshot.device.transfers[0].src.kind, snapshot.device.transfers[0].ops), ("(unnamed)", 1));
    assert_eq!(snapshot.device.untimed_reasons["other"], 2);
    let notes = &snapshot.quality.notes;
    assert!(
        notes.iter().any(|n| n.contains("pid 1 counts calls of functions that its probe has no names for"))
    );
    assert!(notes.iter().any(|n| n == "Some GPU: a fault without a name"), "{notes:?}");
}

#[test]
fn a_session_takes_so_many_catalogs_and_no_more() {
    let mut rig = Rig::new();
    let mut probes = Vec::new();
    for pid in 0..MOST_CATALOGS as u32 + 2 {
        let mut other = catalog();
        other.functions[0].name = format!("call of {pid}");
        probes.push(probe_with(&rig, pid, &other));
        probes[pid as usize].call(probes[pid as usize].block(1), 17, 10, 0);
    }
    let said = rig.read_after(MS, true).refused;
    assert_eq!((said.len(), rig.source.found()), (2, MOST_CATALOGS), "{said:?}");
    assert_eq!(calls_of(&rig.aggregate.snapshot(None), "call17"), MOST_CATALOGS as u64);
}

//! Devices of processes that have ended.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use super::*;

fn device(name: &str, uuid: Option<u8>) -> KnownDevice {
    let facts = Facts { name: name.to_owned(), uuid: uuid.map(|first| [first; 16]), ..Facts::default() };
    KnownDevice { facts, faults: Vec::new() }
}

/// A process that ran `ops` kernels on each of its devices.
fn process(devices: Vec<KnownDevice>, ops: &[u64]) -> DeviceSide {
    let class = |(index, ops): (usize, &u64)| {
        let class = OpClass {
            kind: OpKind::Kernel,
            transfer: None,
            size_class: 0,
            device: index as u32,
            src_device: None,
            group: None,
            dst_device: None,
            name: "k".into(),
            caches: Caches::AsLeft,
        };
        let mut operations = Operations::new(class);
        operations.now = Sums { ops: *ops, ..Sums::default() };
        Some(Box::new(operations))
    };
    let classes = ops.iter().enumerate().map(class).collect();
    DeviceSide { devices, classes, ..DeviceSide::default() }
}

fn ops(side: &DeviceSide) -> Vec<(u32, u64)> {
    side.classes.iter().flatten().map(|class| (class.class.device, class.sums().ops)).collect()
}

/// 1,328 and 352 were shown where 800 and 880 are true: all devices of a name went into the first.
#[test]
fn devices_of_the_same_name_stay_apart_however_many_processes_have_ended() {
    let mut earlier = DeviceSide::default();
    let mut budget = Budget::default();
    for _ in 0..80 {
        earlier.absorb(process(vec![device("gpu", None), device("gpu", None)], &[10, 11]), &mut budget);
    }
    assert_eq!(ops(&earlier), [(0, 800), (1, 880)]);
    assert_eq!(earlier.devices.len(), 2);
}

#[test]
fn a_device_is_the_same_by_its_uuid_wherever_it_stands() {
    let mut earlier = DeviceSide::default();
    let mut budget = Budget::default();
    earlier.absorb(process(vec![device("gpu", Some(1)), device("gpu", Some(2))], &[1, 20]), &mut budget);
    earlier.absorb(process(vec![device("gpu", Some(2)), device("gpu", Some(1))], &[30, 4]), &mut budget);
    assert_eq!(ops(&earlier), [(0, 5), (1, 50)]);
}

#[test]
fn ranges_of_operations_are_noted_once_each_and_recorded() {
    let (mut side, mut budget) = (process(vec![device("gpu", None)], &[3, 1]), Budget::default());
    let mut ran = |side: &mut DeviceSide, class: u32, range: u32| {
        let record = DeviceRecord { class, range, duration_ns: 1, ..DeviceRecord::default() };
        side.add_record(&record, 0, 100, &mut budget);
    };
    // A record has the row plus one; 0 is none. There is no third class.
    for (class, range) in [(0, 5), (1, 5), (0, 1), (0, 5), (0, 0), (2, 5)] {
        ran(&mut side, class, range);
    }
    let of = |side: &DeviceSide| -> Vec<Vec<u32>> {
        side.classes.iter().flatten().map(|class| class.ranges.iter().copied().collect()).collect()
    };
    assert_eq!(of(&side), [vec![0, 4], vec![4]]);
    let moment = side.condense(100, 8, false);
    assert_eq!(moment.in_ranges, [(0, 4), (1, 4), (0, 0)]);
    assert!(side.condense(100, 8, false).in_ranges.is_empty());
    let mut replayed = process(vec![device("gpu", None)], &[3, 1]);
    replayed.give(&moment, &mut Budget::default());
    assert_eq!(of(&replayed), of(&side));
    assert_eq!(of(&side.row_alone()), of(&side), "a process that has ended keeps them");
    side.reset(&mut Budget::default());
    assert!(of(&side).iter().all(Vec::is_empty));
    ran(&mut side, 0, 5);
    assert_eq!(side.condense(100, 8, false).in_ranges, [(0, 4)], "it was taken back in the recording, too");
}

#[test]
fn the_stamps_of_a_kernels_newest_launches_are_kept_and_fewer_where_there_are_many_kernels() {
    for (classes, kept) in [(1, 32), (128, 32), (256, 16), (2_000, 4)] {
        let mut side = process(vec![device("gpu", None)], &[1]);
        side.classes.resize(classes, None);
        for global_start in 1..=40 {
            let record = DeviceRecord { global_start, ..DeviceRecord::default() };
            side.add_record(&record, 0, 1_000, &mut Budget::default());
        }
        let recent = &side.classes[0].as_ref().unwrap().recent;
        let stamps: Vec<u64> = recent.iter().map(|stamps| stamps.global_start).collect();
        assert_eq!(stamps, Vec::from_iter(41 - kept..=40), "of {classes} kernels");
    }
}

/// A recording has a frame for several readings. Of copies that were not timed, each reading's belong to its own interval.
#[test]
fn a_recording_has_the_throughput_of_copies_that_were_sampled() {
    let grow = |side: &mut DeviceSide, sampled_bytes: u64| {
        let figures =
            ClassFigures { sampled: sampled_bytes, sampled_bytes, ..ClassFigures::new(OpKind::Copy) };
        side.set_class(0, &figures, &"".into(), &Dictionary::default(), 0, &mut Budget::default())
    };
    let (mut live, mut replayed) = (DeviceSide::default(), DeviceSide::default());
    live.journal.keep();
    for (bytes, between) in [(1_000, (200_000_000, 240_000_000)), (1_500, (240_000_000, 280_000_000))] {
        let grown = grow(&mut live, bytes).expect("bytes of copies");
        live.add_sampled_copies(grown, between);
    }
    grow(&mut replayed, 1_500);
    replayed.give(&live.condense(280_000_000, 8, false), &mut Budget::default());
    let intervals = |side: &DeviceSide| side.throughput.each_ref().map(|of| (of.at(0), of.at(1), of.peak()));
    assert_eq!(intervals(&replayed), intervals(&live));
    assert!(intervals(&live).contains(&(1_000, 500, 1_000)));
}

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

//! Lines whose memory grows.

use super::{only, said};
use crate::advice::{growth, leak};
use crate::sensors::Sensors;
use crate::snapshot::{Device, MemorySite, MemoryUse, Place, RunState, Snapshot};

const S: u64 = 1_000_000_000;
const MIB: u64 = 1 << 20;

/// A line with these live bytes at the end of each second, the newest second being a part of one.
fn site(place: &str, levels: &[u64]) -> MemorySite {
    let live_bytes = *levels.last().unwrap();
    MemorySite {
        place: place.to_owned(),
        kind: "device".into(),
        on: Place::Device,
        is_known: true,
        live_bytes,
        live_count: 10 + live_bytes / (MIB / 10),
        allocations: 400,
        oldest_ns: Some(40 * S),
        levels: levels.to_vec(),
        ..MemorySite::default()
    }
}

fn growing(seconds: u64) -> Vec<u64> {
    (0..=seconds).map(|second| second * MIB).collect()
}

fn snapshot_with(sites: Vec<MemorySite>) -> Snapshot {
    Snapshot { elapsed_ns: 60 * S, state: RunState::Running, memory_sites: sites, ..Snapshot::default() }
}

/// What comes and goes while the program works.
fn scratch() -> MemorySite {
    MemorySite { frees: 400, live_count: 0, live_bytes: 0, ..site("a.c:9 in serve", &[0; 60]) }
}

#[test]
fn a_line_that_grows_beside_others_is_named_with_its_rate_and_when_the_device_is_full() {
    let mut snapshot = snapshot_with(vec![site("a.c:3 in cache", &growing(40)), scratch()]);
    let sensors = Sensors { memory_free_bytes: Some(3600 * MIB), ..Sensors::default() };
    snapshot.devices = vec![Device { sensors: Some(sensors), ..Device::default() }];
    let finding = only(&snapshot);
    assert_eq!(
        (finding.id, &*finding.text),
        (growth::ID, "Look at what a.c:3 in cache allocates and does not free")
    );
    assert_eq!(
        finding.evidence,
        "its live device memory has grown by 1.05 MB/s for 30 s, to 41.9 MB in 410 pieces, of which the oldest is 40 s old; at \
         this rate the device is full in 60 min"
    );
    assert_eq!(finding.sites[0].place, "a.c:3 in cache");
    // With two devices nobody knows which one it is.
    snapshot.devices.push(Device::default());
    assert!(!only(&snapshot).evidence.contains("full"));
    snapshot.memory_sites[1].live_bytes = 5;
    assert!(only(&snapshot).evidence.ends_with("while that of other lines has not"));
}

#[test]
fn what_seldom_allocates_is_named_after_a_longer_time() {
    // 10 MiB every ten seconds.
    let steps: Vec<u64> = (0..130).map(|second| second / 10 * 10 * MIB).collect();
    assert_eq!(said(&snapshot_with(vec![site("a.c:3 in cache", &steps), scratch()])), [growth::ID]);
    assert_eq!(said(&snapshot_with(vec![site("a.c:3 in cache", &steps[..40]), scratch()])), [] as [&str; 0]);
}

#[test]
fn a_cache_that_is_full_and_data_that_is_loaded_are_not() {
    let nothing = [] as [&str; 0];
    let mut full = growing(40);
    full.extend([40 * MIB; 5]);
    let mut slower = growing(30);
    slower.extend((1..=15).map(|second| 30 * MIB + second * MIB / 4));
    let mut freed = growing(40);
    freed[20] = 0;
    let alone = MemorySite { frees: 0, ..site("a.c:3 in load", &growing(40)) };
    for (sites, why) in [
        (vec![site("a.c:3 in cache", &full), scratch()], "it is full"),
        (vec![site("a.c:3 in cache", &slower), scratch()], "it is nearly full"),
        (vec![site("a.c:3 in cache", &freed), scratch()], "it was empty once"),
        (vec![site("a.c:3 in cache", &growing(29)), scratch()], "for less than 30 s"),
        (vec![alone], "nothing is freed, and no kernel runs"),
        (vec![site("a", &growing(40)), site("b", &growing(40))], "all grow"),
        (vec![MemorySite { live_count: 3, ..site("a", &growing(40)) }, scratch()], "a few large pieces"),
        (vec![MemorySite { is_known: false, ..site("a", &growing(40)) }, scratch()], "no line"),
        (
            vec![
                site("a", &growing(40).iter().map(|level| level + (1 << 40)).collect::<Vec<_>>()),
                scratch(),
            ],
            "hardly more than there is",
        ),
    ] {
        assert_eq!(said(&snapshot_with(sites)), nothing, "{why}");
    }
    assert_eq!(said(&snapshot_with(vec![scratch(), scratch()])), nothing);
}

#[test]
fn the_line_is_said_instead_of_the_function() {
    let history = |at: usize| (1 << 20) as f64 + (at * 262_144) as f64;
    let mut snapshot = snapshot_with(vec![site("a.c:3 in cache", &growing(40)), scratch()]);
    snapshot.history.interval_ns = S / 4;
    snapshot.host.apis =
        vec![crate::snapshot::Api { name: "allocDevice".into(), ..crate::snapshot::Api::default() }];
    snapshot.memory = vec![MemoryUse {
        kind: "device".into(),
        allocated_by: "allocDevice".into(),
        allocs: 240,
        frees: 120,
        live_count: 120,
        live_bytes: history(48) as u64,
        live_history: (0..48).map(history).collect(),
        ..MemoryUse::default()
    }];
    assert_eq!(said(&snapshot), [growth::ID]);
    snapshot.memory_sites[0].levels = vec![0; 60];
    assert_eq!(said(&snapshot), [leak::ID]);
}

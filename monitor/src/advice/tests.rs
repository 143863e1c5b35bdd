use super::*;
use crate::snapshot::{Api, Host, MemoryUse};
use std::sync::Arc;

fn transfer(src: &str, ops: u64, size: u64, gbps: f64) -> Transfer {
    let bytes = ops * size;
    let by_size = TransferSize {
        up_to: Some(size.next_power_of_two()),
        ops,
        bytes,
        bandwidth_gbps: Some(gbps),
        total_ns: (bytes as f64 / gbps) as u64,
        ..TransferSize::default()
    };
    Transfer {
        src: match src {
            "heap" => {
                let instead = Arc::from("hostAlloc (lib::alloc_host)");
                Endpoint { instead, ..Endpoint::new("heap", Place::Pageable) }
            }
            other => Endpoint::new(other, Place::Host),
        },
        dst: Endpoint::new("device", Place::Device),
        direction: Direction::HostToDevice,
        ops,
        timed: ops,
        bytes,
        total_ns: by_size.total_ns,
        by_size: vec![by_size],
        ..Transfer::default()
    }
}

fn with_transfers(transfers: Vec<Transfer>) -> Snapshot {
    let mut snapshot = Snapshot { elapsed_ns: 1_000_000_000, ..Snapshot::default() };
    snapshot.device.transfers = transfers;
    snapshot
}

#[test]
fn nothing_measured_nothing_said() {
    assert_eq!(advice(&Snapshot::default()), []);
}

#[test]
fn a_slow_kind_is_named_with_what_the_same_sizes_reach() {
    let said = advice(&with_transfers(vec![
        transfer("heap", 100, 1 << 22, 13.1),
        transfer("host", 100, 1 << 22, 24.6),
    ]));
    assert_eq!(said.len(), 1);
    assert!(
        said[0].text.starts_with("heap→device 13.1 GB/s where host→device does 24.6: "),
        "{}",
        said[0].text
    );
    assert!(said[0].text.ends_with(" went through heap memory; hostAlloc (lib::alloc_host) is faster"));
    assert!(said[0].evidence.contains("100 copies"), "{}", said[0].evidence);
}

#[test]
fn other_sizes_too_few_copies_or_a_small_difference_say_nothing() {
    let heap = || transfer("heap", 100, 1 << 20, 10.0);
    for other in [
        transfer("host", 100, 1 << 22, 24.0),
        transfer("host", 5, 1 << 20, 24.0),
        transfer("host", 100, 1 << 20, 11.0),
    ] {
        assert_eq!(advice(&with_transfers(vec![heap(), other.clone()])), [], "{other:?}");
    }
}

fn api(name: &str, role: Role, calls: u64, share_pct: f64) -> Api {
    Api { name: name.into(), role, calls, share_pct, total_ns: (share_pct * 1e7) as u64, ..Api::default() }
}

#[test]
fn tiny_copies_are_named_when_they_cost_host_time() {
    let mut snapshot = with_transfers(vec![transfer("host", 5_000, 4_096, 1.0)]);
    assert_eq!(advice(&snapshot), []);
    snapshot.host = Host { apis: vec![api("append", Role::Copy, 5_000, 40.0)], ..Host::default() };
    let said = advice(&snapshot);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].text.contains("at most 8 KB"));
}

#[test]
fn a_wait_is_named_only_while_the_device_idles() {
    let mut snapshot = with_transfers(vec![transfer("host", 10, 1 << 20, 10.0)]);
    snapshot.device.timed = 10;
    snapshot.host = Host { apis: vec![api("waitForAll", Role::Wait, 500, 90.0)], ..Host::default() };
    let said = advice(&snapshot);
    assert!(said[0].text.starts_with("waitForAll waits"), "{said:?}");
    snapshot.device.transfers = vec![transfer("host", 800, 1 << 20, 1.0)];
    assert_eq!(advice(&snapshot), []);
}

#[test]
fn allocating_again_and_again_is_named() {
    let mut snapshot = with_transfers(Vec::new());
    snapshot.memory = vec![MemoryUse { allocs: 400, frees: 399, ..MemoryUse::default() }];
    snapshot.host = Host {
        apis: vec![api("alloc", Role::Alloc, 400, 12.0), api("free", Role::Free, 399, 4.0)],
        ..Host::default()
    };
    assert!(advice(&snapshot)[0].evidence.contains("16 %"));
    snapshot.memory[0].frees = 10;
    assert_eq!(advice(&snapshot), []);
}

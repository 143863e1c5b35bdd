mod engines;
mod growth;
mod ranks;
mod sensors;

use super::*;
use crate::snapshot::{
    About, Api, Device, Direction, Endpoint, Fills, GroupShare, Host, Kernel, MemoryUse, Place, Process,
    Role, RunState, Transfer, TransferSize,
};
use engines::with_copy_engine;
use std::sync::Arc;

fn transfer(src: &str, ops: u64, size: u64, gbps: f64) -> Transfer {
    let bytes = ops * size;
    let by_size = TransferSize {
        up_to: Some(size.next_power_of_two().max(8192)),
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
        bandwidth_gbps: Some(gbps),
        by_size: vec![by_size],
        ..Transfer::default()
    }
}

fn with_transfers(transfers: Vec<Transfer>) -> Snapshot {
    let mut snapshot = Snapshot { elapsed_ns: 1_000_000_000, ..Snapshot::default() };
    snapshot.device.transfers = transfers;
    snapshot
}

/// Ids of what is said.
fn said(snapshot: &Snapshot) -> Vec<&'static str> {
    findings(snapshot).iter().map(|finding| finding.id).collect()
}

fn only(snapshot: &Snapshot) -> Finding {
    let mut all = findings(snapshot);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn nothing_measured_nothing_said() {
    assert_eq!(findings(&Snapshot::default()), []);
}

#[test]
fn a_slow_kind_needs_no_witness() {
    let mut snapshot = with_transfers(vec![transfer("heap", 200, 1 << 22, 12.0)]);
    snapshot.devices = vec![Device {
        link: Some("PCIe 4 x16".to_owned()),
        link_peak_gbps: Some(31.508),
        ..Device::default()
    }];
    let finding = only(&snapshot);
    assert_eq!(
        finding.line(),
        "Allocate with hostAlloc (lib::alloc_host): 839 MB to the GPU from malloc'd memory at 12.0 GB/s, 38 % of \
         PCIe 4 x16 (31.5); up to 4 % of wall time to gain if they then run at 80 % of PCIe 4 x16"
    );
    let about = About::Transfer { src: "heap".into(), dst: "device".into(), device: 0 };
    assert_eq!(finding.about, about);
    // What is slower than the link by far is slow for another reason.
    snapshot.device.transfers = vec![transfer("heap", 200, 1 << 22, 1.0)];
    assert_eq!(only(&snapshot).gain_pct, None);
}

#[test]
fn with_a_witness_the_gain_is_computed() {
    // 839 MB took 70 ms and would have taken 34 ms of a second.
    for witness in [1 << 22, 1 << 20, 1 << 24] {
        let slow = transfer("heap", 200, 1 << 22, 12.0);
        let finding = only(&with_transfers(vec![slow, transfer("host", 3, witness, 24.6)]));
        assert!(finding.evidence.ends_with("; host→device does 24.6"), "{}", finding.evidence);
        assert!((finding.gain_pct.unwrap() - 3.58).abs() < 0.01, "{finding:?}");
        assert!(finding.line().ends_with("; up to 4 % of wall time to gain if all of them run at 24.6 GB/s"));
    }
}

#[test]
fn the_right_kind_too_few_bytes_or_no_gain_say_nothing() {
    let heap = || transfer("heap", 200, 1 << 22, 12.0);
    let mut no_choice = heap();
    no_choice.src.instead = "".into();
    let small_cost = {
        let mut snapshot = with_transfers(vec![heap()]);
        snapshot.elapsed_ns = 10_000_000_000;
        snapshot
    };
    for snapshot in [
        with_transfers(vec![transfer("host", 100, 1 << 22, 24.0)]),
        with_transfers(vec![no_choice]),
        with_transfers(vec![heap(), transfer("host", 100, 1 << 22, 12.5)]),
        with_transfers(vec![transfer("heap", 3, 1 << 14, 0.001)]),
        small_cost,
    ] {
        assert_eq!(said(&snapshot), [] as [&str; 0]);
    }
}

#[test]
fn what_a_running_program_has_stopped_doing_is_over() {
    let mut snapshot = with_transfers(vec![transfer("heap", 200, 1 << 22, 12.0)]);
    snapshot.state = RunState::Running;
    assert_eq!(said(&snapshot), [slow_kind::ID]);
    snapshot.device.transfers[0].quiet_ns = 6_000_000_000;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    // At the end, what it did counts.
    for state in [RunState::Exited, RunState::Detached] {
        snapshot.state = state;
        assert_eq!(said(&snapshot), [slow_kind::ID]);
    }
    // A copy each five seconds is not over after six.
    snapshot.state = RunState::Running;
    snapshot.elapsed_ns = 1_000_000_000_000;
    let slow = &mut snapshot.device.transfers[0];
    (slow.total_ns, slow.bandwidth_gbps) = (100_000_000_000, Some(0.01));
    assert_eq!(said(&snapshot), [slow_kind::ID]);
    snapshot.host.apis = vec![Api { errors: 12, ..api("lookUp", Role::Other, 40, 1.0) }];
    snapshot.elapsed_ns = 10_000_000_000;
    assert_eq!(said(&snapshot).last(), Some(&errors::ID));
    snapshot.host.apis[0].faultless_ns = 6_000_000_000;
    assert!(!said(&snapshot).contains(&errors::ID));
}

fn api(name: &str, role: Role, calls: u64, share_pct: f64) -> Api {
    Api { name: name.into(), role, calls, share_pct, total_ns: (share_pct * 1e7) as u64, ..Api::default() }
}

#[test]
fn tiny_copies_are_named_with_what_one_large_one_takes() {
    let mut snapshot = with_transfers(vec![transfer("host", 5_000, 4_096, 20.0)]);
    assert_eq!(said(&snapshot), [] as [&str; 0], "the device takes 1 ms for them");
    snapshot.host = Host { apis: vec![api("append", Role::Copy, 5_000, 40.0)], ..Host::default() };
    snapshot.devices = vec![Device { link_peak_gbps: Some(31.5), ..Device::default() }];
    let finding = only(&snapshot);
    assert_eq!(finding.id, tiny_copies::ID);
    assert!(
        finding
            .evidence
            .contains("5 000 copies of at most 8 KiB, 4.10 KB each on average, most of them host→device"),
        "{finding:?}"
    );
    assert!(finding.evidence.ends_with("took 400 ms; one copy of 20.5 MB takes 650 µs"), "{finding:?}");
    assert!((finding.gain_pct.unwrap() - 39.9).abs() < 0.1);
}

/// A second in which this many fills were made, in calls that took 40 % of it.
fn with_fills(ops: u64, size: u64) -> Snapshot {
    let mut snapshot = with_transfers(Vec::new());
    let bytes = ops * size;
    let bandwidth_gbps = Some(100.0);
    snapshot.device.fills =
        Fills { ops, timed: ops, bytes, total_ns: bytes / 100, bandwidth_gbps, ..Fills::default() };
    snapshot.host.apis = vec![Api { id: 7, ..api("fill", Role::Fill, ops, 40.0) }];
    snapshot.devices = vec![Device { link_peak_gbps: Some(31.25), ..Device::default() }];
    snapshot
}

fn launched(launches: u64, total_ns: u64) -> Vec<Kernel> {
    vec![Kernel { name: "k".to_owned(), launches, timed: launches, total_ns, ..Kernel::default() }]
}

#[test]
fn tiny_fills_are_named_with_what_fewer_gain() {
    let mut snapshot = with_fills(5_000, 4_096);
    let finding = only(&snapshot);
    assert_eq!((finding.id, &finding.about), (tiny_fills::ID, &About::Api(7)));
    // The device wrote the 20.5 MB in 205 µs; no large fill takes longer.
    assert_eq!(
        finding.line(),
        "Gather small fills into larger ones: 5 000 fills, 4.10 KB each on average, took 400 ms; up to 40 % of wall time \
         to gain if one fill takes the place of those that follow each other"
    );
    assert!((finding.gain_pct.unwrap() - 39.98).abs() < 0.001, "{finding:?}");
    // Small fills that each take the device long are worth gathering as well: a large one crosses the link in 819 µs.
    snapshot.device.fills.total_ns = 300_000_000;
    snapshot.host.apis[0].total_ns = 1_000_000;
    snapshot.host.apis.push(api("wait", Role::Wait, 10, 30.0));
    assert!((only(&snapshot).gain_pct.unwrap() - 30.0).abs() < 0.1, "{snapshot:?}");
    // Without a link, it is not known that a large one takes the device less.
    snapshot.devices.clear();
    assert_eq!(said(&snapshot), [] as [&str; 0]);
}

#[test]
fn fills_that_other_work_separates_gain_only_where_they_follow_each_other() {
    let mut snapshot = with_fills(5_000, 64);
    snapshot.device.kernels = launched(3_000, 0);
    let finding = only(&snapshot);
    assert!(
        finding.evidence.contains(", with 3 000 kernels and copies in between, took 400 ms"),
        "{finding:?}"
    );
    assert!((finding.gain_pct.unwrap() - 16.0).abs() < 0.1, "{finding:?}");
    // One before each kernel clears what that kernel adds to.
    snapshot.device.kernels = launched(5_000, 0);
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    // Calls that take place while a kernel runs cost nothing.
    snapshot.device.kernels = launched(10, 980_000_000);
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    snapshot.device.kernels = launched(10, 900_000_000);
    assert!((only(&snapshot).gain_pct.unwrap() - 10.0).abs() < 0.1);
}

#[test]
fn few_fills_large_ones_or_cheap_ones_say_nothing() {
    let changed = |ops, size, change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = with_fills(ops, size);
        change(&mut snapshot);
        snapshot
    };
    for (snapshot, why) in [
        (changed(900, 64, &|_| {}), "few"),
        (changed(5_000, 8_200, &|_| {}), "large"),
        (changed(5_000, 64, &|s| s.elapsed_ns = 10_000_000_000), "4 % of wall time"),
        (changed(5_000, 64, &|s| s.host.apis[0].calls = 2), "recorded once and executed again"),
        (changed(5_000, 64, &|s| s.host.apis.clear()), "recorded by an older zetop, which does not tell"),
        (
            changed(5_000, 64, &|s| s.processes = vec![Process { calls: 9, ..Process::default() }; 10]),
            "4 % each",
        ),
    ] {
        assert_eq!(said(&snapshot), [] as [&str; 0], "{why}");
    }
    // What has stopped is over, and said as such in the end.
    let mut mended = changed(5_000, 64, &|s| s.host.apis[0].quiet_ns = 6_000_000_000);
    (mended.elapsed_ns, mended.host.apis[0].total_ns) = (10_000_000_000, 4_000_000_000);
    mended.state = RunState::Running;
    assert_eq!(said(&mended), [] as [&str; 0]);
    mended.state = RunState::Exited;
    assert_eq!(only(&mended).over_ns, Some(6_000_000_000));
}

#[test]
fn a_wait_is_named_only_while_the_device_idles() {
    let mut snapshot = with_transfers(vec![transfer("host", 500, 1 << 10, 10.0)]);
    snapshot.device.timed = 500;
    snapshot.device.coverage_pct = Some(100.0);
    snapshot.host = Host { apis: vec![api("waitForAll", Role::Wait, 500, 90.0)], ..Host::default() };
    let finding = only(&snapshot);
    assert_eq!(finding.text, "Submit more work before each waitForAll");
    assert!(finding.evidence.contains("one for each 1.0 operations"), "{finding:?}");
    assert!(finding.line().ends_with(" if the device then works without a pause"), "{finding:?}");
    snapshot.device.coverage_pct = Some(50.0);
    assert_eq!(said(&snapshot), [] as [&str; 0], "what was not timed may have kept it busy");
    snapshot.device.coverage_pct = Some(100.0);
    snapshot.device.transfers = vec![transfer("host", 800, 1 << 20, 1.0)];
    assert_eq!(said(&snapshot), [] as [&str; 0], "the device is busy");
}

#[test]
fn a_wait_for_much_is_not_named_and_tiny_copies_are() {
    let mut snapshot = with_transfers(vec![transfer("host", 100_000, 64, 1.2)]);
    snapshot.device.coverage_pct = Some(100.0);
    snapshot.devices = vec![Device { link_peak_gbps: Some(31.5), ..Device::default() }];
    snapshot.host = Host {
        apis: vec![api("waitForAll", Role::Wait, 100, 90.0), api("append", Role::Copy, 100_000, 2.0)],
        ..Host::default()
    };
    let finding = only(&snapshot);
    assert_eq!(finding.id, tiny_copies::ID);
    assert!(finding.evidence.contains("took 920 ms"), "{finding:?}");
    assert!((finding.gain_pct.unwrap() - 92.0).abs() < 0.1, "{finding:?}");
    // Barriers and their like are no work.
    snapshot.device.transfers = vec![transfer("host", 100, 1 << 16, 20.0)];
    snapshot.device.timed = 100_000;
    assert_eq!(said(&snapshot), [waits::ID]);
    // A loop that asks whether it is done yet is no wait for each of its calls.
    snapshot.host.apis[0].calls = 100_000;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
}

#[test]
fn copies_of_new_memory_are_part_of_what_allocating_costs() {
    let mut snapshot = with_transfers(vec![transfer("host", 400, 1 << 20, 1.3)]);
    let memory =
        |kind: &str| MemoryUse { kind: kind.into(), allocs: 400, frees: 400, ..MemoryUse::default() };
    snapshot.memory = vec![memory("host"), memory("device")];
    snapshot.devices = vec![with_copy_engine()];
    let on_compute = GroupShare { group: 0, bytes: 419_430_400, total_ns: 322_638_769 };
    snapshot.device.transfers[0].by_size[0].by_group = vec![on_compute];
    snapshot.host = Host {
        apis: vec![
            api("wait", Role::Wait, 400, 40.0),
            api("alloc", Role::Alloc, 800, 12.0),
            api("free", Role::Free, 800, 4.0),
        ],
        ..Host::default()
    };
    // 419 MB took 323 ms, and take 17 ms at 25.2 GB/s.
    let finding = only(&snapshot);
    assert_eq!(finding.id, churn::ID);
    assert!((finding.gain_pct.unwrap() - 46.6).abs() < 0.1, "{finding:?}");
    assert!(
        finding.line().contains(
            "; host\u{2192}device copies memory that is new each time at 1.30 GB/s, where 25.2 can be reached; up to \
             47 % of wall time to gain if copies of kept memory run at 80 % of PCIe 4 x16"
        ),
        "{finding:?}"
    );
    // Ten times as many copies as allocations: the memory that is copied is not new each time.
    (snapshot.device.transfers[0].ops, snapshot.device.transfers[0].bytes) = (4_000, 4_000 << 20);
    assert_eq!(said(&snapshot), [churn::ID, slower_engine::ID]);
    assert_eq!(findings(&snapshot)[0].gain_pct, Some(16.0));
}

#[test]
fn memory_that_only_grows_is_named() {
    let mut snapshot = with_transfers(Vec::new());
    snapshot.history.interval_ns = 250_000_000;
    snapshot.host.apis = vec![api("alloc", Role::Alloc, 400, 1.0), api("allocDevice", Role::Alloc, 400, 1.0)];
    snapshot.host.apis[1].id = 7;
    let growing = |at: usize| (1 << 20) as f64 + (at * 25_600) as f64;
    let leak = MemoryUse {
        kind: "device".into(),
        allocated_by: "allocDevice (lib::malloc)".into(),
        allocs: 240,
        frees: 120,
        live_count: 120,
        live_bytes: growing(48) as u64,
        live_history: (0..48).map(growing).collect(),
        ..MemoryUse::default()
    };
    snapshot.memory = vec![leak.clone()];
    let finding = only(&snapshot);
    assert_eq!((finding.id, finding.about), (leak::ID, About::Api(7)));
    assert_eq!(finding.text, "Free what allocDevice allocates");
    assert!(finding.evidence.starts_with("device memory has grown steadily by 1.02 MB in the last 10 s"));
    let with = |change: &dyn Fn(&mut MemoryUse)| {
        let mut memory = leak.clone();
        change(&mut memory);
        memory
    };
    for (other, why) in [
        (with(&|m| m.frees = 0), "data that is loaded"),
        (with(&|m| m.live_count = 10), "a few large pieces"),
        (with(&|m| m.live_history.drain(..20).for_each(drop)), "five seconds"),
        (with(&|m| m.live_history[40..].fill(growing(40))), "a cache that is full"),
        (with(&|m| m.live_bytes = 0), "given back at the end"),
        (with(&|m| m.live_history.iter_mut().for_each(|live| *live += 1e9)), "hardly more than there is"),
    ] {
        snapshot.memory = vec![other];
        assert_eq!(said(&snapshot), [] as [&str; 0], "{why}");
    }
}

#[test]
fn what_the_program_has_mended_is_said_to_be_over() {
    let mut snapshot =
        with_transfers(vec![transfer("heap", 200, 1 << 22, 12.0), transfer("host", 3, 1 << 22, 24.6)]);
    snapshot.elapsed_ns = 60_000_000_000;
    snapshot.device.transfers[0].total_ns = 20_000_000_000;
    snapshot.device.transfers[0].quiet_ns = 45_000_000_000;
    snapshot.state = RunState::Running;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    snapshot.state = RunState::Exited;
    let finding = only(&snapshot);
    assert_eq!(finding.over_ns, Some(45_000_000_000));
    let line = finding.line();
    assert!(line.starts_with("Mended, it seems (not seen in the last 45 s): Allocate with"), "{line}");
    assert!(line.ends_with("does 24.6"), "nothing is left to gain: {line}");
    // What goes on is to be done first, whatever it gains.
    snapshot.host.apis = vec![Api { errors: 12, ..api("lookUp", Role::Other, 40, 1.0) }];
    assert_eq!(said(&snapshot), [errors::ID, slow_kind::ID]);
}

#[test]
fn allocating_again_and_again_is_named() {
    let mut snapshot = with_transfers(Vec::new());
    snapshot.memory = vec![MemoryUse { allocs: 400, frees: 399, ..MemoryUse::default() }];
    snapshot.host = Host {
        apis: vec![api("alloc", Role::Alloc, 400, 12.0), api("free", Role::Free, 399, 4.0)],
        ..Host::default()
    };
    let finding = only(&snapshot);
    assert!(finding.evidence.contains("16 %") && finding.gain_pct == Some(16.0), "{finding:?}");
    assert!(finding.line().ends_with("; up to 16 % of wall time to gain if only these calls go away"));
    snapshot.memory[0].frees = 10;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
}

#[test]
fn errors_that_repeat_are_named() {
    let mut snapshot = with_transfers(Vec::new());
    snapshot.host.apis = vec![Api { errors: 12, ..api("lookUp", Role::Other, 40, 1.0) }];
    assert_eq!(only(&snapshot).line(), "Find out why lookUp fails: 12 of 40 calls returned an error");
    snapshot.host.apis[0].last_error = Some("OUT_OF_LUCK".into());
    assert!(only(&snapshot).evidence.ends_with("returned an error, last OUT_OF_LUCK"));
    // What the caller asks for is an answer.
    snapshot.host.apis[0].expected_errors = 12;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    (snapshot.host.apis[0].errors, snapshot.host.apis[0].expected_errors) = (30, 15);
    assert!(only(&snapshot).evidence.starts_with("15 of 40 calls returned an error"));
    snapshot.host.apis[0].expected_errors = 0;
    // Few, and few of many: PyTorch asks 160,000 times for a context and goes on where there is none, 21 times.
    for (errors, calls) in [(3, 40), (21, 163_216)] {
        (snapshot.host.apis[0].errors, snapshot.host.apis[0].calls) = (errors, calls);
        assert_eq!(said(&snapshot), [] as [&str; 0]);
    }
    (snapshot.host.apis[0].errors, snapshot.host.apis[0].calls) = (1_000, 1_000_000);
    assert_eq!(said(&snapshot), [errors::ID]);
}

#[test]
fn what_gains_most_comes_first_and_every_rule_is_explained() {
    let mut snapshot =
        with_transfers(vec![transfer("heap", 200, 1 << 22, 12.0), transfer("host", 100, 1 << 22, 24.0)]);
    snapshot.memory = vec![MemoryUse { allocs: 400, frees: 399, ..MemoryUse::default() }];
    snapshot.host.apis = vec![api("alloc", Role::Alloc, 400, 16.0)];
    assert_eq!(said(&snapshot), [churn::ID, slow_kind::ID]);
    let ids: std::collections::BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert!(ids.len() == RULES.len() && RULES.iter().all(|rule| !rule.meaning.is_empty()));
}

mod growth;
mod sensors;

use super::*;
use crate::job::Member;
use crate::snapshot::{
    About, Api, CameLast, Collective, Device, Direction, Endpoint, Engines, GroupShare, Host, InCommunicator,
    Lane, MemoryUse, Place, Process, QueueGroup, Role, Severity, State, Transfer, TransferSize, Waiting,
};
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
    snapshot.state = State::Running;
    assert_eq!(said(&snapshot), [slow_kind::ID]);
    snapshot.device.transfers[0].quiet_ns = 6_000_000_000;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    // At the end, what it did counts.
    for state in [State::Exited, State::Detached] {
        snapshot.state = state;
        assert_eq!(said(&snapshot), [slow_kind::ID]);
    }
    // A copy each five seconds is not over after six.
    snapshot.state = State::Running;
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
    // The same memory copied ten times: it is not new.
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
    snapshot.state = State::Running;
    assert_eq!(said(&snapshot), [] as [&str; 0]);
    snapshot.state = State::Exited;
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

#[test]
fn copies_and_kernels_one_after_the_other_are_named() {
    let mut snapshot = with_transfers(vec![transfer("host", 100, 1 << 22, 2.0)]);
    let engines = Engines {
        kernel_ns: 400_000_000,
        copy_ns: 210_000_000,
        lanes: vec![Lane::default()],
        ..Engines::default()
    };
    snapshot.device.engines = vec![engines];
    let finding = only(&snapshot);
    assert_eq!(finding.id, overlap::ID);
    assert!(finding.evidence.contains("40 % of the time, and copies 210 ms, 21 %, with 0 %"), "{finding:?}");
    assert!(finding.evidence.ends_with("all on one queue"), "{finding:?}");
    assert_eq!(finding.gain_pct, Some(21.0));
    assert_eq!(finding.text, "Copy the next data while kernels run, on a second queue");
    snapshot.devices = vec![with_copy_engine()];
    // Large copies over the link, on the compute engine: that one finding names the copy engine is enough.
    let of = &mut snapshot.device.transfers[0];
    of.by_size[0].by_group = vec![GroupShare { group: 0, bytes: of.bytes, total_ns: of.total_ns }];
    assert!(only(&snapshot).text.ends_with("on a queue of the copy engine (queue group 1)"));
    snapshot.device.transfers[0].by_size[0].by_group.clear();
    // Ten copies for each wait: the first one has nothing to run beside.
    snapshot.host.apis = vec![api("wait", Role::Wait, 10, 50.0)];
    assert!((only(&snapshot).gain_pct.unwrap() - 18.9).abs() < 0.01);
    snapshot.host.apis.clear();
    snapshot.device.engines[0].both_ns = 100_000_000;
    assert_eq!(said(&snapshot), [] as [&str; 0], "they overlap");
    snapshot.device.engines[0].both_ns = 0;
    snapshot.device.engines[0].kernel_ns = 100_000_000;
    assert_eq!(said(&snapshot), [] as [&str; 0], "there is little to hide behind");
}

/// A device with a group for kernels, and one with two queues for copies.
fn with_copy_engine() -> Device {
    let group = |queues, computes| QueueGroup { queues, computes };
    Device {
        link: Some("PCIe 4 x16".to_owned()),
        link_peak_gbps: Some(31.5),
        queue_groups: vec![group(4, true), group(2, false)],
        ..Device::default()
    }
}

#[test]
fn copies_on_the_slower_engine_are_named() {
    // A fifth of the bytes on the copy engine, at twice the rate.
    let mut both = transfer("host", 100, 1 << 22, 12.0);
    let share =
        |group, bytes: u64, gbps: f64| GroupShare { group, bytes, total_ns: (bytes as f64 / gbps) as u64 };
    both.by_size[0].by_group = vec![share(0, 1_200_000_000, 12.0), share(1, 300_000_000, 24.0)];
    both.total_ns = 112_500_000;
    let mut snapshot = with_transfers(vec![both]);
    snapshot.devices = vec![with_copy_engine()];
    let finding = only(&snapshot);
    assert_eq!((finding.id, finding.severity), (slower_engine::ID, Severity::Warning));
    assert_eq!(
        finding.line(),
        "Copy on a queue of the copy engine (queue group 1): 1.20 GB host→device at 12.0 GB/s on the compute engine \
         (queue group 0), where the copy engine (queue group 1) does 24.0; up to 5 % of wall time to gain if all of them \
         run at 24.0 GB/s"
    );
    // The other way round as well.
    snapshot.device.transfers[0].by_size[0].by_group =
        vec![share(0, 1_200_000_000, 24.0), share(1, 3_000_000_000, 12.0)];
    assert!(only(&snapshot).text.ends_with("the compute engine (queue group 0)"));
    for no_better in [vec![share(0, 1 << 30, 12.0), share(1, 1 << 28, 13.0)], vec![share(1, 1 << 30, 12.0)]] {
        snapshot.device.transfers[0].by_size[0].by_group = no_better;
        assert_eq!(said(&snapshot), [] as [&str; 0]);
    }
}

#[test]
fn a_copy_engine_that_lies_idle_is_named() {
    let on = |group, src: &str, ops, size, gbps| {
        let mut t = transfer(src, ops, size, gbps);
        t.by_size[0].by_group = vec![GroupShare { group, bytes: t.bytes, total_ns: t.total_ns }];
        let mut snapshot = with_transfers(vec![t]);
        snapshot.devices = vec![with_copy_engine()];
        snapshot
    };
    let finding = only(&on(0, "host", 200, 1 << 22, 12.0));
    assert_eq!((finding.id, finding.severity), (slower_engine::ID, Severity::Hint));
    assert_eq!(
        finding.line(),
        "Try a queue of the copy engine (queue group 1): 839 MB host→device at 12.0 GB/s, 38 % of PCIe 4 x16 (31.5), \
         all on the compute engine (queue group 0)"
    );
    let fast = on(0, "host", 200, 1 << 22, 24.0);
    let there = on(1, "host", 200, 1 << 22, 12.0);
    let small = on(0, "host", 20_000, 1 << 15, 2.0);
    let rare = on(0, "host", 10, 1 << 22, 12.0);
    let mut without = on(0, "host", 200, 1 << 22, 12.0);
    without.devices[0].queue_groups.truncate(1);
    for snapshot in [fast, there, small, rare, without] {
        assert_eq!(said(&snapshot), [] as [&str; 0]);
    }
    assert_eq!(said(&on(0, "heap", 200, 1 << 22, 12.0)), [slow_kind::ID], "it is the memory that is slow");
}

fn job(device_ms: [u64; 4], kernels: [u64; 4], watched_ms: [u64; 4]) -> Snapshot {
    let process = |at: usize| Process {
        member: Arc::new(Member { rank: Some(at as u32), ..Member::default() }),
        device_ns: device_ms[at] * 1_000_000,
        kernels: kernels[at],
        watched_ns: watched_ms[at] * 1_000_000,
        ..Process::default()
    };
    let mut snapshot = Snapshot { elapsed_ns: 10_000_000_000, ..Snapshot::default() };
    snapshot.processes = (0..4).map(process).collect();
    snapshot.device.coverage_pct = Some(100.0);
    snapshot
}

/// By the main threads: in the own code, and in libraries between ranks.
fn hosts(own_ms: [u64; 4], between_ms: [u64; 4], kernels: [u64; 4]) -> Snapshot {
    let mut snapshot = job([1_000; 4], kernels, [10_000; 4]);
    for (at, process) in snapshot.processes.iter_mut().enumerate() {
        (process.own_code_ns, process.between_ranks_ns) =
            (Some(own_ms[at] * 1_000_000), Some(between_ms[at] * 1_000_000));
    }
    snapshot
}

#[test]
fn a_rank_whose_host_the_others_wait_for() {
    let same = [1_000; 4];
    let finding = only(&hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], same));
    assert_eq!(
        finding.line(),
        "Balance the ranks: the others wait for rank 3: its main thread computes for 6.00 s outside of the API, those of the 4 \
         ranks for 1.02 s (median), with as many kernels in the same time; the others spend 5.45 s more in libraries by which \
         ranks wait for each other (by samples); up to 50 % of wall time to gain if its host takes as long as the others'"
    );
    assert_eq!(finding.about, About::OwnCode(3));
    let mut unknown = hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], same);
    unknown.processes[1].own_code_ns = None;
    // Nobody waits; even; a little slower; with more work; one of them can't be watched.
    for other in [
        hosts([1_000, 1_050, 1_000, 6_000], [500; 4], same),
        hosts([6_000, 6_050, 6_000, 6_000], [500; 4], same),
        hosts([1_000, 1_050, 1_000, 1_600], [6_000, 6_100, 5_900, 5_400], same),
        hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], [1_000, 1_000, 1_000, 2_000]),
        unknown,
    ] {
        assert_eq!(said(&other), [""; 0]);
    }
}

#[test]
fn a_rank_that_the_others_wait_for() {
    let same = [1_000; 4];
    let slow = job([5_000, 5_100, 9_000, 4_900], same, [10_000, 10_010, 10_000, 9_990]);
    let finding = only(&slow);
    assert_eq!(
        finding.line(),
        "Balance the ranks: the others wait for rank 2: its device works for 9.00 s, those of the 4 ranks for 5.05 s \
         (median), with as many kernels in the same time; up to 40 % of wall time to gain if its device takes as long as \
         the others'"
    );
    // A little slower; with more work; on its own way through a list of tasks; idle; of two kinds.
    for other in [
        job([5_000, 5_100, 5_900, 4_900], same, [10_000; 4]),
        job([5_000, 5_100, 9_000, 4_900], [1_000, 1_000, 1_800, 1_000], [10_000; 4]),
        job([5_000, 5_100, 9_000, 4_900], same, [6_000, 6_100, 10_000, 5_900]),
        job([1_000, 1_010, 3_000, 990], same, [10_000; 4]),
        job([5_000, 9_000, 9_000, 5_000], same, [10_000; 4]),
    ] {
        assert_eq!(said(&other), [""; 0]);
    }
}

/// Two ranks, of which the first waits in a call.
fn with_a_rank_that_waits() -> Snapshot {
    let process = |rank: u32, pending| Process {
        key: 10 + rank,
        member: Arc::new(Member { rank: Some(rank), ..Member::default() }),
        running: true,
        pending,
        unfinished_ns: 6_000_000_000,
        ..Process::default()
    };
    let call = Waiting {
        key: 10,
        thread: 77,
        function: "wait".into(),
        since_ns: 6_100_000_000,
        role: Role::Wait,
        ..Waiting::default()
    };
    Snapshot {
        elapsed_ns: 60_000_000_000,
        processes: vec![process(0, 3), process(1, 0)],
        waiting: vec![call],
        ..Snapshot::default()
    }
}

#[test]
fn a_call_that_does_not_return_while_the_device_gets_nothing_done() {
    let mut snapshot = with_a_rank_that_waits();
    snapshot.processes[1].silent_ns = 9_000_000_000;
    let finding = only(&snapshot);
    assert_eq!((finding.id, &*finding.text), ("stuck", "Find out what rank 0 waits for"));
    assert_eq!(
        finding.evidence,
        "it has been in wait for 6.10 s; its 3 operations on the device are not complete, and none has been for \
         6.00 s; rank 1 has made no call for 9.00 s"
    );
    // Their launcher has nothing to say.
    snapshot.processes.push(Process {
        key: 99,
        running: true,
        silent_ns: 60_000_000_000,
        ..Process::default()
    });
    assert!(only(&snapshot).evidence.ends_with("; rank 1 has made no call for 9.00 s"));
    snapshot.processes.pop();
    snapshot.processes[1].stopped = true;
    let evidence = only(&snapshot).evidence;
    assert!(evidence.ends_with("; rank 1 is stopped, by a signal or a debugger"), "{evidence}");
    snapshot.processes[1].stopped = false;
    snapshot.processes[1].silent_ns = 0;
    assert!(only(&snapshot).evidence.ends_with("; rank 1 goes on"));
    snapshot.processes[1].running = false;
    assert!(only(&snapshot).evidence.ends_with("; rank 1 has ended"));
    // Both wait.
    snapshot.processes[1] = Process { key: 11, ..snapshot.processes[0].clone() };
    let second = Waiting { key: 11, ..snapshot.waiting[0].clone() };
    snapshot.waiting.push(second);
    assert!(only(&snapshot).evidence.contains("waits so, too"));
    // It comes before what would gain something.
    snapshot.device.transfers = vec![transfer("heap", 1_000, 1 << 20, 1.0)];
    assert_eq!(said(&snapshot)[0], "stuck");
}

#[test]
fn what_makes_progress_or_waits_for_nothing_on_a_device_is_not_stuck() {
    let changed = |change: fn(&mut Snapshot)| {
        let mut snapshot = with_a_rank_that_waits();
        change(&mut snapshot);
        said(&snapshot)
    };
    assert_eq!(changed(|_| {}), ["stuck"]);
    assert_eq!(changed(|s| s.waiting[0].since_ns = 4_900_000_000), [""; 0], "not for long");
    assert_eq!(changed(|s| s.processes[0].unfinished_ns = 1_000_000_000), [""; 0], "the device gets on");
    assert_eq!(changed(|s| s.processes[0].pending = 0), [""; 0], "nothing is under way");
    assert_eq!(changed(|s| s.waiting[0].role = Role::Other), [""; 0], "it compiles, perhaps");
    assert_eq!(changed(|s| s.waiting.clear()), [""; 0], "it has returned");
}

/// Four ranks, of which the last one comes last `share` of the times, while the others wait `waited_ns`.
fn with_collectives(share: f64, waited_ns: u64) -> Snapshot {
    let process = |rank: u32| Process {
        key: 10 + rank,
        member: Arc::new(Member { rank: Some(rank), host: "node1".to_owned(), ..Member::default() }),
        watched_ns: 10_000_000_000,
        device_ns: 6_000_000_000,
        collectives_ns: if rank == 3 { 1_000_000_000 } else { 5_000_000_000 },
        host_ns: 1_000_000_000,
        ..Process::default()
    };
    let last = |rank: u32, count: f64, waited_ns| CameLast {
        key: 10 + rank,
        rank: Some(rank),
        count: count as u64,
        waited_ns,
        ..CameLast::default()
    };
    let row = Collective {
        operation: "AllReduce",
        ranks: 4,
        count: 1_000,
        waiting_ns: waited_ns * 3 / 4,
        last: vec![last(3, 1_000.0 * share, waited_ns), last(0, 1_000.0 * (1.0 - share), waited_ns / 50)],
        ..Collective::default()
    };
    Snapshot {
        elapsed_ns: 10_000_000_000,
        processes: (0..4).map(process).collect(),
        collectives: vec![row],
        ..Snapshot::default()
    }
}

#[test]
fn a_rank_that_others_wait_for_is_named_with_its_cause() {
    let mut snapshot = with_collectives(0.97, 4_000_000_000);
    let finding = only(&snapshot);
    assert_eq!((finding.id, &*finding.text), ("straggler", "Make rank 3 as fast as the others"));
    assert!(finding.evidence.contains("97 % of 1000 collective operations"), "{}", finding.evidence);
    // 5 s of kernels beside 1 s of the others'.
    assert!(
        finding.evidence.ends_with("its own kernels take 4.00 s longer than the others'"),
        "{}",
        finding.evidence
    );
    snapshot.processes[3].device_ns = 2_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("it spends that time on the host, outside the API"));
    snapshot.processes[3].copies_ns = 3_000_000_000;
    snapshot.processes[3].device_ns = 5_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("its copies take 3.00 s longer than the others'"));
    snapshot.processes[3] = Process { host_ns: 5_000_000_000, ..snapshot.processes[3].clone() };
    snapshot.processes[3].copies_ns = 0;
    snapshot.processes[3].device_ns = 2_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("its calls of the API take 4.00 s longer than the others'"));
}

#[test]
fn even_ranks_have_no_straggler() {
    assert_eq!(said(&with_collectives(0.97, 400_000_000)), [""; 0], "too little to notice");
    assert_eq!(said(&with_collectives(0.5, 2_000_000_000)), [""; 0], "now this one, now that one");
    let mut few = with_collectives(0.97, 4_000_000_000);
    few.collectives[0].last[0].count = 12;
    few.collectives[0].last[1].count = 0;
    assert_eq!(said(&few), [""; 0], "no habit");
}

#[test]
fn ranks_that_are_not_in_the_same_collective_operation_are_told_apart() {
    let of = |launched, complete| InCommunicator {
        number: 7,
        ranks: 2,
        launched,
        complete,
        ..InCommunicator::default()
    };
    let (all_reduce, broadcast) = (1, 4);
    let evidence = |other: InCommunicator| {
        let mut snapshot = with_a_rank_that_waits();
        snapshot.processes[0].communicators = vec![of((all_reduce, 41), (all_reduce, 40))];
        snapshot.processes[1].communicators = vec![other];
        only(&snapshot).evidence
    };
    let expected = "; it is in AllReduce number 41 of 2 ranks";
    assert!(
        evidence(of((all_reduce, 40), (all_reduce, 40)))
            .contains(&format!("{expected}, but rank 1 has not come, its last one was AllReduce number 40"))
    );
    assert!(
        evidence(of((broadcast, 41), (all_reduce, 40)))
            .contains(&format!("{expected}, but rank 1 is in Broadcast number 41"))
    );
    let both = evidence(of((all_reduce, 41), (all_reduce, 40)));
    assert!(both.contains(&format!("{expected};")), "{both}");
}

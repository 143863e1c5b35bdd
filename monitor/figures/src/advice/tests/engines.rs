//! Findings about copies and kernels that could run at the same time.

use super::*;
use crate::snapshot::{Device, Engines, GroupShare, QueueGroup, QueueLane, Role, Severity};

#[test]
fn copies_and_kernels_one_after_the_other_are_named() {
    let mut snapshot = with_transfers(vec![transfer("host", 100, 1 << 22, 2.0)]);
    let engines = Engines {
        kernel_ns: 400_000_000,
        copy_ns: 210_000_000,
        lanes: vec![QueueLane::default()],
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
pub(super) fn with_copy_engine() -> Device {
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

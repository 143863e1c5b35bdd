//! The traps of ARCHITECTURE.md, by number, against the simulator's exact stamps.

use crate::support::{exact, needs_loader, scene};
use std::collections::BTreeSet;

#[test]
fn trap_01_list_executed_twice_waits_for_a_late_host_signal() {
    needs_loader!();
    for pool in ["timestamps", "plain"] {
        let watched = exact(&scene(&format!("host-signal-late pool={pool}")));
        assert_eq!(watched.figures.kernel("short").timed, 2);
        assert_eq!(watched.figures.kernel("long").timed, 2);
    }
}

#[test]
fn trap_02_one_event_reused_a_thousand_times() {
    needs_loader!();
    let watched = exact(&scene("event-reuse n=1000"));
    let (long, short) = (watched.figures.kernel("long"), watched.figures.kernel("short"));
    assert_eq!((long.min_ns, long.max_ns, long.timed), (Some(1_000_000), Some(1_000_000), 1000));
    assert_eq!((short.min_ns, short.max_ns, short.timed), (Some(10_000), Some(10_000), 1000));
    let alternating = watched.figures.kernel("alternating");
    assert_eq!((alternating.min_ns, alternating.max_ns), (Some(10_000), Some(1_000_000)));
    assert_eq!(alternating.total_ns, 500 * 1_010_000);
}

#[test]
fn trap_02_in_a_pool_without_timestamps() {
    needs_loader!();
    let _ = exact(&scene("event-reuse n=100 pool=plain"));
}

#[test]
fn trap_03_one_event_signalled_twice_in_a_list() {
    needs_loader!();
    for pool in ["timestamps", "plain"] {
        let watched = exact(&scene(&format!("event-twice n=5 pool={pool}")));
        assert_eq!(watched.figures.kernel("long").min_ns, Some(1_000_000));
        assert_eq!(watched.figures.kernel("short").max_ns, Some(10_000));
    }
}

/// Keeping the first stamps would take a barrier there, which the program's own figures would show.
#[test]
fn trap_03_in_an_out_of_order_list_the_first_is_untimed() {
    needs_loader!();
    for program in ["event-twice", "event-reset-in-list"] {
        let (_, watched) = crate::support::both(&scene(&format!("{program} n=5 order=out")));
        let (long, short) = (watched.figures.kernel("long"), watched.figures.kernel("short"));
        assert_eq!((long.launches, long.timed, short.timed), (5, 0, 5), "{program}");
        assert_eq!(watched.figures.device.untimed_reasons["event signalled again unread"], 5, "{program}");
    }
}

#[test]
fn trap_03_event_reset_in_the_list() {
    needs_loader!();
    for pool in ["timestamps", "plain"] {
        let _ = exact(&scene(&format!("event-reset-in-list n=5 pool={pool}")));
    }
}

#[test]
fn trap_04_counter_based_events_of_a_pool() {
    needs_loader!();
    let _ = exact(&scene("counter-based n=20 way=pool"));
}

#[test]
fn trap_04_counter_based_events_by_extension_function() {
    needs_loader!();
    let watched = exact(&scene("counter-based n=20 way=zex"));
    assert!(watched.program.stdout.contains("zex: 20 waits"), "{}", watched.program.stdout);
}

/// Needs a loader of API version 1.15; older ones have no such function, and the workload says so.
#[test]
fn trap_04_counter_based_events_without_a_pool() {
    needs_loader!();
    let _ = exact(&scene("counter-based n=20 way=create"));
}

#[test]
fn trap_05_threads_end_before_their_kernels() {
    needs_loader!();
    let watched = exact(&scene("cross-thread threads=8 n=1000"));
    assert_eq!(watched.figures.kernel("work").timed, 8000);
}

#[test]
fn trap_05_in_pools_without_timestamps() {
    needs_loader!();
    let watched = exact(&scene("cross-thread threads=8 n=100 pool=plain"));
    assert_eq!(watched.figures.kernel("work").timed, 800);
}

/// The device counter wraps while the program runs: 2 ms after its start, and repeatedly if it has few bits.
#[test]
fn trap_06_stamps_that_wrap() {
    needs_loader!();
    for (bits, start) in
        [("32", "0xFFFF6A00"), ("36", "0xFFFFF6A00"), ("64", "0xFFFFFFFFFFFF6A00"), ("17", "0")]
    {
        let scene = scene("event-reuse n=30").env("ZESIM_TS_BITS", bits).env("ZESIM_TS_START", start);
        let watched = exact(&scene);
        assert_eq!(watched.figures.kernel("long").max_ns, Some(1_000_000), "{bits} bits");
        assert_eq!(watched.figures.devices[0].timestamp_bits, Some(bits.parse().unwrap()));
    }
}

#[test]
fn trap_06_timer_rates() {
    needs_loader!();
    for hz in ["12500000", "19200000", "1000000000", "12000048"] {
        let _ = exact(&scene("event-reuse n=20").env("ZESIM_TIMER_HZ", hz));
    }
}

#[test]
fn trap_06_start_equals_end() {
    needs_loader!();
    let watched = exact(&scene("many n=200 what=kernels"));
    assert_eq!(watched.figures.kernel("empty").timed, 200);
}

/// Zero and reversed stamps are invalid: counted, and never shown as minutes.
#[test]
fn trap_06_invalid_stamps_are_counted() {
    needs_loader!();
    for fault in ["zero_stamps", "reversed_stamps"] {
        let scene = scene("event-reuse n=20").env("ZESIM_FAULT", fault);
        let (_, watched) = crate::support::both(&scene);
        let device = &watched.figures.device;
        assert_eq!(watched.figures.quality.invalid_timestamps, 60, "{fault}: {device:#?}");
        assert_eq!((device.timed, device.untimed, device.untimed_reasons["invalid timestamps"]), (0, 60, 60));
        for kernel in &watched.figures.device.kernels {
            assert_eq!(kernel.launches, 20, "{fault}");
            assert!(kernel.max_ns.unwrap_or(0) < 10_000_000, "{fault}: {kernel:?}");
        }
    }
}

/// Submission and start are compared across the two clocks: with the drift not followed, 50 ppm of the run's
/// length would show as a delay, or as a start before the submission.
#[test]
fn trap_07_a_device_clock_that_drifts() {
    needs_loader!();
    for ppm in ["50", "-50"] {
        let scene = scene("kernel-between seconds=4 ms=20").env("ZESIM_CLOCK_PPM", ppm);
        let watched = exact(&scene);
        let delay = watched.figures.kernel("work").submit_avg_ns.expect("a delay");
        assert!((0.0..5_000_000.0).contains(&delay), "{ppm} ppm: starts {delay} ns after its submission");
    }
}

#[test]
fn trap_08_regions_with_pitches() {
    needs_loader!();
    let _ = exact(&scene("regions width=100 height=20 depth=5"));
}

#[test]
fn trap_08_images_and_null_regions() {
    needs_loader!();
    let _ = exact(&scene("images width=33 height=17 depth=3"));
}

#[test]
fn trap_08_pointers_inside_reused_and_of_another_context() {
    needs_loader!();
    let _ = exact(&scene("addresses size=64K n=20"));
}

#[test]
fn trap_08_peer_copies_between_devices() {
    needs_loader!();
    let watched = exact(&scene("devices n=10").env("ZESIM_DEVICES", "3"));
    // To the peer and, once per pair of devices, from there to the heap.
    let peers = watched.figures.device.transfers.iter().filter(|t| t.direction == "peer");
    assert_eq!(peers.map(|t| t.ops).sum::<u64>(), 60 + 2);
    let between = watched.figures.device.transfers.iter().filter(|t| t.src == "device" && t.dst == "device");
    assert!(between.clone().all(|t| t.direction == "peer"));
    let mut ways: Vec<_> = between.map(|t| (t.src_device, t.dst_device, t.ops)).collect();
    ways.sort_unstable();
    let way = |src, dst, ops| (Some(src), Some(dst), ops);
    assert_eq!(ways, [way(0, 1, 10), way(1, 0, 20), way(1, 2, 10), way(2, 1, 20)]);
    assert_eq!(watched.figures.devices.len(), 3);
    let ids: BTreeSet<_> = watched.figures.devices.iter().map(|d| (&d.uuid, &d.pci_address)).collect();
    assert!(ids.len() == 3 && ids.iter().all(|(uuid, pci)| uuid.is_some() && pci.is_some()), "{ids:?}");
}

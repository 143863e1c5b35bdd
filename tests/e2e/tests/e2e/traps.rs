//! The traps of ARCHITECTURE.md, by number, against the simulator's exact stamps, on each of its drivers.

use crate::support::{at_once, exact, exact_but, needs_loader, on_each_driver};
use std::collections::BTreeSet;
use zetop_e2e::figures::Figures;

/// With Intel's driver nothing may go between executions of a list: only the last one in flight is timed.
#[test]
fn trap_01_list_executed_twice_waits_for_a_late_host_signal() {
    needs_loader!();
    for pool in ["timestamps", "plain"] {
        for (_, scene) in on_each_driver(&format!("host-signal-late pool={pool}")) {
            let figures = exact_but(&scene, &[("list executed again while running", 4)]).figures;
            let (short, long) = (figures.kernel("short"), figures.kernel("long"));
            assert_eq!((short.timed, short.min_ns, short.max_ns), (1, Some(10_000), Some(10_000)));
            assert_eq!((long.timed, long.min_ns, long.max_ns), (1, Some(1_000_000), Some(1_000_000)));
        }
    }
}

#[test]
fn trap_02_one_event_reused_a_thousand_times() {
    needs_loader!();
    for (_, scene) in on_each_driver("event-reuse n=1000") {
        let watched = exact(&scene);
        let (long, short) = (watched.figures.kernel("long"), watched.figures.kernel("short"));
        assert_eq!((long.min_ns, long.max_ns, long.timed), (Some(1_000_000), Some(1_000_000), 1000));
        assert_eq!((short.min_ns, short.max_ns, short.timed), (Some(10_000), Some(10_000), 1000));
        let alternating = watched.figures.kernel("alternating");
        assert_eq!((alternating.min_ns, alternating.max_ns), (Some(10_000), Some(1_000_000)));
        assert_eq!(alternating.total_ns, 500 * 1_010_000);
    }
}

#[test]
fn trap_02_in_a_pool_without_timestamps() {
    needs_loader!();
    for (_, scene) in on_each_driver("event-reuse n=100 pool=plain") {
        let _ = exact(&scene);
    }
}

/// To copy the first stamps would take a command of the probe's in the program's list: on Intel's driver that is a kernel, which
/// the program's own figures would show.
#[test]
fn trap_03_one_event_signalled_twice_in_a_list() {
    needs_loader!();
    for program in ["event-twice", "event-reset-in-list"] {
        for pool in ["timestamps", "plain"] {
            for (_, scene) in on_each_driver(&format!("{program} n=5 pool={pool}")) {
                let figures = exact_but(&scene, &[("event signalled again unread", 5)]).figures;
                let (long, short) = (figures.kernel("long"), figures.kernel("short"));
                assert_eq!((long.launches, long.timed, long.min_ns), (5, 0, None));
                assert_eq!((short.timed, short.min_ns, short.max_ns), (5, Some(10_000), Some(10_000)));
            }
        }
    }
}

/// Keeping the first stamps would take a barrier there, which the program's own figures would show.
#[test]
fn trap_03_in_an_out_of_order_list_the_first_is_untimed() {
    needs_loader!();
    for program in ["event-twice", "event-reset-in-list"] {
        for (_, scene) in on_each_driver(&format!("{program} n=5 order=out")) {
            let (_, watched) = crate::support::both(&scene);
            let (long, short) = (watched.figures.kernel("long"), watched.figures.kernel("short"));
            assert_eq!((long.launches, long.timed, short.timed), (5, 0, 5), "{program}");
            assert_eq!(
                watched.figures.device.untimed_reasons["event signalled again unread"], 5,
                "{program}"
            );
        }
    }
}

#[test]
fn trap_04_counter_based_events_of_a_pool() {
    needs_loader!();
    for (_, scene) in on_each_driver("counter-based n=20 way=pool") {
        let _ = exact(&scene);
    }
}

/// The driver makes its event a counter-based one. Another thread's operations keep the device lock busy meanwhile, so that what
/// follows an append is deferred: what the program learns from the event counts all the same.
#[test]
fn trap_04_an_event_that_is_polled_for_while_the_device_lock_is_busy() {
    needs_loader!();
    for (_, scene) in on_each_driver("polls-beside-launches n=100") {
        let _ = exact(&scene.option("--exact").env("ZESIM_CALL_NS", "zeEventQueryKernelTimestamp=300000"));
    }
}

#[test]
fn trap_04_counter_based_events_by_extension_function() {
    needs_loader!();
    for (_, scene) in on_each_driver("counter-based n=20 way=zex") {
        let watched = exact(&scene);
        assert!(watched.program.stdout.contains("zex: 20 waits"), "{}", watched.program.stdout);
    }
}

/// Such an event tells of a counter, which any operation may have raised: it was taken to tell of the latest.
#[test]
fn trap_04_counter_based_events_with_storage_of_the_programs() {
    needs_loader!();
    for (_, scene) in on_each_driver("counter-based n=20 way=storage") {
        let watched = exact_but(&scene, &[("unknown handle", 40)]);
        assert!(watched.program.stdout.contains("storage: 20 waits"), "{}", watched.program.stdout);
    }
}

/// Needs a loader of API version 1.15; older ones have no such function, and the workload says so.
#[test]
fn trap_04_counter_based_events_without_a_pool() {
    needs_loader!();
    for (_, scene) in on_each_driver("counter-based n=20 way=create") {
        let _ = exact(&scene);
    }
}

#[test]
fn trap_05_threads_end_before_their_kernels() {
    needs_loader!();
    for (_, scene) in on_each_driver("cross-thread threads=8 n=1000") {
        // On two busy processors, eight threads soon spend more than the budget.
        assert_eq!(exact(&scene.option("--exact")).figures.kernel("work").timed, 8000);
    }
}

#[test]
fn trap_05_in_pools_without_timestamps() {
    needs_loader!();
    for (_, scene) in on_each_driver("cross-thread threads=8 n=100 pool=plain") {
        assert_eq!(exact(&scene).figures.kernel("work").timed, 800);
    }
}

/// The device counter wraps while the program runs: 2 ms after its start, and repeatedly if it has few bits.
#[test]
fn trap_06_stamps_that_wrap() {
    needs_loader!();
    for (bits, start) in
        [("32", "0xFFFF6A00"), ("36", "0xFFFFF6A00"), ("64", "0xFFFFFFFFFFFF6A00"), ("17", "0")]
    {
        for (_, scene) in on_each_driver("event-reuse n=30") {
            let watched = exact(&scene.env("ZESIM_TS_BITS", bits).env("ZESIM_TS_START", start));
            assert_eq!(watched.figures.kernel("long").max_ns, Some(1_000_000), "{bits} bits");
            assert_eq!(watched.figures.devices[0].timestamp_bits, Some(bits.parse().unwrap()));
        }
    }
}

#[test]
fn trap_06_timer_rates() {
    needs_loader!();
    for hz in ["12500000", "19200000", "1000000000", "12000048"] {
        for (_, scene) in on_each_driver("event-reuse n=20") {
            let _ = exact(&scene.env("ZESIM_TIMER_HZ", hz));
        }
    }
}

#[test]
fn trap_06_start_equals_end() {
    needs_loader!();
    for (_, scene) in on_each_driver("many n=200 what=kernels") {
        assert_eq!(exact(&scene).figures.kernel("empty").timed, 200);
    }
}

/// Zero and reversed stamps are invalid: counted, and never shown as minutes.
#[test]
fn trap_06_invalid_stamps_are_counted() {
    needs_loader!();
    for fault in ["zero_stamps", "reversed_stamps"] {
        for (_, scene) in on_each_driver("event-reuse n=20") {
            let (_, watched) = crate::support::both(&scene.env("ZESIM_FAULT", fault));
            let device = &watched.figures.device;
            assert_eq!(watched.figures.quality.invalid_timestamps, 60, "{fault}: {device:#?}");
            assert_eq!(
                (device.timed, device.untimed, device.untimed_reasons["invalid timestamps"]),
                (0, 60, 60)
            );
            for kernel in &watched.figures.device.kernels {
                assert_eq!(kernel.launches, 20, "{fault}");
                assert!(kernel.max_ns.unwrap_or(0) < 10_000_000, "{fault}: {kernel:?}");
            }
        }
    }
}

/// Submission and start are compared across the two clocks: with the drift not followed, 50 ppm of the run's
/// length would show as a delay, or as a start before the submission.
#[test]
fn trap_07_a_device_clock_that_drifts() {
    needs_loader!();
    let scenes = || on_each_driver("kernel-between seconds=4 ms=20").map(|(_, scene)| scene);
    let drifting = ["50", "-50"].into_iter().flat_map(|ppm| scenes().map(move |scene| (ppm, scene)));
    at_once(drifting, |(ppm, scene)| {
        let watched = exact(&scene.env("ZESIM_CLOCK_PPM", ppm));
        let delay = watched.figures.kernel("work").submit_avg_ns.expect("a delay");
        assert!((0.0..5_000_000.0).contains(&delay), "{ppm} ppm: starts {delay} ns after its submission");
    });
}

#[test]
fn trap_08_regions_with_pitches() {
    needs_loader!();
    for (_, scene) in on_each_driver("regions width=100 height=20 depth=5") {
        let _ = exact(&scene);
    }
}

#[test]
fn trap_08_images_and_null_regions() {
    needs_loader!();
    for (_, scene) in on_each_driver("images width=33 height=17 depth=3") {
        let _ = exact(&scene);
    }
}

#[test]
fn trap_08_pointers_inside_reused_and_of_another_context() {
    needs_loader!();
    for (_, scene) in on_each_driver("addresses size=64K n=20") {
        let _ = exact(&scene);
    }
}

#[test]
fn trap_08_peer_copies_between_devices() {
    needs_loader!();
    for (_, scene) in on_each_driver("devices n=10") {
        peers_are_told_apart(&exact(&scene.env("ZESIM_DEVICES", "3")).figures);
    }
}

fn peers_are_told_apart(figures: &Figures) {
    // To the peer and, once per pair of devices, from there to the heap.
    let peers = figures.device.transfers.iter().filter(|t| t.direction == "peer");
    assert_eq!(peers.map(|t| t.ops).sum::<u64>(), 60 + 2);
    let between = figures.device.transfers.iter().filter(|t| t.src == "device" && t.dst == "device");
    assert!(between.clone().all(|t| t.direction == "peer"));
    let mut ways: Vec<_> = between.map(|t| (t.src_device, t.dst_device, t.ops)).collect();
    ways.sort_unstable();
    let way = |src, dst, ops| (Some(src), Some(dst), ops);
    assert_eq!(ways, [way(0, 1, 10), way(1, 0, 20), way(1, 2, 10), way(2, 1, 20)]);
    assert_eq!(figures.devices.len(), 3);
    let ids: BTreeSet<_> = figures.devices.iter().map(|d| (&d.uuid, &d.pci_address)).collect();
    assert!(ids.len() == 3 && ids.iter().all(|(uuid, pci)| uuid.is_some() && pci.is_some()), "{ids:?}");
}

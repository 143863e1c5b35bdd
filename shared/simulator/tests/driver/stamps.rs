//! Timestamps, exact to the cycle.

use crate::harness::{Sim, field, oracle, run};
use level_zero_sys::*;
use std::ptr::null_mut;

/// Launches `k` a few times and checks its length in cycles.
#[track_caller]
fn check_length(sim: &Sim, bits: u32, cycles: u64) {
    let list = sim.immediate(0, 0);
    let kernel = sim.kernel("k");
    let events: [_; 3] = sim.stamped();
    for event in events {
        sim.launch(list, kernel, 1, event, &[]);
    }
    sim.finish_list(list);
    for event in events {
        assert_eq!(sim.cycles(event, bits), cycles);
    }
}

#[test]
fn a_kernel_is_as_long_as_set_at_32_bits() {
    run(
        &[("ZESIM_KERNEL_NS", "k=1000000"), ("ZESIM_TIMER_HZ", "19200000"), ("ZESIM_TS_BITS", "32")],
        |sim| {
            check_length(sim, 32, 19_200);
        },
    );
}

#[test]
fn a_kernel_is_as_long_as_set_at_36_bits() {
    run(&[("ZESIM_KERNEL_NS", "k=123456"), ("ZESIM_TIMER_HZ", "12500000"), ("ZESIM_TS_BITS", "36")], |sim| {
        // 1543.2 cycles.
        check_length(sim, 36, 1543);
    });
}

#[test]
fn a_kernel_is_as_long_as_set_at_64_bits() {
    let start = u64::MAX.to_string();
    let knobs = [
        ("ZESIM_KERNEL_NS", "k=54321"),
        ("ZESIM_TIMER_HZ", "1000000000"),
        ("ZESIM_TS_BITS", "64"),
        ("ZESIM_TS_START", start.as_str()),
    ];
    run(&knobs, |sim| check_length(sim, 64, 54_321));
}

#[test]
fn a_kernel_of_no_length_has_equal_stamps_and_any_other_a_cycle() {
    run(&[("ZESIM_KERNEL_NS", "k=0|1")], |sim| {
        let list = sim.immediate(0, 0);
        let kernel = sim.kernel("k");
        let events: [_; 2] = sim.stamped();
        events.iter().for_each(|event| sim.launch(list, kernel, 1, *event, &[]));
        sim.finish_list(list);
        assert_eq!(events.map(|event| sim.cycles(event, 32)), [0, 1]);
    });
}

#[test]
fn the_counter_wraps_within_a_kernel() {
    // 20 bits of a 1 MHz clock last for 1.05 s: two kernels in a row are longer, so one of them sees the wrap.
    let knobs = [("ZESIM_KERNEL_NS", "k=600000000"), ("ZESIM_TIMER_HZ", "1000000"), ("ZESIM_TS_BITS", "20")];
    run(&knobs, |sim| {
        let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let (events, kernel, go): ([_; 2], _, _) = (sim.stamped(), sim.kernel("k"), sim.events(0, 1)[0]);
        sim.launch(list, kernel, 1, events[0], &[go]);
        sim.launch(list, kernel, 1, events[1], &[]);
        call!(sim, zeEventHostSignal(go));
        sim.finish_list(list);
        let stamps = events.map(|event| sim.stamps(event).global);
        assert!(stamps.iter().any(|global| global.kernelEnd < global.kernelStart), "{stamps:?}");
        assert_eq!(events.map(|event| sim.cycles(event, 20)), [600_000; 2]);
    });
}

#[test]
fn the_counter_starts_where_it_was_told() {
    let start = u64::from(u32::MAX).to_string();
    let knobs =
        [("ZESIM_TS_START", start.as_str()), ("ZESIM_TS_BITS", "32,36"), ("ZESIM_TIMER_HZ", "1000000")];
    run(&knobs, |sim| {
        // It has just wrapped at 32 bits, and not at 36.
        let list = sim.immediate(0, 0);
        let event = sim.stamped::<1>()[0];
        sim.launch(list, sim.kernel("k"), 1, event, &[]);
        sim.wait(event);
        assert!(sim.stamps(event).global.kernelEnd < 100_000_000);
        assert!(timestamps(sim).1 > 1 << 32);
    });
}

#[test]
fn the_context_clock_has_its_own_origin() {
    run(&[], |sim| {
        let list = sim.immediate(0, 0);
        let events: [_; 1] = sim.stamped();
        sim.launch(list, sim.kernel("k"), 1, events[0], &[]);
        sim.finish_list(list);
        let stamps = sim.stamps(events[0]);
        let ahead = stamps.context.kernelStart.wrapping_sub(stamps.global.kernelStart) & u64::from(u32::MAX);
        assert_eq!(ahead, ze_sim::clock::CONTEXT_ORIGIN & u64::from(u32::MAX));
    });
}

fn timestamps(sim: &Sim) -> (u64, u64) {
    let (mut host, mut device) = (0, 0);
    call!(sim, zeDeviceGetGlobalTimestamps(sim.device, &mut host, &mut device));
    (host, device)
}

#[test]
fn a_kernel_lies_between_its_append_and_its_end_although_the_clock_drifts() {
    let knobs = [
        ("ZESIM_KERNEL_NS", "k=2000000"),
        ("ZESIM_TIMER_HZ", "1000000000"),
        ("ZESIM_TS_BITS", "64"),
        ("ZESIM_CLOCK_PPM", "50"),
    ];
    run(&knobs, |sim| {
        let list = sim.immediate(0, 0);
        let kernel = sim.kernel("k");
        let first = timestamps(sim);
        let events: [_; 20] = sim.stamped();
        for event in events {
            let before = timestamps(sim).1;
            sim.launch(list, kernel, 1, event, &[]);
            sim.wait(event);
            let after = timestamps(sim).1;
            let global = sim.stamps(event).global;
            assert!(before <= global.kernelStart && global.kernelEnd <= after, "{before} {global:?} {after}");
            assert_eq!(global.kernelEnd - global.kernelStart, 2_000_000);
        }
        let last = timestamps(sim);
        let (host, device) = ((last.0 - first.0) as f64, (last.1 - first.1) as f64);
        let ppm = (device / host - 1.0) * 1e6;
        assert!((ppm - 50.0).abs() < 0.5, "{ppm}");
    });
}

#[test]
fn operations_follow_each_other_without_gaps() {
    run(
        &[("ZESIM_KERNEL_NS", "k=30000|70000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")],
        |sim| {
            let list = sim.regular(0, ZE_COMMAND_LIST_FLAG_IN_ORDER);
            let kernel = sim.kernel("k");
            let events: [_; 10] = sim.stamped();
            events.iter().for_each(|event| sim.launch(list, kernel, 1, *event, &[]));
            call!(sim, zeCommandListClose(list));
            let queue = sim.queue(0);
            let before = std::time::Instant::now();
            sim.execute(queue, list);
            sim.finish(queue);
            assert!(before.elapsed().as_nanos() >= 500_000, "it took less than the modelled time");
            let stamps: Vec<_> = events.iter().map(|event| sim.stamps(*event).global).collect();
            for (position, pair) in stamps.windows(2).enumerate() {
                assert_eq!(
                    pair[0].kernelEnd - pair[0].kernelStart,
                    if position % 2 == 0 { 30_000 } else { 70_000 }
                );
                // A computing kernel that does nothing takes next to no real time.
                assert!(pair[1].kernelStart - pair[0].kernelEnd < 30_000, "{pair:?}");
            }
        },
    );
}

#[test]
fn queries_in_a_list_copy_stamps_aside() {
    run(
        &[("ZESIM_KERNEL_NS", "k=100000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")],
        |sim| {
            let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
            let mut events: [_; 3] = sim.stamped();
            let kernel = sim.kernel("k");
            sim.launch(list, kernel, 1, events[0], &[]);
            sim.launch(list, kernel, 1, events[1], &[]);
            let size = size_of::<ze_kernel_timestamp_result_t>();
            let (packed, spread) = (sim.on_host(2 * size), sim.on_host(4 * size));
            let offsets = [3 * size, size];
            let query = events.as_mut_ptr();
            let none = null_mut();
            call!(
                sim,
                zeCommandListAppendQueryKernelTimestamps(
                    list,
                    2,
                    query,
                    packed.cast(),
                    std::ptr::null(),
                    none,
                    0,
                    null_mut()
                )
            );
            let done = events[2];
            call!(
                sim,
                zeCommandListAppendQueryKernelTimestamps(
                    list,
                    2,
                    query,
                    spread.cast(),
                    offsets.as_ptr(),
                    done,
                    0,
                    null_mut()
                )
            );
            // After the query, the event may be used again.
            call!(sim, zeCommandListAppendEventReset(list, events[0]));
            sim.finish_list(list);
            let at = |base: *mut u8, offset: usize| {
                // SAFETY: inside the allocations above, which the queries have filled.
                unsafe { base.wrapping_add(offset).cast::<ze_kernel_timestamp_result_t>().read() }
            };
            let length =
                |stamps: ze_kernel_timestamp_result_t| stamps.global.kernelEnd - stamps.global.kernelStart;
            assert_eq!((length(at(packed, 0)), length(at(packed, size))), (100_000, 100_000));
            assert_eq!(at(spread, 3 * size).global.kernelEnd, at(packed, 0).global.kernelEnd);
            assert_eq!(at(spread, size).global.kernelEnd, sim.stamps(events[1]).global.kernelEnd);
            let mut stamps = ze_kernel_timestamp_result_t::default();
            let result = result!(sim, zeEventQueryKernelTimestamp(events[0], &mut stamps));
            assert_eq!(result, ZE_RESULT_NOT_READY);
            let copy_list = sim.immediate(1, 0);
            let result = result!(
                sim,
                zeCommandListAppendQueryKernelTimestamps(
                    copy_list,
                    1,
                    query,
                    packed.cast(),
                    std::ptr::null(),
                    none,
                    0,
                    null_mut()
                )
            );
            assert_eq!(result, ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        },
    );
}

#[test]
fn the_device_writes_its_timestamp() {
    run(&[], |sim| {
        let list = sim.immediate(1, 0);
        let place = sim.on_host(8);
        let before = timestamps(sim).1;
        call!(sim, zeCommandListAppendWriteGlobalTimestamp(list, place.cast(), null_mut(), 0, null_mut()));
        sim.finish_list(list);
        let after = timestamps(sim).1;
        // SAFETY: the command has written these eight bytes.
        let written = unsafe { place.cast::<u64>().read() };
        assert!(before <= written && written <= after, "{before} {written} {after}");
    });
}

#[test]
fn mapped_stamps_are_on_the_host_clock() {
    run(&[("ZESIM_KERNEL_NS", "k=5000000")], |sim| {
        let event = sim.events(ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP, 1)[0];
        let list = sim.immediate(0, 0);
        let before = timestamps(sim).0;
        sim.launch(list, sim.kernel("k"), 1, event, &[]);
        sim.finish_list(list);
        let after = timestamps(sim).0;
        let mut kernel = ze_kernel_timestamp_result_t::default();
        let mut host = ze_synchronized_timestamp_result_ext_t::default();
        let mut results: ze_event_query_kernel_timestamps_results_ext_properties_t =
            crate::harness::described(ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES);
        (results.pKernelTimestampsBuffer, results.pSynchronizedTimestampsBuffer) = (&mut kernel, &mut host);
        let mut count = 0;
        match result!(sim, zeEventQueryKernelTimestampsExt(event, sim.device, &mut count, null_mut())) {
            // Loaders before 1.9 don't have it.
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => return,
            result => crate::harness::ok(result),
        }
        assert_eq!(count, 1);
        call!(sim, zeEventQueryKernelTimestampsExt(event, sim.device, &mut count, &mut results));
        assert_eq!(kernel.global.kernelEnd - kernel.global.kernelStart, 96_000);
        let length = host.global.kernelEnd - host.global.kernelStart;
        assert!(before <= host.global.kernelStart && host.global.kernelEnd <= after);
        assert!(length.abs_diff(5_000_000) <= 1, "{length}");
    });
}

#[test]
fn the_oracle_tells_what_the_event_tells() {
    let file = std::env::temp_dir().join(format!("ze-sim-stamps-{}", std::process::id()));
    let path = file.to_str().expect("UTF-8");
    run(&[("ZESIM_ORACLE", path), ("ZESIM_KERNEL_NS", "k=10000|1000000")], |sim| {
        let list = sim.immediate(0, 0);
        let kernel = sim.kernel("k");
        let event = sim.stamped::<1>()[0];
        for round in 0..20 {
            sim.launch(list, kernel, 1, event, &[]);
            sim.wait(event);
            let stamps = sim.stamps(event);
            call!(sim, zeEventHostReset(event));
            let lines = oracle();
            assert_eq!(lines.len(), round + 1);
            let line = &lines[round];
            assert!(line.starts_with("{\"op\":\"kernel\",\"name\":\"k\","), "{line}");
            assert_eq!(field(line, "global_start"), stamps.global.kernelStart);
            assert_eq!(field(line, "context_end"), stamps.context.kernelEnd);
            assert_eq!(field(line, "cycles"), if round % 2 == 0 { 192 } else { 19_200 });
        }
    });
    drop(std::fs::remove_file(file));
}

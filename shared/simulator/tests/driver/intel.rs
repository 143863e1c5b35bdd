//! What Intel's driver was seen to do: the personalities of `ZESIM_DRIVER`.

use crate::counter_based::from_pool;
use crate::harness::{FOREVER, Sim, floats, function, run};
use level_zero_sys::*;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

const TGL: (&str, &str) = ("ZESIM_DRIVER", "intel-tgl");
const DG2: (&str, &str) = ("ZESIM_DRIVER", "intel-dg2");
const BMG: (&str, &str) = ("ZESIM_DRIVER", "intel-bmg");
/// A kernel that ends after everything else in a test, and one that takes its time.
const TIMES: (&str, &str) = ("ZESIM_KERNEL_NS", "k=100000000,short=10000");
const CLOCK: (&str, &str) = ("ZESIM_TIMER_HZ", "1000000000");
const BITS: (&str, &str) = ("ZESIM_TS_BITS", "64");

fn query(sim: &Sim, event: ze_event_handle_t) -> (ze_result_t, ze_kernel_timestamp_result_t) {
    let mut stamps = ze_kernel_timestamp_result_t::default();
    (result!(sim, zeEventQueryKernelTimestamp(event, &mut stamps)), stamps)
}

fn in_order(sim: &Sim) -> ze_command_list_handle_t {
    sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER)
}

#[test]
fn a_query_of_a_counter_based_event_spins_and_finds_half_written_stamps() {
    let half = ("ZESIM_FAULT", "half_written=50000000");
    run(&[DG2, TIMES, half], |sim| {
        let is_half_written = |_| {
            let (event, before) = (from_pool(sim), Instant::now());
            sim.launch(in_order(sim), sim.kernel("k"), 1, event, &[]);
            let (result, stamps) = query(sim, event);
            // The kernel takes 100 by the device's clock.
            assert!(before.elapsed() >= Duration::from_millis(99), "it did not wait");
            sim.wait(event);
            assert_eq!(sim.cycles(event, 32), 1_920_000);
            // The query gives up if the kernel has not come to its end after 5 s.
            if result == ZE_RESULT_NOT_READY {
                return false;
            }
            assert_eq!(result, ZE_RESULT_SUCCESS);
            assert_ne!(stamps.context.kernelStart, 0xffff_ffff);
            assert_ne!(stamps.global.kernelEnd, 0xffff_ffff);
            stamps.context.kernelEnd == 0xffff_ffff
        };
        // A query that comes 50 ms late finds whole stamps.
        assert!((0..50).any(is_half_written), "the end was always there");
    });
}

#[test]
fn a_query_gives_up_after_five_seconds() {
    run(&[DG2], |sim| {
        let (event, go) = (from_pool(sim), sim.events(0, 1)[0]);
        sim.launch(in_order(sim), sim.kernel("k"), 1, event, &[go]);
        let before = Instant::now();
        assert_eq!(query(sim, event).0, ZE_RESULT_NOT_READY);
        assert!(before.elapsed() >= Duration::from_secs(5));
        call!(sim, zeEventHostSignal(go));
        sim.wait(event);
    });
}

#[test]
fn events_of_a_pool_are_converted_on_battlemages_in_order_immediate_lists() {
    run(&[BMG, TIMES], |sim| {
        let (list, kernel) = (in_order(sim), sim.kernel("k"));
        let (event, gate) = (sim.stamped::<1>()[0], sim.events(0, 1)[0]);
        sim.launch(list, kernel, 1, event, &[]);
        assert_eq!(query(sim, event).0, ZE_RESULT_SUCCESS);
        sim.wait(event);
        assert_eq!(sim.cycles(event, 32), 1_920_000);
        // A new signal is to come, so it is not complete, and a reset takes both away.
        sim.launch(list, kernel, 1, event, &[gate]);
        assert!(!sim.is_signalled(event));
        call!(sim, zeEventHostSignal(gate));
        sim.wait(event);
        call!(sim, zeEventHostReset(event));
        assert!(!sim.is_signalled(event));
        assert_eq!(query(sim, event).0, ZE_RESULT_NOT_READY);
    });
}

#[test]
fn events_are_not_converted_elsewhere() {
    fn check(sim: &Sim, list: ze_command_list_handle_t, event: ze_event_handle_t) {
        let go = sim.events(0, 1)[0];
        sim.launch(list, sim.kernel("short"), 1, event, &[go]);
        let returns_at_once = |_| {
            let before = Instant::now();
            assert_eq!(query(sim, event).0, ZE_RESULT_NOT_READY);
            before.elapsed() < Duration::from_secs(5)
        };
        assert!((0..10).any(returns_at_once), "the query waited");
        call!(sim, zeEventHostSignal(go));
        sim.wait(event);
        assert_eq!(sim.cycles(event, 32), 192);
    }
    run(&[BMG, TIMES], |sim| {
        // After one reset of it in a list, which need not be executed.
        let [reset, plain] = sim.stamped();
        call!(sim, zeCommandListAppendEventReset(sim.regular(0, 0), reset));
        check(sim, in_order(sim), reset);
        // Where other processes may look at it.
        let shared = sim.events(ZE_EVENT_POOL_FLAG_IPC | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 1)[0];
        check(sim, in_order(sim), shared);
        // In lists of another sort.
        check(sim, sim.immediate(0, 0), plain);
    });
}

#[test]
fn events_are_not_converted_on_other_devices() {
    run(&[DG2, TIMES], |sim| {
        let ([event], go) = (sim.stamped(), sim.events(0, 1)[0]);
        sim.launch(in_order(sim), sim.kernel("short"), 1, event, &[go]);
        assert_eq!(query(sim, event).0, ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(go));
        sim.wait(event);
    });
}

/// Appends a kernel that signals a counter-based event and, after it, a long one; returns the two events when
/// the first is complete.
fn backlog(sim: &Sim) -> (ze_event_handle_t, ze_event_handle_t) {
    let (list, event, last) = (in_order(sim), from_pool(sim), sim.stamped::<1>()[0]);
    sim.launch(list, sim.kernel("short"), 1, event, &[]);
    sim.launch(list, sim.kernel("k"), 1, last, &[]);
    while !sim.is_signalled(event) {
        std::thread::yield_now();
    }
    (event, last)
}

#[test]
fn a_wait_of_no_time_waits_behind_the_backlog_on_tiger_lake() {
    run(&[TGL, TIMES], |sim| {
        let (event, last) = backlog(sim);
        call!(sim, zeEventHostSynchronize(event, 0));
        assert!(sim.is_signalled(last));
    });
}

#[test]
fn it_does_not_elsewhere() {
    run(&[DG2, ("ZESIM_KERNEL_NS", "k=600000000000,short=10000")], |sim| {
        let (event, last) = backlog(sim);
        call!(sim, zeEventHostSynchronize(event, 0));
        assert!(!sim.is_signalled(last));
        std::process::exit(0);
    });
}

/// Stamps of two kernels of an out-of-order list that both may start at once: whether the second did so while the
/// first was running.
fn overlap(sim: &Sim, scope: ze_event_scope_flags_t) -> bool {
    let list = sim.immediate(0, 0);
    let [first, second] = sim.scoped(scope);
    let mut go = sim.events(0, 1)[0];
    let kernel = sim.kernel("k");
    call!(sim, zeCommandListAppendWaitOnEvents(list, 1, &mut go));
    sim.launch(list, kernel, 1, first, &[]);
    sim.launch(list, kernel, 1, second, &[]);
    call!(sim, zeEventHostSignal(go));
    sim.finish_list(list);
    assert_eq!((sim.cycles(first, 64), sim.cycles(second, 64)), (100_000_000, 100_000_000));
    let (first, second) = (sim.stamps(first).global, sim.stamps(second).global);
    second.kernelStart < first.kernelEnd
}

const HOST: ze_event_scope_flags_t = ZE_EVENT_SCOPE_FLAG_HOST;

#[test]
fn a_signal_of_host_scope_stalls_on_dg2() {
    run(&[DG2, TIMES, CLOCK, BITS], |sim| {
        assert!(overlap(sim, 0));
        assert!(overlap(sim, ZE_EVENT_SCOPE_FLAG_DEVICE));
        assert!(!overlap(sim, HOST));
    });
}

#[test]
fn any_signal_stalls_on_tiger_lake() {
    run(&[TGL, TIMES, CLOCK, BITS], |sim| assert!(!overlap(sim, 0)));
}

#[test]
fn no_signal_stalls_on_battlemage() {
    run(&[BMG, TIMES, CLOCK, BITS], |sim| assert!(overlap(sim, HOST)));
}

#[test]
fn the_patient_driver_works_one_by_one() {
    run(&[("ZESIM_DRIVER", "patient"), TIMES, CLOCK, BITS], |sim| assert!(!overlap(sim, 0)));
}

#[test]
fn a_barrier_waits_for_all_before_it_and_a_signal_for_nothing() {
    run(&[DG2, TIMES, CLOCK, BITS], |sim| {
        let list = sim.immediate(0, 0);
        let [kernel, signal, barrier, behind] = sim.scoped(0);
        let mut go = sim.events(0, 1)[0];
        call!(sim, zeCommandListAppendWaitOnEvents(list, 1, &mut go));
        sim.launch(list, sim.kernel("k"), 1, kernel, &[]);
        call!(sim, zeCommandListAppendSignalEvent(list, signal));
        call!(sim, zeCommandListAppendBarrier(list, barrier, 0, null_mut()));
        sim.launch(list, sim.kernel("short"), 1, behind, &[]);
        call!(sim, zeEventHostSignal(go));
        sim.finish_list(list);
        let stamps = |event| sim.stamps(event).global;
        assert!(stamps(signal).kernelEnd < stamps(kernel).kernelEnd);
        assert!(stamps(barrier).kernelStart >= stamps(kernel).kernelEnd);
        assert!(stamps(behind).kernelStart >= stamps(barrier).kernelEnd);
        // A signal of host scope is flushed, and so it comes after the kernel.
        let [kernel] = sim.scoped(0);
        let [flushed] = sim.scoped(HOST);
        sim.launch(list, sim.kernel("k"), 1, kernel, &[]);
        call!(sim, zeCommandListAppendSignalEvent(list, flushed));
        sim.finish_list(list);
        assert!(stamps(flushed).kernelStart >= stamps(kernel).kernelEnd);
    });
}

/// A regular list that adds one to a number, maybe after an event, and the number.
fn adding(sim: &Sim, wait: &[ze_event_handle_t]) -> (ze_command_list_handle_t, *mut u8) {
    let (one, sum) = (sim.shared(4), sim.shared(4));
    (floats(one, 1)[0], floats(sum, 1)[0]) = (1.0, 0.0);
    let kernel = sim.kernel("saxpy");
    sim.argument(kernel, 0, 1.0_f32);
    sim.argument(kernel, 1, one);
    sim.argument(kernel, 2, sum);
    sim.argument(kernel, 3, 1_u32);
    let list = sim.regular(0, 0);
    sim.launch(list, kernel, 1, null_mut(), wait);
    call!(sim, zeCommandListClose(list));
    (list, sum)
}

fn execute_all(sim: &Sim, queue: ze_command_queue_handle_t, lists: &mut [ze_command_list_handle_t]) {
    let count = lists.len() as u32;
    call!(sim, zeCommandQueueExecuteCommandLists(queue, count, lists.as_mut_ptr(), null_mut()));
}

#[test]
fn the_same_neighbours_may_be_executed_again_in_flight() {
    run(&[DG2], |sim| {
        let (go, queue) = (sim.events(0, 1)[0], sim.queue(0));
        let ((first, a), (second, b)) = (adding(sim, &[go]), adding(sim, &[]));
        for _ in 0..10 {
            execute_all(sim, queue, &mut [first, second]);
        }
        call!(sim, zeEventHostSignal(go));
        sim.finish(queue);
        assert_eq!((floats(a, 1)[0], floats(b, 1)[0]), (10.0, 10.0));
    });
}

#[test]
fn another_neighbour_leads_an_execution_in_flight_astray() {
    run(&[DG2], |sim| {
        let (go, queue) = (sim.events(0, 1)[0], sim.queue(0));
        let ((first, _), (old, before), (new, after)) =
            (adding(sim, &[go]), adding(sim, &[]), adding(sim, &[]));
        execute_all(sim, queue, &mut [first, old]);
        execute_all(sim, queue, &mut [first, new]);
        call!(sim, zeEventHostSignal(go));
        sim.finish(queue);
        assert_eq!((floats(before, 1)[0], floats(after, 1)[0]), (0.0, 2.0));
    });
}

#[test]
fn a_list_reset_in_flight_is_a_fault_that_loses_the_device() {
    run(&[DG2], |sim| {
        let (go, queue) = (sim.events(0, 1)[0], sim.queue(0));
        let ((first, _), (second, _)) = (adding(sim, &[go]), adding(sim, &[]));
        execute_all(sim, queue, &mut [first, second]);
        call!(sim, zeCommandListReset(second));
        call!(sim, zeEventHostSignal(go));
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, FOREVER)), ZE_RESULT_ERROR_DEVICE_LOST);
    });
}

#[test]
fn destroying_a_list_waits_for_it() {
    for driver in [DG2, ("ZESIM_DRIVER", "patient")] {
        run(&[driver, TIMES], |sim| {
            let ([a, b], list) = (sim.stamped(), sim.immediate(0, 0));
            sim.launch(list, sim.kernel("k"), 1, a, &[]);
            call!(sim, zeCommandListDestroy(list));
            assert!(sim.is_signalled(a));
            let list = sim.regular(0, 0);
            sim.launch(list, sim.kernel("k"), 1, b, &[]);
            call!(sim, zeCommandListClose(list));
            sim.execute(sim.queue(0), list);
            call!(sim, zeCommandListDestroy(list));
            assert!(sim.is_signalled(b));
        });
    }
}

#[test]
fn a_counter_based_event_does_not_tell_what_it_is() {
    run(&[DG2], |sim| {
        type Create = unsafe extern "C" fn(
            ze_context_handle_t,
            ze_device_handle_t,
            *const ze_event_counter_based_desc_t,
            *mut ze_event_handle_t,
        ) -> ze_result_t;
        type Flags = unsafe extern "C" fn(ze_event_handle_t, *mut u32) -> ze_result_t;
        type Pool = unsafe extern "C" fn(ze_event_handle_t, *mut ze_event_pool_handle_t) -> ze_result_t;
        // SAFETY: the types with which Intel's driver declares its functions.
        let (create, get_flags, get_pool) = unsafe {
            (
                std::mem::transmute::<*const std::ffi::c_void, Create>(function("zeEventCounterBasedCreate")),
                std::mem::transmute::<*const std::ffi::c_void, Flags>(function(
                    "zeEventGetCounterBasedFlags",
                )),
                std::mem::transmute::<*const std::ffi::c_void, Pool>(function("zeEventGetEventPool")),
            )
        };
        for stamped in [0, ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP] {
            let mut desc: ze_event_counter_based_desc_t =
                crate::harness::described(ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC);
            desc.flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
                | ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
                | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE
                | stamped;
            let (mut event, mut flags, mut pool) = (null_mut(), 0, std::ptr::dangling_mut());
            // SAFETY: live handles and valid places.
            unsafe {
                crate::harness::ok(create(sim.context, sim.device, &desc, &mut event));
                crate::harness::ok(get_flags(event, &mut flags));
                crate::harness::ok(get_pool(event, &mut pool));
            }
            assert_eq!((flags, pool), (1, null_mut()));
        }
    });
}

//! Events: states, waits and who waits for whom.

use crate::harness::{FOREVER, bytes, run};
use level_zero_sys::*;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

#[test]
fn the_host_signals_resets_and_waits() {
    run(&[], |sim| {
        let event = sim.events(0, 1)[0];
        assert!(!sim.is_signalled(event));
        let before = Instant::now();
        assert_eq!(result!(sim, zeEventHostSynchronize(event, 3_000_000)), ZE_RESULT_NOT_READY);
        assert!(before.elapsed() >= Duration::from_millis(3));
        assert_eq!(result!(sim, zeEventHostSynchronize(event, 0)), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(event));
        assert!(sim.is_signalled(event));
        sim.wait(event);
        call!(sim, zeEventHostReset(event));
        assert!(!sim.is_signalled(event));
    });
}

#[test]
fn a_list_waits_for_the_host_and_not_the_program() {
    run(&[], |sim| {
        let (list, other) = (sim.immediate(0, 0), sim.immediate(0, 0));
        let [go, done, free] = sim.stamped();
        let (from, to) = (sim.on_host(1), sim.on_host(1));
        bytes(from, 1)[0] = 1;
        bytes(to, 1)[0] = 0;
        sim.copy(list, to, from, 1, done, &[go]);
        // Another queue goes on meanwhile.
        sim.launch(other, sim.kernel("k"), 1, free, &[]);
        sim.wait(free);
        // A copy that does not wait for the host is done by then.
        std::thread::sleep(Duration::from_millis(5));
        assert!(!sim.is_signalled(done));
        assert_eq!(bytes(to, 1)[0], 0);
        call!(sim, zeEventHostSignal(go));
        sim.wait(done);
        assert_eq!(bytes(to, 1)[0], 1);
        // An event that the host has signalled has no stamps.
        let stamps = sim.stamps(go);
        assert_eq!((stamps.global.kernelStart, stamps.global.kernelEnd, stamps.context.kernelEnd), (0, 0, 0));
    });
}

#[test]
fn a_list_executed_twice_waits_for_a_later_host_signal() {
    run(&[], |sim| {
        let [go, done] = sim.stamped();
        let list = sim.regular(0, 0);
        let counter = sim.shared(8);
        bytes(counter, 8).fill(0);
        let kernel = sim.kernel("saxpy");
        let one = sim.shared(4);
        crate::harness::floats(one, 1)[0] = 1.0;
        sim.argument(kernel, 0, 1.0_f32);
        sim.argument(kernel, 1, one);
        sim.argument(kernel, 2, counter);
        sim.argument(kernel, 3, 1_u32);
        sim.launch(list, kernel, 1, done, &[go]);
        call!(sim, zeCommandListClose(list));
        let queue = sim.queue(0);
        sim.execute(queue, list);
        sim.execute(queue, list);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, 2_000_000)), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(go));
        sim.finish(queue);
        assert_eq!(crate::harness::floats(counter, 1)[0], 2.0);
    });
}

#[test]
fn queues_wait_for_each_other_and_their_stamps_say_so() {
    run(
        &[("ZESIM_KERNEL_NS", "k=2000000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")],
        |sim| {
            let (compute, copy) = (sim.immediate(0, 0), sim.immediate(1, 0));
            let [computed, copied, free] = sim.stamped();
            let (a, b) = (sim.on_device(64), sim.on_host(64));
            sim.copy(copy, a, b, 64, free, &[]);
            sim.copy(copy, b, a, 64, copied, &[computed]);
            sim.launch(compute, sim.kernel("k"), 1, computed, &[]);
            sim.wait(copied);
            let (kernel, copy, before) =
                (sim.stamps(computed).global, sim.stamps(copied).global, sim.stamps(free).global);
            assert!(copy.kernelStart >= kernel.kernelEnd, "{kernel:?} {copy:?}");
            assert!(before.kernelEnd < kernel.kernelEnd);
        },
    );
}

#[test]
fn the_later_signal_has_the_later_stamps() {
    run(
        &[("ZESIM_KERNEL_NS", "k=1000000|10000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")],
        |sim| {
            let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
            let event = sim.stamped::<1>()[0];
            let kernel = sim.kernel("k");
            sim.launch(list, kernel, 1, event, &[]);
            sim.launch(list, kernel, 1, event, &[]);
            sim.finish_list(list);
            assert_eq!(sim.cycles(event, 64), 10_000);
        },
    );
}

#[test]
fn resets_in_a_list_take_state_and_stamps() {
    run(&[], |sim| {
        let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let event = sim.stamped::<1>()[0];
        sim.launch(list, sim.kernel("k"), 1, event, &[]);
        call!(sim, zeCommandListAppendEventReset(list, event));
        sim.finish_list(list);
        assert!(!sim.is_signalled(event));
        let mut stamps = ze_kernel_timestamp_result_t::default();
        assert_eq!(result!(sim, zeEventQueryKernelTimestamp(event, &mut stamps)), ZE_RESULT_NOT_READY);
        call!(sim, zeCommandListAppendSignalEvent(list, event));
        sim.wait(event);
        assert_eq!(sim.cycles(event, 32), 1);
    });
}

#[test]
fn pools_without_timestamps_have_none() {
    run(&[], |sim| {
        let list = sim.immediate(0, 0);
        let mut event = sim.events(0, 1)[0];
        sim.launch(list, sim.kernel("k"), 1, event, &[]);
        sim.wait(event);
        let mut stamps = ze_kernel_timestamp_result_t::default();
        let result = result!(sim, zeEventQueryKernelTimestamp(event, &mut stamps));
        assert_eq!((result, stamps.global.kernelEnd), (ZE_RESULT_ERROR_INVALID_ARGUMENT, 0));
        let place = sim.on_host(64);
        let query = result!(
            sim,
            zeCommandListAppendQueryKernelTimestamps(
                list,
                1,
                &mut event,
                place.cast(),
                std::ptr::null(),
                null_mut(),
                0,
                null_mut()
            )
        );
        assert_eq!(query, ZE_RESULT_ERROR_INVALID_ARGUMENT);
    });
}

#[test]
fn an_event_may_be_destroyed_unread() {
    run(&[("ZESIM_KERNEL_NS", "k=1000000")], |sim| {
        let list = sim.immediate(0, 0);
        for event in sim.stamped::<8>() {
            sim.launch(list, sim.kernel("k"), 1, event, &[]);
            call!(sim, zeEventDestroy(event));
        }
        sim.finish_list(list);
    });
}

#[test]
fn barriers_waits_and_ipc_pools_work() {
    run(&[], |sim| {
        let list = sim.regular(0, 0);
        let mut events = sim.events(ZE_EVENT_POOL_FLAG_IPC | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 3);
        let (from, to, then) = (sim.on_host(64), sim.on_device(64), sim.on_host(64));
        bytes(from, 64).fill(9);
        sim.copy(list, to, from, 64, events[0], &[]);
        call!(sim, zeCommandListAppendBarrier(list, events[1], 1, events.as_mut_ptr()));
        call!(sim, zeCommandListAppendWaitOnEvents(list, 1, &mut events[1]));
        let (size, mut range) = (64, to.cast_const().cast());
        call!(
            sim,
            zeCommandListAppendMemoryRangesBarrier(list, 1, &size, &mut range, null_mut(), 0, null_mut())
        );
        sim.copy(list, then, to, 64, events[2], &[]);
        call!(sim, zeCommandListClose(list));
        let queue = sim.queue(0);
        sim.execute(queue, list);
        call!(sim, zeEventHostSynchronize(events[2], FOREVER));
        assert_eq!(bytes(then, 64), [9; 64]);
        assert_eq!(sim.cycles(events[1], 32), 1);
    });
}

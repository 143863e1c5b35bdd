//! Events and event pools.

use super::{SLOW, append_fill, append_slow};
use crate::harness::{Sim, bytes, described, run};
use level_zero_sys::*;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

#[test]
fn a_new_event_is_not_signalled() {
    run(&[], |sim| assert!(sim.events(0, 3).iter().all(|event| !sim.is_signalled(*event))));
}

#[test]
fn the_host_signals_and_resets() {
    run(&[], |sim| {
        let event = sim.events(0, 1)[0];
        for _ in 0..2 {
            call!(sim, zeEventHostSignal(event));
            assert!(sim.is_signalled(event));
            call!(sim, zeEventHostSynchronize(event, 0));
            call!(sim, zeEventHostReset(event));
            assert!(!sim.is_signalled(event));
        }
    });
}

#[test]
fn events_of_a_pool_are_independent() {
    run(&[], |sim| {
        let events = sim.events(0, 3);
        call!(sim, zeEventHostSignal(events[1]));
        let state: Vec<_> = events.iter().map(|event| sim.is_signalled(*event)).collect();
        assert_eq!(state, [false, true, false]);
    });
}

#[test]
fn a_wait_of_no_time_only_looks() {
    run(&[], |sim| {
        let event = sim.events(0, 1)[0];
        assert_eq!(result!(sim, zeEventHostSynchronize(event, 0)), ZE_RESULT_NOT_READY);
    });
}

#[test]
fn a_wait_lasts_as_long_as_its_time() {
    run(&[], |sim| {
        let (event, before) = (sim.events(0, 1)[0], Instant::now());
        assert_eq!(result!(sim, zeEventHostSynchronize(event, 3_000_000)), ZE_RESULT_NOT_READY);
        assert!(before.elapsed() >= Duration::from_millis(3));
    });
}

#[test]
fn a_wait_ends_with_a_signal_from_another_thread() {
    run(&[], |sim| {
        struct Anywhere(ze_event_handle_t);
        // SAFETY: events may be used from any thread.
        unsafe impl Sync for Anywhere {}
        let event = Anywhere(sim.events(0, 1)[0]);
        let (event, ze) = (&event, &sim.ze);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // The other thread waits by then, as a rule; its wait has to end either way.
                std::thread::sleep(Duration::from_millis(2));
                // SAFETY: a live event.
                crate::harness::ok(unsafe { ze.zeEventHostSignal(event.0) });
            });
            sim.wait(event.0);
        });
    });
}

#[test]
fn a_kernel_signals_its_event_when_it_is_done() {
    run(&SLOW, |sim| {
        let (list, event) = (sim.immediate(0, 0), sim.events(0, 1)[0]);
        let before = Instant::now();
        append_slow(sim, list, event);
        sim.wait(event);
        assert!(before.elapsed() >= Duration::from_millis(30));
    });
}

#[test]
fn a_copy_signals_its_event_when_the_data_is_there() {
    run(&[], |sim| {
        const SIZE: usize = 8 << 20;
        let (list, event) = (sim.immediate(1, 0), sim.events(0, 1)[0]);
        let (from, to) = (sim.on_host(SIZE), sim.on_host(SIZE));
        bytes(from, SIZE).fill(3);
        sim.copy(list, to, from, SIZE, event, &[]);
        sim.wait(event);
        assert!(bytes(to, SIZE).iter().all(|byte| *byte == 3));
    });
}

#[test]
fn a_command_waits_for_all_its_events() {
    run(&[], |sim| {
        let (list, events, done) = (sim.immediate(0, 0), sim.events(0, 2), sim.events(0, 1)[0]);
        let memory = sim.on_host(1);
        bytes(memory, 1)[0] = 0;
        let one = 1_u8;
        sim.copy(list, memory, &raw const one, 1, done, &events);
        for event in events {
            assert!(!sim.is_signalled(done) && bytes(memory, 1)[0] == 0);
            call!(sim, zeEventHostSignal(event));
        }
        sim.wait(done);
        assert_eq!(bytes(memory, 1)[0], 1);
    });
}

#[test]
fn a_list_resets_an_event_in_its_place() {
    run(&[], |sim| {
        let (list, queue) = (sim.regular(0, 0), sim.queue(0));
        let (event, after) = (sim.events(0, 1)[0], sim.events(0, 1)[0]);
        call!(sim, zeCommandListAppendSignalEvent(list, event));
        call!(sim, zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()));
        call!(sim, zeCommandListAppendEventReset(list, event));
        call!(sim, zeCommandListAppendBarrier(list, after, 0, null_mut()));
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert!(sim.is_signalled(after) && !sim.is_signalled(event));
    });
}

#[test]
fn an_event_stays_signalled_until_it_is_reset() {
    run(&[], |sim| {
        let (list, event) = (sim.immediate(0, 0), sim.events(0, 1)[0]);
        call!(sim, zeCommandListAppendSignalEvent(list, event));
        sim.wait(event);
        let mut wait = event;
        call!(sim, zeCommandListAppendWaitOnEvents(list, 1, &mut wait));
        sim.finish_list(list);
        assert!(sim.is_signalled(event));
    });
}

#[test]
fn an_event_is_signalled_again_after_a_reset() {
    run(&[], |sim| {
        let (list, event) = (sim.immediate(0, 0), sim.events(0, 1)[0]);
        for _ in 0..100 {
            call!(sim, zeCommandListAppendSignalEvent(list, event));
            sim.wait(event);
            call!(sim, zeEventHostReset(event));
            assert!(!sim.is_signalled(event));
        }
    });
}

#[test]
fn timestamps_are_of_the_kernel_that_signalled() {
    run(&[("ZESIM_KERNEL_NS", "a=1_000_000,b=3_000_000"), ("ZESIM_TIMER_HZ", "1_000_000_000")], |sim| {
        let (list, [first, second]) = (sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER), sim.stamped());
        sim.launch(list, sim.kernel("a"), 1, first, &[]);
        sim.launch(list, sim.kernel("b"), 1, second, &[]);
        sim.wait(second);
        assert_eq!((sim.cycles(first, 32), sim.cycles(second, 32)), (1_000_000, 3_000_000));
        assert!(sim.stamps(second).global.kernelStart >= sim.stamps(first).global.kernelEnd);
    });
}

#[test]
fn timestamps_of_an_event_that_is_not_signalled_are_not_ready() {
    run(&[], |sim| {
        let [event] = sim.stamped();
        let mut stamps = ze_kernel_timestamp_result_t::default();
        let result = result!(sim, zeEventQueryKernelTimestamp(event, &mut stamps));
        assert_eq!(result, ZE_RESULT_NOT_READY);
    });
}

#[test]
fn a_list_writes_the_timestamps_that_a_query_gives() {
    run(&[], |sim| {
        let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let [first, second] = sim.stamped();
        let size = size_of::<ze_kernel_timestamp_result_t>();
        let place = sim.on_host(3 * size);
        bytes(place, 3 * size).fill(0xee);
        sim.launch(list, sim.kernel("k"), 1, first, &[]);
        sim.launch(list, sim.kernel("k"), 1, second, &[]);
        let (mut events, offsets) = ([first, second], [0, 2 * size]);
        call!(
            sim,
            zeCommandListAppendQueryKernelTimestamps(
                list,
                2,
                events.as_mut_ptr(),
                place.cast(),
                offsets.as_ptr(),
                null_mut(),
                0,
                null_mut()
            )
        );
        sim.finish_list(list);
        for (event, offset) in events.into_iter().zip(offsets) {
            // SAFETY: inside the allocation, where the list has written one.
            let written =
                unsafe { place.wrapping_add(offset).cast::<ze_kernel_timestamp_result_t>().read_unaligned() };
            let (queried, written) = (sim.stamps(event).context, written.context);
            assert_eq!((queried.kernelStart, queried.kernelEnd), (written.kernelStart, written.kernelEnd));
        }
        assert!(bytes(place, 3 * size)[size..2 * size].iter().all(|byte| *byte == 0xee));
    });
}

fn pool(sim: &Sim, count: u32, flags: u32) -> Result<ze_event_pool_handle_t, ze_result_t> {
    let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
    (desc.count, desc.flags) = (count, flags);
    let mut pool = null_mut();
    match result!(sim, zeEventPoolCreate(sim.context, &desc, 0, null_mut(), &mut pool)) {
        ZE_RESULT_SUCCESS => Ok(pool),
        result => Err(result),
    }
}

#[test]
fn pools_and_events_that_cannot_be_are_refused() {
    run(&[], |sim| {
        assert_eq!(pool(sim, 0, 0).err(), Some(ZE_RESULT_ERROR_INVALID_SIZE));
        assert_eq!(pool(sim, 1, 1 << 20).err(), Some(ZE_RESULT_ERROR_INVALID_ENUMERATION));
        let pool = pool(sim, 2, 0).expect("made");
        let create = |index, signal| {
            let mut desc: ze_event_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_DESC);
            (desc.index, desc.signal) = (index, signal);
            let mut event = null_mut();
            result!(sim, zeEventCreate(pool, &desc, &mut event))
        };
        assert_eq!(create(2, 0), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(create(0, 1 << 20), ZE_RESULT_ERROR_INVALID_ENUMERATION);
        assert_eq!(create(1, ZE_EVENT_SCOPE_FLAG_HOST), ZE_RESULT_SUCCESS);
        assert_eq!(result!(sim, zeEventQueryStatus(null_mut())), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
        assert_eq!(result!(sim, zeEventHostSignal(null_mut())), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    });
}

#[test]
fn a_place_in_a_pool_is_free_again_when_its_event_is_destroyed() {
    run(&[], |sim| {
        let pool = pool(sim, 1, ZE_EVENT_POOL_FLAG_HOST_VISIBLE).expect("made");
        for _ in 0..3 {
            let event = sim.events_with(pool, 1, 0)[0];
            assert!(!sim.is_signalled(event));
            call!(sim, zeEventHostSignal(event));
            call!(sim, zeEventDestroy(event));
        }
        call!(sim, zeEventPoolDestroy(pool));
    });
}

#[test]
fn events_order_the_work_of_two_queues() {
    run(&[], |sim| {
        const SIZE: usize = 4 << 20;
        let (copies, computes) = (sim.immediate(1, 0), sim.immediate(0, 0));
        let (memory, host, events) = (sim.on_device(SIZE), sim.on_host(SIZE), sim.events(0, 2));
        let zero = 0_u8;
        let fill = (&raw const zero).cast();
        append_fill(sim, computes, host, SIZE, 6);
        call!(sim, zeCommandListAppendBarrier(computes, events[0], 0, null_mut()));
        sim.copy(copies, memory, host, SIZE, events[1], &events[..1]);
        let mut wait = events[1];
        call!(
            sim,
            zeCommandListAppendMemoryFill(computes, host.cast(), fill, 1, SIZE, null_mut(), 1, &mut wait)
        );
        sim.finish_list(computes);
        assert!(bytes(memory, SIZE).iter().all(|byte| *byte == 6));
        assert!(bytes(host, SIZE).iter().all(|byte| *byte == 0));
    });
}

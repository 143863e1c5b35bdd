//! Barriers.

use super::{SLOW, append_fill, append_slow};
use crate::harness::{bytes, run};
use level_zero_sys::*;
use std::ptr::{null, null_mut};

/// A driver on which commands of a list overlap unless something orders them.
const OVERLAPPING: [(&str, &str); 2] =
    [("ZESIM_DRIVER", "intel-dg2"), ("ZESIM_KERNEL_NS", "slow=30_000_000,*=1000")];

#[test]
fn what_comes_after_a_barrier_sees_what_came_before() {
    run(&OVERLAPPING, |sim| {
        const SIZE: usize = 4 << 20;
        let (list, queue) = (sim.regular(0, 0), sim.queue(0));
        let (from, to) = (sim.on_device(SIZE), sim.on_host(SIZE));
        append_fill(sim, list, from, SIZE, 4);
        call!(sim, zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()));
        sim.copy(list, to, from, SIZE, null_mut(), &[]);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert!(bytes(to, SIZE).iter().all(|byte| *byte == 4));
    });
}

#[test]
fn a_barriers_event_comes_after_all_before_it() {
    run(&OVERLAPPING, |sim| {
        let (list, events) = (sim.immediate(0, 0), sim.events(0, 2));
        append_slow(sim, list, events[0]);
        call!(sim, zeCommandListAppendBarrier(list, events[1], 0, null_mut()));
        sim.wait(events[1]);
        assert!(sim.is_signalled(events[0]));
    });
}

#[test]
fn what_comes_after_a_barrier_waits_for_the_barriers_events() {
    run(&OVERLAPPING, |sim| {
        let (list, events) = (sim.immediate(0, 0), sim.events(0, 2));
        let mut wait = events[0];
        call!(sim, zeCommandListAppendBarrier(list, null_mut(), 1, &mut wait));
        sim.launch(list, sim.kernel("k"), 1, events[1], &[]);
        let result = result!(sim, zeEventHostSynchronize(events[1], 5_000_000));
        assert_eq!(result, ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(events[0]));
        sim.wait(events[1]);
    });
}

#[test]
fn a_barrier_of_ranges_orders_as_well() {
    run(&SLOW, |sim| {
        let (list, events, memory) = (sim.immediate(0, 0), sim.events(0, 2), sim.on_device(64));
        append_slow(sim, list, events[0]);
        let (sizes, mut ranges) = ([64], [memory.cast_const().cast()]);
        let append = |sizes, ranges| {
            result!(
                sim,
                zeCommandListAppendMemoryRangesBarrier(list, 1, sizes, ranges, events[1], 0, null_mut())
            )
        };
        assert_eq!(append(sizes.as_ptr(), ranges.as_mut_ptr()), ZE_RESULT_SUCCESS);
        sim.wait(events[1]);
        assert!(sim.is_signalled(events[0]));
        assert_eq!(append(null(), ranges.as_mut_ptr()), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(append(sizes.as_ptr(), null_mut()), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn a_system_barrier_is_there() {
    run(&[], |sim| call!(sim, zeContextSystemBarrier(sim.context, sim.device)));
}

#[test]
fn a_barrier_in_no_list_is_refused() {
    run(&[], |sim| {
        let result = result!(sim, zeCommandListAppendBarrier(null_mut(), null_mut(), 0, null_mut()));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
        let list = sim.immediate(0, 0);
        let result = result!(sim, zeCommandListAppendBarrier(list, null_mut(), 1, null_mut()));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_SIZE);
    });
}

//! Counter-based events, in all three ways to make them.

use crate::harness::{Sim, described, ok, run};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

const KNOBS: [(&str, &str); 3] =
    [("ZESIM_KERNEL_NS", "k=3000000|10000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")];

pub fn from_pool(sim: &Sim) -> ze_event_handle_t {
    let mut counter: ze_event_pool_counter_based_exp_desc_t =
        described(ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC);
    counter.flags =
        ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE | ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE;
    let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
    desc.pNext = (&raw const counter).cast();
    (desc.flags, desc.count) = (ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 1);
    sim.events_of(&desc)[0]
}

/// Laid out as Intel's `zex_counter_based_event_desc_t`.
fn from_extension(sim: &Sim) -> ze_event_handle_t {
    type Create = unsafe extern "C" fn(
        ze_context_handle_t,
        ze_device_handle_t,
        *const ze_event_counter_based_desc_t,
        *mut ze_event_handle_t,
    ) -> ze_result_t;
    let mut address: *mut c_void = null_mut();
    let name = c"zexCounterBasedEventCreate2".as_ptr();
    call!(sim, zeDriverGetExtensionFunctionAddress(sim.driver, name, &mut address));
    // SAFETY: the driver gave this function for the name.
    let create: Create = unsafe { std::mem::transmute(address) };
    let mut desc: ze_event_counter_based_desc_t = described(0);
    desc.flags = 0b1_0111;
    let mut event = null_mut();
    // SAFETY: live handles and valid pointers.
    ok(unsafe { create(sim.context, sim.device, &desc, &mut event) });
    event
}

fn check_reuse_without_reset(sim: &Sim, event: ze_event_handle_t) {
    let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    let kernel = sim.kernel("k");
    assert!(sim.is_signalled(event), "nothing is to signal it");
    sim.wait(event);
    for (round, gate) in sim.events(0, 6).into_iter().enumerate() {
        sim.launch(list, kernel, 1, event, &[gate]);
        assert!(!sim.is_signalled(event), "a new signal is under way");
        call!(sim, zeEventHostSignal(gate));
        sim.wait(event);
        assert_eq!(sim.cycles(event, 64), if round % 2 == 0 { 3_000_000 } else { 10_000 });
    }
    // Another list that waits for the last signal runs after it.
    let other = sim.immediate(1, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    let (memory, done) = (sim.on_host(8), sim.stamped::<1>()[0]);
    sim.launch(list, kernel, 1, event, &[]);
    sim.copy(other, memory, memory, 8, done, &[event]);
    sim.wait(done);
    assert!(sim.stamps(done).global.kernelStart >= sim.stamps(event).global.kernelEnd);
}

#[test]
fn pools_make_them() {
    run(&KNOBS, |sim| check_reuse_without_reset(sim, from_pool(sim)));
}

#[test]
fn the_core_makes_them() {
    run(&KNOBS, |sim| {
        let mut desc: ze_event_counter_based_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC);
        desc.flags = ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE | ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP;
        let mut event = null_mut();
        match result!(sim, zeEventCounterBasedCreate(sim.context, sim.device, &desc, &mut event)) {
            // Loaders before 1.26 don't have it.
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => {}
            result => {
                ok(result);
                check_reuse_without_reset(sim, event);
            }
        }
    });
}

#[test]
fn intels_extension_makes_them() {
    run(&KNOBS, |sim| check_reuse_without_reset(sim, from_extension(sim)));
}

#[test]
fn they_are_for_in_order_lists() {
    run(&[], |sim| {
        let event = from_pool(sim);
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        let (list, kernel) = (sim.immediate(0, 0), sim.kernel("k"));
        let result =
            result!(sim, zeCommandListAppendLaunchKernel(list, kernel, &groups, event, 0, null_mut()));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let in_order = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        assert_eq!(
            result!(sim, zeCommandListAppendEventReset(in_order, event)),
            ZE_RESULT_ERROR_INVALID_ARGUMENT
        );
        assert_eq!(result!(sim, zeEventHostSignal(event)), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    });
}

#[test]
fn regular_lists_signal_them_at_every_execution() {
    run(&[], |sim| {
        let (event, gate) = (from_pool(sim), sim.events(0, 1)[0]);
        let list = sim.regular(0, ZE_COMMAND_LIST_FLAG_IN_ORDER);
        let kernel = sim.kernel("k");
        sim.launch(list, kernel, 1, event, &[gate]);
        // Waits for the signal of the same execution.
        sim.launch(list, kernel, 1, null_mut(), &[event]);
        call!(sim, zeCommandListClose(list));
        let queue = sim.queue(0);
        for _ in 0..3 {
            sim.execute(queue, list);
            assert!(!sim.is_signalled(event));
            call!(sim, zeEventHostSignal(gate));
            sim.finish(queue);
            assert!(sim.is_signalled(event));
            call!(sim, zeEventHostReset(gate));
        }
    });
}

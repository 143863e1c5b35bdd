//! Fences.

use crate::harness::{FOREVER, Sim, described, run};
use level_zero_sys::*;
use std::ptr::null_mut;

fn fence(sim: &Sim, queue: ze_command_queue_handle_t, flags: u32) -> Result<ze_fence_handle_t, ze_result_t> {
    let mut desc: ze_fence_desc_t = described(ZE_STRUCTURE_TYPE_FENCE_DESC);
    desc.flags = flags;
    let mut fence = null_mut();
    match result!(sim, zeFenceCreate(queue, &desc, &mut fence)) {
        ZE_RESULT_SUCCESS => Ok(fence),
        result => Err(result),
    }
}

fn status(sim: &Sim, fence: ze_fence_handle_t) -> ze_result_t {
    result!(sim, zeFenceQueryStatus(fence))
}

/// Executes a list that waits for `gate`, if there is one, and signals the fence.
fn execute(
    sim: &Sim,
    queue: ze_command_queue_handle_t,
    fence: ze_fence_handle_t,
    gate: &[ze_event_handle_t],
) {
    let mut list = sim.regular(0, 0);
    sim.launch(list, sim.kernel("k"), 1, null_mut(), gate);
    call!(sim, zeCommandListClose(list));
    call!(sim, zeCommandQueueExecuteCommandLists(queue, 1, &mut list, fence));
}

#[test]
fn a_new_fence_is_as_it_was_asked_for() {
    run(&[], |sim| {
        let queue = sim.queue(0);
        assert_eq!(status(sim, fence(sim, queue, 0).expect("made")), ZE_RESULT_NOT_READY);
        let signalled = fence(sim, queue, ZE_FENCE_FLAG_SIGNALED).expect("made");
        assert_eq!(status(sim, signalled), ZE_RESULT_SUCCESS);
        assert_eq!(fence(sim, queue, 1 << 20).err(), Some(ZE_RESULT_ERROR_INVALID_ENUMERATION));
        assert_eq!(fence(sim, null_mut(), 0).err(), Some(ZE_RESULT_ERROR_INVALID_NULL_HANDLE));
    });
}

#[test]
fn a_fence_is_signalled_when_the_lists_are_done() {
    run(&[], |sim| {
        let (queue, gate) = (sim.queue(0), sim.events(0, 1)[0]);
        let fence = fence(sim, queue, 0).expect("made");
        execute(sim, queue, fence, &[gate]);
        assert_eq!(status(sim, fence), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(gate));
        call!(sim, zeFenceHostSynchronize(fence, FOREVER));
        assert_eq!(status(sim, fence), ZE_RESULT_SUCCESS);
        // All that came before it is done, too.
        call!(sim, zeCommandQueueSynchronize(queue, 0));
    });
}

#[test]
fn a_wait_whose_time_is_up_says_not_ready() {
    run(&[], |sim| {
        let (queue, gate) = (sim.queue(0), sim.events(0, 1)[0]);
        let fence = fence(sim, queue, 0).expect("made");
        execute(sim, queue, fence, &[gate]);
        assert_eq!(result!(sim, zeFenceHostSynchronize(fence, 0)), ZE_RESULT_NOT_READY);
        assert_eq!(result!(sim, zeFenceHostSynchronize(fence, 1_000_000)), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(gate));
        call!(sim, zeFenceHostSynchronize(fence, FOREVER));
    });
}

#[test]
fn a_fence_is_used_again_after_a_reset() {
    run(&[("ZESIM_KERNEL_NS", "k=1_000_000")], |sim| {
        let queue = sim.queue(0);
        let fence = fence(sim, queue, 0).expect("made");
        for _ in 0..3 {
            execute(sim, queue, fence, &[]);
            call!(sim, zeFenceHostSynchronize(fence, FOREVER));
            call!(sim, zeFenceReset(fence));
            assert_eq!(status(sim, fence), ZE_RESULT_NOT_READY);
        }
        // It belongs to its queue.
        let mut list = sim.regular(0, 0);
        call!(sim, zeCommandListClose(list));
        let other = sim.queue(0);
        let result = result!(sim, zeCommandQueueExecuteCommandLists(other, 1, &mut list, fence));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
        call!(sim, zeFenceDestroy(fence));
    });
}

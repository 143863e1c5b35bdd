//! Queues and fences: executing lists, and learning what is complete.

use super::cold;
use super::macros::{hook, plain};
use crate::driver;
use crate::timing::execute::Lane;
use crate::timing::state::Queue;
use crate::timing::{self, deferred};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use zetop_probe_core::hot;
use zetop_probe_core::own_work::{OwnWork, Timed};
use zetop_probe_core::windows::WINDOWS;

hook! { fn zeCommandQueueCreate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_command_queue_desc_t, queue: *mut ze_command_queue_handle_t) {
    let result = plain!(zeCommandQueueCreate(context, of, desc, queue));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the call succeeded, so the descriptor is the program's and the handle is written.
        let (desc, handle) = unsafe { (desc.as_ref(), *queue as usize) };
        let (ordinal, index) = desc.map_or((0, 0), |d| (d.ordinal, d.index));
        let device = of as usize;
        timing::after(1, move |s| {
            s.device(device);
            s.registry.queues.insert(handle, Queue { ordinal, index });
        });
        timing::expect();
    }
    result
}}

hook! { fn zeCommandQueueDestroy(queue: ze_command_queue_handle_t) {
    timing::in_parts(|s| s.last_look_at_some_of_lane(queue as usize));
    timing::with(|s| {
        s.forget_lane(queue as usize);
        s.registry.queues.remove(&(queue as usize));
        s.before_attach.opaque_handles.remove(&(queue as usize));
    });
    plain!(zeCommandQueueDestroy(queue))
}}

hook! { fn zeCommandQueueSynchronize(queue: ze_command_queue_handle_t, timeout: u64) {
    let last = timing::submissions();
    let result = plain!(zeCommandQueueSynchronize(queue, timeout));
    if result == ZE_RESULT_SUCCESS {
        let lane = queue as usize;
        timing::waited();
        timing::after(deferred::BATCH, move |s| s.lane_complete(lane, last));
    }
    result
}}

/// Executes lists: `call` is the program's call, and `copy` one of ours that first executes a list of ours.
fn execute(
    lane: impl FnOnce(&mut timing::state::State) -> Lane,
    lists: *mut ze_command_list_handle_t,
    count: u32,
    fence: ze_fence_handle_t,
    copy: impl FnOnce(&mut [ze_command_list_handle_t; 1]) -> ze_result_t,
    call: impl Fn(*mut ze_command_list_handle_t) -> ze_result_t,
) -> ze_result_t {
    if lists.is_null() || count == 0 {
        return call(lists);
    }
    let mut own = OwnWork::begin();
    let is_open = WINDOWS.is_open();
    if is_open {
        own.times(Timed::Execution);
    }
    // SAFETY: the program's array of `count` lists.
    let program = unsafe { std::slice::from_raw_parts(lists, count as usize) };
    if let Some(errand) = timing::with(|s| s.errand_for_lists(program)).flatten() {
        timing::run_errands(errand, |s| s.errand_for_lists(program));
    }
    let execution = timing::with(|s| {
        let lane = lane(s);
        let mut execution = s.execution(lane, program, is_open);
        let more = s.prepare_some(&mut execution);
        (execution, more)
    });
    let Some((mut execution, more)) = execution else { return own.outside(|| call(lists)) };
    if more {
        timing::in_parts(|s| s.prepare_some(&mut execution));
    }
    if let Some(copies) = &execution.copies
        && copy(&mut [copies.list as ze_command_list_handle_t]) != ZE_RESULT_SUCCESS
    {
        timing::with(|s| s.copier_refused(&mut execution));
    }
    let result = own.outside(|| call(lists));
    execution.ticks = hot::last_ticks().unwrap_or(0);
    let submission = timing::next_submission();
    let more = timing::with(|s| {
        s.executed(&mut execution, fence as usize, result, submission);
        s.count_some(&mut execution)
    });
    if more == Some(true) {
        timing::in_parts(|s| s.count_some(&mut execution));
    }
    timing::wake();
    result
}

hook! { fn zeCommandQueueExecuteCommandLists(queue: ze_command_queue_handle_t, count: u32, lists: *mut ze_command_list_handle_t, fence: ze_fence_handle_t) {
    let lane = |s: &mut timing::state::State| {
        s.adopt_queue(queue as usize);
        let (ordinal, index) = s.registry.queues.get(&(queue as usize)).map_or((0, 0), |q| (q.ordinal, q.index));
        Lane { handle: queue as usize, ordinal, index }
    };
    // SAFETY: the program's queue, which it is about to use, and a closed list of ours.
    let copy = |lists: &mut [ze_command_list_handle_t; 1]| unsafe { driver::zeCommandQueueExecuteCommandLists(queue, 1, lists.as_mut_ptr(), null_mut()) };
    execute(lane, lists, count, fence, copy, |lists| plain!(zeCommandQueueExecuteCommandLists(queue, count, lists, fence)))
}}

/// Executes a list of ours on an immediate one.
fn copy_on(list: ze_command_list_handle_t) -> impl FnOnce(&mut [ze_command_list_handle_t; 1]) -> ze_result_t {
    // SAFETY: the program's list, which it is about to use, and a closed list of ours.
    move |lists| unsafe {
        driver::zeCommandListImmediateAppendCommandListsExp(
            list,
            1,
            lists.as_mut_ptr(),
            null_mut(),
            0,
            null_mut(),
        )
    }
}

/// An immediate list as a lane.
fn immediate(list: ze_command_list_handle_t) -> impl FnOnce(&mut timing::state::State) -> Lane {
    move |s| {
        s.adopt_list(list as usize);
        let (ordinal, index) =
            s.registry.lists.get(&(list as usize)).map_or((0, 0), |l| (l.ordinal, l.index));
        Lane { handle: list as usize, ordinal, index }
    }
}

hook! { fn zeCommandListImmediateAppendCommandListsExp(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    // What is in the lists may wait for events.
    cold::waits_for_unknown(list);
    execute(immediate(list), lists, count, null_mut(), copy_on(list), |lists| plain!(zeCommandListImmediateAppendCommandListsExp(list, count, lists, signal, waits, wait)))
}}

hook! { fn zeCommandListImmediateAppendCommandListsWithParameters(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    cold::waits_for_unknown(list);
    execute(immediate(list), lists, count, null_mut(), copy_on(list), |lists| plain!(zeCommandListImmediateAppendCommandListsWithParameters(list, count, lists, next, signal, waits, wait)))
}}

hook! { fn zeDeviceSynchronize(of: ze_device_handle_t) {
    let last = timing::submissions();
    let result = plain!(zeDeviceSynchronize(of));
    if result == ZE_RESULT_SUCCESS {
        let device = of as usize;
        timing::waited();
        timing::after(deferred::BATCH, move |s| s.device_complete(device, last));
    }
    result
}}

/// A fence is signalled: everything on its queue up to that execution is complete.
fn passed(fence: ze_fence_handle_t) {
    let fence = fence as usize;
    timing::after(deferred::BATCH, move |s| {
        if let Some((queue, last)) = s.registry.fences.remove(&fence) {
            s.lane_complete(queue, last);
        }
    });
}

hook! { fn zeFenceHostSynchronize(fence: ze_fence_handle_t, timeout: u64) {
    let result = plain!(zeFenceHostSynchronize(fence, timeout));
    if result == ZE_RESULT_SUCCESS {
        timing::waited();
        passed(fence);
    }
    result
}}

hook! { fn zeFenceQueryStatus(fence: ze_fence_handle_t) {
    let result = plain!(zeFenceQueryStatus(fence));
    if result == ZE_RESULT_SUCCESS {
        passed(fence);
    }
    result
}}

hook! { fn zeFenceDestroy(fence: ze_fence_handle_t) {
    let handle = fence as usize;
    timing::after(1, move |s| { s.registry.fences.remove(&handle); });
    plain!(zeFenceDestroy(fence))
}}

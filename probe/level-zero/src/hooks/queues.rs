//! Queues and fences: lists executed, and what is known complete.

use super::macros::{hook, plain};
use crate::timing;
use crate::timing::execute::Lane;
use crate::timing::runs::Completion;
use crate::timing::state::Queue;
use level_zero_sys::*;
use std::ffi::c_void;

hook! { fn zeCommandQueueCreate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_command_queue_desc_t, queue: *mut ze_command_queue_handle_t) {
    let result = plain!(zeCommandQueueCreate(context, of, desc, queue));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the call succeeded, so the descriptor is the program's and the handle is written.
        let (desc, handle) = unsafe { (desc.as_ref(), *queue as usize) };
        let (ordinal, index) = desc.map_or((0, 0), |d| (d.ordinal, d.index));
        timing::with(|s| {
            s.device(of as usize);
            s.queues.insert(handle, Queue { ordinal, index });
        });
    }
    result
}}

hook! { fn zeCommandQueueDestroy(queue: ze_command_queue_handle_t) {
    timing::with(|s| {
        s.settle_lane(queue as usize, u64::MAX, Completion::LastChance);
        s.lanes.remove(&(queue as usize));
        s.queues.remove(&(queue as usize));
        s.opaque_handles.remove(&(queue as usize));
    });
    plain!(zeCommandQueueDestroy(queue))
}}

hook! { fn zeCommandQueueSynchronize(queue: ze_command_queue_handle_t, timeout: u64) {
    let last = timing::with(|s| s.next_run - 1).unwrap_or(0);
    let result = plain!(zeCommandQueueSynchronize(queue, timeout));
    if result == ZE_RESULT_SUCCESS {
        timing::with(|s| s.settle_lane(queue as usize, last, Completion::Complete));
    }
    result
}}

/// Executes lists: `call` is the program's call, with the array that it is to pass.
fn execute(
    lane: impl FnOnce(&mut timing::state::State) -> Lane,
    lists: *mut ze_command_list_handle_t,
    count: u32,
    fence: ze_fence_handle_t,
    call: impl Fn(u32, *mut ze_command_list_handle_t) -> ze_result_t,
) -> ze_result_t {
    if lists.is_null() || count == 0 {
        return call(count, lists);
    }
    // SAFETY: the program's array of `count` lists.
    let program = unsafe { std::slice::from_raw_parts(lists, count as usize) };
    let execution = timing::with(|s| {
        let lane = lane(s);
        s.before_execute(lane, program)
    });
    let Some(mut execution) = execution else { return call(count, lists) };
    let result = call(execution.lists.len() as u32, execution.lists.as_mut_ptr());
    timing::with(|s| s.after_execute(&execution, program, fence as usize, result));
    timing::wake();
    result
}

hook! { fn zeCommandQueueExecuteCommandLists(queue: ze_command_queue_handle_t, count: u32, lists: *mut ze_command_list_handle_t, fence: ze_fence_handle_t) {
    let lane = |s: &mut timing::state::State| {
        s.adopt_queue(queue as usize);
        let (ordinal, index) = s.queues.get(&(queue as usize)).map_or((0, 0), |q| (q.ordinal, q.index));
        Lane { handle: queue as usize, ordinal, index }
    };
    execute(lane, lists, count, fence, |count, lists| plain!(zeCommandQueueExecuteCommandLists(queue, count, lists, fence)))
}}

/// An immediate list as a lane.
fn immediate(list: ze_command_list_handle_t) -> impl FnOnce(&mut timing::state::State) -> Lane {
    move |s| {
        s.adopt_list(list as usize);
        let (ordinal, index) = s.lists.get(&(list as usize)).map_or((0, 0), |l| (l.ordinal, l.index));
        Lane { handle: list as usize, ordinal, index }
    }
}

hook! { fn zeCommandListImmediateAppendCommandListsExp(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    execute(immediate(list), lists, count, std::ptr::null_mut(), |count, lists| plain!(zeCommandListImmediateAppendCommandListsExp(list, count, lists, signal, waits, wait)))
}}

hook! { fn zeCommandListImmediateAppendCommandListsWithParameters(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    execute(immediate(list), lists, count, std::ptr::null_mut(), |count, lists| plain!(zeCommandListImmediateAppendCommandListsWithParameters(list, count, lists, next, signal, waits, wait)))
}}

/// A fence is signalled: everything on its queue up to that execution is complete.
fn passed(fence: ze_fence_handle_t) {
    timing::with(|s| {
        if let Some((queue, last)) = s.fences.remove(&(fence as usize)) {
            s.settle_lane(queue, last, Completion::Complete);
        }
    });
}

hook! { fn zeFenceHostSynchronize(fence: ze_fence_handle_t, timeout: u64) {
    let result = plain!(zeFenceHostSynchronize(fence, timeout));
    if result == ZE_RESULT_SUCCESS {
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
    timing::with(|s| s.fences.remove(&(fence as usize)));
    plain!(zeFenceDestroy(fence))
}}

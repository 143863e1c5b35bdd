//! Queues and fences: executing lists, and learning what is complete.

use super::cold;
use super::macros::{hook, plain};
use crate::timing::execute::ExecutionLane;
use crate::timing::execute::untimed::Prepared;
use crate::timing::notes::NOTES;
use crate::timing::state::{Queue, State};
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

/// Executes lists on a lane, which has this handle: `call` is the program's call.
fn execute(
    handle: usize,
    lane: &dyn Fn(&mut State) -> ExecutionLane,
    lists: *mut ze_command_list_handle_t,
    count: u32,
    fence: ze_fence_handle_t,
    call: &dyn Fn() -> ze_result_t,
) -> ze_result_t {
    if lists.is_null() || count == 0 {
        return call();
    }
    let mut own = OwnWork::begin();
    // SAFETY: the program's array of `count` lists.
    let program = unsafe { std::slice::from_raw_parts(lists, count as usize) };
    let sample = WINDOWS.choose();
    if sample.is_none()
        && fence.is_null()
        && let Some(known) = timing::without_lock(|| Prepared::new(&NOTES, handle, program))
    {
        let result = own.outside(call);
        if result == ZE_RESULT_SUCCESS {
            let (submission, ticks) = (timing::next_submission(), hot::last_ticks().unwrap_or(0));
            timing::at_once(known.session(), |process| known.executed(process, submission, ticks));
        }
        return result;
    }
    let begin = |s: &mut State| {
        let lane = lane(s);
        let mut execution = s.execution(lane, program, sample);
        let more = s.prepare_some(&mut execution);
        (execution, more)
    };
    let begun = timing::with(|s| s.errand_for_lists(program).map_or_else(|| Ok(begin(s)), Err));
    let begun = match begun {
        Some(Ok(begun)) => Some(begun),
        Some(Err(errand)) => {
            timing::run_errands(errand, |s| s.errand_for_lists(program));
            timing::with(begin)
        }
        None => None,
    };
    let Some((mut execution, more)) = begun else { return own.outside(call) };
    if more {
        timing::in_parts(|s| s.prepare_some(&mut execution));
    }
    if sample.is_some() {
        own.times(Timed::Execution(execution.commands));
    }
    let result = own.outside(call);
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
    let lane = |s: &mut State| {
        s.adopt_queue(queue as usize);
        let (ordinal, index) = s.registry.queues.get(&(queue as usize)).map_or((0, 0), |q| (q.ordinal, q.index));
        ExecutionLane { handle: queue as usize, ordinal, index }
    };
    execute(queue as usize, &lane, lists, count, fence, &|| plain!(zeCommandQueueExecuteCommandLists(queue, count, lists, fence)))
}}

/// An immediate list as a lane.
fn immediate(list: ze_command_list_handle_t) -> impl Fn(&mut State) -> ExecutionLane {
    move |s| {
        s.adopt_list(list as usize);
        let (ordinal, index) =
            s.registry.lists.get(&(list as usize)).map_or((0, 0), |l| (l.ordinal, l.index));
        ExecutionLane { handle: list as usize, ordinal, index }
    }
}

hook! { fn zeCommandListImmediateAppendCommandListsExp(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    // What is in the lists may wait for events.
    cold::waits_for_unknown(list);
    execute(list as usize, &immediate(list), lists, count, null_mut(), &|| plain!(zeCommandListImmediateAppendCommandListsExp(list, count, lists, signal, waits, wait)))
}}

hook! { fn zeCommandListImmediateAppendCommandListsWithParameters(list: ze_command_list_handle_t, count: u32, lists: *mut ze_command_list_handle_t, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    if !signal.is_null() {
        timing::with(|s| s.resignal(list as usize, signal as usize));
    }
    cold::waits_for_unknown(list);
    execute(list as usize, &immediate(list), lists, count, null_mut(), &|| plain!(zeCommandListImmediateAppendCommandListsWithParameters(list, count, lists, next, signal, waits, wait)))
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

//! Command lists: made, synchronised, reset, destroyed.

use super::macros::{hook, plain};
use crate::timing::lists::{InOrder, Kind, List};
use crate::timing::notes::NOTES;
use crate::timing::{self, deferred};
use level_zero_sys::*;

hook! { fn zeCommandListCreate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_command_list_desc_t, list: *mut ze_command_list_handle_t) {
    let result = plain!(zeCommandListCreate(context, of, desc, list));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the call succeeded, so the descriptor is the program's and the handle is written.
        let (desc, handle) = unsafe { (desc.as_ref(), *list as usize) };
        let (ordinal, flags) = desc.map_or((0, 0), |d| (d.commandQueueGroupOrdinal, d.flags));
        let (of, context) = (of as usize, context as usize);
        NOTES.lists.forget(handle);
        timing::after(1, move |s| {
            let device = s.device(of);
            let order = InOrder::from_flag(flags & ZE_COMMAND_LIST_FLAG_IN_ORDER != 0);
            let list = List { order, ..s.new_list(context, device, ordinal, 0) };
            s.add_list(handle, list);
        });
    }
    result
}}

hook! { fn zeCommandListCreateImmediate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_command_queue_desc_t, list: *mut ze_command_list_handle_t) {
    let result = plain!(zeCommandListCreateImmediate(context, of, desc, list));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: as in zeCommandListCreate.
        let (desc, handle) = unsafe { (desc.as_ref(), *list as usize) };
        let (ordinal, index, flags) = desc.map_or((0, 0, 0), |d| (d.ordinal, d.index, d.flags));
        let (of, context) = (of as usize, context as usize);
        NOTES.lists.forget(handle);
        timing::after(1, move |s| {
            let device = s.device(of);
            let order = InOrder::from_flag(flags & ZE_COMMAND_QUEUE_FLAG_IN_ORDER != 0);
            let list = List { kind: Kind::Immediate, order, ..s.new_list(context, device, ordinal, index) };
            s.add_list(handle, list);
        });
        timing::expect();
    }
    result
}}

hook! { fn zeCommandListDestroy(list: ze_command_list_handle_t) {
    NOTES.lists.forget(list as usize);
    timing::in_parts(|s| s.empty_some(list as usize));
    drop(timing::with(|s| s.forget_list(list as usize)));
    plain!(zeCommandListDestroy(list))
}}

hook! { fn zeCommandListReset(list: ze_command_list_handle_t) {
    timing::in_parts(|s| {
        s.adopt_list(list as usize);
        s.empty_some(list as usize)
    });
    timing::with(|s| s.empty_list(list as usize));
    plain!(zeCommandListReset(list))
}}

hook! { fn zeCommandListHostSynchronize(list: ze_command_list_handle_t, timeout: u64) {
    let (last, handle) = (timing::submissions(), list as usize);
    let waits = if timing::flushes() { timing::with(|s| s.waits_of(handle)).unwrap_or(0) } else { 0 };
    let result = plain!(zeCommandListHostSynchronize(list, timeout));
    if result == ZE_RESULT_SUCCESS {
        timing::waited();
        timing::after(deferred::BATCH, move |s| {
            s.lane_complete(handle, last);
            s.waits_over(handle, waits);
        });
    }
    result
}}

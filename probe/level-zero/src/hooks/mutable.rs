//! Lists that change after they were recorded, copies of lists, and captures into graphs.

use super::kernels::look_up;
use super::macros::{hook, plain};
use crate::subject::{Kernel, Waits};
use crate::timing::lists::NextCommand;
use crate::timing::publish::OpClass;
use crate::timing::{self, capture};
use level_zero_sys::*;
use std::ffi::c_void;
use zetop_wire::layout::OpKind;

/// The program was given the id of the next command.
fn next_command(
    list: ze_command_list_handle_t,
    desc: *const ze_mutable_command_id_exp_desc_t,
    id: *const u64,
) {
    // SAFETY: the call succeeded: the program's descriptor, and its word that the driver has written.
    let (flags, id) = unsafe { (desc.as_ref().map_or(0, |d| d.flags), id.as_ref().copied().unwrap_or(0)) };
    // None means all.
    let changes_event = flags == 0 || flags & ZE_MUTABLE_COMMAND_EXP_FLAG_SIGNAL_EVENT != 0;
    timing::with(|s| s.next_command(list as usize, NextCommand { id, changes_event }));
}

hook! { fn zeCommandListGetNextCommandIdExp(list: ze_command_list_handle_t, desc: *const ze_mutable_command_id_exp_desc_t, id: *mut u64) {
    let result = plain!(zeCommandListGetNextCommandIdExp(list, desc, id));
    if result == ZE_RESULT_SUCCESS {
        next_command(list, desc, id);
    }
    result
}}

hook! { fn zeCommandListGetNextCommandIdWithKernelsExp(list: ze_command_list_handle_t, desc: *const ze_mutable_command_id_exp_desc_t, count: u32, kernels: *mut ze_kernel_handle_t, id: *mut u64) {
    let result = plain!(zeCommandListGetNextCommandIdWithKernelsExp(list, desc, count, kernels, id));
    if result == ZE_RESULT_SUCCESS {
        next_command(list, desc, id);
    }
    result
}}

hook! { fn zeCommandListUpdateMutableCommandKernelsExp(list: ze_command_list_handle_t, count: u32, ids: *mut u64, kernels: *mut ze_kernel_handle_t) {
    let result = plain!(zeCommandListUpdateMutableCommandKernelsExp(list, count, ids, kernels));
    if result == ZE_RESULT_SUCCESS && !ids.is_null() && !kernels.is_null() {
        // SAFETY: the program's arrays of `count` elements.
        let (ids, kernels) = unsafe {
            (std::slice::from_raw_parts(ids, count as usize), std::slice::from_raw_parts(kernels, count as usize))
        };
        timing::with(|s| {
            for (id, kernel) in ids.iter().zip(kernels) {
                let Kernel { name, group_size } = look_up(s, *kernel);
                let class = OpClass { name, group_size, ..OpClass::from_kind(OpKind::Kernel) };
                s.change_kernel(list as usize, *id, &class);
            }
        });
    }
    result
}}

hook! { fn zeCommandListUpdateMutableCommandSignalEventExp(list: ze_command_list_handle_t, id: u64, event: ze_event_handle_t) {
    let result = plain!(zeCommandListUpdateMutableCommandSignalEventExp(list, id, event));
    if result == ZE_RESULT_SUCCESS {
        timing::with(|s| s.change_event(list as usize, id, event as usize));
    }
    result
}}

hook! { fn zeCommandListUpdateMutableCommandsExp(list: ze_command_list_handle_t, desc: *const ze_mutable_commands_exp_desc_t) {
    let result = plain!(zeCommandListUpdateMutableCommandsExp(list, desc));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: null or the program's descriptor.
        let chain = unsafe { desc.as_ref() }.map_or(std::ptr::null(), |d| d.pNext);
        for (id, groups, size) in changes(chain) {
            timing::with(|s| s.change_groups(list as usize, id, groups, size));
        }
    }
    result
}}

type Three = Option<[u32; 3]>;

/// The changes to groups in a chain of changes: command, count, size.
fn changes(chain: *const c_void) -> Vec<(u64, Three, Three)> {
    let mut found = Vec::new();
    let mut at = chain.cast::<ze_base_desc_t>();
    // A program's chain has at most as many links as the list has commands; the bound guards against circular
    // ones.
    for _ in 0..1 << 20 {
        // SAFETY: null or an extension structure of the program, all of which start with `stype`, `pNext`; then
        // what `stype` says that it is.
        unsafe {
            let Some(desc) = at.as_ref() else { break };
            if desc.stype == ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC {
                let desc = &*at.cast::<ze_mutable_group_count_exp_desc_t>();
                let groups = desc.pGroupCount.as_ref().map(|g| [g.groupCountX, g.groupCountY, g.groupCountZ]);
                found.push((desc.commandId, groups, None));
            } else if desc.stype == ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC {
                let desc = &*at.cast::<ze_mutable_group_size_exp_desc_t>();
                let size = [desc.groupSizeX, desc.groupSizeY, desc.groupSizeZ];
                found.push((desc.commandId, None, Some(size)));
            }
            at = desc.pNext.cast();
        }
    }
    found
}

hook! { fn zeCommandListCreateCloneExp(list: ze_command_list_handle_t, clone: *mut ze_command_list_handle_t) {
    let result = plain!(zeCommandListCreateCloneExp(list, clone));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the driver has written the handle.
        let clone = unsafe { *clone } as usize;
        timing::with(|s| s.clone_list(list as usize, clone));
    }
    result
}}

/// A command that waits for events is about to be appended: a capture spreads to its list from those that signal them.
pub fn waits(list: ze_command_list_handle_t, waits: Waits) {
    let Waits { count, events } = waits;
    if capture::is_any() && count > 0 && !events.is_null() {
        // SAFETY: the program's array of `count` events.
        let events = unsafe { std::slice::from_raw_parts(events, count as usize) };
        timing::with(|s| s.capture_waits(list as usize, events));
    }
}

/// A capture begins: what is appended is recorded, not executed. Known before the call, since other threads may
/// append to lists that wait for this one.
fn begins(list: ze_command_list_handle_t, call: impl FnOnce() -> ze_result_t) -> ze_result_t {
    capture::begun();
    let result = call();
    if result == ZE_RESULT_SUCCESS {
        timing::with(|s| s.capture_begins(list as usize));
    } else {
        capture::ended();
    }
    result
}

hook! { fn zeCommandListBeginGraphCaptureExt(list: ze_command_list_handle_t, next: *const c_void) {
    begins(list, || plain!(zeCommandListBeginGraphCaptureExt(list, next)))
}}

hook! { fn zeCommandListBeginCaptureIntoGraphExt(list: ze_command_list_handle_t, graph: ze_graph_handle_t, next: *const c_void) {
    begins(list, || plain!(zeCommandListBeginCaptureIntoGraphExt(list, graph, next)))
}}

hook! { fn zeCommandListEndGraphCaptureExt(list: ze_command_list_handle_t, next: *const c_void, graph: *mut ze_graph_handle_t) {
    let result = plain!(zeCommandListEndGraphCaptureExt(list, next, graph));
    if result == ZE_RESULT_SUCCESS {
        // The driver says that it was captured, but we may not have seen it begin.
        if timing::with(|s| s.capture_ends(list as usize)).unwrap_or(true) {
            capture::ended();
        }
    }
    result
}}

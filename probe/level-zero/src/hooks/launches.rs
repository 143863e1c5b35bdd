//! Launches of kernels.

use super::append::append_after;
use super::macros::{hook, plain};
use super::{cold, mutable};
use crate::timing;
use crate::timing::subject::{Place, Subject, Waits};
use level_zero_sys::*;
use std::ffi::c_void;

/// Appends a launch, which caches may have to be flushed for.
fn launch(
    list: ze_command_list_handle_t,
    subject: impl Fn(&mut Place<'_>) -> Subject,
    signal: ze_event_handle_t,
    waits: Waits,
    call: impl Fn(ze_event_handle_t) -> ze_result_t,
) -> ze_result_t {
    mutable::waits(list, waits);
    let result = append_after(list, subject, signal, timing::flushes().then_some(waits), call);
    cold::waits(list, waits);
    cold::signals(list, signal, result);
    result
}

fn kernel(handle: ze_kernel_handle_t, groups: *const ze_group_count_t) -> impl Fn(&mut Place<'_>) -> Subject {
    // SAFETY: null or the program's group counts, in host memory.
    let groups = unsafe { groups.as_ref() }.map_or([0; 3], |g| [g.groupCountX, g.groupCountY, g.groupCountZ]);
    move |_| Subject::Kernel { handle: handle as usize, groups, group_size: None }
}

hook! { fn zeCommandListAppendLaunchKernel(list: ze_command_list_handle_t, function: ze_kernel_handle_t, groups: *const ze_group_count_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    launch(list, kernel(function, groups), signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchKernel(list, function, groups, signal, waits, wait)))
}}

hook! { fn zeCommandListAppendLaunchCooperativeKernel(list: ze_command_list_handle_t, function: ze_kernel_handle_t, groups: *const ze_group_count_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    launch(list, kernel(function, groups), signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchCooperativeKernel(list, function, groups, signal, waits, wait)))
}}

hook! {
    /// The group counts are in device memory, and unknown before the launch.
    fn zeCommandListAppendLaunchKernelIndirect(list: ze_command_list_handle_t, function: ze_kernel_handle_t, groups: *const ze_group_count_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    launch(list, kernel(function, std::ptr::null()), signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchKernelIndirect(list, function, groups, signal, waits, wait)))
}}

hook! {
    /// One command with one event: one operation, under the name of its first kernel.
    fn zeCommandListAppendLaunchMultipleKernelsIndirect(list: ze_command_list_handle_t, kernels: u32, functions: *mut ze_kernel_handle_t, count: *const u32, groups: *const ze_group_count_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    // SAFETY: the program's array of `kernels` handles.
    let first = if kernels > 0 { unsafe { functions.as_ref() }.copied().unwrap_or(std::ptr::null_mut()) } else { std::ptr::null_mut() };
    launch(list, kernel(first, std::ptr::null()), signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchMultipleKernelsIndirect(list, kernels, functions, count, groups, signal, waits, wait)))
}}

hook! { fn zeCommandListAppendLaunchKernelWithParameters(list: ze_command_list_handle_t, function: ze_kernel_handle_t, groups: *const ze_group_count_t, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    launch(list, kernel(function, groups), signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchKernelWithParameters(list, function, groups, next, signal, waits, wait)))
}}

hook! { fn zeCommandListAppendLaunchKernelWithArguments(list: ze_command_list_handle_t, function: ze_kernel_handle_t, counts: ze_group_count_t, sizes: ze_group_size_t, arguments: *mut *mut c_void, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    let groups = [counts.groupCountX, counts.groupCountY, counts.groupCountZ];
    let group_size = Some([sizes.groupSizeX, sizes.groupSizeY, sizes.groupSizeZ]);
    let subject = |_: &mut Place<'_>| Subject::Kernel { handle: function as usize, groups, group_size };
    launch(list, subject, signal, Waits { count: waits, events: wait }, |signal| plain!(zeCommandListAppendLaunchKernelWithArguments(list, function, counts, sizes, arguments, next, signal, waits, wait)))
}}

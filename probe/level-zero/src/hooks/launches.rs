//! Launches of kernels.

use super::append::{Call, SubjectAt, append_after, operations};
use super::macros::{hook, plain};
use super::{cold, mutable};
use crate::subject::{AppendPlace, Subject, Waits};
use crate::timing;
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// Appends a launch, which caches may have to be flushed for.
fn launch(
    list: ze_command_list_handle_t,
    subject: SubjectAt<'_>,
    signal: ze_event_handle_t,
    waits: Waits,
    call: Call<'_>,
) -> ze_result_t {
    mutable::waits(list, waits);
    let result = append_after(list, subject, signal, timing::flushes().then_some(waits), call);
    cold::waits(list, waits);
    cold::signals(list, signal, result);
    result
}

fn kernel(
    handle: ze_kernel_handle_t,
    groups: *const ze_group_count_t,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    // SAFETY: null or the program's group counts, in host memory.
    let groups = unsafe { groups.as_ref() }.map_or([0; 3], |g| [g.groupCountX, g.groupCountY, g.groupCountZ]);
    move |_| Subject::Kernel { handle: handle as usize, groups, group_size: None }
}

/// A launch whose group counts are in device memory, and unknown before it.
fn indirect(handle: ze_kernel_handle_t) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    kernel(handle, null())
}

fn with_sizes(
    handle: ze_kernel_handle_t,
    counts: ze_group_count_t,
    sizes: ze_group_size_t,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    let groups = [counts.groupCountX, counts.groupCountY, counts.groupCountZ];
    let group_size = Some([sizes.groupSizeX, sizes.groupSizeY, sizes.groupSizeZ]);
    move |_| Subject::Kernel { handle: handle as usize, groups, group_size }
}

fn first(kernels: u32, functions: *mut ze_kernel_handle_t) -> ze_kernel_handle_t {
    if kernels == 0 {
        return null_mut();
    }
    // SAFETY: null or the program's array of `kernels` handles.
    unsafe { functions.as_ref() }.copied().unwrap_or(null_mut())
}

operations! {
    launch:
    zeCommandListAppendLaunchKernel(function: ze_kernel_handle_t, groups: *const ze_group_count_t) => kernel(function, groups);
    zeCommandListAppendLaunchCooperativeKernel(function: ze_kernel_handle_t, groups: *const ze_group_count_t) => kernel(function, groups);
    zeCommandListAppendLaunchKernelIndirect(function: ze_kernel_handle_t, groups: *const ze_group_count_t) => indirect(function);
    /// One command with one event: one operation, under the name of its first kernel.
    zeCommandListAppendLaunchMultipleKernelsIndirect(kernels: u32, functions: *mut ze_kernel_handle_t, count: *const u32, groups: *const ze_group_count_t) => indirect(first(kernels, functions));
    zeCommandListAppendLaunchKernelWithParameters(function: ze_kernel_handle_t, groups: *const ze_group_count_t, next: *const c_void) => kernel(function, groups);
    zeCommandListAppendLaunchKernelWithArguments(function: ze_kernel_handle_t, counts: ze_group_count_t, sizes: ze_group_size_t, arguments: *mut *mut c_void, next: *const c_void) => with_sizes(function, counts, sizes);
}

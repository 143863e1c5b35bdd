//! Kernels: their names, and their launches.

use super::macros::hook;
use super::memory::current_device;
use crate::driver;
use crate::timing::{self, Looks, Stream, give_with};
use cuda_sys::*;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use zetop_probe_core::guard;
use zetop_probe_core::publish::OpClass;

/// Keeps a kernel's name, in case there is no CUPTI to supply it.
///
/// # Safety
/// On success `handle` was written by the driver; `name` is the program's C string.
unsafe fn named(result: CUresult, handle: *mut *mut c_void, name: *const c_char) -> CUresult {
    if result == CUDA_SUCCESS && !handle.is_null() && !name.is_null() {
        guard::quietly(|| {
            // SAFETY: the caller's promise.
            let (handle, name) = unsafe { (*handle as usize, CStr::from_ptr(name).to_string_lossy()) };
            timing::with_names(|names| names.insert(handle, name.into_owned()));
        });
    }
    result
}

hook! { fn cuModuleGetFunction => (hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char) |call| {
    // SAFETY: the program's own arguments, which the driver took.
    unsafe { named(call(), hfunc.cast(), name) }
}}
hook! { fn cuLibraryGetKernel => (pKernel: *mut CUkernel, library: CUlibrary, name: *const c_char) |call| {
    // SAFETY: the program's own arguments, which the driver took.
    unsafe { named(call(), pKernel.cast(), name) }
}}
hook! { fn cuKernelGetFunction => (pFunc: *mut CUfunction, kernel: CUkernel) |call| {
    let result = call();
    if result == CUDA_SUCCESS && !pFunc.is_null() {
        guard::quietly(|| timing::with_names(|names| {
            if let Some(name) = names.get(&(kernel as usize)).cloned() {
                // SAFETY: the driver has written it.
                names.insert(unsafe { *pFunc } as usize, name);
            }
        }));
    }
    result
}}

/// The name of a kernel: as the program looked it up, otherwise as the driver says (CUDA 12.3 and newer).
pub(super) fn name_of(function: CUfunction) -> Option<String> {
    if let Some(name) = timing::with_names(|names| names.get(&(function as usize)).cloned()).flatten() {
        return Some(name);
    }
    let mut name: *const c_char = std::ptr::null();
    // The runtime launches `CUkernel`s, which functions for `CUfunction`s do not know.
    // SAFETY: a handle of the program that it is launching, and a live variable.
    let found = unsafe {
        driver::cuFuncGetName(&raw mut name, function) == CUDA_SUCCESS
            || driver::cuKernelGetName(&raw mut name, function as CUkernel) == CUDA_SUCCESS
    };
    if !found || name.is_null() {
        return None;
    }
    // SAFETY: the driver's own C string, which lives as long as the kernel.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    timing::with_names(|names| names.insert(function as usize, name.clone()));
    Some(name)
}

/// Makes a launch.
fn launch(
    call: impl FnOnce() -> CUresult,
    stream: Stream,
    f: CUfunction,
    groups: [u32; 3],
    group_size: [u32; 3],
) -> CUresult {
    let caches = timing::cold::prepare(stream, || name_of(f));
    give_with(stream, Looks::kernel(groups, group_size), caches, call, || {
        (
            OpClass {
                groups,
                group_size,
                ..timing::kernel(&name_of(f).unwrap_or_else(|| "(unknown kernel)".to_owned()), caches)
            },
            current_device(),
        )
    })
}

/// The stream of functions that take none.
const DEFAULT: Stream = Stream { handle: std::ptr::null_mut(), per_thread: false };

hook! {
    fn cuLaunchKernel, cuLaunchKernel_ptsz => (f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) |call| {
    let stream = Stream { handle: hStream, per_thread: PER_THREAD };
    launch(call, stream, f, [gridDimX, gridDimY, gridDimZ], [blockDimX, blockDimY, blockDimZ])
}}
hook! {
    fn cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz => (f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void) |call| {
    let stream = Stream { handle: hStream, per_thread: PER_THREAD };
    launch(call, stream, f, [gridDimX, gridDimY, gridDimZ], [blockDimX, blockDimY, blockDimZ])
}}
hook! { fn cuLaunchKernelEx, cuLaunchKernelEx_ptsz => (config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) |call| {
    // SAFETY: the program's configuration, which the driver is about to read; null is refused.
    let Some(c) = (unsafe { config.as_ref() }) else { return call() };
    let stream = Stream { handle: c.hStream, per_thread: PER_THREAD };
    launch(call, stream, f, [c.gridDimX, c.gridDimY, c.gridDimZ], [c.blockDimX, c.blockDimY, c.blockDimZ])
}}
hook! { fn cuLaunch => (f: CUfunction) |call| { launch(call, DEFAULT, f, [1; 3], [0; 3]) } }
hook! { fn cuLaunchGrid => (f: CUfunction, grid_width: c_int, grid_height: c_int) |call| {
    launch(call, DEFAULT, f, [grid_width as u32, grid_height as u32, 1], [0; 3])
}}
hook! { fn cuLaunchGridAsync => (f: CUfunction, grid_width: c_int, grid_height: c_int, hStream: CUstream) |call| {
    launch(call, Stream { handle: hStream, per_thread: PER_THREAD }, f, [grid_width as u32, grid_height as u32, 1], [0; 3])
}}

// One launch on each of several devices.
hook! { fn cuLaunchCooperativeKernelMultiDevice => (launchParamsList: *mut CUDA_LAUNCH_PARAMS, numDevices: c_uint, flags: c_uint) |call| {
    let result = call();
    for at in 0..if result == CUDA_SUCCESS { numDevices as usize } else { 0 } {
        // SAFETY: the program's list of that length, which the driver took.
        let of = unsafe { &*launchParamsList.add(at) };
        timing::submit(Stream { handle: of.hStream, per_thread: PER_THREAD }, 1, || {
            let name = name_of(of.function).unwrap_or_else(|| "(unknown kernel)".to_owned());
            let groups = [of.gridDimX, of.gridDimY, of.gridDimZ];
            let group_size = [of.blockDimX, of.blockDimY, of.blockDimZ];
            (OpClass { groups, group_size, ..timing::kernel(&name, 0) }, current_device())
        });
    }
    result
}}

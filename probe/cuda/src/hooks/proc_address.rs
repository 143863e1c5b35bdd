//! The driver's own function look-up, which the CUDA runtime uses for everything: our wrappers are handed out
//! in place of the driver's functions. Functions without a wrapper pass through.

use super::macros::hook;
use crate::driver;
use cuda_sys::*;
use std::ffi::{c_char, c_int, c_void};
use zetop_probe_core::guard;

/// Replaces the driver's function with our wrapper.
fn exchange(function: *mut *mut c_void) {
    // SAFETY: null or where the driver has just put a pointer, null where it has no such function.
    let Some(place) = (unsafe { function.as_mut() }) else { return };
    // A function that has several names is counted under one of them: the first, which is the plainest.
    if let Some(symbol) = driver::symbols_at(*place as usize).next() {
        let wrapper = driver::wrapper(symbol);
        if !wrapper.is_null() {
            *place = wrapper;
        }
    }
}

hook! { fn cuGetProcAddress => (symbol: *const c_char, pfn: *mut *mut c_void, cudaVersion: c_int, flags: cuuint64_t) |call| {
    let result = call();
    if result == CUDA_SUCCESS {
        guard::quietly(|| exchange(pfn));
    }
    result
}}

hook! { fn cuGetProcAddress_v2 => (symbol: *const c_char, pfn: *mut *mut c_void, cudaVersion: c_int, flags: cuuint64_t, symbolStatus: *mut CUdriverProcAddressQueryResult) |call| {
    let result = call();
    if result == CUDA_SUCCESS {
        guard::quietly(|| exchange(pfn));
    }
    result
}}

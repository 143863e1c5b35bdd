//! The driver's start, and the ends of contexts and streams.

use super::macros::hook;
use crate::timing;
use cuda_sys::*;
use zetop_probe_core::guard;

hook! { fn cuInit => (Flags: std::ffi::c_uint) |call| {
    let result = call();
    if result == CUDA_SUCCESS {
        guard::quietly(timing::initialised);
    }
    result
}}

// Records that were not delivered are lost with their context.
hook! { fn cuCtxDestroy, cuCtxDestroy_v2 => (ctx: CUcontext) |call| {
    guard::quietly(timing::context_ends);
    call()
}}

// Its handle may be reused for another stream.
hook! { fn cuStreamDestroy, cuStreamDestroy_v2 => (hStream: CUstream) |call| {
    guard::quietly(|| timing::stream_ends(hStream));
    call()
}}

hook! {
    fn cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2
        => (dev: CUdevice) |call| {
    guard::quietly(timing::context_ends);
    call()
}}

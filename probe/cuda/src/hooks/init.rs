//! The driver's start, and the ends of contexts and streams.

use super::macros::hook;
use crate::driver;
use crate::timing::{self, Gone};
use cuda_sys::*;
use std::ffi::{c_int, c_uint};
use zetop_probe_core::guard;

// CUPTI that is started before the driver is takes half as long (docs/src/results/overhead-16-cores.md). Where the driver can't be
// initialised, it has nothing to record.
hook! { fn cuInit => (Flags: c_uint) |call| {
    guard::quietly(|| timing::load().into_iter().for_each(timing::start));
    let result = call();
    if result == CUDA_SUCCESS {
        guard::quietly(timing::initialised);
    }
    result
}}

fn made(result: CUresult, context: *const CUcontext) -> CUresult {
    if result == CUDA_SUCCESS {
        // SAFETY: where the driver has put it.
        guard::quietly(|| timing::context_made(unsafe { *context } as usize));
    }
    result
}

hook! { fn cuCtxCreate, cuCtxCreate_v2 => (pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) |call| { made(call(), pctx) } }
hook! { fn cuCtxCreate_v3 => (pctx: *mut CUcontext, paramsArray: *mut CUexecAffinityParam, numParams: c_int, flags: c_uint, dev: CUdevice) |call| { made(call(), pctx) } }
hook! { fn cuCtxCreate_v4 => (pctx: *mut CUcontext, ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice) |call| { made(call(), pctx) } }

/// Calls what may end a context. Records that were not delivered are lost with it.
fn ending(call: impl FnOnce() -> CUresult, gone: impl FnOnce() -> Option<Gone>) -> CUresult {
    guard::quietly(timing::context_may_end);
    let result = call();
    if result == CUDA_SUCCESS {
        guard::quietly(|| gone().into_iter().for_each(timing::context_has_ended));
    }
    result
}

hook! { fn cuCtxDestroy, cuCtxDestroy_v2 => (ctx: CUcontext) |call| {
    ending(call, || Some(Gone::Context(ctx as usize)))
}}

// Its handle may be reused for another stream.
hook! { fn cuStreamDestroy, cuStreamDestroy_v2 => (hStream: CUstream) |call| {
    guard::quietly(|| timing::stream_ends(hStream));
    call()
}}

hook! { fn cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2 => (dev: CUdevice) |call| {
    ending(call, || Some(Gone::Primary(dev)))
}}

// Others may still have it.
hook! { fn cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2 => (dev: CUdevice) |call| {
    ending(call, || {
        let (mut flags, mut active) = (0, 1);
        // SAFETY: live variables.
        let result = unsafe { driver::cuDevicePrimaryCtxGetState(dev, &raw mut flags, &raw mut active) };
        (result == CUDA_SUCCESS && active == 0).then_some(Gone::Primary(dev))
    })
}}

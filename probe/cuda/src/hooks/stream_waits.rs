//! Calls that make a stream wait for something outside it. Nothing is timed here: a copy of pageable memory that follows
//! must not be charged with the wait (`timing/pageable.rs`).

use super::macros::hook;
use crate::timing::{self, Stream, WaitsFor};
use cuda_sys::*;
use std::ffi::{c_uint, c_void};
use zetop_probe_core::guard;

fn note_wait(result: CUresult, handle: CUstream, per_thread: bool, waits: WaitsFor) -> CUresult {
    if result == CUDA_SUCCESS {
        guard::quietly(|| timing::note_wait(Stream { handle, per_thread }, waits));
    }
    result
}

hook! { fn cuStreamWaitEvent, cuStreamWaitEvent_ptsz => (hStream: CUstream, hEvent: CUevent, Flags: c_uint) |call| {
    note_wait(call(), hStream, PER_THREAD, WaitsFor::AnyStream)
}}
hook! { fn cuLaunchHostFunc, cuLaunchHostFunc_ptsz => (hStream: CUstream, fn_: CUhostFn, userData: *mut c_void) |call| {
    note_wait(call(), hStream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuLaunchHostFunc_v2, cuLaunchHostFunc_v2_ptsz => (hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint) |call| {
    note_wait(call(), hStream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuStreamAddCallback, cuStreamAddCallback_ptsz => (hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint) |call| {
    note_wait(call(), hStream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuStreamWaitValue32, cuStreamWaitValue32_ptsz, cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz => (stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint) |call| {
    note_wait(call(), stream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuStreamWaitValue64, cuStreamWaitValue64_ptsz, cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz => (stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint) |call| {
    note_wait(call(), stream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuStreamBatchMemOp, cuStreamBatchMemOp_ptsz, cuStreamBatchMemOp_v2, cuStreamBatchMemOp_v2_ptsz => (stream: CUstream, count: c_uint, paramArray: *mut CUstreamBatchMemOpParams, flags: c_uint) |call| {
    note_wait(call(), stream, PER_THREAD, WaitsFor::Untracked)
}}
hook! { fn cuWaitExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync_ptsz => (extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, numExtSems: c_uint, stream: CUstream) |call| {
    note_wait(call(), stream, PER_THREAD, WaitsFor::Untracked)
}}

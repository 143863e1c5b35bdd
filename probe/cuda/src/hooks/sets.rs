//! Memory sets.

use super::macros::hook;
use super::memory::{current_device, unified_kind};
use crate::timing::{Looks, Stream, give};
use cuda_sys::*;
use std::ffi::{c_uchar, c_uint, c_ushort};
use std::ptr::null_mut;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::OpKind;

/// Makes a set of `count` elements. The driver does nothing for an empty one.
fn set(
    call: impl FnOnce() -> CUresult,
    stream: Stream,
    to: CUdeviceptr,
    count: usize,
    element: usize,
) -> CUresult {
    if count == 0 {
        return call();
    }
    let bytes = count.saturating_mul(element) as u64;
    give(stream, Looks::set(bytes), call, || {
        (OpClass { dst: unified_kind(to), bytes, ..OpClass::from_kind(OpKind::Fill) }, current_device())
    })
}

macro_rules! sets {
    ($value:ty, $element:literal: $sync:ident $sync_ptds:ident $async:ident $async_ptsz:ident, $sync2d:ident $sync2d_ptds:ident $async2d:ident $async2d_ptsz:ident) => {
        hook! { fn $sync, $sync_ptds => (dstDevice: CUdeviceptr, value: $value, N: usize) |call| {
            set(call, Stream { handle: null_mut(), per_thread: PER_THREAD }, dstDevice, N, $element)
        }}
        hook! { fn $async, $async_ptsz => (dstDevice: CUdeviceptr, value: $value, N: usize, hStream: CUstream) |call| {
            set(call, Stream { handle: hStream, per_thread: PER_THREAD }, dstDevice, N, $element)
        }}
        hook! { fn $sync2d, $sync2d_ptds => (dstDevice: CUdeviceptr, dstPitch: usize, value: $value, Width: usize, Height: usize) |call| {
            set(call, Stream { handle: null_mut(), per_thread: PER_THREAD }, dstDevice, Width.saturating_mul(Height), $element)
        }}
        hook! { fn $async2d, $async2d_ptsz => (dstDevice: CUdeviceptr, dstPitch: usize, value: $value, Width: usize, Height: usize, hStream: CUstream) |call| {
            set(call, Stream { handle: hStream, per_thread: PER_THREAD }, dstDevice, Width.saturating_mul(Height), $element)
        }}
    };
}
sets!(c_uchar, 1: cuMemsetD8_v2 cuMemsetD8_v2_ptds cuMemsetD8Async cuMemsetD8Async_ptsz, cuMemsetD2D8_v2 cuMemsetD2D8_v2_ptds cuMemsetD2D8Async cuMemsetD2D8Async_ptsz);
sets!(c_ushort, 2: cuMemsetD16_v2 cuMemsetD16_v2_ptds cuMemsetD16Async cuMemsetD16Async_ptsz, cuMemsetD2D16_v2 cuMemsetD2D16_v2_ptds cuMemsetD2D16Async cuMemsetD2D16Async_ptsz);
sets!(c_uint, 4: cuMemsetD32_v2 cuMemsetD32_v2_ptds cuMemsetD32Async cuMemsetD32Async_ptsz, cuMemsetD2D32_v2 cuMemsetD2D32_v2_ptds cuMemsetD2D32Async cuMemsetD2D32Async_ptsz);

//! Copies.

use super::macros::hook;
use super::memory::{current_device, device_of, host_kind, unified_kind};
use crate::timing::{Looks, Stream, give, submit};
use cuda_sys::*;
use std::ffi::{c_ulonglong, c_void};
use std::ptr::null_mut;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::{MemoryKind, OpKind};

/// One side of a copy.
#[derive(Clone, Copy)]
enum Side {
    Host(*const c_void),
    /// Device memory, or whatever unified addressing says.
    Address(CUdeviceptr),
    Array,
}

impl Side {
    fn kind(self) -> MemoryKind {
        match self {
            Self::Host(address) => host_kind(address),
            Self::Address(address) => unified_kind(address),
            Self::Array => MemoryKind::Image,
        }
    }

    /// A side of a structure that describes a copy.
    fn described(kind: CUmemorytype, host: *const c_void, device: CUdeviceptr) -> Self {
        match kind {
            CU_MEMORYTYPE_HOST => Self::Host(host),
            CU_MEMORYTYPE_ARRAY => Self::Array,
            _ => Self::Address(device),
        }
    }
}

/// Makes a copy. The driver does nothing for an empty one, and the host itself may copy between two places in
/// its own memory: CUPTI has no record of either.
fn copied(call: impl FnOnce() -> CUresult, stream: Stream, dst: Side, src: Side, bytes: usize) -> CUresult {
    if bytes == 0 {
        return call();
    }
    give(stream, Looks::copy(bytes as u64), call, || copy(dst, src, bytes))
}

fn copy(dst: Side, src: Side, bytes: usize) -> (OpClass, u32) {
    let (src, dst) = (src.kind(), dst.kind());
    (OpClass { src, dst, bytes: bytes as u64, ..OpClass::from_kind(OpKind::Copy) }, current_device())
}

macro_rules! copies {
    (sync $sync:ident $sync_ptds:ident, async $async:ident $async_ptsz:ident: $arguments:tt $($rest:tt)*) => {
        copies!(sync $sync $sync_ptds: $arguments $($rest)*);
        copies!(async $async $async_ptsz: $arguments $($rest)*);
    };
    (sync $sync:ident $sync_ptds:ident: ($($argument:ident: $type:ty),*) $dst:expr, $src:expr, $bytes:expr) => {
        hook! { fn $sync, $sync_ptds => ($($argument: $type),*) |call| {
            copied(call, Stream { handle: null_mut(), per_thread: PER_THREAD }, $dst, $src, $bytes)
        }}
    };
    (async $async:ident $async_ptsz:ident: ($($argument:ident: $type:ty),*) $dst:expr, $src:expr, $bytes:expr) => {
        hook! { fn $async, $async_ptsz => ($($argument: $type),*, hStream: CUstream) |call| {
            copied(call, Stream { handle: hStream, per_thread: PER_THREAD }, $dst, $src, $bytes)
        }}
    };
}

use Side::{Address, Array, Host};

copies!(sync cuMemcpy cuMemcpy_ptds, async cuMemcpyAsync cuMemcpyAsync_ptsz:
    (dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) Address(dst), Address(src), ByteCount);
copies!(sync cuMemcpyHtoD_v2 cuMemcpyHtoD_v2_ptds, async cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync_v2_ptsz:
    (dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize) Address(dstDevice), Host(srcHost), ByteCount);
copies!(sync cuMemcpyDtoH_v2 cuMemcpyDtoH_v2_ptds, async cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync_v2_ptsz:
    (dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize) Host(dstHost), Address(srcDevice), ByteCount);
copies!(sync cuMemcpyDtoD_v2 cuMemcpyDtoD_v2_ptds, async cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync_v2_ptsz:
    (dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize) Address(dstDevice), Address(srcDevice), ByteCount);
copies!(sync cuMemcpyHtoA_v2 cuMemcpyHtoA_v2_ptds, async cuMemcpyHtoAAsync_v2 cuMemcpyHtoAAsync_v2_ptsz:
    (dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize) Array, Host(srcHost), ByteCount);
copies!(sync cuMemcpyAtoH_v2 cuMemcpyAtoH_v2_ptds, async cuMemcpyAtoHAsync_v2 cuMemcpyAtoHAsync_v2_ptsz:
    (dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize) Host(dstHost), Array, ByteCount);
copies!(sync cuMemcpyAtoD_v2 cuMemcpyAtoD_v2_ptds:
    (dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize) Address(dstDevice), Array, ByteCount);
copies!(sync cuMemcpyDtoA_v2 cuMemcpyDtoA_v2_ptds:
    (dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize) Array, Address(srcDevice), ByteCount);
copies!(sync cuMemcpyAtoA_v2 cuMemcpyAtoA_v2_ptds:
    (dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize) Array, Array, ByteCount);
copies!(async cuMemcpyWithAttributesAsync cuMemcpyWithAttributesAsync_ptsz:
    (dst: CUdeviceptr, src: CUdeviceptr, size: usize, attr: *mut CUmemcpyAttributes) Address(dst), Address(src), size);

/// A copy between devices. Its record, or both of them, are of streams of the driver's own: it is not noted in the
/// program's.
fn between_devices(
    result: CUresult,
    stream: Stream,
    dst: CUdeviceptr,
    src: CUdeviceptr,
    bytes: usize,
) -> CUresult {
    if result == CUDA_SUCCESS && bytes > 0 {
        submit(stream, 1, || {
            let (from, to) = (device_of(src), device_of(dst));
            let (mut class, device) = copy(Address(dst), Address(src), bytes);
            if from != to && (class.src, class.dst) == (MemoryKind::Device, MemoryKind::Device) {
                class.dst = MemoryKind::PeerDevice;
                (class.src_device, class.dst_device) = (from, to);
            }
            (class, from.unwrap_or(device))
        });
    }
    result
}
hook! { fn cuMemcpyPeer, cuMemcpyPeer_ptds => (dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize) |call| {
    between_devices(call(), Stream { handle: null_mut(), per_thread: PER_THREAD }, dstDevice, srcDevice, ByteCount)
}}
hook! { fn cuMemcpyPeerAsync, cuMemcpyPeerAsync_ptsz => (dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize, hStream: CUstream) |call| {
    between_devices(call(), Stream { handle: hStream, per_thread: PER_THREAD }, dstDevice, srcDevice, ByteCount)
}}

/// Sides and bytes of a copy that a structure describes.
macro_rules! described {
    ($copy:expr, $bytes:expr) => {{
        // SAFETY: the program's structure, which the driver is about to take or to refuse; null is refused.
        match unsafe { $copy.as_ref() } {
            Some(c) => (
                Side::described(c.dstMemoryType, c.dstHost, c.dstDevice),
                Side::described(c.srcMemoryType, c.srcHost, c.srcDevice),
                $bytes(c),
            ),
            None => (Array, Array, 0),
        }
    }};
}

fn bytes_2d(c: &CUDA_MEMCPY2D) -> usize {
    c.WidthInBytes.saturating_mul(c.Height)
}
fn bytes_3d(c: &CUDA_MEMCPY3D) -> usize {
    c.WidthInBytes.saturating_mul(c.Height).saturating_mul(c.Depth)
}
fn bytes_3d_peer(c: &CUDA_MEMCPY3D_PEER) -> usize {
    c.WidthInBytes.saturating_mul(c.Height).saturating_mul(c.Depth)
}

macro_rules! structured {
    ($structure:ty, $bytes:ident: $($sync:ident)* [$($async:ident)*]) => {
        hook! { fn $($sync),* => (pCopy: *const $structure) |call| {
            let (dst, src, bytes) = described!(pCopy, $bytes);
            copied(call, Stream { handle: null_mut(), per_thread: PER_THREAD }, dst, src, bytes)
        }}
        hook! { fn $($async),* => (pCopy: *const $structure, hStream: CUstream) |call| {
            let (dst, src, bytes) = described!(pCopy, $bytes);
            copied(call, Stream { handle: hStream, per_thread: PER_THREAD }, dst, src, bytes)
        }}
    };
}
structured!(CUDA_MEMCPY2D, bytes_2d: cuMemcpy2D_v2 cuMemcpy2D_v2_ptds cuMemcpy2DUnaligned_v2 cuMemcpy2DUnaligned_v2_ptds
    [cuMemcpy2DAsync_v2 cuMemcpy2DAsync_v2_ptsz]);
structured!(CUDA_MEMCPY3D, bytes_3d: cuMemcpy3D_v2 cuMemcpy3D_v2_ptds [cuMemcpy3DAsync_v2 cuMemcpy3DAsync_v2_ptsz]);
structured!(CUDA_MEMCPY3D_PEER, bytes_3d_peer: cuMemcpy3DPeer cuMemcpy3DPeer_ptds
    [cuMemcpy3DPeerAsync cuMemcpy3DPeerAsync_ptsz]);

/// Each copy of a batch.
///
/// # Safety
/// On success the arrays hold `count` elements.
unsafe fn batch(
    result: CUresult,
    stream: Stream,
    dsts: *mut CUdeviceptr,
    srcs: *mut CUdeviceptr,
    sizes: *mut usize,
    count: usize,
) -> CUresult {
    for i in 0..if result == CUDA_SUCCESS { count } else { 0 } {
        // SAFETY: the caller's promise.
        let (dst, src, size) = unsafe { (*dsts.add(i), *srcs.add(i), *sizes.add(i)) };
        if size > 0 {
            submit(stream, 1, || copy(Address(dst), Address(src), size));
        }
    }
    result
}

hook! { fn cuMemcpyBatchAsync, cuMemcpyBatchAsync_ptsz => (dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, failIdx: *mut usize, hStream: CUstream) |call| {
    // SAFETY: the program's arrays, which the driver took.
    unsafe { batch(call(), Stream { handle: hStream, per_thread: PER_THREAD }, dsts, srcs, sizes, count) }
}}
hook! { fn cuMemcpyBatchAsync_v2, cuMemcpyBatchAsync_v2_ptsz => (dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, hStream: CUstream) |call| {
    // SAFETY: the program's arrays, which the driver took.
    unsafe { batch(call(), Stream { handle: hStream, per_thread: PER_THREAD }, dsts, srcs, sizes, count) }
}}

fn operand(of: &CUmemcpy3DOperand) -> Side {
    match of.type_ {
        // SAFETY: the type says which part of the union it is.
        CU_MEMCPY_OPERAND_TYPE_POINTER => Address(unsafe { of.op.ptr.ptr }),
        _ => Array,
    }
}

/// Each copy of a batch in three dimensions.
///
/// # Safety
/// On success the list holds `count` elements.
unsafe fn batch_3d(
    result: CUresult,
    stream: Stream,
    list: *const CUDA_MEMCPY3D_BATCH_OP,
    count: usize,
) -> CUresult {
    for i in 0..if result == CUDA_SUCCESS { count } else { 0 } {
        // SAFETY: the caller's promise.
        let op = unsafe { &*list.add(i) };
        // Elements, where an array is involved: of how many bytes it does not say.
        let size = op.extent.width.saturating_mul(op.extent.height).saturating_mul(op.extent.depth);
        if size > 0 {
            submit(stream, 1, || copy(operand(&op.dst), operand(&op.src), size));
        }
    }
    result
}

hook! { fn cuMemcpy3DBatchAsync, cuMemcpy3DBatchAsync_ptsz => (numOps: usize, opList: *mut CUDA_MEMCPY3D_BATCH_OP, failIdx: *mut usize, flags: c_ulonglong, hStream: CUstream) |call| {
    // SAFETY: the program's list, which the driver took.
    unsafe { batch_3d(call(), Stream { handle: hStream, per_thread: PER_THREAD }, opList, numOps) }
}}
hook! { fn cuMemcpy3DBatchAsync_v2, cuMemcpy3DBatchAsync_v2_ptsz => (numOps: usize, opList: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream) |call| {
    // SAFETY: the program's list, which the driver took.
    unsafe { batch_3d(call(), Stream { handle: hStream, per_thread: PER_THREAD }, opList, numOps) }
}}
hook! { fn cuMemcpy3DWithAttributesAsync, cuMemcpy3DWithAttributesAsync_ptsz => (op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream) |call| {
    // SAFETY: the program's description of one copy, which the driver took.
    unsafe { batch_3d(call(), Stream { handle: hStream, per_thread: PER_THREAD }, op, 1) }
}}

//! Allocations of all kinds.

use super::macros::hook;
use crate::driver;
use crate::timing::{self, Owner};
use cuda_sys::*;
use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::ops::Range;
use zetop_probe_core::allocations;
use zetop_probe_core::guard;
use zetop_probe_core::memory::{Allocation, MemoryMap};
use zetop_probe_core::own_work::OwnWork;
use zetop_wire::layout::MemoryKind;

/// What a host address belongs to, without asking the driver.
pub fn host_kind(address: *const c_void) -> MemoryKind {
    timing::with_memory(|_, memory| memory.find(address as usize).map(|found| found.kind))
        .flatten()
        .unwrap_or(MemoryKind::Heap)
}

/// What a device address, or one of unified addressing, belongs to.
pub fn unified_kind(address: CUdeviceptr) -> MemoryKind {
    let known =
        timing::with_memory(|_, memory| memory.find(address as usize).map(|found| found.kind)).flatten();
    known.unwrap_or_else(|| ask(address))
}

/// Asks the driver; it looks the address up in its own table and waits for nothing.
fn ask(address: CUdeviceptr) -> MemoryKind {
    let (mut kind, mut managed): (c_uint, c_uint) = (0, 0);
    // SAFETY: any address may be asked about; the answers go into live variables of the attribute's type.
    unsafe {
        driver::cuPointerGetAttribute((&raw mut kind).cast(), CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
        driver::cuPointerGetAttribute((&raw mut managed).cast(), CU_POINTER_ATTRIBUTE_IS_MANAGED, address);
    }
    match kind {
        _ if managed != 0 => MemoryKind::Shared,
        CU_MEMORYTYPE_HOST => MemoryKind::Host,
        CU_MEMORYTYPE_DEVICE => MemoryKind::Device,
        CU_MEMORYTYPE_ARRAY => MemoryKind::Image,
        _ => MemoryKind::Heap,
    }
}

/// The device that an address is on, as the driver says.
pub fn device_of(address: CUdeviceptr) -> Option<u32> {
    let mut device: c_int = 0;
    // SAFETY: any address may be asked about; a live variable of the attribute's type.
    let result = unsafe {
        driver::cuPointerGetAttribute((&raw mut device).cast(), CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address)
    };
    (result == CUDA_SUCCESS).then_some(u32::try_from(device).ok()).flatten()
}

/// With what an allocation ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndsWith {
    /// The current context.
    Context,
    /// The device's pools.
    Device,
    Nothing,
}

impl EndsWith {
    fn owner(self) -> Option<Owner> {
        let (mut context, mut device): (CUcontext, c_int) = (std::ptr::null_mut(), 0);
        // SAFETY: live variables.
        let known = self != Self::Nothing
            && unsafe {
                driver::cuCtxGetCurrent(&raw mut context) == CUDA_SUCCESS
                    && driver::cuCtxGetDevice(&raw mut device) == CUDA_SUCCESS
            };
        let context = if self == Self::Context { context as usize } else { 0 };
        known.then_some(Owner { context, device })
    }
}

fn insert(start: usize, size: usize, kind: MemoryKind, counted: bool, ends: EndsWith) {
    guard::quietly(|| {
        let _own = OwnWork::begin();
        // Asks the driver, so before taking the lock.
        let owner = ends.owner();
        let taken = if counted && timing::follows_memory() { allocations::take(size) } else { None };
        timing::with_memory(|process, memory| {
            let allocation = Allocation { size, kind, device: 0, counted };
            memory.insert(process, start, allocation, owner, taken);
        })
    });
}

/// An allocation call has written `pointer`.
///
/// # Safety
/// `pointer` is what the driver took as the place for a pointer.
unsafe fn made<T: Copy>(
    result: CUresult,
    pointer: *const T,
    size: usize,
    kind: MemoryKind,
    ends: EndsWith,
) -> CUresult {
    const { assert!(size_of::<T>() == size_of::<usize>()) };
    if result == CUDA_SUCCESS {
        // SAFETY: the caller's promise; the driver has written it.
        let start = unsafe { pointer.cast::<usize>().read_unaligned() };
        insert(start, size, kind, true, ends);
    }
    result
}

/// As [`unregistering`], for a call that frees what the API has allocated.
fn freeing(range: Range<usize>, call: impl FnOnce() -> CUresult) -> CUresult {
    let is_something = range.start != 0;
    let (result, found) = unregistering(range, call);
    if result == CUDA_SUCCESS && is_something && found == Some(false) {
        guard::quietly(|| {
            let _own = OwnWork::begin();
            timing::with_memory(|process, _| MemoryMap::freed_unseen(process))
        });
    }
    result
}

/// Removes allocations before their addresses can be reused, and puts them back if the call failed. Says whether there were
/// any; `None` where that can't be known.
fn unregistering(range: Range<usize>, call: impl FnOnce() -> CUresult) -> (CUresult, Option<bool>) {
    let mut own = OwnWork::begin();
    let removed =
        guard::quietly(|| timing::with_memory(|process, memory| memory.remove(process, range))).flatten();
    let found = removed.as_ref().map(|removed| !removed.is_empty());
    let result = own.outside(call);
    if result != CUDA_SUCCESS
        && let Some(removed) = removed
    {
        guard::quietly(|| timing::with_memory(|process, memory| memory.put_back(process, removed)));
    }
    (result, found)
}

/// The allocation that begins at an address.
fn at(start: usize) -> Range<usize> {
    start..start.saturating_add(1)
}

hook! { fn cuMemAlloc_v2 => (dptr: *mut CUdeviceptr, bytesize: usize) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), dptr, bytesize, MemoryKind::Device, EndsWith::Context) }
}}
hook! { fn cuMemAllocPitch_v2 => (dptr: *mut CUdeviceptr, pPitch: *mut usize, WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint) |call| {
    let result = call();
    // SAFETY: on success the driver has written the pitch.
    let pitch = if result == CUDA_SUCCESS { unsafe { *pPitch } } else { 0 };
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(result, dptr, pitch.saturating_mul(Height), MemoryKind::Device, EndsWith::Context) }
}}
hook! { fn cuMemAllocManaged => (dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), dptr, bytesize, MemoryKind::Shared, EndsWith::Context) }
}}
hook! { fn cuMemAllocHost_v2 => (pp: *mut *mut c_void, bytesize: usize) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), pp, bytesize, MemoryKind::Host, EndsWith::Context) }
}}
hook! { fn cuMemHostAlloc => (pp: *mut *mut c_void, bytesize: usize, Flags: c_uint) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), pp, bytesize, MemoryKind::Host, EndsWith::Context) }
}}
hook! { fn cuMemAllocAsync, cuMemAllocAsync_ptsz => (dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), dptr, bytesize, MemoryKind::Device, EndsWith::Device) }
}}
hook! { fn cuMemAllocFromPoolAsync, cuMemAllocFromPoolAsync_ptsz => (dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, hStream: CUstream) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { made(call(), dptr, bytesize, MemoryKind::Device, EndsWith::Device) }
}}
hook! { fn cuMemFree_v2 => (dptr: CUdeviceptr) |call| { freeing(at(dptr as usize), call) } }
hook! { fn cuMemFreeAsync, cuMemFreeAsync_ptsz => (dptr: CUdeviceptr, hStream: CUstream) |call| { freeing(at(dptr as usize), call) } }
hook! { fn cuMemFreeHost => (p: *mut c_void) |call| { freeing(at(p as usize), call) } }

// The program's own memory, pinned from now on: not an allocation of the API's.
hook! { fn cuMemHostRegister_v2 => (p: *mut c_void, bytesize: usize, Flags: c_uint) |call| {
    let result = call();
    if result == CUDA_SUCCESS {
        insert(p as usize, bytesize, MemoryKind::Host, false, EndsWith::Context);
    }
    result
}}
hook! { fn cuMemHostUnregister => (p: *mut c_void) |call| { unregistering(at(p as usize), call).0 } }

// Reserved addresses become device memory when physical memory is mapped there.
hook! { fn cuMemMap => (ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong) |call| {
    let result = call();
    if result == CUDA_SUCCESS {
        insert(ptr as usize, size, MemoryKind::Device, true, EndsWith::Nothing);
    }
    result
}}
hook! { fn cuMemUnmap => (ptr: CUdeviceptr, size: usize) |call| { freeing(ptr as usize..(ptr as usize).saturating_add(size), call) } }

/// The device of the calling thread's context; 0 where there is none.
pub fn current_device() -> u32 {
    let mut device: c_int = 0;
    // SAFETY: a live variable.
    let result = unsafe { driver::cuCtxGetDevice(&raw mut device) };
    if result == CUDA_SUCCESS { device.max(0) as u32 } else { 0 }
}

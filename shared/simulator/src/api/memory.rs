//! Memory.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::{device_at, driver};
use crate::handle::{check_flags, get, input, output};
use crate::memory::{MemoryKind, PAGE_SIZE, allocate, find, take};
use crate::settings::settings;
use crate::sync::lock;
use level_zero_sys::*;
use std::ffi::c_void;

/// Allocates and hands out the pointer.
unsafe fn hand_out(
    context: ze_context_handle_t,
    kind: MemoryKind,
    device: Option<u32>,
    size: usize,
    alignment: usize,
    pptr: *mut *mut c_void,
) -> Outcome {
    // SAFETY: contract.
    let context = unsafe { get::<Context>(context) }?;
    if pptr.is_null() {
        return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    }
    release_deferred(context);
    let base = allocate(kind, device, size, alignment)?;
    // SAFETY: contract.
    unsafe { output(pptr, std::ptr::with_exposed_provenance_mut(base)) }
}

/// Whether a descriptor lifts the limit on the size of one allocation.
unsafe fn is_relaxed(next: *const c_void) -> bool {
    let relaxing = [
        ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC,
        ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC,
    ];
    // SAFETY: contract.
    unsafe { super::chain(next) }.any(|(stype, _)| relaxing.contains(&stype))
}

/// Fails for flags that do not exist.
fn check_host_flags(desc: &ze_host_mem_alloc_desc_t) -> Outcome {
    let known = ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED
        | ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED
        | ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED
        | ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT
        | ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY;
    check_flags(desc.flags, known)
}

/// Fails for flags that do not exist, and for allocations on a device that are larger than it takes in one piece.
unsafe fn check_size(desc: &ze_device_mem_alloc_desc_t, size: usize) -> Outcome {
    let known = ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED
        | ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED
        | ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT;
    check_flags(desc.flags, known)?;
    let limit = settings().memory_bytes / 4;
    // SAFETY: contract.
    if size as u64 > limit && !unsafe { is_relaxed(desc.pNext) } {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    }
    if desc.ordinal > 0 { Err(ZE_RESULT_ERROR_INVALID_ARGUMENT) } else { Ok(()) }
}

/// Frees memory that was waiting for the devices, if they are done.
fn release_deferred(context: &Context) {
    let mut deferred = lock(&context.deferred);
    if !deferred.is_empty() && driver().devices.iter().all(|device| device.is_idle()) {
        deferred.clear();
    }
}

impl Api {
    pub unsafe fn zeMemAllocShared(
        hContext: ze_context_handle_t,
        device_desc: *const ze_device_mem_alloc_desc_t,
        host_desc: *const ze_host_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        hDevice: ze_device_handle_t,
        pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            check_size(input(device_desc)?, size)?;
            check_host_flags(input(host_desc)?)?;
            let device = if hDevice.is_null() { None } else { Some(get::<Device>(hDevice)?.index) };
            hand_out(hContext, MemoryKind::Shared, device, size, alignment, pptr)
        }
    }

    pub unsafe fn zeMemAllocDevice(
        hContext: ze_context_handle_t,
        device_desc: *const ze_device_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        hDevice: ze_device_handle_t,
        pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            check_size(input(device_desc)?, size)?;
            let device = get::<Device>(hDevice)?.index;
            hand_out(hContext, MemoryKind::Device, Some(device), size, alignment, pptr)
        }
    }

    pub unsafe fn zeMemAllocHost(
        hContext: ze_context_handle_t,
        host_desc: *const ze_host_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            check_host_flags(input(host_desc)?)?;
            hand_out(hContext, MemoryKind::Host, None, size, alignment, pptr)
        }
    }

    pub unsafe fn zeMemFree(hContext: ze_context_handle_t, ptr: *mut c_void) -> Outcome {
        // SAFETY: contract.
        let context = unsafe { get::<Context>(hContext) }?;
        if ptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        release_deferred(context);
        take(ptr.addr()).map(drop)
    }

    pub unsafe fn zeMemFreeExt(
        hContext: ze_context_handle_t,
        pMemFreeDesc: *const ze_memory_free_ext_desc_t,
        ptr: *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let (context, policy) = unsafe { (get::<Context>(hContext)?, input(pMemFreeDesc)?.freePolicy) };
        if ptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if policy & ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE != 0 {
            let freed = take(ptr.addr())?;
            lock(&context.deferred).push(freed);
            release_deferred(context);
            return Ok(());
        }
        if policy & ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE != 0 {
            driver().devices.iter().try_for_each(|device| device.synchronize())?;
        }
        take(ptr.addr()).map(drop)
    }

    pub unsafe fn zeMemGetAllocProperties(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        pMemAllocProperties: *mut ze_memory_allocation_properties_t,
        phDevice: *mut ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Context>(hContext)?;
            pMemAllocProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        if ptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let allocation = find(ptr.addr());
        properties.type_ = allocation.map_or(ZE_MEMORY_TYPE_UNKNOWN, |a| a.kind.memory_type());
        properties.id = allocation.map_or(0, |a| a.id);
        properties.pageSize = if allocation.is_some() { PAGE_SIZE as u64 } else { 0 };
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            if stype == ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES {
                // SAFETY: the stype says what it is (contract).
                let parts = unsafe { &mut *structure.cast::<ze_memory_sub_allocations_exp_properties_t>() };
                // SAFETY: contract.
                if let Some(count) = unsafe { parts.pCount.as_mut() } {
                    *count = 0;
                }
            }
        }
        if !phDevice.is_null() {
            let device = allocation.and_then(|a| a.device).and_then(device_at);
            // SAFETY: contract.
            unsafe { output(phDevice, device.map_or(std::ptr::null_mut(), |device| device.handle()))? };
        }
        Ok(())
    }

    pub unsafe fn zeMemGetAddressRange(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        pBase: *mut *mut c_void,
        pSize: *mut usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        if ptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let allocation = find(ptr.addr()).ok_or(ZE_RESULT_ERROR_ADDRESS_NOT_FOUND)?;
        // SAFETY: contract; both are optional.
        unsafe {
            if let Some(base) = pBase.as_mut() {
                *base = std::ptr::with_exposed_provenance_mut(allocation.base);
            }
            if let Some(size) = pSize.as_mut() {
                *size = allocation.size;
            }
        }
        Ok(())
    }

    pub unsafe fn zeMemGetPitchFor2dImage(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        imageWidth: usize,
        _imageHeight: usize,
        elementSizeInBytes: u32,
        rowPitch: *mut usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            output(rowPitch, (imageWidth * elementSizeInBytes as usize).next_multiple_of(64))
        }
    }
}

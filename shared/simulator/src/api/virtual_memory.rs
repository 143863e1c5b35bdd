//! Virtual and physical memory.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::handle::{get, input, output, publish, retire, share};
use crate::memory::{PAGE_SIZE, new_id};
use crate::settings::settings;
use crate::shared_file::SharedFile;
use crate::virtual_memory::{self, PhysicalMemory};
use level_zero_sys::*;
use std::ffi::c_void;

/// The address of a pointer that must not be null.
unsafe fn address(context: ze_context_handle_t, ptr: *const c_void) -> Outcome<usize> {
    // SAFETY: contract.
    unsafe { get::<Context>(context) }?;
    if ptr.is_null() { Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER) } else { Ok(ptr.addr()) }
}

impl Api {
    pub unsafe fn zeVirtualMemReserve(
        hContext: ze_context_handle_t,
        pStart: *const c_void,
        size: usize,
        pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        if pptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let base = virtual_memory::reserve(pStart.addr(), size)?;
        // SAFETY: contract.
        unsafe { output(pptr, std::ptr::with_exposed_provenance_mut(base)) }
    }

    pub unsafe fn zeVirtualMemFree(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        size: usize,
    ) -> Outcome {
        // SAFETY: contract.
        virtual_memory::free(unsafe { address(hContext, ptr) }?, size)
    }

    pub unsafe fn zeVirtualMemQueryPageSize(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        _size: usize,
        pagesize: *mut usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            output(pagesize, PAGE_SIZE)
        }
    }

    pub unsafe fn zeVirtualMemMap(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        size: usize,
        hPhysicalMemory: ze_physical_mem_handle_t,
        offset: usize,
        access: ze_memory_access_attribute_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (address, memory) =
            unsafe { (address(hContext, ptr)?, share::<PhysicalMemory>(hPhysicalMemory)?) };
        virtual_memory::map(address, size, memory, offset, access)
    }

    pub unsafe fn zeVirtualMemUnmap(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        size: usize,
    ) -> Outcome {
        // SAFETY: contract.
        virtual_memory::unmap(unsafe { address(hContext, ptr) }?, size)
    }

    pub unsafe fn zeVirtualMemSetAccessAttribute(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        size: usize,
        access: ze_memory_access_attribute_t,
    ) -> Outcome {
        // SAFETY: contract.
        virtual_memory::set_access(unsafe { address(hContext, ptr) }?, size, access)
    }

    pub unsafe fn zeVirtualMemGetAccessAttribute(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        size: usize,
        access: *mut ze_memory_access_attribute_t,
        outSize: *mut usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let (found, length) = virtual_memory::access(address(hContext, ptr)?, size)?;
            output(access, found)?;
            output(outSize, length)
        }
    }

    pub unsafe fn zePhysicalMemCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *mut ze_physical_mem_desc_t,
        phPhysicalMemory: *mut ze_physical_mem_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let desc = unsafe {
            get::<Context>(hContext)?;
            input(desc.cast_const())?
        };
        if phPhysicalMemory.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let device = match desc.flags {
            // SAFETY: contract.
            0 | ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE => Some(unsafe { get::<Device>(hDevice) }?.index),
            ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST => None,
            _ => return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION),
        };
        virtual_memory::check_size(desc.size)?;
        if desc.size as u64 > settings().memory_bytes {
            return Err(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        }
        let memory = PhysicalMemory { file: SharedFile::new(desc.size)?, device, id: new_id() };
        // SAFETY: contract.
        unsafe { output(phPhysicalMemory, publish(memory)) }
    }

    pub unsafe fn zePhysicalMemDestroy(
        hContext: ze_context_handle_t,
        hPhysicalMemory: ze_physical_mem_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            retire::<PhysicalMemory>(hPhysicalMemory).map(drop)
        }
    }

    pub unsafe fn zePhysicalMemGetProperties(
        hContext: ze_context_handle_t,
        hPhysicalMem: ze_physical_mem_handle_t,
        pMemProperties: *mut ze_physical_mem_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (memory, properties) = unsafe {
            get::<Context>(hContext)?;
            let place = pMemProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            (get::<PhysicalMemory>(hPhysicalMem)?, place)
        };
        (properties.id, properties.size) = (memory.id, memory.file.size as u64);
        Ok(())
    }
}

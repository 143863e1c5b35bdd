//! Memory of another process.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::driver;
use crate::handle::{get, output};
use crate::memory;
use crate::shared_file::{SharedFile, Ticket};
use crate::sync::lock;
use level_zero_sys::*;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Mutex;

/// The program's files for which it has handles, until it puts them back.
static FILES: Mutex<BTreeMap<i32, SharedFile>> = Mutex::new(BTreeMap::new());

impl Api {
    pub unsafe fn zeMemGetIpcHandle(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        pIpcHandle: *mut ze_ipc_mem_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        if ptr.is_null() || pIpcHandle.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let (allocation, file) = driver().quietly(|| memory::share(ptr.addr()))?;
        let mut ticket = Ticket::new(Ticket::MEMORY, &file, allocation.size);
        ticket.device = allocation.device.unwrap_or(u32::MAX);
        // SAFETY: contract.
        unsafe { output(pIpcHandle, ze_ipc_mem_handle_t { data: ticket.to_bytes() }) }
    }

    /// The handle is valid as long as the memory is allocated, so nothing has to be given back.
    pub unsafe fn zeMemPutIpcHandle(hContext: ze_context_handle_t, handle: ze_ipc_mem_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        let descriptor = Ticket::read(Ticket::MEMORY, handle.data)?.own_descriptor()?;
        lock(&FILES).remove(&descriptor);
        Ok(())
    }

    pub unsafe fn zeMemOpenIpcHandle(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        handle: ze_ipc_mem_handle_t,
        flags: ze_ipc_memory_flags_t,
        pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let device = unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?
        };
        if flags & !(ZE_IPC_MEMORY_FLAG_BIAS_CACHED | ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED) != 0 {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        if pptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let file = Ticket::read(Ticket::MEMORY, handle.data)?.open()?;
        let base = memory::open(&file, file.size, device.index)?;
        // SAFETY: contract.
        unsafe { output(pptr, std::ptr::with_exposed_provenance_mut(base)) }
    }

    pub unsafe fn zeMemCloseIpcHandle(hContext: ze_context_handle_t, ptr: *const c_void) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        if ptr.is_null() { Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER) } else { memory::close(ptr.addr()) }
    }

    pub unsafe fn zeMemGetIpcHandleFromFileDescriptorExp(
        hContext: ze_context_handle_t,
        handle: u64,
        pIpcHandle: *mut ze_ipc_mem_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        let descriptor = i32::try_from(handle).map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        let file = SharedFile::of_descriptor(descriptor)?;
        let ticket = Ticket::new(Ticket::MEMORY, &file, file.size);
        // SAFETY: contract.
        unsafe { output(pIpcHandle, ze_ipc_mem_handle_t { data: ticket.to_bytes() }) }?;
        lock(&FILES).insert(file.descriptor(), file);
        Ok(())
    }

    pub unsafe fn zeMemGetFileDescriptorFromIpcHandleExp(
        hContext: ze_context_handle_t,
        ipcHandle: ze_ipc_mem_handle_t,
        pHandle: *mut u64,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            let descriptor = Ticket::read(Ticket::MEMORY, ipcHandle.data)?.own_descriptor()?;
            output(pHandle, descriptor.cast_unsigned().into())
        }
    }
}

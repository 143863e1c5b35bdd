//! Functions outside the specification, Intel's and ours, which programs find by name.
#![allow(non_camel_case_types)]

use crate::Outcome;
use crate::contention::Walk;
use crate::context::Context;
use crate::ddi::NoPanic;
use crate::device::Device;
use crate::driver::Driver;
use crate::event::{CounterBased, Event, Timestamps};
use crate::gen9::host_access_ns;
use crate::handle::{get, input, output, publish, share};
use crate::memory::{self, MemoryKind};
use crate::settings::settings;
use level_zero_sys::*;
use std::ffi::{CStr, c_void};

/// Intel's description of a counter-based event (the specification's later one is laid out alike).
#[repr(C)]
struct zex_counter_based_event_desc_t {
    stype: ze_structure_type_t,
    pNext: *const c_void,
    flags: u32,
    signalScope: ze_event_scope_flags_t,
    waitScope: ze_event_scope_flags_t,
}

const ZEX_COUNTER_BASED_EVENT_FLAG_IPC: u32 = 1 << 3;
const ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP: u32 = 1 << 4;
const ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP: u32 = 1 << 5;

/// The function of a name.
pub fn find(name: &CStr) -> Option<*mut c_void> {
    let function = match name.to_bytes() {
        b"zexCounterBasedEventCreate2" => zexCounterBasedEventCreate2 as *const c_void,
        b"zexDriverImportExternalPointer" => zexDriverImportExternalPointer as *const c_void,
        b"zexDriverReleaseImportedPointer" => zexDriverReleaseImportedPointer as *const c_void,
        b"zexDriverGetHostPointerBaseAddress" => zexDriverGetHostPointerBaseAddress as *const c_void,
        b"zesimHostBegin" if !settings().faults.no_host => zesimHostBegin as *const c_void,
        b"zesimHostAccessTime" if !settings().faults.no_host => zesimHostAccessTime as *const c_void,
        b"zesimHostTimeAlone" if !settings().faults.no_host => zesimHostTimeAlone as *const c_void,
        _ => return None,
    };
    Some(function.cast_mut())
}

/// The result of a body for C.
fn answer(body: impl FnOnce() -> Outcome) -> ze_result_t {
    let unwinds = NoPanic;
    let outcome = body();
    std::mem::forget(unwinds);
    outcome.err().unwrap_or(ZE_RESULT_SUCCESS)
}

unsafe extern "C-unwind" fn zexCounterBasedEventCreate2(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *const zex_counter_based_event_desc_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        let (context, desc) = unsafe {
            get::<Device>(hDevice)?;
            (share::<Context>(hContext)?, input(desc)?)
        };
        super::event_pool::check_scopes(desc.signalScope, desc.waitScope)?;
        if phEvent.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if desc.flags & ZEX_COUNTER_BASED_EVENT_FLAG_IPC != 0 {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        let stamped = ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP
            | ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP;
        // Mapped stamps are the device's own, too; another function returns the host's.
        let timestamps = if desc.flags & stamped == 0 { Timestamps::None } else { Timestamps::Device };
        let scopes = (desc.signalScope, desc.waitScope);
        let event =
            Event::new(None, context, Some(CounterBased { flags: desc.flags }), timestamps, scopes, 0);
        // SAFETY: contract.
        unsafe { output(phEvent, publish(event)) }
    })
}

/// From now on, the modelled host goes through a working set of `bytes`, in the way that `kind` says: 1 a chase, 2 streaming, 0
/// not at all.
unsafe extern "C-unwind" fn zesimHostBegin(
    hDevice: ze_device_handle_t,
    kind: u32,
    bytes: u64,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        let device = unsafe { get::<Device>(hDevice) }?;
        let walk = match kind {
            0 => None,
            1 | 2 => Some(Walk { bytes, streams: kind == 2 }),
            _ => return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION),
        };
        match device.host.begin(walk, settings().profile) {
            true => Ok(()),
            false => Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE),
        }
    })
}

/// Nanoseconds of an access of the modelled host's, beside the last kernel that went through memory.
unsafe extern "C-unwind" fn zesimHostAccessTime(hDevice: ze_device_handle_t, ns: *mut f64) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        let device = unsafe { get::<Device>(hDevice) }?;
        let access_ns = device.host.access_ns().ok_or(ZE_RESULT_NOT_READY)?;
        // SAFETY: contract.
        unsafe { output(ns, access_ns) }
    })
}

/// Nanoseconds of an access of the modelled host's within a working set of `bytes`, while the device does nothing.
unsafe extern "C-unwind" fn zesimHostTimeAlone(
    hDevice: ze_device_handle_t,
    bytes: u64,
    ns: *mut f64,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        unsafe { get::<Device>(hDevice) }?;
        let alone = host_access_ns(bytes, settings().profile).ok_or(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: contract.
        unsafe { output(ns, alone) }
    })
}

unsafe extern "C-unwind" fn zexDriverImportExternalPointer(
    hDriver: ze_driver_handle_t,
    ptr: *mut c_void,
    size: usize,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        unsafe { get::<Driver>(hDriver) }?;
        memory::import(ptr.expose_provenance(), size)
    })
}

unsafe extern "C-unwind" fn zexDriverReleaseImportedPointer(
    hDriver: ze_driver_handle_t,
    ptr: *mut c_void,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        unsafe { get::<Driver>(hDriver) }?;
        memory::release_imported(ptr.addr())
    })
}

unsafe extern "C-unwind" fn zexDriverGetHostPointerBaseAddress(
    hDriver: ze_driver_handle_t,
    ptr: *mut c_void,
    baseAddress: *mut *mut c_void,
) -> ze_result_t {
    answer(|| {
        // SAFETY: contract.
        unsafe { get::<Driver>(hDriver) }?;
        let found = memory::find(ptr.addr()).filter(|allocation| allocation.kind == MemoryKind::Imported);
        let base = found.ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?.base;
        // SAFETY: contract.
        unsafe { output(baseAddress, std::ptr::with_exposed_provenance_mut(base)) }
    })
}

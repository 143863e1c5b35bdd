//! Contexts.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::{Driver, driver};
use crate::handle::{get, input, output, publish, retire};
use crate::image::Image;
use level_zero_sys::*;
use std::ffi::c_void;

impl Api {
    pub unsafe fn zeContextCreate(
        hDriver: ze_driver_handle_t,
        desc: *const ze_context_desc_t,
        phContext: *mut ze_context_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { Self::zeContextCreateEx(hDriver, desc, 0, std::ptr::null_mut(), phContext) }
    }

    pub unsafe fn zeContextCreateEx(
        hDriver: ze_driver_handle_t,
        desc: *const ze_context_desc_t,
        numDevices: u32,
        phDevices: *mut ze_device_handle_t,
        phContext: *mut ze_context_handle_t,
    ) -> Outcome {
        if phContext.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if phDevices.is_null() && numDevices > 0 {
            return Err(ZE_RESULT_ERROR_INVALID_SIZE);
        }
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver)?;
            input(desc)?;
            for position in 0..numDevices as usize {
                get::<Device>(*phDevices.add(position))?;
            }
            output(phContext, publish(Context::new()))
        }
    }

    pub unsafe fn zeContextDestroy(hContext: ze_context_handle_t) -> Outcome {
        if hContext == crate::context::default_context() {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        // SAFETY: contract.
        unsafe { retire::<Context>(hContext) }.map(drop)
    }

    pub unsafe fn zeContextGetStatus(hContext: ze_context_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        driver().devices.iter().try_for_each(|device| device.check())
    }

    pub unsafe fn zeContextSystemBarrier(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?.check()
        }
    }

    pub unsafe fn zeContextMakeMemoryResident(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        ptr: *mut c_void,
        size: usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { check_resident(hContext, hDevice, ptr, size) }
    }

    pub unsafe fn zeContextEvictMemory(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        ptr: *mut c_void,
        size: usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { check_resident(hContext, hDevice, ptr, size) }
    }

    pub unsafe fn zeContextMakeImageResident(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        hImage: ze_image_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            get::<Image>(hImage).map(drop)
        }
    }

    pub unsafe fn zeContextEvictImage(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        hImage: ze_image_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { Self::zeContextMakeImageResident(hContext, hDevice, hImage) }
    }
}

/// All memory is always resident; only the arguments are looked at.
unsafe fn check_resident(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    ptr: *mut c_void,
    size: usize,
) -> Outcome {
    // SAFETY: contract.
    unsafe {
        get::<Context>(context)?;
        get::<Device>(device)?;
    }
    match (ptr.is_null(), size) {
        (true, _) => Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER),
        (_, 0) => Err(ZE_RESULT_ERROR_INVALID_SIZE),
        _ => Ok(()),
    }
}

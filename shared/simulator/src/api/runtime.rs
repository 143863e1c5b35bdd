//! The zer functions: shortcuts for runtimes.

use crate::Outcome;
use crate::context::default_context;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::{device_at, driver};
use crate::handle::{get, output};
use level_zero_sys::*;
use std::ffi::c_char;

impl Api {
    pub unsafe fn zerGetLastErrorDescription(ppString: *mut *const c_char) -> Outcome {
        // SAFETY: contract.
        unsafe { output(ppString, c"".as_ptr()) }
    }

    pub unsafe fn zerTranslateDeviceHandleToIdentifier(hDevice: ze_device_handle_t) -> u32 {
        // SAFETY: contract.
        unsafe { get::<Device>(hDevice) }.map_or(u32::MAX, |device| device.index)
    }

    pub unsafe fn zerTranslateIdentifierToDeviceHandle(identifier: u32) -> ze_device_handle_t {
        device_at(identifier).map_or(std::ptr::null_mut(), |device| device.handle())
    }

    pub unsafe fn zerGetDefaultContext() -> ze_context_handle_t {
        driver();
        default_context()
    }
}

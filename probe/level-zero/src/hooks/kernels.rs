//! Kernels (names, group sizes), images, and the order of devices.

use super::macros::{hook, plain};
use crate::driver;
use crate::subject::Kernel;
use crate::subject::images::Image;
use crate::timing;
use crate::timing::notes::NOTES;
use crate::timing::state::State;
use level_zero_sys::*;
use std::ffi::CStr;
use std::ptr::null_mut;

/// Name and group size of a kernel; the driver is asked for the name of one that was made before the attach.
pub fn look_up(state: &mut State, handle: ze_kernel_handle_t) -> Kernel {
    if let Some(kernel) = state.registry.kernels.get(&(handle as usize)) {
        NOTES.kernels.note(handle as usize, *kernel);
        return *kernel;
    }
    if handle.is_null() {
        return Kernel { name: state.publisher.string("(no kernel)"), group_size: [0; 3] };
    }
    let mut size = 0;
    let mut text = Vec::new();
    // SAFETY: the program's kernel; first the size is asked for, then that many bytes are given.
    unsafe {
        if driver::zeKernelGetName(handle, &raw mut size, null_mut()) == ZE_RESULT_SUCCESS && size < 65_536 {
            text = vec![0u8; size + 1];
            if driver::zeKernelGetName(handle, &raw mut size, text.as_mut_ptr().cast()) != ZE_RESULT_SUCCESS {
                text.clear();
            }
        }
    }
    let name = CStr::from_bytes_until_nul(&text).ok().map(|n| n.to_string_lossy().into_owned());
    let name =
        state.publisher.string(name.as_deref().filter(|n| !n.is_empty()).unwrap_or("(unknown kernel)"));
    let kernel = Kernel { name, group_size: [0; 3] };
    state.registry.kernels.insert(handle as usize, kernel);
    kernel
}

hook! { fn zeKernelCreate(module: ze_module_handle_t, desc: *const ze_kernel_desc_t, kernel: *mut ze_kernel_handle_t) {
    let result = plain!(zeKernelCreate(module, desc, kernel));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the call succeeded, so the descriptor and its name are the program's and the handle is written.
        let (name, handle) = unsafe {
            let name = desc.as_ref().map(|d| d.pKernelName).filter(|n| !n.is_null());
            (name.map(|n| CStr::from_ptr(n).to_string_lossy().into_owned()), *kernel as usize)
        };
        timing::after(1, move |s| {
            let name = s.publisher.string(name.as_deref().unwrap_or("(unknown kernel)"));
            s.registry.kernels.insert(handle, Kernel { name, group_size: [0; 3] });
        });
    }
    result
}}

hook! { fn zeKernelDestroy(kernel: ze_kernel_handle_t) {
    let handle = kernel as usize;
    NOTES.kernels.forget(handle);
    timing::after(1, move |s| { s.registry.kernels.remove(&handle); });
    plain!(zeKernelDestroy(kernel))
}}

hook! { fn zeKernelSetGroupSize(kernel: ze_kernel_handle_t, x: u32, y: u32, z: u32) {
    let result = plain!(zeKernelSetGroupSize(kernel, x, y, z));
    if result == ZE_RESULT_SUCCESS {
        let handle = kernel as usize;
        NOTES.kernels.forget(handle);
        timing::after(1, move |s| {
            if let Some(k) = s.registry.kernels.get_mut(&handle) {
                k.group_size = [x, y, z];
            }
            s.notes.kernels.forget(handle);
        });
    }
    result
}}

/// An image was made: remembers how many bytes copying it moves.
fn image_made(desc: *const ze_image_desc_t, image: *mut ze_image_handle_t) {
    // SAFETY: the call succeeded, so the descriptor is the program's and the handle is written.
    let (desc, handle) = unsafe { (desc.as_ref(), *image as usize) };
    if let Some(desc) = desc {
        let image = Image::new(desc);
        timing::after(1, move |s| {
            s.registry.images.insert(handle, image);
        });
    }
}

hook! { fn zeImageCreate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_image_desc_t, image: *mut ze_image_handle_t) {
    let result = plain!(zeImageCreate(context, of, desc, image));
    if result == ZE_RESULT_SUCCESS {
        image_made(desc, image);
    }
    result
}}

hook! { fn zeImageViewCreateExt(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_image_desc_t, viewed: ze_image_handle_t, image: *mut ze_image_handle_t) {
    let result = plain!(zeImageViewCreateExt(context, of, desc, viewed, image));
    if result == ZE_RESULT_SUCCESS {
        image_made(desc, image);
    }
    result
}}

hook! { fn zeImageViewCreateExp(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_image_desc_t, viewed: ze_image_handle_t, image: *mut ze_image_handle_t) {
    let result = plain!(zeImageViewCreateExp(context, of, desc, viewed, image));
    if result == ZE_RESULT_SUCCESS {
        image_made(desc, image);
    }
    result
}}

hook! { fn zeImageDestroy(image: ze_image_handle_t) {
    let handle = image as usize;
    timing::after(1, move |s| {
        s.registry.images.remove(&handle);
    });
    plain!(zeImageDestroy(image))
}}

hook! {
    /// Devices are numbered in the order in which the driver lists them.
    fn zeDeviceGet(of: ze_driver_handle_t, count: *mut u32, devices: *mut ze_device_handle_t) {
    let result = plain!(zeDeviceGet(of, count, devices));
    if result == ZE_RESULT_SUCCESS && !devices.is_null() && !count.is_null() {
        // SAFETY: the driver has written `count` handles.
        let found = unsafe { std::slice::from_raw_parts(devices, *count as usize) };
        timing::with(|s| for device in found { s.device(*device as usize); });
    }
    result
}}

//! Extension functions that reach programs by name rather than through a table.

use super::macros::{hook, plain};
use level_zero_sys::*;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// Intel's `zex_counter_based_event_desc_t`, as its driver's `zex_event.h` lays it out: like the core
/// structure, with the same flag bits.
type CounterBasedDesc = ze_event_counter_based_desc_t;
type CounterBasedCreate2 = unsafe extern "C-unwind" fn(
    ze_context_handle_t,
    ze_device_handle_t,
    *const CounterBasedDesc,
    *mut ze_event_handle_t,
) -> ze_result_t;

/// The extension function that matters, in a program's constants as well.
pub const CREATE_NAME: &CStr = c"zexCounterBasedEventCreate2";

/// The driver's function of that name, once one is known.
static CREATE: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Our wrapper, and the driver's function that it calls; `None` while that is unknown.
pub fn wrapped_create() -> Option<(usize, usize)> {
    let driver = CREATE.load(Ordering::Acquire) as usize;
    (driver != 0).then_some((counter_based_create as *const () as usize, driver))
}

/// Learns a driver's function of that name. False if this is the wrapper, or if the wrapper already stands
/// for another driver's function: it can call only one.
pub fn wrap_create(found: *mut c_void) -> bool {
    if found.is_null() || found == counter_based_create as *mut c_void {
        return false;
    }
    match CREATE.compare_exchange(std::ptr::null_mut(), found, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => true,
        Err(known) => known == found,
    }
}

unsafe extern "C-unwind" fn counter_based_create(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    desc: *const CounterBasedDesc,
    event: *mut ze_event_handle_t,
) -> ze_result_t {
    let driver = CREATE.load(Ordering::Acquire);
    // SAFETY: handed out only after the driver's function of this name was saved.
    let driver: CounterBasedCreate2 = unsafe { std::mem::transmute(driver) };
    // SAFETY: the program's own call and arguments.
    let result = unsafe { driver(context, device, desc, event) };
    if result == ZE_RESULT_SUCCESS {
        super::events::counter_based_made(event, desc);
    }
    result
}

hook! { fn zeDriverGetExtensionFunctionAddress(driver: ze_driver_handle_t, name: *const c_char, address: *mut *mut c_void) {
    let result = plain!(zeDriverGetExtensionFunctionAddress(driver, name, address));
    if result != ZE_RESULT_SUCCESS || name.is_null() || address.is_null() {
        return result;
    }
    // SAFETY: the program's NUL-terminated name, and its word that the driver has just written.
    let (name, found) = unsafe { (CStr::from_ptr(name), *address) };
    if name == CREATE_NAME && wrap_create(found) {
        // SAFETY: as above.
        unsafe { *address = counter_based_create as *mut c_void };
    }
    // SAFETY: as above.
    if let Some(wrapper) = super::imports::wrapped(name, unsafe { *address }) {
        // SAFETY: as above.
        unsafe { *address = wrapper };
    }
    result
}}

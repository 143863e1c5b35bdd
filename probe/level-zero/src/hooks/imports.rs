//! Intel's extension that imports the program's own memory into the driver (`zex_memory.h`): from then on,
//! malloc'd memory is copied as fast as the driver's own.

use super::memory::{closing, imported};
use level_zero_sys::*;
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

type Import = unsafe extern "C-unwind" fn(ze_driver_handle_t, *mut c_void, usize) -> ze_result_t;
type Release = unsafe extern "C-unwind" fn(ze_driver_handle_t, *mut c_void) -> ze_result_t;

/// The driver's functions, once they are known.
static IMPORT: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static RELEASE: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Our wrapper for a driver's extension function, if the function has one. A wrapper can call only one
/// function, so a second driver's function is left as it is.
pub fn wrapped(name: &CStr, found: *mut c_void) -> Option<*mut c_void> {
    let (original, wrapper) = match name.to_bytes() {
        b"zexDriverImportExternalPointer" => (&IMPORT, import as *mut c_void),
        b"zexDriverReleaseImportedPointer" => (&RELEASE, release as *mut c_void),
        _ => return None,
    };
    if found.is_null() || found == wrapper {
        return None;
    }
    let known = original.compare_exchange(null_mut(), found, Ordering::AcqRel, Ordering::Acquire);
    known.map_or_else(|known| known == found, |_| true).then_some(wrapper)
}

unsafe extern "C-unwind" fn import(
    driver: ze_driver_handle_t,
    pointer: *mut c_void,
    size: usize,
) -> ze_result_t {
    // SAFETY: handed out only after the driver's function of this name was saved.
    let original: Import = unsafe { std::mem::transmute(IMPORT.load(Ordering::Acquire)) };
    // SAFETY: the program's own call and arguments.
    let result = unsafe { original(driver, pointer, size) };
    if result == ZE_RESULT_SUCCESS {
        imported(pointer as usize, size);
    }
    result
}

unsafe extern "C-unwind" fn release(driver: ze_driver_handle_t, pointer: *mut c_void) -> ze_result_t {
    // SAFETY: handed out only after the driver's function of this name was saved.
    let original: Release = unsafe { std::mem::transmute(RELEASE.load(Ordering::Acquire)) };
    // SAFETY: the program's own call and arguments.
    closing(pointer, || unsafe { original(driver, pointer) }).0
}

//! The layer: our wrappers in the tables that the loader hands us.
//!
//! We save the pointers in them and replace them with ours. The loader asks many times, so entries that are
//! already ours are left alone.

pub mod underneath;

use crate::driver::ORIGINALS;
use crate::hooks;
use crate::wrappers::WRAPPERS;
use level_zero_sys::{FUNCTIONS, ze_api_version_t};
use std::ffi::c_void;
use std::sync::atomic::Ordering;

/// Wraps the entries of a table that `version` has.
///
/// # Safety
/// `entries` is null or points to a table of `getter` as API version `version` lays it out: an older table
/// is a prefix of a newer one, so nothing past `version` is touched.
pub unsafe fn wrap(getter: &str, version: ze_api_version_t, entries: *mut *mut c_void, device: bool) {
    if entries.is_null() {
        return;
    }
    for (id, function) in FUNCTIONS.iter().enumerate().filter(|(_, f)| f.table == getter) {
        if function.since > version {
            continue;
        }
        // SAFETY: the caller's promise; `index` is within the table of a version that has the function.
        let entry = unsafe { &mut *entries.add(function.index) };
        let wrapper = wrapper_of(id, device);
        if entry.is_null() || is_ours(id, *entry) {
            continue;
        }
        ORIGINALS[id].store(*entry, Ordering::Release);
        *entry = wrapper;
    }
}

/// What goes into the table: the hook if device timing has one, otherwise the plain wrapper.
pub fn wrapper_of(id: usize, device: bool) -> *mut c_void {
    let for_device = hooks::APPENDS.iter().chain(hooks::DEVICE).filter(|_| device);
    let hook = hooks::ALWAYS.iter().chain(for_device).find(|(hooked, _)| *hooked == id);
    hook.map_or(WRAPPERS[id], |(_, hook)| *hook).cast_mut()
}

pub fn is_ours(id: usize, entry: *mut c_void) -> bool {
    entry == wrapper_of(id, false) || entry == wrapper_of(id, true)
}

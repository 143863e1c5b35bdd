//! The layer: getters for the loader, wrappers for the program.
//!
//! The loader hands each of its 76 function-pointer tables to the getter of that name; we save the pointers
//! and put ours in their place. The loader asks again and again (456 times under SYCL), so entries that are
//! ours already are left alone.

pub mod driver;
mod underneath;
mod wrappers;

use crate::{hooks, runtime};
use level_zero_sys::{
    FUNCTION_COUNT, FUNCTIONS, ZE_RESULT_SUCCESS, for_each_table, ze_api_version_t, ze_result_t,
};
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

pub use wrappers::{WRAPPERS, Wrapper, plain};

/// What the loader handed us for each function, by id.
pub static ORIGINALS: [AtomicPtr<c_void>; FUNCTION_COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; FUNCTION_COUNT];

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

/// What goes into the table: the hook where device timing has one, else the plain wrapper.
pub fn wrapper_of(id: usize, device: bool) -> *mut c_void {
    let for_device = hooks::APPENDS.iter().chain(hooks::DEVICE).filter(|_| device);
    let hook = hooks::ALWAYS.iter().chain(for_device).find(|(hooked, _)| *hooked == id);
    hook.map_or(WRAPPERS[id], |(_, hook)| *hook).cast_mut()
}

pub fn is_ours(id: usize, entry: *mut c_void) -> bool {
    entry == wrapper_of(id, false) || entry == wrapper_of(id, true)
}

macro_rules! getters {
    ($([$getter:ident $family:ident $table:ident])*) => {$(
        #[doc = concat!("Called by the loader with its `", stringify!($table), "`.")]
        ///
        /// # Safety
        /// The loader passes a table of the version that it names.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $getter(version: ze_api_version_t, table: *mut level_zero_sys::$table) -> ze_result_t {
            crate::guard::quietly(|| {
                let (getter, entries) = (concat!(stringify!($getter), "\0"), table.cast());
                underneath::offer(getter, version, entries);
                if let Some(runtime) = runtime::get_or_start() {
                    // SAFETY: passed on from the loader.
                    unsafe { wrap(stringify!($getter), version, entries, runtime.device_on.load(Ordering::Acquire)) };
                }
            });
            // Some of the getters are fatal to the loader when they fail.
            ZE_RESULT_SUCCESS
        }
    )*};
}
for_each_table!(getters);

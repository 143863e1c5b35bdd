//! The real validation layer, when the user had asked for it: loaded by path, put underneath the probe.

use level_zero_sys::{ze_api_version_t, ze_result_t};
use std::ffi::{CString, c_char, c_void};
use std::os::unix::ffi::OsStringExt;
use std::sync::OnceLock;
use zetop_wire::session::VALIDATION_VAR;

struct Handle(*mut c_void);
// SAFETY: a dlopen handle may be used from any thread.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

fn library() -> Option<*mut c_void> {
    static LIBRARY: OnceLock<Option<Handle>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let path = CString::new(std::env::var_os(VALIDATION_VAR)?.into_vec()).ok()?;
            // SAFETY: a C string; the library is the loader's own validation layer, as the user asked for.
            let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            (!handle.is_null()).then_some(Handle(handle))
        })
        .as_ref()
        .map(|h| h.0)
}

/// Lets the validation layer wrap the table first. `getter` ends in NUL.
pub fn offer(getter: &'static str, version: ze_api_version_t, entries: *mut *mut c_void) {
    let Some(library) = library() else { return };
    // SAFETY: an open library and a NUL-terminated name.
    let symbol = unsafe { libc::dlsym(library, getter.as_ptr().cast::<c_char>()) };
    if !symbol.is_null() {
        type Getter = unsafe extern "C" fn(ze_api_version_t, *mut *mut c_void) -> ze_result_t;
        // SAFETY: a getter of that name has this signature, and gets the table that we were handed.
        unsafe { std::mem::transmute::<*mut c_void, Getter>(symbol)(version, entries) };
    }
}

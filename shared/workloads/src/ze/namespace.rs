//! The loader in a namespace of its own, as by `dlmopen`: with its own copies of all libraries that it needs.

use level_zero_sys::LevelZero;
use std::ffi::CString;
use std::ptr::null;

/// # Errors
/// No loader on this machine.
pub fn open() -> anyhow::Result<LevelZero> {
    // SAFETY: a C string. The Level Zero loader has no initialisers with requirements on the caller.
    let handle = unsafe { libc::dlmopen(libc::LM_ID_NEWLM, c"libze_loader.so.1".as_ptr(), libc::RTLD_NOW) };
    anyhow::ensure!(!handle.is_null(), "dlmopen failed");
    // SAFETY: a handle of the dynamic linker, which nobody else closes.
    let library = unsafe { libloading::os::unix::Library::from_raw(handle) };
    let find = |name: &str| {
        // SAFETY: an open handle and a C string.
        CString::new(name).map_or(null(), |name| unsafe { libc::dlsym(handle, name.as_ptr()).cast_const() })
    };
    // SAFETY: functions of the loader, by their names.
    Ok(unsafe { LevelZero::with_functions(library.into(), find) })
}

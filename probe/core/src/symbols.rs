//! What the program and its libraries export.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

static LOOKED: AtomicBool = AtomicBool::new(false);

/// Runs `f`, which looks for symbols. Only once in a process and its forked children, where the dynamic linker's lock may be
/// held by a thread that is not there.
pub fn once(f: impl FnOnce()) {
    if !LOOKED.swap(true, Ordering::Relaxed) {
        f();
        // The program must not find our errors.
        // SAFETY: no arguments.
        unsafe { libc::dlerror() };
    }
}

/// The first one of that name in the order in which the dynamic linker looks. Call it within [`once`].
#[must_use]
pub fn find(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

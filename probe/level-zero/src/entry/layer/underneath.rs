//! The real validation layer, when the user or the program asks for it: loaded by path, put underneath the probe.

use level_zero_sys::{ze_api_version_t, ze_result_t};
use std::ffi::{CStr, CString, c_char, c_void};
use std::os::unix::ffi::OsStringExt;
use std::sync::OnceLock;
use zetop_wire::session::{SESSION_VAR, VALIDATION_VAR, VALIDATION_WANTED_VAR};

struct Handle(*mut c_void);
// SAFETY: a dlopen handle may be used from any thread.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

fn library() -> Option<*mut c_void> {
    static LIBRARY: OnceLock<Option<Handle>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            if std::env::var_os(VALIDATION_WANTED_VAR).is_none() && !the_program_asks() {
                return None;
            }
            let path = CString::new(std::env::var_os(VALIDATION_VAR)?.into_vec()).ok()?;
            // SAFETY: a C string; the library is the loader's own validation layer, as the user asked for.
            let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            (!handle.is_null()).then_some(Handle(handle))
        })
        .as_ref()
        .map(|h| h.0)
}

/// Whether the program itself has set the variable (`putenv`). zetop has set it too, for the probe's sake,
/// but what a program sets is stored elsewhere than what it was started with.
fn the_program_asks() -> bool {
    let session = CString::new(SESSION_VAR).unwrap_or_default();
    // A program that sets variables while its loader initialises races with the loader as well.
    // SAFETY: a C string.
    let variable = |name: &CStr| unsafe { libc::getenv(name.as_ptr()) };
    let (layer, session) = (variable(c"ZE_ENABLE_VALIDATION_LAYER"), variable(&session));
    // If zetop's own variable is elsewhere, too, the whole environment was moved.
    if layer.is_null() || was_given_at_start(layer) || session.is_null() || !was_given_at_start(session) {
        return false;
    }
    // SAFETY: a string of the environment.
    unsafe { CStr::from_ptr(layer) == c"1" }
}

/// The kernel puts the strings of the environment between these two at the top of the stack.
fn was_given_at_start(text: *const c_char) -> bool {
    // SAFETY: asks for two numbers.
    let (below, above) = unsafe { (libc::getauxval(libc::AT_RANDOM), libc::getauxval(libc::AT_EXECFN)) };
    (below..above).contains(&(text.addr() as u64))
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

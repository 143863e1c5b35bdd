//! The real driver: where it is, as zetop wrote it into the file, and its functions.

use crate::driver;
use std::ffi::CStr;

/// Longest path, with the zero that ends it.
const LENGTH: usize = 4096;
/// What stands at the start until zetop writes the path over it.
const MARK: &[u8] = b"zetop: path of the real libcuda.so.1\0";

/// The dynamic section's entry for the real driver points here as well.
#[used]
static PATH: [u8; LENGTH] = {
    let mut path = [0; LENGTH];
    let mut i = 0;
    while i < MARK.len() {
        path[i] = MARK[i];
        i += 1;
    }
    path
};

/// The real driver's path; `None` in a library that was not made into a stand-in.
pub fn path() -> Option<&'static CStr> {
    // SAFETY: a live array of bytes. What the file says is not what the compiler knows of it.
    let bytes = unsafe { std::ptr::read_volatile(&raw const PATH) };
    if bytes.starts_with(MARK) {
        return None;
    }
    // SAFETY: as above.
    CStr::from_bytes_until_nul(unsafe { &*std::hint::black_box(&raw const PATH) })
        .ok()
        .filter(|path| !path.is_empty())
}

/// Looks the functions up. The dynamic linker has loaded the driver by now.
pub fn load(path: &CStr) -> bool {
    // SAFETY: a C string; nothing is loaded that is not there.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
    // SAFETY: the handle is never closed.
    !library.is_null() && unsafe { driver::load(library) }
}

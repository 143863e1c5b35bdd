//! The real driver: where it is, as zetop wrote it into the file, and its functions.

use crate::driver;
use crate::modules::{self, Module};
use std::ffi::CStr;

/// Longest path, with the zero that ends it.
const LENGTH: usize = 4096;
/// What is here until zetop overwrites it with the path.
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
    // SAFETY: a live array of bytes. Volatile, because the compiler does not know what zetop has written
    // there.
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
    // SAFETY: a C string; nothing new is loaded.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
    // SAFETY: the handle is never closed.
    !library.is_null() && unsafe { driver::load(library) }
}

/// The real driver among the modules of this process.
pub fn loaded() -> Option<Module> {
    let own = modules::own_address();
    modules::all().into_iter().find(|module| {
        let path = module.path.to_bytes();
        let name = path.rsplit(|b| *b == b'/').next().unwrap_or_default();
        name.starts_with(b"libcuda.so") && !module.holds(own) && !is_stand_in(path)
    })
}

/// A stand-in that the program was launched with, in one of zetop's folders.
fn is_stand_in(path: &[u8]) -> bool {
    path.rsplit(|b| *b == b'/').nth(1).is_some_and(|folder| folder.starts_with(b"zetop-"))
}

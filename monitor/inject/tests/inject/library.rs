//! The library that the tests inject; built by them with `rustc --crate-type cdylib`.

use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

static CALLS: AtomicU64 = AtomicU64::new(0);

/// How often it was called, including this time; 0 if `text` is not what the tests send.
#[unsafe(no_mangle)]
pub extern "C" fn count(text: *const c_char) -> u64 {
    // SAFETY: the injector passes the address of a C string.
    let text = unsafe { CStr::from_ptr(text) };
    let copy = vec![text.to_owned(); 50];
    let right = copy[49].to_bytes() == b"the text";
    let calls = CALLS.fetch_add(1, Ordering::SeqCst) + 1;
    if right { calls } else { 0 }
}

#[unsafe(no_mangle)]
pub extern "C" fn sum(a: u64, b: u64, c: u64) -> u64 {
    a + b * 1000 + c * 1_000_000
}

/// Lasts until the file is there.
#[unsafe(no_mangle)]
pub extern "C" fn slow(file: *const c_char) -> u64 {
    // SAFETY: the injector passes the address of a C string, which stays while the call lasts.
    let file = unsafe { CStr::from_ptr(file) }.to_string_lossy();
    while !std::path::Path::new(&*file).exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    7
}

/// A thread that the library starts works like any other, with thread-local state.
#[unsafe(no_mangle)]
pub extern "C" fn thread() -> u64 {
    thread_local!(static LOCAL: u64 = const { 20 });
    let other = std::thread::spawn(|| LOCAL.with(|local| local + 1));
    LOCAL.with(|local| *local) + other.join().unwrap_or(0)
}

/// Opens a file, and leaves it open.
#[unsafe(no_mangle)]
pub extern "C" fn open_null() -> u64 {
    use std::os::fd::IntoRawFd;
    std::fs::File::open("/dev/null").map_or(0, |file| file.into_raw_fd() as u64)
}

//! The driver's end: Intel's frees its objects in exit handlers. A call that comes afterwards, from a thread that is still
//! there, crashes, or not, as it happens. With `gone_at_exit` it always ends the process, with a message, and the
//! handler takes a while, so that nobody comes through by luck.

use crate::settings::settings;
use level_zero_sys::FUNCTIONS;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static GONE: AtomicBool = AtomicBool::new(false);

/// Registers the exit handler, once.
pub fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: a function of this library, which stays until the process ends.
        unsafe { libc::atexit(take_down) };
    });
}

extern "C" fn take_down() {
    GONE.store(true, Ordering::SeqCst);
    std::thread::sleep(settings().faults.gone_at_exit.unwrap_or_default());
}

/// Ends the process if a call comes after the end of the driver.
pub fn check(id: usize) {
    if GONE.load(Ordering::SeqCst) {
        eprintln!("ze-sim: {} after the driver has gone", FUNCTIONS.get(id).map_or("a call", |f| f.name));
        std::process::abort();
    }
}

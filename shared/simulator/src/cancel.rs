//! Threads of the program can be cancelled (`pthread_cancel`) while they wait in the driver. Cancellation
//! unwinds from libc functions, which are declared here so that the unwinding may pass.

use std::time::Duration;

unsafe extern "C-unwind" {
    fn pthread_testcancel();
    fn nanosleep(time: *const libc::timespec, left: *mut libc::timespec) -> i32;
}

/// Ends the calling thread here if it has been cancelled.
pub fn point() {
    // SAFETY: no arguments; what it may unwind through is Rust that drops what it holds.
    unsafe { pthread_testcancel() };
}

/// Sleeps, for less if a signal comes.
pub fn sleep(time: Duration) {
    let time =
        libc::timespec { tv_sec: time.as_secs().cast_signed(), tv_nsec: i64::from(time.subsec_nanos()) };
    // SAFETY: a valid time; what is left of it is not asked for.
    unsafe { nanosleep(&raw const time, std::ptr::null_mut()) };
}

//! What a program says to the test, and how it waits for it.

use std::ffi::c_int;
use std::io;
use std::time::Instant;

pub(super) fn say(text: &str) {
    let line = format!("{text}\n");
    // SAFETY: the buffer lives and has this length.
    unsafe { libc::write(1, line.as_ptr().cast(), line.len()) };
}

pub(super) fn read_byte() -> c_int {
    let mut byte = 0_u8;
    // SAFETY: room for one byte.
    unsafe { libc::read(0, (&raw mut byte).cast(), 1) as c_int }
}

/// A system call's result, or the error's number.
pub(super) fn sys(call: impl FnOnce() -> c_int) -> Result<c_int, i32> {
    let result = call();
    if result == -1 { Err(io::Error::last_os_error().raw_os_error().unwrap_or(0)) } else { Ok(result) }
}

pub(super) fn once(call: impl FnOnce() -> Result<c_int, i32>) {
    say("ready");
    say(&format!("{:?}", call()));
    let _ = read_byte();
}

/// Makes a call that waits for a given time; prints its result, and the time if that was too short.
pub(super) fn timed(milliseconds: u64, call: impl FnOnce() -> Result<c_int, i32>) {
    say("ready");
    let started = Instant::now();
    let result = call();
    let took = started.elapsed();
    let right = took.as_millis() as u64 >= milliseconds - 1;
    say(&if right { format!("{result:?} in time") } else { format!("{result:?} after {took:?}") });
    let _ = read_byte();
}

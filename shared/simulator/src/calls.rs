//! What happens at the beginning of a call: it is slowed down as configured, and refused once the driver has gone.

use crate::settings::{complain, pairs, parse_integer, settings};
use crate::{clock, gone};
use level_zero_sys::{FUNCTION_COUNT, function_id};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether anything is to be done before a call.
static CALLS_ARE_SPECIAL: AtomicBool = AtomicBool::new(false);
/// Nanoseconds that each call takes longer, by the number of its function.
static CALL_NS: [AtomicU64; FUNCTION_COUNT] = [const { AtomicU64::new(0) }; FUNCTION_COUNT];

/// Runs when the loader has just loaded the driver: the exit handler is registered, if there is to be one.
pub fn at_load() {
    if settings().faults.gone_at_exit.is_some() {
        CALLS_ARE_SPECIAL.store(true, Ordering::Relaxed);
        gone::register();
    }
}

/// Reads `ZESIM_CALL_NS`.
pub fn read_call_delays() {
    let Ok(text) = std::env::var("ZESIM_CALL_NS") else { return };
    for (name, nanoseconds) in pairs(&text) {
        match (function_id(name), parse_integer(nanoseconds)) {
            (Some(id), Some(nanoseconds)) => CALL_NS[id].store(nanoseconds, Ordering::Relaxed),
            _ => complain("ZESIM_CALL_NS", name),
        }
    }
    CALLS_ARE_SPECIAL.store(true, Ordering::Relaxed);
}

/// Slows down a host call as configured; none may come once the driver has gone.
#[inline]
pub fn before_call(id: usize) {
    if CALLS_ARE_SPECIAL.load(Ordering::Relaxed) {
        gone::check(id);
        let nanoseconds = CALL_NS[id].load(Ordering::Relaxed);
        if nanoseconds > 0 {
            clock::wait_until(clock::host_now() + nanoseconds);
        }
    }
}

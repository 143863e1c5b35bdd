//! Programs that get signals, or are in a handler of one.

use super::tell::{once, read_byte, say, sys};
use super::waits::epoll;
use super::work::{input_is_there, work};
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(super) static HANDLED: AtomicU64 = AtomicU64::new(0);

pub(super) static QUEUED: AtomicU64 = AtomicU64::new(0);

extern "C" fn handle(signal: c_int) {
    let counter = if signal == libc::SIGRTMIN() { &QUEUED } else { &HANDLED };
    counter.fetch_add(1, Ordering::SeqCst);
}

pub(super) fn on(signal: c_int, handler: extern "C" fn(c_int), flags: c_int) {
    // SAFETY: the handler is async-signal-safe, the struct is complete.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = flags;
        libc::sigaction(signal, &action, null_mut());
    }
}

/// A real signal must still give EINTR, and its handler runs once.
pub(super) fn epoll_signal() {
    on(libc::SIGUSR1, handle, 0);
    once(|| sys(epoll));
    say(&HANDLED.load(Ordering::SeqCst).to_string());
}

pub(super) fn pause_signal() {
    on(libc::SIGUSR1, handle, 0);
    // SAFETY: pause has no preconditions.
    once(|| sys(|| unsafe { libc::pause() }));
    say(&HANDLED.load(Ordering::SeqCst).to_string());
}

/// Queued signals of which none may be lost, and a handler every millisecond.
pub(super) fn storm(with_timer: bool) {
    on(libc::SIGALRM, handle, libc::SA_RESTART);
    on(libc::SIGRTMIN(), handle, libc::SA_RESTART);
    let each = libc::timeval { tv_sec: 0, tv_usec: if with_timer { 1000 } else { 0 } };
    let timer = libc::itimerval { it_interval: each, it_value: each };
    // SAFETY: a live timer.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &timer, null_mut()) };
    let expected = work(42);
    say("ready");
    while !input_is_there() {
        if work(42) != expected {
            return say("WRONG");
        }
    }
    say(&format!("{} queued, timer {}", QUEUED.load(Ordering::SeqCst), HANDLED.load(Ordering::SeqCst) > 10));
}

extern "C" fn wait_for_input(_: c_int) {
    say("ready");
    let _ = read_byte();
}

pub(super) fn in_handler() {
    on(libc::SIGUSR1, wait_for_input, 0);
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
    say("right");
}

/// errno stays, and no handler of the program's for faults or traps runs.
pub(super) fn errno() {
    for signal in
        [libc::SIGSEGV, libc::SIGTRAP, libc::SIGBUS, libc::SIGILL, libc::SIGSYS, libc::SIGCHLD, libc::SIGCONT]
    {
        on(signal, handle, libc::SA_RESTART);
    }
    say("ready");
    while !input_is_there() {
        // SAFETY: errno of this thread.
        unsafe { *libc::__errno_location() = 77 };
        let until = Instant::now() + Duration::from_millis(5);
        while Instant::now() < until {
            // SAFETY: as above.
            if unsafe { *libc::__errno_location() } != 77 {
                return say("WRONG errno");
            }
        }
    }
    say(&format!("{} handlers ran", HANDLED.load(Ordering::SeqCst)));
}

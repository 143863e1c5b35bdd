//! If the engine brings the process down, stderr names the kernel first.

use crate::sync::lock;
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

const SIGNALS: [libc::c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

/// What the program does at the signals; valid while `USERS` is above zero.
struct Before(UnsafeCell<[MaybeUninit<libc::sigaction>; SIGNALS.len()]>);
// SAFETY: written under the lock of `USERS` before the handler can run, read by the handler only.
unsafe impl Sync for Before {}
static BEFORE: Before = Before(UnsafeCell::new([const { MaybeUninit::uninit() }; SIGNALS.len()]));
static USERS: Mutex<usize> = Mutex::new(0);
static ENGINE: AtomicPtr<c_char> = AtomicPtr::new(null_mut());
static KERNEL: AtomicPtr<c_char> = AtomicPtr::new(null_mut());

/// While it lives, a crash names the kernel.
pub(super) struct Named(libc::sigset_t);

/// The kernel that an engine is computing.
pub(super) fn name(engine: &'static CStr, kernel: &CStr) -> Named {
    ENGINE.store(engine.as_ptr().cast_mut(), Ordering::Relaxed);
    KERNEL.store(kernel.as_ptr().cast_mut(), Ordering::Relaxed);
    let mut users = lock(&USERS);
    *users += 1;
    if *users == 1 {
        for (place, signal) in SIGNALS.iter().enumerate() {
            // SAFETY: a handler that does only what a handler may; the place is this signal's own.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = crashed as *const () as usize;
                action.sa_flags = libc::SA_ONSTACK | libc::SA_NODEFER;
                let before = BEFORE.0.get().cast::<libc::sigaction>().add(place);
                libc::sigaction(*signal, &raw const action, before);
            }
        }
    }
    drop(users);
    // The driver's threads block all signals, and threads that the engine starts inherit that. SAFETY: signal
    // sets are plain data, and these calls initialise them.
    unsafe {
        let (mut ours, mut blocked) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigemptyset(&raw mut ours);
        SIGNALS.iter().for_each(|signal| _ = libc::sigaddset(&raw mut ours, *signal));
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const ours, &raw mut blocked);
        Named(blocked)
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        // SAFETY: written by `name` on this thread.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, null_mut()) };
        let mut users = lock(&USERS);
        *users -= 1;
        if *users == 0 {
            (0..SIGNALS.len()).for_each(restore);
        }
    }
}

/// Gives a signal back to the program, if it has not taken it meanwhile.
fn restore(place: usize) {
    // SAFETY: as for `Before`; `name` has written the place.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        let before = BEFORE.0.get().cast::<libc::sigaction>().add(place);
        libc::sigaction(SIGNALS[place], std::ptr::null(), &raw mut now);
        if now.sa_sigaction == crashed as *const () as usize {
            libc::sigaction(SIGNALS[place], before, null_mut());
        }
    }
}

extern "C" fn crashed(signal: libc::c_int) {
    let write = |text: &[u8]| {
        // SAFETY: a valid text; `write` may be called in a handler.
        unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
    };
    let name = |place: &AtomicPtr<c_char>| {
        let name = place.load(Ordering::Relaxed);
        if !name.is_null() {
            // SAFETY: a name of an engine, or of a kernel that is being launched.
            write(unsafe { CStr::from_ptr(name) }.to_bytes());
        }
    };
    write(b"ze-sim: a crash while ");
    name(&ENGINE);
    write(b" was at work on kernel ");
    name(&KERNEL);
    write(b"\n");
    // The program's own handler comes next, when the instruction is retried.
    if let Some(place) = SIGNALS.iter().position(|known| *known == signal) {
        restore(place);
    }
}

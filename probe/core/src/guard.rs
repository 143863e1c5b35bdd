//! Keeping our troubles out of the target.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

/// Runs `f`; a panic in it gives `None`.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

/// Starts a thread that takes none of the target's signals; `None` when there is no thread to be had, and for a
/// name that an attach would not know for ours.
pub fn spawn(name: &str, f: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    debug_assert!(zetop_wire::session::THREADS.contains(&name), "an attach would take thread {name}");
    // SAFETY: sigset_t is plain data, and both calls only touch the calling thread's mask, which is put back.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        if libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old) != 0 {
            return None;
        }
        let started = std::thread::Builder::new()
            .name(name.into())
            .stack_size(256 * 1024)
            .spawn(move || {
                quietly(f);
            })
            .ok();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut());
        started
    }
}

//! Keeps failures of the probe away from the target.

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

/// Lets panics of ours print nothing: the target's stderr is not ours. The hook is this library's own; a program in
/// Rust has another one.
pub fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

/// Runs `f`; a panic in it gives `None`. A thread that is to be cancelled is cancelled after it, not in it: cancellation
/// arrives as an exception that is not ours to catch.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Option<T> {
    let _uncancelled = Uncancelled::begin();
    catch_unwind(AssertUnwindSafe(f)).ok()
}

unsafe extern "C" {
    // POSIX; the libc crate has it for some systems only.
    fn pthread_setcancelstate(state: c_int, old: *mut c_int) -> c_int;
}
/// `PTHREAD_CANCEL_DISABLE` of glibc and musl.
const CANCEL_DISABLE: c_int = 1;

/// The calling thread can't be cancelled while this lives.
struct Uncancelled(c_int);

impl Uncancelled {
    fn begin() -> Self {
        let mut old = CANCEL_DISABLE;
        // SAFETY: touches the calling thread's state only, and writes to a live variable.
        unsafe { pthread_setcancelstate(CANCEL_DISABLE, &raw mut old) };
        Self(old)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        // SAFETY: puts back what `begin` found.
        unsafe { pthread_setcancelstate(self.0, std::ptr::null_mut()) };
    }
}

/// Starts a thread with all signals blocked. `None` when the system gives us no thread, or when `name` is not one that
/// an attach recognises as ours.
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
                OWN_THREADS.fetch_add(1, Ordering::SeqCst);
                quietly(f);
                OWN_THREADS.fetch_sub(1, Ordering::SeqCst);
            })
            .ok();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut());
        started
    }
}

/// Threads of ours that run.
static OWN_THREADS: AtomicU64 = AtomicU64::new(0);

/// True when all threads of the program have ended and only ours are left: `main` has called `pthread_exit`, and the
/// process ends with its last thread. A thread of ours asks this whenever it wakes, and ends then. Without `/proc`
/// there is no way to tell.
#[must_use]
pub fn is_alone() -> bool {
    // The first thread stays until the process ends, and has no program any more once it has ended.
    let gone =
        std::fs::read_link("/proc/self/exe").is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    // Two links and one for each thread (fs/proc/base.c, proc_task_getattr).
    let links = |path| {
        std::fs::metadata(path).map_or(u64::MAX, |found| std::os::unix::fs::MetadataExt::nlink(&found))
    };
    gone && links("/proc/self/task") <= 2 + 1 + OWN_THREADS.load(Ordering::SeqCst)
}

//! Keeps failures of the probe away from the target.

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

/// Keeps our panics from printing to the target's stderr. The hook is this library's own; a Rust program has
/// its own copy.
pub fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

/// Runs `f`; a panic in it gives `None`. Cancellation of the thread is put off until `f` is done, because it
/// arrives as an exception that we must not catch.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Option<T> {
    let _uncancelled = Uncancelled::begin();
    catch_unwind(AssertUnwindSafe(f)).ok()
}

unsafe extern "C" {
    // POSIX, but the libc crate declares it for some systems only.
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

/// Starts a thread with all signals blocked. `None` if the system can't start one, or if `name` is not one
/// that an attach recognises as ours.
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

/// Number of our threads that are running.
static OWN_THREADS: AtomicU64 = AtomicU64::new(0);

/// True when all threads of the program have ended and only ours are left: after `main` has called
/// `pthread_exit`, the process ends with its last thread. Our threads check this whenever they wake, and end
/// if it is true. Without `/proc` there is no way to tell.
#[must_use]
pub fn is_alone() -> bool {
    if crate::sandbox::is_filtered() {
        // The system calls below might kill the program.
        return false;
    }
    // The entry of the first thread stays until the process ends, but has no `exe` once the thread has ended.
    let gone =
        std::fs::read_link("/proc/self/exe").is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    // Two links and one for each thread (fs/proc/base.c, proc_task_getattr).
    let links = |path| {
        std::fs::metadata(path).map_or(u64::MAX, |found| std::os::unix::fs::MetadataExt::nlink(&found))
    };
    gone && links("/proc/self/task") <= 2 + 1 + OWN_THREADS.load(Ordering::SeqCst)
}

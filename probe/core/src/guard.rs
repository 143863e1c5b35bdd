//! Keeps failures of the probe away from the target.

use crate::errno;
use crate::own_thread::{self, OwnThread};
use std::ffi::{CStr, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, Once, PoisonError};
use zetop_wire::session::{HELPER, THREADS};

/// Keeps our panics from printing to the target's stderr. The hook is this library's own; a Rust program has
/// its own copy.
pub fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

/// Runs `f`; a panic in it gives `None`. `errno` stays as it is. Cancellation of the thread is put off until `f` is done, because it
/// arrives as an exception that we must not catch.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Option<T> {
    let _uncancelled = Uncancelled::begin();
    errno::kept(|| catch_unwind(AssertUnwindSafe(f)).ok())
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
/// by which an attach knows it as one of the probe's.
pub fn spawn(name: &str, f: impl FnOnce() + Send + 'static) -> Option<OwnThread> {
    debug_assert!(THREADS.contains(&name), "an attach would take thread {name}");
    // SAFETY: sigset_t is plain data, and both calls only touch the calling thread's mask, which is put back.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        if libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old) != 0 {
            return None;
        }
        let started = own_thread::start(name, f);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut());
        started
    }
}

/// This thread is one of the probe's, or the helper of an attach.
#[must_use]
pub fn is_own_thread() -> bool {
    let mut name = [0_u8; 16];
    // SAFETY: the kernel writes 16 bytes at most.
    let known = unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) } == 0;
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default().to_str().unwrap_or_default();
    known && (name == HELPER || THREADS.contains(&name))
}

/// Does something in another thread, and waits for that; in this one if the system can't start one. For our own threads,
/// whose blocked signals the other one inherits.
pub fn in_a_moment<T: Send>(name: &str, f: impl FnOnce() -> T + Send) -> T {
    debug_assert!(THREADS.contains(&name), "an attach would take thread {name}");
    let work = Mutex::new(Some(f));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|f| f());
    match own_thread::run(name, take).unwrap_or_else(take) {
        Some(done) => done,
        // A panic of `f`'s, for the caller's own guard.
        None => resume_unwind(Box::new("panicked")),
    }
}

/// True when all threads of the program have ended and only the probe's are left: after `main` has called
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
    gone && links("/proc/self/task") <= 2 + 1 + own_thread::running()
}

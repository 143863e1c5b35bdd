//! Threads of the probe's. The standard library's would take memory for each thread from the program's `malloc`, in an arena that
//! glibc makes for it, and so would whoever waits by [`std::thread::park`].

use crate::{errno, symbols};
use std::ffi::{CString, c_void};
use std::mem::{MaybeUninit, transmute};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// What our threads have for themselves, in bytes.
const STACK: usize = 256 * 1024;
/// What glibc takes of a stack first: mostly the program's thread-local memory.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Asks glibc what it takes of a stack. The standard library does so, too, by the same function.
pub fn look_for_stack_taken() {
    type Least = unsafe extern "C" fn(*const libc::pthread_attr_t) -> libc::size_t;
    let Some(least) = symbols::find(c"__pthread_get_minstack") else { return };
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: glibc's function has this type (nptl/nptl-stack.c); the attributes are made before they are used, and undone.
    unsafe {
        let least = transmute::<*mut c_void, Least>(least);
        if libc::pthread_attr_init(attributes.as_mut_ptr()) == 0 {
            TAKEN.store(least(attributes.as_ptr()), Ordering::Relaxed);
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
    }
}

/// Number of our threads that are running.
static RUNNING: AtomicU64 = AtomicU64::new(0);

/// In a forked child, which has none of the parent's threads.
pub(crate) fn forget() {
    RUNNING.store(0, Ordering::SeqCst);
}

/// Number of our threads that are running.
#[must_use]
pub fn running() -> u64 {
    RUNNING.load(Ordering::SeqCst)
}

/// A thread that was started. Dropped, it is left to itself. In a forked child it must not be dropped, but forgotten: there
/// is no such thread.
pub struct OwnThread(Option<libc::pthread_t>);

impl OwnThread {
    /// Waits until it has ended.
    pub fn join(mut self) {
        if let Some(thread) = self.0.take() {
            // SAFETY: a thread that was neither joined nor detached: taking it out of `self` keeps others from doing so.
            unsafe { libc::pthread_join(thread, null_mut()) };
        }
    }

    /// This is the calling thread.
    #[must_use]
    pub fn is_this(&self) -> bool {
        // SAFETY: compares two numbers; a thread's stays its own until it is joined or detached.
        self.0.is_some_and(|thread| unsafe { libc::pthread_equal(thread, libc::pthread_self()) } != 0)
    }
}

impl Drop for OwnThread {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // SAFETY: as for `join`. It may have ended.
            unsafe { libc::pthread_detach(thread) };
        }
    }
}

/// What a thread is to do.
struct Work<F> {
    name: CString,
    f: F,
}

/// Starts a thread, which inherits this one's signal mask. `None` if the system can't. A panic of `f`'s ends the thread.
pub fn start<F: FnOnce() + Send + 'static>(name: &str, f: F) -> Option<OwnThread> {
    // SAFETY: `f` needs nothing that may go away.
    unsafe { start_unchecked(name, f) }
}

/// Runs `f` in another thread, and waits for that. `None` if the system can't start one, or if `f` panics.
pub fn run<T: Send>(name: &str, f: impl FnOnce() -> T + Send) -> Option<T> {
    let mut result = None;
    let work = || result = Some(f());
    // SAFETY: what `f` needs outlives the thread, which is joined here.
    unsafe { start_unchecked(name, work) }?.join();
    result
}

/// # Safety
/// What `f` refers to lives until the thread has ended.
unsafe fn start_unchecked<F: FnOnce() + Send>(name: &str, f: F) -> Option<OwnThread> {
    extern "C" fn begin<F: FnOnce() + Send>(work: *mut c_void) -> *mut c_void {
        // SAFETY: from `into_raw` below, for this thread alone.
        let work = unsafe { Box::from_raw(work.cast::<Work<F>>()) };
        let Work { name, f } = *work;
        RUNNING.fetch_add(1, Ordering::SeqCst);
        // SAFETY: this thread, and a C string.
        unsafe { libc::pthread_setname_np(libc::pthread_self(), name.as_ptr()) };
        drop(name);
        let _ = catch_unwind(AssertUnwindSafe(f));
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        null_mut()
    }

    let work = Box::into_raw(Box::new(Work { name: CString::new(name).ok()?, f }));
    let mut thread = MaybeUninit::uninit();
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: attributes are made before they are used and undone; `begin` takes what it is passed.
    let started = unsafe {
        let mut start =
            |attributes| libc::pthread_create(thread.as_mut_ptr(), attributes, begin::<F>, work.cast());
        if libc::pthread_attr_init(attributes.as_mut_ptr()) == 0 {
            let stack = (STACK + TAKEN.load(Ordering::Relaxed)).next_multiple_of(4096);
            libc::pthread_attr_setstacksize(attributes.as_mut_ptr(), stack);
            let small = start(attributes.as_ptr());
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
            if small == libc::EINVAL { start(null()) } else { small }
        } else {
            start(null())
        }
    };
    if started != 0 {
        // SAFETY: no thread has taken it.
        drop(unsafe { Box::from_raw(work) });
        return None;
    }
    // SAFETY: `pthread_create` has written it.
    Some(OwnThread(Some(unsafe { thread.assume_init() })))
}

/// A pause that can be cut short. Without a lock, which in a forked child a thread of the parent's might hold.
#[derive(Default)]
pub struct Pause {
    over: AtomicU32,
}

impl Pause {
    #[must_use]
    pub const fn new() -> Self {
        Self { over: AtomicU32::new(0) }
    }

    /// Waits for that long, or until [`Self::end`] is called, which may have been before; a signal handler of the program's
    /// may also end it. For one thread at a time, unless nobody ends it.
    pub fn wait(&self, time: Duration) {
        if self.over.swap(0, Ordering::Acquire) != 0 {
            return;
        }
        wait_while(&self.over, 0, time);
        self.over.store(0, Ordering::Relaxed);
    }

    /// Ends the pause, or the next one.
    pub fn end(&self) {
        self.over.store(1, Ordering::Release);
        wake_one(&self.over);
    }
}

/// Waits while the word has that value, but not longer than `time`; a wake-up or a signal handler of the program's may end it
/// sooner.
pub fn wait_while(word: &AtomicU32, value: u32, time: Duration) {
    let time = libc::timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    };
    futex(word, libc::FUTEX_WAIT, value, &raw const time);
}

/// Wakes one thread that waits at this word.
pub fn wake_one(word: &AtomicU32) {
    futex(word, libc::FUTEX_WAKE, 1, null());
}

fn futex(word: &AtomicU32, what: libc::c_int, value: u32, time: *const libc::timespec) {
    let what = what | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: a live word, and null or a time; futex(2) reads these.
    errno::kept(|| unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), what, value, time) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Instant;

    #[test]
    fn it_runs_and_is_waited_for() {
        let name = || std::fs::read_to_string("/proc/thread-self/comm").unwrap();
        assert_eq!(run("zetop-file", name).as_deref(), Some("zetop-file\n"));
        let before = String::from("what the caller has");
        assert_eq!(run("zetop-file", || before.len()), Some(before.len()));
        let done = Arc::new(AtomicU64::new(0));
        let other = Arc::clone(&done);
        let thread = start("zetop-file", move || {
            // Long enough that the thread is still at work when `join` is called.
            std::thread::sleep(Duration::from_millis(20));
            other.store(7, Ordering::Relaxed);
        });
        let thread = thread.unwrap();
        assert!(!thread.is_this());
        thread.join();
        assert_eq!((done.load(Ordering::Relaxed), Arc::strong_count(&done)), (7, 1));
    }

    #[test]
    fn a_panic_ends_nothing_but_the_thread() {
        assert_eq!(run("zetop-file", || panic!("in there")), None::<()>);
        start("zetop-file", || panic!("in there")).unwrap().join();
    }

    #[test]
    fn a_pause_can_be_cut_short() {
        let pause = Arc::new(Pause::new());
        let begun = Instant::now();
        pause.wait(Duration::from_millis(5));
        assert!(begun.elapsed() >= Duration::from_millis(5));
        pause.end();
        pause.wait(Duration::from_secs(600));
        let other = Arc::clone(&pause);
        let thread = start("zetop-file", move || other.wait(Duration::from_secs(600))).unwrap();
        pause.end();
        thread.join();
    }
}

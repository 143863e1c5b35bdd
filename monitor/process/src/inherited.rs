//! What zetop was started with, so that the program gets the same.
//!
//! Rust's runtime ignores SIGPIPE and opens closed standard streams before `main`; `Command` then gives the program
//! the default SIGPIPE and an empty signal mask; the C library takes two signals for its threads; and zetop raises its
//! own limit of open files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::fd::RawFd;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A bit for each ignored signal: signal 1 has the lowest.
static IGNORED: AtomicU64 = AtomicU64::new(0);
/// A bit for each of the three standard streams.
static CLOSED: AtomicU8 = AtomicU8::new(0);
static FILES: OnceLock<Rlimit> = OnceLock::new();

#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = look;

/// Runs before Rust's runtime has changed anything.
extern "C" fn look() {
    let ignored = (1..=SIGNALS).filter(|signal| is_ignored(*signal)).map(bit).sum();
    IGNORED.store(ignored, Ordering::Relaxed);
    for fd in 0..3 {
        // SAFETY: asks for the flags of a number that need not be open.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
    }
}

/// The kernel's signals are 1 to 64, in a set of eight bytes.
const SIGNALS: libc::c_int = 64;

/// The kernel's `struct sigaction`: the handler comes first; zero for flags, restorer and mask.
///
/// Not the C library's, whose `sigaction` refuses the two signals that it has for itself (32 and 33). It ignores them
/// in what `posix_spawn` starts, and handles one from the first thread on: the program would find it reset.
type KernelAction = [usize; 4];

const fn bit(signal: libc::c_int) -> u64 {
    1 << (signal - 1)
}

fn is_ignored(signal: libc::c_int) -> bool {
    let mut action: KernelAction = [0; 4];
    // SAFETY: the kernel writes the 32 bytes of its structure, and changes nothing.
    let asked = unsafe {
        libc::syscall(
            libc::SYS_rt_sigaction,
            signal,
            std::ptr::null::<KernelAction>(),
            &raw mut action,
            size_of::<u64>(),
        )
    };
    asked == 0 && action[0] == libc::SIG_IGN
}

/// Makes only a system call. SIGKILL and SIGSTOP are refused, and were never ignored.
fn ignore(signal: libc::c_int) {
    let action: KernelAction = [libc::SIG_IGN, 0, 0, 0];
    // SAFETY: the kernel reads the 32 bytes of its structure; without a handler nothing of zetop's runs later.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigaction,
            signal,
            &raw const action,
            std::ptr::null_mut::<KernelAction>(),
            size_of::<u64>(),
        );
    }
}

/// Raises the soft limit of open files for zetop: each process of a session costs some.
pub fn raise_limits() {
    let limit = getrlimit(Resource::Nofile);
    if FILES.set(limit).is_ok() && limit.current != limit.maximum {
        // If that fails, the old limit may be enough.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}

/// What is restored for the program between fork and exec.
#[derive(Debug, Clone, Copy)]
pub struct Inherited {
    /// A bit for each, as in `IGNORED`.
    ignored: u64,
    closed: u8,
    files: Option<Rlimit>,
    mask: libc::sigset_t,
}

impl Inherited {
    /// Called in the thread that starts the program. With `streams`, it gets zetop's own standard streams.
    #[must_use]
    pub fn now(streams: bool) -> Self {
        // SAFETY: zero is a valid value of this plain structure; the call only writes it.
        let mask = unsafe {
            let mut mask: libc::sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_SETMASK, std::ptr::null(), &raw mut mask);
            mask
        };
        Self {
            ignored: IGNORED.load(Ordering::Relaxed),
            closed: if streams { CLOSED.load(Ordering::Relaxed) } else { 0 },
            files: FILES.get().copied(),
            mask,
        }
    }

    /// Runs in the child, after `Command` has done its part. Makes only system calls.
    pub fn give(&self) {
        if let Some(files) = self.files {
            let _ = setrlimit(Resource::Nofile, files);
        }
        for fd in (0..3).filter(|fd| self.closed & (1 << fd) != 0) {
            // SAFETY: a descriptor that the runtime has opened and nobody uses: we are about to exec.
            unsafe { libc::close(fd as RawFd) };
        }
        for signal in (1..=SIGNALS).filter(|signal| self.ignored & bit(*signal) != 0) {
            ignore(signal);
        }
        // SAFETY: a system call with a mask that lives; allowed between fork and exec.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.mask, std::ptr::null_mut());
        }
    }
}

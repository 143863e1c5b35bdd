//! What zetop was started with, so that the program gets the same.
//!
//! Rust's runtime ignores SIGPIPE and opens closed standard streams before `main`; `Command` then gives the program
//! the default SIGPIPE and an empty signal mask; and zetop raises its own limit of open files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::fd::RawFd;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

static SIGPIPE_IS_IGNORED: AtomicBool = AtomicBool::new(false);
/// A bit for each of the three standard streams.
static CLOSED: AtomicU8 = AtomicU8::new(0);
static FILES: OnceLock<Rlimit> = OnceLock::new();

#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = look;

/// Runs before Rust's runtime has changed anything.
extern "C" fn look() {
    // SAFETY: zero is a valid value of this plain structure; the call only writes it.
    let ignored = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGPIPE, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    };
    SIGPIPE_IS_IGNORED.store(ignored, Ordering::Relaxed);
    for fd in 0..3 {
        // SAFETY: asks for the flags of a number that need not be open.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
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
    sigpipe_is_ignored: bool,
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
            sigpipe_is_ignored: SIGPIPE_IS_IGNORED.load(Ordering::Relaxed),
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
        // SAFETY: system calls with plain numbers and a mask that lives; allowed between fork and exec.
        unsafe {
            if self.sigpipe_is_ignored {
                libc::signal(libc::SIGPIPE, libc::SIG_IGN);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.mask, std::ptr::null_mut());
        }
    }
}

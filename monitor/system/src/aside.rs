//! Work that somebody else can hold up for good.
//!
//! The kernel changes a folder, or the length of a file, under a lock of that folder or file, and whoever may read it can hold
//! the lock: a read into memory whose pages come from a file system that does not answer (FUSE) keeps it. A thread that waits for the
//! lock gets no signal, not even SIGKILL, and neither does a process end that has such a thread. So whatever makes, removes or
//! lengthens something where another user can look is done in a process of its own, which is left behind if need be.
//!
//! Words of a file are written without that lock: see [`mapped`](crate::mapped).

use crate::descriptors::close_others;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};
use std::fs::File;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How often a wait that can be given up looks whether it is.
const GLANCE: Duration = Duration::from_millis(10);

/// Work in a process of its own. One that is dropped goes on.
#[derive(Debug)]
pub struct Aside {
    process: Pid,
    /// Its result comes here, or it ends.
    answer: File,
}

impl Aside {
    /// Starts `work`, which finds these descriptors open, and no others. It is this program, forked, with one thread: it may
    /// take no lock but the allocator's.
    ///
    /// # Errors
    /// When there can be no more processes.
    pub fn begin(keeps: &[BorrowedFd<'_>], work: impl FnOnce() -> io::Result<()>) -> io::Result<Self> {
        let (answer, says) = pipe_with(PipeFlags::CLOEXEC)?;
        let mut kept: Vec<RawFd> = keeps.iter().map(|fd| fd.as_raw_fd()).collect();
        kept.push(says.as_raw_fd());
        // SAFETY: the child goes on with a copy of this thread alone, uses the allocator, which the C library makes usable there,
        // and system calls, and ends without running anything of its parent's.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => be(&kept, &says, work),
            child => Ok(Self {
                process: Pid::from_raw(child).ok_or(io::ErrorKind::Other)?,
                answer: File::from(answer),
            }),
        }
    }

    /// Its result. `None` if there is none within `limit`, or before it is `given_up`.
    pub fn wait(&mut self, limit: Duration, given_up: impl Fn() -> bool) -> Option<io::Result<()>> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let glance = Timespec { tv_sec: 0, tv_nsec: left.min(GLANCE).subsec_nanos().into() };
            match poll(&mut [PollFd::new(&self.answer, PollFlags::IN)], Some(&glance)) {
                Ok(1..) => break,
                _ if left.is_zero() || given_up() => return None,
                _ => {}
            }
        }
        let mut code = [0; 4];
        let said = self.answer.read_exact(&mut code);
        // It ends. One whose parent ignores that has gone already.
        let _ = waitpid(Some(self.process), WaitOptions::empty());
        Some(match (said, i32::from_ne_bytes(code)) {
            (Ok(()), 0) => Ok(()),
            (Ok(()), code) => Err(io::Error::from_raw_os_error(code)),
            (Err(_), _) => Err(io::ErrorKind::Interrupted.into()),
        })
    }
}

/// Does `work` in a process of its own, and waits for it: see [`Aside::begin`].
///
/// # Errors
/// Its own, or that there was no result in time.
pub fn aside(
    limit: Duration,
    given_up: impl Fn() -> bool,
    keeps: &[BorrowedFd<'_>],
    work: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let silent =
        || io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {} s", limit.as_secs()));
    Aside::begin(keeps, work)?.wait(limit, given_up).unwrap_or_else(|| Err(silent()))
}

/// What the child does.
fn be(keeps: &[RawFd], says: &OwnedFd, work: impl FnOnce() -> io::Result<()>) -> ! {
    // Nobody who waits for the end of a pipe waits for this process, and no lock of the parent's stays with it.
    close_others(keeps);
    let code = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => error.raw_os_error().filter(|code| *code > 0).unwrap_or(match error.kind() {
            io::ErrorKind::PermissionDenied => libc::EPERM,
            _ => libc::EIO,
        }),
        Err(_) => libc::EIO,
    };
    let _ = rustix::io::write(says, &code.to_ne_bytes());
    // SAFETY: ends this process, with nothing of its parent's.
    unsafe { libc::_exit(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fd::AsFd;

    #[test]
    fn work_is_done_elsewhere_and_its_error_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let open = File::open(folder.path()).unwrap();
        let make = || Ok(rustix::fs::mkdirat(&open, "made", rustix::fs::Mode::RWXU)?);
        let long = Duration::from_secs(60);
        aside(long, || false, &[open.as_fd()], make).unwrap();
        assert!(folder.path().join("made").is_dir());
        let again = aside(long, || false, &[open.as_fd()], make);
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        let closed = aside(long, || false, &[], make);
        assert_eq!(closed.unwrap_err().raw_os_error(), Some(libc::EBADF), "other descriptors are closed");
        let killed = aside(
            long,
            || false,
            &[],
            || {
                // SAFETY: ends this process.
                unsafe { libc::raise(libc::SIGKILL) };
                Ok(())
            },
        );
        assert_eq!(killed.unwrap_err().kind(), io::ErrorKind::Interrupted);
    }

    #[test]
    fn what_never_ends_is_left_behind() {
        let (never, _keep) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        let wait = || {
            let _ = rustix::io::read(&never, &mut [0; 1]);
            Ok(())
        };
        let mut work = Aside::begin(&[never.as_fd()], wait).unwrap();
        assert!(work.wait(Duration::from_millis(20), || false).is_none());
        assert!(work.wait(Duration::from_secs(60), || true).is_none(), "given up");
        rustix::process::kill_process(work.process, rustix::process::Signal::KILL).unwrap();
        assert!(work.wait(Duration::from_secs(60), || false).is_some_and(|result| result.is_err()));
    }
}

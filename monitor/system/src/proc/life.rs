//! Whether a process or its first thread lives, has stopped or has ended.

use super::files::{stat, text};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open, test_kill_process};
use zetop_wire::filters::Filters;

/// Alive: one of its threads is. The first one may have ended long ago (`pthread_exit` in `main`); it stays a
/// zombie until the others end, too. A [`Handle`](crate::handle::Handle) says it of a process, and not of whoever has its PID.
#[must_use]
pub fn is_alive(pid: u32) -> bool {
    let by_status = || status_text(pid).is_ok_and(|status| Life::parse(&status) != Life::Over);
    is_over(pid).map_or_else(by_status, |is_over| !is_over)
}

/// Whether all threads of a process have ended, as its descriptor says: a tenth of the time that its status takes. `None` where the
/// kernel gives none, as for the number of a thread.
fn is_over(pid: u32) -> Option<bool> {
    let known = Pid::from_raw(i32::try_from(pid).ok()?)?;
    match pidfd_open(known, PidfdFlags::empty()) {
        Ok(process) => Some(poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&NOW)).ok()? > 0),
        Err(Errno::SRCH) => Some(true),
        Err(_) => None,
    }
}

/// No wait.
const NOW: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// What a process's status says, read once for several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// No thread of it lives.
    pub is_over: bool,
    /// Stopped by a signal or a debugger.
    pub is_stopped: bool,
    /// Seccomp filters of the first thread.
    pub filters: Filters,
}

/// A process's condition. `None` where its status may not be read, and where it is gone.
#[must_use]
pub fn condition(pid: u32) -> Option<Condition> {
    let status = status_text(pid).ok()?;
    Some(Condition {
        is_over: Life::parse(&status) == Life::Over,
        is_stopped: matches!(state(&status), Some('T' | 't')),
        filters: Filters::read(&status),
    })
}

/// It is sure to have ended. A process that we may not see has not.
#[must_use]
pub fn has_ended(pid: u32) -> bool {
    let known = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let missing = || known.is_none_or(|pid| test_kill_process(pid) == Err(Errno::SRCH));
    let by_status =
        || status_text(pid).map_or_else(|_| missing(), |status| Life::parse(&status) == Life::Over);
    is_over(pid).unwrap_or_else(by_status)
}

/// Alive, but its first thread has ended: `/proc/PID/maps` and the like are empty then.
#[must_use]
pub fn leader_has_ended(pid: u32) -> bool {
    status_text(pid).is_ok_and(|status| Life::parse(&status) == Life::WithoutLeader)
}

fn status_text(pid: u32) -> std::io::Result<String> {
    text(format!("/proc/{pid}/status"))
}

/// The first thread's state.
fn state(status: &str) -> Option<char> {
    field(status, "State:")?.chars().next()
}

fn field<'a>(status: &'a str, name: &str) -> Option<&'a str> {
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// Which of its threads a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Over,
    WithoutLeader,
    Whole,
}

impl Life {
    pub(crate) fn parse(status: &str) -> Self {
        let threads = || field(status, "Threads:").and_then(|number| number.parse().ok()).unwrap_or(0);
        match state(status) {
            None | Some('X' | 'x') => Self::Over,
            // with the zombie
            Some('Z') if threads() > 1 => Self::WithoutLeader,
            Some('Z') => Self::Over,
            Some(_) => Self::Whole,
        }
    }
}

/// When a process was started, in clock ticks since boot: together with the pid, this identifies it for good.
#[must_use]
pub fn start_time(pid: u32) -> Option<u64> {
    Some(stat(pid)?.starttime)
}

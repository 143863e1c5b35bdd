//! A process, told from whoever gets its PID later.
//!
//! A folder of `/proc` belongs to a process and not to a number: once opened, it leads nowhere when the process has gone, even if
//! another one has its PID. So what was read by the PID is about this process if it is alive afterwards.
//!
//! All that is read through it is `status`, which the kernel writes without waiting for anybody.

use crate::proc::{self, Life, USUAL_FILE};
use procfs::process::Status;
use procfs::{FromBufRead, ProcResult};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A status is shorter than this.
const LONGEST_STATUS: u64 = 64 << 10;

/// A process. One that was not there when it was looked for is one that has ended.
#[derive(Clone, Debug)]
pub struct Handle {
    pid: u32,
    folder: Option<Arc<OwnedFd>>,
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.folder, &other.folder) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        self.pid == other.pid && same
    }
}

impl Eq for Handle {}

impl Handle {
    /// The process that has this PID now.
    #[must_use]
    pub fn open(pid: u32) -> Self {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = rustix::fs::open(format!("/proc/{pid}"), flags, Mode::empty());
        Self { pid, folder: folder.ok().map(Arc::new) }
    }

    /// Its number, as long as it is alive.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether one of its threads is alive.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        match self.text() {
            Ok(status) => Life::parse(&status) != Life::Over,
            // One that we may not see any more has not ended.
            Err(error) => error.raw_os_error() == Some(Errno::ACCESS.raw_os_error()),
        }
    }

    /// The effective user of its first thread.
    #[must_use]
    pub fn user(&self) -> Option<u32> {
        Some(self.status().ok()?.euid)
    }

    /// The processes that it has started and that `wanted` names by their PIDs.
    #[must_use]
    pub fn children(&self, wanted: impl Fn(u32) -> bool) -> Vec<Self> {
        let listed = proc::children(self.pid).into_iter().filter(|pid| wanted(*pid)).map(Self::open);
        // One of them may have ended meanwhile, and somebody else have its PID.
        let is_ours =
            |child: &Self| child.status().is_ok_and(|status| u32::try_from(status.ppid) == Ok(self.pid));
        let mut children: Vec<Self> = listed.filter(is_ours).collect();
        if !self.is_alive() {
            children.clear();
        }
        children
    }

    /// It and its descendants, at most `most` of them.
    #[must_use]
    pub fn family(&self, most: usize) -> Vec<Self> {
        let mut all = vec![self.clone()];
        let mut known = std::collections::HashSet::from([self.pid]);
        let mut next = 0;
        while next < all.len() && all.len() < most {
            for child in all[next].children(|pid| !known.contains(&pid)) {
                if all.len() < most && known.insert(child.pid) {
                    all.push(child);
                }
            }
            next += 1;
        }
        all
    }

    fn status(&self) -> ProcResult<Status> {
        Status::from_buf_read(self.text()?.as_bytes())
    }

    fn text(&self) -> io::Result<String> {
        let folder = self.folder.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file: File = rustix::fs::openat(&**folder, "status", flags, Mode::empty())?.into();
        let mut bytes = Vec::with_capacity(USUAL_FILE);
        file.take(LONGEST_STATUS).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};

    fn sleeper() -> Child {
        Command::new("sleep").arg("1000").stdout(Stdio::null()).spawn().unwrap()
    }

    #[test]
    fn a_process_is_alive_until_it_has_ended_and_for_good() {
        let mut child = sleeper();
        let (process, other) = (Handle::open(child.id()), Handle::open(child.id()));
        assert!(process.is_alive() && other.is_alive() && process.clone() == process && process != other);
        assert_eq!(process.user(), Some(rustix::process::geteuid().as_raw()));
        child.kill().unwrap();
        while process.is_alive() {
            std::thread::yield_now();
        }
        assert!(!Handle::open(child.id()).is_alive(), "a zombie");
        child.wait().unwrap();
        assert!(!process.is_alive() && process.user().is_none());
        let none = Handle::open(u32::MAX);
        assert!(!none.is_alive() && none.pid() == u32::MAX && none == none.clone());
    }

    /// The kernel gives the next process the number after this one.
    fn next_pid_is(pid: u32) -> bool {
        std::fs::write("/proc/sys/kernel/ns_last_pid", (pid - 1).to_string()).is_ok()
    }

    #[test]
    fn who_has_the_pid_later_is_another_one() {
        for _ in 0..100 {
            let mut child = sleeper();
            let (pid, process) = (child.id(), Handle::open(child.id()));
            child.kill().unwrap();
            child.wait().unwrap();
            if !next_pid_is(pid) {
                return zetop_testing::skip!("numbers are chosen by root alone");
            }
            let mut next = sleeper();
            let same = next.id() == pid;
            let seen = (process.is_alive(), Handle::open(next.id()).is_alive());
            next.kill().unwrap();
            next.wait().unwrap();
            assert_eq!(seen, (false, true));
            if same {
                return;
            }
        }
        zetop_testing::skip!("other processes have taken the number each time");
    }

    #[test]
    fn children_are_those_that_are_asked_for() {
        let mut child = sleeper();
        let own = Handle::open(std::process::id());
        let has = |all: &[Handle]| all.iter().any(|one| one.pid() == child.id());
        assert!(has(&own.children(|_| true)) && has(&own.family(100)));
        assert!(!has(&own.children(|pid| pid != child.id())) && !has(&own.family(1)));
        child.kill().unwrap();
        child.wait().unwrap();
        let gone = Handle::open(u32::MAX);
        assert_eq!((gone.children(|_| true), gone.family(10)), (vec![], vec![gone]));
    }
}

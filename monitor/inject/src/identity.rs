//! Which program a process runs, and as whom: what must be so at each stop, before anything is written or run there.
//!
//! A process can execute another program at any moment, a set-user-ID one included, and keep its PID. Whoever then goes
//! on with what was found out about the old one calls functions in somebody else's program, with that one's rights.

use std::fmt::Display;
use std::fs;
use std::os::unix::fs::MetadataExt;

use procfs::process::Status;

use super::error::{InjectError, from_proc};
use super::memory::Memory;
use zetop_system::proc;
use zetop_system::rights::User;

/// The auxiliary vector is shorter than this.
const AUXV_BYTES: usize = 4096;

/// The rights that a thread has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Credentials {
    /// Real, effective, saved, for files.
    users: [u32; 4],
    groups: [u32; 4],
    /// Permitted capabilities.
    capabilities: u64,
}

impl Credentials {
    fn from_status(status: &Status) -> Self {
        Self {
            users: [status.ruid, status.euid, status.suid, status.fuid],
            groups: [status.rgid, status.egid, status.sgid, status.fgid],
            capabilities: status.capprm,
        }
    }
}

/// One program in one process, run by one user.
#[derive(Clone, Debug)]
pub struct Identity {
    pid: u32,
    memory: Memory,
    /// Ticks since boot.
    started: u64,
    /// Device and inode of the executable.
    executable: (u64, u64),
    credentials: Credentials,
    /// Other addresses and random bytes in it after each exec.
    auxv: Vec<u8>,
}

impl Identity {
    /// What the process is now.
    pub(super) fn read(pid: u32, memory: Memory) -> Result<Self, InjectError> {
        // The memory was opened before: what is found out now is about the same program, or about a later one.
        let gone = InjectError::Gone { pid };
        let status = proc::status(pid).map_err(|error| from_proc(pid, "read the status", error))?;
        let (Some(started), Some(executable), Some(auxv)) =
            (proc::start_time(pid), executable(pid), auxv(pid))
        else {
            return Err(gone);
        };
        let identity =
            Self { pid, memory, started, executable, credentials: Credentials::from_status(&status), auxv };
        if identity.memory.is_there() { Ok(identity) } else { Err(gone) }
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// By whose rights it reaches files.
    #[must_use]
    pub fn user(&self) -> User {
        User { uid: self.credentials.users[3], gid: self.credentials.groups[3] }
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// An error unless the process still runs this program with these rights.
    pub fn check(&self) -> Result<(), InjectError> {
        self.check_thread(self.pid)
    }

    /// Whether a thread of the process still has the executable or the auxiliary vector of this program. Another program has neither,
    /// this one can change one of them. (The first thread has none when it has ended.)
    pub(super) fn is_run_by(&self, tid: u32) -> bool {
        let thread = format!("{}/task/{tid}", self.pid);
        executable(&thread) == Some(self.executable) || auxv(&thread).as_deref() == Some(&self.auxv)
    }

    /// An error unless the process still runs this program, with these rights of its thread `tid`: each thread has its own.
    pub(super) fn check_thread(&self, tid: u32) -> Result<(), InjectError> {
        let pid = self.pid;
        let same = self.memory.is_there()
            && proc::start_time(pid) == Some(self.started)
            && executable(pid) == Some(self.executable)
            && auxv(pid).as_deref() == Some(&self.auxv);
        if !same {
            return Err(InjectError::Gone { pid });
        }
        let status =
            proc::status_of_thread(pid, tid).map_err(|error| from_proc(pid, "read the status", error))?;
        if Credentials::from_status(&status) != self.credentials {
            return Err(InjectError::OtherRights { pid });
        }
        Ok(())
    }
}

/// Device and inode of the executable of a process or thread, named by its folder in `/proc`.
fn executable(who: impl Display) -> Option<(u64, u64)> {
    let found = fs::metadata(format!("/proc/{who}/exe")).ok()?;
    Some((found.dev(), found.ino()))
}

fn auxv(who: impl Display) -> Option<Vec<u8>> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let file = fs::File::open(format!("/proc/{who}/auxv")).ok()?;
    file.take(AUXV_BYTES as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

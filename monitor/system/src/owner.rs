//! Who owns a folder that zetop made in a shared place.

use crate::{below, proc};
use rustix::fd::OwnedFd;
use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use zetop_wire::session::{OPTIONS_FILE, OWNER_FILE};

/// What the names of such folders begin with.
pub const PREFIX: &str = "zetop-";
/// How those begin that hold libraries for later launches. A user's number follows.
pub const LIBRARIES: &str = "zetop-libraries-";
/// How those begin that hold an unpacked simulator, for want of a home.
pub const SIMULATORS: &str = "zetop-simulator-";

/// The inode of the first PID namespace (`PROC_PID_INIT_INO` in the kernel): everything is seen from there.
const FIRST_NAMESPACE: u64 = 0xefff_fffc;

/// Who made a folder, as its owner file says.
#[derive(Debug, PartialEq, Eq)]
pub struct Owner {
    pub pid: u32,
    /// When the process started: together with the pid, this identifies it for good.
    pub start: u64,
    pub session: PathBuf,
    /// The PID namespace that the pid belongs to; missing in files of older zetops.
    pub namespace: Option<u64>,
}

impl Owner {
    pub fn current(session: &Path) -> Self {
        let pid = std::process::id();
        let start = proc::start_time(pid).unwrap_or(0);
        Self { pid, start, session: session.to_owned(), namespace: proc::pid_namespace() }
    }

    /// The owner file of a folder without a session: it may be removed when we are dead.
    pub fn without_session() -> Self {
        Self::current(Path::new(""))
    }

    pub fn to_text(&self) -> String {
        let namespace = self.namespace.map(|n| n.to_string()).unwrap_or_default();
        format!("{} {}\n{}\n{namespace}\n", self.pid, self.start, self.session.display())
    }

    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let (pid, start) = lines.next()?.split_once(' ')?;
        Some(Self {
            pid: pid.parse().ok()?,
            start: start.parse().ok()?,
            session: PathBuf::from(lines.next().unwrap_or_default()),
            namespace: lines.next().and_then(|n| n.parse().ok()),
        })
    }

    /// Reads the owner file of a folder that may be somebody else's.
    pub fn read(folder: &OwnedFd) -> Option<Self> {
        let file = below::file(folder, OWNER_FILE, OFlags::RDONLY, |_| true).ok()?;
        let mut text = String::new();
        file.take(8192).read_to_string(&mut text).ok()?;
        Self::from_text(&text)
    }

    /// Its pid means the same to us as to it.
    fn is_in_our_namespace(&self) -> bool {
        self.namespace.is_none_or(|theirs| proc::pid_namespace() == Some(theirs))
    }

    /// The process still exists, and is not another one with the same pid. In another PID namespace, its lock
    /// tells.
    pub fn lives(&self) -> bool {
        let by_pid = || proc::is_alive(self.pid) && proc::start_time(self.pid) == Some(self.start);
        let locked = self.session.is_absolute() && is_locked(&self.session.join(OPTIONS_FILE));
        locked || (self.is_in_our_namespace() && by_pid())
    }

    /// We can see programs that it may have left behind.
    pub fn can_be_judged(&self) -> bool {
        self.is_in_our_namespace() || sees_everything()
    }
}

/// All processes can be seen from our PID namespace.
pub fn sees_everything() -> bool {
    proc::pid_namespace() == Some(FIRST_NAMESPACE)
}

fn is_locked(file: &Path) -> bool {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::open(file, flags, Mode::empty()) else { return false };
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared) == Err(Errno::WOULDBLOCK)
}

/// 128 bits that nobody can guess, for names.
pub fn random_name() -> io::Result<String> {
    let mut bytes = [0u8; 16];
    let mut filled = 0;
    while filled < bytes.len() {
        match rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty()) {
            Ok(n) => filled += n,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_read_back() {
        let owner = Owner { pid: 7, start: 99, session: "/dev/shm/zetop-x".into(), namespace: Some(5) };
        assert_eq!(Owner::from_text(&owner.to_text()), Some(owner));
        assert_eq!(Owner::from_text("7 99\n/x\n").unwrap().namespace, None);
        assert_eq!(Owner::from_text("rubbish"), None);
    }
}

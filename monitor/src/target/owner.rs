//! Whose a folder is that zetop made in a place that others share.

use crate::target::proc;
use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use zetop_wire::session::OWNER_FILE;

/// What the names of such folders begin with.
pub(crate) const PREFIX: &str = "zetop-";

/// Who made a folder, as its owner file says: pid, start time, and the session folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) pid: u32,
    pub(crate) start: u64,
    pub(crate) session: PathBuf,
}

impl Owner {
    pub(crate) fn current(session: &Path) -> Self {
        let pid = std::process::id();
        Self { pid, start: proc::start_time(pid).unwrap_or(0), session: session.to_owned() }
    }

    pub(crate) fn to_text(&self) -> String {
        format!("{} {}\n{}\n", self.pid, self.start, self.session.display())
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let (pid, start) = lines.next()?.split_once(' ')?;
        Some(Self {
            pid: pid.parse().ok()?,
            start: start.parse().ok()?,
            session: PathBuf::from(lines.next().unwrap_or_default()),
        })
    }

    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = rustix::fs::open(folder.join(OWNER_FILE), flags, Mode::empty()).ok()?;
        let mut text = String::new();
        File::from(file).take(8192).read_to_string(&mut text).ok()?;
        Self::from_text(&text)
    }

    /// What the owner file of a folder without a session says: it may go when we are dead.
    pub(crate) fn without_session() -> Self {
        Self::current(Path::new(""))
    }

    /// The process is still there, and is not another one with its pid.
    pub(crate) fn lives(&self) -> bool {
        proc::is_alive(self.pid) && proc::start_time(self.pid) == Some(self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_read_back() {
        let owner = Owner { pid: 7, start: 99, session: "/dev/shm/zetop-x".into() };
        assert_eq!(Owner::from_text(&owner.to_text()), Some(owner));
        assert_eq!(Owner::from_text("rubbish"), None);
    }
}

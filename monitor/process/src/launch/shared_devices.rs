//! The file by which processes on the simulated GPU tell each other, and zetop, what they use of it. It has no name, and goes with
//! zetop.

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::process::{Resource, getrlimit};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;

/// Names the file to the simulated GPU.
pub(super) const VARIABLE: &str = "ZESIM_SHARED";

/// More than the simulated GPU needs; what is not written takes no memory.
const BYTES: u64 = 1 << 20;

#[derive(Debug)]
pub struct SharedDevices {
    file: Option<OwnedFd>,
    path: PathBuf,
}

impl SharedDevices {
    /// The user's own choice, or a new one; `None` if the system has none.
    #[must_use]
    pub fn new() -> Option<Self> {
        if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
            return Some(Self { file: None, path: path.into() });
        }
        // Beyond such a limit, a signal would end us.
        if getrlimit(Resource::Fsize).current.is_some_and(|most| most < BYTES) {
            return None;
        }
        let file = memfd_create("ze-sim-devices", MemfdFlags::CLOEXEC).ok()?;
        ftruncate(&file, BYTES).ok()?;
        let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()).into();
        Some(Self { file: Some(file), path })
    }

    /// What the program finds in its environment.
    pub(super) fn to_set(&self) -> Option<&PathBuf> {
        self.file.is_some().then_some(&self.path)
    }

    #[must_use]
    pub fn path(&self) -> &PathBuf {
        &self.path
    }
}

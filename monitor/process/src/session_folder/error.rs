//! Why a folder of a session could not be made.

use std::path::PathBuf;
use std::time::Duration;
use zetop_system::trusted::Distrust;

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("no folder for the session: none of {tried} can be used")]
    NoPlace { tried: String },
    #[error(
        "no folder to unpack the probe into: {tried} cannot be used (set TMPDIR to a folder that is yours, \
         writable for you alone, and not mounted noexec)"
    )]
    NoExecutablePlace { tried: String },
    #[error("cannot write {path}: {error}", path = path.display())]
    Write { path: PathBuf, error: std::io::Error },
    #[error("the file system of process {pid} has not answered within {} s: start the program under zetop instead", limit.as_secs())]
    Silent { pid: u32, limit: Duration },
    #[error(transparent)]
    Distrust(#[from] Distrust),
}

impl FolderError {
    pub(super) fn write(path: PathBuf, error: std::io::Error) -> Self {
        Self::Write { path, error }
    }
}

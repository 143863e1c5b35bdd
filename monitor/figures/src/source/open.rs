//! Opening files that programs write, which zetop does not trust.

use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Opens a file of the session folder for reading: no links, no waiting for a pipe's other end.
pub(super) fn open_own(path: &Path) -> std::io::Result<File> {
    open_own_as(path, OFlags::RDONLY)
}

/// The same for another access.
pub(super) fn open_own_as(path: &Path, access: OFlags) -> std::io::Result<File> {
    let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let metadata = file.metadata()?;
    let owner = metadata.uid();
    let ours =
        owner == rustix::process::geteuid().as_raw() || owner == 0 || rustix::process::geteuid().is_root();
    if metadata.is_file() && ours { Ok(file) } else { Err(std::io::ErrorKind::PermissionDenied.into()) }
}

//! Opening files that programs write, which zetop does not trust.

use rustix::fs::{Mode, OFlags, Stat};
use std::fs::File;
use std::io;
use std::path::Path;
use zetop_system::below;
use zetop_system::mapped::Foreign;

/// Opens a process file for reading: a regular file of the session folder's owner, who may be the program's user.
pub(super) fn open_checked(path: &Path) -> io::Result<File> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(folder, flags, Mode::empty())?;
    let place = rustix::fs::fstat(&folder)?;
    below::file(&folder, name, OFlags::RDONLY, |file| has_expected_owner(file, &place))
}

/// Opens a file that was checked once more, for writing, whatever has its name now.
pub(super) fn reopen_writable(file: &File) -> io::Result<Foreign> {
    below::reopen(file, OFlags::RDWR).map(Foreign::new)
}

/// The owner is the folder's, and the file has one name: a second one could be a link that a user has made to somebody else's.
fn has_expected_owner(file: &Stat, folder: &Stat) -> bool {
    let roots = file.st_uid == 0 && folder.st_uid == rustix::process::geteuid().as_raw();
    (file.st_uid == folder.st_uid || roots) && file.st_nlink <= 1
}

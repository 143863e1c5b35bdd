//! Opening files that programs write, which zetop does not trust.

use rustix::fs::{Mode, OFlags, Stat};
use std::fs::File;
use std::io;
use std::path::Path;
use zetop_system::below;
use zetop_system::mapped::Foreign;

/// Opens a process file for reading: a regular file of the session folder's owner, which the program's user may be.
pub(super) fn open_own(path: &Path) -> io::Result<File> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(folder, flags, Mode::empty())?;
    let place = rustix::fs::fstat(&folder)?;
    below::file(&folder, name, OFlags::RDONLY, |file| is_own(file, &place))
}

/// Opens it again for writing: the file that was checked, whatever has its name now.
pub(super) fn to_write(file: &File) -> io::Result<Foreign> {
    below::reopen(file, OFlags::RDWR).map(Foreign::new)
}

/// It has no other name: a user could have made that for somebody else's file.
fn is_own(file: &Stat, folder: &Stat) -> bool {
    let roots = file.st_uid == 0 && folder.st_uid == rustix::process::geteuid().as_raw();
    (file.st_uid == folder.st_uid || roots) && file.st_nlink <= 1
}

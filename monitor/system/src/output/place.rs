//! What is at a name that the user gave.

use crate::trusted::{self, Folder, Owners, Rule};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

const MOST_LINKS: usize = 40;
/// `PROC_SUPER_MAGIC` in the kernel: the file system whose links are not plain text.
const PROC: i64 = 0x9fa0;

/// Where the bytes go.
#[derive(Debug)]
pub(super) enum FoundAt {
    /// A regular file, or nothing yet; with the permission bits of an existing file.
    File { folder: Folder, name: OsString, mode: Option<u32> },
    /// A named pipe, which must be opened with care, since that waits for a reader.
    Pipe { folder: Folder, name: OsString },
    /// A terminal, a device, or a file descriptor of zetop's (`/dev/stdout`, `>(command)`).
    Open(OwnedFd),
}

/// Finds what is at `path`. Only links that belong to root or to us are followed, whatever the kernel would
/// do (fs.protected_symlinks may be 0): another user could have planted the rest.
pub(super) fn find(path: &Path) -> io::Result<FoundAt> {
    let root = trusted::open_root(Path::new("/")).map_err(io::Error::other)?;
    let owners = Owners::from_root(&trusted::stat(&root, Path::new("/")).map_err(io::Error::other)?);
    let mut at = Folder { fd: trusted::open_root(Path::new(".")).map_err(plain)?, path: PathBuf::from(".") };
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(name) = path.file_name().map(ToOwned::to_owned) else {
            return Err(Errno::ISDIR.into());
        };
        let above = path.parent().unwrap_or(Path::new(""));
        at = trusted::walk(at, above, &owners, Rule::Links).map_err(plain)?;
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let there = match rustix::fs::openat(&at.fd, &*name, flags, Mode::empty()) {
            Ok(there) => there,
            Err(Errno::NOENT) => return Ok(FoundAt::File { folder: at, name, mode: None }),
            Err(error) => return Err(error.into()),
        };
        let found = rustix::fs::fstat(&there)?;
        match FileType::from_raw_mode(found.st_mode) {
            FileType::Symlink if is_proc(&at)? => return through_proc(&at, &name),
            FileType::Symlink => {
                let shown = at.path.join(&name);
                trusted::check_link(&found, &shown, &owners).map_err(|error| {
                    io::Error::other(format!("{error}, which zetop does not follow: give the file itself"))
                })?;
                path = trusted::read_link(&there, &shown).map_err(plain)?;
            }
            FileType::RegularFile => {
                return Ok(FoundAt::File { folder: at, name, mode: Some(found.st_mode & 0o666) });
            }
            FileType::Directory => return Err(Errno::ISDIR.into()),
            FileType::Fifo => {
                if owners.contains(found.st_uid) {
                    return Ok(FoundAt::Pipe { folder: at, name });
                }
                return Err(io::Error::other(format!("a pipe of uid {}", found.st_uid)));
            }
            _ => return Ok(FoundAt::Open(open(&at, &name, OFlags::NOFOLLOW)?)),
        }
    }
    Err(Errno::LOOP.into())
}

/// Opens something other than a regular file for writing; never waits.
pub(super) fn open(folder: &Folder, name: &OsString, more: OFlags) -> io::Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC | more;
    let opened = rustix::fs::openat(&folder.fd, &**name, flags, Mode::empty())?;
    if more.contains(OFlags::NOFOLLOW)
        && FileType::from_raw_mode(rustix::fs::fstat(&opened)?.st_mode) == FileType::RegularFile
    {
        // It was replaced meanwhile.
        return Err(Errno::AGAIN.into());
    }
    let flags = rustix::fs::fcntl_getfl(&opened)?;
    rustix::fs::fcntl_setfl(&opened, flags - OFlags::NONBLOCK)?;
    Ok(opened)
}

/// For `/proc/self/fd/N`, our own descriptor with its position in the file; otherwise what the link leads to.
fn through_proc(folder: &Folder, name: &OsString) -> io::Result<FoundAt> {
    let own = PathBuf::from(format!("/proc/{}/fd", std::process::id()));
    let number = name.to_str().and_then(|name| name.parse::<i32>().ok());
    if let (true, Some(number)) = (folder.path == own, number) {
        // SAFETY: the link was there a moment ago, and zetop closes no descriptor that it was started with; the
        // descriptor is only borrowed for the duplication, which fails on one that is closed.
        let borrowed = unsafe { rustix::fd::BorrowedFd::borrow_raw(number) };
        return Ok(FoundAt::Open(rustix::io::fcntl_dupfd_cloexec(borrowed, 3)?));
    }
    Ok(FoundAt::Open(open(folder, name, OFlags::empty())?))
}

fn is_proc(folder: &Folder) -> io::Result<bool> {
    // fstatfs wants a descriptor that is open for more than its path
    let here = rustix::fs::openat(&folder.fd, ".", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
    Ok(here.is_ok_and(|here| rustix::fs::fstatfs(&here).is_ok_and(|fs| fs.f_type == PROC)))
}

/// The system's own error if there is one, for its wording.
fn plain(error: trusted::Distrust) -> io::Error {
    match error {
        trusted::Distrust::System { error, .. } => error.into(),
        other => io::Error::other(format!("{other}, which zetop does not follow: give the folder itself")),
    }
}

/// Removes an unfinished file.
pub(super) fn remove(folder: &Folder, name: &str) {
    let _ = rustix::fs::unlinkat(&folder.fd, name, AtFlags::empty());
}

//! Opens what lies in a folder that somebody else can change.
//!
//! Who owns a folder can put a link there, and who has a mount namespace of his own can mount any file or folder of the
//! machine over a name in it. An open that follows no link still crosses such a mount, so names are opened only where they
//! lie on the folder's own mount. Devices and FIFOs are never opened.

use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags, openat, openat2};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Most files that are removed from a folder in one go.
const MOST_REMOVED: usize = 64 * 1024;
/// How often a folder is emptied that fills while it is removed: each probe joins once.
const TRIES: usize = 100;

/// A path that stays with what was opened, whatever happens to its name.
#[must_use]
pub fn by_descriptor(fd: &impl AsFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", fd.as_fd().as_raw_fd()))
}

/// Opens a folder in `parent`, on the mount of `parent`.
///
/// # Errors
/// When it is none, or is a link or on another mount.
pub fn folder(parent: impl AsFd, name: impl AsRef<OsStr>) -> io::Result<OwnedFd> {
    step(parent.as_fd(), name.as_ref(), OFlags::RDONLY | OFlags::DIRECTORY)
}

/// Opens a regular file in `folder`, on the mount of `folder`, after it was checked.
///
/// # Errors
/// When it is no regular file, is a link or on another mount, or `check` says no.
pub fn file(
    folder: impl AsFd,
    name: impl AsRef<OsStr>,
    access: OFlags,
    check: impl FnOnce(&rustix::fs::Stat) -> bool,
) -> io::Result<File> {
    let found = step(folder.as_fd(), name.as_ref(), OFlags::PATH)?;
    let stat = rustix::fs::fstat(&found)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile || !check(&stat) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    reopen(found, access)
}

/// Opens what is open already once more, for another access, and never what now has its name.
///
/// # Errors
/// When that access is not permitted.
pub fn reopen(opened: impl AsFd, access: OFlags) -> io::Result<File> {
    let flags = access | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(by_descriptor(&opened), flags, Mode::empty())?.into())
}

/// Makes a file that must not exist yet, so nothing can be mounted over its name.
///
/// # Errors
/// When the name exists, or the file can't be made.
pub fn new_file(folder: impl AsFd, name: impl AsRef<OsStr>, mode: Mode) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(folder, plain(name.as_ref())?, flags, mode)?.into())
}

/// Removes `folder`, which is `name` in `parent`, with the files in it, except those that `keeps` names, which keep the
/// folder. Nothing below a folder in it is touched, nor what is mounted there. A probe that joins at this moment makes its
/// file in the folder that is being emptied, so it is emptied again.
pub fn remove(parent: impl AsFd, name: impl AsRef<OsStr>, folder: impl AsFd, keeps: &[&str]) {
    let (parent, folder) = (parent.as_fd(), folder.as_fd());
    let mut in_vain = 0;
    for _ in 0..TRIES {
        in_vain = if remove_files(folder, keeps) > 0 { 0 } else { in_vain + 1 };
        if !keeps.is_empty() || !is(parent, name.as_ref(), folder) {
            return;
        }
        match rustix::fs::unlinkat(parent, name.as_ref(), AtFlags::REMOVEDIR) {
            // What is in it now may have come after the look, or can't be removed.
            Err(Errno::NOTEMPTY) if in_vain < 2 => {}
            _ => return,
        }
    }
}

/// Whether `name` is `folder`. What has been put in its place stays.
fn is(parent: BorrowedFd<'_>, name: &OsStr, folder: BorrowedFd<'_>) -> bool {
    let there = rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW);
    let opened = rustix::fs::fstat(folder);
    there.is_ok_and(|there| {
        opened.is_ok_and(|opened| (there.st_dev, there.st_ino) == (opened.st_dev, opened.st_ino))
    })
}

/// Removes the files of one folder; returns how many.
fn remove_files(folder: BorrowedFd<'_>, keeps: &[&str]) -> usize {
    let Ok(entries) = Dir::read_from(folder) else { return 0 };
    let mut removed = 0;
    for entry in entries.flatten().take(MOST_REMOVED) {
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        let kept = keeps.iter().any(|kept| name == *kept);
        // It takes an entry out of this folder, and is refused for a folder.
        if !kept && rustix::fs::unlinkat(folder, name, AtFlags::empty()).is_ok() {
            removed += 1;
        }
    }
    removed
}

/// One name, not a way.
fn plain(name: &OsStr) -> rustix::io::Result<&OsStr> {
    let bytes = name.as_bytes();
    let is_plain = !bytes.is_empty() && bytes != b"." && bytes != b".." && !bytes.contains(&b'/');
    if is_plain { Ok(name) } else { Err(Errno::INVAL) }
}

/// Opens a folder or, with `O_PATH`, anything, without effect on what it is.
fn step(parent: BorrowedFd<'_>, name: &OsStr, access: OFlags) -> io::Result<OwnedFd> {
    let (name, flags) = (plain(name)?, access | OFlags::NOFOLLOW | OFlags::CLOEXEC);
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_XDEV | ResolveFlags::NO_SYMLINKS;
    match openat2(parent, name, flags, Mode::empty(), resolve) {
        Ok(opened) => Ok(opened),
        // Linux before 5.6, and old container runtimes.
        Err(Errno::NOSYS | Errno::PERM) => step_and_compare(parent, name, flags),
        Err(Errno::XDEV) => Err(other_mount()),
        Err(error) => Err(error.into()),
    }
}

fn other_mount() -> io::Error {
    io::Error::other("something is mounted over it")
}

fn step_and_compare(parent: BorrowedFd<'_>, name: &OsStr, flags: OFlags) -> io::Result<OwnedFd> {
    let opened = openat(parent, name, flags, Mode::empty())?;
    let same = mount_of(opened.as_fd())? == mount_of(parent)?;
    if same { Ok(opened) } else { Err(other_mount()) }
}

/// The number of the mount that it was reached through.
fn mount_of(fd: BorrowedFd<'_>) -> io::Result<u64> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", fd.as_raw_fd()))?;
    let number = text.lines().find_map(|line| line.strip_prefix("mnt_id:"));
    number.and_then(|number| number.trim().parse().ok()).ok_or_else(|| io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn open(path: &Path) -> OwnedFd {
        File::open(path).unwrap().into()
    }

    #[test]
    fn only_regular_files_and_folders_are_opened() {
        let dir = tempfile::tempdir().unwrap();
        let at = open(dir.path());
        std::fs::create_dir(dir.path().join("folder")).unwrap();
        std::fs::write(dir.path().join("file"), "x").unwrap();
        std::os::unix::fs::symlink("file", dir.path().join("link")).unwrap();
        std::os::unix::fs::symlink("folder", dir.path().join("way")).unwrap();
        rustix::fs::mknodat(&at, "fifo", FileType::Fifo, Mode::RUSR, 0).unwrap();
        assert!(folder(&at, "folder").is_ok() && file(&at, "file", OFlags::RDWR, |_| true).is_ok());
        assert!(file(&at, "file", OFlags::RDONLY, |_| false).is_err());
        for name in ["folder", "link", "fifo", "..", ".", "", "folder/../file", "/etc/passwd"] {
            assert!(file(&at, name, OFlags::RDONLY, |_| true).is_err(), "{name}");
        }
        for name in ["file", "way", "fifo", "..", ".", "", "/etc"] {
            assert!(folder(&at, name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_is_mounted_over_a_name_is_not_opened() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir().unwrap();
            let at = open(dir.path());
            for name in ["folder", "host"] {
                std::fs::create_dir(dir.path().join(name)).unwrap();
            }
            for name in ["file", "host-file"] {
                std::fs::write(dir.path().join(name), name).unwrap();
            }
            let before = file(&at, "file", OFlags::RDONLY, |_| true).unwrap();
            let _mount = zetop_testing::bind(&dir.path().join("host"), &dir.path().join("folder"));
            let _mount2 = zetop_testing::bind(&dir.path().join("host-file"), &dir.path().join("file"));
            let old_kernel = |name: &str| step_and_compare(at.as_fd(), name.as_ref(), OFlags::PATH);
            for name in ["folder", "file"] {
                assert!(old_kernel(name).is_err(), "{name}");
            }
            assert!(folder(&at, "folder").is_err() && file(&at, "file", OFlags::RDWR, |_| true).is_err());
            assert!(new_file(&at, "file", Mode::RUSR).is_err());
            // the file that was opened is still reached
            std::io::Write::write_all(&mut reopen(&before, OFlags::RDWR).unwrap(), b"new!").unwrap();
            assert_eq!(std::fs::read_to_string(dir.path().join("host-file")).unwrap(), "host-file");
            assert!(old_kernel("host").is_ok());
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    /// Folders that filled while they were removed stayed in /dev/shm.
    #[test]
    fn a_folder_that_fills_while_it_is_removed_goes_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("session");
        std::fs::create_dir(&place).unwrap();
        let folder = open(&place);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let joins = 20;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for i in 0..joins {
                    if std::fs::write(place.join(format!("{i}-2.blk")), "").is_err() {
                        break;
                    }
                }
                stop.store(true, std::sync::atomic::Ordering::Release);
            });
            while !stop.load(std::sync::atomic::Ordering::Acquire) {
                remove(open(dir.path()), "session", &folder, &[]);
            }
        });
        remove(open(dir.path()), "session", &folder, &[]);
        assert!(!place.exists());
        // Nobody else's folder is emptied, and what zetop did not make stays.
        std::fs::create_dir_all(place.join("below")).unwrap();
        std::fs::write(place.join("below/kept"), "").unwrap();
        remove(open(dir.path()), "session", open(&place), &[]);
        assert!(place.join("below/kept").exists());
    }
}

//! Puts a library where the target can load it: into a fresh private folder in the target's own file
//! system, which may be that of another mount namespace or a chroot.
//!
//! Everything is done relative to the target's root folder, and no symbolic link is followed on the way:
//! a hostile target can at most spoil the copy that only it will load. Folder and files are made with the rights of the
//! target's user, so a mount can lead to no place where that user may not write.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustix::fs::{self as rfs, AtFlags, FlockOperation, Mode, OFlags, StatVfsMountFlags};

use super::error::InjectError;
use super::identity::Identity;
use super::on_disk;
use zetop_system::below;
use zetop_system::owner::{PREFIX, random_name};
use zetop_system::proc;
use zetop_system::rights::User;
use zetop_system::trusted::{self, Distrust, Folder, Owners, Rule};

/// Where our folder may be made, best first.
const FOLDERS: [&str; 5] = ["tmp", "dev/shm", "var/tmp", "run", ""];

/// A small file beside a placed library, which says whose the folder is: by it, what a process that was killed has left behind can
/// be found and removed.
#[derive(Clone, Debug)]
pub struct OwnerFile {
    pub name: &'static str,
    pub text: String,
}

/// The files of a folder.
struct Contents<'a> {
    library: &'a str,
    bytes: &'a [u8],
    owner: &'a OwnerFile,
}

/// A library file in the file system of a target. It stays until `remove` is called.
#[derive(Debug)]
pub struct PlacedLibrary {
    pid: u32,
    parent: Folder,
    folder: String,
    /// Locked: no other zetop takes it for a leftover.
    opened: OwnedFd,
    file: File,
    file_name: String,
    owner_file: &'static str,
}

impl PlacedLibrary {
    /// Where it is, as the target sees it: what `Injector::dlopen` takes.
    pub fn path(&self) -> PathBuf {
        self.parent.path.join(&self.folder).join(&self.file_name)
    }

    /// An error unless `entry` is where this file, unchanged, has its function `symbol`: its user can write to it, and the
    /// process can load another one.
    pub fn check_loaded(&self, entry: u64, symbol: &str, bytes: &[u8]) -> Result<(), InjectError> {
        let other = || InjectError::OtherLibrary { pid: self.pid, library: self.path() };
        let mapped = proc::mapping_at(self.pid, entry).ok_or_else(other)?;
        let same = on_disk::is_mapped(&self.file, &mapped).unwrap_or(false) && has_bytes(&self.file, bytes);
        let offset = mapped.offset + (entry - mapped.start);
        if same && on_disk::offset_of(bytes, symbol) == Some(offset) { Ok(()) } else { Err(other()) }
    }

    /// Removes the file and its folder.
    pub fn remove(&self) -> Result<(), InjectError> {
        let os = |error: rustix::io::Errno| InjectError::Os {
            pid: self.pid,
            what: "remove zetop's library from the file system",
            source: error.into(),
        };
        rfs::unlinkat(&self.opened, &self.file_name, AtFlags::empty()).map_err(os)?;
        rfs::unlinkat(&self.opened, self.owner_file, AtFlags::empty()).map_err(os)?;
        rfs::unlinkat(&self.parent.fd, &self.folder, AtFlags::REMOVEDIR).map_err(os)
    }
}

/// Writes `bytes` as `file_name` into a new folder (mode 0700, random name) in the file system of a program;
/// folder and files belong to its user: the one whom the program was chosen with, since a process may be somebody else's for a moment.
pub fn place_library(
    program: &Identity,
    bytes: &[u8],
    file_name: &str,
    owner: &OwnerFile,
) -> Result<PlacedLibrary, InjectError> {
    let (pid, user) = (program.pid(), program.user());
    let no_folder = |reason: String| InjectError::NoFolder { pid, reason };
    if file_name.is_empty() || file_name.contains('/') || file_name.starts_with('.') {
        return Err(no_folder(format!("{file_name:?} is not a file name")));
    }
    program.check()?;
    let contents = Contents { library: file_name, bytes, owner };
    let mut reasons = Vec::new();
    for place in FOLDERS {
        let folder = format!("{PREFIX}{}", random_name().map_err(|error| no_folder(error.to_string()))?);
        let parent = folder_of(program, place)?.map_err(|error| error.to_string());
        let placed = parent.and_then(|parent| match place_in(&parent, &folder, &contents, user) {
            Ok(opened) => Ok((parent, opened)),
            Err(error) => Err(format!("/{place}: {error}")),
        });
        match placed {
            Ok((parent, (opened, file))) => {
                let (file_name, owner_file) = (file_name.to_owned(), owner.name);
                return Ok(PlacedLibrary { pid, parent, folder, opened, file, file_name, owner_file });
            }
            Err(reason) => reasons.push(reason),
        }
    }
    Err(no_folder(reasons.join(", ")))
}

/// Opens a folder below the root folder of a program, as its user: see [`folder_below`].
///
/// # Errors
/// When it is another program by now, or has other rights: the folder is somebody else's then. Inner: there is no such folder.
pub fn folder_of(program: &Identity, path: &str) -> Result<Result<Folder, Distrust>, InjectError> {
    let folder = folder_below(program.pid(), program.user().uid, path);
    program.check().map(|()| folder)
}

/// Opens a folder below the root folder of `pid`, a process of user `uid`, following no symbolic link and
/// never leaving that root. The path is as the process sees it. Nobody but root, that user and we can change
/// anything on the way.
pub fn folder_below(pid: u32, uid: u32, path: &str) -> Result<Folder, Distrust> {
    let outside = PathBuf::from(format!("/proc/{pid}/root"));
    let fd = trusted::open_root(&outside)?;
    let owners = Owners::from_root(&trusted::stat(&fd, &outside)?).and(uid);
    let start = Folder { fd, path: PathBuf::from("/") };
    trusted::walk(start, Path::new(path), &owners, Rule::PrivateWithoutLinks)
}

fn place_in(parent: &Folder, name: &str, contents: &Contents<'_>, user: User) -> io::Result<(OwnedFd, File)> {
    if rfs::fstatvfs(&parent.fd)?.f_flag.contains(StatVfsMountFlags::NOEXEC) {
        return Err(io::Error::other("mounted noexec"));
    }
    let _acting = user.act()?;
    rfs::mkdirat(&parent.fd, name, Mode::RWXU)?;
    let placed = open_made(&parent.fd, name, user).and_then(|folder| match fill(&folder, contents) {
        Ok(file) => Ok((folder, file)),
        Err(error) => {
            let _ = rfs::unlinkat(&folder, contents.library, AtFlags::empty());
            let _ = rfs::unlinkat(&folder, contents.owner.name, AtFlags::empty());
            Err(error)
        }
    });
    if placed.is_err() {
        let _ = rfs::unlinkat(&parent.fd, name, AtFlags::REMOVEDIR);
    }
    placed
}

/// The folder that was made, not another that has been put in its place or mounted over it.
fn open_made(parent: &OwnedFd, name: &str, user: User) -> io::Result<OwnedFd> {
    let folder = below::folder(parent, name)?;
    if rfs::fstat(&folder)?.st_uid != user.uid {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // Some network file systems don't have such locks.
    let _ = rfs::flock(&folder, FlockOperation::NonBlockingLockExclusive);
    Ok(folder)
}

/// The target's user can change all of it: see [`PlacedLibrary::check_loaded`].
fn fill(folder: &OwnedFd, contents: &Contents<'_>) -> io::Result<File> {
    // First: without it, nobody would remove the rest if we were killed here.
    let mut owned = below::new_file(folder, contents.owner.name, Mode::RUSR | Mode::WUSR)?;
    owned.write_all(contents.owner.text.as_bytes())?;
    let mut file = below::new_file(folder, contents.library, Mode::RWXU)?;
    file.write_all(contents.bytes)?;
    // Executing or mapping as code a file that is open for writing fails on some systems.
    below::reopen(&file, OFlags::RDONLY)
}

/// Whether the file contains these bytes and nothing more.
fn has_bytes(file: &File, bytes: &[u8]) -> bool {
    let mut part = vec![0; 1 << 16];
    let same = bytes.chunks(part.len()).enumerate().all(|(index, chunk)| {
        let at = (index * part.len()) as u64;
        file.read_exact_at(&mut part[..chunk.len()], at).is_ok() && part[..chunk.len()] == *chunk
    });
    same && file.metadata().is_ok_and(|meta| meta.len() == bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    fn owner() -> OwnerFile {
        OwnerFile { name: "owner", text: "1 2\n".to_owned() }
    }

    /// Between the making of the folder and its use: root's zetop gave it to the user.
    #[test]
    fn what_is_mounted_over_the_new_folder_is_not_taken_for_it() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir().unwrap();
            let host = dir.path().join("host");
            for name in ["host", "zetop-x"] {
                std::fs::create_dir(dir.path().join(name)).unwrap();
            }
            let parent = trusted::open(dir.path()).unwrap();
            assert!(open_made(&parent.fd, "zetop-x", User::ours()).is_ok());
            let _mount = zetop_testing::bind(&host, &dir.path().join("zetop-x"));
            assert!(open_made(&parent.fd, "zetop-x", User::ours()).is_err());
            assert_eq!(std::fs::read_dir(&host).unwrap().count(), 0);
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    /// It was told to make its folders writable.
    #[test]
    fn a_process_that_has_ended_is_said_to_have() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let program = loop {
            match crate::check(child.id()) {
                Ok(facts) => break facts.identity,
                // It is still this test, and becomes another program.
                Err(InjectError::Loading(_) | InjectError::Gone { .. }) => std::thread::yield_now(),
                Err(error) => panic!("{error}"),
            }
        };
        child.kill().unwrap();
        while proc::is_alive(child.id()) {
            std::thread::yield_now();
        }
        let placed = place_library(&program, b"x", "lib.so", &owner()).map(|_| ());
        child.wait().unwrap();
        assert!(matches!(placed, Err(InjectError::Gone { .. })), "{placed:?}");
    }

    /// The user has mounted a folder of root's over `/tmp`.
    #[test]
    fn nothing_is_placed_where_the_user_may_not_write() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's files need root");
        }
        let dir = tempfile::tempdir().unwrap();
        let parent = trusted::open(dir.path()).unwrap();
        let user = User { uid: 65_534, gid: 65_534 };
        let owner = owner();
        let contents = Contents { library: "lib.so", bytes: b"x", owner: &owner };
        assert!(place_in(&parent, "zetop-x", &contents, user).is_err());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o1777)).unwrap();
        let (folder, file) = place_in(&parent, "zetop-x", &contents, user).unwrap();
        let folder = File::from(folder).metadata().unwrap();
        assert_eq!([folder.uid(), file.metadata().unwrap().uid()], [65_534; 2]);
        assert_eq!(folder.mode() & 0o777, 0o700);
    }
}

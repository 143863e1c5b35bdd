//! Puts a library where the target can load it: into a fresh private folder in the target's own file
//! system, which may be that of another mount namespace or a chroot.
//!
//! Everything is done relative to the target's root folder, and no symbolic link is followed on the way:
//! a hostile target can at most spoil the copy that only it will load.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use procfs::process::Process;
use rustix::fs::{self as rfs, AtFlags, Gid, Mode, OFlags, ResolveFlags, StatVfsMountFlags, Uid};

use super::error::InjectError;
use super::facts;
use crate::target::owner::{Owner, PREFIX};
use zetop_wire::session::OWNER_FILE;

/// Where a folder of ours may be made, best first.
const FOLDERS: [&str; 5] = ["tmp", "dev/shm", "var/tmp", "run", ""];

/// A library file in the file system of a target. It stays until `remove` is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLibrary {
    pid: u32,
    /// The folder that ours is in, relative to the target's root.
    parent: &'static str,
    folder: String,
    file_name: String,
}

impl PlacedLibrary {
    /// Where it is, as the target sees it: what `Injector::dlopen` takes.
    pub fn path(&self) -> PathBuf {
        Path::new("/").join(self.parent).join(&self.folder).join(&self.file_name)
    }

    /// Removes the file and its folder; works as long as the target lives.
    pub fn remove(&self) -> Result<(), InjectError> {
        let os = |error: rustix::io::Errno| InjectError::Os {
            pid: self.pid,
            what: "remove zetop's library from the file system",
            source: error.into(),
        };
        let parent = open_folder(&root(self.pid).map_err(os)?, self.parent).map_err(os)?;
        let folder = open_folder(&parent, &self.folder).map_err(os)?;
        rfs::unlinkat(&folder, &self.file_name, AtFlags::empty()).map_err(os)?;
        rfs::unlinkat(&folder, OWNER_FILE, AtFlags::empty()).map_err(os)?;
        rfs::unlinkat(&parent, &self.folder, AtFlags::REMOVEDIR).map_err(os)
    }
}

/// Writes `bytes` as `file_name` into a new folder (mode 0700, random name) in the file system of `pid`;
/// folder and file belong to the target's user.
pub fn place_library(pid: u32, bytes: &[u8], file_name: &str) -> Result<PlacedLibrary, InjectError> {
    let no_folder = |reason: String| InjectError::NoFolder { pid, reason };
    if file_name.is_empty() || file_name.contains('/') || file_name.starts_with('.') {
        return Err(no_folder(format!("{file_name:?} is not a file name")));
    }
    let process = i32::try_from(pid).map_err(|_| InjectError::NoSuchProcess(pid)).and_then(|number| {
        Process::new(number).map_err(|error| facts::from_proc(pid, "read the state", error))
    })?;
    let status = process.status().map_err(|error| facts::from_proc(pid, "read the status", error))?;
    let owner = (status.fuid, status.fgid);
    let root = root(pid).map_err(|error| no_folder(format!("its root folder: {error}")))?;
    let mut reasons = Vec::new();
    for parent in FOLDERS {
        let folder = format!("{PREFIX}{}", random_name().map_err(|error| no_folder(error.to_string()))?);
        match place_in(&root, parent, &folder, file_name, bytes, owner) {
            Ok(()) => return Ok(PlacedLibrary { pid, parent, folder, file_name: file_name.to_owned() }),
            Err(error) => reasons.push(format!("/{parent}: {error}")),
        }
    }
    Err(no_folder(reasons.join(", ")))
}

fn root(pid: u32) -> rustix::io::Result<OwnedFd> {
    rfs::open(format!("/proc/{pid}/root"), OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// Opens a folder below the root folder of `pid`, through no symbolic link and out of nothing.
pub(crate) fn folder_below(pid: u32, path: &str) -> rustix::io::Result<OwnedFd> {
    open_folder(&root(pid)?, path)
}

/// Opens a folder below `base`, through no symbolic link and out of nothing.
pub(crate) fn open_folder(base: &OwnedFd, path: &str) -> rustix::io::Result<OwnedFd> {
    let path = if path.is_empty() { "." } else { path };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    rfs::openat2(base, path, flags, Mode::empty(), resolve)
}

fn place_in(
    root: &OwnedFd,
    parent: &str,
    name: &str,
    file_name: &str,
    bytes: &[u8],
    owner: (u32, u32),
) -> io::Result<()> {
    let parent = open_folder(root, parent)?;
    if rfs::fstatvfs(&parent)?.f_flag.contains(StatVfsMountFlags::NOEXEC) {
        return Err(io::Error::other("mounted noexec"));
    }
    rfs::mkdirat(&parent, name, Mode::RWXU)?;
    let placed = open_folder(&parent, name).map_err(io::Error::from).and_then(|folder| {
        let filled = fill(&folder, file_name, bytes, owner);
        if filled.is_err() {
            let _ = rfs::unlinkat(&folder, file_name, AtFlags::empty());
            let _ = rfs::unlinkat(&folder, OWNER_FILE, AtFlags::empty());
        }
        filled
    });
    if placed.is_err() {
        let _ = rfs::unlinkat(&parent, name, AtFlags::REMOVEDIR);
    }
    placed
}

/// The folder is ours alone until the last step, which hands it to the target's user.
fn fill(folder: &OwnedFd, file_name: &str, bytes: &[u8], (uid, gid): (u32, u32)) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // Should we be killed before we remove it, the next zetop does.
    let mut owned = File::from(rfs::openat(folder, OWNER_FILE, flags, Mode::RUSR | Mode::WUSR)?);
    owned.write_all(Owner::without_session().to_text().as_bytes())?;
    let mut file = File::from(rfs::openat(folder, file_name, flags, Mode::RWXU)?);
    file.write_all(bytes)?;
    let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
    if rustix::process::geteuid() != uid {
        rfs::fchown(&file, Some(uid), Some(gid))?;
        rfs::fchown(&owned, Some(uid), Some(gid))?;
        rfs::fchown(folder, Some(uid), Some(gid))?;
    }
    Ok(())
}

fn random_name() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

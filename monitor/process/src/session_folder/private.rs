//! A fresh private folder, used only through its descriptor: whatever happens to its name, we keep the right
//! folder.

use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, FlockOperation, Mode, OFlags};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use zetop_system::owner::{PREFIX, random_name};
use zetop_system::trusted::Folder;

/// Removed with the value.
#[derive(Debug)]
pub(super) struct Private {
    /// Locked as long as we live, so that no other zetop takes it for a leftover. A pid would not do: we may
    /// be in a PID namespace of our own.
    folder: OwnedFd,
    place: OwnedFd,
    name: String,
    path: PathBuf,
    /// Files that stay, and the folder with them.
    kept: Vec<&'static str>,
}

impl Private {
    /// Makes a folder with a random name, 0700.
    pub(super) fn make_in(place: Folder) -> io::Result<Self> {
        let name = format!("{PREFIX}{}", random_name()?);
        rustix::fs::mkdirat(&place.fd, &*name, Mode::RWXU)?;
        let made = open_locked(&place.fd, &name).inspect_err(|_| {
            let _ = rustix::fs::unlinkat(&place.fd, &*name, AtFlags::REMOVEDIR);
        })?;
        Ok(Self { folder: made, path: place.path.join(&name), place: place.fd, name, kept: Vec::new() })
    }

    /// Its original name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A path that stays with the folder, whatever happens to its name.
    pub(super) fn by_descriptor(&self) -> PathBuf {
        by_descriptor(&self.folder)
    }

    pub(super) fn folder(&self) -> &OwnedFd {
        &self.folder
    }

    /// These files stay when the value goes: somebody still needs them.
    pub(super) fn keep(&mut self, files: &[&'static str]) {
        self.kept = files.to_vec();
    }

    /// Writes a file that must not exist yet.
    pub(super) fn write_new(&self, name: &str, bytes: &[u8], mode: Mode) -> io::Result<File> {
        write_new(&self.folder, name, bytes, mode)
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // Never through a link, and not if another folder has taken its name.
        let same = |name: &str| -> rustix::io::Result<bool> {
            let there = rustix::fs::statat(&self.place, name, AtFlags::SYMLINK_NOFOLLOW)?;
            let ours = rustix::fs::fstat(&self.folder)?;
            Ok((there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino))
        };
        if same(&self.name) == Ok(true) {
            let path = by_descriptor(&self.place).join(&self.name);
            if !self.kept.is_empty() {
                let files = std::fs::read_dir(&path).into_iter().flatten().flatten();
                for file in files.filter(|file| self.kept.iter().all(|kept| file.file_name() != *kept)) {
                    let _ = std::fs::remove_file(file.path());
                }
                return;
            }
            remove_filling(|| std::fs::remove_dir_all(&path));
        }
    }
}

/// A probe that joins at this moment makes its file in the folder that is being emptied.
fn remove_filling(mut remove: impl FnMut() -> io::Result<()>) {
    /// Each probe joins once.
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        match remove() {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
            _ => return,
        }
    }
}

fn open_locked(place: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    let folder = open_folder(place, Path::new(name))?;
    let found = rustix::fs::fstat(&folder)?;
    // Anyone who may write to the place could have put another one there.
    if FileType::from_raw_mode(found.st_mode) != FileType::Directory
        || found.st_uid != rustix::process::geteuid().as_raw()
        || found.st_mode & 0o777 != 0o700
    {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // Some network file systems don't have such locks.
    let _ = rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive);
    Ok(folder)
}

pub(super) fn open_folder(at: impl AsFd, path: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, path, flags, Mode::empty())
}

pub(super) fn by_descriptor(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}

fn write_new(folder: &OwnedFd, name: &str, bytes: &[u8], mode: Mode) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::openat(folder, name, flags, mode)?);
    file.write_all(bytes)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use zetop_system::trusted;

    #[test]
    fn names_cannot_be_guessed() {
        let dir = tempfile::tempdir().unwrap();
        let made: Vec<Private> =
            (0..100).map(|_| Private::make_in(trusted::open(dir.path()).unwrap()).unwrap()).collect();
        let names: std::collections::BTreeSet<&str> = made.iter().map(|p| &*p.name).collect();
        assert_eq!(names.len(), 100);
        assert!(names.iter().all(|name| name.len() == PREFIX.len() + 32), "{names:?}");
        for folder in &made {
            assert_eq!(std::fs::metadata(folder.path()).unwrap().permissions().mode() & 0o777, 0o700);
        }
        drop(made);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    /// The user of the program that we attach to owns the session folder, and can move it away.
    #[test]
    fn a_folder_that_is_replaced_by_a_link_leads_nowhere() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::create_dir(&victim).unwrap();
        let made = Private::make_in(trusted::open(dir.path()).unwrap()).unwrap();
        let (name, moved) = (made.path().to_owned(), dir.path().join("moved"));
        std::fs::rename(&name, &moved).unwrap();
        std::os::unix::fs::symlink(&victim, &name).unwrap();
        drop(made.write_new("options", b"x", Mode::RUSR).unwrap());
        assert!(moved.join("options").exists());
        drop(made);
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 0);
        assert!(victim.exists());
    }

    /// Such folders stayed in /dev/shm.
    #[test]
    fn a_folder_that_a_probe_joins_while_it_is_removed_goes_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("session");
        std::fs::create_dir(&folder).unwrap();
        let mut joins = 3;
        remove_filling(|| {
            std::fs::remove_dir_all(&folder).unwrap();
            std::fs::create_dir(&folder).unwrap();
            if joins > 0 {
                joins -= 1;
                std::fs::write(folder.join("1-2.blk"), "").unwrap();
            }
            std::fs::remove_dir(&folder)
        });
        assert!(!folder.exists());
        // whatever else may be wrong is not tried again and again
        let mut tried = 0;
        remove_filling(|| {
            tried += 1;
            Err(io::ErrorKind::PermissionDenied.into())
        });
        assert_eq!(tried, 1);
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        let made = Private::make_in(trusted::open(dir.path()).unwrap()).unwrap();
        std::os::unix::fs::symlink(&victim, made.path().join("options")).unwrap();
        assert!(made.write_new("options", b"x", Mode::RUSR).is_err());
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "precious");
    }
}

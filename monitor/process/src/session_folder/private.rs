//! A fresh private folder, used only through its descriptor: whatever happens to its name, we keep the right
//! folder.

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FlockOperation, Mode};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use zetop_system::below;
use zetop_system::limit::within;
use zetop_system::owner::{PREFIX, random_name};
use zetop_system::rights::User;
use zetop_system::trusted::Folder;

/// How long the removal from a program's file system may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Removed with the value.
#[derive(Debug)]
pub(super) struct Private {
    /// Locked as long as we live, so that no other zetop takes it for a leftover. A pid would not do: we may
    /// be in a PID namespace of our own.
    folder: OwnedFd,
    place: OwnedFd,
    /// Whose folder and files it is: not us where we are root and the program is somebody else's.
    user: User,
    name: String,
    path: PathBuf,
    /// In a program's file system, which may never answer.
    elsewhere: bool,
    /// Files that stay, and the folder with them.
    kept: Vec<&'static str>,
}

impl Private {
    /// Makes a folder with a random name, 0700, of `user`, with that user's rights.
    pub(super) fn make_in(place: Folder, user: User) -> io::Result<Self> {
        let name = format!("{PREFIX}{}", random_name()?);
        let _acting = user.act()?;
        rustix::fs::mkdirat(&place.fd, &*name, Mode::RWXU)?;
        let made = open_locked(&place.fd, &name, user).inspect_err(|_| {
            let _ = rustix::fs::unlinkat(&place.fd, &*name, AtFlags::REMOVEDIR);
        })?;
        let path = place.path.join(&name);
        Ok(Self { folder: made, place: place.fd, user, name, path, elsewhere: false, kept: Vec::new() })
    }

    /// It is in a program's file system: nothing waits for that without a limit.
    pub(super) fn set_elsewhere(&mut self) {
        self.elsewhere = true;
    }

    /// Its original name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A path that stays with the folder, whatever happens to its name.
    pub(super) fn by_descriptor(&self) -> PathBuf {
        below::by_descriptor(&self.folder)
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
        let _acting = self.user.act()?;
        let mut file = below::new_file(&self.folder, name, mode)?;
        file.write_all(bytes)?;
        Ok(file)
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        if !self.elsewhere {
            return below::remove(&self.place, &self.name, &self.folder, &self.kept);
        }
        let (place, folder) = (self.place.try_clone(), self.folder.try_clone());
        if let (Ok(place), Ok(folder)) = (place, folder) {
            let (name, kept) = (std::mem::take(&mut self.name), std::mem::take(&mut self.kept));
            let _ = within(PATIENCE, move || below::remove(&place, &name, &folder, &kept));
        }
    }
}

fn open_locked(place: &OwnedFd, name: &str, user: User) -> io::Result<OwnedFd> {
    let folder = below::folder(place, name)?;
    let found = rustix::fs::fstat(&folder)?;
    // Anyone who may write to the place could have put another one there.
    if found.st_uid != user.uid || found.st_mode & 0o777 != 0o700 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // Some network file systems don't have such locks.
    let _ = rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive);
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use zetop_system::trusted;
    use zetop_wire::session::OWNER_FILE;

    fn make_in(place: &Path) -> Private {
        Private::make_in(trusted::open(place).unwrap(), User::ours()).unwrap()
    }

    #[test]
    fn names_cannot_be_guessed() {
        let dir = tempfile::tempdir().unwrap();
        let made: Vec<Private> = (0..100).map(|_| make_in(dir.path())).collect();
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
        let made = make_in(dir.path());
        let (name, moved) = (made.path().to_owned(), dir.path().join("moved"));
        std::fs::rename(&name, &moved).unwrap();
        std::os::unix::fs::symlink(&victim, &name).unwrap();
        drop(made.write_new("options", b"x", Mode::RUSR).unwrap());
        assert!(moved.join("options").exists());
        drop(made);
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 0);
        assert!(victim.exists());
    }

    /// The user has mounted a folder of the machine in the session folder: it was emptied by root.
    #[test]
    fn what_is_mounted_in_the_folder_stays() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir().unwrap();
            let host = dir.path().join("host");
            std::fs::create_dir(&host).unwrap();
            for name in ["precious", OWNER_FILE] {
                std::fs::write(host.join(name), name).unwrap();
            }
            let made = make_in(dir.path());
            drop(made.write_new("options", b"x", Mode::RUSR).unwrap());
            let (below, file) = (made.path().join("x"), made.path().join("1-2.blk"));
            std::fs::create_dir(&below).unwrap();
            std::fs::write(&file, "").unwrap();
            let _mount = zetop_testing::bind(&host, &below);
            let _mount2 = zetop_testing::bind(&host.join("precious"), &file);
            let path = made.path().to_owned();
            drop(made);
            assert!(!path.join("options").exists());
            for name in ["precious", OWNER_FILE] {
                assert_eq!(std::fs::read_to_string(host.join(name)).unwrap(), name);
            }
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    /// Between the making of the folder and its use.
    #[test]
    fn what_is_mounted_over_the_new_folder_is_not_taken_for_it() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir().unwrap();
            let place = trusted::open(dir.path()).unwrap();
            for name in ["host", "zetop-x"] {
                rustix::fs::mkdirat(&place.fd, name, Mode::RWXU).unwrap();
            }
            assert!(open_locked(&place.fd, "zetop-x", User::ours()).is_ok());
            let _mount3 = zetop_testing::bind(&dir.path().join("host"), &dir.path().join("zetop-x"));
            assert!(open_locked(&place.fd, "zetop-x", User::ours()).is_err());
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    /// Root makes it where the user could have, and nowhere else.
    #[test]
    fn a_users_folder_is_made_with_the_users_rights() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's folder needs root");
        }
        let dir = tempfile::tempdir().unwrap();
        let user = User { uid: 65_534, gid: 65_534 };
        assert!(Private::make_in(trusted::open(dir.path()).unwrap(), user).is_err());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o1777)).unwrap();
        let made = Private::make_in(trusted::open(dir.path()).unwrap(), user).unwrap();
        let file = made.write_new("options", b"x", Mode::RUSR).unwrap().metadata().unwrap();
        let folder = std::fs::metadata(made.path()).unwrap();
        assert_eq!([folder.uid(), folder.gid(), file.uid(), file.gid()], [65_534; 4]);
        drop(made);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        let made = make_in(dir.path());
        std::os::unix::fs::symlink(&victim, made.path().join("options")).unwrap();
        assert!(made.write_new("options", b"x", Mode::RUSR).is_err());
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "precious");
    }
}

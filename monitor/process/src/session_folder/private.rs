//! A fresh private folder, used only through its descriptor: whatever happens to its name, we keep the right
//! folder.
//!
//! It lies where others can write, and may be another user's, so it is made and removed in a process of its own
//! ([`zetop_system::aside`]).

use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use zetop_system::aside::{Aside, aside};
use zetop_system::below;
use zetop_system::owner::{PREFIX, random_name};
use zetop_system::rights::User;
use zetop_system::trusted::Folder;

/// How long it may take to make it.
const MAKING: Duration = Duration::from_secs(10);
/// How long zetop waits for its removal, which goes on after that.
pub(super) const REMOVAL: Duration = Duration::from_secs(2);

/// A file that it has from the start.
pub(super) struct New<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: Vec<u8>,
}

/// A folder that is yet to be made: with a random name, 0700, of `user`, with that user's rights, and with `files` in it.
pub(super) struct Plan<'a> {
    place: Folder,
    user: User,
    name: String,
    path: PathBuf,
    files: Vec<New<'a>>,
}

impl<'a> Plan<'a> {
    /// With the files that `files` names for its path.
    pub(super) fn new(
        place: Folder,
        user: User,
        files: impl FnOnce(&Path) -> Vec<New<'a>>,
    ) -> io::Result<Self> {
        let name = format!("{PREFIX}{}", random_name()?);
        let path = place.path.join(&name);
        Ok(Self { files: files(&path), place, user, name, path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder and its files. Called in a process of its own.
    fn make(&self) -> io::Result<()> {
        make(&self.place.fd, &self.name, self.user, &self.files)
    }

    /// Opens what was made.
    fn open(self) -> io::Result<Private> {
        let Self { place, user, name, path, .. } = self;
        match open_locked(&place.fd, &name, user) {
            Ok(folder) => {
                Ok(Private { folder, place: place.fd, user, name, path, kept: Vec::new(), is_removed: false })
            }
            Err(error) => {
                let remove = || {
                    let folder = below::folder(&place.fd, &name)?;
                    is_new(&folder, user)?;
                    below::remove(&place.fd, &name, folder, &[]);
                    Ok(())
                };
                let _ = aside(REMOVAL, || false, &[place.fd.as_fd()], remove);
                Err(error)
            }
        }
    }
}

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
    /// Files that stay, and the folder with them.
    kept: Vec<&'static str>,
    is_removed: bool,
}

impl Private {
    /// Makes a folder as [`Plan`] says, unless it is given up.
    pub(super) fn make_in<'a>(
        place: Folder,
        user: User,
        given_up: &dyn Fn() -> bool,
        files: impl FnOnce(&Path) -> Vec<New<'a>>,
    ) -> io::Result<Self> {
        let plan = Plan::new(place, user, files)?;
        aside(MAKING, given_up, &[plan.place.fd.as_fd()], || plan.make())?;
        plan.open()
    }

    /// Makes two folders, or none: in one process, since to start one takes half of the time.
    pub(super) fn make_both(first: Plan<'_>, second: Plan<'_>) -> io::Result<(Self, Self)> {
        let make = || {
            first.make()?;
            second.make().inspect_err(|_| {
                if let Ok(folder) = below::folder(&first.place.fd, &first.name) {
                    below::remove(&first.place.fd, &first.name, folder, &[]);
                }
            })
        };
        aside(MAKING, || false, &[first.place.fd.as_fd(), second.place.fd.as_fd()], make)?;
        // One that can't be opened takes the other with it.
        let (first, second) = (first.open(), second.open());
        Ok((first?, second?))
    }

    /// Its original name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A path that stays with the folder, whatever happens to its name.
    pub(super) fn by_descriptor(&self) -> PathBuf {
        below::by_descriptor(&self.folder)
    }

    /// The folder that it lies in.
    pub(super) fn place(&self) -> &OwnedFd {
        &self.place
    }

    pub(super) fn folder(&self) -> &OwnedFd {
        &self.folder
    }

    /// These files stay when the value goes: somebody still needs them.
    pub(super) fn keep(&mut self, files: &[&'static str]) {
        self.kept = files.to_vec();
    }

    /// Begins to remove it. What is returned waits for that when it goes.
    pub(super) fn remove(&mut self) -> Removal {
        if std::mem::replace(&mut self.is_removed, true) {
            return Removal(None);
        }
        let remove = || {
            below::remove(&self.place, &self.name, &self.folder, &self.kept);
            Ok(())
        };
        Removal(Aside::begin(&[self.place.as_fd(), self.folder.as_fd()], remove).ok())
    }

    /// Opens a file that it has from the start, which is still its user's.
    pub(super) fn open(&self, name: &str) -> io::Result<File> {
        let is_the_users = |file: &rustix::fs::Stat| file.st_uid == self.user.uid && file.st_nlink <= 1;
        below::file(&self.folder, name, OFlags::RDWR, is_the_users)
    }

    /// Makes a file that must not exist yet, in a folder of ours.
    pub(super) fn new_file(&self, name: &str, mode: Mode) -> io::Result<File> {
        if self.user != User::ours() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        below::new_file(&self.folder, name, mode)
    }
}

/// The removal of a folder, under way.
#[derive(Debug)]
pub(super) struct Removal(Option<Aside>);

impl Drop for Removal {
    fn drop(&mut self) {
        // One that takes longer goes on after our end.
        let _ = self.0.take().and_then(|mut aside| aside.wait(REMOVAL, || false));
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        drop(self.remove());
    }
}

/// In a process of its own.
fn make(place: &OwnedFd, name: &str, user: User, files: &[New<'_>]) -> io::Result<()> {
    let _acting = user.act()?;
    rustix::fs::mkdirat(place, name, Mode::RWXU)?;
    let fill = |folder: &OwnedFd| {
        files.iter().try_for_each(|file| {
            below::new_file(folder, file.name, Mode::RUSR | Mode::WUSR)?.write_all(&file.bytes)
        })
    };
    let made = below::folder(place, name).and_then(|folder| {
        is_new(&folder, user)?;
        fill(&folder).inspect_err(|_| below::remove(place, name, &folder, &[]))
    });
    made.inspect_err(|_| {
        let _ = rustix::fs::unlinkat(place, name, AtFlags::REMOVEDIR);
    })
}

/// Anyone who may write to the place could have put another one there.
fn is_new(folder: &OwnedFd, user: User) -> io::Result<()> {
    let found = rustix::fs::fstat(folder)?;
    let same = found.st_uid == user.uid && found.st_mode & 0o777 == 0o700;
    if same { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

fn open_locked(place: &OwnedFd, name: &str, user: User) -> io::Result<OwnedFd> {
    let folder = below::folder(place, name)?;
    is_new(&folder, user)?;
    // Some network file systems don't have such locks.
    let _ = rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive);
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::super::eventually;
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use zetop_system::trusted;
    use zetop_testing::{Answers, Fuse, NeverThere};
    use zetop_wire::session::OWNER_FILE;

    fn try_make(place: &Path, user: User) -> io::Result<Private> {
        let files = |_: &Path| vec![New { name: "options", bytes: b"x".to_vec() }];
        Private::make_in(trusted::open(place).unwrap(), user, &|| false, files)
    }

    fn make_in(place: &Path) -> Private {
        try_make(place, User::ours()).unwrap()
    }

    /// On a busy machine a removal goes on after it was waited for.
    fn becomes_empty(place: &Path) {
        eventually("nothing is left", || std::fs::read_dir(place).unwrap().count() == 0);
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
        becomes_empty(dir.path());
    }

    #[test]
    fn two_folders_are_made_or_none() {
        let dir = tempfile::tempdir().unwrap();
        let plan = |files: Vec<New<'static>>| {
            Plan::new(trusted::open(dir.path()).unwrap(), User::ours(), |_| files).unwrap()
        };
        let options = || New { name: "options", bytes: b"x".to_vec() };
        let (first, second) = Private::make_both(plan(vec![options()]), plan(Vec::new())).unwrap();
        assert!(first.open("options").is_ok() && second.open("options").is_err());
        drop((first, second));
        becomes_empty(dir.path());
        // A plan that names one file twice fails at the second.
        assert!(Private::make_both(plan(vec![options()]), plan(vec![options(), options()])).is_err());
        assert!(Private::make_both(plan(vec![options(), options()]), plan(vec![options()])).is_err());
        becomes_empty(dir.path());
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
        drop(made.new_file("more", Mode::RUSR).unwrap());
        assert!(made.open("options").is_ok() && moved.join("more").exists());
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
            let (below, file) = (made.path().join("x"), made.path().join("1-2.blk"));
            std::fs::create_dir(&below).unwrap();
            std::fs::write(&file, "").unwrap();
            let _mount = zetop_testing::bind(&host, &below);
            let _mount2 = zetop_testing::bind(&host.join("precious"), &file);
            let path = made.path().to_owned();
            drop(made);
            eventually("what was made goes", || !path.join("options").exists());
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
        assert!(try_make(dir.path(), user).is_err());
        becomes_empty(dir.path());
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o1777)).unwrap();
        let made = try_make(dir.path(), user).unwrap();
        let file = made.open("options").unwrap().metadata().unwrap();
        let folder = std::fs::metadata(made.path()).unwrap();
        assert_eq!([folder.uid(), folder.gid(), file.uid(), file.gid()], [65_534; 4]);
        drop(made);
        becomes_empty(dir.path());
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        let made = make_in(dir.path());
        std::os::unix::fs::symlink(&victim, made.path().join("more")).unwrap();
        assert!(made.new_file("more", Mode::RUSR).is_err() && made.open("more").is_err());
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "precious");
    }

    /// Whoever can read a folder can hold its lock: zetop waited for that at its start and at its end, and no signal ended it.
    #[test]
    fn who_holds_a_folder_does_not_hold_zetop() {
        let ran = zetop_testing::in_own_mounts(|| {
            let (silent, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir_in("/dev/shm").unwrap());
            let Some(fuse) = Fuse::mount(silent.path(), &[("file", &[0; 4096])], Answers::Never) else {
                return zetop_testing::skip!("no FUSE");
            };
            let file = fuse.folder().join("file");
            let hold =
                |folder: &Path| NeverThere::in_file(&file).unwrap().hold_folder(File::open(folder).unwrap());
            let (made, at) = (make_in(place.path()), place.path().to_owned());
            let path = made.path().to_owned();
            let held = [hold(&path), hold(place.path())];
            let (done, is_done) = std::sync::mpsc::channel();
            let work = std::thread::spawn(move || {
                let begun = std::time::Instant::now();
                let given_up = || begun.elapsed() > Duration::from_millis(100);
                let place = trusted::open(&at).unwrap();
                let another = Private::make_in(place, User::ours(), &given_up, |_| Vec::new());
                drop(made);
                let _ = done.send(another.map(drop));
            });
            let another = is_done.recv_timeout(Duration::from_secs(60));
            drop(fuse);
            held.into_iter().for_each(|held| held.join().unwrap());
            work.join().unwrap();
            assert!(another.expect("it waits for the folder's lock").is_err(), "it was made all the same");
            // The removal goes on.
            let begun = std::time::Instant::now();
            while path.exists() {
                assert!(begun.elapsed() < Duration::from_secs(60), "it stays");
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }
}

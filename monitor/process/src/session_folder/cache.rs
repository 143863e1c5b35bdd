//! Libraries that earlier launches have unpacked: a launch links them into its own folder, since to unpack them takes a quarter
//! of the time in which it starts a program.
//!
//! They lie beside the folder of libraries, on the same file system, in a folder of the user's, 0700, each under the hash of its
//! bytes. What is there is executed in programs, so a file is taken only if it is this user's, writable for nobody, and has
//! its length and its *seal*: the nanoseconds of its last change, set before any program sees the file. Whoever writes to it
//! afterwards breaks the seal, and so does a restart of the machine, before which not all of it may have come to the disk. Where
//! a seal does not last, since the file system keeps coarser times, nothing is left.
//!
//! Whatever is wrong with the cache, the launch unpacks for itself.

use super::private::Private;
use crate::embedded::Identity;
use rustix::fd::{AsFd as _, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, Stat, Timespec, Timestamps, UTIME_OMIT};
use rustix::time::ClockId;
use std::cmp::Reverse;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::OnceLock;
use zetop_system::aside::Aside;
use zetop_system::below;
use zetop_system::owner::LIBRARIES;

/// What all of it may take, in bytes: three versions for Level Zero and CUDA. What was used the longest time ago goes first.
const LIMIT: u64 = 24 * 1024 * 1024;
/// Who may use a file: its user may read it, and execute it.
const MODE: u32 = 0o500;

/// The cache in a place, if there is one.
pub(super) fn open(place: &OwnedFd) -> Option<OwnedFd> {
    let folder = below::folder(place, name()).ok()?;
    let found = rustix::fs::fstat(&folder).ok()?;
    (found.st_uid == me() && found.st_mode & 0o777 == 0o700).then_some(folder)
}

/// Puts a library of the cache into `folder` as `name`; false if it isn't there.
pub(super) fn link(cache: &OwnedFd, identity: Identity, folder: &OwnedFd, name: &str) -> bool {
    let left = file(identity);
    let is_there = stat(cache.as_fd(), &left).is_some_and(|found| is_sealed(&found, identity));
    is_there && rustix::fs::linkat(cache, &*left, folder, name, AtFlags::empty()).is_ok()
}

/// Seals a library that has just been written. False if the seal does not last here.
pub(super) fn seal(library: &File, identity: Identity) -> bool {
    let Some(seal) = seal_of(identity) else { return false };
    let times = Timestamps {
        last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
        // By the second it is new, so that nobody who cleans up takes it for old.
        last_modification: Timespec {
            tv_sec: rustix::time::clock_gettime(ClockId::Realtime).tv_sec,
            tv_nsec: seal,
        },
    };
    let sealed = rustix::fs::futimens(library, &times).and_then(|()| rustix::fs::fstat(library));
    sealed.is_ok_and(|found| is_sealed(&found, identity))
}

/// Begins to add sealed files of a launch's folder of libraries, in a process of its own, as everything that is made where others can
/// look.
///
/// # Errors
/// When there can be no more processes.
pub(super) fn add(launch: &Private, new: &[(String, Identity)]) -> io::Result<Aside> {
    let (place, folder) = (launch.place().as_fd(), launch.folder().as_fd());
    Aside::begin(&[place, folder], || fill(place, folder, new))
}

fn fill(place: BorrowedFd<'_>, folder: BorrowedFd<'_>, new: &[(String, Identity)]) -> io::Result<()> {
    match rustix::fs::mkdirat(place, name(), Mode::RWXU) {
        Ok(()) | Err(rustix::io::Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let cache = open(&place.try_clone_to_owned()?).ok_or(io::ErrorKind::PermissionDenied)?;
    for (name, identity) in new {
        let left = file(*identity);
        if stat(folder, name).is_some_and(|found| is_sealed(&found, *identity)) {
            // A file of that name is damaged, or another launch has just added the same library.
            let _ = rustix::fs::unlinkat(&cache, &*left, AtFlags::empty());
            make_room(&cache, identity.size);
            rustix::fs::linkat(folder, &**name, &cache, &*left, AtFlags::empty())?;
        }
    }
    Ok(())
}

/// Removes what was used the longest time ago, until there is room for `size` bytes: each link changes the time of its file.
fn make_room(cache: &OwnedFd, size: u64) {
    let Ok(entries) = rustix::fs::Dir::read_from(cache) else { return };
    let files = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().to_owned();
        let found = rustix::fs::statat(cache, &*name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
        is_file.then_some(((found.st_ctime, found.st_ctime_nsec), found.st_size as u64, name))
    });
    let mut files: Vec<_> = files.collect();
    files.sort_by_key(|(used, ..)| Reverse(*used));
    let mut taken = size;
    for (_, size, name) in files {
        taken = taken.saturating_add(size);
        if taken > LIMIT {
            let _ = rustix::fs::unlinkat(cache, &*name, AtFlags::empty());
        }
    }
}

/// Name of the folder of this user's cache.
fn name() -> String {
    format!("{LIBRARIES}{}", me())
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn file(identity: Identity) -> String {
    format!("{:016x}.so", identity.hash)
}

fn stat(folder: BorrowedFd<'_>, name: &str) -> Option<Stat> {
    rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).ok()
}

/// The seal of a library, in nanoseconds; `None` where the system does not say since which start it runs.
fn seal_of(identity: Identity) -> Option<i64> {
    static BOOT: OnceLock<Option<String>> = OnceLock::new();
    let boot = BOOT.get_or_init(|| std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok());
    let mut hasher = DefaultHasher::new();
    (identity.hash, boot.as_ref()?).hash(&mut hasher);
    // Odd: never what a coarser clock says.
    Some((hasher.finish() % 1_000_000_000) as i64 | 1)
}

fn is_sealed(found: &Stat, identity: Identity) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::RegularFile
        && (found.st_uid, found.st_mode & 0o7777) == (me(), MODE)
        && found.st_size as u64 == identity.size
        && seal_of(identity).is_some_and(|seal| found.st_mtime_nsec as i64 == seal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File, FileTimes, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::{Path, PathBuf};
    use std::time::Duration;
    use zetop_system::rights::User;
    use zetop_system::trusted;

    const NAME: &str = "libprobe.so";

    /// A launch's folder in `place`, as it unpacks for itself a library.
    fn launch(place: &Path, identity: Identity) -> Private {
        let launch = empty_launch(place);
        let library = launch.new_file(NAME, Mode::RUSR | Mode::XUSR).unwrap();
        library.set_len(identity.size).unwrap();
        assert!(seal(&library, identity));
        launch
    }

    fn empty_launch(place: &Path) -> Private {
        Private::make_in(trusted::open(place).unwrap(), User::ours(), &|| false, |_| Vec::new()).unwrap()
    }

    fn leave(launch: &Private, identity: Identity) -> io::Result<()> {
        let added =
            add(launch, &[(NAME.to_owned(), identity)]).unwrap().wait(Duration::from_secs(60), || false);
        added.expect("a disk answers within a minute")
    }

    /// Whether another launch in `place` finds it. What it gets is the same file.
    fn is_found(place: &Path, identity: Identity) -> bool {
        let launch = empty_launch(place);
        let found = open(launch.place()).is_some_and(|cache| link(&cache, identity, launch.folder(), NAME));
        let inode = |path: PathBuf| fs::metadata(path).unwrap().ino();
        if found {
            assert_eq!(inode(launch.path().join(NAME)), inode(cached(place, identity)));
        }
        found
    }

    fn cached(place: &Path, identity: Identity) -> PathBuf {
        place.join(name()).join(file(identity))
    }

    fn files(place: &Path) -> usize {
        fs::read_dir(place.join(name())).unwrap().count()
    }

    #[test]
    fn a_library_is_left_once_and_found_by_its_hash_and_length() {
        let place = tempfile::tempdir().unwrap();
        let identity = Identity { hash: 0xfeed_0000_0000_0001, size: 5000 };
        assert!(!is_found(place.path(), identity), "there is nothing yet");
        let first = launch(place.path(), identity);
        for _ in 0..2 {
            leave(&first, identity).unwrap();
        }
        drop(first);
        assert!(is_found(place.path(), identity));
        assert!(!is_found(place.path(), Identity { hash: identity.hash + 1, ..identity }));
        assert!(!is_found(place.path(), Identity { size: 5001, ..identity }));
        super::super::eventually("the launch's folder goes", || {
            fs::read_dir(place.path()).unwrap().count() == 1
        });
        assert_eq!(files(place.path()), 1);
        assert_eq!(fs::metadata(place.path().join(name())).unwrap().permissions().mode() & 0o777, 0o700);
    }

    /// By a build of the same name, a copy, or a disk that was full.
    #[test]
    fn what_was_changed_afterwards_is_not_taken_and_is_replaced() {
        let place = tempfile::tempdir().unwrap();
        let identity = Identity { hash: 7, size: 5000 };
        let path = cached(place.path(), identity);
        let rewrite = |path: &Path| {
            fs::set_permissions(path, Permissions::from_mode(0o700)).unwrap();
            fs::write(path, vec![1; 5000]).unwrap();
            fs::set_permissions(path, Permissions::from_mode(MODE)).unwrap();
        };
        // The program has done that before the file was left.
        let meddled = launch(place.path(), identity);
        rewrite(&meddled.path().join(NAME));
        leave(&meddled, identity).unwrap();
        assert!(!path.exists());
        let cut = |path: &Path| {
            let time = fs::metadata(path).unwrap().modified().unwrap();
            let file = File::options().write(true).open(path).or_else(|_| {
                fs::set_permissions(path, Permissions::from_mode(0o700)).unwrap();
                File::options().write(true).open(path)
            });
            let file = file.unwrap();
            file.set_len(4999).unwrap();
            file.set_times(FileTimes::new().set_modified(time)).unwrap();
            fs::set_permissions(path, Permissions::from_mode(MODE)).unwrap();
        };
        let copy = |path: &Path| {
            fs::copy(path, path.with_extension("new")).unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        };
        let lead = |path: &Path| {
            fs::rename(path, path.with_extension("old")).unwrap();
            symlink(path.with_extension("old"), path).unwrap();
        };
        let open_to_all = |path: &Path| fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        let damages: [&dyn Fn(&Path); 5] = [&rewrite, &cut, &copy, &lead, &open_to_all];
        for (number, damage) in damages.into_iter().enumerate() {
            leave(&launch(place.path(), identity), identity).unwrap();
            assert!(is_found(place.path(), identity), "{number}");
            damage(&path);
            assert!(!is_found(place.path(), identity), "{number}");
        }
        leave(&launch(place.path(), identity), identity).unwrap();
        assert!(is_found(place.path(), identity));
    }

    #[test]
    fn a_folder_of_somebody_else_or_that_is_none_is_no_cache() {
        let place = tempfile::tempdir().unwrap();
        let identity = Identity { hash: 7, size: 5000 };
        let folder = place.path().join(name());
        fs::write(&folder, "").unwrap();
        assert!(leave(&launch(place.path(), identity), identity).is_err());
        fs::remove_file(&folder).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        symlink(elsewhere.path(), &folder).unwrap();
        assert!(
            leave(&launch(place.path(), identity), identity).is_err() && !is_found(place.path(), identity)
        );
        fs::remove_file(&folder).unwrap();
        leave(&launch(place.path(), identity), identity).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        assert!(!is_found(place.path(), identity), "others may write there");
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
        assert!(is_found(place.path(), identity));
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's folder needs root");
        }
        std::os::unix::fs::chown(cached(place.path(), identity), Some(65_534), None).unwrap();
        assert!(!is_found(place.path(), identity), "another user's file");
        std::os::unix::fs::chown(&folder, Some(65_534), None).unwrap();
        assert!(
            leave(&launch(place.path(), identity), identity).is_err() && !is_found(place.path(), identity)
        );
    }

    /// The longest time ago, as the last link says, not as the file was made.
    #[test]
    fn what_was_not_used_for_the_longest_time_makes_room() {
        let place = tempfile::tempdir().unwrap();
        let large = |hash| Identity { hash, size: LIMIT / 3 };
        // The clock of a file system's times takes steps of some milliseconds.
        let tick = || {
            let marks = tempfile::tempdir_in(place.path()).unwrap();
            let change = |name| {
                let path = marks.path().join(name);
                fs::write(&path, "").unwrap();
                let found = fs::metadata(path).unwrap();
                (found.ctime(), found.ctime_nsec())
            };
            let before = change("before");
            while change("after") == before {}
        };
        for hash in 1..=3 {
            leave(&launch(place.path(), large(hash)), large(hash)).unwrap();
            tick();
        }
        assert!(is_found(place.path(), large(1)));
        tick();
        leave(&launch(place.path(), large(4)), large(4)).unwrap();
        let there = [1, 2, 3, 4].map(|hash| cached(place.path(), large(hash)).exists());
        assert_eq!(there, [true, false, true, true]);
    }
}

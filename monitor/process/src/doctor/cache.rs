//! The simulated driver, unpacked for good: `~/.cache/zetop/simulator-HASH/libze_sim.so`.
//!
//! The folders are 0700 and the user's, checked on the opened descriptor, in a place that nobody else can replace.
//! Neither they nor the file are reached through a symbolic link. A file that differs from what zetop carries
//! is replaced, never written into. There is one copy for each version, of the versions that were used last.

use crate::check::Check;
use crate::embedded::{SIMULATOR, SIMULATOR_FILE};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, StatVfsMountFlags};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zetop_system::below::by_descriptor;
use zetop_system::owner::SIMULATORS;
use zetop_system::trusted::{self, Folder};

const NAME: &str = "simulator";
/// How many versions of the simulator are kept.
const KEPT: usize = 4;

/// Where the simulator is; unpacks it when it is not there yet.
pub(super) fn simulator() -> Result<PathBuf, String> {
    in_first_of(&cache_places(), &temporary(), &SIMULATOR)
}

/// In the first of the places that can be used, and if there is none, in the temporary folder.
fn in_first_of(places: &[PathBuf], temporary: &Path, bytes: &[u8]) -> Result<PathBuf, String> {
    let folder = format!("{NAME}-{:016x}", hash(bytes));
    let mut reasons = Vec::new();
    for place in places {
        // the variable holds a list
        let tried = if place.as_os_str().as_encoded_bytes().contains(&b',') {
            Err(io::Error::other("a comma in the path"))
        } else {
            unpack(place, &["zetop", &folder], bytes)
        };
        match tried {
            Ok(path) => return Ok(path),
            Err(error) => reasons.push(format!("{}: {error}", place.display())),
        }
    }
    in_temporary(temporary, bytes).map_err(|error| {
        reasons.push(format!("{}: {error}", temporary.display()));
        reasons.join(", ")
    })
}

pub(super) fn check(unpacked: &Result<PathBuf, String>) -> Check {
    match unpacked {
        Ok(path) => Check::ok("simulator", format!("ready at {}", path.display())),
        Err(reason) => Check::warning(
            "simulator",
            format!("cannot be unpacked: {reason}"),
            "set XDG_CACHE_HOME to a folder of yours that is writable and not mounted noexec",
        ),
    }
}

/// FNV-1a: names a version. The file of that name is compared byte by byte.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// The user's cache folders, but not another user's, as they may be under `sudo` or `su`.
fn cache_places() -> Vec<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
    let mut places: Vec<PathBuf> = variable("XDG_CACHE_HOME").into_iter().collect();
    let ours = |dir: &Path| std::fs::metadata(dir).is_ok_and(|m| m.is_dir() && m.uid() == me());
    if let Some(home) = variable("HOME").filter(|home| ours(home)) {
        places.push(home.join(".cache"));
    }
    places
}

fn temporary() -> PathBuf {
    let set = std::env::var_os("TMPDIR").map(PathBuf::from);
    set.filter(|dir| dir.is_absolute()).unwrap_or_else(|| "/tmp".into())
}

/// Puts `bytes` below `place`, whose last part is created if it does not exist.
fn unpack(place: &Path, folders: &[&str], bytes: &[u8]) -> io::Result<PathBuf> {
    let (Some(parent), Some(last)) = (place.parent(), place.file_name()) else {
        return Err(io::Error::other("the root folder"));
    };
    match rustix::fs::mkdirat(&trusted::open(parent).map_err(io::Error::other)?.fd, last, Mode::RWXU) {
        Ok(()) | Err(rustix::io::Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let Folder { fd: mut folder, mut path } = trusted::open(place).map_err(io::Error::other)?;
    if rustix::fs::fstat(&folder)?.st_uid != me() {
        return Err(io::Error::other("belongs to another user"));
    }
    for name in folders {
        match rustix::fs::mkdirat(&folder, *name, Mode::RWXU) {
            Ok(()) | Err(rustix::io::Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let inner = open_private(&folder, name)?;
        if Some(name) == folders.last() {
            remove_unused(&folder, name);
        }
        folder = inner;
        path.push(name);
    }
    fill(&folder, bytes)?;
    Ok(path.join(SIMULATOR_FILE))
}

/// Removes the simulators of other versions than `current` that nobody has used for the longest time. A program that has one
/// loaded keeps it.
fn remove_unused(cache: &OwnedFd, current: &str) {
    let Ok(entries) = std::fs::read_dir(by_descriptor(cache)) else { return };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let is_other = |name: &String| {
        let hash = name.strip_prefix(NAME).and_then(|rest| rest.strip_prefix('-'));
        name != current && hash.is_some_and(|hash| hash.len() == 16)
    };
    let mut others: Vec<_> = names
        .filter(is_other)
        .filter_map(|name| {
            let folder = open_private(cache, &name).ok()?;
            let file = rustix::fs::statat(&folder, SIMULATOR_FILE, AtFlags::SYMLINK_NOFOLLOW).ok()?;
            Some(((file.st_atime, file.st_atime_nsec), name, folder))
        })
        .collect();
    others.sort_by_key(|(used, ..)| std::cmp::Reverse(*used));
    for (_, name, folder) in others.into_iter().skip(KEPT - 1) {
        // A folder with something else in it stays.
        let _ = rustix::fs::unlinkat(&folder, SIMULATOR_FILE, AtFlags::empty());
        let _ = rustix::fs::unlinkat(cache, &*name, AtFlags::REMOVEDIR);
    }
}

/// In a folder named at random, below the temporary folder; one that an earlier doctor left is found again. If nobody does
/// that for a week, the next zetop removes it.
fn in_temporary(place: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let Folder { fd: parent, path: place } = trusted::open(place).map_err(io::Error::other)?;
    let left = std::fs::read_dir(&place)?.flatten().map(|e| e.file_name());
    for name in left.filter(|n| n.as_encoded_bytes().starts_with(SIMULATORS.as_bytes())).take(64) {
        let folder = open_private(&parent, &name.to_string_lossy());
        if let Some(folder) = folder.ok().filter(|folder| is_there(folder, bytes)) {
            // It is in use, as the time shows.
            let _ = rustix::fs::fchmod(&folder, Mode::RWXU);
            return Ok(place.join(name).join(SIMULATOR_FILE));
        }
    }
    let made = tempfile::Builder::new().prefix(SIMULATORS).rand_bytes(16).tempdir_in(&place)?;
    let name = made.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    fill(&open_private(&parent, &name)?, bytes)?;
    Ok(made.keep().join(SIMULATOR_FILE))
}

/// Opens a folder, not through a link, that is this user's and made 0700 if it was not.
fn open_private(parent: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::openat(parent, name, flags, Mode::empty())?;
    let stat = rustix::fs::fstat(&folder)?;
    if stat.st_uid != me() {
        return Err(io::Error::other(format!("{name} belongs to another user")));
    }
    if stat.st_mode & 0o777 != 0o700 {
        rustix::fs::fchmod(&folder, Mode::RWXU)?;
    }
    Ok(folder)
}

fn fill(folder: &OwnedFd, bytes: &[u8]) -> io::Result<()> {
    if rustix::fs::fstatvfs(folder)?.f_flag.contains(StatVfsMountFlags::NOEXEC) {
        return Err(io::Error::other("mounted noexec"));
    }
    if is_there(folder, bytes) {
        return Ok(());
    }
    // Under another name first, so that the right name always leads to a complete file.
    let time = zetop_system::clock::raw_ns();
    let new = format!(".{}-{time:x}", std::process::id());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = Mode::RUSR | Mode::XUSR;
    let mut file = File::from(rustix::fs::openat(folder, &*new, flags, mode)?);
    let placed = file.write_all(bytes).and_then(|()| {
        drop(file);
        Ok(rustix::fs::renameat(folder, &*new, folder, SIMULATOR_FILE)?)
    });
    if placed.is_err() {
        let _ = rustix::fs::unlinkat(folder, &*new, AtFlags::empty());
    }
    placed
}

/// A file of zetop's with exactly these bytes, that nobody else can write.
fn is_there(folder: &OwnedFd, bytes: &[u8]) -> bool {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::openat(folder, SIMULATOR_FILE, flags, Mode::empty()) else { return false };
    let Ok(stat) = rustix::fs::fstat(&file) else { return false };
    let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    if !regular || stat.st_uid != me() || stat.st_mode & 0o022 != 0 || stat.st_size != bytes.len() as i64 {
        return false;
    }
    let mut found = Vec::with_capacity(bytes.len());
    File::from(file).take(bytes.len() as u64 + 1).read_to_end(&mut found).is_ok() && found == bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn inode(path: &Path) -> u64 {
        std::fs::metadata(path).unwrap().ino()
    }

    #[test]
    fn it_is_unpacked_once_and_privately() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("cache");
        let path = unpack(&place, &["zetop", "s"], b"driver").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"driver");
        for folder in [place.join("zetop"), place.join("zetop/s")] {
            assert_eq!(std::fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        }
        let first = inode(&path);
        assert_eq!(inode(&unpack(&place, &["zetop", "s"], b"driver").unwrap()), first);
        // other contents are replaced, not written into
        unpack(&place, &["zetop", "s"], b"changed").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"changed");
        assert_eq!(std::fs::read_dir(place.join("zetop/s")).unwrap().count(), 1);
    }

    #[test]
    fn no_link_is_followed() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::create_dir(&victim).unwrap();
        symlink(&victim, dir.path().join("zetop")).unwrap();
        assert!(unpack(dir.path(), &["zetop", "s"], b"driver").is_err());
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 0);

        let file = dir.path().join("precious");
        std::fs::write(&file, "driver").unwrap();
        let path = unpack(dir.path(), &["other", "s"], b"x").unwrap();
        std::fs::remove_file(&path).unwrap();
        symlink(&file, &path).unwrap();
        unpack(dir.path(), &["other", "s"], b"driver").unwrap();
        assert!(!std::fs::symlink_metadata(&path).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"driver");
    }

    /// A cache that grew with each version was never looked at by anybody.
    #[test]
    fn only_the_versions_that_were_used_last_stay() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("cache");
        let versions: Vec<PathBuf> = (0..KEPT as u8 + 3)
            .map(|version| {
                let path =
                    in_first_of(std::slice::from_ref(&place), Path::new("/nowhere"), &[version]).unwrap();
                let used = std::time::UNIX_EPOCH + std::time::Duration::from_secs(version.into());
                let times = std::fs::FileTimes::new().set_accessed(used);
                File::open(&path).unwrap().set_times(times).unwrap();
                path
            })
            .collect();
        let there: Vec<bool> = versions.iter().map(|path| path.exists()).collect();
        assert_eq!(there, [vec![false; 3], vec![true; KEPT]].concat());
        assert_eq!(std::fs::read_dir(place.join("zetop")).unwrap().count(), KEPT);
        // What somebody else has put there stays, under whatever name.
        let other = place.join("zetop").join(format!("{NAME}-{:016x}", 1));
        for folder in [&other, &place.join("zetop/notes")] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("precious"), "").unwrap();
        }
        for version in 100..110 {
            in_first_of(std::slice::from_ref(&place), Path::new("/nowhere"), &[version]).unwrap();
        }
        assert!(other.join("precious").exists() && place.join("zetop/notes/precious").exists());
    }

    #[test]
    fn a_cache_of_somebody_else_or_without_room_is_passed_over_and_named() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir().unwrap();
            let [foreign, full, temporary] = ["foreign", "full", "temporary"].map(|name| {
                let path = dir.path().join(name);
                std::fs::create_dir(&path).unwrap();
                path
            });
            std::os::unix::fs::chown(&foreign, Some(65_534), None).unwrap();
            let mount = |options: &str| {
                let mut mount = std::process::Command::new("mount");
                let mounted = mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&full).status();
                assert!(mounted.unwrap().success());
            };
            mount("size=16k");
            let driver = vec![1; 1 << 20];
            let places = [foreign.clone(), full.clone()];
            let found = in_first_of(&places, &temporary, &driver).unwrap();
            assert!(found.starts_with(&temporary), "{}", found.display());
            assert_eq!(std::fs::read(found).unwrap(), driver);
            let reasons = in_first_of(&places, &full, &driver).unwrap_err();
            for said in ["foreign: ", "belongs to uid 65534", "full: ", "No space left"] {
                assert!(reasons.contains(said), "{said:?} in {reasons:?}");
            }
            assert!(!reasons.contains('\n'), "{reasons}");
            let left: Vec<_> = std::fs::read_dir(&foreign).unwrap().collect();
            assert!(left.is_empty(), "{left:?}");
            let _ = std::process::Command::new("umount").arg(&full).status();
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    #[test]
    fn without_a_home_the_same_random_folder_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let first = in_temporary(dir.path(), b"driver").unwrap();
        assert_eq!(in_temporary(dir.path(), b"driver").unwrap(), first);
        assert_ne!(in_temporary(dir.path(), b"another").unwrap(), first);
    }
}

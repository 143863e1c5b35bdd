//! Where the folders of a session can be made.

use rustix::fs::{StatVfsMountFlags, fstatvfs};
use std::path::{Path, PathBuf};
use zetop_system::trusted::{self, Folder};

/// For shared memory, best first: a disk would write every counter back.
pub(super) fn shared_memory() -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from("/dev/shm")];
    places.extend(runtime_dir());
    places.extend(temporary());
    places
}

/// For libraries.
pub(super) fn libraries() -> Vec<PathBuf> {
    let mut places: Vec<_> = runtime_dir().into_iter().collect();
    places.extend(temporary());
    // In a container there is often no other place that allows execution, and no `.cache` yet.
    let home = std::env::var_os("HOME").map(PathBuf::from);
    places.extend(home.into_iter().flat_map(|home| [home.join(".cache"), home]));
    places.into_iter().filter(|place| place.is_absolute()).collect()
}

fn temporary() -> impl Iterator<Item = PathBuf> {
    let set = std::env::var_os("TMPDIR").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    set.into_iter().filter(|dir| dir.is_absolute()).chain([PathBuf::from("/tmp")])
}

fn runtime_dir() -> Option<PathBuf> {
    let dir = PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR").filter(|d| !d.is_empty())?);
    dir.is_absolute().then_some(dir)
}

/// A place that can be used, and the free bytes there.
#[derive(Debug)]
pub(super) struct Usable {
    pub(super) folder: Folder,
    pub(super) room: u64,
}

/// Opens those that are trusted; the reasons against the others.
pub(super) fn usable(places: &[PathBuf]) -> (Vec<Usable>, Vec<String>) {
    let (mut usable, mut reasons) = (Vec::new(), Vec::new());
    for place in places {
        match trusted::open(place) {
            Ok(folder) => {
                let room = room(&folder);
                usable.push(Usable { folder, room });
            }
            Err(error) if error.is_missing() => reasons.push(format!("{} (not there)", place.display())),
            Err(error) => reasons.push(format!("{} ({error})", place.display())),
        }
    }
    (usable, reasons)
}

/// Whether none that can be used has room for `needed` bytes.
pub(super) fn are_tight(places: &[PathBuf], needed: u64) -> bool {
    usable(places).0.iter().all(|place| place.room < needed)
}

fn room(folder: &Folder) -> u64 {
    fstatvfs(&folder.fd).map_or(u64::MAX, |fs| fs.f_bavail.saturating_mul(fs.f_frsize))
}

/// Those with room for `needed` bytes as they are; then the others, the roomiest first.
pub(super) fn by_room(places: Vec<Usable>, needed: u64) -> Vec<Usable> {
    let (roomy, mut tight): (Vec<_>, Vec<_>) = places.into_iter().partition(|place| place.room >= needed);
    tight.sort_by_key(|place| std::cmp::Reverse(place.room));
    roomy.into_iter().chain(tight).collect()
}

pub(super) fn allows_execution(folder: &Folder) -> bool {
    fstatvfs(&folder.fd).is_ok_and(|fs| !fs.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// `LD_LIBRARY_PATH` is split at these, and there is no way to quote them.
pub(super) fn has_separator(place: &Path) -> bool {
    place.as_os_str().as_encoded_bytes().iter().any(|b| matches!(b, b':' | b';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_with_too_little_room_comes_last() {
        let place = |path: &str, room| Usable {
            folder: Folder { fd: trusted::open_root(Path::new("/")).unwrap(), path: path.into() },
            room,
        };
        let sorted = |needed| -> Vec<PathBuf> {
            let all = vec![place("/shm", 10), place("/run", 50), place("/tmp", 90)];
            by_room(all, needed).into_iter().map(|place| place.folder.path).collect()
        };
        assert_eq!(sorted(5), ["/shm", "/run", "/tmp"].map(PathBuf::from));
        assert_eq!(sorted(20), ["/run", "/tmp", "/shm"].map(PathBuf::from));
        assert_eq!(sorted(100), ["/tmp", "/run", "/shm"].map(PathBuf::from));
    }
}

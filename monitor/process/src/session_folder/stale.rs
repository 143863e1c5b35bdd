//! Cleaning up after a zetop that was killed.
//!
//! Locks tell whether a zetop is alive, even in another PID namespace. Programs that outlived it hold no
//! lock; they are searched for in `/proc`, where all of them can be seen only from their own PID namespace or
//! the first one.

use super::spare::UNFINISHED;
use crate::embedded::SIMULATOR_FILE;
use memchr::memmem;
use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::{AtFlags, FlockOperation, Stat};
use rustix::io::Errno;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use zetop_system::aside::aside;
use zetop_system::below;
use zetop_system::below::by_descriptor;
use zetop_system::owner::{LIBRARIES, Owner, PREFIX, SIMULATORS};
use zetop_system::proc;
use zetop_system::trusted::{self, Folder};
use zetop_wire::orders::ORDERS_FILE;
use zetop_wire::session::{OPTIONS_FILE, OWNER_FILE, SPARE_FILE, parse_process_file};

/// How many folders one start-up looks at in a place at most.
const MAX_FOLDERS: usize = 1024;
/// How long all processes together may take to say what they use.
const PATIENCE: Duration = Duration::from_secs(5);
/// A folder without an owner's file that is older than this was left in the first moments of a zetop, or in its last;
/// seconds.
const GRACE: i64 = 60;
/// A cache of libraries, or a simulator, that nobody has used for so long; seconds. `zetop doctor` has told the user where the
/// simulator is.
const UNUSED: i64 = 7 * 24 * 3600;

/// Removes folders of this user whose zetop is dead and whose programs are, too.
pub(super) fn clean(shared_memory: &[PathBuf], libraries: &[PathBuf]) {
    clean_unless_used(shared_memory, libraries, PATIENCE, proc::all);
}

/// Removes what [`clean`] removes, unless one of `processes` uses it. `processes` gets the moment by which all of them have to
/// be looked at.
fn clean_unless_used<P: IntoIterator<Item = u32>>(
    shared_memory: &[PathBuf],
    libraries: &[PathBuf],
    patience: Duration,
    processes: impl FnOnce(Instant) -> P,
) {
    let mut left: Vec<Leftover> = Vec::new();
    let mut seen = Vec::new();
    for place in shared_memory.iter().chain(libraries) {
        if let Ok(place) = trusted::open(place)
            && !seen.contains(&place.path)
        {
            seen.push(place.path.clone());
            left.extend(leftovers(&Rc::new(place)));
        }
    }
    if left.is_empty() {
        return;
    }
    // A program that outlived its zetop keeps both folders: it can be attached to again, and its children still
    // load the probe from there. So does one that has yet to load the simulator, without which it would fail.
    let names: Vec<Vec<u8>> = left.iter().flat_map(|leftover| leftover.names.iter().cloned()).collect();
    let simulators =
        left.iter().filter(|leftover| leftover.has_simulator).map(|leftover| leftover.names[0].clone());
    let until = Instant::now() + patience;
    let Some(used) = used(&names, &simulators.collect::<Vec<_>>(), processes(until), until) else { return };
    left.retain(|leftover| !leftover.names.iter().any(|name| used.contains(name)));
    let mut open: Vec<_> = left.iter().map(|leftover| leftover.folder.as_fd()).collect();
    open.extend(left.iter().map(|leftover| leftover.place.fd.as_fd()));
    let remove = || {
        // Another zetop may be cleaning up at the same time, so failures don't matter.
        left.iter().for_each(|it| below::remove(&it.place.fd, &it.name, &it.folder, &[]));
        Ok(())
    };
    let _ = aside(patience, || false, &open, remove);
}

/// Finds those of `names` that are in paths which the processes have mapped, and those of `in_environments` that are in their
/// environments, as far as this user may inspect them. `None` when some do not answer in time: they may use any.
fn used(
    names: &[Vec<u8>],
    in_environments: &[Vec<u8>],
    processes: impl IntoIterator<Item = u32>,
    until: Instant,
) -> Option<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for pid in processes {
        found.extend(proc::mapped_parts(pid, names)?);
        if !in_environments.is_empty() {
            let environment = proc::environment(pid).unwrap_or_default();
            let is_named = |name: &&Vec<u8>| !name.is_empty() && memmem::find(&environment, name).is_some();
            found.extend(in_environments.iter().filter(is_named).cloned());
        }
    }
    (Instant::now() < until).then_some(found)
}

/// A folder whose zetop is dead.
struct Leftover {
    place: Rc<Folder>,
    name: OsString,
    /// What appears in the paths that its programs have mapped: the folder's name, and that of its session.
    names: Vec<Vec<u8>>,
    has_simulator: bool,
    /// Locked, so that nobody else cleans it meanwhile.
    folder: OwnedFd,
}

/// Folders that look like ours, belong to this user, are not links, and whose zetop is dead.
fn leftovers(place: &Rc<Folder>) -> Vec<Leftover> {
    let Ok(entries) = std::fs::read_dir(by_descriptor(&place.fd)) else { return Vec::new() };
    let named = entries.flatten().filter(|e| e.file_name().as_bytes().starts_with(PREFIX.as_bytes()));
    named.take(MAX_FOLDERS).filter_map(|entry| leftover(place, Path::new(&entry.file_name()))).collect()
}

fn leftover(place: &Rc<Folder>, name: &Path) -> Option<Leftover> {
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    let is_ours = |found: &Stat| found.st_uid == rustix::process::geteuid().as_raw();
    rustix::fs::statat(&place.fd, name, flags).ok().filter(is_ours)?;
    let folder = below::folder(&place.fd, name).ok()?;
    let found = rustix::fs::fstat(&folder).ok().filter(is_ours)?;
    if rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        return None;
    }
    let mut names = vec![name.as_os_str().as_bytes().to_vec()];
    let begins_with = |prefix: &str| name.as_os_str().as_bytes().starts_with(prefix.as_bytes());
    let is_simulators = begins_with(SIMULATORS);
    let is_cache = begins_with(LIBRARIES);
    match Owner::read(&folder) {
        None if is_simulators && !is_unused(&folder, &found, now()) => return None,
        None if is_cache && now().saturating_sub(last_link(&folder, &found)) <= UNUSED => return None,
        None if is_simulators || is_cache => {}
        Some(owner) => {
            if owner.lives() || !owner.can_be_judged() {
                return None;
            }
            names.extend(owner.session.file_name().map(|name| name.as_bytes().to_vec()));
        }
        None if !is_abandoned(&folder, &found, now()) => return None,
        None => {}
    }
    let simulator = rustix::fs::statat(&folder, SIMULATOR_FILE, AtFlags::SYMLINK_NOFOLLOW);
    Some(Leftover {
        place: Rc::clone(place),
        name: name.as_os_str().to_owned(),
        names,
        has_simulator: simulator.is_ok(),
        folder,
    })
}

fn now() -> i64 {
    rustix::time::clock_gettime(rustix::time::ClockId::Realtime).tv_sec
}

/// It has no owner file, and will never get one.
fn is_abandoned(folder: &OwnedFd, found: &Stat, now: i64) -> bool {
    // Only files that such a zetop can have written by then, or a probe that joined when the others had been removed.
    let begun = entries(folder).all(|name| {
        [OPTIONS_FILE, ORDERS_FILE, OWNER_FILE, SPARE_FILE, UNFINISHED].iter().any(|known| name == *known)
            || parse_process_file(Path::new(&name)).is_some()
    });
    begun && now.saturating_sub(found.st_ctime) > GRACE
}

/// A simulator that `zetop doctor` has put there, and that nobody has used for long; or a part of one.
fn is_unused(folder: &OwnedFd, found: &Stat, now: i64) -> bool {
    let simulator = rustix::fs::statat(folder, SIMULATOR_FILE, AtFlags::SYMLINK_NOFOLLOW).ok();
    // Parts have names of their own, which begin with a dot.
    let known = |name: OsString| name == SIMULATOR_FILE || name.as_bytes().starts_with(b".");
    let limit = if simulator.is_some() { UNUSED } else { GRACE };
    let last = simulator.map_or(0, |file| file.st_atime.max(file.st_ctime)).max(found.st_ctime);
    entries(folder).all(known) && now.saturating_sub(last) > limit
}

/// When a launch last took a library from a cache, or changed it; seconds.
fn last_link(folder: &OwnedFd, found: &Stat) -> i64 {
    let linked = entries(folder)
        .filter_map(|name| Some(rustix::fs::statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW).ok()?.st_ctime));
    linked.fold(found.st_ctime, i64::max)
}

fn entries(folder: &OwnedFd) -> impl Iterator<Item = OsString> {
    let entries = std::fs::read_dir(by_descriptor(folder)).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use zetop_system::owner::sees_everything;

    /// As a zetop does when it starts, however loaded the machine is. Other processes of it, which may be silent for as long as
    /// they like, are not looked at.
    fn clean_beside(processes: &[u32], shared_memory: &[PathBuf], libraries: &[PathBuf]) {
        clean_unless_used(shared_memory, libraries, Duration::from_secs(100), |_| processes.to_owned());
    }

    fn clean(shared_memory: &[PathBuf], libraries: &[PathBuf]) {
        clean_beside(&[std::process::id()], shared_memory, libraries);
    }

    /// One zetop after the other cleans until these are gone. What another test starts has its locks for a moment, too.
    fn clean_away(folders: &[&Path]) {
        let began = Instant::now();
        while folders.iter().any(|folder| folder.exists()) {
            assert!(began.elapsed() < Duration::from_secs(100), "{folders:?}");
            let places: Vec<_> =
                folders.iter().filter_map(|folder| folder.parent()).map(Path::to_owned).collect();
            clean(&places, &[]);
        }
    }

    fn folder_of(place: &Path, name: &str, owner: &Owner) -> PathBuf {
        let folder = place.join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(OWNER_FILE), owner.to_text()).unwrap();
        folder
    }

    #[test]
    fn only_what_the_dead_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let session = place.path().join("zetop-dead");
        let alive = Owner::current(&place.path().join("zetop-alive"));
        let dead = Owner { start: alive.start + 1, session: session.clone(), ..Owner::current(&session) };
        let kept = folder_of(place.path(), "zetop-alive", &alive);
        let removed = folder_of(place.path(), "zetop-dead", &dead);
        let libraries = folder_of(place.path(), "zetop-dead-libraries", &dead);
        let begun = place.path().join("zetop-without-owner");
        std::fs::create_dir(&begun).unwrap();
        let foreign = place.path().join("zetop-foreign");
        std::fs::create_dir(&foreign).unwrap();
        std::fs::write(foreign.join("notes"), "").unwrap();

        clean(&[place.path().to_owned()], &[place.path().to_owned()]);
        clean_away(&[&removed, &libraries]);
        assert!(kept.exists() && begun.exists() && foreign.exists());
    }

    /// Whoever does not answer may use what is there.
    #[test]
    fn nothing_is_removed_before_all_processes_have_answered() {
        let place = tempfile::tempdir().unwrap();
        let me = Owner::current(Path::new(""));
        let dead = Owner { start: me.start + 1, ..me };
        let folder = folder_of(place.path(), "zetop-perhaps-used", &dead);
        let places = [place.path().to_owned()];
        let in_vain = |until: Instant| {
            std::iter::once_with(move || {
                std::thread::sleep(until.saturating_duration_since(Instant::now()));
                std::process::id()
            })
        };
        clean_unless_used(&places, &[], Duration::from_millis(200), in_vain);
        assert!(folder.exists());
        clean_away(&[&folder]);
    }

    /// A container with its own PID namespace and our /dev/shm.
    #[test]
    fn a_zetop_in_another_pid_namespace_keeps_its_folders() {
        let place = tempfile::tempdir().unwrap();
        let me = Owner::current(&place.path().join("zetop-elsewhere"));
        let elsewhere = Owner { start: me.start + 1, namespace: Some(1), ..me };
        let folder = folder_of(place.path(), "zetop-elsewhere", &elsewhere);
        let libraries = folder_of(place.path(), "zetop-elsewhere-libraries", &elsewhere);
        let options = File::create(folder.join(OPTIONS_FILE)).unwrap();
        rustix::fs::flock(&options, FlockOperation::LockExclusive).unwrap();
        clean(&[place.path().to_owned()], &[]);
        assert!(folder.exists() && libraries.exists());
        // dead now; but only from its namespace, or the first one, can be seen what it left
        drop(options);
        clean(&[place.path().to_owned()], &[]);
        if sees_everything() {
            clean_away(&[&folder]);
        } else {
            assert!(folder.exists());
        }
    }

    #[test]
    fn a_folder_that_is_locked_is_in_use() {
        let place = tempfile::tempdir().unwrap();
        let me = Owner::current(Path::new(""));
        let dead = Owner { start: me.start + 1, ..me };
        let folder = folder_of(place.path(), "zetop-locked", &dead);
        let held = File::open(&folder).unwrap();
        rustix::fs::flock(&held, FlockOperation::LockExclusive).unwrap();
        clean(&[place.path().to_owned()], &[]);
        assert!(folder.exists());
        drop(held);
        clean_away(&[&folder]);
    }

    #[test]
    fn a_program_that_outlived_its_zetop_keeps_the_folders() {
        let place = tempfile::tempdir().unwrap();
        let session = place.path().join("zetop-outlived");
        let me = Owner::current(&session);
        let dead = Owner { start: me.start + 1, ..me };
        let folder = folder_of(place.path(), "zetop-outlived", &dead);
        let path = folder.join(zetop_wire::session::process_file(dead.pid, 1));
        std::fs::write(&path, vec![0; 4096]).unwrap();
        let file = File::open(&path).unwrap();
        // SAFETY: a private read-only mapping of a file of ours, unmapped below, never dereferenced.
        let mapping = unsafe {
            use std::os::fd::AsRawFd;
            let (protection, flags) = (libc::PROT_READ, libc::MAP_PRIVATE);
            libc::mmap(std::ptr::null_mut(), 4096, protection, flags, file.as_raw_fd(), 0)
        };
        assert_ne!(mapping, libc::MAP_FAILED);
        clean(&[place.path().to_owned()], &[]);
        assert!(folder.exists());
        // SAFETY: the mapping made above; nothing points into it.
        unsafe { libc::munmap(mapping, 4096) };
        clean_away(&[&folder]);
    }

    /// A launcher has ended, and its child has yet to load the simulator.
    #[test]
    fn a_program_that_has_the_folder_in_its_environment_keeps_it() {
        let place = tempfile::tempdir().unwrap();
        let me = Owner::current(Path::new("/nowhere/zetop-in-an-environment"));
        let dead = Owner { start: me.start + 1, ..me };
        let folder = folder_of(place.path(), "zetop-in-an-environment-libraries", &dead);
        std::fs::write(folder.join(SIMULATOR_FILE), "").unwrap();
        let mut child =
            std::process::Command::new("sleep").arg("1000").env("LD_LIBRARY_PATH", &folder).spawn().unwrap();
        // An emulator returns before the child has called exec.
        let environment = format!("/proc/{}/environ", child.id());
        while !String::from_utf8_lossy(&std::fs::read(&environment).unwrap())
            .contains("zetop-in-an-environment")
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        clean_beside(&[child.id()], &[place.path().to_owned()], &[]);
        let kept = folder.exists();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(kept);
        clean_away(&[&folder]);
    }

    #[test]
    fn a_cache_of_libraries_that_nobody_uses_goes_after_a_week() {
        let place = tempfile::tempdir().unwrap();
        let cache = place.path().join("zetop-libraries-0");
        std::fs::create_dir(&cache).unwrap();
        std::fs::write(cache.join("library.so"), "").unwrap();
        clean(&[place.path().to_owned()], &[]);
        assert!(cache.join("library.so").exists());
        let folder = OwnedFd::from(File::open(&cache).unwrap());
        // The folder itself has not been changed for a month.
        let mut month_ago = rustix::fs::fstat(&folder).unwrap();
        month_ago.st_ctime = now() - 30 * 24 * 3600;
        assert!(now() - last_link(&folder, &month_ago) <= UNUSED);
        std::fs::remove_file(cache.join("library.so")).unwrap();
        assert!(now() - last_link(&folder, &month_ago) > UNUSED);
    }

    /// Left by a zetop that was killed before it had signed.
    #[test]
    fn a_folder_that_nobody_signed_goes_after_a_while() {
        let place = tempfile::tempdir().unwrap();
        let abandoned = |later: i64| {
            let folder = OwnedFd::from(File::open(place.path()).unwrap());
            let found = rustix::fs::fstat(&folder).unwrap();
            is_abandoned(&folder, &found, now() + later)
        };
        assert!(!abandoned(0) && abandoned(GRACE + 2));
        std::fs::write(place.path().join(OPTIONS_FILE), "").unwrap();
        assert!(abandoned(GRACE + 2));
        // The other files had been removed when a probe joined.
        std::fs::write(place.path().join(zetop_wire::session::process_file(12, 345)), "").unwrap();
        assert!(!abandoned(0) && abandoned(GRACE + 2));
        std::fs::write(place.path().join("somebody's"), "").unwrap();
        assert!(!abandoned(GRACE + 2));
    }

    /// Left by `zetop doctor`, which has no other place without a home.
    #[test]
    fn a_simulator_that_nobody_uses_goes_after_a_week() {
        let place = tempfile::tempdir().unwrap();
        let unused = |later: i64| {
            let folder = OwnedFd::from(File::open(place.path()).unwrap());
            let found = rustix::fs::fstat(&folder).unwrap();
            is_unused(&folder, &found, now() + later)
        };
        assert!(!unused(0) && unused(GRACE + 2), "nothing in it");
        std::fs::write(place.path().join(".12-ab"), "a part").unwrap();
        assert!(!unused(0) && unused(GRACE + 2), "a part of it");
        std::fs::write(place.path().join(SIMULATOR_FILE), "all of it").unwrap();
        assert!(!unused(GRACE + 2) && unused(UNUSED + 2));
        std::fs::write(place.path().join("somebody's"), "").unwrap();
        assert!(!unused(UNUSED + 2));
    }

    #[test]
    fn a_simulator_that_is_in_use_stays() {
        let place = tempfile::tempdir().unwrap();
        let kept = place.path().join("zetop-simulator-1");
        std::fs::create_dir(&kept).unwrap();
        std::fs::write(kept.join(SIMULATOR_FILE), "").unwrap();
        clean(&[place.path().to_owned()], &[]);
        assert!(kept.join(SIMULATOR_FILE).exists());
    }
}

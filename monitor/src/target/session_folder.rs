//! The two private folders of a session.
//!
//! - the *session folder*, on shared memory: probes leave their process files there, and the program finds
//!   its name in `ZETOP_SESSION`;
//! - the *library folder*: the unpacked probe and simulator. It must be on a file system that allows
//!   execution, since `dlopen` maps them executable; `/dev/shm` is mounted noexec in containers.
//!
//! Both are fresh, 0700 and named at random; nothing is ever written through a name that already existed.
//! They go away with the value, and what a killed zetop left behind is cleaned up by the next one.

mod stale;

use crate::embedded;
use crate::target::backend::cuda;
use crate::target::inject::{Facts, folder_below};
use crate::target::libraries;
use crate::target::orders::OrdersFile;
use crate::target::proc;
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::fs::{Mode, OFlags, StatVfsMountFlags, statvfs};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zetop_wire::orders::{ORDERS_BYTES, ORDERS_FILE};
use zetop_wire::session::{LAYER_FILE, OPTIONS_FILE, OWNER_FILE, Options};

/// Every folder of ours has this in front of its random part.
const PREFIX: &str = "zetop-";

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("no folder for the session: none of {tried} is writable")]
    NoPlace { tried: String },
    #[error(
        "no folder to unpack the probe into: {tried} are all unwritable or mounted noexec (set TMPDIR to one \
         that is not)"
    )]
    NoExecutablePlace { tried: String },
    #[error("cannot write {path}: {error}", path = path.display())]
    Write { path: PathBuf, error: std::io::Error },
}

/// The folders of one session; dropping it removes them.
#[derive(Debug)]
pub struct SessionFolder {
    _session: TempDir,
    /// Of a running program's session, which its user can rename or replace: the folder itself, and the one
    /// that it was made in.
    _opened: Option<(OwnedFd, OwnedFd)>,
    /// What we reach the session folder by.
    path: PathBuf,
    libraries: TempDir,
    /// The session folder as the program sees it.
    inside: PathBuf,
    /// Locked for as long as we live: by that a probe knows, whatever becomes of us.
    lock: Option<std::fs::File>,
    orders: Option<OrdersFile>,
}

impl SessionFolder {
    /// Makes both folders and unpacks the probe, with `simulator` also the simulated GPU.
    ///
    /// # Errors
    /// When there is no place for them, or a file cannot be written.
    pub fn create(options: Options, simulator: bool) -> Result<Self, FolderError> {
        Self::clean_up();
        let session = first_that_works(&shared_memory_places(), |_| true)
            .ok_or_else(|| FolderError::NoPlace { tried: list(&shared_memory_places()) })?;
        let libraries = first_that_works(&library_places(), allows_execution)
            .ok_or_else(|| FolderError::NoExecutablePlace { tried: list(&library_places()) })?;
        let path = session.path().to_owned();
        let mut folder = Self {
            _session: session,
            _opened: None,
            path: path.clone(),
            libraries,
            inside: path.clone(),
            lock: None,
            orders: None,
        };
        folder.sign(&path, options)?;
        write_new(&folder.libraries().join(LAYER_FILE), embedded::PROBE, 0o500)?;
        folder.put_cuda_stand_in()?;
        if simulator {
            write_new(&folder.simulator(), embedded::SIMULATOR, 0o500)?;
        }
        Ok(folder)
    }

    /// Puts the stand-in for CUDA's driver there, if this machine has a driver. One that cannot be stood in for
    /// is left to itself.
    fn put_cuda_stand_in(&self) -> Result<(), FolderError> {
        let library_path = std::env::var_os("LD_LIBRARY_PATH");
        let Some(real) = cuda::real_driver(library_path.as_deref()) else { return Ok(()) };
        let Ok(stand_in) = cuda::stand_in(embedded::PROBE_CUDA, &real) else { return Ok(()) };
        let path = self.libraries().join(cuda::DRIVER);
        write_new(&path, &stand_in, 0o500)?;
        if libraries::find(cuda::DRIVER_ALIAS, library_path.as_deref()).is_some() {
            let alias = self.libraries().join(cuda::DRIVER_ALIAS);
            std::os::unix::fs::symlink(cuda::DRIVER, &alias)
                .map_err(|error| FolderError::Write { path: alias, error })?;
        }
        Ok(())
    }

    /// Removes what a killed zetop left behind, when nothing uses it any more.
    pub fn clean_up() {
        stale::clean(&shared_memory_places(), &library_places());
    }

    /// Makes the folders for a program that is running: in its file system, for its user, without libraries.
    ///
    /// # Errors
    /// When there is no place for them, or a file cannot be written.
    pub fn for_process(facts: &Facts, options: Options) -> Result<Self, FolderError> {
        let elsewhere = facts.is_elsewhere();
        let root =
            if elsewhere { PathBuf::from(format!("/proc/{}/root", facts.pid)) } else { PathBuf::new() };
        let open = |place: &Path| match place.strip_prefix(&root) {
            // No link of the program's may lead us out of its root folder.
            Ok(below) if elsewhere => folder_below(facts.pid, below.to_str().unwrap_or_default()),
            _ => rustix::fs::open(place, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()),
        };
        let places: Vec<PathBuf> = if elsewhere {
            ["dev/shm", "tmp", "run"].iter().map(|place| root.join(place)).collect()
        } else {
            shared_memory_places()
        };
        let no_place = |tried: &[PathBuf]| FolderError::NoPlace { tried: list(tried) };
        let (place, made) = places
            .iter()
            .find_map(|place| Some((place, Made::in_folder(open(place).ok()?).ok()?)))
            .ok_or_else(|| no_place(&places))?;
        let libraries =
            first_that_works(&library_places(), |_| true).ok_or_else(|| no_place(&library_places()))?;
        let shown = place.join(made.session.path().file_name().unwrap_or_default());
        let inside = match shown.strip_prefix(&root) {
            Ok(rest) if elsewhere => Path::new("/").join(rest),
            _ => shown.clone(),
        };
        let path = by_descriptor(&made.folder);
        let mut folder = Self {
            _session: made.session,
            _opened: Some((made.folder, made.parent)),
            path,
            libraries,
            inside,
            lock: None,
            orders: None,
        };
        folder.sign(&shown, options)?;
        if facts.uid != rustix::process::geteuid().as_raw() {
            // The probe takes a session only from its own user; we are root here.
            let (uid, gid) = (Some(facts.uid), Some(facts.gid));
            let failed = |error| FolderError::Write { path: shown.clone(), error };
            for name in [OPTIONS_FILE, ORDERS_FILE] {
                std::os::unix::fs::lchown(folder.path().join(name), uid, gid).map_err(failed)?;
            }
            if let Some((opened, _)) = &folder._opened {
                std::os::unix::fs::fchown(opened, uid, gid).map_err(failed)?;
            }
        }
        Ok(folder)
    }

    /// Options for the probe, and whose folders these are.
    fn sign(&mut self, session: &Path, options: Options) -> Result<(), FolderError> {
        let path = self.path().join(OPTIONS_FILE);
        let file = write_new(&path, options.to_text().as_bytes(), 0o600)?;
        // A probe reads the options only after this.
        rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
            .map_err(|error| FolderError::Write { path, error: error.into() })?;
        self.lock = Some(file);
        let orders = write_new(&self.path().join(ORDERS_FILE), &[0; ORDERS_BYTES], 0o600)?;
        self.orders = Some(OrdersFile::new(orders.into()));
        let owner = stale::Owner::current(session).to_text();
        write_new(&self.path().join(OWNER_FILE), owner.as_bytes(), 0o600)?;
        write_new(&self.libraries().join(OWNER_FILE), owner.as_bytes(), 0o600)?;
        Ok(())
    }

    /// Lets the probes know that we live. To be called at every reading.
    pub fn beat(&mut self) {
        if let Some(orders) = &mut self.orders {
            orders.beat();
        }
    }

    /// Has the probes put attached programs back as they were.
    pub fn order_detach(&self) {
        if let Some(orders) = &self.orders {
            orders.detach();
        }
    }

    /// The session folder as the program sees it.
    #[must_use]
    pub fn inside(&self) -> &Path {
        &self.inside
    }

    /// Where the probes leave their process files.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What goes to the front of `LD_LIBRARY_PATH`.
    #[must_use]
    pub fn libraries(&self) -> &Path {
        self.libraries.path()
    }

    /// Where the simulator is, when it was asked for.
    #[must_use]
    pub fn simulator(&self) -> PathBuf {
        self.libraries().join(embedded::SIMULATOR_FILE)
    }
}

/// A fresh session folder, opened.
struct Made {
    session: TempDir,
    folder: OwnedFd,
    parent: OwnedFd,
}

impl Made {
    fn in_folder(parent: OwnedFd) -> std::io::Result<Self> {
        let session = fresh_folder(&by_descriptor(&parent))?;
        let name = session.path().file_name().unwrap_or_default();
        let folder = open_folder(&parent, Path::new(name))?;
        let found = rustix::fs::fstat(&folder)?;
        // Whoever may write to the parent may have put another one in its place.
        if found.st_uid != rustix::process::geteuid().as_raw() || found.st_mode & 0o777 != 0o700 {
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        Ok(Self { session, folder, parent })
    }
}

/// A path that stays with the folder, whatever happens to its name.
fn by_descriptor(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}

fn open_folder(at: impl AsFd, path: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, path, flags, Mode::empty())
}

/// What the owner file of a folder without a session says: it may go when we are dead.
pub(crate) fn owner_text() -> String {
    stale::Owner::current(Path::new("")).to_text()
}

fn list(places: &[PathBuf]) -> String {
    places.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Memory first: a disk would write every counter back.
fn shared_memory_places() -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from("/dev/shm")];
    places.extend(runtime_dir());
    places.extend(temporary_places());
    places
}

fn library_places() -> Vec<PathBuf> {
    let mut places: Vec<_> = runtime_dir().into_iter().collect();
    places.extend(temporary_places());
    places.extend(std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")));
    places
}

fn temporary_places() -> impl Iterator<Item = PathBuf> {
    let set = std::env::var_os("TMPDIR").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    set.into_iter().filter(|dir| dir.is_absolute()).chain([PathBuf::from("/tmp")])
}

/// `XDG_RUNTIME_DIR`, when it is ours: under `su` it is still the other user's.
fn runtime_dir() -> Option<PathBuf> {
    let dir = PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR").filter(|d| !d.is_empty())?);
    let owner = std::fs::metadata(&dir).ok()?.uid();
    (dir.is_absolute() && owner == rustix::process::geteuid().as_raw()).then_some(dir)
}

fn allows_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|fs| !fs.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

fn first_that_works(places: &[PathBuf], suits: impl Fn(&Path) -> bool) -> Option<TempDir> {
    let suits = |place: &&PathBuf| suits(place) && !has_separator(place);
    places.iter().filter(suits).find_map(|place| fresh_folder(place).ok())
}

/// `LD_LIBRARY_PATH` is split at these, and there is no way to quote them.
fn has_separator(place: &Path) -> bool {
    place.as_os_str().as_encoded_bytes().iter().any(|b| matches!(b, b':' | b';'))
}

fn fresh_folder(place: &Path) -> std::io::Result<TempDir> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new()
        .prefix(PREFIX)
        .rand_bytes(16)
        .permissions(std::fs::Permissions::from_mode(0o700))
        .tempdir_in(place)
}

/// Writes a file that must not exist yet.
fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<std::fs::File, FolderError> {
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)
        .and_then(|mut file| file.write_all(bytes).map(|()| file))
        .map_err(|error| FolderError::Write { path: path.to_owned(), error })
}

/// A search path with `folder` in front.
#[must_use]
pub fn in_front(folder: &Path, old: Option<OsString>) -> OsString {
    let mut path = folder.as_os_str().to_owned();
    if let Some(old) = old.filter(|old| !old.is_empty()) {
        path.push(":");
        path.push(old);
    }
    path
}

/// True when a process still has the folder's owner file's identity.
fn owner_lives(owner: &stale::Owner) -> bool {
    proc::is_alive(owner.pid) && proc::start_time(owner.pid) == Some(owner.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn folders_are_private_and_go_away() {
        let folder = SessionFolder::create(Options { device: false, ..Options::default() }, true).unwrap();
        let (session, libraries) = (folder.path().to_owned(), folder.libraries().to_owned());
        for path in [&session, &libraries] {
            assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o700);
        }
        let options = std::fs::read_to_string(session.join(OPTIONS_FILE)).unwrap();
        assert_eq!(Options::from_text(&options), Options { device: false, ..Options::default() });
        assert_eq!(&std::fs::read(libraries.join(LAYER_FILE)).unwrap()[..4], b"\x7fELF");
        assert_eq!(&std::fs::read(folder.simulator()).unwrap()[..4], b"\x7fELF");
        drop(folder);
        assert!(!session.exists() && !libraries.exists());
    }

    #[test]
    fn names_cannot_be_guessed() {
        let dir = tempfile::tempdir().unwrap();
        let names: std::collections::BTreeSet<String> = (0..100)
            .map(|_| {
                fresh_folder(dir.path()).unwrap().path().file_name().unwrap().to_str().unwrap().to_owned()
            })
            .collect();
        assert_eq!(names.len(), 100);
        assert!(names.iter().all(|name| name.len() == PREFIX.len() + 16), "{names:?}");
    }

    /// The user of the program that we attach to owns the session folder, and can move it away.
    #[test]
    fn a_session_folder_that_is_replaced_by_a_link_leads_nowhere() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::create_dir(&victim).unwrap();
        let made = Made::in_folder(open_folder(rustix::fs::CWD, dir.path()).unwrap()).unwrap();
        let (name, moved) = (made.session.path().to_owned(), dir.path().join("moved"));
        std::fs::rename(&name, &moved).unwrap();
        std::os::unix::fs::symlink(&victim, &name).unwrap();
        write_new(&by_descriptor(&made.folder).join(OPTIONS_FILE), b"x", 0o600).unwrap();
        assert!(moved.join(OPTIONS_FILE).exists());
        drop(made);
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 0);
        assert!(victim.exists());
    }

    #[test]
    fn a_link_in_another_root_is_no_place() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/tmp", &link).unwrap();
        let below =
            |path: &Path| folder_below(std::process::id(), path.strip_prefix("/").unwrap().to_str().unwrap());
        assert!(below(&dir.path().join("link")).is_err());
        assert!(below(&link.join("..")).is_err());
        assert!(below(dir.path()).is_ok());
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, dir.path().join("options")).unwrap();
        assert!(write_new(&dir.path().join("options"), b"x", 0o600).is_err());
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "precious");
    }

    #[test]
    fn search_paths_keep_the_old_one_behind() {
        let dir = Path::new("/a");
        assert_eq!(in_front(dir, None), "/a");
        assert_eq!(in_front(dir, Some("".into())), "/a");
        assert_eq!(in_front(dir, Some("/b:/c".into())), "/a:/b:/c");
    }
}

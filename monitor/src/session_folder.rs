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

use crate::inject::{Facts, open_folder};
use crate::{embedded, proc};
use rustix::fs::{Mode, OFlags, StatVfsMountFlags, statvfs};
use std::ffi::OsString;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zetop_wire::session::{LAYER_FILE, OPTIONS_FILE, OWNER_FILE, Options};

/// Where a session's folder may be in another file system, memory first.
const PLACES_ELSEWHERE: [&str; 3] = ["dev/shm", "tmp", "run"];
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
    session: TempDir,
    libraries: TempDir,
    /// The session folder as the program sees it.
    inside: PathBuf,
    /// The program's root folder as we see it; empty when it is ours.
    root: PathBuf,
    /// Locked for as long as we live: by that a probe knows, whatever becomes of us.
    lock: Option<std::fs::File>,
    /// Dropped after the folder that is in it.
    place: Option<Place>,
}

/// A folder in the file system of a program that sees another one than we do. It is held open, since the way
/// through `/proc/PID/root` ends with the program, and its last figures are read after that.
#[derive(Debug)]
struct Place {
    pid: u32,
    root: OwnedFd,
    folder: OwnedFd,
    /// The folder as the program sees it.
    inside: PathBuf,
}

impl Place {
    fn of(pid: u32) -> Result<Self, FolderError> {
        let tried = PathBuf::from(format!("/proc/{pid}/root"));
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = rustix::fs::open(&tried, flags, Mode::empty())
            .map_err(|_| FolderError::NoPlace { tried: tried.display().to_string() })?;
        for place in PLACES_ELSEWHERE {
            // Through no link of the program's, which could lead us anywhere.
            let Ok(folder) = open_folder(&root, place) else { continue };
            if fresh_folder(&through(&folder)).is_ok() {
                return Ok(Self { pid, root, folder, inside: Path::new("/").join(place) });
            }
        }
        let places = PLACES_ELSEWHERE.map(|place| tried.join(place));
        Err(FolderError::NoPlace { tried: list(&places) })
    }
}

/// The way to an open folder.
fn through(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}

impl SessionFolder {
    /// Makes both folders and unpacks the probe, with `simulator` also the simulated GPU.
    ///
    /// # Errors
    /// When there is no place for them, or a file cannot be written.
    pub fn create(options: Options, simulator: bool) -> Result<Self, FolderError> {
        stale::clean(&shared_memory_places(), &library_places());
        let session = first_that_works(&shared_memory_places(), |_| true)
            .ok_or_else(|| FolderError::NoPlace { tried: list(&shared_memory_places()) })?;
        let libraries = first_that_works(&library_places(), allows_execution)
            .ok_or_else(|| FolderError::NoExecutablePlace { tried: list(&library_places()) })?;
        let inside = session.path().to_owned();
        let mut folder = Self { session, libraries, inside, root: PathBuf::new(), place: None, lock: None };
        folder.sign(options)?;
        write_new(&folder.libraries().join(LAYER_FILE), embedded::PROBE, 0o500)?;
        if simulator {
            write_new(&folder.simulator(), embedded::SIMULATOR, 0o500)?;
        }
        Ok(folder)
    }

    /// Makes the folders for a program that is running: in its file system, for its user, without libraries.
    ///
    /// # Errors
    /// When there is no place for them, or a file cannot be written.
    pub fn for_process(facts: &Facts, options: Options) -> Result<Self, FolderError> {
        stale::clean(&shared_memory_places(), &library_places());
        let place = if facts.is_elsewhere() { Some(Place::of(facts.pid)?) } else { None };
        let places = place.as_ref().map_or_else(shared_memory_places, |place| vec![through(&place.folder)]);
        let session = first_that_works(&places, |_| true)
            .ok_or_else(|| FolderError::NoPlace { tried: list(&places) })?;
        let libraries = first_that_works(&library_places(), |_| true)
            .ok_or_else(|| FolderError::NoPlace { tried: list(&library_places()) })?;
        let name = session.path().file_name().unwrap_or_default();
        let inside =
            place.as_ref().map_or_else(|| session.path().to_owned(), |place| place.inside.join(name));
        let root = place.as_ref().map_or_else(PathBuf::new, |place| through(&place.root));
        let mut folder = Self { session, libraries, inside, root, place, lock: None };
        folder.sign(options)?;
        if facts.uid != rustix::process::geteuid().as_raw() {
            // The probe takes a session only from its own user; we are root here.
            let (uid, gid) = (Some(facts.uid), Some(facts.gid));
            for path in [folder.path().join(OPTIONS_FILE), folder.path().to_owned()] {
                std::os::unix::fs::lchown(&path, uid, gid)
                    .map_err(|error| FolderError::Write { path: path.clone(), error })?;
            }
        }
        Ok(folder)
    }

    /// Options for the probe, and whose folders these are.
    fn sign(&mut self, options: Options) -> Result<(), FolderError> {
        let path = self.path().join(OPTIONS_FILE);
        let file = write_new(&path, options.to_text().as_bytes(), 0o600)?;
        // A probe reads the options only after this.
        rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
            .map_err(|error| FolderError::Write { path, error: error.into() })?;
        self.lock = Some(file);
        let announced = match &self.place {
            // as others can find it
            Some(place) => {
                let inside = self.inside.strip_prefix("/").unwrap_or(&self.inside);
                PathBuf::from(format!("/proc/{}/root", place.pid)).join(inside)
            }
            None => self.path().to_owned(),
        };
        let owner = stale::Owner::current(&announced).to_text();
        write_new(&self.path().join(OWNER_FILE), owner.as_bytes(), 0o600)?;
        write_new(&self.libraries().join(OWNER_FILE), owner.as_bytes(), 0o600)?;
        Ok(())
    }

    /// The session folder as the program sees it.
    #[must_use]
    pub fn inside(&self) -> &Path {
        &self.inside
    }

    /// What stands in front of the program's absolute paths for us; empty when they are ours, too.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where the probes leave their process files.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.session.path()
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
        let folder = SessionFolder::create(Options { device: false }, true).unwrap();
        let (session, libraries) = (folder.path().to_owned(), folder.libraries().to_owned());
        for path in [&session, &libraries] {
            assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o700);
        }
        let options = std::fs::read_to_string(session.join(OPTIONS_FILE)).unwrap();
        assert_eq!(Options::from_text(&options), Options { device: false });
        assert_eq!(&std::fs::read(libraries.join(LAYER_FILE)).unwrap()[..4], b"\x7fELF");
        assert_eq!(&std::fs::read(folder.simulator()).unwrap()[..4], b"\x7fELF");
        drop(folder);
        assert!(!session.exists() && !libraries.exists());
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

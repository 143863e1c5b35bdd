//! The two private folders of a session.
//!
//! - the *session folder*, on shared memory: probes leave their process files there, and the program finds
//!   its name in `ZETOP_SESSION`;
//! - the *library folder*: the unpacked probe and simulator. It must be on a file system that allows
//!   execution, since `dlopen` maps them executable; `/dev/shm` is mounted noexec in containers.
//!
//! Both are fresh, 0700 and named at random, in a place that nobody else can replace ([`zetop_system::trusted`]);
//! nothing is ever written through a name that already existed. They go away with the value, and the next
//! zetop cleans up what a killed one left behind. Of the libraries, one copy stays for later launches (`cache`).

mod cache;
mod error;
mod libraries;
mod places;
mod private;
mod spare;
mod stale;

use crate::embedded;
use crate::orders::OrdersFile;
pub use error::FolderError;
use libraries::Libraries;
use private::{New, Plan, Private, REMOVAL};
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use spare::Spare;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zetop_inject::{Facts, folder_of};
use zetop_system::limit::{for_process_unless, within};
use zetop_system::rights::User;
use zetop_system::trusted::Folder;
use zetop_wire::layout::{BLOCKS, FILE_SIZE, block_offset};
use zetop_wire::orders::{Detach, ORDERS_BYTES, ORDERS_FILE};
use zetop_wire::session::{OPTIONS_FILE, OWNER_FILE, Options};

/// How long a program's file system may take to hold the folder.
const PATIENCE: Duration = Duration::from_secs(10);

/// The folders of one session; dropping it removes them.
#[derive(Debug)]
pub struct SessionFolder {
    session: Private,
    /// Of a started program.
    libraries: Option<Libraries>,
    /// How we reach the session folder.
    path: PathBuf,
    /// The session folder as the program sees it.
    inside: PathBuf,
    /// Locked as long as we live: the lock tells a probe that we are alive, whatever happens to us.
    _lock: std::fs::File,
    orders: OrdersFile,
    warning: Option<String>,
    /// Under way beside a started program, which need not wait for it.
    cleaning: Option<JoinHandle<()>>,
    /// The spare process file, which may still be in the making: see [`spare`].
    making_spare: Option<Spare>,
}

impl Drop for SessionFolder {
    fn drop(&mut self) {
        // The thread that cleans up and the one that makes the spare file still use the folders.
        drop(self.making_spare.take());
        let _ = self.cleaning.take().map(JoinHandle::join);
        let libraries = self.libraries.as_mut().and_then(Libraries::filled_folder);
        let _both = (libraries.map(Private::remove), self.session.remove());
    }
}

impl SessionFolder {
    /// Makes both folders, and begins to unpack the probe and, with `simulator`, the simulated GPU: [`Self::unpacked`] waits for
    /// that, which takes as long as all the rest.
    ///
    /// # Errors
    /// When there is no place for them, or a file cannot be written.
    pub fn create(options: &Options, simulator: bool) -> Result<Self, FolderError> {
        let (session, libraries, warning) = match both(options) {
            Some((session, libraries)) => (session, libraries, None),
            None => one_by_one(options)?,
        };
        // Where there is little room, some programs would have to do without.
        let making_spare = warning.is_none().then(|| spare::begin(session.folder())).flatten();
        let libraries = Libraries::begin(libraries, simulator)?;
        let (lock, orders) = announce(&session)?;
        Ok(Self {
            path: session.by_descriptor(),
            inside: session.path().to_owned(),
            libraries: Some(libraries),
            session,
            _lock: lock,
            orders,
            warning,
            cleaning: None,
            making_spare,
        })
    }

    /// Waits until the libraries are there.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn unpacked(&mut self) -> Result<(), FolderError> {
        self.libraries.as_mut().map_or(Ok(()), Libraries::finish)
    }

    /// Begins to leave the libraries for later launches, and to remove what a killed zetop left, while the program runs.
    pub fn leave_libraries_and_clean_up(&mut self) {
        let leaving = self.libraries.as_ref().and_then(Libraries::leave_in_cache);
        let work = move || {
            // Whoever looks for the program among zetop's children finds it alone.
            let _ = leaving.and_then(|mut leaving| leaving.wait(REMOVAL, || false));
            Self::clean_up();
        };
        self.cleaning = std::thread::Builder::new().name("zetop-clean".to_owned()).spawn(work).ok();
    }

    /// Removes what a killed zetop left behind, if nothing uses it any more.
    pub fn clean_up() {
        let clean = || stale::clean(&places::shared_memory(), &places::libraries());
        let _ = within(PATIENCE, clean);
    }

    /// Makes the folder for a running program, unless it is given up: in its file system, for its user, without libraries.
    ///
    /// # Errors
    /// When there is no place for it, or a file cannot be written.
    pub fn for_process(
        facts: &Facts,
        options: &Options,
        given_up: &dyn Fn() -> bool,
    ) -> Result<Self, FolderError> {
        if !facts.is_elsewhere() {
            return Self::make_for(facts, options, given_up);
        }
        let (pid, facts, options) = (facts.pid, facts.clone(), options.clone());
        // What comes too late is removed in the thread that has made it.
        let made =
            for_process_unless(pid, PATIENCE, given_up, move || Self::make_for(&facts, &options, &|| false));
        made.unwrap_or(Err(FolderError::Silent { pid, limit: PATIENCE }))
    }

    fn make_for(facts: &Facts, options: &Options, given_up: &dyn Fn() -> bool) -> Result<Self, FolderError> {
        // The probe takes a session only from its own user.
        let user = User { uid: facts.uid, gid: facts.gid };
        let (session, warning) = if facts.is_elsewhere() {
            session_in_its_file_system(facts, user, options)?
        } else {
            session_in_our_file_system(user, options, given_up)?
        };
        let (lock, orders) = announce(&session)?;
        Ok(Self {
            path: session.by_descriptor(),
            inside: session.path().to_owned(),
            libraries: None,
            session,
            _lock: lock,
            orders,
            warning,
            cleaning: None,
            making_spare: None,
        })
    }

    /// Tells the probes that we are alive. Called at every reading.
    pub fn beat(&mut self) {
        self.orders.beat();
    }

    /// Orders the probes to put attached programs back as they were.
    pub fn order_detach(&self, how: Detach) {
        self.orders.detach(how);
    }

    /// The session folder as the program sees it.
    #[must_use]
    pub fn inside(&self) -> &Path {
        &self.inside
    }

    /// Where the probes leave their process files. It stays with the folder, whatever happens to its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What goes to the front of `LD_LIBRARY_PATH`; for an attached program, the session folder.
    #[must_use]
    pub fn libraries(&self) -> &Path {
        self.libraries.as_ref().map_or(&self.session, Libraries::folder).path()
    }

    /// Where the simulator is, if it was requested.
    #[must_use]
    pub fn simulator(&self) -> PathBuf {
        self.libraries().join(embedded::SIMULATOR_FILE)
    }

    /// The simulated GPU stays when the folders go, for processes that will look for it. Returns where it is, if there is one.
    pub fn leave_simulator(&mut self) -> Option<PathBuf> {
        let simulator = self.simulator();
        let libraries =
            self.libraries.as_mut().and_then(Libraries::filled_folder).filter(|_| simulator.exists())?;
        libraries.keep(&[embedded::SIMULATOR_FILE, OWNER_FILE]);
        Some(simulator)
    }

    /// What the user should know about the place.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }
}

/// What a process with many threads takes, without the histogram pages, which are made as needed.
const ROOM: u64 = block_offset(BLOCKS) as u64;

/// The session's folder and that of libraries, in the best places. `None` if there is little room, or something is in the way.
fn both(options: &Options) -> Option<(Private, Private)> {
    let (usable, _) = places::usable(&places::shared_memory());
    let place = usable.into_iter().find(|place| place.room >= ROOM)?.folder;
    let session = Plan::new(place, User::ours(), |path| files(path, options)).ok()?;
    let place = libraries::folder_places().0.into_iter().next()?;
    let libraries = Plan::new(place, User::ours(), |_| vec![libraries::owner_file(session.path())]).ok()?;
    Private::make_both(session, libraries).ok()
}

/// Makes the session's folder and that of libraries one after the other, each in the first place where it can be made. Returns a
/// warning, too, if there is little room.
fn one_by_one(options: &Options) -> Result<(Private, Private, Option<String>), FolderError> {
    // What a killed zetop left may be what is in the way.
    if places::are_tight(&places::shared_memory(), ROOM) {
        SessionFolder::clean_up();
    }
    let (session, warning) = session_in_our_file_system(User::ours(), options, &|| false)?;
    let libraries = libraries::make_folder(session.path())?;
    Ok((session, libraries, warning))
}

/// The session folder, and a warning if there is little room.
fn session_in_our_file_system(
    user: User,
    options: &Options,
    given_up: &dyn Fn() -> bool,
) -> Result<(Private, Option<String>), FolderError> {
    let (usable, mut reasons) = places::usable(&places::shared_memory());
    for place in places::by_room(usable, ROOM) {
        let (path, room) = (place.folder.path.clone(), place.room);
        match Private::make_in(place.folder, user, given_up, |path| files(path, options)) {
            Ok(folder) => {
                let tight = (room < ROOM).then(|| {
                    format!(
                        "only {} KiB are free in {}: what has no room there is not measured (a process takes up \
                         to {} KiB; make room, or set TMPDIR to a folder with more)",
                        room / 1024,
                        path.display(),
                        FILE_SIZE / 1024
                    )
                });
                return Ok((folder, tight));
            }
            Err(error) => reasons.push(format!("{} ({error})", path.display())),
        }
    }
    Err(FolderError::NoPlace { tried: reasons.join(", ") })
}

/// In a program's file system, following no links, since these could lead out of its root folder.
fn session_in_its_file_system(
    facts: &Facts,
    user: User,
    options: &Options,
) -> Result<(Private, Option<String>), FolderError> {
    let mut reasons = Vec::new();
    let make = |folder: Folder| {
        let made = Private::make_in(folder, user, &|| false, |path| files(path, options));
        made.map_err(|error| error.to_string())
    };
    for place in ["dev/shm", "tmp", "run"] {
        let made = folder_of(&facts.identity, place)
            .map_err(|error| error.to_string())
            .and_then(|folder| folder.map_err(|error| error.to_string()))
            .and_then(in_the_kernel)
            .and_then(make);
        match made {
            Ok(made) => return Ok((made, None)),
            Err(reason) => reasons.push(format!("/{place} ({reason})")),
        }
    }
    Err(FolderError::NoPlace { tried: format!("{} of process {}", reasons.join(", "), facts.pid) })
}

/// The folder, if its file system is one of the kernel's own: zetop reads figures all the time, and would wait for as long as a
/// process likes that answers for its file system, as with FUSE. An overlay may have one below.
fn in_the_kernel(folder: Folder) -> Result<Folder, String> {
    /// By the numbers that they have for `statfs`.
    const OWN: [u32; 8] = [
        0x0102_1994, // tmpfs
        0x8584_58f6, // ramfs
        0xef53,      // ext2 to ext4
        0x5846_5342, // XFS
        0x9123_683e, // Btrfs
        0xf2f5_2010, // F2FS
        0x2fc1_2fc1, // ZFS
        0xca45_1a4e, // bcachefs
    ];
    match rustix::fs::statfs(zetop_system::below::by_descriptor(&folder.fd)) {
        Ok(found) if OWN.contains(&(found.f_type as u32)) => Ok(folder),
        Ok(found) => Err(format!("its file system may be a program's (type {:#x})", found.f_type as u32)),
        Err(error) => Err(error.to_string()),
    }
}

/// What a session's folder has from the start: the options for the probe, the orders page, and the owner file.
fn files(path: &Path, options: &Options) -> Vec<New<'static>> {
    vec![
        New { name: OPTIONS_FILE, bytes: options.to_text().into_bytes() },
        New { name: ORDERS_FILE, bytes: vec![0; ORDERS_BYTES] },
        libraries::owner_file(path),
    ]
}

/// Locks a file that another zetop may have locked for a moment, to see whether this session goes on
/// ([`zetop_system::owner`]): it may see the folder before its options are locked.
fn lock_soon(file: &std::fs::File) -> rustix::io::Result<()> {
    const LONGEST: Duration = Duration::from_secs(5);
    const MOMENT: Duration = Duration::from_millis(1);
    let begun = Instant::now();
    loop {
        match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if begun.elapsed() < LONGEST => std::thread::sleep(MOMENT),
            result => return result,
        }
    }
}

/// Locks the options, before any probe can read them, and takes up the orders page.
fn announce(session: &Private) -> Result<(std::fs::File, OrdersFile), FolderError> {
    let open =
        |name: &str| session.open(name).map_err(|error| FolderError::write(session.path().join(name), error));
    let lock = open(OPTIONS_FILE)?;
    lock_soon(&lock).map_err(|error| FolderError::write(session.path().join(OPTIONS_FILE), error.into()))?;
    Ok((lock, OrdersFile::new(&open(ORDERS_FILE)?.into())))
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

/// Waits for what goes on in the background, as a removal does that has taken longer than it was waited for.
#[cfg(test)]
fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(100), "{what}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{self, Backend as _};
    use std::os::unix::fs::PermissionsExt;
    use zetop_wire::session::LAYER_FILE;

    /// When several zetops started together, one of them could end with "cannot write .../options".
    #[test]
    fn a_folder_that_another_zetop_looks_at_is_locked_all_the_same() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let look = std::fs::File::open(file.path()).unwrap();
        rustix::fs::flock(&look, FlockOperation::NonBlockingLockShared).unwrap();
        let end = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            drop(look);
        });
        lock_soon(file.as_file()).unwrap();
        end.join().unwrap();
        let other = std::fs::File::open(file.path()).unwrap();
        let looks = rustix::fs::flock(&other, FlockOperation::NonBlockingLockShared);
        assert_eq!(looks, Err(Errno::WOULDBLOCK));
    }

    #[test]
    fn folders_are_private_and_go_away() {
        let options = Options { device: false, ..Options::default() };
        let mut folder = SessionFolder::create(&options, true).unwrap();
        folder.unpacked().unwrap();
        let (session, libraries) = (folder.inside().to_owned(), folder.libraries().to_owned());
        for path in [&session, &libraries] {
            assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o700);
        }
        let text = std::fs::read_to_string(session.join(OPTIONS_FILE)).unwrap();
        assert_eq!(text, std::fs::read_to_string(folder.path().join(OPTIONS_FILE)).unwrap());
        assert_eq!(Options::from_text(&text), options);
        assert_eq!(&std::fs::read(libraries.join(LAYER_FILE)).unwrap()[..4], b"\x7fELF");
        assert_eq!(&std::fs::read(folder.simulator()).unwrap()[..4], b"\x7fELF");
        // The installed loader is the program's, where there is one.
        let installed = backend::LevelZero.find(std::env::var_os("LD_LIBRARY_PATH").as_deref());
        assert_eq!(libraries.join("libze_loader.so.1").exists(), installed.is_none());
        // another zetop leaves them alone
        SessionFolder::clean_up();
        assert!(session.exists() && libraries.exists());
        drop(folder);
        eventually("both go", || !session.exists() && !libraries.exists());
        // Nor is there anything of one that goes while it is unpacked.
        let folder = SessionFolder::create(&options, true).unwrap();
        let (session, libraries) = (folder.inside().to_owned(), folder.libraries().to_owned());
        drop(folder);
        eventually("both go", || !session.exists() && !libraries.exists());
    }

    #[test]
    fn a_simulator_that_is_needed_stays_alone() {
        let mut folder = SessionFolder::create(&Options::default(), true).unwrap();
        let (session, libraries) = (folder.inside().to_owned(), folder.libraries().to_owned());
        assert_eq!(folder.leave_simulator(), Some(folder.simulator()));
        drop(folder);
        let left = || -> std::collections::BTreeSet<_> {
            std::fs::read_dir(&libraries).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        };
        let expected = [embedded::SIMULATOR_FILE, OWNER_FILE].map(OsString::from).into();
        eventually("the others go", || !session.exists() && left() == expected);
        std::fs::remove_dir_all(&libraries).unwrap();
        let mut without = SessionFolder::create(&Options::default(), false).unwrap();
        assert_eq!(without.leave_simulator(), None);
    }

    /// Its files are on a FUSE, which the kernel does not say.
    #[test]
    fn a_session_is_not_put_on_an_overlay() {
        let ran = zetop_testing::in_own_mounts(|| {
            let dir = tempfile::tempdir_in("/dev/shm").unwrap();
            let folder = |name: &str| {
                let path = dir.path().join(name);
                std::fs::create_dir(&path).unwrap();
                path
            };
            let [lower, upper, work, at] = ["lower", "upper", "work", "at"].map(folder);
            let options = format!(
                "lowerdir={},upperdir={},workdir={}",
                lower.display(),
                upper.display(),
                work.display()
            );
            let status = std::process::Command::new("mount")
                .args(["-t", "overlay", "overlay", "-o", &options])
                .arg(&at)
                .status();
            if !status.is_ok_and(|status| status.success()) {
                return zetop_testing::skip!("no overlay can be mounted");
            }
            let usable = |path: &Path| in_the_kernel(zetop_system::trusted::open(path).unwrap()).is_ok();
            let seen = (usable(&upper), usable(&at), usable(Path::new("/proc")));
            let _ = std::process::Command::new("umount").arg("-l").arg(&at).status();
            assert_eq!(seen, (true, false, false));
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    #[test]
    fn search_paths_keep_the_old_one_behind() {
        let dir = Path::new("/a");
        assert_eq!(in_front(dir, None), "/a");
        assert_eq!(in_front(dir, Some("".into())), "/a");
        assert_eq!(in_front(dir, Some("/b:/c".into())), "/a:/b:/c");
    }
}

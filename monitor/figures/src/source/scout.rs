//! Looks for process files, and at the processes that they name, in a thread: the folder's user can hold the folder, a
//! process may not answer, and a file names whatever process it likes. A reading takes what has been found by then.

use super::catalogs::{Catalogs, MOST_CATALOGS};
use super::open::open_checked;
use super::process_file::{LoaderVersion, New};
use crate::job::Member;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::proc;
use zetop_wire::reader::{self, NotYet};
use zetop_wire::session::{parse_process_file, parse_refused_file};

/// Most folder entries that are looked at, and most names that are remembered.
const MOST_ENTRIES: usize = 16 * 1024;
/// How long a reading waits, and how long a look may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How long the reading that has begun a look waits for it, if the one before was done in time. Most take a millisecond.
    pub(super) wait: Duration,
    /// How long a look goes on before it shows what it has, and the next one goes on.
    pub(super) look: Duration,
    /// How long the first process may take to say what it has mapped; those after silent ones get their part of it.
    pub(super) patience: Duration,
    /// What each process gets at least, and in the last look.
    pub(super) shortest: Duration,
}

const LIMITS: Limits =
    Limits { wait: MOMENT, look: Duration::from_millis(200), patience: PATIENCE, shortest: SHORTEST };
const MOMENT: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(3);
const SHORTEST: Duration = Duration::from_millis(50);
const STACK: usize = 4 << 20;

/// What has become of a name in the folder.
#[derive(Debug)]
pub(super) enum ScoutedName {
    New(Box<New>),
    /// This process could make no file.
    Without(u32),
    /// A process file that this zetop can't read.
    Refused(String),
    Never(String),
}

/// What a look has brought.
#[derive(Debug, Default)]
pub(super) struct Look {
    pub(super) found: Vec<ScoutedName>,
    /// There was no room for some.
    pub(super) full: bool,
    /// Some are not done yet, or were not come to.
    pub(super) more: bool,
    /// There are more names than are looked at.
    pub(super) too_many: bool,
    took: Duration,
}

/// What a look begins with.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) folder: PathBuf,
    /// Names of files that are open.
    pub(super) open: BTreeSet<OsString>,
    /// How many further files may be opened.
    pub(super) room: usize,
    pub(super) last: bool,
}

#[derive(Debug)]
pub(super) struct Scout {
    /// What is known, unless a look is under way.
    known: Option<Box<Known>>,
    under_way: Option<Receiver<(Box<Known>, Look)>>,
    /// The last one took longer than a reading waits.
    is_slow: bool,
    pub(super) limits: Limits,
}

#[derive(Debug)]
struct Known {
    /// Names that need no second look: opened, or not what they should be.
    names: BTreeSet<OsString>,
    catalogs: Catalogs,
    loader_version: LoaderVersion,
    /// Processes that did not answer in time.
    silent: u32,
}

/// Names of process files that a process has mapped, if it says so.
type Mapped = HashMap<u32, proc::Named>;

impl Scout {
    pub(super) fn new(loader_version: LoaderVersion) -> Self {
        let known =
            Known { names: BTreeSet::new(), catalogs: Catalogs::default(), loader_version, silent: 0 };
        Self { known: Some(Box::new(known)), under_way: None, is_slow: false, limits: LIMITS }
    }

    /// Whether a look is under way, whose result is still to come.
    pub(super) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// The result of a look that is under way, or else of one that `ask` begins with; `None` if it is not done before `end`.
    pub(super) fn look(&mut self, ask: impl FnOnce() -> Ask, end: Option<Instant>) -> Option<Look> {
        let mut wait = Duration::ZERO;
        if let Some(known) = self.known.take() {
            self.under_way = start(known, ask(), self.limits);
            wait = if self.is_slow { Duration::ZERO } else { self.limits.wait };
        }
        let wait = end.map_or(wait, |end| end.saturating_duration_since(Instant::now()));
        match self.under_way.as_ref()?.recv_timeout(wait) {
            Ok((known, look)) => {
                (self.known, self.under_way) = (Some(known), None);
                self.is_slow = look.took >= self.limits.wait;
                Some(look)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.is_slow = true;
                None
            }
        }
    }
}

/// Without a thread, there are no looks any more.
fn start(mut known: Box<Known>, ask: Ask, limits: Limits) -> Option<Receiver<(Box<Known>, Look)>> {
    let (done, result) = channel();
    let work = move || {
        let begun = Instant::now();
        let mut look = known.look(&ask, limits);
        look.took = begun.elapsed();
        // nobody listens any more when the session is over
        let _ = done.send((known, look));
    };
    std::thread::Builder::new().name("zetop-files".to_owned()).stack_size(STACK).spawn(work).ok()?;
    Some(result)
}

impl Known {
    fn look(&mut self, ask: &Ask, limits: Limits) -> Look {
        let begun = Instant::now();
        let mut look = Look::default();
        let Ok(entries) = std::fs::read_dir(&ask.folder) else { return look };
        let names: BTreeSet<OsString> =
            entries.flatten().take(MOST_ENTRIES).map(|entry| entry.file_name()).collect();
        self.names.retain(|name| names.contains(name) || ask.open.contains(name));
        let new: Vec<OsString> = names.difference(&self.names).cloned().collect();
        let (mut mapped, mut room) = (Mapped::new(), ask.room);
        for name in new {
            let path = ask.folder.join(&name);
            if let Some(pid) = parse_refused_file(&path) {
                look.found.push(ScoutedName::Without(pid));
                self.names.insert(name);
                continue;
            }
            let Some(key) = parse_process_file(&path) else { continue };
            if self.names.len() >= MOST_ENTRIES {
                look.too_many = true;
                break;
            }
            if room == 0 {
                look.full = true;
                break;
            }
            if !ask.last && begun.elapsed() >= limits.look {
                look.more = true;
                break;
            }
            match self.open(&path, key, &mut mapped, ask.last, limits) {
                // Still being made, or its process is silent: look again next time.
                None => look.more = true,
                Some(found) => {
                    room -= usize::from(matches!(found, ScoutedName::New(_)));
                    look.found.push(found);
                    self.names.insert(name);
                }
            }
        }
        look
    }

    fn open(
        &mut self,
        path: &Path,
        key: (u32, u64),
        mapped: &mut Mapped,
        last: bool,
        limits: Limits,
    ) -> Option<ScoutedName> {
        let (pid, _) = key;
        let file = match open_checked(path) {
            Ok(file) => file,
            // no descriptor left, or the program's umask has taken our rights, which the probe gives back: maybe later
            Err(error)
                if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::EACCES)) =>
            {
                return None;
            }
            Err(error) => {
                let why = format!("not a process file of zetop: {error}");
                return Some(ScoutedName::Never(format!("{}: {why}", path.display())));
            }
        };
        let header = match reader::header(&file) {
            Ok(header) => header,
            Err(NotYet::NoMagic) => return None,
            Err(error @ NotYet::OtherLayout(_)) => {
                return Some(ScoutedName::Refused(format!("pid {pid}: {error}")));
            }
        };
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let pid_is_ours = match self.mapped(pid, mapped, last, limits) {
            proc::Named::Silent if !last => return None,
            proc::Named::Silent | proc::Named::Hidden => false,
            proc::Named::Files(names) => names.contains(&name),
        };
        let catalog = match reader::catalog(&file) {
            Ok(catalog) => self.catalogs.enter(catalog),
            Err(error) => return Some(ScoutedName::Refused(format!("pid {pid} is not watched: {error}"))),
        };
        let Some(catalog) = catalog else {
            let why = format!("zetop has already read {MOST_CATALOGS} other catalogs, its limit");
            return Some(ScoutedName::Refused(format!("pid {pid} is not watched: {why}")));
        };
        let loader_version = if pid_is_ours { (self.loader_version)(pid, &catalog.backend) } else { None };
        let command = if pid_is_ours { proc::command(pid) } else { None };
        let command = clean(&command.unwrap_or_else(|| "[ended]".to_owned()));
        // One that lost its environment, or has ended, or has another pid where it runs: as zetop, which has started it or
        // its launcher.
        let member = Some(pid).filter(|_| pid_is_ours).map(Member::of_process);
        let member = member.filter(|member| member.rank.is_some()).unwrap_or_else(Member::own);
        let path = path.to_owned();
        Some(ScoutedName::New(Box::new(New {
            key,
            path,
            file,
            pid_is_ours,
            header,
            catalog,
            loader_version,
            command,
            member,
        })))
    }

    /// One walk for all files that name a process.
    fn mapped<'a>(
        &mut self,
        pid: u32,
        mapped: &'a mut Mapped,
        last: bool,
        limits: Limits,
    ) -> &'a proc::Named {
        mapped.entry(pid).or_insert_with(|| {
            let Limits { patience, shortest, .. } = limits;
            let patience = if last { shortest } else { (patience / (1 + self.silent)).max(shortest) };
            let named = proc::mapped_names(pid, patience, is_process_file);
            self.silent += u32::from(matches!(named, proc::Named::Silent));
            named
        })
    }
}

fn is_process_file(name: &str) -> bool {
    parse_process_file(Path::new(name)).is_some()
}

/// Finds the processes that have these files mapped, among `root` and its descendants, in a thread. Looks take one part in
/// [`SHARE`] of the time at most.
#[derive(Debug, Default)]
pub(super) struct Kin {
    under_way: Option<Receiver<(HashMap<String, u32>, Duration)>>,
    next: Option<Instant>,
}

const SHARE: u32 = 50;
/// How long one search may take, and the wait for it at the end.
const SEARCH: Duration = Duration::from_secs(5);
const LAST: Duration = Duration::from_secs(1);

impl Kin {
    /// What was found of `wanted`, once it is.
    pub(super) fn search(
        &mut self,
        root: u32,
        most: usize,
        wanted: HashSet<String>,
        last: bool,
    ) -> HashMap<String, u32> {
        if self.under_way.is_none() && wanted.is_empty() {
            return HashMap::new();
        }
        let mut wait = if last { LAST } else { Duration::ZERO };
        if self.under_way.is_none() && (last || self.next.is_none_or(|next| Instant::now() >= next)) {
            let (done, result) = channel();
            let work = move || {
                let begun = Instant::now();
                let found = search(root, most, &wanted, begun + SEARCH);
                let _ = done.send((found, begun.elapsed()));
            };
            let thread = std::thread::Builder::new().name("zetop-kin".to_owned()).stack_size(STACK);
            self.under_way = thread.spawn(work).is_ok().then_some(result);
            wait = wait.max(MOMENT);
        }
        let Some(Ok((found, took))) = self.under_way.as_ref().map(|result| result.recv_timeout(wait)) else {
            return HashMap::new();
        };
        (self.under_way, self.next) = (None, Some(Instant::now() + took * SHARE));
        found
    }
}

fn search(root: u32, most: usize, wanted: &HashSet<String>, end: Instant) -> HashMap<String, u32> {
    let (mut found, mut silent) = (HashMap::new(), 0);
    for pid in proc::family(root, most) {
        if found.len() == wanted.len() || Instant::now() >= end {
            break;
        }
        match proc::mapped_names(pid, (PATIENCE / (1 + silent)).max(SHORTEST), is_process_file) {
            proc::Named::Files(names) => {
                names.into_iter().filter(|name| wanted.contains(name)).for_each(|name| {
                    found.entry(name).or_insert(pid);
                });
            }
            proc::Named::Silent => silent += 1,
            proc::Named::Hidden => {}
        }
    }
    found
}

/// The files, by pid and name, that their processes have not mapped any more: one walk for each process, and a limit for all. A
/// process that does not answer may still have them.
pub(super) fn no_longer_mapped(files: Vec<(u32, String)>) -> HashSet<(u32, String)> {
    let look = move || {
        let mut mapped = Mapped::new();
        let mut is_gone = |(pid, name): &(u32, String)| {
            let named =
                mapped.entry(*pid).or_insert_with(|| proc::mapped_names(*pid, PATIENCE, is_process_file));
            match named {
                proc::Named::Files(names) => !names.contains(name),
                proc::Named::Hidden => true,
                proc::Named::Silent => false,
            }
        };
        files.into_iter().filter(|file| is_gone(file)).collect()
    };
    zetop_system::limit::within(PATIENCE, look).unwrap_or_default()
}

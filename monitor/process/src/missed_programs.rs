//! Finds started programs that use an API without its probe, and the reason.

use crate::attach::{Gap, Reach};
use crate::backend::{self, Backend, Process};
use crate::doctor;
use crate::opened::Opened;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::handle::Handle;
use zetop_system::limit::look;
use zetop_system::{proc, seccomp};
use zetop_wire::api;
use zetop_wire::session::{LAYER_FILE, SESSION_VAR};

/// How many processes of a program's family are looked at at most.
const MAX_PROCESSES: usize = 256;
/// A library that was mapped this long ago would have loaded the probe by now.
const A_MOMENT: Duration = Duration::from_millis(500);
/// The first look. A short program is over soon.
const FIRST: Duration = Duration::from_millis(15);
/// In the beginning, when programs load what they need, looks are never rarer than this.
const BEGINNING: Duration = Duration::from_secs(3);
const OFTEN: Duration = Duration::from_millis(30);
/// Looks become rarer, up to this interval, so that they take at most one part in [`SHARE`] of the time.
const RAREST: Duration = Duration::from_secs(1);
const SHARE: u32 = 200;
/// The part of the time that looks take at most in the beginning: one in ten.
const SHARE_AT_FIRST: u32 = 10;
/// How long the one who reads figures waits for a look. Most take less.
const MOMENT: Duration = Duration::from_millis(20);
/// How long files of the program's may take.
const FILES: Duration = Duration::from_secs(3);
const STACK: usize = 1 << 20;

/// A process that did not get the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    pub process: Handle,
    /// The API that it uses, by its name for people.
    pub api: &'static str,
    pub command: String,
    /// Why the probe is not there.
    pub why: String,
}

/// What to do without a GPU.
const SIMULATED: &str =
    "`zetop --sim PROGRAM` shows it on a simulated GPU, `zetop doctor` says what is missing";

/// What is known about a process without an API's probe.
#[derive(Debug, Clone, Copy)]
enum Seen {
    /// It has the probe, or has been reported.
    Settled,
    /// When the API's library was first seen in it, and when it was first past loading a probe.
    Library(Duration, Option<Duration>),
}

/// Watches the family of the started program. The looks are made in threads of their own: processes may be silent.
#[derive(Debug)]
pub struct Unseen {
    root: Option<Handle>,
    next: Duration,
    pause: Duration,
    /// What is known, unless a look is under way.
    family: Option<Box<Family>>,
    under_way: Option<Receiver<Look>>,
    /// An API's library was seen in some process.
    library_seen: bool,
    /// Some process was reported to be without a probe, with the reason.
    missed: bool,
    /// What a probe that was put into some process does not reach.
    gap: Option<Gap>,
    /// Processes that another zetop watches, which the program has started.
    elsewhere: Vec<String>,
    /// What tells of libraries that a process has opened between two looks.
    opened: Option<Opened>,
    /// A zetop is among the processes.
    nested: bool,
}

/// The processes and APIs, by name, whose probe has announced itself.
pub type Probed = BTreeSet<(u32, String)>;

/// What a look has found.
#[derive(Debug)]
struct Look {
    family: Box<Family>,
    missed: Vec<Missed>,
    /// Something is to be settled soon.
    soon: bool,
    took: Duration,
}

/// What is known of the processes.
#[derive(Debug)]
struct Family {
    libraries: PathBuf,
    session: PathBuf,
    /// By process and API.
    known: BTreeMap<(u32, &'static str), Seen>,
    library_seen: bool,
    elsewhere: Vec<String>,
    nested: bool,
}

impl Unseen {
    /// `root` is the started program, `libraries` the folder that holds the probe, `session` the one in which
    /// probes leave their files.
    #[must_use]
    pub fn new(root: Option<u32>, libraries: &Path, session: &Path) -> Self {
        let family = Family {
            libraries: libraries.to_owned(),
            session: session.to_owned(),
            known: BTreeMap::new(),
            library_seen: false,
            elsewhere: Vec::new(),
            nested: false,
        };
        Self {
            root: root.map(Handle::open),
            next: FIRST,
            pause: FIRST,
            family: Some(Box::new(family)),
            under_way: None,
            library_seen: false,
            missed: false,
            gap: None,
            elsewhere: Vec::new(),
            opened: None,
            nested: false,
        }
    }

    /// `opened` watches since before the program was started.
    #[must_use]
    pub fn with(self, opened: Option<Opened>) -> Self {
        Self { opened, ..self }
    }

    /// Notes what a probe that was put into a process does not reach there.
    pub fn reached(&mut self, reach: Reach) {
        self.gap = self.gap.or(reach.gap);
    }

    /// When the next look is due, in a session that has a program to look at.
    #[must_use]
    pub fn next_look(&self) -> Option<Duration> {
        self.root.as_ref().map(|_| self.next)
    }

    /// Looks through the family from time to time. Returns the processes that use an API whose probe has not
    /// announced itself, each once. `probed` says whose has. Waits no longer than a moment: what takes longer is returned by a
    /// later call.
    pub fn look(&mut self, now: Duration, probed: impl FnOnce() -> Probed) -> Vec<Missed> {
        let Some(root) = self.root.clone().filter(|_| now >= self.next) else { return Vec::new() };
        if let Some(family) = self.family.take() {
            self.under_way = family.start(root, now, probed());
        }
        let look = self.under_way.as_ref().map(|look| look.recv_timeout(MOMENT));
        let Some(Ok(Look { family, missed, soon, took })) = look else {
            self.next = now + OFTEN;
            return Vec::new();
        };
        self.under_way = None;
        self.library_seen |= family.library_seen;
        self.nested |= family.nested;
        self.elsewhere.clone_from(&family.elsewhere);
        self.family = Some(family);
        self.missed |= !missed.is_empty();
        let (rarest, share) = if now < BEGINNING { (OFTEN, SHARE_AT_FIRST) } else { (RAREST, SHARE) };
        self.pause = (self.pause * 2).min(rarest).max(took * share);
        // Look again soon, to settle what has just been found.
        self.next = now + if soon { A_MOMENT.min(self.pause * 2) } else { self.pause };
        missed
    }

    /// At the end: what another zetop watches, which the program has started.
    #[must_use]
    pub fn watched_elsewhere(&self) -> Option<String> {
        let [first, more @ ..] = &self.elsewhere[..] else { return None };
        let others = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        Some(format!("{first}{others}: another zetop, which the program started, has the figures of that"))
    }

    /// At the end: why nothing was seen, if nothing was.
    #[must_use]
    pub fn nothing_seen(
        &self,
        probes: usize,
        calls: u64,
        no_gpu: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        let no_library = || {
            // Nothing says who it was.
            let opened = self.opened.as_ref().map_or_else(Vec::new, Opened::which);
            let opened: Vec<String> = opened.iter().map(|file| clean(&file.to_string_lossy())).collect();
            let opened = match opened.len() {
                0 => String::new(),
                several => format!(
                    "; {} {} opened meanwhile, by it or by another program: one that opens it by its path and ends soon \
                     after that is not counted",
                    opened.join(" and "),
                    if several == 1 { "was" } else { "were" },
                ),
            };
            format!("the program was not seen to load {}{opened}", api::libraries())
        };
        let no_library_was_seen;
        let why = match (calls, probes, self.library_seen) {
            (1.., ..) => return None,
            // That has been said.
            (0, 0, true) if !self.elsewhere.is_empty() => return None,
            (0, 0, _) if self.nested => {
                return Some(format!(
                    "no {} calls seen: the program started another zetop, which has the figures of what it watches",
                    api::any()
                ));
            }
            (0, 1.., _) => match self.gap {
                Some(Gap::AllPointers { .. }) => {
                    "the probe found no pointer to the API's functions in the program, so that calls could not come \
                     through it: start the program under zetop instead"
                }
                Some(Gap::SomeMemory { .. } | Gap::Loader { .. }) => {
                    "no call came through the probe, which does not reach all of the program: start the program under \
                     zetop instead"
                }
                None => "the probe is in place, but the program made no call meanwhile",
            },
            (0, 0, true) if self.missed => {
                "the program ended before the probe was in it, which came too late for the reason that is given above"
            }
            (0, 0, true) => {
                "the API's library was there, but the program did not initialise it, or it is too old to have a place \
                 for the probe"
            }
            (0, 0, false) => {
                no_library_was_seen = no_library();
                &no_library_was_seen
            }
        };
        // Drivers may take a while to say that they are there: a program that has not asked for them need not wait for that.
        let may_lack = probes == 0 && (self.library_seen || !doctor::has_device_files());
        let why = match Some(no_gpu).filter(|_| may_lack).and_then(|ask| ask()) {
            Some(missing) if self.library_seen => {
                format!("there is no GPU driver here ({missing}); {SIMULATED}")
            }
            Some(missing) => format!("{why}; there is no GPU driver here either ({missing}); {SIMULATED}"),
            None => why.to_owned(),
        };
        Some(format!("no {} calls seen: {why}", api::any()))
    }
}

impl Family {
    /// Looks at all processes, in a thread. Without one, there are no looks any more.
    fn start(mut self: Box<Self>, root: Handle, now: Duration, probed: Probed) -> Option<Receiver<Look>> {
        let (done, look) = channel();
        let work = move || {
            let started = Instant::now();
            let (missed, soon) = self.look(&root, now, &probed);
            // nobody listens any more when the session is over
            let _ = done.send(Look { family: self, missed, soon, took: started.elapsed() });
        };
        std::thread::Builder::new().name("zetop-family".to_owned()).stack_size(STACK).spawn(work).ok()?;
        Some(look)
    }

    fn look(&mut self, root: &Handle, now: Duration, probed: &Probed) -> (Vec<Missed>, bool) {
        let mut missed = Vec::new();
        let mut soon = false;
        for process in root.family(MAX_PROCESSES) {
            let pid = process.pid();
            self.nested |= is_zetop(pid);
            let mut files = None;
            for backend in backend::ALL {
                if matches!(self.known.get(&(pid, backend.id())), Some(Seen::Settled)) {
                    continue;
                }
                if probed.contains(&(pid, backend.id().to_owned())) {
                    self.library_seen = true;
                    self.known.insert((pid, backend.id()), Seen::Settled);
                    continue;
                }
                if self.known.len() >= 4 * MAX_PROCESSES && !self.known.contains_key(&(pid, backend.id())) {
                    continue;
                }
                let files = files.get_or_insert_with(|| proc::mapped_files(pid));
                soon |= self.look_at(&process, backend, files, now, &mut missed);
            }
        }
        (missed, soon)
    }

    /// True when there is something new about the process.
    fn look_at(
        &mut self,
        process: &Handle,
        backend: &'static dyn Backend,
        files: &[PathBuf],
        now: Duration,
        missed: &mut Vec<Missed>,
    ) -> bool {
        let pid = process.pid();
        if !files.iter().any(|file| backend.is_library(file)) {
            return false;
        }
        self.library_seen = true;
        let key = (pid, backend.id());
        // The probe is there. In its own namespace it may have another pid, so its file does not tell.
        let is_there = |file: &PathBuf| file.starts_with(&self.libraries) && backend.is_probe(file);
        let there = files.iter().any(is_there);
        if there && files.iter().any(|file| file.starts_with(&self.session)) {
            self.known.insert(key, Seen::Settled);
            return false;
        }
        let before = match self.known.get(&key) {
            Some(Seen::Library(library, past)) => Some((*library, *past)),
            _ => None,
        };
        let past_now = files.iter().any(|file| backend.is_past_loading(pid, file)).then_some(now);
        let (library, past) = before.map_or((now, past_now), |(library, past)| (library, past.or(past_now)));
        self.known.insert(key, Seen::Library(library, past));
        let waited = |since: Duration| now.saturating_sub(since) >= A_MOMENT;
        if waited(library) && self.is_elsewhere(pid) {
            self.known.insert(key, Seen::Settled);
            let command = clean(&proc::command(pid).unwrap_or_default());
            self.elsewhere.push(format!("pid {pid} ({command})"));
            return true;
        }
        let why = if waited(library) { self.lost_variable(pid, backend) } else { None };
        let (all, libraries) = (files.to_owned(), self.libraries.clone());
        // It reads files of the program's.
        let passed_by = look(pid, FILES, move || {
            backend.passed_by(&Process { pid, is_library: backend::is_library, files: &all }, &libraries)
        });
        let passed_by = passed_by.flatten();
        // That is certain, unless something else is in the way, too.
        let passed_by = passed_by.filter(|_| waited(library) || self.lost_variable(pid, backend).is_none());
        let stays_out = || there && waited(library) && seccomp::filtered_thread(pid).is_some();
        let why = why
            .or_else(|| stays_out().then(|| "it has filters of its own, so the probe stays out".to_owned()));
        // A loaded probe announces itself at the first call, which may take a while.
        let why = why.or_else(|| {
            let is_late = past.is_some_and(|past| waited(past) && !there);
            (is_late || passed_by.is_some())
                .then(|| other_reason(pid, backend, &self.libraries, files, passed_by))
        });
        if let Some(why) = why {
            self.known.insert(key, Seen::Settled);
            let command = clean(&proc::command(pid).unwrap_or_default());
            missed.push(Missed { process: process.clone(), api: backend.api(), command, why });
        }
        before != Some((library, past))
    }

    /// The session that it carries is another zetop's: that one has put its own probe there, before ours.
    fn is_elsewhere(&self, pid: u32) -> bool {
        let session = proc::environment_variable(pid, SESSION_VAR).flatten();
        session.is_some_and(|session| session != *self.session.to_string_lossy())
    }

    /// What loads the probe and is no longer in the environment of the process.
    fn lost_variable(&self, pid: u32, backend: &dyn Backend) -> Option<String> {
        let lost = |variable: &str| {
            Some(format!(
                "{variable} was taken from its environment on the way (sudo, env -i, a wrapper script?)"
            ))
        };
        if proc::environment_variable(pid, SESSION_VAR)?.is_none() {
            return lost(SESSION_VAR);
        }
        for (name, value) in backend.required() {
            if proc::environment_variable(pid, name)?.as_deref() != Some(value) {
                return lost(name);
            }
        }
        let path = proc::environment_variable(pid, "LD_LIBRARY_PATH")?.unwrap_or_default();
        if !std::env::split_paths(&path).any(|dir| dir == self.libraries) {
            return lost("zetop's folder in LD_LIBRARY_PATH");
        }
        None
    }
}

/// True for a process that runs a file of this name.
fn is_zetop(pid: u32) -> bool {
    proc::executable(pid).is_some_and(|path| path.file_name().is_some_and(|name| name == "zetop"))
}

/// The environment is as it should be, the API is in use, and the probe is not there: why? `passed_by` is what the backend says.
fn other_reason(
    pid: u32,
    backend: &dyn Backend,
    libraries: &Path,
    files: &[PathBuf],
    passed_by: Option<String>,
) -> String {
    use std::os::unix::fs::MetadataExt;
    let process = PathBuf::from(format!("/proc/{pid}"));
    let uid = std::fs::metadata(&process).map(|metadata| metadata.uid());
    let layer = libraries.strip_prefix("/").unwrap_or(libraries).join(backend.probe().launched);
    let why = if uid.is_ok_and(|uid| uid != rustix::process::geteuid().as_raw()) {
        "it runs as another user, who may not read zetop's folder".to_owned()
    } else if !look(pid, FILES, move || process.join("root").join(layer).exists()).unwrap_or(true) {
        "zetop's folder is not in its file system (a container, a chroot?)".to_owned()
    } else if let Some(how) = passed_by {
        how
    } else if (Process { pid, is_library: backend::is_library, files }).has_explicit_linker() {
        "its dynamic linker ignores LD_LIBRARY_PATH: it was started by name (ld.so --library-path?)"
            .to_owned()
    } else {
        "its dynamic linker does not look into LD_LIBRARY_PATH, or its loader has no place for it".to_owned()
    };
    // The variable that should have loaded our layer has loaded that one.
    let layer = LAYER_FILE.trim_end_matches(".1").as_bytes();
    let is_real_layer = |file: &PathBuf| {
        !backend::is_in_folder_of_ours(file)
            && file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(layer))
    };
    let beside = if files.iter().any(is_real_layer) {
        "; Intel's validation layer was loaded instead, its time is part of the calls'"
    } else {
        ""
    };
    format!("{why}{beside}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_loader_is_no_matter() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        for ms in [200, 1_000, 3_000] {
            assert_eq!(unseen.look(Duration::from_millis(ms), Probed::new), []);
        }
        let nothing = |unseen: &Unseen, probes, calls| unseen.nothing_seen(probes, calls, || None);
        assert!(nothing(&unseen, 0, 0).is_some_and(|why| why.contains("not seen to load")));
        assert_eq!(nothing(&unseen, 1, 5), None);
        assert!(nothing(&unseen, 1, 0).is_some_and(|why| why.contains("made no call")));
        unseen.reached(Reach { is_waiting: false, gap: Some(Gap::AllPointers { api: "CUDA" }) });
        assert!(nothing(&unseen, 1, 0).is_some_and(|why| why.contains("no pointer")));
    }

    #[test]
    fn a_machine_without_a_driver_is_said_to_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        unseen.library_seen = true;
        let said = |unseen: &Unseen, no_gpu: Option<&str>| {
            unseen.nothing_seen(0, 0, || no_gpu.map(str::to_owned)).unwrap()
        };
        let none = said(&unseen, Some("no Level Zero driver found"));
        assert!(none.contains("no GPU driver here (no Level Zero driver found)"), "{none}");
        assert!(none.contains("--sim") && none.contains("zetop doctor"), "{none}");
        assert!(!said(&unseen, None).contains("--sim"));
    }

    /// "The program did not initialise it" stood below the reason why it was not seen to.
    #[test]
    fn a_program_that_was_too_short_for_a_late_attach_is_not_said_to_have_done_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        (unseen.library_seen, unseen.missed) = (true, true);
        let said = unseen.nothing_seen(0, 0, || None).unwrap();
        assert!(said.contains("ended before the probe was in it") && !said.contains("initialise"), "{said}");
    }
}

//! A look through the processes of a started program: which of them use an API without its probe, and why.

use crate::backend::{self, Backend, Process};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::handle::Handle;
use zetop_system::limit::look;
use zetop_system::{proc, seccomp};
use zetop_wire::session::SESSION_VAR;

/// How many processes of a program's family are looked at at most.
const MAX_PROCESSES: usize = 256;
/// A library that was mapped this long ago would have loaded the probe by now.
pub(super) const A_MOMENT: Duration = Duration::from_millis(500);
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
    /// Where the stack of its program begins; 0 if that is not known.
    pub stack: u64,
    /// Why the probe is not there.
    pub why: String,
}

/// What is known about a process without an API's probe.
#[derive(Debug, Clone, Copy)]
enum Seen {
    /// It has the probe, or has been reported.
    Settled,
    /// When the API's library was first seen in it, and when it was first past loading a probe.
    Library(Duration, Option<Duration>),
}

/// The processes and APIs, by name, whose probe has announced itself.
pub type Probed = BTreeSet<(u32, String)>;

/// What a look has found.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) family: Box<Family>,
    pub(super) missed: Vec<Missed>,
    /// Something is to be settled soon.
    pub(super) soon: bool,
    pub(super) took: Duration,
}

/// What is known of the processes.
#[derive(Debug)]
pub(super) struct Family {
    libraries: PathBuf,
    session: PathBuf,
    /// By process and API.
    known: BTreeMap<(u32, &'static str), Seen>,
    pub(super) library_seen: bool,
    pub(super) elsewhere: Vec<String>,
    pub(super) nested: bool,
}

impl Family {
    /// `libraries` is the folder that holds the probe, `session` the one in which probes leave their files.
    pub(super) fn new(libraries: &Path, session: &Path) -> Self {
        Self {
            libraries: libraries.to_owned(),
            session: session.to_owned(),
            known: BTreeMap::new(),
            library_seen: false,
            elsewhere: Vec::new(),
            nested: false,
        }
    }

    /// Looks at all processes, in a thread. Without one, there are no looks any more.
    pub(super) fn start(
        mut self: Box<Self>,
        root: Handle,
        now: Duration,
        probed: Probed,
    ) -> Option<Receiver<Look>> {
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
            let stack = look(pid, FILES, move || proc::stack_start(pid)).flatten().unwrap_or(0);
            missed.push(Missed { process: process.clone(), api: backend.api(), command, stack, why });
        }
        before != Some((library, past))
    }

    /// The session that it carries is another zetop's: that one has put its own probe there, before this zetop's.
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
    let instead = backend::ALL.iter().find_map(|backend| backend.loaded_instead(files));
    let beside = instead.map_or_else(String::new, |tool| {
        format!("; {tool} was loaded instead, its time is part of the calls'")
    });
    format!("{why}{beside}")
}

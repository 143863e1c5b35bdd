//! Where the figures come from: the process files that probes leave in the session folder.
//!
//! The files are written by programs that zetop does not trust. They are opened without following links,
//! must belong to this user (or root), are read with bounds on everything, and there is a limit on how many
//! there can be.

pub mod clock;
mod process_file;

use crate::budget::Budget;
use crate::session::{LogLine, Stream};
use crate::sink::Sink;
use process_file::ProcessFile;
use rustix::fs::{Mode, OFlags};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::CallRecord;
use zetop_wire::session::{parse_process_file, process_file};

/// Most processes at a time. Every one costs an open file and its figures.
const MOST_PROCESSES: usize = 1024;
/// Descriptors that zetop needs for itself.
const OWN_DESCRIPTORS: u64 = 64;
/// Most entries of the folder that are looked at, and most names that are remembered.
const MOST_ENTRIES: usize = 16 * 1024;
/// Most calls that one reading hands on for `--live`; more count as lost.
const MOST_LIVE: usize = 256 * 1024;
/// Refused processes that the user is told of one by one.
const MOST_REFUSED: usize = 8;
/// Readings between two looks at what changes rarely.
const SELDOM: u64 = 50;

/// Most catalogs that differ. Each is a backend and a version of its probe; every one is kept.
const MOST_CATALOGS: usize = 32;

/// A call as it was read, for `--live`.
#[derive(Debug, Clone)]
pub struct LiveCall {
    pub pid: u32,
    pub tid: u32,
    /// Host time, CLOCK_MONOTONIC_RAW, ns.
    pub start_raw_ns: u64,
    pub duration_ns: u64,
    pub record: CallRecord,
    /// What the record's numbers mean.
    pub catalog: Arc<Catalog>,
}

impl LiveCall {
    /// Name of the function; `?` where it has none.
    #[must_use]
    pub fn function(&self) -> &str {
        self.catalog.functions.get(usize::from(self.record.function)).map_or("?", |f| &f.name)
    }

    /// Name of the result, or its code in hexadecimal; `None` for success.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        let code = self.record.result;
        let known = self.catalog.results.iter().find(|result| result.code == code);
        (code != 0).then(|| known.map_or_else(|| format!("{code:#010x}"), |result| result.name.clone()))
    }
}

/// Reads a session folder.
#[derive(Debug)]
pub struct Source {
    folder: PathBuf,
    files: Vec<ProcessFile>,
    /// Names that need no second look: opened, or not what they should be.
    known: BTreeSet<OsString>,
    /// Most processes at a time here; the rest has to wait until some have ended.
    most: usize,
    /// Said that there are too many.
    full: bool,
    catalogs: Vec<Arc<Catalog>>,
    /// For what is kept of process files.
    budget: Budget,
    seen_folder: Option<(i64, i64)>,
    round: u64,
    /// Processes that were ever found.
    found: usize,
    /// Processes that were refused.
    refused: usize,
}

/// What a reading brought.
#[derive(Debug, Default)]
pub struct Reading {
    pub changed: bool,
    /// zetop's words for the log.
    pub said: Vec<String>,
    /// Processes that can't be read, and why: the user is told.
    pub refused: Vec<String>,
    /// Calls of this reading in the order in which they started, when they were asked for.
    pub calls: Vec<LiveCall>,
    /// Call records of this reading that came too late for it.
    pub lost: u64,
}

impl Source {
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            files: Vec::new(),
            known: BTreeSet::new(),
            most: most_processes(),
            full: false,
            catalogs: Vec::new(),
            budget: Budget::default(),
            seen_folder: None,
            round: 0,
            found: 0,
            refused: 0,
        }
    }

    /// Processes found so far, ended ones included.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// True when the probe is in a process of that pid.
    #[must_use]
    pub fn has(&self, pid: u32) -> bool {
        self.files.iter().any(|f| f.pid == pid)
    }

    /// Reads what is new. `last` says that nothing will come after: then every file is read whole.
    pub fn read(&mut self, to: &mut dyn Sink, ns_per_tick: f64, live: bool, last: bool) -> Reading {
        let mut reading = Reading::default();
        self.look_for_files(to, &mut reading, last);
        let seldom = last || self.round.is_multiple_of(SELDOM);
        self.round += 1;
        for file in &mut self.files {
            file.read(to, &mut self.budget, ns_per_tick, live, seldom, last, &mut reading);
        }
        reading.calls.sort_by_key(|call| call.start_raw_ns);
        if seldom {
            self.retire(to, last, &mut reading);
        }
        if self.budget.full {
            to.note("too many threads: counts of the latest are left out".to_owned());
        }
        reading
    }

    /// The probes were told to put their programs back as they were. True when all have said that they did.
    pub fn detach(&mut self, to: &mut dyn Sink, limit: Duration) -> bool {
        const PERIOD: Duration = Duration::from_millis(1);
        let end = Instant::now() + limit;
        loop {
            // A probe may have come a moment ago.
            self.seen_folder = None;
            self.look_for_files(to, &mut Reading::default(), false);
            if self.files.iter().all(ProcessFile::has_left) {
                return true;
            }
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(PERIOD);
        }
    }

    /// Finds new files. The folder's time stamp tells cheaply when there can be any.
    fn look_for_files(&mut self, to: &mut dyn Sink, reading: &mut Reading, last: bool) {
        let Ok(metadata) = std::fs::metadata(&self.folder) else { return };
        let stamp = (metadata.mtime(), metadata.mtime_nsec());
        if self.seen_folder == Some(stamp) && !last && !self.round.is_multiple_of(SELDOM) {
            return;
        }
        self.seen_folder = Some(stamp);
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let names = entries.flatten().take(MOST_ENTRIES).map(|entry| entry.file_name());
        let new: Vec<OsString> = names.filter(|name| !self.known.contains(name)).collect();
        for name in &new {
            if self.known.len() >= MOST_ENTRIES || self.files.len() >= self.most {
                self.say_full(reading);
                break;
            }
            let path = self.folder.join(name);
            let Some(key) = parse_process_file(&path) else { continue };
            // A file without its magic is still being made: look again next time.
            match ProcessFile::open(&path, key, &mut self.catalogs, to) {
                process_file::Opened::Yes(file) => {
                    reading.said.push(format!("probe in pid {}: {}", file.pid, file.command));
                    self.files.push(*file);
                    self.found += 1;
                    reading.changed = true;
                }
                process_file::Opened::NotYet => {
                    self.seen_folder = None;
                    continue;
                }
                process_file::Opened::Refused(why) => {
                    self.refused += 1;
                    if self.refused <= MOST_REFUSED {
                        reading.refused.push(why);
                    }
                }
                process_file::Opened::Never(why) => reading.said.push(format!("{}: {why}", path.display())),
            }
            self.known.insert(name.clone());
        }
    }

    fn say_full(&mut self, reading: &mut Reading) {
        if !std::mem::replace(&mut self.full, true) {
            let most = self.most;
            reading.said.push(format!(
                "more than {most} processes at a time: the others are read when some of these have ended"
            ));
        }
    }

    /// Lets go of processes that have ended.
    fn retire(&mut self, to: &mut dyn Sink, last: bool, reading: &mut Reading) {
        let mut kept = Vec::with_capacity(self.files.len());
        for mut file in self.files.drain(..) {
            if !last && file.is_alive() {
                kept.push(file);
                continue;
            }
            if !last && file.lingers() {
                kept.push(file);
                continue;
            }
            reading.changed = true;
            let ((pid, start), gone) = (file.key, file.is_gone_for_good());
            file.close(to, &mut self.budget);
            if gone {
                let name = process_file(pid, start);
                if std::fs::remove_file(self.folder.join(&name)).is_ok() {
                    self.known.remove(&OsString::from(name));
                }
            }
        }
        self.files = kept;
    }
}

/// Opens a file of the session folder for reading: no links, no waiting for a pipe's other end.
fn open_own(path: &Path) -> std::io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let metadata = file.metadata()?;
    let owner = metadata.uid();
    let ours =
        owner == rustix::process::geteuid().as_raw() || owner == 0 || rustix::process::geteuid().is_root();
    if metadata.is_file() && ours { Ok(file) } else { Err(std::io::ErrorKind::PermissionDenied.into()) }
}

/// As many as there are descriptors for. The limit itself is the program's, too: it stays as it is.
fn most_processes() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let most = limit.map_or(u64::MAX, |limit| limit.saturating_sub(OWN_DESCRIPTORS));
    usize::try_from(most).unwrap_or(usize::MAX).clamp(1, MOST_PROCESSES)
}

/// A line of zetop's own for the log.
#[must_use]
pub fn own_line(text: String, at: std::time::Duration) -> LogLine {
    LogLine { stream: Stream::Zetop, text, at }
}

#[cfg(test)]
mod tests;

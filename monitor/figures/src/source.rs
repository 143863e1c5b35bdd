//! Where the figures come from: the process files that probes leave in the session folder.
//!
//! The files are written by programs that zetop does not trust. They are opened without following links,
//! must belong to this user (or root), are read with bounds on everything, and there is a limit on how many
//! there can be.

pub(crate) mod allocations;
mod bias;
mod block;
mod catalogs;
mod durations;
mod earlier;
pub(crate) mod kernel_name;
mod marked;
mod open;
mod process_file;
mod provision;
mod reading;
mod removal;
mod rounds;
mod samples;
mod scout;

pub use allocations::Allocated;
pub use reading::{LiveCall, MarkedRange, Reading};
pub use samples::{Came, Wish};

use crate::budget::Budget;
use crate::call_site::earlier::{Candidates, Observations};
use crate::call_site::outside::CallToPlace;
use crate::sink::{ProcessId, Sink};
pub use process_file::LoaderVersion;
use process_file::{ProcessFile, Round};
use provision::Grants;
use removal::Removal;
use scout::{Ask, Kin, Look, Scout, ScoutedName};
use std::collections::{HashMap, HashSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::Attended;
use zetop_wire::session::process_file;

/// Most processes at a time. Every one costs an open file and its figures.
const MOST_PROCESSES: usize = 4096;
/// Descriptors that zetop needs for itself.
const OWN_DESCRIPTORS: u64 = 64;
/// How many refused processes the user is told about one by one.
const MOST_REFUSED: usize = 8;
/// Readings between two looks at what changes rarely.
const SELDOM: u64 = 5;
/// How long one reading takes at most, with many files: it goes on with the others next time. The last one has longer.
const READING: Duration = Duration::from_millis(500);
const LAST: Duration = Duration::from_secs(5);
/// Between two looks at the folder for probes that come during a detach.
const SOON: Duration = Duration::from_millis(10);

fn without_file(pid: u32) -> String {
    format!(
        "pid {pid} is not counted: the probe could not make its file there (is there a limit on memory or on the size of files, \
         ulimit -v or -f?)"
    )
}

/// Reads a session folder.
#[derive(Debug)]
pub struct Source {
    folder: PathBuf,
    files: Vec<ProcessFile>,
    scout: Scout,
    kin: Kin,
    /// Most processes at a time here; the rest have to wait until some have ended.
    most: usize,
    /// The user was told that there are too many.
    full: bool,
    /// For what is kept of process files.
    budget: Budget,
    grants: Grants,
    seen_folder: Option<(i64, i64)>,
    round: u64,
    /// Processes that were ever found.
    found: usize,
    /// Processes that were refused.
    refused: usize,
    removal: Removal,
    /// How long the last reading takes at most.
    last: Duration,
}

impl Source {
    #[must_use]
    pub fn new(folder: &Path, loader_version: LoaderVersion) -> Self {
        Self {
            folder: folder.to_owned(),
            files: Vec::new(),
            scout: Scout::new(loader_version),
            kin: Kin::default(),
            most: most_processes(),
            full: false,
            budget: Budget::default(),
            grants: Grants::default(),
            seen_folder: None,
            round: 0,
            found: 0,
            refused: 0,
            removal: Removal::default(),
            last: LAST,
        }
    }

    /// Processes found so far, ended ones included.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// All processes that were found have ended, and were read to their end.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found > 0 && self.files.is_empty() && !self.scout.is_under_way()
    }

    /// The processes, by pid, that have a probe, and the names of the probes' APIs.
    pub fn probed(&self) -> impl Iterator<Item = (u32, String)> {
        self.files.iter().map(|file| (file.pid, file.backend().to_owned()))
    }

    /// Reads what is new. `last` says that nothing will come after: then every file is read whole.
    pub fn read(&mut self, to: &mut dyn Sink, ns_per_tick: f64, live: bool, last: bool) -> Reading {
        let mut reading = Reading::default();
        let seldom = last || self.round.is_multiple_of(SELDOM);
        self.round += 1;
        self.grants.round();
        let end = Instant::now() + if last { self.last } else { READING };
        loop {
            let full = self.look_for_files(to, &mut reading, last.then_some(end));
            let mut read = 0;
            for file in &mut self.files {
                let round = Round { ns_per_tick, live, seldom, last };
                file.read(to, &mut self.budget, &mut self.grants, round, &mut reading);
                read += 1;
                if Instant::now() >= end {
                    break;
                }
            }
            // The others come first next time.
            let unread = self.files.len() - read;
            self.files.rotate_left(read);
            if last && (unread > 0 || full && Instant::now() >= end) {
                to.note(format!(
                    "{unread} processes, or more, were not read to their end: there are too many"
                ));
                break;
            }
            if seldom || full {
                self.retire(to, last, &mut reading);
            }
            // At the end, files for which there was no room are read one after the other.
            if !(last && full) {
                break;
            }
        }
        reading.calls.sort_by_key(|call| call.start_raw_ns);
        if self.budget.full {
            to.note("too many threads: counts of the latest are left out".to_owned());
        }
        reading
    }

    /// What was allocated and freed since the last reading, of processes that were found: room for that is short.
    pub fn allocated(&mut self, ns_per_tick: f64) -> Vec<Allocated> {
        let (files, grants) = (&mut self.files, &mut self.grants);
        files.iter_mut().filter_map(|file| file.allocated_meanwhile(ns_per_tick, grants)).collect()
    }

    /// Looks for new process files, and reads none.
    pub fn find(&mut self, to: &mut dyn Sink) -> Reading {
        let mut reading = Reading::default();
        self.look_for_files(to, &mut reading, None);
        reading
    }

    /// Takes the samples that have come, and asks each process for those that `wishes` names for it. `take`
    /// is told the pid, what its numbers mean, and what came; first nothing, of each process that is asked.
    pub fn sample(
        &mut self,
        live: bool,
        wishes: impl Fn(ProcessId) -> Vec<Wish>,
        mut take: impl FnMut(u32, &Arc<Catalog>, Option<Came>),
    ) {
        for file in &mut self.files {
            let came = file.sample(live, &wishes(file.id), |pid, catalog| take(pid, catalog, None));
            came.into_iter().for_each(|came| take(file.pid, file.catalog(), Some(came)));
        }
    }

    /// Hands out the calls that have lasted long enough to ask where they were made, each once.
    pub fn place(&mut self, mut take: impl FnMut(CallToPlace, &Arc<Catalog>)) {
        for file in &mut self.files {
            let calls = file.calls_to_place();
            calls.into_iter().for_each(|call| take(call, file.catalog()));
        }
    }

    /// Hands out threads that may be in a call that began before the probe came.
    pub fn suspects(&mut self, mut take: impl FnMut(Candidates, &Arc<Catalog>)) {
        for file in &mut self.files {
            if let Some(suspects) = file.suspects() {
                take(suspects, file.catalog());
            }
        }
    }

    /// What was seen of them.
    pub fn seen(&mut self, seen: &Observations) {
        let is_it =
            |file: &&mut ProcessFile| file.pid == seen.pid && Arc::ptr_eq(file.catalog(), &seen.catalog);
        self.files.iter_mut().filter(is_it).for_each(|file| file.seen(&seen.threads));
    }

    /// The probes were told to put their programs back as they were. True when all have reported that they
    /// did.
    pub fn detach(&mut self, to: &mut dyn Sink, limit: Duration) -> bool {
        const PERIOD: Duration = Duration::from_millis(1);
        let end = Instant::now() + limit;
        let mut looked: Option<Instant> = None;
        loop {
            // A probe may have come a moment ago.
            if looked.is_none_or(|looked| looked.elapsed() >= SOON) {
                self.seen_folder = None;
                self.look_for_files(to, &mut Reading::default(), None);
                looked = Some(Instant::now());
            }
            if self.files.iter().all(ProcessFile::has_left) {
                return true;
            }
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(PERIOD);
        }
    }

    /// What the probes that were attached ask for, as long as they have not left. `root` is the first of the processes, from
    /// which others may descend. Before a detach (`last`), and once in a while, they are looked at more closely.
    pub fn attended(&mut self, root: Option<u32>, last: bool) -> Vec<Attended> {
        if last {
            let attended: Vec<_> = self.files.iter().filter_map(ProcessFile::attended_to).collect();
            let gone = if attended.is_empty() { HashSet::new() } else { scout::no_longer_mapped(attended) };
            let is_over = |file: &&mut ProcessFile| file.attended_to().is_some_and(|at| gone.contains(&at));
            self.files.iter_mut().filter(is_over).for_each(ProcessFile::mark_ended);
        }
        let mut found = HashMap::new();
        if let Some(root) = root.filter(|_| last || self.round.is_multiple_of(SELDOM)) {
            let wanted = self.files.iter().filter_map(ProcessFile::name_if_pid_unknown).collect();
            found = self.kin.search(root, MOST_PROCESSES, wanted, last);
        }
        self.files.iter_mut().filter_map(|file| file.attended(&found)).collect()
    }

    fn refuse(&mut self, why: String, reading: &mut Reading) {
        self.refused += 1;
        if self.refused <= MOST_REFUSED {
            reading.refused.push(why);
        }
    }

    /// Takes new files that were found. The folder's time stamp tells cheaply when there can be any. At the end, `last` says
    /// how long that may take. True when there was no room for some.
    fn look_for_files(&mut self, to: &mut dyn Sink, reading: &mut Reading, last: Option<Instant>) -> bool {
        let mut was_under_way = self.scout.is_under_way();
        if !was_under_way {
            let Ok(metadata) = std::fs::metadata(&self.folder) else { return false };
            let stamp = (metadata.mtime(), metadata.mtime_nsec());
            if self.seen_folder == Some(stamp) && last.is_none() && !self.round.is_multiple_of(SELDOM) {
                return false;
            }
            self.seen_folder = Some(stamp);
        }
        loop {
            let Some(look) =
                self.scout.look(|| ask(&self.folder, &self.files, self.most, last.is_some()), last)
            else {
                if last.is_some() {
                    let why = "zetop's folder does not answer: processes that came late are not read";
                    to.note(why.to_owned());
                }
                return false;
            };
            let (full, more) = (look.full, look.more);
            self.take(look, to, reading);
            if full || more {
                // as soon as some have ended, or are done
                self.seen_folder = None;
            }
            if full && last.is_none() {
                self.say_full(reading);
            }
            // What was asked before is not all there is at the end.
            if last.is_none() || !std::mem::take(&mut was_under_way) {
                return full;
            }
        }
    }

    fn take(&mut self, look: Look, to: &mut dyn Sink, reading: &mut Reading) {
        if look.too_many {
            to.note("too many files in the session's folder: some processes are not read".to_owned());
        }
        for found in look.found {
            match found {
                ScoutedName::New(new) => {
                    let is_same = |file: &ProcessFile| file.is_of(new.key.0, &new.catalog.backend);
                    let is_second = self.files.iter().any(is_same);
                    let file = ProcessFile::new(*new, is_second, to);
                    reading.said.push(format!("probe in pid {}: {}", file.pid, file.command));
                    self.files.push(file);
                    self.found += 1;
                    reading.changed = true;
                }
                ScoutedName::Without(pid) => {
                    self.found += 1;
                    self.refuse(without_file(pid), reading);
                }
                ScoutedName::Refused(why) => self.refuse(why, reading),
                ScoutedName::Never(why) => reading.said.push(why),
            }
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

    /// Closes the files of processes that have ended.
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
            file.close(to, &mut self.budget, &mut self.grants);
            if gone {
                self.removal.add(process_file(pid, start).into());
            }
        }
        self.files = kept;
        self.removal.round(&self.folder);
    }
}

fn ask(folder: &Path, files: &[ProcessFile], most: usize, last: bool) -> Ask {
    Ask {
        folder: folder.to_owned(),
        open: files.iter().map(|file| process_file(file.key.0, file.key.1).into()).collect(),
        room: most.saturating_sub(files.len()),
        last,
    }
}

/// As many as there are descriptors for.
fn most_processes() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let most = limit.map_or(u64::MAX, |limit| limit.saturating_sub(OWN_DESCRIPTORS));
    usize::try_from(most).unwrap_or(usize::MAX).clamp(1, MOST_PROCESSES)
}

#[cfg(test)]
mod tests;

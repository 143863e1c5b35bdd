//! A folder of recordings as one session, while they are written and afterwards: a job's ranks, on any number of machines.
//!
//! ```text
//! recording -> Follower \
//! recording -> Follower  > in the order of time -> aggregate -> snapshot
//! recording -> Follower /
//! ```
//!
//! Recordings of one boot of a machine share its clock; those of others meet by what their wall clocks said when they began.
//! Figures of a moment are shown when all recordings that are being written have come that far.

mod combined;
mod follower;
mod remarks;

use crate::advice::findings;
use crate::aggregate::Aggregate;
use crate::recording::OpenError;
use crate::recording::format::RecordingHeader;
use crate::session::Session;
use crate::sink::Sink;
use crate::snapshot::{Snapshot, State};
use combined::sites;
use follower::Follower;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

/// Recordings that are read; each costs an open file.
const MOST: usize = 2048;
/// Entries of the folder that are looked at.
const MOST_ENTRIES: usize = 64 * 1024;
/// Between two looks for new recordings, and at those that are there.
const SCAN: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(250);
/// A rank that is behind holds the others up no longer than this, ns.
const BEHIND_NS: u64 = 20_000_000_000;

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    #[error(
        "{0} has no recording (a name that ends in .zetop): `zetop --record {0}/ COMMAND` writes one there"
    )]
    Empty(String),
}

/// A name in the folder.
#[derive(Debug)]
enum Entry {
    Followed(u64, Box<Follower>),
    /// Why it can't be read, for its present inode and length.
    Refused((u64, u64), String),
}

/// A session of a folder's recordings.
#[derive(Debug)]
pub struct WatchSession {
    folder: PathBuf,
    name: String,
    entries: BTreeMap<OsString, Entry>,
    aggregate: Aggregate,
    /// The folder's time begins with its first recording, in ns since 1970.
    base: Option<u64>,
    /// By boot: what its host times lack to the folder's time.
    boots: BTreeMap<String, u64>,
    /// Figures of recordings that were replaced, which stay in the sums.
    replaced: Vec<String>,
    /// In the folder's time.
    shown: u64,
    scanned: Option<Instant>,
    looked: Option<Instant>,
    /// How the folder can't be read now, and how many of its recordings are left out.
    trouble: Option<String>,
    left_out: usize,
    notes: Vec<String>,
    log: Vec<LogLine>,
    started: Instant,
    finished: bool,
    changed: bool,
}

impl WatchSession {
    /// Opens a folder, which may be empty yet.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn open(folder: &Path) -> Result<Self, FolderError> {
        let name = clean(&folder.display().to_string());
        std::fs::read_dir(folder).map_err(|error| FolderError::Io(name.clone(), error))?;
        let mut session = Self {
            folder: folder.to_owned(),
            name,
            entries: BTreeMap::new(),
            aggregate: Aggregate::new(0),
            base: None,
            boots: BTreeMap::new(),
            replaced: Vec::new(),
            shown: 0,
            scanned: None,
            looked: None,
            trouble: None,
            left_out: 0,
            notes: Vec::new(),
            log: Vec::new(),
            started: Instant::now(),
            finished: false,
            changed: true,
        };
        session.scan();
        Ok(session)
    }

    /// Plays everything that is there.
    ///
    /// # Errors
    /// When there is no recording.
    pub fn to_the_end(&mut self) -> Result<(), FolderError> {
        self.to_the_end_with(|_| ())
    }

    /// Plays everything that is there. `look` is called some hundred times on the way.
    ///
    /// # Errors
    /// When there is no recording.
    pub fn to_the_end_with(&mut self, mut look: impl FnMut(&mut Self)) -> Result<(), FolderError> {
        // How long the recordings are is known at their end: the longer they turn out to be, the more seldom it looks.
        const LOOKS: u32 = 150;
        let (mut looks, mut next, mut apart) = (0, 0, 1_000_000);
        if self.entries.is_empty() {
            return Err(FolderError::Empty(self.name.clone()));
        }
        loop {
            let mut some = false;
            for follower in followers(&mut self.entries) {
                some |= follower.read();
            }
            if !some && followers(&mut self.entries).all(|follower| follower.next().is_none()) {
                break;
            }
            // Where nothing more can be read, one that was cut off is not waited for.
            let until = if some { self.common_time(false) } else { u64::MAX };
            self.play(until);
            if self.shown >= next {
                look(self);
                looks += 1;
                if looks % LOOKS == 0 {
                    apart *= 2;
                }
                next = self.shown + apart;
            }
        }
        followers(&mut self.entries).for_each(Follower::give_up);
        self.end_if_complete();
        self.notes = self.remarks(false);
        Ok(())
    }

    /// Finds new recordings, and those that were replaced.
    fn scan(&mut self) {
        self.scanned = Some(Instant::now());
        let listed = match std::fs::read_dir(&self.folder) {
            Ok(listed) => listed,
            Err(error) => {
                self.trouble = Some(format!("{}: {error}", self.name));
                return;
            }
        };
        self.trouble = None;
        let names = listed.flatten().take(MOST_ENTRIES).map(|entry| entry.file_name());
        let mut names: Vec<OsString> =
            names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "zetop")).collect();
        names.sort_unstable();
        self.left_out = names.len().saturating_sub(MOST);
        let mut new = Vec::new();
        for name in names.into_iter().take(MOST) {
            let path = self.folder.join(&name);
            let Ok(found) = std::fs::metadata(&path) else { continue };
            match self.entries.get(&name) {
                Some(Entry::Followed(inode, _)) if *inode == found.ino() => continue,
                Some(Entry::Refused(at, _)) if *at == (found.ino(), found.len()) => continue,
                _ => {}
            }
            // Its zetop has made it, and written nothing yet.
            if found.len() == 0 {
                continue;
            }
            match Follower::open(&path) {
                Ok(follower) => new.push((name, found.ino(), follower)),
                Err(error) => {
                    let why = text_of(&error);
                    self.entries.insert(name, Entry::Refused((found.ino(), found.len()), why));
                }
            }
        }
        // The earliest one begins the folder's time.
        new.sort_by_key(|(_, _, follower)| unix_ns(follower.about()));
        for (name, inode, mut follower) in new {
            self.place(&mut follower);
            let begun = format!("{}: {}", clean(&name.to_string_lossy()), who(follower.about()));
            self.log.push(LogLine::own(begun, self.started.elapsed()));
            let before = self.entries.insert(name.clone(), Entry::Followed(inode, Box::new(follower)));
            if let Some(Entry::Followed(_, before)) = before {
                before.processes().for_each(|id| self.aggregate.process_ended(id));
                self.replaced.push(clean(&name.to_string_lossy()));
            }
            self.changed = true;
        }
    }

    /// Puts a recording on the folder's time line.
    fn place(&mut self, follower: &mut Follower) {
        let about = follower.about();
        let begins = unix_ns(about);
        let base = *self.base.get_or_insert_with(|| {
            self.aggregate = Aggregate::new(begins);
            self.aggregate.began_at(Some(begins));
            self.aggregate.keep_all();
            begins
        });
        let own = begins.wrapping_sub(about.start);
        let shift = match about.boot.is_empty() {
            true => own,
            false => *self.boots.entry(about.boot.clone()).or_insert(own),
        };
        let begins = about.start.wrapping_add(shift);
        follower.place(begins, base);
    }

    /// The time that all recordings have reached that are being written, or that some have long left behind.
    fn common_time(&mut self, live: bool) -> u64 {
        let mut newest = self.shown;
        let mut common = u64::MAX;
        for follower in followers(&mut self.entries) {
            newest = newest.max(follower.read_to());
            let is_over = follower.is_complete() || follower.is_stuck() || (live && follower.is_silent());
            if !is_over {
                common = common.min(follower.read_to());
            }
        }
        let behind = if live { newest.saturating_sub(BEHIND_NS) } else { 0 };
        if common == u64::MAX { newest } else { common.max(behind) }
    }

    /// Plays the frames of all recordings until then, in their order.
    fn play(&mut self, until: u64) {
        let mut next: BTreeSet<(u64, &OsString)> = BTreeSet::new();
        let mut all: BTreeMap<&OsString, &mut Follower> = BTreeMap::new();
        for (name, entry) in &mut self.entries {
            if let Entry::Followed(_, follower) = entry {
                next.extend(follower.next().map(|at| (at, name)));
                all.insert(name, follower);
            }
        }
        while let Some((at, name)) = next.pop_first() {
            if at > until {
                break;
            }
            let Some(follower) = all.get_mut(name) else { continue };
            follower.play(&mut self.aggregate);
            next.extend(follower.next().map(|at| (at, name)));
            self.shown = self.shown.max(at);
            self.changed = true;
        }
    }

    fn end_if_complete(&mut self) {
        let mut all = followers(&mut self.entries).peekable();
        let is_complete =
            all.peek().is_some() && all.all(|follower| follower.is_complete() && follower.next().is_none());
        if is_complete && !self.finished {
            self.aggregate.end();
            (self.finished, self.changed) = (true, true);
        }
    }
}

fn followers(entries: &mut BTreeMap<OsString, Entry>) -> impl Iterator<Item = &mut Follower> {
    entries.values_mut().filter_map(|entry| match entry {
        Entry::Followed(_, follower) => Some(&mut **follower),
        Entry::Refused(..) => None,
    })
}

fn unix_ns(about: &RecordingHeader) -> u64 {
    about.unix_ns().unwrap_or(about.start)
}

fn text_of(error: &OpenError) -> String {
    error.to_string()
}

/// `rank 3 on node7: ./app`.
fn who(about: &RecordingHeader) -> String {
    let rank = about.member.rank.map_or_else(|| "a process".to_owned(), |rank| format!("rank {rank}"));
    format!("{rank} on {}: {}", about.member.host, about.command.join(" "))
}

impl Session for WatchSession {
    fn poll(&mut self) -> bool {
        if self.finished {
            return std::mem::take(&mut self.changed);
        }
        if self.scanned.is_none_or(|at| at.elapsed() >= SCAN) {
            self.scan();
        }
        if self.looked.is_none_or(|at| at.elapsed() >= LOOK) {
            self.looked = Some(Instant::now());
            for follower in followers(&mut self.entries) {
                follower.read();
            }
            let until = self.common_time(true);
            self.play(until);
            self.end_if_complete();
            let notes = self.remarks(true);
            self.changed |= notes != self.notes;
            for note in notes.iter().filter(|note| !self.notes.contains(note)) {
                self.log.push(LogLine::own(note.clone(), self.started.elapsed()));
            }
            self.notes = notes;
        }
        std::mem::take(&mut self.changed)
    }

    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        let mut snapshot = self.aggregate.snapshot(pid);
        snapshot.findings = findings(&snapshot);
        let parts: Vec<_> =
            followers(&mut self.entries).map(|f| (f.about().clone(), f.session.clone())).collect();
        snapshot.sites = sites(parts.iter().map(|(_, part)| part));
        snapshot.place_calls();
        for finding in &mut snapshot.findings {
            let sites = snapshot.sites.iter().find(|(row, _)| *row == finding.about);
            finding.sites = sites.map_or_else(Vec::new, |(_, sites)| sites.clone());
        }
        let samples = parts.iter().map(|(_, part)| part.samples);
        let (samples, total_ns, max_ns) = samples.fold((0u64, 0.0, 0.0f64), |all, one| {
            (all.0.saturating_add(one.0), all.1 + one.1, all.2.max(one.2))
        });
        snapshot.quality.samples = samples;
        snapshot.quality.sample_avg_ns = (samples > 0).then(|| total_ns / samples as f64);
        snapshot.quality.sample_max_ns = (samples > 0).then_some(max_ns);
        if let Some((about, _)) = parts.first() {
            snapshot.target.command.clone_from(&about.command);
        }
        // That of the job: the first rank's that failed.
        let failed = parts.iter().map(|(_, part)| (part.exit_status, part.signal));
        let failed =
            failed.filter(|(status, signal)| signal.is_some() || status.is_some_and(|status| status != 0));
        let all_ended = self.finished && parts.iter().all(|(_, part)| part.exit_status.is_some());
        let ended = failed.into_iter().next().or_else(|| all_ended.then_some((Some(0), None)));
        (snapshot.target.exit_status, snapshot.target.signal) = ended.unwrap_or_default();
        snapshot.target.attached = true;
        if self.finished && !parts.is_empty() && parts.iter().all(|(_, part)| part.detached) {
            snapshot.state = State::Detached;
        }
        let mut notes = self.notes.clone();
        notes.extend(combined::notes(parts.iter().map(|(about, part)| (about.member.rank, &*part.notes))));
        snapshot.quality.notes.splice(0..0, notes);
        Arc::new(snapshot)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn log_dropped(&self) -> u64 {
        0
    }

    fn finished(&self) -> bool {
        self.finished
    }

    fn reset(&mut self) {
        self.aggregate.reset();
        self.changed = true;
    }

    fn kill(&mut self) {
        self.detach();
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The programs are not zetop's to end.
    fn is_attached(&self) -> bool {
        true
    }

    fn detach(&mut self) {
        self.finished = true;
    }

    fn poll_interval(&self) -> Duration {
        if self.finished { Duration::from_secs(1) } else { Duration::from_millis(100) }
    }
}

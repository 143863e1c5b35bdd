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

mod apart;
mod combined;
mod follower;
mod remarks;
mod scan;

pub use apart::WatchThread;

use crate::advice::findings;
use crate::aggregate::Aggregate;
use crate::session::Session;
use crate::snapshot::{RunState, Snapshot};
use combined::sites;
use follower::Follower;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

/// Recordings that are read; each costs an open file.
const MAX_RECORDINGS: usize = 2048;
/// Entries of the folder that are looked at.
const MOST_ENTRIES: usize = 64 * 1024;
/// Between two looks for new recordings and at those that are there, for each of them, and at least and at most: of many ranks one
/// writes at any moment, and a look at them all takes its time. Each writes every five seconds.
const LOOK: Duration = Duration::from_millis(150);
const LOOKS: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(5);
/// How long figures are read at a time while there are more: a terminal waits meanwhile.
const TURN: Duration = Duration::from_millis(100);
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
    #[error("{0}: none of its recordings can be read: {1}")]
    Unreadable(String, String),
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
    /// There was more than could be read in a turn.
    is_behind: bool,
    /// The recording whose turn it is to be read.
    next_read: usize,
    /// The last snapshot, and what it was of, while there is nothing newer.
    latest: Option<(Option<u32>, Arc<Snapshot>)>,
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
        let mut name = clean(&folder.display().to_string());
        while name.len() > 1 && name.ends_with('/') {
            name.pop();
        }
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
            is_behind: false,
            next_read: 0,
            latest: None,
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
        if followers(&mut self.entries).next().is_none() {
            return Err(FolderError::Unreadable(self.name.clone(), self.refusals().join("; ")));
        }
        loop {
            let mut some = false;
            for follower in followers(&mut self.entries) {
                some |= follower.read(true);
            }
            if !some && followers(&mut self.entries).all(|follower| follower.next().is_none()) {
                break;
            }
            // Where nothing more can be read, one that was cut off is not waited for.
            let until = if some { self.common_time(false) } else { u64::MAX };
            self.play(until, None);
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

    /// Reads and shows what has been written. True if there is more than a turn has time for.
    fn go_on(&mut self) -> bool {
        let end = Instant::now() + TURN;
        let mut look = true;
        loop {
            let (first, mut some) = (std::mem::take(&mut self.next_read), false);
            for (place, follower) in followers(&mut self.entries).enumerate().skip(first) {
                some |= follower.read(look);
                if Instant::now() >= end {
                    // Each has its turn, however slow the disk is.
                    (self.next_read, some) = (place + 1, true);
                    break;
                }
            }
            look = false;
            let until = self.common_time(true);
            let is_played = self.play(until, Some(end));
            if !some && is_played {
                return false;
            }
            if Instant::now() >= end {
                return true;
            }
        }
    }

    /// What is shown is no longer all that there is.
    fn changes(&mut self) {
        (self.changed, self.latest) = (true, None);
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

    /// Plays the frames of all recordings until then, in their order. False if some are left, since it is time to end.
    fn play(&mut self, until: u64, end: Option<Instant>) -> bool {
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
            if end.is_some_and(|end| Instant::now() >= end) {
                return false;
            }
            let Some(follower) = all.get_mut(name) else { continue };
            follower.play(&mut self.aggregate);
            next.extend(follower.next().map(|at| (at, name)));
            self.shown = self.shown.max(at);
            (self.changed, self.latest) = (true, None);
        }
        true
    }

    /// The figures of all, with what the recordings say beside them.
    fn combined(&mut self, pid: Option<u32>) -> Snapshot {
        self.hand_over();
        let mut snapshot = self.aggregate.snapshot(pid);
        snapshot.findings = findings(&snapshot);
        let followed = self.entries.values().filter_map(|entry| match entry {
            Entry::Followed(_, follower) => Some(&**follower),
            Entry::Refused(..) => None,
        });
        let parts: Vec<_> = followed.map(|follower| (follower.about(), &follower.session)).collect();
        snapshot.sites = sites(parts.iter().map(|(_, part)| *part));
        snapshot.place_calls();
        // Some know their lines themselves.
        for finding in snapshot.findings.iter_mut().filter(|finding| finding.sites.is_empty()) {
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
        let all_ended =
            self.finished && !parts.is_empty() && parts.iter().all(|(_, part)| part.exit_status.is_some());
        let ended = failed.into_iter().next().or_else(|| all_ended.then_some((Some(0), None)));
        (snapshot.target.exit_status, snapshot.target.signal) = ended.unwrap_or_default();
        snapshot.target.attached = true;
        if self.finished && !parts.is_empty() && parts.iter().all(|(_, part)| part.detached) {
            snapshot.state = RunState::Detached;
        }
        let mut notes = self.notes.clone();
        notes.extend(combined::notes(parts.iter().map(|(about, part)| (about.member.rank, &*part.notes))));
        snapshot.quality.notes.splice(0..0, notes);
        snapshot
    }

    /// What the followers have kept back.
    fn hand_over(&mut self) {
        for follower in followers(&mut self.entries) {
            follower.hand_over(&mut self.aggregate);
        }
    }

    fn end_if_complete(&mut self) {
        let mut all = followers(&mut self.entries).peekable();
        let is_complete =
            all.peek().is_some() && all.all(|follower| follower.is_complete() && follower.next().is_none());
        drop(all);
        if is_complete && !self.finished {
            self.hand_over();
            self.aggregate.end();
            self.finished = true;
            self.changes();
        }
    }
}

fn followers(entries: &mut BTreeMap<OsString, Entry>) -> impl Iterator<Item = &mut Follower> {
    entries.values_mut().filter_map(|entry| match entry {
        Entry::Followed(_, follower) => Some(&mut **follower),
        Entry::Refused(..) => None,
    })
}

impl Session for WatchSession {
    fn poll(&mut self) -> bool {
        if self.finished {
            return std::mem::take(&mut self.changed);
        }
        let between = (LOOK * self.entries.len() as u32).clamp(*LOOKS.start(), *LOOKS.end());
        if self.scanned.is_none_or(|at| at.elapsed() >= between) {
            self.scan();
        }
        if self.is_behind || self.looked.is_none_or(|at| at.elapsed() >= between) {
            self.looked = Some(Instant::now());
            self.is_behind = self.go_on();
            self.end_if_complete();
            let notes = self.remarks(true);
            if notes != self.notes {
                self.changes();
            }
            for note in notes.iter().filter(|note| !self.notes.contains(note)) {
                self.log.push(LogLine::own(note.clone(), self.started.elapsed()));
            }
            self.notes = notes;
        }
        std::mem::take(&mut self.changed)
    }

    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        if let Some((_, latest)) = self.latest.as_ref().filter(|(of, _)| *of == pid) {
            return Arc::clone(latest);
        }
        let snapshot = Arc::new(self.combined(pid));
        self.latest = Some((pid, Arc::clone(&snapshot)));
        snapshot
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
        self.hand_over();
        self.aggregate.reset();
        self.changes();
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
        self.changes();
    }

    fn poll_interval(&self) -> Duration {
        match (self.finished, self.is_behind) {
            (true, _) => Duration::from_secs(1),
            (false, true) => Duration::from_millis(10),
            (false, false) => Duration::from_millis(250),
        }
    }
}

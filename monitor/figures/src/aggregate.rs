//! Figures of all processes of a session: what a source reports goes in ([`Sink`](crate::sink::Sink)), snapshots come out. Plain
//! data; the time is handed in. Each process's catalog says what its numbers mean: no API is known here.

pub mod collectives;
pub mod condensed;
pub mod counted;
pub mod device;
pub mod latency;
mod launchers;
pub mod memory;
pub mod memory_places;
pub mod names;
pub mod process;
pub mod ranges;
mod received;
mod scope;
mod sensors;
pub mod series;
pub mod timeline;
mod view;

use crate::budget::Budget;
use crate::own_code::OfRank;
use crate::sensors::Identity;
use crate::sink::ProcessId;
use crate::snapshot::Snapshot;
use collectives::Collectives;
use condensed::Condensed;
use latency::Marks;
use names::Names;
use process::Process;
use scope::Scope;
use sensors::Sensed;
use series::Window;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many ended processes keep all of their figures. Those that ended before are added up in one, and keep what a row shows.
const ENDED_KEPT: usize = 64;

/// Adds up the processes that ended long ago.
const EARLIER: ProcessId = 0;
/// Adds up those for whose rows there was no room.
const WITHOUT_ROW: ProcessId = 1;

/// Fewer ranks have no odd one out, so that nobody compares where they compute.
const FEWEST_RANKS: usize = 3;

/// Beyond all pids.
const APART: u32 = 1 << 30;

/// Notes of sources that are kept.
const MOST_NOTES: usize = 64;

/// Raw names that are kept, each of 4 KiB at most.
const MOST_RAW_NAMES: usize = 20 * 1024;

/// Everything measured since the start, or since the last reset.
#[derive(Debug, Clone)]
pub struct Aggregate {
    processes: BTreeMap<ProcessId, Process>,
    /// The processes in [`EARLIER`], each with what a row shows.
    rows: BTreeMap<ProcessId, Arc<Process>>,
    /// How much of the budget for memory the rows take.
    rows_room: usize,
    next_id: ProcessId,
    names: Names,
    collectives: Collectives,
    sensed: Sensed,
    budget: Budget,
    notes: BTreeSet<String>,
    /// The programs' own names for kernels, by the name that is shown.
    raw_names: Arc<BTreeMap<Arc<str>, Arc<str>>>,
    /// Host times (CLOCK_MONOTONIC_RAW, ns) of the start, the last reset, and the last reading.
    start: u64,
    /// The start, in ns since 1970.
    unix_ns: Option<u64>,
    since: u64,
    now: u64,
    /// The look before that of `now`.
    before: u64,
    ns_per_tick: f64,
    ended: bool,
    /// Ended processes that keep all of their figures.
    ended_kept: usize,
}

impl Aggregate {
    /// The number of the process that begins first.
    pub const FIRST: ProcessId = WITHOUT_ROW + 1;

    #[must_use]
    pub fn new(start: u64) -> Self {
        Self {
            processes: BTreeMap::new(),
            rows: BTreeMap::new(),
            rows_room: 0,
            next_id: Self::FIRST,
            names: Names::default(),
            collectives: Collectives::default(),
            sensed: Sensed::default(),
            budget: Budget::default(),
            notes: BTreeSet::new(),
            raw_names: Arc::default(),
            start,
            unix_ns: None,
            since: start,
            before: start,
            now: start,
            ns_per_tick: 1.0,
            ended: false,
            ended_kept: ENDED_KEPT,
        }
    }

    /// The session is over, and its processes have ended: time stops here.
    pub fn end(&mut self) {
        for process in self.processes.values_mut().filter(|p| p.running) {
            process.exited = true;
        }
        self.leave();
    }

    /// The session is over: time stops here. A process whose end was not seen goes on.
    pub fn leave(&mut self) {
        let now = self.now;
        for process in self.processes.values_mut().filter(|p| p.running) {
            process.running = false;
            process.device.end();
            process.ended_at = Some(now);
        }
        self.collectives.give_up(u64::MAX);
        self.ended = true;
    }

    /// A process is not looked at any more, since it has ended or although it goes on.
    pub(crate) fn process_left(&mut self, id: ProcessId) {
        let now = self.now;
        if let Some(process) = self.processes.get_mut(&id) {
            process.running = false;
            process.device.end();
            process.ended_at.get_or_insert(now);
            // A program that was left in a call is still in it.
            if !process.is_detached() {
                process.in_progress.clear();
            }
        }
        let ended: Vec<ProcessId> = self
            .processes
            .iter()
            .filter(|(id, p)| !p.running && **id > WITHOUT_ROW)
            .map(|(id, _)| *id)
            .collect();
        for id in ended.iter().take(ended.len().saturating_sub(self.ended_kept)) {
            self.fold(*id);
        }
    }

    /// For a job: all processes keep their figures when they end, and there may be many.
    #[must_use]
    pub fn of_a_job(start: u64) -> Self {
        Self { ended_kept: usize::MAX, budget: Budget::of_a_job(), ..Self::new(start) }
    }

    /// A process is to be shown by itself, although one of another machine may have its pid.
    pub fn tell_apart(&mut self, id: ProcessId) {
        let Some(pid) = self.processes.get(&id).map(|process| process.pid) else { return };
        let taken = |process: &Process| process.key == pid;
        let is_taken = self.processes.iter().any(|(other, process)| *other != id && taken(process));
        if let Some(process) = self.processes.get_mut(&id).filter(|_| is_taken) {
            // No pid is as large.
            process.key = APART | id;
        }
    }

    /// Resets the figures of the given processes.
    pub fn reset_some(&mut self, ids: impl Iterator<Item = ProcessId>) {
        for id in ids {
            if let Some(process) = self.processes.get_mut(&id) {
                process.reset(&mut self.budget);
            }
        }
    }

    /// What the wall clock said at the start, in ns since 1970.
    pub fn began_at(&mut self, unix_ns: Option<u64>) {
        self.unix_ns = unix_ns;
    }

    #[must_use]
    pub fn start(&self) -> u64 {
        self.start
    }

    /// From the last look at a process, or its beginning, to this one, in ns from the start.
    fn between(&self, id: ProcessId) -> (u64, u64) {
        let began = self.processes.get(&id).map_or(0, |process| process.header.start_raw_ns);
        let from = self.before.max(began).min(self.now);
        (from.saturating_sub(self.start), self.now.saturating_sub(self.start))
    }

    fn fold(&mut self, id: ProcessId) {
        let Some(mut process) = self.processes.remove(&id) else { return };
        process.give_room_back(&mut self.budget);
        let row = process.row_alone();
        let to = if self.budget.take_spare(row.size(), &mut self.rows_room) {
            self.rows.insert(id, Arc::new(row));
            EARLIER
        } else {
            WITHOUT_ROW
        };
        let earlier = self.processes.entry(to).or_insert_with(|| process.empty_like());
        earlier.ended_at = earlier.ended_at.max(process.ended_at);
        earlier.absorb(process, &mut self.budget);
    }

    /// For a recording, before the first [`Self::condense`] after the process began.
    pub fn keep_for_recording(&mut self, id: ProcessId) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.device.journal.keep();
        }
    }

    /// For a recording: what each process's single operations added up to since the last time, with its
    /// threads' lifetimes in half nanoseconds. If `strip_due`, also at most `strip` operations of the last moments.
    pub fn condense(&mut self, strip: usize, strip_due: bool) -> Vec<(ProcessId, u64, Condensed)> {
        let (since, ended) = (self.now - self.start, self.ended);
        let of = self.processes.iter_mut().filter(|(id, p)| **id > WITHOUT_ROW && (p.running || ended));
        of.map(|(id, p)| (*id, (2.0 * p.threads_ns()) as u64, p.device.condense(since, strip, strip_due)))
            .collect()
    }

    /// As a recording has it.
    pub fn give(&mut self, id: ProcessId, threads_ns_2: u64, condensed: &Condensed) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.give_threads_ns(threads_ns_2 as f64 / 2.0);
            process.device.give(condensed, &mut self.budget);
        }
    }

    /// Sets where the percentiles and extremes of a row of ranges are.
    pub fn mark_range(&mut self, id: ProcessId, row: u32, marks: Marks) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.ranges.mark(row, marks);
        }
    }

    /// About what the figures take, bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.budget.used()
    }

    /// The devices of running processes, each with the backend of the API through which it is used, and these processes.
    #[must_use]
    pub fn used_devices(&self) -> (BTreeSet<(&str, Identity)>, Vec<u32>) {
        let running = || self.processes.values().filter(|process| process.running);
        let devices = running().flat_map(|process| {
            let devices = process.device.devices.iter();
            devices.map(|device| (process.dictionary.backend(), Identity::from_facts(&device.facts)))
        });
        (devices.collect(), running().map(|process| process.pid).collect())
    }

    /// The ranks of a job that run; none where they are so few that they are not compared with each other.
    #[must_use]
    pub fn ranks(&self) -> Vec<OfRank> {
        let is_rank =
            |process: &Process| process.running && process.member.rank.is_some() && process.pid != 0;
        let of_job =
            |process: &Process| process.member.world_size.is_some_and(|size| size as usize >= FEWEST_RANKS);
        let ranks = || self.processes.iter().filter(|(_, process)| is_rank(process));
        if ranks().count() < FEWEST_RANKS && !ranks().any(|(_, process)| of_job(process)) {
            return Vec::new();
        }
        let ranks = ranks().map(|(id, process)| OfRank {
            id: *id,
            pid: process.pid,
            rank: process.member.rank.unwrap_or(0),
            catalog: Arc::clone(process.dictionary.catalog()),
        });
        ranks.collect()
    }

    /// Resets all figures.
    pub fn reset(&mut self) {
        self.since = self.now;
        self.collectives.reset();
        self.sensed.reset();
        for process in self.processes.values_mut() {
            process.reset(&mut self.budget);
        }
        for row in self.rows.values_mut() {
            Arc::make_mut(row).reset(&mut self.budget);
        }
    }

    /// The figures of all processes, or of those with a pid; where several machines' have it, see [`Self::tell_apart`].
    #[must_use]
    pub fn snapshot(&self, pid: Option<u32>) -> Snapshot {
        let mut processes: Vec<&Process> =
            self.processes.values().filter(|p| pid.is_none_or(|pid| p.key == pid)).collect();
        // Without a pid, what they add up to is among the others.
        processes.extend(self.rows.values().map(|row| &**row).filter(|row| pid == Some(row.key)));
        let rows = self.rows.iter().map(|(id, row)| (*id, &**row));
        let others = self.processes.iter().map(|(id, process)| (*id, process));
        view::snapshot(&Scope {
            all: rows.chain(others.filter(|(id, _)| *id != EARLIER)).collect(),
            processes,
            names: &self.names,
            collectives: &self.collectives,
            sensed: &self.sensed,
            budget: &self.budget,
            notes: &self.notes,
            raw_names: &self.raw_names,
            start: self.start,
            unix_ns: self.unix_ns,
            now: self.now,
            elapsed_ns: self.now - self.since,
            window: Window::new(self.start, self.since, self.now, self.ended),
            ended: self.ended,
        })
    }
}

#[cfg(test)]
mod tests;

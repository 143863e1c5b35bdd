//! One process's file: what has been read of it so far.

mod in_progress;
mod life;
mod live_calls;
mod operations;

use super::allocations::{Allocated, Allocations};
use super::bias::Bias;
use super::block::{Block, News};
use super::durations::{Owners, Seen};
use super::earlier::Earlier;
use super::marked::Marked;
use super::open::reopen_writable;
use super::provision::{Grants, Provision};
use super::reading::Reading;
use super::rounds::Rounds;
use super::samples::{Came, Requests, Wish};
use crate::budget::{Budget, Share};
use crate::job::Member;
use crate::sink::{InProgress, ProcessFound, ProcessId, Sink};
use live_calls::Calls;
use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::COMMUNICATORS;
use zetop_wire::reader::{self, Attended, Cursor, Header, InCommunicator};

/// Finds the version of the library through which a process reaches an API (the name of its backend), where its file's
/// name tells it.
pub type LoaderVersion = fn(pid: u32, backend: &str) -> Option<String>;

#[derive(Debug)]
pub(super) struct ProcessFile {
    /// Pid and start, as in the file's name.
    pub(super) key: (u32, u64),
    pub(super) pid: u32,
    pub(super) id: ProcessId,
    pub(super) command: String,
    file: File,
    /// The pid is that of the process that has this file mapped, not of another one in our pid namespace.
    pid_is_ours: bool,
    header: Header,
    path: PathBuf,
    blocks: Vec<Block>,
    overflow: Block,
    owners: Owners,
    /// By the number of a class.
    class_durations: Vec<Seen>,
    device_cursor: Cursor,
    collectives: Cursor,
    marked: Marked,
    rounds: Rounds,
    catalog: Arc<Catalog>,
    /// Strings of its table that were read.
    names: HashMap<u32, Arc<str>>,
    /// Classes that the sink was told about.
    classes: usize,
    /// How much of the budget for memory the counters of its threads take.
    room: usize,
    /// Looks at a process that seems to be dead.
    dead_for: u32,
    /// Whether the process was alive at the last reading.
    alive: bool,
    /// The user was told that children of it are not counted.
    said_lost: bool,
    said_stuck: bool,
    said_captured: bool,
    said_full: bool,
    requests: Requests,
    provision: Provision,
    /// As of the last reading.
    communicators: Vec<InCommunicator>,
    in_progress: Vec<InProgress>,
    /// Calls in progress, by thread and tick, that were handed out to be placed.
    placed: Vec<(u32, u64)>,
    /// Calls that were noted at the last reading: thread, tick, and the calls that the thread had made when each was seen first.
    noted: Vec<(u32, u64, u64)>,
    earlier: Earlier,
    allocations: Allocations,
    /// What a probe that was attached asks for, once its process was found.
    attended: Option<Attended>,
    is_over: bool,
}

/// How the files are read this time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round {
    pub(super) ns_per_tick: f64,
    /// Records of single calls are wanted.
    pub(super) live: bool,
    /// What rarely changes is read, too.
    pub(super) seldom: bool,
    /// Nothing comes after: files are read whole.
    pub(super) last: bool,
}

/// A file that was found, with what is known of its process.
#[derive(Debug)]
pub(super) struct New {
    pub(super) key: (u32, u64),
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) pid_is_ours: bool,
    pub(super) header: Header,
    pub(super) catalog: Arc<Catalog>,
    pub(super) loader_version: Option<String>,
    pub(super) command: String,
    pub(super) member: Member,
}

impl ProcessFile {
    /// `is_second`: there is another one of its process and API.
    pub(super) fn new(new: New, is_second: bool, to: &mut dyn Sink) -> Self {
        let New { key, path, file, pid_is_ours, header, catalog, loader_version, command, member } = new;
        let (pid, _) = key;
        let id = to.process_began(ProcessFound {
            pid,
            command: command.clone(),
            loader_version: loader_version.unwrap_or_default(),
            member: Arc::new(member),
            catalog: Arc::clone(&catalog),
        });
        Self {
            key,
            pid,
            id,
            command,
            file,
            pid_is_ours,
            header,
            path,
            blocks: Vec::new(),
            overflow: Block::default(),
            owners: Owners::default(),
            class_durations: Vec::new(),
            device_cursor: Cursor::default(),
            collectives: Cursor::default(),
            marked: Marked::default(),
            rounds: Rounds::default(),
            catalog,
            names: HashMap::new(),
            classes: 0,
            room: 0,
            dead_for: 0,
            alive: true,
            said_lost: false,
            said_stuck: false,
            said_captured: false,
            said_full: false,
            requests: Requests::default(),
            provision: Provision::new(pid_is_ours && !is_second),
            communicators: Vec::new(),
            in_progress: Vec::new(),
            placed: Vec::new(),
            noted: Vec::new(),
            earlier: Earlier::default(),
            allocations: Allocations::default(),
            attended: None,
            is_over: false,
        }
    }

    /// Reads what is new.
    pub(super) fn read(
        &mut self,
        to: &mut dyn Sink,
        budget: &mut Budget,
        grants: &mut Grants,
        round: Round,
        reading: &mut Reading,
    ) {
        let Round { ns_per_tick, live, seldom, last } = round;
        let condition = self.pid_is_ours.then(|| grants.condition(self.pid)).flatten();
        // If the header no longer makes sense, what is known stays as it is.
        let before = std::mem::take(&mut self.header);
        let found = reader::header(&self.file);
        let blocks = found.as_ref().unwrap_or(&before).blocks;
        let heads: Vec<_> = (0..blocks).map(|block| reader::head(&self.file, block)).collect();
        self.header = match found {
            Ok(mut header) => {
                let given = heads.iter().fold(0_u64, |sum, head| sum.wrapping_add(head.given));
                header.submitted = header.submitted.wrapping_add(given);
                header.own_ticks = heads.iter().fold(0, |sum, head| sum.saturating_add(head.own));
                header.stopped = condition.is_some_and(|condition| condition.is_stopped);
                header
            }
            Err(_) => before.clone(),
        };
        let header_moved = self.header != before;
        to.header(self.id, &self.header);
        if self.header.lost_children > 0 && !std::mem::replace(&mut self.said_lost, true) {
            to.note(format!(
                "pid {} has forked children that are not counted: they can't reach zetop's folder (another user, chroot), \
                 or filter their system calls",
                self.pid
            ));
        }
        if self.header.timing_stuck && !std::mem::replace(&mut self.said_stuck, true) {
            to.note(format!(
                "device timing has ended in pid {}: a thread was stopped, or waited for another one, in the middle of it \
                 (a signal handler that makes calls?)",
                self.pid
            ));
        }
        let captured = self.header.maybe_captured;
        if captured > 0 && !std::mem::replace(&mut self.said_captured, true) {
            to.note(format!(
                "a graph was being captured in pid {} when zetop attached: at most {captured} of the operations that count as \
                 untimed were captured into it, not executed",
                self.pid
            ));
        }
        reading.changed |= header_moved | last;

        self.alive = self.lives(condition.map(|condition| condition.is_over));
        let can_take = !last && self.alive;
        let length = self.file.metadata().map_or(0, |found| found.len());
        if can_take {
            let pid = Some(self.pid).filter(|_| self.pid_is_ours);
            if let Some(note) = self.provision.round(&self.file, length, pid, grants) {
                to.note(note);
            }
        }
        let ns_per_tick = if self.header.tsc { ns_per_tick } else { 1.0 };
        let now = zetop_system::clock::raw_ns();
        let bias = Bias::from_header(&self.header);
        let calls = Calls {
            bias,
            pid: self.pid,
            process: self.id,
            header: &self.header,
            catalog: &self.catalog,
            ns_per_tick,
            now,
        };
        let mut news = Vec::new();
        self.blocks.resize_with(self.blocks.len().max(heads.len()), Block::default);
        for (i, (block, head)) in self.blocks.iter_mut().zip(&heads).enumerate() {
            if live && head.has_ring {
                let lost = calls.read(&self.file, i, &mut block.cursor, reading);
                if lost > 0 {
                    to.lost_calls(self.id, lost);
                }
            }
            let mut share = Share { budget, used: &mut self.room };
            news.extend(block.read(&self.file, i, head, &mut self.owners, &mut share, last));
        }
        if self.header.overflows {
            let mut share = Share { budget, used: &mut self.room };
            news.extend(self.overflow.read_overflow(&self.file, &mut self.owners, &mut share));
        }
        let mut in_progress = self.in_progress(&heads, ns_per_tick, now);
        let mut earlier = std::mem::take(&mut self.earlier);
        in_progress.extend(earlier.calls(&heads, &self.header, |tid| self.name_of(tid)));
        self.earlier = earlier;
        to.in_progress(self.id, &in_progress);
        // Other ranks' calls may be those that do not return, so all tell it.
        let communicators = reader::communicators(&self.file);
        if communicators != self.communicators {
            to.communicators(self.id, &communicators);
            if communicators.len() >= COMMUNICATORS && !std::mem::replace(&mut self.said_full, true) {
                to.note(format!(
                    "pid {} has {COMMUNICATORS} communicators or more: which operation it is at in further ones is not known",
                    self.pid
                ));
            }
            self.communicators = communicators;
        }
        self.in_progress = in_progress;
        for News { function, counters, durations } in &mut news {
            bias.take_from(counters, durations);
            to.calls(self.id, *function, counters);
            to.durations(self.id, *function, durations);
        }
        reading.changed |= news.iter().any(|news| news.counters.calls > 0);
        if live != self.header.wants_records && (seldom || header_moved) {
            self.want_records(live, grants);
        }
        self.read_device(to, budget, seldom || header_moved, ns_per_tick, reading);
        reading.allocated.extend(self.allocated(ns_per_tick, now, can_take.then_some(grants)));
        let (id, cursor) = (self.id, &mut self.collectives);
        reader::drain_collectives(&self.file, cursor, |record| to.collective(id, &record));
        let mut share = Share { budget, used: &mut self.room };
        reading.changed |= self.marked.read(&self.file, to, id, &mut self.owners, &mut share);
    }

    /// What was allocated and freed. A process that is there to use it (`gives`) gets back what was read.
    fn allocated(&mut self, ns_per_tick: f64, now: u64, gives: Option<&mut Grants>) -> Option<Allocated> {
        // Without its memory map, no stack of it can be followed.
        if !self.pid_is_ours {
            return None;
        }
        let gives = gives.map(|grants| (&mut self.provision, grants));
        let events = self.allocations.round(&self.file, &self.header, ns_per_tick, now, gives);
        let (process, pid, catalog) = (self.id, self.pid, Arc::clone(&self.catalog));
        (!events.is_empty()).then_some(Allocated { process, pid, catalog, events })
    }

    /// What was allocated and freed since the last look, asked for between two readings.
    pub(super) fn allocated_meanwhile(&mut self, ns_per_tick: f64, grants: &mut Grants) -> Option<Allocated> {
        let ns_per_tick = if self.header.tsc { ns_per_tick } else { 1.0 };
        let gives = self.alive.then_some(grants);
        self.allocated(ns_per_tick, zetop_system::clock::raw_ns(), gives)
    }

    pub(super) fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Takes the samples that have come and asks for more, as `ask` says. A process whose memory map we may
    /// not read is not asked: its samples could not be resolved.
    pub(super) fn sample(
        &mut self,
        live: bool,
        wishes: &[Wish],
        ask: impl FnOnce(u32, &Arc<Catalog>),
    ) -> Vec<Came> {
        if !self.pid_is_ours {
            return Vec::new();
        }
        if !self.alive {
            return self.requests.rest();
        }
        if !wishes.is_empty() {
            ask(self.pid, &self.catalog);
        }
        let open = || reopen_writable(&self.file);
        self.requests.round(open, self.header.blocks, live, wishes)
    }

    /// Where that is not possible, `--live` shows no calls.
    fn want_records(&mut self, wanted: bool, grants: &mut Grants) {
        let _ = self.provision.want_records(&self.file, self.header.blocks, wanted, grants);
    }

    /// Its name, and the process that was attached to, if one was.
    pub(super) fn attended_to(&self) -> Option<(u32, String)> {
        self.attended.as_ref().map(|attended| (attended.pid, attended.name.to_string()))
    }

    /// At a detach: an attached process is another one by now, or another program.
    pub(super) fn mark_ended(&mut self) {
        self.is_over = true;
    }

    fn name(&self) -> Option<String> {
        Some(self.path.file_name()?.to_string_lossy().into_owned())
    }

    /// Its name, if its probe asks for something and its process is not known: it is in a namespace of its own.
    pub(super) fn name_if_pid_unknown(&self) -> Option<String> {
        let looks = !self.pid_is_ours && self.attended.is_none() && self.header.attend != 0;
        if looks && !self.has_left() { self.name() } else { None }
    }

    /// What a probe that was attached asks for. `found` has the processes that were looked for.
    pub(super) fn attended(&mut self, found: &HashMap<String, u32>) -> Option<Attended> {
        if self.header.attend == 0 || self.has_left() {
            return None;
        }
        if self.attended.is_none() {
            let name = self.name()?;
            let ours = Some(self.pid).filter(|_| self.pid_is_ours);
            let pid = ours.or_else(|| found.get(&name).copied())?;
            let file = Arc::new(self.file.try_clone().ok()?);
            self.attended = Some(Attended { pid, entry: self.header.attend, file, name: name.into() });
        }
        self.attended.clone()
    }

    /// Whether it is of that process and API.
    pub(super) fn is_of(&self, pid: u32, backend: &str) -> bool {
        self.pid_is_ours && self.pid == pid && self.backend() == backend
    }

    /// Name of its API's backend.
    pub(super) fn backend(&self) -> &str {
        &self.catalog.backend
    }

    /// Ends the reading of a process file. Only a process that is not alive by then is said to have ended.
    pub(super) fn close(mut self, to: &mut dyn Sink, budget: &mut Budget, grants: &mut Grants) {
        budget.give_room_back(&mut self.room);
        self.provision.give_back(grants);
        if !self.is_alive() {
            to.process_ended(self.id);
        }
    }
}

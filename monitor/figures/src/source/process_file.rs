//! One process's file: what has been read of it so far.

use super::allocations::{Allocated, Allocations};
use super::bias::Bias;
use super::block::{Block, News};
use super::durations::{Owner, Owners, Seen, add_few};
use super::earlier::Earlier;
use super::kernel_name;
use super::marked::Marked;
use super::open::to_write;
use super::provision::{Gifts, Provision};
use super::reading::{LiveCall, MOST_LIVE, MarkedRange, Reading};
use super::rounds::Rounds;
use super::samples::{Came, Requests, Wish};
use crate::budget::{Budget, Share};
use crate::call_site::earlier::{Sight, Suspects};
use crate::call_site::outside::CallToPlace;
use crate::job::Member;
use crate::sink::{InProgress, ProcessFound, ProcessId, Sink};
use crate::snapshot::About;
use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use zetop_system::clean::clean;
use zetop_system::proc;
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::{
    ALL_STRING_BYTES, BLOCKS, COMMUNICATORS, CallRecord, DEVICE_RING, DeviceRecord, FUNCTIONS, Life, Mode,
    call_id,
};
use zetop_wire::reader::{self, Attended, Cursor, Head, Header, InCommunicator};

/// From this age on, ns, a call is worth asking where it was made.
const PLACED_NS: u64 = 500_000_000;
/// Longest name that is kept, bytes. Those of templates are long.
const LONGEST_NAME: usize = 4096;
/// What a kept name takes beyond its text and the program's own form of it, bytes.
const NAME: usize = 128;

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
    device_records: Vec<DeviceRecord>,
    catalog: Arc<Catalog>,
    /// Strings of its table that were read.
    names: HashMap<u32, Arc<str>>,
    /// Classes that the sink was told about.
    classes: usize,
    /// Of the budget, for counters of threads.
    room: usize,
    /// Looks at a process that seems to be dead.
    dead_for: u32,
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
    /// Those of them, by thread and tick, that were handed out to be placed.
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
            device_records: Vec::new(),
            catalog,
            names: HashMap::new(),
            classes: 0,
            room: 0,
            dead_for: 0,
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
        gifts: &mut Gifts,
        round: Round,
        reading: &mut Reading,
    ) {
        let Round { ns_per_tick, live, seldom, last } = round;
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
                header.stopped = match seldom && self.pid_is_ours {
                    true => proc::is_stopped(self.pid),
                    false => before.stopped,
                };
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

        if !last && self.is_alive() {
            let pid = Some(self.pid).filter(|_| self.pid_is_ours);
            if let Some(note) = self.provision.round(&self.file, pid, gifts) {
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
        if seldom || self.header.threads as usize >= BLOCKS || !self.overflow.is_empty() {
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
            self.want_records(live, gifts);
        }
        self.read_device(to, budget, seldom || header_moved, ns_per_tick, reading);
        // Without its memory map, no stack of it can be followed.
        if self.pid_is_ours {
            let gives = (!last && self.is_alive()).then_some((&mut self.provision, gifts));
            let events = self.allocations.round(&self.file, &self.header, ns_per_tick, now, gives);
            if !events.is_empty() {
                let (process, pid, catalog) = (self.id, self.pid, Arc::clone(&self.catalog));
                reading.allocated.push(Allocated { process, pid, catalog, events });
            }
        }
        let (id, cursor) = (self.id, &mut self.collectives);
        reader::drain_collectives(&self.file, cursor, |record| to.collective(id, &record));
        let mut share = Share { budget, used: &mut self.room };
        reading.changed |= self.marked.read(&self.file, to, id, &mut self.owners, &mut share);
    }

    /// The calls of `heads` that have still not returned, so that they are not in the counters that were read meanwhile.
    fn in_progress(&mut self, heads: &[Head], ns_per_tick: f64, now: u64) -> Vec<InProgress> {
        let noted = heads.iter().filter_map(|head| {
            let call = head.in_call?;
            let is_it = |known: &&(u32, u64, u64)| (known.0, known.1) == (head.tid, call.start);
            Some(self.noted.iter().find(is_it).copied().unwrap_or((head.tid, call.start, head.calls)))
        });
        self.noted = noted.collect();
        let calls = heads.iter().enumerate().filter_map(|(block, head)| {
            let call = head.in_call?;
            let ticks = call.after(self.header.start_ticks);
            let since = self.header.start_raw_ns.saturating_add(ns(ticks, ns_per_tick)).min(now);
            let is_old = now - since >= InProgress::REPORTED_NS;
            // A thread that has made other calls since has left this one without a return (`longjmp`, an exception).
            let is_left = !self.noted.contains(&(head.tid, call.start, head.calls));
            if !is_old || is_left || reader::head(&self.file, block).in_call != Some(call) {
                return None;
            }
            let thread_name = self.name_of(head.tid);
            Some(InProgress {
                function: call.function,
                thread: head.tid,
                thread_name,
                since,
                ticks: call.start,
            })
        });
        calls.collect()
    }

    /// Threads that may be in a call that began before the probe came, to be looked at.
    pub(super) fn suspects(&mut self) -> Option<Suspects> {
        let is_attached = self.header.mode != Mode::Layer as u32;
        if !is_attached || !self.pid_is_ours || !self.earlier.is_due() || !self.is_alive() {
            return None;
        }
        let Self { earlier, file, pid, .. } = self;
        earlier.suspects(*pid, || reader::python(file))
    }

    /// What was seen of them.
    pub(super) fn seen(&mut self, seen: &[(u32, Sight)]) {
        self.earlier.seen(seen, &self.catalog);
    }

    /// Calls that have lasted long enough to ask where they were made, each once.
    pub(super) fn calls_to_place(&mut self) -> Vec<CallToPlace> {
        if !self.pid_is_ours || self.in_progress.is_empty() {
            self.placed.clear();
            return Vec::new();
        }
        let now = zetop_system::clock::raw_ns();
        let calls: Vec<(u32, u64)> = self
            .in_progress
            .iter()
            .filter(|call| now.saturating_sub(call.since) >= PLACED_NS && call.ticks != InProgress::BEFORE)
            .map(|call| (call.thread, call.ticks))
            .collect();
        self.placed.retain(|call| calls.contains(call));
        let new: Vec<_> = calls.into_iter().filter(|call| !self.placed.contains(call)).collect();
        if new.is_empty() {
            return Vec::new();
        }
        let Ok(file) = self.file.try_clone().map(Arc::new) else { return Vec::new() };
        self.placed.extend(&new);
        let is_it = |head: &Head, (thread, ticks): (u32, u64)| {
            head.tid == thread && head.in_call.is_some_and(|call| call.start == ticks)
        };
        let heads: Vec<Head> = (0..self.header.blocks).map(|block| reader::head(&self.file, block)).collect();
        let found = new.into_iter().filter_map(|call| {
            let block = heads.iter().position(|head| is_it(head, call))?;
            let (thread, ticks) = call;
            let about = About::Call { pid: self.pid, thread, ticks };
            Some(CallToPlace::new(about, self.pid, Arc::clone(&file), block, heads[block]))
        });
        found.collect()
    }

    /// The name of a thread in a call.
    fn name_of(&self, tid: u32) -> Arc<str> {
        let known = self.in_progress.iter().find(|known| known.thread == tid);
        known.map_or_else(|| self.thread_name(tid), |known| Arc::clone(&known.thread_name))
    }

    /// Empty if it is unknown.
    fn thread_name(&self, tid: u32) -> Arc<str> {
        let name = self.pid_is_ours.then(|| proc::thread_name(self.pid, tid)).flatten();
        clean(&name.unwrap_or_default()).into()
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
        if !self.is_alive() {
            return self.requests.rest();
        }
        if !wishes.is_empty() {
            ask(self.pid, &self.catalog);
        }
        let open = || to_write(&self.file);
        self.requests.round(open, self.header.blocks, live, wishes)
    }

    /// Where that is not possible, `--live` shows no calls.
    fn want_records(&mut self, wanted: bool, gifts: &mut Gifts) {
        let _ = self.provision.want_records(&self.file, self.header.blocks, wanted, gifts);
    }

    fn read_device(
        &mut self,
        to: &mut dyn Sink,
        budget: &mut Budget,
        may_have_moved: bool,
        ns_per_tick: f64,
        reading: &mut Reading,
    ) {
        if may_have_moved {
            let mut facts = reader::device_facts(&self.file, self.header.devices);
            facts.iter_mut().for_each(|f| f.name = harmless(&f.name));
            to.devices(self.id, facts);
        }
        if self.header.classes == 0 {
            return;
        }
        // Classes before records: see `Sink::lost_device_records`.
        if may_have_moved {
            self.read_classes(to, budget);
        }
        self.device_records.clear();
        let lost_before = self.device_cursor.lost;
        let (records, cursor) = (&mut self.device_records, &mut self.device_cursor);
        reader::drain_device(&self.file, cursor, |record| records.push(record));
        let known = self.classes;
        if self.device_records.iter().any(|r| r.class as usize >= known) {
            // The class is newer than our look at the table. A number beyond all classes is rubbish.
            self.header.classes =
                reader::header(&self.file).map_or(0, |h| h.classes).max(self.header.classes);
            self.read_classes(to, budget);
        }
        for record in &self.device_records {
            to.device_record(self.id, record);
            let mut share = Share { budget, used: &mut self.room };
            self.rounds.record(record, ns_per_tick, &mut share);
        }
        for news in self.rounds.news() {
            to.range(self.id, news.row, &news.figures, &news.names);
            to.range_durations(self.id, news.row, &news.durations);
        }
        reading.changed |= !self.device_records.is_empty();
        reading.hurry |= self.device_records.len() > DEVICE_RING / 8;
        let lost = self.device_cursor.lost.saturating_sub(lost_before);
        if lost > 0 {
            to.lost_device_records(self.id, lost);
            self.rounds.lost();
        }
    }

    fn read_classes(&mut self, to: &mut dyn Sink, budget: &mut Budget) {
        let classes = reader::classes(&self.file, self.header.classes);
        self.classes = self.classes.max(classes.len());
        self.class_durations.resize_with(self.classes, Seen::default);
        // The entries of an honest table do not overlap; a hostile one's may each be all of it.
        let mut left = ALL_STRING_BYTES.saturating_sub(self.names.values().map(|name| name.len()).sum());
        for (number, class) in classes.iter().enumerate() {
            let Some(class) = class else { continue };
            let name = self.names.entry(class.name).or_insert_with(|| {
                let raw = reader::string(&self.file, class.name);
                let name = harmless(&kernel_name::readable(&raw));
                let fits = name.len() <= left && budget.take_room(2 * name.len() + NAME, &mut self.room);
                left = left.saturating_sub(name.len());
                let name: Arc<str> = if fits { name.into() } else { "(no room for more names)".into() };
                let raw = harmless(&raw);
                if fits && *raw != *name {
                    to.raw_name(&name, &raw);
                }
                name
            });
            to.class(self.id, number as u32, class, name);
            self.rounds.class(number, class.kind, class.device, name);
            let seen = &mut self.class_durations[number];
            if seen.total() == class.timed {
                continue;
            }
            let mut now = self.owners.read(&self.file, &class.pages, Owner::Class(number as u16));
            add_few(&mut now, &class.few);
            let new = seen.update(now, &mut Share { budget, used: &mut self.room });
            to.class_durations(self.id, number as u32, &new);
        }
    }

    /// The process may still write: it exists, and the probe has not left it. After the probe's exit handler there may be
    /// others, of the program, that make calls for as long as they like.
    pub(super) fn is_alive(&self) -> bool {
        let detached = self.header.life == Life::Detached as u32;
        // A pid from another namespace means nothing here: such a process counts as alive until it says
        // otherwise or the session ends.
        let ended = self.has_ended().unwrap_or(self.header.life == Life::Exited as u32);
        !ended && !detached
    }

    /// `None` if its pid does not tell. Most forked children that end soon have ended before we look at them for the first
    /// time, and say nothing when they end (`_exit`).
    fn has_ended(&self) -> Option<bool> {
        let namespace = Some(self.header.pid_namespace).filter(|inode| *inode != 0);
        match self.pid_is_ours {
            true => Some(!proc::is_alive(self.pid)),
            false if namespace.is_some() && namespace == proc::pid_namespace() => {
                Some(proc::has_ended(self.pid))
            }
            false => None,
        }
    }

    /// A process that has gone is read a few more times: it may have written after we last looked.
    pub(super) fn lingers(&mut self) -> bool {
        self.dead_for += 1;
        self.dead_for < 2
    }

    /// The probe has left an attached program, or the program has gone. One that came with a launch stays.
    pub(super) fn has_left(&self) -> bool {
        let header = reader::header(&self.file).unwrap_or_else(|_| self.header.clone());
        header.mode == Mode::Layer as u32
            || header.life == Life::Detached as u32
            || header.life == Life::Exited as u32
            || self.has_ended() == Some(true)
            || self.is_over
    }

    /// Its name, and the process that was attached to, if one was.
    pub(super) fn attended_to(&self) -> Option<(u32, String)> {
        self.attended.as_ref().map(|attended| (attended.pid, attended.name.to_string()))
    }

    /// At a detach: an attached process is another one by now, or another program.
    pub(super) fn set_over(&mut self) {
        self.is_over = true;
    }

    fn name(&self) -> Option<String> {
        Some(self.path.file_name()?.to_string_lossy().into_owned())
    }

    /// Its name, if its probe asks for something and its process is not known: it is in a namespace of its own.
    pub(super) fn looks_for_its_process(&self) -> Option<String> {
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

    /// It is no longer read.
    pub(super) fn close(mut self, to: &mut dyn Sink, budget: &mut Budget, gifts: &mut Gifts) {
        budget.give_room_back(&mut self.room);
        self.provision.give_back(gifts);
        to.process_ended(self.id);
    }

    /// Nobody will look for the file again: its process has ended. A detached probe's next session has a file
    /// of its own, but its process is alive and has this one mapped no longer.
    pub(super) fn is_gone_for_good(&self) -> bool {
        self.has_ended().unwrap_or(self.header.life == Life::Exited as u32)
    }
}

/// A name as it may be shown and kept.
fn harmless(name: &str) -> String {
    let mut name = clean(name);
    let end = (0..=LONGEST_NAME.min(name.len())).rev().find(|at| name.is_char_boundary(*at));
    name.truncate(end.unwrap_or(0));
    name
}

/// What turns a record into a line of `--live`.
struct Calls<'a> {
    pid: u32,
    process: ProcessId,
    header: &'a Header,
    catalog: &'a Arc<Catalog>,
    ns_per_tick: f64,
    now: u64,
    bias: Bias,
}

impl Calls<'_> {
    fn live(&self, id: u64, lost_before: u64, record: CallRecord) -> LiveCall {
        let record = CallRecord { duration: self.bias.taken_from(record.duration), ..record };
        let since = ns(record.start.saturating_sub(self.header.start_ticks), self.ns_per_tick);
        LiveCall {
            pid: self.pid,
            tid: record.thread,
            start_raw_ns: self.header.start_raw_ns.saturating_add(since).min(self.now),
            duration_ns: ns(record.duration, self.ns_per_tick),
            record,
            catalog: Arc::clone(self.catalog),
            process: self.process,
            id,
            tsc: self.header.tsc,
            lost_before,
        }
    }

    /// Takes a block's new records; returns how many were lost.
    fn read(&self, file: &File, block: usize, cursor: &mut Cursor, reading: &mut Reading) -> u64 {
        let (next, lost_before) = (cursor.next, cursor.lost);
        let (mut is_first, mut too_many, mut untold) = (true, 0, 0u64);
        reader::drain_calls(file, block, cursor, |number, record| {
            // Lost records were lost before the first one.
            let lost = if std::mem::take(&mut is_first) { number.saturating_sub(next) } else { 0 };
            if let Some(row) = usize::from(record.function).checked_sub(FUNCTIONS) {
                untold = untold.saturating_add(lost);
                if reading.ranges.len() < MOST_LIVE {
                    let (start, duration) = (record.start, record.duration);
                    let (process, tid, tsc) = (self.process, record.thread, self.header.tsc);
                    reading.ranges.push(MarkedRange { process, tid, row: row as u32, start, duration, tsc });
                } else {
                    too_many += 1;
                }
            } else if reading.calls.len() < MOST_LIVE {
                reading.calls.push(self.live(call_id(block, number), lost, record));
            } else {
                too_many += 1;
                untold = untold.saturating_add(lost);
            }
        });
        let lost = cursor.lost.saturating_sub(lost_before);
        if is_first {
            untold = lost;
        }
        let after = untold.saturating_add(too_many);
        if after > 0 {
            reading.lost_after.push((self.process, after));
        }
        reading.lost = reading.lost.saturating_add(lost).saturating_add(too_many);
        lost
    }
}

/// Ticks in nanoseconds.
fn ns(ticks: u64, ns_per_tick: f64) -> u64 {
    (ticks as f64 * ns_per_tick).round() as u64
}

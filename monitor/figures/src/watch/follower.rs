//! One recording of a folder, which may still be written.

use crate::aggregate::Aggregate;
use crate::aggregate::condensed::Condensed;
use crate::aggregate::counted::Ticked;
use crate::aggregate::series::INTERVAL_NS;
use crate::recording::coding::Coding;
use crate::recording::format::{RecordingHeader, WITH_MEMBERS};
use crate::recording::frame::{Frame, Part, SessionPart};
use crate::recording::player::{MOST_PROCESSES, frames};
use crate::recording::reader::{OpenError, Recording};
use crate::sensors::Reading;
use crate::sink::{InProgress, ProcessId, Sink};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::Header;

/// Blocks come every five seconds. One that has none for this long is not waited for.
const SILENT: Duration = Duration::from_secs(12);
/// A block may be seen before all of it is there.
const WHOLE: Duration = Duration::from_secs(3);
/// A block is read when fewer frames than this are left of the one before: a thousand recordings have many, and each takes
/// some KB.
const AHEAD: usize = 8;
/// Frames that are kept back at most.
const KEPT_BACK: usize = 16;

/// Its frames, on the time line of the folder.
#[derive(Debug)]
pub(super) struct Follower {
    recording: Recording,
    coding: Coding,
    /// The block that comes next.
    block: usize,
    frames: VecDeque<Frame>,
    /// What played frames say of processes, with their times. One recording after the other, some frames at a time: what is
    /// known of a rank's hundred rows is near then.
    kept_back: Vec<(Ticked, Vec<Part>)>,
    catalog: Arc<Catalog>,
    /// By number in the recording.
    processes: BTreeMap<ProcessId, Followed>,
    next_process: ProcessId,
    pub(super) session: SessionPart,
    /// What is added to its times, wrapping, for those of the folder; and how long after the folder's beginning it began.
    shift: u64,
    later: u64,
    /// In the folder's time: the last frame that was read.
    read_to: u64,
    grown: Instant,
    /// A block that can't be read was first seen then.
    damaged: Option<Instant>,
}

/// A process of the recording.
#[derive(Debug)]
struct Followed {
    /// Its number in the folder.
    id: ProcessId,
    header: Header,
    /// In the folder's time.
    in_progress: Vec<InProgress>,
}

impl Follower {
    pub(super) fn open(path: &Path) -> Result<Self, OpenError> {
        let recording = Recording::follow(path)?;
        Ok(Self {
            coding: Coding::new(recording.version),
            recording,
            block: 0,
            frames: VecDeque::new(),
            kept_back: Vec::new(),
            catalog: Arc::default(),
            processes: BTreeMap::new(),
            next_process: Aggregate::FIRST,
            session: SessionPart::default(),
            shift: 0,
            later: 0,
            read_to: 0,
            grown: Instant::now(),
            damaged: None,
        })
    }

    pub(super) fn about(&self) -> &RecordingHeader {
        &self.recording.about
    }

    /// Puts its beginning, by its own clock, at a time of the folder, which begins at `base`.
    pub(super) fn place(&mut self, begins: u64, base: u64) {
        self.shift = begins.wrapping_sub(self.about().start);
        self.later = begins.saturating_sub(base);
        self.read_to = begins;
    }

    /// All of it is there, and was read.
    pub(super) fn is_complete(&self) -> bool {
        self.recording.is_complete() && self.block == self.recording.places.len()
    }

    /// Nothing has come for longer than anything takes.
    pub(super) fn is_silent(&self) -> bool {
        !self.recording.is_complete() && self.grown.elapsed() > SILENT
    }

    /// Why its end is missing, if it is.
    pub(super) fn missing(&self) -> Option<&str> {
        self.recording.missing.as_deref()
    }

    /// No frame before this will come.
    pub(super) fn read_to(&self) -> u64 {
        self.read_to
    }

    /// The time of the next frame.
    pub(super) fn next(&self) -> Option<u64> {
        self.frames.front().map(|frame| frame.now.wrapping_add(self.shift))
    }

    /// Reads the next block, if there is one and it is needed soon; looks for what has been written since if that is wanted.
    /// True if there was a block.
    pub(super) fn read(&mut self, look: bool) -> bool {
        if self.frames.len() >= AHEAD {
            return false;
        }
        if look && self.block == self.recording.places.len() && !self.recording.is_complete() {
            self.recording.look_further();
        }
        if self.block == self.recording.places.len() {
            return false;
        }
        let now = self.read_to.wrapping_sub(self.shift);
        let Some(place) = self.recording.places.get(self.block).copied() else { return false };
        let Ok(columns) = self.recording.block(&place) else {
            if self.damaged.get_or_insert_with(Instant::now).elapsed() > WHOLE {
                self.recording.end_before(self.block);
            }
            return false;
        };
        let Ok(frames) = frames(columns, &place, &mut self.coding, now) else {
            self.damaged.get_or_insert_with(Instant::now);
            self.recording.end_before(self.block);
            return false;
        };
        self.read_to = frames.back().map_or(self.read_to, |last| last.now.wrapping_add(self.shift));
        self.frames.extend(frames);
        self.block += 1;
        (self.damaged, self.grown) = (None, Instant::now());
        true
    }

    /// Nothing more will be written: what is damaged stays so.
    pub(super) fn give_up(&mut self) {
        if self.damaged.is_some() {
            self.recording.end_before(self.block);
        }
    }

    /// A damaged block is in its way.
    pub(super) fn is_stuck(&self) -> bool {
        self.damaged.is_some()
    }

    /// Plays the next frame. Figures of processes may be kept back.
    pub(super) fn play(&mut self, to: &mut Aggregate) {
        let Some(mut frame) = self.frames.pop_front() else { return };
        let ends = frame.session.as_ref().is_some_and(|session| session.ended);
        if frame.reset {
            self.hand_over(to);
            to.reset_some(self.processes.values().map(|process| process.id));
        }
        to.tick(frame.now.wrapping_add(self.shift), frame.ns_per_tick);
        for began in &frame.began {
            if !began.catalog.is_empty() {
                self.catalog = Catalog::from_json(&began.catalog).map(Arc::new).unwrap_or_default();
            }
            if self.processes.len() < MOST_PROCESSES {
                let mut found = began.found(Arc::clone(&self.catalog));
                if self.recording.version < WITH_MEMBERS {
                    found.member = Arc::new(self.about().member.clone());
                }
                let id = to.process_began(found);
                to.tell_apart(id);
                let process = Followed { id, header: Header::default(), in_progress: Vec::new() };
                self.processes.insert(self.next_process, process);
                self.next_process += 1;
            }
        }
        frame.raw_names.iter().for_each(|(name, raw)| to.raw_name(name, raw));
        frame.notes.into_iter().for_each(|note| to.note(note));
        let shift = self.shift;
        let shifted = |time: u64| if time == 0 { 0 } else { time.wrapping_add(shift) };
        for part in &mut frame.parts {
            let Some(process) = self.processes.get(&part.id) else { continue };
            // Collective operations are matched with those of other ranks by time: shifted to one clock.
            for mut record in std::mem::take(&mut part.collectives) {
                (record.launched, record.start, record.end) =
                    (shifted(record.launched), shifted(record.start), shifted(record.end));
                to.collective(process.id, &record);
            }
        }
        self.kept_back.push((to.ticked(), frame.parts));
        if ends || !frame.ended.is_empty() || self.kept_back.len() >= KEPT_BACK {
            self.hand_over(to);
        }
        to.sensors(&frame.sensors.into_iter().map(Reading::harmless).collect::<Vec<_>>());
        for id in frame.ended {
            if let Some(process) = self.processes.remove(&id) {
                to.process_ended(process.id);
            }
        }
        if let Some(session) = frame.session {
            if session.ended {
                let end = if session.detached { Aggregate::process_left } else { Aggregate::process_ended };
                self.processes.values().for_each(|process| end(to, process.id));
            }
            self.session = session;
        }
    }

    /// Hands over what was kept back.
    pub(super) fn hand_over(&mut self, to: &mut Aggregate) {
        for (time, mut parts) in std::mem::take(&mut self.kept_back) {
            to.at(time, |to| parts.iter_mut().for_each(|part| self.give(part, to)));
        }
    }

    /// What a frame says of a process.
    fn give(&mut self, part: &mut Part, to: &mut Aggregate) {
        let Some(Followed { id, header: known, in_progress }) = self.processes.get_mut(&part.id) else {
            return;
        };
        let id = *id;
        if let Some(header) = &part.header {
            known.clone_from(header);
        }
        if let Some(now) = &part.in_progress {
            in_progress.clone_from(now);
            in_progress.iter_mut().for_each(|call| call.since = call.since.wrapping_add(self.shift));
        }
        let start_raw_ns = match known.start_raw_ns {
            0 => 0,
            start => start.wrapping_add(self.shift),
        };
        to.header(id, &Header { start_raw_ns, ..known.clone() });
        to.in_progress(id, in_progress);
        part.counts(id, to);
        if let Some(facts) = part.devices.take() {
            to.devices(id, facts);
        }
        if let Some(threads) = part.threads_ns_2 {
            make_later(&mut part.condensed, self.later);
            to.give(id, threads, &part.condensed);
        }
    }

    /// Ids of the processes that have not ended.
    pub(super) fn processes(&self) -> impl Iterator<Item = ProcessId> {
        self.processes.values().map(|process| process.id)
    }
}

/// Moves all times `ns` later, for a session that began that much earlier.
fn make_later(condensed: &mut Condensed, ns: u64) {
    for (_, interval, _) in &mut condensed.throughput {
        *interval = interval.saturating_add(ns / INTERVAL_NS);
    }
    for (_, moment) in &mut condensed.devices {
        moment.newest = moment.newest.saturating_add(ns);
        for span in moment.strip.iter_mut().flatten() {
            span.start = span.start.saturating_add(ns);
            span.end = span.end.saturating_add(ns);
        }
    }
}

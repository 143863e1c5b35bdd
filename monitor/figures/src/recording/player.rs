//! Plays a recording into an aggregate, and jumps in it.

use super::coding::Coding;
use super::columns::{Damaged, Reader};
use super::format::BlockAt;
use super::frame::{Frame, SessionPart};
use super::reader::{OpenError, Recording};
use crate::aggregate::Aggregate;
use crate::sensors::Reading;
use crate::sink::{InProgress, ProcessId, Sink};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::Header;

/// How many moments are kept whole, so that a jump has little to replay.
const KEPT: usize = 48;
/// Approximately how much memory they may take in all.
const KEPT_BYTES: usize = 256 << 20;
/// Most processes at a time, as a live session has it.
pub(crate) const MOST_PROCESSES: usize = 4096;

/// Everything that a moment is made of.
#[derive(Debug, Clone)]
struct Moment {
    aggregate: Aggregate,
    coding: Coding,
    session: SessionPart,
    processes: BTreeMap<ProcessId, (Header, Vec<InProgress>)>,
    catalog: Arc<Catalog>,
    /// The block that comes next.
    block: usize,
}

/// A recording at one of its moments.
#[derive(Debug)]
pub struct Player {
    recording: Recording,
    moment: Moment,
    /// The frames of the block before `moment.block` that have not been played.
    frames: VecDeque<Frame>,
    kept: Vec<(u64, Moment)>,
    /// Blocks between two of `kept`.
    every: usize,
    /// The recording is played for the first time: moments are kept on the way.
    opening: bool,
    start: u64,
    end: u64,
    now: u64,
}

impl Player {
    /// Opens a recording and plays it through once, to know how far it is intact.
    ///
    /// # Errors
    /// When it has nothing that this zetop can read.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let recording = Recording::open(path)?;
        let moment = Moment {
            aggregate: recording.aggregate(),
            coding: Coding::new(recording.version),
            session: SessionPart::default(),
            processes: BTreeMap::new(),
            catalog: Arc::default(),
            block: 0,
        };
        let start = recording.about.start;
        let mut player = Self {
            recording,
            kept: vec![(start, moment.clone())],
            moment,
            frames: VecDeque::new(),
            every: 4,
            opening: true,
            start,
            end: start,
            now: start,
        };
        while player.step() {}
        player.opening = false;
        player.end = player.now;
        if player.recording.places.is_empty() {
            return Err(OpenError::Header(player.recording.name().to_owned()));
        }
        Ok(player)
    }

    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    #[must_use]
    pub fn session(&self) -> &SessionPart {
        &self.moment.session
    }

    #[must_use]
    pub fn aggregate(&self) -> &Aggregate {
        &self.moment.aggregate
    }

    /// Time since the session began, ns: here, and at the end.
    #[must_use]
    pub fn position(&self) -> (u64, u64) {
        (self.now - self.start, self.end.saturating_sub(self.start))
    }

    /// Resets the figures here; a jump undoes that.
    pub fn reset(&mut self) {
        self.moment.aggregate.reset();
    }

    /// Goes on to the next moment. False at the end.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.next() else { return false };
        self.now = next;
        // Several frames may belong to one moment.
        while self.next() == Some(self.now) {
            match self.frames.pop_front() {
                Some(frame) => self.moment.play(frame),
                None => break,
            }
        }
        true
    }

    /// The time of the next frame.
    fn next(&mut self) -> Option<u64> {
        while self.frames.is_empty() {
            if self.opening {
                self.keep();
            }
            let place = *self.recording.places.get(self.moment.block)?;
            let coding = &mut self.moment.coding;
            let read = self.recording.block(&place);
            match read.and_then(|columns| frames(columns, &place, coding, self.now)) {
                Ok(frames) => {
                    debug_assert!(frames.len() == place.frames as usize, "as many as were written");
                    self.frames = frames;
                    self.moment.block += 1;
                }
                Err(Damaged) => {
                    self.recording.end_before(self.moment.block);
                    return None;
                }
            }
        }
        self.frames.front().map(|frame| frame.now)
    }

    /// Between two blocks: keeps this moment when none is kept nearby.
    fn keep(&mut self) {
        let due = self.moment.block.is_multiple_of(self.every);
        if !self.frames.is_empty()
            || !due
            || self.kept.last().is_some_and(|(_, m)| m.block == self.moment.block)
        {
            return;
        }
        let size = self.moment.aggregate.size().max(1);
        let most = (KEPT_BYTES / size).clamp(1, KEPT);
        if self.kept.len() >= most {
            self.every *= 2;
            let every = self.every;
            self.kept.retain(|(_, moment)| moment.block.is_multiple_of(every));
        }
        if self.kept.len() < most && self.moment.block.is_multiple_of(self.every) {
            self.kept.push((self.now, self.moment.clone()));
        }
    }

    /// Goes to the last moment that is not after `position` ns since the start.
    pub fn jump(&mut self, position: u64) {
        let to = self.start.saturating_add(position).min(self.end);
        let near = self.kept.partition_point(|(at, _)| *at <= to).saturating_sub(1);
        // From here, unless a kept moment is nearer.
        if to < self.now || self.kept[near].0 > self.now {
            let (at, moment) = &self.kept[near];
            (self.now, self.moment) = (*at, moment.clone());
            self.frames.clear();
        }
        while self.next().is_some_and(|next| next <= to) {
            self.step();
        }
    }

    /// Goes to the moment before this one.
    pub fn step_back(&mut self) {
        let now = self.now;
        let Some(before) = now.checked_sub(self.start + 1) else { return };
        self.jump(before);
    }
}

/// Frames for which there is room at once: how many a block is said to have is not trusted further.
const MOST_AT_ONCE: u32 = 64;

/// The frames of a block with the right checksum, none of them before `now`. Nothing more can be read when it is damaged despite
/// that: what is known of earlier frames is of no use then.
pub(crate) fn frames(
    mut columns: Reader,
    place: &BlockAt,
    coding: &mut Coding,
    now: u64,
) -> Result<VecDeque<Frame>, Damaged> {
    let mut frames = VecDeque::with_capacity(place.frames.min(MOST_AT_ONCE) as usize);
    let mut last = now;
    for _ in 0..place.frames {
        let mut frame = Frame::default();
        coding.frame(&mut columns, &mut frame)?;
        if frame.now < last || frame.now > place.last {
            return Err(Damaged);
        }
        for began in frame.began.iter().filter(|began| !began.catalog.is_empty()) {
            Catalog::from_json(&began.catalog).map_err(|_| Damaged)?;
        }
        last = frame.now;
        frames.push_back(frame);
    }
    Ok(frames)
}

impl Moment {
    fn play(&mut self, frame: Frame) {
        let to = &mut self.aggregate;
        if frame.reset {
            to.reset();
        }
        to.tick(frame.now, frame.ns_per_tick);
        for began in &frame.began {
            if !began.catalog.is_empty() {
                self.catalog = Catalog::from_json(&began.catalog).map(Arc::new).unwrap_or_default();
            }
            if self.processes.len() < MOST_PROCESSES {
                let id = to.process_began(began.found(Arc::clone(&self.catalog)));
                self.processes.insert(id, Default::default());
            }
        }
        for (name, raw) in &frame.raw_names {
            to.raw_name(name, raw);
        }
        for note in frame.notes {
            to.note(note);
        }
        let sensors: Vec<_> = frame.sensors.into_iter().map(Reading::harmless).collect();
        for part in frame.parts {
            let id = part.id;
            if let Some((header, in_progress)) = self.processes.get_mut(&id) {
                if let Some(now) = &part.header {
                    header.clone_from(now);
                }
                to.header(id, header);
                if let Some(now) = &part.in_progress {
                    in_progress.clone_from(now);
                }
                to.in_progress(id, in_progress);
            }
            part.counts(id, to);
            if let Some(facts) = part.devices {
                to.devices(id, facts);
            }
            if let Some(threads) = part.threads_ns_2 {
                to.give(id, threads, &part.condensed);
            }
        }
        to.sensors(&sensors);
        for id in frame.ended {
            to.process_ended(id);
            self.processes.remove(&id);
        }
        if let Some(session) = frame.session {
            match (session.ended, session.detached) {
                (true, true) => to.leave(),
                (true, false) => to.end(),
                (false, _) => {}
            }
            self.session = session;
        }
    }
}

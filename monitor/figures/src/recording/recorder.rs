//! Records what the aggregate receives, and writes it to a file while the program runs.
//!
//! Counters are in every frame. Histograms would be too much: a busy function changes a hundred buckets in each. So
//! they get what is left of an allowance of bytes per second; in between, frames have the current percentiles, which is
//! all that figures show. At the end, at a reset, and when a process ends, all histograms are written.

pub mod tee;

use super::coding::Coding;
use super::columns::Writer;
use super::format::{self, BlockAt, RecordingHeader};
use super::frame::{Counts, Frame, Marks, Part, SessionPart};
use crate::aggregate::Aggregate;
use crate::sink::{Computed, InProgress, MemoryPlace, PlaceFigures, ProcessId, RangeNames};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use zetop_system::output::{Destination, Queue, Sent};
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::Collective;
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

/// A block is written after this much time, or when it has grown this large.
const BLOCK_NS: u64 = 5_000_000_000;
const BLOCK_BYTES: usize = 1 << 20;
/// Bytes per second, on average: 18.7 MB in an hour.
const ALLOWED: u64 = 5_200;
/// What may be spent at the beginning, and the debt beyond which it is forgotten.
const AHEAD: i64 = 96 << 10;
const DEBT: i64 = 256 << 10;
/// Between two looks at what the engines did last, and at the stamps of kernels.
const SELDOM_NS: u64 = 1_000_000_000;
/// Operations of a strip that are kept.
const STRIP: usize = 128;
/// How many buckets are remembered, for all histograms; further ones are written at once.
const MOST_BUCKETS: usize = 2 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HistogramKey {
    Function(u16),
    Class(u32),
    Range(u32),
}

/// Durations of a row.
#[derive(Debug, Default)]
struct Histogram {
    /// Since the process began or the last reset.
    all: Counts,
    /// The part of that which is not written yet.
    held: Counts,
    /// As they were written last.
    marks: Option<Marks>,
    changed: bool,
}

/// What came in since the last frame, for one process.
#[derive(Debug, Default)]
struct Pending {
    header: Option<Header>,
    in_progress: Vec<InProgress>,
    calls: BTreeMap<u16, Counters>,
    lost_calls: u64,
    devices: Option<Vec<Facts>>,
    classes: BTreeMap<u32, (ClassFigures, Arc<str>)>,
    lost_device_records: u64,
    collectives: Vec<Collective>,
    communicators: Option<Vec<InCommunicator>>,
    computed: Option<Computed>,
    memory_places: BTreeMap<u32, (PlaceFigures, Arc<MemoryPlace>)>,
    ranges_head: Option<RangesHead>,
}

/// What is known about a process since it began.
#[derive(Debug, Default)]
struct Followed {
    header: Option<Header>,
    in_progress: Vec<InProgress>,
    devices: Option<Vec<Facts>>,
    /// Shortest and longest call of each function, of all threads.
    extremes: BTreeMap<u16, (Option<u64>, u64)>,
    classes: BTreeMap<u32, ClassFigures>,
}

/// Writes a recording.
#[derive(Debug)]
pub struct Recorder {
    /// `None` once it has failed or is finished.
    queue: Option<Queue>,
    name: String,
    coding: Coding,
    block: Writer,
    place: BlockAt,
    places: Vec<BlockAt>,
    offset: u64,
    /// What may be spent, bytes.
    credit: i64,
    /// Cost of the present block that was taken from it.
    charged: usize,
    pending: Frame,
    parts: BTreeMap<ProcessId, Pending>,
    /// Ranges of processes: many programs have dozens that change all the time, so they are written about once a second.
    ranges: BTreeMap<ProcessId, BTreeMap<u32, (RangeFigures, RangeNames)>>,
    known: BTreeMap<ProcessId, Followed>,
    histograms: BTreeMap<(ProcessId, HistogramKey), Histogram>,
    buckets: usize,
    catalog: Option<Arc<Catalog>>,
    session: SessionPart,
    /// Something was fed since the last frame.
    fed: bool,
    cut_at: u64,
    seldom_at: u64,
}

impl Recorder {
    /// Makes the file, before there is anything to write.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let to = Destination::File(path.to_owned());
        let name = to.name();
        let queue = Queue::open(&to).with_context(|| format!("--record: {name}"))?;
        Ok(Self {
            queue: Some(queue),
            name,
            coding: Coding::default(),
            block: Writer::default(),
            place: BlockAt::default(),
            places: Vec::new(),
            offset: 0,
            credit: AHEAD,
            charged: 0,
            pending: Frame::default(),
            parts: BTreeMap::new(),
            ranges: BTreeMap::new(),
            known: BTreeMap::new(),
            histograms: BTreeMap::new(),
            buckets: 0,
            catalog: None,
            session: SessionPart::default(),
            fed: false,
            cut_at: 0,
            seldom_at: 0,
        })
    }

    /// The session has begun.
    ///
    /// # Errors
    /// When the file has failed.
    pub fn begin(&mut self, about: &RecordingHeader) -> anyhow::Result<()> {
        let header = format::header(about)?;
        self.write(header)
    }

    /// Before a reading: turns what came in into a frame if it is the first one of an interval. Between moments that nobody has
    /// looked at, histories tell no more.
    ///
    /// # Errors
    /// When the file has failed.
    pub fn before_reading(&mut self, aggregate: &mut Aggregate, now: u64) -> anyhow::Result<()> {
        let interval = |at| crate::aggregate::series::interval(aggregate.start(), at);
        // What was found out after the figures were shown belongs to the next moment, not to the one that was shown without it.
        let is_shown = self.pending.now == self.cut_at;
        if is_shown || interval(now) == interval(self.pending.now) {
            return Ok(());
        }
        self.cut(aggregate, false)
    }

    /// The figures are shown now.
    ///
    /// # Errors
    /// When the file has failed.
    pub fn shown(&mut self, aggregate: &mut Aggregate) -> anyhow::Result<()> {
        self.cut(aggregate, false)
    }

    /// The session's information besides the figures.
    pub fn session(&mut self, part: impl FnOnce(&SessionPart) -> SessionPart) {
        let now = part(&self.session);
        if now != self.session {
            self.pending.session = Some(now.clone());
            self.session = now;
            self.fed = true;
        }
    }

    /// All figures are reset. Call this before telling the aggregate.
    ///
    /// # Errors
    /// When the file has failed.
    pub fn reset(&mut self, aggregate: &mut Aggregate) -> anyhow::Result<()> {
        let result = self.cut(aggregate, true);
        self.histograms.clear();
        self.buckets = 0;
        self.pending.reset = true;
        self.fed = true;
        result
    }

    /// Writes what is left, with all histograms. Later calls do nothing.
    ///
    /// # Errors
    /// When the file has failed, or its reader does not read.
    pub fn finish(&mut self, aggregate: &mut Aggregate, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        if self.queue.is_none() {
            return Ok(());
        }
        self.cut(aggregate, true)?;
        self.flush()?;
        let index = format::index(&self.places);
        match self.queue.take() {
            Some(queue) => queue.finish(index, give_up).with_context(|| self.name.clone()),
            None => Ok(()),
        }
    }

    fn write(&mut self, piece: Vec<u8>) -> anyhow::Result<()> {
        let Some(queue) = &mut self.queue else { return Ok(()) };
        self.offset += piece.len() as u64;
        let why = match queue.send(piece) {
            Sent::Yes => return Ok(()),
            Sent::LeftOut(_) => "is written too slowly".to_owned(),
            Sent::Failed => match queue.failure() {
                Some(why) => why.to_string(),
                None => "its reader has gone".to_owned(),
            },
        };
        self.queue = None;
        self.histograms.clear();
        anyhow::bail!("{}: {why}: the recording ends here, the program runs on", self.name)
    }

    /// Makes a frame of what came in, if anything; with `all` histograms or those that there is room for.
    fn cut(&mut self, aggregate: &mut Aggregate, all: bool) -> anyhow::Result<()> {
        if self.queue.is_none() || !(std::mem::take(&mut self.fed) || all) || self.pending.now == 0 {
            return Ok(());
        }
        let passed = self.pending.now.saturating_sub(self.cut_at.max(1)).min(10 * BLOCK_NS);
        if self.cut_at > 0 {
            let earned = passed / 1_000 * ALLOWED / 1_000_000;
            self.credit = (self.credit + earned as i64).clamp(-DEBT, AHEAD);
        }
        self.cut_at = self.pending.now;
        let seldom = self.cut_at.saturating_sub(self.seldom_at) >= SELDOM_NS;
        if seldom {
            self.seldom_at = self.cut_at;
        }
        let next = Frame { now: self.pending.now, ns_per_tick: self.pending.ns_per_tick, ..Frame::default() };
        let mut frame = std::mem::replace(&mut self.pending, next);
        let mut parts = self.parts_of(aggregate, seldom);
        let ranges_are_due = |id: &ProcessId| seldom || all || frame.ended.contains(id);
        for (id, ranges) in
            self.ranges.iter_mut().filter(|(id, ranges)| ranges_are_due(id) && !ranges.is_empty())
        {
            let part = parts.entry(*id).or_insert_with(|| Part { id: *id, ..Part::default() });
            let ranges = std::mem::take(ranges).into_iter();
            part.ranges = ranges.map(|(row, (figures, names))| (row, figures, names)).collect();
        }
        let every = all || self.credit > 0;
        for ((id, row), histogram) in &mut self.histograms {
            if matches!(row, HistogramKey::Range(_)) && !ranges_are_due(id) {
                continue;
            }
            if histogram.held.is_empty() || !(every || histogram.changed || frame.ended.contains(id)) {
                continue;
            }
            let part = parts.entry(*id).or_insert_with(|| Part { id: *id, ..Part::default() });
            histogram.changed = false;
            if every || frame.ended.contains(id) || self.buckets >= MOST_BUCKETS {
                let counts = std::mem::take(&mut histogram.held);
                histogram.marks = None;
                match row {
                    HistogramKey::Function(function) => part.durations.push(*function, &counts),
                    HistogramKey::Class(class) => part.class_durations.push(*class, &counts),
                    HistogramKey::Range(range) => part.range_durations.push(*range, &counts),
                }
            } else if let Some(marks) = marks(&histogram.all).filter(|now| histogram.marks != Some(*now)) {
                histogram.marks = Some(marks);
                match row {
                    HistogramKey::Function(function) => part.marks.push((*function, marks)),
                    HistogramKey::Class(class) => part.class_marks.push((*class, marks)),
                    HistogramKey::Range(range) => part.range_marks.push((*range, marks)),
                }
            }
        }
        frame.parts = parts.into_values().collect();
        for id in &frame.ended {
            self.known.remove(id);
            self.ranges.remove(id);
            let (from, to) = ((*id, HistogramKey::Function(0)), (*id, HistogramKey::Range(u32::MAX)));
            let gone: Vec<_> = self.histograms.range(from..=to).map(|(key, _)| *key).collect();
            for key in gone {
                let histogram = self.histograms.remove(&key);
                self.buckets -= histogram.map_or(0, |h| h.all.len()).min(self.buckets);
            }
        }
        self.put(&mut frame)
    }

    /// What came in for the processes, with what the aggregate made of single operations.
    fn parts_of(&mut self, aggregate: &mut Aggregate, seldom: bool) -> BTreeMap<ProcessId, Part> {
        let mut parts: BTreeMap<ProcessId, Part> = BTreeMap::new();
        for (id, pending) in std::mem::take(&mut self.parts) {
            let known = self.known.entry(id).or_default();
            let header = pending.header.filter(|header| known.header.as_ref() != Some(header));
            let devices = pending.devices.filter(|devices| known.devices.as_ref() != Some(devices));
            if header.is_some() {
                known.header.clone_from(&header);
            }
            if devices.is_some() {
                known.devices.clone_from(&devices);
            }
            let mut classes = Vec::new();
            for (class, (figures, name)) in pending.classes {
                if known.classes.get(&class) != Some(&figures) {
                    known.classes.insert(class, figures);
                    classes.push((class, figures, name));
                }
            }
            let in_progress = (known.in_progress != pending.in_progress).then(|| pending.in_progress.clone());
            known.in_progress = pending.in_progress;
            let part = Part {
                id,
                header,
                in_progress,
                communicators: pending.communicators,
                computed: pending.computed,
                calls: pending.calls.into_iter().collect(),
                lost_calls: pending.lost_calls,
                devices,
                classes,
                lost_device_records: pending.lost_device_records,
                collectives: pending.collectives,
                memory_places: pending.memory_places.into_iter().collect(),
                ranges_head: pending.ranges_head,
                ..Part::default()
            };
            parts.insert(id, part);
        }
        for (id, threads_ns_2, condensed) in aggregate.condense(STRIP, seldom) {
            let part = parts.entry(id).or_insert_with(|| Part { id, ..Part::default() });
            (part.threads_ns_2, part.condensed) = (Some(threads_ns_2), condensed);
        }
        parts
    }

    fn put(&mut self, frame: &mut Frame) -> anyhow::Result<()> {
        if self.place.frames == 0 {
            self.place.first = frame.now;
        }
        self.place.last = frame.now;
        self.place.frames += 1;
        // A writer cannot fail.
        let _ = self.coding.frame(&mut self.block, frame);
        let cost = self.block.cost();
        self.credit -= cost.saturating_sub(self.charged) as i64;
        self.charged = cost;
        let old = frame.now.saturating_sub(self.place.first) >= BLOCK_NS;
        if old || self.block.size() >= BLOCK_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if self.place.frames == 0 {
            return Ok(());
        }
        let columns = self.block.finish().context("--record")?;
        let place = BlockAt { offset: self.offset, ..std::mem::take(&mut self.place) };
        let block = format::block(&place, &columns);
        // What it really cost, instead of the estimate.
        self.credit += std::mem::take(&mut self.charged) as i64 - block.len() as i64;
        self.places.push(place);
        self.write(block)
    }

    fn add(&mut self, id: ProcessId, row: HistogramKey, more: &[(u16, u64)]) {
        if more.is_empty() || self.queue.is_none() {
            return;
        }
        self.fed = true;
        let histogram = self.histograms.entry((id, row)).or_default();
        let before = histogram.all.len();
        merge(&mut histogram.all, more);
        merge(&mut histogram.held, more);
        histogram.changed = true;
        self.buckets += histogram.all.len() - before;
    }

    fn part(&mut self, id: ProcessId) -> &mut Pending {
        self.fed = true;
        self.parts.entry(id).or_default()
    }
}

/// Adds counts, both ascending.
fn merge(to: &mut Counts, more: &[(u16, u64)]) {
    for (bucket, count) in more {
        match to.binary_search_by_key(bucket, |(bucket, _)| *bucket) {
            Ok(at) => to[at].1 = to[at].1.saturating_add(*count),
            Err(at) => to.insert(at, (*bucket, *count)),
        }
    }
}

/// Where the percentiles are, by the rule of [`crate::aggregate::latency`].
fn marks(all: &Counts) -> Option<Marks> {
    let count = crate::sum::sum(all.iter().map(|(_, count)| *count));
    let at = |rank: u64| {
        let mut seen = 0u64;
        all.iter().find(|(_, count)| {
            seen = seen.saturating_add(*count);
            seen >= rank
        })
    };
    let percent = |percent| at(crate::aggregate::latency::rank(count, percent)).map(|(bucket, _)| *bucket);
    Some([all.first()?.0, percent(50)?, percent(90)?, percent(99)?, all.last()?.0])
}

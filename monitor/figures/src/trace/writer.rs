//! Packets of a trace: names and tracks are written once, then referred to by number.

use super::proto::*;
use anyhow::Context;
use prost::Message;
use rustix::time::{ClockId, clock_gettime};
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use zetop_system::clock::raw_ns;
use zetop_system::output::{Destination, Queue, Sent};

/// All packets are of one sequence.
const SEQUENCE: u32 = 1;
/// Names that have numbers; further ones are written out each time.
const MOST_NAMES: usize = 1 << 16;
/// How many bytes may wait for a slow disk. More is left out.
const MOST_WAITING: usize = 64 << 20;
/// The time of `--trace-last` is divided into this many parts: what is older is dropped a part at a time.
const PARTS: u32 = 4;

/// Names of one kind, with their numbers.
#[derive(Debug, Default)]
struct Names(HashMap<Arc<str>, u64>);

impl Names {
    /// The number, and whether it is new; `None` when there are too many.
    fn number(&mut self, name: &Arc<str>) -> Option<(u64, bool)> {
        if let Some(known) = self.0.get(name) {
            return Some((*known, false));
        }
        let number = self.0.len() as u64 + 1;
        if self.0.len() >= MOST_NAMES {
            return None;
        }
        self.0.insert(Arc::clone(name), number);
        Some((number, true))
    }
}

/// A value beside an event.
#[derive(Debug, Clone)]
pub enum Value {
    Count(u64),
    Text(String),
}

/// The contents of an event besides its time.
#[derive(Debug, Clone)]
pub struct Event<'a> {
    pub track: u64,
    pub name: &'a Arc<str>,
    pub category: &'a Arc<str>,
    /// Ties slices together; 0 for none.
    pub flow: u64,
    pub values: Vec<(&'a Arc<str>, Value)>,
}

/// Where a part of the file begins, for `--trace-last`.
#[derive(Debug)]
struct PartOfFile {
    offset: u64,
    began: u64,
}

/// Writes the packets of a trace.
#[derive(Debug)]
pub struct Writer {
    /// `None` once it has failed or is finished.
    queue: Option<Queue>,
    name: String,
    /// Encoded, not handed over yet.
    waiting: Vec<u8>,
    /// Bytes written before, of this file.
    written: u64,
    categories: Names,
    names: Names,
    value_names: Names,
    /// By number; each is written when it is first used in a part.
    tracks: Vec<TrackDescriptor>,
    described: HashSet<u64>,
    /// Only this many of the last ns are kept.
    last: Option<u64>,
    parts: VecDeque<PartOfFile>,
    packet: Vec<u8>,
}

impl Writer {
    /// Makes the file. With `last`, only that much time is kept in it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(path: &Path, last: Option<Duration>) -> anyhow::Result<Self> {
        let to = Destination::File(path.to_owned());
        let name = to.name();
        let queue = match last {
            None => Queue::open(&to),
            Some(_) => Queue::open_tail_only(&to),
        };
        Ok(Self {
            queue: Some(queue.with_context(|| format!("--trace: {name}"))?),
            name,
            waiting: Vec::new(),
            written: 0,
            categories: Names::default(),
            names: Names::default(),
            value_names: Names::default(),
            tracks: Vec::new(),
            described: HashSet::new(),
            last: last.map(|last| last.as_nanos() as u64),
            parts: VecDeque::new(),
            packet: Vec::new(),
        })
    }

    /// Begins a new part if one is due: reading it needs nothing that was written before. True if it begins.
    pub fn begin_part(&mut self, now: u64) -> bool {
        let is_due = match (self.parts.back(), self.last) {
            (None, _) => true,
            (Some(part), Some(last)) => now.saturating_sub(part.began) >= last / u64::from(PARTS),
            (Some(_), None) => false,
        };
        if !is_due {
            return false;
        }
        self.parts.push_back(PartOfFile { offset: self.written + self.waiting.len() as u64, began: now });
        self.categories = Names::default();
        self.names = Names::default();
        self.value_names = Names::default();
        self.described.clear();
        let ns = |clock| {
            let time = clock_gettime(clock);
            u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
        };
        let clock = |clock_id, ns| Clock { clock_id: Some(clock_id), timestamp: Some(ns) };
        let clocks = vec![
            clock(MONOTONIC_RAW, raw_ns()),
            clock(BOOTTIME, ns(ClockId::Boottime)),
            clock(REALTIME, ns(ClockId::Realtime)),
        ];
        self.put(&TracePacket {
            clock_snapshot: Some(ClockSnapshot { clocks, primary_trace_clock: Some(MONOTONIC_RAW) }),
            trusted_packet_sequence_id: Some(SEQUENCE),
            ..TracePacket::default()
        });
        self.put(&TracePacket {
            sequence_flags: Some(STATE_CLEARED),
            trace_packet_defaults: Some(TracePacketDefaults { timestamp_clock_id: Some(MONOTONIC_RAW) }),
            trusted_packet_sequence_id: Some(SEQUENCE),
            ..TracePacket::default()
        });
        true
    }

    /// A new track; returns its number.
    pub fn track(&mut self, mut track: TrackDescriptor) -> u64 {
        let number = self.tracks.len() as u64 + 1;
        track.uuid = Some(number);
        self.tracks.push(track);
        number
    }

    /// A slice of time.
    pub fn slice(&mut self, start: u64, end: u64, event: &Event<'_>) {
        self.event(start, SLICE_BEGIN, event);
        let event =
            TrackEvent { r#type: Some(SLICE_END), track_uuid: Some(event.track), ..TrackEvent::default() };
        self.put_event(end, event, None);
    }

    pub fn instant(&mut self, at: u64, event: &Event<'_>) {
        self.event(at, INSTANT, event);
    }

    /// The value that a counter has from `at` on.
    pub fn counter(&mut self, at: u64, track: u64, value: f64) {
        self.describe(track);
        let whole = value.fract() == 0.0 && value < 9e15;
        let event = TrackEvent {
            r#type: Some(COUNTER),
            track_uuid: Some(track),
            counter_value: whole.then_some(value as i64),
            double_counter_value: (!whole).then_some(value),
            ..TrackEvent::default()
        };
        self.put_event(at, event, None);
    }

    fn event(&mut self, at: u64, kind: i32, event: &Event<'_>) {
        self.describe(event.track);
        let mut new = InternedData::default();
        let enter = |names: &mut Names, name: &Arc<str>, new: &mut Vec<Name>| {
            let (number, is_new) = names.number(name)?;
            if is_new {
                new.push(Name { iid: Some(number), name: Some(name.to_string()) });
            }
            Some(number)
        };
        let category = enter(&mut self.categories, event.category, &mut new.event_categories);
        let name = enter(&mut self.names, event.name, &mut new.event_names);
        let values = event.values.iter().map(|(name, value)| DebugAnnotation {
            name_iid: enter(&mut self.value_names, name, &mut new.debug_annotation_names),
            uint_value: match value {
                Value::Count(count) => Some(*count),
                Value::Text(_) => None,
            },
            string_value: match value {
                Value::Count(_) => None,
                Value::Text(text) => Some(text.clone()),
            },
        });
        let written = TrackEvent {
            category_iids: category.into_iter().collect(),
            debug_annotations: values.collect(),
            r#type: Some(kind),
            name_iid: name,
            track_uuid: Some(event.track),
            name: name.is_none().then(|| event.name.to_string()),
            flow_ids: (event.flow != 0).then_some(event.flow).into_iter().collect(),
            ..TrackEvent::default()
        };
        let is_empty = new == InternedData::default();
        self.put_event(at, written, (!is_empty).then_some(new));
    }

    fn put_event(&mut self, at: u64, event: TrackEvent, new: Option<InternedData>) {
        self.put(&TracePacket {
            timestamp: Some(at),
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_event: Some(event),
            interned_data: new,
            sequence_flags: Some(NEEDS_STATE),
            ..TracePacket::default()
        });
    }

    /// Describes a track, once in each part, after the tracks that it belongs to.
    fn describe(&mut self, number: u64) {
        if !self.described.insert(number) {
            return;
        }
        let Some(track) = self.tracks.get(number as usize - 1).cloned() else { return };
        if let Some(parent) = track.parent_uuid {
            self.describe(parent);
        }
        self.put(&TracePacket {
            track_descriptor: Some(track),
            trusted_packet_sequence_id: Some(SEQUENCE),
            ..TracePacket::default()
        });
    }

    fn put(&mut self, packet: &TracePacket) {
        if self.queue.is_none() {
            return;
        }
        /// Field 1 of `Trace`, with a length.
        const PACKET: u8 = 1 << 3 | 2;
        self.packet.clear();
        // A Vec has room for everything.
        if packet.encode_length_delimited(&mut self.packet).is_ok() {
            self.waiting.push(PACKET);
            self.waiting.extend_from_slice(&self.packet);
        }
    }

    /// There is no room for more, since the disk is slow.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING
    }

    /// It has not failed, and is not finished.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.queue.is_some()
    }

    /// Hands over what was written so far.
    ///
    /// # Errors
    /// When the file has failed. Later calls do nothing.
    pub fn flush(&mut self, now: u64) -> anyhow::Result<()> {
        let Some(queue) = &mut self.queue else { return Ok(()) };
        let size = self.waiting.len() as u64;
        // An empty piece, too, since it tells of a failure.
        match queue.send(std::mem::take(&mut self.waiting)) {
            Sent::Yes => self.written += size,
            Sent::LeftOut(piece) => self.waiting = piece,
            Sent::Failed => {
                let why =
                    queue.failure().map_or_else(|| "its reader has gone".to_owned(), ToString::to_string);
                self.queue = None;
                anyhow::bail!("{}: {why}: the trace ends here, the program runs on", self.name);
            }
        }
        // Only when half of the file is too old, which spreads the cost of copying the rest.
        if let Some(last) = self.last
            && self.parts.front().is_some_and(|part| now.saturating_sub(part.began) >= 2 * last)
        {
            self.let_go(now.saturating_sub(last));
        }
        Ok(())
    }

    /// Drops the parts that are over before `since`.
    fn let_go(&mut self, since: u64) {
        let Some(queue) = &mut self.queue else { return };
        let begun = self.parts.iter().skip(1);
        let old = begun.take_while(|next| next.began <= since && next.offset <= self.written).count();
        let Some(from) = self.parts.get(old).map(|part| part.offset).filter(|_| old > 0) else { return };
        if queue.drop_front(from) {
            self.parts.drain(..old);
            self.parts.iter_mut().for_each(|part| part.offset -= from);
            self.written -= from.min(self.written);
        }
    }

    /// Writes the rest and waits for it.
    ///
    /// # Errors
    /// When the file has failed, or its reader does not read.
    pub fn finish(&mut self, now: u64, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        if let Some(last) = self.last {
            self.let_go(now.saturating_sub(last));
        }
        let rest = std::mem::take(&mut self.waiting);
        match self.queue.take() {
            Some(queue) => queue.finish(rest, give_up).with_context(|| format!("--trace: {}", self.name)),
            None => Ok(()),
        }
    }
}

//! How a frame is written, and how it is read: one definition of both, so that they cannot differ.
//!
//! Counters are written as the difference between their growth and the expected growth; both sides keep the
//! same expectations in a [`Coding`], which continues from block to block.

mod device;
mod known;
mod places;
mod ranges;
mod values;

use super::columns::{Coder, Column, Damaged};
use super::fields::{self, HEADER};
use super::format::{
    VERSION, WITH_COMPUTED, WITH_IN_PROGRESS, WITH_MEMBERS, WITH_MEMORY_PLACES, WITH_RANGES, WITH_SAMPLES,
    WITH_SENSORS, WITH_WINDOWS,
};
use super::frame::{Began, Counts, Frame, Histograms, Marks, Part, SessionPart};
use crate::aggregate::condensed::{Condensed, Moment};
use crate::ascending::Ascending;
use crate::sensors::Reading;
use crate::sink::{Computed, InProgress};
use device::{facts, raw_stamps};
use known::{OfClass, OfFunction, OfHeader, histogram, marked};
use places::KnownPlaces;
use std::collections::BTreeMap;
use std::sync::Arc;
use values::{Done, Ratio, Trend, class_key, flag, function_key, json, key, list, shared, short, text};
use zetop_wire::layout::{COLLECTIVE_WORDS, Collective, OpKind};
use zetop_wire::reader::{ClassFigures, Facts, InCommunicator};

/// What both sides remember of earlier frames.
#[derive(Debug, Clone)]
pub struct Coding {
    /// Version of the recording.
    version: u32,
    now: Trend,
    rate: u64,
    processes: BTreeMap<u32, OfProcess>,
}

#[derive(Debug, Clone, Default)]
struct OfProcess {
    header: Option<Box<OfHeader>>,
    functions: Ascending<u16, OfFunction>,
    classes: Ascending<u32, OfClass>,
    moments: BTreeMap<u32, Moment>,
    /// Buckets of all functions, and of all classes, in the frame before: mostly as many come again.
    buckets: usize,
    class_buckets: usize,
    /// The last collective operation's words.
    collective: [u64; COLLECTIVE_WORDS],
    threads: Trend,
    places: KnownPlaces,
    ranges: ranges::Known,
}

impl Default for Coding {
    /// For what is written now.
    fn default() -> Self {
        Self::new(VERSION)
    }
}

impl Coding {
    /// For a recording of a version that this zetop reads.
    #[must_use]
    pub fn new(version: u32) -> Self {
        Self { version, now: Trend::default(), rate: 0, processes: BTreeMap::new() }
    }

    /// Writes or reads a frame.
    ///
    /// # Errors
    /// When the data makes no sense.
    pub fn frame<C: Coder>(&mut self, c: &mut C, f: &mut Frame) -> Done {
        self.now.code(c, Column::Time, &mut f.now)?;
        let mut off = f.ns_per_tick.to_bits().wrapping_sub(self.rate) as i64;
        c.signed(Column::Time, &mut off)?;
        self.rate = self.rate.wrapping_add_signed(off);
        f.ns_per_tick = f64::from_bits(self.rate);
        if !f.ns_per_tick.is_finite() {
            return Err(Damaged);
        }
        flag(c, &mut f.reset)?;
        list(c, &mut f.began, Began::default, |c, began| {
            short(c, Column::Rare, &mut began.pid)?;
            text(c, &mut began.command)?;
            text(c, &mut began.loader_version)?;
            if self.version >= WITH_MEMBERS {
                json(c, &mut began.member)?;
            }
            c.bytes(&mut began.catalog)
        })?;
        let pair = || (Arc::from(""), Arc::from(""));
        list(c, &mut f.raw_names, pair, |c, (name, raw)| {
            shared(c, name)?;
            shared(c, raw)
        })?;
        list(c, &mut f.notes, String::new, text)?;
        let mut next = 0;
        list(c, &mut f.parts, Part::default, |c, part| {
            let mut id = part.id.into();
            key(c, Column::Key, &mut next, &mut id)?;
            part.id = u32::try_from(id).map_err(|_| Damaged)?;
            self.processes.entry(part.id).or_default().part(c, part, self.version)
        })?;
        list(c, &mut f.ended, || 0, |c, id| short(c, Column::Key, id))?;
        for id in &f.ended {
            self.processes.remove(id);
        }
        if self.version >= WITH_SENSORS {
            list(c, &mut f.sensors, Reading::default, json)?;
        }
        let mut some = f.session.is_some();
        flag(c, &mut some)?;
        if some {
            json(c, f.session.get_or_insert_with(SessionPart::default))?;
        }
        Ok(())
    }
}

impl OfProcess {
    fn part<C: Coder>(&mut self, c: &mut C, part: &mut Part, version: u32) -> Done {
        let mut some = part.header.is_some();
        flag(c, &mut some)?;
        if some {
            let known = self.header.get_or_insert_with(|| {
                Box::new(OfHeader { fields: [Trend::default(); HEADER], invalid: 0, sampled: 0, mask: 0 })
            });
            known.code(c, part.header.get_or_insert_default(), version >= WITH_WINDOWS)?;
        }
        if version >= WITH_IN_PROGRESS {
            let mut some = part.in_progress.is_some();
            flag(c, &mut some)?;
            if some {
                list(c, part.in_progress.get_or_insert_default(), InProgress::default, |c, call| {
                    short(c, Column::Rare, &mut call.function)?;
                    short(c, Column::Rare, &mut call.thread)?;
                    shared(c, &mut call.thread_name)?;
                    c.number(Column::Rare, &mut call.since)?;
                    c.number(Column::Rare, &mut call.ticks)
                })?;
            }
            let mut some = part.communicators.is_some();
            flag(c, &mut some)?;
            if some {
                list(c, part.communicators.get_or_insert_default(), InCommunicator::default, |c, of| {
                    c.number(Column::Rare, &mut of.number)?;
                    short(c, Column::Rare, &mut of.rank)?;
                    short(c, Column::Rare, &mut of.ranks)?;
                    for (kind, sequence) in [&mut of.launched, &mut of.complete] {
                        short(c, Column::Rare, kind)?;
                        c.number(Column::Rare, sequence)?;
                    }
                    Ok(())
                })?;
            }
        }
        if version >= WITH_COMPUTED {
            let mut some = part.computed.is_some();
            flag(c, &mut some)?;
            if some {
                let Computed { own_ns, between_ranks_ns } = part.computed.get_or_insert_default();
                c.number(Column::Rare, own_ns)?;
                c.number(Column::Rare, between_ranks_ns)?;
            }
        }
        let mut next = 0;
        list(c, &mut part.calls, Default::default, |c, (function, more)| {
            function_key(c, &mut next, function)?;
            self.functions.or_default(*function).calls(c, more, version >= WITH_SAMPLES)
        })?;
        next = 0;
        let (Histograms { rows, counts }, mut begin) = (&mut part.durations, 0);
        counts.reserve(if C::READS { self.buckets } else { 0 });
        list(c, rows, Default::default, |c, (function, end)| {
            function_key(c, &mut next, function)?;
            let known = self.functions.or_default(*function);
            histogram(c, &mut known.histogram, counts, &mut begin, end)
        })?;
        self.buckets = counts.len();
        next = 0;
        list(c, &mut part.marks, Default::default, |c, (function, marks)| {
            function_key(c, &mut next, function)?;
            marked(c, &mut self.functions.or_default(*function).marks, marks)
        })?;
        c.number(Column::Rare, &mut part.lost_calls)?;
        if version >= WITH_IN_PROGRESS {
            self.collectives(c, &mut part.collectives)?;
        }
        self.device(c, part, version >= WITH_WINDOWS)?;
        if version >= WITH_MEMORY_PLACES {
            self.places.code(c, &mut part.memory_places)?;
        }
        if version >= WITH_RANGES {
            self.ranges.code(c, part)?;
        }
        Ok(())
    }

    /// Mostly one after the other, of the same communicator and size.
    fn collectives<C: Coder>(&mut self, c: &mut C, records: &mut Vec<Collective>) -> Done {
        list(c, records, Collective::default, |c, record| {
            let mut words = record.pack();
            for (word, last) in words.iter_mut().zip(&mut self.collective) {
                let mut off = word.wrapping_sub(*last) as i64;
                c.signed(Column::Moment, &mut off)?;
                *word = last.wrapping_add_signed(off);
                *last = *word;
            }
            *record = Collective::unpack(words);
            Ok(())
        })
    }

    fn device<C: Coder>(&mut self, c: &mut C, part: &mut Part, with_windows: bool) -> Done {
        let mut some = part.devices.is_some();
        flag(c, &mut some)?;
        if some {
            list(c, part.devices.get_or_insert_default(), Facts::default, facts)?;
        }
        let mut next = 0;
        let nothing = || (0, ClassFigures::new(OpKind::Kernel), Arc::from(""));
        list(c, &mut part.classes, nothing, |c, (class, figures, name)| {
            class_key(c, &mut next, class)?;
            if let Some(known) = self.classes.get_mut(*class) {
                known.code(c, figures, with_windows)?;
                *name = Arc::clone(&known.name);
                return Ok(());
            }
            let mut identity = fields::identity(figures);
            identity.iter_mut().try_for_each(|value| c.number(Column::Rare, value))?;
            shared(c, name)?;
            let mut known = OfClass {
                figures: fields::of_identity(identity)?,
                name: Arc::clone(name),
                ops: 0,
                per: [Ratio::default(); 6],
                histogram: Counts::new(),
                marks: Marks::default(),
            };
            if C::READS {
                *figures = known.figures;
            }
            known.code(c, figures, with_windows)?;
            self.classes.get_or_insert(*class, || Some(known));
            Ok(())
        })?;
        next = 0;
        let (Histograms { rows, counts }, mut begin) = (&mut part.class_durations, 0);
        counts.reserve(if C::READS { self.class_buckets } else { 0 });
        list(c, rows, Default::default, |c, (class, end)| {
            class_key(c, &mut next, class)?;
            let known = self.classes.get_mut(*class).ok_or(Damaged)?;
            histogram(c, &mut known.histogram, counts, &mut begin, end)
        })?;
        self.class_buckets = counts.len();
        next = 0;
        list(c, &mut part.class_marks, Default::default, |c, (class, marks)| {
            class_key(c, &mut next, class)?;
            marked(c, &mut self.classes.get_mut(*class).ok_or(Damaged)?.marks, marks)
        })?;
        c.number(Column::Rare, &mut part.lost_device_records)?;
        let mut some = part.threads_ns_2.is_some();
        flag(c, &mut some)?;
        if some {
            self.threads.code(c, Column::Time, part.threads_ns_2.get_or_insert_default())?;
        }
        self.condensed(c, &mut part.condensed)
    }

    fn condensed<C: Coder>(&mut self, c: &mut C, condensed: &mut Condensed) -> Done {
        let mut last = 0u64;
        list(c, &mut condensed.throughput, Default::default, |c, (direction, interval, bytes)| {
            short(c, Column::Moment, direction)?;
            let mut off = interval.wrapping_sub(last) as i64;
            c.signed(Column::Moment, &mut off)?;
            last = last.wrapping_add_signed(off);
            *interval = last;
            c.number(Column::Bytes, bytes)
        })?;
        let mut next = 0;
        list(c, &mut condensed.devices, Default::default, |c, (device, moment)| {
            class_key(c, &mut next, device)?;
            let known = self.moments.entry(*device).or_default();
            device::moment(c, known, moment)
        })?;
        list(c, &mut condensed.stamps, Default::default, |c, (class, stamps)| {
            short(c, Column::Key, class)?;
            raw_stamps(c, stamps)
        })
    }
}

#[cfg(test)]
mod tests;

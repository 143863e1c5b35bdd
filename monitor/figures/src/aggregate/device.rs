//! One process: the device side. Operations come as classes (exact sums for a kernel, or for copies between
//! two kinds of memory in one range of sizes) and as records of single operations.

mod busy;
mod identity;
mod operations;
mod recorded;
mod stands_for;
mod sums;

use super::condensed::Journal;
use super::names::Dictionary;
use super::series::{KEPT_LONG, LongSeries, parts, shares};
use super::timeline::{EngineWork, Span, Timeline};
use crate::budget::{Budget, ROW};
use crate::snapshot::{Direction, RawStamps};
use busy::{Busy, Sampled};
pub use identity::{Identity, KnownDevice, identities};
pub use operations::{Caches, OpClass, Operations, RECENT};
use operations::{class_of, recent_of_each, rest};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
pub use sums::{SampledCopies, Sums, Totals};
use zetop_wire::layout::{ALL_CLASSES, DEVICES, DeviceRecord, OpKind, RECORD_INVALID};
use zetop_wire::reader::{ClassFigures, Facts, Header};

/// Classes with their ranges that are noted for one process.
const MOST_IN_RANGES: usize = 1 << 14;

/// The device side of one process.
#[derive(Debug, Clone, Default)]
pub struct DeviceSide {
    /// In boxes, so that meaningless entries, and those without room, take almost no memory.
    pub classes: Vec<Option<Box<Operations>>>,
    pub devices: Vec<KnownDevice>,
    /// Bytes copied per interval, by [`Direction`]: those of a copy are spread over the time that it took.
    pub throughput: [LongSeries; Direction::ALL.len()],
    pub busy: Vec<Busy>,
    sampled: Vec<Sampled>,
    /// By device, as `busy`.
    pub timelines: Vec<Timeline>,
    totals: Totals,
    base: Totals,
    /// Host time at which an operation was seen to have finished last, or at which the process was seen first.
    pub finished_at: u64,
    /// When it was seen last that operations were given to a device without being timed.
    pub sampled_at: u64,
    /// For a recording.
    pub(super) journal: Journal,
    /// Operations by class when their stamps were taken down last.
    stamped: BTreeMap<u32, u64>,
    /// How many ranges the classes have, together, and those pairs that are in no recording yet.
    in_ranges: usize,
    not_recorded: Vec<(u32, u32)>,
    /// How much of the budget for memory its rows take.
    room: usize,
    has_ended: bool,
}

impl DeviceSide {
    pub(super) fn set_totals(&mut self, header: &Header, names: &Dictionary, now: u64) {
        let mut untimed = BTreeMap::new();
        for (position, n) in header.untimed.iter().enumerate().filter(|(_, n)| **n > 0) {
            let sum: &mut u64 = untimed.entry(names.reason(position)).or_default();
            *sum = sum.saturating_add(*n);
        }
        let before = std::mem::replace(
            &mut self.totals,
            Totals {
                submitted: header.submitted,
                timed: header.timed,
                untimed,
                invalid: header.invalid,
                sampled: header.sampled,
                unfinished: 0,
            },
        );
        if self.has_ended {
            self.end();
        }
        let finished = |totals: &Totals| totals.timed.saturating_add(totals.untimed());
        if self.finished_at == 0 || finished(&before) != finished(&self.totals) {
            self.finished_at = now;
        }
        if before.sampled != self.totals.sampled {
            self.sampled_at = now;
        }
    }

    pub(super) fn set_devices(&mut self, facts: Vec<Facts>, names: &Dictionary) {
        let known = |facts: Facts| KnownDevice { faults: names.faults(facts.faults), facts };
        self.devices = facts.into_iter().map(known).collect();
    }

    /// Its process has ended: what is not complete by now never will be.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
        self.totals.unfinished = self.pending();
    }

    /// Totals since the last reset.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals.clone().minus(&self.base)
    }

    /// Operations submitted that are not complete.
    #[must_use]
    pub fn pending(&self) -> u64 {
        let Totals { submitted, timed, sampled, .. } = self.totals;
        submitted.saturating_sub(timed).saturating_sub(self.totals.untimed()).saturating_sub(sampled)
    }

    /// Some operations were not to be timed, since timing is over its budget.
    #[must_use]
    pub fn is_sampled(&self) -> bool {
        self.totals.sampled > 0
    }

    /// New figures of a class. Only its sums can change after it was first seen. What is returned goes to
    /// [`Self::add_sampled_copies`]; where the class comes from a recording, the recording has it already.
    pub(super) fn set_class(
        &mut self,
        number: u32,
        figures: &ClassFigures,
        name: &Arc<str>,
        names: &Dictionary,
        now: u64,
        budget: &mut Budget,
    ) -> Option<SampledCopies> {
        let number = number as usize;
        if number >= ALL_CLASSES {
            return None;
        }
        if self.classes.len() <= number {
            self.classes.resize_with(number + 1, || None);
        }
        let place = &mut self.classes[number];
        if place.is_none() && !budget.take_room(ROW, &mut self.room) {
            return None;
        }
        let class = place.get_or_insert_with(|| Box::new(Operations::new(class_of(figures, name, names))));
        let sums = Sums::from_class(figures).grown_from(class.now.grown_ns);
        // A program may submit much and then wait for it: what the device is still at is not over.
        if (sums.ops, sums.timed) != (class.now.ops, class.now.timed) {
            class.moved_at = now;
        }
        let before = std::mem::replace(&mut class.now, sums);
        class.ever = figures.min_ns.map(|min| (min, figures.max_ns));
        class.groups = figures.groups;
        class.group_size = figures.group_size;
        class.resources = figures.resources;
        let (device, transfer) = (class.class.device as usize, class.class.transfer);
        let sampled = self.class_grew(device, before, sums, now);
        SampledCopies::new(transfer.map(|(.., direction)| direction), sampled)
    }

    /// New durations of a class, by bucket, in ns.
    pub(super) fn add_durations(&mut self, class: u32, new: &[(u16, u64)], budget: &mut Budget) {
        if let Some(Some(class)) = self.classes.get_mut(class as usize) {
            class.latencies.add(new, budget);
        }
    }

    /// An operation of a class was given to the device while a row's range was the innermost one.
    fn add_range(&mut self, class: u32, row: u32) {
        if self.in_ranges < MOST_IN_RANGES
            && let Some(Some(of)) = self.classes.get_mut(class as usize)
            && of.ranges.insert(row)
        {
            self.in_ranges += 1;
            self.not_recorded.push((class, row));
        }
    }

    /// A completed operation. `start` is the host time at which the session began, `now` when the record
    /// was read.
    pub fn add_record(&mut self, record: &DeviceRecord, start: u64, now: u64, budget: &mut Budget) {
        if let Some(row) = record.range.checked_sub(1) {
            self.add_range(record.class, row);
        }
        let most = recent_of_each(self.classes.len());
        let Some(Some(class)) = self.classes.get_mut(record.class as usize) else { return };
        let valid = record.flags & RECORD_INVALID == 0;
        let began = record.start_raw_ns;
        let ended = began.saturating_add(record.global_ns.max(record.duration_ns));
        // If the clocks are not related, or wrongly, use the time of arrival here.
        let related = valid && began >= start && ended <= now.saturating_add(1_000_000_000);
        let ended = if related { ended.min(now) } else { now };
        let took = if valid { record.duration_ns.min(ended.saturating_sub(start)) } else { 0 };
        let (from, to) = ((ended - took).saturating_sub(start), ended.saturating_sub(start));
        if let Some((.., direction)) = class.class.transfer {
            class.recorded_bytes = class.recorded_bytes.saturating_add(record.bytes);
            for (interval, bytes) in parts::<KEPT_LONG>(from, to, record.bytes) {
                self.throughput[direction as usize].add(interval, bytes);
                self.journal.add(direction as u8, interval, bytes);
            }
        }
        if !valid {
            return;
        }
        if class.class.kind == OpKind::Kernel {
            class.add_recent(stamps(record), most);
        }
        let device = class.class.device as usize;
        while self.busy.len() <= device {
            self.busy.push(Busy::default());
        }
        if self.busy[device].is_unused() && !budget.take_room(Busy::BYTES, &mut self.room) {
            return;
        }
        let work = match class.class.kind {
            OpKind::Kernel => Some(EngineWork::Kernel),
            OpKind::Copy | OpKind::Fill => Some(EngineWork::Copy),
            OpKind::Barrier | OpKind::Other => None,
        };
        self.busy[device].add(from, to);
        // Where it ran in time is not known without the clocks.
        if let (true, Some(work)) = (related, work) {
            let lane = ((record.lane >> 16) as u16, record.lane as u16);
            self.on_engine(device, Span { lane, work, start: from, end: to }, budget);
        }
    }

    fn on_engine(&mut self, device: usize, span: Span, budget: &mut Budget) {
        while self.timelines.len() <= device {
            self.timelines.push(Timeline::default());
        }
        let timeline = &mut self.timelines[device];
        if timeline.is_unused() && !budget.take_spare(Timeline::BYTES, &mut self.room) {
            return;
        }
        timeline.add(span);
        timeline.advance(span.end);
    }

    /// Records were lost: what their copies moved goes to the history now, from the classes, which are
    /// exact and were read before the records.
    pub fn make_up_for_lost_records(&mut self, between: (u64, u64)) {
        for class in self.classes.iter_mut().flatten() {
            let Some((.., direction)) = class.class.transfer else { continue };
            let missing = class.now.timed_bytes.saturating_sub(class.recorded_bytes);
            class.recorded_bytes = class.recorded_bytes.saturating_add(missing);
            for (interval, bytes) in shares::<KEPT_LONG>(between, missing) {
                self.throughput[direction as usize].add(interval, bytes);
                self.journal.add(direction as u8, interval, bytes);
            }
        }
    }

    /// What a row of an ended process shows: without histograms, histories and stamps.
    pub(super) fn row_alone(&self) -> Self {
        let class = |class: &Operations| {
            let latencies = class.latencies.marks_alone();
            let (of, ranges) = (class.class.clone(), class.ranges.clone());
            Box::new(Operations { class: of, latencies, recent: Arc::default(), ranges, ..*class })
        };
        Self {
            classes: self.classes.iter().flatten().map(|of| Some(class(of))).collect(),
            devices: self.devices.clone(),
            totals: self.totals.clone(),
            base: self.base.clone(),
            ..Self::default()
        }
    }

    /// About what a row takes beyond the structure itself, bytes.
    pub(super) fn row_size(&self) -> usize {
        self.classes.len() * (size_of::<Operations>() + size_of::<usize>())
            + self.devices.capacity() * size_of::<KnownDevice>()
    }

    pub(super) fn reset(&mut self, budget: &mut Budget) {
        self.base = self.totals.clone();
        self.throughput = Default::default();
        self.timelines.iter_mut().for_each(Timeline::reset);
        for class in self.classes.iter_mut().flatten() {
            class.base = class.now;
            class.was_reset = true;
            class.latencies.clear(budget);
            class.recent = Arc::default();
            class.ranges.clear();
        }
        (self.in_ranges, self.not_recorded) = (0, Vec::new());
    }

    /// Adds the figures of a process that has ended. In which ranges its operations were is no longer known.
    pub(super) fn absorb(&mut self, other: Self, budget: &mut Budget) {
        self.totals = std::mem::take(&mut self.totals).plus(&other.totals());
        for (ours, theirs) in self.throughput.iter_mut().zip(&other.throughput) {
            ours.merge(theirs);
        }
        // An index means the other process's table.
        let numbers = self.take_devices_over(&other.devices);
        let number = |index: u32| numbers.get(index as usize).copied().unwrap_or(DEVICES as u32);
        let classes = self.classes.iter().enumerate();
        let mut known: HashMap<OpClass, usize> =
            classes.filter_map(|(at, class)| Some((class.as_ref()?.class.clone(), at))).collect();
        for mut theirs in other.classes.into_iter().flatten() {
            let (sums, extremes) = (theirs.counted(), theirs.extremes());
            theirs.class.device = number(theirs.class.device);
            theirs.class.src_device = theirs.class.src_device.map(number);
            theirs.class.dst_device = theirs.class.dst_device.map(number);
            if self.classes.len() >= ALL_CLASSES && !known.contains_key(&theirs.class) {
                theirs.class = rest(&theirs.class);
            }
            let at = *known.entry(theirs.class.clone()).or_insert_with(|| {
                self.classes.push(Some(Box::new(Operations::new(theirs.class.clone()))));
                self.classes.len() - 1
            });
            let Some(ours) = &mut self.classes[at] else { continue };
            ours.now = ours.now.plus(sums);
            ours.ever = match (ours.ever, extremes) {
                (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                (a, b) => a.or(b),
            };
            ours.groups = theirs.groups;
            ours.group_size = theirs.group_size;
            ours.resources = theirs.resources;
            ours.latencies.absorb(&mut theirs.latencies, budget);
            ours.recent = theirs.recent;
            ours.moved_at = ours.moved_at.max(theirs.moved_at);
        }
    }

    /// The numbers here of another process's devices.
    fn take_devices_over(&mut self, theirs: &[KnownDevice]) -> Vec<u32> {
        let known: Vec<Identity> = identities(&self.devices).collect();
        let theirs = identities(theirs).zip(theirs);
        theirs
            .map(|(identity, device)| {
                let at = known.iter().position(|known| *known == identity).or_else(|| {
                    let fits = self.devices.len() < DEVICES;
                    fits.then(|| {
                        self.devices.push(device.clone());
                        self.devices.len() - 1
                    })
                });
                at.unwrap_or(DEVICES) as u32
            })
            .collect()
    }

    pub(super) fn give_room_back(&mut self, budget: &mut Budget) {
        budget.give_room_back(&mut self.room);
    }
}

fn stamps(record: &DeviceRecord) -> RawStamps {
    RawStamps {
        global_start: record.global_start,
        context_start: record.context_start,
        context_end: record.context_end,
        global_end: record.global_end,
        context_ns: record.duration_ns as f64,
        global_ns: record.global_ns as f64,
        submit_ns: (record.submit_ns != u64::MAX).then_some(record.submit_ns as f64),
        lane: ((record.lane >> 16) as u16, record.lane as u16),
    }
}

#[cfg(test)]
mod tests;

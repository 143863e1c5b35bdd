//! One process: the device side. Operations come as classes (exact sums for a kernel, or for copies between
//! two kinds of memory in one range of sizes) and as records of single operations.

mod busy;

use super::budget::{Budget, ROW};
use super::direction::Direction;
use super::latency::Latencies;
use super::series::{Series, interval};
use crate::snapshot::RawStamps;
use busy::Busy;
use std::collections::VecDeque;
use std::sync::Arc;
use zetop_wire::layout::{
    CLASSES, DEVICES, DeviceRecord, MemoryKind, OpKind, RECORD_INVALID, SIZE_CLASSES, UNTIMED_SLOTS,
};
use zetop_wire::reader::{ClassFigures, Facts, Header};

/// Raw stamps kept per kernel.
const RECENT: usize = 32;

/// What only ever grows in a class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    pub ops: u64,
    pub timed: u64,
    pub untimed: u64,
    pub bytes: u64,
    pub timed_bytes: u64,
    pub total_ns: u64,
    pub submit_ns: u64,
    pub submits: u64,
    pub host_ticks: u64,
    pub invalid: u64,
}

impl Sums {
    fn of(class: &ClassFigures) -> Self {
        Self {
            ops: class.ops,
            timed: class.timed,
            untimed: class.untimed,
            bytes: class.bytes,
            timed_bytes: class.timed_bytes,
            total_ns: class.total_ns,
            submit_ns: class.submit_ns,
            submits: class.submits,
            host_ticks: class.host_ticks,
            invalid: class.invalid,
        }
    }

    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            ops: f(self.ops, other.ops),
            timed: f(self.timed, other.timed),
            untimed: f(self.untimed, other.untimed),
            bytes: f(self.bytes, other.bytes),
            timed_bytes: f(self.timed_bytes, other.timed_bytes),
            total_ns: f(self.total_ns, other.total_ns),
            submit_ns: f(self.submit_ns, other.submit_ns),
            submits: f(self.submits, other.submits),
            host_ticks: f(self.host_ticks, other.host_ticks),
            invalid: f(self.invalid, other.invalid),
        }
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.with(other, u64::saturating_sub)
    }
}

/// What operations have in common that are counted together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    pub work: OpKind,
    pub src: MemoryKind,
    pub dst: MemoryKind,
    pub size_class: u8,
    /// Index into [`DeviceSide::facts`].
    pub device: u32,
    /// Of kernels.
    pub name: Arc<str>,
}

/// Operations of one sort.
#[derive(Debug)]
pub struct Class {
    pub sort: Sort,
    now: Sums,
    base: Sums,
    was_reset: bool,
    /// Shortest and longest of all time.
    ever: Option<(u64, u64)>,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    pub latencies: Latencies,
    pub recent: VecDeque<RawStamps>,
    /// Bytes of the records seen so far: what the throughput history has of this class.
    recorded_bytes: u64,
}

impl Class {
    fn new(sort: Sort) -> Self {
        Self {
            sort,
            now: Sums::default(),
            base: Sums::default(),
            was_reset: false,
            ever: None,
            groups: [0; 3],
            group_size: [0; 3],
            latencies: Latencies::default(),
            recent: VecDeque::new(),
            recorded_bytes: 0,
        }
    }

    /// Sums since the last reset.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.now.minus(self.base)
    }

    /// Shortest and longest duration since the last reset, ns; after one, to the bucket of the histogram.
    #[must_use]
    pub fn extremes(&self) -> Option<(u64, u64)> {
        if !self.was_reset {
            return self.ever;
        }
        let (low, high) = self.latencies.extremes()?;
        Some(self.ever.map_or((low, high), |(min, max)| (low.max(min), high.min(max))))
    }
}

/// The device side of one process.
#[derive(Debug, Default)]
pub struct DeviceSide {
    /// In boxes: entries that make no sense, or that there is no room for, take next to nothing.
    pub classes: Vec<Option<Box<Class>>>,
    pub facts: Vec<Facts>,
    /// Bytes finished per interval, by [`Direction`].
    pub throughput: [Series; Direction::ALL.len()],
    pub busy: Vec<Busy>,
    totals: Totals,
    base: Totals,
    /// Of the budget.
    room: usize,
}

/// The totals of the process file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub submitted: u64,
    pub timed: u64,
    pub untimed: [u64; UNTIMED_SLOTS],
    pub invalid: u64,
}

impl Totals {
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            submitted: f(self.submitted, other.submitted),
            timed: f(self.timed, other.timed),
            untimed: std::array::from_fn(|i| f(self.untimed[i], other.untimed[i])),
            invalid: f(self.invalid, other.invalid),
        }
    }

    #[must_use]
    pub fn untimed(&self) -> u64 {
        self.untimed.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }
}

impl DeviceSide {
    pub(super) fn set_totals(&mut self, header: &Header) {
        self.totals = Totals {
            submitted: header.submitted,
            timed: header.timed,
            untimed: header.untimed,
            invalid: header.invalid,
        };
    }

    /// Totals since the last reset.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals.with(self.base, u64::saturating_sub)
    }

    /// Operations submitted that are not complete.
    #[must_use]
    pub fn pending(&self) -> u64 {
        self.totals.submitted.saturating_sub(self.totals.timed).saturating_sub(self.totals.untimed())
    }

    /// New figures of the classes. A class is what it was when it was first seen: only its sums change.
    pub fn set_classes(
        &mut self,
        classes: &[Option<ClassFigures>],
        mut name: impl FnMut(u32) -> Arc<str>,
        budget: &mut Budget,
    ) {
        for (i, figures) in classes.iter().enumerate() {
            if i == self.classes.len() {
                self.classes.push(None);
            }
            let Some(figures) = figures else { continue };
            if self.classes[i].is_none() && !budget.take_room(ROW, &mut self.room) {
                continue;
            }
            let class = self.classes[i].get_or_insert_with(|| {
                let named = matches!(figures.work, OpKind::Kernel | OpKind::Other | OpKind::Barrier);
                Box::new(Class::new(Sort {
                    work: figures.work,
                    src: figures.src,
                    dst: figures.dst,
                    size_class: figures.size_class.min(SIZE_CLASSES as u8 - 1),
                    device: figures.device.min(DEVICES as u32),
                    name: if named { name(figures.name) } else { "".into() },
                }))
            });
            class.now = Sums::of(figures);
            class.ever = figures.min_ns.map(|min| (min, figures.max_ns));
            class.groups = figures.groups;
            class.group_size = figures.group_size;
        }
    }

    /// New durations of a class, by bucket, in ns.
    pub fn add_durations(&mut self, class: usize, new: &[(u16, u64)], budget: &mut Budget) {
        if let Some(Some(class)) = self.classes.get_mut(class) {
            new.iter().for_each(|(bucket, count)| class.latencies.add(*bucket, *count, budget));
        }
    }

    /// A completed operation. `start` is the host time at which the session began, `now` when the record
    /// was read.
    pub fn add_record(&mut self, record: &DeviceRecord, start: u64, now: u64, budget: &mut Budget) {
        let Some(Some(class)) = self.classes.get_mut(record.class as usize) else { return };
        let valid = record.flags & RECORD_INVALID == 0;
        let began = record.start_raw_ns;
        let ended = began.saturating_add(record.global_ns.max(record.duration_ns));
        // Without a relation between the clocks, or with a broken one, the arrival here has to do.
        let related = valid && began >= start && ended <= now.saturating_add(1_000_000_000);
        let ended = if related { ended.min(now) } else { now };
        if class.sort.work == OpKind::Copy {
            class.recorded_bytes = class.recorded_bytes.saturating_add(record.bytes);
            let direction = Direction::of(class.sort.src, class.sort.dst);
            self.throughput[direction as usize].add(interval(start, ended), record.bytes);
        }
        if !valid {
            return;
        }
        let ns = record.duration_ns;
        if class.sort.work == OpKind::Kernel {
            if class.recent.len() == RECENT {
                class.recent.pop_front();
            }
            class.recent.push_back(stamps(record));
        }
        let device = class.sort.device as usize;
        while self.busy.len() <= device {
            self.busy.push(Busy::default());
        }
        if self.busy[device].is_unused() && !budget.take_room(Busy::BYTES, &mut self.room) {
            return;
        }
        let span = ns.min(ended.saturating_sub(start));
        self.busy[device].add((ended - span).saturating_sub(start), ended.saturating_sub(start));
    }

    /// Records were lost: what their copies moved goes to the history now, from the classes, which are
    /// exact and were read before the records.
    pub fn make_up_for_lost_records(&mut self, start: u64, now: u64) {
        for class in self.classes.iter_mut().flatten().filter(|c| c.sort.work == OpKind::Copy) {
            let missing = class.now.timed_bytes.saturating_sub(class.recorded_bytes);
            class.recorded_bytes = class.recorded_bytes.saturating_add(missing);
            let direction = Direction::of(class.sort.src, class.sort.dst);
            self.throughput[direction as usize].add(interval(start, now), missing);
        }
    }

    pub(super) fn reset(&mut self, budget: &mut Budget) {
        self.base = self.totals;
        self.throughput = Default::default();
        for class in self.classes.iter_mut().flatten() {
            class.base = class.now;
            class.was_reset = true;
            class.latencies.clear(budget);
            class.recent.clear();
        }
    }

    /// Takes over the figures of a process that has ended.
    pub(super) fn absorb(&mut self, other: Self, budget: &mut Budget) {
        self.totals = self.totals.with(other.totals(), u64::saturating_add);
        for (ours, theirs) in self.throughput.iter_mut().zip(&other.throughput) {
            ours.merge(theirs);
        }
        for mut theirs in other.classes.into_iter().flatten() {
            let (sums, extremes) = (theirs.sums(), theirs.extremes());
            // Devices go by name here: the index means the other process's table.
            let facts = other.facts.get(theirs.sort.device as usize);
            theirs.sort.device = self.device_like(facts);
            let known =
                |sort: &Sort| self.classes.iter().position(|c| c.as_ref().is_some_and(|c| c.sort == *sort));
            let mut position = known(&theirs.sort);
            if position.is_none() && self.classes.len() >= CLASSES {
                theirs.sort = rest(theirs.sort.work);
                position = known(&theirs.sort);
            }
            let at = position.unwrap_or_else(|| {
                self.classes.push(Some(Box::new(Class::new(theirs.sort.clone()))));
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
            ours.latencies.absorb(&mut theirs.latencies, budget);
            ours.recent = theirs.recent;
        }
    }

    fn device_like(&mut self, facts: Option<&Facts>) -> u32 {
        let Some(facts) = facts else { return DEVICES as u32 };
        let known = self.facts.iter().position(|f| f.name == facts.name);
        let at = known.or_else(|| {
            let fits = self.facts.len() < DEVICES;
            fits.then(|| {
                self.facts.push(facts.clone());
                self.facts.len() - 1
            })
        });
        at.unwrap_or(DEVICES) as u32
    }

    pub(super) fn give_room_back(&mut self, budget: &mut Budget) {
        budget.give_room_back(&mut self.room);
    }
}

/// What the sorts of ended processes go into when there are more than a process can have.
fn rest(work: OpKind) -> Sort {
    Sort {
        work,
        src: MemoryKind::None,
        dst: MemoryKind::None,
        size_class: SIZE_CLASSES as u8 - 1,
        device: DEVICES as u32,
        name: "(others of earlier processes)".into(),
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

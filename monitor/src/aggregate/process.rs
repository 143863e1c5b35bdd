//! One process: the host side. Counters are kept in the process's own ticks, as it counts them; they become
//! nanoseconds when a snapshot is made, with the rate as it is known then.

use super::budget::{Budget, ROW};
use super::device::DeviceSide;
use super::latency::Latencies;
use super::memory::MemorySide;
use super::series::Series;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use zetop_wire::layout::Life;
use zetop_wire::reader::{Counters, Header};

/// Calls of one API function.
#[derive(Debug, Default)]
pub struct Function {
    /// Since the process began.
    now: Counters,
    /// At the last reset.
    base: Counters,
    was_reset: bool,
    /// Durations since the last reset, in ticks.
    pub latencies: Latencies,
    /// Calls per interval.
    pub calls: Series,
}

impl Function {
    /// Figures since the last reset. The extremes are exact before the first reset, and after one where they
    /// are new ones; else they are those of the histogram's buckets, since counters cannot be taken back.
    #[must_use]
    pub fn figures(&self) -> Counters {
        let calls = self.now.calls.saturating_sub(self.base.calls);
        let (min, max) = if self.was_reset {
            since(self.latencies.extremes(), (self.base.min, self.base.max), (self.now.min, self.now.max))
        } else {
            (self.now.min, Some(self.now.max))
        };
        let any = calls > 0;
        Counters {
            calls,
            total: self.now.total.saturating_sub(self.base.total),
            min: min.filter(|_| any),
            max: max.filter(|_| any).unwrap_or(0),
            errors: self.now.errors.saturating_sub(self.base.errors),
        }
    }
}

/// Shortest and longest since a reset, of what is known to the bucket and of all time, then and now.
fn since(
    buckets: Option<(u64, u64)>,
    (base_min, base_max): (Option<u64>, u64),
    (min, max): (Option<u64>, u64),
) -> (Option<u64>, Option<u64>) {
    let shortest = match (base_min, min) {
        (Some(base), Some(now)) if now >= base => buckets.map(|(low, _)| low.clamp(now, max)),
        (_, now) => now,
    };
    let longest = if max > base_max { Some(max) } else { buckets.map(|(_, high)| high.min(max)) };
    (shortest, longest)
}

/// Figures of one process, from its file.
#[derive(Debug)]
pub struct Process {
    pub pid: u32,
    pub command: String,
    /// Empty where it is not known.
    pub loader_version: String,
    pub running: bool,
    pub header: Header,
    pub ns_per_tick: f64,
    /// Host time of the first and, once it has ended, the last look at it.
    pub first_seen: u64,
    pub ended_at: Option<u64>,
    pub most_threads: u32,
    pub functions: BTreeMap<u16, Function>,
    /// Calls and ticks per interval, all functions together.
    pub calls: Series,
    pub ticks: Series,
    /// Records that were overwritten before they were read, and calls that had none when they were wanted.
    lost_records: u64,
    lost_device_records: u64,
    dropped_base: u64,
    pub device: DeviceSide,
    pub memory: MemorySide,
    /// Of the budget.
    room: usize,
    /// Processes that this one stands for (see [`super::Aggregate`]).
    pub stands_for: u64,
}

impl Process {
    #[must_use]
    pub fn new(pid: u32, command: String, now: u64) -> Self {
        Self {
            pid,
            command,
            loader_version: String::new(),
            running: true,
            header: Header::default(),
            ns_per_tick: 1.0,
            first_seen: now,
            ended_at: None,
            most_threads: 0,
            functions: BTreeMap::new(),
            calls: Series::default(),
            ticks: Series::default(),
            lost_records: 0,
            lost_device_records: 0,
            dropped_base: 0,
            device: DeviceSide::default(),
            memory: MemorySide::default(),
            room: 0,
            stands_for: 1,
        }
    }

    pub fn set_header(&mut self, header: &Header, ns_per_tick: f64, interval: u64) {
        self.memory.update(&header.memory, interval);
        self.device.set_totals(header);
        self.most_threads = self.most_threads.max(header.threads);
        self.ns_per_tick = if header.tsc { ns_per_tick } else { 1.0 };
        self.header = header.clone();
    }

    #[must_use]
    pub fn is_detached(&self) -> bool {
        self.header.life == Life::Detached as u32
    }

    /// New figures of a function since the process began.
    pub fn set_counters(&mut self, function: u16, now: Counters, interval: u64, budget: &mut Budget) {
        let Some(f) = row(&mut self.functions, function, budget, &mut self.room) else { return };
        let calls = now.calls.saturating_sub(f.now.calls);
        self.calls.add(interval, calls);
        self.ticks.add(interval, now.total.saturating_sub(f.now.total));
        f.calls.add(interval, calls);
        f.now = now;
    }

    pub fn add_durations(&mut self, function: u16, new: &[(u16, u64)], budget: &mut Budget) {
        let Some(f) = row(&mut self.functions, function, budget, &mut self.room) else { return };
        new.iter().for_each(|(bucket, count)| f.latencies.add(*bucket, *count, budget));
    }

    /// Records of calls that were overwritten before they were read, so far.
    pub fn set_lost_records(&mut self, records: u64) {
        self.lost_records = records;
    }

    pub fn add_lost_device_records(&mut self, records: u64) {
        self.lost_device_records = self.lost_device_records.saturating_add(records);
    }

    /// Records that are missing, since the process began.
    fn dropped_ever(&self) -> u64 {
        let calls = self.lost_records.saturating_add(self.header.unrecorded);
        calls.saturating_add(self.lost_device_records)
    }

    /// Records that are missing in what is made of records, since the last reset.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped_ever().saturating_sub(self.dropped_base)
    }

    /// Calls and ticks since the last reset.
    #[must_use]
    pub fn sums(&self) -> (u64, u64) {
        self.functions.values().map(Function::figures).fold((0, 0), |(calls, total), f| {
            (u64::saturating_add(calls, f.calls), u64::saturating_add(total, f.total))
        })
    }

    pub fn reset(&mut self, budget: &mut Budget) {
        for f in self.functions.values_mut() {
            f.base = f.now;
            f.was_reset = true;
            f.latencies.clear(budget);
            f.calls = Series::default();
        }
        self.dropped_base = self.dropped_ever();
        self.calls = Series::default();
        self.ticks = Series::default();
        self.device.reset(budget);
        self.memory.reset();
    }

    /// Its figures go to where there are few rows, however many processes there were.
    pub(super) fn give_room_back(&mut self, budget: &mut Budget) {
        budget.give_room_back(&mut self.room);
        self.device.give_room_back(budget);
    }

    /// Takes over the figures of a process that has ended, so that totals stay while its details go. Its
    /// ticks become ours, which only works since one machine has one counter rate.
    pub fn absorb(&mut self, mut other: Self, budget: &mut Budget) {
        let scale = |ticks: u64| (ticks as f64 * other.ns_per_tick / self.ns_per_tick) as u64;
        for (id, mut theirs) in std::mem::take(&mut other.functions) {
            let figures = theirs.figures();
            let ours = self.functions.entry(id).or_default();
            ours.now.merge(&Counters {
                calls: figures.calls,
                total: scale(figures.total),
                min: figures.min.map(scale),
                max: scale(figures.max),
                errors: figures.errors,
            });
            ours.latencies.absorb(&mut theirs.latencies, budget);
            ours.calls.merge(&theirs.calls);
        }
        self.calls.merge(&other.calls);
        self.ticks.merge(&other.ticks);
        self.lost_records = self.lost_records.saturating_add(other.dropped());
        self.stands_for += other.stands_for;
        self.most_threads = self.most_threads.max(other.most_threads);
        self.device.absorb(other.device, budget);
        self.memory.absorb(&other.memory);
        self.command = format!("{} earlier processes", self.stands_for);
    }
}

/// The row of a function, as long as there is room for rows.
fn row<'a>(
    functions: &'a mut BTreeMap<u16, Function>,
    function: u16,
    budget: &mut Budget,
    used: &mut usize,
) -> Option<&'a mut Function> {
    match functions.entry(function) {
        Entry::Occupied(row) => Some(row.into_mut()),
        Entry::Vacant(place) => budget.take_room(ROW, used).then(|| place.insert(Function::default())),
    }
}

/// Ticks in nanoseconds.
#[must_use]
pub fn ns(ticks: u64, ns_per_tick: f64) -> u64 {
    (ticks as f64 * ns_per_tick).round() as u64
}

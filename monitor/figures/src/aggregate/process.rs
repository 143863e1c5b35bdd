//! One process: the host side. Counters are kept in the process's own ticks, as it counts them; they become
//! nanoseconds when a snapshot is made, with the rate as it is known then.

mod ended;
mod function;

pub use function::Function;

use super::device::{DeviceSide, SampledCopies};
use super::latency::Marks;
use super::memory::MemorySide;
use super::names::{Dictionary, FunctionId};
use super::ranges::RangesSide;
use super::series::{LongSeries, Series};
use crate::ascending::Ascending;
use crate::budget::{Budget, ROW, Share};
use crate::job::Member;
use crate::sink::{Computed, InProgress, MemoryPlace, PlaceFigures, ProcessFound, RangeNames};
use std::sync::Arc;
use zetop_wire::layout::Life;
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures};

/// Figures of one process, from its file.
#[derive(Debug, Clone)]
pub struct Process {
    pub pid: u32,
    /// Its pid, unless another machine's process has it, too.
    pub key: u32,
    pub command: String,
    /// Empty if unknown.
    pub loader_version: String,
    pub member: Arc<Member>,
    /// What its numbers mean.
    pub dictionary: Arc<Dictionary>,
    /// zetop reads the figures of the process.
    pub running: bool,
    /// The end of the process was seen. A process that did not answer a detach goes on, and zetop does not read its figures.
    pub exited: bool,
    pub header: Header,
    pub ns_per_tick: f64,
    /// Host time of the first and, once it has ended, the last look at it.
    pub first_seen: u64,
    pub ended_at: Option<u64>,
    /// See [`Process::threads_ns`]: added up from one look at the header to the next.
    threads_ns: f64,
    /// When the header was looked at last.
    looked_at: Option<u64>,
    pub functions: Ascending<FunctionId, Function>,
    /// It counted calls of functions that its catalog does not name.
    pub unnamed: bool,
    /// Calls and ticks per interval, all functions together.
    pub calls: LongSeries,
    pub ticks: Series,
    /// Calls that have not returned.
    pub in_progress: Vec<InProgress>,
    /// Where it is in its communicators, while it has such calls.
    pub communicators: Vec<InCommunicator>,
    /// Where its main thread has computed, if that is watched; and what that was at the last reset.
    pub computed: Option<(Computed, Computed)>,
    /// Ticks of calls in progress that `ticks` has already, and of those the part whose calls have returned: it is left out when
    /// they are counted.
    open: u64,
    returned: u64,
    /// Records that were overwritten before they were read, and calls that had none when they were wanted.
    lost_records: u64,
    unrecorded: u64,
    dropped_base: u64,
    pub device: DeviceSide,
    pub memory: MemorySide,
    pub ranges: RangesSide,
    /// What the probe's work beyond counting calls had cost at the last reset: of hooks in ticks, for records and of its
    /// threads in ns.
    cost_base: [u64; 3],
    /// How much of the budget for memory its rows take.
    room: usize,
    /// Processes that this one stands for (see [`super::Aggregate`]).
    pub stands_for: u64,
}

impl Process {
    #[must_use]
    pub fn new(found: ProcessFound, dictionary: Arc<Dictionary>, now: u64) -> Self {
        Self {
            pid: found.pid,
            key: found.pid,
            command: found.command,
            loader_version: found.loader_version,
            member: found.member,
            dictionary,
            running: true,
            exited: false,
            header: Header::default(),
            ns_per_tick: 1.0,
            first_seen: now,
            ended_at: None,
            threads_ns: 0.0,
            looked_at: None,
            functions: Ascending::default(),
            unnamed: false,
            calls: LongSeries::default(),
            ticks: Series::default(),
            in_progress: Vec::new(),
            communicators: Vec::new(),
            computed: None,
            open: 0,
            returned: 0,
            lost_records: 0,
            unrecorded: 0,
            dropped_base: 0,
            device: DeviceSide::default(),
            memory: MemorySide::default(),
            ranges: RangesSide::default(),
            cost_base: [0; 3],
            room: 0,
            stands_for: 1,
        }
    }

    /// The header as it is `now`, in a session that began at `start`.
    pub fn set_header(&mut self, header: &Header, ns_per_tick: f64, start: u64, now: u64) {
        let (from, before) = match self.looked_at.replace(now) {
            Some(at) => (at, self.header.threads),
            None => (header.start_raw_ns.max(start).min(now), header.threads),
        };
        let threads = (f64::from(before) + f64::from(header.threads)) / 2.0;
        self.threads_ns += now.saturating_sub(from) as f64 * threads.max(1.0);
        let between = (from.saturating_sub(start), now.saturating_sub(start));
        self.memory.update(&header.memory, &self.dictionary, between);
        self.device.set_totals(header, &self.dictionary, now);
        if header.stopped {
            // Nobody looks what its device finishes meanwhile.
            self.device.finished_at = now;
        }
        self.unrecorded = header.unrecorded;
        self.ns_per_tick = if header.tsc { ns_per_tick } else { 1.0 };
        self.header = header.clone();
    }

    #[must_use]
    pub fn is_detached(&self) -> bool {
        self.header.life == Life::Detached as u32
    }

    /// More calls of a function; the extremes of `more` are those since the process began.
    pub fn add_calls(
        &mut self,
        function: u16,
        more: &Counters,
        between: (u64, u64),
        now: u64,
        budget: &mut Budget,
    ) {
        let expected =
            (more.errors > 0).then(|| self.dictionary.expects(function, more.last_error)).flatten();
        let expected: Option<Arc<str>> = expected.map(Arc::from);
        let Some(f) = self.row(function, budget) else { return };
        if more.calls > 0 {
            f.called_at = now;
        }
        match (more.errors, expected) {
            (0, _) => {}
            (errors, Some(why)) => {
                f.expected = f.expected.saturating_add(errors);
                f.expected_why = Some(why);
            }
            (_, None) => f.failed_at = now,
        }
        f.now.merge(more);
        f.calls.add_between(between, more.calls);
        self.calls.add_between(between, more.calls);
        let returned = self.returned.min(more.total);
        self.returned -= returned;
        self.ticks.add_between(between, more.total - returned);
    }

    /// The calls that have not returned. What they have taken so far counts: before their return with their function, afterwards
    /// as part of their duration.
    pub fn set_in_progress(
        &mut self,
        calls: &[InProgress],
        between: (u64, u64),
        now: u64,
        budget: &mut Budget,
    ) {
        if calls.is_empty() && self.in_progress.is_empty() {
            return;
        }
        for call in &self.in_progress {
            let id = self.dictionary.function(call.function);
            if let Some(function) = id.and_then(|id| self.functions.get_mut(id)) {
                function.open = 0;
            }
        }
        let mut open = 0u64;
        // Calls from before the probe came are counted nowhere when they return.
        for call in calls.iter().filter(|call| call.ticks != InProgress::BEFORE) {
            let ticks = (now.saturating_sub(call.since) as f64 / self.ns_per_tick) as u64;
            if let Some(function) = self.row(call.function, budget) {
                function.open = function.open.saturating_add(ticks);
                function.called_at = now;
                open = open.saturating_add(ticks);
            }
        }
        self.returned = self.returned.saturating_add(self.open.saturating_sub(open));
        self.ticks.add_between(between, open.saturating_sub(self.open));
        self.open = open;
        self.in_progress = calls.to_vec();
    }

    /// New durations of a function, by bucket (see [`zetop_wire::histogram`]), in ticks.
    pub fn add_durations(&mut self, function: u16, new: &[(u16, u64)], budget: &mut Budget) {
        let Some(f) = self.row(function, budget) else { return };
        f.latencies.add(new, budget);
    }

    /// The row of a function, if it has a name and as long as there is room for rows.
    fn row(&mut self, function: u16, budget: &mut Budget) -> Option<&mut Function> {
        let Some(id) = self.dictionary.function(function) else {
            self.unnamed = true;
            return None;
        };
        let room = &mut self.room;
        self.functions.get_or_insert(id, || budget.take_room(ROW, room).then(Function::default))
    }

    pub fn set_devices(&mut self, facts: Vec<Facts>) {
        self.device.set_devices(facts, &self.dictionary);
    }

    pub fn set_class(
        &mut self,
        class: u32,
        figures: &ClassFigures,
        name: &Arc<str>,
        now: u64,
        budget: &mut Budget,
    ) -> Option<SampledCopies> {
        self.device.set_class(class, figures, name, &self.dictionary, now, budget)
    }

    pub fn set_memory_place(
        &mut self,
        number: u32,
        figures: &PlaceFigures,
        place: &Arc<MemoryPlace>,
        since: u64,
        budget: &mut Budget,
    ) {
        let Self { memory, dictionary, room, .. } = self;
        memory.place(number, figures, place, dictionary, since, || budget.take_room(ROW, room));
    }

    pub fn set_range(
        &mut self,
        row: u32,
        figures: &RangeFigures,
        names: &RangeNames,
        between: (u64, u64),
        budget: &mut Budget,
    ) {
        let mut share = Share { budget, used: &mut self.room };
        self.ranges.set_row(row, figures, names, between, &mut share);
    }

    pub fn add_lost_records(&mut self, records: u64) {
        self.lost_records = self.lost_records.saturating_add(records);
    }

    /// Records that are missing, since the process began.
    fn dropped_ever(&self) -> u64 {
        self.lost_records.saturating_add(self.unrecorded)
    }

    /// Records that output made from records lacks, since the last reset.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped_ever().saturating_sub(self.dropped_base)
    }

    /// The lifetimes of its calling threads since the last reset, added up, ns.
    #[must_use]
    pub fn threads_ns(&self) -> f64 {
        self.threads_ns
    }

    /// What a recording says of [`Process::threads_ns`].
    pub fn give_threads_ns(&mut self, threads_ns: f64) {
        self.threads_ns = threads_ns;
    }

    /// The percentiles of a function are there now; its durations come later.
    pub fn mark(&mut self, function: u16, marks: Marks) {
        let known = self.dictionary.function(function).and_then(|id| self.functions.get_mut(id));
        if let Some(f) = known {
            f.latencies.mark(marks);
        }
    }

    fn cost_ever(&self) -> [u64; 3] {
        [self.header.own_ticks, self.header.records_ns, self.header.own_threads_ns]
    }

    /// What the probe's work beyond counting calls has cost since the last reset: of hooks in ticks, for records and of its
    /// threads in ns.
    #[must_use]
    pub fn cost(&self) -> [u64; 3] {
        let (now, base) = (self.cost_ever(), self.cost_base);
        std::array::from_fn(|part| now[part].saturating_sub(base[part]))
    }

    /// Calls, those of them that were timed, and ticks since the last reset, with those of calls that have not returned.
    #[must_use]
    pub fn sums(&self) -> (u64, u64, u64) {
        self.functions.values().fold((0, 0, 0), |(calls, timed, total), function| {
            let (add, f) = (u64::saturating_add, function.figures());
            (add(calls, f.calls), add(timed, f.timed), add(add(total, f.estimated_total()), function.open))
        })
    }

    pub fn reset(&mut self, budget: &mut Budget) {
        for f in self.functions.values_mut() {
            f.base = f.now;
            f.was_reset = true;
            f.expected = 0;
            f.latencies.clear(budget);
            f.calls = Series::default();
        }
        self.dropped_base = self.dropped_ever();
        self.threads_ns = 0.0;
        self.cost_base = self.cost_ever();
        self.calls = LongSeries::default();
        self.ticks = Series::default();
        self.device.reset(budget);
        self.memory.reset();
        self.computed = self.computed.map(|(now, _)| (now, now));
        self.ranges.reset(budget);
    }
}

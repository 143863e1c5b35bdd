//! Figures of one process that come together, perhaps later than others of their time.

use super::Aggregate;
use super::device::SampledCopies;
use super::latency::Marks;
use super::process::Process;
use crate::budget::Budget;
use crate::sink::ProcessId;
use std::sync::Arc;
use zetop_wire::reader::{ClassFigures, Counters};

/// A process that is counted: it is looked up once for all its functions and classes.
pub struct Counted<'a> {
    process: &'a mut Process,
    budget: &'a mut Budget,
    /// From the last look at it, or its beginning, to this one, in ns from the start.
    between: (u64, u64),
    now: u64,
}

/// The time that figures are of: that of a tick, and of the one before it.
#[derive(Debug, Clone, Copy)]
pub struct Ticked {
    now: u64,
    before: u64,
    ns_per_tick: f64,
}

impl Aggregate {
    /// Now.
    #[must_use]
    pub fn ticked(&self) -> Ticked {
        Ticked { now: self.now, before: self.before, ns_per_tick: self.ns_per_tick }
    }

    /// Takes figures of a process as of an earlier time, for those who have kept them back.
    pub fn at(&mut self, time: Ticked, give: impl FnOnce(&mut Self)) {
        let now = self.ticked();
        self.set(time);
        give(self);
        self.set(now);
    }

    fn set(&mut self, time: Ticked) {
        (self.now, self.before, self.ns_per_tick) = (time.now, time.before, time.ns_per_tick);
    }

    #[must_use]
    pub fn counted(&mut self, id: ProcessId) -> Option<Counted<'_>> {
        let (between, now) = (self.between(id), self.now);
        let process = self.processes.get_mut(&id)?;
        Some(Counted { process, budget: &mut self.budget, between, now })
    }
}

impl Counted<'_> {
    pub fn calls(&mut self, function: u16, more: &Counters) {
        self.process.add_calls(function, more, self.between, self.now, self.budget);
    }

    pub fn durations(&mut self, function: u16, more: &[(u16, u64)]) {
        self.process.add_durations(function, more, self.budget);
    }

    /// For a recording: a function's current percentiles; its durations come later.
    pub fn mark(&mut self, function: u16, marks: Marks) {
        self.process.mark(function, marks);
    }

    pub fn class(&mut self, class: u32, figures: &ClassFigures, name: &Arc<str>) -> Option<SampledCopies> {
        self.process.set_class(class, figures, name, self.now, self.budget)
    }

    pub fn class_durations(&mut self, class: u32, more: &[(u16, u64)]) {
        self.process.device.add_durations(class, more, self.budget);
    }

    /// For a recording: the current percentiles of a class of operations; its durations come later.
    pub fn mark_class(&mut self, class: u32, marks: Marks) {
        if let Some(Some(class)) = self.process.device.classes.get_mut(class as usize) {
            class.latencies.mark(marks);
        }
    }
}

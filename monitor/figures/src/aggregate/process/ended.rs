//! What stays of a process that has ended: its row, and its part of the totals.

use super::super::series::{LongSeries, Series};
use super::{Function, Process};
use crate::budget::Budget;
use crate::sink::ProcessFound;
use std::sync::Arc;
use zetop_wire::reader::{Counters, Header};

impl Process {
    /// The process to which those that ended long ago are added; this is the first of them.
    #[must_use]
    pub fn empty_like(&self) -> Self {
        let nobody = ProcessFound {
            pid: 0,
            command: String::new(),
            loader_version: String::new(),
            member: Arc::default(),
            catalog: Arc::default(),
        };
        Self {
            running: false,
            exited: true,
            stands_for: 0,
            ns_per_tick: self.ns_per_tick,
            header: Header { unsorted: 0, interruptions: 0, unnamed: 0, ..self.header.clone() },
            ..Self::new(nobody, Arc::clone(&self.dictionary), self.first_seen)
        }
    }

    /// What a row of this ended process shows: figures and percentiles, without histograms and histories.
    #[must_use]
    pub fn row_alone(&self) -> Self {
        let function = |function: &Function| Function {
            latencies: function.latencies.marks_alone(),
            calls: Series::default(),
            ..function.clone()
        };
        Self {
            functions: self.functions.iter().map(|(id, of)| (id, function(of))).collect(),
            calls: LongSeries::default(),
            ticks: Series::default(),
            in_progress: Vec::new(),
            communicators: Vec::new(),
            device: self.device.row_alone(),
            memory: self.memory.row_alone(),
            ranges: self.ranges.row_alone(),
            command: self.command.clone(),
            loader_version: self.loader_version.clone(),
            member: Arc::clone(&self.member),
            dictionary: Arc::clone(&self.dictionary),
            header: self.header.clone(),
            ..*self
        }
    }

    /// About what a row takes, bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Self>()
            + self.command.capacity()
            + self.functions.len() * 3 * size_of::<Function>() / 2
            + self.device.row_size()
            + self.ranges.size()
    }

    /// Its figures are moved to a place that has few rows, however many processes there were.
    pub(in crate::aggregate) fn give_room_back(&mut self, budget: &mut Budget) {
        budget.give_room_back(&mut self.room);
        self.device.give_room_back(budget);
    }

    /// Adds the figures of a process that has ended, so that totals stay while its details go. Its ticks
    /// become ours, which works because one machine has one counter rate.
    pub fn absorb(&mut self, mut other: Self, budget: &mut Budget) {
        let scale = |ticks: u64| (ticks as f64 * other.ns_per_tick / self.ns_per_tick) as u64;
        for (id, mut theirs) in std::mem::take(&mut other.functions) {
            let figures = theirs.figures();
            let ours = self.functions.or_default(id);
            ours.now.merge(&Counters {
                calls: figures.calls,
                timed: figures.timed,
                total: scale(figures.total),
                sampled: figures.sampled,
                sampled_total: scale(figures.sampled_total),
                sampled_squares: scale(scale(figures.sampled_squares)),
                min: figures.min.map(scale),
                max: scale(figures.max),
                errors: figures.errors,
                last_error: figures.last_error,
            });
            ours.open = ours.open.saturating_add(scale(theirs.open));
            ours.latencies.absorb(&mut theirs.latencies, budget);
            ours.calls.merge(&theirs.calls);
            ours.called_at = ours.called_at.max(theirs.called_at);
            ours.failed_at = ours.failed_at.max(theirs.failed_at);
            ours.expected = ours.expected.saturating_add(theirs.expected);
            ours.expected_why = ours.expected_why.take().or(theirs.expected_why);
        }
        self.calls.merge(&other.calls);
        self.ticks.merge(&other.ticks);
        self.lost_records = self.lost_records.saturating_add(other.dropped());
        self.stands_for += other.stands_for;
        self.unnamed |= other.unnamed;
        self.threads_ns += other.threads_ns;
        let [own, records, threads] = other.cost();
        self.header.own_ticks = self.header.own_ticks.saturating_add(scale(own));
        self.header.records_ns = self.header.records_ns.saturating_add(records);
        self.header.own_threads_ns = self.header.own_threads_ns.saturating_add(threads);
        self.header.unsorted = self.header.unsorted.saturating_add(other.header.unsorted);
        self.header.unnamed = self.header.unnamed.saturating_add(other.header.unnamed);
        self.header.interruptions = self.header.interruptions.saturating_add(other.header.interruptions);
        self.device.absorb(other.device, budget);
        self.memory.absorb(&other.memory);
        self.ranges.absorb(other.ranges, scale, budget);
        self.command = format!("{} earlier processes", self.stands_for);
    }
}

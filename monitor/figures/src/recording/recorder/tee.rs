//! Passes what the aggregate receives to the recorder as well.

use super::{HistogramKey, Recorder};
use crate::aggregate::Aggregate;
use crate::recording::frame::Began;
use crate::sensors::Reading;
use crate::sink::{
    Computed, InProgress, MemoryPlace, PlaceFigures, ProcessFound, ProcessId, RangeNames, Sink,
};
use std::sync::Arc;
use zetop_wire::layout::{Collective, DeviceRecord};
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

/// Feeds the aggregate and the recorder.
#[derive(Debug)]
pub struct Tee<'a> {
    pub aggregate: &'a mut Aggregate,
    pub recorder: &'a mut Recorder,
}

impl Sink for Tee<'_> {
    fn tick(&mut self, now: u64, ns_per_tick: f64) {
        self.recorder.pending.now = self.recorder.pending.now.max(now);
        self.recorder.pending.ns_per_tick = ns_per_tick;
        self.recorder.fed = true;
        self.aggregate.tick(now, ns_per_tick);
    }

    fn process_began(&mut self, process: ProcessFound) -> ProcessId {
        let recorder = &mut *self.recorder;
        recorder.fed = true;
        let same = recorder.catalog.as_ref() == Some(&process.catalog);
        let catalog = if same { Vec::new() } else { process.catalog.to_json().unwrap_or_default() };
        recorder.catalog = Some(Arc::clone(&process.catalog));
        recorder.pending.began.push(Began {
            pid: process.pid,
            command: process.command.clone(),
            loader_version: process.loader_version.clone(),
            member: (*process.member).clone(),
            catalog,
        });
        let id = self.aggregate.process_began(process);
        self.aggregate.keep_for_recording(id);
        id
    }

    fn process_ended(&mut self, id: ProcessId) {
        self.recorder.fed = true;
        self.recorder.pending.ended.push(id);
        // The aggregate may forget it, so the recorder takes what it needs first.
        let result = self.recorder.cut(self.aggregate, false);
        if let Err(error) = result {
            self.aggregate.note(format!("{error:#}"));
        }
        self.aggregate.process_ended(id);
    }

    fn header(&mut self, id: ProcessId, header: &Header) {
        self.recorder.part(id).header = Some(header.clone());
        self.aggregate.header(id, header);
    }

    fn in_progress(&mut self, id: ProcessId, calls: &[InProgress]) {
        self.recorder.part(id).in_progress = calls.to_vec();
        self.aggregate.in_progress(id, calls);
    }

    fn calls(&mut self, id: ProcessId, function: u16, more: &Counters) {
        let known = self.recorder.known.entry(id).or_default();
        let (min, max) = known.extremes.entry(function).or_default();
        *min = min.iter().chain(&more.min).min().copied();
        *max = (*max).max(more.max);
        let (min, max) = (*min, *max);
        let sum = self.recorder.part(id).calls.entry(function).or_default();
        sum.merge(more);
        (sum.min, sum.max) = (min, max);
        self.aggregate.calls(id, function, more);
    }

    fn durations(&mut self, id: ProcessId, function: u16, more: &[(u16, u64)]) {
        self.recorder.add(id, HistogramKey::Function(function), more);
        self.aggregate.durations(id, function, more);
    }

    fn lost_calls(&mut self, id: ProcessId, records: u64) {
        let lost = &mut self.recorder.part(id).lost_calls;
        *lost = lost.saturating_add(records);
        self.aggregate.lost_calls(id, records);
    }

    fn devices(&mut self, id: ProcessId, facts: Vec<Facts>) {
        self.recorder.part(id).devices = Some(facts.clone());
        self.aggregate.devices(id, facts);
    }

    fn class(&mut self, id: ProcessId, class: u32, figures: &ClassFigures, name: &Arc<str>) {
        let figures_only =
            ClassFigures { name: 0, few: Default::default(), pages: Default::default(), ..*figures };
        self.recorder.part(id).classes.insert(class, (figures_only, Arc::clone(name)));
        self.aggregate.class(id, class, figures, name);
    }

    fn raw_name(&mut self, name: &Arc<str>, raw: &str) {
        self.recorder.pending.raw_names.push((Arc::clone(name), raw.into()));
        self.aggregate.raw_name(name, raw);
    }

    fn class_durations(&mut self, id: ProcessId, class: u32, more: &[(u16, u64)]) {
        self.recorder.add(id, HistogramKey::Class(class), more);
        self.aggregate.class_durations(id, class, more);
    }

    fn device_record(&mut self, id: ProcessId, record: &DeviceRecord) {
        self.recorder.fed = true;
        self.aggregate.device_record(id, record);
    }

    fn lost_device_records(&mut self, id: ProcessId, records: u64) {
        let lost = &mut self.recorder.part(id).lost_device_records;
        *lost = lost.saturating_add(records);
        self.aggregate.lost_device_records(id, records);
    }

    fn collective(&mut self, id: ProcessId, record: &Collective) {
        self.recorder.part(id).collectives.push(*record);
        self.aggregate.collective(id, record);
    }

    fn communicators(&mut self, id: ProcessId, all: &[InCommunicator]) {
        self.recorder.part(id).communicators = Some(all.to_vec());
        self.aggregate.communicators(id, all);
    }

    fn own_code(&mut self, id: ProcessId, computed: Computed) {
        self.recorder.part(id).computed = Some(computed);
        self.aggregate.own_code(id, computed);
    }

    fn ranges(&mut self, id: ProcessId, head: &RangesHead) {
        self.recorder.part(id).ranges_head = Some(*head);
        self.aggregate.ranges(id, head);
    }

    fn range(&mut self, id: ProcessId, row: u32, figures: &RangeFigures, names: &RangeNames) {
        let figures_only = RangeFigures { name: 0, domain: 0, pages: Default::default(), ..*figures };
        if self.recorder.queue.is_some() {
            self.recorder.fed = true;
            self.recorder.ranges.entry(id).or_default().insert(row, (figures_only, names.clone()));
        }
        self.aggregate.range(id, row, figures, names);
    }

    fn range_durations(&mut self, id: ProcessId, row: u32, more: &[(u16, u64)]) {
        self.recorder.add(id, HistogramKey::Range(row), more);
        self.aggregate.range_durations(id, row, more);
    }

    fn sensors(&mut self, readings: &[Reading]) {
        // A recorder that has failed makes no more frames.
        if self.recorder.queue.is_some() && !readings.is_empty() {
            self.recorder.fed = true;
            self.recorder.pending.sensors.extend_from_slice(readings);
        }
        self.aggregate.sensors(readings);
    }

    fn memory_place(&mut self, id: ProcessId, number: u32, figures: &PlaceFigures, place: &Arc<MemoryPlace>) {
        self.recorder.part(id).memory_places.insert(number, (*figures, Arc::clone(place)));
        self.aggregate.memory_place(id, number, figures, place);
    }

    fn note(&mut self, text: String) {
        // Some sources repeat it.
        self.recorder.pending.notes.push(text.clone());
        self.recorder.pending.notes.sort_unstable();
        self.recorder.pending.notes.dedup();
        self.aggregate.note(text);
    }
}

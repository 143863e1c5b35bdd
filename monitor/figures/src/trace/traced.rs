//! Passes what the aggregate receives to the tracer as well.

use super::tracer::Tracer;
use crate::sensors::Reading;
use crate::sink::{
    Computed, InProgress, MemoryPlace, PlaceFigures, ProcessFound, ProcessId, RangeNames, Sink,
};
use std::sync::Arc;
use zetop_wire::layout::{Collective, DeviceRecord};
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

/// Feeds another sink and the tracer.
#[derive(Debug)]
pub struct Traced<'a, S: ?Sized> {
    pub sink: &'a mut S,
    pub tracer: &'a mut Tracer,
}

impl<S: Sink + ?Sized> Sink for Traced<'_, S> {
    fn tick(&mut self, now: u64, ns_per_tick: f64) {
        self.sink.tick(now, ns_per_tick);
    }

    fn process_began(&mut self, process: ProcessFound) -> ProcessId {
        let (pid, command, catalog) = (process.pid, process.command.clone(), Arc::clone(&process.catalog));
        let id = self.sink.process_began(process);
        self.tracer.process_began(id, pid, command, catalog);
        id
    }

    fn process_ended(&mut self, id: ProcessId) {
        self.sink.process_ended(id);
    }

    fn header(&mut self, id: ProcessId, header: &Header) {
        self.tracer.header(id, header);
        self.sink.header(id, header);
    }

    fn in_progress(&mut self, id: ProcessId, calls: &[InProgress]) {
        self.sink.in_progress(id, calls);
    }

    fn calls(&mut self, id: ProcessId, function: u16, more: &Counters) {
        self.sink.calls(id, function, more);
    }

    fn durations(&mut self, id: ProcessId, function: u16, more: &[(u16, u64)]) {
        self.sink.durations(id, function, more);
    }

    fn lost_calls(&mut self, id: ProcessId, records: u64) {
        self.sink.lost_calls(id, records);
    }

    fn devices(&mut self, id: ProcessId, facts: Vec<Facts>) {
        self.tracer.devices(id, &facts);
        self.sink.devices(id, facts);
    }

    fn class(&mut self, id: ProcessId, class: u32, figures: &ClassFigures, name: &Arc<str>) {
        self.tracer.class(id, class, figures, name);
        self.sink.class(id, class, figures, name);
    }

    fn raw_name(&mut self, name: &Arc<str>, raw: &str) {
        self.sink.raw_name(name, raw);
    }

    fn class_durations(&mut self, id: ProcessId, class: u32, more: &[(u16, u64)]) {
        self.sink.class_durations(id, class, more);
    }

    fn device_record(&mut self, id: ProcessId, record: &DeviceRecord) {
        self.tracer.device_record(id, record);
        self.sink.device_record(id, record);
    }

    fn lost_device_records(&mut self, id: ProcessId, records: u64) {
        self.tracer.lost_device_records(id, records);
        self.sink.lost_device_records(id, records);
    }

    fn collective(&mut self, id: ProcessId, record: &Collective) {
        self.tracer.collective(id, record);
        self.sink.collective(id, record);
    }

    fn communicators(&mut self, id: ProcessId, all: &[InCommunicator]) {
        self.sink.communicators(id, all);
    }

    fn own_code(&mut self, id: ProcessId, computed: Computed) {
        self.sink.own_code(id, computed);
    }

    fn ranges(&mut self, id: ProcessId, head: &RangesHead) {
        self.sink.ranges(id, head);
    }

    fn range(&mut self, id: ProcessId, row: u32, figures: &RangeFigures, names: &RangeNames) {
        self.tracer.range(id, row, names);
        self.sink.range(id, row, figures, names);
    }

    fn range_durations(&mut self, id: ProcessId, row: u32, more: &[(u16, u64)]) {
        self.sink.range_durations(id, row, more);
    }

    fn sensors(&mut self, readings: &[Reading]) {
        self.sink.sensors(readings);
    }

    fn memory_place(&mut self, id: ProcessId, number: u32, figures: &PlaceFigures, place: &Arc<MemoryPlace>) {
        self.sink.memory_place(id, number, figures, place);
    }

    fn note(&mut self, text: String) {
        self.sink.note(text);
    }
}

//! What the aggregate does with each kind of news.

use super::process::Process;
use super::{Aggregate, MOST_NOTES, MOST_RAW_NAMES};
use crate::sensors::Reading;
use crate::sink::{
    Computed, InProgress, MemoryPlace, PlaceFigures, ProcessFound, ProcessId, RangeNames, Sink,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use zetop_wire::layout::{Collective, DeviceRecord};
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

impl Sink for Aggregate {
    fn tick(&mut self, now: u64, ns_per_tick: f64) {
        if !self.ended {
            self.collectives.give_up(now);
            if now > self.now {
                self.before = std::mem::replace(&mut self.now, now);
            }
            self.ns_per_tick = ns_per_tick;
        }
    }

    fn process_began(&mut self, process: ProcessFound) -> ProcessId {
        let id = self.next_id;
        self.next_id += 1;
        let dictionary = self.names.enter(&process.catalog);
        self.processes.insert(id, Process::new(process, dictionary, self.now));
        id
    }

    fn process_ended(&mut self, id: ProcessId) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.exited = true;
        }
        self.process_left(id);
    }

    fn header(&mut self, id: ProcessId, header: &Header) {
        let (rate, start, now) = (self.ns_per_tick, self.start, self.now);
        if let Some(process) = self.processes.get_mut(&id) {
            let is_first = process.header.pid == 0;
            process.set_header(header, rate, start, now);
            if is_first {
                self.tell_launchers(id);
            }
        }
    }

    fn in_progress(&mut self, id: ProcessId, calls: &[InProgress]) {
        let (between, now) = (self.between(id), self.now);
        if let Some(process) = self.processes.get_mut(&id) {
            process.set_in_progress(calls, between, now, &mut self.budget);
        }
    }

    fn calls(&mut self, id: ProcessId, function: u16, more: &Counters) {
        if let Some(mut counted) = self.counted(id) {
            counted.calls(function, more);
        }
    }

    fn durations(&mut self, id: ProcessId, function: u16, more: &[(u16, u64)]) {
        if let Some(mut counted) = self.counted(id) {
            counted.durations(function, more);
        }
    }

    fn lost_calls(&mut self, id: ProcessId, records: u64) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.add_lost_records(records);
        }
    }

    fn devices(&mut self, id: ProcessId, facts: Vec<Facts>) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.set_devices(facts);
        }
    }

    fn class(&mut self, id: ProcessId, class: u32, figures: &ClassFigures, name: &Arc<str>) {
        let between = self.between(id);
        let grown = self.counted(id).and_then(|mut counted| counted.class(class, figures, name));
        if let (Some(grown), Some(process)) = (grown, self.processes.get_mut(&id)) {
            process.device.add_sampled_copies(grown, between);
        }
    }

    fn raw_name(&mut self, name: &Arc<str>, raw: &str) {
        if self.raw_names.len() < MOST_RAW_NAMES {
            let names = Arc::make_mut(&mut self.raw_names);
            names.entry(Arc::clone(name)).or_insert_with(|| raw.into());
        }
    }

    fn class_durations(&mut self, id: ProcessId, class: u32, more: &[(u16, u64)]) {
        if let Some(mut counted) = self.counted(id) {
            counted.class_durations(class, more);
        }
    }

    fn device_record(&mut self, id: ProcessId, record: &DeviceRecord) {
        let (start, now) = (self.start, self.now);
        if let Some(process) = self.processes.get_mut(&id) {
            process.device.add_record(record, start, now, &mut self.budget);
        }
    }

    fn lost_device_records(&mut self, id: ProcessId, records: u64) {
        let between = self.between(id);
        if let Some(process) = self.processes.get_mut(&id) {
            process.add_lost_records(records);
            process.device.make_up_for_lost_records(between);
        }
    }

    fn collective(&mut self, id: ProcessId, record: &Collective) {
        let now = self.now;
        let host = self.processes.get(&id).map_or("", |process| process.member.host.as_str());
        self.collectives.add(id, host, record, now);
    }

    fn communicators(&mut self, id: ProcessId, all: &[InCommunicator]) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.communicators = all.to_vec();
        }
    }

    fn ranges(&mut self, id: ProcessId, head: &RangesHead) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.ranges.set_head(head);
        }
    }

    fn range(&mut self, id: ProcessId, row: u32, figures: &RangeFigures, names: &RangeNames) {
        let between = self.between(id);
        if let Some(process) = self.processes.get_mut(&id) {
            process.set_range(row, figures, names, between, &mut self.budget);
        }
    }

    fn range_durations(&mut self, id: ProcessId, row: u32, more: &[(u16, u64)]) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.ranges.add_durations(row, more, &mut self.budget);
        }
    }

    fn sensors(&mut self, readings: &[Reading]) {
        // Readings that come together are mostly of one host.
        for of_host in readings.chunk_by(|one, next| one.host == next.host) {
            let host = of_host.first().map_or("", |reading| &reading.host);
            let own = self.processes.values().filter(|p| p.running && p.member.host == host);
            let own: BTreeSet<u32> = own.map(|process| process.pid).collect();
            of_host.iter().for_each(|reading| self.sensed.add(reading.clone(), &own, self.now));
        }
    }

    fn own_code(&mut self, id: ProcessId, computed: Computed) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.computed =
                Some((computed, process.computed.map_or_else(Computed::default, |(_, base)| base)));
        }
    }

    fn memory_place(&mut self, id: ProcessId, number: u32, figures: &PlaceFigures, place: &Arc<MemoryPlace>) {
        let since = self.now.saturating_sub(self.start);
        if let Some(process) = self.processes.get_mut(&id) {
            process.set_memory_place(number, figures, place, since, &mut self.budget);
        }
    }

    fn note(&mut self, text: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.insert(text);
        }
    }
}

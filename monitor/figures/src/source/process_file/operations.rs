//! Reads what a process gave to its devices: their facts, classes of operations, and records.

use super::super::durations::{Owner, Seen, add_few};
use super::super::kernel_name;
use super::super::reading::Reading;
use super::ProcessFile;
use crate::budget::{Budget, Share};
use crate::sink::Sink;
use std::sync::Arc;
use zetop_system::clean::clean;
use zetop_wire::layout::{ALL_CLASSES, ALL_STRING_BYTES, DEVICE_RING, DeviceRecord};
use zetop_wire::reader;

/// Longest name that is kept, bytes. Those of templates are long.
const LONGEST_NAME: usize = 4096;
/// What a kept name takes beyond its text and the program's own form of it, bytes.
const NAME: usize = 128;

impl ProcessFile {
    pub(super) fn read_device(
        &mut self,
        to: &mut dyn Sink,
        budget: &mut Budget,
        may_have_moved: bool,
        ns_per_tick: f64,
        reading: &mut Reading,
    ) {
        if may_have_moved {
            let mut facts = reader::device_facts(&self.file, self.header.devices);
            facts.iter_mut().for_each(|f| f.name = harmless(&f.name));
            to.devices(self.id, facts);
        }
        if self.header.classes == 0 {
            return;
        }
        // Classes before records: see `Sink::lost_device_records`.
        if may_have_moved {
            self.read_classes(to, budget);
        }
        let lost_before = self.device_cursor.lost;
        let (mut records, mut taken, mut is_more) = (Vec::new(), 0, true);
        let end = reader::device_written(&self.file);
        while is_more {
            records.clear();
            let take = |record| records.push(record);
            is_more = reader::drain_device(&self.file, &mut self.device_cursor, end, take);
            taken += records.len();
            self.take_records(&records, to, budget, ns_per_tick);
        }
        for news in self.rounds.news() {
            to.range(self.id, news.row, &news.figures, &news.names);
            to.range_durations(self.id, news.row, &news.durations);
        }
        reading.changed |= taken > 0;
        let lost = self.device_cursor.lost.saturating_sub(lost_before);
        let written = taken as f64 + lost as f64;
        reading.fullest = reading.fullest.max(written / DEVICE_RING as f64);
        if lost > 0 {
            to.lost_device_records(self.id, lost);
            self.rounds.lost();
        }
    }

    fn take_records(
        &mut self,
        records: &[DeviceRecord],
        to: &mut dyn Sink,
        budget: &mut Budget,
        ns_per_tick: f64,
    ) {
        let known = self.classes;
        if records.iter().any(|r| (known..ALL_CLASSES).contains(&(r.class as usize))) {
            // The class is newer than the last look at the table.
            self.header.classes =
                reader::header(&self.file).map_or(0, |h| h.classes).max(self.header.classes);
            self.read_classes(to, budget);
        }
        for record in records {
            to.device_record(self.id, record);
            let mut share = Share { budget, used: &mut self.room };
            self.rounds.record(record, ns_per_tick, &mut share);
        }
    }

    fn read_classes(&mut self, to: &mut dyn Sink, budget: &mut Budget) {
        self.classes = self.classes.max(self.header.classes.min(ALL_CLASSES));
        self.class_durations.resize_with(self.classes, Seen::default);
        // The entries of an honest table do not overlap; a hostile one's may each be all of it.
        let mut left = ALL_STRING_BYTES.saturating_sub(self.names.values().map(|name| name.len()).sum());
        for (number, class) in reader::classes(&self.file, self.header.classes).enumerate() {
            let Some(class) = class else { continue };
            let name = self.names.entry(class.name).or_insert_with(|| {
                let raw = reader::string(&self.file, class.name);
                let name = harmless(&kernel_name::readable(&raw));
                let fits = name.len() <= left && budget.take_room(2 * name.len() + NAME, &mut self.room);
                left = left.saturating_sub(name.len());
                let name: Arc<str> = if fits { name.into() } else { "(no room for more names)".into() };
                let raw = harmless(&raw);
                if fits && *raw != *name {
                    to.raw_name(&name, &raw);
                }
                name
            });
            to.class(self.id, number as u32, &class, name);
            self.rounds.class(number, class.kind, class.device, name);
            let seen = &mut self.class_durations[number];
            if seen.total() == class.timed {
                continue;
            }
            let mut now = self.owners.read(&self.file, &class.pages, Owner::Class(number as u16));
            add_few(&mut now, &class.few);
            let new = seen.update(now, &mut Share { budget, used: &mut self.room });
            to.class_durations(self.id, number as u32, &new);
        }
    }
}

/// A name as it may be shown and kept.
fn harmless(name: &str) -> String {
    let mut name = clean(name);
    let end = (0..=LONGEST_NAME.min(name.len())).rev().find(|at| name.is_char_boundary(*at));
    name.truncate(end.unwrap_or(0));
    name
}

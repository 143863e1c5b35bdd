//! Tracks of queues and communicators: operations, each tied to the call that appended it.

use super::super::proto::TrackDescriptor;
use super::super::writer::{Event, Value};
use super::{GapOf, MOST_ROWS, Process, Tracer, flow};
use crate::sink::ProcessId;
use std::sync::Arc;
use zetop_wire::layout::{Collective, DeviceRecord, OPERATIONS, OpKind};

impl Tracer {
    pub(super) fn operation(&mut self, id: ProcessId, record: &DeviceRecord) {
        let key = |process: &Process| {
            let class = process.classes.get(&record.class)?;
            Some((id, class.device, record.lane))
        };
        let Some(key) = self.processes.get(&id).and_then(key) else {
            return self.gap(id, GapOf::Operations, 1);
        };
        if record.start_raw_ns == 0 {
            return self.gap(id, GapOf::OperationsWithoutTime, 1);
        }
        let full = self.queues.len() >= MOST_ROWS && !self.queues.contains_key(&key);
        let flow = if record.call == 0 { 0 } else { flow(id, record.call) };
        // The processor's counter and the device's clock are each related to within some 50 ns.
        let call = self.began.iter().find_map(|began| began.get(&flow)).copied().unwrap_or(0);
        let start = record.start_raw_ns.max(call);
        let end = start.saturating_add(record.duration_ns);
        let row =
            if full || self.writer.is_full() { None } else { Some(self.queues.entry(key).or_default()) };
        let placed = row.and_then(|row| Some((row.lanes.place(start, end, false)?, row)));
        let (Some((lane, row)), Some(process)) = (placed, self.processes.get_mut(&id)) else {
            return self.gap(id, GapOf::Operations, 1);
        };
        let device = *process.devices.entry(key.1).or_insert_with(|| {
            let name = process.device_names.get(key.1 as usize).map_or("", String::as_str);
            let name = format!("device {} {name}", key.1).trim_end().to_owned();
            self.writer.track(TrackDescriptor {
                name: Some(name),
                parent_uuid: Some(process.track),
                ..Default::default()
            })
        });
        while row.tracks.len() <= lane {
            // The viewer shows tracks of one name and parent as one row.
            let name = format!("queue {}.{}", record.lane >> 16, record.lane & 0xffff);
            row.tracks.push(self.writer.track(TrackDescriptor {
                name: Some(name),
                parent_uuid: Some(device),
                ..Default::default()
            }));
        }
        let Some(class) = process.classes.get(&record.class) else { return };
        let words = &self.words;
        let category = match class.kind {
            OpKind::Kernel => &words.kernel,
            OpKind::Copy => &words.copy,
            OpKind::Fill => &words.fill,
            OpKind::Barrier => &words.barrier,
            OpKind::Other => &words.other,
        };
        let values = match class.kind {
            OpKind::Copy | OpKind::Fill => vec![(&words.bytes, Value::Count(record.bytes))],
            OpKind::Kernel | OpKind::Barrier | OpKind::Other => Vec::new(),
        };
        let event = Event { track: row.tracks[lane], name: &class.name, category, flow, values };
        self.writer.slice(start, end, &event);
        self.done = self.done.saturating_add(1);
    }

    /// A collective operation, whose kernel is on its queue's track as well.
    pub(super) fn on_communicator(&mut self, id: ProcessId, record: &Collective) {
        let key = (id, record.communicator);
        let full = self.communicators.len() >= MOST_ROWS && !self.communicators.contains_key(&key);
        let Some(parent) = self.processes.get(&id).map(|process| process.track) else { return };
        if full || self.writer.is_full() {
            return;
        }
        let row = self.communicators.entry(key).or_default();
        let Some(lane) = row.lanes.place(record.start, record.end, false) else { return };
        while row.tracks.len() <= lane {
            let name = format!("communicator {:016x}", record.communicator);
            row.tracks.push(self.writer.track(TrackDescriptor {
                name: Some(name),
                parent_uuid: Some(parent),
                ..Default::default()
            }));
        }
        let words = &self.words;
        let name: Arc<str> =
            OPERATIONS.get(usize::from(record.operation)).copied().unwrap_or(OPERATIONS[0]).into();
        let values = vec![
            (&words.bytes, Value::Count(record.bytes)),
            (&words.sequence, Value::Count(record.sequence)),
        ];
        let (track, category) = (row.tracks[lane], &words.collective);
        self.writer.slice(record.start, record.end, &Event { track, name: &name, category, flow: 0, values });
    }
}

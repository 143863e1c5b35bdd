//! Tracks of values over time: live memory, and throughput.

use super::super::proto::{CounterDescriptor, SIZE_BYTES, TrackDescriptor};
use super::{GapOf, Tracer};
use crate::sink::ProcessId;
use crate::snapshot::Direction;
use zetop_wire::reader::Header;

impl Tracer {
    pub(in crate::trace) fn header(&mut self, id: ProcessId, header: &Header) {
        let Some(process) = self.processes.get_mut(&id) else { return };
        let unrecorded = header.unrecorded.saturating_sub(process.unrecorded);
        process.unrecorded = process.unrecorded.max(header.unrecorded);
        for (at, kind) in process.catalog.counted_memory.iter().enumerate() {
            let Some(memory) = header.memory.get(at) else { break };
            if !process.memory.contains_key(&at) {
                if memory.allocs == 0 {
                    continue;
                }
                let kind = process.catalog.memory_kinds.get(usize::from(*kind));
                let name = format!("live memory {}", kind.map_or("?", |kind| &kind.name));
                let counter = CounterDescriptor { unit: Some(SIZE_BYTES), unit_name: None };
                let track = self.writer.track(counter_of(name, Some(process.track), counter));
                process.memory.insert(at, (track, u64::MAX));
            }
            if let Some((track, before)) = process.memory.get_mut(&at)
                && *before != memory.live_bytes
            {
                *before = memory.live_bytes;
                self.writer.counter(self.now, *track, memory.live_bytes as f64);
            }
        }
        if unrecorded > 0 {
            self.gap(id, GapOf::Calls, unrecorded);
        }
    }

    /// What was copied since the last reading, from then on.
    pub(super) fn count_throughput(&mut self) {
        let passed = self.now.saturating_sub(self.read_at);
        if passed == 0 {
            return;
        }
        for (at, copied) in self.copied.iter_mut().enumerate() {
            // Bytes per ns are GB/s.
            let value = std::mem::take(copied) as f64 / passed as f64;
            if value == 0.0 && !self.throughput.contains_key(&at) {
                continue;
            }
            let (track, before) = self.throughput.entry(at).or_insert_with(|| {
                let name = format!("throughput {}", Direction::ALL[at].name());
                let counter = CounterDescriptor { unit: None, unit_name: Some("GB/s".to_owned()) };
                (self.writer.track(counter_of(name, None, counter)), f64::NAN)
            });
            if *before != value {
                *before = value;
                self.writer.counter(self.read_at, *track, value);
            }
        }
    }
}

pub(super) fn counter_of(name: String, parent: Option<u64>, counter: CounterDescriptor) -> TrackDescriptor {
    TrackDescriptor { name: Some(name), parent_uuid: parent, counter: Some(counter), ..Default::default() }
}

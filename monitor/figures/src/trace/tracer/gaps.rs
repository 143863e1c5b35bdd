//! What is not in the trace: counted while a reading is written, and marked once for each process after it.

use super::super::proto::TrackDescriptor;
use super::super::writer::{Event, Value};
use super::{GapOf, Tracer};
use crate::sink::ProcessId;

impl Tracer {
    /// Something is not in the trace.
    pub(super) fn gap(&mut self, id: ProcessId, of: GapOf, count: u64) {
        if let Some(process) = self.processes.get_mut(&id) {
            let sum = process.gaps.entry(of).or_default();
            *sum = sum.saturating_add(count);
        }
    }

    /// Marks what is not in the trace of this reading, once for each process.
    pub(super) fn mark_gaps(&mut self) {
        for process in self.processes.values_mut() {
            for (of, count) in std::mem::take(&mut process.gaps) {
                let track = *process.gap_track.get_or_insert_with(|| {
                    self.writer.track(TrackDescriptor {
                        name: Some("not in the trace".to_owned()),
                        parent_uuid: Some(process.track),
                        ..Default::default()
                    })
                });
                let words = &self.words;
                let (name, sum) = match of {
                    GapOf::Calls => (&words.calls_lost, &mut self.calls),
                    GapOf::Operations => (&words.operations_lost, &mut self.done),
                    GapOf::OperationsWithoutTime => (&words.operations_without_time, &mut self.done),
                };
                *sum = sum.saturating_add(count);
                let values = vec![(&words.count, Value::Count(count))];
                self.writer.instant(self.now, &Event { track, name, category: &words.gap, flow: 0, values });
            }
        }
    }
}

//! Tracks of threads: calls, and the ranges that the program marks.

use super::super::proto::{ThreadDescriptor, TrackDescriptor};
use super::super::writer::{Event, Value, Writer};
use super::{GapOf, MOST_ROWS, Process, TraceRow, Tracer, flow};
use crate::source::{LiveCall, MarkedRange};
use std::sync::Arc;

impl Tracer {
    /// On the track of its thread, around the calls in it.
    pub(super) fn marked(&mut self, range: &MarkedRange) {
        let end = range.start.saturating_add(range.duration);
        let (start, end) =
            if range.tsc { (self.clock.ns(range.start), self.clock.ns(end)) } else { (range.start, end) };
        let Some(process) = self.processes.get(&range.process) else { return };
        let key = (process.pid, range.tid);
        let is_kept = self.threads.len() < MOST_ROWS || self.threads.contains_key(&key);
        if !is_kept || self.writer.is_full() {
            return self.gap(range.process, GapOf::Calls, 1);
        }
        let row = self.threads.entry(key).or_default();
        let Some(lane) = row.lanes.place(start, end, true) else {
            return self.gap(range.process, GapOf::Calls, 1);
        };
        let track = thread_track(&mut self.writer, row, lane, process, range.tid);
        let names = process.ranges.get(&range.row).cloned();
        let (name, domain) = names.unwrap_or_else(|| (Arc::clone(&self.words.range), "".into()));
        let values = match &*domain {
            "" => Vec::new(),
            domain => vec![(&self.words.domain, Value::Text(domain.to_owned()))],
        };
        let event = Event { track, name: &name, category: &self.words.range, flow: 0, values };
        self.writer.slice(start, end, &event);
    }

    pub(super) fn call(&mut self, call: &LiveCall) {
        let (start, end) = if call.tsc {
            let end = call.record.start.saturating_add(call.record.duration);
            (self.clock.ns(call.record.start), self.clock.ns(end))
        } else {
            (call.record.start, call.record.start.saturating_add(call.record.duration))
        };
        let Some(process) = self.processes.get(&call.process) else { return };
        let name = process.functions.get(usize::from(call.record.function));
        let (Some(name), false, true) = (
            name.cloned(),
            self.writer.is_full(),
            self.threads.len() < MOST_ROWS || self.threads.contains_key(&(process.pid, call.tid)),
        ) else {
            return self.gap(call.process, GapOf::Calls, call.lost_before.saturating_add(1));
        };
        let row = self.threads.entry((process.pid, call.tid)).or_default();
        if call.lost_before > 0 {
            // From the last known call to this one.
            let from = row.lanes.latest().map_or(start, |latest| latest.min(start));
            match row.lanes.place(from, start, false) {
                Some(lane) => {
                    let track = thread_track(&mut self.writer, row, lane, process, call.tid);
                    let values = vec![(&self.words.count, Value::Count(call.lost_before))];
                    let (name, category) = (&self.words.calls_lost, &self.words.gap);
                    self.writer.slice(from, start, &Event { track, name, category, flow: 0, values });
                    self.calls = self.calls.saturating_add(call.lost_before);
                }
                None => self.gap(call.process, GapOf::Calls, call.lost_before),
            }
        }
        let Some(process) = self.processes.get(&call.process) else { return };
        let Some(row) = self.threads.get_mut(&(process.pid, call.tid)) else { return };
        let Some(lane) = row.lanes.place(start, end, true) else {
            return self.gap(call.process, GapOf::Calls, 1);
        };
        let track = thread_track(&mut self.writer, row, lane, process, call.tid);
        let failure = call.failure();
        let values = failure.map(|result| (&self.words.result, Value::Text(result))).into_iter().collect();
        let flow = flow(call.process, call.id);
        let event = Event { track, name: &name, category: &self.words.call, flow, values };
        self.writer.slice(start, end, &event);
        self.began[0].insert(flow, start);
        self.calls = self.calls.saturating_add(1);
    }
}

fn thread_track(writer: &mut Writer, row: &mut TraceRow, lane: usize, process: &Process, tid: u32) -> u64 {
    while row.tracks.len() <= lane {
        let track = match row.tracks.first() {
            None => {
                let pid = i32::try_from(process.pid).ok();
                let thread = ThreadDescriptor { pid, tid: Some(tid.into()) };
                TrackDescriptor {
                    thread: Some(thread),
                    parent_uuid: Some(process.track),
                    ..Default::default()
                }
            }
            // Calls within calls, where their order could be mistaken.
            Some(first) => TrackDescriptor {
                name: Some("more calls".to_owned()),
                parent_uuid: Some(*first),
                ..Default::default()
            },
        };
        row.tracks.push(writer.track(track));
    }
    row.tracks[lane]
}

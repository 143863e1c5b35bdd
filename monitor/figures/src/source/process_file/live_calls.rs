//! Turns records of single calls into lines of `--live`, and into marked ranges.

use super::super::bias::Bias;
use super::super::reading::{LiveCall, MOST_LIVE, MarkedRange, Reading};
use crate::sink::ProcessId;
use crate::ticks::ns;
use std::fs::File;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::{CallRecord, FUNCTIONS, call_id};
use zetop_wire::reader::{self, Cursor, Header};

/// What turns a record into a line of `--live`.
pub(super) struct Calls<'a> {
    pub(super) pid: u32,
    pub(super) process: ProcessId,
    pub(super) header: &'a Header,
    pub(super) catalog: &'a Arc<Catalog>,
    pub(super) ns_per_tick: f64,
    pub(super) now: u64,
    pub(super) bias: Bias,
}

impl Calls<'_> {
    fn live(&self, id: u64, lost_before: u64, record: CallRecord) -> LiveCall {
        let record = CallRecord { duration: self.bias.taken_from(record.duration), ..record };
        let since = ns(record.start.saturating_sub(self.header.start_ticks), self.ns_per_tick);
        LiveCall {
            pid: self.pid,
            tid: record.thread,
            start_raw_ns: self.header.start_raw_ns.saturating_add(since).min(self.now),
            duration_ns: ns(record.duration, self.ns_per_tick),
            record,
            catalog: Arc::clone(self.catalog),
            process: self.process,
            id,
            tsc: self.header.tsc,
            lost_before,
        }
    }

    /// Takes a block's new records; returns how many were lost.
    pub(super) fn read(&self, file: &File, block: usize, cursor: &mut Cursor, reading: &mut Reading) -> u64 {
        let (next, lost_before) = (cursor.next, cursor.lost);
        let (mut is_first, mut too_many, mut untold) = (true, 0, 0u64);
        reader::drain_calls(file, block, cursor, |number, record| {
            // Lost records were lost before the first one.
            let lost = if std::mem::take(&mut is_first) { number.saturating_sub(next) } else { 0 };
            if let Some(row) = usize::from(record.function).checked_sub(FUNCTIONS) {
                untold = untold.saturating_add(lost);
                if reading.ranges.len() < MOST_LIVE {
                    let (start, duration) = (record.start, record.duration);
                    let (process, tid, tsc) = (self.process, record.thread, self.header.tsc);
                    reading.ranges.push(MarkedRange { process, tid, row: row as u32, start, duration, tsc });
                } else {
                    too_many += 1;
                }
            } else if reading.calls.len() < MOST_LIVE {
                reading.calls.push(self.live(call_id(block, number), lost, record));
            } else {
                too_many += 1;
                untold = untold.saturating_add(lost);
            }
        });
        let lost = cursor.lost.saturating_sub(lost_before);
        if is_first {
            untold = lost;
        }
        let after = untold.saturating_add(too_many);
        if after > 0 {
            reading.lost_after.push((self.process, after));
        }
        reading.lost = reading.lost.saturating_add(lost).saturating_add(too_many);
        lost
    }
}

//! What one look at the process files yields, besides the figures.

use super::allocations::Allocated;
use crate::sink::ProcessId;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::CallRecord;

/// Most calls that one reading hands on for `--live`; more count as lost.
pub(super) const MOST_LIVE: usize = 256 * 1024;

/// A call as it was read, for `--live`.
#[derive(Debug, Clone)]
pub struct LiveCall {
    pub pid: u32,
    pub tid: u32,
    /// Host time, CLOCK_MONOTONIC_RAW, ns.
    pub start_raw_ns: u64,
    pub duration_ns: u64,
    pub record: CallRecord,
    /// What the record's numbers mean.
    pub catalog: Arc<Catalog>,
    pub process: ProcessId,
    /// Names the record: [`zetop_wire::layout::call_id`].
    pub id: u64,
    /// The record's times are of the processor's counter, else in ns (CLOCK_MONOTONIC_RAW).
    pub tsc: bool,
    /// Records that were lost right before this one.
    pub lost_before: u64,
}

impl LiveCall {
    /// Name of the function; `?` if it has none.
    #[must_use]
    pub fn function(&self) -> &str {
        self.catalog.functions.get(usize::from(self.record.function)).map_or("?", |f| &f.name)
    }

    /// Name of the result, or its code in hexadecimal; `None` for success.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        let code = self.record.result;
        let known = self.catalog.results.iter().find(|result| result.code == code);
        (code != 0).then(|| known.map_or_else(|| format!("{code:#010x}"), |result| result.name.clone()))
    }
}

/// A range that the program has marked, for a trace.
#[derive(Debug, Clone, Copy)]
pub struct MarkedRange {
    pub process: ProcessId,
    pub tid: u32,
    /// The row that [`crate::sink::Sink::range`] has returned.
    pub row: u32,
    /// When it began: in ticks of the processor's counter if `tsc`, else in ns (CLOCK_MONOTONIC_RAW).
    pub start: u64,
    pub duration: u64,
    pub tsc: bool,
}

/// What a reading brought.
#[derive(Debug, Default)]
pub struct Reading {
    pub changed: bool,
    /// zetop's own lines for the log.
    pub said: Vec<String>,
    /// Processes that can't be read, and why: the user is told.
    pub refused: Vec<String>,
    /// Calls of this reading in the order in which they started, when they were asked for.
    pub calls: Vec<LiveCall>,
    /// Ranges of this reading in the order in which their threads ended them, when calls were asked for.
    pub ranges: Vec<MarkedRange>,
    /// Call records of this reading that came too late for it.
    pub lost: u64,
    /// How many of the lost records have no later record in this reading, by process.
    pub lost_after: Vec<(ProcessId, u64)>,
    /// Allocations and frees, of each process in their order.
    pub allocated: Vec<Allocated>,
    /// How much of its ring a process has filled with records of operations, at most: some are lost beyond 1.
    pub fullest: f64,
}

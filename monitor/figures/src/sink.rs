//! What a source of figures reports, one method for each kind of news.
//!
//! ```text
//! process files, recordings -> Sink -> aggregate, recorder
//! ```
//!
//! The reader of process files knows nothing about screens, and the aggregate does not care where figures
//! come from. Positions (`function`, `class`) are those of the process's own [`Catalog`] and tables. Nothing
//! here is trusted: the receiver counts a meaningless position as such, and never follows it.

use crate::call_site::CallSite;
use crate::job::Member;
use crate::sensors::Reading;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;
use zetop_wire::layout::{Collective, DeviceRecord};
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

/// Names a process within a session, also after its pid was given to another one.
pub type ProcessId = u32;

/// A process when it is first seen.
#[derive(Debug, Clone)]
pub struct ProcessFound {
    pub pid: u32,
    /// Harmless to show, as are all texts that come this way.
    pub command: String,
    /// Empty if unknown.
    pub loader_version: String,
    pub member: Arc<Member>,
    pub catalog: Arc<Catalog>,
}

/// A call that has not returned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InProgress {
    pub function: u16,
    /// The thread that made it, with the name that it has in the kernel.
    pub thread: u32,
    pub thread_name: Arc<str>,
    /// Host time (CLOCK_MONOTONIC_RAW, ns) at which it was made.
    pub since: u64,
    /// Start of the call in ticks of the process's clock, as the probe has noted it: tells a thread's calls apart.
    /// [`Self::BEFORE`] if it began before the probe came: nobody knows when, and `since` is when that was.
    pub ticks: u64,
}

impl InProgress {
    /// Calls are reported from this age on, ns: shorter ones are counted soon enough when they return.
    pub const REPORTED_NS: u64 = 100_000_000;
    pub const BEFORE: u64 = 0;
}

/// Processor time of a rank's main thread outside of the kernel, by samples (see [`crate::own_code`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Computed {
    /// In the program's own code, and in all of its libraries but those of `between_ranks_ns`.
    pub own_ns: u64,
    /// In libraries by which ranks talk to each other.
    pub between_ranks_ns: u64,
}

/// A place that allocates memory of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MemoryPlace {
    /// Position of the kind's counters in the process's header.
    pub kind: usize,
    pub site: CallSite,
}

/// What was allocated there since the process began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlaceFigures {
    pub live_bytes: u64,
    pub live_count: u64,
    pub peak_bytes: u64,
    pub allocations: u64,
    pub frees: u64,
    pub allocated_bytes: u64,
    /// Host times (CLOCK_MONOTONIC_RAW, ns) at which the oldest of the live ones was made, and on average; 0 where there are none.
    pub oldest: u64,
    pub mean: u64,
    /// Allocations that were noted: if that is fewer, the others are estimated from them, and the live bytes have this standard
    /// error.
    pub noted: u64,
    pub error_bytes: u64,
}

/// What a range and its domain are called. Empty if they have no name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeNames {
    pub name: Arc<str>,
    pub domain: Arc<str>,
}

impl Default for RangeNames {
    fn default() -> Self {
        Self { name: "".into(), domain: "".into() }
    }
}

/// Takes the figures of a session as they come in.
pub trait Sink {
    /// The time (CLOCK_MONOTONIC_RAW, ns) and the length of a tick of the processor's counter; before each reading.
    fn tick(&mut self, now: u64, ns_per_tick: f64);

    /// A process that a probe is in.
    fn process_began(&mut self, process: ProcessFound) -> ProcessId;

    /// It has ended, or the probe has left it; its figures stay.
    fn process_ended(&mut self, id: ProcessId);

    /// What exists once per process: its state, totals of device operations, counters of memory. All since
    /// the process began.
    fn header(&mut self, id: ProcessId, header: &Header);

    /// All calls that have not returned, of those that are timed; before each reading's `calls`, which have none of them.
    fn in_progress(&mut self, id: ProcessId, calls: &[InProgress]);

    /// Calls of a function since the last time: sums are differences, the extremes are those of all time, in
    /// ticks of the process's clock.
    fn calls(&mut self, id: ProcessId, function: u16, more: &Counters);

    /// Durations of a function's calls since the last time: buckets of [`zetop_wire::histogram`] with their counts,
    /// in ticks of the process's clock. They may come a reading later than the calls.
    fn durations(&mut self, id: ProcessId, function: u16, more: &[(u16, u64)]);

    /// Records of calls that were lost since the last time. No other figure depends on records.
    fn lost_calls(&mut self, id: ProcessId, records: u64);

    /// What is known of the process's devices, by their numbers.
    fn devices(&mut self, id: ProcessId, facts: Vec<Facts>);

    /// Device operations of one class since the process began. A class never changes its meaning.
    fn class(&mut self, id: ProcessId, class: u32, figures: &ClassFigures, name: &Arc<str>);

    /// The program's own name for a kernel that is shown by a readable name. Reported once for each.
    fn raw_name(&mut self, _name: &Arc<str>, _raw: &str) {}

    /// Durations of the operations of a class since the last time, in ns, as for [`Sink::durations`].
    fn class_durations(&mut self, id: ProcessId, class: u32, more: &[(u16, u64)]);

    /// One completed operation. Its class is reported before.
    fn device_record(&mut self, id: ProcessId, record: &DeviceRecord);

    /// Records of operations that were lost since the last time. The classes are up to date.
    fn lost_device_records(&mut self, id: ProcessId, records: u64);

    /// A rank's part in a collective operation. Records that were overwritten before they were read are lost.
    fn collective(&mut self, id: ProcessId, record: &Collective);

    /// Where a process is in its communicators, when that has changed.
    fn communicators(&mut self, id: ProcessId, all: &[InCommunicator]);

    /// How many rows of ranges there are, and what is in none of them, when that has changed.
    fn ranges(&mut self, id: ProcessId, head: &RangesHead);

    /// Ranges of one row since the process began. A row never changes its meaning, and that of the range around it comes before.
    fn range(&mut self, id: ProcessId, row: u32, figures: &RangeFigures, names: &RangeNames);

    /// Durations of the ranges of a row since the last time, as for [`Sink::durations`].
    fn range_durations(&mut self, id: ProcessId, row: u32, more: &[(u16, u64)]);

    /// What drivers say of devices as a whole, about once a second.
    fn sensors(&mut self, readings: &[Reading]);

    /// Where the main thread of a rank has computed since it was watched first.
    fn own_code(&mut self, _id: ProcessId, _computed: Computed) {}

    /// What one place of a process has allocated. A number never changes its place. It may come after the end of the process:
    /// finding a place takes a while.
    fn memory_place(&mut self, id: ProcessId, number: u32, figures: &PlaceFigures, place: &Arc<MemoryPlace>);

    /// What the user should know about the figures. Reported once.
    fn note(&mut self, text: String);
}

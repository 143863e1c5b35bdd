//! What the dashboard, the JSON, the CSV and the summary all read: plain, immutable figures of one moment.
//!
//! Serialising a [`Snapshot`] gives the JSON object of schema `zetop/1`; fields that only the dashboard needs
//! are skipped there. Times are nanoseconds, sizes bytes, rates GB/s (GB = 10^9 bytes), shares percent.

mod direction;
mod endpoint;
mod engines;
mod finding;
mod histogram;
mod memory_site;
mod range;
mod step;

pub use direction::Direction;
pub use endpoint::Endpoint;
pub use engines::{Busy, Engines, Lane};
pub use finding::{About, Caller, Dearest, Finding, Severity, Site};
pub use histogram::Histogram;
pub use memory_site::MemorySite;
pub use range::{Range, RangeWork};
pub use step::Step;
pub use zetop_wire::catalog::{Place, Role};
pub use zetop_wire::reader::{InCommunicator, QueueGroup};

use crate::job::Member;
use crate::sensors::Sensors;
use crate::sum::sum;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

pub const SCHEMA: &str = "zetop/1";

#[derive(Debug, Clone, Default, Serialize)]
pub struct Snapshot {
    pub schema: &'static str,
    pub state: State,
    pub elapsed_ns: u64,
    /// Host clock of the probe; null until there is one.
    pub clock: Option<Clock>,
    pub target: Target,
    /// One entry per process that the probe is or was in, by rank, then oldest first.
    pub processes: Vec<Process>,
    /// Calls that have not returned for 0.1 s or longer, the longest first.
    pub waiting: Vec<Waiting>,
    /// Collective operations by kind, communicator and size, the longest first; empty without NCCL, and after an attach.
    pub collectives: Vec<Collective>,
    /// Ranges that the program marks itself by NVTX or ITT, each followed by those within it; empty after an attach.
    pub ranges: Vec<Range>,
    /// The range that returns again and again, by process; empty if none is known to.
    pub steps: Vec<Step>,
    pub devices: Vec<Device>,
    pub host: Host,
    pub device: DeviceWork,
    pub memory: Vec<MemoryUse>,
    /// By the line that allocated it, most live bytes first.
    pub memory_sites: Vec<MemorySite>,
    pub quality: Quality,
    /// The findings, the largest gain first; empty if there are none.
    pub findings: Vec<Finding>,

    #[serde(skip)]
    pub history: History,
    /// What has changed since the last run of the same program, in a sentence.
    #[serde(skip)]
    pub last_run: Option<String>,
    /// After the dashboard: what has changed since the mark that was set there, in a sentence.
    #[serde(skip)]
    pub since_mark: Option<String>,
    /// The lines of the program that calls of these rows were sampled at.
    #[serde(skip)]
    pub sites: Vec<(About, Vec<Site>)>,
    /// The programs' own names for kernels, by the name that is shown, where they differ.
    #[serde(skip)]
    pub raw_names: Arc<BTreeMap<Arc<str>, Arc<str>>>,
    /// The position in a recording; `None` for a running program.
    #[serde(skip)]
    pub playback: Option<Playback>,
}

/// A recording that is being played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playback {
    pub position_ns: u64,
    pub length_ns: u64,
    pub playing: bool,
    pub speed: f64,
    /// Its end is missing.
    pub cut_off: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Started or attached to, but no call seen so far; "running" in the JSON.
    #[default]
    #[serde(rename = "running")]
    Waiting,
    Running,
    Exited,
    Detached,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    Tsc,
    MonotonicRaw,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Target {
    pub command: Vec<String>,
    pub pids: Vec<u32>,
    pub exit_status: Option<i32>,
    pub signal: Option<i32>,
    /// Attached to rather than started: `q` detaches and never kills.
    #[serde(skip)]
    pub attached: bool,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Device {
    pub id: u32,
    pub name: String,
    /// As the driver gives it, in the form 8-4-4-4-12.
    pub uuid: Option<String>,
    /// Domain, bus, device and function: `0000:3a:00.0`.
    pub pci_address: Option<String>,
    pub timer_hz: Option<f64>,
    pub timestamp_bits: Option<u32>,
    /// The driver's memory clock x bus width, if it gives both. Level Zero's clock is taken as given; CUDA's
    /// counts one of the two transfers per clock, so it is doubled.
    pub memory_peak_gbps: Option<f64>,
    /// PCIe generation x width, if the driver gives both.
    pub link_peak_gbps: Option<f64>,
    /// The device's state for all that use it, as its driver tells zetop; null if it doesn't.
    pub sensors: Option<Sensors>,
    /// For example `PCIe 4 x16`.
    #[serde(skip)]
    pub link: Option<String>,
    /// By ordinal; empty if the API has none.
    #[serde(skip)]
    pub queue_groups: Vec<QueueGroup>,
    #[serde(skip)]
    pub pid: u32,
    /// Share of the last second in which the device was busy with timed operations.
    #[serde(skip)]
    pub busy_pct: Option<f64>,
}

/// A call that has not returned.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Waiting {
    pub pid: u32,
    pub rank: Option<u32>,
    /// The thread that made it, by its number and its name in the kernel.
    pub thread: u32,
    pub thread_name: Arc<str>,
    pub function: Arc<str>,
    /// How long it has lasted.
    pub since_ns: u64,
    /// It has lasted longer: it began before zetop attached, nobody knows when.
    pub since_before_attach: bool,
    /// What its process has given to a device and is not complete, if that is one kind of operation: `AllReduce`, the name of a
    /// kernel, `copy h2d`.
    pub on: Option<Arc<str>>,
    /// The line of the program that made it, `train.py:88 in step`; null for 0.5 s and where it can't be found out.
    pub site: Option<String>,
    #[serde(skip)]
    pub role: Role,
    /// [`Process::key`] of its process.
    #[serde(skip)]
    pub key: u32,
    /// Names it among the rows that places are known of.
    #[serde(skip)]
    pub about: About,
}

impl Snapshot {
    /// Says of each call in progress where it was made, if that is known.
    pub fn place_calls(&mut self) {
        for call in &mut self.waiting {
            let sites = self.sites.iter().find(|(about, _)| *about == call.about);
            call.site = sites.and_then(|(_, sites)| Some(sites.first()?.place.clone()));
        }
    }
}

/// Collective operations of one kind, communicator and size.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Collective {
    pub operation: &'static str,
    /// Its number, in hexadecimal; the same for all ranks.
    pub communicator: String,
    pub ranks: u32,
    /// Largest size of the class in bytes (a power of two, 8192 the smallest), of what each rank hands in.
    pub up_to: u64,
    pub count: u64,
    /// Operations of which not all ranks were heard: `count` has them, but nobody knows who waited for whom.
    pub partial: u64,
    pub bytes: u64,
    /// Sums over the operations of means over their ranks: in the kernels, and of that what the rank that came last needed, and
    /// what the others needed more.
    pub time_ns: u64,
    pub moving_ns: u64,
    pub waiting_ns: u64,
    /// Algorithm and protocol of the operation that was complete last.
    pub algorithm: &'static str,
    pub protocol: &'static str,
    /// Bytes / time of moving, and times what crosses the slowest link, as nccl-tests define them: where operations were queued
    /// behind each other, with what the device takes from one to the next (1 to 2 us).
    pub algorithm_gbps: Option<f64>,
    pub bus_gbps: Option<f64>,
    /// Who came last, most often first.
    pub last: Vec<CameLast>,
}

/// A process that came last to collective operations.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CameLast {
    pub pid: u32,
    pub rank: Option<u32>,
    /// How often.
    pub count: u64,
    /// How long each of the others waited for it, in all of them.
    pub waited_ns: u64,
    /// [`Process::key`].
    #[serde(skip)]
    pub key: u32,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Host {
    pub calls: u64,
    /// Calls whose time was taken; of trivial functions it is one of 16, unless all are asked for (`--exact`).
    pub timed: u64,
    /// With what calls in progress have taken so far.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if all calls were timed.
    pub total_error_pct: f64,
    /// By share, largest first.
    pub apis: Vec<Api>,
    #[serde(skip)]
    pub errors: u64,
    /// Calls per second over the last second.
    #[serde(skip)]
    pub calls_per_s: f64,
    /// Time in calls over the last second, all threads together, % of one thread's wall time.
    #[serde(skip)]
    pub wall_pct: f64,
}

impl Host {
    /// Errors that nobody asks for.
    #[must_use]
    pub fn unexpected_errors(&self) -> u64 {
        self.errors.saturating_sub(sum(self.apis.iter().map(|api| api.expected_errors)))
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Api {
    pub name: Arc<str>,
    /// Part of the API that it belongs to.
    pub family: Arc<str>,
    pub calls: u64,
    /// Calls whose time was taken: of a trivial function one of 16, at random. Counts of calls and errors are exact, times
    /// come from these.
    pub timed: u64,
    pub errors: u64,
    /// With what calls in progress have taken so far; these are in no other figure.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if all calls were timed.
    pub total_error_pct: f64,
    pub share_pct: f64,
    /// The shortest and the longest of those that were timed.
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    /// Percentiles are exact to the bucket of the histogram, 1.6 % wide at most: the middle of it.
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    /// Not all calls were timed, and fewer than 100 of those that were took longer than p99.
    pub p99_uncertain: bool,
    /// The time of the calls that stand for all, as `total_ns`, which comes closer where groups have only begun; but this one
    /// never falls.
    #[serde(skip)]
    pub grown_ns: u64,
    /// The part of [`Self::total_ns`] that calls in progress have taken so far.
    #[serde(skip)]
    pub open_ns: u64,
    /// Names the row over time, within a session.
    #[serde(skip)]
    pub id: u32,
    #[serde(skip)]
    pub role: Role,
    #[serde(skip)]
    pub calls_per_s: f64,
    /// Errors that callers ask for, so that nothing is wrong, and what they ask.
    #[serde(skip)]
    pub expected_errors: u64,
    #[serde(skip)]
    pub expected_why: Option<Arc<str>>,
    /// Time since the last call was seen, and since the last error that nobody asks for.
    #[serde(skip)]
    pub quiet_ns: u64,
    #[serde(skip)]
    pub faultless_ns: u64,
    /// Name of the result of the last call that returned an error.
    #[serde(skip)]
    pub last_error: Option<Arc<str>>,
    #[serde(skip)]
    pub before: Option<Before>,
    #[serde(skip)]
    pub histogram: Histogram,
    /// Calls per second, one value per [`History::interval_ns`], newest last.
    #[serde(skip)]
    pub rate_history: Vec<f64>,
}

impl Api {
    /// Time in calls that have returned.
    #[must_use]
    pub fn returned_ns(&self) -> u64 {
        self.total_ns.saturating_sub(self.open_ns)
    }

    /// All of its calls were timed.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.timed >= self.calls
    }
}

/// What a row was before the dashboard's mark, if its figures are those since.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Before {
    pub share_pct: f64,
    pub avg_ns: Option<f64>,
    pub bandwidth_gbps: Option<f64>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct DeviceWork {
    pub timed: u64,
    pub untimed: u64,
    pub untimed_reasons: BTreeMap<String, u64>,
    /// timed / (timed + untimed); null without any operation.
    pub coverage_pct: Option<f64>,
    pub kernels: Vec<Kernel>,
    pub transfers: Vec<Transfer>,
    pub fills: Fills,
    /// What `--cold` did; null if nothing was to be flushed.
    pub flushes: Option<Flushes>,
    /// By device: kernels and copies at the same time.
    pub engines: Vec<Engines>,
    /// Operations appended and submitted, but not yet complete.
    #[serde(skip)]
    pub pending: u64,
    /// Barriers and other timed operations that are neither kernel, copy nor fill.
    #[serde(skip)]
    pub others: Vec<Kernel>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Kernel {
    pub name: String,
    pub device: u32,
    pub launches: u64,
    pub timed: u64,
    pub total_ns: u64,
    /// Share of all timed device time.
    pub share_pct: f64,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    pub p50_ns: Option<u64>,
    #[serde(skip)]
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    /// From submission (append on an immediate list, execute on a regular one) to start on the device.
    pub submit_avg_ns: Option<f64>,
    /// What a launch takes the host: the call that appends it, and its share of those that submit recorded work and of waits
    /// beyond the device's own time.
    pub host_avg_ns: Option<f64>,
    /// The same of all launches.
    #[serde(skip)]
    pub host_ns: u64,
    #[serde(skip)]
    pub before: Option<Before>,
    /// Groups (CUDA: blocks) of the last launch along x, y and z, and work items (threads) of each; 0 when unknown.
    pub group_count: [u32; 3],
    pub group_size: [u32; 3],
    /// The launches before which the caches were flushed (`--cold`), and the other ones; null where there are none. `hot`
    /// is null if there are no cold ones, either.
    pub cold: Option<Launches>,
    pub hot: Option<Launches>,
    /// As of the last launch; `None` if the API does not tell.
    pub resources: Option<KernelResources>,
    #[serde(skip)]
    pub histogram: Histogram,
    /// Newest last, at most 32.
    #[serde(skip)]
    pub recent: Vec<RawStamps>,
    /// Paths of the innermost ranges of the program's own in which it was launched.
    #[serde(skip)]
    pub ranges: Vec<Arc<str>>,
}

/// Some of a kernel's launches.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Launches {
    pub launches: u64,
    pub timed: u64,
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    pub p50_ns: Option<u64>,
    pub p99_ns: Option<u64>,
}

/// Flushes of caches before launches. They are zetop's own operations, and counted nowhere else.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Flushes {
    /// Launches behind a flush.
    pub done: u64,
    /// Launches, and executions of graphs, that there was to be a flush before, but is none.
    pub not_done: u64,
    pub not_done_reasons: BTreeMap<String, u64>,
}

/// What a kernel needs to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct KernelResources {
    /// Registers of one thread.
    pub registers: u32,
    /// Shared memory of a group in bytes: what the kernel declares, and what the launch requested.
    pub static_shared_bytes: u32,
    pub dynamic_shared_bytes: u32,
    /// Local memory of a thread in bytes: what did not fit into registers, and arrays.
    pub local_bytes: u32,
}

/// Stamps of one operation as the driver gave them, in cycles, and the durations they give.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RawStamps {
    pub global_start: u64,
    pub context_start: u64,
    pub context_end: u64,
    pub global_end: u64,
    pub context_ns: f64,
    pub global_ns: f64,
    pub submit_ns: Option<f64>,
    /// Queue group ordinal and index of the lane.
    pub lane: (u16, u16),
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Transfer {
    pub device: u32,
    pub src: Endpoint,
    pub dst: Endpoint,
    /// Devices that the two ends are on; null for memory that is on none.
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    pub direction: Direction,
    pub ops: u64,
    pub timed: u64,
    pub bytes: u64,
    pub total_ns: u64,
    /// Bytes of timed copies / the time that the device spent copying them.
    pub bandwidth_gbps: Option<f64>,
    /// Bytes finished / wall time elapsed.
    pub throughput_gbps: Option<f64>,
    pub by_size: Vec<TransferSize>,
    #[serde(skip)]
    pub min_ns: Option<u64>,
    #[serde(skip)]
    pub max_ns: Option<u64>,
    #[serde(skip)]
    pub p50_ns: Option<u64>,
    #[serde(skip)]
    pub p90_ns: Option<u64>,
    #[serde(skip)]
    pub p99_ns: Option<u64>,
    #[serde(skip)]
    pub share_pct: f64,
    #[serde(skip)]
    pub before: Option<Before>,
    /// Paths of the innermost ranges of the program's own in which it was given to the device; some may be there twice.
    #[serde(skip)]
    pub ranges: Vec<Arc<str>>,
    /// Time since the last copy was seen.
    #[serde(skip)]
    pub quiet_ns: u64,
    #[serde(skip)]
    pub histogram: Histogram,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct TransferSize {
    /// Largest size of the class in bytes (a power of two, 8192 the smallest); null for the class above 1 GiB.
    pub up_to: Option<u64>,
    pub ops: u64,
    pub bytes: u64,
    pub bandwidth_gbps: Option<f64>,
    #[serde(skip)]
    pub timed: u64,
    #[serde(skip)]
    pub total_ns: u64,
    #[serde(skip)]
    pub min_ns: Option<u64>,
    #[serde(skip)]
    pub max_ns: Option<u64>,
    /// By ordinal; empty if the API has no queue groups.
    #[serde(skip)]
    pub by_group: Vec<GroupShare>,
}

/// A queue group's part in some copies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GroupShare {
    /// Its ordinal.
    pub group: u32,
    /// Of timed copies, and what the device spent on them.
    pub bytes: u64,
    pub total_ns: u64,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Fills {
    pub ops: u64,
    pub bytes: u64,
    pub total_ns: u64,
    #[serde(skip)]
    pub timed: u64,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct MemoryUse {
    /// For example `host`, `device`, `shared`.
    pub kind: Arc<str>,
    pub live_bytes: u64,
    pub live_count: u64,
    pub peak_bytes: u64,
    pub allocs: u64,
    pub frees: u64,
    /// What allocates this kind; empty where the API does not say.
    #[serde(skip)]
    pub allocated_by: Arc<str>,
    #[serde(skip)]
    pub place: Place,
    #[serde(skip)]
    pub allocs_per_s: f64,
    #[serde(skip)]
    pub bytes_per_s: f64,
    /// Live bytes, one value per [`History::interval_ns`], newest last.
    #[serde(skip)]
    pub live_history: Vec<f64>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Quality {
    /// Records of single calls (`--live`, `--trace`) and device operations that zetop did not get. Counts,
    /// times, histograms and percentiles do not depend on records.
    pub dropped_records: u64,
    /// Operations whose stamps were zero, stale or reversed.
    pub invalid_timestamps: u64,
    /// What counting adds to a call on average, ns, as the probe measured it in the program when it started for those that
    /// are timed and those that are not. Timing a launch or a copy on the device adds more to that call.
    pub probe_ns_per_call: Option<f64>,
    /// [`Quality::cost`], all together, as a share of the calling threads' lifetimes: 8 threads have 8
    /// s in a second. Threads beyond 128 at a time in one process are not included.
    pub probe_pct_of_wall: Option<f64>,
    pub cost: Cost,
    /// Calls whose stack the probe copied to find the line that makes them, and what that cost each: at most
    /// 20 a second in a process, while a finding or the dashboard asks, and a few of each row that a finding could be
    /// about.
    pub samples: u64,
    pub sample_avg_ns: Option<f64>,
    pub sample_max_ns: Option<f64>,
    /// Why something is missing ("tracing-layer fallback: zet and zes calls are not seen").
    pub notes: Vec<String>,
}

/// What zetop costs the program, as the probe estimates it all the time.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Cost {
    /// [`Quality::probe_ns_per_call`] x calls.
    pub calls_ns: u64,
    /// What is done for operations on a device and for allocations beyond that: of one of 16, at random, the time is taken.
    pub operations_ns: u64,
    /// What the driver's own library adds to calls to keep records of operations for zetop.
    pub records_ns: u64,
    /// Ranges of the program's own that have begun, and marks x 47 ns, as measured on one machine for NVTX, with the end.
    pub ranges_ns: u64,
    /// Processor time of the probe's threads.
    pub threads_ns: u64,
}

impl Cost {
    #[must_use]
    pub fn all_ns(&self) -> f64 {
        let Self { calls_ns, operations_ns, records_ns, ranges_ns, threads_ns } = *self;
        [calls_ns, operations_ns, records_ns, ranges_ns, threads_ns].map(|ns| ns as f64).iter().sum()
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Process {
    /// 0 for those that there was no room for, added up; null in the JSON.
    #[serde(serialize_with = "no_zero")]
    pub pid: u32,
    /// What it is asked for by: its pid, unless there are processes of several machines.
    #[serde(skip)]
    pub key: u32,
    #[serde(flatten)]
    pub member: Arc<Member>,
    pub command: String,
    /// When the probe came in, in seconds since 1970.
    pub started: Option<f64>,
    pub state: State,
    pub calls: u64,
    pub host_ns: u64,
    pub device_ns: u64,
    /// Share of the time in which it was watched that its device was busy with its operations; of several devices, the
    /// busiest one's.
    pub busy_pct: Option<f64>,
    /// Copied.
    pub bytes: u64,
    #[serde(skip)]
    pub running: bool,
    /// By a signal or a debugger.
    #[serde(skip)]
    pub stopped: bool,
    /// How long it was watched, its time in functions that wait for the device, and kernels that it launched.
    #[serde(skip)]
    pub watched_ns: u64,
    #[serde(skip)]
    pub waits_ns: u64,
    #[serde(skip)]
    pub kernels: u64,
    /// Processor time of a rank's main thread in the program's own code, and in libraries by which ranks talk to each other: one
    /// sample each 50 ms. `None` if it is not watched.
    pub own_code_ns: Option<u64>,
    pub between_ranks_ns: Option<u64>,
    #[serde(skip)]
    pub calls_per_s: f64,
    #[serde(skip)]
    pub threads: u32,
    /// Time in collective operations, the part of it that was waiting for other ranks, and time in copies.
    #[serde(skip)]
    pub collectives_ns: u64,
    #[serde(skip)]
    pub collective_waits_ns: u64,
    #[serde(skip)]
    pub copies_ns: u64,
    #[serde(skip)]
    pub dearest: Dearest,
    /// Where it is in its communicators.
    #[serde(skip)]
    pub communicators: Vec<InCommunicator>,
    /// Operations that are under way, and how long none has finished.
    #[serde(skip)]
    pub pending: u64,
    #[serde(skip)]
    pub unfinished_ns: u64,
    /// How long no call was seen to begin to last or to return.
    #[serde(skip)]
    pub silent_ns: u64,
    /// How the probe got in, for example `layer` or `attach`.
    #[serde(skip)]
    pub mode: Arc<str>,
    #[serde(skip)]
    pub loader_version: String,
}

impl Process {
    /// Time watched that was not spent in the API; known only of a process with one thread.
    #[must_use]
    pub fn outside_ns(&self) -> Option<u64> {
        (self.threads <= 1).then(|| self.watched_ns.saturating_sub(self.host_ns))
    }

    /// `rank 3`, or `pid 4711` of one that has no rank.
    #[must_use]
    pub fn name(&self) -> String {
        match self.member.rank {
            Some(rank) => format!("rank {rank}"),
            None => format!("pid {}", self.pid),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn no_zero<S: serde::Serializer>(pid: &u32, to: S) -> Result<S::Ok, S::Error> {
    Some(*pid).filter(|pid| *pid != 0).serialize(to)
}

/// Values per interval for the sparklines; newest last, zero where nothing happened.
#[derive(Debug, Clone, Default)]
pub struct History {
    pub interval_ns: u64,
    /// Number of the first interval below, counted from the start of the session.
    pub first: u64,
    pub calls_per_s: Vec<f64>,
    pub directions: Vec<DirectionHistory>,
}

#[derive(Debug, Clone, Default)]
pub struct DirectionHistory {
    pub direction: Direction,
    /// Throughput per interval, GB/s.
    pub gbps: Vec<f64>,
    pub now: f64,
    pub peak: f64,
    /// Mean over the whole session, idle time included.
    pub average: f64,
    /// Limit of the device or link for this direction, with what it is (`PCIe 4 x16`, `memory`).
    pub limit: Option<(f64, String)>,
}

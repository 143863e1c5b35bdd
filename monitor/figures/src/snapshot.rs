//! What the dashboard, the JSON, the CSV and the summary all read: plain, immutable figures of one moment.
//!
//! Serialising a [`Snapshot`] gives the JSON object of schema `zetop/1`; fields that only the dashboard needs
//! are skipped there. Times are nanoseconds, sizes bytes, rates GB/s (GB = 10^9 bytes), shares percent.

mod collective;
mod device_work;
mod direction;
mod endpoint;
mod engines;
mod finding;
mod histogram;
mod host;
mod memory_site;
mod process;
mod quality;
mod range;
mod state;
mod step;
mod transfer;

pub use collective::{CameLast, Collective};
pub use device_work::{DeviceWork, Fills, Flushes, Kernel, KernelResources, Launches, RawStamps};
pub use direction::Direction;
pub use endpoint::Endpoint;
pub use engines::{Busy, Engines, QueueLane};
pub use finding::{About, Caller, Dearest, Finding, Severity, Site};
pub use histogram::Histogram;
pub use host::{Api, Before, Host};
pub use memory_site::MemorySite;
pub use process::Process;
pub use quality::{Cost, Quality};
pub use range::{Range, RangeWork};
pub use state::RunState;
pub use step::Step;
pub use transfer::{GroupShare, Transfer, TransferSize};
pub use zetop_wire::catalog::{Place, Role};
pub use zetop_wire::reader::{InCommunicator, QueueGroup};

use crate::sensors::Sensors;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

pub const SCHEMA: &str = "zetop/1";

#[derive(Debug, Clone, Default, Serialize)]
pub struct Snapshot {
    pub schema: &'static str,
    pub state: RunState,
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
    /// By row: the lines of the program that its calls were sampled at.
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

//! The device's side: kernels, and what all operations add up to.

use super::engines::Engines;
use super::histogram::Histogram;
use super::host::Before;
use super::transfer::Transfer;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

#[derive(Debug, Clone, Default, Serialize)]
pub struct DeviceWork {
    pub timed: u64,
    pub untimed: u64,
    /// Operations that were left untimed because of the budget have the reason `sampled`.
    pub untimed_reasons: BTreeMap<String, u64>,
    #[serde(skip)]
    pub sampled: u64,
    /// timed / (timed + untimed), without those that were sampled; null if there are no others.
    pub coverage_pct: Option<f64>,
    /// timed / (timed + untimed); null without any operation.
    pub timed_pct: Option<f64>,
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

impl DeviceWork {
    /// The reason of operations that were not timed between the windows of a program that gives a device so many that timing
    /// all of them would be over the budget.
    pub const SAMPLED: &str = "sampled";

    /// Operations without a time of which nothing else says how long they took.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.untimed.saturating_sub(self.sampled)
    }

    /// Why: how many for each reason.
    pub fn missing_reasons(&self) -> impl Iterator<Item = (&str, u64)> {
        let reasons = self.untimed_reasons.iter().filter(|(reason, _)| **reason != Self::SAMPLED);
        reasons.map(|(reason, n)| (reason.as_str(), *n))
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Kernel {
    pub name: String,
    pub device: u32,
    pub launches: u64,
    pub timed: u64,
    /// Device time of timed launches, ns; with the estimated time of sampled launches, if there are any.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if none was sampled.
    pub total_error_pct: f64,
    /// Device time without sampled operations that have no estimate yet, ns: unlike `total_ns`, it never falls.
    #[serde(skip)]
    pub grown_ns: u64,
    /// Launches that were not timed only because that would be over the budget.
    #[serde(skip)]
    pub sampled: u64,
    /// Share of all device time.
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
    /// Host time of all launches, of which [`Self::host_avg_ns`] is the mean.
    #[serde(skip)]
    pub host_ns: u64,
    #[serde(skip)]
    pub before: Option<Before>,
    /// Groups (CUDA: blocks) of the last launch along x, y and z, and work items (threads) of each; 0 when unknown.
    pub group_count: [u32; 3],
    pub group_size: [u32; 3],
    /// The launches before which the caches were flushed (`--cold`), and the other ones; null where there are none. `hot`
    /// is null if there are no cold ones, either.
    pub cold: Option<Box<Launches>>,
    pub hot: Option<Box<Launches>>,
    /// What the kernel used at its last launch; `None` if the API does not tell.
    pub resources: Option<KernelResources>,
    #[serde(skip)]
    pub histogram: Histogram,
    /// Newest last, at most 32, and fewer where there are hundreds of kernels.
    #[serde(skip)]
    pub recent: Arc<VecDeque<RawStamps>>,
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
    #[serde(skip)]
    pub sampled: u64,
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
pub struct Fills {
    pub ops: u64,
    pub timed: u64,
    pub bytes: u64,
    /// Device time of timed fills, ns; with the estimated time of sampled fills, if there are any.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if no fill was sampled.
    pub total_error_pct: f64,
    #[serde(skip)]
    pub sampled: u64,
    #[serde(skip)]
    pub bandwidth_gbps: Option<f64>,
}

//! Steps: the range that returns again and again in a process, or else the rounds of kernels that its queue repeats.

use super::histogram::Histogram;
use super::range::RangeWork;
use serde::Serialize;
use std::sync::Arc;

/// The steps of a process.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Step {
    pub pid: u32,
    pub rank: Option<u32>,
    /// Whether zetop has guessed the step: the process's queue repeats the same kernels, and the kernel called `name` ends each
    /// round. Otherwise the program marks the step by a range.
    pub guessed: bool,
    /// The range that is one.
    pub name: Arc<str>,
    /// Null for the default one.
    pub domain: Option<Arc<str>>,
    /// Empty for a guess.
    pub interface: &'static str,
    pub count: u64,
    /// Over the last second.
    pub per_s: f64,
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    /// Time of kernels and of copies that were launched in steps, and of waits and all else on the host, each as a share of
    /// `total_ns`. The device works beside the host, so only the last two add up to 100; null where nothing says it.
    pub kernel_pct: Option<f64>,
    pub copy_pct: Option<f64>,
    pub waits_pct: Option<f64>,
    pub host_pct: Option<f64>,
    #[serde(skip)]
    pub work: RangeWork,
    #[serde(skip)]
    pub histogram: Histogram,
    /// Mean time of the steps that ended in each [`super::History::interval_ns`], ns, newest last; 0 where none did.
    #[serde(skip)]
    pub history: Vec<f64>,
    /// [`super::Process::key`].
    #[serde(skip)]
    pub key: u32,
}

//! How much a device's engines worked at the same time.

use serde::Serialize;

/// Kernels and copies of a device, as far as its clock is related to the host's. A moment counts once,
/// however many operations ran then. While the program runs, the sums do not yet include the last two
/// seconds.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Engines {
    pub device: u32,
    /// Time with at least one kernel, with at least one copy, and with both, ns.
    pub kernel_ns: u64,
    pub copy_ns: u64,
    pub both_ns: u64,
    /// Share of the copying that was hidden behind kernels; null without copies.
    pub overlap_pct: Option<f64>,
    /// Parts of operations that were reported too late to be in these sums, ns.
    #[serde(skip)]
    pub late_ns: u64,
    /// Length of the strip that the lanes show, ns.
    #[serde(skip)]
    pub window_ns: u64,
    /// By process and queue, what it did last.
    #[serde(skip)]
    pub lanes: Vec<QueueLane>,
    /// That use the device. The sums are those of each, added up: several may work at the same time.
    #[serde(skip)]
    pub processes: usize,
}

/// A queue.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueueLane {
    /// Whose it is, if several processes use the device: `r3` for a rank, `p4711` for a pid.
    pub of: Option<String>,
    /// Ordinal of its group, and its index in it.
    pub queue: (u16, u16),
    pub spans: Vec<Busy>,
}

/// An operation, in ns since the strip begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy {
    pub start: u64,
    pub end: u64,
    /// A copy or fill; otherwise a kernel.
    pub copy: bool,
}

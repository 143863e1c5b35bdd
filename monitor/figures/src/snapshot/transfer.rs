//! Copies by their ends, and by their size.

use super::direction::Direction;
use super::endpoint::Endpoint;
use super::histogram::Histogram;
use super::host::Before;
use serde::Serialize;
use std::sync::Arc;

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
    /// Device time of timed copies, ns; with the estimated time of sampled copies, if there are any.
    pub total_ns: u64,
    /// One standard error of `total_ns`, %; 0 if none was sampled.
    pub total_error_pct: f64,
    /// Device time without sampled copies that have no estimate yet, ns: unlike `total_ns`, it never falls.
    #[serde(skip)]
    pub grown_ns: u64,
    /// Copies that were not timed only because that would be over the budget.
    #[serde(skip)]
    pub sampled: u64,
    pub avg_ns: Option<f64>,
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
    /// Copies that were not timed only because that would be over the budget.
    #[serde(skip)]
    pub sampled: u64,
    #[serde(skip)]
    pub total_ns: u64,
    #[serde(skip)]
    pub avg_ns: Option<f64>,
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
    /// Bytes of timed copies.
    pub bytes: u64,
    /// Time that the device spent on timed copies.
    pub total_ns: u64,
}

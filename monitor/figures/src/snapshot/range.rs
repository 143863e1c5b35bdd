//! Ranges that the program marks itself.

use super::histogram::Histogram;
use serde::Serialize;
use std::sync::Arc;

/// A range within those around it, of all threads and processes together.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Range {
    /// The names from the outermost range to this one, with `/` between them.
    pub path: String,
    pub name: Arc<str>,
    /// How many ranges are around it.
    pub depth: u32,
    /// Null for the default one.
    pub domain: Option<Arc<str>>,
    /// `NVTX` or `ITT`.
    pub interface: &'static str,
    /// `nested` (pushed and popped), `started` (begun and ended by a number, perhaps on another thread), `mark` or `frame`.
    pub kind: &'static str,
    /// Ranges that have ended; of marks, all.
    pub count: u64,
    /// Ranges that have begun and not ended.
    pub open: u64,
    /// Host time of ranges that have ended, from begin to end.
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub avg_ns: Option<f64>,
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    /// Part of `total_ns` that the threads spent in API functions that wait, 1 us or longer each.
    pub waits_ns: u64,
    #[serde(flatten)]
    pub work: RangeWork,
    #[serde(skip)]
    pub histogram: Histogram,
}

/// What threads gave to devices in a range and in those within it, as far as it was timed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RangeWork {
    pub kernels: u64,
    pub kernel_ns: u64,
    /// Copies and fills.
    pub copies: u64,
    pub copy_ns: u64,
    pub bytes: u64,
}

impl RangeWork {
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            kernels: self.kernels.saturating_add(other.kernels),
            kernel_ns: self.kernel_ns.saturating_add(other.kernel_ns),
            copies: self.copies.saturating_add(other.copies),
            copy_ns: self.copy_ns.saturating_add(other.copy_ns),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    #[must_use]
    pub fn device_ns(&self) -> u64 {
        self.kernel_ns.saturating_add(self.copy_ns)
    }
}

impl Range {
    /// Its name, with that of its domain: `torch: forward`.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.domain {
            Some(domain) if self.kind != "frame" => format!("{domain}: {}", self.name),
            _ => self.name.to_string(),
        }
    }
}

//! What processes are compared by.

use zetop_figures::snapshot::Process;

/// A figure of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfProcess {
    Calls,
    Rate,
    Host,
    Waits,
    Outside,
    Device,
    Busy,
    Bytes,
}

impl OfProcess {
    pub const ALL: [Self; 8] = [
        Self::Calls,
        Self::Rate,
        Self::Host,
        Self::Device,
        Self::Bytes,
        Self::Busy,
        Self::Waits,
        Self::Outside,
    ];

    /// `None` if it is not known.
    pub fn value(self, process: &Process) -> Option<f64> {
        match self {
            Self::Calls => Some(process.calls as f64),
            Self::Rate => Some(process.calls_per_s),
            Self::Host => Some(process.host_ns as f64),
            Self::Waits => Some(process.waits_ns as f64),
            Self::Outside => process.outside_ns().map(|ns| ns as f64),
            Self::Device => Some(process.device_ns as f64),
            Self::Busy => process.busy_pct,
            Self::Bytes => Some(process.bytes as f64),
        }
    }
}

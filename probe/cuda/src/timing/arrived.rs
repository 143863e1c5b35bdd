//! Operations as CUPTI's records have them.

use super::stream::Looks;
use zetop_probe_core::publish::{OpClass, Resources};

/// An operation whose record has come.
pub struct Arrived {
    pub sort: OpClass,
    pub looks: Looks,
    pub when: When,
    /// What a kernel needs to run; `None` of other operations.
    pub needs: Option<Resources>,
}

/// Where and when an operation ran: device, context, stream, start and end (CUPTI's clock, ns).
pub struct When {
    pub device: u32,
    pub context: u32,
    pub stream: u32,
    pub start: u64,
    pub end: u64,
    /// For a graph's launch; 0 for operations submitted on their own.
    pub correlation: u32,
}

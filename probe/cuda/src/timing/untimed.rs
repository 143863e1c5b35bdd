//! Why operations are not timed.

/// Why an operation was not timed: positions in the catalog's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Untimed {
    NoCupti,
    CuptiFailed,
    OtherProfiler,
    ProgramUsesCupti,
    NotSeen,
    Dropped,
    Staged,
    Invalid,
    Switching,
}

/// Their texts, in the same order.
pub const UNTIMED: [&str; 9] = [
    "no CUPTI library found",
    "CUPTI could not be started",
    "another profiler is in the process",
    "the program uses CUPTI itself",
    "completion not seen",
    "record dropped by CUPTI",
    "copied between devices through the host",
    "invalid timestamps",
    "submitted while CUPTI was started or stopped",
];

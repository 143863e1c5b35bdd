//! How far the figures can be trusted, and what taking them costs the program.

use serde::Serialize;

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

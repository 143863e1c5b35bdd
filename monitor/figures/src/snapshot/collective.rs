//! Collective operations, and who came last to them.

use serde::Serialize;

/// Collective operations of one kind, communicator and size.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Collective {
    pub operation: &'static str,
    /// Its number, in hexadecimal; the same for all ranks.
    pub communicator: String,
    pub ranks: u32,
    /// Largest size of the class in bytes (a power of two, 8192 the smallest), of what each rank hands in.
    pub up_to: u64,
    pub count: u64,
    /// Operations of which not all ranks were heard: `count` has them, but nobody knows who waited for whom.
    pub partial: u64,
    pub bytes: u64,
    /// Sums over the operations of means over their ranks: in the kernels, and of that what the rank that came last needed, and
    /// what the others needed more.
    pub time_ns: u64,
    pub moving_ns: u64,
    pub waiting_ns: u64,
    /// Algorithm and protocol of the operation that was complete last.
    pub algorithm: &'static str,
    pub protocol: &'static str,
    /// Bytes / time of moving, and times what crosses the slowest link, as nccl-tests define them: where operations were queued
    /// behind each other, with what the device takes from one to the next (1 to 2 us).
    pub algorithm_gbps: Option<f64>,
    pub bus_gbps: Option<f64>,
    /// Who came last, most often first.
    pub last: Vec<CameLast>,
}

/// A process that came last to collective operations.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CameLast {
    pub pid: u32,
    pub rank: Option<u32>,
    /// How often.
    pub count: u64,
    /// How long each of the others waited for it, in all of them.
    pub waited_ns: u64,
    /// [`Process::key`](crate::snapshot::Process::key).
    #[serde(skip)]
    pub key: u32,
}

//! The processes that the probe is or was in.

use super::finding::Dearest;
use super::state::RunState;
use crate::job::Member;
use serde::Serialize;
use std::sync::Arc;
use zetop_wire::reader::InCommunicator;

#[derive(Debug, Clone, Default, Serialize)]
pub struct Process {
    /// 0 for those that there was no room for, added up; null in the JSON.
    #[serde(serialize_with = "no_zero")]
    pub pid: u32,
    /// The number by which a snapshot of the process is asked for: its pid, unless there are processes of several machines.
    #[serde(skip)]
    pub key: u32,
    #[serde(flatten)]
    pub member: Arc<Member>,
    pub command: String,
    /// When the probe came in, in seconds since 1970.
    pub started: Option<f64>,
    pub state: RunState,
    pub calls: u64,
    pub host_ns: u64,
    pub device_ns: u64,
    /// Share of the time in which it was watched that its device was busy with its operations; of several devices, the
    /// busiest one's.
    pub busy_pct: Option<f64>,
    /// Copied.
    pub bytes: u64,
    #[serde(skip)]
    pub running: bool,
    /// By a signal or a debugger.
    #[serde(skip)]
    pub stopped: bool,
    /// How long it was watched, its time in functions that wait for the device, and kernels that it launched.
    #[serde(skip)]
    pub watched_ns: u64,
    #[serde(skip)]
    pub waits_ns: u64,
    #[serde(skip)]
    pub kernels: u64,
    /// Processor time of a rank's main thread in the program's own code, and in libraries by which ranks talk to each other: one
    /// sample each 50 ms. `None` if it is not watched.
    pub own_code_ns: Option<u64>,
    pub between_ranks_ns: Option<u64>,
    #[serde(skip)]
    pub calls_per_s: f64,
    #[serde(skip)]
    pub threads: u32,
    /// Time in collective operations, the part of it that was waiting for other ranks, and time in copies.
    #[serde(skip)]
    pub collectives_ns: u64,
    #[serde(skip)]
    pub collective_waits_ns: u64,
    #[serde(skip)]
    pub copies_ns: u64,
    #[serde(skip)]
    pub dearest: Dearest,
    /// Where it is in its communicators.
    #[serde(skip)]
    pub communicators: Vec<InCommunicator>,
    /// Operations that are under way, and how long none has finished.
    #[serde(skip)]
    pub pending: u64,
    #[serde(skip)]
    pub unfinished_ns: u64,
    /// How long no call was seen to begin to last or to return.
    #[serde(skip)]
    pub silent_ns: u64,
    /// How the probe got in, for example `layer` or `attach`.
    #[serde(skip)]
    pub mode: Arc<str>,
    #[serde(skip)]
    pub loader_version: String,
}

impl Process {
    /// Time watched that was not spent in the API; known only of a process with one thread.
    #[must_use]
    pub fn outside_ns(&self) -> Option<u64> {
        (self.threads <= 1).then(|| self.watched_ns.saturating_sub(self.host_ns))
    }

    /// `rank 3`, or `pid 4711` of one that has no rank.
    #[must_use]
    pub fn name(&self) -> String {
        match self.member.rank {
            Some(rank) => format!("rank {rank}"),
            None => format!("pid {}", self.pid),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn no_zero<S: serde::Serializer>(pid: &u32, to: S) -> Result<S::Ok, S::Error> {
    Some(*pid).filter(|pid| *pid != 0).serialize(to)
}

//! What is in flight: an operation, and the run that it belongs to.

use smallvec::{SmallVec, smallvec};
use zetop_probe_core::clock;
use zetop_probe_core::windows::Sample;

/// What all occurrences of an operation have in common.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    pub class: u32,
    /// A kernel without an event of the program's, which others could run beside: if one of the probe's times it, its device makes
    /// them wait.
    pub holds_back: bool,
    pub device: usize,
    pub bytes: u64,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
}

/// When the driver may be asked for an event's stamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// It answers "not ready" at once.
    AtAnyTime,
    /// It waits until the operation is complete: Intel's does for counter-based events, and for events of the
    /// program's pools that it has turned into such.
    OnceComplete,
    /// An earlier operation in flight signals the same event: a signal may be that one's, until the whole
    /// lane is known to be complete.
    OnceLaneComplete,
}

/// One occurrence of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    pub info: Info,
    pub append_raw: u64,
    /// [`zetop_wire::layout::DeviceRecord::call`].
    pub call: u64,
    /// [`zetop_wire::layout::DeviceRecord::range`].
    pub range: u32,
    /// Where its stamps will be.
    pub event: usize,
    pub ours: bool,
    pub reading: Reading,
    pub is_settled: bool,
}

impl Op {
    /// Others wait for it that could run beside it, since an event of the probe's times it.
    #[must_use]
    pub fn holds_back(&self) -> bool {
        self.ours && self.info.holds_back
    }
}

/// What was submitted to a lane in one call: an operation on an immediate list, or one execution of a list.
pub struct Run {
    /// Queue or immediate list.
    pub lane: usize,
    /// Ordinal << 16 | index.
    pub lane_id: u32,
    pub context: usize,
    /// The list that was executed; 0 on an immediate list.
    pub list: usize,
    pub in_order: bool,
    pub submit_raw: u64,
    /// What its operations stand for.
    pub sample: Sample,
    /// Number of its submission; `None` while the program's call is under way.
    pub submitted: Option<u64>,
    pub ops: SmallVec<[Op; 1]>,
    /// Operations before this one are settled.
    pub settled_before: u32,
    /// Operations not yet settled.
    pub left: usize,
    /// The runs before and after it on its lane.
    pub neighbours: Neighbours,
}

/// The runs before and after another one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Neighbours {
    pub older: Option<u64>,
    pub later: Option<u64>,
}

impl Run {
    /// An append to an immediate list.
    #[must_use]
    pub fn append(lane: usize, lane_id: u32, context: usize, in_order: bool, op: Op) -> Self {
        let submit_raw = op.append_raw;
        Self { submit_raw, ..Self::new(lane, lane_id, context, 0, in_order, smallvec![op]) }
    }

    /// An execution of commands of a list, which begins now.
    #[must_use]
    pub fn new(
        lane: usize,
        lane_id: u32,
        context: usize,
        list: usize,
        in_order: bool,
        ops: SmallVec<[Op; 1]>,
    ) -> Self {
        Self {
            lane,
            lane_id,
            context,
            list,
            in_order,
            submit_raw: clock::raw_ns(),
            sample: Sample::ITSELF,
            submitted: None,
            left: ops.len(),
            ops,
            settled_before: 0,
            neighbours: Neighbours::default(),
        }
    }
}

/// How sure the caller is that an operation is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// It may be running.
    Unknown,
    /// Its event is signalled, but perhaps by an earlier operation, if it was not reset.
    Signalled,
    /// A synchronisation of the program has shown it.
    Complete,
    /// Its list, event or context is going away: now or never.
    LastChance,
}

/// The result of an attempt to settle an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    Yes,
    /// Not complete, as its event says.
    NotReady,
    /// Nobody was asked.
    NotAsked,
}

/// Operations settled at a time at most, which bounds how long a call of the program waits for the lock. The
/// harvester does the rest.
pub const BATCH: usize = 256;
/// How many a call of the program settles at most where there is no harvester to do the rest.
pub const BATCH_ALONE: usize = 16 * BATCH;

//! Fences.

use crate::device::{Backlog, Device};
use crate::handle::{HandleKind, Object};
use crate::sync::Gate;
use level_zero_sys::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

pub struct Fence {
    /// It is signalled when this many submissions to the lane are done.
    with: AtomicU64,
    gate: Gate,
    lane: Arc<dyn Backlog>,
}
impl HandleKind for Fence {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze fence");
    type Raw = _ze_fence_handle_t;
}

const NEVER: u64 = u64::MAX;

impl Fence {
    pub fn new(signalled: bool, lane: Arc<dyn Backlog>) -> Self {
        let with = if signalled { 0 } else { NEVER };
        Self { with: AtomicU64::new(with), gate: Gate::default(), lane }
    }

    /// The device of its lane.
    pub fn device(&self) -> &'static Object<Device> {
        self.lane.device()
    }

    /// Whether submissions to this lane signal it.
    pub fn is_of(&self, lane: &Arc<impl Backlog>) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.lane), Arc::as_ptr(lane))
    }

    pub fn is_signalled(&self) -> bool {
        self.with.load(Ordering::Acquire) <= self.lane.completed()
    }

    /// Signals it at the moment at which this submission is done.
    pub fn signal_with(&self, submission: u64) {
        self.with.store(submission, Ordering::Release);
    }

    /// Wakes its waiters.
    pub fn tell(&self) {
        self.gate.open();
    }

    pub fn reset(&self) {
        self.with.store(NEVER, Ordering::Release);
    }

    pub fn wait(&self, end: Option<Instant>) -> bool {
        self.gate.wait(end, || self.device().is_lost(), || self.is_signalled())
    }
}

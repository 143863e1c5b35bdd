//! The end of a kernel that an engine runs.

use crate::sync::Gate;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Instant;

/// The end of a launch, as the engine reports it.
#[derive(Default)]
pub(super) struct Ending {
    over: AtomicBool,
    /// OpenCL's status; below zero if it failed.
    status: AtomicI32,
    gate: Gate,
}

impl Ending {
    /// The engine says that it is over.
    pub fn tell(&self, status: i32) {
        self.status.store(status, Ordering::Relaxed);
        self.over.store(true, Ordering::Release);
        self.gate.open();
    }

    /// Waits for OpenCL's status; none if the kernel does not end in time.
    pub fn wait(&self, end: Option<Instant>) -> Option<i32> {
        let over = || self.over.load(Ordering::Acquire);
        let is_over = over() || self.gate.wait(end, || false, over);
        is_over.then(|| self.status.load(Ordering::Relaxed))
    }
}

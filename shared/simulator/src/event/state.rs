//! What an event knows: its counts of signals, and the stamps of the last one. A state may lie in memory that processes
//! share.

use crate::quick::Quick;
use level_zero_sys::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The stamps of an operation, as an event keeps them.
#[derive(Debug, Default, Clone, Copy)]
pub struct Stamps {
    pub device: ze_kernel_timestamp_result_t,
    /// Start and end in nanoseconds of the host clock.
    pub host: ze_synchronized_timestamp_result_ext_t,
}

/// An event's state, also as seen by another process. All zeros is a valid one.
#[repr(C)]
#[derive(Default)]
pub struct EventState {
    /// How many signals have been promised.
    pub(super) promised: AtomicU64,
    /// How many signals have arrived.
    pub(super) signalled: AtomicU64,
    /// Host time of the last signal.
    pub(super) moment: AtomicU64,
    /// Stamps of the last signal.
    pub(super) last: Quick<Stamps>,
}

impl EventState {
    /// The state of a new event of a pool.
    pub fn renew(&self) {
        self.last.with(|last| {
            *last = Stamps::default();
            self.moment.store(0, Ordering::Relaxed);
            self.promised.store(1, Ordering::Release);
            self.signalled.store(0, Ordering::Release);
        });
    }
}

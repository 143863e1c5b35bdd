//! Fences.

use crate::device::Device;
use crate::event::Gate;
use crate::handle::{Kind, Object};
use level_zero_sys::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub struct Fence {
    signalled: AtomicBool,
    gate: Gate,
    pub device: &'static Object<Device>,
}
impl Kind for Fence {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze fence");
    type Raw = _ze_fence_handle_t;
}

impl Fence {
    pub fn new(signalled: bool, device: &'static Object<Device>) -> Self {
        Self { signalled: AtomicBool::new(signalled), gate: Gate::default(), device }
    }

    pub fn is_signalled(&self) -> bool {
        self.signalled.load(Ordering::Acquire)
    }

    pub fn signal(&self) {
        self.signalled.store(true, Ordering::Release);
        self.gate.open();
    }

    pub fn reset(&self) {
        self.signalled.store(false, Ordering::Release);
    }

    pub fn wait(&self, end: Option<Instant>) -> bool {
        self.gate.wait(end, || self.device.is_lost(), || self.is_signalled())
    }
}

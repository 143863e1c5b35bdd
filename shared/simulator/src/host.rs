//! The host's processor beside the device, as far as it is simulated: what it does, and what that costs.

use crate::contention::{Times, Walk, contend};
use crate::profile::Profile;
use crate::sync::lock;
use std::sync::Mutex;

#[derive(Debug, Default)]
pub struct Host(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    walk: Option<Walk>,
    /// Nanoseconds of its accesses: alone, and from then on beside the last kernel that went through memory.
    access_ns: Option<f64>,
}

impl Host {
    /// From now on it does this; false on a device without a model of that.
    pub fn begin(&self, walk: Option<Walk>, profile: &Profile) -> bool {
        let alone = contend(None, walk, profile);
        let mut state = lock(&self.0);
        state.walk = walk;
        state.access_ns = walk.and(alone).map(|times| times.host);
        alone.is_some()
    }

    pub fn access_ns(&self) -> Option<f64> {
        lock(&self.0).access_ns
    }

    /// A kernel goes through memory; none while the host does nothing.
    pub fn beside(&self, gpu: Walk, profile: &Profile) -> Option<Times> {
        let mut state = lock(&self.0);
        let times = contend(Some(gpu), Some(state.walk?), profile)?;
        state.access_ns = Some(times.host);
        Some(times)
    }
}

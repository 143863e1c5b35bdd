//! Device timing on Level Zero.

/// What is behind the device lock: here, what was done.
pub mod state {
    pub struct State(pub Vec<usize>);
}

#[path = "../../../probe/level-zero/src/timing/deferred.rs"]
pub mod deferred;

#[path = "../../../probe/level-zero/src/timing/outstanding.rs"]
pub mod outstanding;

#[path = "../../../probe/level-zero/src/timing/harvester.rs"]
pub mod harvester;

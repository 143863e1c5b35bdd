//! Events of the probe's on Level Zero.

pub mod makers {
    pub struct Maker;
}

#[path = "../../../probe/level-zero/src/own_events/reserve.rs"]
pub mod reserve;

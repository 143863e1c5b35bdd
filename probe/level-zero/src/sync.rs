//! What threads share: atomics, the turns at the device lock, and a hash map that grows in small steps.

pub mod lock_fairness;
pub mod sharded_map;

// `tests/models` compiles lock-free files of this crate once more, with shuttle's atomics in their place.
pub(crate) use std::sync::atomic;

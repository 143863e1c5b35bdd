//! What threads share. Nothing here knows of timing: the turns at the device lock, what is known without it, and containers that
//! grow in small steps, so that it is not held for long.

pub mod lock_fairness;
pub mod marks;
pub mod noted;
pub mod pending;
pub mod pieces;
pub mod sharded_map;

// `tests/models` compiles lock-free files of this crate once more, with shuttle's types in their place.
pub(crate) use std::sync::{Mutex, atomic};

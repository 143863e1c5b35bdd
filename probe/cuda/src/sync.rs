//! Atomics. `tests/models` compiles lock-free files of this crate once more, with shuttle's in their place.

pub(crate) use std::sync::atomic;

//! How far this process is set up: one word, with the process that it is true of.

use crate::thread::{self};
use std::sync::atomic::{AtomicU64, Ordering};

/// [`STATE`]: set up on the next call, being set up, set up, or given up for good. The upper half holds the
/// process that this is true of, because a child inherits its parent's word.
pub(super) const IDLE: u64 = 0;
pub(super) const STARTING: u64 = 1;
pub(super) const READY: u64 = 2;
pub(super) const OFF: u64 = 3;

pub(super) static STATE: AtomicU64 = AtomicU64::new(IDLE);

pub(super) fn state() -> (u64, u64) {
    let word = STATE.load(Ordering::Acquire);
    (word, word & 0xff)
}

pub(super) fn here(state: u64) -> u64 {
    state | u64::from(std::process::id()) << 32
}

/// The word of [`STATE`] from which this process may be set up. `None` if it is already set up, is being set
/// up, or must not be.
pub(super) fn may_start() -> Option<u64> {
    let (word, state) = state();
    let left_by_parent = match state {
        // Set before the state says so, and wiped in a child.
        READY => thread::generation() == 0,
        STARTING => word != here(STARTING),
        _ => false,
    };
    (state == IDLE || left_by_parent).then_some(word)
}

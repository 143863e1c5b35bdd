//! Calls of functions that wait, as part of the ranges around them.

use super::here::Here;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{FUNCTIONS, bump};

/// Calls that take less than this many ticks are no waits.
pub(crate) const SHORTEST_WAIT: u64 = 2048;

/// A bit for each function that waits.
static WAITS: [AtomicU64; FUNCTIONS / 64] = [const { AtomicU64::new(0) }; FUNCTIONS / 64];

/// A session begins.
pub(crate) fn set_up(waits: impl Fn(usize) -> bool) {
    for (at, bits) in WAITS.iter().enumerate() {
        let bit = |bit: usize| u64::from(waits(64 * at + bit)) << bit;
        bits.store((0..64).map(bit).sum(), Relaxed);
    }
}

/// This thread was in a call of a function for so long.
#[cold]
#[inline(never)]
pub(crate) fn may_have_waited(function: usize, ticks: u64) {
    let waits = WAITS.get(function / 64).is_some_and(|bits| bits.load(Relaxed) >> (function % 64) & 1 != 0);
    if waits && let Some(here) = Here::find() {
        bump(&here.stack.waited, ticks);
    }
}

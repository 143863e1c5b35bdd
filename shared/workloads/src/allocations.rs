//! How many times the calling thread has allocated. The executable counts (`malloc.rs`); this is where the
//! programs ask.

use std::sync::OnceLock;

static COUNTER: OnceLock<fn() -> u64> = OnceLock::new();

pub fn set_counter(counter: fn() -> u64) {
    // A second executable cannot be in the process: the first one set stays.
    let _ = COUNTER.set(counter);
}

/// Allocations of this thread so far; none where nothing counts.
#[must_use]
pub fn count() -> Option<u64> {
    COUNTER.get().map(|counter| counter())
}

//! Whether any of the program's lists is being captured into a graph.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// Captures that have begun and not ended. The driver is asked about each list only while there are some.
static CAPTURES: AtomicU32 = AtomicU32::new(0);

#[must_use]
pub fn is_any() -> bool {
    CAPTURES.load(Ordering::Relaxed) > 0
}

pub fn begun() {
    CAPTURES.fetch_add(1, Ordering::Relaxed);
}

pub fn ended() {
    let _ = CAPTURES.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
}

/// Lists whose commands go into graphs at the moment. A capture begins at one list. It spreads to each that waits for an event of
/// a command that is captured, of which the driver knows when that has been appended, and it ends for all of them where it has
/// begun. It may pause in between, by functions of Intel's driver that the loader does not know.
#[derive(Default)]
pub struct Captures {
    /// By list: the one that the capture has begun at.
    pub lists: FxHashMap<usize, usize>,
    /// By event that a captured command signals: the list that its capture has begun at.
    pub events: FxHashMap<usize, usize>,
    /// Lists from before the attach that were captured then.
    pub adopted: FxHashSet<usize>,
}

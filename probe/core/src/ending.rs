//! The end of the process. Once the program has called `exit`, drivers and loaders are taken down by handlers of their own,
//! at moments that nobody announces: from then on, our own threads must not call into them any more.
//!
//! Our exit handler was registered after theirs, so it runs before them: once more after each library that comes later
//! ([`runtime::ends_first`](crate::runtime::ends_first)). It closes the door (`begin`), and waits for those of our threads that
//! are inside. A forked child does not get in, either, until it is set up: the libraries there are copies of the parent's, whose
//! threads it has not.

mod door;
mod exit_call;

pub use exit_call::is_under_way as exit_is_under_way;

use crate::thread;
use door::Door;
use std::time::Duration;

static DOOR: Door = Door::open();

/// Runs `f`, which calls the driver or the loader on a thread of the probe's. `None` once the process is about to end, and in a forked
/// child that is not set up.
///
/// A lock that is taken in there may be held by the thread that ends the process, which then waits for its whole limit.
pub fn unless_ending<T>(f: impl FnOnce() -> T) -> Option<T> {
    if thread::is_in_child() { None } else { DOOR.pass(f) }
}

/// The process is about to end.
#[must_use]
pub fn is_ending() -> bool {
    DOOR.is_closed()
}

/// Lets nobody in any more, and waits until nobody is inside, but no longer than `limit`. False if that was done before.
pub(crate) fn begin(limit: Duration) -> bool {
    DOOR.close(limit)
}

/// In a forked child, which has none of the parent's threads.
pub(crate) fn forget() {
    DOOR.forget();
}

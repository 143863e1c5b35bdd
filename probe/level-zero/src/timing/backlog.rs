//! What a lane has in flight, and how much of it is known to be complete.

use std::collections::VecDeque;

/// A queue or an immediate list as a lane.
#[derive(Default)]
pub struct Backlog {
    /// Runs, oldest first, with some that are gone among them.
    pub runs: VecDeque<u64>,
    /// How many of them are gone.
    pub gone: usize,
    /// Submissions up to this one are complete.
    pub complete: u64,
    /// The device has been at work on this submission: it has left what was submitted before.
    pub reached: u64,
    /// Events of ours behind operations whose own can't be asked: submission, context and event.
    pub markers: VecDeque<(u64, usize, usize)>,
    /// When the last one was appended.
    pub marked_raw: u64,
}

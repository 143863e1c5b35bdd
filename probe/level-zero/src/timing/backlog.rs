//! What a lane has in flight, and how much of it is known to be complete.

use std::collections::VecDeque;

/// A queue or an immediate list as a lane.
#[derive(Default)]
pub struct Backlog {
    /// The oldest run and the latest. Each knows its neighbours
    /// ([`Run::older`](super::operations::Run::older)), so that removing one takes the same time however many
    /// there are.
    pub oldest: Option<u64>,
    pub latest: Option<u64>,
    /// Submissions up to this one are complete.
    pub complete: u64,
    /// Our events after operations whose own events can't be asked: submission, context and event.
    pub markers: VecDeque<(u64, usize, usize)>,
    /// When the last one was appended.
    pub marked_raw: u64,
    /// The program uses events again before their operations are known to be complete.
    pub loses: bool,
}

impl Backlog {
    /// Nothing is in flight.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.oldest.is_none()
    }
}

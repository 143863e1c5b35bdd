//! What is outside of a window ([`zetop_probe_core::windows`]): events that such operations signal, and the latest execution of a
//! regular list, with what the next one like it needs, without the device lock.

use super::sums::Sums;
use crate::sync::marks::Marks;
use crate::sync::pending;
use smallvec::SmallVec;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Events of the program's that an operation signals, or has signalled, whose stamps nobody reads, since it was given to the
/// device outside of a window ([`zetop_probe_core::windows`]). Until the program resets such an event, a signal and the stamps
/// in it may be that operation's. Of ten thousand events that a program never resets, hardly one is in a bucket that is full.
pub static UNREAD: Marks<8192> = Marks::new();

/// The latest execution of a list, if that was outside of a window: whatever its commands signal may be signalled by it until it is
/// known to be complete.
#[derive(Clone)]
pub struct Unread(pub Arc<Outside>);

/// What the next execution needs.
pub struct Outside {
    /// [`crate::timing::state::Flight::first_run`]
    pub session: u64,
    /// Queue or immediate list.
    pub lane: usize,
    submission: AtomicU64,
    /// Events of the program's that the list signals, and whether a signal has to be marked as that of an operation which is not
    /// timed.
    events: SmallVec<[(usize, bool); 2]>,
    pub sums: Sums,
    /// Nothing about the list has changed, and none of its operations is in flight.
    holds: AtomicBool,
}

impl Deref for Unread {
    type Target = Outside;

    fn deref(&self) -> &Outside {
        &self.0
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        self.void();
    }
}

impl Outside {
    /// The list has just been executed on a lane, by a submission.
    #[must_use]
    pub fn new(
        session: u64,
        lane: usize,
        submission: u64,
        events: SmallVec<[(usize, bool); 2]>,
        sums: Sums,
    ) -> Self {
        let submission = AtomicU64::new(submission);
        Self { session, lane, submission, events, sums, holds: AtomicBool::new(true) }
    }

    /// The list changes, or is executed in a window.
    pub fn void(&self) {
        self.holds.store(false, Ordering::Release);
    }

    #[must_use]
    pub fn holds(&self) -> bool {
        self.holds.load(Ordering::Acquire)
    }

    #[must_use]
    pub fn submission(&self) -> u64 {
        self.submission.load(Ordering::Acquire)
    }

    /// It was executed again by this submission.
    pub fn executed(&self, submission: u64) {
        self.submission.fetch_max(submission, Ordering::AcqRel);
    }

    /// No operation in flight signals an event of the list's.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.events.iter().all(|(event, _)| !pending::COUNTED.concerns(*event))
    }

    /// The list is about to be executed.
    pub fn mark_events(&self) {
        self.events.iter().filter(|(_, is_marked)| *is_marked).for_each(|(event, _)| UNREAD.mark(*event));
    }
}

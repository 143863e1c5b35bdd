//! An operation that is being appended to an immediate list. [`super::state::State`] hears of it when the program's call has
//! returned.

use super::commands::Command;
use crate::sync::pending::Announced;
use std::sync::atomic::{AtomicUsize, Ordering};
use zetop_probe_core::ranges;
use zetop_probe_core::windows::Sample;

pub struct Appending {
    /// [`super::state::Flight::first_run`]
    pub session: u64,
    pub lane: ImmediateLane,
    pub command: Command,
    /// What its operation stands for.
    pub sample: Sample,
    pub range: u32,
    /// The program's event is counted as pending until the state knows; `None` if the event is ours.
    pub announced: Option<Announced>,
}

/// An immediate list as a lane.
#[derive(Debug, Clone, Copy)]
pub struct ImmediateLane {
    pub context: usize,
    /// As in [`zetop_wire::layout::DeviceRecord::lane`].
    pub id: u32,
    pub in_order: bool,
}

/// Operations that the state has yet to be told of.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// There are some.
#[must_use]
pub fn are_under_way() -> bool {
    UNDER_WAY.load(Ordering::Acquire) > 0
}

/// In a forked child, which lacks the threads that make them.
pub fn reset() {
    UNDER_WAY.store(0, Ordering::Release);
}

impl Appending {
    #[must_use]
    pub fn new(
        session: u64,
        lane: ImmediateLane,
        command: Command,
        sample: Sample,
        announced: Option<Announced>,
    ) -> Self {
        UNDER_WAY.fetch_add(1, Ordering::AcqRel);
        Self { session, lane, command, sample, range: ranges::innermost(), announced }
    }
}

impl Drop for Appending {
    fn drop(&mut self) {
        let _ = UNDER_WAY.fetch_update(Ordering::AcqRel, Ordering::Acquire, |count| count.checked_sub(1));
    }
}

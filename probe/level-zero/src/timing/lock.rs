//! The device lock once it is taken.

use super::state::State;
use crate::sync::lock_fairness::TURNS;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;
use std::time::Duration;

/// How long a call waits for the lock's holder before device timing ends: it may never come back, and the program must go on.
pub const STUCK: Duration = Duration::from_secs(1);

/// The lock; others are told when it becomes free.
pub struct Locked<'a>(pub ManuallyDrop<MutexGuard<'a, State>>);

impl Deref for Locked<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        // SAFETY: it is not used again.
        unsafe { ManuallyDrop::drop(&mut self.0) };
        TURNS.freed();
    }
}

//! The device lock: taken in turns ([`super::turns`]), never waited for without a limit, and given back only when what was
//! deferred meanwhile is done or somebody else has it ([`super::deferred`]).

use super::state::State;
use super::{AWAITED, DeviceSide, turns};
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, TryLockError};
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
        turns::freed();
    }
}

impl DeviceSide {
    /// The lock; `None` when device timing has failed.
    pub(super) fn lock(&self) -> Option<Locked<'_>> {
        turns::give_way();
        self.try_lock().unwrap_or_else(|| {
            let locked = turns::wait(STUCK, || self.try_lock().or_else(|| self.has_ended().then_some(None)));
            if locked.is_none() {
                self.on.store(false, Ordering::Release);
                self.process.timing_stuck.store(1, Ordering::Relaxed);
            }
            locked.flatten()
        })
    }

    /// Somebody else has found that the lock's holder does not come back.
    pub(super) fn has_ended(&self) -> bool {
        !self.on.load(Ordering::Acquire)
    }

    /// Runs `f` behind what was deferred, and gives the lock back.
    pub(super) fn run<T>(&self, mut state: Locked<'_>, f: impl FnOnce(&mut State) -> T) -> T {
        self.deferred.run(&mut state);
        let result = f(&mut state);
        AWAITED.store(state.awaited as u64, Ordering::Relaxed);
        let spent = std::mem::take(&mut state.spent);
        drop(state);
        drop(spent);
        result
    }

    /// Does what other threads have deferred meanwhile, unless one of them has the lock now: that one does it.
    #[inline]
    pub(super) fn catch_up(&self) {
        while !self.deferred.is_empty()
            && let Some(Some(state)) = self.try_lock()
        {
            self.run(state, |_| ());
        }
    }

    /// `None` while another thread has the lock; `Some(None)` when device timing has failed.
    pub(super) fn try_lock(&self) -> Option<Option<Locked<'_>>> {
        match self.state.try_lock() {
            Ok(state) => Some(Some(Locked(ManuallyDrop::new(state)))),
            Err(TryLockError::Poisoned(_)) => Some(None),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

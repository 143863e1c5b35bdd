//! Locks, deadlines, and a place to wait.

use crate::cancel;
use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Locks a mutex, also after a panic of a thread that held it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When a wait of `timeout` nanoseconds from now ends; `None` for never.
pub fn deadline(timeout: u64) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_nanos(timeout)).filter(|_| timeout != u64::MAX)
}

/// How often a wait checks whether the device is lost or the thread cancelled.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A place to wait for a condition.
#[derive(Debug, Default)]
pub struct Gate {
    waiting: AtomicU32,
    mutex: Mutex<()>,
    condition: Condvar,
}

impl Gate {
    /// Wakes all waiters. What they wait for must already be true.
    pub fn open(&self) {
        // Pairs with the fence in `wait`: either this sees the waiter, or the waiter sees what was made true.
        fence(Ordering::SeqCst);
        if self.waiting.load(Ordering::Relaxed) > 0 {
            drop(lock(&self.mutex));
            self.condition.notify_all();
        }
    }

    /// Waits until `done`; false if the time is up or `abandoned` before.
    pub fn wait(&self, end: Option<Instant>, abandoned: impl Fn() -> bool, done: impl Fn() -> bool) -> bool {
        /// Counts as waiting until it is dropped, also when the thread is cancelled.
        struct Waits<'a>(&'a AtomicU32);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.waiting);
        fence(Ordering::SeqCst);
        loop {
            {
                let guard = lock(&self.mutex);
                if done() {
                    return true;
                }
                let now = Instant::now();
                let left = end.map_or(LOOK_UP, |end| end.saturating_duration_since(now).min(LOOK_UP));
                if left.is_zero() || abandoned() {
                    return false;
                }
                drop(self.condition.wait_timeout(guard, left));
            }
            // No lock is held here.
            cancel::point();
        }
    }
}

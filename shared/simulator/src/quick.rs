//! A lock for short moments: one atomic exchange to take it, a plain store to release it. (A mutex needs two
//! atomic operations, which shows in calls that otherwise take a few nanoseconds.)

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub struct Quick<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: `with` gives the value to one thread at a time, and `T: Send` says that any thread may have it.
unsafe impl<T: Send> Sync for Quick<T> {}

impl<T> Quick<T> {
    pub fn new(value: T) -> Self {
        Self { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Works on the value exclusively. `work` must be short and must not take the same lock.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        /// Releases the lock, even when `work` panics.
        struct Release<'a>(&'a AtomicBool);
        impl Drop for Release<'_> {
            fn drop(&mut self) {
                self.0.store(false, Ordering::Release);
            }
        }
        let mut tries = 0_u32;
        while self.taken.swap(true, Ordering::Acquire) {
            tries += 1;
            // The holder may not be running.
            if tries.is_multiple_of(64) { std::thread::yield_now() } else { std::hint::spin_loop() }
        }
        let _release = Release(&self.taken);
        // SAFETY: the lock is held until `_release` is dropped, so this is the only reference.
        work(unsafe { &mut *self.value.get() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_turns() {
        let count = Quick::new(0_u64);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10_000).for_each(|_| count.with(|count| *count += 1)));
            }
        });
        assert_eq!(count.with(|count| *count), 40_000);
    }
}

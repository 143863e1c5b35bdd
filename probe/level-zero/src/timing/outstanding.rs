//! Whether what the program learns about events matters, for calls that are too frequent to take the device lock.

use crate::sync::atomic::{AtomicU64, Ordering};

pub struct Outstanding {
    /// Operations in flight that may be read only once their completion is known from elsewhere: a copy from the state, written
    /// with the lock.
    awaited: AtomicU64,
    /// Calls whose deferred work is not done yet. Operations that they have put in flight are not awaited yet.
    undone: AtomicU64,
}

/// What is outstanding in this process.
pub static OUTSTANDING: Outstanding = Outstanding::new();

/// Work that is deferred, until it is done or dropped.
pub struct Undone<'a>(&'a Outstanding);

impl Undone<'_> {
    /// The work is done, by whoever has the lock; `awaited` operations are now.
    pub fn end(self, awaited: u64) {
        self.0.await_now(awaited);
    }
}

impl Drop for Undone<'_> {
    fn drop(&mut self) {
        self.0.undone.fetch_sub(1, Ordering::Release);
    }
}

impl Outstanding {
    #[must_use]
    pub const fn new() -> Self {
        Self { awaited: AtomicU64::new(0), undone: AtomicU64::new(0) }
    }

    /// Work is about to be deferred.
    #[must_use]
    pub fn begin(&self) -> Undone<'_> {
        self.undone.fetch_add(1, Ordering::Relaxed);
        Undone(self)
    }

    /// This is how many operations are awaited. Called with the lock.
    pub fn await_now(&self, awaited: u64) {
        self.awaited.store(awaited, Ordering::Relaxed);
    }

    /// What the program learns about events matters to some operations in flight, or may.
    #[inline]
    #[must_use]
    pub fn is_any(&self) -> bool {
        // Acquire: once work no longer counts as undone, `awaited` has what it put in flight.
        self.undone.load(Ordering::Acquire) > 0 || self.awaited.load(Ordering::Relaxed) > 0
    }

    /// In a forked child: nobody does what the parent's threads have deferred.
    pub fn reset(&self) {
        self.undone.store(0, Ordering::Relaxed);
    }
}

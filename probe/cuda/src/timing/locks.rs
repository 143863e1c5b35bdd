//! Locks of the device side. Threads of the program take them by [`within_limit`], threads of the probe's by [`lock`], or by
//! [`while_it_runs`] where the program's exit waits for them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zetop_probe_core::ending;
use zetop_probe_core::locks::within;
pub use zetop_probe_core::locks::within_limit;

/// For threads of the probe's, and where nothing of the program's runs: waits for as long as it takes.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A lock was not to be had at the end of the process: none is waited for any more.
static IS_HOPELESS: AtomicBool = AtomicBool::new(false);

/// For threads of the probe's that may be inside CUPTI, which the program's exit takes down: waits for as long as it takes while the
/// process runs. `None` at its end if the lock is not to be had: `exit` may have been called by a signal handler, on top of
/// whoever holds it.
pub fn while_it_runs<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    loop {
        let is_ending = ending::is_ending();
        if is_ending && IS_HOPELESS.load(Ordering::Relaxed) {
            return within(mutex, Duration::ZERO);
        }
        let taken = within_limit(mutex);
        if taken.is_some() {
            return taken;
        }
        if is_ending {
            IS_HOPELESS.store(true, Ordering::Relaxed);
        }
    }
}

/// In a forked child, which begins anew.
pub fn forget() {
    IS_HOPELESS.store(false, Ordering::Relaxed);
}

//! Locks of the device side. Threads of the program take them by [`within_limit`], threads of ours by [`lock`].

use std::sync::{Mutex, MutexGuard, PoisonError};
pub use zetop_probe_core::locks::within_limit;

/// For threads of ours, and where nothing of the program's runs: waits for as long as it takes.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

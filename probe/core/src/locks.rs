//! Locks of the probe's, as threads of the program take them: never without a limit, since the holder may be a thread that the program
//! has stopped, or the frame below a signal handler.

use crate::clock;
use crate::own_thread::Pause;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// How long a thread of the program waits for a lock of the probe's.
pub const LIMIT: Duration = Duration::from_millis(100);
/// What a holder mostly needs.
const SPINS: u32 = 200;
const NAP: Duration = Duration::from_micros(50);
/// Nobody ends it.
static NAPS: Pause = Pause::new();

/// Takes a lock that a thread of the program needs. `None` if it has not become free within [`LIMIT`].
pub fn within_limit<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    within(mutex, LIMIT)
}

/// Takes a lock. `None` if it has not become free by then.
pub fn within<T>(mutex: &Mutex<T>, limit: Duration) -> Option<MutexGuard<'_, T>> {
    let attempt = || match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    };
    for _ in 0..SPINS {
        if let Some(guard) = attempt() {
            return Some(guard);
        }
        std::hint::spin_loop();
    }
    let begun = clock::raw_ns();
    loop {
        if let Some(guard) = attempt() {
            return Some(guard);
        }
        if u128::from(clock::raw_ns().saturating_sub(begun)) >= limit.as_nanos() {
            return None;
        }
        // Not by a system call for which a filter of the program's may kill.
        NAPS.wait(NAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_never_free_is_given_up() {
        let mutex = Mutex::new(7);
        assert_eq!(within_limit(&mutex).as_deref(), Some(&7));
        let held = mutex.lock().unwrap();
        assert!(
            within(&mutex, Duration::from_millis(2)).is_none(),
            "this thread has it, as below a signal handler"
        );
        drop(held);
        assert!(within_limit(&mutex).is_some());
    }

    #[test]
    fn a_lock_that_becomes_free_is_taken() {
        let mutex = Mutex::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope
                    .spawn(|| (0..500).for_each(|_| *within(&mutex, Duration::from_secs(600)).unwrap() += 1));
            }
        });
        assert_eq!(*mutex.lock().unwrap(), 2000);
    }
}

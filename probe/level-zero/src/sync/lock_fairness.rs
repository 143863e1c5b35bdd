//! Turns at the device lock. A mutex goes to whoever is running when it becomes free. A thread that appends without a
//! pause takes it again before a thread that it has just woken gets there, and would keep that one waiting for
//! milliseconds. So threads give way to one that has waited for long enough.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::time::Duration;
use zetop_probe_core::clock;
use zetop_probe_core::own_thread::{self, Pause};

/// Who waits for the lock, and who has got it.
pub struct Turns {
    /// Threads that wait for the lock.
    waiting: AtomicU32,
    /// How often one that waited has got it.
    served: AtomicU32,
    /// When that was last, or when the first one began to wait ([`clock::raw_ns`]).
    since: AtomicU64,
    /// Changes when the lock becomes free while others wait.
    freed: AtomicU32,
}

/// The turns at the device lock of this process.
pub static TURNS: Turns = Turns::new();

/// How long a thread has to wait before others give way, and for how long they do: it may have been stopped, or may
/// never get a processor. In ns.
const LONG: std::ops::Range<u64> = 100_000..10_000_000;
/// For how long a thread offers its processor to others, in ns: longer than it takes to wake one. If others keep it for
/// longer, it does not offer it again.
const MOMENT: u64 = 50_000;
/// For how long it keeps its own meanwhile, in ns: the one that waits mostly comes on another processor, and sooner than
/// this one would be back.
const SPIN: u64 = 20_000;

/// Nobody ends it.
static OFFER: Pause = Pause::new();

/// For a thread of the program's, which must not make a system call for which a filter may kill.
pub fn pause(time: Duration) {
    OFFER.wait(time);
}

/// How long a thread sleeps at most before it tries again: one is woken when the lock becomes free, and that may be another
/// that has no processor yet.
const SLEEP: Duration = Duration::from_micros(500);

fn is_long(since: u64, now: u64) -> bool {
    LONG.contains(&now.saturating_sub(since))
}

impl Turns {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            waiting: AtomicU32::new(0),
            served: AtomicU32::new(0),
            since: AtomicU64::new(0),
            freed: AtomicU32::new(0),
        }
    }

    /// In a forked child nobody waits.
    pub fn reset(&self) {
        self.waiting.store(0, Ordering::Relaxed);
    }

    /// Waits until `try_lock` gives something, but no longer than `limit`: the holder may be a thread that the program has
    /// stopped, as garbage collectors do, or this one may be in a signal handler, on top of what the holder waits for.
    pub fn wait<T>(&self, limit: Duration, mut try_lock: impl FnMut() -> Option<T>) -> Option<T> {
        let begun = clock::raw_ns();
        // Before the lock is tried: who frees it afterwards sees that somebody waits.
        if self.waiting.fetch_add(1, Ordering::SeqCst) == 0 {
            self.since.store(begun, Ordering::Relaxed);
        }
        let locked = loop {
            let freed = self.freed.load(Ordering::SeqCst);
            if let Some(locked) = try_lock() {
                break Some(locked);
            }
            let waited = Duration::from_nanos(clock::raw_ns().saturating_sub(begun));
            if waited >= limit {
                break None;
            }
            own_thread::wait_while(&self.freed, freed, SLEEP.min(limit - waited));
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        if locked.is_some() {
            self.since.store(clock::raw_ns(), Ordering::Relaxed);
            self.served.fetch_add(1, Ordering::Relaxed);
        }
        locked
    }

    /// The lock has just become free.
    #[inline]
    pub fn freed(&self) {
        // Not before it is free.
        fence(Ordering::SeqCst);
        if self.is_waited_for() {
            self.freed.fetch_add(1, Ordering::SeqCst);
            own_thread::wake_one(&self.freed);
        }
    }

    /// Before the lock is taken: lets a thread go first that has waited for long.
    #[inline]
    pub fn give_way(&self) {
        if self.others_first() {
            self.let_others();
        }
    }

    /// A thread waits for the lock.
    #[inline]
    #[must_use]
    pub fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// A thread has waited for long.
    #[inline]
    pub fn others_first(&self) -> bool {
        self.is_waited_for() && is_long(self.since.load(Ordering::Relaxed), clock::raw_ns())
    }

    /// Lets a thread that waits have the lock before this one takes it again. It gets a moment, no more. By the system call that
    /// the lock itself makes: a program's filter may kill for `sched_yield`.
    pub fn let_others(&self) {
        let (served, begun) = (self.served.load(Ordering::Relaxed), clock::raw_ns());
        while self.is_waited_for() && self.served.load(Ordering::Relaxed) == served {
            match clock::raw_ns().saturating_sub(begun) {
                ..SPIN => std::hint::spin_loop(),
                SPIN..MOMENT => OFFER.wait(Duration::from_nanos(MOMENT)),
                MOMENT.. => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_waits_for_long_goes_first() {
        assert!(!is_long(1_000_000, 1_000_000) && !is_long(1_000_000, 1_099_999));
        assert!(is_long(1_000_000, 1_100_000) && is_long(1_000_000, 10_999_999));
        // Nobody gives way to a thread that never comes, nor if the clock was read in another order.
        assert!(!is_long(1_000_000, 11_000_000) && !is_long(1_000_001, 1_000_000));
    }
}

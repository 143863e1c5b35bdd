//! The end of the process. Once the program has called `exit`, drivers and loaders are taken down by handlers of their own,
//! at moments that nobody announces: from then on, our own threads must not call into them any more.
//!
//! Our exit handler was registered after theirs, so it runs before them: once more after each library that comes later
//! ([`runtime::ends_first`](crate::runtime::ends_first)). It closes the door (`begin`), and waits for those of our threads that
//! are inside. A forked child does not get in, either, until it is set up: the libraries there are copies of the parent's, whose
//! threads it has not.

mod exit_call;

pub use exit_call::is_under_way as exit_is_under_way;

use crate::own_thread::Pause;
use crate::thread;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

struct Door {
    closed: AtomicBool,
    inside: AtomicUsize,
}

static DOOR: Door = Door::open();

/// Nobody ends it.
static PAUSE: Pause = Pause::new();

/// Runs `f`, which calls the driver or the loader on a thread of the probe's. `None` once the process is about to end, and in a forked
/// child that is not set up.
///
/// A lock that is taken in there may be held by the thread that ends the process, which then waits for its whole limit.
pub fn unless_ending<T>(f: impl FnOnce() -> T) -> Option<T> {
    if thread::is_in_child() { None } else { DOOR.pass(f) }
}

/// The process is about to end.
#[must_use]
pub fn is_ending() -> bool {
    DOOR.closed.load(Ordering::SeqCst)
}

/// Lets nobody in any more, and waits until nobody is inside, but no longer than `limit`. False if that was done before.
pub(crate) fn begin(limit: Duration) -> bool {
    DOOR.close(limit)
}

/// In a forked child, which has none of the parent's threads.
pub(crate) fn forget() {
    DOOR.inside.store(0, Ordering::SeqCst);
    DOOR.closed.store(false, Ordering::SeqCst);
}

/// Leaves even when what it did there panics.
struct Inside<'a>(&'a Door);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Door {
    const fn open() -> Self {
        Self { closed: AtomicBool::new(false), inside: AtomicUsize::new(0) }
    }

    fn pass<T>(&self, f: impl FnOnce() -> T) -> Option<T> {
        // First in, then a look: who closes the door sees us, or we see that it is closed.
        self.inside.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside(self);
        (!self.closed.load(Ordering::SeqCst)).then(f)
    }

    fn close(&self, limit: Duration) -> bool {
        if self.closed.swap(true, Ordering::SeqCst) {
            return false;
        }
        let end = Instant::now() + limit;
        while self.inside.load(Ordering::SeqCst) > 0 && Instant::now() < end {
            // Not by a system call for which a filter of the program's may kill.
            PAUSE.wait(Duration::from_millis(1));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn who_is_inside_is_waited_for_and_nobody_else_gets_in() {
        let (door, done) = (Door::open(), AtomicBool::new(false));
        let (entered, inside) = channel();
        let (go_on, wait) = channel();
        std::thread::scope(|scope| {
            let work = || {
                door.pass(move || {
                    entered.send(()).unwrap();
                    wait.recv().unwrap();
                })
            };
            scope.spawn(|| {
                assert_eq!(work(), Some(()));
            });
            inside.recv().unwrap();
            scope.spawn(|| {
                assert!(door.close(Duration::from_secs(600)));
                done.store(true, Ordering::SeqCst);
            });
            while !door.closed.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            assert_eq!(door.pass(|| ()), None);
            assert!(!done.load(Ordering::SeqCst), "somebody is still inside");
            go_on.send(()).unwrap();
        });
        assert!(done.load(Ordering::SeqCst));
        assert_eq!(door.inside.load(Ordering::SeqCst), 0);
    }

    /// The program's thread waits here when it ends while a thread of the probe's is inside.
    #[test]
    fn the_wait_makes_no_call_for_which_a_filter_kills() {
        let status =
            zetop_testing::status_under_filter(&[libc::SYS_clock_nanosleep, libc::SYS_nanosleep], || {
                let door = Door::open();
                assert_eq!(door.pass(|| door.close(Duration::from_millis(5))), Some(true));
            });
        assert_eq!(status, Some(0));
    }

    #[test]
    fn the_wait_ends() {
        let door = Door::open();
        assert_eq!(door.pass(|| door.close(Duration::from_millis(1))), Some(true));
        assert!(!door.close(Duration::from_secs(600)), "it is closed");
    }

    #[test]
    fn a_panic_leaves_nobody_inside() {
        let door = Door::open();
        let panicking = std::panic::AssertUnwindSafe(|| door.pass(|| panic!("on purpose")));
        assert!(std::panic::catch_unwind(panicking).is_err());
        assert_eq!(door.inside.load(Ordering::SeqCst), 0);
    }
}

//! Who is inside when the door is closed, and who gets in no more.

use crate::own_thread::Pause;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub struct Door {
    closed: AtomicBool,
    inside: AtomicUsize,
}

/// Nobody ends it.
static PAUSE: Pause = Pause::new();

/// Leaves even when what it did there panics.
struct Inside<'a>(&'a Door);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Door {
    #[must_use]
    pub const fn open() -> Self {
        Self { closed: AtomicBool::new(false), inside: AtomicUsize::new(0) }
    }

    pub fn pass<T>(&self, f: impl FnOnce() -> T) -> Option<T> {
        // First in, then a look: who closes the door sees us, or we see that it is closed.
        self.inside.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside(self);
        (!self.closed.load(Ordering::SeqCst)).then(f)
    }

    pub fn close(&self, limit: Duration) -> bool {
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

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// In a forked child, which has none of the parent's threads.
    pub fn forget(&self) {
        self.inside.store(0, Ordering::SeqCst);
        self.closed.store(false, Ordering::SeqCst);
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

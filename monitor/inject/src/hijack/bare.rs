//! Threads of programs that depend on zetop: they make a bare system call, and are on no way back by themselves.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long zetop's end waits for a thread that depends on it: that takes 20 us, unless the program is frozen.
const SETTLE: Duration = Duration::from_secs(2);

/// Threads that are on no way back by themselves, and the bit that says that there must be no more of them.
static BARE: AtomicU32 = AtomicU32::new(0);

const NO_MORE: u32 = 1 << 31;

/// A thread of a program that makes a system call without a frame, counted until it is brought back.
pub(super) struct Bare;

impl Bare {
    pub(super) fn begin() -> Option<Self> {
        let one_more = |bare: u32| (bare & NO_MORE == 0).then(|| bare + 1);
        BARE.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_more).ok().map(|_| Self)
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        BARE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Before zetop ends: waits until no thread of any program depends on it any more, for at most two seconds, and lets none depend
/// on it from now on. All that is done to programs else undoes itself.
pub fn settle() {
    settle_within(SETTLE);
}

fn settle_within(limit: Duration) {
    BARE.fetch_or(NO_MORE, Ordering::SeqCst);
    let begun = Instant::now();
    while BARE.load(Ordering::SeqCst) != NO_MORE && begun.elapsed() < limit {
        std::thread::sleep(Duration::from_micros(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ctrl-C ended zetop in the middle of a bare system call, and the program with it.
    #[test]
    fn the_end_waits_for_a_thread_that_depends_on_zetop_and_lets_no_other() {
        let bare = Bare::begin().unwrap();
        let (said, over) = std::sync::mpsc::channel();
        let end = std::thread::spawn(move || {
            settle_within(Duration::from_secs(600));
            said.send(()).unwrap();
        });
        while BARE.load(Ordering::SeqCst) & NO_MORE == 0 {
            std::thread::yield_now();
        }
        assert!(Bare::begin().is_none());
        // An end that does not wait is over by then.
        std::thread::sleep(Duration::from_millis(5));
        assert!(over.try_recv().is_err());
        drop(bare);
        assert!(over.recv_timeout(Duration::from_secs(60)).is_ok());
        end.join().unwrap();
        assert!(Bare::begin().is_none());
    }
}

//! What follows a call of the program's, and whose result that does not need. While another thread has the device lock,
//! which it may keep for milliseconds if the system takes its processor away, this is left to whoever has the lock next:
//! the program does not wait.
//!
//! Nobody sees the state without it. Who takes the lock first does what was deferred, in the order in which it was; and
//! who gives it back looks whether there is more. So what a thread defers comes before its next look at the state, and
//! before that of any thread that has heard from it.

use super::state::State;
use crate::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};
use std::ptr::null_mut;

/// How much may be deferred: who takes the lock has to do all of it. What is short counts as one.
const MAX_DEFERRED: usize = 512;
/// The weight of what may have to settle a batch of operations.
pub const BATCH: usize = 64;

type Work = Box<dyn FnOnce(&mut State) + Send>;

struct Item {
    /// The one before it.
    before: *mut Item,
    weight: usize,
    work: Work,
}

/// What was deferred, the latest first.
#[derive(Default)]
pub struct Deferred {
    latest: AtomicPtr<Item>,
    weight: AtomicUsize,
}

impl Deferred {
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.latest.load(Ordering::Relaxed).is_null()
    }

    /// Adds `work`, or gives it back if there is too much already.
    pub fn push(&self, weight: usize, work: Work) -> Result<(), Work> {
        if self.weight.fetch_add(weight, Ordering::Relaxed) + weight > MAX_DEFERRED {
            self.weight.fetch_sub(weight, Ordering::Relaxed);
            return Err(work);
        }
        let item = Box::into_raw(Box::new(Item { before: null_mut(), weight, work }));
        let mut before = self.latest.load(Ordering::Relaxed);
        loop {
            // SAFETY: ours until it is in the list.
            unsafe { (*item).before = before };
            match self.latest.compare_exchange_weak(before, item, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => before = now,
            }
        }
        // Before the lock is tried once more: either that works, or its holder finds the item when it gives the lock
        // back, behind a fence like this one.
        fence(Ordering::SeqCst);
        Ok(())
    }

    /// Takes all of it, in the order in which it came.
    fn take(&self) -> Vec<Work> {
        let mut taken = Vec::new();
        let mut item = self.latest.swap(null_mut(), Ordering::Acquire);
        while !item.is_null() {
            // SAFETY: from `into_raw`, and whoever takes a list has it for himself.
            let Item { before, weight, work } = *unsafe { Box::from_raw(item) };
            self.weight.fetch_sub(weight, Ordering::Relaxed);
            taken.push(work);
            item = before;
        }
        taken.reverse();
        taken
    }

    /// Does what was deferred. Call this with the lock.
    #[inline]
    pub fn run(&self, state: &mut State) {
        if !self.is_empty() {
            self.run_all(state);
        }
    }

    #[cold]
    fn run_all(&self, state: &mut State) {
        for work in self.take() {
            work(state);
        }
    }

    /// The session is over.
    pub fn clear(&self) {
        drop(self.take());
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Bench;
    use super::*;
    use std::sync::Arc;
    use std::sync::Mutex;

    /// `work` that notes a number.
    fn noting(number: usize, to: &Arc<Mutex<Vec<usize>>>) -> Work {
        let to = to.clone();
        Box::new(move |_| to.lock().unwrap().push(number))
    }

    #[test]
    fn what_was_deferred_first_is_done_first_and_once() {
        let (mut bench, deferred, done) = (Bench::new(), Deferred::default(), Arc::default());
        assert!(deferred.is_empty());
        for number in 0..5 {
            assert!(deferred.push(1, noting(number, &done)).is_ok());
        }
        assert!(!deferred.is_empty());
        deferred.run(&mut bench.state);
        deferred.run(&mut bench.state);
        assert_eq!(*done.lock().unwrap(), [0, 1, 2, 3, 4]);
    }

    /// Whoever takes the lock next has to do it all.
    #[test]
    fn no_more_is_deferred_than_can_be_done_soon() {
        let (mut bench, deferred, done) = (Bench::new(), Deferred::default(), Arc::default());
        let push = |weight| deferred.push(weight, noting(0, &done)).is_ok();
        while push(BATCH) {}
        assert_eq!(Arc::strong_count(&done), 1 + MAX_DEFERRED / BATCH);
        assert!(!push(1));
        deferred.run(&mut bench.state);
        assert!(push(1));
    }

    #[test]
    fn what_is_deferred_from_several_threads_is_done_in_the_order_of_each() {
        let (mut bench, deferred, done) = (Bench::new(), Deferred::default(), Arc::default());
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (deferred, done) = (&deferred, &done);
                scope.spawn(move || {
                    for number in 0..1000 {
                        while deferred.push(1, noting(thread * 1000 + number, done)).is_err() {
                            std::thread::yield_now();
                        }
                    }
                });
            }
            while done.lock().unwrap().len() < 3000 {
                deferred.run(&mut bench.state);
                std::thread::yield_now();
            }
        });
        for thread in 0..3 {
            let of_thread =
                done.lock().unwrap().iter().copied().filter(|n| n / 1000 == thread).collect::<Vec<_>>();
            assert!(of_thread.is_sorted() && of_thread.len() == 1000);
        }
    }

    #[test]
    fn what_a_session_leaves_is_dropped() {
        let (mut bench, deferred, done) = (Bench::new(), Deferred::default(), Arc::default());
        assert!(deferred.push(1, noting(0, &done)).is_ok());
        deferred.clear();
        deferred.run(&mut bench.state);
        assert_eq!((Arc::strong_count(&done), done.lock().unwrap().len()), (1, 0));
    }
}

//! Events of the probe's that may be taken without the device lock.

use super::makers::Maker;
use crate::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Enough for the appends that come while the lock's holder has no processor: some milliseconds.
const SIZE: usize = 64;
/// With no more than this many left, more are made.
const FEW: usize = SIZE / 2;

/// Put in by whoever has the lock, taken by anyone.
pub struct Reserve {
    /// Events; 0 where there is none.
    events: [AtomicUsize; SIZE],
    /// Not exact while somebody takes one.
    count: AtomicUsize,
    /// Makes more, by whoever takes it. Nobody waits for this lock.
    maker: Mutex<Option<Maker>>,
}

impl Default for Reserve {
    fn default() -> Self {
        Self {
            events: [const { AtomicUsize::new(0) }; SIZE],
            count: AtomicUsize::new(0),
            maker: Mutex::new(None),
        }
    }
}

impl Reserve {
    /// An event that nobody else has.
    pub fn take(&self) -> Option<usize> {
        if self.count.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let taken = |event: &AtomicUsize| match event.load(Ordering::Relaxed) {
            0 => 0,
            // Acquire: what was done with it before, such as a reset, comes before what is done now.
            _ => event.swap(0, Ordering::Acquire),
        };
        let event = self.events.iter().map(taken).find(|event| *event != 0)?;
        self.count.fetch_sub(1, Ordering::Relaxed);
        Some(event)
    }

    /// Puts an event in, or gives it back if there is no room. With the device lock.
    pub fn put(&self, event: usize) -> Result<(), usize> {
        if self.count.load(Ordering::Relaxed) >= SIZE {
            return Err(event);
        }
        let Some(free) = self.events.iter().find(|event| event.load(Ordering::Relaxed) == 0) else {
            return Err(event);
        };
        // Before it can be taken: otherwise the count might fall below zero.
        self.count.fetch_add(1, Ordering::Relaxed);
        free.store(event, Ordering::Release);
        Ok(())
    }

    /// More should be made before the next append needs one.
    pub fn is_low(&self) -> bool {
        self.count.load(Ordering::Relaxed) <= FEW
    }

    /// Leaves a maker for a thread without the lock, or gives it back.
    pub fn leave(&self, maker: Maker) -> Option<Maker> {
        match self.maker.try_lock() {
            Ok(mut place) if place.is_none() => {
                *place = Some(maker);
                None
            }
            _ => Some(maker),
        }
    }

    /// Takes the maker.
    pub fn maker(&self) -> Option<Maker> {
        self.maker.try_lock().ok()?.take()
    }

    /// How many there are. Who has taken one has it already.
    pub fn len(&self) -> usize {
        self.events.iter().filter(|event| event.load(Ordering::Relaxed) != 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn what_is_put_in_is_taken_once() {
        let reserve = Reserve::default();
        assert_eq!((reserve.take(), reserve.len(), reserve.is_low()), (None, 0, true));
        (1..=SIZE).for_each(|event| reserve.put(event).unwrap());
        assert_eq!((reserve.put(1000), reserve.len(), reserve.is_low()), (Err(1000), SIZE, false));
        let mut taken: Vec<usize> = std::iter::from_fn(|| reserve.take()).collect();
        taken.sort_unstable();
        assert!(taken.iter().copied().eq(1..=SIZE) && reserve.len() == 0);
    }

    /// One puts them in, as with the lock; others take them.
    #[test]
    fn no_event_is_taken_by_two_threads_and_none_is_lost() {
        const EVENTS: usize = 20_000;
        let (reserve, all) = (Reserve::default(), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut taken = Vec::new();
                    while taken.last() != Some(&usize::MAX) {
                        match reserve.take() {
                            Some(event) => taken.push(event),
                            None => std::thread::yield_now(),
                        }
                    }
                    taken.pop();
                    all.lock().unwrap().append(&mut taken);
                });
            }
            for event in (1..=EVENTS).chain([usize::MAX; 3]) {
                while reserve.put(event).is_err() {
                    std::thread::yield_now();
                }
            }
        });
        let mut all = all.into_inner().unwrap();
        // A thread that has its last one leaves the others to their own.
        all.extend(std::iter::from_fn(|| reserve.take()));
        all.sort_unstable();
        assert!(all.into_iter().eq(1..=EVENTS));
    }
}

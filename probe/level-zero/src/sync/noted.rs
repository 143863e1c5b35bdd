//! What is known of objects, for threads that do not have the device lock: nobody waits here.

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is known of some objects, by their handles, in `PLACES` places. Of two handles with the same place,
/// the later one is known.
pub struct Noted<T, const PLACES: usize> {
    /// The handles that are known; 0 where what is known no longer holds.
    of: [AtomicUsize; PLACES],
    /// What is known of them. It may be of another handle by the time that the lock is taken.
    known: [Mutex<Option<T>>; PLACES],
    /// Something has been noted, once.
    is_used: AtomicBool,
}

impl<T: Clone, const PLACES: usize> Noted<T, PLACES> {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            of: [const { AtomicUsize::new(0) }; PLACES],
            known: [const { Mutex::new(None) }; PLACES],
            is_used: AtomicBool::new(false),
        }
    }

    fn place(handle: usize) -> usize {
        ((handle as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % PLACES
    }

    #[must_use]
    pub fn knows(&self, handle: usize) -> bool {
        handle != 0 && self.of[Self::place(handle)].load(Ordering::Acquire) == handle
    }

    #[must_use]
    pub fn get(&self, handle: usize) -> Option<T> {
        if !self.knows(handle) {
            return None;
        }
        let place = self.known[Self::place(handle)].try_lock().ok()?;
        // Another one may have come in between, or this one have been forgotten.
        place.as_ref().filter(|_| self.knows(handle)).cloned()
    }

    /// This is so until [`Self::forget`]. While another thread is looking, nothing is noted, and what was noted before stays.
    pub fn note(&self, handle: usize, known: T) {
        let at = Self::place(handle);
        let Ok(mut place) = self.known[at].try_lock() else { return };
        if !self.is_used.load(Ordering::Relaxed) {
            self.is_used.store(true, Ordering::Release);
        }
        let before = place.replace(known);
        self.of[at].store(handle, Ordering::Release);
        drop(place);
        drop(before);
    }

    /// The object goes away, or something about it changes.
    pub fn forget(&self, handle: usize) {
        let of = &self.of[Self::place(handle)];
        let _ = of.compare_exchange(handle, 0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// Nothing is known any more.
    pub fn forget_all(&self) {
        // Each write to a table that nothing was noted in would bring memory for it.
        if !self.is_used.load(Ordering::Acquire) {
            return;
        }
        self.of.iter().for_each(|of| of.store(0, Ordering::Release));
        // Who has one is about to leave, and finds that it does not hold.
        self.known.iter().filter_map(|known| known.try_lock().ok()).for_each(|mut known| *known = None);
    }
}

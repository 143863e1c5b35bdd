//! Events of the program's that an operation signals, or has signalled, whose stamps nobody reads, since it was given to the
//! device outside of a window ([`zetop_probe_core::windows`]). Until the program resets such an event, a signal and the stamps
//! in it may be that operation's. Known without the device lock.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A power of two.
const PLACES: usize = 1 << 15;
/// Several events have this place: each counts as marked until the session ends.
const SEVERAL: usize = 1;

/// The events that are marked, each in the place of its handle; 0 where there is none.
static MARKED: [AtomicUsize; PLACES] = [const { AtomicUsize::new(0) }; PLACES];

fn place(event: usize) -> &'static AtomicUsize {
    let at = (event as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACES.ilog2());
    &MARKED[at as usize]
}

/// An operation that is not timed is about to signal this event.
pub fn mark(event: usize) {
    let place = place(event);
    let before = place.load(Ordering::Acquire);
    if before != event && before != SEVERAL {
        let marked = place.compare_exchange(0, event, Ordering::AcqRel, Ordering::Acquire);
        if marked.is_err_and(|other| other != event) {
            place.store(SEVERAL, Ordering::Release);
        }
    }
}

#[must_use]
pub fn is_marked(event: usize) -> bool {
    let marked = place(event).load(Ordering::Acquire);
    marked == event || marked == SEVERAL
}

/// The host resets the event, or it goes away.
pub fn clear(event: usize) {
    let _ = place(event).compare_exchange(event, 0, Ordering::AcqRel, Ordering::Relaxed);
}

/// A session begins.
pub fn clear_all() {
    MARKED.iter().filter(|place| place.load(Ordering::Relaxed) != 0).for_each(|place| {
        place.store(0, Ordering::Release);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests use the table, too, but hardly these places.
    #[test]
    fn an_event_is_marked_until_it_is_reset() {
        let event = 0xbeef_0010;
        assert!(!is_marked(event));
        mark(event);
        mark(event);
        assert!(is_marked(event));
        clear(event);
        assert!(!is_marked(event));
    }

    #[test]
    fn two_events_of_one_place_stay_marked() {
        let first = 0xbeef_1000;
        let other = (first + 8..).step_by(8).find(|other| std::ptr::eq(place(*other), place(first))).unwrap();
        mark(first);
        mark(other);
        clear(first);
        clear(other);
        assert!(is_marked(first) && is_marked(other));
        clear_all();
        assert!(!is_marked(first));
    }
}

//! Which of the program's events operations in flight will signal. Calls about an event for which there are none have
//! nothing to settle: they learn that here, without the device lock, which other threads may have for long.

mod counters;

pub use counters::{Announced, Announcements, Counters, Pending};

/// The counters of this process.
pub static COUNTED: Counters<{ 1 << 16 }> = Counters::new();

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests use the counters, too, but not with this handle, and few of them at once: a common one is unlikely.
    #[test]
    fn an_event_concerns_us_while_an_operation_in_flight_signals_it() {
        let event = 0xdead_beef_0000;
        let mut pending = Pending::default();
        assert!(!COUNTED.concerns(event));
        pending.push(&COUNTED, (1, 0), event);
        pending.push(&COUNTED, (2, 0), event);
        pending.retain(|operation| operation != (1, 0));
        assert!(COUNTED.concerns(event), "one is left");
        pending.retain(|operation| operation != (2, 0));
        assert!(!COUNTED.concerns(event));
        pending.push(&COUNTED, (3, 0), event);
        assert!(COUNTED.concerns(event));
        drop(pending);
        assert!(!COUNTED.concerns(event), "the event is destroyed");
    }

    #[test]
    fn what_is_done_to_an_event_disturbs_what_is_announced_of_it() {
        let (event, mut known) = (0xdead_bee0_0000, Announcements::default());
        assert!(!known.disturb(), "nothing is announced");
        let (first, mut pending) = (COUNTED.announce(event, known.mark()), Pending::default());
        assert!(COUNTED.concerns(event) && known.still_hold(&first));
        pending.push(&COUNTED, (1, 0), event);
        assert!(known.disturb() && !known.still_hold(&first));
        let second = COUNTED.announce(event, known.mark());
        assert!(known.still_hold(&second) && !known.still_hold(&first));
        assert!(!Announcements::default().still_hold(&second), "another event at the same address");
        drop((first, second));
        assert!(COUNTED.concerns(event) && !known.disturb(), "one is known to the state");
        drop(pending);
        assert!(!COUNTED.concerns(event));
    }

    #[test]
    fn a_thread_without_the_lock_has_no_mark_of_an_event_that_was_disturbed() {
        let mut known = Announcements::default();
        let noted = known.mark_for_unlocked();
        assert!(!known.disturb(), "a note is no operation");
        let mark = noted.upgrade().expect("nothing was done to it");
        assert!(known.disturb());
        drop(mark);
        assert!(noted.upgrade().is_none());
    }
}

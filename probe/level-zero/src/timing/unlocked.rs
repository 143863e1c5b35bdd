//! Appends to immediate lists while another thread has the device lock, which it may keep for milliseconds if the system
//! takes its processor away. The append is not kept waiting: what is needed before it was noted at an earlier append to
//! the same list, and an event of the probe's is in [`crate::own_events::reserve`]. The rest is done afterwards, as in [`super::deferred`].
//!
//! That is so for a list and an event of the program's that nothing special is known of. Others wait for the lock.
//! Nothing here waits, not even for another thread that is in here, but for the map of the program's memory, which is held
//! for moments.

use super::appending::ImmediateLane;
use super::lists::{InOrder, NextCommand};
use super::notes::{Known, KnownEvent};
use super::plan::{Nature, Stamped};
use super::state::{Event, State};
use std::sync::Arc;

impl Event {
    /// What there is to know about it, if that is all: if it has timestamps, these are of the operation that has signalled it
    /// last, and may be asked for at any time.
    fn noted(&mut self) -> Option<KnownEvent> {
        match (self.stamped, self.nature) {
            (Stamped::Unknown | Stamped::Untold, _) => None,
            (Stamped::Yes, Nature::CounterBased) => None,
            (Stamped::Yes, _) if self.unread_by > 0 => None,
            (stamped, nature) => {
                Some(KnownEvent { stamped, nature, mark: self.announcements.mark_for_unlocked() })
            }
        }
    }
}

impl State {
    /// An append to this list has been prepared with the lock: the next one may do without.
    pub fn note_for_unlocked(&mut self, handle: usize, signal: usize) {
        let notes = self.notes;
        if let Some(noted) = self.registry.events.get_mut(&signal).and_then(Event::noted) {
            // What the driver makes of it may have changed: if that can't be noted now, what was noted before must not stay.
            notes.events.forget(signal);
            notes.events.note(signal, noted);
        }
        if notes.lists.knows(handle) {
            return;
        }
        let Some(list) = self.registry.lists.get(&handle) else { return };
        let is_plain = list.is_immediate()
            && list.order != InOrder::Unknown
            && list.captured_from.is_none()
            && !super::capture::is_any()
            && list.next == NextCommand::default()
            && list.context != 0
            && !self.departure.is_under_way();
        let (Some(device), true) = (self.devices.get(list.device), is_plain) else { return };
        let Some(reserve) = self.own.reserve(list.context) else { return };
        let known = Known {
            session: self.flight.first_run,
            lane: ImmediateLane { context: list.context, id: list.lane_id(), in_order: list.in_order() },
            device: (list.device, device.handle),
            attached: self.before_attach.attached,
            holds_back: list.may_overlap() && device.stalls_for_a_signal(false, false),
            reserve,
            classes: self.publisher.classes(),
        };
        notes.lists.note(handle, Arc::new(known));
    }
}

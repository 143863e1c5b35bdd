//! Appends to immediate lists while another thread has the device lock, which it may keep for milliseconds if the system
//! takes its processor away. The append is not kept waiting: what is needed before it was noted at an earlier append to
//! the same list, and an event of ours is in [`super::reserve`]. The rest is done afterwards, as in [`super::deferred`].
//!
//! That is so for a list and an event of the program's that nothing special is known of. Others wait for the lock.
//! Nothing here waits, not even for another thread that is in here, but for the map of the program's memory, which is held
//! for moments.

use super::lists::{Command, InOrder, NextCommand, Timing};
use super::notes::{EventKind, Known, Later};
use super::plan::{Nature, Stamped};
use super::runs::{Op, Reading, Run};
use super::state::{Event, State};
use level_zero_sys::*;
use zetop_wire::layout::Untimed;

impl Event {
    /// What there is to know about it, if that is all: if it has timestamps, these are of the operation that has signalled it
    /// last, and may be asked for at any time.
    fn noted(&self) -> Option<EventKind> {
        match (self.stamped, self.nature) {
            (Stamped::Unknown | Stamped::Untold, _) => None,
            (Stamped::No, _) => Some(EventKind::Unstamped),
            (Stamped::Yes, _) if self.unread_by > 0 => None,
            (Stamped::Yes, Nature::CounterBased) => None,
            (Stamped::Yes, Nature::Convertible { .. }) => Some(EventKind::Convertible),
            (Stamped::Yes, Nature::Ordinary) => Some(EventKind::Stamped),
        }
    }
}

impl State {
    /// An append to this list has been prepared with the lock: the next one may do without.
    pub fn note_for_unlocked(&mut self, handle: usize, signal: usize) {
        let notes = self.notes;
        if let Some(kind) = self.registry.events.get(&signal).and_then(Event::noted) {
            notes.note_event(signal, kind);
        }
        if notes.knows_list(handle) {
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
            context: list.context,
            device: (list.device, device.handle),
            lane_id: list.lane_id(),
            in_order: list.in_order(),
            attached: self.before_attach.attached,
            reserve,
            classes: self.publisher.classes(),
        };
        notes.note_list(handle, known);
    }

    /// An append that was prepared without the lock was made, and this was its submission.
    pub(super) fn appended_unlocked(
        &mut self,
        handle: usize,
        later: &Later,
        result: ze_result_t,
        submission: u64,
    ) {
        let known = &later.known;
        let (context, lane_id, in_order, info) = (known.context, known.lane_id, known.in_order, later.info);
        let (event, ours) = (later.event, later.has_ours());
        if result != ZE_RESULT_SUCCESS {
            if ours {
                self.own.give_back(context, event);
            }
            return;
        }
        let reason = match &later.announced {
            // Nobody would look for it: a list is not destroyed while something is appended to it.
            _ if !self.registry.lists.contains_key(&handle) => Some(Untimed::UnknownHandle),
            _ if self.flight.in_flight >= Self::MOST_IN_FLIGHT => Some(Untimed::NoEvent),
            Some(_) if !self.registry.events.contains_key(&event) => Some(Untimed::EventDestroyed),
            Some(announced) if announced.is_disturbed() => Some(Untimed::EventReused),
            _ => None,
        };
        if let Some(reason) = reason {
            self.publisher.untimed(info.class, reason as usize);
            if ours {
                self.own.retire(context, event);
            }
            return;
        }
        if let Some(list) = self.registry.lists.get_mut(&handle) {
            list.signal_is_over();
        }
        if ours {
            self.note_held_back(handle, info.device, later.is_kernel);
            if !self.departure.is_under_way() {
                self.own.maker_for_reserve(&*self.quirks, context, &self.devices[info.device]);
            }
        } else if let Some(event) = self.registry.events.get_mut(&event) {
            // As with the lock, which this has been found out for before.
            event.nature = event.nature.signalled_by(InOrder::of(in_order));
        }
        let reading = Reading::AtAnyTime;
        let timing = if ours { Timing::Own(event) } else { Timing::Program(event, reading) };
        let (append_raw, call) = (later.append_raw, later.call);
        let command = Command { info, append_raw, call, timing, slot: None, after: None, id: 0 };
        let op = Op::new(&command, later.range);
        let number = self.add_run(Run::append(handle, lane_id, context, in_order, op));
        self.submitted(&[number], submission);
    }
}

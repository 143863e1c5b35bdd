//! An event that a command is about to signal again, or to reset: the stamps that it has are read first, and those that it will
//! have only by then are given up.

use super::lists::List;
use super::operations::Settled;
use super::outside::UNREAD;
use super::plan::Nature;
use super::state::{Event, State};
use zetop_wire::layout::Untimed;

impl Event {
    /// Lists, or operations outside of a window, signal it without their stamps being read, so that a signal may be theirs. A
    /// counter-based one tells of its latest signal, though. `handle` is its own.
    #[must_use]
    pub fn is_signalled_unread(&self, handle: usize) -> bool {
        self.reflects_any_signal() && (self.unread_by > 0 || UNREAD.has(handle))
    }

    /// An operation that is not timed is about to signal it.
    pub fn signalled_untimed(&self, handle: usize) {
        if self.reflects_any_signal() {
            UNREAD.mark(handle);
        }
    }
}

impl State {
    /// `event` is about to be signalled again, or reset, by a command of `list`: reads the stamps that it has. True when an operation in flight still writes to the event.
    pub fn resignal(&mut self, handle: usize, event: usize) -> bool {
        // A captured command signals its event when its graph runs.
        if event == 0 || self.capture_signals(handle, event) || !self.registry.events.contains_key(&event) {
            return false;
        }
        self.drop_recorded(handle, event);
        // A command of a regular list signals its event when it is executed, but a counter-based event stands for it already.
        let is_lost =
            self.is_counter_based(event) || self.registry.lists.get(&handle).is_some_and(List::is_immediate);
        is_lost && self.read_in_flight(event)
    }

    /// A command that signals this event is captured. A counter-based event stands for that from now on: what it told of an operation
    /// in flight is out of reach.
    pub(super) fn tie_to_captured(&mut self, event: usize) {
        if self.is_counter_based(event) {
            self.read_in_flight(event);
        }
    }

    fn is_counter_based(&self, event: usize) -> bool {
        self.registry.events.get(&event).is_some_and(|known| known.nature == Nature::CounterBased)
    }

    /// For an earlier command of the same regular list, whose stamps will be gone before the execution is over. To copy them
    /// first would take a command of the probe's in the program's list.
    fn drop_recorded(&mut self, handle: usize, event: usize) {
        let Some(recorded) = self.recorded_mut(handle) else { return };
        let Some(at) = recorded.signalled.remove(&event) else { return };
        let unread = recorded.drop_command(at, Untimed::EventReused);
        self.signals_unread(unread);
    }

    /// As `Event::is_signalled_unread`.
    #[must_use]
    pub fn is_signalled_unread(&self, event: usize) -> bool {
        self.registry.events.get(&event).is_some_and(|known| known.is_signalled_unread(event))
    }

    /// A list signals this event, and the stamps are not kept.
    pub fn signals_unread(&mut self, event: Option<usize>) {
        if let Some(handle) = event
            && let Some(event) = self.registry.events.get_mut(&handle)
        {
            event.unread_by += 1;
            self.notes.events.forget(handle);
        }
    }

    /// For operations in flight whose stamps are about to be lost: read now, or not at all. True if one may be running.
    fn read_in_flight(&mut self, event: usize) -> bool {
        let operations =
            self.registry.events.get(&event).map(|e| e.pending.operations().clone()).unwrap_or_default();
        let mut running = self.disturb(event);
        for (number, at) in operations {
            if self.settle_now(number, at) != Settled::Yes {
                self.give_up(number, at, Untimed::EventReused);
                running = true;
            }
        }
        running
    }
}

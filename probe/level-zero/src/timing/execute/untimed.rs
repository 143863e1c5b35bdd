//! Executions outside of a window: nothing of theirs is read, and nobody follows when they are complete.

use super::Execution;
use crate::timing::lists::{List, Recorded};
use crate::timing::state::State;

impl State {
    /// Lists were executed by this submission without being timed.
    pub(super) fn executed_untimed(&mut self, execution: &Execution, submission: u64) {
        let (lane, next_run) = (execution.lane.handle, self.flight.next_run);
        // A synchronisation tells how far the lane is.
        self.flight.lanes.entry(lane).or_default();
        for handle in &execution.lists {
            if let Some(recorded) = self.recorded_mut(*handle) {
                recorded.unread = Some((lane, submission));
                // What was read of earlier executions is out of the way.
                recorded.executed_from = Some(next_run);
            }
        }
    }

    /// A list, or a copy of it, was executed outside of a window last, and may still be running.
    pub(super) fn runs_unread(&mut self, handle: usize) -> bool {
        let Some(recorded) = self.recorded(handle) else { return false };
        let mut unread = recorded.unread;
        if let Some(family) = recorded.family {
            let lists = self.registry.lists.values().filter_map(List::recorded);
            let of_family = lists.filter(|list| list.family == Some(family));
            unread = of_family.filter_map(|list| list.unread).max_by_key(|(_, submission)| *submission);
        }
        let Some((lane, submission)) = unread else { return false };
        let is_complete = self.flight.lanes.get(&lane).is_some_and(|lane| lane.complete >= submission)
            || self.last_event_was_reset(handle);
        if is_complete && let Some(recorded) = self.recorded_mut(handle) {
            recorded.unread = None;
        }
        !is_complete
    }

    /// The last command of an in-order list signals an event of the program's that was reset since.
    fn last_event_was_reset(&self, handle: usize) -> bool {
        let Some(list) = self.registry.lists.get(&handle).filter(|list| list.in_order()) else {
            return false;
        };
        let Some(Recorded { commands, .. }) = list.recorded() else { return false };
        let last = commands.some(commands.len().saturating_sub(1), 1).next();
        let event = last.filter(|last| last.slot.is_none()).and_then(|last| last.timing.program());
        event.is_some_and(|event| !self.is_signalled_unread(event))
    }
}

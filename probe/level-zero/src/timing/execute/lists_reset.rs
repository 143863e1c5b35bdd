//! Lists that are destroyed or reset.

use crate::timing::lists::{ColdList, List, Recorded};
use crate::timing::state::State;

impl State {
    /// A list is about to be destroyed or reset: settles some of what it has in flight, then returns some of
    /// our events. True when there is more; [`Self::empty_list`] does the rest in any case.
    pub fn empty_some(&mut self, handle: usize) -> bool {
        if self.settle_some_of_list(handle) {
            return true;
        }
        let Some(list) = self.registry.lists.get_mut(&handle) else { return false };
        let context = list.context;
        let Some(recorded) = list.recorded_mut() else { return false };
        let may_run = recorded.may_run;
        let part = recorded.commands.take_last();
        let has_more = !recorded.commands.is_empty();
        for event in part.iter().filter_map(|c| c.timing.own()) {
            if may_run {
                self.own.retire(context, event);
            } else {
                self.own.give_back(context, event);
            }
        }
        has_more
    }

    /// A list is destroyed or reset.
    pub fn empty_list(&mut self, handle: usize) {
        while self.empty_some(handle) {}
        self.before_attach.opaque_handles.remove(&handle);
        let Some(list) = self.registry.lists.get_mut(&handle) else { return };
        list.signal_is_over();
        list.cold = ColdList::default();
        let reset = Recorded { was_reset: true, ..Recorded::default() };
        let Some(recorded) = list.recorded_mut().map(|recorded| std::mem::replace(recorded, reset)) else {
            return;
        };
        for event in recorded.unkept {
            if let Some(event) = self.registry.events.get_mut(&event) {
                event.unread_by = event.unread_by.saturating_sub(1);
            }
        }
    }

    /// A list is gone. What is left of it may be a lot of memory, to be given back without our lock.
    pub fn forget_list(&mut self, handle: usize) -> Option<List> {
        self.notes.lists.forget(handle);
        self.empty_list(handle);
        self.forget_lane(handle);
        self.registry.captures.lists.remove(&handle);
        self.forget_captures_from(handle);
        if self.registry.captures.adopted.remove(&handle) {
            crate::timing::capture::ended();
        }
        self.registry.lists.remove(&handle)
    }
}

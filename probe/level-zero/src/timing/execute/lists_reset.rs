//! Lists that are destroyed or reset.

use crate::timing::state::{List, State};

impl State {
    /// A list is about to be destroyed or reset: settles some of what it has in flight, then returns some of
    /// our events. True when there is more; [`Self::empty_list`] does the rest in any case.
    pub fn empty_some(&mut self, handle: usize) -> bool {
        if self.settle_some_of_list(handle) {
            return true;
        }
        let Some(list) = self.lists.get_mut(&handle) else { return false };
        let (context, may_run) = (list.context, list.may_run);
        let part = list.commands.take_last();
        let has_more = !list.commands.is_empty();
        for slot in part.iter().filter_map(|c| c.slot) {
            self.last.remove(&(slot as usize));
        }
        for command in part.iter().filter(|c| c.ours) {
            if may_run {
                self.own.retire(context, command.event);
            } else {
                self.own.give_back(context, command.event);
            }
        }
        has_more
    }

    /// A list is destroyed or reset.
    pub fn empty_list(&mut self, handle: usize) {
        while self.empty_some(handle) {}
        self.opaque_handles.remove(&handle);
        let Some(list) = self.lists.get_mut(&handle) else { return };
        for event in list.unkept.drain() {
            if let Some(event) = self.events.get_mut(&event) {
                event.unread_by = event.unread_by.saturating_sub(1);
            }
        }
        list.untimed.clear();
        list.family = None;
        list.signalled.clear();
        list.kept.clear();
        list.runs.clear();
        list.executed = false;
        list.older = false;
        list.tried = false;
        (list.waits, list.flushes) = ((0, 0), false);
        let may_run = std::mem::take(&mut list.may_run);
        // Memory that the device may still write to is left to the context.
        if let Some(slots) = list.slots.take().filter(|_| !may_run) {
            slots.free();
        }
    }

    /// A list is gone. What is left of it may be a lot of memory, to be given back without our lock.
    pub fn forget_list(&mut self, handle: usize) -> Option<List> {
        self.notes.forget_list(handle);
        self.empty_list(handle);
        self.forget_lane(handle);
        self.captures.lists.remove(&handle);
        self.forget_captures_from(handle);
        if self.captures.adopted.remove(&handle) {
            crate::timing::capture::ended();
        }
        self.lists.remove(&handle)
    }
}

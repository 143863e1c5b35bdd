//! What is given back when a context is destroyed or zetop detaches.

use super::execute::PART;
use super::flush::Unused;
use super::notes;
use super::state::{List, State};

impl State {
    /// Destroys our events of a context. Their handles may be reused for the program's.
    pub fn drop_own_events(&mut self, context: usize) {
        while self.drop_some_own_events(context) {}
        self.own.drop_context(context);
    }

    /// The same for some of them. True when there are more; [`Self::drop_own_events`] does the rest in any case.
    pub fn drop_some_own_events(&mut self, context: usize) -> bool {
        let gone = self.own.drop_some(context, PART);
        for event in &gone {
            self.events.remove(event);
        }
        gone.len() == PART
    }

    /// A context is about to be destroyed: what is known of it is given up, some of it at a time. True when there is more.
    pub fn forget_some_of_context(&mut self, context: usize) -> bool {
        let list = self.lists.iter().find(|(_, list)| list.context == context).map(|(handle, _)| *handle);
        let Some(list) = list else { return self.drop_some_own_events(context) };
        if !self.empty_some(list) {
            self.forget_list(list);
        }
        true
    }

    /// Before [`Self::leave`]: gives some of our events back. True when there are more.
    pub fn leave_some(&mut self) -> bool {
        self.own.contexts().into_iter().any(|context| self.drop_some_own_events(context))
    }

    /// Operations in flight whose completion we can learn only from the program's own calls.
    #[must_use]
    pub fn needs_to_see(&self) -> bool {
        self.awaited > 0
    }

    /// Something is still to come: operations in flight whose events or markers will tell when they are
    /// complete, or events that are being made.
    #[must_use]
    pub fn awaits_something(&self) -> bool {
        self.in_flight > self.awaited
            || self.lanes.values().any(|lane| !lane.markers.is_empty())
            || self.own.are_being_made()
            || notes::are_under_way()
    }

    /// The program has a list that signals events of ours whenever it is executed.
    pub fn has_lists_with_events(&self) -> bool {
        self.lists.values().any(|l| l.commands.iter().any(|c| c.ours))
    }

    /// zetop detaches, and the program goes on: gives back what none of the program's lists refers to. What is returned
    /// is freed without our lock.
    pub fn leave(&mut self) -> Vec<Unused> {
        self.drop_spare_context();
        let flushes = |l: &List| l.flushes && !l.immediate;
        let has_ours = |l: &&List| l.tried || flushes(l) || l.commands.iter().any(|c| c.ours);
        let mut held: Vec<usize> = self.lists.values().filter(has_ours).map(|l| l.context).collect();
        held.extend(self.runs.values().map(|r| r.context));
        self.order_test.leave(&held);
        let unused = self.cold.leave(self.driver, &held);
        for context in self.own.contexts() {
            self.own.let_plain_be(context);
            // Events that a recorded list signals must outlive us: it may be executed again.
            if held.contains(&context) || !self.own.is_whole(context) {
                while self.drop_some_own_events(context) {}
                self.own.drop_lists(context);
            } else {
                self.stashes.drop_context(context);
                self.drop_own_events(context);
            }
        }
        self.events.give_back_memory();
        self.last.give_back_memory();
        self.runs.give_back_memory();
        self.own.give_back_memory();
        unused
    }
}

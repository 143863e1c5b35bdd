//! What is given back when a context is destroyed or zetop detaches.

use super::appending;
use super::execute::PART;
use super::lists::{InOrder, List, Recorded};
use super::operations::Op;
use super::state::{Departure, Stage, State};
use crate::flush::{Cold, Unused};
use zetop_wire::layout::Untimed;

impl State {
    /// Destroys our events of a context. Their handles may be reused for the program's.
    pub fn drop_own_events(&mut self, context: usize) {
        while self.drop_some_own_events(context) {}
        self.own.drop_context(context);
    }

    /// Destroys some of our events of a context. True when there are more; [`Self::drop_own_events`] does the rest in any case.
    pub fn drop_some_own_events(&mut self, context: usize) -> bool {
        let gone = self.own.drop_some(context, PART);
        for event in &gone {
            self.registry.events.remove(event);
        }
        gone.len() == PART
    }

    /// A context is about to be destroyed: what is known of it is given up, some of it at a time. True when there is more.
    pub fn forget_some_of_context(&mut self, context: usize) -> bool {
        let list =
            self.registry.lists.iter().find(|(_, list)| list.context == context).map(|(handle, _)| *handle);
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

    /// We are about to detach: what comes from now on is not waited for.
    pub fn begin_to_leave(&mut self) {
        if !self.departure.is_under_way() {
            let (stage, left_at) = (Stage::Leaving, self.flight.next_run);
            self.departure = Departure { stage, left_at, turned_away: 0 };
        }
        self.notes.forget_all();
        self.own.close_reserves();
    }

    /// Operations from before [`Self::begin_to_leave`] whose stamps are in events of the program's: these can be read only while
    /// we see them being destroyed. Not once more have come since, which are left untimed, than there are left.
    #[must_use]
    pub fn has_events_to_read(&self) -> bool {
        let before =
            self.flight.runs.iter().filter(|(number, _): &(u64, _)| *number < self.departure.left_at);
        let is_its_own = |op: &&Op| !op.is_settled && !op.ours;
        let left: usize =
            before.map(|(_, run)| run.ops.iter().filter(is_its_own).take(run.left).count()).sum();
        left > self.departure.turned_away
    }

    /// From now on the program's events may be destroyed without our seeing it, so none is read any more: operations that
    /// signal one are given up, some of them at a time. True when there are more.
    pub fn let_go(&mut self) -> bool {
        self.departure.stage = Stage::Blind;
        let is_its_own = |op: &Op| !op.is_settled && !op.ours;
        let runs = self.flight.runs.iter().filter(|(_, run)| run.ops.iter().any(is_its_own));
        let runs: Vec<u64> = runs.map(|(number, _)| number).take(PART).collect();
        for number in &runs {
            self.let_go_of(*number);
        }
        runs.len() == PART
    }

    /// Gives up a run's operations that signal events of the program's: those must not be read any more.
    pub(super) fn let_go_of(&mut self, number: u64) {
        let count = self.flight.runs.get(&number).map_or(0, |run| run.ops.len());
        for at in 0..count {
            let op = self.flight.runs.get(&number).and_then(|run| run.ops.get(at));
            if op.is_some_and(|op| !op.is_settled && !op.ours) {
                self.give_up(number, at as u32, Untimed::NeverCompleted);
            }
        }
    }

    /// Objects of the program's may have been destroyed that we have not seen being destroyed, and their contexts with events of
    /// ours in them: everything is given up and forgotten. Nothing is destroyed, and no driver is called.
    pub fn forget_program(&mut self) {
        let numbers: Vec<u64> = self.flight.runs.iter().map(|(number, _)| number).collect();
        for number in numbers {
            let count = self.flight.runs.get(&number).map_or(0, |run| run.ops.len());
            (0..count).for_each(|at| self.give_up(number, at as u32, Untimed::NeverCompleted));
        }
        self.notes.forget_all();
        let fresh = Self::new(
            self.driver,
            self.publisher.process,
            self.before_attach.attached,
            self.flight.first_run,
        );
        let old = std::mem::replace(self, fresh);
        (self.publisher, self.quirks) = (old.publisher, old.quirks.fresh());
        (self.devices, self.departure) = (old.devices, old.departure);
        self.flight.next_run = old.flight.next_run;
        self.flight.submissions = old.flight.submissions;
        self.flight.batch = old.flight.batch;
        self.cold = Cold::new(old.cold.choice);
    }

    /// Operations in flight whose completion we can learn only from the program's own calls.
    #[must_use]
    pub fn needs_to_see(&self) -> bool {
        self.flight.awaited > 0
    }

    /// Something is still to come: operations in flight whose events or markers will tell when they are
    /// complete, or events that are being made.
    #[must_use]
    pub fn awaits_something(&self) -> bool {
        self.flight.in_flight > self.flight.awaited
            || self.flight.lanes.values().any(|lane| !lane.markers.is_empty())
            || self.own.are_being_made()
            || appending::are_under_way()
    }

    /// The program has a list that signals events of the probe's whenever it is executed.
    pub fn has_lists_with_events(&self) -> bool {
        self.registry.lists.values().filter_map(List::recorded).any(Recorded::has_own_events)
    }

    /// zetop detaches, and the program goes on: gives back what none of the program's lists refers to. What is returned
    /// is freed without our lock.
    pub fn leave(&mut self) -> Vec<Unused> {
        self.drop_spare_context();
        let keeps = |l: &List, r: &Recorded| l.cold.flushes || r.has_own_events();
        let has_ours = |l: &&List| l.order == InOrder::Found || l.recorded().is_some_and(|r| keeps(l, r));
        let mut held: Vec<usize> = self.registry.lists.values().filter(has_ours).map(|l| l.context).collect();
        held.extend(self.flight.runs.values().map(|r| r.context));
        self.before_attach.order_test.leave(&held);
        let unused = self.cold.leave(self.driver, &held);
        for context in self.own.contexts() {
            self.own.let_plain_be(context);
            // Events that a recorded list signals must outlive us: it may be executed again.
            if held.contains(&context) || !self.own.is_whole(context) {
                while self.drop_some_own_events(context) {}
                self.own.drop_lists(context);
            } else {
                self.drop_own_events(context);
            }
        }
        self.registry.events.give_back_memory();
        self.flight.last.give_back_memory();
        self.flight.runs.give_back_memory();
        self.own.give_back_memory();
        unused
    }
}

//! What executions have submitted is counted.

use super::{Execution, PART};
use crate::timing::lists::List;
use crate::timing::state::State;
use zetop_probe_core::publish::awaited;
use zetop_wire::layout::{OpKind, Untimed};

impl State {
    /// Counts a part of what was submitted. True when there is more.
    pub fn count_some(&mut self, execution: &mut Execution) -> bool {
        if execution.session != self.flight.first_run {
            return false;
        }
        let part = execution.lists.iter().skip(execution.counted).take(PART);
        for handle in part {
            let found = self.registry.lists.get(handle);
            let ticks = execution.ticks / execution.lists.len() as u64;
            if let Some(recorded) = found.and_then(List::recorded) {
                recorded.sums.publish(&self.publisher, ticks, execution.sample.is_some());
            }
            if found.is_none_or(List::may_hold_unseen) {
                self.count_unknown_list(found.map_or(0, |list| list.device), ticks);
            }
            execution.counted += 1;
        }
        execution.counted < execution.lists.len()
    }

    /// A list recorded before we came: at least one operation, of which nothing is known.
    fn count_unknown_list(&mut self, device: usize, ticks: u64) {
        if self.devices.is_empty() {
            return;
        }
        let class = zetop_probe_core::publish::OpClass::from_kind(OpKind::Other);
        let class = self.publisher.class(&class, device as u32);
        self.publisher.submitted(class, 0);
        self.publisher.dispatched(class, ticks);
        awaited::submitted(self.publisher.process, class, 1);
        let reason = if self.before_attach.attached { Untimed::BeforeAttach } else { Untimed::UnknownHandle };
        self.publisher.untimed(class, reason as usize);
    }
}

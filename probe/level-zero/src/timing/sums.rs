//! What an execution of a list counts as, by class: long lists are executed again and again.

use super::commands::{Command, Timing};
use rustc_hash::FxHashMap;
use zetop_probe_core::publish::{Publisher, awaited};

#[derive(Default, Clone)]
pub struct Sums {
    /// Operations and bytes of each class; none has no operations.
    submitted: FxHashMap<u32, (u64, u64)>,
    /// Operations by class and reason.
    untimed: FxHashMap<(u32, usize), u64>,
}

impl Sums {
    pub fn add(&mut self, command: &Command) {
        let info = &command.info;
        let sum = self.submitted.entry(info.class).or_default();
        *sum = (sum.0 + 1, sum.1.wrapping_add(info.bytes));
        if let Timing::Untimed(reason) = command.timing {
            *self.untimed.entry((info.class, reason as usize)).or_default() += 1;
        }
    }

    /// Takes back a command that was added.
    pub fn remove(&mut self, command: &Command) {
        let info = &command.info;
        if let Some(sum) = self.submitted.get_mut(&info.class) {
            *sum = (sum.0 - 1, sum.1.wrapping_sub(info.bytes));
            if sum.0 == 0 {
                self.submitted.remove(&info.class);
            }
        }
        if let Timing::Untimed(reason) = command.timing
            && let Some(count) = self.untimed.get_mut(&(info.class, reason as usize))
        {
            *count -= 1;
        }
    }

    /// Counts one execution, which took the host so many ticks.
    pub fn publish(&self, publisher: &Publisher, ticks: u64) {
        let all: u64 = self.submitted.values().map(|(count, _)| count).sum();
        for (class, (count, bytes)) in &self.submitted {
            publisher.submitted_many(*class, *count, *bytes);
            publisher.dispatched(*class, ticks.saturating_mul(*count) / all);
            awaited::submitted(publisher.process, *class, *count);
        }
        for ((class, reason), count) in &self.untimed {
            publisher.untimed_many(*class, *count, *reason);
        }
    }
}

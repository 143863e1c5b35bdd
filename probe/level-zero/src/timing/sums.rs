//! What an execution of a list counts as, by class. Long lists are executed again and again: their commands are summed up
//! once, a part at a time, and again only if something in the list has changed.

use super::lists::Timing;
use super::operations::Info;
use rustc_hash::FxHashMap;
use zetop_probe_core::publish::{Publisher, awaited};

#[derive(Default)]
pub struct Sums {
    /// Of which state of the list's commands.
    pub of: u64,
    /// How many commands are summed up.
    pub done: usize,
    /// Operations and bytes of each class.
    submitted: FxHashMap<u32, (u64, u64)>,
    /// Operations by class and reason.
    untimed: FxHashMap<(u32, usize), u64>,
}

impl Sums {
    #[must_use]
    pub fn of(changes: u64) -> Self {
        Self { of: changes, ..Self::default() }
    }

    /// Adds one command.
    pub fn add(&mut self, info: &Info, timing: Timing) {
        let sum = self.submitted.entry(info.class).or_default();
        *sum = (sum.0 + 1, sum.1.wrapping_add(info.bytes));
        if let Timing::Untimed(reason) = timing {
            *self.untimed.entry((info.class, reason as usize)).or_default() += 1;
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

//! What an execution of a list counts as, by class. Long lists are executed again and again: their commands are summed up
//! once, a part at a time, and again only if something in the list has changed.

use rustc_hash::FxHashMap;
use zetop_probe_core::publish::{Publisher, awaited};

#[derive(Default)]
pub struct Sums {
    /// Of which state of the list: changes of its commands and of those that can't be timed.
    pub of: (u64, u64),
    /// How many of each are summed up.
    pub done: (usize, usize),
    /// Operations and bytes of each class.
    pub submitted: FxHashMap<u32, (u64, u64)>,
    /// Operations by class and reason.
    pub untimed: FxHashMap<(u32, usize), u64>,
}

impl Sums {
    pub fn submit(&mut self, class: u32, bytes: u64) {
        let sum = self.submitted.entry(class).or_default();
        *sum = (sum.0 + 1, sum.1.wrapping_add(bytes));
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

//! What an execution of a list counts as, by class. Long lists are executed again and again: their commands are summed up
//! once, a part at a time, and again only if something in the list has changed.

use super::state::List;
use rustc_hash::FxHashMap;
use zetop_probe_core::publish::Publisher;

#[derive(Default)]
pub struct Sums {
    /// Of which state of the list: changes of its commands and of those that can't be timed.
    of: (u64, u64),
    /// How many of each are summed up.
    done: (usize, usize),
    /// Operations and bytes of each class.
    submitted: FxHashMap<u32, (u64, u64)>,
    /// Operations by class and reason.
    untimed: FxHashMap<(u32, usize), u64>,
}

impl Sums {
    fn submit(&mut self, class: u32, bytes: u64) {
        let sum = self.submitted.entry(class).or_default();
        *sum = (sum.0 + 1, sum.1.wrapping_add(bytes));
    }

    /// Counts one execution.
    pub fn publish(&self, publisher: &Publisher) {
        for (class, (count, bytes)) in &self.submitted {
            publisher.submitted_many(*class, *count, *bytes);
        }
        for ((class, reason), count) in &self.untimed {
            publisher.untimed_many(*class, *count, *reason);
        }
    }
}

impl List {
    /// Sums up at most `left` commands. True once there are no more.
    pub fn sum_up_some(&mut self, left: &mut usize) -> bool {
        let (commands, untimed, sums) = (&self.commands, &self.untimed, &mut self.sums);
        let now = (commands.changes(), untimed.changes());
        if sums.of != now {
            *sums = Sums { of: now, ..Sums::default() };
        }
        let end = commands.len().min(sums.done.0 + *left);
        for command in commands.some(sums.done.0, end - sums.done.0).filter(|c| c.event != 0) {
            sums.submit(command.info.class, command.info.bytes);
        }
        *left -= end - sums.done.0;
        let skipped_end = untimed.len().min(sums.done.1 + *left);
        for skipped in untimed.some(sums.done.1, skipped_end - sums.done.1) {
            sums.submit(skipped.info.class, skipped.info.bytes);
            *sums.untimed.entry((skipped.info.class, skipped.reason as usize)).or_default() += 1;
        }
        *left -= skipped_end - sums.done.1;
        sums.done = (end, skipped_end);
        sums.done == (commands.len(), untimed.len())
    }
}

//! Summing up what an execution of a list counts as.

use crate::timing::state::List;
use crate::timing::sums::Sums;

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

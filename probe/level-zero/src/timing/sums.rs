//! What an execution of a list counts as, by class: long lists are executed again and again.

use super::commands::{Command, Timing};
use rustc_hash::FxHashMap;
use zetop_probe_core::publish::{Publisher, awaited, counts};
use zetop_wire::layout::Process;

#[derive(Default, Clone)]
pub struct Sums {
    /// Operations and bytes of each class; none has no operations.
    submitted: FxHashMap<u32, (u64, u64)>,
    /// Those of them that can be timed, and those that were appended outside of a window.
    timed: FxHashMap<u32, (u64, u64)>,
    sampled: FxHashMap<u32, (u64, u64)>,
    /// Operations by class and reason.
    untimed: FxHashMap<(u32, usize), u64>,
}

/// Adds an operation of so many bytes.
fn add(sums: &mut FxHashMap<u32, (u64, u64)>, class: u32, bytes: u64) {
    let sum = sums.entry(class).or_default();
    *sum = (sum.0 + 1, sum.1.wrapping_add(bytes));
}

/// Takes one back.
fn remove(sums: &mut FxHashMap<u32, (u64, u64)>, class: u32, bytes: u64) {
    if let Some(sum) = sums.get_mut(&class) {
        *sum = (sum.0 - 1, sum.1.wrapping_sub(bytes));
        if sum.0 == 0 {
            sums.remove(&class);
        }
    }
}

impl Sums {
    pub fn add(&mut self, command: &Command) {
        let info = &command.info;
        add(&mut self.submitted, info.class, info.bytes);
        match command.timing {
            Timing::Own(_) | Timing::Program(..) => add(&mut self.timed, info.class, info.bytes),
            Timing::Sampled => add(&mut self.sampled, info.class, info.bytes),
            Timing::Untimed(reason) => {
                *self.untimed.entry((info.class, reason as usize)).or_default() += 1;
            }
        }
    }

    /// Takes back a command that was added.
    pub fn remove(&mut self, command: &Command) {
        let info = &command.info;
        remove(&mut self.submitted, info.class, info.bytes);
        match command.timing {
            Timing::Own(_) | Timing::Program(..) => remove(&mut self.timed, info.class, info.bytes),
            Timing::Sampled => remove(&mut self.sampled, info.class, info.bytes),
            Timing::Untimed(reason) => {
                if let Some(count) = self.untimed.get_mut(&(info.class, reason as usize)) {
                    *count -= 1;
                }
            }
        }
    }

    /// None of its operations is untimed for another reason than that it was appended outside of a window.
    #[must_use]
    pub fn is_all_timed_or_sampled(&self) -> bool {
        self.untimed.values().all(|count| *count == 0)
    }

    /// Counts one execution, which took the host so many ticks, in a window (`is_timed`) or outside of one; without what is untimed.
    /// It takes no lock.
    pub fn count(&self, process: &Process, ticks: u64, is_timed: bool) {
        let all: u64 = self.submitted.values().map(|(count, _)| count).sum();
        for (class, (count, bytes)) in &self.submitted {
            counts::submitted(process, *class, *count, *bytes);
            counts::dispatched(process, *class, ticks.saturating_mul(*count) / all);
            awaited::submitted(process, *class, *count);
        }
        let also = if is_timed { None } else { Some(&self.timed) };
        for (class, (count, bytes)) in self.sampled.iter().chain(also.into_iter().flatten()) {
            counts::sampled(process, *class, *count, *bytes);
        }
    }

    /// Counts an execution of all commands, and why some of them are not timed.
    pub fn publish(&self, publisher: &Publisher, ticks: u64, is_timed: bool) {
        self.count(publisher.process, ticks, is_timed);
        for ((class, reason), count) in &self.untimed {
            publisher.untimed_many(*class, *count, *reason);
        }
    }
}

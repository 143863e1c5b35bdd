//! Executions of regular lists. A list may be executed again before its last execution is complete: what can be read of that one
//! is read before the program's call, and the rest counts as untimed.
//!
//! Nothing of the probe's goes between the program's lists: Intel's driver makes each list end in a jump to the one behind it,
//! and writes that when the next one is submitted, into a list that may be running.

mod counted;
mod lists_reset;
pub mod untimed;

use super::commands::{Command, Timing};
use super::lists::List;
use super::runs::{Completion, Op, Reading, Run, Settled};
use super::state::State;
use crate::sync::pending;
use level_zero_sys::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;
use zetop_probe_core::ranges;
use zetop_probe_core::windows::Sample;
use zetop_wire::layout::Untimed;

/// What is prepared for an execute call, a part at a time, because others want the lock, too.
pub struct Execution {
    runs: SmallVec<[u64; 2]>,
    lane: ExecutionLane,
    /// What each of its operations stands for if the execution is timed; if not, only what it overwrites is read before it.
    sample: Option<Sample>,
    /// [`State::first_run`] of the session that it was made in.
    session: u64,
    /// The program's lists.
    lists: SmallVec<[usize; 2]>,
    step: Step,
    found: EventsFound,
    /// How many lists are counted.
    counted: usize,
    /// How many commands are prepared.
    pub commands: usize,
    /// How long the program's call took.
    pub ticks: u64,
}

/// What to do next, and where to continue.
enum Step {
    /// Operations in flight whose stamps would be overwritten: from this command of this list on.
    Look {
        list: usize,
        at: usize,
    },
    /// Operations in flight in these runs of a list, whose stamps in events of the probe's would be overwritten.
    LookInRuns {
        list: usize,
        runs: Vec<u64>,
    },
    /// The runs of this list, from this command on.
    Prepare {
        list: usize,
        at: usize,
    },
    Ready,
}

/// Where lists are executed.
#[derive(Clone, Copy)]
pub struct ExecutionLane {
    /// Queue or immediate list.
    pub handle: usize,
    pub ordinal: u32,
    pub index: u32,
}

/// Commands handled at a time, which bounds how long the lock is held.
pub const PART: usize = 256;

/// What an execution finds in the events that it signals.
#[derive(Default)]
struct EventsFound {
    /// Lists that were looked at: one may appear in a call more than once.
    seen: FxHashSet<usize>,
    /// Events that an earlier operation in flight still signals.
    lost: FxHashSet<usize>,
    /// By event: an operation of the same call that signals it before.
    in_call: FxHashMap<usize, (u64, u32)>,
    /// Such operations whose event is signalled again behind them.
    overwritten: Vec<(u64, u32)>,
    /// The list that is being prepared was executed before.
    executed: bool,
    /// It may still be running, outside of a window.
    runs_unread: bool,
}

impl State {
    /// `lists` are about to be executed on `lane`, in this order. `sample`: what the execution stands for if it is to be timed. Call
    /// [`Self::prepare_some`] until there is no more to do.
    pub fn execution(
        &mut self,
        lane: ExecutionLane,
        lists: &[ze_command_list_handle_t],
        sample: Option<Sample>,
    ) -> Execution {
        Execution {
            runs: SmallVec::new(),
            lane,
            sample,
            session: self.flight.first_run,
            lists: lists.iter().map(|list| *list as usize).collect(),
            step: Step::Look { list: 0, at: 0 },
            found: EventsFound::default(),
            counted: 0,
            commands: 0,
            ticks: 0,
        }
    }

    /// Prepares a part. True when there is more to do.
    pub fn prepare_some(&mut self, execution: &mut Execution) -> bool {
        let mut left = PART;
        while left > 0 && execution.session == self.flight.first_run {
            left -= 1;
            let step = std::mem::replace(&mut execution.step, Step::Ready);
            execution.step = match step {
                Step::Look { list, at } => self.look(execution, list, at, &mut left),
                Step::LookInRuns { list, runs } => self.look_in_runs(execution, list, runs, &mut left),
                Step::Prepare { list, at } => self.prepare(execution, list, at, &mut left),
                Step::Ready => return false,
            };
        }
        execution.session == self.flight.first_run
    }

    fn look(&mut self, execution: &mut Execution, list: usize, at: usize, left: &mut usize) -> Step {
        let Some(&handle) = execution.lists.get(list) else { return Step::Prepare { list: 0, at: 0 } };
        let next = Step::Look { list: list + 1, at: 0 };
        if *left == 0 {
            // A list that is begun in the next part is looked at for the first time there.
            return Step::Look { list, at };
        }
        let found = &mut execution.found;
        if at == 0 {
            if execution.lists.len() > 1 && !found.seen.insert(handle) {
                return next;
            }
            self.adopt_list(handle);
        }
        let Some(recorded) = self.registry.lists.get(&handle).and_then(List::recorded) else { return next };
        if at == 0 && !recorded.runs.is_empty() {
            // Now, while there is little in it that would have to move.
            found.lost.reserve(recorded.commands.len());
        }
        if at == 0 && execution.sample.is_none() {
            for event in recorded.signalled.keys() {
                if let Some(known) = self.registry.events.get(event) {
                    known.signalled_untimed(*event);
                }
            }
            if recorded.signalled.keys().all(|event| !pending::COUNTED.concerns(*event)) {
                return Step::LookInRuns { list, runs: self.runs_of(handle) };
            }
        }
        let end = recorded.commands.len().min(at + *left);
        let mut operations: Vec<(u64, u32)> = Vec::new();
        for event in recorded.commands.some(at, end - at).filter_map(|command| command.timing.program()) {
            let Some(known) = self.registry.events.get_mut(&event) else { continue };
            if known.announcements.disturb() {
                found.lost.insert(event);
            }
            operations.extend(known.pending.operations());
        }
        let is_all = end == recorded.commands.len();
        let runs = if is_all { self.runs_of(handle) } else { Vec::new() };
        *left -= end - at;
        self.settle_or_give_up(operations.into_iter(), found);
        if is_all { Step::LookInRuns { list, runs } } else { Step::Look { list, at: end } }
    }

    /// Runs in flight of a list and of its copies, which signal the same events.
    fn runs_of(&self, handle: usize) -> Vec<u64> {
        let Some(list) = self.recorded(handle) else { return Vec::new() };
        let Some(family) = list.family else { return list.runs.iter().copied().collect() };
        let lists = self.registry.lists.values().filter_map(List::recorded);
        lists.filter(|list| list.family == Some(family)).flat_map(|list| &list.runs).copied().collect()
    }

    fn look_in_runs(
        &mut self,
        execution: &mut Execution,
        list: usize,
        mut runs: Vec<u64>,
        left: &mut usize,
    ) -> Step {
        let Some(number) = runs.pop() else { return Step::Look { list: list + 1, at: 0 } };
        if let Some(run) = self.flight.runs.get(&number) {
            let in_flight = run.ops.iter().enumerate().filter(|(_, op)| op.ours && !op.is_settled);
            let operations: SmallVec<[(u64, u32); 1]> =
                in_flight.map(|(at, _)| (number, at as u32)).collect();
            *left = left.saturating_sub(run.ops.len());
            self.settle_or_give_up(operations.into_iter(), &mut execution.found);
        }
        Step::LookInRuns { list, runs }
    }

    /// Reads the stamps of operations that are complete, and gives up the others: they are about to be overwritten.
    fn settle_or_give_up(&mut self, operations: impl Iterator<Item = (u64, u32)>, found: &mut EventsFound) {
        for (number, at) in operations {
            if self.settle(number, at, Completion::Unknown) == Settled::Yes {
                continue;
            }
            let op = self.flight.runs.get(&number).and_then(|run| run.ops.get(at as usize));
            found.lost.extend(op.map(|op| op.event));
            self.give_up(number, at, Untimed::ListExecutedAgain);
        }
    }

    /// A run of some of a list's commands. Long lists make several runs.
    fn prepare(&mut self, execution: &mut Execution, list: usize, at: usize, left: &mut usize) -> Step {
        let Some((&handle, sample)) = execution.lists.get(list).zip(execution.sample) else {
            return Step::Ready;
        };
        let next = Step::Prepare { list: list + 1, at: 0 };
        if *left == 0 {
            return Step::Prepare { list, at };
        }
        let found = &mut execution.found;
        if at == 0 {
            found.runs_unread = self.runs_unread(handle);
        }
        let Some(of) = self.registry.lists.get_mut(&handle) else { return next };
        let (context, in_order) = (of.context, of.in_order());
        let Some(recorded) = of.recorded_mut() else { return next };
        if at == 0 {
            found.executed = std::mem::replace(&mut recorded.is_executed, true);
            recorded.void_unread();
        }
        let end = recorded.commands.len().min(at + *left);
        let is_all = end == recorded.commands.len();
        let ops = self.occurrences(handle, at..end, found);
        *left -= end - at;
        execution.commands += end - at;
        if execution.lists.len() > 1 {
            for (at, op) in (0..).zip(&ops) {
                // Until everything is complete, there is no telling whose stamps are there.
                if let Some((earlier, earlier_at)) =
                    found.in_call.insert(op.event, (self.flight.next_run, at))
                {
                    found.overwritten.push((earlier, earlier_at));
                }
            }
        }
        if !ops.is_empty() {
            let lane = execution.lane;
            let lane_id = lane.ordinal << 16 | lane.index & 0xffff;
            let run = Run::new(lane.handle, lane_id, context, handle, in_order, ops);
            let number = self.add_run(Run { sample, ..run });
            execution.runs.push(number);
        }
        if is_all { next } else { Step::Prepare { list, at: end } }
    }

    /// What the next run consists of: these commands of a list. If no earlier operation may still signal an event of ours, that is
    /// reset.
    fn occurrences(&self, list: usize, commands: Range<usize>, found: &EventsFound) -> SmallVec<[Op; 1]> {
        let mut ops = SmallVec::with_capacity(commands.len());
        let range = ranges::innermost();
        let list = self.recorded(list);
        for command in list.iter().flat_map(|list| list.commands.some(commands.start, commands.len())) {
            let Some(mut op) = command.occurrence(range) else { continue };
            let is_unread = !op.ours && self.is_signalled_unread(op.event);
            let is_lost = found.lost.contains(&op.event)
                || found.in_call.contains_key(&op.event)
                || found.runs_unread && (op.ours || is_unread);
            if found.executed && !is_lost {
                self.empty(command);
            }
            if is_lost || is_unread {
                op.reading = Reading::OnceLaneComplete;
            }
            ops.push(op);
        }
        ops
    }

    /// Nothing is in a command's event that is still needed.
    fn empty(&self, command: &Command) {
        if let Timing::Own(event) = command.timing {
            // SAFETY: an event of ours whose operation is settled, so that nothing will signal it before the execution
            // that is about to start.
            unsafe { self.driver.zeEventHostReset(event as _) };
        }
    }

    /// After the execute call, which was this submission. What it has submitted is counted by [`Self::count_some`].
    pub fn executed(
        &mut self,
        execution: &mut Execution,
        fence: usize,
        result: ze_result_t,
        submission: u64,
    ) {
        if execution.session != self.flight.first_run {
            return;
        }
        if result != ZE_RESULT_SUCCESS {
            for &number in &execution.runs {
                self.cancel_run(number);
            }
            let lists = std::mem::take(&mut execution.lists);
            if !execution.found.lost.is_empty() {
                self.run_on(&lists, &execution.found.lost);
            }
            return;
        }
        for (number, at) in execution.found.overwritten.drain(..) {
            self.give_up(number, at, Untimed::ListExecutedAgain);
        }
        self.submitted(&execution.runs, submission);
        if execution.sample.is_none() {
            self.executed_untimed(execution, submission);
        }
        if fence != 0 {
            self.registry.fences.insert(fence, (execution.lane.handle, submission));
        }
    }
}

//! Executions of regular lists. A list may be executed again before its last execution is complete: then, before the
//! program's call, a call of ours executes a small list that copies the earlier stamps to a stash and resets our events.
//!
//! It never goes between the program's lists: Intel's driver makes each list of a call end in a jump to its neighbour,
//! which would then differ from the one in the execution that is still running.

mod copier;
mod counted;
mod lists_reset;
mod untimed;

use super::commands::{Command, Timing};
use super::lists::{List, Recorded};
use super::pending;
use super::runs::{Completion, Op, Reading, Run, Settled, Source};
use super::sharded_map::ShardedMap;
use super::stamp_copies;
use super::state::State;
use level_zero_sys::*;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::ops::Range;
use zetop_probe_core::ranges;
use zetop_wire::layout::Untimed;

/// What is prepared for an execute call, a part at a time, because others want the lock, too.
pub struct Execution {
    /// What is executed in a call of its own, right before the program's.
    pub copies: Option<Copies>,
    runs: Vec<u64>,
    lane: Lane,
    /// It is timed; otherwise only what it overwrites is read before it.
    is_timed: bool,
    /// [`State::first_run`] of the session that it was made in.
    session: u64,
    /// The program's lists.
    lists: Vec<usize>,
    step: Step,
    conflicts: Conflicts,
    found: Found,
    /// The list that is being prepared was executed before.
    executed: bool,
    /// It may still be running, outside of a window.
    runs_unread: bool,
    /// Of its commands so far: the operation, and its home.
    places: Vec<Option<(u64, u32, usize)>>,
    /// How many lists are counted.
    counted: usize,
    /// How long the program's call took.
    pub ticks: u64,
}

/// Copies of stamps that would be overwritten.
pub struct Copies {
    /// A list of ours that makes them.
    pub list: usize,
    stash: usize,
    /// Operations whose stamps it copies.
    saved: Vec<(u64, u32)>,
}

/// What to do next, and where to continue.
enum Step {
    /// Operations in flight whose stamps would be overwritten: from this command of this list on.
    Look {
        list: usize,
        at: usize,
    },
    /// The same among these runs of the list, for stamps in slots and in events of ours.
    LookInRuns {
        list: usize,
        runs: Vec<u64>,
    },
    Save,
    /// The conflicts that can't be saved.
    GiveUp {
        at: usize,
    },
    /// The runs of this list, from this command on.
    Prepare {
        list: usize,
        at: usize,
    },
    /// Where this list's operations have their stamps, which matters to other lists of the call: from this
    /// command on.
    Keep {
        list: usize,
        at: usize,
    },
    Ready,
}

/// Where lists are executed.
#[derive(Clone, Copy)]
pub struct Lane {
    /// Queue or immediate list.
    pub handle: usize,
    pub ordinal: u32,
    pub index: u32,
}

/// An operation in flight whose stamps are about to be overwritten.
#[derive(Clone, Copy)]
struct Conflict {
    number: u64,
    at: u32,
    event: usize,
    ours: bool,
    /// Its stamps are in a slot rather than in the event.
    slot: Option<*mut super::stamps::Stamps>,
    home: usize,
    /// It is on the lane on which its list is about to be executed again.
    on_lane: bool,
}

#[derive(Default)]
struct Conflicts {
    /// Lists that were looked at: one may appear in a call more than once.
    seen: FxHashSet<usize>,
    all: Vec<Conflict>,
    /// Those on the lane of the call.
    on_lane: usize,
}

/// Commands handled at a time, which bounds how long the lock is held.
pub const PART: usize = 256;

/// Parts of a table that is made anew for each call.
const FEW: usize = 256;

/// What an execution finds in the places that it writes to.
#[derive(Default)]
struct Found {
    /// By home: an earlier operation whose stamps are copied first.
    saved: ShardedMap<(u64, u32), FEW>,
    /// Homes that an earlier operation in flight still writes to.
    lost: ShardedMap<(), FEW>,
    /// By home: an operation of the same call that writes to it before.
    in_call: ShardedMap<(u64, u32), FEW>,
}

impl State {
    /// `lists` are about to be executed on `lane`, in this order, and timed or not. Call [`Self::prepare_some`] until there is
    /// no more to do.
    pub fn execution(&mut self, lane: Lane, lists: &[ze_command_list_handle_t], is_timed: bool) -> Execution {
        Execution {
            copies: None,
            runs: Vec::new(),
            lane,
            is_timed,
            session: self.flight.first_run,
            lists: lists.iter().map(|list| *list as usize).collect(),
            step: Step::Look { list: 0, at: 0 },
            conflicts: Conflicts::default(),
            found: Found::default(),
            executed: false,
            runs_unread: false,
            places: Vec::new(),
            counted: 0,
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
                Step::Save => self.save(execution),
                Step::GiveUp { at } => self.give_conflicts_up(execution, at, &mut left),
                Step::Prepare { list, at } => self.prepare(execution, list, at, &mut left),
                Step::Keep { list, at } => self.keep_homes(execution, list, at, &mut left),
                Step::Ready => return false,
            };
        }
        execution.session == self.flight.first_run
    }

    fn look(&mut self, execution: &mut Execution, list: usize, at: usize, left: &mut usize) -> Step {
        let Some(&handle) = execution.lists.get(list) else { return Step::Save };
        let next = Step::Look { list: list + 1, at: 0 };
        if at == 0 {
            if !execution.conflicts.seen.insert(handle) {
                return next;
            }
            self.adopt_list(handle);
        }
        let Some(found) = self.registry.lists.get(&handle).and_then(List::recorded) else { return next };
        if at == 0 && !found.runs.is_empty() {
            // Now, while there is little in it that would have to move.
            execution.conflicts.all.reserve(found.commands.len());
        }
        if at == 0 && !execution.is_timed {
            for event in found.signalled.keys() {
                if let Some(known) = self.registry.events.get(event) {
                    known.signalled_untimed(*event);
                }
            }
            if found.signalled.keys().all(|event| !pending::concerns(*event)) {
                return Step::LookInRuns { list, runs: self.runs_of(handle) };
            }
        }
        let end = found.commands.len().min(at + *left);
        let mut operations: Vec<(u64, u32)> = Vec::new();
        let in_event = |c: &Command| c.timing.program().filter(|_| c.slot.is_none());
        for event in found.commands.some(at, end - at).filter_map(in_event) {
            let Some(known) = self.registry.events.get_mut(&event) else { continue };
            if known.announcements.disturb() {
                execution.found.lost.insert(event, ());
            }
            operations.extend(known.pending.operations());
        }
        let is_all = end == found.commands.len();
        let runs = if is_all { self.runs_of(handle) } else { Vec::new() };
        *left -= end - at;
        self.conflicts(operations, execution);
        if is_all { Step::LookInRuns { list, runs } } else { Step::Look { list, at: end } }
    }

    /// Runs of the latest execution of a list, if it is in flight, and of its copies, which signal the same events.
    fn runs_of(&self, handle: usize) -> Vec<u64> {
        let Some(list) = self.recorded(handle) else { return Vec::new() };
        let Some(family) = list.family else { return list.latest_runs().collect() };
        let lists = self.registry.lists.values().filter_map(List::recorded);
        lists.filter(|list| list.family == Some(family)).flat_map(Recorded::latest_runs).collect()
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
            let is_known_here = |op: &Op| match op.source {
                Source::Slot(_) => true,
                Source::Event => op.ours,
                Source::Stash(..) | Source::Done => false,
            };
            let found = run.ops.iter().enumerate().filter(|(_, op)| is_known_here(op));
            let pending: Vec<(u64, u32)> = found.map(|(at, _)| (number, at as u32)).collect();
            *left = left.saturating_sub(run.ops.len());
            self.conflicts(pending, execution);
        }
        Step::LookInRuns { list, runs }
    }

    /// Those of `pending` that are not complete.
    fn conflicts(&mut self, pending: Vec<(u64, u32)>, execution: &mut Execution) {
        for (number, at) in pending {
            if self.settle(number, at, Completion::Unknown) == Settled::Yes {
                continue;
            }
            let Some(run) = self.flight.runs.get(&number) else { continue };
            let Some(op) = run.ops.get(at as usize) else { continue };
            let slot = if let Source::Slot(slot) = op.source { Some(slot) } else { None };
            let on_lane = run.lane == execution.lane.handle;
            let (event, ours, home) = (op.event, op.ours, op.home);
            execution.conflicts.on_lane += usize::from(on_lane);
            execution.conflicts.all.push(Conflict { number, at, event, ours, slot, home, on_lane });
        }
    }

    /// A run of some of a list's commands. Long lists make several runs.
    fn prepare(&mut self, execution: &mut Execution, list: usize, at: usize, left: &mut usize) -> Step {
        let Some(&handle) = execution.lists.get(list).filter(|_| execution.is_timed) else {
            return Step::Ready;
        };
        let next = Step::Prepare { list: list + 1, at: 0 };
        if at == 0 {
            execution.runs_unread = self.runs_unread(handle);
        }
        let next_run = self.flight.next_run;
        let Some(of) = self.registry.lists.get_mut(&handle) else { return next };
        let (context, in_order) = (of.context, of.in_order());
        let Some(found) = of.recorded_mut() else { return next };
        if at == 0 {
            execution.executed = found.executed_from.replace(next_run).is_some();
            execution.places.clear();
            execution.places.reserve(found.commands.len());
        }
        let end = found.commands.len().min(at + *left);
        let is_all = end == found.commands.len();
        let ops = self.occurrences(handle, at..end, execution);
        *left -= end - at;
        if !ops.is_empty() {
            let lane = execution.lane;
            let lane_id = lane.ordinal << 16 | lane.index & 0xffff;
            let number = self.add_run(Run::new((lane.handle, lane_id), context, handle, in_order, ops));
            execution.runs.push(number);
        }
        match (is_all, execution.lists.len()) {
            (false, _) => Step::Prepare { list, at: end },
            (true, 1) => Step::Ready,
            (true, _) => Step::Keep { list, at: 0 },
        }
    }

    /// Notes where this list's operations have their stamps, for the lists after it in the call.
    fn keep_homes(&mut self, execution: &mut Execution, list: usize, at: usize, left: &mut usize) -> Step {
        let end = execution.places.len().min(at + *left);
        for &(number, op, home) in execution.places[at..end].iter().flatten() {
            // Until everything is complete, there is no telling whose stamps are there.
            if let Some((earlier, earlier_at)) = execution.found.in_call.insert(home, (number, op)) {
                self.give_up(earlier, earlier_at, Untimed::ListExecutedAgain);
            }
        }
        *left -= end - at;
        if end == execution.places.len() {
            Step::Prepare { list: list + 1, at: 0 }
        } else {
            Step::Keep { list, at: end }
        }
    }

    /// What the next run consists of: these commands of a list. If an earlier operation's stamps are still in the same place,
    /// that one has to be settled first; if none are, it is emptied.
    fn occurrences(
        &self,
        list: usize,
        commands: Range<usize>,
        execution: &mut Execution,
    ) -> SmallVec<[Op; 1]> {
        let Execution { found, places, executed, runs_unread, .. } = execution;
        let mut ops = SmallVec::with_capacity(commands.len());
        let range = ranges::innermost();
        let list = self.recorded(list);
        for c in list.iter().flat_map(|list| list.commands.some(commands.start, commands.len())) {
            let Some(mut op) = c.occurrence(range) else {
                places.push(None);
                continue;
            };
            let home = op.home;
            let earlier = found.saved.get(&home).copied();
            let is_lost = found.lost.contains_key(&home)
                || found.in_call.contains_key(&home)
                || *runs_unread
                    && !(c.slot.is_none()
                        && c.timing.program().is_some_and(|e| !self.is_signalled_unread(e)));
            if *executed && earlier.is_none() && !is_lost {
                self.empty(c);
            }
            places.push(Some((self.flight.next_run, ops.len() as u32, home)));
            let in_list = c.after.and_then(|before| {
                let (number, at, home) = places.get(before).copied().flatten()?;
                Some(((number, at), home))
            });
            let (after, after_home) = in_list.or(earlier.map(|op| (op, home))).unzip();
            let unread = || !op.ours && c.slot.is_none() && self.is_signalled_unread(op.event);
            if is_lost || unread() {
                op.reading = Reading::OnceLaneComplete;
            }
            (op.after, op.after_home) = (after, after_home.unwrap_or(home));
            ops.push(op);
        }
        ops
    }

    /// Nothing is in the place for a command's stamps that is still needed.
    fn empty(&self, command: &Command) {
        if let Some(slot) = command.slot {
            stamp_copies::clear(slot);
        }
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
            execution.lists.clear();
            for &number in &execution.runs {
                self.cancel_run(number);
            }
            return;
        }
        self.submitted(&execution.runs, submission);
        if !execution.is_timed {
            self.executed_untimed(execution, submission);
        }
        if let Some(copies) = &execution.copies {
            self.stashes.executed(copies.stash, submission);
        }
        if fence != 0 {
            self.registry.fences.insert(fence, (execution.lane.handle, submission));
        }
    }
}

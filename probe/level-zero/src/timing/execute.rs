//! Executions of regular lists. A list may be executed again before its last execution is complete: then a small
//! list of ours goes before the program's call, in one of its own, that copies the earlier stamps to a stash and
//! resets our events.
//!
//! It never goes between lists of the program's: Intel's driver makes each list of a call end in a jump to its
//! neighbour, which would then be another one than in the execution that is still running.

use super::driver::DriverRef;
use super::runs::{Completion, Op, Reading, Run, Settled, Source};
use super::stash;
use super::state::{Command, State};
use level_zero_sys::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ptr::null_mut;
use zetop_probe_core::clock;
use zetop_wire::layout::{OpKind, Untimed};

/// What was prepared for an execute call.
pub struct Execution {
    /// A list of ours to be executed in a call of its own, right before the program's.
    pub copier: Option<usize>,
    stash: Option<usize>,
    /// Operations whose stamps it copies.
    saved: Vec<(u64, u32)>,
    runs: Vec<u64>,
    lane: usize,
    /// [`State::first_run`] of the session that it was made in.
    session: u64,
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
}

/// Operations whose stamps one list of ours copies. Recording more would hold the program up.
const MOST_SAVED: usize = 512;

/// What an execution finds in the places that it writes to.
#[derive(Default)]
struct Found {
    /// By home: an earlier operation whose stamps are copied first.
    saved: FxHashMap<usize, (u64, u32)>,
    /// Homes that an earlier operation in flight still writes to.
    lost: FxHashSet<usize>,
    /// By home: an operation of the same call that writes to it before.
    in_call: FxHashMap<usize, (u64, u32)>,
}

impl State {
    /// Before `lists` are executed on `lane`, in this order.
    pub fn before_execute(&mut self, lane: Lane, lists: &[ze_command_list_handle_t]) -> Execution {
        let mut conflicts = Vec::new();
        let mut seen = FxHashSet::default();
        for &list in lists {
            self.adopt_list(list as usize);
            if seen.insert(list as usize) {
                self.conflicts(list as usize, &mut conflicts);
            }
        }
        let mut execution = Execution {
            copier: None,
            stash: None,
            saved: Vec::new(),
            runs: Vec::new(),
            lane: lane.handle,
            session: self.first_run,
        };
        let mut found = Found::default();
        self.stash_conflicts(lane, &conflicts, &mut execution, &mut found);
        for &list in lists {
            self.prepare(lane, list as usize, &mut execution, &mut found);
        }
        execution
    }

    fn prepare(&mut self, lane: Lane, handle: usize, execution: &mut Execution, found: &mut Found) {
        let Some(list) = self.lists.get_mut(&handle) else { return };
        let executed = std::mem::replace(&mut list.executed, true);
        if list.commands.is_empty() {
            return;
        }
        let (context, in_order, commands) = (list.context, list.in_order, list.commands.clone());
        for command in commands.iter().filter(|_| executed) {
            let home = command.home();
            if found.saved.contains_key(&home)
                || found.lost.contains(&home)
                || found.in_call.contains_key(&home)
            {
                continue;
            }
            if let Some(slot) = command.slot {
                stash::clear(slot);
            }
            if command.ours {
                // SAFETY: an event of ours whose operation is settled, so that nothing will signal it
                // before the execution that is about to start.
                unsafe { self.driver.zeEventHostReset(command.event as _) };
            }
        }
        let ops = self.occurrences(&commands, found);
        let left = ops.len();
        let run = Run {
            lane: lane.handle,
            lane_id: lane.ordinal << 16 | lane.index & 0xffff,
            context,
            list: handle,
            in_order,
            submit_raw: clock::raw_ns(),
            submitted: None,
            ops,
            settled_before: 0,
            left,
        };
        if left > 0 {
            let homes: Vec<usize> = run.ops.iter().map(|op| op.home).collect();
            let number = self.add_run(run);
            execution.runs.push(number);
            for (at, home) in homes.into_iter().enumerate() {
                // Whose stamps are there before all is over, nobody can tell.
                if let Some((earlier, earlier_at)) = found.in_call.insert(home, (number, at as u32)) {
                    self.give_up(earlier, earlier_at, Untimed::ListExecutedAgain);
                }
            }
        }
    }

    /// What the next run of a list consists of. Where an earlier operation's stamps are still in the same
    /// place, it has to be settled first.
    fn occurrences(&self, commands: &[Command], found: &Found) -> SmallVec<[Op; 1]> {
        let mut places = vec![None; commands.len()];
        let mut ops = SmallVec::with_capacity(commands.len());
        for (at, c) in commands.iter().enumerate().filter(|(_, c)| c.event != 0) {
            places[at] = Some(ops.len() as u32);
            let home = c.home();
            let in_list =
                c.after.and_then(|before| Some(((self.next_run, places[before]?), commands[before].home())));
            let earlier = || found.saved.get(&home).map(|op| (*op, home));
            let (after, after_home) = in_list.or_else(earlier).unzip();
            let shared = found.lost.contains(&home) || found.in_call.contains_key(&home);
            ops.push(Op {
                info: c.info,
                append_raw: c.append_raw,
                event: c.event,
                ours: c.ours,
                reading: if shared { Reading::OnceLaneComplete } else { c.reading },
                source: c.slot.map_or(Source::Event, Source::Slot),
                home,
                after,
                after_home: after_home.unwrap_or(home),
            });
        }
        ops
    }

    /// Operations in flight whose stamps the next execution of a list would overwrite.
    fn conflicts(&mut self, handle: usize, found: &mut Vec<Conflict>) {
        let Some(list) = self.lists.get(&handle) else { return };
        let mut pending: Vec<(u64, u32)> = Vec::new();
        for command in list.commands.iter().filter(|c| c.slot.is_none()) {
            pending.extend(self.events.get(&command.event).iter().flat_map(|e| &e.pending));
        }
        for number in &list.runs {
            let Some(run) = self.runs.get(number) else { continue };
            let in_slots = run.ops.iter().enumerate().filter(|(_, op)| matches!(op.source, Source::Slot(_)));
            pending.extend(in_slots.map(|(at, _)| (*number, at as u32)));
        }
        for (number, at) in pending {
            if self.settle(number, at, Completion::Unknown) == Settled::Yes {
                continue;
            }
            let Some(op) = self.runs.get(&number).and_then(|r| r.ops.get(at as usize)) else { continue };
            let slot = if let Source::Slot(slot) = op.source { Some(slot) } else { None };
            found.push(Conflict { number, at, event: op.event, ours: op.ours, slot, home: op.home });
        }
    }

    /// Makes a list that copies the stamps of `conflicts` to a stash, and says what becomes of each. Operations that
    /// can't be saved are counted untimed.
    fn stash_conflicts(
        &mut self,
        lane: Lane,
        conflicts: &[Conflict],
        execution: &mut Execution,
        found: &mut Found,
    ) {
        // On another queue, it would have to wait.
        let (saved, mut lost): (Vec<Conflict>, Vec<Conflict>) =
            conflicts.iter().partition(|c| self.runs.get(&c.number).is_some_and(|r| r.lane == lane.handle));
        let stash = if saved.len() <= MOST_SAVED { self.record_copier(lane, &saved) } else { None };
        match stash {
            Some(id) => {
                for (slot, c) in saved.iter().enumerate() {
                    self.move_to_stash(c.number, c.at, id, slot);
                    found.saved.insert(c.home, (c.number, c.at));
                    execution.saved.push((c.number, c.at));
                }
                execution.stash = Some(id);
                execution.copier = self.stashes.get(id).map(|s| s.list);
            }
            None => lost.extend(saved),
        }
        for c in lost {
            found.lost.insert(c.home);
            self.give_up(c.number, c.at, Untimed::ListExecutedAgain);
        }
    }

    /// From now on, an operation's stamps are found in a stash.
    fn move_to_stash(&mut self, number: u64, at: u32, id: usize, slot: usize) {
        let Some(run) = self.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        op.source = Source::Stash(id, slot);
        let event = op.event;
        if let Some(event) = self.events.get_mut(&event) {
            event.pending.retain(|p| *p != (number, at));
        }
    }

    /// Records the list that runs between the two executions. There is none on a copy-only engine, which can't copy
    /// timestamps.
    fn record_copier(&mut self, lane: Lane, saved: &[Conflict]) -> Option<usize> {
        let run = self.runs.get(&saved.first()?.number)?;
        let (context, device) = (run.context, run.ops.first()?.info.device);
        let device = self.devices.get(device)?;
        let copy_only = device.copy_only.get(lane.ordinal as usize).copied().unwrap_or(false);
        if copy_only || device.patches_lists() {
            return None;
        }
        let lanes = &self.lanes;
        let reached = |lane: usize| lanes.get(&lane).map_or(0, |b| b.reached.max(b.complete));
        for (context, event) in self.stashes.take_back(reached) {
            self.own.give_back(context, event);
        }
        let need = stash::Need {
            context,
            device: device.handle,
            ordinal: lane.ordinal,
            count: saved.len(),
            lane: lane.handle,
        };
        let done = self.own.take_signal(context)?;
        let Some(id) = self.stashes.take(need, done) else {
            self.own.give_back(context, done);
            return None;
        };
        let stash = self.stashes.get(id)?;
        if record_copies(self.driver, stash.list as _, stash.buffer.cast(), done as _, saved) {
            return Some(id);
        }
        self.cancel_stash(id);
        None
    }

    fn cancel_stash(&mut self, id: usize) {
        if let Some((context, event)) = self.stashes.cancel(id) {
            self.own.give_back(context, event);
        }
    }

    /// The driver has refused to execute the list of ours: what it was to copy is lost.
    pub fn copier_refused(&mut self, execution: &mut Execution) {
        let Some(id) = execution.stash.take().filter(|_| execution.session == self.first_run) else { return };
        let saved = std::mem::take(&mut execution.saved);
        for (number, at) in &saved {
            self.give_up(*number, *at, Untimed::ListExecutedAgain);
        }
        self.cancel_stash(id);
        for number in &execution.runs {
            for op in self.runs.get_mut(number).iter_mut().flat_map(|run| &mut run.ops) {
                if op.after.is_some_and(|after| saved.contains(&after)) {
                    self.awaited += usize::from(op.reading == Reading::AtAnyTime);
                    op.reading = Reading::OnceLaneComplete;
                }
            }
        }
    }

    /// After the execute call.
    pub fn after_execute(
        &mut self,
        execution: &Execution,
        program_lists: &[ze_command_list_handle_t],
        fence: usize,
        result: ze_result_t,
    ) {
        if execution.session != self.first_run {
            return;
        }
        if result != ZE_RESULT_SUCCESS {
            for &number in &execution.runs {
                self.cancel_run(number);
            }
            return;
        }
        let submission = self.submitted(&execution.runs);
        if let Some(id) = execution.stash {
            self.stashes.executed(id, submission);
        }
        for handle in program_lists {
            let handle = *handle as usize;
            if self.lists.get(&handle).is_none_or(|list| list.older) {
                let device = self.lists.get(&handle).map_or(0, |list| list.device);
                self.count_unknown_list(device);
            }
            let Some(list) = self.lists.get(&handle) else { continue };
            for command in list.commands.iter().filter(|c| c.event != 0) {
                self.publisher.submitted(command.info.class, command.info.bytes);
            }
            for skipped in &list.untimed {
                self.publisher.submitted(skipped.info.class, skipped.info.bytes);
                self.publisher.untimed(skipped.info.class, skipped.reason as usize);
            }
        }
        if fence != 0 {
            self.fences.insert(fence, (execution.lane, submission));
        }
    }

    /// A list recorded before we came: at least one operation, of which nothing is known.
    fn count_unknown_list(&mut self, device: usize) {
        if self.devices.is_empty() {
            return;
        }
        let class = zetop_probe_core::publish::OpClass::of(OpKind::Other);
        let class = self.publisher.class(&class, device as u32);
        self.publisher.submitted(class, 0);
        let reason = if self.attached { Untimed::BeforeAttach } else { Untimed::UnknownHandle };
        self.publisher.untimed(class, reason as usize);
    }

    /// A list is destroyed or recorded anew: settles what it has in flight and gives our events back.
    pub fn empty_list(&mut self, handle: usize) {
        self.settle_list(handle);
        self.opaque_handles.remove(&handle);
        let Some(list) = self.lists.get_mut(&handle) else { return };
        let context = list.context;
        let commands = std::mem::take(&mut list.commands);
        list.untimed.clear();
        list.signalled.clear();
        list.kept.clear();
        list.runs.clear();
        list.executed = false;
        list.older = false;
        list.tried = false;
        let may_run = std::mem::take(&mut list.may_run);
        let slots = list.slots.take();
        for slot in commands.iter().filter_map(|c| c.slot) {
            self.last.remove(&(slot as usize));
        }
        for command in commands.iter().filter(|c| c.ours) {
            if may_run {
                self.own.retire(context, command.event);
            } else {
                self.own.give_back(context, command.event);
            }
        }
        // Memory that the device may still write to is left to the context.
        if let Some(slots) = slots.filter(|_| !may_run) {
            slots.free();
        }
    }

    pub fn forget_list(&mut self, handle: usize) {
        self.empty_list(handle);
        self.lists.remove(&handle);
        self.forget_lane(handle);
    }
}

/// Records: barrier; copies; barrier; resets of our events; signal of `done`. True when all of that worked.
fn record_copies(
    driver: DriverRef,
    list: ze_command_list_handle_t,
    buffer: *mut u8,
    done: ze_event_handle_t,
    saved: &[Conflict],
) -> bool {
    const SIZE: usize = size_of::<ze_kernel_timestamp_result_t>();
    let mut events = Vec::new();
    let mut offsets = Vec::new();
    for (at, c) in saved.iter().enumerate().filter(|(_, c)| c.slot.is_none()) {
        events.push(c.event as ze_event_handle_t);
        offsets.push(at * SIZE);
    }
    let step = |result: ze_result_t| (result == ZE_RESULT_SUCCESS).then_some(());
    // SAFETY: an empty list of ours; events of operations in flight, which exist; a buffer with room for a
    // result per conflict; slots of lists that exist.
    let mut record = || unsafe {
        step(driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()))?;
        if !events.is_empty() {
            step(driver.zeCommandListAppendQueryKernelTimestamps(
                list,
                events.len() as u32,
                events.as_mut_ptr(),
                buffer.cast(),
                offsets.as_ptr(),
                null_mut(),
                0,
                null_mut(),
            ))?;
        }
        for (at, c) in saved.iter().enumerate() {
            if let Some(slot) = c.slot {
                let to = buffer.add(at * SIZE).cast();
                let from = slot.cast();
                step(driver.zeCommandListAppendMemoryCopy(list, to, from, SIZE, null_mut(), 0, null_mut()))?;
            }
        }
        step(driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()))?;
        for c in saved.iter().filter(|c| c.ours && c.slot.is_none()) {
            step(driver.zeCommandListAppendEventReset(list, c.event as _))?;
        }
        step(driver.zeCommandListAppendBarrier(list, done, 0, null_mut()))?;
        step(driver.zeCommandListClose(list))
    };
    record().is_some()
}

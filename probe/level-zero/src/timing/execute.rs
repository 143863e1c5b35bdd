//! Executions of regular lists. A list may be executed again before its last execution is complete: then a
//! small list of ours goes first that copies the earlier stamps to a stash and resets our events.

use super::driver::DriverRef;
use super::runs::{Completion, Op, Run, Source};
use super::stash;
use super::state::State;
use level_zero_sys::*;
use smallvec::SmallVec;
use std::ptr::null_mut;
use zetop_probe_core::clock;
use zetop_wire::layout::Untimed;

/// What was prepared for an execute call.
pub struct Execution {
    /// The program's lists, with ours among them.
    pub lists: Vec<ze_command_list_handle_t>,
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

impl State {
    /// Before `lists` are executed on `lane`, in this order.
    pub fn before_execute(&mut self, lane: Lane, lists: &[ze_command_list_handle_t]) -> Execution {
        let mut execution = Execution {
            lists: Vec::with_capacity(lists.len() + 1),
            runs: Vec::new(),
            lane: lane.handle,
            session: self.first_run,
        };
        for &list in lists {
            self.prepare(lane, list as usize, &mut execution);
            execution.lists.push(list);
        }
        execution
    }

    fn prepare(&mut self, lane: Lane, handle: usize, execution: &mut Execution) {
        self.adopt_list(handle);
        let Some(list) = self.lists.get(&handle) else { return };
        let (context, in_order, commands) = (list.context, list.in_order, list.commands.clone());
        let conflicts = self.conflicts(handle, &commands);
        let mut lost = Vec::new();
        if !conflicts.is_empty() {
            match self.stash_conflicts(lane, handle, &conflicts, &mut lost) {
                Some(copier) => execution.lists.push(copier as _),
                None => lost = conflicts.iter().map(|c| c.home).collect(),
            }
        }
        let Some(list) = self.lists.get(&handle) else { return };
        if list.executed {
            for command in &commands {
                if let Some(slot) = command.slot.filter(|_| conflicts.is_empty()) {
                    stash::clear(slot);
                }
                // The copying list resets those.
                let copied = conflicts.iter().any(|c| c.home == command.event);
                if command.ours && !copied {
                    // SAFETY: an event of ours whose operation is settled, so that nothing will signal it
                    // before the execution that is about to start.
                    unsafe { self.driver.zeEventHostReset(command.event as _) };
                }
            }
        }
        let submit_raw = clock::raw_ns();
        let ops = self.occurrences(&commands, &conflicts);
        let left = ops.len();
        let run = Run {
            lane: lane.handle,
            lane_id: lane.ordinal << 16 | lane.index & 0xffff,
            context,
            list: handle,
            in_order,
            submit_raw,
            ops,
            left,
        };
        if left > 0 {
            let unclear: Vec<usize> = run
                .ops
                .iter()
                .enumerate()
                .filter(|(_, op)| lost.contains(&op.home))
                .map(|(at, _)| at)
                .collect();
            let number = self.add_run(run);
            execution.runs.push(number);
            // Whose stamps are in an event that two executions signal, nobody can tell.
            for at in unclear {
                self.give_up(number, at as u32, Untimed::ListExecutedAgain);
            }
        }
        if let Some(list) = self.lists.get_mut(&handle) {
            list.executed = true;
        }
    }

    /// What the next run of a list consists of. Where an earlier operation's stamps are still in the same
    /// place, it has to be settled first.
    fn occurrences(&self, commands: &[super::state::Command], conflicts: &[Conflict]) -> SmallVec<[Op; 1]> {
        let mut places = vec![None; commands.len()];
        let mut ops = SmallVec::with_capacity(commands.len());
        for (at, c) in commands.iter().enumerate().filter(|(_, c)| c.event != 0) {
            places[at] = Some(ops.len() as u32);
            let home = c.home();
            let in_list =
                c.after.and_then(|before| Some(((self.next_run, places[before]?), commands[before].home())));
            let earlier =
                || conflicts.iter().rev().find(|k| k.home == home).map(|k| ((k.number, k.at), home));
            let (after, after_home) = in_list.or_else(earlier).unzip();
            ops.push(Op {
                info: c.info,
                append_raw: c.append_raw,
                event: c.event,
                ours: c.ours,
                source: c.slot.map_or(Source::Event, Source::Slot),
                home,
                after,
                after_home: after_home.unwrap_or(home),
            });
        }
        ops
    }

    /// Operations in flight whose stamps the next execution of a list would overwrite.
    fn conflicts(&mut self, handle: usize, commands: &[super::state::Command]) -> Vec<Conflict> {
        let mut found = Vec::new();
        for command in commands.iter().filter(|c| c.slot.is_none()) {
            let pending = self.events.get(&command.event).map(|e| e.pending.clone()).unwrap_or_default();
            for (number, at) in pending {
                if !self.settle(number, at, Completion::Unknown) {
                    found.push(Conflict {
                        number,
                        at,
                        event: command.event,
                        ours: command.ours,
                        slot: None,
                        home: command.event,
                    });
                }
            }
        }
        if commands.iter().any(|c| c.slot.is_some()) {
            let numbers: Vec<u64> =
                self.runs.iter().filter(|(_, r)| r.list == handle).map(|(n, _)| *n).collect();
            for number in numbers {
                let ops = self.runs.get(&number).map(|r| r.ops.clone()).unwrap_or_default();
                for (at, op) in ops.iter().enumerate() {
                    if let Source::Slot(slot) = op.source
                        && !self.settle(number, at as u32, Completion::Unknown)
                    {
                        let at = at as u32;
                        found.push(Conflict {
                            number,
                            at,
                            event: op.event,
                            ours: op.ours,
                            slot: Some(slot),
                            home: slot as usize,
                        });
                    }
                }
            }
        }
        found
    }

    /// Makes a list that copies the stamps of `conflicts` to a stash, and returns what has to run on the same queue
    /// right before the list that would overwrite them. Operations that can't be saved are counted untimed.
    /// Their homes are in `homes_lost` then.
    fn stash_conflicts(
        &mut self,
        lane: Lane,
        handle: usize,
        conflicts: &[Conflict],
        homes_lost: &mut Vec<usize>,
    ) -> Option<usize> {
        let list = self.lists.get(&handle)?;
        let (context, device, copy_only) = (list.context, list.device, list.copy_only);
        let (saved, lost): (Vec<Conflict>, Vec<Conflict>) = conflicts.iter().partition(|c| {
            // On another queue, an event of the program's that was not reset can't be waited for.
            self.runs.get(&c.number).is_some_and(|r| r.lane == lane.handle) && (c.ours || !copy_only)
        });
        let stash = if saved.is_empty() {
            None
        } else if copy_only {
            self.record_gated_copier(context, device, lane.ordinal, &saved)
        } else {
            self.record_copier(context, device, lane.ordinal, &saved)
        };
        let lost = if stash.is_none() { conflicts.to_vec() } else { lost };
        for c in lost {
            homes_lost.push(c.home);
            self.give_up(c.number, c.at, Untimed::ListExecutedAgain);
        }
        let id = stash?;
        for (slot, c) in saved.iter().enumerate() {
            self.move_to_stash(c.number, c.at, id, slot);
        }
        self.stashes.get(id).map(|a| if a.gate.0 == 0 { a.list } else { a.gate.0 })
    }

    /// On a compute queue, our list runs between the two executions.
    fn record_copier(
        &mut self,
        context: usize,
        device: usize,
        ordinal: u32,
        conflicts: &[Conflict],
    ) -> Option<usize> {
        let device = self.devices[device].handle;
        let need = stash::Need {
            context,
            device,
            ordinal,
            count: conflicts.len(),
            with_list: true,
            gate_ordinal: None,
        };
        let done = self.own.take(context)?;
        let Some(id) = self.stashes.take(need, done, 0) else {
            self.own.give_back(context, done);
            return None;
        };
        let stash = self.stashes.get(id)?;
        let result =
            record_copies(self.driver, stash.list as _, stash.buffer.cast(), done as _, conflicts, &mut []);
        self.kept(id, result, conflicts.len())
    }

    /// A copy-only engine can't copy timestamps: a compute queue of ours does it as soon as the operations are
    /// complete, and the program's queue waits for that on the device.
    fn record_gated_copier(
        &mut self,
        context: usize,
        device: usize,
        gate_ordinal: u32,
        conflicts: &[Conflict],
    ) -> Option<usize> {
        let (queue, ordinal) = self.compute_queue(context, device)?;
        let device = self.devices[device].handle;
        let need = stash::Need {
            context,
            device,
            ordinal,
            count: conflicts.len(),
            with_list: true,
            gate_ordinal: Some(gate_ordinal),
        };
        let done = self.own.take(context)?;
        let Some(gate) = self.own.take(context) else {
            self.own.give_back(context, done);
            return None;
        };
        let Some(id) = self.stashes.take(need, done, gate) else {
            self.own.give_back(context, done);
            self.own.give_back(context, gate);
            return None;
        };
        let stash = self.stashes.get(id)?;
        let mut waits: Vec<ze_event_handle_t> =
            conflicts.iter().filter(|c| c.slot.is_none()).map(|c| c.event as _).collect();
        let mut result = record_copies(
            self.driver,
            stash.list as _,
            stash.buffer.cast(),
            gate as _,
            conflicts,
            &mut waits,
        );
        if result == ZE_RESULT_SUCCESS {
            result = record_gate(self.driver, stash.gate.0 as _, gate as _, done as _);
        }
        if result == ZE_RESULT_SUCCESS {
            let mut lists = [stash.list as ze_command_list_handle_t];
            // SAFETY: a queue and a closed list of ours, on the same device.
            result = unsafe {
                self.driver.zeCommandQueueExecuteCommandLists(queue as _, 1, lists.as_mut_ptr(), null_mut())
            };
        }
        self.kept(id, result, conflicts.len())
    }

    /// The stash, or `None` when recording it failed.
    fn kept(&mut self, id: usize, result: ze_result_t, users: usize) -> Option<usize> {
        if result == ZE_RESULT_SUCCESS {
            return Some(id);
        }
        for _ in 0..users {
            self.release_stash(id);
        }
        None
    }

    /// A compute queue of ours, with its ordinal.
    fn compute_queue(&mut self, context: usize, device: usize) -> Option<(usize, u32)> {
        let device = &self.devices[device];
        let ordinal = device.copy_only.iter().position(|copy_only| !copy_only)? as u32;
        if let Some(queue) = self.compute_queues.get(&(context, device.handle)) {
            return Some((*queue, ordinal));
        }
        let desc = ze_command_queue_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
            ordinal,
            mode: ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        let mut queue: ze_command_queue_handle_t = null_mut();
        // SAFETY: live handles of the program's.
        let result = unsafe {
            self.driver.zeCommandQueueCreate(
                context as _,
                device.handle as _,
                &raw const desc,
                &raw mut queue,
            )
        };
        if result != ZE_RESULT_SUCCESS || queue.is_null() {
            return None;
        }
        self.compute_queues.insert((context, device.handle), queue as usize);
        Some((queue as usize, ordinal))
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
            for (info, reason) in &list.untimed {
                self.publisher.submitted(info.class, info.bytes);
                self.publisher.untimed(info.class, *reason as usize);
            }
        }
        if fence != 0 {
            self.fences.insert(fence, (execution.lane, self.next_run - 1));
        }
    }

    /// A list recorded before we came: at least one operation, of which nothing is known.
    fn count_unknown_list(&mut self, device: usize) {
        if self.devices.is_empty() {
            return;
        }
        let class = super::publish::OpClass::of(zetop_wire::layout::OpKind::Other);
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
        list.executed = false;
        list.older = false;
        list.tried = false;
        let slots = list.slots.take();
        for slot in commands.iter().filter_map(|c| c.slot) {
            self.last.remove(&(slot as usize));
        }
        for command in commands.iter().filter(|c| c.ours) {
            self.own.give_back(context, command.event);
        }
        if let Some(slots) = slots {
            slots.free();
        }
    }

    pub fn forget_list(&mut self, handle: usize) {
        self.empty_list(handle);
        self.lists.remove(&handle);
        self.lanes.remove(&handle);
    }
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

/// Records what lets a queue wait for `gate` and then signal `done`.
fn record_gate(
    driver: DriverRef,
    list: ze_command_list_handle_t,
    gate: ze_event_handle_t,
    done: ze_event_handle_t,
) -> ze_result_t {
    let mut waits = [gate];
    // SAFETY: an empty list and events of ours.
    unsafe {
        match driver.zeCommandListAppendBarrier(list, done, 1, waits.as_mut_ptr()) {
            ZE_RESULT_SUCCESS => driver.zeCommandListClose(list),
            error => error,
        }
    }
}

/// Records: barrier that waits for `waits`; copies; barrier; resets of our events; signal of `done`.
fn record_copies(
    driver: DriverRef,
    list: ze_command_list_handle_t,
    buffer: *mut u8,
    done: ze_event_handle_t,
    conflicts: &[Conflict],
    waits: &mut [ze_event_handle_t],
) -> ze_result_t {
    const SIZE: usize = size_of::<ze_kernel_timestamp_result_t>();
    let mut events = Vec::new();
    let mut offsets = Vec::new();
    for (at, c) in conflicts.iter().enumerate().filter(|(_, c)| c.slot.is_none()) {
        events.push(c.event as ze_event_handle_t);
        offsets.push(at * SIZE);
    }
    let step = |result: ze_result_t| if result == ZE_RESULT_SUCCESS { Ok(()) } else { Err(result) };
    // SAFETY: an empty list of ours; events of operations in flight, which exist; a buffer with room for a
    // result per conflict; slots of lists that exist.
    let record = || unsafe {
        let wait = if waits.is_empty() { null_mut() } else { waits.as_mut_ptr() };
        step(driver.zeCommandListAppendBarrier(list, null_mut(), waits.len() as u32, wait))?;
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
        for (at, c) in conflicts.iter().enumerate() {
            if let Some(slot) = c.slot {
                let to = buffer.add(at * SIZE).cast();
                step(driver.zeCommandListAppendMemoryCopy(
                    list,
                    to,
                    slot.cast(),
                    SIZE,
                    null_mut(),
                    0,
                    null_mut(),
                ))?;
            }
        }
        step(driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()))?;
        for c in conflicts.iter().filter(|c| c.ours && c.slot.is_none()) {
            step(driver.zeCommandListAppendEventReset(list, c.event as _))?;
        }
        step(driver.zeCommandListAppendBarrier(list, done, 0, null_mut()))?;
        step(driver.zeCommandListClose(list))
    };
    let mut record = record;
    record().err().unwrap_or(ZE_RESULT_SUCCESS)
}

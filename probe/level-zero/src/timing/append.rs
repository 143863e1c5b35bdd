//! An append: which event will tell about the operation, and what has to happen so that the program notices
//! nothing.

use super::publish::OpClass;
use super::runs::{Completion, Info, Op, Run, Source};
use super::stash;
use super::state::{Command, Event, State};
use level_zero_sys::*;
use smallvec::smallvec;
use std::ptr::null_mut;
use zetop_probe_core::clock;
use zetop_wire::layout::{DeviceFault, OpKind, Untimed};

/// What to do around an append call.
pub struct Plan {
    /// The event to pass on.
    pub event: ze_event_handle_t,
    /// The program's event, when ours went in its place: to be signalled after the operation.
    pub forward: ze_event_handle_t,
    ticket: Ticket,
    /// [`State::first_run`] of the session that it was made in.
    session: u64,
}

enum Ticket {
    /// Not followed at all.
    None,
    /// On an immediate list: its run.
    Run(u64, Info),
    /// In a regular list.
    Command(Command),
    /// Counted, not timed.
    Untimed { info: Info, immediate: bool, reason: Untimed },
}

/// How an operation will be timed.
enum Choice {
    /// By this event; ours or the program's.
    Event {
        event: usize,
        ours: bool,
        forward: bool,
    },
    Untimed(Untimed),
}

impl State {
    /// Before an append of `class` to `list` that is to signal `signal` (or nothing).
    pub fn before_append(&mut self, handle: usize, class: &OpClass, signal: ze_event_handle_t) -> Plan {
        self.adopt_event(signal as usize);
        // Behind a barrier, another one holds nothing up.
        let barrier = class.kind == OpKind::Barrier;
        let session = self.first_run;
        let pass = |ticket| Plan { event: signal, forward: null_mut(), ticket, session };
        let Some(list) = self.lists.get(&handle) else {
            return pass(self.unknown_list(class));
        };
        let (device, context, immediate, in_order) =
            (list.device, list.context, list.immediate, list.in_order);
        let lane_id = list.ordinal << 16 | list.index & 0xffff;
        let after = self.resignal(handle, signal as usize);
        let info = Info::new(self, device, class);
        if self.leaving {
            // Nobody will be there to see it complete.
            return pass(Ticket::Untimed { info, immediate, reason: Untimed::NeverCompleted });
        }
        match self.choose(context, device, in_order || barrier, signal as usize) {
            Choice::Untimed(reason) => pass(Ticket::Untimed { info, immediate, reason }),
            Choice::Event { event, ours, forward } => {
                let append_raw = clock::raw_ns();
                let ticket = if immediate {
                    let after = after.filter(|_| !ours);
                    let op = Op {
                        info,
                        append_raw,
                        event,
                        ours,
                        source: Source::Event,
                        home: event,
                        after,
                        after_home: event,
                    };
                    let run = Run {
                        lane: handle,
                        lane_id,
                        context,
                        list: 0,
                        in_order,
                        submit_raw: append_raw,
                        ops: smallvec![op],
                        left: 1,
                    };
                    Ticket::Run(self.add_run(run), info)
                } else {
                    Ticket::Command(Command { info, append_raw, event, ours, slot: None, after: None })
                };
                Plan {
                    event: event as _,
                    forward: if forward { signal } else { null_mut() },
                    ticket,
                    session,
                }
            }
        }
    }

    /// A list that we never saw being made. Its device is unknown; the first one stands for it.
    fn unknown_list(&mut self, class: &OpClass) -> Ticket {
        if self.devices.is_empty() {
            return Ticket::None;
        }
        let info = Info::new(self, 0, class);
        let reason = if self.attached { Untimed::StrangeHandle } else { Untimed::UnknownHandle };
        Ticket::Untimed { info, immediate: true, reason }
    }

    /// Counts an append that can't be followed.
    pub fn count(&mut self, handle: usize, class: &OpClass, reason: Untimed, ticks: u64) {
        if self.devices.is_empty() {
            return;
        }
        let device = self.lists.get(&handle).map_or(0, |l| l.device);
        let info = Info::new(self, device, class);
        self.publisher.appended(info.class, ticks, info.groups, info.group_size);
        self.publisher.submitted(info.class, info.bytes);
        self.publisher.untimed(info.class, reason as usize);
    }

    fn choose(&mut self, context: usize, device: usize, serial: bool, signal: usize) -> Choice {
        let facts = &self.devices[device];
        if !facts.can_time() {
            let lost = facts.faults & DeviceFault::Lost as u64 != 0;
            return Choice::Untimed(if lost { Untimed::DeviceLost } else { Untimed::NoTimestamps });
        }
        if self.in_flight >= Self::MOST_IN_FLIGHT {
            return Choice::Untimed(Untimed::NoEvent);
        }
        if signal != 0 {
            let Some(event) = self.events.get(&signal) else {
                return Choice::Untimed(if self.attached {
                    Untimed::StrangeHandle
                } else {
                    Untimed::UnknownHandle
                });
            };
            if event.timestamps {
                return Choice::Event { event: signal, ours: false, forward: false };
            }
            // In an in-order list, theirs can be signalled behind the operation without serialising anything
            // that was not serial before.
            if !serial {
                return Choice::Untimed(Untimed::EventWithoutTimestamps);
            }
        }
        match self.own.take(context) {
            Some(event) => {
                // It may be known from its last operation.
                self.events.entry(event).or_insert_with(|| Event { timestamps: true, ..Event::default() });
                Choice::Event { event, ours: true, forward: signal != 0 }
            }
            None => {
                if self.own.is_refused(context) {
                    self.devices[device].fault(DeviceFault::NoEventPool, &self.publisher);
                }
                Choice::Untimed(Untimed::NoEvent)
            }
        }
    }

    /// After the append call.
    pub fn after_append(&mut self, handle: usize, plan: &Plan, result: ze_result_t, ticks: u64) {
        let worked = result == ZE_RESULT_SUCCESS;
        if plan.session != self.first_run {
            return;
        }
        match &plan.ticket {
            Ticket::None => {}
            Ticket::Run(number, _) if !worked => self.cancel_run(*number),
            Ticket::Run(_, info) => {
                // What is behind the signal in an in-order list tells of it as well.
                if let Some(list) = self.lists.get_mut(&handle) {
                    list.tried = false;
                }
                self.publisher.appended(info.class, ticks, info.groups, info.group_size);
                self.publisher.submitted(info.class, info.bytes);
            }
            Ticket::Command(command) if !worked => {
                if command.ours
                    && let Some(list) = self.lists.get(&handle)
                {
                    self.own.give_back(list.context, command.event);
                }
            }
            Ticket::Command(command) => {
                let info = command.info;
                self.publisher.appended(info.class, ticks, info.groups, info.group_size);
                if let Some(list) = self.lists.get_mut(&handle) {
                    let mut command = *command;
                    if !command.ours {
                        command.after = list.kept.get(&command.event).copied();
                        list.signalled.insert(command.event, list.commands.len());
                    }
                    list.commands.push(command);
                }
            }
            Ticket::Untimed { .. } if !worked => {}
            Ticket::Untimed { info, immediate, reason } => {
                self.publisher.appended(info.class, ticks, info.groups, info.group_size);
                if *immediate {
                    self.publisher.submitted(info.class, info.bytes);
                    self.publisher.untimed(info.class, *reason as usize);
                } else if let Some(list) = self.lists.get_mut(&handle) {
                    list.untimed.push((*info, *reason));
                }
            }
        }
    }

    /// `event` is about to be signalled again, or reset, by a command of `list`: keep the stamps that it has
    /// or will have by then. Returns the operation in flight whose stamps stay in the event until then.
    pub fn resignal(&mut self, handle: usize, event: usize) -> Option<(u64, u32)> {
        if event == 0 || !self.events.contains_key(&event) {
            return None;
        }
        self.keep_recorded(handle, event);
        self.keep_in_flight(handle, event)
    }

    /// For an earlier command of the same regular list: the list copies the stamps to a slot first.
    fn keep_recorded(&mut self, handle: usize, event: usize) {
        let Some(list) = self.lists.get_mut(&handle) else { return };
        let Some(at) = list.signalled.remove(&event) else { return };
        let (context, driver) = (list.context, self.driver);
        let slot = if list.copy_only {
            None
        } else {
            list.slots.get_or_insert_with(|| stash::Slots::new(driver, context)).take()
        };
        let kept = slot.filter(|slot| {
            let mut events = [event as ze_event_handle_t];
            // SAFETY: the program's list and event, one event, a slot with room for one result.
            let result = unsafe {
                self.driver.zeCommandListAppendQueryKernelTimestamps(
                    handle as _,
                    1,
                    events.as_mut_ptr(),
                    slot.cast(),
                    std::ptr::null(),
                    null_mut(),
                    0,
                    null_mut(),
                )
            };
            if result == ZE_RESULT_SUCCESS && !list.in_order {
                // The program has ordered the earlier operation before what comes now, or its own event
                // would be meaningless. The copy has to come before it as well.
                // SAFETY: the program's list.
                unsafe { self.driver.zeCommandListAppendBarrier(handle as _, null_mut(), 0, null_mut()) };
            }
            result == ZE_RESULT_SUCCESS
        });
        match kept {
            Some(slot) => {
                list.commands[at].slot = Some(slot);
                list.kept.insert(event, at);
            }
            None => {
                // Its place stays, so that the numbers in `signalled` stay right.
                let info = list.commands[at].info;
                list.commands[at].event = 0;
                list.untimed.push((info, Untimed::EventReused));
            }
        }
    }

    /// For operations in flight on an immediate list: read now, or copied to a stash by the list itself.
    fn keep_in_flight(&mut self, handle: usize, event: usize) -> Option<(u64, u32)> {
        let list = self.lists.get(&handle).filter(|l| l.immediate)?;
        let mut kept = None;
        let (context, device, ordinal) = (list.context, self.devices[list.device].handle, list.ordinal);
        let can_copy = list.in_order && !list.copy_only;
        let pending = self.events.get(&event).map(|e| e.pending.clone()).unwrap_or_default();
        for (number, at) in pending {
            if self.settle(number, at, Completion::Unknown) {
                continue;
            }
            let same = self.runs.get(&number).is_some_and(|r| r.lane == handle);
            let copied = same && can_copy && self.stash_on(handle, context, device, ordinal, number, at);
            if copied {
                kept = Some((number, at));
            } else {
                self.give_up(number, at, Untimed::EventReused);
            }
        }
        kept
    }

    /// Lets an in-order immediate list copy an operation's stamps to a stash before its next command.
    fn stash_on(
        &mut self,
        handle: usize,
        context: usize,
        device: usize,
        ordinal: u32,
        number: u64,
        at: u32,
    ) -> bool {
        let Some(done) = self.own.take(context) else { return false };
        let need = stash::Need { context, device, ordinal, count: 1, with_list: false, gate_ordinal: None };
        let Some(id) = self.stashes.take(need, done, 0) else {
            self.own.give_back(context, done);
            return false;
        };
        let Some(buffer) = self.stashes.get(id).map(|a| a.buffer) else { return false };
        let Some(event) = self.runs.get(&number).map(|r| r.ops[at as usize].event) else { return false };
        let mut events = [event as ze_event_handle_t];
        // SAFETY: the program's list and event, one event, a buffer with room for one result, our own event.
        let result = unsafe {
            self.driver.zeCommandListAppendQueryKernelTimestamps(
                handle as _,
                1,
                events.as_mut_ptr(),
                buffer.cast(),
                std::ptr::null(),
                done as _,
                0,
                null_mut(),
            )
        };
        if result != ZE_RESULT_SUCCESS {
            self.release_stash(id);
            return false;
        }
        self.move_to_stash(number, at, id, 0);
        true
    }

    /// From now on, an operation's stamps are found in a stash.
    pub fn move_to_stash(&mut self, number: u64, at: u32, id: usize, slot: usize) {
        let Some(run) = self.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        op.source = Source::Stash(id, slot);
        let event = op.event;
        if let Some(event) = self.events.get_mut(&event) {
            event.pending.retain(|p| *p != (number, at));
        }
    }
}

//! An append: which event times the operation, and what has to be done so that the program notices nothing.

use super::facts::Device;
use super::lists::{Command, InOrder, List, NextCommand, Timing};
use super::notes::Later;
use super::pending;
use super::runs::{Info, Op, Reading, Run, Settled, Source};
use super::stamp_copies;
use super::state::State;
use level_zero_sys::*;
use smallvec::smallvec;
use std::ptr::null_mut;
use zetop_probe_core::publish::{OpClass, awaited, counts};
use zetop_probe_core::{clock, hot, ranges};
use zetop_wire::layout::{DeviceFault, OpKind, Process, Untimed};

/// What to do around an append call.
pub struct Plan {
    /// The event to pass on.
    pub event: ze_event_handle_t,
    /// The program's event, when ours went in its place: to be signalled after the operation.
    pub forward: ze_event_handle_t,
    ticket: Ticket,
    session: u64,
}

// SAFETY: handles of the program's and of ours, and addresses of slots, which a plan does not read.
unsafe impl Send for Plan {}

impl From<Box<Later>> for Plan {
    fn from(later: Box<Later>) -> Self {
        let (event, forward, session) = (later.event(), later.forward as _, later.session());
        Self { event, forward, ticket: Ticket::Later(later), session }
    }
}

impl Plan {
    /// Its operation, if there is one, and whether the append submits it.
    fn operation(&self) -> Option<(&Info, bool)> {
        match &self.ticket {
            Ticket::None => None,
            Ticket::Run { info, .. } => Some((info, true)),
            Ticket::Untimed { info, .. } => Some((info, true)),
            Ticket::Command(command) => Some((&command.info, false)),
            Ticket::Later(later) => Some((&later.info, true)),
        }
    }

    /// The class of its operation, if there is one.
    #[must_use]
    pub fn class(&self) -> Option<u32> {
        self.operation().map(|(info, _)| info.class)
    }

    /// The append has been made, in so many ticks: counts it. Without the lock, since the program may end before anybody has it.
    pub fn count(&self, process: &Process, ticks: u64) {
        if let Some((info, is_submission)) = self.operation() {
            counts::host_time(process, info.class, ticks, info.groups, info.group_size);
            if is_submission {
                counts::submitted(process, info.class, 1, info.bytes);
                awaited::submitted(process, info.class, 1);
            }
        }
    }

    /// [`State::first_run`] of the session that it was made in.
    #[must_use]
    pub fn session(&self) -> u64 {
        self.session
    }

    /// An event of ours is to tell when its operation is complete.
    #[must_use]
    pub fn has_ours(&self) -> bool {
        match &self.ticket {
            Ticket::Run { ours, .. } => *ours,
            Ticket::Command(command) => command.timing.own().is_some(),
            Ticket::Later(later) => later.has_ours(),
            Ticket::None | Ticket::Untimed { .. } => false,
        }
    }
}

enum Ticket {
    /// Not followed at all.
    None,
    /// On an immediate list: its run.
    Run { number: u64, info: Info, reading: Reading, ours: bool },
    /// In a regular list.
    Command(Command),
    /// On an immediate list, without the lock.
    Later(Box<Later>),
    /// On an immediate list: counted, not timed.
    Untimed { info: Info, reason: Untimed },
}

/// A command that an event is wanted for.
struct EventWanted {
    list: usize,
    context: usize,
    device: usize,
    is_kernel: bool,
    /// The program may change the command's event later, so it has to be the program's.
    keeps_event: bool,
    /// The program's event may be signalled by a barrier after the command: that delays nothing.
    may_forward: bool,
}

/// How an operation will be timed.
enum Choice {
    /// By this event; ours or the program's.
    Event {
        event: usize,
        ours: bool,
        forward: bool,
        reading: Reading,
    },
    Untimed(Untimed),
}

/// A marker to append behind an operation: see [`State::marker_wanted`].
pub struct Marker {
    pub event: ze_event_handle_t,
    submission: u64,
    session: u64,
}

// SAFETY: an event of ours.
unsafe impl Send for Marker {}

impl State {
    /// Before an append of `class` to `list` that is to signal `signal` (or nothing).
    pub fn before_append(&mut self, handle: usize, class: &OpClass, signal: ze_event_handle_t) -> Plan {
        self.adopt_event(signal as usize);
        let session = self.first_run;
        let pass = |ticket| Plan { event: signal, forward: null_mut(), ticket, session };
        if self.capture_signals(handle, signal as usize) {
            // Nothing is executed: what is recorded belongs to a graph, which may run any number of times.
            return pass(Ticket::None);
        }
        let Some(list) = self.lists.get(&handle) else {
            return pass(self.unknown_list(class));
        };
        let (device, context, immediate, in_order) =
            (list.device, list.context, list.is_immediate(), list.in_order());
        let NextCommand { id, changes_event } = list.next;
        let lane_id = list.lane_id();
        let shared = self.resignal(handle, signal as usize);
        let info = Info::new(self, device, &OpClass { group: Some(lane_id >> 16), ..*class });
        let (append_raw, call) = (clock::raw_ns(), hot::next_call());
        let untimed = |reason| {
            let timing = Timing::Untimed(reason);
            if immediate {
                Ticket::Untimed { info, reason }
            } else {
                Ticket::Command(Command { info, append_raw, call, timing, slot: None, after: None, id })
            }
        };
        if self.leaving {
            // We will be gone before it completes.
            self.turned_away += 1;
            return pass(untimed(Untimed::NeverCompleted));
        }
        let wanted = EventWanted {
            list: handle,
            context,
            device,
            is_kernel: class.kind == OpKind::Kernel,
            keeps_event: changes_event,
            may_forward: self.is_serial(handle, class.kind, signal as usize) && !changes_event,
        };
        match self.choose(&wanted, signal as usize) {
            Choice::Untimed(reason) => pass(untimed(reason)),
            Choice::Event { event, ours, forward, reading } => {
                let shared = shared || self.is_signalled_unread(event);
                let reading = if shared && !ours { Reading::OnceLaneComplete } else { reading };
                if immediate {
                    self.note_for_unlocked(handle, signal as usize);
                }
                let ticket = if immediate {
                    let op = Op {
                        info,
                        append_raw,
                        call,
                        range: ranges::innermost(),
                        event,
                        ours,
                        reading,
                        source: Source::Event,
                        home: event,
                        after: None,
                        after_home: event,
                    };
                    let run = Run {
                        lane: handle,
                        lane_id,
                        context,
                        list: 0,
                        in_order,
                        submit_raw: append_raw,
                        submitted: None,
                        ops: smallvec![op],
                        settled_before: 0,
                        older: None,
                        later: None,
                        left: 1,
                    };
                    Ticket::Run { number: self.add_run(run), info, reading, ours }
                } else {
                    let timing = if ours { Timing::Own(event) } else { Timing::Program(event, reading) };
                    Ticket::Command(Command { info, append_raw, call, timing, slot: None, after: None, id })
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

    /// A list that we never saw being made. Its device is unknown, so it is counted for the first one.
    fn unknown_list(&mut self, class: &OpClass) -> Ticket {
        if self.devices.is_empty() {
            return Ticket::None;
        }
        let info = Info::new(self, 0, class);
        let reason = if self.attached { Untimed::StrangeHandle } else { Untimed::UnknownHandle };
        Ticket::Untimed { info, reason }
    }

    /// Counts an append that can't be timed or followed. `call` has been made.
    pub fn count(&mut self, handle: usize, class: &OpClass, reason: Untimed, ticks: u64) {
        if self.devices.is_empty() {
            return;
        }
        let list = self.lists.get(&handle);
        if list.is_some_and(|l| l.is_captured(self.driver, handle)) {
            return;
        }
        let device = list.map_or(0, |l| l.device);
        let class = &OpClass { group: list.map(|l| l.ordinal), ..*class };
        let info = Info::new(self, device, class);
        self.publisher.appended(info.class, ticks, info.groups, info.group_size);
        if !super::counts_only()
            && let Some(recorded) = self.recorded_mut(handle)
        {
            let (timing, append_raw, call) = (Timing::Untimed(reason), clock::raw_ns(), hot::next_call());
            recorded.commands.push(Command {
                info,
                append_raw,
                call,
                timing,
                slot: None,
                after: None,
                id: 0,
            });
            return;
        }
        self.publisher.submitted(info.class, info.bytes);
        awaited::submitted(self.publisher.process, info.class, 1);
        self.publisher.untimed(info.class, reason as usize);
    }

    /// True when signalling an event by a barrier after the operation delays nothing that a signal of the
    /// operation itself would not have delayed.
    fn is_serial(&self, handle: usize, op: OpKind, signal: usize) -> bool {
        let Some(list) = self.lists.get(&handle) else { return false };
        // After a barrier, another one delays nothing.
        if list.in_order() || op == OpKind::Barrier {
            return true;
        }
        let host_scope =
            self.events.get(&signal).is_some_and(|e| e.signal_scope & ZE_EVENT_SCOPE_FLAG_HOST != 0);
        self.devices.get(list.device).is_some_and(|d| d.stalls_for_a_signal(list.copy_only, host_scope))
    }

    /// How to time a command whose own event is `signal`, or 0 for none.
    fn choose(&mut self, wanted: &EventWanted, signal: usize) -> Choice {
        let &EventWanted { list: handle, context, device, is_kernel, keeps_event, may_forward } = wanted;
        let facts = &self.devices[device];
        if !facts.can_time() {
            let lost = facts.faults & DeviceFault::Lost as u64 != 0;
            return Choice::Untimed(if lost { Untimed::DeviceLost } else { Untimed::NoTimestamps });
        }
        if self.in_flight >= Self::MOST_IN_FLIGHT {
            return Choice::Untimed(Untimed::NoEvent);
        }
        if signal != 0 {
            let list = self.lists.get(&handle);
            let converts = list.filter(|l| l.is_immediate()).map(|l| l.order != InOrder::No);
            let Some(event) = self.events.get_mut(&signal) else {
                return Choice::Untimed(if self.attached {
                    Untimed::StrangeHandle
                } else {
                    Untimed::UnknownHandle
                });
            };
            if event.timestamps || event.kind_unknown {
                let reading = event.reading(converts);
                return Choice::Event { event: signal, ours: false, forward: false, reading };
            }
            // Theirs can be signalled after the operation if that serialises nothing that was not serial
            // before.
            if !may_forward {
                return Choice::Untimed(Untimed::EventWithoutTimestamps);
            }
        }
        if keeps_event {
            return Choice::Untimed(Untimed::EventWithoutTimestamps);
        }
        match self.own.take(context) {
            Some(event) => {
                self.note_held_back(handle, device, is_kernel && signal == 0);
                Choice::Event { event, ours: true, forward: signal != 0, reading: Reading::AtAnyTime }
            }
            None => {
                if self.own.is_refused(context) {
                    self.devices[device].fault(DeviceFault::NoEventPool, &self.publisher);
                }
                Choice::Untimed(Untimed::NoEvent)
            }
        }
    }

    /// An event of ours goes behind an operation, perhaps a kernel that the program lets run beside others: better than no
    /// times at all for what most programs do there. A note says so.
    pub(super) fn note_held_back(&mut self, list: usize, device: usize, kernel: bool) {
        let independent = self.lists.get(&list).is_some_and(|l| !l.in_order() && !l.copy_only);
        let facts = &mut self.devices[device];
        if independent && kernel && facts.stalls_for_a_signal(false, false) {
            facts.fault(DeviceFault::HoldsBack, &self.publisher);
        }
    }

    /// After the append call, which was this submission if it has put work in flight, and is counted. Returns a marker to append
    /// after it, if the caller can (`may_mark`).
    pub fn after_append(
        &mut self,
        handle: usize,
        plan: &Plan,
        result: ze_result_t,
        submission: u64,
        may_mark: bool,
    ) -> Option<Marker> {
        let worked = result == ZE_RESULT_SUCCESS;
        if plan.session != self.first_run {
            return None;
        }
        if worked && let Some(list) = self.lists.get_mut(&handle) {
            list.next = NextCommand::default();
        }
        match &plan.ticket {
            Ticket::None => {}
            Ticket::Run { number, .. } if !worked => self.cancel_run(*number),
            Ticket::Run { number, reading, .. } => {
                self.submitted(&[*number], submission);
                if let Some(list) = self.lists.get_mut(&handle) {
                    list.signal_is_over();
                }
                if may_mark && *reading != Reading::AtAnyTime {
                    let event = self.marker_wanted(handle, clock::raw_ns())? as _;
                    return Some(Marker { event, submission, session: plan.session });
                }
            }
            Ticket::Later(later) => self.appended_unlocked(handle, later, result, submission),
            Ticket::Command(command) if !worked => {
                if let Some(event) = command.timing.own()
                    && let Some(list) = self.lists.get(&handle)
                {
                    self.own.give_back(list.context, event);
                }
            }
            Ticket::Command(command) => {
                if let Some(recorded) = self.recorded_mut(handle) {
                    let mut command = *command;
                    if let Some(event) = command.timing.program() {
                        command.after = recorded.kept.get(&event).copied();
                        recorded.signalled.insert(event, recorded.commands.len());
                    }
                    recorded.commands.push(command);
                }
            }
            Ticket::Untimed { .. } if !worked => {}
            Ticket::Untimed { info, reason } => {
                self.publisher.untimed(info.class, *reason as usize);
                if may_mark && self.leaving && self.awaited > 0 {
                    // The last one that covers what was submitted to this list before.
                    let event = self.marker_wanted(handle, clock::raw_ns())? as _;
                    return Some(Marker { event, submission: self.submissions, session: plan.session });
                }
            }
        }
        None
    }

    /// The driver's answer to the barrier that signals a marker.
    pub fn marker_appended(&mut self, handle: usize, marker: &Marker, result: ze_result_t) {
        if marker.session == self.first_run {
            self.marked(handle, marker.submission, marker.event as usize, result);
        }
    }

    /// `event` is about to be signalled again, or reset, by a command of `list`: keep the stamps that it has
    /// or will have by then. True when an operation in flight still writes to the event.
    pub fn resignal(&mut self, handle: usize, event: usize) -> bool {
        // A captured command signals it when its graph runs.
        if event == 0 || self.capture_signals(handle, event) || !self.events.contains_key(&event) {
            return false;
        }
        self.keep_recorded(handle, event);
        self.keep_in_flight(handle, event)
    }

    /// For an earlier command of the same regular list: an in-order list first copies the stamps to a slot,
    /// if the program's own figures do not show that. Any other list would need a barrier, too.
    fn keep_recorded(&mut self, handle: usize, event: usize) {
        let driver = self.driver;
        let Some(list) = self.lists.get_mut(&handle) else { return };
        let (context, plain) = (list.context, list.copy_only || !list.in_order());
        // Intel's driver launches a kernel for it.
        let costs = self.devices.get(list.device).is_some_and(Device::is_intels);
        let Some(recorded) = list.recorded_mut() else { return };
        let Some(at) = recorded.signalled.remove(&event) else { return };
        let slot = if plain || costs {
            None
        } else {
            recorded.slots.get_or_insert_with(|| stamp_copies::Slots::new(driver, context)).take()
        };
        let kept = slot.filter(|slot| {
            let mut events = [event as ze_event_handle_t];
            // SAFETY: the program's list and event, one event, a slot with room for one result.
            let result = unsafe {
                driver.zeCommandListAppendQueryKernelTimestamps(
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
            result == ZE_RESULT_SUCCESS
        });
        match kept {
            Some(slot) => {
                recorded.commands[at].slot = Some(slot);
                recorded.kept.insert(event, at);
            }
            None => {
                let unread = recorded.drop_command(at, Untimed::EventReused);
                self.signals_unread(unread);
            }
        }
    }

    /// Lists signal this event without their stamps being kept, so that a signal may be theirs. A counter-based one tells of
    /// its latest signal, though.
    #[must_use]
    pub fn is_signalled_unread(&self, event: usize) -> bool {
        self.events.get(&event).is_some_and(|event| event.unread_by > 0 && !event.counter_based)
    }

    /// A list signals this event, and the stamps are not kept.
    pub fn signals_unread(&mut self, event: Option<usize>) {
        if let Some(handle) = event
            && let Some(event) = self.events.get_mut(&handle)
        {
            event.unread_by += 1;
            self.notes.forget_event(handle);
        }
    }

    /// For operations in flight that an immediate list would overwrite: read now, or not at all.
    fn keep_in_flight(&mut self, handle: usize, event: usize) -> bool {
        if !self.lists.get(&handle).is_some_and(List::is_immediate) {
            return false;
        }
        let operations = self.events.get(&event).map(|e| e.pending.operations().clone()).unwrap_or_default();
        let mut running = pending::disturb(event);
        for (number, at) in operations {
            if self.settle_now(number, at) != Settled::Yes {
                self.give_up(number, at, Untimed::EventReused);
                running = true;
            }
        }
        running
    }
}

//! An append: which event times the operation, and what has to be done so that the program notices nothing.

mod ticket;

pub use ticket::{Marker, Ticket};

use super::appending::{Appending, ImmediateLane};
use super::commands::{Command, Timing};
use super::lists::{InOrder, NextCommand, Recorded};
use super::notes::Prepared;
use super::plan::{self, Append, How, Signal};
use super::runs::{Info, Reading, Run};
use super::state::State;
use crate::devices::facts::Device;
use level_zero_sys::*;
use std::ptr::null_mut;
use zetop_probe_core::publish::{OpClass, awaited};
use zetop_probe_core::windows::{Sample, WINDOWS};
use zetop_probe_core::{clock, hot};
use zetop_wire::layout::{DeviceFault, OpKind, Untimed};

/// What to do around an append call.
pub struct AppendPlan {
    /// The event to pass on.
    pub event: ze_event_handle_t,
    /// The program's event, where one of the probe's went in its place: to be signalled after the operation.
    pub forward: ze_event_handle_t,
    pub ticket: Ticket,
    /// [`Flight::first_run`](super::state::Flight::first_run) of the session that it was made in.
    pub session: u64,
}

// SAFETY: handles of events, which a plan does not read.
unsafe impl Send for AppendPlan {}

impl AppendPlan {
    /// The probe's event goes in place of the program's, which has to be signalled behind the operation then.
    fn new(timing: Timing, signal: ze_event_handle_t, ticket: Ticket, session: u64) -> Self {
        Self {
            event: timing.event().map_or(signal, |event| event as _),
            forward: if timing.own().is_some() { signal } else { null_mut() },
            ticket,
            session,
        }
    }

    /// Makes the plan of an append that was prepared without the lock, in a window or outside of one.
    #[must_use]
    pub fn prepared(prepared: Prepared, signal: ze_event_handle_t) -> Self {
        match prepared {
            Prepared::Timed(appending) => {
                let (timing, session) = (appending.command.timing, appending.session);
                Self::new(timing, signal, Ticket::Appending(appending), session)
            }
            Prepared::Sampled { session, info } => {
                Self::new(Timing::Sampled, signal, Ticket::Sampled { info, is_known: true }, session)
            }
        }
    }
}

impl State {
    /// Before an append of `class` to `list` that is to signal `signal` (or nothing). `sample`: what it stands for if it is to be
    /// timed.
    pub fn before_append(
        &mut self,
        handle: usize,
        class: &OpClass,
        signal: ze_event_handle_t,
        sample: Option<Sample>,
    ) -> AppendPlan {
        self.adopt_event(signal as usize);
        let session = self.flight.first_run;
        let pass = |ticket| AppendPlan { event: signal, forward: null_mut(), ticket, session };
        if self.capture_signals(handle, signal as usize) {
            // Nothing is executed: what is recorded belongs to a graph, which may run any number of times.
            return pass(Ticket::None);
        }
        let Some(list) = self.registry.lists.get(&handle) else {
            return pass(self.unknown_list(class));
        };
        let (device, context, immediate, in_order) =
            (list.device, list.context, list.is_immediate(), list.in_order());
        let may_overlap = class.kind == OpKind::Kernel && signal.is_null() && list.may_overlap();
        let stalls = |device: &Device| device.stalls_for_a_signal(false, false);
        let holds_back = may_overlap && self.devices.get(device).is_some_and(stalls);
        // A regular list is timed at each execution, in windows; but what its commands signal is chosen now.
        let is_open = sample.is_some() || !(immediate || holds_back);
        let is_open = is_open && (!holds_back || WINDOWS.may_hold_back());
        // Whoever records a list once may execute it for hours, with the events that it has got.
        let is_kept = |recorded: &Recorded| holds_back && !recorded.was_reset && !WINDOWS.are_off();
        let would_hold_up = list.recorded().is_some_and(is_kept);
        let id = list.next.id;
        let lane_id = list.lane_id();
        let shared = self.resignal(handle, signal as usize);
        let info = Info::new(self, device, &OpClass { group: Some(lane_id >> 16), ..*class });
        let info = Info { holds_back, ..info };
        let Some(append) = self.about_to(handle, class.kind, signal as usize, shared, is_open) else {
            return pass(Ticket::None);
        };
        let hindrance = append.hindrance.or(would_hold_up.then_some(Untimed::WouldHoldUp));
        let append = Append { hindrance, ..append };
        let timing = self.timing(plan::plan(&append), context, device, signal as usize);
        self.departure.turned_away += usize::from(self.departure.is_under_way());
        if timing == Timing::Sampled
            && let Some(event) = self.registry.events.get(&(signal as usize))
        {
            event.signalled_untimed(signal as usize);
        }
        let command = Command { info, append_raw: clock::raw_ns(), call: hot::next_call(), timing, id };
        match timing {
            Timing::Untimed(reason) if immediate => pass(Ticket::Untimed { info, reason }),
            Timing::Sampled if immediate => {
                self.note_for_unlocked(handle, signal as usize);
                pass(Ticket::Sampled { info, is_known: false })
            }
            _ if immediate => {
                self.note_for_unlocked(handle, signal as usize);
                let lane = ImmediateLane { context, id: lane_id, in_order };
                let announced = timing.program().and_then(|event| self.announce(event));
                // An append that is timed here has been chosen.
                let sample = sample.unwrap_or(Sample::ITSELF);
                let appending = Appending::new(session, lane, command, sample, announced);
                AppendPlan::new(timing, signal, Ticket::Appending(appending), session)
            }
            _ => {
                // Before the call: what follows it may be deferred, and the list be executed without the lock meanwhile.
                self.recorded(handle).into_iter().for_each(Recorded::void_unread);
                AppendPlan::new(timing, signal, Ticket::Command(command), session)
            }
        }
    }

    /// What is known of an operation that is about to be appended.
    fn about_to(
        &mut self,
        handle: usize,
        op: OpKind,
        signal: usize,
        is_shared: bool,
        is_open: bool,
    ) -> Option<Append> {
        let list = self.registry.lists.get(&handle)?;
        let device = self.devices.get(list.device)?;
        let is_immediate = list.is_immediate();
        let unknown =
            if self.before_attach.attached { Untimed::ObjectBeforeAttach } else { Untimed::UnknownHandle };
        let (mut host_scope, mut wanted) = (false, Signal::Unknown(unknown));
        if signal == 0 {
            wanted = Signal::None;
        } else if let Some(event) = self.registry.events.get_mut(&signal) {
            host_scope = event.signal_scope & ZE_EVENT_SCOPE_FLAG_HOST != 0;
            if is_immediate {
                event.nature = event.nature.signalled_by(list.order);
            }
            let is_shared = is_shared || event.is_signalled_unread(signal);
            wanted = Signal::Event { stamped: event.stamped, nature: event.nature, is_shared };
        }
        let hindrance = if self.departure.is_under_way() {
            // We will be gone before it completes.
            Some(Untimed::NeverCompleted)
        } else {
            device.hindrance().or((self.flight.in_flight >= Self::MOST_IN_FLIGHT).then_some(Untimed::NoEvent))
        };
        Some(Append {
            hindrance,
            is_open,
            is_immediate,
            order: list.order,
            is_barrier: op == OpKind::Barrier,
            signal: wanted,
            changes_event: list.next.changes_event,
            stalls: device.stalls_for_a_signal(list.copy_only, host_scope),
        })
    }

    /// Takes an event of ours for an operation, if it needs one.
    fn timing(&mut self, how: How, context: usize, device: usize, signal: usize) -> Timing {
        match how {
            How::Sampled => Timing::Sampled,
            How::Untimed(reason) => Timing::Untimed(reason),
            How::Program(reading) => Timing::Program(signal, reading),
            How::Own => match self.own.take(context) {
                Some(event) => Timing::Own(event),
                None => {
                    if self.own.is_refused(context) {
                        self.devices[device].fault(DeviceFault::NoEventPool, &self.publisher);
                    }
                    Timing::Untimed(Untimed::NoEvent)
                }
            },
        }
    }

    /// A list that we never saw being made. Its device is unknown, so it is counted for the first one.
    fn unknown_list(&mut self, class: &OpClass) -> Ticket {
        if self.devices.is_empty() {
            return Ticket::None;
        }
        let info = Info::new(self, 0, class);
        let reason =
            if self.before_attach.attached { Untimed::ObjectBeforeAttach } else { Untimed::UnknownHandle };
        Ticket::Untimed { info, reason }
    }

    /// Counts an append that can't be timed or followed. `call` has been made.
    pub fn count(&mut self, handle: usize, class: &OpClass, reason: Untimed, ticks: u64) {
        if self.devices.is_empty() {
            return;
        }
        let list = self.registry.lists.get(&handle);
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
            recorded.push(Command { info, append_raw, call, timing, id: 0 });
            return;
        }
        self.publisher.submitted(info.class, info.bytes);
        awaited::submitted(self.publisher.process, info.class, 1);
        self.publisher.untimed(info.class, reason as usize);
    }

    /// An event of the probe's goes behind a kernel that others could run beside: better than no times at all for what most programs
    /// do there. What that costs is within the budget; where there is none, a note says so.
    fn note_held_back(&mut self, device: usize) {
        if WINDOWS.are_off() {
            self.devices[device].fault(DeviceFault::SerializesKernels, &self.publisher);
        }
    }

    /// After the append call, which was this submission if it has put work in flight, and is counted. Returns a marker to append
    /// after it, if the caller can (`may_mark`).
    pub fn after_append(
        &mut self,
        handle: usize,
        plan: &AppendPlan,
        result: ze_result_t,
        submission: u64,
        may_mark: bool,
    ) -> Option<Marker> {
        let worked = result == ZE_RESULT_SUCCESS;
        if plan.session != self.flight.first_run {
            return None;
        }
        if worked && let Some(list) = self.registry.lists.get_mut(&handle) {
            list.next = NextCommand::default();
        }
        match &plan.ticket {
            Ticket::None | Ticket::Sampled { .. } => {}
            Ticket::Appending(appending) => {
                self.appended(handle, appending, result, submission);
                let reading = appending.command.timing;
                if may_mark
                    && worked
                    && matches!(reading, Timing::Program(_, reading) if reading != Reading::AtAnyTime)
                {
                    let event = self.marker_wanted(handle, clock::raw_ns())? as _;
                    return Some(Marker { event, submission, session: plan.session });
                }
            }
            Ticket::Command(command) if !worked => {
                if let Some(event) = command.timing.own()
                    && let Some(list) = self.registry.lists.get(&handle)
                {
                    self.own.give_back(list.context, event);
                }
            }
            Ticket::Command(command) => {
                if let Some(recorded) = self.recorded_mut(handle) {
                    if let Some(event) = command.timing.program() {
                        recorded.signalled.insert(event, recorded.commands.len());
                    }
                    recorded.push(*command);
                    if command.info.holds_back && command.timing.own().is_some() {
                        recorded.holds_back = true;
                        self.note_held_back(command.info.device);
                    }
                }
            }
            Ticket::Untimed { .. } if !worked => {}
            Ticket::Untimed { info, reason } => {
                self.publisher.untimed(info.class, *reason as usize);
                if may_mark && self.departure.is_under_way() && self.flight.awaited > 0 {
                    // The last one that covers what was submitted to this list before.
                    let event = self.marker_wanted(handle, clock::raw_ns())? as _;
                    return Some(Marker {
                        event,
                        submission: self.flight.submissions,
                        session: plan.session,
                    });
                }
            }
        }
        None
    }

    /// An operation was appended to an immediate list, by this submission, or not.
    fn appended(&mut self, handle: usize, of: &Appending, result: ze_result_t, submission: u64) {
        let Appending { lane, command, announced, .. } = of;
        let ImmediateLane { context, id: lane_id, in_order } = *lane;
        let (info, own) = (command.info, command.timing.own());
        if result != ZE_RESULT_SUCCESS {
            if let Some(event) = own {
                self.own.give_back(context, event);
            }
            return;
        }
        let event = command.timing.program().map(|event| self.registry.events.get_mut(&event));
        let reason = match (&event, announced) {
            // Nobody would look for it: a list is not destroyed while something is appended to it.
            _ if !self.registry.lists.contains_key(&handle) => Some(Untimed::UnknownHandle),
            _ if self.flight.in_flight >= Self::MOST_IN_FLIGHT => Some(Untimed::NoEvent),
            (Some(None), _) => Some(Untimed::EventDestroyed),
            (Some(Some(event)), Some(announced)) if !event.announcements.still_hold(announced) => {
                Some(Untimed::EventReused)
            }
            _ => None,
        };
        if let Some(reason) = reason {
            self.publisher.untimed(info.class, reason as usize);
            if let Some(event) = own {
                self.own.retire(context, event);
            }
            return;
        }
        if let Some(Some(event)) = event {
            event.nature = event.nature.signalled_by(InOrder::from_flag(in_order));
        }
        if let Some(list) = self.registry.lists.get_mut(&handle) {
            list.signal_is_over();
        }
        if own.is_some() {
            if info.holds_back {
                self.note_held_back(info.device);
            }
            if !self.departure.is_under_way() {
                self.own.maker_for_reserve(context, &self.devices[info.device]);
            }
        }
        if let Some(op) = command.occurrence(of.range) {
            let run = Run::append(handle, lane_id, context, in_order, op);
            let number = self.add_run(Run { sample: of.sample, ..run });
            self.submitted(&[number], submission);
        }
    }

    /// The driver's answer to the barrier that signals a marker.
    pub fn marker_appended(&mut self, handle: usize, marker: &Marker, result: ze_result_t) {
        if marker.session == self.flight.first_run {
            self.marked(handle, marker.submission, marker.event as usize, result);
        }
    }
}

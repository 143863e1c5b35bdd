//! Operations in flight, and how each is settled: its stamps read once, or counted untimed with a reason.
//!
//! Nothing here waits for the device. If asking for an event's stamps could wait, that is done only once
//! completion is known from elsewhere: see [`Reading`].

mod occasions;

pub use super::operations::{Completion, Info, Op, Reading, Run, Settled};

use super::backlog::Backlog;
use super::operations::Neighbours;
use super::state::{Stage, State};
use super::verdict::{self, InFlight, Observation, ReadPolicy, ReadResult, StampQuality, Verdict};
use crate::devices::stamps::{self, Durations, Stamps};
use crate::sync::pending::COUNTED;
use level_zero_sys::*;
use zetop_probe_core::clock;
use zetop_probe_core::publish::OpClass;
use zetop_probe_core::windows::WINDOWS;
use zetop_wire::layout::{DeviceFault, DeviceRecord, Untimed};

impl Info {
    pub fn new(state: &mut State, device: usize, of: &OpClass) -> Self {
        let class = state.publisher.class(of, device as u32);
        let OpClass { bytes, groups, group_size, .. } = *of;
        Self { class, holds_back: false, device, bytes, groups, group_size }
    }
}

impl State {
    /// With more operations in flight than this, new ones are left untimed, which bounds our memory.
    pub const MOST_IN_FLIGHT: usize = 1 << 17;

    /// Registers a run whose call is about to be made; returns its number.
    pub fn add_run(&mut self, mut run: Run) -> u64 {
        let number = self.flight.next_run;
        self.flight.next_run += 1;
        for (at, op) in run.ops.iter().enumerate() {
            self.flight.awaited += usize::from(op.reading != Reading::AtAnyTime);
            if op.holds_back() {
                WINDOWS.hold_back();
            }
            if !op.ours
                && let Some(event) = self.registry.events.get_mut(&op.event)
            {
                event.pending.push(&COUNTED, (number, at as u32), op.event);
            }
        }
        self.flight.in_flight += run.left;
        let backlog = self.flight.lanes.entry(run.lane).or_default();
        run.neighbours.older = backlog.latest.replace(number);
        backlog.oldest.get_or_insert(number);
        if let Some(older) = run.neighbours.older.and_then(|older| self.flight.runs.get_mut(&older)) {
            older.neighbours.later = Some(number);
        }
        if let Some(list) = self.recorded_mut(run.list) {
            list.runs.insert(number);
        }
        if self.departure.is_under_way() {
            self.departure.turned_away += run.left;
        }
        self.flight.runs.insert(number, run);
        if self.departure.stage == Stage::Blind {
            self.let_go_of(number);
        }
        number
    }

    /// The program's call that submits these runs has succeeded: the number of the submission.
    pub fn submitted(&mut self, numbers: &[u64], submission: u64) {
        self.flight.submissions = self.flight.submissions.max(submission);
        for number in numbers {
            if let Some(run) = self.flight.runs.get_mut(number) {
                run.submitted = Some(submission);
            }
        }
    }

    /// Takes back an execution that failed.
    pub fn cancel_run(&mut self, number: u64) {
        let Some(mut run) = self.flight.runs.remove(&number) else { return };
        self.flight.in_flight = self.flight.in_flight.saturating_sub(run.left);
        for op in &run.ops {
            self.flight.awaited -= usize::from(op.reading != Reading::AtAnyTime && !op.is_settled);
            if op.holds_back() && !op.is_settled {
                WINDOWS.cancel_hold_back();
            }
            if !op.ours
                && let Some(event) = self.registry.events.get_mut(&op.event)
            {
                event.pending.retain(|(run, _)| run != number);
            }
        }
        self.unlink(number, &mut run);
    }

    /// A run is gone.
    fn unlink(&mut self, number: u64, run: &mut Run) {
        if run.ops.spilled() {
            self.flight.spent.push(std::mem::take(&mut run.ops));
        }
        if let Some(list) = self.recorded_mut(run.list) {
            list.runs.remove(&number);
        }
        let Neighbours { older, later } = run.neighbours;
        if let Some(before) = older.and_then(|older| self.flight.runs.get_mut(&older)) {
            before.neighbours.later = later;
        }
        if let Some(behind) = later.and_then(|later| self.flight.runs.get_mut(&later)) {
            behind.neighbours.older = older;
        }
        if let Some(backlog) = self.flight.lanes.get_mut(&run.lane) {
            if backlog.oldest == Some(number) {
                backlog.oldest = later;
            }
            if backlog.latest == Some(number) {
                backlog.latest = older;
            }
        }
    }

    /// Completion according to its lane, if that knows more than the caller.
    fn known(&self, run: &Run, caller: Completion) -> Completion {
        let complete = |b: &Backlog| run.submitted.is_some_and(|s| s <= b.complete);
        if self.flight.lanes.get(&run.lane).is_some_and(complete) { Completion::Complete } else { caller }
    }

    /// Tries to settle one operation.
    pub fn settle(&mut self, number: u64, at: u32, caller: Completion) -> Settled {
        let Some(run) = self.flight.runs.get(&number) else { return Settled::Yes };
        let Some(&op) = run.ops.get(at as usize) else { return Settled::Yes };
        if op.is_settled {
            return Settled::Yes;
        }
        let (known, submit_raw) = (self.known(run, caller), run.submit_raw);
        let is_last_chance = caller == Completion::LastChance;
        let look = verdict::read_policy(&InFlight {
            known,
            is_last_chance,
            is_submitted: run.submitted.is_some(),
            reading: op.reading,
        });
        let found = self.read(&op, look);
        let device = &self.devices[op.info.device];
        let (bits, cycle) = (device.kernel_bits, device.cycle);
        let elapsed = || clock::raw_ns().saturating_sub(submit_raw);
        let durations = found.ok().and_then(|stamps| stamps::durations(&stamps, bits, cycle, elapsed()));
        let seen =
            found.map_or_else(|seen| seen, |stamps| ReadResult::Stamps(self.shape(&op, &stamps, durations)));
        let verdict = verdict::decide(&Observation { seen, known, is_last_chance, is_fresh: op.ours });
        match verdict {
            Verdict::Running => return Settled::NotReady,
            Verdict::Unsure => return Settled::NotAsked,
            Verdict::Complete | Verdict::Invalid | Verdict::GiveUp(_) => {}
        }
        self.learn(op.event, seen);
        match (verdict, found) {
            (Verdict::GiveUp(reason), _) => {
                if reason == Untimed::DeviceLost {
                    self.devices[op.info.device].fault(DeviceFault::Lost, &self.publisher);
                }
                self.give_up(number, at, reason);
            }
            (_, Ok(stamps)) => {
                self.flight.last.insert(op.event, stamps);
                self.record(number, at, &stamps, durations.filter(|_| verdict == Verdict::Complete));
            }
            (_, Err(_)) => {}
        }
        Settled::Yes
    }

    /// Reads an operation's stamps.
    fn read(&mut self, op: &Op, look: ReadPolicy) -> Result<Stamps, ReadResult> {
        match look {
            ReadPolicy::No => Err(ReadResult::Nothing),
            ReadPolicy::IfWritten if self.is_unwritten(op) => Err(ReadResult::NotReady),
            ReadPolicy::IfWritten | ReadPolicy::Yes => self.read_event(op.event),
        }
    }

    fn shape(&self, op: &Op, stamps: &Stamps, durations: Option<Durations>) -> StampQuality {
        let is_plain = || {
            stamps.is_of_plain_event()
                && self.registry.events.get(&op.event).is_some_and(|event| event.stamped.is_unknown())
        };
        let was_read = || self.flight.last.get(&op.event) == Some(stamps);
        match durations {
            _ if stamps.is_half_written() => StampQuality::HalfWritten,
            _ if is_plain() => StampQuality::NoStamps,
            _ if stamps.is_zero() => StampQuality::Impossible,
            _ if was_read() => StampQuality::Stale,
            None => StampQuality::Impossible,
            Some(_) => StampQuality::Good,
        }
    }

    /// True if a glance at its event shows that the operation is certainly not complete; false if unknown.
    fn is_unwritten(&mut self, op: &Op) -> bool {
        if op.ours {
            return self.own.is_unwritten(op.event);
        }
        if op.reading != Reading::AtAnyTime {
            return false;
        }
        let Some(event) = self.registry.events.get_mut(&op.event) else { return false };
        let device = &self.devices[op.info.device];
        let Some(layout) = self.quirks.layout(device.pool_sort(true)) else { return false };
        // SAFETY: an event is known only until it is destroyed; the operation's device has made it.
        let find = || unsafe { layout.spot(op.event) };
        let spot = *event.spot.get_or_insert_with(|| event.host_visible.then(find).flatten());
        // SAFETY: an event is known only until its pool is destroyed.
        spot.is_some_and(|spot| unsafe { spot.is_unwritten() })
    }

    fn read_event(&mut self, event: usize) -> Result<Stamps, ReadResult> {
        let mut result = ze_kernel_timestamp_result_t::default();
        // SAFETY: an operation refers to an event only until that is destroyed (see the hooks), and the
        // lock keeps it from being destroyed meanwhile.
        match unsafe { self.driver.zeEventQueryKernelTimestamp(event as _, &raw mut result) } {
            ZE_RESULT_SUCCESS => Ok(result.into()),
            ZE_RESULT_NOT_READY => {
                self.flight.not_ready += 1;
                Err(ReadResult::NotReady)
            }
            error => Err(ReadResult::Failed(error)),
        }
    }

    fn record(&mut self, number: u64, at: u32, stamps: &Stamps, durations: Option<Durations>) {
        let Some(run) = self.flight.runs.get(&number) else { return };
        let (op, sample) = (run.ops[at as usize], run.sample);
        let device = &mut self.devices[op.info.device];
        device.read_clock(&self.publisher);
        let start = durations.and_then(|_| device.timeline.host_ns(stamps.global_start, device.kernel_bits));
        // The clocks are related to within their cycles: what the device began came after the call that told it to.
        let start = start.map(|start| start.max(run.submit_raw));
        let mut record = DeviceRecord {
            class: op.info.class,
            append: op.append_raw,
            call: op.call,
            range: op.range,
            submit: run.submit_raw,
            start_raw_ns: start.unwrap_or(0),
            submit_ns: start.map_or(u64::MAX, |s| s.saturating_sub(run.submit_raw)),
            bytes: op.info.bytes,
            lane: run.lane_id,
            groups: op.info.groups,
            group_size: op.info.group_size,
            global_start: stamps.global_start,
            global_end: stamps.global_end,
            context_start: stamps.context_start,
            context_end: stamps.context_end,
            duration_ns: durations.map_or(0, |durations| durations.context_ns),
            global_ns: durations.map_or(0, |durations| durations.global_ns),
            ..Default::default()
        };
        match durations {
            Some(_) => self.publisher.timed(&record, sample),
            None => self.publisher.invalid(&mut record, Untimed::InvalidStamps as usize),
        }
        self.finish(number, at, true, durations.map(|durations| durations.context_ns));
    }

    /// Counts an operation in flight as untimed.
    pub fn give_up(&mut self, number: u64, at: u32, reason: Untimed) {
        let Some(run) = self.flight.runs.get(&number) else { return };
        let op = &run.ops[at as usize];
        if op.is_settled {
            return;
        }
        self.publisher.untimed(op.info.class, reason as usize);
        self.finish(number, at, false, None);
    }

    /// The operation is settled: frees what it held. Unless it is `complete`, the device may still signal its event. It took `ns`, if
    /// that is known.
    fn finish(&mut self, number: u64, at: u32, complete: bool, ns: Option<u64>) {
        let Some(run) = self.flight.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        op.is_settled = true;
        self.flight.awaited -= usize::from(op.reading != Reading::AtAnyTime);
        if op.holds_back() {
            let most = || clock::raw_ns().saturating_sub(run.submit_raw);
            WINDOWS.held_back(ns.unwrap_or_else(most), ns.is_some());
        }
        let (event, ours, context, list) = (op.event, op.ours, run.context, run.list);
        run.left -= 1;
        if run.settled_before == at {
            run.settled_before = at + 1;
        }
        let left = run.left;
        self.flight.in_flight = self.flight.in_flight.saturating_sub(1);
        if !ours && let Some(known) = self.registry.events.get_mut(&event) {
            known.pending.retain(|p| p != (number, at));
        }
        // An event of the probe's that a regular list signals stays with the list.
        if ours && list == 0 {
            if complete {
                self.own.give_back(context, event);
            } else {
                self.own.retire(context, event);
            }
        } else if !complete && let Some(list) = self.recorded_mut(list) {
            list.may_run = true;
        }
        if left == 0
            && let Some(mut run) = self.flight.runs.remove(&number)
        {
            self.unlink(number, &mut run);
        }
    }
}

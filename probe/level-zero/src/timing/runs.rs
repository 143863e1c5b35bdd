//! Operations in flight, and how each is settled: its stamps read once, or counted untimed with a reason.
//!
//! Nothing here waits for the device. Where asking for an event's stamps could, it is asked only once completion
//! is known otherwise: see [`Reading`].

use super::backlog::Backlog;
use super::stamps::{Durations, Stamps, durations};
use super::stash;
use super::state::State;
use level_zero_sys::*;
use smallvec::SmallVec;
use zetop_probe_core::clock;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::{DeviceFault, DeviceRecord, Untimed};

/// What every occurrence of an operation has in common.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    pub class: u32,
    pub device: usize,
    pub bytes: u64,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
}

impl Info {
    pub fn new(state: &mut State, device: usize, of: &OpClass) -> Self {
        let class = state.publisher.class(of, device as u32);
        Self { class, device, bytes: of.bytes, groups: of.groups, group_size: of.group_size }
    }
}

/// Where an operation's stamps will be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// In its event.
    Event,
    /// In a slot that its own list copies them to.
    Slot(*mut Stamps),
    /// In a stash: its number, and the position in it.
    Stash(usize, usize),
    /// Settled.
    Done,
}

/// When the driver may be asked for the stamps of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// It answers "not ready" at once.
    AtAnyTime,
    /// It waits until the operation is complete: Intel's does for counter-based events, and for events of the
    /// program's pools that it has turned into such.
    OnceComplete,
    /// An earlier operation in flight signals the same event: it may be that one's, until the whole lane is known to
    /// be complete.
    OnceLaneComplete,
}

/// One occurrence of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    pub info: Info,
    pub append_raw: u64,
    pub event: usize,
    pub ours: bool,
    pub reading: Reading,
    pub source: Source,
    /// Event or slot in which the stamps come to be: names what was read there before.
    pub home: usize,
    /// The operation whose stamps are in this one's event or slot until this one writes its own; it has to be
    /// settled first. With its home.
    pub after: Option<(u64, u32)>,
    pub after_home: usize,
}

/// What was given to a lane in one call: an operation on an immediate list, or one execution of a list.
pub struct Run {
    /// Queue or immediate list.
    pub lane: usize,
    /// Ordinal << 16 | index.
    pub lane_id: u32,
    pub context: usize,
    /// The list that was executed; 0 on an immediate list.
    pub list: usize,
    pub in_order: bool,
    pub submit_raw: u64,
    /// Number of its submission; `None` while the program's call is under way.
    pub submitted: Option<u64>,
    pub ops: SmallVec<[Op; 1]>,
    /// Operations before this one are settled.
    pub settled_before: u32,
    /// Operations not yet settled.
    pub left: usize,
}

/// How sure the caller is that an operation is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// It may be running.
    Unknown,
    /// Its event is signalled; but that may be from an operation before, when it was not reset.
    Signalled,
    /// A synchronisation of the program's says so.
    Complete,
    /// Its list, event or context is going away: now or never.
    LastChance,
}

/// What came of a try to settle an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    Yes,
    /// Not complete, as its event says.
    NotReady,
    /// Nobody was asked.
    NotAsked,
}

/// Operations settled in one go at most, where more may be waiting: bounds what a call of the program's waits for
/// the lock. The harvester sees to the rest.
pub const BATCH: usize = 256;

impl State {
    /// Operations in flight above which new ones are left untimed, which bounds our memory.
    pub const MOST_IN_FLIGHT: usize = 1 << 17;

    /// Registers a run whose call is about to be made; returns its number.
    pub fn add_run(&mut self, run: Run) -> u64 {
        let number = self.next_run;
        self.next_run += 1;
        for (at, op) in run.ops.iter().enumerate() {
            self.awaited += usize::from(op.reading != Reading::AtAnyTime);
            if op.source == Source::Event
                && let Some(event) = self.events.get_mut(&op.event)
            {
                event.pending.push((number, at as u32));
            }
        }
        self.in_flight += run.left;
        self.lanes.entry(run.lane).or_default().runs.push_back(number);
        if let Some(list) = self.lists.get_mut(&run.list) {
            list.runs.push(number);
        }
        self.runs.insert(number, run);
        number
    }

    /// The program's call that submits these runs has succeeded. Returns the number of the submission.
    pub fn submitted(&mut self, numbers: &[u64]) -> u64 {
        self.submissions += 1;
        for number in numbers {
            if let Some(run) = self.runs.get_mut(number) {
                run.submitted = Some(self.submissions);
            }
        }
        self.submissions
    }

    /// Takes a run back whose submission failed.
    pub fn cancel_run(&mut self, number: u64) {
        let Some(run) = self.runs.remove(&number) else { return };
        self.in_flight = self.in_flight.saturating_sub(run.left);
        for op in &run.ops {
            self.awaited -= usize::from(op.reading != Reading::AtAnyTime && op.source != Source::Done);
            if let Some(event) = self.events.get_mut(&op.event) {
                event.pending.retain(|(run, _)| *run != number);
            }
            if op.ours && run.list == 0 && op.source == Source::Event {
                self.own.give_back(run.context, op.event);
            }
        }
        self.unlink(number, run.lane, run.list);
    }

    /// A run is gone.
    fn unlink(&mut self, number: u64, lane: usize, list: usize) {
        if let Some(list) = self.lists.get_mut(&list) {
            list.runs.retain(|n| *n != number);
        }
        if let Some(backlog) = self.lanes.get_mut(&lane) {
            backlog.gone += 1;
            while backlog.runs.front().is_some_and(|n| !self.runs.contains_key(n)) {
                backlog.runs.pop_front();
                backlog.gone = backlog.gone.saturating_sub(1);
            }
        }
    }

    /// Completion as its lane knows it, if that knows more than the caller.
    fn known(&self, run: &Run, caller: Completion) -> Completion {
        let complete = |b: &Backlog| run.submitted.is_some_and(|s| s <= b.complete);
        if self.lanes.get(&run.lane).is_some_and(complete) { Completion::Complete } else { caller }
    }

    /// Tries to settle one operation.
    pub fn settle(&mut self, number: u64, at: u32, caller: Completion) -> Settled {
        let Some(run) = self.runs.get(&number) else { return Settled::Yes };
        let Some(&op) = run.ops.get(at as usize) else { return Settled::Yes };
        if op.source == Source::Done {
            return Settled::Yes;
        }
        let known = self.known(run, caller);
        let submit_raw = run.submit_raw;
        let last_chance = caller == Completion::LastChance;
        if run.submitted.is_none() && !last_chance {
            return Settled::NotAsked;
        }
        if let Some((number, at)) = op.after
            && !last_chance
            && !self.is_settled(number, at)
        {
            return Settled::NotAsked;
        }
        let may_ask = match op.reading {
            Reading::AtAnyTime => true,
            Reading::OnceComplete => matches!(known, Completion::Complete | Completion::Signalled),
            Reading::OnceLaneComplete => known == Completion::Complete,
        };
        let found = match op.source {
            Source::Event if !may_ask => Found::NotAsked,
            Source::Event => self.read_event(op.event),
            Source::Slot(slot) => {
                let stamps = stash::read(slot);
                let unsure = known != Completion::Complete;
                if stamps.is_zero() && unsure { Found::NotReady } else { Found::Stamps(stamps) }
            }
            Source::Stash(id, slot) => self.read_stash(id, slot),
            Source::Done => return Settled::Yes,
        };
        match found {
            Found::NotReady | Found::NotAsked if last_chance => {
                self.give_up(number, at, Untimed::NeverCompleted)
            }
            Found::NotReady => return Settled::NotReady,
            Found::NotAsked => return Settled::NotAsked,
            Found::Stamps(stamps) if stamps.is_half_written() => {
                if !last_chance {
                    return Settled::NotReady;
                }
                self.give_up(number, at, Untimed::InvalidStamps);
            }
            Found::Failed(ZE_RESULT_ERROR_DEVICE_LOST) => {
                self.devices[op.info.device].fault(DeviceFault::Lost, &self.publisher);
                self.give_up(number, at, Untimed::DeviceLost);
            }
            Found::Failed(error) => {
                self.learn(op.event, Err(error));
                self.give_up(number, at, Untimed::QueryFailed);
            }
            Found::Stamps(stamps) => {
                let elapsed = clock::raw_ns().saturating_sub(submit_raw);
                let device = &self.devices[op.info.device];
                let mut lengths = durations(&stamps, device.kernel_bits, device.cycle, elapsed);
                // Without a reset in between, an event or slot holds the stamps of the operation before until the
                // device writes new ones, one half after the other.
                let before = [op.home, op.after_home];
                let stale = !stamps.is_zero() && before.iter().any(|h| self.last.get(h) == Some(&stamps));
                let fresh = op.ours && op.source == Source::Event && op.after.is_none();
                let unsure = known != Completion::Complete && !last_chance;
                if (stale && unsure) || (lengths.is_none() && !fresh && known == Completion::Unknown) {
                    return Settled::NotReady;
                }
                if op.source == Source::Event && !self.learn(op.event, Ok(&stamps)) {
                    self.give_up(number, at, Untimed::StrangeHandle);
                    return Settled::Yes;
                }
                if stale {
                    lengths = None;
                }
                self.last.insert(op.home, stamps);
                self.record(number, at, &stamps, lengths);
            }
        }
        Settled::Yes
    }

    fn is_settled(&self, number: u64, at: u32) -> bool {
        self.runs.get(&number).and_then(|r| r.ops.get(at as usize)).is_none_or(|op| op.source == Source::Done)
    }

    fn read_event(&self, event: usize) -> Found {
        let mut result = ze_kernel_timestamp_result_t::default();
        // SAFETY: an operation refers to an event only until that is destroyed (see the hooks), and the
        // lock keeps it from being destroyed meanwhile.
        match unsafe { self.driver.zeEventQueryKernelTimestamp(event as _, &raw mut result) } {
            ZE_RESULT_SUCCESS => Found::Stamps(result.into()),
            ZE_RESULT_NOT_READY => Found::NotReady,
            error => Found::Failed(error),
        }
    }

    fn read_stash(&self, id: usize, slot: usize) -> Found {
        let Some(stash) = self.stashes.get(id) else { return Found::Failed(ZE_RESULT_ERROR_UNKNOWN) };
        // SAFETY: an event of ours.
        match unsafe { self.driver.zeEventQueryStatus(stash.done as _) } {
            // SAFETY: `slot` is below the count that the stash was taken for.
            ZE_RESULT_SUCCESS => Found::Stamps(stash::read(unsafe { stash.buffer.add(slot) })),
            ZE_RESULT_NOT_READY => Found::NotReady,
            error => Found::Failed(error),
        }
    }

    fn record(&mut self, number: u64, at: u32, stamps: &Stamps, lengths: Option<Durations>) {
        let Some(run) = self.runs.get(&number) else { return };
        let op = run.ops[at as usize];
        if let Some(backlog) = self.lanes.get_mut(&run.lane) {
            backlog.reached = backlog.reached.max(run.submitted.unwrap_or(0));
        }
        let device = &mut self.devices[op.info.device];
        device.read_clock(&self.publisher);
        let start = lengths.and_then(|_| device.timeline.host_ns(stamps.global_start, device.kernel_bits));
        let mut record = DeviceRecord {
            class: op.info.class,
            append: op.append_raw,
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
            duration_ns: lengths.map_or(0, |lengths| lengths.context_ns),
            global_ns: lengths.map_or(0, |lengths| lengths.global_ns),
            ..Default::default()
        };
        match lengths {
            Some(_) => self.publisher.timed(&record),
            None => self.publisher.invalid(&mut record, Untimed::InvalidStamps as usize),
        }
        self.finish(number, at, true);
    }

    /// Counts an operation in flight as untimed.
    pub fn give_up(&mut self, number: u64, at: u32, reason: Untimed) {
        let Some(run) = self.runs.get(&number) else { return };
        let op = &run.ops[at as usize];
        if op.source == Source::Done {
            return;
        }
        self.publisher.untimed(op.info.class, reason as usize);
        self.finish(number, at, false);
    }

    /// The operation is settled: frees what it held. Unless it is `complete`, the device may still signal its event.
    fn finish(&mut self, number: u64, at: u32, complete: bool) {
        let Some(run) = self.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        let source = std::mem::replace(&mut op.source, Source::Done);
        self.awaited -= usize::from(op.reading != Reading::AtAnyTime);
        let (event, ours, context, list) = (op.event, op.ours, run.context, run.list);
        run.left -= 1;
        if run.settled_before == at {
            run.settled_before = at + 1;
        }
        let (left, lane) = (run.left, run.lane);
        self.in_flight = self.in_flight.saturating_sub(1);
        if source == Source::Event
            && let Some(known) = self.events.get_mut(&event)
        {
            known.pending.retain(|p| *p != (number, at));
        }
        // An event of ours that a regular list signals stays with the list.
        if ours && list == 0 {
            if complete {
                self.own.give_back(context, event);
            } else {
                self.own.retire(context, event);
            }
        } else if !complete && let Some(list) = self.lists.get_mut(&list) {
            list.may_run = true;
        }
        if let Source::Stash(id, _) = source {
            self.stashes.release(id);
        }
        if left == 0 {
            self.runs.remove(&number);
            self.unlink(number, lane, list);
        }
    }

    /// What a lane has was complete up to submission `last` when the program's synchronisation returned. Settles
    /// some of it.
    pub fn lane_complete(&mut self, lane: usize, last: u64) {
        if let Some(backlog) = self.lanes.get_mut(&lane) {
            backlog.complete = backlog.complete.max(last);
            self.settle_lane(lane, Completion::Unknown, BATCH);
        }
    }

    /// All lanes of a device were complete up to submission `last`.
    pub fn device_complete(&mut self, device: usize, last: u64) {
        let Some(&device) = self.device_of.get(&device) else { return };
        let of_device = |b: &Backlog| {
            let op = b.runs.iter().find_map(|n| self.runs.get(n)?.ops.first());
            op.is_some_and(|op| op.info.device == device)
        };
        let lanes: Vec<usize> = self.lanes.iter().filter(|(_, b)| of_device(b)).map(|(l, _)| *l).collect();
        for lane in lanes {
            self.lane_complete(lane, last);
        }
    }

    /// Settles what an event tells about, as far as it was submitted by then, with what came before it on an
    /// in-order lane.
    pub fn settle_event(&mut self, event: usize, last: u64, known: Completion) {
        let Some(found) = self.events.get(&event) else { return };
        let counter_based = found.counter_based;
        for (number, at) in found.pending.clone() {
            let Some(run) = self.runs.get(&number).filter(|r| r.submitted.is_some_and(|s| s <= last)) else {
                continue;
            };
            let (lane, in_order, submitted) = (run.lane, run.in_order, run.submitted);
            if known == Completion::Signalled && !in_order {
                // A program that waits for events alone would otherwise leave it all to the harvester.
                self.settle_lane(lane, Completion::Unknown, BATCH);
            } else if known == Completion::Signalled {
                if counter_based {
                    // Such an event tells of its latest signal, which is this one.
                    self.lane_complete(lane, submitted.unwrap_or(0));
                } else {
                    // What came before it on the lane goes first: this one may have to wait for it.
                    self.settle_lane_before(lane, number, known);
                }
            }
            self.settle(number, at, known);
        }
    }

    /// An event is about to lose its stamps: read them, or count their operations untimed.
    pub fn last_look(&mut self, event: usize, reason: Untimed) {
        let Some(found) = self.events.get(&event) else { return };
        for (number, at) in found.pending.clone() {
            let after = self.runs.get(&number).and_then(|r| r.ops.get(at as usize)).and_then(|op| op.after);
            if let Some((number, at)) = after {
                self.settle(number, at, Completion::Unknown);
            }
            if self.settle(number, at, Completion::Unknown) != Settled::Yes {
                self.give_up(number, at, reason);
            }
        }
    }

    /// Settles everything that belongs to a list, which goes away or is recorded anew.
    pub fn settle_list(&mut self, list: usize) {
        let mut numbers: Vec<u64> = self.lists.get(&list).map(|l| l.runs.clone()).unwrap_or_default();
        if let Some(backlog) = self.lanes.get(&list) {
            numbers.extend(&backlog.runs);
        }
        for number in numbers {
            self.settle_run(number, Completion::LastChance);
        }
    }

    /// A queue goes away.
    pub fn last_look_at_lane(&mut self, lane: usize) {
        let runs: Vec<u64> =
            self.lanes.get(&lane).map(|b| b.runs.iter().copied().collect()).unwrap_or_default();
        for number in runs {
            self.settle_run(number, Completion::LastChance);
        }
    }

    fn settle_run(&mut self, number: u64, known: Completion) {
        let count = self.runs.get(&number).map_or(0, |r| r.ops.len());
        for at in 0..count as u32 {
            self.settle(number, at, known);
        }
    }

    /// Settles what is ready, on all lanes.
    pub fn sweep(&mut self) {
        for lane in self.busy_lanes() {
            while self.settle_lane(lane, Completion::Unknown, BATCH) {}
        }
    }

    /// At exit: what is ready is read, the rest is counted.
    pub fn close(&mut self) {
        self.sweep();
        let numbers: Vec<u64> = self.runs.keys().copied().collect();
        for number in numbers {
            let count = self.runs.get(&number).map_or(0, |r| r.ops.len());
            for at in 0..count as u32 {
                if self.settle(number, at, Completion::Unknown) != Settled::Yes {
                    self.give_up(number, at, Untimed::NeverCompleted);
                }
            }
        }
    }
}

enum Found {
    Stamps(Stamps),
    NotReady,
    /// Asking might wait.
    NotAsked,
    Failed(ze_result_t),
}

//! Operations in flight, and how each is settled: its stamps read once, or counted untimed with a reason.

use super::publish::OpClass;
use super::stamps::{Stamps, durations};
use super::stash;
use super::state::State;
use level_zero_sys::*;
use smallvec::SmallVec;
use zetop_probe_core::clock;
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

/// One occurrence of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    pub info: Info,
    pub append_raw: u64,
    pub event: usize,
    pub ours: bool,
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
    pub ops: SmallVec<[Op; 1]>,
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

/// Misses after which an out-of-order lane is left for later.
const MISSES: usize = 16;

impl State {
    /// Operations in flight above which new ones are left untimed, which bounds our memory.
    pub const MOST_IN_FLIGHT: usize = 1 << 17;

    /// Registers a run and its operations; returns its number.
    pub fn add_run(&mut self, run: Run) -> u64 {
        let number = self.next_run;
        self.next_run += 1;
        for (at, op) in run.ops.iter().enumerate() {
            if op.source == Source::Event
                && let Some(event) = self.events.get_mut(&op.event)
            {
                event.pending.push((number, at as u32));
            }
        }
        self.in_flight += run.left;
        self.lanes.entry(run.lane).or_default().push_back(number);
        self.runs.insert(number, run);
        number
    }

    /// Takes a run back whose submission failed.
    pub fn cancel_run(&mut self, number: u64) {
        let Some(run) = self.runs.remove(&number) else { return };
        self.in_flight = self.in_flight.saturating_sub(run.left);
        for op in &run.ops {
            self.unlink(op.event, number);
            if op.ours && run.list == 0 && op.source == Source::Event {
                self.own.give_back(run.context, op.event);
            }
        }
        if let Some(lane) = self.lanes.get_mut(&run.lane) {
            lane.retain(|n| *n != number);
        }
    }

    fn unlink(&mut self, event: usize, number: u64) {
        if let Some(event) = self.events.get_mut(&event) {
            event.pending.retain(|(run, _)| *run != number);
        }
    }

    /// Tries to settle one operation. True when it is settled.
    pub fn settle(&mut self, number: u64, at: u32, known: Completion) -> bool {
        let Some(run) = self.runs.get(&number) else { return true };
        let Some(&op) = run.ops.get(at as usize) else { return true };
        let submit_raw = run.submit_raw;
        if let Some((number, at)) = op.after
            && known != Completion::LastChance
            && !self.is_settled(number, at)
        {
            return false;
        }
        let found = match op.source {
            Source::Done => return true,
            Source::Event => self.read_event(op.event),
            Source::Slot(slot) => {
                let stamps = stash::read(slot);
                let unsure = matches!(known, Completion::Unknown | Completion::Signalled);
                if stamps.is_zero() && unsure { Found::NotReady } else { Found::Stamps(stamps) }
            }
            Source::Stash(id, slot) => self.read_stash(id, slot),
        };
        let elapsed = clock::raw_ns().saturating_sub(submit_raw);
        match found {
            Found::NotReady if known == Completion::LastChance => {
                self.give_up(number, at, Untimed::NeverCompleted)
            }
            Found::NotReady => return false,
            Found::Failed(ZE_RESULT_ERROR_DEVICE_LOST) => {
                self.devices[op.info.device].fault(DeviceFault::Lost, &self.publisher);
                self.give_up(number, at, Untimed::DeviceLost);
            }
            Found::Failed(_) => self.give_up(number, at, Untimed::QueryFailed),
            Found::Stamps(stamps) => {
                let device = &self.devices[op.info.device];
                let mut lengths = durations(&stamps, device.kernel_bits, device.cycle, elapsed);
                // Without a reset in between, an event or slot holds the stamps of the operation before until the
                // device writes new ones, one half after the other.
                let before = [op.home, op.after_home];
                let stale = !stamps.is_zero() && before.iter().any(|h| self.last.get(h) == Some(&stamps));
                let fresh = op.ours && op.source == Source::Event && op.after.is_none();
                let unsure = matches!(known, Completion::Unknown | Completion::Signalled);
                if (stale && unsure) || (lengths.is_none() && !fresh && known == Completion::Unknown) {
                    return false;
                }
                if stale {
                    lengths = None;
                }
                self.last.insert(op.home, stamps);
                self.record(number, at, &stamps, lengths);
            }
        }
        true
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

    fn record(&mut self, number: u64, at: u32, stamps: &Stamps, lengths: Option<super::stamps::Durations>) {
        let Some(run) = self.runs.get(&number) else { return };
        let op = run.ops[at as usize];
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
        self.publisher.timed(&mut record, lengths.is_some());
        self.finish(number, at);
    }

    /// Counts an operation in flight as untimed.
    pub fn give_up(&mut self, number: u64, at: u32, reason: Untimed) {
        let Some(run) = self.runs.get(&number) else { return };
        self.publisher.untimed(run.ops[at as usize].info.class, reason as usize);
        self.finish(number, at);
    }

    /// The operation is settled: frees what it held.
    fn finish(&mut self, number: u64, at: u32) {
        let Some(run) = self.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        let source = std::mem::replace(&mut op.source, Source::Done);
        if source == Source::Done {
            return;
        }
        let (event, ours, context, list) = (op.event, op.ours, run.context, run.list);
        run.left -= 1;
        let (left, lane) = (run.left, run.lane);
        self.in_flight = self.in_flight.saturating_sub(1);
        if source == Source::Event
            && let Some(known) = self.events.get_mut(&event)
        {
            known.pending.retain(|p| *p != (number, at));
        }
        // An event of ours that a regular list signals stays with the list.
        if ours && list == 0 {
            self.own.give_back(context, event);
        }
        if let Source::Stash(id, _) = source {
            self.release_stash(id);
        }
        if left == 0 {
            self.runs.remove(&number);
            if let Some(lane) = self.lanes.get_mut(&lane) {
                while lane.front().is_some_and(|n| !self.runs.contains_key(n)) {
                    lane.pop_front();
                }
            }
        }
    }

    /// One user less of a stash.
    pub fn release_stash(&mut self, id: usize) {
        let Some((context, events)) = self.stashes.release(id) else { return };
        for event in events.into_iter().filter(|e| *e != 0) {
            self.own.give_back(context, event);
        }
    }

    /// Settles what a lane has up to run `last`.
    pub fn settle_lane(&mut self, lane: usize, last: u64, known: Completion) {
        let Some(numbers) = self.lanes.get(&lane) else { return };
        let numbers: Vec<u64> = numbers.iter().copied().take_while(|n| *n <= last).collect();
        let mut misses = 0;
        for number in numbers {
            let Some((count, in_order)) = self.runs.get(&number).map(|r| (r.ops.len(), r.in_order)) else {
                continue;
            };
            for at in 0..count as u32 {
                if !self.settle(number, at, known) {
                    misses += 1;
                    if matches!(known, Completion::Unknown | Completion::Signalled)
                        && (in_order || misses > MISSES)
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Settles what an event tells about; with the lanes of those operations, as far as they are ready.
    pub fn settle_event(&mut self, event: usize, last: u64, known: Completion) {
        let Some(found) = self.events.get(&event) else { return };
        let pending: Vec<(u64, u32)> =
            found.pending.iter().copied().filter(|(run, _)| *run <= last).collect();
        for (number, at) in pending {
            // What came before it on the lane goes first: this one may have to wait for it.
            if let Some(lane) =
                self.runs.get(&number).map(|r| r.lane).filter(|_| known == Completion::Signalled)
            {
                self.settle_lane(lane, number, Completion::Unknown);
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
            if !self.settle(number, at, Completion::Unknown) {
                self.give_up(number, at, reason);
            }
        }
    }

    /// Settles everything that belongs to a list, which goes away or is recorded anew.
    pub fn settle_list(&mut self, list: usize) {
        let mut numbers: Vec<u64> =
            self.runs.iter().filter(|(_, r)| r.list == list || r.lane == list).map(|(n, _)| *n).collect();
        numbers.sort_unstable();
        for number in numbers {
            let count = self.runs.get(&number).map_or(0, |r| r.ops.len());
            for at in 0..count as u32 {
                self.settle(number, at, Completion::LastChance);
            }
        }
    }

    /// Settles what is ready, on all lanes.
    pub fn sweep(&mut self) {
        let lanes: Vec<usize> =
            self.lanes.iter().filter(|(_, runs)| !runs.is_empty()).map(|(l, _)| *l).collect();
        for lane in lanes {
            self.settle_lane(lane, u64::MAX, Completion::Unknown);
        }
    }

    /// At exit: what is ready is read, the rest is counted.
    pub fn close(&mut self) {
        self.sweep();
        let numbers: Vec<u64> = self.runs.keys().copied().collect();
        for number in numbers {
            let count = self.runs.get(&number).map_or(0, |r| r.ops.len());
            for at in 0..count as u32 {
                if !self.settle(number, at, Completion::Unknown) {
                    self.give_up(number, at, Untimed::NeverCompleted);
                }
            }
        }
    }
}

enum Found {
    Stamps(Stamps),
    NotReady,
    Failed(ze_result_t),
}

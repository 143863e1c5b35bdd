//! Figures of all processes of a session: what the source reads goes in, snapshots come out. Plain data; the
//! time is handed in.

pub mod budget;
pub mod device;
pub mod direction;
pub mod latency;
pub mod memory;
pub mod process;
pub mod series;
mod view;

use crate::snapshot::Snapshot;
use budget::Budget;
use process::Process;
use series::interval;
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_wire::layout::DeviceRecord;
use zetop_wire::reader::{ClassFigures, Counters, Header};

/// Ended processes that keep their own figures; older ones are taken together.
const ENDED_KEPT: usize = 64;

/// Names a process within the session.
pub type ProcessId = u32;
/// The one that stands for processes that ended long ago.
const EARLIER: ProcessId = 0;

/// A sum of figures that nobody vouches for: too large ones stay at the top instead of overflowing.
pub(crate) fn sum(figures: impl IntoIterator<Item = u64>) -> u64 {
    figures.into_iter().fold(0, u64::saturating_add)
}

/// Everything measured since the start, or since the last reset.
#[derive(Debug)]
pub struct Aggregate {
    processes: BTreeMap<ProcessId, Process>,
    next_id: ProcessId,
    budget: Budget,
    /// Host times (CLOCK_MONOTONIC_RAW, ns) of the start, the last reset, and the last reading.
    start: u64,
    since: u64,
    now: u64,
    ns_per_tick: f64,
    ended: bool,
}

impl Aggregate {
    #[must_use]
    pub fn new(start: u64) -> Self {
        Self {
            processes: BTreeMap::new(),
            next_id: EARLIER + 1,
            budget: Budget::default(),
            start,
            since: start,
            now: start,
            ns_per_tick: 1.0,
            ended: false,
        }
    }

    /// Tells the time and the rate of the processor's counter; before each reading.
    pub fn tick(&mut self, now: u64, ns_per_tick: f64) {
        if !self.ended {
            self.now = self.now.max(now);
            self.ns_per_tick = ns_per_tick;
        }
    }

    /// The session is over: time stands still from here on.
    pub fn end(&mut self) {
        let now = self.now;
        for process in self.processes.values_mut().filter(|p| p.running) {
            process.running = false;
            process.ended_at = Some(now);
        }
        self.ended = true;
    }

    #[must_use]
    pub fn start(&self) -> u64 {
        self.start
    }

    /// A process that the probe is in.
    pub fn open(&mut self, pid: u32, command: String) -> ProcessId {
        let id = self.next_id;
        self.next_id += 1;
        self.processes.insert(id, Process::new(pid, command, self.now));
        id
    }

    pub fn set_header(&mut self, id: ProcessId, header: &Header) {
        let (rate, interval) = (self.ns_per_tick, interval(self.start, self.now));
        if let Some(process) = self.processes.get_mut(&id) {
            process.set_header(header, rate, interval);
        }
    }

    /// Figures of a function, summed over all threads since the process began.
    pub fn set_counters(&mut self, id: ProcessId, function: u16, now: Counters) {
        let interval = interval(self.start, self.now);
        if let Some(process) = self.processes.get_mut(&id)
            && usize::from(function) < level_zero_sys::FUNCTION_COUNT
        {
            process.set_counters(function, now, interval, &mut self.budget);
        }
    }

    /// New durations of a function, by bucket (see [`zetop_wire::histogram`]), in the process's ticks.
    pub fn add_durations(&mut self, id: ProcessId, function: u16, new: &[(u16, u64)]) {
        if let Some(process) = self.processes.get_mut(&id)
            && usize::from(function) < level_zero_sys::FUNCTION_COUNT
        {
            process.add_durations(function, new, &mut self.budget);
        }
    }

    /// New durations of a class of device operations, by bucket, in ns.
    pub fn add_device_durations(&mut self, id: ProcessId, class: usize, new: &[(u16, u64)]) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.device.add_durations(class, new, &mut self.budget);
        }
    }

    /// New figures of a process's sorts of device operations; `name` gives a string of its table.
    pub fn set_classes(
        &mut self,
        id: ProcessId,
        classes: &[Option<ClassFigures>],
        name: impl FnMut(u32) -> Arc<str>,
    ) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.device.set_classes(classes, name, &mut self.budget);
        }
    }

    /// What a reader of process files may keep of them; see [`Budget`].
    pub fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    pub fn add_device_record(&mut self, id: ProcessId, record: &DeviceRecord) {
        let (start, now) = (self.start, self.now);
        if let Some(process) = self.processes.get_mut(&id) {
            process.device.add_record(record, start, now, &mut self.budget);
        }
    }

    /// Device records were overwritten before they were read.
    pub fn add_lost_device_records(&mut self, id: ProcessId, records: u64) {
        let (start, now) = (self.start, self.now);
        if let Some(process) = self.processes.get_mut(&id) {
            process.add_lost_device_records(records);
            process.device.make_up_for_lost_records(start, now);
        }
    }

    /// A process by its id, for what needs no bookkeeping here.
    pub fn process_mut(&mut self, id: ProcessId) -> Option<&mut Process> {
        self.processes.get_mut(&id)
    }

    /// A process has ended; its figures stay.
    pub fn close(&mut self, id: ProcessId) {
        let now = self.now;
        if let Some(process) = self.processes.get_mut(&id) {
            process.running = false;
            process.ended_at.get_or_insert(now);
        }
        let ended: Vec<ProcessId> = self
            .processes
            .iter()
            .filter(|(id, p)| !p.running && **id != EARLIER)
            .map(|(id, _)| *id)
            .collect();
        for id in ended.iter().take(ended.len().saturating_sub(ENDED_KEPT)) {
            self.fold(*id);
        }
    }

    fn fold(&mut self, id: ProcessId) {
        let Some(mut process) = self.processes.remove(&id) else { return };
        process.give_room_back(&mut self.budget);
        let earlier = self.processes.entry(EARLIER).or_insert_with(|| {
            let mut earlier = Process::new(0, String::new(), process.first_seen);
            earlier.running = false;
            earlier.stands_for = 0;
            earlier.ns_per_tick = process.ns_per_tick;
            earlier.header = process.header.clone();
            earlier
        });
        earlier.ended_at = earlier.ended_at.max(process.ended_at);
        earlier.absorb(process, &mut self.budget);
    }

    /// Starts all figures anew.
    pub fn reset(&mut self) {
        self.since = self.now;
        for process in self.processes.values_mut() {
            process.reset(&mut self.budget);
        }
    }

    /// The figures of all processes, or of those with a pid.
    #[must_use]
    pub fn snapshot(&self, pid: Option<u32>) -> Snapshot {
        view::snapshot(self, pid)
    }
}

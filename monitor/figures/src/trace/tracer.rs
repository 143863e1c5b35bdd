//! What is written for each kind of news.

mod counters;
mod device;
mod gaps;
mod host;

use super::clock::Clock;
use super::lanes::Lanes;
use super::names::Words;
use super::proto::{ProcessDescriptor, TrackDescriptor};
use super::writer::{Event, Value, Writer};
use crate::sink::{ProcessId, RangeNames};
use crate::snapshot::{About, Direction, Finding};
use crate::source::Reading;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use zetop_system::clock::Pair;
use zetop_wire::catalog::{Catalog, Place};
use zetop_wire::layout::{Collective, DeviceRecord, OpKind, RECORD_INVALID};
use zetop_wire::reader::{ClassFigures, Facts};

/// Threads and queues at most; others count as not kept.
const MOST_ROWS: usize = 16 * 1024;
/// Calls whose beginnings are kept, twice; a reading may bring more.
const MOST_BEGAN: usize = 16 * 1024;
/// Findings that are marked.
const MOST_FINDINGS: usize = 256;

/// A thread or a queue: one track for each lane, made when it is first needed.
#[derive(Debug, Default)]
struct TraceRow {
    lanes: Lanes,
    tracks: Vec<u64>,
}

/// The name and category of a class's operations.
#[derive(Debug)]
struct Class {
    kind: OpKind,
    device: u32,
    name: Arc<str>,
    direction: Direction,
    timed_bytes: u64,
}

#[derive(Debug)]
struct Process {
    catalog: Arc<Catalog>,
    /// Names of its functions, by number.
    functions: Vec<Arc<str>>,
    track: u64,
    pid: u32,
    classes: HashMap<u32, Class>,
    /// Names and domains of ranges, by row.
    ranges: HashMap<u32, (Arc<str>, Arc<str>)>,
    /// By number of the device: its track.
    devices: BTreeMap<u32, u64>,
    device_names: Vec<String>,
    /// By kind of counted memory: its track, and the value that was written last.
    memory: BTreeMap<usize, (u64, u64)>,
    /// What is not kept of this reading.
    gaps: BTreeMap<GapOf, u64>,
    /// Where that is marked.
    gap_track: Option<u64>,
    unrecorded: u64,
}

/// Writes a trace.
#[derive(Debug)]
pub struct Tracer {
    writer: Writer,
    words: Words,
    clock: Clock,
    processes: HashMap<ProcessId, Process>,
    threads: HashMap<(u32, u32), TraceRow>,
    queues: HashMap<(ProcessId, u32, u32), TraceRow>,
    communicators: HashMap<(ProcessId, u64), TraceRow>,
    /// When the latest calls began, by flow, and those before them: operations come soon after.
    began: [HashMap<u64, u64>; 2],
    /// Operations of this reading.
    operations: Vec<(ProcessId, DeviceRecord)>,
    collectives: Vec<(ProcessId, Collective)>,
    /// Bytes that were copied since the last reading, by direction.
    copied: [u64; Direction::ALL.len()],
    /// By direction: its track, and the value that was written last.
    throughput: BTreeMap<usize, (u64, f64)>,
    findings: HashSet<(&'static str, About)>,
    finding_track: u64,
    own_track: u64,
    /// The time of the last reading, ns.
    read_at: u64,
    now: u64,
    /// Calls and operations that are in the file, or are marked in it as not kept.
    calls: u64,
    done: u64,
}

impl Tracer {
    /// Makes the file; with `last`, only that much time is kept in it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(path: &Path, last: Option<Duration>) -> anyhow::Result<Self> {
        let mut writer = Writer::open(path, last)?;
        let mut named =
            |name: &str| writer.track(TrackDescriptor { name: Some(name.to_owned()), ..Default::default() });
        Ok(Self {
            finding_track: named("findings"),
            own_track: named("zetop"),
            writer,
            words: Words::default(),
            clock: Clock::default(),
            processes: HashMap::new(),
            threads: HashMap::new(),
            queues: HashMap::new(),
            communicators: HashMap::new(),
            began: Default::default(),
            operations: Vec::new(),
            collectives: Vec::new(),
            copied: [0; Direction::ALL.len()],
            throughput: BTreeMap::new(),
            findings: HashSet::new(),
            read_at: 0,
            now: 0,
            calls: 0,
            done: 0,
        })
    }

    /// Before a reading: the time, and both clocks at the start of the session and now.
    pub fn before_reading(&mut self, now: u64, clocks: [Pair; 2], ns_per_tick: f64) {
        self.read_at = if self.now == 0 { now } else { self.now };
        self.now = now;
        for pair in clocks {
            self.clock.read(pair, ns_per_tick);
        }
        if self.writer.begin_part(now) {
            // The values of counters are written again.
            self.throughput.values_mut().for_each(|(_, value)| *value = f64::NAN);
            self.processes.values_mut().for_each(|p| p.memory.values_mut().for_each(|m| m.1 = u64::MAX));
            if self.calls > 0 || self.done > 0 {
                let words = &self.words;
                let values = vec![
                    (&words.calls_before, Value::Count(self.calls)),
                    (&words.operations_before, Value::Count(self.done)),
                ];
                let event = Event {
                    track: self.own_track,
                    name: &words.part,
                    category: &words.zetop,
                    flow: 0,
                    values,
                };
                self.writer.instant(now, &event);
            }
        }
    }

    /// After a reading, with what came besides the figures.
    ///
    /// # Errors
    /// When the file has failed; the trace is over then.
    pub fn after_reading(&mut self, reading: &Reading) -> anyhow::Result<()> {
        for call in &reading.calls {
            self.call(call);
        }
        for range in &reading.ranges {
            self.marked(range);
        }
        for (process, lost) in &reading.lost_after {
            self.gap(*process, GapOf::Calls, *lost);
        }
        let mut operations = std::mem::take(&mut self.operations);
        operations.sort_by_key(|(_, record)| record.start_raw_ns);
        for (id, record) in operations.drain(..) {
            self.operation(id, &record);
        }
        self.operations = operations;
        let mut collectives = std::mem::take(&mut self.collectives);
        collectives.sort_by_key(|(_, record)| record.start);
        for (id, record) in collectives.drain(..) {
            self.on_communicator(id, &record);
        }
        self.collectives = collectives;
        if self.began[0].len() > MOST_BEGAN {
            self.began.swap(0, 1);
            self.began[0].clear();
        }
        self.mark_gaps();
        self.count_throughput();
        self.writer.flush(self.now)
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// When the file has failed, or its reader does not read.
    pub fn finish(&mut self, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        for (track, value) in self.throughput.values_mut() {
            if *value != 0.0 {
                self.writer.counter(self.now, *track, 0.0);
            }
        }
        self.writer.finish(self.now, give_up)
    }

    /// It has not failed, and is not finished.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.writer.is_open()
    }

    /// The figures were reset; the trace goes on.
    pub fn reset(&mut self) {
        let words = &self.words;
        let (name, category) = (&words.reset, &words.zetop);
        let event = Event { track: self.own_track, name, category, flow: 0, values: Vec::new() };
        self.writer.instant(self.now, &event);
    }

    /// Marks what is new among the findings.
    pub fn findings(&mut self, findings: &[Finding]) {
        for finding in findings {
            if self.now == 0
                || self.findings.len() >= MOST_FINDINGS
                || !self.findings.insert((finding.id, finding.about.clone()))
            {
                continue;
            }
            let words = &self.words;
            let values = vec![
                (&words.text, Value::Text(finding.text.clone())),
                (&words.evidence, Value::Text(finding.evidence.clone())),
            ];
            let name = finding.id.into();
            let (track, category) = (self.finding_track, &words.finding);
            self.writer.instant(self.now, &Event { track, name: &name, category, flow: 0, values });
        }
    }

    pub(super) fn process_began(&mut self, id: ProcessId, pid: u32, command: String, catalog: Arc<Catalog>) {
        let process = ProcessDescriptor {
            pid: i32::try_from(pid).ok(),
            cmdline: vec![command.clone()],
            process_name: Some(command),
        };
        let track = self.writer.track(TrackDescriptor { process: Some(process), ..Default::default() });
        let functions = catalog.functions.iter().map(|function| function.name.as_str().into()).collect();
        let process = Process {
            catalog,
            functions,
            track,
            pid,
            classes: HashMap::new(),
            ranges: HashMap::new(),
            devices: BTreeMap::new(),
            device_names: Vec::new(),
            memory: BTreeMap::new(),
            gaps: BTreeMap::new(),
            gap_track: None,
            unrecorded: 0,
        };
        self.processes.insert(id, process);
    }

    pub(super) fn devices(&mut self, id: ProcessId, facts: &[Facts]) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.device_names = facts.iter().map(|facts| facts.name.clone()).collect();
        }
    }

    pub(super) fn class(&mut self, id: ProcessId, class: u32, figures: &ClassFigures, name: &Arc<str>) {
        let Some(process) = self.processes.get_mut(&id) else { return };
        let catalog = &process.catalog;
        let class = process.classes.entry(class).or_insert_with(|| {
            let kind = |number: u8| catalog.memory_kinds.get(usize::from(number));
            let place = |number| kind(number).map_or(Place::None, |kind| kind.place);
            let word = |number| kind(number).map_or("?", |kind| &kind.name);
            let name: Arc<str> = match figures.kind {
                OpKind::Kernel => Arc::clone(name),
                OpKind::Copy => format!("{} -> {}", word(figures.src), word(figures.dst)).into(),
                OpKind::Fill => format!("fill {}", word(figures.dst)).into(),
                OpKind::Barrier => "barrier".into(),
                OpKind::Other => "other".into(),
            };
            Class {
                kind: figures.kind,
                device: figures.device,
                name,
                direction: Direction::between(place(figures.src), place(figures.dst)),
                timed_bytes: 0,
            }
        });
        let more = figures.timed_bytes.saturating_sub(class.timed_bytes);
        class.timed_bytes = class.timed_bytes.max(figures.timed_bytes);
        if class.kind == OpKind::Copy {
            let copied = &mut self.copied[class.direction as usize];
            *copied = copied.saturating_add(more);
        }
    }

    pub(super) fn device_record(&mut self, id: ProcessId, record: &DeviceRecord) {
        // Without valid stamps it counts as untimed.
        if record.flags & RECORD_INVALID == 0 {
            self.operations.push((id, *record));
        }
    }

    pub(super) fn collective(&mut self, id: ProcessId, record: &Collective) {
        self.collectives.push((id, *record));
    }

    pub(super) fn lost_device_records(&mut self, id: ProcessId, records: u64) {
        self.gap(id, GapOf::Operations, records);
    }

    pub(super) fn range(&mut self, id: ProcessId, row: u32, names: &RangeNames) {
        let Some(process) = self.processes.get_mut(&id) else { return };
        process.ranges.entry(row).or_insert_with(|| (Arc::clone(&names.name), Arc::clone(&names.domain)));
    }
}

/// The id that ties an operation to the call that appended it.
fn flow(process: ProcessId, call: u64) -> u64 {
    call ^ u64::from(process) << 56
}

/// What is not in the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GapOf {
    Calls,
    Operations,
    OperationsWithoutTime,
}

//! What a recording holds about a moment: what the aggregate received since the previous one, added up.

use crate::aggregate::Aggregate;
use crate::aggregate::condensed::Condensed;
use crate::job::Member;
use crate::sensors::Reading;
use crate::sink::{
    Computed, InProgress, MemoryPlace, PlaceFigures, ProcessFound, ProcessId, RangeNames, Sink,
};
use crate::snapshot::{About, Site};
use std::sync::Arc;
use zetop_wire::layout::Collective;
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, InCommunicator, RangeFigures, RangesHead};

/// Buckets with their counts, ascending.
pub type Counts = Vec<(u16, u64)>;
/// Histograms of several rows, with the buckets of all in one piece: most have few.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Histograms<K> {
    /// Each with where its buckets end.
    pub rows: Vec<(K, usize)>,
    pub counts: Counts,
}

impl<K: Copy> Histograms<K> {
    pub fn push(&mut self, row: K, counts: &[(u16, u64)]) {
        self.counts.extend_from_slice(counts);
        self.rows.push((row, self.counts.len()));
    }

    pub fn iter(&self) -> impl Iterator<Item = (K, &[(u16, u64)])> {
        let mut begin = 0;
        self.rows.iter().map(move |(row, end)| {
            let counts = self.counts.get(begin..*end).unwrap_or_default();
            begin = *end;
            (*row, counts)
        })
    }
}

/// Buckets of the shortest duration, of p50, p90 and p99, and of the longest.
pub type Marks = [u16; 5];

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Frame {
    /// As [`crate::sink::Sink::tick`] has it.
    pub now: u64,
    pub ns_per_tick: f64,
    /// All figures were reset before this moment.
    pub reset: bool,
    pub began: Vec<Began>,
    pub raw_names: Vec<(Arc<str>, Arc<str>)>,
    pub notes: Vec<String>,
    pub parts: Vec<Part>,
    pub ended: Vec<ProcessId>,
    /// Nothing in recordings of earlier versions than `format::WITH_SENSORS`.
    pub sensors: Vec<Reading>,
    /// The session's other information, if it has changed.
    pub session: Option<SessionPart>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Began {
    pub pid: u32,
    pub command: String,
    pub loader_version: String,
    /// Nothing in recordings of earlier versions than `format::WITH_MEMBERS`.
    pub member: Member,
    /// The catalog as JSON, or empty for that of the previous process.
    pub catalog: Vec<u8>,
}

/// One process.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Part {
    pub id: ProcessId,
    pub header: Option<Header>,
    /// Calls that have not returned; `None` while they are those of the frame before. Nothing in recordings of earlier versions
    /// than `format::WITH_IN_PROGRESS`.
    pub in_progress: Option<Vec<InProgress>>,
    /// Where the process is in its communicators; `None` while that has not changed. Versions as for `in_progress`.
    pub communicators: Option<Vec<InCommunicator>>,
    /// Where the main thread has computed; `None` while that has not changed. Nothing in recordings of earlier versions than
    /// `format::WITH_COMPUTED`.
    pub computed: Option<Computed>,
    pub calls: Vec<(u16, Counters)>,
    pub durations: Histograms<u16>,
    pub marks: Vec<(u16, Marks)>,
    pub lost_calls: u64,
    pub devices: Option<Vec<Facts>>,
    pub classes: Vec<(u32, ClassFigures, Arc<str>)>,
    pub class_durations: Histograms<u32>,
    pub class_marks: Vec<(u32, Marks)>,
    pub lost_device_records: u64,
    /// Its threads' lifetimes in half nanoseconds; `None` if they were not counted again.
    pub threads_ns_2: Option<u64>,
    pub condensed: Condensed,
    /// Nothing in recordings of earlier versions than `format::WITH_IN_PROGRESS`.
    pub collectives: Vec<Collective>,
    /// Places that allocate memory, by number. Nothing in recordings of earlier versions than `format::WITH_MEMORY_PLACES`.
    pub memory_places: Vec<(u32, (PlaceFigures, Arc<MemoryPlace>))>,
    /// Ranges that the program marks itself. Nothing in recordings of earlier versions than `format::WITH_RANGES`.
    pub ranges_head: Option<RangesHead>,
    pub ranges: Vec<(u32, RangeFigures, RangeNames)>,
    pub range_durations: Histograms<u32>,
    pub range_marks: Vec<(u32, Marks)>,
}

impl Part {
    /// Gives the counts and durations of its calls and operations to an aggregate that knows the process as `id`.
    pub fn counts(&self, id: ProcessId, to: &mut Aggregate) {
        if let Some(all) = &self.communicators {
            to.communicators(id, all);
        }
        if let Some(computed) = self.computed {
            to.own_code(id, computed);
        }
        if let Some(mut to) = to.counted(id) {
            self.calls.iter().for_each(|(function, more)| to.calls(*function, more));
            self.durations.iter().for_each(|(function, more)| to.durations(function, more));
            self.marks.iter().for_each(|(function, marks)| to.mark(*function, *marks));
            for (class, figures, name) in &self.classes {
                to.class(*class, figures, name);
            }
            self.class_durations.iter().for_each(|(class, more)| to.class_durations(class, more));
            self.class_marks.iter().for_each(|(class, marks)| to.mark_class(*class, *marks));
        }
        self.collectives.iter().for_each(|record| to.collective(id, record));
        for (number, (figures, place)) in &self.memory_places {
            to.memory_place(id, *number, figures, place);
        }
        self.ranges_head.iter().for_each(|head| to.ranges(id, head));
        self.ranges.iter().for_each(|(row, figures, names)| to.range(id, *row, figures, names));
        self.range_durations.iter().for_each(|(row, more)| to.range_durations(id, row, more));
        self.range_marks.iter().for_each(|(row, marks)| to.mark_range(id, *row, *marks));
        // The bytes of lost ones are in the condensed figures.
        to.lost_calls(id, self.lost_calls.saturating_add(self.lost_device_records));
    }
}

/// What a live session adds to a snapshot.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SessionPart {
    pub notes: Vec<String>,
    pub sites: Vec<(About, Vec<Site>)>,
    /// Samples that were taken, and what they cost in all and at most, ns.
    pub samples: (u64, f64, f64),
    pub exit_status: Option<i32>,
    pub signal: Option<i32>,
    pub detached: bool,
    /// Time stops here.
    pub ended: bool,
}

impl Began {
    #[must_use]
    pub fn found(&self, catalog: Arc<zetop_wire::catalog::Catalog>) -> ProcessFound {
        ProcessFound {
            pid: self.pid,
            command: self.command.clone(),
            loader_version: self.loader_version.clone(),
            member: Arc::new(self.member.harmless()),
            catalog,
        }
    }
}

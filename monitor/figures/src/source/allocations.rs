//! Allocations and frees of one process, from the table in its file, in their order.

use super::open::reopen_writable;
use super::provision::{Grants, Provision};
use crate::sink::ProcessId;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::sync::Arc;
use zetop_system::mapped::Foreign;
use zetop_wire::allocations::{ENTRIES, STACKS};
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::{self, AllocationStack, AllocationTable, Header, Memory, Noted};
use zetop_wire::requests::Sample;

/// Entries that are ready beyond those in use, and what comes at a time.
const AHEAD: usize = 512;
const STEP: usize = 4096;

/// An allocation or a free that was noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Host time (CLOCK_MONOTONIC_RAW, ns).
    pub at: u64,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// `stack` is `None` where it can't be known.
    Made {
        id: u64,
        kind: usize,
        size: u64,
        /// Not 0: it stands for others, see [`zetop_wire::allocations`].
        mean: u64,
        stack: Option<Box<Sample>>,
    },
    Freed {
        id: u64,
    },
}

/// What one process has allocated and freed since the last time.
#[derive(Debug)]
pub struct Allocated {
    pub process: ProcessId,
    pub pid: u32,
    pub catalog: Arc<Catalog>,
    pub events: Vec<Event>,
}

/// Up to this many allocations a second, each is noted; of more, as many are noted as this: there has to be room for them
/// between two readings.
const ALL_UP_TO: f64 = 1000.0;
const NOTED: f64 = 500.0;
/// Time over which that is looked at, ns.
const LOOK_NS: u64 = 500_000_000;

/// How often a process allocates.
#[derive(Debug, Default)]
struct Pace {
    /// Time, allocations and bytes at the last look.
    last: Option<(u64, u64, u64)>,
    mean: u64,
}

impl Pace {
    /// For how many bytes one allocation is to be noted, if that has changed much; 0: each.
    fn asks(&mut self, header: &Header, now: u64) -> Option<u64> {
        let sum = |of: fn(&Memory) -> u64| header.memory.iter().map(of).fold(0, u64::saturating_add);
        let (count, bytes) = (sum(|kind| kind.allocs), sum(|kind| kind.alloc_bytes));
        let (at, count_before, bytes_before) = *self.last.get_or_insert((now, count, bytes));
        let passed = now.saturating_sub(at);
        if passed < LOOK_NS {
            return None;
        }
        self.last = Some((now, count, bytes));
        let a_second = |more: u64| more as f64 * 1e9 / passed as f64;
        let rate = a_second(count.saturating_sub(count_before));
        let mean = match rate {
            rate if rate > ALL_UP_TO => (a_second(bytes.saturating_sub(bytes_before)) / NOTED).max(1.0),
            // Between the two it stays as it is.
            rate if self.mean != 0 && rate > ALL_UP_TO / 2.0 => return None,
            _ => 0.0,
        };
        let (before, mean) = (self.mean, mean as u64);
        let is_near = before != 0 && (before / 2..=before.saturating_mul(2)).contains(&mean);
        (mean != before && !is_near).then(|| {
            self.mean = mean;
            mean
        })
    }
}

/// Follows the table.
#[derive(Debug, Default)]
pub(super) struct Allocations {
    file: Option<Foreign>,
    /// It can't be written.
    refused: bool,
    /// Events that were handed on.
    seen: u64,
    /// The table has all the room that it needs while no more than `seen` have come.
    has_room: bool,
    /// Allocations that are live, by their entries.
    live: HashMap<u32, u64>,
    pace: Pace,
}

impl Allocations {
    /// What is new. If the process is there to use them (`gives`), gives entries and stacks back, and more of them before they
    /// run out. Ticks become times by `ns_per_tick`.
    pub(super) fn round(
        &mut self,
        file: &File,
        header: &Header,
        ns_per_tick: f64,
        now: u64,
        gives: Option<(&mut Provision, &mut Grants)>,
    ) -> Vec<Event> {
        if self.refused || header.devices == 0 && header.memory.iter().all(|kind| kind.allocs == 0) {
            return Vec::new();
        }
        let may_write = gives.is_some();
        let mean = if may_write { self.pace.asks(header, now) } else { None };
        // Skips the table if nothing was noted since: a session may have hundreds of processes, and most of them allocate rarely.
        if mean.is_none() && self.has_room && reader::allocation_events(file) == self.seen {
            return Vec::new();
        }
        let table = reader::allocation_table(file, file.metadata().map_or(0, |found| found.len()));
        self.has_room = table.entries + AHEAD <= table.entries_ready && table.stacks_ready == STACKS;
        if table.entries_ready == 0 {
            return Vec::new();
        }
        if let Some((provision, grants)) = gives {
            self.refused = self.give(file, &table, provision, grants).is_err();
        }
        if let (Some(mean), Some(file)) = (mean, &self.file) {
            self.refused |= reader::note_one_for(file, mean).is_err();
        }
        if table.events == self.seen {
            return Vec::new();
        }
        let time = |ticks: u64| {
            let since = ticks.saturating_sub(header.start_ticks) as f64 * ns_per_tick;
            header.start_raw_ns.saturating_add(since.round() as u64).min(now)
        };
        let (mut events, mut entries, mut stacks) = (Vec::new(), Vec::new(), BTreeSet::new());
        for noted in reader::allocations(file, &table) {
            self.entry(file, &table, &noted, time, &mut events, &mut stacks);
            let is_over = noted.gone.is_some_and(|(number, _)| number <= table.events);
            if is_over && noted.made <= table.events {
                self.live.remove(&noted.number);
                entries.push(noted.number);
            }
        }
        self.seen = table.events;
        if may_write && let Some(writable) = &self.file {
            self.refused |=
                reader::give_back_allocations(writable, &entries, &Vec::from_iter(stacks)).is_err();
        }
        events.sort_by_key(|(number, _)| *number);
        events.into_iter().map(|(_, event)| event).collect()
    }

    /// Hands on what is new about an entry.
    fn entry(
        &mut self,
        file: &File,
        table: &AllocationTable,
        noted: &Noted,
        time: impl Fn(u64) -> u64,
        events: &mut Vec<(u64, Event)>,
        stacks: &mut BTreeSet<u32>,
    ) {
        // What came while the table was read comes next time.
        if noted.made > table.events {
            return;
        }
        if self.live.get(&noted.number) != Some(&noted.made) {
            let at = time(noted.made_ticks);
            // Only a program that writes there itself reuses an entry that was not given back.
            if let Some(id) = self.live.insert(noted.number, noted.made) {
                events.push((noted.made, Event { at, what: What::Freed { id } }));
            }
            // A slot is of one allocation, whatever a program writes there itself.
            let is_its_own = (noted.stack as usize) < STACKS && stacks.insert(noted.stack);
            let stack = match is_its_own.then(|| reader::allocation_stack(file, noted.stack)) {
                Some(AllocationStack::Copied(sample)) => Some(sample),
                _ => None,
            };
            let what =
                What::Made { id: noted.made, kind: noted.kind, size: noted.size, mean: noted.mean, stack };
            events.push((noted.made, Event { at, what }));
        }
        if let Some((number, ticks)) = noted.gone.filter(|(number, _)| *number <= table.events) {
            let freed = Event { at: time(ticks), what: What::Freed { id: noted.made } };
            events.push((number.max(noted.made), freed));
        }
    }

    /// Gives the table more memory before it runs out. All stacks at once: a program that begins allocates a lot in a moment.
    fn give(
        &mut self,
        file: &File,
        table: &AllocationTable,
        provision: &mut Provision,
        grants: &mut Grants,
    ) -> std::io::Result<()> {
        if self.file.is_none() {
            self.file = Some(reopen_writable(file)?);
        }
        let Some(file) = &self.file else { return Ok(()) };
        let more = table.entries + AHEAD > table.entries_ready && table.entries_ready < ENTRIES;
        let entries = table.entries_ready + if more { STEP } else { 0 };
        if more || table.stacks_ready < STACKS {
            // Where there is no memory, what there is has to do.
            let give = |reserve: &dyn Fn(u64, u64) -> std::io::Result<()>| {
                reader::give_allocations(file, table, entries, STACKS, reserve)
            };
            let _ = provision.give_by(file, grants, give);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;
    use std::os::unix::fs::FileExt;
    use zetop_wire::allocations::{Allocations as Table, EMPTY, Entry, FREED, Head, LIVE, entries_part};
    use zetop_wire::layout::{FILE_SIZE, Process, allocations_offset};
    use zetop_wire::samples::{ARMED, Slot, TAKEN};

    /// A process file with a table, as its program writes it.
    struct File {
        file: std::fs::File,
        follows: Allocations,
        provision: Provision,
        grants: Grants,
    }

    impl File {
        fn new() -> Self {
            let file = tempfile::tempfile().unwrap();
            file.set_len(FILE_SIZE as u64).unwrap();
            let new = Self {
                file,
                follows: Allocations::default(),
                provision: Provision::new(true),
                grants: Grants::default(),
            };
            new.put(offset_of!(Process, allocations_ready), &8_u32.to_le_bytes());
            new.put(offset_of!(Process, allocation_stacks_ready), &4_u32.to_le_bytes());
            new
        }

        fn put(&self, at: usize, bytes: &[u8]) {
            self.file.write_all_at(bytes, at as u64).unwrap();
        }

        fn entry(&self, number: usize, state: u32, stack: u32, made: u64, gone: u64) {
            let at = allocations_offset() + entries_part(number, 1).0;
            self.put(at + offset_of!(Entry, stack), &stack.to_le_bytes());
            self.put(at + offset_of!(Entry, made), &made.to_le_bytes());
            self.put(at + offset_of!(Entry, gone), &gone.to_le_bytes());
            self.put(at + offset_of!(Entry, state), &state.to_le_bytes());
        }

        fn events(&self, number: u64) {
            self.put(allocations_offset() + offset_of!(Head, events), &number.to_le_bytes());
            self.put(allocations_offset() + offset_of!(Head, entries), &8_u32.to_le_bytes());
        }

        fn slot(number: usize) -> usize {
            let slots = allocations_offset() + offset_of!(Table, slots);
            slots + number * size_of::<Slot>() + offset_of!(Slot, state)
        }

        fn word(&self, at: usize) -> u32 {
            let mut word = [0; 4];
            self.file.read_exact_at(&mut word, at as u64).unwrap();
            u32::from_le_bytes(word)
        }

        /// What was made, with whether its stack is there, and what was freed.
        fn round(&mut self) -> Vec<(&'static str, u64, bool)> {
            let header = Header { devices: 1, ..Header::default() };
            let gives = Some((&mut self.provision, &mut self.grants));
            let events = self.follows.round(&self.file, &header, 1.0, 1, gives);
            let of = |event: Event| match event.what {
                What::Made { id, stack, .. } => ("made", id, stack.is_some()),
                What::Freed { id } => ("freed", id, false),
            };
            events.into_iter().map(of).collect()
        }
    }

    #[test]
    fn what_comes_while_the_table_is_read_comes_next_time_and_a_slot_is_read_once() {
        let mut file = File::new();
        file.put(File::slot(2), &TAKEN.to_le_bytes());
        // Only a program that writes there itself names a slot twice.
        file.entry(1, LIVE, 2, 1, 0);
        file.entry(0, LIVE, 2, 2, 0);
        file.entry(2, LIVE, 3, 3, 0);
        file.entry(3, LIVE, u32::MAX, 0, 0);
        file.events(2);
        assert_eq!(file.round(), [("made", 0, false), ("made", 1, false), ("made", 2, true)]);
        assert_eq!(file.word(File::slot(2)), ARMED, "for the next one");
        assert!(file.round().is_empty());
        file.entry(1, FREED, 2, 1, 4);
        file.events(4);
        assert_eq!(file.round(), [("made", 3, false), ("freed", 1, false)]);
        let state = |number: usize| file.word(allocations_offset() + entries_part(number, 1).0);
        assert_eq!([0, 1, 2].map(state), [LIVE, EMPTY, LIVE]);
        // An entry that was not given back is used again.
        file.entry(0, LIVE, 1, 5, 0);
        file.events(5);
        assert_eq!(file.round(), [("freed", 2, false), ("made", 5, false)]);
    }

    /// A table with room is not read again before something has come.
    #[test]
    fn what_comes_after_a_pause_is_seen() {
        let mut file = File::new();
        file.put(offset_of!(Process, allocations_ready), &1024_u32.to_le_bytes());
        file.put(offset_of!(Process, allocation_stacks_ready), &(STACKS as u32).to_le_bytes());
        file.entry(0, LIVE, 2, 1, 0);
        file.events(1);
        assert_eq!(file.round().len(), 1);
        assert!(file.follows.has_room && file.round().is_empty());
        file.entry(0, FREED, 2, 1, 2);
        file.events(2);
        assert_eq!(file.round(), [("freed", 1, false)]);
    }

    #[test]
    fn more_than_a_thousand_allocations_a_second_are_noted_by_their_bytes() {
        let mut pace = Pace::default();
        let mut header = Header::default();
        let mut second = |allocations: u64, size: u64, at: u64| {
            header.memory[1].allocs += allocations;
            header.memory[1].alloc_bytes += allocations * size;
            pace.asks(&header, at * 1_000_000_000)
        };
        assert_eq!(second(900, 4096, 1), None);
        assert_eq!(second(900, 4096, 2), None, "each of them");
        assert_eq!(second(100_000, 4096, 3), Some(100_000 * 4096 / 500));
        assert_eq!(second(120_000, 4096, 4), None, "about as many");
        assert_eq!(second(700, 4096, 5), None, "it may become more again");
        assert_eq!(second(300, 4096, 6), Some(0));
    }
}

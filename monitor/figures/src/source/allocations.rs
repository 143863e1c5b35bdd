//! Allocations and frees of one process, from the table in its file, in their order.

use super::open::to_write;
use super::provision::{Gifts, Provision};
use crate::sink::ProcessId;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::sync::Arc;
use zetop_system::mapped::Foreign;
use zetop_wire::allocations::{ENTRIES, STACKS};
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::{self, AllocationStack, AllocationTable, Header, Noted};
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

/// Follows the table.
#[derive(Debug, Default)]
pub(super) struct Allocations {
    file: Option<Foreign>,
    /// It can't be written.
    refused: bool,
    /// Events that were handed on.
    seen: u64,
    /// Allocations that are live, by their entries.
    live: HashMap<u32, u64>,
}

impl Allocations {
    /// What is new; gives entries and stacks back if the process is there to use them (`may_write`), and more of them before
    /// they run out. Ticks become times by `ns_per_tick`.
    pub(super) fn round(
        &mut self,
        file: &File,
        header: &Header,
        (ns_per_tick, now): (f64, u64),
        (provision, gifts): (&mut Provision, &mut Gifts),
        may_write: bool,
    ) -> Vec<Event> {
        if self.refused || header.devices == 0 && header.memory.iter().all(|kind| kind.allocs == 0) {
            return Vec::new();
        }
        let table = reader::allocation_table(file, file.metadata().map_or(0, |found| found.len()));
        if table.entries_ready == 0 {
            return Vec::new();
        }
        if may_write {
            self.refused = self.give(file, &table, provision, gifts).is_err();
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
            self.refused =
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
            let what = What::Made { id: noted.made, kind: noted.kind, size: noted.size, stack };
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
        gifts: &mut Gifts,
    ) -> std::io::Result<()> {
        if self.file.is_none() {
            self.file = Some(to_write(file)?);
        }
        let Some(file) = &self.file else { return Ok(()) };
        let more = table.entries + AHEAD > table.entries_ready && table.entries_ready < ENTRIES;
        let entries = table.entries_ready + if more { STEP } else { 0 };
        if more || table.stacks_ready < STACKS {
            // Where there is no memory, what there is has to do.
            let give = |reserve: &dyn Fn(u64, u64) -> std::io::Result<()>| {
                reader::give_allocations(file, table, (entries, STACKS), reserve)
            };
            let _ = provision.give_by(file, gifts, give);
        }
        Ok(())
    }
}

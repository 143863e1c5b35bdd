//! Collective operations: the parts of all ranks, put together.
//!
//! A rank that comes early waits in its kernel for the others. What the last one needs from its arrival on is *moving*; what the
//! others needed more is *waiting*.

use crate::sink::ProcessId;
use std::collections::BTreeMap;
use zetop_wire::layout::Collective;

/// Operations of which some ranks have not been heard yet.
const MOST_OPEN: usize = 8192;
/// How long the other ranks of an operation may take to be heard: those that nobody watches never are.
const PATIENCE_NS: u64 = 10_000_000_000;
/// Rows that are kept.
const MOST_ROWS: usize = 1024;
/// Sizes up to this are one class; the others are powers of two.
const SMALLEST: u64 = 8192;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    communicator: u64,
    operation: u8,
    sequence: u64,
}

#[derive(Debug, Clone, Default)]
struct Open {
    parts: Vec<(ProcessId, Collective)>,
    /// When the first of them was read.
    since: u64,
}

/// What a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sort {
    pub communicator: u64,
    pub operation: u8,
    /// A power of two, bytes.
    pub up_to: u64,
}

/// Sums over operations of a sort. Times are means over the ranks of each.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pub ranks: u16,
    pub count: u64,
    /// Operations of which not all ranks were heard: nobody knows who waited for whom.
    pub partial: u64,
    pub bytes: u64,
    pub time_ns: u64,
    pub moving_ns: u64,
    pub waiting_ns: u64,
    /// Algorithm and protocol of the operation that was complete last.
    pub algorithm: u8,
    pub protocol: u8,
    /// By process: how often it came last, and how long the others waited for it, each of them.
    pub last: BTreeMap<ProcessId, (u64, u64)>,
    /// By process: time in these operations, and the part of it that was waiting.
    pub spent: BTreeMap<ProcessId, (u64, u64)>,
}

#[derive(Debug, Clone, Default)]
pub struct Collectives {
    open: BTreeMap<Key, Open>,
    pub rows: BTreeMap<Sort, Row>,
    /// Operations for which there was no room for a row.
    pub without_row: u64,
}

impl Collectives {
    pub(super) fn add(&mut self, id: ProcessId, record: &Collective, now: u64) {
        let Collective { communicator, operation, sequence, .. } = *record;
        let key = Key { communicator, operation, sequence };
        let open = self.open.entry(key).or_insert_with(|| Open { parts: Vec::new(), since: now });
        open.parts.push((id, *record));
        // A number that comes again is of the next one.
        if record.ranks > 0 && open.parts.len() >= usize::from(record.ranks) {
            self.close(key);
        } else if self.open.len() > MOST_OPEN {
            let oldest = self.open.iter().min_by_key(|(_, open)| open.since).map(|(key, _)| *key);
            oldest.into_iter().for_each(|key| self.close(key));
        }
    }

    /// Counts operations whose other ranks are not heard.
    pub(super) fn give_up(&mut self, now: u64) {
        let is_late = |open: &Open| now.saturating_sub(open.since) >= PATIENCE_NS;
        let late: Vec<Key> =
            self.open.iter().filter(|(_, open)| is_late(open)).map(|(key, _)| *key).collect();
        late.into_iter().for_each(|key| self.close(key));
    }

    pub(super) fn reset(&mut self) {
        self.rows.clear();
        self.without_row = 0;
        self.open.clear();
    }

    fn close(&mut self, key: Key) {
        let Some(Open { parts, .. }) = self.open.remove(&key) else { return };
        let Some(last) = parts.iter().max_by_key(|(_, part)| part.start) else { return };
        let bytes = parts.iter().map(|(_, part)| part.bytes).max().unwrap_or(0);
        let up_to = bytes.max(SMALLEST).checked_next_power_of_two().unwrap_or(u64::MAX);
        let sort = Sort { communicator: key.communicator, operation: key.operation, up_to };
        if !self.rows.contains_key(&sort) && self.rows.len() >= MOST_ROWS {
            self.without_row += 1;
            return;
        }
        let row = self.rows.entry(sort).or_default();
        let length = |part: &Collective| part.end.saturating_sub(part.start);
        let is_whole = parts.len() >= usize::from(last.1.ranks).max(1) && last.1.ranks > 0;
        // Without all of them, the shortest one has waited least.
        let moving = match is_whole {
            true => length(&last.1),
            false => parts.iter().map(|(_, part)| length(part)).min().unwrap_or(0),
        };
        let mean = |sum: u64| sum / parts.len() as u64;
        let add = |to: &mut u64, ns: u64| *to = to.saturating_add(ns);
        let waits = |part: &Collective| length(part).saturating_sub(moving);
        row.ranks = last.1.ranks.max(parts.len() as u16);
        (row.algorithm, row.protocol) = (last.1.algorithm, last.1.protocol);
        row.count += 1;
        row.partial += u64::from(!is_whole);
        add(&mut row.bytes, bytes);
        add(&mut row.moving_ns, moving);
        add(&mut row.time_ns, mean(crate::sum::sum(parts.iter().map(|(_, part)| length(part)))));
        add(&mut row.waiting_ns, mean(crate::sum::sum(parts.iter().map(|(_, part)| waits(part)))));
        for (id, part) in &parts {
            let (all, waited) = row.spent.entry(*id).or_default();
            add(all, length(part));
            add(waited, waits(part));
        }
        if is_whole && parts.len() > 1 {
            let others = parts.iter().filter(|(id, _)| *id != last.0);
            let waited = crate::sum::sum(others.map(|(_, part)| last.1.start.saturating_sub(part.start)));
            let (times, ns) = row.last.entry(last.0).or_default();
            *times += 1;
            add(ns, waited / (parts.len() as u64 - 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(rank: u16, sequence: u64, start: u64, end: u64) -> Collective {
        Collective {
            communicator: 7,
            operation: 1,
            sequence,
            bytes: 1 << 20,
            start,
            end,
            rank,
            ranks: 2,
            ..Collective::default()
        }
    }

    #[test]
    fn what_the_last_one_needs_is_moving_and_the_rest_is_waiting() {
        let mut all = Collectives::default();
        for sequence in 0..10 {
            let at = sequence * 1_000;
            all.add(20, &part(0, sequence, at, at + 900), 5);
            all.add(21, &part(1, sequence, at + 800, at + 900), 5);
        }
        let (sort, row) = all.rows.iter().next().unwrap();
        assert_eq!((sort.up_to, row.count, row.partial, row.bytes), (1 << 20, 10, 0, 10 << 20));
        assert_eq!((row.time_ns, row.moving_ns, row.waiting_ns), (5_000, 1_000, 4_000));
        assert_eq!(row.last, BTreeMap::from([(21, (10, 8_000))]));
        assert_eq!(row.spent, BTreeMap::from([(20, (9_000, 8_000)), (21, (1_000, 0))]));
    }

    #[test]
    fn operations_for_which_there_is_no_row_are_counted() {
        let mut all = Collectives::default();
        for communicator in 0..MOST_ROWS as u64 + 3 {
            for rank in 0..2 {
                all.add(20 + ProcessId::from(rank), &Collective { communicator, ..part(rank, 0, 1, 9) }, 5);
            }
        }
        assert_eq!((all.rows.len(), all.without_row), (MOST_ROWS, 3));
        all.reset();
        assert_eq!(all.without_row, 0);
    }

    #[test]
    fn an_operation_whose_other_ranks_are_not_watched_counts_without_waiting() {
        let mut all = Collectives::default();
        all.add(20, &part(0, 3, 100, 900), 5);
        all.give_up(6);
        assert!(all.rows.is_empty());
        all.give_up(5 + PATIENCE_NS);
        let row = all.rows.values().next().unwrap();
        assert_eq!((row.count, row.partial, row.time_ns, row.waiting_ns), (1, 1, 800, 0));
        assert!(row.last.is_empty());
    }
}

//! Collective operations: the parts of all ranks, put together.
//!
//! A rank that comes early waits in its kernel for the others. What the last one needs from its arrival on is *moving*; what the
//! others needed more is *waiting*.
//!
//! Ranks of several hosts have several clocks, which differ by more than an operation takes. An operation of which each rank
//! needs something from all others ends at all of them together: that says how far the clocks are apart.

use crate::sink::ProcessId;
use std::collections::{BTreeMap, BTreeSet};
use zetop_wire::layout::{Collective, OPERATIONS};

/// Operations that end at all ranks together: each rank needs something from all others.
const END_TOGETHER: [&str; 4] = ["AllReduce", "AllGather", "ReduceScatter", "AlltoAll"];

/// Operations of which some ranks have not been heard yet.
const MOST_OPEN: usize = 8192;
/// How long the other ranks of an operation may take to be heard: those that nobody watches never are.
const PATIENCE_NS: u64 = 10_000_000_000;
/// Rows that are kept.
const MOST_ROWS: usize = 1024;
/// A device that begins what is queued needs 1 to 2 us to go from one kernel to the next; no other kernel fits in between.
const NEXT_NS: u64 = 4_000;
/// Ends of operations that are remembered: one of each communicator and process.
const MOST_ENDS: usize = 65_536;
/// Sizes up to this are one class; the others are powers of two.
const SMALLEST: u64 = 8192;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    communicator: u64,
    operation: u8,
    sequence: u64,
}

/// A host, in the order in which they were heard of.
type Host = usize;

#[derive(Debug, Clone, Default)]
struct Open {
    parts: Vec<(ProcessId, Collective)>,
    /// The host that each part is from.
    hosts: Vec<Host>,
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
pub struct CollectiveSums {
    pub ranks: u16,
    pub count: u64,
    /// Operations of which not all ranks were heard: nobody knows who waited for whom.
    pub partial: u64,
    pub bytes: u64,
    pub time_ns: u64,
    pub moving_ns: u64,
    pub waiting_ns: u64,
    /// How long the devices took from one operation to the next that was queued behind it.
    pub between_ns: u64,
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
    pub rows: BTreeMap<Sort, CollectiveSums>,
    hosts: Vec<String>,
    /// How far each host's clock is ahead of the first one's, ns.
    clocks: BTreeMap<Host, i64>,
    /// By communicator and process: when its last operation ended.
    ends: BTreeMap<(u64, ProcessId), u64>,
    /// Processes whose operations have names, be it of one.
    pub heard: BTreeSet<ProcessId>,
    /// Operations for which there was no room for a row.
    pub without_row: u64,
}

impl Collectives {
    pub(super) fn add(&mut self, id: ProcessId, host: &str, record: &Collective, now: u64) {
        self.heard.insert(id);
        let host = self.hosts.iter().position(|known| known == host).unwrap_or_else(|| {
            self.hosts.push(host.to_owned());
            self.hosts.len() - 1
        });
        let Collective { communicator, operation, sequence, .. } = *record;
        let key = Key { communicator, operation, sequence };
        let open = self.open.entry(key).or_insert_with(|| Open { since: now, ..Open::default() });
        open.parts.push((id, *record));
        open.hosts.push(host);
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

    /// Puts the parts of all hosts on the first host's clock.
    fn align(&mut self, open: &mut Open, operation: u8) {
        let hosts: BTreeSet<Host> = open.hosts.iter().copied().collect();
        let Some(first) = hosts.first().copied().filter(|_| hosts.len() > 1) else { return };
        let ends_together = END_TOGETHER.contains(&OPERATIONS[usize::from(operation) % OPERATIONS.len()]);
        if ends_together {
            let end = |host: Host| {
                let parts = open.parts.iter().zip(&open.hosts).filter(|(_, of)| **of == host);
                parts.map(|((_, part), _)| part.end).max().unwrap_or(0)
            };
            let ahead = self.clocks.get(&first).copied().unwrap_or(0);
            for host in hosts.into_iter().skip(1) {
                let apart = end(host).wrapping_sub(end(first)) as i64;
                self.clocks.insert(host, ahead.wrapping_add(apart));
            }
        }
        for ((_, part), host) in open.parts.iter_mut().zip(&open.hosts) {
            let ahead = self.clocks.get(host).copied().unwrap_or(0);
            part.start = part.start.wrapping_add_signed(ahead.wrapping_neg());
            part.end = part.end.wrapping_add_signed(ahead.wrapping_neg());
        }
    }

    /// How long each rank's device took from the end of the operation before, of which it was known that this one follows.
    fn between(&mut self, communicator: u64, parts: &[(ProcessId, Collective)]) -> Vec<u64> {
        if self.ends.len() + parts.len() > MOST_ENDS {
            self.ends.clear();
        }
        let mut between = |(id, part): &(ProcessId, Collective)| {
            let before = self.ends.insert((communicator, *id), part.end)?;
            let passed = part.start.checked_sub(before)?;
            (part.launched < before && passed <= NEXT_NS).then_some(passed)
        };
        parts.iter().map(|part| between(part).unwrap_or(0)).collect()
    }

    fn close(&mut self, key: Key) {
        let Some(mut open) = self.open.remove(&key) else { return };
        let between = self.between(key.communicator, &open.parts);
        self.align(&mut open, key.operation);
        let Open { parts, .. } = open;
        let Some((last, between)) = parts.iter().zip(between).max_by_key(|((_, part), _)| part.start) else {
            return;
        };
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
        add(&mut row.between_ns, between);
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
            all.add(20, "a", &part(0, sequence, at, at + 900), 5);
            all.add(21, "a", &part(1, sequence, at + 800, at + 900), 5);
        }
        let (sort, row) = all.rows.iter().next().unwrap();
        assert_eq!((sort.up_to, row.count, row.partial, row.bytes), (1 << 20, 10, 0, 10 << 20));
        assert_eq!((row.time_ns, row.moving_ns, row.waiting_ns), (5_000, 1_000, 4_000));
        assert_eq!(row.last, BTreeMap::from([(21, (10, 8_000))]));
        assert_eq!(row.spent, BTreeMap::from([(20, (9_000, 8_000)), (21, (1_000, 0))]));
    }

    #[test]
    fn what_a_device_takes_to_the_next_operation_counts_if_that_was_queued() {
        let mut all = Collectives::default();
        let mut add = |sequence, launched, start| {
            for rank in 0..2 {
                let id = 20 + ProcessId::from(rank);
                all.add(id, "a", &Collective { launched, ..part(rank, sequence, start, start + 10_000) }, 5);
            }
            all.rows.values().next().unwrap().between_ns
        };
        assert_eq!(add(0, 90_000, 100_000), 0, "nothing is before it");
        assert_eq!(add(1, 91_000, 112_000), 2_000);
        assert_eq!(add(2, 92_000, 126_001), 2_000, "there was something in between");
        assert_eq!(add(3, 136_001, 137_001), 2_000, "launched when the one before had ended");
        assert_eq!(add(4, 137_000, 148_001), 3_000);
    }

    /// Rank 1's host is 50 us behind: by the clocks, rank 0 would come last.
    #[test]
    fn clocks_of_hosts_are_aligned_by_what_ends_together() {
        let mut all = Collectives::default();
        let late = |operation, sequence, end: u64| Collective {
            operation,
            ..part(1, sequence, 1_000_800 - 50_000, end - 50_000)
        };
        all.add(20, "a", &Collective { operation: 1, ..part(0, 0, 1_000_000, 1_000_900) }, 5);
        all.add(21, "b", &late(1, 0, 1_000_900), 5);
        // The root of a Broadcast (4) is done before the other ranks.
        all.add(20, "a", &Collective { operation: 4, ..part(0, 0, 1_000_000, 1_000_850) }, 5);
        all.add(21, "b", &late(4, 0, 1_000_900), 5);
        for row in all.rows.values() {
            assert_eq!(row.last, BTreeMap::from([(21, (1, 800))]), "{row:?}");
        }
        assert_eq!(all.rows.len(), 2);
    }

    #[test]
    fn operations_for_which_there_is_no_row_are_counted() {
        let mut all = Collectives::default();
        for communicator in 0..MOST_ROWS as u64 + 3 {
            for rank in 0..2 {
                all.add(
                    20 + ProcessId::from(rank),
                    "a",
                    &Collective { communicator, ..part(rank, 0, 1, 9) },
                    5,
                );
            }
        }
        assert_eq!((all.rows.len(), all.without_row), (MOST_ROWS, 3));
        all.reset();
        assert_eq!(all.without_row, 0);
    }

    #[test]
    fn an_operation_whose_other_ranks_are_not_watched_counts_without_waiting() {
        let mut all = Collectives::default();
        all.add(20, "a", &part(0, 3, 100, 900), 5);
        all.give_up(6);
        assert!(all.rows.is_empty());
        all.give_up(5 + PATIENCE_NS);
        let row = all.rows.values().next().unwrap();
        assert_eq!((row.count, row.partial, row.time_ns, row.waiting_ns), (1, 1, 800, 0));
        assert!(row.last.is_empty());
    }
}

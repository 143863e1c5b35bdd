//! What an address belongs to: allocations by address, kept up to date from the calls that make and free
//! them.

use crate::allocations::{self, Cursor, Noted, Taken};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{MemoryCounters, MemoryKind, Process};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    pub size: usize,
    pub kind: MemoryKind,
    /// The device it was allocated on (or for, if shared); 0 for none.
    pub device: usize,
    /// Made by a call that we saw, so that its free is counted too.
    pub counted: bool,
}

/// Allocations by start address. They never overlap: a new one removes those it covers, which must have been
/// freed without our seeing it.
#[derive(Default)]
pub struct MemoryMap {
    ranges: BTreeMap<usize, Held>,
    cursor: Cursor,
    /// Addresses that the driver does not know, so that it is asked only once.
    foreign: FxHashSet<usize>,
    /// How often allocations were noted or removed.
    changes: u64,
}

/// An allocation, with its entry in the process file.
struct Held {
    allocation: Allocation,
    noted: Noted,
}

/// Index into `Process::memory`.
fn position(kind: MemoryKind) -> Option<usize> {
    match kind {
        MemoryKind::Host => Some(0),
        MemoryKind::Device => Some(1),
        MemoryKind::Shared => Some(2),
        _ => None,
    }
}

fn counters(process: &Process, kind: MemoryKind) -> Option<&MemoryCounters> {
    process.memory.get(position(kind)?)
}

fn add(counter: &std::sync::atomic::AtomicU64, by: u64) -> u64 {
    let value = counter.load(Relaxed).wrapping_add(by);
    counter.store(value, Relaxed);
    value
}

impl Allocation {
    /// The driver was asked about it: it is the API's, and nobody saw it made.
    #[must_use]
    pub fn is_from_before(&self) -> bool {
        !self.counted && position(self.kind).is_some()
    }
}

impl MemoryMap {
    /// Records an allocation. The stack of the call that made it is noted if it is counted.
    pub fn insert(&mut self, process: &Process, start: usize, allocation: Allocation, taken: Option<Taken>) {
        self.changes += 1;
        let end = start.saturating_add(allocation.size.max(1));
        let mut covered: Vec<usize> = self.ranges.range(start..end).map(|(&s, _)| s).collect();
        // The neighbour below may reach into it as well.
        if let Some((&below, old)) = self.ranges.range(..start).next_back()
            && below.saturating_add(old.allocation.size) > start
        {
            covered.push(below);
        }
        for old in covered {
            self.remove(process, old);
        }
        let mut noted = Noted::default();
        if let Some(at) = position(allocation.kind).filter(|_| allocation.counted) {
            let c = &process.memory[at];
            add(&c.allocs, 1);
            add(&c.alloc_bytes, allocation.size as u64);
            add(&c.live_count, 1);
            let live = add(&c.live_bytes, allocation.size as u64);
            if live > c.peak_bytes.load(Relaxed) {
                c.peak_bytes.store(live, Relaxed);
            }
            if let Some(taken) = taken {
                noted = allocations::note(process, at, allocation.size, taken, &mut self.cursor);
            }
        }
        self.ranges.insert(start, Held { allocation, noted });
    }

    /// Removes the allocation that starts at `start`.
    pub fn remove(&mut self, process: &Process, start: usize) -> Option<Allocation> {
        self.changes += 1;
        let Held { allocation: old, noted } = self.ranges.remove(&start)?;
        allocations::freed(process, noted);
        if let Some(c) = counters(process, old.kind).filter(|_| old.counted) {
            add(&c.frees, 1);
            add(&c.live_count, 1u64.wrapping_neg());
            add(&c.live_bytes, (old.size as u64).wrapping_neg());
        }
        Some(old)
    }

    /// A call has freed memory that [`Self::remove`] did not find, or found as what the driver was asked about: nobody saw it made.
    pub fn freed_unseen(process: &Process) {
        let count = &process.frees_before;
        count.store(count.load(Relaxed).saturating_add(1), Relaxed);
    }

    /// Start addresses of the allocations that begin in a range.
    #[must_use]
    pub fn within(&self, range: std::ops::Range<usize>) -> Vec<usize> {
        if range.is_empty() {
            Vec::new()
        } else {
            self.ranges.range(range).map(|(start, _)| *start).collect()
        }
    }

    /// Forgets everything. Used when no hooks see allocations and frees, so nothing was counted.
    pub fn clear(&mut self) {
        self.changes += 1;
        self.ranges.clear();
        self.foreign.clear();
    }

    /// Puts back an allocation whose free call failed. Its entry is gone: from now on it counts as one without a place.
    pub fn put_back(&mut self, process: &Process, start: usize, allocation: Allocation) {
        if let Some(c) = counters(process, allocation.kind).filter(|_| allocation.counted) {
            add(&c.frees, 1u64.wrapping_neg());
            add(&c.live_count, 1);
            add(&c.live_bytes, allocation.size as u64);
        }
        self.ranges.insert(start, Held { allocation, noted: Noted::default() });
    }

    /// Remembers an address that belongs to no allocation. Programs use many, so the list is cleared from
    /// time to time.
    pub fn insert_foreign(&mut self, address: usize) {
        const MAX_FOREIGN: usize = 1 << 16;
        if self.foreign.len() >= MAX_FOREIGN {
            self.foreign.clear();
        }
        self.foreign.insert(address);
    }

    /// Says how often allocations were noted or removed: where that differs, what the driver was asked before may no longer be so.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    #[must_use]
    pub fn is_foreign(&self, address: usize) -> bool {
        self.foreign.contains(&address)
    }

    /// The allocation that holds an address; a pointer inside one counts.
    #[must_use]
    pub fn find(&self, address: usize) -> Option<&Allocation> {
        let (&start, found) = self.ranges.range(..=address).next_back()?;
        let found = &found.allocation;
        (address - start < found.size.max(1)).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn process() -> Box<Process> {
        // SAFETY: `Process` is all atomics and padding, for which zero bytes are valid; the layout is its own.
        unsafe {
            let layout = std::alloc::Layout::new::<Process>();
            Box::from_raw(std::alloc::alloc_zeroed(layout).cast())
        }
    }

    fn host(size: usize) -> Allocation {
        Allocation { size, kind: MemoryKind::Host, device: 0, counted: true }
    }

    #[test]
    fn pointers_inside_count_and_neighbours_do_not() {
        let (p, mut map) = (process(), MemoryMap::default());
        map.insert(&p, 0x1000, host(0x100), None);
        assert!(map.find(0xfff).is_none());
        assert_eq!(map.find(0x1000).unwrap().kind, MemoryKind::Host);
        assert_eq!(map.find(0x10ff).unwrap().kind, MemoryKind::Host);
        assert!(map.find(0x1100).is_none());
    }

    #[test]
    fn a_reused_address_is_what_it_is_now() {
        let (p, mut map) = (process(), MemoryMap::default());
        map.insert(&p, 0x1000, host(64), None);
        map.remove(&p, 0x1000);
        assert!(map.find(0x1000).is_none());
        map.insert(&p, 0x1000, Allocation { kind: MemoryKind::Device, ..host(32) }, None);
        assert_eq!(map.find(0x1000).unwrap().kind, MemoryKind::Device);
        assert_eq!(p.memory[0].frees.load(Relaxed), 1);
        assert_eq!(p.memory[1].live_bytes.load(Relaxed), 32);
    }

    proptest! {
        #[test]
        fn counters_agree_with_the_map(ops in prop::collection::vec((0usize..64, 1usize..200, any::<bool>()), 1..200)) {
            let (p, mut map) = (process(), MemoryMap::default());
            for (slot, size, free) in ops {
                let start = 0x1000 + slot * 100;
                if free { map.remove(&p, start); } else { map.insert(&p, start, host(size), None); }
                let live: usize = map.ranges.values().map(|held| held.allocation.size).sum();
                prop_assert_eq!(p.memory[0].live_bytes.load(Relaxed), live as u64);
                prop_assert_eq!(p.memory[0].live_count.load(Relaxed), map.ranges.len() as u64);
                prop_assert_eq!(p.memory[0].allocs.load(Relaxed) - p.memory[0].frees.load(Relaxed), map.ranges.len() as u64);
            }
            let mut end = 0;
            for (start, a) in &map.ranges {
                prop_assert!(*start >= end);
                end = start + a.allocation.size;
            }
        }
    }
}

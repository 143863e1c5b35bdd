//! Allocations, and with which context each of them ends.

use rustc_hash::FxHashMap;
use std::ffi::c_int;
use std::ops::Range;
use zetop_probe_core::allocations::Taken;
use zetop_probe_core::memory::{Allocation, MemoryMap};
use zetop_wire::layout::Process;

/// The context that an allocation belongs to, and its device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub context: usize,
    pub device: c_int,
}

/// An allocation that was taken out.
pub struct Removed {
    start: usize,
    allocation: Allocation,
    owner: Option<Owner>,
}

#[derive(Default)]
pub struct OwnedMemory {
    map: MemoryMap,
    owners: FxHashMap<usize, Owner>,
}

impl OwnedMemory {
    /// Notes an allocation. Without an owner, it outlives all contexts.
    pub fn insert(
        &mut self,
        process: &Process,
        start: usize,
        allocation: Allocation,
        owner: Option<Owner>,
        taken: Option<Taken>,
    ) {
        let end = start.saturating_add(allocation.size.max(1));
        for covered in self.map.within(start..end) {
            self.owners.remove(&covered);
        }
        self.map.insert(process, start, allocation, taken);
        if let Some(owner) = owner {
            self.owners.insert(start, owner);
        }
    }

    /// Takes out the allocations that begin in a range.
    pub fn remove(&mut self, process: &Process, range: Range<usize>) -> Vec<Removed> {
        let starts = self.map.within(range).into_iter();
        let removed = starts.filter_map(|start| {
            let allocation = self.map.remove(process, start)?;
            Some(Removed { start, allocation, owner: self.owners.remove(&start) })
        });
        removed.collect()
    }

    /// Their free call failed.
    pub fn put_back(&mut self, process: &Process, removed: Vec<Removed>) {
        for Removed { start, allocation, owner } in removed {
            self.map.put_back(process, start, allocation);
            if let Some(owner) = owner {
                self.owners.insert(start, owner);
            }
        }
    }

    /// Contexts have gone, and their memory with them.
    pub fn forget(&mut self, process: &Process, is_gone: impl Fn(&Owner) -> bool) {
        let gone: Vec<usize> =
            self.owners.iter().filter(|(_, owner)| is_gone(owner)).map(|(start, _)| *start).collect();
        for start in gone {
            self.owners.remove(&start);
            self.map.remove(process, start);
        }
    }

    /// The allocation that holds an address.
    pub fn find(&self, address: usize) -> Option<&Allocation> {
        self.map.find(address)
    }
}

//! Chases: from line to line, in an order that nothing can foresee.

use super::target::Target;
use crate::bench::messages::CHASE;
use anyhow::Result;
use zetop_workloads::ze::{Allocation, Ending, Heap, Kernel, Kind, List, Module, Place, Queue};

/// Bytes of a line.
pub(super) const LINE: u64 = 64;

/// Chases side by side, each through a working set of its own.
pub(super) struct Chases {
    kernel: Kernel,
    bytes: u64,
    sets: Allocation,
    _places: Allocation,
}

impl Chases {
    /// So many working sets of so many bytes: these operations are then over.
    pub(super) fn new(target: &Target, module: &Module, sets: u64, bytes: u64) -> Result<(Self, u64)> {
        let new = |len: u64| Allocation::new(target.context(), &target.device, Kind::Device, len as usize);
        let (all, places) = (new(sets * bytes)?, new(4 * sets)?);
        let mut heap = Heap::new(bytes as usize);
        write_order(heap.bytes_mut());
        let list = List::synchronous(target.context(), &target.device, target.device.compute_ordinal()?)?;
        for set in 0..sets {
            list.copy(all.place().part((set * bytes) as usize, bytes as usize), heap.place(), Ending::NONE)?;
        }
        list.fill(places.place(), &[0], Ending::NONE)?;
        let kernel = module.kernel(CHASE)?;
        kernel.group_size(1, 1, 1)?;
        kernel.set_buffer(0, all.place())?;
        kernel.set_buffer(1, places.place())?;
        kernel.set_u32(3, (bytes / LINE) as u32)?;
        Ok((Self { kernel, bytes, sets: all, _places: places }, sets + 1))
    }

    /// The memory of all sets.
    pub(super) fn place(&self) -> Place {
        self.sets.place()
    }

    /// A list in which so many groups go on by so many steps.
    pub(super) fn list(&self, target: &Target, groups: u64, steps: u64) -> Result<List> {
        let ordinal = target.device.compute_ordinal()?;
        let list = List::regular(target.context(), &target.device, ordinal, 0)?;
        self.kernel.set_u32(2, steps as u32)?;
        list.launch(&self.kernel, [groups as u32, 1, 1], Ending::NONE)?;
        list.close()?;
        Ok(list)
    }

    /// Goes through the sets once, or so many steps where that is too much.
    pub(super) fn warm_up(&self, target: &Target, queue: &Queue, groups: u64, most: u64) -> Result<()> {
        let list = self.list(target, groups, (self.bytes / LINE).min(most))?;
        queue.execute(&[&list], None)?;
        Ok(queue.finish()?)
    }
}

/// An order of all lines that comes back to the first only at the end: the first word of each says which one is next.
pub(super) fn write_order(bytes: &mut [u8]) {
    let order = circle(bytes.len() / LINE as usize);
    let (lines, _) = bytes.as_chunks_mut::<{ LINE as usize }>();
    for (line, next) in lines.iter_mut().zip(order) {
        line[..4].copy_from_slice(&next.to_ne_bytes());
    }
}

/// For each of so many places the next one: a single circle through all (Sattolo's shuffle).
fn circle(places: usize) -> Vec<u32> {
    // Any fixed sequence will do, and the same one each time: xorshift.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut next: Vec<u32> = (0..places as u32).collect();
    for place in (1..places).rev() {
        next.swap(place, random(place));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_through_all_lines() {
        for places in [1, 2, 3, 64, 1000] {
            let next = circle(places);
            let (mut at, mut steps) = (0, 0);
            loop {
                (at, steps) = (next[at] as usize, steps + 1);
                if at == 0 {
                    break;
                }
            }
            assert_eq!(steps, places);
        }
    }
}

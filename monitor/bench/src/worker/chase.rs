//! Chases: from line to line, in an order that nothing can foresee.

use super::gpu::interface::{Argument, Command, Gpu, Launch, Work};
use super::gpu::memory::{Memory, MemoryRange};
use crate::memory_kind::MemoryKind;
use crate::messages::CHASE;
use anyhow::Result;

/// Bytes of a line.
pub(super) const LINE: u64 = 64;

/// Chases side by side, each through a working set of its own.
pub(super) struct Chases<'a> {
    gpu: &'a dyn Gpu,
    bytes: u64,
    sets: Memory<'a>,
    places: Memory<'a>,
}

impl<'a> Chases<'a> {
    /// Makes `sets` working sets of `bytes` each. The operations that this takes, as many as are returned, are then over.
    pub(super) fn new(gpu: &'a dyn Gpu, sets: u64, bytes: u64) -> Result<(Self, u64)> {
        let (all, places) =
            (gpu.allocate(MemoryKind::Device, sets * bytes)?, gpu.allocate(MemoryKind::Device, 4 * sets)?);
        let mut heap = gpu.allocate(MemoryKind::Heap, bytes)?;
        write_order(heap.bytes_mut());
        let set = |number: u64| all.place().part((number * bytes) as usize, bytes as usize);
        // All others from the first one: within the device that is faster.
        let mut commands = vec![
            Command::Fill(places.place()),
            Command::Copy { to: set(0), from: heap.place() },
            Command::Barrier,
        ];
        commands.extend((1..sets).map(|number| Command::Copy { to: set(number), from: set(0) }));
        gpu.record(&commands)?.execute()?;
        Ok((Self { gpu, bytes, sets: all, places }, sets + 1))
    }

    /// The memory of all sets.
    pub(super) fn place(&self) -> MemoryRange {
        self.sets.place()
    }

    /// The number of groups, and by how many steps each goes on.
    pub(super) fn work(&self, groups: u64, steps: u64) -> Result<Box<dyn Work + 'a>> {
        let arguments = [
            Argument::Buffer(self.sets.place()),
            Argument::Buffer(self.places.place()),
            Argument::U32(steps as u32),
            Argument::U32((self.bytes / LINE) as u32),
        ];
        let groups = [groups as u32, 1, 1];
        let launch = Launch { kernel: CHASE, items: [1, 1, 1], groups, arguments: &arguments };
        self.gpu.record(&[Command::Launch(launch)])
    }

    /// Goes through the sets once, but makes `most` steps at most.
    pub(super) fn warm_up(&self, groups: u64, most: u64) -> Result<()> {
        self.work(groups, (self.bytes / LINE).min(most))?.execute()
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

/// The place that follows each of `places`: a single circle through all (Sattolo's shuffle).
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

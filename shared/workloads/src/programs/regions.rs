//! Boxes of bytes inside memory with pitches.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::checksum;
use crate::ze::{Allocation, Ending, Gpu, Heap, Kind, List, Region};
use anyhow::{Result, ensure};

pub const REGIONS: Program = Program {
    name: "regions",
    about: "2D and 3D regions with pitches larger than their width, to the device and back",
    keys: &[("width", "100"), ("height", "20"), ("depth", "5")],
    run: regions,
};

const PITCH: u32 = 256;
const OTHER_PITCH: u32 = 320;

fn regions(arguments: &Arguments) -> Result<()> {
    let (width, height, depth) =
        (arguments.get::<u32>("width")?, arguments.get::<u32>("height")?, arguments.get::<u32>("depth")?);
    ensure!(width + 16 <= PITCH && height > 0 && depth > 0, "up to {} wide, not empty", PITCH - 16);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let list = List::synchronous(context, &device, device.compute_ordinal()?)?;
    let rows = height + 8;
    let (slice, other_slice) = (PITCH * rows, OTHER_PITCH * rows);
    let mut source = Heap::new((slice * (depth + 2)) as usize);
    source.bytes_mut().iter_mut().enumerate().for_each(|(i, byte)| *byte = (i % 253) as u8);
    let on_device = Allocation::new(context, &device, Kind::Device, (other_slice * (depth + 2)) as usize)?;
    let mut target = Heap::new(source.bytes().len());

    let mut ledger = Ledger::new();
    // In two dimensions the slice pitch is 0 and depth may be 0 or 1, which mean the same.
    for (size, slices) in
        [([width, height, 0], false), ([width, height, 1], false), ([width, height, depth], true)]
    {
        let pitches = |wanted| if slices { wanted } else { 0 };
        let z = u32::from(slices);
        let from =
            Region { place: source.place(), origin: [3, 2, z], pitch: PITCH, slice_pitch: pitches(slice) };
        let there = Region {
            place: on_device.place(),
            origin: [7, 1, z],
            pitch: OTHER_PITCH,
            slice_pitch: pitches(other_slice),
        };
        let to =
            Region { place: target.place(), origin: [3, 2, z], pitch: PITCH, slice_pitch: pitches(slice) };
        list.copy_region(there, from, size, Ending::NONE)?;
        list.copy_region(to, there, size, Ending::NONE)?;
        let payload = (size[0] * size[1] * size[2].max(1)) as usize;
        ledger.transfer("heap", "device", 1, payload);
        ledger.transfer("device", "heap", 1, payload);
        check(source.bytes(), target.bytes(), [3, 2, z], size, pitches(slice))?;
        target.bytes_mut().fill(0);
    }
    println!("{:016x}", checksum(source.bytes()));
    ledger.print();
    Ok(())
}

/// Inside the box the bytes of the source, outside it zeros.
fn check(source: &[u8], target: &[u8], origin: [u32; 3], size: [u32; 3], slice: u32) -> Result<()> {
    let inside = |index: usize| {
        let index = index as u32;
        let z = index.checked_div(slice).unwrap_or(0);
        let in_slice = index - z * slice;
        let at = [in_slice % PITCH, in_slice / PITCH, z];
        (0..3).all(|d| at[d] >= origin[d] && at[d] < origin[d] + size[d].max(1))
    };
    for (index, byte) in target.iter().enumerate() {
        let expected = if inside(index) { source[index] } else { 0 };
        ensure!(*byte == expected, "{size:?}: byte {index} is {byte}, not {expected}");
    }
    Ok(())
}

//! Copies between memory of all kinds.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::{checksum, number};
use crate::ze::{Allocation, Context, Ending, Gpu, Heap, Kind, List, MemoryRange};
use anyhow::{Result, ensure};

pub const COPIES: Program = Program {
    name: "copies",
    about: "n copies from each kind of memory to each, and a fill of each; pair=SRC-DST for one of them",
    keys: &[("size", "64K"), ("n", "3"), ("pair", "all"), ("engine", "compute")],
    run: copies,
};

const KINDS: [&str; 4] = ["host", "device", "shared", "heap"];

/// Memory of one kind, and a second piece of the same kind to copy to.
struct Memory {
    kind: &'static str,
    from: Side,
    to: Side,
}

enum Side {
    Allocated(Allocation),
    Heap(Heap),
}

impl Side {
    fn new(gpu: &Gpu, kind: &str, size: usize) -> Result<Self> {
        let kind = match kind {
            "host" => Kind::Host,
            "device" => Kind::Device,
            "shared" => Kind::Shared,
            _ => return Ok(Self::Heap(Heap::new(size))),
        };
        Ok(Self::Allocated(Allocation::new(&gpu.context, &gpu.device(), kind, size)?))
    }

    fn place(&mut self) -> MemoryRange {
        match self {
            Self::Allocated(allocation) => allocation.place(),
            Self::Heap(heap) => heap.place(),
        }
    }
}

fn copies(arguments: &Arguments) -> Result<()> {
    let (size, n, pair) = (arguments.bytes("size")?, arguments.get::<u64>("n")?, arguments.text("pair")?);
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let ordinal = match arguments.text("engine")? {
        "copy" => device.copy_ordinal()?,
        _ => device.compute_ordinal()?,
    };
    let list = List::synchronous(&gpu.context, &device, ordinal)?;
    let wanted = |kind: &str| pair == "all" || pair.split('-').any(|side| side == kind);
    let mut memories = Vec::new();
    for kind in KINDS.into_iter().filter(|kind| wanted(kind)) {
        memories.push(Memory { kind, from: Side::new(&gpu, kind, size)?, to: Side::new(&gpu, kind, size)? });
    }
    let mut seed = Heap::new(size);
    number(seed.bytes_mut());
    let mut back = Heap::new(size);
    let mut ledger = Ledger::new();
    // Every source holds the same: what arrives must be the seed.
    for memory in &mut memories {
        list.copy(memory.from.place(), seed.place(), Ending::NONE)?;
        ledger.transfer("heap", memory.kind, 1, size);
    }
    for source in 0..memories.len() {
        for target in 0..memories.len() {
            let (from, to) = (memories[source].kind, memories[target].kind);
            if pair != "all" && pair != format!("{from}-{to}") {
                continue;
            }
            let (to_place, from_place) = (memories[target].to.place(), memories[source].from.place());
            list.fill(to_place, &[0xEE], Ending::NONE)?;
            ledger.fill(size);
            for _ in 0..n {
                list.copy(to_place, from_place, Ending::NONE)?;
            }
            ledger.transfer(from, to, n, size);
            back.bytes_mut().fill(0);
            list.copy(back.place(), to_place, Ending::NONE)?;
            ledger.transfer(to, "heap", 1, size);
            ensure!(back.bytes() == seed.bytes(), "{from} -> {to}: something else arrived");
        }
    }
    println!("{:016x}", checksum(back.bytes()));
    ledger.print();
    Ok(())
}

pub const ADDRESSES: Program = Program {
    name: "addresses",
    about: "copies from the middle of allocations, from freed and reused addresses, from another context",
    keys: &[("size", "64K"), ("n", "20")],
    run: addresses,
};

fn addresses(arguments: &Arguments) -> Result<()> {
    let (size, n) = (arguments.bytes("size")?, arguments.get::<u64>("n")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let list = List::synchronous(context, &device, device.compute_ordinal()?)?;
    let mut ledger = Ledger::new();
    let mut heap = Heap::new(size);
    heap.bytes_mut().fill(0x5A);

    let whole = Allocation::new(context, &device, Kind::Device, 4 * size)?;
    let middle = whole.place().part(size + 128, size - 128);
    let end = whole.place().part(4 * size - 1, 1);
    list.copy(middle, heap.place().part(0, size - 128), Ending::NONE)?;
    list.copy(end, heap.place().part(0, 1), Ending::NONE)?;
    ledger.transfer("heap", "device", 1, size - 128);
    ledger.transfer("heap", "device", 1, 1);

    // Allocators often give out an address again for memory of another kind.
    for (kind, name) in
        [(Kind::Host, "host"), (Kind::Device, "device"), (Kind::Shared, "shared")].repeat(n as usize)
    {
        let short_lived = Allocation::new(context, &device, kind, size)?;
        list.copy(short_lived.place(), heap.place(), Ending::NONE)?;
        ledger.transfer("heap", name, 1, size);
        short_lived.free()?;
        let mut next = Heap::new(size);
        list.copy(next.place(), heap.place(), Ending::NONE)?;
        ledger.transfer("heap", "heap", 1, size);
        ensure!(next.bytes() == heap.bytes());
    }

    let other = Context::new(&gpu.driver)?;
    let mut foreign = Allocation::new(&other, &device, Kind::Host, size)?;
    foreign.bytes_mut().fill(0xC3);
    let target = Allocation::new(context, &device, Kind::Device, size)?;
    list.copy_from_context(target.place(), &other, foreign.place(), Ending::NONE)?;
    ledger.transfer("host", "device", 1, size);
    list.copy(heap.place(), target.place(), Ending::NONE)?;
    ledger.transfer("device", "heap", 1, size);
    ensure!(heap.bytes().iter().all(|byte| *byte == 0xC3), "something else arrived from the other context");
    println!("{:016x}", checksum(heap.bytes()));
    ledger.print();
    Ok(())
}

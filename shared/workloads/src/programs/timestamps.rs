//! Programs that use timestamps themselves: they must see the same with a profiler in the process.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Heap, Kind, List, Module, PoolKind, Queue, Stamps};
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeSet;

/// Cycles of the device between two stamps, which may have wrapped.
fn cycles(start: u64, end: u64, bits: u32) -> u64 {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    end.wrapping_sub(start) & mask
}

pub const PROGRAM_TIMESTAMPS: Program = Program {
    name: "program-timestamps",
    about: "reads the stamps of its own events on the host and in a list, and prints n durations in cycles",
    keys: &[("n", "5")],
    run: program_timestamps,
};

fn program_timestamps(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u32>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let bits = device.properties()?.kernelTimestampValidBits;
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["work"])?;
    let kernel = module.kernel("work")?;
    let pool = EventPool::new(context, PoolKind::Timestamps, n)?;
    let events = pool.events(n)?;
    let all: Vec<_> = events.iter().collect();
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    for event in &events {
        list.launch(&kernel, [1, 1, 1], Ending::signal(event))?;
    }
    list.barrier(Ending::NONE)?;
    let mut queried = Heap::new(32 * n as usize);
    list.query_timestamps(&all, queried.place(), Ending::NONE.after(&all))?;
    list.close()?;
    queue.execute(&[&list], None)?;
    queue.finish()?;
    for (event, raw) in events.iter().zip(queried.bytes().as_chunks::<32>().0) {
        let stamps = event.timestamps()?.context("a signalled event has no stamps")?;
        let word = |index: usize| u64::from_ne_bytes(raw.as_chunks::<8>().0[index]);
        // global start, global end, context start, context end
        let same = Stamps { global: (word(0), word(1)), context: (word(2), word(3)) };
        ensure!(same == stamps, "the list says {same:?}, the host {stamps:?}");
        let between = |(start, end): (u64, u64)| cycles(start, end, bits);
        println!("{} cycles, {} globally", between(stamps.context), between(stamps.global));
    }
    let mut ledger = Ledger::new();
    ledger.kernel("work", u64::from(n));
    ledger.calls("zeEventQueryKernelTimestamp", u64::from(n), 0);
    ledger.print();
    Ok(())
}

pub const POOL_KINDS: Program = Program {
    name: "pool-kinds",
    about: "n kernels with events of each kind of pool: without timestamps, with, mapped, for other processes (ipc=1)",
    keys: &[("n", "3"), ("ipc", "0")],
    run: pool_kinds,
};

fn pool_kinds(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["work"])?;
    let kernel = module.kernel("work")?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let target = Allocation::new(context, &device, Kind::Device, 4096)?;
    let mut source = Heap::new(4096);
    let mut ledger = Ledger::new();
    let mut kinds = vec![PoolKind::Plain, PoolKind::Timestamps, PoolKind::MappedTimestamps];
    if arguments.get::<u32>("ipc")? > 0 {
        kinds = vec![PoolKind::Ipc];
    }
    for kind in kinds {
        let pool = EventPool::new(context, kind, 2)?;
        let (first, second) = (pool.event(0)?, pool.event(1)?);
        let mut seen = BTreeSet::new();
        for _ in 0..n {
            list.launch(&kernel, [1, 1, 1], Ending::signal(&first))?;
            list.copy(target.place(), source.place(), Ending::signal(&second).after(&[&first]))?;
            second.wait()?;
            ensure!(first.query()?, "a copy did not wait for its event");
            // What a pool without timestamps answers here is up to the driver, but always the same.
            seen.insert(first.timestamps().map(|stamps| stamps.is_some()).map_err(|failed| failed.result));
            first.reset()?;
            second.reset()?;
        }
        let ipc = pool.ipc_handle().map(drop);
        println!("{kind:?}: stamps {seen:x?}, shared {ipc:x?}");
        ledger.kernel("work", n);
        ledger.transfer("heap", "device", n, 4096);
    }
    ledger.print();
    Ok(())
}

pub const KERNEL_BETWEEN: Program = Program {
    name: "kernel-between",
    about: "for `seconds`, a kernel every `ms`: each lies between its append and the end of its wait in device time",
    keys: &[("seconds", "2"), ("ms", "50")],
    run: kernel_between,
};

fn kernel_between(arguments: &Arguments) -> Result<()> {
    let (seconds, ms) = (arguments.get::<f64>("seconds")?, arguments.get::<u64>("ms")?.max(1));
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let properties = device.properties()?;
    let module = Module::with_kernels(context, &device, &["work"])?;
    let kernel = module.kernel("work")?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 1)?;
    let event = pool.event(0)?;
    let rounds = (seconds * 1000.0 / ms as f64) as u64;
    for round in 0..rounds {
        let (_, before) = device.global_timestamps()?;
        list.launch(&kernel, [1, 1, 1], Ending::signal(&event))?;
        event.wait()?;
        let (_, after) = device.global_timestamps()?;
        let stamps = event.timestamps()?.context("a signalled event has no stamps")?;
        event.reset()?;
        // The device timestamp may have more bits than the kernel's.
        let within = cycles(before, stamps.global.0, properties.kernelTimestampValidBits)
            <= cycles(before, after, properties.kernelTimestampValidBits);
        ensure!(within, "round {round}: {stamps:?} is not between {before} and {after}");
        std::thread::sleep(std::time::Duration::from_millis(ms));
    }
    println!("{rounds} kernels");
    let mut ledger = Ledger::new();
    ledger.kernel("work", rounds);
    ledger.print();
    Ok(())
}

//! One list, one event, many executions.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Heap, Kind, List, Module, PoolKind, Queue};
use anyhow::{Result, ensure};

pub const HOST_SIGNAL_LATE: Program = Program {
    name: "host-signal-late",
    about: "executes a list twice that waits for an event which the host signals after the second submission",
    keys: &[("pool", "timestamps")],
    run: host_signal_late,
};

fn host_signal_late(arguments: &Arguments) -> Result<()> {
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["short", "long"])?;
    let (short, long) = (module.kernel("short")?, module.kernel("long")?);
    let pool = EventPool::new(context, pool_kind(arguments.text("pool")?), 1)?;
    let gate = pool.event(0)?;
    let target = Allocation::new(context, &device, Kind::Device, 4096)?;
    let mut source = Heap::new(4096);
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    list.launch(&short, [1, 1, 1], Ending::NONE.after(&[&gate]))?;
    list.barrier(Ending::NONE)?;
    list.launch(&long, [1, 1, 1], Ending::NONE)?;
    list.copy(target.place(), source.place(), Ending::NONE)?;
    list.close()?;
    queue.execute(&[&list], None)?;
    queue.execute(&[&list], None)?;
    ensure!(!queue.synchronize(20_000_000)?, "the queue did not wait for the event");
    println!("both submitted, nothing done");
    gate.signal()?;
    queue.finish()?;
    println!("both done");
    let mut ledger = Ledger::new();
    ledger.kernel("short", 2);
    ledger.kernel("long", 2);
    ledger.transfer("heap", "device", 2, 4096);
    ledger.print();
    Ok(())
}

pub(super) fn pool_kind(name: &str) -> PoolKind {
    if name == "plain" { PoolKind::Plain } else { PoolKind::Timestamps }
}

pub const EVENT_REUSE: Program = Program {
    name: "event-reuse",
    about: "n times a long and a short kernel in turn, each with the same event, reset by the host between",
    keys: &[("n", "1000"), ("pool", "timestamps")],
    run: event_reuse,
};

fn event_reuse(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["alternating", "long", "short"])?;
    // One kernel whose time alternates and two that are told apart by their names.
    let alternating = module.kernel("alternating")?;
    let (long, short) = (module.kernel("long")?, module.kernel("short")?);
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(context, pool_kind(arguments.text("pool")?), 1)?;
    let event = pool.event(0)?;
    for _ in 0..n {
        for kernel in [&long, &short, &alternating] {
            list.launch(kernel, [1, 1, 1], Ending::signal(&event))?;
            event.wait()?;
            event.reset()?;
        }
    }
    println!("{n} rounds");
    let mut ledger = Ledger::new();
    for name in ["long", "short", "alternating"] {
        ledger.kernel(name, n);
    }
    ledger.print();
    Ok(())
}

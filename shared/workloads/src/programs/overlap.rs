//! Kernels that nothing orders, and copies beside kernels.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kind, List, Module, PoolKind};
use anyhow::Result;

pub const OVERLAP: Program = Program {
    name: "overlap",
    about: "two kernels on an out-of-order list, which wait for one event and then for nothing",
    keys: &[],
    run: overlap,
};

fn overlap(_: &Arguments) -> Result<()> {
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["slow"])?;
    let slow = module.kernel("slow")?;
    let pool = EventPool::new(context, PoolKind::Plain, 2)?;
    let (go, done) = (pool.event(0)?, pool.event(1)?);
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    list.wait_on_events(&[&go])?;
    list.launch(&slow, [1, 1, 1], Ending::NONE)?;
    list.launch(&slow, [1, 1, 1], Ending::NONE)?;
    go.signal()?;
    list.barrier(Ending::signal(&done))?;
    done.wait()?;
    let mut ledger = Ledger::new();
    ledger.kernel("slow", 2);
    ledger.print();
    Ok(())
}

pub const PIPELINE: Program = Program {
    name: "pipeline",
    about: "n rounds of a kernel and a copy to the device; queues=one for both, or two",
    keys: &[("size", "4M"), ("n", "20"), ("queues", "one")],
    run: pipeline,
};

fn pipeline(arguments: &Arguments) -> Result<()> {
    let (size, n) = (arguments.bytes("size")?, arguments.get::<u64>("n")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["slow"])?;
    let slow = module.kernel("slow")?;
    let mut host = Allocation::new(context, &device, Kind::Host, size)?;
    let memory = Allocation::new(context, &device, Kind::Device, size)?;
    host.bytes_mut().fill(7);
    let kernels = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let second = match arguments.text("queues")? {
        "two" => Some(List::asynchronous(context, &device, device.copy_ordinal()?)?),
        _ => None,
    };
    let copies = second.as_ref().unwrap_or(&kernels);
    let pool = EventPool::new(context, PoolKind::Timestamps, 2)?;
    let (ran, copied) = (pool.event(0)?, pool.event(1)?);
    for _ in 0..n {
        kernels.launch(&slow, [1, 1, 1], Ending::signal(&ran))?;
        let after = if second.is_none() { Some(&ran) } else { None };
        copies.copy(memory.place(), host.place(), Ending::signal(&copied).after(after.as_slice()))?;
        copied.wait()?;
        ran.wait()?;
        copied.reset()?;
        ran.reset()?;
    }
    let mut ledger = Ledger::new();
    ledger.kernel("slow", n);
    ledger.transfer("host", "device", n, size);
    ledger.print();
    Ok(())
}

//! Kernels that nothing orders.

use super::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, List, Module, PoolKind};
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

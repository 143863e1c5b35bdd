//! Good and bad habits side by side, for zetop's findings.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kind, List, Module, PoolKind};
use anyhow::Result;

pub const HABITS: Program = Program {
    name: "habits",
    about: "n kernels; wait=each|last for them, memory=new|kept for each",
    keys: &[("n", "200"), ("wait", "last"), ("memory", "kept")],
    run: habits,
};

fn habits(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let (each, new) = (arguments.text("wait")? == "each", arguments.text("memory")? == "new");
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["short"])?;
    let kernel = module.kernel("short")?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 1)?;
    let done = pool.event(0)?;
    let memory = || Allocation::new(context, &device, Kind::Host, 4096);
    let kept = memory()?;
    for i in 0..n {
        if new {
            memory()?.free()?;
        }
        let last = i + 1 == n;
        let ending = if each || last { Ending::signal(&done) } else { Ending::NONE };
        list.launch(&kernel, [1, 1, 1], ending)?;
        if each || last {
            done.wait()?;
            done.reset()?;
        }
    }
    // The others were appended before the last, and the list may run them in any order.
    list.barrier(Ending::signal(&done))?;
    done.wait()?;
    kept.free()?;
    let allocations = 1 + if new { n } else { 0 };
    println!("{n} kernels");
    let mut ledger = Ledger::new();
    ledger.kernel("short", n);
    ledger.calls("zeMemAllocHost", allocations, 0);
    ledger.calls("zeMemFree", allocations, 0);
    ledger.print();
    Ok(())
}

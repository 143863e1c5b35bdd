//! Memory that stays while kernels run, for what the driver says of the device as a whole.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kind, List, Module, PoolKind};
use anyhow::Result;

pub const RESIDENT: Program = Program {
    name: "resident",
    about: "n kernels, each waited for, while so many pieces of the device's memory stay allocated",
    keys: &[("n", "200"), ("pieces", "3"), ("size", "64M")],
    run: resident,
};

fn resident(arguments: &Arguments) -> Result<()> {
    let (n, pieces) = (arguments.get::<u64>("n")?, arguments.get::<u64>("pieces")?);
    let size = arguments.bytes("size")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let memory = (0..pieces).map(|_| Allocation::new(context, &device, Kind::Device, size));
    let memory: Vec<Allocation> = memory.collect::<Result<_, _>>()?;
    let module = Module::with_kernels(context, &device, &["resident"])?;
    let kernel = module.kernel("resident")?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let done = EventPool::new(context, PoolKind::Timestamps, 1)?;
    let done = done.event(0)?;
    println!("ready");
    for _ in 0..n {
        list.launch(&kernel, [1, 1, 1], Ending::signal(&done))?;
        done.wait()?;
        done.reset()?;
    }
    memory.into_iter().try_for_each(Allocation::free)?;
    let mut ledger = Ledger::new();
    ledger.kernel("resident", n);
    ledger.calls("zeMemAllocDevice", pieces, 0);
    ledger.calls("zeMemFree", pieces, 0);
    ledger.print();
    Ok(())
}

//! Everything is destroyed while the device is at work.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Context, Ending, EventPool, Gpu, List, Module, PoolKind, Queue};
use anyhow::Result;
use level_zero_sys::{
    ZE_COMMAND_LIST_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
};

pub const DESTROYED: Program = Program {
    name: "destroyed",
    about: "n times, in a context of its own: lists of all sorts, one executed twice, and nobody waits before all of it is \
            destroyed, lists first",
    keys: &[("n", "5")],
    run: destroyed,
};

/// Kernels of one round.
const KERNELS: u64 = 2 * 3 + 2 * 2;

fn destroyed(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    for _ in 0..n {
        round(&gpu)?;
    }
    println!("{n} contexts");
    let mut ledger = Ledger::new();
    ledger.kernel("long", n * KERNELS);
    ledger.print();
    Ok(())
}

/// Things are dropped in reverse: lists, queue, event, pool, kernel, module, context.
fn round(gpu: &Gpu) -> Result<()> {
    let (context, device) = (Context::new(&gpu.driver)?, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(&context, &device, &["long"])?;
    let long = module.kernel("long")?;
    let pool = EventPool::new(&context, PoolKind::Timestamps, 1)?;
    let event = pool.event(0)?;
    let queue = Queue::new(&context, &device, ordinal, 0)?;
    let mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    let in_order = List::immediate(&context, &device, ordinal, mode, ZE_COMMAND_QUEUE_FLAG_IN_ORDER)?;
    let out_of_order = List::immediate(&context, &device, ordinal, mode, 0)?;
    let regular = List::regular(&context, &device, ordinal, ZE_COMMAND_LIST_FLAG_IN_ORDER)?;
    // The first stamps of the event are overwritten, and so are all those of the first execution.
    regular.launch(&long, [1, 1, 1], Ending::signal(&event))?;
    regular.launch(&long, [1, 1, 1], Ending::signal(&event))?;
    regular.launch(&long, [1, 1, 1], Ending::NONE)?;
    regular.close()?;
    queue.execute(&[&regular], None)?;
    queue.execute(&[&regular], None)?;
    for list in [&in_order, &out_of_order] {
        list.launch(&long, [1, 1, 1], Ending::NONE)?;
        list.launch(&long, [1, 1, 1], Ending::NONE)?;
    }
    Ok(())
}

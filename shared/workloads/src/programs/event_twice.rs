//! One event, signalled more than once by one list.

use super::program::Program;
use super::reuse::pool_kind;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, List, Module, Queue};
use anyhow::{Result, ensure};
use level_zero_sys::ZE_COMMAND_LIST_FLAG_IN_ORDER;

pub const EVENT_TWICE: Program = Program {
    name: "event-twice",
    about: "a long and a short kernel signal the same event in one list, executed n times",
    keys: &[("n", "5"), ("pool", "timestamps"), ("order", "in")],
    run: |arguments| run(arguments, false),
};

pub const EVENT_RESET_IN_LIST: Program = Program {
    name: "event-reset-in-list",
    about: "as event-twice, with the event reset by the list between the two",
    keys: &[("n", "5"), ("pool", "timestamps"), ("order", "in")],
    run: |arguments| run(arguments, true),
};

fn run(arguments: &Arguments, reset_in_list: bool) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["long", "short"])?;
    let (long, short) = (module.kernel("long")?, module.kernel("short")?);
    let pool = EventPool::new(context, pool_kind(arguments.text("pool")?), 1)?;
    let event = pool.event(0)?;
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let in_order = arguments.text("order")? == "in";
    let flags = if in_order { ZE_COMMAND_LIST_FLAG_IN_ORDER } else { 0 };
    let list = List::regular(context, &device, ordinal, flags)?;
    list.launch(&long, [1, 1, 1], Ending::signal(&event))?;
    if reset_in_list {
        // The barrier makes sure that the reset comes after the signal.
        list.barrier(Ending::NONE)?;
        list.reset_event(&event)?;
        list.barrier(Ending::NONE)?;
    }
    list.launch(&short, [1, 1, 1], Ending::signal(&event))?;
    list.close()?;
    for _ in 0..n {
        queue.execute(&[&list], None)?;
        event.wait()?;
        queue.finish()?;
        ensure!(event.query()?, "the event is not signalled after the list");
        event.reset()?;
    }
    println!("{n} executions");
    let mut ledger = Ledger::new();
    ledger.kernel("long", n);
    ledger.kernel("short", n);
    ledger.print();
    Ok(())
}

//! Counter-based events, all ways to make them.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, Event, EventPool, Gpu, List, Module, PoolKind, Queue, ZeResult};
use anyhow::{Result, bail};
use level_zero_sys::{
    ZE_COMMAND_LIST_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
    ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
};

pub const COUNTER_BASED: Program = Program {
    name: "counter-based",
    about: "n kernels each on an immediate and a regular in-order list with a counter-based event; way=pool|zex|create|all, or storage (of the program's)",
    keys: &[("n", "5"), ("way", "all")],
    run: counter_based,
};

const WAYS: [&str; 4] = ["pool", "zex", "create", "storage"];

fn counter_based(arguments: &Arguments) -> Result<()> {
    let (n, wanted) = (arguments.get::<u64>("n")?, arguments.text("way")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let pool = EventPool::new(context, PoolKind::CounterBased, 1)?;
    let (mut ledger, mut counter) = (Ledger::new(), 0);
    for way in WAYS.into_iter().filter(|way| wanted == *way || wanted == "all" && *way != "storage") {
        let made = match way {
            "pool" => pool.event(0),
            "zex" => Event::counter_based_zex(&gpu.driver, context, &device),
            "storage" => Event::counter_based_with_storage(&gpu.driver, context, &device, &mut counter),
            _ => Event::counter_based(context, &device),
        };
        let Some(event) = supported(made)? else {
            println!("{way}: not here");
            continue;
        };
        use_event(&gpu, &event, n)?;
        println!("{way}: {n} waits on an immediate list, {n} on a regular one");
        ledger.kernel("short", n);
        ledger.kernel("long", n);
    }
    ledger.print();
    Ok(())
}

/// Loaders before API version 1.15 and drivers other than Intel's lack one way or the other.
fn supported(made: ZeResult<Event>) -> Result<Option<Event>> {
    match made {
        Ok(event) => Ok(Some(event)),
        Err(failed) if failed.result == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => Ok(None),
        Err(failed) => bail!(failed),
    }
}

/// Counter-based events are never reset: each signal raises what the next wait looks for.
fn use_event(gpu: &Gpu, event: &Event, n: u64) -> Result<()> {
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["short", "long"])?;
    let (short, long) = (module.kernel("short")?, module.kernel("long")?);
    let (mode, flags) = (ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    let immediate = List::immediate(context, &device, ordinal, mode, flags)?;
    for _ in 0..n {
        immediate.launch(&short, [1, 1, 1], Ending::signal(event))?;
        event.wait()?;
    }
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let regular = List::regular(context, &device, ordinal, ZE_COMMAND_LIST_FLAG_IN_ORDER)?;
    regular.launch(&long, [1, 1, 1], Ending::signal(event))?;
    regular.close()?;
    for _ in 0..n {
        queue.execute(&[&regular], None)?;
        event.wait()?;
        queue.finish()?;
    }
    Ok(())
}

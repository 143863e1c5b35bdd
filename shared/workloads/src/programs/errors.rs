//! Calls that fail, and calls that only say "not yet".

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Fence, Gpu, Kind, List, Module, PoolKind, Queue, ZeResult};
use anyhow::{Result, ensure};

pub const ERRORS: Program = Program {
    name: "errors",
    about: "n failing calls of each of several functions, and n calls each that return NOT_READY",
    keys: &[("n", "7")],
    run: errors,
};

fn errors(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["saxpy", "wait"])?;
    let kernel = module.kernel("saxpy")?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 2)?;

    let mut ledger = Ledger::new();
    for _ in 0..n {
        fails("alignment", Allocation::aligned(context, &device, Kind::Host, 64, 3))?;
        fails("module", Module::new(context, &device, b"this is no SPIR-V at all"))?;
        fails("kernel name", module.kernel("no such kernel"))?;
        fails("argument index", kernel.set_u32(99, 0))?;
    }
    ledger.calls("zeMemAllocHost", n, n);
    ledger.calls("zeModuleCreate", n + 1, n);
    ledger.calls("zeKernelCreate", n + 2, n);
    ledger.calls("zeKernelSetArgumentValue", n, n);

    let (gate, done) = (pool.event(0)?, pool.event(1)?);
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let fence = Fence::new(&queue)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    list.launch(&module.kernel("wait")?, [1, 1, 1], Ending::signal(&done).after(&[&gate]))?;
    list.close()?;
    queue.execute(&[&list], Some(&fence))?;
    for _ in 0..n {
        let early = [
            gate.query()?,
            done.synchronize(0)?,
            done.timestamps()?.is_some(),
            fence.query()?,
            fence.synchronize(0)?,
            queue.synchronize(0)?,
        ];
        ensure!(early == [false; 6], "something was ready too early: {early:?}");
    }
    gate.signal()?;
    queue.finish()?;
    ensure!(done.query()? && fence.query()?, "something was not ready in the end");
    ledger.calls("zeEventQueryStatus", n + 1, 0);
    ledger.calls("zeEventHostSynchronize", n, 0);
    ledger.calls("zeEventQueryKernelTimestamp", n, 0);
    ledger.calls("zeFenceQueryStatus", n + 1, 0);
    ledger.calls("zeFenceHostSynchronize", n, 0);
    ledger.calls("zeCommandQueueSynchronize", n + 1, 0);
    ledger.kernel("wait", 1);
    println!("{n} of each failed, {n} of each were not ready");
    ledger.print();
    Ok(())
}

fn fails<T>(what: &str, result: ZeResult<T>) -> Result<()> {
    ensure!(result.is_err(), "{what}: was accepted");
    Ok(())
}

pub const DEVICE_TROUBLE: Program = Program {
    name: "device-trouble",
    about: "launches n kernels one after the other and prints every result code, for drivers that fail in mid-run",
    keys: &[("n", "20")],
    run: device_trouble,
};

/// The driver's answers are the output: they must be the same with a profiler in the process.
fn device_trouble(arguments: &Arguments) -> Result<()> {
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["work"])?;
    let kernel = module.kernel("work")?;
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1);
    println!("event pool: {}", said(&pool));
    println!("global timestamps: {}", said(&device.global_timestamps()));
    let event = pool.and_then(|pool| Ok((pool.event(0)?, pool)));
    let mut ledger = Ledger::new();
    for launch in 0..arguments.get::<u32>("n")? {
        let Ok((event, _)) = &event else {
            println!("{launch}: launch {}", said(&list.launch(&kernel, [1, 1, 1], Ending::NONE)));
            continue;
        };
        let launched = list.launch(&kernel, [1, 1, 1], Ending::signal(event));
        let waited = launched.and_then(|()| event.synchronize(2_000_000_000));
        println!("{launch}: launch {}, wait {}", said(&launched), said(&waited));
        if waited != Ok(true) {
            break;
        }
        event.reset()?;
        ledger.kernel("work", 1);
    }
    ledger.print();
    Ok(())
}

fn said<T>(result: &ZeResult<T>) -> String {
    result.as_ref().map_or_else(ToString::to_string, |_| "ok".to_owned())
}

//! One thread submits and ends, another waits.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, List, Module, PoolKind};
use anyhow::Result;

pub const CROSS_THREAD: Program = Program {
    name: "cross-thread",
    about: "threads x n kernels; each thread ends before its kernels do, main waits; events are destroyed unread",
    keys: &[("threads", "8"), ("n", "1000"), ("pool", "timestamps")],
    run: cross_thread,
};

fn cross_thread(arguments: &Arguments) -> Result<()> {
    let (threads, n) = (arguments.get::<u32>("threads")?, arguments.get::<u32>("n")?);
    let kind = super::reuse::pool_kind(arguments.text("pool")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["work"])?;
    let last_pool = EventPool::new(context, PoolKind::Plain, threads)?;
    let last = last_pool.events(threads)?;
    let left_behind = std::thread::scope(|scope| {
        let submit = |last| -> Result<_> {
            let pool = EventPool::new(context, kind, n)?;
            let events = pool.events(n)?;
            let kernel = module.kernel("work")?;
            let list = List::asynchronous(context, &device, ordinal)?;
            for event in &events {
                list.launch(&kernel, [1, 1, 1], Ending::signal(event))?;
            }
            list.barrier(Ending::signal(last))?;
            // In the order in which they may be destroyed.
            Ok((list, kernel, events, pool))
        };
        let running: Vec<_> = last.iter().map(|last| scope.spawn(move || submit(last))).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("the thread does not panic"))
            .collect::<Result<Vec<_>>>()
    })?;
    last.iter().try_for_each(|event| event.wait())?;
    // Events are destroyed without anybody having looked at them.
    drop(left_behind);
    println!("{threads} threads, {n} kernels each");
    let mut ledger = Ledger::new();
    ledger.kernel("work", u64::from(threads) * u64::from(n));
    ledger.print();
    Ok(())
}

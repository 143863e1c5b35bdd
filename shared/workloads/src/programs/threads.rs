//! Threads that come and go, and one that works beside another.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, List, Module, PoolKind};
use anyhow::{Result, ensure};
use level_zero_sys::{ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
use std::time::Duration;

pub const SHORT_THREADS: Program = Program {
    name: "short-threads",
    about: "n threads, at most `together` at a time, with four calls each",
    keys: &[("n", "10000"), ("together", "8")],
    run: short_threads,
};

fn short_threads(arguments: &Arguments) -> Result<()> {
    let (n, together) = (arguments.get::<u64>("n")?, arguments.get::<u64>("together")?.max(1));
    let gpu = Gpu::open()?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    let mut left = n;
    while left > 0 {
        let batch = left.min(together);
        std::thread::scope(|scope| -> Result<()> {
            let body = || -> Result<()> {
                for _ in 0..3 {
                    gpu.driver.api_version()?;
                }
                ensure!(!event.query()?, "an event that nobody signals was ready");
                Ok(())
            };
            let threads: Vec<_> = (0..batch).map(|_| scope.spawn(body)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("the thread does not panic"))
        })?;
        left -= batch;
    }
    println!("{n} threads");
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", 3 * n, 0);
    ledger.calls("zeEventQueryStatus", n, 0);
    ledger.print();
    Ok(())
}

pub const LATE_INIT: Program = Program {
    name: "late-init",
    about: "does nothing for `ms`, then initialises Level Zero in a thread other than main and makes n calls",
    keys: &[("ms", "300"), ("n", "1000")],
    run: late_init,
};

fn late_init(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    std::thread::sleep(Duration::from_millis(arguments.get("ms")?));
    let thread = std::thread::spawn(move || -> Result<()> {
        let gpu = Gpu::open()?;
        (0..n).try_for_each(|_| gpu.driver.api_version().map(drop))?;
        Ok(())
    });
    thread.join().expect("the thread does not panic")?;
    println!("initialised late, {n} calls");
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", n, 0);
    ledger.print();
    Ok(())
}

pub const POLLS_BESIDE_LAUNCHES: Program = Program {
    name: "polls-beside-launches",
    about: "polls an in-order list's event for each of n kernels and resets it, while another thread launches 10 n kernels without",
    keys: &[("n", "200")],
    run: polls_beside_launches,
};

fn polls_beside_launches(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["short"])?;
    let kernel = module.kernel("short")?;
    let (mode, flags) = (ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    std::thread::scope(|scope| -> Result<()> {
        let beside = scope.spawn(|| -> Result<()> {
            let kernel = module.kernel("short")?;
            let list = List::immediate(context, &device, ordinal, mode, flags)?;
            let pool = EventPool::new(context, PoolKind::Plain, 1)?;
            let done = pool.event(0)?;
            for _ in 0..n {
                (0..9).try_for_each(|_| list.launch(&kernel, [1, 1, 1], Ending::NONE))?;
                list.launch(&kernel, [1, 1, 1], Ending::signal(&done))?;
                done.wait()?;
                done.reset()?;
            }
            Ok(())
        });
        let list = List::immediate(context, &device, ordinal, mode, flags)?;
        let pool = EventPool::new(context, PoolKind::Timestamps, 1)?;
        let done = pool.event(0)?;
        for _ in 0..n {
            list.launch(&kernel, [1, 1, 1], Ending::signal(&done))?;
            while !done.query()? {
                std::thread::yield_now();
            }
            done.reset()?;
        }
        beside.join().expect("the thread does not panic")
    })?;
    println!("{n} kernels polled for");
    let mut ledger = Ledger::new();
    ledger.kernel("short", 11 * n);
    ledger.print();
    Ok(())
}

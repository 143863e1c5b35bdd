//! Many cheap calls, and what they cost.

use super::program::Program;
use crate::allocations;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, Event, EventPool, Gpu, Kernel, List, Module, PoolKind};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

pub const CALLS: Program = Program {
    name: "calls",
    about: "threads x calls of each of four cheap functions; rate limits each thread's calls per second (0: none)",
    keys: &[("threads", "8"), ("calls", "10000"), ("rate", "0")],
    run: calls,
};

fn calls(arguments: &Arguments) -> Result<()> {
    let (threads, calls, rate) =
        (arguments.get::<u32>("threads")?, arguments.get::<u64>("calls")?, arguments.get::<u64>("rate")?);
    let gpu = Gpu::open()?;
    let module = Module::with_kernels(&gpu.context, &gpu.device(), &["saxpy"])?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, threads)?;
    let not_ready = std::thread::scope(|scope| -> Result<u64> {
        let mut running = Vec::new();
        for index in 0..threads {
            let (event, kernel) = (pool.event(index)?, module.kernel("saxpy")?);
            let gpu = &gpu;
            running.push(scope.spawn(move || one_thread(gpu, &event, &kernel, calls, rate)));
        }
        let counts = running.into_iter().map(|thread| thread.join().expect("the thread does not panic"));
        counts.sum::<Result<u64>>()
    })?;
    let total = u64::from(threads) * calls;
    println!("{not_ready} of {total} queries were not ready");
    ensure!(not_ready == total, "events that nobody signals were ready");
    let mut ledger = Ledger::new();
    for function in
        ["zeEventQueryStatus", "zeDriverGetApiVersion", "zeKernelSetArgumentValue", "zeEventHostReset"]
    {
        ledger.calls(function, total, 0);
    }
    ledger.print();
    Ok(())
}

/// Returns how many queries were not ready.
fn one_thread(gpu: &Gpu, event: &Event, kernel: &Kernel, calls: u64, rate: u64) -> Result<u64> {
    let start = Instant::now();
    // Rounds between two pauses: at most 50 pauses a second, where the rate allows.
    let pace = (rate / 200).clamp(1, 64);
    let mut not_ready = 0;
    for call in 0..calls {
        not_ready += u64::from(!event.query()?);
        ensure!(gpu.driver.api_version()? > 0);
        kernel.set_u32(3, call as u32)?;
        event.reset()?;
        if rate > 0 && call % pace == 0 {
            let due = start + Duration::from_secs_f64(4.0 * call as f64 / rate as f64);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
    }
    Ok(not_ready)
}

pub const ALLOCATIONS: Program = Program {
    name: "allocations",
    about: "allocations of the calling thread while it calls cheap functions, in this process as a whole",
    keys: &[("calls", "10000")],
    run: allocations,
};

fn allocations(arguments: &Arguments) -> Result<()> {
    let calls = arguments.get::<u64>("calls")?;
    let gpu = Gpu::open()?;
    let module = Module::with_kernels(&gpu.context, &gpu.device(), &["saxpy"])?;
    let kernel = module.kernel("saxpy")?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    // Set-up at a thread's first call is not part of the hot path.
    one_thread(&gpu, &event, &kernel, 10, 0)?;
    let before = allocations::count();
    one_thread(&gpu, &event, &kernel, calls, 0)?;
    let after = allocations::count();
    let probe = vec![0_u8; std::hint::black_box(100)];
    let (Some(before), Some(after), Some(seen)) = (before, after, allocations::count()) else {
        anyhow::bail!("this executable does not count allocations");
    };
    ensure!(seen > after, "an allocation of {} bytes was not counted", probe.len());
    println!("{} allocations in {} calls", after - before, 4 * calls);
    Ok(())
}

pub const EVENT_QUERY_SPIN: Program = Program {
    name: "event-query-spin",
    about: "launches a kernel and polls its event until it is done, n times",
    keys: &[("n", "20")],
    run: event_query_spin,
};

fn event_query_spin(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["spin"])?;
    let kernel = module.kernel("spin")?;
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    for _ in 0..n {
        list.launch(&kernel, [1, 1, 1], Ending::signal(&event))?;
        while !event.query()? {
            std::thread::yield_now();
        }
        event.reset()?;
    }
    println!("{n} kernels polled for");
    let mut ledger = Ledger::new();
    ledger.kernel("spin", n);
    ledger.calls("zeEventHostReset", n, 0);
    ledger.print();
    Ok(())
}

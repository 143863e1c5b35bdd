//! Work on demand, so that a test knows what was done before a moment of its choice and what after.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Heap, Kind, List, Module, PoolKind, api};
use anyhow::{Context, Result, ensure};
use std::io::BufRead as _;

pub const ROUNDS: Program = Program {
    name: "rounds",
    about: "prints ready; for each number n on stdin, `threads` new threads make n rounds each (a call of each family, \
            a kernel, a copy) with lists of their own; for init, initialises sysman and the rest once more; ends with \
            its input",
    keys: &[("threads", "2")],
    run: rounds,
};

/// Bytes of each copy.
const SIZE: usize = 4096;

fn rounds(arguments: &Arguments) -> Result<()> {
    let threads = arguments.get::<usize>("threads")?;
    let gpu = Gpu::open()?;
    let module = Module::with_kernels(&gpu.context, &gpu.device(), &["work"])?;
    // Memory exists from the start: a profiler that attaches later has not seen it being made.
    let memory = |_| Allocation::new(&gpu.context, &gpu.device(), Kind::Device, SIZE);
    let targets = (0..threads).map(memory).collect::<Result<Vec<_>, _>>()?;
    let mut total = 0;
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line == "init" {
            let api = api()?;
            // SAFETY: no pointers. What they return depends on the loader and does not matter.
            unsafe { (api.zesInit(0), api.zeInit(0)) };
            println!("done init");
            continue;
        }
        let n = line.trim().parse::<u64>().with_context(|| format!("not a number of rounds: {line}"))?;
        std::thread::scope(|scope| -> Result<()> {
            let (gpu, module) = (&gpu, &module);
            let start = |target| scope.spawn(move || one_thread(gpu, module, target, n));
            let running: Vec<_> = targets.iter().map(start).collect();
            running.into_iter().try_for_each(|thread| thread.join().expect("the thread does not panic"))
        })?;
        total += n * threads as u64;
        println!("done {n}");
    }
    println!("{total} rounds");
    Ok(())
}

fn one_thread(gpu: &Gpu, module: &Module, target: &Allocation, n: u64) -> Result<()> {
    let (api, device) = (api()?, gpu.device());
    let kernel = module.kernel("work")?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    let list = List::synchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let mut source = Heap::new(SIZE);
    for _ in 0..n {
        ensure!(gpu.driver.api_version()? > 0);
        ensure!(!event.query()?, "an event that nobody signals was ready");
        event.reset()?;
        // The answers do not matter: a driver need not have fans or metrics.
        let mut count = 0;
        // SAFETY: a count of 0 asks for the number only, of a live device.
        unsafe { api.zesDeviceEnumFans(device.handle().cast(), &mut count, std::ptr::null_mut()) };
        // SAFETY: as above.
        unsafe { api.zetMetricGroupGet(device.handle().cast(), &mut count, std::ptr::null_mut()) };
        list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
        list.copy(target.place(), source.place(), Ending::NONE)?;
    }
    Ok(())
}

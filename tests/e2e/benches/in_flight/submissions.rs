//! What submitting costs: a list of one kernel that is executed again and again while none of it completes, and appends of
//! one thread beside those of two threads on two lists.

use crate::{Gated, figures, us};
use anyhow::{Result, bail};
use std::sync::Barrier;
use zetop_workloads::ze::{Ending, EventPool, Gpu, List, Module, PoolKind};

const EXECUTIONS: u64 = 8000;
/// Appends of each thread that are measured.
const APPENDS: u64 = 60_000;
/// Appends before those: more than are timed whatever the budget.
const FREE: u64 = 40_000;
/// Appends between two synchronisations, so that no more than that is in flight on a list.
const BETWEEN: u64 = 500;

pub fn print(rounds: usize) -> Result<()> {
    let executions = |options| least(options, "executions", EXECUTIONS, rounds);
    let (plain, zetop) = (executions(None)?[0], executions(Some(&[]))?[0]);
    println!(
        "\n{EXECUTIONS} executions of a list of one kernel in flight, us each: {plain:.2} -> {zetop:.2}"
    );
    println!("\nappends of one thread, and of each of two on two lists, us each");
    for (what, options) in
        [("plain", None), ("zetop", Some(&[][..])), ("zetop --exact", Some(&["--exact"][..]))]
    {
        let taken = least(options, "threads", APPENDS, rounds)?;
        println!("{what:>16} {:>8.2} {:>8.2} ({:.2}x)", taken[0], taken[1], taken[1] / taken[0]);
    }
    Ok(())
}

/// The least of each figure.
fn least(options: Option<&[&str]>, what: &str, n: u64, rounds: usize) -> Result<Vec<f64>> {
    let mut least = figures(options, what, n)?;
    for _ in 1..rounds {
        for (least, figure) in least.iter_mut().zip(figures(options, what, n)?) {
            *least = least.min(figure);
        }
    }
    Ok(least)
}

/// The program: us for each execution.
pub fn executions(n: u64) -> Result<()> {
    let gpu = Gpu::open()?;
    let module = Module::with_kernels(&gpu.context, &gpu.device(), &["empty"])?;
    let kernel = module.kernel("empty")?;
    // The gate is a command of a list of its own, before the executions on the same queue.
    let Gated { queue, list: gate_list, gate, _pool } = Gated::new(&gpu, &kernel, 1)?;
    let device = gpu.device();
    let list = List::regular(&gpu.context, &device, device.compute_ordinal()?, 0)?;
    list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
    list.close()?;
    queue.execute(&[&gate_list], None)?;
    let all = us(|| {
        for _ in 0..n {
            queue.execute(&[&list], None)?;
        }
        Ok(())
    })?;
    gate.signal()?;
    queue.finish()?;
    println!("{}", all / n as f64);
    Ok(())
}

/// The program: us for each append, of one thread and of two.
pub fn threads(n: u64) -> Result<()> {
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(&gpu.context, &device, &["empty"])?;
    let appends = |start: &Barrier| -> Result<f64> {
        let kernel = module.kernel("empty")?;
        let list = List::asynchronous(&gpu.context, &device, ordinal)?;
        let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
        let done = pool.event(0)?;
        let finish = || -> Result<()> {
            list.barrier(Ending::signal(&done))?;
            done.wait()?;
            Ok(done.reset()?)
        };
        // What is made at the first appends is there from then on, and the budget holds.
        for _ in 0..FREE / BETWEEN {
            for _ in 0..BETWEEN {
                list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
            }
            finish()?;
        }
        start.wait();
        let mut taken = 0.0;
        for _ in 0..n / BETWEEN {
            taken += us(|| {
                for _ in 0..BETWEEN {
                    list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
                }
                Ok(())
            })?;
            finish()?;
        }
        Ok(taken / n as f64)
    };
    let alone = appends(&Barrier::new(1))?;
    let both = Barrier::new(2);
    let results = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| appends(&both)));
        threads.map(|thread| thread.join().expect("the thread does not panic"))
    });
    let [Ok(first), Ok(second)] = results else { bail!("{results:?}") };
    println!("{alone} {}", f64::midpoint(first, second));
    Ok(())
}

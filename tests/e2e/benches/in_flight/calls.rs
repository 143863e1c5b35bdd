//! Short calls of one thread while another executes a long list again and again: in flight, and then complete and read.
//! None may wait for the other thread's work in the probe.

use crate::{Gated, ZETOP, waited_for_processor};
use anyhow::{Context, Result, ensure};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zetop_workloads::ze::{Ending, EventPool, Gpu, Kernel, List, Module, PoolKind};

/// In the order of the figures.
const CALLS: [&str; 5] =
    ["zeEventHostSignal", "zeEventQueryStatus", "zeEventHostReset", "append", "append with event"];
/// How often each of [`CALLS`] is made.
const ROUNDS: usize = 5000;
/// What counts as a wait, in us.
const LONG: f64 = 1000.0;

/// Of one call: those that took longer than [`LONG`], the 99.9th percentile and the longest, in us.
#[derive(Default, Clone, Copy)]
struct Figures {
    long: usize,
    most: f64,
    longest: f64,
}

impl Figures {
    fn from_durations(mut taken: Vec<f64>) -> Self {
        taken.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
        Self { long: taken.iter().filter(|us| **us > LONG).count(), most: at(0.999), longest: at(1.0) }
    }
}

pub fn print(rounds: usize) -> Result<()> {
    println!(
        "\n{ROUNDS} calls of each, while another thread executes a list of n commands again and again, and while two more \
         keep the processors busy; the most of {rounds} runs; plain -> zetop"
    );
    println!(
        "{:>8} {:>20} {:>18} {:>18} {:>20} {:>22}",
        "n", "call", "over 1 ms", "p99.9, us", "longest, us", "executions"
    );
    for n in [2000, 20_000, 50_000] {
        let (plain, zetop) = (most(false, n, rounds)?, most(true, n, rounds)?);
        for (at, call) in CALLS.iter().enumerate() {
            let (p, z) = (plain.0[at], zetop.0[at]);
            println!(
                "{n:>8} {call:>20} {:>7} -> {:>7} {:>7.0} -> {:>7.0} {:>8.0} -> {:>8.0} {:>9} -> {:>9}",
                p.long, z.long, p.most, z.most, p.longest, z.longest, plain.1, zetop.1
            );
        }
    }
    Ok(())
}

fn most(with_zetop: bool, n: u64, rounds: usize) -> Result<([Figures; CALLS.len()], u64)> {
    let (mut most, mut executions) = ([Figures::default(); CALLS.len()], 0);
    for _ in 0..rounds {
        let (figures, times) = run(with_zetop, n)?;
        executions += times;
        for (most, one) in most.iter_mut().zip(figures) {
            most.long += one.long;
            most.most = most.most.max(one.most);
            most.longest = most.longest.max(one.longest);
        }
    }
    Ok((most, executions))
}

fn run(with_zetop: bool, n: u64) -> Result<([Figures; CALLS.len()], u64)> {
    let itself = std::env::current_exe()?;
    let mut command = Command::new(if with_zetop { ZETOP.as_ref() } else { itself.as_path() });
    if with_zetop {
        command.args(["--no-history", "--json", "/dev/null", "--"]).arg(&itself);
    }
    command.args([crate::MARK, "calls", &n.to_string()]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let output = command.env("ZESIM_ENGINE", "none").output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let (mut figures, mut executions) = ([Figures::default(); CALLS.len()], 0);
    let lines: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split(' ').map(str::parse).collect::<Result<_, _>>())
        .collect::<Result<_, _>>()?;
    ensure!(lines.len() == CALLS.len() + 1, "{text}");
    for (to, line) in figures.iter_mut().zip(&lines) {
        *to = Figures { long: line[0] as usize, most: line[1], longest: line[2] };
    }
    executions += lines.last().context("the program printed nothing")?[0] as u64;
    Ok((figures, executions))
}

/// The program.
pub fn program(n: u64) -> Result<()> {
    let gpu = Gpu::open()?;
    let module = Module::with_kernels(&gpu.context, &gpu.device(), &["empty"])?;
    let kernel = module.kernel("empty")?;
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let executions = scope.spawn(|| executions(&gpu, &kernel, n, &over));
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let taken = calls(&gpu, &kernel);
        over.store(true, Ordering::Relaxed);
        let executions = executions.join().expect("the thread does not panic")?;
        for figures in taken?.map(Figures::from_durations) {
            println!("{} {} {}", figures.long, figures.most, figures.longest);
        }
        println!("{executions}");
        Ok(())
    })
}

/// Executes a list six times in flight, lets it complete, and so on. Returns the number of executions.
fn executions(gpu: &Gpu, kernel: &Kernel, n: u64, over: &AtomicBool) -> Result<u64> {
    let Gated { queue, list, gate, _pool } = Gated::new(gpu, kernel, n)?;
    let mut executions = 0;
    while !over.load(Ordering::Relaxed) {
        for _ in 0..6 {
            queue.execute(&[&list], None)?;
            executions += 1;
        }
        gate.signal()?;
        queue.finish()?;
        gate.reset()?;
    }
    Ok(executions)
}

/// How long each call took, without the time in which this thread waited for a processor. There are pauses, so that it is
/// mostly the others that run.
fn calls(gpu: &Gpu, kernel: &Kernel) -> Result<[Vec<f64>; CALLS.len()]> {
    let device = gpu.device();
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 2)?;
    let (event, done) = (pool.event(0)?, pool.event(1)?);
    let mut taken: [Vec<f64>; CALLS.len()] = Default::default();
    for round in 0..ROUNDS + 50 {
        let calls: [&dyn Fn() -> Result<()>; CALLS.len()] = [
            &|| Ok(event.signal()?),
            &|| event.query().map(|_| ()).map_err(Into::into),
            &|| Ok(event.reset()?),
            &|| Ok(list.launch(kernel, [1, 1, 1], Ending::NONE)?),
            &|| Ok(list.launch(kernel, [1, 1, 1], Ending::signal(&done))?),
        ];
        for (taken, call) in taken.iter_mut().zip(calls) {
            let waited = waited_for_processor();
            let started = Instant::now();
            call()?;
            let us = started.elapsed().as_secs_f64() * 1e6;
            // The first ones make the events that the others use again.
            if round >= 50 {
                taken.push(us - (waited_for_processor() - waited));
            }
        }
        done.wait()?;
        done.reset()?;
        std::thread::sleep(Duration::from_micros(100));
    }
    Ok(taken)
}

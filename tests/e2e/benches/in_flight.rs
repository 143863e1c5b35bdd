//! What calls cost with a lot in flight: nothing may grow with what is already there.
//!
//! ```text
//! cargo bench -p zetop-e2e --bench in_flight [-- [--rounds N] [--submissions|--calls]]
//! ```
//!
//! A list of n commands is executed, and again while the device is still busy with it; then another list,
//! which is empty, is reset; then everything completes and is read. Meanwhile another thread appends to a
//! list of its own. For each n, without and with zetop, this prints: the second execution, per command; the
//! reset; the longest of the other thread's appends. The least of all rounds counts, since other work on the
//! machine only adds time.
//!
//! The next line has 100,000 operations in flight on an immediate list. Then come executions of a list of one kernel, and
//! two threads on two lists, alone with `--submissions`: see [`submissions`]. The rest, alone with `--calls`, are calls of
//! one thread while another executes long lists: see [`calls`].

#[path = "in_flight/calls.rs"]
mod calls;
#[path = "in_flight/submissions.rs"]
mod submissions;

use anyhow::{Context, Result, bail, ensure};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zetop_workloads::ze::{Ending, Event, EventPool, Gpu, Kernel, List, Module, PoolKind, Queue};

const ZETOP: &str = env!("CARGO_BIN_EXE_zetop-under-test");
/// First argument of the bench when it runs as the program.
const MARK: &str = "--program";

/// What the program prints, in us.
#[derive(Clone, Copy)]
struct Taken {
    again: f64,
    reset: f64,
    longest: f64,
    waits: f64,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().map(String::as_str) == Some(MARK) {
        let [_, what, n] = &arguments[..] else { bail!("{MARK} lists|appends|calls|executions|threads N") };
        let n = n.parse()?;
        return match what.as_str() {
            "calls" => calls::program(n),
            "executions" => submissions::executions(n),
            "threads" => submissions::threads(n),
            _ => program(what, n),
        };
    }
    if !zetop_e2e::loader_is_here() {
        return Ok(());
    }
    let rounds = arguments.iter().skip_while(|argument| *argument != "--rounds").nth(1);
    let rounds = rounds.map_or(Ok(5), |rounds| rounds.parse())?;
    if arguments.iter().any(|argument| argument == "--calls") {
        return calls::print(rounds);
    }
    if arguments.iter().any(|argument| argument == "--submissions") {
        return submissions::print(rounds);
    }
    println!(
        "a list of n commands executed again in flight; us, the least of {rounds} rounds; plain -> zetop"
    );
    println!(
        "{:>8} {:>20} {:>12} {:>18} {:>24} {:>22}",
        "n", "again", "ns/command", "empty reset", "longest other append", "wait for all of it"
    );
    for n in [500, 2000, 8000, 20_000, 50_000] {
        print("lists", n, rounds)?;
    }
    println!("\nn operations in flight on an immediate list; `again` is one more append");
    print("appends", 100_000, rounds)?;
    submissions::print(rounds)?;
    calls::print(rounds)
}

fn print(what: &str, n: u64, rounds: usize) -> Result<()> {
    let (plain, zetop) = (least(false, what, n, rounds)?, least(true, what, n, rounds)?);
    let commands = if what == "lists" { n as f64 } else { 1.0 };
    println!(
        "{n:>8} {:>8.0} -> {:>8.0} {:>12.0} {:>6.1} -> {:>8.1} {:>10.0} -> {:>10.0} {:>9.0} -> {:>9.0}",
        plain.again,
        zetop.again,
        1000.0 * (zetop.again - plain.again) / commands,
        plain.reset,
        zetop.reset,
        plain.longest,
        zetop.longest,
        plain.waits,
        zetop.waits,
    );
    Ok(())
}

fn least(with_zetop: bool, what: &str, n: u64, rounds: usize) -> Result<Taken> {
    let mut least = Taken { again: f64::MAX, reset: f64::MAX, longest: f64::MAX, waits: f64::MAX };
    for _ in 0..rounds {
        let taken = run(with_zetop, what, n)?;
        least = Taken {
            again: least.again.min(taken.again),
            reset: least.reset.min(taken.reset),
            longest: least.longest.min(taken.longest),
            waits: least.waits.min(taken.waits),
        };
    }
    Ok(least)
}

fn run(with_zetop: bool, what: &str, n: u64) -> Result<Taken> {
    let figures = figures(with_zetop.then_some(&[]), what, n)?;
    let [again, reset, longest, waits] = figures[..] else { bail!("{figures:?}") };
    Ok(Taken { again, reset, longest, waits })
}

/// The last line of what the program prints, under zetop with `options` if there are any.
fn figures(options: Option<&[&str]>, what: &str, n: u64) -> Result<Vec<f64>> {
    let itself = std::env::current_exe()?;
    let mut command = Command::new(options.map_or(itself.as_path(), |_| ZETOP.as_ref()));
    if let Some(options) = options {
        command.args(["--no-history", "--json", "/dev/null"]).args(options).arg("--").arg(&itself);
    }
    command.args([MARK, what, &n.to_string()]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let output = command.env("ZESIM_ENGINE", "none").output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let line = text.lines().last().context("the program printed nothing")?;
    Ok(line.split(' ').map(str::parse).collect::<Result<Vec<f64>, _>>()?)
}

/// Microseconds that it took.
fn us(call: impl FnOnce() -> Result<()>) -> Result<f64> {
    let started = Instant::now();
    call()?;
    Ok(started.elapsed().as_secs_f64() * 1e6)
}

fn program(what: &str, n: u64) -> Result<()> {
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["empty"])?;
    let kernel = module.kernel("empty")?;
    let (over, begun) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| -> Result<f64> {
            let result = appends(&gpu, &kernel, &over, &begun);
            begun.store(true, Ordering::Release);
            result
        });
        while !begun.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        let taken = if what == "lists" { lists(&gpu, &kernel, n) } else { immediate(&gpu, &kernel, n) };
        over.store(true, Ordering::Release);
        let longest = other.join().expect("the thread does not panic")?;
        let [again, reset, waits] = taken?;
        println!("{again} {reset} {longest} {waits}");
        Ok(())
    })
}

/// How long this thread has waited for a processor so far, in us.
fn waited_for_processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').nth(1).and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e3
}

/// The longest append, in us, without the time in which the thread could have run but other threads had the
/// processors. There are pauses, so that the threads do not fight over two cores.
fn appends(gpu: &Gpu, kernel: &Kernel, over: &AtomicBool, begun: &AtomicBool) -> Result<f64> {
    let device = gpu.device();
    // A synchronous one would wait for the simulator's thread, which the others here may keep from the processors.
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let mut longest: f64 = 0.0;
    while !over.load(Ordering::Acquire) {
        let before = waited_for_processor();
        let taken = us(|| Ok(list.launch(kernel, [1, 1, 1], Ending::NONE)?))?;
        let taken = taken - (waited_for_processor() - before);
        // The first ones make the events that the others use again.
        if begun.swap(true, Ordering::AcqRel) {
            longest = longest.max(taken);
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    Ok(longest)
}

/// A list of n commands that waits for an event, and a queue for it.
struct Gated {
    queue: Queue,
    list: List,
    gate: Event,
    _pool: EventPool,
}

impl Gated {
    fn new(gpu: &Gpu, kernel: &Kernel, n: u64) -> Result<Self> {
        let device = gpu.device();
        let ordinal = device.compute_ordinal()?;
        let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
        let gate = pool.event(0)?;
        let list = List::regular(&gpu.context, &device, ordinal, 0)?;
        list.barrier(Ending::NONE.after(&[&gate]))?;
        for _ in 1..n {
            list.launch(kernel, [1, 1, 1], Ending::NONE)?;
        }
        list.close()?;
        Ok(Self { queue: Queue::new(&gpu.context, &device, ordinal, 0)?, list, gate, _pool: pool })
    }
}

fn lists(gpu: &Gpu, kernel: &Kernel, n: u64) -> Result<[f64; 3]> {
    let device = gpu.device();
    let empty = List::regular(&gpu.context, &device, device.compute_ordinal()?, 0)?;
    let Gated { queue, list, gate, _pool } = Gated::new(gpu, kernel, n)?;
    queue.execute(&[&list], None)?;
    let mut again = f64::MAX;
    for _ in 0..3 {
        again = again.min(us(|| Ok(queue.execute(&[&list], None)?))?);
    }
    let reset = us(|| Ok(empty.reset()?))?;
    gate.signal()?;
    let waits = us(|| Ok(queue.finish()?))?;
    Ok([again, reset, waits])
}

fn immediate(gpu: &Gpu, kernel: &Kernel, n: u64) -> Result<[f64; 3]> {
    let device = gpu.device();
    let ordinal = device.compute_ordinal()?;
    let empty = List::regular(&gpu.context, &device, ordinal, 0)?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 2)?;
    let (gate, done) = (pool.event(0)?, pool.event(1)?);
    let list = List::asynchronous(&gpu.context, &device, ordinal)?;
    list.barrier(Ending::NONE.after(&[&gate]))?;
    for _ in 0..n {
        list.launch(kernel, [1, 1, 1], Ending::NONE)?;
    }
    let mut again = f64::MAX;
    for _ in 0..3 {
        again = again.min(us(|| Ok(list.launch(kernel, [1, 1, 1], Ending::NONE)?))?);
    }
    let reset = us(|| Ok(empty.reset()?))?;
    list.barrier(Ending::signal(&done))?;
    gate.signal()?;
    let waits = us(|| Ok(done.wait()?))?;
    Ok([again, reset, waits])
}

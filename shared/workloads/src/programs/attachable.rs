//! A program that is told what to do while it runs: the test chooses what it makes before a profiler
//! attaches, and what after.

mod bench;
mod calls;
mod compute;
mod files;

use super::program::Program;
use crate::arguments::Arguments;
use anyhow::{Context as _, Result, bail};
use bench::Bench;
use std::io::{BufRead as _, Write as _};

pub const ATTACHABLE: Program = Program {
    name: "attachable",
    about: "does what lines on stdin say, each answered with `expect` lines and `done`; meanwhile `busy` threads \
            query an event for ever, `compute` threads run kernels whose answers they check, and `threads` wait \
            for work. init=0: Level Zero is not even loaded",
    keys: &[("threads", "2"), ("busy", "2"), ("compute", "0"), ("init", "1")],
    run: attachable,
};

/// The words that a line may begin with; numbers follow, 1 when left out.
///
/// ```text
/// load             the loader, without initialising it
/// init             Level Zero and everything below
/// calls N          N calls of each family in each of the threads that wait
/// threads K N      the same in K new threads
/// immediate N      N kernels and copies on an immediate list made at the start
/// begin N          the same, not waited for
/// signal N         N kernels there that signal an event made at the start, waited for and reset
/// pools            kernels on an immediate list made now, until the next order, each with a pool of its own, whose event it
///                  signals; that is asked about until it is signalled, and reset, and both are destroyed
/// plain N          N kernels and copies there that each signal an event without timestamps made at the start
/// in-order N       the same on an in-order immediate list and an in-order regular list made at the start
/// counter-based N  N kernels on the former that signal an event without a pool made at the start, and N without
/// counter-plain N  the same with such an event without timestamps
/// kept N           the same with events made now, by a function kept from the start in an object on the heap
/// fresh N          N kernels and copies on an immediate list made now
/// execute N        a list recorded at the start, of a kernel and a copy, N times
/// execute-empty N  two empty lists recorded at the start, one of them in order, each by itself and both in one call, N times
/// fill N           a list that is open and empty gets a kernel and a copy, and is closed, executed N times and reset
/// fill-more N      the same with one that has a kernel and a copy in it before, and after that
/// record N         a list made at the start: reset, recorded and executed, N times
/// kinds            copies between memory of all kinds, allocated at the start
/// fork N           a child without exec that makes N calls
/// hold N           the same, and the child stays
/// release          has it make N calls again and end
/// close-all N      all descriptors, and then opens N files
/// pause            the threads that compute rest, with nothing in flight
/// resume           and go on
/// files            looks whether these are what they were
/// cancel N         N threads, each cancelled while it waits for an event that nobody signals
/// lock-in          is killed from now on for what probes do and it does not, in all threads
/// unshare          makes a user namespace of its own
/// cost             ns per call, the best of many rounds
/// memory           bytes that its heap has given out
/// quit
/// exit             at once, with everything that is in flight
/// ```
fn attachable(arguments: &Arguments) -> Result<()> {
    let (threads, busy, compute) =
        (arguments.get("threads")?, arguments.get("busy")?, arguments.get("compute")?);
    let mut bench = None;
    let mut files = Vec::new();
    if arguments.get::<u32>("init")? > 0 {
        bench = Some(Bench::start(threads, busy, compute)?);
    }
    say("ready")?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (word, numbers) = parse(&line)?;
        let number = |at: usize| numbers.get(at).copied().unwrap_or(1);
        match word {
            "quit" => break,
            "exit" => std::process::exit(0),
            "close-all" => {
                files.clear();
                files = files::close_all_and_open(number(0))?;
            }
            "files" => files::check(&files)?,
            "lock-in" => super::sandboxed::forbid_in_all_threads()?,
            "unshare" => super::odd::enter_new_user_namespace(),
            "memory" => say(&format!("memory {}", heap_in_use()))?,
            "load" => drop(crate::ze::api()?),
            "init" => bench = Some(Bench::start(threads, busy, compute)?),
            _ => {
                let bench = bench.as_mut().context("not initialised")?;
                match word {
                    "calls" => bench.calls(number(0)),
                    "threads" => bench.new_threads(number(0), number(1)),
                    "immediate" => bench.immediate(number(0)),
                    "begin" => bench.begin(number(0)),
                    "signal" => bench.signal(number(0)),
                    "pools" => bench.pools(),
                    "plain" => bench.plain(number(0)),
                    "in-order" => bench.in_order(number(0)),
                    "counter-based" => bench.counter_based(number(0)),
                    "counter-plain" => bench.counter_plain(number(0)),
                    "kept" => bench.kept(number(0)),
                    "fresh" => bench.fresh(number(0)),
                    "execute" => bench.execute(number(0)),
                    "execute-empty" => bench.execute_empty(number(0)),
                    "fill" => bench.fill(number(0), false),
                    "fill-more" => bench.fill(number(0), true),
                    "record" => bench.record(number(0)),
                    "kinds" => bench.kinds(),
                    "fork" => bench.fork(number(0)),
                    "hold" => bench.hold(number(0)),
                    "release" => bench.release(),
                    "cancel" => bench.cancel(number(0)),
                    "cost" => bench.cost(),
                    "pause" => bench.pause(),
                    "resume" => bench.resume(),
                    _ => bail!("{word}: unknown"),
                }?;
            }
        }
        say("done")?;
    }
    if let Some(bench) = bench {
        bench.end()?;
    }
    Ok(())
}

fn parse(line: &str) -> Result<(&str, Vec<u64>)> {
    let mut words = line.split_whitespace();
    let word = words.next().context("an empty line")?;
    let numbers = words.map(|number| number.parse().with_context(|| number.to_owned()));
    Ok((word, numbers.collect::<Result<_>>()?))
}

/// Bytes that malloc has given out: exact, where the resident memory goes up and down with what malloc keeps.
fn heap_in_use() -> usize {
    // SAFETY: it takes malloc's own locks, of each arena in turn, and reads its figures
    let heap = unsafe { libc::mallinfo2() };
    heap.uordblks + heap.hblkhd
}

/// The reader gets it at once.
fn say(text: &str) -> Result<()> {
    println!("{text}");
    Ok(std::io::stdout().flush()?)
}

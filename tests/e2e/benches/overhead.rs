//! What zetop costs, as ratios in one run.
//!
//! ```text
//! cargo bench -p zetop-e2e --bench overhead [-- --rounds N] [--calls]
//! ```
//!
//! - **Per host call**, with 1, 2 and 8 threads that call `zeEventQueryStatus` as fast as they can on the simulated
//!   GPU: without anything; the floor (a layer with two clocks around the call); zetop; zetop that times every call
//!   (`--exact`); the loader's own tracing layer with `clock_gettime` in prologue and epilogue. Beside it, what zetop shows
//!   as `probe_ns_per_call`. Also with `zeEventHostSynchronize`, which is never sampled, and with the note of the call
//!   in progress alone.
//! - **Per traced call**: the same with one thread whose calls come in bursts that its ring has room for, with and
//!   without `--trace`.
//! - **Per launch** on an immediate list, device timing on and off; beside it, what zetop says that operations cost.
//!   With `--calls`, only this and the cost of host calls.
//! - **Per allocation** of device memory, 500 a second, of which each is noted with its stack; the same with a stack of
//!   more than 16 KiB that others' work has put out of the caches; and as many as there can be, of which some are noted.
//!   With `--no-device`, zetop does not follow memory. Beside it, what zetop says that an allocation and its free cost.
//!   With `--allocations`, only this and the next.
//! - **Per range** of NVTX, push and pop, within another one.
//! - **Start-up** of a short program.
//! - **Samples** of calls, which a finding asks for.
//! - **The monitor**, at 100,000 calls/s and with 100 threads that are nearly idle: its processor time and its peak
//!   memory.
//!
//! Whatever else the machine does only adds time. So the variants take turns, and of each the shortest of all rounds
//! counts (start-up: the median). The spread that is printed beside is how much longer the median round took: above
//! 10 % the machine is too busy for a verdict on a limit that is closer than that. Calls are measured in processor time of
//! their thread, so that with more threads than cores the others' turns are left out.
//!
//! Timings never fail anything: they are printed, with the limit that they are meant to keep.

/// What [`in_call`] takes from the processor.
#[cfg_attr(target_arch = "aarch64", path = "../../../probe/core/src/arch/aarch64/frame.rs")]
#[cfg_attr(target_arch = "x86_64", path = "../../../probe/core/src/arch/x86_64/frame.rs")]
mod arch;
/// The probe's own code, for [`note`].
#[allow(dead_code, unused_imports)] // those of its tests
#[path = "../../../probe/core/src/in_call.rs"]
mod in_call;
#[path = "overhead/marks.rs"]
mod marks;
#[path = "overhead/monitor.rs"]
mod monitor;
#[path = "overhead/note.rs"]
mod note;
#[path = "overhead/program.rs"]
mod program;
#[path = "overhead/samples.rs"]
mod samples;
/// What [`in_call`] takes from the probe.
#[path = "overhead/thread.rs"]
mod thread;
#[path = "overhead/tracer.rs"]
mod tracer;
#[path = "overhead/variant.rs"]
mod variant;

use anyhow::Result;
use variant::{Folder, Said, Variant};

const ZETOP: &str = env!("CARGO_BIN_EXE_zetop-under-test");
const WORKLOAD: &str = env!("CARGO_BIN_EXE_ze-workload-under-test");

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().map(String::as_str) == Some(program::MARK) {
        return program::run(&arguments[1..]);
    }
    if !zetop_e2e::loader_is_here() {
        return Ok(());
    }
    let rounds = arguments.iter().skip_while(|argument| *argument != "--rounds").nth(1);
    let rounds = rounds.map_or(Ok(21), |rounds| rounds.parse())?;
    let folder = Folder::new()?;
    if arguments.iter().any(|argument| argument == "--allocations") {
        per_allocation(&folder, rounds)?;
        return per_range(&folder, rounds);
    }
    per_call(&folder, rounds)?;
    never_sampled(&folder, rounds)?;
    note::print(rounds);
    per_launch(&folder, rounds)?;
    if arguments.iter().any(|argument| argument == "--calls") {
        return Ok(());
    }
    per_allocation(&folder, rounds)?;
    per_range(&folder, rounds)?;
    traced(&folder, rounds)?;
    start_up(&folder, rounds)?;
    samples::print()?;
    monitor::print()
}

/// The middle of what a variant gave in all rounds.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What a variant took over all rounds.
struct Taken {
    least: f64,
    /// The median over the least, %.
    spread_pct: f64,
    /// The least that zetop said its probe adds.
    said: Option<Said>,
}

/// The variants take turns.
fn compare(folder: &Folder, variants: &[Variant], rounds: usize, arguments: &[&str]) -> Result<Vec<Taken>> {
    let mut results = vec![(Vec::new(), Vec::new()); variants.len()];
    for _ in 0..rounds {
        for (variant, (values, said)) in variants.iter().zip(&mut results) {
            let measured = variant.run(folder, arguments)?;
            values.push(measured.value);
            said.extend(measured.said);
        }
    }
    let taken = |(values, said): (Vec<f64>, Vec<Said>)| {
        let shortest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let least = |a: Said, b: Said| Said {
            per_call: a.per_call.min(b.per_call),
            operations: a.operations.min(b.operations),
        };
        let said = said.into_iter().reduce(least);
        Taken { least: shortest, spread_pct: 100.0 * (median(values) / shortest - 1.0), said }
    };
    Ok(results.into_iter().map(taken).collect())
}

fn per_call(folder: &Folder, rounds: usize) -> Result<()> {
    println!(
        "ns per call of zeEventQueryStatus, the least of {rounds} rounds (and % that the median is above it)"
    );
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>12} {:>12}   added, of floor's: zetop  --exact, of tracing's   zetop says it adds",
        "threads", "plain", "floor", "zetop", "--exact", "tracing"
    );
    for threads in [1, 2, 8] {
        let variants =
            [Variant::Plain, Variant::Floor, Variant::Zetop, Variant::ZetopExact, Variant::Tracing];
        let results = compare(folder, &variants, rounds, &["calls", &threads.to_string(), "800000"])?;
        let added = |index: usize| results[index].least - results[0].least;
        let columns = results.iter().map(|r| format!(" {:>6.1} ({:>2.0})", r.least, r.spread_pct));
        // What is said is of one thread that has a core of its own.
        let said = results[2].said.map_or_else(String::new, |Said { per_call: said, .. }| {
            let of = if threads == 1 {
                format!(", {:.2} of what it adds (0.8 to 1.2)", said / added(2))
            } else {
                String::new()
            };
            format!("{said:.1} ns{of}")
        });
        println!(
            "{threads:>8} {}   {:>8.3} (<= 0.15) {:>6.2} (<= 1.1) {:>6.2} (<= 0.25)   {said}",
            columns.collect::<String>(),
            added(2) / added(1),
            added(3) / added(1),
            added(3) / added(4),
        );
    }
    Ok(())
}

fn never_sampled(folder: &Folder, rounds: usize) -> Result<()> {
    println!("\nns per call of zeEventHostSynchronize that does not wait, which is never sampled");
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>12}   added: zetop of --exact, zetop beyond two readings of the clock (ns)",
        "threads", "plain", "floor", "zetop", "--exact"
    );
    for threads in [1, 2, 8] {
        let variants = [Variant::Plain, Variant::Floor, Variant::Zetop, Variant::ZetopExact];
        let results = compare(folder, &variants, rounds, &["waits", &threads.to_string(), "800000"])?;
        let columns = results.iter().map(|r| format!(" {:>6.1} ({:>2.0})", r.least, r.spread_pct));
        let added = |index: usize| results[index].least - results[0].least;
        println!(
            "{threads:>8} {}   {:>8.2} {:>8.1}",
            columns.collect::<String>(),
            added(2) / added(3),
            added(2) - added(1)
        );
    }
    Ok(())
}

fn traced(folder: &Folder, rounds: usize) -> Result<()> {
    let variants = [Variant::Plain, Variant::Floor, Variant::Zetop, Variant::ZetopTrace];
    let results = compare(folder, &variants, rounds, &["bursts", "1", "40"])?;
    let [plain, floor, zetop, trace] = [0, 1, 2, 3].map(|index: usize| results[index].least);
    let spread =
        results.iter().map(|taken| format!("{:.0}", taken.spread_pct)).collect::<Vec<_>>().join(", ");
    println!(
        "\nns per call of zeEventQueryStatus in bursts of 4,000, the least of {rounds} rounds: plain {plain:.1}, floor {floor:.1}, zetop {zetop:.1}, \
         with --trace {trace:.1}: {:.1} more than the floor (<= 10), {:.1} more than without a trace; medians above: {spread} %",
        trace - floor,
        trace - zetop
    );
    Ok(())
}

const LAUNCHES: u32 = 20_000;

fn per_launch(folder: &Folder, rounds: usize) -> Result<()> {
    println!("\nns per launch of an empty kernel on an immediate list, the least of {rounds} rounds");
    println!(
        "{:>14} {:>8} {:>12} {:>8}   timing adds, and what zetop says of it",
        "plain append", "plain", "--no-device", "zetop"
    );
    for (name, call_ns) in [("as it is", 0), (">= 4 us", 4000)] {
        let variants = [Variant::Plain, Variant::ZetopHostOnly, Variant::Zetop];
        let slow = call_ns.to_string();
        let results = compare(folder, &variants, rounds, &["launches", "1", &LAUNCHES.to_string(), &slow])?;
        let [plain, host_only, zetop] = [0, 1, 2].map(|index: usize| results[index].least);
        let added = zetop - host_only;
        println!(
            "{name:>14} {:>8.0} {:>12.0} {:>8.0}   {added:>8.0} ns (<= 1000), {:.0} % of plain (<= 25 where >= 4 us), says {:.0} (0.75 to 1.25 of it)",
            plain,
            host_only,
            zetop,
            100.0 * added / plain,
            results[2].said.map_or(f64::NAN, |said| said.operations / f64::from(LAUNCHES)),
        );
    }
    Ok(())
}

fn per_allocation(folder: &Folder, rounds: usize) -> Result<()> {
    println!("\nns per call of zeMemAllocDevice (the median of a run), the least of {rounds} rounds");
    println!(
        "{:>14} {:>8} {:>12} {:>8}   zetop of plain, what it adds, and what it says of that",
        "", "plain", "--no-device", "zetop"
    );
    for (name, what, calls) in [
        ("500 a second", "allocations", "400"),
        ("deep stack", "deep", "400"),
        ("without pause", "rapid", "100000"),
    ] {
        let variants = [Variant::Plain, Variant::ZetopHostOnly, Variant::Zetop];
        let results = compare(folder, &variants, rounds, &[what, "1", calls])?;
        let [plain, host_only, zetop] = [0, 1, 2].map(|index: usize| results[index].least);
        let said = results[2].said.map_or(f64::NAN, |said| said.operations);
        println!(
            "{name:>14} {plain:>8.0} {host_only:>12.0} {zetop:>8.0}   {:>6.2} {:>8.0} ns (<= 2000), says {:.0} with the free",
            zetop / plain,
            zetop - plain,
            said / calls.parse::<f64>()?
        );
    }
    Ok(())
}

fn per_range(folder: &Folder, rounds: usize) -> Result<()> {
    let results = compare(folder, &[Variant::Plain, Variant::Zetop], rounds, &["ranges", "1", "300"])?;
    let [plain, zetop] = [0, 1].map(|index: usize| results[index].least);
    println!(
        "\nns per range of NVTX (push and pop), the least of {rounds} rounds: without a tool {plain:.1}, with zetop {zetop:.1}: \
         {:.1} more (<= 50)",
        zetop - plain
    );
    Ok(())
}

fn start_up(folder: &Folder, rounds: usize) -> Result<()> {
    let mut results = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (variant, result) in [Variant::Plain, Variant::Zetop].iter().zip(&mut results) {
            result.push(variant.run(folder, &["calls", "1", "1"])?.wall_ms);
        }
    }
    let [plain, zetop] = results.map(median);
    println!(
        "\na program with one call: {plain:.1} ms, under zetop {zetop:.1} ms: {:.1} ms more",
        zetop - plain
    );
    Ok(())
}

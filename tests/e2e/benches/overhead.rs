//! What zetop costs, as ratios in one run.
//!
//! ```text
//! cargo bench -p zetop-e2e --bench overhead [-- --rounds N]
//! ```
//!
//! - **Per host call**, with 1 and 2 threads that call `zeEventQueryStatus` as fast as they can on the simulated
//!   GPU: without anything; the floor (a layer with two clocks around the call); zetop; the loader's own tracing
//!   layer with `clock_gettime` in prologue and epilogue. The variants take turns, and the medians are compared.
//! - **Per launch** on an immediate list, device timing on and off.
//! - **Start-up** of a short program.
//! - **The monitor**, at 100,000 calls/s: its processor time and its peak memory.
//!
//! Timings never fail anything: they are printed, with the limit that they are meant to keep.

#[path = "overhead/monitor.rs"]
mod monitor;
#[path = "overhead/program.rs"]
mod program;
#[path = "overhead/tracer.rs"]
mod tracer;
#[path = "overhead/variant.rs"]
mod variant;

use anyhow::Result;
use variant::{Folder, Variant};

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
    per_call(&folder, rounds)?;
    per_launch(&folder, rounds)?;
    start_up(&folder, rounds)?;
    monitor::print()
}

/// The middle of what a variant gave in all rounds.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Medians over the rounds, the variants taking turns.
fn compare(folder: &Folder, variants: &[Variant], rounds: usize, arguments: &[&str]) -> Result<Vec<f64>> {
    let mut results = vec![Vec::new(); variants.len()];
    for _ in 0..rounds {
        for (variant, result) in variants.iter().zip(&mut results) {
            result.push(variant.run(folder, arguments)?.value);
        }
    }
    Ok(results.into_iter().map(median).collect())
}

fn per_call(folder: &Folder, rounds: usize) -> Result<()> {
    println!("ns per call of zeEventQueryStatus, medians of {rounds} rounds");
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>8}   added, of floor's   of tracing's",
        "threads", "plain", "floor", "zetop", "tracing"
    );
    for threads in [1, 2] {
        let variants = [Variant::Plain, Variant::Floor, Variant::Zetop, Variant::Tracing];
        let results = compare(folder, &variants, rounds, &["calls", &threads.to_string(), "400000"])?;
        let added = |index: usize| results[index] - results[0];
        println!(
            "{threads:>8} {:>8.1} {:>8.1} {:>8.1} {:>8.1}   {:>8.2} (<= 1.25)   {:>8.2} (<= 0.25)",
            results[0],
            results[1],
            results[2],
            results[3],
            added(2) / added(1),
            added(2) / added(3),
        );
    }
    Ok(())
}

fn per_launch(folder: &Folder, rounds: usize) -> Result<()> {
    println!("\nns per launch of an empty kernel on an immediate list, medians of {rounds} rounds");
    println!("{:>14} {:>8} {:>12} {:>8}   timing adds", "plain append", "plain", "--no-device", "zetop");
    for (name, call_ns) in [("as it is", 0), (">= 4 us", 4000)] {
        let variants = [Variant::Plain, Variant::ZetopHostOnly, Variant::Zetop];
        let slow = call_ns.to_string();
        let results = compare(folder, &variants, rounds, &["launches", "1", "20000", &slow])?;
        let added = results[2] - results[1];
        println!(
            "{name:>14} {:>8.0} {:>12.0} {:>8.0}   {added:>8.0} ns (<= 1000), {:.0} % of plain (<= 25 where >= 4 us)",
            results[0],
            results[1],
            results[2],
            100.0 * added / results[0],
        );
    }
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
        "\na program with one call: {plain:.1} ms, under zetop {zetop:.1} ms: {:.1} ms more (<= 30)",
        zetop - plain
    );
    Ok(())
}

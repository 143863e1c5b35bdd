//! What a sample of a call costs the program: a program that a finding is about, for some seconds.

use crate::{WORKLOAD, ZETOP};
use anyhow::{Context, Result};
use serde_json::Value;
use std::process::{Command, Stdio};

/// The dearest of a round is also the one that the system interrupted; the least of several rounds' dearest is not.
const ROUNDS: usize = 3;

pub fn print() -> Result<()> {
    println!();
    let rounds: Vec<f64> = (0..ROUNDS).map(|_| round()).collect::<Result<_>>()?;
    let least = rounds.iter().copied().fold(f64::INFINITY, f64::min);
    println!("the dearest sample in the quietest of {ROUNDS} rounds: {least:.1} us (<= 10)");
    Ok(())
}

/// Returns what the dearest sample cost, us.
fn round() -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let json = folder.path().join("zetop.json");
    let mut zetop = Command::new(ZETOP);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(WORKLOAD);
    // 5 s of copies from malloc'd memory, 1 ms each.
    zetop.args(["copies", "size=1M", "n=5000", "pair=heap-device"]).env("ZESIM_COPY_GBPS", "heap_h2d=1");
    zetop.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let figures: Value = serde_json::from_slice(&std::fs::read(&json).context("zetop wrote no figures")?)?;
    let quality = &figures["quality"];
    let us = |name: &str| quality[name].as_f64().map_or(f64::NAN, |ns| ns / 1e3);
    println!(
        "samples of calls that a finding is about: {} in {:.1} s (<= 20 a second), {:.1} us each, the dearest {:.1} us",
        quality["samples"],
        figures["elapsed_ns"].as_f64().unwrap_or(f64::NAN) / 1e9,
        us("sample_avg_ns"),
        us("sample_max_ns"),
    );
    Ok(us("sample_max_ns"))
}

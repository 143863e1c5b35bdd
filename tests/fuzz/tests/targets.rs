//! Feeds each target with mutated input: for `ZETOP_FUZZ_SECONDS` each, or as many inputs as take a few seconds. The
//! inputs are the same ones each time, so a case that fails is found again by its number; it is also saved.

use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use zetop_fuzz::mutation::mutated;
use zetop_fuzz::{TARGETS, Target, named};
use zetop_testing as _; // signals and time limits

const SEED: u64 = 20_251_125;
/// Of each target, without a time; fewer where one takes long.
const CASES: usize = 3000;
const USUAL: Duration = Duration::from_secs(4);
/// No input is worth longer: it would be a way to keep zetop busy.
const LONGEST: Duration = Duration::from_secs(20);

fn feed(target: &Target) {
    let seconds = std::env::var("ZETOP_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + seconds.map_or(USUAL, Duration::from_secs);
    let most = if seconds.is_some() { usize::MAX } else { CASES };
    let input = target.input();
    assert!(!input.is_empty(), "{}: nothing to start from", target.name);
    let mut random = Rng::with_seed(SEED);
    let mut cases = 0;
    for case in 0..most {
        // Those that are known are tried however long it takes.
        if case >= input.len() && Instant::now() >= end {
            break;
        }
        let bytes = input.get(case).cloned().unwrap_or_else(|| mutated(&input, &mut random));
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes)));
        let took = start.elapsed();
        if result.is_err() || took > LONGEST {
            let path = format!("{}/{}-{case}", env!("CARGO_TARGET_TMPDIR"), target.name);
            std::fs::write(&path, &bytes).expect("the input can be saved");
            let place = target.corpus();
            panic!("{}: case {case} fails ({took:?}); move {path} to {}", target.name, place.display());
        }
        cases = case + 1;
    }
    println!("{}: {cases} inputs", target.name);
}

#[test]
fn catalogs() {
    feed(named("catalog"));
}

#[test]
fn configurations() {
    feed(named("configuration"));
}

#[test]
fn records_of_cupti() {
    feed(named("cupti"));
}

#[test]
fn headers_of_programs() {
    feed(named("elf"));
}

#[test]
fn events_of_nccl() {
    feed(named("nccl"));
}

#[test]
fn process_files() {
    feed(named("process-file"));
}

#[test]
fn recordings() {
    feed(named("recording"));
}

#[test]
fn requests_for_metrics() {
    feed(named("request"));
}

#[test]
fn names_of_functions() {
    feed(named("symbols"));
}

#[test]
fn unwind_tables() {
    feed(named("unwind"));
}

#[test]
fn each_target_has_its_test() {
    let source = include_str!("targets.rs");
    for target in &TARGETS {
        assert!(source.contains(&format!("feed(named(\"{}\"));", target.name)), "{}", target.name);
    }
}

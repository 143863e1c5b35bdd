//! What a finding promises, against what its fix gives: programs in C with one fault each, and the same work without it.

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zetop_e2e::process::start;

const LIMIT: Duration = Duration::from_secs(120);
/// A promise may be off by this factor, either way.
const FACTOR: f64 = 1.5;
/// Other work on the machine slows runs down, and may keep copies and kernels from running at once: then they are made again.
const ATTEMPTS: usize = 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("slow-programs")
}

/// The number of the line with a mark.
fn line(file: &str, mark: &str) -> u64 {
    let text = std::fs::read_to_string(folder().join(file)).expect("the source");
    let at = text.lines().position(|line| line.ends_with(&format!("// MARK {mark}"))).expect("a mark");
    at as u64 + 1
}

/// Builds the program; the reason if that can't be done here.
fn build() -> Result<tempfile::TempDir, String> {
    let out = tempfile::tempdir().expect("temporary folder");
    let mut compiler = Command::new("gcc");
    compiler.args(["-g", "-O1", "-Wall", "-Wno-misleading-indentation", "-o"]).arg(out.path().join("faults"));
    compiler.arg(folder().join("faults.c")).arg("-l:libze_loader.so.1");
    let output = compiler.output().map_err(|error| format!("gcc: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("level_zero/ze_api.h") {
        return Err("no headers of Level Zero (apt-get install libze-dev)".to_owned());
    }
    assert!(output.status.success(), "{said}");
    Ok(out)
}

macro_rules! built {
    () => {
        match build() {
            Ok(built) => built,
            Err(why) => return zetop_testing::skip!("{why}"),
        }
    };
}

/// How long the rounds took, and zetop's figures.
fn run(built: &tempfile::TempDir, arguments: &str) -> (f64, Value) {
    let json = built.path().join("zetop.json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--");
    zetop.arg(built.path().join("faults")).args(arguments.split(' '));
    // Long enough that what a loaded machine adds is a small part of it.
    let costs = "zeEventHostSynchronize=100_000,zeMemAllocHost=16_000_000,zeCommandQueueExecuteCommandLists=100_000,\
                 zeCommandQueueSynchronize=200_000";
    zetop.env("ZESIM_CALL_NS", costs);
    zetop.env("SPV", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../monitor/bench/kernels/bench.spv"));
    if arguments.starts_with("heap") {
        // A link slower than the memory of any machine, which the simulated copies go through.
        zetop.env("ZESIM_PROFILE", "entry").env("ZESIM_COPY_GBPS", "h2d=6,heap_h2d=2");
    }
    if arguments.starts_with("queues") {
        // Long enough that a copy and a kernel run at once even where no processor is free for either.
        zetop.env("ZESIM_COPY_GBPS", "h2d=2").env("ZESIM_KERNEL_NS", "multiply_add=6000000");
    }
    if arguments.starts_with("engine") {
        zetop.env("ZESIM_COPY_GBPS", "h2d=2").env("ZESIM_COMPUTE_ENGINE_RATE", "0.5");
    }
    let outcome = start(&mut zetop).finish(LIMIT).succeeded();
    let seconds = outcome.stdout.trim().parse().expect("seconds");
    let figures = serde_json::from_slice(&std::fs::read(&json).expect("zetop's figures")).expect("JSON");
    (seconds, figures)
}

fn finding<'a>(figures: &'a Value, id: &str) -> Option<&'a Value> {
    figures["findings"].as_array().expect("as zetop writes it").iter().find(|f| f["id"] == id)
}

/// Makes the fix and compares, of all runs so far, the shortest with the fault and the shortest without: other work only adds
/// time. Compared are seconds: a promise is a part of all the time that zetop saw, in which the program starts, too.
fn holds(fault: &str, rounds: u32, id: &str, condition: &str) {
    needs_loader!();
    let built = built!();
    let (mut slow, mut promised, mut fast) = (f64::INFINITY, 0.0, f64::INFINITY);
    let mut tried = Vec::new();
    for _ in 0..ATTEMPTS {
        let (seconds, figures) = run(&built, &format!("{fault} {rounds}"));
        let Some(found) = finding(&figures, id) else {
            tried.push(format!("no finding: {:#}", figures["findings"]));
            continue;
        };
        assert!(found["gain_if"].as_str().is_some_and(|text| text.contains(condition)), "{found:#}");
        if seconds < slow {
            let part = found["gain_pct"].as_f64().expect("a gain") / 100.0;
            (slow, promised) = (seconds, part * figures["elapsed_ns"].as_f64().expect("a time") / 1e9);
        }
        let (seconds, fixed) = run(&built, &format!("{fault} {rounds} fixed"));
        if finding(&fixed, id).is_some() {
            tried.push(format!("not mended: {:#}", fixed["findings"]));
            continue;
        }
        fast = fast.min(seconds);
        let gained = slow - fast;
        println!("{id}: promised {promised:.2} s, gained {gained:.2} s of {slow:.2} s");
        if (gained / FACTOR..gained * FACTOR).contains(&promised) {
            return;
        }
        tried.push(format!("promised {promised:.2} s, gained {gained:.2} s of {slow:.2} s"));
    }
    panic!("{id}: {}", tried.join("\n"));
}

#[test]
fn memory_of_the_api_gains_what_was_promised() {
    holds("heap", 500, "slow-kind", "80 % of PCIe 3 x8");
}

#[test]
fn one_copy_in_place_of_many_gains_what_was_promised() {
    holds("tiny", 30, "tiny-copies", "one copy takes their place");
}

#[test]
fn one_fill_in_place_of_many_gains_what_was_promised() {
    holds("fills", 30, "tiny-fills", "those that follow each other");
}

/// A fill before each kernel can't become one with the next fill: the kernel needs it in between. The run is long enough for
/// calls to be sampled.
#[test]
fn fills_between_kernels_are_no_finding_and_fills_in_a_row_name_their_line() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "clears 10");
    assert_eq!(figures["device"]["fills"]["ops"], 10_000, "{:#}", figures["device"]["fills"]);
    assert!(finding(&figures, "tiny-fills").is_none(), "{:#}", figures["findings"]);
    let (_, figures) = run(&built, "fills 300");
    let found = finding(&figures, "tiny-fills").unwrap_or_else(|| panic!("{:#}", figures["findings"]));
    println!("{found:#}");
    let sites = found["sites"].as_array().expect("as zetop writes it");
    assert!(sites.iter().any(|site| site["line"] == line("faults.c", "fill")), "{found:#}");
}

#[test]
fn fewer_waits_gain_what_was_promised() {
    holds("waits", 100, "synchronous-waits", "without a pause");
}

#[test]
fn memory_that_is_kept_gains_what_was_promised() {
    holds("churn", 60, "allocation-churn", "kept memory");
}

#[test]
fn copies_beside_kernels_gain_what_was_promised() {
    holds("queues", 30, "no-overlap", "hidden");
}

#[test]
fn the_faster_engine_gains_what_was_promised() {
    holds("engine", 12, "slower-engine", "all of them run at 2.0");
}

/// The finding about copies beside kernels names the copy engine already.
#[test]
fn the_copy_engine_is_advised_once() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "queues 30");
    let found = finding(&figures, "no-overlap").expect("copies after kernels");
    assert!(found["text"].as_str().is_some_and(|text| text.contains("copy engine")), "{found:#}");
    assert!(finding(&figures, "slower-engine").is_none(), "{:#}", figures["findings"]);
}

/// A thousand copies for each wait: it is the copies.
#[test]
fn many_operations_before_a_wait_are_enough() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "tiny 20");
    assert!(finding(&figures, "synchronous-waits").is_none(), "{:#}", figures["findings"]);
    assert!(finding(&figures, "tiny-copies").is_some(), "{:#}", figures["findings"]);
}

/// All waits go through one function; a run this short ends before anybody knows of a finding.
#[test]
fn the_lines_that_call_a_helper_are_named_even_of_a_short_run() {
    needs_loader!();
    let built = built!();
    let (seconds, figures) = run(&built, "waits 60");
    let found = finding(&figures, "synchronous-waits").expect("a wait for each kernel");
    println!("{seconds} s: {found:#}");
    let sites = found["sites"].as_array().expect("as zetop writes it");
    let mut lines: Vec<u64> = sites.iter().filter_map(|site| site["line"].as_u64()).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["first", "second"].map(|mark| line("faults.c", mark)), "{sites:#?}");
    for site in sites {
        let helper = format!("gpu.h:{} in wait_ev", line("gpu.h", "helper"));
        assert_eq!(site["through"], serde_json::json!([helper]), "{site:#}");
        let tree = site["tree"].as_array().expect("as zetop writes it");
        assert!(tree[0]["place"].as_str().is_some_and(|place| place.ends_with(" in waits")), "{site:#}");
        assert_eq!((&tree[0]["depth"], &tree[1]["depth"]), (&serde_json::json!(0), &serde_json::json!(1)));
    }
}

#[test]
fn memory_that_is_never_freed_is_named_and_its_line() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "leak 130");
    let found = finding(&figures, "growing-memory").unwrap_or_else(|| panic!("{:#}", figures["findings"]));
    assert_eq!(found["text"], "Free what zeMemAllocDevice allocates");
    let sites = found["sites"].as_array().expect("as zetop writes it");
    assert!(sites.iter().any(|site| site["line"] == line("faults.c", "leak")), "{found:#}");
    let (_, figures) = run(&built, "leak 130 fixed");
    assert!(finding(&figures, "growing-memory").is_none(), "{:#}", figures["findings"]);
}

#[test]
fn an_error_that_is_an_answer_is_counted_and_no_finding() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "asks 50");
    let apis = figures["host"]["apis"].as_array().expect("as zetop writes it");
    let asked =
        apis.iter().find(|api| api["name"] == "zeDriverGetExtensionFunctionAddress").expect("its calls");
    assert_eq!((&asked["calls"], &asked["errors"]), (&serde_json::json!(50), &serde_json::json!(50)));
    assert!(finding(&figures, "repeated-errors").is_none(), "{:#}", figures["findings"]);
    let (_, figures) = run(&built, "fails 50");
    assert!(finding(&figures, "repeated-errors").is_some(), "a mistake is one");
}

/// What the host spends on a launch is in the calls that are for it: those for others were divided among all.
#[test]
fn launches_and_recorded_lists_have_the_host_time_of_their_own_calls() {
    needs_loader!();
    let built = built!();
    let (_, figures) = run(&built, "mixed 20");
    let apis = figures["host"]["apis"].as_array().expect("as zetop writes it");
    let spent = |name: &str| {
        let of = apis.iter().find(|api| api["name"] == name);
        of.and_then(|api| api["total_ns"].as_f64()).unwrap_or_else(|| panic!("no {name}"))
    };
    let kernels = figures["device"]["kernels"].as_array().expect("as zetop writes it");
    let of = |name: &str, field: &str| {
        let kernel = kernels.iter().find(|kernel| kernel["name"] == name);
        kernel.and_then(|kernel| kernel[field].as_f64()).unwrap_or_else(|| panic!("{name}: {kernels:#?}"))
    };
    let host = |name: &str| of(name, "host_avg_ns") * of(name, "launches");
    let (launched, listed) = (host("multiply_add"), host("grid_copy"));
    let (append, wait) = (spent("zeCommandListAppendLaunchKernel"), spent("zeEventHostSynchronize"));
    let (execute, synchronize) =
        (spent("zeCommandQueueExecuteCommandLists"), spent("zeCommandQueueSynchronize"));
    println!(
        "launched: {launched:.0} of {:.0} ns; listed: {listed:.0} of {:.0} ns",
        append + wait,
        execute + synchronize
    );
    assert!(launched <= 1.01 * (append + wait), "{kernels:#?}");
    let own = execute + synchronize - of("grid_copy", "total_ns");
    assert!((0.99 * own..=1.01 * (append + execute + synchronize)).contains(&listed), "{kernels:#?}");
    // Each execution and its wait take 0.3 ms of the host by themselves.
    assert!(listed >= 200.0 * 300_000.0 && of("grid_copy", "launches") == 200.0, "{kernels:#?}");
}

//! Traces: slices and gaps together are the figures of the JSON.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use zetop_e2e::oracle::Oracle;
use zetop_e2e::trace::Content;

/// Runs zetop with a trace and its JSON.
fn traced(options: &[&str], program: &[&str]) -> (tempfile::TempDir, Content, Value) {
    traced_with(&[], options, program)
}

fn traced_with(
    environment: &[(&str, &str)],
    options: &[&str],
    program: &[&str],
) -> (tempfile::TempDir, Content, Value) {
    let dir = tempfile::tempdir().unwrap();
    let (trace, json) = (dir.path().join("trace"), dir.path().join("json"));
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history"]).arg("--trace").arg(&trace).arg("--json").arg(&json);
    zetop.envs(environment.iter().copied());
    let output = zetop.args(options).args(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let json = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    let content = Content::read(&trace);
    (dir, content, json)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// Sums of host time are of the processor's counter, which a trace has in whole ns.
fn about(ns: u64, total: u64, calls: u64) -> bool {
    ns.abs_diff(total) <= 2 * calls + total / 1_000
}

fn same(content: &Content, json: &Value) {
    let none = (0, 0);
    let lost = content.gaps.get("calls not kept").copied().unwrap_or(0);
    let apis = json["host"]["apis"].as_array().unwrap();
    let calls =
        |api: &Value| content.slices.get(&format!("call {}", api["name"].as_str().unwrap())).unwrap_or(&none);
    let kept: u64 = apis.iter().map(|api| calls(api).0).sum();
    assert_eq!(kept + lost, number(&json["host"]["calls"]), "{:?}", content.gaps);
    assert_eq!(lost, number(&json["quality"]["dropped_records"]), "{:?}", content.gaps);
    for api in apis.iter().filter(|_| lost == 0) {
        let (count, ns) = *calls(api);
        assert_eq!(count, number(&api["calls"]), "{api}");
        assert!(about(ns, number(&api["total_ns"]), count), "{ns} ns: {api}");
    }
    let device = &json["device"];
    let row = |key: String, row: &Value| {
        let found = *content.slices.get(&key).unwrap_or(&none);
        assert_eq!(found, (number(&row["timed"]), number(&row["total_ns"])), "{key}: {row}");
    };
    for kernel in device["kernels"].as_array().unwrap() {
        row(format!("kernel {}", kernel["name"].as_str().unwrap()), kernel);
    }
    let mut moved = std::collections::BTreeMap::new();
    for transfer in device["transfers"].as_array().unwrap() {
        let name = |end| transfer[end].as_str().unwrap();
        row(format!("copy {} -> {}", name("src"), name("dst")), transfer);
        *moved.entry(name("direction").to_owned()).or_insert(0) += number(&transfer["bytes"]);
    }
    for (direction, bytes) in moved {
        let found = content.moved.get(&direction).copied().unwrap_or(0.0);
        assert!((found - bytes as f64).abs() <= 1e-9 * bytes as f64, "{direction}: {found} of {bytes}");
    }
}

/// Checks that Perfetto's own code reads the figures of `json` in the trace, where it is installed.
fn as_perfetto_reads_it(trace: &Path, with: &str, json: &Value) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trace/read.py");
    let output = Command::new("python3").arg(script).arg(with).arg(trace).output();
    let output = output.unwrap_or_else(|error| panic!("python3: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    same(&serde_json::from_slice(&output.stdout).unwrap(), json);
}

/// What is not installed that `as_perfetto_reads_it` needs; `None` when all is there.
fn missing(with: &str) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trace/read.py");
    let Ok(asked) = Command::new("python3").arg(script).args(["missing", with]).output() else {
        return Some("no python3".to_owned());
    };
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    Some(String::from_utf8_lossy(&asked.stdout).into_owned()).filter(|missing| !missing.is_empty())
}

#[test]
fn a_trace_has_the_figures_of_the_json() {
    needs_loader!();
    let (dir, content, json) = traced(&["--duration", "3"], &["demo"]);
    same(&content, &json);
    assert!(content.findings > 0, "the demo copies from pageable memory");
    let kernels: u64 =
        json["device"]["kernels"].as_array().unwrap().iter().map(|kernel| number(&kernel["timed"])).sum();
    assert!(kernels > 0 && content.arrows > kernels / 2, "{} arrows, {kernels} kernels", content.arrows);
    if let Some(missing) = missing("definitions") {
        return zetop_testing::skip!("Perfetto's own reading of a trace: {missing}");
    }
    as_perfetto_reads_it(&dir.path().join("trace"), "definitions", &json);
    if let Some(missing) = missing("processor") {
        return zetop_testing::skip!("Perfetto's trace processor: {missing}");
    }
    as_perfetto_reads_it(&dir.path().join("trace"), "processor", &json);
}

/// Slices lay 58 to 501 ns before the true times, so that half of the arrows ran backwards; where the clock drifts, some were
/// 50 us late.
#[test]
fn operations_lie_where_the_device_ran_them_and_after_their_calls() {
    needs_loader!();
    for (ppm, program) in
        [("0", "lists n=200"), ("0", "launches n=200"), ("200", "lists n=200"), ("-200", "launches n=200")]
    {
        let oracle = tempfile::NamedTempFile::new().unwrap();
        let path = oracle.path().to_str().unwrap();
        let environment = [("ZESIM_ORACLE", path), ("ZESIM_CLOCK_PPM", ppm), ("ZESIM_KERNEL_NS", "*=300000")];
        let program: Vec<&str> = std::iter::once(PROGRAMS.workload).chain(program.split(' ')).collect();
        let (_dir, content, _) = traced_with(&environment, &["--sim"], &program);
        assert!(content.arrows > 100 && content.backward == 0, "{} of {}", content.backward, content.arrows);
        let mut compared = 0;
        for ((name, _), sum) in Oracle::read(oracle.path()).kernels() {
            let truth = Oracle::read(oracle.path())
                .operations
                .into_iter()
                .filter(|op| op.op == "kernel" && op.name.split('+').next() == Some(&*name));
            let mut truth: Vec<u64> = truth.map(|op| op.start_host_ns).collect();
            let mut seen = content.starts[&format!("kernel {name}")].clone();
            truth.sort_unstable();
            seen.sort_unstable();
            assert_eq!(seen.len() as u64, sum.count, "{name}");
            let off: Vec<i64> =
                seen.iter().zip(&truth).map(|(seen, truth)| seen.wrapping_sub(*truth) as i64).collect();
            let (least, most) = (off.iter().min().unwrap(), off.iter().max().unwrap());
            println!("{ppm} ppm, {program:?}: {} operations, {least} to {most} ns off", off.len());
            assert!(*least > -100 && *most < 100, "{ppm} ppm: {off:?}");
            compared += off.len();
        }
        assert!(compared >= 200, "{compared}");
    }
}

#[test]
fn what_the_rings_had_no_room_for_is_marked_with_its_count() {
    needs_loader!();
    let program = [PROGRAMS.workload, "calls", "threads=3", "calls=400000"];
    let (_dir, content, json) = traced(&["--sim"], &program);
    same(&content, &json);
    assert!(number(&json["host"]["calls"]) >= 1_200_000);
}

#[test]
fn only_the_last_of_a_long_run_is_kept_and_what_was_before_is_counted() {
    needs_loader!();
    let program = [PROGRAMS.workload, "calls", "threads=1", "calls=30000", "rate=10000"];
    // A busy machine may take longer than that to end the program after its last call: nothing is kept then.
    let is_kept = (0..5).any(|_| {
        let (_dir, content, json) = traced(&["--sim", "--trace-last", "0.4s"], &program);
        let kept: u64 =
            content.slices.iter().filter(|(name, _)| name.starts_with("call ")).map(|(_, s)| s.0).sum();
        let lost = content.gaps.get("calls not kept").copied().unwrap_or(0);
        let before = content.before["calls before"];
        assert_eq!(before + kept + lost, number(&json["host"]["calls"]), "{content:?}");
        assert!(before > 0, "{content:?}");
        kept > 0
    });
    assert!(is_kept, "the last calls are kept");
}

#[test]
fn an_attach_is_traced_from_its_beginning_to_its_end() {
    needs_loader!();
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("trace");
    let target = crate::support::target("threads=2 busy=1");
    let attacher = crate::support::attached(&target, &["--trace", trace.to_str().unwrap()]);
    let _ = attacher.until("calls", |figures| figures.host.calls > 1000);
    let figures = attacher.end(libc::SIGINT).figures();
    let _ = target.quit();
    let content = Content::read(&trace);
    let kept: u64 =
        content.slices.iter().filter(|(name, _)| name.starts_with("call ")).map(|(_, s)| s.0).sum();
    let lost = content.gaps.get("calls not kept").copied().unwrap_or(0);
    assert_eq!(kept + lost, figures.host.calls);
}

#[test]
fn what_was_written_when_zetop_was_killed_can_be_read() {
    needs_loader!();
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("trace");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history", "--trace"]).arg(&trace).args(["demo", "--duration", "30"]);
    let mut zetop = zetop.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let end = std::time::Instant::now() + Duration::from_secs(60);
    while std::fs::metadata(&trace).map_or(0, |file| file.len()) < 200_000 {
        assert!(std::time::Instant::now() < end, "nothing is written");
        std::thread::sleep(Duration::from_millis(10));
    }
    zetop.kill().unwrap();
    zetop.wait().unwrap();
    let content = Content::read(&trace);
    assert!(content.slices.keys().any(|name| name.starts_with("kernel ")), "{content:?}");
}

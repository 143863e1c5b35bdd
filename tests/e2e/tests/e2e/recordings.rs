//! Recordings: the figures at any moment are those that the live run showed then.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

fn zetop(arguments: &[&str]) -> Output {
    Command::new(PROGRAMS.zetop).args(arguments).output().unwrap()
}

/// Lines of JSON by the time that they are of.
fn lines(file: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| (line["elapsed_ns"].as_u64().unwrap(), line)).collect()
}

/// Where two objects differ, with what stands there.
fn differences(path: &str, a: &Value, b: &Value, found: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                let (a, b) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                differences(&format!("{path}.{key}"), a, b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{path}[{i}]"), a, b, found);
            }
        }
        _ if a == b => {}
        _ => found.push(format!("{path}: {a} is {b} in the recording")),
    }
}

/// Runs a program with lines and a recording, and compares each line with that moment of the recording.
fn same_as_live(options: &[&str], program: &[&str]) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (live, recording, replayed) = (path("live.json"), path("recording"), path("replayed.json"));
    let mut arguments = vec!["--no-tui", "--no-history", "--interval", "0.13", "--json", &live];
    arguments.extend(["--record", &recording]);
    arguments.extend(options);
    arguments.extend(program);
    let run = zetop(&arguments);
    assert!(run.status.success(), "{run:?}");
    let report = zetop(&["report", &recording, "--interval", "0.01", "--json", &replayed]);
    assert!(report.status.success() && report.stderr.is_empty(), "{report:?}");
    let (mut live, replayed) = (lines(live.as_ref()), lines(replayed.as_ref()));
    // The report's first line is 10 ms after the start; a machine that stalls can have shown one before.
    live.retain(|at, _| *at >= 10_000_000);
    // On a machine that stalls there may be no other line than the last.
    let last = live.values().next_back().expect("the final line");
    assert!(last["host"]["calls"].as_u64() > Some(0), "something happened: {last}");
    let mut found = Vec::new();
    for (at, line) in &live {
        match replayed.get(at) {
            Some(recorded) => differences(&format!("at {at}"), line, recorded, &mut found),
            None => found.push(format!("{at}: not in the recording")),
        }
    }
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(40)].join("\n"));
    live.len()
}

#[test]
fn each_moment_of_a_recording_is_as_the_live_run_showed_it() {
    needs_loader!();
    same_as_live(&["--duration", "3"], &["demo"]);
}

#[test]
fn a_busy_program_whose_histograms_are_held_back_is_replayed_as_it_was() {
    needs_loader!();
    same_as_live(&["--sim"], &[PROGRAMS.workload, "calls", "threads=4", "calls=3000000"]);
}

#[test]
fn processes_that_come_and_go_are_replayed_as_they_were() {
    needs_loader!();
    let script =
        format!("for i in 1 2 3 4 5; do {} calls threads=2 calls=200000; sleep 0.2; done", PROGRAMS.workload);
    same_as_live(&["--sim"], &["sh", "-c", &script]);
}

#[test]
fn an_attach_is_recorded_to_its_end() {
    needs_loader!();
    let dir = tempfile::tempdir().unwrap();
    let recording = dir.path().join("recording").to_str().unwrap().to_owned();
    let target = crate::support::target("threads=1 busy=1");
    let attacher = crate::support::attached(&target, &["--record", &recording]);
    let _ = attacher.until("calls", |figures| figures.host.calls > 1000);
    let figures = attacher.end(libc::SIGINT).figures();
    let _ = target.quit();
    let report = zetop(&["report", &recording, "--json", "-"]);
    let object: Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(object["state"], "detached");
    assert_eq!(object["host"]["calls"], figures.host.calls);
    assert!(report.stderr.is_empty(), "{report:?}");
}

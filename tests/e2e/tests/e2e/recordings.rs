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
    let (live, replayed) = (lines(live.as_ref()), lines(replayed.as_ref()));
    assert!(live.len() >= 2, "{} lines", live.len());
    let calls: Vec<u64> = live.values().map(|line| line["host"]["calls"].as_u64().unwrap()).collect();
    assert!(calls.first() < calls.last(), "something happened: {calls:?}");
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

//! Recordings: the figures at any moment are those that the live run showed then.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn zetop_of(arguments: &[&str]) -> Output {
    Command::new(PROGRAMS.zetop).args(arguments).output().unwrap()
}

/// Lines of JSON by their time.
fn lines(file: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| (line["elapsed_ns"].as_u64().unwrap(), line)).collect()
}

/// Where two objects differ, with both values.
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
    let run = zetop_of(&arguments);
    assert!(run.status.success(), "{run:?}");
    let report = zetop_of(&["report", &recording, "--interval", "0.01", "--json", &replayed]);
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
    let report = zetop_of(&["report", &recording, "--json", "-"]);
    let object: Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(object["state"], "detached");
    assert_eq!(object["host"]["calls"], figures.host.calls);
    assert!(report.stderr.is_empty(), "{report:?}");
}

/// Blocks are written every five seconds: that long after the first one there is a second.
#[test]
fn the_recording_of_a_zetop_that_is_killed_plays_up_to_its_last_whole_block() {
    needs_loader!();
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (live, recording, replayed) = (path("live.json"), path("recording"), path("replayed.json"));
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history", "--interval", "0.1", "--json", &live, "--record", &recording]);
    zetop.args(["demo", "--duration", "100"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut zetop = std::os::unix::process::CommandExt::process_group(&mut zetop, 0).spawn().unwrap();
    let size = || std::fs::metadata(&recording).map_or(0, |file| file.len());
    let end = Instant::now() + zetop_e2e::scene::LIMIT;
    let mut sizes = vec![0];
    while sizes.len() < 4 {
        assert!(Instant::now() < end, "no block was written: {sizes:?}");
        let now = size();
        if now > sizes[sizes.len() - 1] {
            sizes.push(now);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    zetop.kill().unwrap();
    zetop.wait().unwrap();
    // The demo runs on; it is not needed any more.
    // SAFETY: a signal to a process group that was made for this test.
    unsafe { libc::kill(-(zetop.id() as i32), libc::SIGKILL) };
    let report = zetop_of(&["report", &recording, "--interval", "0.01", "--json", &replayed]);
    let said = String::from_utf8_lossy(&report.stderr).into_owned();
    assert!(
        report.status.success() && said.contains("cut off: what came after this is missing"),
        "{report:?}"
    );
    // A killed zetop leaves half a line, perhaps.
    let text = std::fs::read_to_string(&live).unwrap();
    let whole = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let live: BTreeMap<u64, Value> = whole.map(|line| (line["elapsed_ns"].as_u64().unwrap(), line)).collect();
    let replayed = lines(replayed.as_ref());
    let last = *replayed.keys().next_back().unwrap();
    assert!(last >= 4_000_000_000, "a block of five seconds: {last}");
    let mut found = Vec::new();
    let mut compared = 0;
    for (at, line) in live.range(10_000_000..=last) {
        let Some(recorded) = replayed.get(at) else {
            found.push(format!("{at}: not in the recording"));
            continue;
        };
        compared += 1;
        let (mut line, mut recorded) = (line.clone(), recorded.clone());
        // Every moment says what is missing.
        line["quality"]["notes"].take();
        recorded["quality"]["notes"].take();
        differences(&format!("at {at}"), &line, &recorded, &mut found);
    }
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(40)].join("\n"));
    assert!(compared > 0, "{} lines", live.len());
}

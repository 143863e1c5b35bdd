//! `zetop doctor` and `zetop -p` without a number, on a machine without a GPU.

use crate::common::{run, stderr, stdout, zetop};
use level_zero_sys::{LOADER_FILE, LevelZero};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn doctor(arguments: &[&str], environment: &[(&str, &str)]) -> (i32, Value) {
    let mut command = zetop();
    command.args(["doctor", "--json"]).args(arguments).envs(environment.iter().copied());
    let output = command.output().unwrap();
    let value = serde_json::from_str(&stdout(&output)).unwrap();
    (output.status.code().unwrap(), value)
}

fn check<'a>(report: &'a Value, name: &str) -> Option<&'a Value> {
    report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name)
}

/// The loader, opened in this process; `None` (and a line) if there is none.
fn loader() -> Option<LevelZero> {
    let opened = LevelZero::open(LOADER_FILE);
    if let Err(error) = &opened {
        zetop_testing::skip!("{error}");
    }
    opened.ok()
}

#[test]
fn the_simulator_that_it_names_can_be_used() {
    let cache = tempfile::tempdir().unwrap();
    let cache = cache.path().to_str().unwrap();
    let (status, report) = doctor(&[], &[("XDG_CACHE_HOME", cache)]);
    assert_eq!(report["schema"], "zetop-doctor/1");
    assert_eq!(report["ok"].as_bool(), Some(status == 0));
    let simulator = report["simulator"].as_str().unwrap();
    assert!(simulator.starts_with(cache) && Path::new(simulator).is_file(), "{simulator}");
    let folder = Path::new(simulator).parent().unwrap();
    assert_eq!(std::fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    if loader().is_none() {
        assert_eq!(status, 1);
        return;
    }
    let (status, report) = doctor(&[], &[("XDG_CACHE_HOME", cache), ("ZE_ENABLE_ALT_DRIVERS", simulator)]);
    assert_eq!(status, 0, "{report:#}");
    let devices = check(&report, "devices").unwrap();
    assert_eq!(devices["status"], "ok", "{report:#}");
    assert!(devices["finding"].as_str().unwrap().contains("Simulated"), "{devices}");
    assert_eq!(check(&report, "layer slot").unwrap()["status"], "ok", "{report:#}");
}

#[test]
fn a_process_that_does_not_exist_is_a_problem() {
    let (status, report) = doctor(&["-p", "4194304"], &[]);
    assert_eq!((status, report["ok"].as_bool()), (1, Some(false)));
    let process = check(&report, "process").unwrap();
    assert_eq!(process["status"], "problem");
    assert!(process["fix"].is_string());
    // also with -p in front
    assert_eq!(run(&["-p", "4194304", "doctor"]).status.code(), Some(1));
}

#[test]
fn this_process_is_examined() {
    let Some(_loader) = loader() else { return };
    let (_, report) = doctor(&["-p", &std::process::id().to_string()], &[]);
    for name in ["process", "user", "architecture"] {
        assert_eq!(check(&report, name).unwrap()["status"], "ok", "{report:#}");
    }
    if check(&report, "attach").unwrap()["status"] == "ok" {
        let loader = check(&report, "its loader").unwrap();
        assert!(loader["finding"].as_str().unwrap().contains("libze_loader"), "{report:#}");
    }
}

#[test]
fn without_a_terminal_the_running_programs_are_listed() {
    let Some(_loader) = loader() else { return };
    for arguments in [["-p"].as_slice(), &["-p", "--no-tui"], &["--pid"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let pid = std::process::id().to_string();
        let mine = |line: &&str| line.split_whitespace().next() == Some(&pid);
        assert!(stdout(&output).lines().any(|line| mine(&line)), "{}", stdout(&output));
        assert!(!stdout(&output).contains('\x1b'));
    }
}

#[test]
fn a_number_is_taken_in_every_spelling() {
    for arguments in [["-p", "4194304"].as_slice(), &["-p4194304"], &["--pid", "4194304"], &["--pid=4194304"]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("no process 4194304"), "{}", stderr(&output));
    }
    // A name is an expression for command lines.
    for (wrong, status, words) in
        [("no such[ ]program", 1, "no running program has"), ("a(", 2, "neither a process id")]
    {
        let output = run(&["-p", wrong]);
        assert_eq!(output.status.code(), Some(status));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

//! Odd programs in C, of `programs/`: they run under zetop as they do without.

use crate::support::{DRIVERS, PROGRAMS, needs_loader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::{shell_status, start};

const LIMIT: Duration = Duration::from_secs(120);

/// Compiles one of them; `None`, and says why, if that is not possible here.
pub fn in_c(name: &str, folder: &Path, flags: &[&str]) -> Option<PathBuf> {
    let source = format!("{}/programs/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let program = folder.join(name);
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-pthread"]).args(flags).arg("-o").args([&program, Path::new(&source)]);
    match cc.arg("-l:libze_loader.so.1").output() {
        Ok(made) if made.status.success() => Some(program),
        other => {
            zetop_testing::skip!("{name}.c can't be compiled (Debian: gcc, libze-dev): {other:?}");
            None
        }
    }
}

/// What a command prints, and how it ends.
pub fn outcome(command: &mut Command) -> (String, Option<i32>) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout) + &text(&output.stderr), output.status.code())
}

/// Runs a program that prints `done` under zetop.
fn watched(program: &Path, arguments: &[&str], driver: &str) -> Figures {
    let json = program.with_extension("json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(program).args(arguments);
    zetop.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_DRIVER", driver);
    let (said, status) = outcome(&mut zetop);
    assert!(status == Some(0) && said.starts_with("done\n"), "{driver} {status:?}: {said}");
    Figures::read(&json, &said)
}

/// The key that says that a thread has ended took memory from `malloc`: the program hung.
#[test]
fn a_first_call_that_has_interrupted_malloc_takes_nothing_from_it() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("interrupted", folder.path(), &[]) else { return };
    for keys in ["0", "40"] {
        let figures = watched(&program, &[keys, "400"], "patient");
        assert_eq!(figures.calls("zeDriverGetApiVersion"), (400, 0), "{keys} keys");
        assert_eq!(figures.quality.notes, Vec::<String>::new(), "blocks are used again");
    }
}

/// The program waited for a lock of the probe's that a stopped thread had: for ever.
#[test]
fn a_program_that_stops_its_threads_anywhere_goes_on() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("stopped", folder.path(), &[]) else { return };
    for driver in DRIVERS {
        let figures = watched(&program, &["300"], driver);
        assert_eq!(figures.calls("zeEventHostSignal"), (300, 0), "{driver}");
        let is_said = figures.quality.notes.iter().any(|note| note.contains("device timing has ended"));
        // How many are timed within the budget depends on how fast the machine is.
        let reasons: Vec<&String> =
            figures.device.untimed_reasons.keys().filter(|reason| *reason != "sampled").collect();
        assert!(is_said || reasons.is_empty(), "{driver}: {reasons:?}, {:?}", figures.quality.notes);
    }
}

/// A child has none of the threads that its parent's exit handlers wait for.
#[test]
fn forked_children_may_call_exit() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("ends", folder.path(), &[]) else { return };
    for driver in DRIVERS {
        let mut zetop = Command::new(PROGRAMS.zetop);
        zetop.args(["--no-tui", "--no-history", "--"]).arg(&program).arg("30");
        zetop.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_DRIVER", driver);
        let (said, status) = outcome(&mut zetop);
        assert!(status == Some(0) && said.starts_with("hung 0 wrong 0\n"), "{driver} {status:?}: {said}");
    }
}

/// The handler may be on top of whatever an append has locked. Nothing that is not ours may be in the way: the program and its
/// driver take no lock.
#[test]
fn a_signal_handler_may_call_exit() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("ends", folder.path(), &[]) else { return };
    let library = ["-shared", "-fPIC", "-fvisibility=hidden"];
    let driver = in_c("lockless", folder.path(), &library).expect("the other one was compiled");
    let json = folder.path().join("figures.json");
    for run in 0..16 {
        let us = (30_000 + run * 7_001).to_string();
        let mut zetop = Command::new(PROGRAMS.zetop);
        zetop.args(["--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(&program);
        zetop.args(["handler", &us]).env("ZE_ENABLE_ALT_DRIVERS", &driver);
        let (said, status) = outcome(&mut zetop);
        assert_eq!(status, Some(6), "{us}: {said}");
        let figures = Figures::read(&json, &said);
        let (calls, failed) = figures.calls("zeCommandListAppendMemoryFill");
        assert!(calls > 0 && failed == 0, "{us}: {calls}, {failed}");
        // The append that was interrupted may be counted already, or its call alone.
        let operations = figures.device.timed + figures.device.untimed;
        assert!(operations.abs_diff(calls) <= 1, "{us}: {operations} of {calls}");
    }
}

/// 8.5 KB were taken, and 27 KB in a forked child.
#[test]
fn first_calls_take_little_stack() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("small_stack", folder.path(), &[]) else { return };
    let figures = watched(&program, &[], "patient");
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (2, 0));
}

/// A program may unmap or overwrite what zetop has put into it, at any moment. That is its own end, perhaps; zetop goes on to its
/// end, and writes what it has.
#[test]
fn a_program_that_takes_the_probe_away_leaves_zetop_as_it_is() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("away", folder.path(), &[]) else { return };
    let json = folder.path().join("json");
    let with_driver = |program: &Path| {
        let mut command = Command::new(program);
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
        command
    };
    let zetop = |arguments: &[&str]| {
        let mut zetop = with_driver(Path::new(PROGRAMS.zetop));
        zetop.args(["--no-tui", "--no-history", "--json"]).arg(&json).args(arguments);
        let outcome = start(&mut zetop).finish(LIMIT);
        assert!(!outcome.stderr.contains("panicked"), "{arguments:?}: {outcome:?}");
        shell_status(outcome.status)
    };
    // Its own end, or one by what it has done.
    let ends = [0, 128 + libc::SIGSEGV, 128 + libc::SIGTRAP, 128 + libc::SIGBUS, 128 + libc::SIGILL];
    let program = program.to_str().expect("a path of ours");
    for how in ["unmap", "overwrite"] {
        for (text, delay) in
            [("/zetop-", "0"), ("/zetop-", "3000"), ("libze_", "90000"), ("/dev/shm/zetop-", "200000")]
        {
            let status = zetop(&[program, delay, how, text]);
            println!("launched, {how} {text} after {delay} us: {status}");
            assert!(ends.contains(&status), "{how} {text}: {status}");
            let figures = std::fs::read(&json).expect("zetop's figures");
            assert!(serde_json::from_slice::<serde_json::Value>(&figures).is_ok(), "{how} {text}");
            std::fs::remove_file(&json).expect("remove");

            // The program must outlive the attach.
            let later = (50_000 + 2 * delay.parse::<u64>().expect("a number")).to_string();
            let target = start(with_driver(Path::new(program)).args([&*later, how, text]));
            let status = zetop(&["-p", &target.pid().to_string(), "--duration", "2"]);
            println!("attached, {how} {text} after {later} us: {status}");
            // Attached to, or refused because it has ended by then.
            assert!([0, 1].contains(&status), "{how} {text}: {status}");
            let _ = target.finish(LIMIT);
        }
    }
}

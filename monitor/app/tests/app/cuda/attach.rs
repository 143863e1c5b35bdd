//! Programs that run already.

use crate::common::{self, zetop};
use crate::cuda::program::{built, calls, without_cupti};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Probes that are in place: each has a file mapped, from shortly before its helper ends.
pub fn probes_in_place(pid: u32) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let is_helper = |task: std::fs::DirEntry| {
        std::fs::read_to_string(task.path().join("comm"))
            .is_ok_and(|comm| comm.trim() == zetop_wire::session::HELPER)
    };
    if tasks.into_iter().any(is_helper) {
        return 0;
    }
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    let files =
        maps.lines().filter(|line| line.ends_with(".blk")).filter_map(|line| line.split('/').next_back());
    files.collect::<std::collections::BTreeSet<_>>().len()
}

/// Starts zetop until it has attached to a program. Where the machine is too busy for one of zetop's limits, zetop says so,
/// and is started again.
pub fn until_attached(pid: u32, probes: usize, mut start: impl FnMut() -> Child) -> Child {
    let began = Instant::now();
    loop {
        let mut zetop = start();
        while zetop.try_wait().unwrap().is_none() {
            if probes_in_place(pid) == probes {
                return zetop;
            }
            assert!(began.elapsed() < Duration::from_secs(100), "zetop neither attaches nor ends");
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = zetop.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(common::was_too_busy(&said), "{}: {said}", output.status);
        assert!(began.elapsed() < Duration::from_secs(100), "{said}");
        println!("again: {said}");
    }
}

/// A workload `attachable`, running without zetop.
pub struct Target {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    said: Vec<String>,
}

impl Target {
    pub fn start(folder: &Path) -> Self {
        Self::start_as(folder, "attachable", &[])
    }

    pub fn start_as(folder: &Path, mode: &str, environment: &[(&str, &OsStr)]) -> Self {
        let mut child = Command::new(folder.join("workload"))
            .args([mode, "500"])
            .env("LD_LIBRARY_PATH", folder)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut target = Self { child, lines, said: Vec::new() };
        assert_eq!(target.line(), "ready");
        target
    }

    pub fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    /// One round: 500 launches and as many calls.
    pub fn round(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
        let line = self.line();
        self.said.push(line);
    }

    /// Its lines for the rounds so far.
    pub fn said(&self) -> &[String] {
        &self.said
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// What zetop saw of a number of rounds, attached with a number of probes; another round is made afterwards.
pub fn attached(target: &mut Target, probes: usize, rounds: u64) -> Value {
    attached_with(&[], target, probes, rounds)
}

pub fn attached_with(options: &[&str], target: &mut Target, probes: usize, rounds: u64) -> Value {
    let json = tempfile::NamedTempFile::new().unwrap();
    let path: PathBuf = json.path().into();
    let pid = target.child.id();
    let mut command = zetop();
    command.args(["--no-tui", "--json"]).arg(&path).args(options).args(["-p", &pid.to_string()]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut zetop = until_attached(pid, probes, || command.spawn().unwrap());
    for _ in 0..rounds {
        target.round();
    }
    // SAFETY: a child of this process that was not waited for.
    unsafe { libc::kill(zetop.id() as i32, libc::SIGTERM) };
    zetop.wait().unwrap();
    common::eventually("the end of the attach", || probes_in_place(pid) == 0);
    target.round();
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

#[test]
fn a_running_program_is_attached_to_and_left_as_it_was() {
    let Some(folder) = built() else { return };
    let mut target = Target::start(folder);
    target.round();
    for rounds in [2, 3] {
        let figures = attached(&mut target, 1, rounds);
        assert_eq!(calls(&figures, "cuLaunchKernel"), (500 * rounds, 0));
        assert_eq!(calls(&figures, "cuCtxGetCurrent"), (500 * rounds, 0));
        assert_eq!(figures["device"]["timed"], 500 * rounds, "{}", figures["device"]);
        assert_eq!(figures["device"]["untimed"], 0);
    }
}

/// What a process frees that it had allocated before the attach is told; what was made since, and nothing at all, is not.
#[test]
fn frees_of_memory_from_before_the_attach_are_told() {
    let Some(folder) = built() else { return };
    let told = |figures: &Value| {
        let notes = figures["quality"]["notes"].as_array().unwrap();
        let frees = notes.iter().filter_map(|note| note.as_str().unwrap().strip_prefix("(before zetop): "));
        frees.map(|note| note.split(' ').next().unwrap().parse().unwrap()).collect::<Vec<u64>>()
    };
    let mut target = Target::start_as(folder, "attachable-frees", &[]);
    for rounds in [3, 0, 1] {
        let figures = attached(&mut target, 1, rounds);
        let expected = if rounds > 0 { vec![2 * rounds] } else { Vec::new() };
        assert_eq!(told(&figures), expected, "{}", figures["quality"]);
        let device = figures["memory"].as_array().unwrap().iter().find(|kind| kind["kind"] == "device");
        let figure = |name: &str| device.map_or(0, |kind| kind[name].as_u64().unwrap());
        assert_eq!(["allocs", "frees", "live_count"].map(figure), [rounds, rounds, 0]);
    }
    assert_eq!(told(&attached(&mut Target::start(folder), 1, 1)), [0; 0]);
}

/// The first graph's three kernels were waited for at each launch of the second one.
#[test]
fn a_graph_whose_handle_was_anothers_before_a_detach_is_itself() {
    let Some(folder) = built() else { return };
    let mut target = Target::start_as(folder, "regraph", &[]);
    for timed in [3, 1] {
        let figures = attached(&mut target, 1, 1);
        let device = &figures["device"];
        assert_eq!(
            (device["timed"].as_u64(), device["untimed"].as_u64()),
            (Some(timed), Some(0)),
            "{device}"
        );
    }
    assert_eq!(target.said(), ["done 0"; 4]);
}

/// The probe is in place before zetop goes on: a signal in between used to end zetop, with nothing written.
#[test]
fn a_signal_right_after_the_attach_ends_the_session_as_usual() {
    let Some(folder) = built() else { return };
    let mut target = Target::start(folder);
    target.round();
    for _ in 0..10 {
        let figures = attached(&mut target, 1, 0);
        assert_eq!(figures["state"], "detached", "{figures}");
    }
}

/// As Python's `ctypes` keeps them, in objects that only other objects lead to; or as a C program may, on its stack alone.
#[test]
fn pointers_far_from_any_modules_data_are_found_and_put_back() {
    let Some(folder) = built() else { return };
    for mode in ["far", "stack"] {
        let mut target = Target::start_as(folder, mode, &[]);
        target.round();
        for rounds in [2, 3] {
            let figures = attached(&mut target, 1, rounds);
            assert_eq!(calls(&figures, "cuDeviceGetCount"), (500 * rounds, 0), "{mode}");
            assert_eq!(figures["quality"]["notes"], serde_json::json!([]), "{mode}");
        }
    }
}

/// It makes no call, so nothing is missed: that is another thing than not finding how it would.
#[test]
fn a_program_that_makes_no_call_is_not_one_whose_pointers_are_not_found() {
    let Some(folder) = built() else { return };
    let mut target = Target::start(folder);
    let notes = attached(&mut target, 1, 0)["quality"]["notes"].to_string();
    assert!(notes.contains("made no call meanwhile") && !notes.contains("no pointer"), "{notes}");
}

/// A program under zetop that is attached to as it runs, and the lines that it will say. It is started again where that is refused
/// because the machine is too busy.
fn attached_late(command: &mut Command) -> (Child, std::io::Lines<BufReader<std::process::ChildStdout>>) {
    let begun = Instant::now();
    loop {
        let said = tempfile::NamedTempFile::new().unwrap();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(said.reopen().unwrap());
        let mut zetop = command.spawn().unwrap();
        let mut lines = BufReader::new(zetop.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        let children = format!("/proc/{0}/task/{0}/children", zetop.id());
        let child = || std::fs::read_to_string(&children).unwrap().trim().parse::<u32>();
        let is_attached = || child().is_ok_and(|pid| probes_in_place(pid) == 1);
        let said = || std::fs::read_to_string(said.path()).unwrap();
        common::eventually("the attach", || is_attached() || common::was_too_busy(&said()));
        if is_attached() {
            return (zetop, lines);
        }
        assert!(begun.elapsed() < Duration::from_secs(100), "{}", said());
        println!("again: {}", said());
        // With its input, the program ends.
        drop(zetop.stdin.take());
        zetop.wait().unwrap();
    }
}

/// As `numba` and `triton` open the driver: neither is the stand-in loaded, nor may the attach wait for long.
#[test]
fn a_driver_that_is_opened_by_its_path_is_seen_with_the_reason() {
    let Some(folder) = built() else { return };
    let json = tempfile::NamedTempFile::new().unwrap();
    let mut command = zetop();
    command.args(["--no-tui", "--json"]).arg(json.path()).arg("--").arg(folder.join("workload"));
    command.args(["far", "500"]).env("LD_LIBRARY_PATH", folder);
    command.env("CUDA_STUB_DRIVER", folder.join("libcuda.so.1"));
    let (mut zetop, mut lines) = attached_late(&mut command);
    let mut line = || lines.next().unwrap().unwrap();
    let mut input = zetop.stdin.take().unwrap();
    input.write_all(b"go\n").unwrap();
    assert!(line().starts_with("done "));
    drop(input);
    assert!(zetop.wait().unwrap().success());
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json.path()).unwrap()).unwrap();
    assert_eq!(calls(&figures, "cuDeviceGetCount"), (500, 0));
    let notes = figures["quality"]["notes"].to_string();
    assert!(notes.contains("attached late") && notes.contains("by its path"), "{notes}");
}

/// A program that ends between two looks got "the program was not seen to load ..." only.
#[test]
fn a_program_that_is_too_short_to_be_seen_is_said_to_have_opened_the_driver() {
    let Some(folder) = built() else { return };
    // Nobody else opens these.
    let folder = without_cupti(folder);
    let driver = folder.path().join("libcuda.so.1");
    let said = |program: &[&str]| {
        let mut zetop = zetop();
        zetop.env("LD_LIBRARY_PATH", folder.path()).args(["--no-tui", "--no-history"]).args(program);
        common::stderr(&zetop.output().unwrap())
    };
    let short = said(&["cat", driver.to_str().unwrap()]);
    assert!(short.contains(driver.to_str().unwrap()) && short.contains("opened meanwhile"), "{short}");
    let none = said(&["true"]);
    assert!(none.contains("not seen to load") && !none.contains(driver.to_str().unwrap()), "{none}");
}

#[test]
fn a_program_that_lost_its_environment_is_attached_to_as_it_runs() {
    let Some(folder) = built() else { return };
    let json = tempfile::NamedTempFile::new().unwrap();
    let mut command = zetop();
    command.args(["--no-tui", "--json"]).arg(json.path()).args(["--", "env", "-i"]);
    command.arg(format!("LD_LIBRARY_PATH={}", folder.display())).arg(folder.join("workload"));
    let (mut zetop, mut lines) = attached_late(command.args(["attachable", "500"]));
    let mut line = || lines.next().unwrap().unwrap();
    let mut input = zetop.stdin.take().unwrap();
    for _ in 0..2 {
        input.write_all(b"go\n").unwrap();
        assert!(line().starts_with("done "));
    }
    drop(input);
    assert!(zetop.wait().unwrap().success());
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json.path()).unwrap()).unwrap();
    assert_eq!(calls(&figures, "cuLaunchKernel"), (1000, 0));
    let notes = figures["quality"]["notes"].to_string();
    assert!(notes.contains("attached late") && notes.contains("was taken from its environment"), "{notes}");
}

/// The stand-in is loaded from the start, but announces itself only at the first call.
#[test]
fn a_program_that_takes_its_time_is_not_attached_to() {
    let Some(folder) = built() else { return };
    let json = tempfile::NamedTempFile::new().unwrap();
    let output = zetop()
        .env("LD_LIBRARY_PATH", folder)
        .env("CUDA_STUB_WAIT_MS", "2500")
        .args(["--no-tui", "--json"])
        .arg(json.path())
        .arg("--")
        .arg(folder.join("workload"))
        .args(["work", "10"])
        .output()
        .unwrap();
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json.path()).unwrap()).unwrap();
    assert_eq!(calls(&figures, "cuInit"), (1, 0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(figures["quality"]["notes"].as_array().unwrap(), &[] as &[Value]);
}

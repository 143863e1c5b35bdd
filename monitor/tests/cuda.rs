//! CUDA, on a stand-in driver with its CUPTI (`tests/cuda-stub`): programs with known answers, launched and attached
//! to. What a real GPU shows is in `tests/gpu`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::zetop;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The stand-ins and the workload, compiled; `None` where there is no C compiler.
fn built() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cuda-stub");
        let folder = tempfile::tempdir().unwrap();
        let build = |arguments: &[&str], from: &str, to: &str| {
            let made = Command::new("cc")
                .args(["-O1", "-o"])
                .arg(folder.path().join(to))
                .arg(sources.join(from))
                .args(arguments)
                .args(["-ldl", "-lpthread"])
                .output()
                .ok()?;
            assert!(made.status.success(), "{from}: {}", String::from_utf8_lossy(&made.stderr));
            Some(())
        };
        let library = ["-shared", "-fPIC", "-Wl,-Bsymbolic"];
        build(&[&library[..], &["-Wl,-soname,libcuda.so.1"]].concat(), "driver.c", "libcuda.so.1")?;
        build(&[&library[..], &["-Wl,-soname,libcupti.so.13"]].concat(), "cupti.c", "libcupti.so.13")?;
        build(&[], "workload.c", "workload")?;
        Some(folder)
    });
    if folder.is_none() {
        println!("skipped: no C compiler (cc)");
    }
    folder.as_ref().map(TempDir::path)
}

/// Without the stand-in CUPTI.
fn without_cupti(built: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["libcuda.so.1", "workload"] {
        std::fs::copy(built.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn plain(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(folder.join("workload")).args(arguments).env("LD_LIBRARY_PATH", folder).output().unwrap()
}

/// The workload under zetop: its output, and zetop's figures.
fn watched(folder: &Path, options: &[&str], arguments: &[&str]) -> (Output, Value) {
    let json = tempfile::NamedTempFile::new().unwrap();
    let output = zetop()
        .env("LD_LIBRARY_PATH", folder)
        .arg("--json")
        .arg(json.path())
        .args(options)
        .arg("--")
        .arg(folder.join("workload"))
        .args(arguments)
        .output()
        .unwrap();
    let figures = std::fs::read_to_string(json.path()).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, serde_json::from_str(&figures).unwrap_or_else(|error| panic!("{error}: {said}")))
}

fn calls(figures: &Value, name: &str) -> (u64, u64) {
    let apis = figures["host"]["apis"].as_array().unwrap();
    let api = apis.iter().find(|api| api["name"] == name).unwrap_or_else(|| panic!("no {name}: {apis:?}"));
    assert_eq!(api["family"], "cu");
    (api["calls"].as_u64().unwrap(), api["errors"].as_u64().unwrap())
}

fn kernel<'a>(figures: &'a Value, name: &str) -> &'a Value {
    let kernels = figures["device"]["kernels"].as_array().unwrap();
    kernels.iter().find(|kernel| kernel["name"] == name).unwrap_or_else(|| panic!("no {name}: {kernels:?}"))
}

#[test]
fn a_launched_program_is_counted_and_timed_exactly() {
    let Some(folder) = built() else { return };
    let (without, (with, figures)) =
        (plain(folder, &["work", "100"]), watched(folder, &[], &["work", "100"]));
    assert_eq!((&with.stdout, with.status), (&without.stdout, without.status));
    assert_eq!(calls(&figures, "cuMemcpyHtoD"), (200, 0));
    assert_eq!(calls(&figures, "cuLaunchKernel"), (304, 1), "captured ones and the one that fails included");
    assert_eq!(calls(&figures, "cuGraphLaunch"), (100, 0));
    assert_eq!(calls(&figures, "cuStreamQuery"), (1, 0), "not ready is no error");

    let device = &figures["device"];
    // 200 + 100 + 100 + 1 copies and sets, 100 + 200 kernels, 100 graphs of 3 kernels and a copy
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(1101), Some(0)), "{device}");
    let short = kernel(&figures, "short_1000");
    assert_eq!((short["launches"].as_u64(), short["total_ns"].as_u64()), (Some(400), Some(400_000)));
    let long = kernel(&figures, "at::native::elementwise<20000>");
    assert_eq!(
        (long["launches"].as_u64(), long["min_ns"].as_u64(), long["max_ns"].as_u64()),
        (Some(200), Some(20_000), Some(20_000))
    );

    let transfers: Vec<(&str, &str, u64, u64, u64)> = device["transfers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| {
            let number = |key: &str| t[key].as_u64().unwrap();
            (
                t["src"].as_str().unwrap(),
                t["dst"].as_str().unwrap(),
                number("ops"),
                number("bytes"),
                number("total_ns"),
            )
        })
        .collect();
    let mib = 1 << 20;
    for wanted in [
        ("heap", "device", 100, 100 * mib, 100 * (mib / 8)),
        ("host", "device", 100, 100 * mib, 100 * (mib / 16)),
        ("device", "heap", 1, mib, mib / 8),
        ("device", "device", 200, 100 * (8192 + 4096), 100 * (512 + 256)),
    ] {
        assert!(transfers.contains(&wanted), "{wanted:?} in {transfers:?}");
    }
    assert_eq!(device["fills"]["ops"], 100);
    let left = figures["memory"].as_array().unwrap().iter().find(|m| m["kind"] == "device").unwrap();
    assert_eq!(
        (left["live_count"].as_u64(), left["live_bytes"].as_u64(), left["allocs"].as_u64()),
        (Some(1), Some(12_345), Some(3))
    );
}

#[test]
fn a_question_for_a_gpu_has_the_same_answer() {
    let Some(folder) = built() else { return };
    for no_device in [false, true] {
        let ask = |command: &mut Command| {
            command.env("LD_LIBRARY_PATH", folder);
            if no_device {
                command.env("CUDA_STUB_NO_DEVICE", "1");
            }
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        };
        let without = ask(Command::new(folder.join("workload")).arg("ask"));
        assert!(without.contains("newer 0 other 1"), "{without}");
        assert_eq!(ask(zetop().arg("--").arg(folder.join("workload")).arg("ask")), without);
    }
    // and where there is no driver at all
    let without = Command::new(folder.join("workload")).arg("ask").output().unwrap();
    if without.stdout == b"no driver\n" {
        assert_eq!(
            zetop().arg("--").arg(folder.join("workload")).arg("ask").output().unwrap().stdout,
            without.stdout
        );
    }
}

#[test]
fn without_cupti_everything_is_counted_with_its_kinds() {
    let Some(folder) = built() else { return };
    let folder = without_cupti(folder);
    let (_, figures) = watched(folder.path(), &[], &["work", "10"]);
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(0), Some(111)), "{device}");
    assert_eq!(device["untimed_reasons"]["no CUPTI library found"], 111);
    assert_eq!(kernel(&figures, "short_1000")["launches"], 10);
    let heap = device["transfers"].as_array().unwrap().iter().find(|t| t["src"] == "heap").unwrap();
    assert_eq!((heap["ops"].as_u64(), heap["bytes"].as_u64()), (Some(10), Some(10 << 20)));
}

#[test]
fn a_program_that_profiles_itself_sees_what_it_would_see() {
    let Some(folder) = built() else { return };
    let (without, (with, figures)) =
        (plain(folder, &["profiler", "50"]), watched(folder, &[], &["profiler", "50"]));
    assert_eq!(String::from_utf8_lossy(&with.stdout), String::from_utf8_lossy(&without.stdout));
    assert!(String::from_utf8_lossy(&with.stdout).contains("saw 100 kernels"));
    let device = &figures["device"];
    assert_eq!(device["untimed_reasons"]["the program uses CUPTI itself"], 100, "{device}");
    // 551 before it, and 50 after each time
    assert_eq!(device["timed"], 651, "{device}");
    assert_eq!(kernel(&figures, "short_1000")["launches"], 300, "each counted once");
}

fn has_thread(pid: u32, name: &str) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    tasks
        .flatten()
        .any(|task| std::fs::read_to_string(task.path().join("comm")).is_ok_and(|comm| comm.trim() == name))
}

/// The workload `attachable`, running without zetop.
struct Target {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Target {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(folder.join("workload"))
            .args(["attachable", "500"])
            .env("LD_LIBRARY_PATH", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut target = Self { child, lines };
        assert_eq!(target.line(), "ready");
        target
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    /// One round: 500 launches and as many calls.
    fn round(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
        self.line();
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn a_running_program_is_attached_to_and_left_as_it_was() {
    let Some(folder) = built() else { return };
    let mut target = Target::start(folder);
    target.round();
    for rounds in [2, 3] {
        let json = tempfile::NamedTempFile::new().unwrap();
        let path: PathBuf = json.path().into();
        let mut zetop = zetop()
            .args(["--no-tui", "--json"])
            .arg(&path)
            .args(["-p", &target.child.id().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The probe's thread starts when all is done.
        let pid = target.child.id();
        common::eventually("the attach", || has_thread(pid, "zetop-attach"));
        for _ in 0..rounds {
            target.round();
        }
        // SAFETY: a child of ours that was not waited for.
        unsafe { libc::kill(zetop.id() as i32, libc::SIGTERM) };
        zetop.wait().unwrap();
        assert!(!has_thread(pid, "zetop-attach"), "left");
        target.round();
        let figures: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(calls(&figures, "cuLaunchKernel"), (500 * rounds, 0));
        assert_eq!(calls(&figures, "cuCtxGetCurrent"), (500 * rounds, 0));
        assert_eq!(figures["device"]["timed"], 500 * rounds, "{}", figures["device"]);
        assert_eq!(figures["device"]["untimed"], 0);
    }
}

#[test]
fn a_program_that_lost_its_environment_is_attached_to_as_it_runs() {
    let Some(folder) = built() else { return };
    let json = tempfile::NamedTempFile::new().unwrap();
    let mut zetop = zetop()
        .args(["--no-tui", "--json"])
        .arg(json.path())
        .args(["--", "env", "-i"])
        .arg(format!("LD_LIBRARY_PATH={}", folder.display()))
        .arg(folder.join("workload"))
        .args(["attachable", "500"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(zetop.stdout.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    assert_eq!(line(), "ready");
    let children = format!("/proc/{0}/task/{0}/children", zetop.id());
    let child = || std::fs::read_to_string(&children).unwrap().trim().parse::<u32>();
    common::eventually("the attach", || child().is_ok_and(|pid| has_thread(pid, "zetop-attach")));
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

/// The stand-in is there from the start, and says hello with the first call only.
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

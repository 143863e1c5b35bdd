//! CUDA, on a stand-in driver with its CUPTI (`tests/cuda-stub`): programs with known answers, launched and attached
//! to. What a real GPU shows is in `tests/gpu`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::zetop;
use serde_json::{Value, json};
use std::ffi::OsStr;
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
        build(&[&library[..], &["-Wl,-soname,libnvidia-ml.so.1"]].concat(), "nvml.c", "libnvidia-ml.so.1")?;
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
    plain_with(folder, &[], arguments)
}

fn plain_with(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    Command::new(folder.join("workload"))
        .args(arguments)
        .env("LD_LIBRARY_PATH", folder)
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

/// The program's output and status are the same with zetop; its figures.
fn same_with_zetop(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Value {
    let without = plain_with(folder, environment, arguments);
    let (with, figures) = watched_with(folder, environment, &[], arguments);
    assert_eq!(
        String::from_utf8_lossy(&with.stdout),
        String::from_utf8_lossy(&without.stdout),
        "{arguments:?}"
    );
    assert_eq!(with.status, without.status, "{arguments:?}");
    figures
}

/// The workload under zetop: its output, and zetop's figures.
fn watched(folder: &Path, options: &[&str], arguments: &[&str]) -> (Output, Value) {
    watched_with(folder, &[], options, arguments)
}

fn watched_with(
    folder: &Path,
    environment: &[(&str, &str)],
    options: &[&str],
    arguments: &[&str],
) -> (Output, Value) {
    let json = tempfile::NamedTempFile::new().unwrap();
    let output = zetop()
        .env("LD_LIBRARY_PATH", folder)
        .envs(environment.iter().copied())
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
    assert_eq!((&short["group_count"], &short["group_size"]), (&json!([4, 2, 1]), &json!([64, 1, 1])));
    let needs = json!({
        "registers": 40, "static_shared_bytes": 1024, "dynamic_shared_bytes": 512, "local_bytes": 0,
    });
    assert_eq!(short["resources"], needs);
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

fn threads(pid: u32, name: &str) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let is_it = |task: &std::fs::DirEntry| {
        std::fs::read_to_string(task.path().join("comm")).is_ok_and(|comm| comm.trim() == name)
    };
    tasks.flatten().filter(is_it).count()
}

fn has_thread(pid: u32, name: &str) -> bool {
    threads(pid, name) > 0
}

/// A workload `attachable`, running without zetop.
struct Target {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Target {
    fn start(folder: &Path) -> Self {
        Self::start_as(folder, "attachable", &[])
    }

    fn start_as(folder: &Path, mode: &str, environment: &[(&str, &OsStr)]) -> Self {
        let mut child = Command::new(folder.join("workload"))
            .args([mode, "500"])
            .env("LD_LIBRARY_PATH", folder)
            .envs(environment.iter().copied())
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

/// What zetop saw of a number of rounds, attached with a number of probes; another round is made afterwards.
fn attached(target: &mut Target, probes: usize, rounds: u64) -> Value {
    let json = tempfile::NamedTempFile::new().unwrap();
    let path: PathBuf = json.path().into();
    let pid = target.child.id();
    let mut zetop = zetop()
        .args(["--no-tui", "--json"])
        .arg(&path)
        .args(["-p", &pid.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Each probe's thread starts when all is done.
    common::eventually("the attach", || threads(pid, "zetop-attach") == probes);
    for _ in 0..rounds {
        target.round();
    }
    // SAFETY: a child of ours that was not waited for.
    unsafe { libc::kill(zetop.id() as i32, libc::SIGTERM) };
    zetop.wait().unwrap();
    // It says that it has left just before it ends.
    common::eventually("the end of the probe's thread", || threads(pid, "zetop-attach") == 0);
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

fn queued(figures: &Value, name: &str) -> f64 {
    kernel(figures, name)["submit_avg_ns"].as_f64().unwrap_or_else(|| panic!("{name}: no queued time"))
}

/// Stream 4 begins 100 s late by its stamps, stream 3 at once.
#[test]
fn each_operation_has_the_time_that_it_waited_in_its_stream() {
    let Some(folder) = built() else { return };
    let busy = 100e9;
    let (_, figures) =
        watched_with(folder, &[("CUDA_STUB_BUSY_NS", "100000000000")], &[], &["queued", "200"]);
    let (short, long) = (queued(&figures, "short_1000"), queued(&figures, "at::native::elementwise<20000>"));
    assert!((0.0..busy / 2.0).contains(&short), "{short}");
    assert!((busy..1.5 * busy).contains(&long), "{long}");
}

#[test]
fn all_nodes_of_a_graph_have_the_time_since_its_launch() {
    let Some(folder) = built() else { return };
    // The default stream has number 7, that of the graph 5, that of the longer kernel 3: nobody waits.
    let (_, figures) = watched(folder, &[], &["work", "50"]);
    for name in ["short_1000", "at::native::elementwise<20000>"] {
        assert!(queued(&figures, name) < 1e9, "{figures}");
    }
}

#[test]
fn several_devices_have_figures_of_their_own() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_DEVICES", "3")], &["devices", "10"]);
    let devices: Vec<(u64, &str, &str)> = figures["devices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| (d["id"].as_u64().unwrap(), d["uuid"].as_str().unwrap(), d["pci_address"].as_str().unwrap()))
        .collect();
    assert_eq!(
        devices,
        [
            (0, "10101010-1010-1010-1010-101010101010", "0000:80:00.0"),
            (1, "11111111-1111-1111-1111-111111111111", "0000:81:00.0"),
            (2, "12121212-1212-1212-1212-121212121212", "0000:82:00.0"),
        ]
    );
    let mut launches: Vec<(&str, u64, u64)> = figures["device"]["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|k| (k["name"].as_str().unwrap(), k["device"].as_u64().unwrap(), k["timed"].as_u64().unwrap()))
        .collect();
    launches.sort_unstable();
    let long = "at::native::elementwise<20000>";
    assert_eq!(
        launches,
        [
            (long, 0, 10),
            (long, 1, 10),
            (long, 2, 10),
            ("short_1000", 0, 10),
            ("short_1000", 1, 20),
            ("short_1000", 2, 30)
        ]
    );
}

/// Reasons and their counts.
fn untimed(figures: &Value) -> &Value {
    &figures["device"]["untimed_reasons"]
}

#[test]
fn without_a_gpu_the_calls_are_there() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_NO_DEVICE", "1")], &["ask"]);
    assert_eq!(calls(&figures, "cuInit"), (1, 1));
    assert_eq!(calls(&figures, "cuDeviceGetCount"), (1, 1));
    assert_eq!(figures["device"]["coverage_pct"], Value::Null);
}

/// The toolkit's CUPTI has a later major version than the driver, or one that does not exist yet.
#[test]
fn a_cupti_of_another_major_version_is_not_used() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_VERSION", "12020")], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"no CUPTI library found": 111}));
    let other = without_cupti(folder);
    std::fs::copy(folder.join("libcupti.so.13"), other.path().join("libcupti.so.14")).unwrap();
    let figures = same_with_zetop(other.path(), &[], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"no CUPTI library found": 111}));
    assert_eq!(calls(&figures, "cuLaunchKernel"), (34, 1));
}

#[test]
fn another_client_of_cupti_keeps_it() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUPTI_STUB_REFUSES", "1")], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"CUPTI could not be started": 111}));
    assert_eq!(kernel(&figures, "short_1000")["launches"], 10);
    let figures = same_with_zetop(
        folder,
        &[("CUDA_INJECTION64_PATH", "/nowhere/libToolsInjection64.so")],
        &["work", "10"],
    );
    assert_eq!(untimed(&figures), &json!({"another profiler is in the process": 111}));
}

#[test]
fn a_child_made_after_the_start_of_the_driver_is_one_of_its_own() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["fork", "100"]);
    assert_eq!(figures["device"]["timed"], 200, "{}", figures["device"]);
    // the child's included
    assert_eq!(calls(&figures, "cuCtxGetCurrent"), (100, 0));
    assert_eq!(figures["target"]["pids"].as_array().unwrap().len(), 2);
}

#[test]
fn a_reset_in_mid_run_loses_nothing() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["reset", "100"]);
    assert_eq!(calls(&figures, "cuDevicePrimaryCtxReset"), (1, 0));
    assert_eq!(
        (&figures["device"]["timed"], &figures["device"]["untimed"]),
        (&json!(200), &json!(0)),
        "{}",
        figures["device"]
    );
}

#[test]
fn an_error_that_stays_is_counted_and_passed_on() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["illegal", "100"]);
    assert_eq!(calls(&figures, "cuLaunchKernel"), (201, 100));
    assert_eq!(calls(&figures, "cuCtxSynchronize"), (1, 1));
    assert_eq!(figures["device"]["timed"], 100);
    assert_eq!(untimed(&figures), &json!({"completion not seen": 1}));
}

/// The Level Zero loader is installed, and the simulated GPU works with it.
fn has_level_zero() -> bool {
    let found = Path::new("/usr/lib/x86_64-linux-gnu/libze_loader.so.1").exists();
    if !found {
        zetop_testing::skip!("no Level Zero loader (package libze1)");
    }
    found
}

/// What both APIs did in one program, each with its own probe and catalog.
fn assert_both(figures: &Value, launches: u64, copies: u64) {
    assert_eq!(calls(figures, "cuLaunchKernel"), (launches, 0));
    assert_eq!(figures["target"]["pids"].as_array().unwrap().len(), 1);
    let apis = figures["host"]["apis"].as_array().unwrap();
    let append = apis.iter().find(|api| api["name"] == "zeCommandListAppendMemoryCopy").unwrap();
    assert_eq!((append["calls"].as_u64(), append["family"].as_str()), (Some(copies), Some("ze")));
    let device = &figures["device"];
    assert_eq!(device["timed"], launches + copies, "{device}");
    assert_eq!(kernel(figures, "short_1000")["timed"], launches);
    let transfer = &device["transfers"].as_array().unwrap()[0];
    assert_eq!((transfer["ops"].as_u64(), transfer["bytes"].as_u64()), (Some(copies), Some(copies * 4096)));
    let names: Vec<&str> =
        figures["devices"].as_array().unwrap().iter().map(|d| d["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Stub GPU") && names.iter().any(|name| name.contains("Simulated")), "{names:?}");
}

#[test]
fn a_program_that_uses_both_apis_shows_both() {
    let Some(folder) = built() else { return };
    if !has_level_zero() {
        return;
    }
    let (output, figures) = watched(folder, &["--sim"], &["both", "100"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "begin 0 copies 0\n");
    assert_both(&figures, 200, 200);
}

#[test]
fn a_running_program_that_uses_both_apis_shows_both() {
    let Some(folder) = built() else { return };
    if !has_level_zero() {
        return;
    }
    let simulator = simulator();
    let mut target =
        Target::start_as(folder, "attachable-both", &[("ZE_ENABLE_ALT_DRIVERS", simulator.as_os_str())]);
    for rounds in [2, 3] {
        let figures = attached(&mut target, 2, rounds);
        assert_both(&figures, 500 * rounds, 500 * rounds);
    }
}

/// The simulated driver, as `zetop doctor` leaves it for programs that run without zetop.
fn simulator() -> PathBuf {
    let output = zetop().args(["doctor", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["simulator"].as_str().unwrap().into()
}

fn doctor(folder: &Path, environment: &[(&str, &str)]) -> Value {
    let mut command = zetop();
    command.args(["doctor", "--json"]).env("LD_LIBRARY_PATH", folder).envs(environment.iter().copied());
    serde_json::from_slice(&command.output().unwrap().stdout).unwrap()
}

/// Status and finding of a line.
fn line<'a>(report: &'a Value, name: &str) -> (&'a str, &'a str) {
    let check = report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name);
    let check = check.unwrap_or_else(|| panic!("no {name}: {report:#}"));
    (check["status"].as_str().unwrap(), check["finding"].as_str().unwrap())
}

#[test]
fn doctor_knows_driver_cupti_and_gpus() {
    let Some(folder) = built() else { return };
    let report = doctor(folder, &[("CUDA_STUB_DEVICES", "2")]);
    let (status, finding) = line(&report, "CUDA");
    assert_eq!(status, "ok", "{report:#}");
    assert!(finding.ends_with("libcuda.so.1, CUDA 13.0; 2 × Stub GPU"), "{finding}");
    assert_eq!(line(&report, "CUPTI").0, "ok");
    let older = doctor(folder, &[("CUDA_STUB_VERSION", "12040")]);
    assert!(line(&older, "CUDA").1.contains("CUDA 12.4"), "{older:#}");
    // The machine may have one that fits.
    let (status, finding) = line(&older, "CUPTI");
    assert!(status == "ok" || finding.contains("is for CUDA 13, the driver for CUDA 12"), "{finding}");
    let none = doctor(folder, &[("CUDA_STUB_NO_DEVICE", "1")]);
    let (status, finding) = line(&none, "CUDA");
    assert_eq!(status, "warning");
    assert!(finding.contains("programs find no GPU"), "{finding}");
    let mig = doctor(folder, &[("NVML_STUB_MIG", "1")]);
    assert_eq!(line(&mig, "MIG"), ("warning", "GPU 0 is in MIG mode"));
}

/// A Python environment that has PyTorch's or Triton's libraries, and no CUPTI but Triton's.
#[test]
fn a_cupti_that_triton_brought_along_is_found() {
    let Some(folder) = built() else { return };
    let environment = tempfile::tempdir().unwrap();
    let packages = environment.path().join("lib/python3.12/site-packages");
    let cupti = packages.join("triton/backends/nvidia/lib/cupti");
    std::fs::create_dir_all(&cupti).unwrap();
    let alone = without_cupti(folder);
    std::fs::copy(folder.join("libcupti.so.13"), cupti.join("libcupti.so.13")).unwrap();
    // A library of the environment that the program has loaded: that is how the environment is known.
    let library = packages.join("triton/_C/libtriton.so");
    std::fs::create_dir_all(library.parent().unwrap()).unwrap();
    std::fs::copy(folder.join("libnvidia-ml.so.1"), &library).unwrap();
    let preload = [("LD_PRELOAD", library.to_str().unwrap())];
    let (_, figures) = watched_with(alone.path(), &preload, &[], &["work", "10"]);
    assert_eq!((&figures["device"]["timed"], untimed(&figures)), (&json!(111), &json!({})));
}

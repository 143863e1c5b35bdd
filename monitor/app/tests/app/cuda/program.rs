//! What all tests of CUDA share: the stand-ins, the workload under zetop, and its figures.

use crate::common::zetop;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The stand-ins and the workload, compiled; `None` where there is no C compiler.
pub fn built() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda-stub");
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
        let search = format!("-L{}", folder.path().display());
        build(&[&library[..], &[search.as_str(), "-l:libcuda.so.1"]].concat(), "plugin.c", "plugin.so")?;
        build(&[search.as_str(), "-l:libcuda.so.1", "-l:libcupti.so.13"], "lets_go.c", "lets_go")?;
        build(&[search.as_str(), "-l:libcuda.so.1"], "ranks.c", "ranks")?;
        build(&library, "own_profiler.c", "own_profiler.so")?;
        build(&[search.as_str(), "-l:libcuda.so.1"], "collective_cost.c", "collective_cost")?;
        Some(folder)
    });
    if folder.is_none() {
        println!("skipped: no C compiler (cc)");
    }
    folder.as_ref().map(TempDir::path)
}

/// Without the stand-in CUPTI.
pub fn without_cupti(built: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["libcuda.so.1", "workload"] {
        std::fs::copy(built.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

pub fn plain(folder: &Path, arguments: &[&str]) -> Output {
    plain_with(folder, &[], arguments)
}

pub fn plain_with(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    Command::new(folder.join("workload"))
        .args(arguments)
        .env("LD_LIBRARY_PATH", folder)
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

/// The program's output and status are the same with zetop; its figures.
pub fn same_with_zetop(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Value {
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
pub fn watched(folder: &Path, options: &[&str], arguments: &[&str]) -> (Output, Value) {
    watched_with(folder, &[], options, arguments)
}

pub fn watched_with(
    folder: &Path,
    environment: &[(&str, &str)],
    options: &[&str],
    arguments: &[&str],
) -> (Output, Value) {
    let mut ended = None;
    let run = || {
        let (output, figures) = program_watched("workload", folder, environment, options, arguments);
        assert_eq!(*ended.get_or_insert(output.status), output.status, "it ended otherwise before");
        (output, figures)
    };
    again_while_unseen(run, |(_, figures)| figures)
}

/// At a program's exit the probe's thread has half a second to begin with what is left, which a busy machine may not give it.
/// The program runs up to three times, until nothing lacks for that reason.
pub fn again_while_unseen<T>(mut run: impl FnMut() -> T, figures: impl Fn(&T) -> &Value) -> T {
    let is_unseen = |ran: &T| figures(ran)["device"]["untimed_reasons"]["completion not seen"].is_u64();
    let mut ran = run();
    for _ in 1..3 {
        if is_unseen(&ran) {
            ran = run();
        }
    }
    ran
}

/// Another program under zetop.
pub fn program_watched(
    program: &str,
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
        .arg(folder.join(program))
        .args(arguments)
        .output()
        .unwrap();
    let figures = std::fs::read_to_string(json.path()).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let figures: Value = serde_json::from_str(&figures).unwrap_or_else(|error| panic!("{error}: {said}"));
    // The first call may begin the session, and with it another clock.
    for api in figures["host"]["apis"].as_array().unwrap() {
        let (longest, elapsed) =
            (api["max_ns"].as_f64().unwrap_or(0.0), figures["elapsed_ns"].as_f64().unwrap());
        assert!(longest <= 2.0 * elapsed + 1e9, "{api}");
    }
    (output, figures)
}

pub fn calls(figures: &Value, name: &str) -> (u64, u64) {
    let apis = figures["host"]["apis"].as_array().unwrap();
    let api = apis.iter().find(|api| api["name"] == name).unwrap_or_else(|| panic!("no {name}: {apis:?}"));
    assert_eq!(api["family"], "cu");
    (api["calls"].as_u64().unwrap(), api["errors"].as_u64().unwrap())
}

pub fn kernel<'a>(figures: &'a Value, name: &str) -> &'a Value {
    let kernels = figures["device"]["kernels"].as_array().unwrap();
    kernels.iter().find(|kernel| kernel["name"] == name).unwrap_or_else(|| panic!("no {name}: {kernels:?}"))
}

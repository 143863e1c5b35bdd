//! How zetop gets into Level Zero programs that load the API in unusual ways, on the simulated GPU.

use crate::common::{eventually, stderr, was_too_busy, zetop};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FOLDERS: [&str; 4] = ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];

/// A folder with the program `calls`, and copies of the loader and of Intel's layer in `lib`.
struct Built {
    folder: TempDir,
    simulator: PathBuf,
}

impl Built {
    /// `None`, said, where a C compiler or the loader is missing.
    fn new(link: &[&str]) -> Option<Self> {
        let installed = |name: &str| FOLDERS.iter().map(|f| Path::new(f).join(name)).find(|f| f.is_file());
        let Some(loader) = installed("libze_loader.so.1") else {
            zetop_testing::skip!("no Level Zero loader (libze1)");
            return None;
        };
        let Some(layer) = installed("libze_validation_layer.so.1") else {
            zetop_testing::skip!("no validation layer (libze1)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("lib");
        std::fs::create_dir(&library).unwrap();
        for file in [&loader, &layer] {
            std::fs::copy(file, library.join(file.file_name().unwrap())).unwrap();
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/app/getting_in/calls.c");
        let made = Command::new("cc")
            .arg("-o")
            .arg(folder.path().join("calls"))
            .args([&source, &loader])
            .args(link)
            .arg("-ldl")
            .output();
        let Ok(made) = made else {
            zetop_testing::skip!("no C compiler (cc)");
            return None;
        };
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let report = zetop().args(["doctor", "--json"]).output().unwrap();
        let report: Value = serde_json::from_slice(&report.stdout).unwrap();
        Some(Self { folder, simulator: report["simulator"].as_str().unwrap().into() })
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("calls")
    }
}

/// The latest ones.
fn figures(json: &Path) -> Value {
    latest(json).unwrap()
}

/// With `--interval`, the last line may not be whole yet.
fn latest(json: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(json).unwrap_or_default();
    text.lines().rev().find_map(|line| serde_json::from_str(line).ok())
}

fn calls(figures: &Value, name: &str) -> u64 {
    let apis = figures["host"]["apis"].as_array().unwrap();
    apis.iter().find(|api| api["name"] == name).map_or(0, |api| api["calls"].as_u64().unwrap())
}

/// One that the program was linked with, and one that a package has brought along: only one of them used to be counted.
#[test]
fn calls_through_two_loaders_are_counted() {
    let Some(built) = Built::new(&[]) else { return };
    let json = built.folder.path().join("zetop.json");
    let mut program = Command::new(built.program())
        .args(["1000000", "2000"])
        .arg(built.folder.path().join("lib/libze_loader.so.1"))
        .env("ZE_ENABLE_ALT_DRIVERS", &built.simulator)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let of_both = |figures: &Value| (calls(figures, "zeDeviceGet"), calls(figures, "zeDriverGet"));
    let (mut both, begun) = (Vec::new(), Instant::now());
    while both.len() < 2 {
        std::fs::write(&json, "").unwrap();
        let mut command = zetop();
        command.args(["--no-tui", "--interval", "0.1", "--json"]).arg(&json);
        command.args(["-p", &program.id().to_string()]).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut zetop = command.spawn().unwrap();
        // One entry of a table is wrapped after the other, so that some calls of one function come before.
        let are_as_many =
            |(one, other): (u64, u64)| one.min(other) >= 100 && one.min(other) * 2 > one.max(other);
        eventually("about as many calls of both", || {
            latest(&json).is_some_and(|figures| are_as_many(of_both(&figures)))
                || zetop.try_wait().unwrap().is_some()
        });
        if zetop.try_wait().unwrap().is_none() {
            // SAFETY: a child of this process that was not waited for.
            unsafe { libc::kill(zetop.id() as i32, libc::SIGTERM) };
        }
        let output = zetop.wait_with_output().unwrap();
        let said = stderr(&output);
        if was_too_busy(&said) && begun.elapsed() < Duration::from_secs(100) {
            continue;
        }
        assert!(output.status.success(), "{said}");
        let figures = figures(&json);
        let (one, other) = of_both(&figures);
        both.push((one, other, figures["quality"]["notes"].to_string()));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    for (one, other, notes) in both {
        // Through one loader alone, there would be none of one of them.
        assert!(one.min(other) * 2 > one.max(other), "{one} {other}");
        assert!(!notes.contains("loader"), "{notes}");
    }
}

/// One that the program opens after the attach: it was not mentioned.
#[test]
fn a_loader_that_comes_later_is_said_to_be_there() {
    let Some(built) = Built::new(&[]) else { return };
    let (json, gate) = (built.folder.path().join("zetop.json"), built.folder.path().join("gate"));
    let mut program = Command::new(built.program())
        .args(["1000000", "2000"])
        .arg(built.folder.path().join("lib/libze_loader.so.1"))
        .arg(&gate)
        .env("ZE_ENABLE_ALT_DRIVERS", &built.simulator)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let zetop = zetop()
        .args(["--no-tui", "--interval", "0.1", "-p", &program.id().to_string(), "--json"])
        .arg(&json)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (end, notes) = (Instant::now() + Duration::from_secs(60), || {
        let lines = std::fs::read_to_string(&json).unwrap_or_default();
        let last = lines.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
        last.map_or_else(String::new, |figures| figures["quality"]["notes"].to_string())
    });
    // Some looks after the attach.
    while std::fs::read_to_string(&json).unwrap_or_default().lines().count() < 15 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!notes().contains("another copy"), "{}", notes());
    std::fs::write(&gate, "").unwrap();
    while !notes().contains("another copy of the Level Zero loader") && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    let noted = notes();
    program.kill().unwrap();
    program.wait().unwrap();
    let said = String::from_utf8_lossy(&zetop.wait_with_output().unwrap().stderr).into_owned();
    let path = built.folder.path().join("lib/libze_loader.so.1").display().to_string();
    for text in [&noted, &said] {
        assert!(text.contains("another copy of the Level Zero loader") && text.contains(&path), "{text}");
    }
}

/// As in a conda environment: an older kind of search path comes before `LD_LIBRARY_PATH`, and in it is another layer with the
/// probe's name.
const RPATH: &str = "-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib";

#[test]
fn calls_are_counted_from_the_first_one_though_a_search_path_comes_before_ours() {
    let Some(built) = Built::new(&[RPATH]) else { return };
    let json = built.folder.path().join("zetop.json");
    for (preloaded, said) in [(None, "nothing"), (Some("libm.so.6"), "libm.so.6")] {
        let mut program = zetop();
        program
            .args(["--no-tui", "--sim", "--json"])
            .arg(&json)
            .arg("--")
            .arg(built.program())
            .args(["3", "0"]);
        if let Some(preloaded) = preloaded {
            program.env("LD_PRELOAD", preloaded);
        }
        let output = program.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // What brings the probe in is not inherited by what the program starts.
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.contains(&format!("preloaded: {said}\n")), "{stdout}");
        let figures = figures(&json);
        assert_eq!((calls(&figures, "zeInit"), calls(&figures, "zeDeviceGet")), (1, 3), "{figures:#}");
        let notes = figures["quality"]["notes"].to_string();
        assert!(!notes.contains("late"), "{notes}");
    }
}

/// One that another program has started: a launch does not know it.
#[test]
fn a_search_path_before_ours_is_found_out_at_once() {
    let Some(built) = Built::new(&[RPATH]) else { return };
    let json = built.folder.path().join("zetop.json");
    let (end, said, begun) =
        (built.folder.path().join("end"), built.folder.path().join("said"), Instant::now());
    let figures = loop {
        let _ = (std::fs::remove_file(&end), std::fs::remove_file(&json));
        let mut command = zetop();
        command.args(["--no-tui", "--sim", "--interval", "0.1", "--json"]).arg(&json);
        command.args(["--", "sh", "-c", "\"$0\" 1000000 1000; true"]).arg(built.program());
        command.env("CALLS_END", &end).stdout(Stdio::null()).stderr(std::fs::File::create(&said).unwrap());
        let mut zetop = command.spawn().unwrap();
        let said = || std::fs::read_to_string(&said).unwrap();
        let is_seen = || latest(&json).is_some_and(|figures| calls(&figures, "zeDeviceGet") > 0);
        eventually("calls", || is_seen() || was_too_busy(&said()) || zetop.try_wait().unwrap().is_some());
        std::fs::write(&end, "").unwrap();
        assert!(zetop.wait().unwrap().success(), "{}", said());
        let figures = figures(&json);
        if !was_too_busy(&said()) || begun.elapsed() > Duration::from_secs(100) {
            break figures;
        }
    };
    assert!(calls(&figures, "zeDeviceGet") > 0, "{figures:#}");
    let notes = figures["quality"]["notes"].to_string();
    assert!(notes.contains("attached late") && notes.contains("DT_RPATH"), "{notes}");
}

/// Whose program was too short to be looked at: "the program was not seen to load ...", about what the other one had counted.
#[test]
fn a_zetop_that_the_program_starts_has_its_own_figures() {
    // How soon the outer one looks at the inner one depends on the machine.
    let mut said = String::new();
    for seconds in ["0.3", "3", "30"] {
        let mut command = zetop();
        command.args(["--no-tui", "--no-history", env!("CARGO_BIN_EXE_zetop"), "--no-tui", "--no-history"]);
        said = stderr(&command.args(["sleep", seconds]).output().unwrap());
        if said.contains("started another zetop") {
            break;
        }
    }
    assert_eq!(said.matches("not seen to load").count(), 1, "{said}");
    assert_eq!(said.matches("started another zetop, which has the figures").count(), 1, "{said}");
}

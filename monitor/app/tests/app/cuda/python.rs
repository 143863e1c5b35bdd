//! The lines of a Python program.

use crate::common::{eventually, zetop};
use crate::cuda::attach::until_attached;
use crate::cuda::program::built;
use serde_json::Value;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda-stub/upload.py").canonicalize().unwrap()
}

/// `upload.py:12 in function`, for the line with a comment.
fn place(comment: &str, function: &str) -> String {
    let text = std::fs::read_to_string(script()).unwrap();
    let line = text.lines().position(|line| line.ends_with(&format!("# {comment}"))).unwrap() + 1;
    format!("upload.py:{line} in {function}")
}

/// The place that the finding about pageable copies names, and its callers.
fn site(python: &Path, mode: &str, packages: Option<&Path>) -> Vec<String> {
    let sites = sites(python, mode, packages);
    assert_eq!(sites.len(), 1, "{sites:?}");
    sites.into_iter().next().unwrap_or_default()
}

/// All of them. How soon there are samples depends on the machine.
fn sites(python: &Path, mode: &str, packages: Option<&Path>) -> Vec<Vec<String>> {
    let Some(folder) = built() else { return Vec::new() };
    for seconds in ["2", "6", "20"] {
        let json = tempfile::NamedTempFile::new().unwrap();
        let mut command = zetop();
        command.env("LD_LIBRARY_PATH", folder).arg("--json").arg(json.path()).arg("--").arg(python);
        command.arg(script()).args([seconds, mode]);
        if let Some(packages) = packages {
            command.env("PYTHONPATH", packages);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        let figures: Value = serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap();
        let findings = figures["findings"].as_array().unwrap();
        let sites = findings.iter().filter_map(|finding| finding["sites"].as_array()).flatten();
        let names = |site: &Value| {
            let callers = site["callers"].as_array().unwrap();
            let names = std::iter::once(&site["place"]).chain(callers);
            names.map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        let sites: Vec<_> = sites.map(names).collect();
        if !sites.is_empty() {
            return sites;
        }
    }
    panic!("no finding has a place");
}

/// Before 3.11 functions had no qualified names.
fn named(version: (u32, u32), qualified: &str) -> &str {
    if version >= (3, 11) { qualified } else { qualified.rsplit('.').next().unwrap_or(qualified) }
}

fn supported() -> Vec<((u32, u32), PathBuf)> {
    let all: Vec<_> =
        zetop_testing::pythons().into_iter().filter(|(v, _)| ((3, 10)..=(3, 15)).contains(v)).collect();
    if all.is_empty() {
        zetop_testing::skip!("no Python from 3.10 to 3.15");
    }
    all
}

#[test]
fn lines_of_python_are_found_in_each_version() {
    if built().is_none() {
        return;
    }
    for (version, python) in supported() {
        let found = site(&python, "main", None);
        let expected = [
            place("a call of several lines", "upload"),
            place("in a generator", named(version, "Batch.steps")),
            place("in a lambda", named(version, "main.<locals>.<lambda>")),
            place("in run", "run"),
            place("in main", "main"),
            place("in the module", "<module>"),
        ];
        assert_eq!(found, expected, "{version:?}");
    }
}

#[test]
fn threads_of_python_have_lines() {
    let (Some(_), Some((version, python))) = (built(), supported().pop()) else { return };
    let found = site(&python, "thread", None);
    assert_eq!(found[1], place("in a generator", named(version, "Batch.steps")));
    assert_eq!(found.last(), Some(&place("in run", "run")), "above are the library's own");
}

/// What has its address when zetop reads it is not taken for it.
#[test]
fn code_that_is_gone_is_not_named() {
    if built().is_none() {
        return;
    }
    for (version, python) in supported() {
        for site in sites(&python, "freed", None) {
            let wrong = site.iter().any(|name| name.contains("innocent"));
            assert!(!wrong, "{version:?}: {site:?}");
        }
    }
}

#[test]
fn packages_are_left_out() {
    let (Some(_), Some((version, python))) = (built(), supported().pop()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let packages = folder.path().join("site-packages");
    std::fs::create_dir(&packages).unwrap();
    let package =
        "def upload(cuda, *arguments):\n    for _ in range(3):\n        cuda.cuMemcpyHtoD_v2(*arguments)\n";
    std::fs::write(packages.join("uploader.py"), package).unwrap();
    let found = site(&python, "package", Some(&packages));
    assert_eq!(found[0], place("into a package", named(version, "main.<locals>.<lambda>")));
}

/// Calls of a driver's function that had not returned at the moments that the lines tell of.
fn waiting(json: &Path, function: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(json).unwrap();
    // The last line may not be whole yet.
    let moments = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let calls = moments.flat_map(|moment| moment["waiting"].as_array().unwrap().clone());
    // On a busy machine others take a while, too.
    calls.filter(|call| call["function"] == function).collect()
}

/// Calls that do not return until they have been seen, in two threads.
#[test]
fn calls_that_do_not_return_have_their_lines() {
    let Some(folder) = built() else { return };
    let script = script().with_file_name("waits.py");
    let text = std::fs::read_to_string(&script).unwrap();
    let line = text.lines().position(|line| line.ends_with("# waits here")).unwrap() + 1;
    for (_, python) in supported() {
        let dir = tempfile::tempdir().unwrap();
        let (json, gate) = (dir.path().join("json"), dir.path().join("gate"));
        std::fs::write(&json, "").unwrap();
        let mut command = zetop();
        command.env("LD_LIBRARY_PATH", folder).env("CUDA_STUB_SYNC_GATE", &gate).stderr(Stdio::piped());
        command.args(["--interval", "0.2", "--json"]).arg(&json).arg("--").arg(&python).arg(&script);
        let zetop = command.stdout(Stdio::null()).spawn().unwrap();
        let places = || -> Vec<String> {
            let calls = waiting(&json, "cuStreamSynchronize");
            calls.iter().filter_map(|call| Some(call["site"].as_str()?.to_owned())).collect()
        };
        eventually("four places", || places().len() >= 4);
        std::fs::write(&gate, "").unwrap();
        let output = zetop.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (places, expected) = (places(), format!("waits.py:{line} in wait"));
        assert!(places.iter().all(|place| *place == expected), "{python:?}: {places:?}");
    }
}

/// zetop attaches when the threads are in their calls already.
#[test]
fn calls_from_before_an_attach_have_their_lines() {
    let Some(folder) = built() else { return };
    let script = script().with_file_name("waits.py");
    let text = std::fs::read_to_string(&script).unwrap();
    let line = text.lines().position(|line| line.ends_with("# waits here")).unwrap() + 1;
    let expected = format!("waits.py:{line} in wait");
    for (_, python) in supported() {
        let mut target = Command::new(&python);
        target.arg(&script).env("LD_LIBRARY_PATH", folder).env("CUDA_STUB_SYNC_US", "999000000");
        let target = Killed(target.spawn().unwrap());
        let tasks = format!("/proc/{}/task", target.0.id());
        let sleeps = |thread: &DirEntry| {
            let call = std::fs::read_to_string(thread.path().join("syscall"));
            call.is_ok_and(|call| call.starts_with("230 "))
        };
        let end = Instant::now() + Duration::from_secs(120);
        while std::fs::read_dir(&tasks).unwrap().flatten().filter(sleeps).count() < 2 {
            assert!(Instant::now() < end, "{python:?}: two threads wait for the driver");
            std::thread::sleep(Duration::from_millis(10));
        }
        let json = tempfile::NamedTempFile::new().unwrap();
        let mut command = zetop();
        command.args(["--no-tui", "--interval", "0.2", "--json"]).arg(json.path()).arg("-p");
        command.arg(target.0.id().to_string()).stdout(Stdio::null()).stderr(Stdio::piped());
        let zetop = until_attached(target.0.id(), 1, || command.spawn().unwrap());
        let with_site = || {
            let text = std::fs::read_to_string(json.path()).unwrap();
            let latest = text.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
            let calls = latest.and_then(|moment| moment["waiting"].as_array().cloned()).unwrap_or_default();
            calls.iter().filter(|call| call["site"].is_string()).count()
        };
        eventually("both places", || with_site() >= 2);
        // SAFETY: a child of this process that was not waited for.
        unsafe { libc::kill(zetop.id() as i32, libc::SIGTERM) };
        let output = zetop.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(json.path()).unwrap();
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let calls = last["waiting"].as_array().unwrap();
        assert_eq!(calls.len(), 2, "{python:?}: {text}");
        for call in calls {
            let found = (&call["function"], &call["since_before_attach"], &call["site"]);
            assert_eq!(
                found,
                (&"cuStreamSynchronize".into(), &true.into(), &Value::from(&*expected)),
                "{python:?}"
            );
        }
    }
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

//! Ranges that a program marks itself, by a stand-in for NVTX and one for ITT (`tests/ranges`): exact counts.

use crate::common::zetop;
use crate::cuda::program::{again_while_unseen, built};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One of the programs of `tests/ranges`, linked with the stand-in driver.
fn marking(built: &Path, name: &str) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ranges");
    let program = built.join(format!("{name}-{:?}", std::thread::current().id()));
    let search = format!("-L{}", built.display());
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-DCUDA", "-o"]).arg(&program).arg(sources.join(format!("{name}.c")));
    let made = cc.args([search.as_str(), "-l:libcuda.so.1", "-lpthread", "-ldl"]).output().unwrap();
    assert!(made.status.success(), "{name}: {}", String::from_utf8_lossy(&made.stderr));
    program
}

/// The figures of a program, and what zetop says.
fn watched(built: &Path, program: &Path, arguments: &[&str], options: &[&str]) -> (Value, String) {
    watched_with(built, program, &[], arguments, options)
}

fn watched_with(
    built: &Path,
    program: &Path,
    environment: &[(&str, &str)],
    arguments: &[&str],
    options: &[&str],
) -> (Value, String) {
    let json = tempfile::NamedTempFile::new().unwrap();
    let mut command = zetop();
    command.env("LD_LIBRARY_PATH", built).envs(environment.iter().copied());
    command.arg("--json").arg(json.path()).args(options);
    let output = command.arg("--").arg(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && printed.ends_with("done\n"), "{printed}{said}");
    (serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap(), said)
}

/// Path, kind, count, and those that are open.
fn rows(figures: &Value) -> Vec<(&str, &str, u64, u64)> {
    let all = figures["ranges"].as_array().unwrap().iter();
    let mut rows: Vec<_> = all
        .map(|row| {
            let number = |field: &str| row[field].as_u64().unwrap();
            (row["path"].as_str().unwrap(), row["kind"].as_str().unwrap(), number("count"), number("open"))
        })
        .collect();
    rows.sort_unstable();
    rows
}

fn row<'a>(figures: &'a Value, path: &str) -> &'a Value {
    let all = figures["ranges"].as_array().unwrap();
    all.iter().find(|row| row["path"] == path).unwrap_or_else(|| panic!("{path}: {all:#?}"))
}

#[test]
fn nested_ranges_are_counted_by_what_is_around_them() {
    let Some(folder) = built() else { return };
    let program = marking(folder, "marks");
    // So few steps that each has a name of its own, and so many that they are counted as one.
    let (figures, _) = watched(folder, &program, &["nested", "2"], &[]);
    let steps = ["step 0", "step 1"].map(|step| {
        let row = row(&figures, step);
        (row["count"].as_u64(), row["open"].as_u64(), row["depth"].as_u64(), row["domain"].as_str())
    });
    assert_eq!(steps, [(Some(1), Some(0), Some(0), None); 2]);
    let (figures, said) = watched(folder, &program, &["nested", "200"], &[]);
    let expected = [
        ("step #", "nested", 200, 0),
        ("step #/backward", "nested", 200, 0),
        ("step #/forward", "nested", 200, 0),
        ("step #/forward/kernel", "nested", 200, 0),
        ("step #/loss", "mark", 200, 0),
    ];
    assert_eq!(rows(&figures), expected);
    let begun: u64 = expected.iter().map(|(.., count, _)| count).sum();
    assert_eq!(figures["quality"]["cost"]["ranges_ns"], 47 * begun, "{}", figures["quality"]);
    let kernel = row(&figures, "step #/forward/kernel");
    assert_eq!((&kernel["domain"], &kernel["interface"]), (&"library".into(), &"NVTX".into()));
    // Each of 20 us at least; the range around it is as long, and has no more percentiles than durations.
    let ns = |row: &Value, field: &str| row[field].as_f64().unwrap();
    let forward = row(&figures, "step #/forward");
    assert!(ns(kernel, "min_ns") >= 19_000.0 && ns(kernel, "total_ns") >= 200.0 * 19_000.0, "{kernel}");
    assert!(ns(forward, "total_ns") >= ns(kernel, "total_ns"), "{forward}");
    assert!(ns(kernel, "p50_ns") >= ns(kernel, "min_ns") && ns(kernel, "p99_ns") <= ns(kernel, "max_ns"));
    assert!(row(&figures, "step #/loss")["avg_ns"].is_null(), "a mark takes no time");
    assert!(said.contains("step #") && said.contains("    library: kernel"), "{said}");
    let notes = figures["quality"]["notes"].to_string();
    assert!(!notes.contains("range"), "{notes}");
}

#[test]
fn ranges_that_are_wrong_or_have_odd_names_harm_nothing() {
    let Some(folder) = built() else { return };
    let (figures, said) = watched(folder, &marking(folder, "marks"), &["bad"], &[]);
    let rows = rows(&figures);
    let long = format!("never ends/{}…", "x".repeat(248));
    for expected in [
        ("never ends", "nested", 0, 1),
        ("never ends/not utf-8: \u{fffd}\u{fffd}", "nested", 1, 0),
        ("never ends/(unnamed)", "nested", 2, 0),
        (long.as_str(), "nested", 1, 0),
        ("ended twice", "started", 1, 0),
        ("started and left", "started", 0, 1),
    ] {
        assert!(rows.contains(&expected), "{expected:?} of {rows:#?}");
    }
    // 62 are followed, of which one never ends.
    let deep = rows.iter().filter(|row| row.0.ends_with("deep"));
    assert_eq!((deep.clone().count(), deep.map(|row| row.2).sum::<u64>()), (61, 61));
    let html = rows.iter().find(|row| row.0.contains("html")).unwrap();
    assert!(html.0.starts_with("never ends/<b>&\"html\"</b>") && !html.0.contains('\x1b'), "{html:?}");
    assert!(!said.contains('\x1b'), "{said:?}");
    let notes = figures["quality"]["notes"].to_string();
    assert!(
        notes.contains("2 ends of ranges are left out") && notes.contains("39 ranges are in no row"),
        "{notes}"
    );
}

#[test]
fn a_hundred_thousand_names_are_counted_to_the_last_one() {
    let Some(folder) = built() else { return };
    let (figures, _) = watched(folder, &marking(folder, "marks"), &["names", "100000"], &[]);
    let rows = rows(&figures);
    assert_eq!(rows.iter().map(|row| row.2).sum::<u64>(), 100_000);
    let others = rows.iter().find(|row| row.0 == "(others)").unwrap();
    assert!(
        (500..=1_025).contains(&rows.len()) && others.2 == 100_000 - (rows.len() as u64 - 1),
        "{others:?}"
    );
    let notes = figures["quality"]["notes"].to_string();
    assert!(notes.contains(&format!("{} ranges are counted together as (others)", others.2)), "{notes}");
}

#[test]
fn a_range_may_end_on_another_thread() {
    let Some(folder) = built() else { return };
    let (figures, _) = watched(folder, &marking(folder, "marks"), &["threads", "8"], &[]);
    let expected =
        [("handed on", "started", 800, 0), ("left open", "nested", 0, 8), ("work", "nested", 800, 0)];
    assert_eq!(rows(&figures), expected);
}

#[test]
fn a_forked_child_has_ranges_of_its_own() {
    let Some(folder) = built() else { return };
    let (figures, _) = watched(folder, &marking(folder, "marks"), &["fork"], &[]);
    let expected = [("child", "nested", 7, 0), ("parent", "nested", 1, 0), ("parent's", "started", 1, 0)];
    assert_eq!(rows(&figures), expected);
    let notes = figures["quality"]["notes"].to_string();
    assert!(!notes.contains("ends of ranges"), "what the child ends has begun in its parent: {notes}");
}

#[test]
fn tasks_and_frames_of_itt_are_ranges() {
    let Some(folder) = built() else { return };
    let (figures, _) = watched(folder, &marking(folder, "tasks"), &["300"], &[]);
    let expected = [
        ("draw", "nested", 300, 0),
        ("draw/cull", "nested", 300, 0),
        ("draw/cull/spike", "mark", 300, 0),
        ("load", "started", 600, 0),
        ("renderer", "frame", 300, 0),
    ];
    assert_eq!(rows(&figures), expected);
    let domains = ["draw", "load", "renderer"].map(|path| row(&figures, path)["domain"].as_str().unwrap());
    assert_eq!(domains, ["renderer", "loader", "renderer"]);
    assert!(figures["ranges"].as_array().unwrap().iter().all(|row| row["interface"] == "ITT"));
    let notes = figures["quality"]["notes"].to_string();
    assert!(notes.contains("1 ends of ranges are left out"), "{notes}");
}

#[test]
fn work_of_the_device_is_in_the_range_that_it_was_launched_in() {
    let Some(folder) = built() else { return };
    let program = marking(folder, "marks");
    // How long the stand-in's cuStreamSynchronize takes.
    let slow = [("CUDA_STUB_SYNC_US", "500")];
    let run = || watched_with(folder, &program, &slow, &["work", "50"], &[]);
    let (figures, said) = again_while_unseen(run, |(figures, _)| figures);
    let work = |path: &str| {
        let row = row(&figures, path);
        ["kernels", "copies", "bytes"].map(|field| row[field].as_u64().unwrap())
    };
    assert_eq!(work("step"), [100, 50, 50 * 4096]);
    assert_eq!(work("step/forward"), [100, 0, 0]);
    assert_eq!(work("step/load"), [0, 50, 50 * 4096]);
    assert_eq!(figures["device"]["kernels"][0]["launches"], 103, "three are in no range");
    let ns = |path: &str, field: &str| row(&figures, path)[field].as_u64().unwrap();
    assert!(ns("step/forward", "kernel_ns") >= 100 * 190_000, "each takes 0.2 ms");
    let waits = ns("step", "waits_ns");
    assert!(waits >= 50 * 500_000 && waits <= ns("step", "total_ns"), "{waits}");
    assert_eq!(ns("step/forward", "waits_ns"), 0);
    let steps = figures["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 1, "{steps:?}");
    let step = &steps[0];
    assert_eq!((&step["name"], &step["count"]), (&"step".into(), &50.into()));
    let pct = |field: &str| step[field].as_f64().unwrap();
    assert!(pct("kernel_pct") > 0.0 && pct("copy_pct") > 0.0 && pct("waits_pct") > 0.0, "{step}");
    assert!((pct("waits_pct") + pct("host_pct") - 100.0).abs() < 0.01, "{step}");
    assert!(said.contains("steps: 50 x step, "), "{said}");
}

/// What returns too seldom, or is one of several that share the time, is no step.
#[test]
fn not_every_range_is_a_step() {
    let Some(folder) = built() else { return };
    let program = marking(folder, "marks");
    for arguments in [["nested", "2"], ["threads", "2"], ["names", "2000"], ["bad", "1"]] {
        let (figures, said) = watched(folder, &program, &arguments, &[]);
        let steps = figures["steps"].as_array().unwrap();
        let expected: &[&str] = if arguments[0] == "threads" { &["work"] } else { &[] };
        let names: Vec<&str> = steps.iter().map(|step| step["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{arguments:?}: {said}");
    }
    let (figures, _) = watched(folder, &program, &["nested", "100"], &[]);
    assert_eq!(figures["steps"][0]["name"], "step #");
    let (figures, _) = watched(folder, &marking(folder, "tasks"), &["100"], &[]);
    let step = &figures["steps"][0];
    assert_eq!(
        (&step["name"], &step["count"], &step["waits_pct"]),
        (&"renderer".into(), &100.into(), &Value::Null)
    );
}

/// Prints it: no time fails a test.
#[test]
fn what_a_range_costs() {
    let Some(folder) = built() else { return };
    let program = marking(folder, "marks");
    let ns =
        |printed: &[u8]| String::from_utf8_lossy(printed).split(' ').next().unwrap().parse::<f64>().unwrap();
    let arguments = ["cost", "200000"];
    let plain = Command::new(&program).args(arguments).env("LD_LIBRARY_PATH", folder).output().unwrap();
    let json = tempfile::NamedTempFile::new().unwrap();
    let mut command = zetop();
    command.env("LD_LIBRARY_PATH", folder).arg("--json").arg(json.path()).arg("--").arg(&program);
    let watched = command.args(arguments).output().unwrap();
    let (plain, watched) = (ns(&plain.stdout), ns(&watched.stdout));
    println!("a range, push and pop: {plain:.1} ns without a tool, {watched:.1} ns with zetop");
    let figures: Value = serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap();
    assert_eq!(rows(&figures), [("aten::convolution", "nested", 2_000_000, 0)]);
}

/// A recording has them, too.
#[test]
fn a_recording_has_the_ranges_of_its_run() {
    let Some(folder) = built() else { return };
    let files = tempfile::tempdir().unwrap();
    let recording = files.path().join("run.zetop");
    let options = ["--record", recording.to_str().unwrap()];
    let (figures, _) = watched(folder, &marking(folder, "marks"), &["nested", "60000"], &options);
    let json = files.path().join("replayed.json");
    let replay = zetop().arg("report").arg(&recording).arg("--json").arg(&json).output().unwrap();
    assert!(replay.status.success(), "{replay:?}");
    let replayed: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(replayed["ranges"], figures["ranges"]);
    assert_eq!(rows(&replayed)[0], ("step #", "nested", 60_000, 0));
}

/// Kernels and copies are filtered by the ranges in which they were given to the device, also those of a recording.
#[test]
fn work_is_filtered_by_its_ranges() {
    let Some(folder) = built() else { return };
    let files = tempfile::tempdir().unwrap();
    let recording = files.path().join("run.zetop");
    let has = |said: &str| {
        ["own_work_200000", "heap→device"].map(|row| said.lines().any(|line| line.starts_with(row)))
    };
    let options = ["--record", recording.to_str().unwrap(), "--filter", "range:load"];
    let (_, said) = watched(folder, &marking(folder, "marks"), &["work", "5"], &options);
    assert_eq!(has(&said), [false, true], "{said}");
    for (filter, expected) in [
        ("range:^step", [true, true]),
        ("range:step/forward$", [true, false]),
        ("!range:forward", [false, true]),
        ("range:other", [false, false]),
    ] {
        let output = zetop().arg("report").arg(&recording).args(["--filter", filter]).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!((output.status.success(), has(&said)), (true, expected), "{filter}: {said}");
    }
}

/// The program's own tool stays in force, and that is said.
#[test]
fn a_tool_of_the_users_own_stays() {
    let Some(folder) = built() else { return };
    let program = marking(folder, "marks");
    let own = Path::new("/nonexistent/own-tool.so");
    let mut command = zetop();
    command.env("LD_LIBRARY_PATH", folder).env("NVTX_INJECTION64_PATH", own).env("INTEL_LIBITTNOTIFY64", "");
    let script = "test \"$NVTX_INJECTION64_PATH\" = /nonexistent/own-tool.so && test -n \"$INTEL_LIBITTNOTIFY64\" && exec \"$0\" nested 20";
    let output = command.args(["--", "sh", "-c", script]).arg(&program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let expected = "NVTX_INJECTION64_PATH is set (/nonexistent/own-tool.so): ranges of NVTX go there";
    assert!(said.contains(expected) && !said.contains("INTEL_LIBITTNOTIFY64 is set"), "{said}");
    assert!(!said.contains("forward"), "{said}");
}

/// A program without ranges, linked with the stand-in driver, and its figures.
fn rounds(built: &Path, mode: &str, options: &[&str]) -> (Value, String) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda-stub/rounds.c");
    let program = built.join(format!("rounds-{:?}", std::thread::current().id()));
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-o"]).arg(&program).arg(source);
    let made = cc.arg(format!("-L{}", built.display())).arg("-l:libcuda.so.1").output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    watched(built, &program, &[mode, "300"], options)
}

#[test]
fn what_a_queue_repeats_is_a_guess_at_a_step() {
    let Some(folder) = built() else { return };
    let recording = tempfile::tempdir().unwrap();
    let recording = recording.path().join("run.zetop");
    let (figures, said) = rounds(folder, "train", &["--record", recording.to_str().unwrap()]);
    let steps = figures["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 1, "{steps:#?}");
    let step = &steps[0];
    assert_eq!(
        (&step["guessed"], &step["name"], &step["interface"]),
        (&true.into(), &"update".into(), &"".into())
    );
    // Found after ten of the 300.
    let count = step["count"].as_u64().unwrap();
    assert!((200..=299).contains(&count), "{step}");
    let ns = |field: &str| step[field].as_f64().unwrap();
    assert!(ns("min_ns") >= 2e6 && ns("p50_ns") >= 2e6 && ns("total_ns") >= 2e6 * count as f64, "{step}");
    assert!(step["kernel_pct"].as_f64().unwrap() > 0.0 && step["host_pct"].is_null(), "{step}");
    assert!(figures["ranges"].as_array().unwrap().is_empty(), "no range of the program's");
    assert!(said.contains(&format!("rounds of kernels, a guess: {count} closed by update")), "{said}");
    // A recording says the same.
    let report = zetop().arg("report").arg(&recording).args(["--json", "-"]).output().unwrap();
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    for field in ["guessed", "name", "count", "total_ns", "p50_ns", "p99_ns", "kernel_pct"] {
        assert_eq!(report["steps"][0][field], step[field], "{field}");
    }
}

#[test]
fn requests_of_different_lengths_and_one_kernel_alone_are_no_steps() {
    let Some(folder) = built() else { return };
    for mode in ["requests", "one"] {
        let (figures, said) = rounds(folder, mode, &[]);
        assert!(figures["steps"].as_array().unwrap().is_empty(), "{mode}: {}", figures["steps"]);
        assert!(!said.contains("a guess"), "{said}");
    }
}

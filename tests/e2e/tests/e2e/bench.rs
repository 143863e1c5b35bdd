//! `zetop bench`: figures of the simulated device, whose rates are known.

mod published;

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};
use zetop_e2e::process::kill;

const PAIRS: [(&str, f64); 6] = [
    ("shared->shared", 20.0),
    ("heap->device", 8.0),
    ("device->heap", 7.0),
    ("device->device", 40.0),
    ("host->device", 16.0),
    ("device->host", 12.0),
];
const RATES: &str = "h2d=16,heap_h2d=8,d2h=12,heap_d2h=7,d2d=40,shared=20";

fn zetop(arguments: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(arguments.split_whitespace()).envs(variables.iter().copied());
    command
}

fn run(arguments: &str, variables: &[(&str, &str)]) -> Output {
    zetop(arguments, variables).output().expect("zetop can be started")
}

fn figures(arguments: &str, variables: &[(&str, &str)]) -> Value {
    let output = run(&format!("{arguments} --json -"), variables);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn rates_of_copies_are_the_models_by_both_methods() {
    needs_loader!();
    let knobs = [("ZESIM_COPY_GBPS", RATES), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")];
    let found = figures("bench transfers --sim --max 128K --repeats 3", &knobs);
    let rows = found["figures"].as_array().unwrap();
    assert_eq!(rows.len(), 6 * 5);
    for (row, at) in rows.iter().zip(0..) {
        let (series, rate) = PAIRS[at / 5];
        let size = 8192_u64 << (at % 5);
        assert_eq!((row["series"].as_str(), row["size_bytes"].as_u64()), (Some(series), Some(size)));
        for (measure, n) in [("events", 3 * (1024.min((64 << 20) / size))), ("two_timestamps", 3)] {
            let figure = &row[measure];
            assert_eq!(figure["n"].as_u64(), Some(n), "{row}");
            for value in ["median", "min", "max"] {
                let off = (figure[value].as_f64().unwrap() / rate - 1.0).abs();
                assert!(off < 0.01, "{series} {size}: {measure} {value} is off by {off:.4}: {row}");
            }
        }
    }
    let advice = found["advice"].to_string();
    assert!(advice.contains("to the device, 8 KiB to 128 KiB: zeMemAllocHost memory, 2.00"), "{advice}");
}

/// At the clock that devices have, where a small copy takes few cycles.
#[test]
fn event_times_and_two_timestamps_agree_within_two_percent() {
    needs_loader!();
    for profile in ["discrete", "hd530"] {
        let found = figures("bench transfers --sim --max 512K --repeats 2", &[("ZESIM_PROFILE", profile)]);
        for row in found["figures"].as_array().unwrap() {
            let median = |measure: &str| row[measure]["median"].as_f64().unwrap();
            let off = (median("two_timestamps") / median("events") - 1.0).abs();
            assert!(off < 0.02, "{profile}: {row}");
        }
    }
}

#[test]
fn table_plot_and_files_have_all_series() {
    needs_loader!();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (svg, csv, json) = (file("a.svg"), file("a.csv"), file("a.json"));
    let output = run(
        &format!("bench transfers --sim --max 16K --repeats 2 --svg {svg} --csv {csv} --json {json} --ascii"),
        &[],
    );
    assert!(output.status.success(), "{output:?}");
    let said = text(&output.stdout);
    let picture = std::fs::read_to_string(svg).unwrap();
    for (at, (series, _)) in PAIRS.iter().enumerate() {
        assert!(said.contains(&format!("\n{series}\n")), "{said}");
        assert!(said.contains(&format!("  {} {series}\n", char::from(b'a' + at as u8))), "{said}");
        assert!(picture.contains(&series.replace("->", "→")), "{picture}");
    }
    assert!(said.is_ascii() && said.contains("19 200 000 Hz"), "{said}");
    assert!(text(&output.stderr).contains("of memory; moves"), "{output:?}");
    // a title, and two measures at two sizes of six pairs
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 1 + 2 * 2 * 6);
    let json: Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert_eq!((&json["schema"], &json["complete"]), (&"zetop-bench/1".into(), &true.into()));
}

#[test]
fn an_interrupted_benchmark_leaves_what_it_has() {
    needs_loader!();
    let mut command = zetop("bench transfers --sim --repeats 1000 --max 64K", &[]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("heap→device") {
        line.clear();
        assert!(stderr.read_line(&mut line).unwrap() > 0, "it ends by itself");
    }
    kill(child.id() as i32, libc::SIGINT);
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted: ") && said.contains("\nshared→shared\n"), "{said}");
    assert!(!said.contains("advice: "), "of a part: {said}");
}

/// They are tried before anything is measured, and one that fails at the end takes none of the others with it.
#[test]
fn outputs_that_cannot_be_written_lose_nothing() {
    needs_loader!();
    let folder = tempfile::tempdir().unwrap();
    let quick = "bench transfers --sim --max 8K --repeats 1";
    for (arguments, status, why) in [
        ("--csv /nonexistent/x", 1, "--csv: cannot write /nonexistent/x: No such file"),
        ("--svg -", 1, "--svg takes a file, not -"),
        ("--csv -", 2, "--csv takes a file, not -"),
        ("--min 1M --max 8K", 2, "--min 1048576 is more than --max 8192"),
        ("", 2, "--cold is for programs"),
    ] {
        let before = if arguments.is_empty() { "--cold " } else { "" };
        let output = run(&format!("{before}{quick} {arguments}"), &[]);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(status), String::new()),
            "{arguments}"
        );
        let said = text(&output.stderr);
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
    let csv = folder.path().join("x.csv");
    let output = run(&format!("{quick} --csv {} --json /dev/full", csv.display()), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write /dev/full: No space left"), "{output:?}");
    assert!(text(&output.stdout).contains("\nshared→shared\n") && csv.exists(), "{output:?}");
}

#[test]
fn what_was_measured_before_a_failure_is_there() {
    needs_loader!();
    let lost = [("ZESIM_FAULT", "device_lost_after=100")];
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("x.json");
    let output = run(&format!("bench flops --sim=hd530 --json {}", json.display()), &lost);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("failed after ") && said.contains("ZE_RESULT_ERROR_DEVICE_LOST"), "{said}");
    let found = read(&json);
    assert!(!found["figures"].as_array().unwrap().is_empty(), "{found}");
    assert_eq!((&found["complete"], found["advice"].as_array().unwrap().len()), (&false.into(), 0));
    assert!(found["failed"].as_str().unwrap().contains("DEVICE_LOST"), "{found}");
}

#[test]
fn benchmarks_that_are_missing_are_on_the_page() {
    needs_loader!();
    let folder = tempfile::tempdir().unwrap();
    let (json, html) = (folder.path().join("x.json"), folder.path().join("x.html"));
    let all = |arguments: &str, variables: &[(&str, &str)]| {
        let files = format!("--json {} --html {}", json.display(), html.display());
        let output = run(&format!("bench all --quick {arguments} {files}"), variables);
        (output, read(&json), std::fs::read_to_string(&html).unwrap())
    };
    // Nothing has failed there: that device can't be measured so.
    let (output, found, page) = all("--sim=iris650 --only hot-cold,interference", &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!((&found["complete"], found["benches"].as_array().unwrap().len()), (&true.into(), 1));
    assert_eq!(
        (&found["missing"][0]["bench"], &found["missing"][0]["failed"]),
        (&"interference".into(), &false.into())
    );
    for said in [text(&output.stdout), page] {
        assert!(said.contains("interference: not measured: this simulated device has no model"), "{said}");
    }
    let lost = [("ZESIM_FAULT", "device_lost_after=2000")];
    let (output, found, page) = all("--sim=hd530 --only transfers,hot-cold", &lost);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(&found["complete"], &false, "{found}");
    assert!(page.contains("ZE_RESULT_ERROR_DEVICE_LOST") && page.contains("id=\"hot-cold\""), "{page}");
}

fn read(json: &std::path::Path) -> Value {
    serde_json::from_slice(&std::fs::read(json).expect("a file")).expect("JSON")
}

#[test]
fn what_cannot_be_measured_is_said() {
    needs_loader!();
    let quick = "bench transfers --sim --max 8K --repeats 1";
    let fails = |arguments: &str, variables: &[(&str, &str)], status: i32, why: &str| {
        let output = run(arguments, variables);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(why), "{said}");
    };
    fails(quick, &[("ZESIM_FAULT", "no_timestamps")], 1, "the device has no timestamps");
    fails(quick, &[("ZESIM_FAULT", "timer_resolution_0")], 1, "the device has no timestamps");
    fails(&format!("{quick} --device 3"), &[], 1, "the driver has 1 device");
    fails(&format!("{quick} --record x"), &[], 2, "--record is for programs");
    fails("bench transfers --sim --max 3M", &[], 2, "power of two");
    fails(quick, &[("ZESIM_FAULT", "device_lost_after=2000")], 1, "returned ZE_RESULT_ERROR_DEVICE_LOST");
    // the stamps and the first pair's buffers are there
    let output = run(quick, &[("ZESIM_FAULT", "oom_after=3")]);
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("\nshared→shared\n"), "{output:?}");
    assert!(
        said.contains(
            "skipped: heap→device, 8 KiB: zeMemAllocDevice returned ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY"
        ),
        "{said}"
    );
}

/// The kernel takes the modelled time, the launch included, and the host sees no less.
#[test]
fn matrices_are_multiplied_and_compared() {
    needs_loader!();
    let knobs = [("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64"), ("ZESIM_PROFILE", "hd530")];
    let found = figures("bench matmul --sim --min 32 --max 128 --repeats 4", &knobs);
    let rows = found["figures"].as_array().unwrap();
    assert_eq!(rows.len(), 3 * 3, "{found}");
    for (three, n) in rows.chunks(3).zip([32.0_f64, 64.0, 128.0]) {
        let time = |series: usize| three[series]["time_us"]["median"].as_f64().unwrap();
        let modelled = 1.5 + (2.0 * n.powi(3) / 441.6).max(12.0 * n * n / 34.128) / 1e3;
        assert!((time(0) / modelled - 1.0).abs() < 0.01, "{n}: {} µs, modelled {modelled} µs", time(0));
        assert!(time(1) > time(0), "{three:?}");
        let speed_up = three[0]["speed_up"]["median"].as_f64().unwrap();
        assert!((speed_up / (time(2) / time(0)) - 1.0).abs() < 1e-6, "{three:?}");
        assert_eq!(
            (three[0]["time_us"]["n"].as_u64(), three[2]["speed_up"]["median"].as_f64()),
            (Some(4), Some(1.0))
        );
    }
    assert_eq!(found["skipped"].as_array().unwrap().len(), 0, "{found}");
}

/// On a device whose driver does not simulate a host, threads of this machine are that.
#[test]
fn the_host_beside_a_device_is_this_machine() {
    needs_loader!();
    let arguments = "bench interference --sim=hd530 --repeats 1 --step 16K";
    let found = figures(arguments, &[("ZESIM_FAULT", "no_host")]);
    let rows = found["figures"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 2 * 9 * 10);
    for row in rows {
        let figure = &row["ns_per_access"];
        assert!(figure["median"].as_f64().unwrap() > 0.0 && figure["n"].as_u64().unwrap() >= 1, "{row}");
    }
    assert!(found["conditions"].to_string().contains("this machine's processor"), "{found}");
    let output = run("bench interference --sim=iris650", &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("no model of a host beside it"), "{output:?}");
}

#[test]
fn two_benchmarks_are_compared() {
    needs_loader!();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (name, profile) in [("a", "hd530"), ("b", "iris650")] {
        figures_to(&format!("bench latency --sim={profile} --repeats 2 --max 64K --json {}", file(name)));
    }
    let same = run(&format!("diff {} {}", file("a"), file("a")), &[]);
    assert!(text(&same.stdout).contains("0 of 10 figures have changed"), "{same:?}");
    let output = run(&format!("diff {} {}", file("a"), file("b")), &[]);
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("5 of 10 figures have changed"), "{output:?}");
    assert!(said.contains("+15.") && said.contains("64 KiB"), "{said}");
}

fn figures_to(arguments: &str) {
    let output = run(arguments, &[]);
    assert!(output.status.success(), "{output:?}");
}

//! `zetop diff`: files in, changes and an exit status out.

use crate::common::{run, stderr, stdout, zetop};
use serde_json::{Value, json};
use std::path::PathBuf;

struct Runs {
    folder: tempfile::TempDir,
}

impl Runs {
    /// A file of zetop's JSON, with what matters here.
    fn file(&self, name: &str, p99: u64, gbps: f64) -> String {
        let api = json!({"name": "zeCommandQueueSynchronize", "family": "ze", "calls": 100, "errors": 0,
            "total_ns": 100_000, "share_pct": 100.0, "min_ns": 500, "max_ns": 9_000, "avg_ns": 1_000.0,
            "p50_ns": 900, "p90_ns": 1_500, "p99_ns": p99});
        let copy = json!({"device": 0, "src": "heap", "dst": "device", "direction": "h2d", "ops": 5, "timed": 5,
            "bytes": 5_000_000, "total_ns": 600_000, "bandwidth_gbps": gbps, "throughput_gbps": 1.0, "by_size": []});
        let object = json!({"schema": "zetop/1", "elapsed_ns": 2_000_000_000_u64,
            "target": {"command": ["./app", name]}, "host": {"apis": [api]},
            "device": {"kernels": [], "transfers": [copy]}});
        let path = self.path(name);
        std::fs::write(&path, format!("{object}\n")).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn runs() -> Runs {
    Runs { folder: tempfile::tempdir().unwrap() }
}

#[test]
fn changes_are_shown_and_conditions_give_the_status() {
    let runs = runs();
    let (a, b) = (runs.file("before", 2_000, 10.0), runs.file("after", 2_600, 8.0));
    let output = run(&["diff", &a, &b]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("zeCommandQueueSynchronize")).unwrap();
    assert!(row.contains("2.00 µs  2.60 µs") && row.trim_end().ends_with("+30 %*"), "{text}");
    assert!(text.contains("heap→device") && text.contains("20 %*"), "{text}");
    for (condition, status) in [
        ("p99 zeCommandQueueSynchronize > +20%", 3),
        ("p99 zeCommandQueueSynchronize > +40%", 0),
        ("bandwidth heap->device < -10%", 3),
        ("bandwidth heap->device < -25%", 0),
        ("p99 zeCommandQueueSynchronize < -1%", 0),
    ] {
        let output = run(&["diff", &a, &b, "--fail-if", condition]);
        assert_eq!(output.status.code(), Some(status), "{condition}: {output:?}");
    }
    let output = run(&["diff", &a, &b, "--fail-if", "p99 zeNothing > 1%"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("one of the runs has no p99 of zeNothing"), "{output:?}");
}

/// A change of a program, with what it does to the run as a whole.
#[test]
fn the_whole_run_is_compared_and_what_was_mended_is_named() {
    let runs = runs();
    let file = |name: &str, kind: &str, elapsed_ns: u64, findings: Value| {
        let copy = json!({"device": 0, "src": kind, "dst": "device", "ops": 500, "timed": 500, "bytes": 5_000_000,
            "total_ns": 600_000, "bandwidth_gbps": 8.3});
        let object = json!({"schema": "zetop/1", "elapsed_ns": elapsed_ns, "target": {"command": ["./app"]},
            "host": {"apis": []}, "memory": [{"kind": "host", "peak_bytes": 4_000}], "findings": findings,
            "device": {"kernels": [], "transfers": [copy],
                "engines": [{"kernel_ns": 50_000, "copy_ns": 600_000, "both_ns": 40_000}]}});
        let path = runs.path(name);
        std::fs::write(&path, object.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let advice =
        |id: &str, text: &str, over_ns: Option<u64>| json!({"id": id, "text": text, "over_ns": over_ns});
    let slow = advice("slow-kind", "Allocate with another function", None);
    let a = file("a", "heap", 2_000_000_000, json!([slow]));
    let mended = advice("tiny-copies", "Gather copies", Some(6_000_000_000));
    let b = file("b", "host", 1_000_000_000, json!([advice("x", "Keep memory", None), mended]));
    let text = stdout(&run(&["diff", &a, &b]));
    let line = |start: &str| {
        let line =
            text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {text}"));
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("elapsed"), "elapsed 2.00 s 1.00 s \u{2212}50 %*");
    assert_eq!(line("device busy"), "device busy 610 µs 610 µs ±0 %");
    assert_eq!(line("bytes copied"), "bytes copied 5.00 MB 5.00 MB ±0 %");
    assert_eq!(line("peak memory"), "peak memory 4.00 KB 4.00 KB ±0 %");
    assert_eq!(line("finding gone"), "finding gone: Allocate with another function");
    assert_eq!(line("finding new"), "finding new: Keep memory");
    let object: Value = serde_json::from_slice(&run(&["diff", &a, &b, "--json", "-"]).stdout).unwrap();
    assert_eq!(object["findings_gone"], json!(["Allocate with another function"]));
    for (condition, status) in [
        ("elapsed run > +10%", 0),
        ("elapsed run < -10%", 3),
        // The fix removed that kind.
        ("bandwidth heap->device < -10%", 0),
        ("bytes heap->device > +10%", 0),
        ("bytes host->device > +10%", 3),
        ("bandwidth heep->device < -10%", 1),
    ] {
        let output = run(&["diff", &a, &b, "--fail-if", condition]);
        assert_eq!(output.status.code(), Some(status), "{condition}: {output:?}");
    }
}

#[test]
fn json_and_csv_have_every_figure() {
    let runs = runs();
    let (a, b) = (runs.file("before", 2_000, 10.0), runs.file("after", 2_600, 8.0));
    let csv = runs.path("diff.csv");
    let condition = "p99 zeCommandQueueSynchronize > +20%";
    let output =
        run(&["diff", &a, &b, "--fail-if", condition, "--json", "-", "--csv", csv.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["schema"], "zetop-diff/1");
    assert_eq!(object["failed"].as_array().unwrap().len(), 1);
    let p99 = &object["rows"][0]["changes"]["p99"];
    assert_eq!((&p99["a"], &p99["b"], &p99["beyond_noise"]), (&json!(2000.0), &json!(2600.0), &json!(true)));
    assert!((p99["pct"].as_f64().unwrap() - 30.0).abs() < 1e-9);
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.contains("transfer,heap->device,0,bandwidth,10,8,"), "{csv}");
}

#[test]
fn what_is_no_run_gets_a_clear_line() {
    let runs = runs();
    let a = runs.file("before", 2_000, 10.0);
    let text = runs.path("text");
    std::fs::write(&text, "hello").unwrap();
    let other = runs.path("other");
    std::fs::write(&other, "{\"schema\":\"zetop/9\"}").unwrap();
    for (file, words) in [
        (text.to_str().unwrap(), "is neither a recording nor zetop's JSON"),
        (other.to_str().unwrap(), "is JSON of schema \"zetop/9\": this zetop compares zetop/1"),
        ("/nonexistent", "No such file or directory"),
    ] {
        let output = run(&["diff", &a, file]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains(words) && stderr(&output).lines().count() == 1, "{output:?}");
    }
    let output = run(&["diff", &a, &a, "--fail-if", "p98 zeInit > 3%"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).lines().nth(2), Some("  ^"), "{output:?}");
}

#[test]
fn last_is_the_run_that_was_kept() {
    let runs = runs();
    let a = runs.file("before", 2_000, 10.0);
    let output =
        zetop().args(["diff", &a, "last"]).env("XDG_STATE_HOME", runs.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("last: no run has been kept yet"), "{output:?}");
    let folder = runs.path("zetop/runs");
    std::fs::create_dir_all(&folder).unwrap();
    let snapshot: Value = serde_json::from_str(&std::fs::read_to_string(&a).unwrap()).unwrap();
    let kept = json!({"version": 1, "command": ["./app"], "ended": 5, "snapshot": snapshot});
    std::fs::write(folder.join("0000000000000001.json"), kept.to_string()).unwrap();
    let output =
        zetop().args(["diff", &a, "last"]).env("XDG_STATE_HOME", runs.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!stdout(&output).contains("%*"), "the same run: {output:?}");

    let zetop = |arguments: &[&str]| {
        zetop().args(arguments).env("XDG_STATE_HOME", runs.folder.path()).output().unwrap()
    };
    assert!(stdout(&zetop(&["diff", "@1", "last"])).contains("A: @1: "));
    let output = zetop(&["diff", &a, "@2"]);
    assert!(stderr(&output).contains("@2: there is no such run: zetop history lists"), "{output:?}");
    let listed = stdout(&zetop(&["history"]));
    assert!(listed.contains("1970-01-01 00:00 UTC") && listed.contains("./app"), "{listed}");
    let list: Value = serde_json::from_str(&stdout(&zetop(&["history", "--json", "-"]))).unwrap();
    assert_eq!((&list[0]["command"][0], &list[0]["elapsed_ns"]), (&json!("./app"), &snapshot["elapsed_ns"]));
    let one: Value = serde_json::from_str(&stdout(&zetop(&["history", "1", "--json", "-"]))).unwrap();
    assert_eq!(one, snapshot);
    // Version 1 kept no summary of a run.
    assert!(stdout(&zetop(&["history", "1"])).contains("its summary was not kept"));
    let output = zetop(&["history", "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("there is no run 2: zetop history lists"), "{output:?}");
}

//! Memory by the line that allocates it, in a C program whose lines are known.

use crate::common::{eventually, zetop};
use crate::cuda::program::built;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda-stub/memory.c")
}

/// The number of the line with a mark.
fn line(mark: &str) -> u64 {
    let text = std::fs::read_to_string(source()).unwrap();
    text.lines().position(|line| line.ends_with(&format!("// MARK {mark}"))).unwrap() as u64 + 1
}

/// What zetop says of the program, which goes on when the rows of these lines are `seen`; `None` if that can't be built here.
fn figures(words: &[&str], seen: &[(&str, &[&str])]) -> Option<(Value, String)> {
    let stubs = built()?;
    let folder = tempfile::tempdir().unwrap();
    let (program, json) = (folder.path().join("memory"), folder.path().join("zetop.json"));
    let search = format!("-L{}", stubs.display());
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-g", "-o"]).arg(&program).arg(source()).args([&search, "-l:libcuda.so.1"]);
    assert!(compiler.status().unwrap().success());
    let mut zetop = zetop();
    zetop.args(["--no-tui", "--no-history", "--interval", "0.1", "--json"]).arg(&json).arg("--");
    zetop.arg(&program).arg(folder.path()).args(words).env("LD_LIBRARY_PATH", stubs);
    let zetop = zetop.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let latest = || {
        let text = std::fs::read_to_string(&json).unwrap_or_default();
        text.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok())
    };
    let then = |step: &str, is_so: &dyn Fn(&Value) -> bool| {
        eventually(step, || latest().is_some_and(|figures| is_so(&figures)));
        std::fs::write(folder.path().join(step), "").unwrap();
    };
    then("begins", &|figures| !figures["devices"].as_array().unwrap().is_empty());
    for (step, marks) in seen {
        let lines: Vec<u64> = marks.iter().map(|mark| line(mark)).collect();
        then(step, &|figures| {
            let rows = figures["memory_sites"].as_array().unwrap();
            lines.iter().all(|line| rows.iter().any(|row| row["line"] == *line))
        });
    }
    let output = zetop.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    Some((latest().unwrap(), said))
}

/// Live bytes and blocks, most live bytes, allocations and frees of a row.
fn row_figures(row: &Value) -> [u64; 5] {
    ["live_bytes", "live_count", "peak_bytes", "allocations", "frees"]
        .map(|field| row[field].as_u64().unwrap())
}

#[test]
fn each_allocation_is_counted_at_its_line() {
    let all = ["weights", "staging", "scratch", "both"];
    let Some((figures, said)) = figures(&[], &[("ends", &all)]) else { return };
    let rows = figures["memory_sites"].as_array().unwrap();
    let expected = [
        ("weights", "device", [3 << 20, 3, 3 << 20, 3, 0]),
        ("staging", "host", [256 << 10, 1, 1 << 20, 4, 3]),
        ("scratch", "device", [0, 0, 64 << 10, 50, 50]),
        ("both", "shared", [0, 0, 8 << 10, 1, 1]),
    ];
    for (mark, kind, wanted) in expected {
        let row = rows.iter().find(|row| row["line"] == line(mark));
        let row = row.unwrap_or_else(|| panic!("{mark}: {rows:#?}\n{said}"));
        assert_eq!((row["kind"].as_str(), row_figures(row)), (Some(kind), wanted), "{row:#}");
        assert_eq!(row["function"].as_str(), Some(mark), "{row:#}");
    }
    assert_eq!(rows.len(), expected.len(), "{rows:#?}");
}

/// A child has its parent's addresses, and none of its memory: its frees of them are no frees of what the parent has.
#[test]
fn what_another_process_frees_stays_where_it_was_allocated() {
    let seen: [(&str, &[&str]); 2] = [("goes-on", &["weights"]), ("ends", &["scratch"])];
    let Some((figures, said)) = figures(&["fork"], &seen) else { return };
    let row = |mark: &str| {
        let rows = figures["memory_sites"].as_array().unwrap();
        row_figures(
            rows.iter().find(|row| row["line"] == line(mark)).unwrap_or_else(|| panic!("{rows:#?}\n{said}")),
        )
    };
    assert_eq!(row("weights"), [3 << 20, 3, 3 << 20, 3, 0], "{figures:#}");
    assert_eq!(row("scratch"), [0, 0, 64 << 10, 1, 1], "{figures:#}");
    let device = figures["memory"].as_array().unwrap().iter().find(|kind| kind["kind"] == "device").unwrap();
    assert_eq!(["allocs", "frees", "live_count"].map(|name| device[name].as_u64().unwrap()), [4, 1, 3]);
    // Nothing is from before zetop, which has started both.
    assert_eq!(figures["quality"]["notes"], serde_json::json!([]));
}

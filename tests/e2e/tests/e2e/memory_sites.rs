//! Memory by the line that allocates it, in a C++ program whose lines are known.

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zetop_e2e::process::start;

const LIMIT: Duration = Duration::from_secs(120);

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("call-sites/memory.cpp")
}

/// The number of the line with a mark.
fn line(mark: &str) -> u64 {
    let text = std::fs::read_to_string(source()).expect("the source");
    let at = text.lines().position(|line| line.ends_with(&format!("// MARK {mark}"))).expect("a mark");
    at as u64 + 1
}

/// Builds the program; returns the reason if that can't be done here.
fn build(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("memory");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-O2", "-g", "-fomit-frame-pointer", "-Wall"]).arg(source());
    compiler.arg("-o").arg(&program).arg("-l:libze_loader.so.1").arg("-pthread");
    let output = compiler.output().map_err(|error| format!("g++: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("level_zero/ze_api.h") {
        return Err("no headers of Level Zero (apt-get install libze-dev)".to_owned());
    }
    assert!(output.status.success(), "{said}");
    Ok(program)
}

fn read(json: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(json).expect("zetop's figures")).expect("JSON")
}

/// Live bytes and blocks, most live bytes, allocations and frees of a row.
fn figures(row: &Value) -> [u64; 5] {
    ["live_bytes", "live_count", "peak_bytes", "allocations", "frees"]
        .map(|field| row[field].as_u64().expect("as zetop writes it"))
}

/// What the program's source says.
fn check(json: &Value, said: &str) {
    let rows = json["memory_sites"].as_array().expect("as zetop writes it");
    let expected = [
        ("weights", "device", [3 << 20, 3, 3 << 20, 3, 0]),
        ("staging", "host", [256 << 10, 1, 1 << 20, 4, 3]),
        ("scratch", "device", [0, 0, 64 << 10, 50, 50]),
        ("both", "shared", [0, 0, 8 << 10, 1, 1]),
    ];
    for (mark, kind, wanted) in expected {
        let row = rows.iter().find(|row| row["line"] == line(mark));
        let row = row.unwrap_or_else(|| panic!("{mark}: {rows:#?}\n{said}"));
        assert_eq!((row["kind"].as_str(), figures(row)), (Some(kind), wanted), "{mark}: {row:#}");
        assert_eq!(row["function"].as_str(), Some(mark), "{row:#}");
        assert_eq!(row["oldest_ns"].is_null(), wanted[1] == 0, "{row:#}");
    }
    assert_eq!(rows.len(), expected.len(), "{rows:#?}");
    let weights = &rows[0];
    assert_eq!(weights["line"], line("weights"), "the most live bytes come first");
    let through = format!("memory.cpp:{} in through_helper", line("helper"));
    assert_eq!(weights["through"][0].as_str(), Some(&*through), "{weights:#}");
    for kind in json["memory"].as_array().expect("as zetop writes it") {
        let sum = |field: &str| -> u64 {
            rows.iter().filter(|row| row["kind"] == kind["kind"]).map(|row| row[field].as_u64().unwrap()).sum()
        };
        assert_eq!(sum("live_bytes"), kind["live_bytes"].as_u64().unwrap(), "{kind:#}");
        assert_eq!(sum("allocations"), kind["allocs"].as_u64().unwrap(), "{kind:#}");
    }
}

#[test]
fn each_allocation_is_counted_at_its_line() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let program = match build(folder.path()) {
        Ok(program) => program,
        Err(why) => return zetop_testing::skip!("{why}"),
    };
    let (json, recording) = (folder.path().join("zetop.json"), folder.path().join("run.zetop"));
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json);
    zetop.arg("--record").arg(&recording).arg("--").arg(&program);
    let said = start(&mut zetop).finish(LIMIT).succeeded().stderr;
    check(&read(&json), &said);
    let row = said.lines().find(|row| row.contains("memory.cpp") && row.contains("weights"));
    assert!(row.is_some_and(|row| row.contains("device") && row.contains("3.15 MB")), "{said}");
    // The recording has them, too.
    let again = folder.path().join("again.json");
    let mut report = Command::new(PROGRAMS.zetop);
    report.arg("report").arg(&recording).arg("--json").arg(&again);
    let said = start(&mut report).finish(LIMIT).succeeded().stderr;
    check(&read(&again), &said);
}

//! Memory by the line that allocates it, in a C++ program whose lines are known.

use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use zetop_e2e::process::start;

const LIMIT: Duration = Duration::from_secs(120);
/// A page of the simulated GPU.
const PAGE: u64 = 4096;

fn source_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("call-sites").join(name).with_extension("cpp")
}

fn source() -> PathBuf {
    source_of("memory")
}

/// The number of the line with a mark.
fn line(mark: &str) -> u64 {
    let text = std::fs::read_to_string(source()).expect("the source");
    let at = text.lines().position(|line| line.ends_with(&format!("// MARK {mark}"))).expect("a mark");
    at as u64 + 1
}

/// Builds a program; returns the reason if that can't be done here.
fn compile(name: &str, options: &[&str], to: &Path) -> Result<(), String> {
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-O2", "-g", "-fomit-frame-pointer", "-Wall"]).args(options);
    compiler.arg(source_of(name)).arg("-o").arg(to);
    compiler.args(["-l:libze_loader.so.1", "-pthread", "-ldl"]);
    let output = compiler.output().map_err(|error| format!("g++: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("level_zero/ze_api.h") {
        return Err("no headers of Level Zero (apt-get install libze-dev)".to_owned());
    }
    assert!(output.status.success(), "{said}");
    Ok(())
}

/// Builds the program with known lines.
fn build(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("memory");
    compile("memory", &[], &program)?;
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
        ("mapped", "device", [0, 0, 2 * PAGE, 2, 2]),
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
            rows.iter()
                .filter(|row| row["kind"] == kind["kind"])
                .map(|row| row[field].as_u64().expect("as zetop writes it"))
                .sum()
        };
        assert_eq!(sum("live_bytes"), kind["live_bytes"], "{kind:#}");
        assert_eq!(sum("allocations"), kind["allocs"], "{kind:#}");
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
    let figures = read(&json);
    check(&figures, &said);
    // Nothing was given to the device: this is what was done for allocations.
    let cost = &figures["quality"]["cost"];
    assert!(cost["operations_ns"].as_u64() > Some(0), "{cost}");
    let row = said.lines().find(|row| row.contains("memory.cpp") && row.contains("weights"));
    assert!(row.is_some_and(|row| row.contains("device") && row.contains("3.15 MB")), "{said}");
    // The recording has them, too.
    let again = folder.path().join("again.json");
    let mut report = Command::new(PROGRAMS.zetop);
    report.arg("report").arg(&recording).arg("--json").arg(&again);
    let said = start(&mut report).finish(LIMIT).succeeded().stderr;
    check(&read(&again), &said);
}

/// `growth.c` in one of its modes under zetop, until a line of zetop's figures is as `ends` says.
fn grow(folder: &Path, mode: &str, mut ends: impl FnMut(&Value) -> bool) {
    let lines = folder.join(mode);
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--interval", "1", "--json"]).arg(&lines);
    zetop.arg("--").arg(folder.join("growth")).arg(mode);
    zetop.stdin(Stdio::piped()).stderr(Stdio::null());
    let mut zetop = zetop.spawn().expect("zetop");
    let (mut seen, end) = (0, Instant::now() + LIMIT);
    loop {
        let text = std::fs::read_to_string(&lines).unwrap_or_default();
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let new: Vec<Value> =
            whole.lines().skip(seen).map(|line| serde_json::from_str(line).expect("JSON")).collect();
        seen += new.len();
        if new.iter().any(&mut ends) {
            break;
        }
        assert!(Instant::now() < end, "{mode}: {}", whole.lines().last().unwrap_or_default());
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(zetop.stdin.take().map(|mut input| input.write_all(b"\n")));
    assert!(zetop.wait().expect("a child").success());
}

fn finding<'a>(figures: &'a Value, id: &str) -> Option<&'a Value> {
    figures["findings"].as_array().expect("as zetop writes it").iter().find(|finding| finding["id"] == id)
}

/// Builds one of the slow programs.
fn build_slow(folder: &Path, name: &str) -> Result<(), String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("slow-programs/{name}.c"));
    let mut compiler = Command::new("gcc");
    compiler.args(["-g", "-O1", "-Wall", "-Wno-unused-function", "-o"]).arg(folder.join(name));
    let output = compiler.arg(source).arg("-l:libze_loader.so.1").output();
    let output = output.map_err(|error| format!("gcc: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("level_zero/ze_api.h") {
        return Err("no headers of Level Zero (apt-get install libze-dev)".to_owned());
    }
    assert!(output.status.success(), "{said}");
    Ok(())
}

/// A leak is named with its rate, and when the device is full; a cache that fills in 20 s and memory that is level are not. They
/// run side by side: each takes half a minute.
#[test]
fn growth_is_named_and_what_looks_like_it_is_not() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    if let Err(why) = build_slow(folder.path(), "growth") {
        return zetop_testing::skip!("{why}");
    }
    let never = |figures: &Value| {
        assert_eq!(finding(figures, "growth"), None, "{:#}", figures["memory_sites"]);
        figures["elapsed_ns"].as_u64().is_some_and(|ns| ns >= 45_000_000_000)
    };
    let named = |figures: &Value| {
        let Some(found) = finding(figures, "growth") else { return false };
        let evidence = found["evidence"].as_str().expect("as zetop writes it");
        let site = &figures["memory_sites"][0];
        assert_eq!((&site["function"], &found["sites"][0]["function"]), (&"entry".into(), &"entry".into()));
        assert!(found["text"].as_str().is_some_and(|text| text.contains("in entry")), "{found:#}");
        // What is claimed against what is there: all of it came in the time that the program runs.
        let words: Vec<&str> = evidence.split(' ').collect();
        let by = words.iter().position(|word| *word == "by").expect("a rate");
        let (value, unit) = (words[by + 1].parse::<f64>().expect("a number"), words[by + 2]);
        let rate = value * if unit == "MB/s" { 1e6 } else { 1e3 };
        let seconds = figures["elapsed_ns"].as_f64().expect("a number") / 1e9;
        let mean = site["live_bytes"].as_f64().expect("a number") / seconds;
        assert!((mean / 2.0..mean * 2.0).contains(&rate), "{evidence}; {mean} bytes a second");
        assert!(evidence.contains("at this rate the device is full in"), "{evidence}");
        assert_eq!(finding(figures, "growing-memory"), None, "one of the two is enough");
        true
    };
    std::thread::scope(|scope| {
        let folder = folder.path();
        let all = [
            scope.spawn(move || grow(folder, "leak", named)),
            scope.spawn(move || grow(folder, "cache", never)),
            scope.spawn(move || grow(folder, "level", never)),
        ];
        all.into_iter().for_each(|one| one.join().expect("as it should be"));
    });
}

/// Above a thousand allocations a second some stand for all, and it is said how well.
#[test]
fn rapid_allocations_are_estimated_with_their_error() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    if let Err(why) = build_slow(folder.path(), "rapid") {
        return zetop_testing::skip!("{why}");
    }
    let json = folder.path().join("zetop.json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--");
    let said = start(zetop.arg(folder.path().join("rapid"))).finish(LIMIT).succeeded().stderr;
    let figures = read(&json);
    let rows = figures["memory_sites"].as_array().expect("as zetop writes it");
    let row = |function: &str| {
        rows.iter().find(|row| row["function"] == function).unwrap_or_else(|| panic!("{said}"))
    };
    let number = |row: &Value, field: &str| row[field].as_f64().expect("as zetop writes it");
    let (kept, truth) = (row("kept"), f64::from(20_000 * 4096));
    assert!(number(kept, "noted") < number(kept, "allocations") / 2.0, "{kept:#}");
    let (live, error_pct) = (number(kept, "live_bytes"), number(kept, "error_pct"));
    assert!((0.1..75.0).contains(&error_pct), "{kept:#}");
    // What was chosen while no slot was free lacks, and is among what is unknown: on a busy machine that may be most.
    let is_unknown = |row: &&Value| row["function"].is_null() && row["kind"] == kept["kind"];
    let unknown: f64 = rows.iter().filter(is_unknown).map(|row| number(row, "live_bytes")).sum();
    let error = 5.0 * live * error_pct / 100.0;
    assert!(live < truth + error && live + unknown > truth - error, "{live} of {truth}, {unknown}: {kept:#}");
    let scratch = row("scratch");
    assert_eq!((number(scratch, "live_bytes"), number(scratch, "live_count")), (0.0, 0.0), "{scratch:#}");
    assert!(said.lines().any(|line| line.contains("in kept") && line.contains('~')), "{said}");
}

/// Two plugins, one after the other at the same addresses, with the same machine code: what the second one allocates is not the
/// first one's.
#[test]
fn code_that_was_unloaded_is_not_taken_for_what_has_replaced_it() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = |name: &str| folder.path().join(name);
    let built = [("plugins", "program", vec![])].into_iter().chain(
        ["first", "second"]
            .map(|name| ("plugins", name, vec!["-shared".to_owned(), format!("-DNAME={name}")])),
    );
    for (source, to, options) in built {
        let options: Vec<&str> = ["-fPIC"].into_iter().chain(options.iter().map(String::as_str)).collect();
        if let Err(why) = compile(source, &options, &path(to)) {
            return zetop_testing::skip!("{why}");
        }
    }
    let json = path("zetop.json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(path("program"));
    zetop.arg(path("first")).args(["first", "1"]).arg(path("second")).args(["second", "16"]);
    let ended = start(&mut zetop).finish(LIMIT).succeeded();
    let mut places = ended.stdout.lines();
    if places.next() != places.next() {
        return zetop_testing::skip!("the plugins were not at the same address");
    }
    let figures = read(&json);
    let rows = figures["memory_sites"].as_array().expect("as zetop writes it");
    let of = |function: &str| {
        let through = format!(" in {function}");
        let rows = rows.iter().filter(|row| {
            row["function"] == function || row["through"][0].as_str().is_some_and(|at| at.ends_with(&through))
        });
        rows.fold((0, 0), |(bytes, count), row| {
            (bytes + row["live_bytes"].as_u64().unwrap(), count + row["allocations"].as_u64().unwrap())
        })
    };
    let (first, second) = (of("first"), of("second"));
    // One that comes when a plugin is new may be from either, and has no place.
    assert!(first.0 == first.1 << 20 && first.1 <= 2, "{rows:#?}");
    assert!(second.0 == second.1 << 24 && second.1 <= 2, "{rows:#?}");
    assert!(first.1 + second.1 > 0, "{rows:#?}");
    let all: u64 = rows.iter().map(|row| row["live_bytes"].as_u64().unwrap()).sum();
    assert_eq!(all, 34 << 20, "{rows:#?}");
}

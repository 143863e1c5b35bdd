//! The line of the program that a finding is about, in a C++ program whose lines are known: optimised, without frame
//! pointers, with static and inlined functions.

use crate::support::{NOBODY, PROGRAMS, needs, needs_loader};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use zetop_e2e::process::start;

const SOURCE: &str = "call-sites/upload.cpp";
/// 4 MiB take 4 ms from malloc'd memory: a call that fails to be sampled is soon followed by another.
const SLOW_HEAP: &str = "h2d=20,heap_h2d=1";
const LIMIT: Duration = Duration::from_secs(120);

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(SOURCE)
}

/// The number of the line with a mark.
fn line(mark: &str) -> u64 {
    let text = std::fs::read_to_string(source()).expect("the source");
    let at = text.lines().position(|line| line.ends_with(&format!("// MARK {mark}"))).expect("a mark");
    at as u64 + 1
}

struct Built {
    folder: tempfile::TempDir,
}

impl Built {
    fn program(&self) -> PathBuf {
        self.folder.path().join("upload")
    }
}

/// Builds the program; returns the reason if that can't be done here.
fn build(flags: &[&str]) -> Result<Built, String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-O2", "-fomit-frame-pointer", "-Wall"]).args(flags).arg(source());
    compiler.arg("-o").arg(folder.path().join("upload")).arg("-l:libze_loader.so.1");
    let output = compiler.output().map_err(|error| format!("g++: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("level_zero/ze_api.h") {
        return Err("no headers of Level Zero (apt-get install libze-dev)".to_owned());
    }
    assert!(output.status.success(), "{said}");
    Ok(Built { folder })
}

macro_rules! built {
    ($($flag:expr),*) => {
        match build(&[$($flag),*]) {
            Ok(built) => built,
            Err(why) => return zetop_testing::skip!("{why}"),
        }
    };
}

/// The figures that zetop wrote.
fn read(json: &Path) -> Value {
    let bytes = std::fs::read(json).expect("zetop's figures");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// The places of the finding about copies from malloc'd memory, in zetop's JSON, and what zetop said.
fn launched(built: &Built) -> (Vec<Value>, String) {
    let json = built.folder.path().join("zetop.json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(built.program());
    zetop.arg("4").env("ZESIM_COPY_GBPS", SLOW_HEAP);
    let said = start(&mut zetop).finish(LIMIT).succeeded().stderr;
    let figures = read(&json);
    (sites(&figures, &said), said)
}

fn sites(figures: &Value, said: &str) -> Vec<Value> {
    let findings = figures["findings"].as_array().expect("as zetop writes it");
    let finding = findings.iter().find(|f| f["id"] == "slow-kind").unwrap_or_else(|| panic!("{said}"));
    let sites = finding["sites"].as_array().expect("as zetop writes it").clone();
    assert!(!sites.is_empty(), "no call was sampled: {said}");
    let share: f64 = sites.iter().map(|site| site["share_pct"].as_f64().expect("as zetop writes it")).sum();
    assert!((share - 100.0).abs() < 0.1, "{sites:#?}");
    sites
}

/// The two lines that copy, and nothing else; functions by their names in C++.
fn assert_lines(sites: &[Value]) {
    let found: Vec<(u64, &str)> = sites
        .iter()
        .map(|site| (site["line"].as_u64().unwrap_or(0), site["function"].as_str().unwrap_or("")))
        .collect();
    let inlined = found.iter().find(|(_, f)| f.starts_with("app::Batch<float>::copy_to") && !f.contains('('));
    // The call spans two lines, and the compiler may name either.
    assert!(inlined.is_some_and(|(at, _)| *at + 1 == line("inlined") || *at == line("inlined")), "{found:?}");
    assert!(found.iter().any(|(at, f)| *at == line("static") && *f == "upload_rest"), "{found:?}");
    assert_eq!(found.len(), 2, "{sites:#?}");
    let inlined = sites.iter().find(|site| site["line"] != line("static")).expect("two places");
    let callers: Vec<&str> =
        inlined["callers"].as_array().expect("as zetop writes it").iter().filter_map(Value::as_str).collect();
    let expected = format!("upload.cpp:{} in app::upload_weights", line("caller of inlined"));
    assert!(callers[0].starts_with(&expected) && callers[1].contains("in main"), "{callers:?}");
    assert!(
        inlined["place"].as_str().expect("as zetop writes it").starts_with("upload.cpp:"),
        "{inlined:#?}"
    );
}

#[test]
fn the_lines_of_a_started_program() {
    needs_loader!();
    let built = built!("-g");
    let (sites, said) = launched(&built);
    assert_lines(&sites);
    let finding = said.lines().find(|line| line.contains("malloc'd memory")).unwrap();
    assert!(finding.contains("called at upload.cpp:"), "{finding}");
}

/// Attaches to the program as the user who started it, another one where one is named; the figures and what zetop said.
fn attached(built: &Built, user: Option<u32>) -> (Value, String) {
    let folder = built.folder.path();
    // Whoever the user is.
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).expect("ours");
    let as_user = |program: &Path| {
        let mut command = Command::new(program);
        if let Some(user) = user {
            command.uid(user).gid(user);
        }
        command.env("HOME", folder).env("TMPDIR", folder).env_remove("XDG_CACHE_HOME");
        command
    };
    let simulator = folder.join("driver.so");
    std::fs::copy(zetop_e2e::simulator(), &simulator).expect("the simulated GPU");
    let mut program = as_user(&built.program());
    program.arg("60").env("ZE_ENABLE_ALT_DRIVERS", &simulator).env("ZESIM_COPY_GBPS", SLOW_HEAP);
    let mut program = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
    let mut ready = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(program.stdout.take().expect("a pipe")),
        &mut ready,
    )
    .expect("a line");
    let json = folder.join("zetop.json");
    let mut zetop = as_user(Path::new(PROGRAMS.zetop));
    zetop.args(["-p", &program.id().to_string(), "--no-tui", "--duration", "5", "--json"]).arg(&json);
    let said = start(&mut zetop).finish(LIMIT);
    let alive = program.try_wait().expect("a child").is_none();
    let _ = program.kill();
    let _ = program.wait();
    assert!(alive && said.status.success(), "{said:#?}");
    (read(&json), said.stderr)
}

#[test]
fn the_lines_of_a_running_program() {
    needs_loader!();
    let built = built!("-g");
    let (figures, said) = attached(&built, None);
    assert_lines(&sites(&figures, &said));
}

/// Only root may open a mapped file that is gone, such as that of the probe.
#[test]
fn the_lines_of_a_running_program_for_an_ordinary_user() {
    needs_loader!();
    needs!(NOBODY);
    let built = built!("-g");
    let (figures, said) = attached(&built, Some(65534));
    assert_lines(&sites(&figures, &said));
}

#[test]
fn a_stripped_program_is_named_by_address() {
    needs_loader!();
    let built = built!("-s");
    let (sites, _) = launched(&built);
    assert_eq!(sites.len(), 2, "{sites:#?}");
    for site in &sites {
        let place = site["place"].as_str().unwrap();
        assert!(place.starts_with("upload+0x") && site["line"].is_null(), "{place}");
    }
}

#[test]
fn a_stack_without_unwind_tables_says_so() {
    needs_loader!();
    let built = built!("-g", "-fno-asynchronous-unwind-tables", "-fno-exceptions");
    // What the compiler and the linker have left of them.
    let stripped = Command::new("objcopy")
        .args(["--remove-section", ".eh_frame", "--remove-section", ".eh_frame_hdr"])
        .arg(built.program())
        .status();
    if !stripped.is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("no objcopy");
    }
    let (sites, _) = launched(&built);
    // The call itself is known: it is what the loader returns to. What called it can't be.
    let places: Vec<&str> = sites.iter().filter_map(|site| site["place"].as_str()).collect();
    assert!(
        places.iter().all(|place| place.starts_with("upload.cpp:") || place.contains("can't be unwound")),
        "{places:?}"
    );
}

/// Its debug information is garbage or truncated. Calls are named by what is left, and nothing crashes.
#[test]
fn debug_information_that_is_wrong_is_done_without() {
    needs_loader!();
    for section in [".debug_info", ".debug_line", ".debug_abbrev"] {
        let built = built!("-g");
        let noise = built.folder.path().join("noise");
        // Any bytes that are the same each time: multiples of a prime.
        let bytes: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        std::fs::write(&noise, bytes).unwrap();
        let update = format!("{section}={}", noise.display());
        let status =
            Command::new("objcopy").args(["--update-section", &update]).arg(built.program()).status();
        if !status.is_ok_and(|status| status.success()) {
            return zetop_testing::skip!("no objcopy");
        }
        let (sites, said) = launched(&built);
        assert_eq!(sites.len(), 2, "{section}: {sites:#?}");
        for site in &sites {
            let place = site["place"].as_str().unwrap();
            assert!(place.contains("upload"), "{section}: {place}");
        }
        assert!(!said.contains("panicked"), "{said}");
    }
}

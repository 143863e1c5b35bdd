//! Collective operations: what zetop makes of what NCCL's profiler interface says, with a stand-in for NCCL.

use crate::common::zetop;
use crate::cuda::program::built;
use serde_json::{Value, json};
use std::path::Path;

/// Two ranks whose delays and own kernels are these, us, under zetop.
fn job(folder: &Path, version: u32, steps: u32, ranks: [(u32, u32); 2]) -> Value {
    job_with(folder, version, steps, ranks, &[])
}

fn job_with(folder: &Path, version: u32, steps: u32, ranks: [(u32, u32); 2], options: &[&str]) -> Value {
    job_of(folder, version, steps, ranks, options, "")
}

/// With variables of the environment.
fn job_of(
    folder: &Path,
    version: u32,
    steps: u32,
    ranks: [(u32, u32); 2],
    options: &[&str],
    variables: &str,
) -> Value {
    said_and_figures(folder, version, steps, ranks, options, variables).1
}

/// What the ranks say, too.
fn said_and_figures(
    folder: &Path,
    version: u32,
    steps: u32,
    ranks: [(u32, u32); 2],
    options: &[&str],
    variables: &str,
) -> (String, Value) {
    let json = tempfile::NamedTempFile::new().unwrap();
    // Where they agree on their start.
    let agreed = tempfile::tempdir().unwrap();
    let start = agreed.path().join("start");
    let program = folder.join("ranks");
    let rank = |at: usize| {
        let (delay, work) = ranks[at];
        format!(
            "{variables}RANK={at} WORLD_SIZE=2 {} {version} {steps} {} {delay} {work}",
            program.display(),
            start.display()
        )
    };
    let script = format!("{} & {}; wait", rank(0), rank(1));
    let mut command = zetop();
    command.env("LD_LIBRARY_PATH", folder).arg("--json").arg(json.path()).args(options);
    command.args(["--", "sh", "-c", &script]);
    let output = command.output().unwrap();
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("rank 0 done") && said.contains("rank 1 done"),
        "{said}"
    );
    (said, serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap())
}

/// A run is judged if each rank came late for at most this many of its 100 steps: the expected figures leave room for five.
const LATE: u32 = 3;

/// The figures of a run in which both ranks came to the 100 steps when they should have, as good as always.
fn punctual_job(folder: &Path, ranks: [(u32, u32); 2]) -> Value {
    for run in 1..=30 {
        let (said, figures) = said_and_figures(folder, 5, 100, ranks, &[], "");
        let steps = |line: &str| line.split_once("late for ")?.1.split(' ').next()?.parse().ok();
        let late: Vec<u32> = said.lines().filter_map(steps).collect();
        assert_eq!(late.len(), 2, "{said}");
        if late.iter().all(|steps| *steps <= LATE) {
            return figures;
        }
        println!("run {run}: late for {late:?} steps");
    }
    panic!("no run can be judged");
}

fn straggler(figures: &Value) -> Option<&Value> {
    figures["findings"].as_array().unwrap().iter().find(|finding| finding["id"] == "straggler")
}

#[test]
fn collectives_are_counted_by_each_version_of_the_interface() {
    let Some(folder) = built() else { return };
    for version in 1..=6 {
        let figures = job(folder, version, 10, [(0, 0), (0, 0)]);
        let rows = figures["collectives"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{version}: {rows:?}");
        let row = &rows[0];
        let expected = ("AllReduce", "0000000000c0ffee", 1 << 20, 10 << 20, "RING", "LL");
        let number = |field: &str| row[field].as_u64().unwrap();
        let text = |field: &str| row[field].as_str().unwrap();
        let found = (
            text("operation"),
            text("communicator"),
            number("up_to"),
            number("bytes"),
            text("algorithm"),
            text("protocol"),
        );
        assert_eq!(found, expected, "{version}: {row}");
        assert_eq!(number("count"), 10, "{version}: {row}");
        // Before version 4 nobody says how many ranks there are.
        assert_eq!(number("partial"), if version < 4 { 10 } else { 0 }, "{version}: {row}");
        assert_eq!(number("ranks"), 2, "{version}: {row}");
    }
}

/// Rank 1 comes 8 ms late to each operation: the other one waits, and its kernel takes 9 ms instead of 1.
#[test]
fn the_rank_that_comes_last_is_named_with_its_cause() {
    let Some(folder) = built() else { return };
    for (work, cause) in [(0, "on the host, outside the API"), (7_000, "its own kernels take")] {
        let figures = punctual_job(folder, [(0, 0), (8_000, work)]);
        let row = &figures["collectives"][0];
        let ms = |field: &str| row[field].as_f64().unwrap() / 1e6;
        // Each of 100: 1 ms of moving, 8 ms of waiting for one of two.
        assert!((90.0..=200.0).contains(&ms("moving_ns")), "{row}");
        assert!((300.0..=440.0).contains(&ms("waiting_ns")), "{row}");
        let last = &row["last"][0];
        assert!(last["rank"] == 1 && last["count"].as_u64().unwrap() >= 95, "{row}");
        let finding = straggler(&figures).unwrap_or_else(|| panic!("{figures}"));
        assert!(finding["text"].as_str().unwrap().contains("rank 1"), "{finding}");
        assert!(finding["evidence"].as_str().unwrap().contains(cause), "{finding}");
    }
    // Even ranks, a little apart.
    let figures = punctual_job(folder, [(300, 0), (0, 0)]);
    assert_eq!(straggler(&figures), None);
}

/// Communicators that come and go, some in the middle of an operation, leave nothing that looks as if it were under way.
#[test]
fn communicators_that_are_made_and_ended_by_the_thousand_change_no_figure() {
    let Some(folder) = built() else { return };
    for (churn, kept, is_said) in [(1_000, 0, false), (900, 100, true)] {
        // Longer than the longest time between two readings.
        let steps = 60;
        let figures = job_of(folder, 5, steps, [(0, 0), (0, 0)], &[], &format!("CHURN={churn} KEPT={kept} "));
        let rows = figures["collectives"].as_array().unwrap();
        let row = rows.iter().find(|row| row["communicator"] == "0000000000c0ffee").unwrap();
        assert_eq!(
            (&row["count"], &row["partial"]),
            (&steps.into(), &0.into()),
            "{row} {}",
            figures["quality"]
        );
        let notes = figures["quality"]["notes"].to_string();
        assert_eq!(notes.contains("has 64 communicators or more"), is_said, "{notes}");
        let others = rows.iter().filter(|row| row["operation"] == "Broadcast").count();
        assert_eq!(others, churn + kept, "each has one operation");
    }
}

/// Groups, graphs, several threads, NCCL's proxy, communicators that are aborted under way, and kernels that are over before their
/// names come: what is counted is exact, and what can't be named (operations in graphs) is not.
#[test]
fn collectives_are_counted_as_nccl_tells_of_them() {
    let Some(folder) = built() else { return };
    for (also, bytes, launches) in [
        ("group", 15 << 20, 20),
        ("graph", 10 << 20, 60),
        ("threads", 10 << 20, 40),
        ("abort", 10 << 20, 20),
        ("late", 10 << 20, 20),
    ] {
        let judged = |figures: Value| {
            let rows = figures["collectives"].as_array().unwrap();
            let row = rows.iter().find(|row| row["communicator"] == "0000000000c0ffee").unwrap();
            let figures_of =
                |row: &Value| json!([row["operation"], row["count"], row["partial"], row["bytes"]]);
            assert_eq!(figures_of(row), json!(["AllReduce", 10, 0, bytes]), "{also}: {row}");
            let other = rows.iter().find(|row| row["communicator"] == "000000000000beef");
            let expected = json!(["Broadcast", 10, 0, 40_960]);
            assert_eq!(other.map(figures_of), (also == "threads").then_some(expected), "{also}: {rows:?}");
            let kernels = figures["device"]["kernels"].as_array().unwrap().iter();
            let launched: u64 = kernels.map(|kernel| kernel["launches"].as_u64().unwrap()).sum();
            assert_eq!(launched, launches, "{also}");
            assert!(figures["waiting"].as_array().unwrap().is_empty(), "{also}");
            straggler(&figures).cloned()
        };
        // A busy machine may keep one rank's processor from it, time after time: then that one is the last.
        let jobs = || job_of(folder, 5, 10, [(0, 0), (0, 0)], &[], &format!("ALSO={also} "));
        let stragglers: Vec<_> = (0..3).map(|_| judged(jobs())).take_while(Option::is_some).collect();
        assert!(stragglers.len() < 3, "{also}: {stragglers:?}");
    }
}

/// That each rank's kernels of collective operations have no names.
fn are_unnamed(figures: &Value) -> bool {
    assert!(straggler(figures).is_none());
    let notes = figures["quality"]["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap());
    let said = notes.filter(|note| note.contains("2 processes have run 20 kernels of collective operations"));
    figures["collectives"].as_array().unwrap().is_empty() && said.count() == 1
}

/// Where nothing says which operations there were, it is said why.
#[test]
fn kernels_of_an_nccl_that_names_nothing_are_said() {
    let Some(folder) = built() else { return };
    let figures = job(folder, 0, 10, [(0, 0), (8_000, 0)]);
    assert!(are_unnamed(&figures), "{figures}");
    let figures = job(folder, 5, 10, [(0, 0), (8_000, 0)]);
    assert!(!figures["quality"]["notes"].to_string().contains("collective operations"), "{figures}");
}

/// By NCCL's variable, and by the name that NCCL looks for.
#[test]
fn a_profiler_plugin_of_the_programs_own_stays_in_force() {
    let Some(folder) = built() else { return };
    let with_own = tempfile::tempdir().unwrap();
    for file in ["libcuda.so.1", "libcupti.so.13", "ranks"] {
        std::fs::copy(folder.join(file), with_own.path().join(file)).unwrap();
    }
    let own = folder.join("own_profiler.so");
    std::fs::copy(&own, with_own.path().join("libnccl-profiler.so")).unwrap();
    let variable = format!("NCCL_PROFILER_PLUGIN={} ", own.display());
    for (folder, variables) in [(folder, &*variable), (with_own.path(), "")] {
        let (said, figures) = said_and_figures(folder, 5, 10, [(0, 0), (0, 0)], &[], variables);
        assert_eq!(said.matches("own plugin: 10 operations").count(), 2, "{said}");
        assert!(are_unnamed(&figures), "{figures}");
    }
}

/// Prints what a collective operation costs with the plugin and without, the readings of the clock included; see
/// docs/src/testing.md.
#[test]
fn what_a_collective_operation_costs_is_printed() {
    let Some(folder) = built() else { return };
    let program = folder.join("collective_cost");
    let said = |command: &mut std::process::Command| {
        let output = command.env("LD_LIBRARY_PATH", folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let json = tempfile::NamedTempFile::new().unwrap();
    for _ in 0..5 {
        let plain = said(std::process::Command::new(&program).arg("2000"));
        let watched = said(zetop().arg("--json").arg(json.path()).arg("--").arg(&program).arg("2000"));
        println!("a collective operation: {} with zetop: {}", plain.trim(), watched.trim());
        assert!(plain.starts_with("none: ") && watched.starts_with("zetop: "), "{plain}{watched}");
    }
    let figures: Value = serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap();
    assert_eq!(figures["collectives"][0]["count"], 2_000, "{figures}");
}

#[test]
fn a_trace_has_a_track_for_each_communicator() {
    let Some(folder) = built() else { return };
    let trace = tempfile::NamedTempFile::new().unwrap();
    let figures = job_with(folder, 5, 10, [(0, 0), (2_000, 0)], &["--trace", trace.path().to_str().unwrap()]);
    assert_eq!(figures["collectives"][0]["count"], 10);
    let bytes = std::fs::read(trace.path()).unwrap();
    let times = |text: &str| bytes.windows(text.len()).filter(|part| *part == text.as_bytes()).count();
    // One of each rank; names are written once.
    assert_eq!(times("communicator 0000000000c0ffee"), 2);
    assert!(times("collective") >= 1 && times("sequence") >= 1);
}

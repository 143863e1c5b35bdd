//! `--cold`: caches are flushed before kernels, and nothing else changes.

use crate::support::{both, needs_loader, same_and_as_expected, scene};
use std::process::Command;
use zetop_e2e::account::Account;
use zetop_e2e::figures::{Figures, Flushes, Launches};
use zetop_e2e::oracle::Oracle;
use zetop_e2e::scene::{Plain, Scene, Watched};

/// Bytes of the L3 of this profile.
const CACHE: u64 = 512 << 10;
/// Launches of each kernel.
const N: u64 = 6;

fn on(what: &str) -> Scene {
    scene(&format!("grid-copies n={N} on={what}")).env("ZESIM_PROFILE", "hd530")
}

/// How large the fills on the device were.
fn fills(oracle: &Oracle) -> Vec<u64> {
    oracle.operations.iter().filter(|op| op.op == "fill").map(|op| op.bytes).collect()
}

fn flushes(figures: &Figures) -> &Flushes {
    figures.device.flushes.as_ref().expect("flushes")
}

/// Cold and hot launches of a kernel.
fn temperatures(figures: &Figures, kernel: &str) -> (u64, u64) {
    let kernel = figures.kernel(kernel);
    let launches = |of: &Option<Launches>| of.as_ref().map_or(0, |of| of.launches);
    (launches(&kernel.cold), launches(&kernel.hot))
}

/// The program's output and operations are as without, every operation is timed, and the device did the program's
/// operations and `flushes` flushes.
fn unchanged(scene: &Scene, flushes: usize) -> (Plain, Watched) {
    let (plain, watched) = same_and_as_expected(scene);
    watched.figures.assert_all_timed();
    assert!(fills(&plain.oracle).is_empty());
    assert_eq!(fills(&watched.oracle), vec![CACHE; flushes]);
    let sums = |oracle: &Oracle| {
        let kernels = oracle.kernels().into_iter().map(|(kernel, sum)| (kernel.0, sum.count));
        let copies =
            oracle.transfers().into_iter().map(|(route, sum)| (route.0 + "->" + &route.1, sum.count));
        kernels.chain(copies).collect::<Vec<_>>()
    };
    assert_eq!(sums(&watched.oracle), sums(&plain.oracle));
    let device = |figures: &Figures| {
        let memory = figures.memory.iter().find(|memory| memory.kind == "device");
        memory.map(|memory| (memory.allocs, memory.frees, memory.live_bytes))
    };
    assert_eq!(device(&watched.figures), Some((2, 2, 0)), "the memory to fill is none of the program's");
    (plain, watched)
}

#[test]
fn every_launch_of_a_kernel_is_cold() {
    needs_loader!();
    for what in ["regular", "in-order", "again", "sync", "immediate", "async"] {
        let (plain, watched) = unchanged(&on(what).option("--cold=^grid_"), N as usize);
        let figures = &watched.figures;
        assert_eq!(temperatures(figures, "grid_copy"), (N, 0), "{what}");
        assert_eq!(temperatures(figures, "empty"), (0, 0), "{what}: not chosen");
        assert_eq!((flushes(figures).done, flushes(figures).not_done), (N, 0), "{what}");
        // 64 KB from one place to another, at 34.1 GB/s and not at the 73.6 of the cache.
        let cold = figures.kernel("grid_copy").cold.as_ref().unwrap();
        assert_eq!((cold.min_ns, cold.max_ns), (Some(5360), Some(5360)), "{what}");
        let plain = plain.oracle.kernels()[&("grid_copy".to_owned(), 0)];
        assert_eq!(plain.shortest, 3280 / 80, "{what}: what was hot without");
    }
}

#[test]
fn launches_alternate() {
    needs_loader!();
    for what in ["regular", "in-order", "sync", "immediate", "async"] {
        let (_, watched) = unchanged(&on(what).option("--cold=alternate:grid_copy"), N as usize / 2);
        let figures = &watched.figures;
        assert_eq!(temperatures(figures, "grid_copy"), (N / 2, N / 2), "{what}");
        let kernel = figures.kernel("grid_copy");
        let (cold, hot) = (kernel.cold.as_ref().unwrap(), kernel.hot.as_ref().unwrap());
        assert_eq!((cold.min_ns, cold.max_ns), (Some(5360), Some(5360)), "{what}");
        assert_eq!((hot.min_ns, hot.max_ns), (Some(3280), Some(3280)), "{what}");
        assert_eq!(kernel.total_ns, cold.total_ns + hot.total_ns);
        assert_eq!((kernel.launches, kernel.timed), (N, cold.timed + hot.timed));
        for words in ["Hot", "Cold", "3.28 µs", "5.36 µs", "caches flushed before 3 launches\n"] {
            assert!(watched.zetop.contains(words), "{what}: {words} in\n{}", watched.zetop);
        }
    }
}

/// Without an expression it is for all kernels; each has turns of its own.
#[test]
fn kernels_alternate_by_themselves() {
    needs_loader!();
    let (_, watched) = unchanged(&on("async").option("--cold=alternate"), N as usize);
    for kernel in ["grid_copy", "empty"] {
        assert_eq!(temperatures(&watched.figures, kernel), (N / 2, N / 2), "{kernel}");
    }
}

#[test]
fn without_the_option_nothing_is_flushed() {
    needs_loader!();
    let (_, watched) = unchanged(&on("async"), 0);
    assert!(watched.figures.device.flushes.is_none());
    assert_eq!(temperatures(&watched.figures, "grid_copy"), (0, 0));
    assert!(!watched.zetop.contains("Cold") && !watched.zetop.contains("flushed"), "{}", watched.zetop);
    let (_, watched) = unchanged(&on("async").option("--cold=no_such_kernel"), 0);
    assert!(watched.figures.device.flushes.is_none());
}

/// A barrier behind a command that waits for an event would wait for it, too, and a later kernel may be meant to overtake
/// that command: where the host has yet to signal the event, but not where work before it does.
#[test]
fn nothing_is_flushed_behind_a_wait_for_the_host_in_a_list_without_order() {
    needs_loader!();
    const REASON: &str = "out-of-order list that may wait for the host";
    let (_, watched) = unchanged(&on("held").option("--cold=grid_copy"), 0);
    let of = flushes(&watched.figures);
    assert_eq!((of.done, of.not_done, of.not_done_reasons.get(REASON)), (0, N, Some(&N)));
    let said = format!("caches flushed before 0 launches, not before 6 (6 {REASON})");
    assert!(watched.zetop.contains(&said), "{}", watched.zetop);
    let (_, watched) = unchanged(&on("waits").option("--cold=grid_copy"), N as usize);
    assert_eq!((flushes(&watched.figures).done, flushes(&watched.figures).not_done), (N, 0));
}

#[test]
fn the_size_of_a_flush_can_be_set() {
    needs_loader!();
    let scene = on("async").option("--cold=grid_copy").option("--flush=2M");
    let (_, watched) = same_and_as_expected(&scene);
    assert_eq!(fills(&watched.oracle), vec![2 << 20; N as usize]);
    let too_large = on("async").option("--cold=grid_copy").option("--flush=900G");
    let (_, watched) = unchanged(&too_large, 0);
    let of = flushes(&watched.figures);
    assert_eq!((of.done, of.not_done_reasons.get("no device memory for the flush")), (0, Some(&N)));
}

/// On Intel's driver, whose timing takes other ways.
#[test]
fn with_intels_habits_the_program_notices_nothing() {
    needs_loader!();
    for what in ["regular", "immediate", "async", "again"] {
        let scene = on(what).env("ZESIM_DRIVER", "intel-dg2").option("--cold=grid_copy");
        let (_, watched) = both(&scene);
        Account::read(&watched.program.stdout).assert_device(&watched.figures);
        assert_eq!(temperatures(&watched.figures, "grid_copy"), (N, 0), "{what}");
        assert_eq!(fills(&watched.oracle), vec![CACHE; N as usize], "{what}");
    }
}

#[test]
fn a_recording_has_cold_and_hot() {
    needs_loader!();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.zetop");
    let scene = on("async").option("--cold=alternate").option(&format!("--record={}", file.display()));
    let watched = scene.watched();
    let report =
        Command::new(crate::support::PROGRAMS.zetop).arg("report").arg(&file).args(["--json", "-"]).output();
    let report = report.expect("zetop can be started");
    let json: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
    let live: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(scene.json_file()).unwrap()).unwrap();
    assert_eq!(flushes(&watched.figures).done, N);
    assert_eq!(json["device"]["flushes"], live["device"]["flushes"]);
    for (now, then) in [0, 1].map(|at| (&json["device"]["kernels"][at], &live["device"]["kernels"][at])) {
        assert!(now["cold"].is_object() && now["hot"].is_object(), "{now}");
        assert_eq!((&now["cold"], &now["hot"]), (&then["cold"], &then["hot"]));
    }
}

#[test]
fn what_is_asked_for_wrongly_is_said() {
    let said = |options: &[&str]| {
        let output = Command::new(crate::support::PROGRAMS.zetop).args(options).arg("true").output();
        let output = output.expect("zetop can be started");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (options, words) in [
        (&["--cold=("][..], "--cold (: found open group"),
        (&["--flush", "1M"], "--cold"),
        (&["--cold", "--flush", "none"], "not a size"),
        (&["--cold", "--flush", "0"], "not a size"),
        (&["--cold", "--no-device"], "cannot be used with"),
    ] {
        let said = said(options);
        assert!(said.contains(words), "{options:?}: {said}");
    }
}

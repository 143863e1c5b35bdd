//! `--cold`: caches are flushed before kernels, and nothing else changes.

use crate::cuda::attach::{Target, attached_with};
use crate::cuda::program::{built, kernel, plain, watched, watched_with, without_cupti};
use serde_json::{Value, json};

/// Launches of the kernel.
const N: u64 = 20;
/// Of its launches with its data in the cache, and without; ns.
const HOT: u64 = 8_192;
const COLD: u64 = 32_768;

/// Launches, shortest and longest.
fn launches(of: &Value) -> (u64, u64, u64) {
    let number = |key: &str| of[key].as_u64().unwrap_or_else(|| panic!("no {key}: {of}"));
    (number("launches"), number("min_ns"), number("max_ns"))
}

/// The figures of `workload grids` with these options, whose output is as without.
fn grids(options: &[&str]) -> Option<Value> {
    let folder = built()?;
    let arguments = ["grids", &N.to_string()];
    let (without, (with, figures)) = (plain(folder, &arguments), watched(folder, options, &arguments));
    assert_eq!((&with.stdout, with.status), (&without.stdout, without.status));
    let device = &figures["device"];
    // A set and two kernels each, and two graphs of two kernels: none of the probe's.
    assert_eq!(
        (device["timed"].as_u64(), device["untimed"].as_u64()),
        (Some(3 * N + 4), Some(0)),
        "{device}"
    );
    assert_eq!(
        (device["fills"]["ops"].as_u64(), device["fills"]["bytes"].as_u64()),
        (Some(N), Some(N << 16))
    );
    assert!(kernel(&figures, "short_1000")["cold"].is_null(), "not chosen");
    let memory = figures["memory"].as_array().unwrap();
    assert_eq!(memory.iter().find(|m| m["kind"] == "device").unwrap()["allocs"], 1, "the program's");
    Some(figures)
}

fn flushes(done: u64, not_done: &Value) -> Value {
    let count: u64 = not_done.as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    json!({ "done": done, "not_done": count, "not_done_reasons": not_done })
}

#[test]
fn every_launch_of_a_chosen_kernel_is_cold() {
    let Some(figures) = grids(&["--cold=^grid_"]) else { return };
    let kernel = kernel(&figures, "grid_copy");
    assert_eq!(launches(&kernel["cold"]), (N, COLD, COLD));
    assert_eq!(kernel["launches"], N + 2);
    assert_eq!(figures["device"]["flushes"], flushes(N, &json!({ "graph": 2 })));
}

/// CUPTI has several buffers: those of many kernels may come before those of the flushes that they found done.
#[test]
fn records_come_in_any_order() {
    let Some(folder) = built() else { return };
    let many = 2_000;
    let arguments = ["grids", &many.to_string()];
    let (_, figures) = watched_with(folder, &[("CUPTI_STUB_BUFFERS", "2")], &["--cold=^grid_"], &arguments);
    assert_eq!(launches(&kernel(&figures, "grid_copy")["cold"]), (many, COLD, COLD));
    assert_eq!(figures["device"]["flushes"], flushes(many, &json!({ "graph": 2 })));
}

#[test]
fn launches_take_turns() {
    let Some(figures) = grids(&["--cold=alternate:grid_copy"]) else { return };
    let kernel = kernel(&figures, "grid_copy");
    assert_eq!(launches(&kernel["cold"]), (N / 2, COLD, COLD));
    // Those of the graph found what the one before had left.
    assert_eq!(launches(&kernel["hot"]), (N / 2 + 2, HOT, HOT));
    assert_eq!(figures["device"]["flushes"], flushes(N / 2, &json!({ "graph": 2 })));
}

#[test]
fn a_flush_that_is_too_large_is_counted_as_not_done() {
    let Some(figures) = grids(&["--cold=grid_copy", "--flush", "999G"]) else { return };
    let reasons = json!({ "graph": 2, "no device memory for the flush": N });
    assert_eq!(figures["device"]["flushes"], flushes(0, &reasons));
}

#[test]
fn a_small_flush_leaves_the_data_in_the_cache() {
    let Some(figures) = grids(&["--cold=grid_copy", "--flush", "64K"]) else { return };
    assert_eq!(launches(&kernel(&figures, "grid_copy")["cold"]), (N, HOT, HOT));
}

#[test]
fn without_times_nothing_is_flushed() {
    let Some(folder) = built() else { return };
    let folder = without_cupti(folder);
    let (_, figures) = watched(folder.path(), &["--cold=grid_copy"], &["grids", "10"]);
    assert_eq!(figures["device"]["flushes"], flushes(0, &json!({ "no device times": 10, "graph": 2 })));
}

#[test]
fn kernels_of_an_attached_program_are_cold() {
    let Some(folder) = built() else { return };
    let mut target = Target::start(folder);
    let figures = attached_with(&["--cold"], &mut target, 1, 1);
    assert_eq!(figures["device"]["flushes"], flushes(500, &json!({})));
}

/// The figures of a workload under `--cold`, whose output is as without.
fn same(arguments: &[&str]) -> Option<Value> {
    let folder = built()?;
    let (without, (with, figures)) =
        (plain(folder, arguments), watched(folder, &["--cold=^grid_"], arguments));
    assert_eq!(String::from_utf8_lossy(&with.stdout), String::from_utf8_lossy(&without.stdout));
    Some(figures)
}

/// A thread's default stream ends with it; a later thread at the same address has another one. And it can be captured:
/// the memset went into the program's graph.
#[test]
fn default_streams_of_threads_are_streams() {
    let Some(figures) = same(&["threads", "20"]) else { return };
    assert_eq!(figures["device"]["flushes"], flushes(60, &json!({ "graph": 40 })));
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(100), Some(0)), "{device}");
}

/// It was thought to have ended then, and the memset went into the graph.
#[test]
fn a_capture_that_is_ended_in_the_wrong_place_goes_on() {
    let Some(figures) = same(&["captures", "20"]) else { return };
    assert_eq!(figures["device"]["flushes"], flushes(0, &json!({ "graph": 40 })));
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(40), Some(0)), "{device}");
}

/// Kernels that belong to no context are launched in that of their stream, which the memory of the current one is not of.
#[test]
fn streams_of_another_context_are_left_alone() {
    let Some(figures) = same(&["elsewhere", "20"]) else { return };
    assert_eq!(figures["device"]["flushes"], flushes(0, &json!({ "stream of another context": 20 })));
    assert_eq!(figures["device"]["timed"], 20, "{}", figures["device"]);
}

#[test]
fn a_capture_from_before_the_attach_is_left_alone() {
    let Some(folder) = built() else { return };
    for options in [&["--cold"][..], &[]] {
        let mut target = Target::start_as(folder, "capturing", &[]);
        let figures = attached_with(options, &mut target, 1, 2);
        assert_eq!(target.said(), ["done 20 of 20", "done 20 of 20", "done 20 of 20"]);
        let device = &figures["device"];
        assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(0), Some(0)), "{device}");
    }
}

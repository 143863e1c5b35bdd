//! Host side: counts are exact, whatever happens.

use crate::support::{both, needs_loader, same_and_as_expected, scene};

/// A debug build of the workload takes long for 32 million calls; the release build makes them all.
const CALLS: u64 = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

#[test]
fn eight_threads_times_four_functions_are_counted_exactly() {
    needs_loader!();
    let (_, watched) = same_and_as_expected(&scene(&format!("calls threads=8 calls={CALLS}")));
    let sum: u64 = watched.figures.host.apis.iter().map(|api| api.calls).sum();
    assert_eq!(watched.figures.host.calls, sum);
    let host = &watched.figures.host;
    assert!(host.timed < host.calls, "trivial calls are sampled: {host:?}");
    assert!(host.total_error_pct > 0.0, "{host:?}");
    for api in &host.apis {
        assert!(api.timed < api.calls || api.total_error_pct == 0.0, "{api:?}");
        let (min, max) = (api.min_ns.unwrap_or(0), api.max_ns.unwrap_or(0));
        assert!(min <= max && max <= api.total_ns && api.total_ns <= max * api.calls, "{api:?}");
    }
}

#[test]
fn every_call_is_timed_where_that_is_asked_for() {
    needs_loader!();
    for option in ["--exact", "--budget=none"] {
        let (_, watched) = same_and_as_expected(&scene("calls threads=3 calls=20000").option(option));
        let host = &watched.figures.host;
        assert_eq!((host.timed, host.total_error_pct), (host.calls, 0.0), "{option}");
        assert!(host.apis.iter().all(|api| api.timed == api.calls && api.total_error_pct == 0.0), "{host:?}");
    }
}

#[test]
fn a_program_within_its_budget_has_all_calls_timed() {
    needs_loader!();
    // However slow the machine is, timing a few hundred calls is not many at once.
    let (_, watched) = same_and_as_expected(&scene("calls threads=2 calls=300"));
    assert_eq!(watched.figures.host.timed, watched.figures.host.calls);
    let (_, watched) = same_and_as_expected(&scene("calls threads=2 calls=300").option("--budget=0"));
    assert!(watched.figures.host.timed < watched.figures.host.calls);
}

#[test]
fn errors_of_calls_that_are_not_timed_are_counted() {
    needs_loader!();
    let (_, watched) = same_and_as_expected(&scene("errors n=5000").option("--budget=0"));
    let apis = &watched.figures.host.apis;
    assert!(apis.iter().any(|api| api.errors > 0 && api.timed < api.calls), "{apis:?}");
}

/// Each thread ends with a countdown begun, and the next one that has its block goes on with it.
#[test]
fn threads_that_end_within_a_countdown_leave_exact_counts() {
    needs_loader!();
    let (_, watched) = same_and_as_expected(&scene("short-threads n=3000").option("--budget=0"));
    let host = &watched.figures.host;
    assert!(host.timed < host.calls, "{host:?}");
}

#[test]
fn a_fork_within_a_countdown_counts_nothing_twice() {
    needs_loader!();
    // 1,003 calls are no multiple of a group of 16.
    let (_, watched) = both(&scene("fork-child how=fork calls=1003").option("--budget=0"));
    let (calls, errors) = watched.figures.calls("zeDriverGetApiVersion");
    let children = watched.figures.target.pids.len() as u64 - 1;
    assert_eq!((calls, errors), (2006 + 1003 * children, 0), "{:?}", watched.figures.target);
    assert!(watched.figures.host.timed < watched.figures.host.calls);
}

#[test]
fn what_zetop_costs_is_said_for_calls_operations_and_threads() {
    needs_loader!();
    let timed = same_and_as_expected(&scene("many n=3000")).1.figures.quality;
    println!("{:?}, {:?} %", timed.cost, timed.probe_pct_of_wall);
    assert!(timed.cost.calls_ns > 0 && timed.cost.threads_ns > 0, "{timed:?}");
    // An operation costs a lock and a look at least, and less than a wait.
    let each = timed.cost.operations_ns / 3000;
    assert!((10..1_000_000).contains(&each), "{timed:?}");
    assert_eq!(timed.cost.records_ns, 0);
    let counted = both(&scene("many n=3000").option("--no-device")).1.figures.quality;
    assert!(counted.cost.calls_ns > 0 && counted.probe_pct_of_wall.is_some(), "{counted:?}");
    assert_eq!((counted.cost.threads_ns, counted.cost.records_ns), (0, 0), "{counted:?}");
}

#[test]
fn failures_are_errors_and_not_ready_is_not() {
    needs_loader!();
    let _ = same_and_as_expected(&scene("errors n=7"));
}

#[test]
fn ten_thousand_short_threads_are_counted_exactly() {
    needs_loader!();
    let _ = same_and_as_expected(&scene("short-threads n=10000"));
}

#[test]
fn late_initialisation_in_another_thread_is_seen() {
    needs_loader!();
    let _ = same_and_as_expected(&scene("late-init ms=300 n=1000"));
}

#[test]
fn hot_path_allocates_nothing() {
    needs_loader!();
    // What the driver allocates itself is the same without zetop: nothing here.
    let (plain, _) = same_and_as_expected(&scene("allocations calls=10000"));
    assert_eq!(plain.program.stdout, "0 allocations in 40000 calls\n");
}

#[test]
fn counts_are_exact_without_device_timing() {
    needs_loader!();
    let (_, watched) = both(&scene("lists kind=again n=5").option("--no-device"));
    assert_eq!(watched.figures.calls("zeCommandQueueExecuteCommandLists"), (5, 0));
    assert_eq!(watched.figures.device.timed, 0);
}

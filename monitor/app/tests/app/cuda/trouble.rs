//! No GPU, no CUPTI or another one, errors, children.

use crate::cuda::program::{built, calls, kernel, plain, program_watched, same_with_zetop, without_cupti};
use serde_json::{Value, json};

/// Reasons and their counts.
pub fn untimed(figures: &Value) -> &Value {
    &figures["device"]["untimed_reasons"]
}

#[test]
fn without_a_gpu_the_calls_are_there() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_NO_DEVICE", "1")], &["ask"]);
    assert_eq!(calls(&figures, "cuInit"), (1, 1));
    assert_eq!(calls(&figures, "cuDeviceGetCount"), (1, 1));
    assert_eq!(figures["device"]["coverage_pct"], Value::Null);
}

/// CUPTI is started before the driver, whose start may fail: nothing is lost if it succeeds later.
#[test]
fn a_driver_that_starts_at_the_second_attempt_is_timed() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_SECOND_INIT", "1")], &["work", "10"]);
    assert_eq!(calls(&figures, "cuInit"), (2, 1));
    assert_eq!(figures["device"]["coverage_pct"], json!(100.0));
    assert_eq!(figures["devices"][0]["name"], json!("Stub GPU"));
}

/// The toolkit's CUPTI has a later major version than the driver, or one that does not exist yet.
#[test]
fn a_cupti_of_another_major_version_is_not_used() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_VERSION", "12020")], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"no CUPTI library found": 111}));
    let other = without_cupti(folder);
    std::fs::copy(folder.join("libcupti.so.13"), other.path().join("libcupti.so.14")).unwrap();
    let figures = same_with_zetop(other.path(), &[], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"no CUPTI library found": 111}));
    assert_eq!(calls(&figures, "cuLaunchKernel"), (34, 1));
}

#[test]
fn another_client_of_cupti_keeps_it() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUPTI_STUB_REFUSES", "1")], &["work", "10"]);
    assert_eq!(untimed(&figures), &json!({"CUPTI could not be started": 111}));
    // 10 by themselves, and 3 in each of 10 graphs.
    assert_eq!(kernel(&figures, "short_1000")["launches"], 40);
    for variable in ["CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"] {
        let own = [(variable, "/nowhere/libToolsInjection64.so")];
        let figures = same_with_zetop(folder, &own, &["work", "10"]);
        assert_eq!(untimed(&figures), &json!({"another profiler is in the process": 111}), "{variable}");
    }
}

/// A filter of system calls that kills whoever starts a thread.
#[test]
fn a_program_that_may_start_no_more_threads_lives_on() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["filtered", "10"]);
    assert_eq!(figures["device"]["timed"], 210, "{}", figures["device"]);
}

#[test]
fn a_child_made_after_the_start_of_the_driver_is_one_of_its_own() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["fork", "100"]);
    assert_eq!(figures["device"]["timed"], 200, "{}", figures["device"]);
    // the child's included
    assert_eq!(calls(&figures, "cuCtxGetCurrent"), (100, 0));
    assert_eq!(figures["target"]["pids"].as_array().unwrap().len(), 2);
}

#[test]
fn a_reset_in_mid_run_loses_nothing() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["reset", "100"]);
    assert_eq!(calls(&figures, "cuDevicePrimaryCtxReset"), (1, 0));
    assert_eq!(
        (&figures["device"]["timed"], &figures["device"]["untimed"]),
        (&json!(200), &json!(0)),
        "{}",
        figures["device"]
    );
}

#[test]
fn an_error_that_stays_is_counted_and_passed_on() {
    let Some(folder) = built() else { return };
    let arguments = ["illegal", "100"];
    // Once: one operation is not seen to complete however often it runs.
    let (with, figures) = program_watched("workload", folder, &[], &[], &arguments);
    let without = plain(folder, &arguments);
    assert_eq!((&with.stdout, with.status), (&without.stdout, without.status));
    assert_eq!(calls(&figures, "cuLaunchKernel"), (201, 100));
    assert_eq!(calls(&figures, "cuCtxSynchronize"), (1, 1));
    assert_eq!(figures["device"]["timed"], 100);
    assert_eq!(untimed(&figures), &json!({"completion not seen": 1}));
}

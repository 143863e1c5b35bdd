//! CUDA and Level Zero in one program.

use crate::common::zetop;
use crate::cuda::attach::{Target, attached};
use crate::cuda::program::{built, calls, kernel, watched};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The Level Zero loader is installed, and the simulated GPU works with it.
fn has_level_zero() -> bool {
    let found = Path::new("/usr/lib/x86_64-linux-gnu/libze_loader.so.1").exists();
    if !found {
        zetop_testing::skip!("no Level Zero loader (package libze1)");
    }
    found
}

/// What both APIs did in one program, each with its own probe and catalog.
fn assert_both(figures: &Value, launches: u64, copies: u64) {
    assert_eq!(calls(figures, "cuLaunchKernel"), (launches, 0));
    assert_eq!(figures["target"]["pids"].as_array().unwrap().len(), 1);
    let apis = figures["host"]["apis"].as_array().unwrap();
    let append = apis.iter().find(|api| api["name"] == "zeCommandListAppendMemoryCopy").unwrap();
    assert_eq!((append["calls"].as_u64(), append["family"].as_str()), (Some(copies), Some("ze")));
    let device = &figures["device"];
    assert_eq!(device["timed"], launches + copies, "{device}");
    assert_eq!(kernel(figures, "short_1000")["timed"], launches);
    let transfer = &device["transfers"].as_array().unwrap()[0];
    assert_eq!((transfer["ops"].as_u64(), transfer["bytes"].as_u64()), (Some(copies), Some(copies * 4096)));
    let names: Vec<&str> =
        figures["devices"].as_array().unwrap().iter().map(|d| d["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Stub GPU") && names.iter().any(|name| name.contains("Simulated")), "{names:?}");
}

#[test]
fn a_program_that_uses_both_apis_shows_both() {
    let Some(folder) = built() else { return };
    if !has_level_zero() {
        return;
    }
    let (output, figures) = watched(folder, &["--sim"], &["both", "100"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "begin 0 copies 0\n");
    assert_both(&figures, 200, 200);
}

#[test]
fn a_running_program_that_uses_both_apis_shows_both() {
    let Some(folder) = built() else { return };
    if !has_level_zero() {
        return;
    }
    let simulator = simulator();
    let mut target =
        Target::start_as(folder, "attachable-both", &[("ZE_ENABLE_ALT_DRIVERS", simulator.as_os_str())]);
    for rounds in [2, 3] {
        let figures = attached(&mut target, 2, rounds);
        assert_both(&figures, 500 * rounds, 500 * rounds);
    }
}

/// The simulated driver, as `zetop doctor` leaves it for programs that run without zetop.
fn simulator() -> PathBuf {
    let output = zetop().args(["doctor", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["simulator"].as_str().unwrap().into()
}

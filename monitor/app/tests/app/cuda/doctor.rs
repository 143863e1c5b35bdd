//! What `zetop doctor` says of CUDA.

use crate::common::zetop;
use crate::cuda::program::{built, watched_with, without_cupti};
use crate::cuda::trouble::untimed;
use serde_json::{Value, json};
use std::path::Path;

fn doctor(folder: &Path, environment: &[(&str, &str)]) -> Value {
    let mut command = zetop();
    command.args(["doctor", "--json"]).env("LD_LIBRARY_PATH", folder).envs(environment.iter().copied());
    serde_json::from_slice(&command.output().unwrap().stdout).unwrap()
}

/// Status and finding of a line.
fn line<'a>(report: &'a Value, name: &str) -> (&'a str, &'a str) {
    let check = report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name);
    let check = check.unwrap_or_else(|| panic!("no {name}: {report:#}"));
    (check["status"].as_str().unwrap(), check["finding"].as_str().unwrap())
}

#[test]
fn doctor_knows_driver_cupti_and_gpus() {
    let Some(folder) = built() else { return };
    let report = doctor(folder, &[("CUDA_STUB_DEVICES", "2")]);
    let (status, finding) = line(&report, "CUDA");
    assert_eq!(status, "ok", "{report:#}");
    assert!(finding.ends_with("libcuda.so.1, CUDA 13.0; 2 × Stub GPU"), "{finding}");
    assert_eq!(line(&report, "CUPTI").0, "ok");
    let older = doctor(folder, &[("CUDA_STUB_VERSION", "12040")]);
    assert!(line(&older, "CUDA").1.contains("CUDA 12.4"), "{older:#}");
    // The machine may have one that fits.
    let (status, finding) = line(&older, "CUPTI");
    assert!(status == "ok" || finding.contains("is for CUDA 13, the driver for CUDA 12"), "{finding}");
    let none = doctor(folder, &[("CUDA_STUB_NO_DEVICE", "1")]);
    let (status, finding) = line(&none, "CUDA");
    assert_eq!(status, "warning");
    assert!(finding.contains("programs find no GPU"), "{finding}");
    let mig = doctor(folder, &[("NVML_STUB_MIG", "1")]);
    assert_eq!(line(&mig, "MIG"), ("warning", "GPU 0 is in MIG mode"));
}

/// A Python environment that has PyTorch's or Triton's libraries, and no CUPTI but Triton's.
#[test]
fn a_cupti_that_triton_brought_along_is_found() {
    let Some(folder) = built() else { return };
    let environment = tempfile::tempdir().unwrap();
    let packages = environment.path().join("lib/python3.12/site-packages");
    let cupti = packages.join("triton/backends/nvidia/lib/cupti");
    std::fs::create_dir_all(&cupti).unwrap();
    let alone = without_cupti(folder);
    std::fs::copy(folder.join("libcupti.so.13"), cupti.join("libcupti.so.13")).unwrap();
    // A library of the environment that the program has loaded: that is how the environment is known.
    let library = packages.join("triton/_C/libtriton.so");
    std::fs::create_dir_all(library.parent().unwrap()).unwrap();
    std::fs::copy(folder.join("libnvidia-ml.so.1"), &library).unwrap();
    let preload = [("LD_PRELOAD", library.to_str().unwrap())];
    let (_, figures) = watched_with(alone.path(), &preload, &[], &["work", "10"]);
    assert_eq!((&figures["device"]["timed"], untimed(&figures)), (&json!(111), &json!({})));
}

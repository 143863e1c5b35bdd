//! `zetop bench` on the stand-in GPU, whose times are known.

use crate::common::zetop;
use crate::cuda::program::{built, without_cupti};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

fn run(folder: &Path, environment: &[(&str, &str)], arguments: &str) -> Output {
    let mut command = zetop();
    command.env("LD_LIBRARY_PATH", folder).envs(environment.iter().copied());
    command.arg("bench").args(arguments.split_whitespace()).output().unwrap()
}

fn figures(folder: &Path, environment: &[(&str, &str)], arguments: &str) -> Value {
    let output = run(folder, environment, &format!("{arguments} --json -"));
    assert!(output.status.success(), "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn rows(found: &Value) -> &[Value] {
    found["figures"].as_array().unwrap()
}

/// A measure of `n` values has exactly the value `wanted`; the smallest and the largest value may be known to a bucket only.
fn assert_exact(row: &Value, measure: &str, wanted: f64, n: u64) {
    let figure = &row[measure];
    assert_eq!(figure["n"].as_u64(), Some(n), "{row}");
    for (value, limit) in [("median", 1e-6), ("min", 0.017), ("max", 0.017)] {
        let off = figure[value].as_f64().unwrap() / wanted - 1.0;
        assert!(off.abs() < limit, "{value} of {row}: {wanted}");
    }
}

#[test]
fn rates_of_copies_are_the_drivers_by_both_methods() {
    let Some(folder) = built() else { return };
    let found = figures(folder, &[], "transfers --api cuda --max 32K --repeats 2");
    let pairs = [
        ("shared->shared", 16.0),
        ("heap->device", 8.0),
        ("device->heap", 8.0),
        ("device->device", 16.0),
        ("host->device", 16.0),
        ("device->host", 16.0),
    ];
    assert_eq!(
        (found["device"]["name"].as_str(), found["device"]["api"].as_str()),
        (Some("Stub GPU"), Some("CUDA"))
    );
    assert_eq!(rows(&found).len(), 6 * 3);
    for (row, at) in rows(&found).iter().zip(0..) {
        let (series, rate) = pairs[at / 3];
        assert_eq!(
            (row["series"].as_str(), row["size_bytes"].as_u64()),
            (Some(series), Some(8192 << (at % 3)))
        );
        if series.contains("heap") {
            // The processor's share is part of a pageable copy; the stand-in's events have the device's.
            let events = &row["events"];
            assert_eq!(events["n"].as_u64(), Some(2 * 1024), "{row}");
            assert!(events["max"].as_f64().unwrap() <= rate * 1.017, "{row}");
        } else {
            assert_exact(row, "events", rate, 2 * 1024);
        }
        assert_exact(row, "two_timestamps", rate, 2);
    }
    let advice = found["advice"].to_string();
    assert!(advice.contains("to the device, 8 KiB to 32 KiB: pinned memory (cuMemHostAlloc, "), "{advice}");
    assert!(found["measures"].to_string().contains("cuEventElapsedTime"), "{found}");
}

#[test]
fn latencies_are_the_caches_and_the_memorys() {
    let Some(folder) = built() else { return };
    let found = figures(folder, &[], "latency --api cuda --min 1M --max 8M --repeats 2");
    for (row, ns) in rows(&found).iter().zip([200.0, 200.0, 200.0, 600.0]) {
        assert_exact(row, "ns_per_access", ns, 2);
    }
    let side_by_side = figures(folder, &[], "parallel --api cuda --max 1M --repeats 1");
    let relative = |series: &str, groups: u64| {
        let is_it = |row: &&Value| row["series"] == series && row["groups"].as_u64() == Some(groups);
        rows(&side_by_side).iter().find(is_it).unwrap()["relative"]["median"].as_f64()
    };
    // As many warps as four multiprocessors have.
    assert_eq!(
        [relative("2 KiB", 128), relative("1 MiB", 4), relative("1 MiB", 5)],
        [1.0, 1.0, 3.0].map(Some)
    );
}

#[test]
fn a_flush_pushes_a_kernels_data_out() {
    let Some(folder) = built() else { return };
    let found = figures(folder, &[], "hot-cold --api cuda --repeats 20");
    // A quarter of the cache is read, and as much is written.
    let bytes = 2.0 * f64::from(1 << 20);
    for (row, rate) in rows(&found).iter().zip([64.0, 16.0]) {
        assert_exact(row, "time_us", bytes / rate / 1e3, 20);
    }
    let little = figures(folder, &[], "hot-cold --api cuda --repeats 3 --flush 1M");
    assert_exact(&rows(&little)[1], "time_us", bytes / 64.0 / 1e3, 3);
    let output = run(folder, &[], "hot-cold --api cuda --flush 999G");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("no room for a flush of 1.07 TB"), "{}", said(&output));
}

fn of_series(found: &Value, series: &str) -> Vec<Value> {
    rows(found).iter().filter(|row| row["series"] == series).cloned().collect()
}

#[test]
fn groups_run_side_by_side_and_then_in_turns() {
    let Some(folder) = built() else { return };
    let found = figures(folder, &[], "flops --api cuda --repeats 1");
    let single: Vec<Value> = of_series(&found, "single precision");
    let rate = |groups: u64| {
        let row = &single[groups as usize - 1];
        assert_eq!(row["groups"].as_u64(), Some(groups));
        row["gflops"]["median"].as_f64().unwrap()
    };
    assert_eq!(single.len(), 2 * 128);
    // 64 groups of 32 items, two operations in 4 ns each.
    assert!((rate(64) / 1024.0 - 1.0).abs() < 1e-6, "{}", rate(64));
    assert!((rate(32) / rate(64) - 0.5).abs() < 1e-6 && rate(65) < 0.51 * rate(64));
}

#[test]
fn the_other_benchmarks_run_too() {
    let Some(folder) = built() else { return };
    let only = "--only matmul,stride,interference --quick";
    let found = figures(folder, &[], &format!("all --api cuda {only}"));
    let benches = found["benches"].as_array().unwrap();
    let names: Vec<_> = benches.iter().map(|bench| bench["bench"].as_str().unwrap()).collect();
    assert_eq!(names, ["matmul", "stride", "interference"]);
    // Its result was compared with the CPU's.
    assert_eq!(benches[0]["skipped"].as_array().unwrap().len(), 0, "{}", benches[0]);
    assert_exact(&rows(&benches[0])[0], "time_us", 1.065, 1);
    assert!(benches.iter().all(|bench| bench["complete"] == true));
}

#[test]
fn cuda_is_taken_where_level_zero_has_no_device() {
    let Some(folder) = built() else { return };
    let quick = "latency --max 4K --repeats 1";
    let without = [("ZE_ENABLE_ALT_DRIVERS", "/nowhere/libze_none.so")];
    assert_eq!(figures(folder, &without, quick)["device"]["api"], "CUDA");
    let none = run(folder, &[without[0], ("CUDA_STUB_NO_DEVICE", "1")], quick);
    assert!(
        said(&none).contains("no GPU: ") && said(&none).contains("cuInit returned 100"),
        "{}",
        said(&none)
    );
    let other = run(folder, &without, &format!("{quick} --api level-zero"));
    assert_eq!(other.status.code(), Some(1), "{}", said(&other));
    assert!(!said(&other).contains("cuInit"), "{}", said(&other));
    let both = run(folder, &[], &format!("{quick} --sim --api cuda"));
    assert_eq!(both.status.code(), Some(2), "{}", said(&both));
    let number = run(folder, &[("CUDA_STUB_DEVICES", "2")], &format!("{quick} --api cuda --device 2"));
    assert!(said(&number).contains("the CUDA driver has 2 devices"), "{}", said(&number));
}

#[test]
fn kernels_that_do_not_compile_come_with_the_compilers_words() {
    let Some(folder) = built() else { return };
    let output = run(folder, &[("CUDA_STUB_NO_PTX", "1")], "latency --api cuda");
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cuModuleLoadDataEx returned 218 (CUDA_ERROR_INVALID_PTX"), "{said}");
    assert!(said.contains("ptxas application ptx input, line 9; fatal : unsupported"), "{said}");
}

#[test]
fn without_cupti_there_is_a_line_that_names_it() {
    let Some(folder) = built() else { return };
    let alone = without_cupti(folder);
    let needs = "(no CUPTI library found): times need CUPTI: install the CUDA toolkit's";
    let output = run(alone.path(), &[], "latency --api cuda --max 8K");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains(needs), "{}", said(&output));
    // The program's own events are there all the same.
    let found = figures(alone.path(), &[], "transfers --api cuda --max 8K --repeats 2");
    for row in rows(&found) {
        assert_eq!((&row["events"], row["two_timestamps"]["n"].as_u64()), (&Value::Null, Some(2)), "{row}");
    }
    assert_eq!(found["notes"].to_string().matches(needs).count(), 1, "{}", found["notes"]);
}

#[test]
fn sizes_that_do_not_fit_are_skipped_and_said() {
    let Some(folder) = built() else { return };
    let small = [("CUDA_STUB_MEMORY", "100000")];
    let found = figures(folder, &small, "transfers --api cuda --max 64K --repeats 1");
    let skipped = found["skipped"].to_string();
    assert!(skipped.contains("needs 131 KB, the device has 100 KB"), "{skipped}");
    assert!(rows(&found).iter().any(|row| row["series"] == "heap->device" && row["size_bytes"] == 65536));
    // The driver knows better.
    let found = figures(folder, &[("CUDA_STUB_LEFT", "20000")], "latency --api cuda --max 32K --repeats 1");
    let skipped = found["skipped"].to_string();
    assert!(skipped.contains("cuMemAlloc returned 2 (CUDA_ERROR_OUT_OF_MEMORY: out of memory)"), "{skipped}");
    assert_eq!(of_series(&found, "GPU").len(), 3);
}

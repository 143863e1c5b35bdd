//! What a program gave to its devices, counted and timed.

use crate::common::zetop;
use crate::cuda::program::{
    built, calls, kernel, plain, same_with_zetop, watched, watched_with, without_cupti,
};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

#[test]
fn a_launched_program_is_counted_and_timed_exactly() {
    let Some(folder) = built() else { return };
    let (without, (with, figures)) =
        (plain(folder, &["work", "100"]), watched(folder, &[], &["work", "100"]));
    assert_eq!((&with.stdout, with.status), (&without.stdout, without.status));
    assert_eq!(calls(&figures, "cuMemcpyHtoD"), (200, 0));
    assert_eq!(calls(&figures, "cuLaunchKernel"), (304, 1), "captured ones and the one that fails included");
    assert_eq!(calls(&figures, "cuGraphLaunch"), (100, 0));
    assert_eq!(calls(&figures, "cuStreamQuery"), (1, 0), "not ready is no error");

    let device = &figures["device"];
    // 200 + 100 + 100 + 1 copies and sets, 100 + 200 kernels, 100 graphs of 3 kernels and a copy
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(1101), Some(0)), "{device}");
    let short = kernel(&figures, "short_1000");
    assert_eq!((short["launches"].as_u64(), short["total_ns"].as_u64()), (Some(400), Some(400_000)));
    assert_eq!((&short["group_count"], &short["group_size"]), (&json!([4, 2, 1]), &json!([64, 1, 1])));
    let needs = json!({
        "registers": 40, "static_shared_bytes": 1024, "dynamic_shared_bytes": 512, "local_bytes": 0,
    });
    assert_eq!(short["resources"], needs);
    let long = kernel(&figures, "at::native::elementwise<20000>");
    assert_eq!(
        (long["launches"].as_u64(), long["min_ns"].as_u64(), long["max_ns"].as_u64()),
        (Some(200), Some(20_000), Some(20_000))
    );

    let transfers: Vec<(&str, &str, u64, u64, u64)> = device["transfers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| {
            let number = |key: &str| t[key].as_u64().unwrap();
            (
                t["src"].as_str().unwrap(),
                t["dst"].as_str().unwrap(),
                number("ops"),
                number("bytes"),
                number("total_ns"),
            )
        })
        .collect();
    let mib = 1 << 20;
    for wanted in [
        ("host", "device", 100, 100 * mib, 100 * (mib / 16)),
        ("device", "device", 200, 100 * (8192 + 4096), 100 * (512 + 256)),
    ] {
        assert!(transfers.contains(&wanted), "{wanted:?} in {transfers:?}");
    }
    // The processor's share is part of a pageable copy.
    for (src, dst, ops) in [("heap", "device", 100), ("device", "heap", 1)] {
        let found = transfers.iter().find(|t| (t.0, t.1) == (src, dst)).unwrap();
        assert!((found.2, found.3) == (ops, ops * mib) && found.4 >= ops * (mib / 8), "{transfers:?}");
    }
    assert_eq!(device["fills"]["ops"], 100);
    let left = figures["memory"].as_array().unwrap().iter().find(|m| m["kind"] == "device").unwrap();
    assert_eq!(
        (left["live_count"].as_u64(), left["live_bytes"].as_u64(), left["allocs"].as_u64()),
        (Some(1), Some(12_345), Some(3))
    );
}

#[test]
fn a_question_for_a_gpu_has_the_same_answer() {
    let Some(folder) = built() else { return };
    for no_device in [false, true] {
        let ask = |command: &mut Command| {
            command.env("LD_LIBRARY_PATH", folder);
            if no_device {
                command.env("CUDA_STUB_NO_DEVICE", "1");
            }
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        };
        let without = ask(Command::new(folder.join("workload")).arg("ask"));
        assert!(without.contains("newer 0 other 1"), "{without}");
        assert_eq!(ask(zetop().arg("--").arg(folder.join("workload")).arg("ask")), without);
    }
    // and where there is no driver at all
    let without = Command::new(folder.join("workload")).arg("ask").output().unwrap();
    if without.stdout == b"no driver\n" {
        assert_eq!(
            zetop().arg("--").arg(folder.join("workload")).arg("ask").output().unwrap().stdout,
            without.stdout
        );
    }
}

#[test]
fn without_cupti_everything_is_counted_with_its_kinds() {
    let Some(folder) = built() else { return };
    let folder = without_cupti(folder);
    let (_, figures) = watched(folder.path(), &[], &["work", "10"]);
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(0), Some(111)), "{device}");
    assert_eq!(device["untimed_reasons"]["no CUPTI library found"], 111);
    // 10 by themselves, and 3 in each of 10 graphs.
    assert_eq!(kernel(&figures, "short_1000")["launches"], 40);
    let heap = device["transfers"].as_array().unwrap().iter().find(|t| t["src"] == "heap").unwrap();
    assert_eq!((heap["ops"].as_u64(), heap["bytes"].as_u64()), (Some(10), Some(10 << 20)));
}

#[test]
fn a_program_that_profiles_itself_sees_what_it_would_see() {
    let Some(folder) = built() else { return };
    let (without, (with, figures)) =
        (plain(folder, &["profiler", "50"]), watched(folder, &[], &["profiler", "50"]));
    assert_eq!(String::from_utf8_lossy(&with.stdout), String::from_utf8_lossy(&without.stdout));
    assert!(String::from_utf8_lossy(&with.stdout).contains("saw 100 kernels"));
    let device = &figures["device"];
    assert_eq!(device["untimed_reasons"]["the program uses CUPTI itself"], 100, "{device}");
    // 551 before it, and 50 after each time
    assert_eq!(device["timed"], 651, "{device}");
    assert_eq!(kernel(&figures, "short_1000")["launches"], 300, "each counted once");
    // Its clock has three ticks a ns. CUPTI keeps it when it is zetop's again.
    let long = kernel(&figures, "at::native::elementwise<20000>");
    assert_eq!((&long["min_ns"], &long["max_ns"]), (&json!(20_000), &json!(20_000)), "{long}");
}

#[test]
fn what_records_cost_is_said() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["work", "10"]);
    let cost = &figures["quality"]["cost"];
    // 1 us each.
    assert_eq!(cost["records_ns"].as_u64(), figures["device"]["timed"].as_u64().map(|n| 1_000 * n), "{cost}");
    let figures = watched(folder, &["--no-device"], &["work", "10"]).1;
    let cost = &figures["quality"]["cost"];
    assert_eq!((&cost["records_ns"], &cost["threads_ns"]), (&json!(0), &json!(0)), "{cost}");
    assert!(cost["calls_ns"].as_u64() > Some(0), "{cost}");
}

/// The driver makes them in one go, and CUPTI has one record, which says of how many.
#[test]
fn copies_of_a_batch_are_one_operation() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["batch", "10"]);
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(20), Some(0)), "{device}");
    let bytes = 10 * ((3 << 20) + 2 * 1024);
    assert_eq!(device["transfers"][0]["bytes"], bytes, "{device}");
    // Three copies, and two in three dimensions.
    let folder = without_cupti(folder);
    let (_, figures) = watched(folder.path(), &[], &["batch", "10"]);
    let copies = &figures["device"]["transfers"][0];
    assert_eq!((&copies["ops"], &copies["bytes"]), (&json!(50), &json!(bytes)), "{copies}");
}

/// It has no record.
#[test]
fn a_disabled_node_of_a_graph_is_not_waited_for() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[], &["disabled", "10"]);
    let device = &figures["device"];
    assert_eq!((device["timed"].as_u64(), device["untimed"].as_u64()), (Some(14), Some(0)), "{device}");
}

/// Kernels of graphs had one row for all, `(in a graph)`.
#[test]
fn kernels_of_graphs_have_names_without_a_record() {
    let Some(folder) = built() else { return };
    let folder = without_cupti(folder);
    let (_, figures) = watched(folder.path(), &[], &["disabled", "10"]);
    assert_eq!(figures["device"]["untimed"], 14, "{}", figures["device"]);
    let (short, long) = (kernel(&figures, "short_1000"), kernel(&figures, "at::native::elementwise<20000>"));
    assert_eq!((&short["launches"], &long["launches"]), (&json!(2), &json!(12)), "{short} {long}");
    assert_eq!(short["group_count"], json!([4, 2, 1]), "{short}");
}

/// Each waits 100 s by its stamps for what is not in its own stream: that is not the copy's time.
#[test]
fn a_pageable_copy_begins_when_its_stream_has_waited_for_others() {
    let Some(folder) = built() else { return };
    for which in ["legacy", "blocking", "event", "host"] {
        let environment = [("CUDA_STUB_BUSY_NS", "100000000000")];
        let figures = same_with_zetop(folder, &environment, &["waits", which]);
        let copy = &figures["device"]["transfers"][0];
        assert_eq!((&copy["src"], &copy["timed"]), (&json!("heap"), &json!(1)), "{copy}");
        assert!(copy["total_ns"].as_f64().unwrap() < 50e9, "{which}: {copy}");
    }
}

/// CUPTI has the device's share alone, here an eighth of a ns a byte. The processor's is 0.3 ms more.
#[test]
fn a_pageable_copy_takes_as_long_as_its_program_waits_for_it() {
    let Some(folder) = built() else { return };
    let (copies, staging) = (50, 300_000);
    let (with, figures) = watched_with(
        folder,
        &[("CUDA_STUB_STAGING_NS", &staging.to_string())],
        &[],
        &["pageable", &copies.to_string()],
    );
    let said = String::from_utf8(with.stdout).unwrap();
    let took: Vec<u64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    for (ends, took) in [("heap", "device"), ("device", "heap")].into_iter().zip(took) {
        let all = figures["device"]["transfers"].as_array().unwrap();
        let found =
            all.iter().find(|t| (t["src"].as_str(), t["dst"].as_str()) == (Some(ends.0), Some(ends.1)));
        let found = found.unwrap_or_else(|| panic!("no {ends:?}: {all:?}"));
        assert_eq!((found["ops"].as_u64(), found["timed"].as_u64()), (Some(copies), Some(copies)), "{found}");
        let total = found["total_ns"].as_u64().unwrap();
        // Before each runs a kernel of 20 us, which is not the copy's time.
        assert!(
            total >= copies * (staging - 20_000 + (1 << 20) / 8),
            "{total} ns, without the processor's share: {said}"
        );
        // The two clocks are related to within some µs.
        assert!(total <= took + took / 50 + copies * 5_000, "{total} ns: the program waited less: {said}");
    }
}

fn queued(figures: &Value, name: &str) -> f64 {
    kernel(figures, name)["submit_avg_ns"].as_f64().unwrap_or_else(|| panic!("{name}: no queued time"))
}

/// Stream 4 begins 100 s late by its stamps, stream 3 at once.
#[test]
fn each_operation_has_the_time_that_it_waited_in_its_stream() {
    let Some(folder) = built() else { return };
    let busy = 100e9;
    let (_, figures) =
        watched_with(folder, &[("CUDA_STUB_BUSY_NS", "100000000000")], &[], &["queued", "200"]);
    let (short, long) = (queued(&figures, "short_1000"), queued(&figures, "at::native::elementwise<20000>"));
    assert!((0.0..busy / 2.0).contains(&short), "{short}");
    assert!((busy..1.5 * busy).contains(&long), "{long}");
}

#[test]
fn all_nodes_of_a_graph_have_the_time_since_its_launch() {
    let Some(folder) = built() else { return };
    // The default stream has number 7, that of the graph 5, that of the longer kernel 3: nobody waits.
    let (_, figures) = watched(folder, &[], &["work", "50"]);
    for name in ["short_1000", "at::native::elementwise<20000>"] {
        assert!(queued(&figures, name) < 1e9, "{figures}");
    }
}

#[test]
fn several_devices_have_figures_of_their_own() {
    let Some(folder) = built() else { return };
    let figures = same_with_zetop(folder, &[("CUDA_STUB_DEVICES", "3")], &["devices", "10"]);
    let devices: Vec<(u64, &str, &str)> = figures["devices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| (d["id"].as_u64().unwrap(), d["uuid"].as_str().unwrap(), d["pci_address"].as_str().unwrap()))
        .collect();
    assert_eq!(
        devices,
        [
            (0, "10101010-1010-1010-1010-101010101010", "0000:80:00.0"),
            (1, "11111111-1111-1111-1111-111111111111", "0000:81:00.0"),
            (2, "12121212-1212-1212-1212-121212121212", "0000:82:00.0"),
        ]
    );
    let mut launches: Vec<(&str, u64, u64)> = figures["device"]["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|k| (k["name"].as_str().unwrap(), k["device"].as_u64().unwrap(), k["timed"].as_u64().unwrap()))
        .collect();
    launches.sort_unstable();
    let long = "at::native::elementwise<20000>";
    assert_eq!(
        launches,
        [
            (long, 0, 10),
            (long, 1, 10),
            (long, 2, 10),
            ("short_1000", 0, 10),
            ("short_1000", 1, 20),
            ("short_1000", 2, 30)
        ]
    );
}

#[test]
fn a_copy_between_devices_is_one_with_the_way_that_it_went() {
    let Some(folder) = built() else { return };
    let ways = |environment: &[(&str, &str)], folder: &Path| {
        let environment = [&[("CUDA_STUB_DEVICES", "2")], environment].concat();
        let figures = same_with_zetop(folder, &environment, &["peers", "10"]);
        let mut ways: Vec<Value> = figures["device"]["transfers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| {
                json!([
                    t["direction"],
                    t["device"],
                    t["src_device"],
                    t["dst_device"],
                    t["ops"],
                    t["timed"],
                    t["bytes"]
                ])
            })
            .collect();
        ways.sort_by_key(|way| way[1].as_u64());
        (ways, figures["device"]["untimed_reasons"].clone())
    };
    let (there, back) = (10 << 20, 20 << 20);
    let ops = |timed: bool| {
        let timed = |ops: u64| if timed { ops } else { 0 };
        vec![json!(["peer", 0, 0, 1, 10, timed(10), there]), json!(["peer", 1, 1, 0, 20, timed(20), back])]
    };
    assert_eq!(ways(&[], folder), (ops(true), json!({})));
    // CUPTI has a record of either half then, and in neither how long it took.
    let (found, reasons) = ways(&[("CUDA_STUB_STAGED", "1")], folder);
    assert_eq!((found, reasons), (ops(false), json!({"copied between devices through the host": 30})));
    let without = without_cupti(folder);
    let (found, reasons) = ways(&[], without.path());
    assert_eq!((found, reasons), (ops(false), json!({"no CUPTI library found": 30})));
}

/// 2,046 names, or 256 KB of them, and the later kernels were all "(other)", unsaid; 378 of 2,000 had no percentiles.
#[test]
fn each_of_twenty_thousand_kernels_has_its_name_and_percentiles() {
    let Some(folder) = built() else { return };
    for (count, length, is_room) in [(20_000, 1024, true), (24_000, 20, false)] {
        let json = tempfile::NamedTempFile::new().unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda-stub/names.py");
        let mut command = zetop();
        command.env("LD_LIBRARY_PATH", folder).arg("--json").arg(json.path()).args(["--", "python3"]);
        command.arg(script).args([count.to_string(), length.to_string()]);
        let Ok(output) = command.output() else { return zetop_testing::skip!("no python3") };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        let figures: Value = serde_json::from_slice(&std::fs::read(json.path()).unwrap()).unwrap();
        let kernels = figures["device"]["kernels"].as_array().unwrap();
        let launches = |kernel: &Value| kernel["launches"].as_u64().unwrap();
        assert_eq!(kernels.iter().map(launches).sum::<u64>(), count);
        let (others, named): (Vec<&Value>, Vec<&Value>) =
            kernels.iter().partition(|kernel| kernel["name"] == "(other)");
        assert!(named.iter().all(|kernel| launches(kernel) == 1 && kernel["p99_ns"].is_u64()));
        let unnamed = others.iter().map(|kernel| launches(kernel)).sum::<u64>();
        assert_eq!((unnamed == 0, named.len() as u64), (is_room, count - unnamed), "{others:?}");
        let notes = figures["quality"]["notes"].as_array().unwrap();
        let of = format!("{unnamed} kernels and functions have no name");
        assert_eq!(notes.iter().any(|note| note.as_str().unwrap().starts_with(&of)), !is_room, "{notes:?}");
    }
}

//! What NVML says of a device, with a stand-in library that zetop finds, and the program has no use for.

use crate::common::zetop;
use crate::cuda::program::built;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Longer than any machine needs.
const LIMIT: Duration = Duration::from_secs(120);
const MIB: u64 = 1 << 20;

/// A program that does as it is told, under zetop.
struct Watched {
    zetop: Child,
    json: NamedTempFile,
}

impl Watched {
    fn start(folder: &Path, environment: &[(&str, &str)]) -> Self {
        let json = NamedTempFile::new().unwrap();
        let mut zetop = zetop()
            .args(["--no-tui", "--no-history", "--interval", "0.3", "--json"])
            .arg(json.path())
            .arg("--")
            .arg(folder.join("lets_go"))
            .arg("late")
            .env("LD_LIBRARY_PATH", folder)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(zetop.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        writeln!(zetop.stdin.as_mut().unwrap(), "launch").unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        Self { zetop, json }
    }

    /// Its figures once they are so.
    fn once(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + LIMIT;
        loop {
            let text = std::fs::read_to_string(self.json.path()).unwrap();
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let mut lines: Vec<Value> = lines.collect();
            if let Some(at) = lines.iter().position(&is_so) {
                return lines.remove(at);
            }
            assert!(Instant::now() < end, "{:#?}", lines.last());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Its figures when it has been watched for longer than any finding takes.
    fn long(&self) -> Value {
        self.once(|figures| figures["elapsed_ns"].as_u64().unwrap() > 10_000_000_000)
    }

    /// Ends the program; zetop's exit status is its own.
    fn end(mut self) {
        drop(self.zetop.stdin.take());
        let end = Instant::now() + LIMIT;
        while self.zetop.try_wait().unwrap().is_none() {
            assert!(Instant::now() < end, "zetop does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.zetop.kill();
        let _ = self.zetop.wait();
    }
}

fn sensors(figures: &Value) -> &Value {
    &figures["devices"][0]["sensors"]
}

fn found(figures: &Value) -> Vec<&str> {
    figures["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap()).collect()
}

#[test]
fn a_gpu_is_as_the_library_says() {
    let Some(folder) = built() else { return };
    let watched = Watched::start(folder, &[("NVML_STUB_USED", "40960")]);
    // Rates across links need two readings.
    let figures = watched.once(|figures| sensors(figures)["link_tx_gbps"].is_number());
    let now = sensors(&figures);
    assert_eq!((&now["source"], &now["mig"]), (&"NVML".into(), &false.into()));
    assert_eq!(now["memory_total_bytes"], 80u64 << 30);
    assert_eq!(now["memory_used_bytes"], 40u64 << 30);
    assert_eq!(now["memory_free_bytes"], (40u64 << 30) - 600 * MIB);
    for (name, value) in [
        ("busy_pct", 97.0),
        ("clock_mhz", 1980.0),
        ("clock_max_mhz", 1980.0),
        ("memory_clock_mhz", 2619.0),
        ("power_w", 412.5),
        ("power_limit_w", 700.0),
        ("temperature_c", 61.0),
        ("temperature_limit_c", 87.0),
        ("pcie_rx_gbps", 3.4),
        ("pcie_tx_gbps", 1.2),
    ] {
        assert_eq!(now[name], value, "{name}: {now}");
    }
    let rate = |name: &str| now[name].as_f64().unwrap();
    // The stand-in's counters grow by 1,000,000 and 2,000,000 KiB from one reading to the next.
    assert!((rate("link_rx_gbps") / rate("link_tx_gbps") - 2.0).abs() < 0.01, "{now}");
    let users = now["processes"].as_array().unwrap();
    assert_eq!((users.len(), &users[0]["own"], &users[0]["name"]), (1, &true.into(), &"lets_go".into()));
    let figures = watched.long();
    assert_eq!(found(&figures), [] as [&str; 0]);
    watched.end();
}

#[test]
fn throttling_full_memory_and_other_programs_are_found() {
    let Some(folder) = built() else { return };
    // 0x40: the hardware lowers the clocks since it is hot.
    let state = [("NVML_STUB_REASONS", "0x40"), ("NVML_STUB_USED", "80000"), ("NVML_STUB_OTHER", "40000")];
    let watched = Watched::start(folder, &state);
    let wanted = ["throttled", "memory-nearly-full", "shared-device"];
    let figures = watched.once(|figures| wanted.iter().all(|id| found(figures).contains(id)));
    let evidence = |id: &str| {
        let all = figures["findings"].as_array().unwrap();
        all.iter().find(|finding| finding["id"] == id).unwrap()["evidence"].as_str().unwrap().to_owned()
    };
    let why = evidence("throttled");
    assert!(
        why.contains("(temperature): its clock is 1200 MHz on average then, 39 % below the 1980"),
        "{why}"
    );
    let others = evidence("shared-device");
    assert!(others.contains("(pid 1, 41.9 GB)"), "{others}");
    watched.end();
}

/// Clocks that somebody has set, a context without data, and a fifth of the memory are nothing to speak of.
#[test]
fn what_comes_near_is_not_found() {
    let Some(folder) = built() else { return };
    // 2: the clocks that were set for applications.
    let state = [("NVML_STUB_REASONS", "2"), ("NVML_STUB_USED", "60000"), ("NVML_STUB_OTHER", "500")];
    let watched = Watched::start(folder, &state);
    let figures = watched.long();
    assert_eq!(sensors(&figures)["clock_mhz"], 1200.0);
    assert_eq!(found(&figures), [] as [&str; 0]);
    watched.end();
}

/// A part of a GPU has memory and processes of its own; the rest is the whole GPU's.
#[test]
fn a_part_of_a_gpu_is_said() {
    let Some(folder) = built() else { return };
    let state = [("NVML_STUB_MIG", "1"), ("NVML_STUB_USED", "1024"), ("CUDA_STUB_DEVICES", "2")];
    let watched = Watched::start(folder, &state);
    let figures = watched.once(|figures| figures["devices"][1]["sensors"].is_object());
    let now = sensors(&figures);
    assert_eq!(now["mig"], true);
    assert_eq!(now["memory_total_bytes"], 10u64 << 30);
    assert_eq!(now["temperature_c"], 61.0);
    // The other device is none.
    assert_eq!(figures["devices"][1]["sensors"]["mig"], false, "{:#}", figures["devices"]);
    watched.end();
}

#[test]
fn a_device_without_sensors_has_none() {
    let Some(folder) = built() else { return };
    let watched = Watched::start(folder, &[("NVML_STUB_LACKS", "1")]);
    let figures = watched.once(|figures| sensors(figures).is_object());
    let now = sensors(&figures).as_object().unwrap();
    let known = now.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str());
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    assert_eq!(known, ["mig", "source", "throttled_total_ns"]);
    watched.end();
}

/// Neither a refusal nor a library that never answers keeps anything else from going on, and zetop from ending.
#[test]
fn a_library_that_refuses_or_hangs_is_as_good_as_none() {
    let Some(folder) = built() else { return };
    for state in ["NVML_STUB_DENIED", "NVML_STUB_HANGS"] {
        let watched = Watched::start(folder, &[(state, "1")]);
        let figures = watched.once(|figures| {
            figures["elapsed_ns"].as_u64().unwrap() > 3_000_000_000
                && figures["device"]["timed"].as_u64().unwrap() > 0
        });
        assert!(sensors(&figures).is_null(), "{state}");
        watched.end();
    }
}

//! What the simulated GPU says it did (`ZESIM_ORACLE`), and whether zetop measured the same.

use crate::figures::Figures;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Clone, Deserialize)]
pub struct Operation {
    pub op: String,
    pub name: String,
    pub device: u32,
    pub src: String,
    pub dst: String,
    pub bytes: u64,
    pub cycles: u64,
    /// CLOCK_MONOTONIC_RAW.
    pub start_host_ns: u64,
    pub end_host_ns: u64,
}

#[derive(Debug, Default)]
pub struct Oracle {
    pub operations: Vec<Operation>,
}

/// Operations and their time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sum {
    pub count: u64,
    pub cycles: u64,
    pub shortest: u64,
    pub longest: u64,
}

impl Sum {
    fn add(&mut self, cycles: u64) {
        self.shortest = if self.count == 0 { cycles } else { self.shortest.min(cycles) };
        self.longest = self.longest.max(cycles);
        self.count += 1;
        self.cycles += cycles;
    }
}

impl Oracle {
    /// Empty if there is no such file: the program did nothing on a device.
    ///
    /// # Panics
    /// The file is not what the simulator writes.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        Self { operations: text.lines().map(parse).collect() }
    }

    /// Whether two kernels ran at the same time.
    #[must_use]
    pub fn has_overlap(&self) -> bool {
        let mut kernels: Vec<_> = self.operations.iter().filter(|op| op.op == "kernel").collect();
        kernels.sort_by_key(|op| op.start_host_ns);
        kernels.windows(2).any(|two| two[1].start_host_ns < two[0].end_host_ns)
    }

    #[must_use]
    pub fn kernels(&self) -> BTreeMap<(String, u32), Sum> {
        // A command that launches several is `first+second` here; zetop has it under the first one's name.
        let name = |op: &Operation| op.name.split('+').next().unwrap_or_default().to_owned();
        self.sums(|op| (op.op == "kernel").then(|| (name(op), op.device)))
    }

    #[must_use]
    pub fn transfers(&self) -> BTreeMap<(String, String, u32), Sum> {
        let copies = ["copy", "copy_region", "image_copy"];
        self.sums(|op| copies.contains(&op.op.as_str()).then(|| (op.src.clone(), op.dst.clone(), op.device)))
    }

    #[must_use]
    pub fn fills(&self) -> Sum {
        self.sums(|op| (op.op == "fill").then_some(())).remove(&()).unwrap_or_default()
    }

    fn sums<K: Ord>(&self, key: impl Fn(&Operation) -> Option<K>) -> BTreeMap<K, Sum> {
        let mut sums = BTreeMap::<K, Sum>::new();
        for operation in &self.operations {
            if let Some(key) = key(operation) {
                sums.entry(key).or_default().add(operation.cycles);
            }
        }
        sums
    }

    /// Every duration that zetop reports is the simulator's, to the nanosecond that a cycle is rounded to.
    ///
    /// # Panics
    /// They differ.
    pub fn assert_durations(&self, figures: &Figures) {
        let hz = |device: u32| {
            let found = figures.devices.iter().find(|known| known.id == device);
            found.and_then(|known| known.timer_hz).unwrap_or_else(|| panic!("no timer_hz of device {device}"))
        };
        for ((name, device), sum) in self.kernels() {
            let seen = figures.device.kernels.iter().find(|k| k.name == name && k.device == device);
            let seen = seen.unwrap_or_else(|| panic!("no kernel {name} on device {device} in {figures:#?}"));
            let what = format!("kernel {name} on device {device}");
            assert_eq!(seen.timed, sum.count, "{what}: timed");
            let ns = |cycles: u64| cycles as f64 * 1e9 / hz(device);
            assert_close(&what, seen.total_ns as f64, ns(sum.cycles), sum.count as f64);
            assert_close(&what, seen.min_ns.unwrap_or(0) as f64, ns(sum.shortest), 1.0);
            assert_close(&what, seen.max_ns.unwrap_or(0) as f64, ns(sum.longest), 1.0);
        }
        for ((src, dst, device), sum) in self.transfers() {
            // Those between two devices have a row for each way.
            let rows = || {
                let all = figures.device.transfers.iter();
                all.filter(|t| t.src == src && t.dst == dst && t.device == device)
            };
            let what = format!("{src} -> {dst} on device {device}");
            assert!(rows().next().is_some(), "no {what} in {figures:#?}");
            assert_eq!(rows().map(|t| t.timed).sum::<u64>(), sum.count, "{what}: timed");
            let ns = sum.cycles as f64 * 1e9 / hz(device);
            assert_close(&what, rows().map(|t| t.total_ns).sum::<u64>() as f64, ns, sum.count as f64);
        }
        let fills = self.fills();
        if fills.count > 0 && figures.devices.len() == 1 {
            let ns = fills.cycles as f64 * 1e9 / hz(0);
            assert_close("fills", figures.device.fills.total_ns as f64, ns, fills.count as f64);
        }
    }
}

fn assert_close(what: &str, seen: f64, expected: f64, tolerance: f64) {
    assert!((seen - expected).abs() <= tolerance, "{what}: {seen} ns, not {expected} (+- {tolerance})");
}

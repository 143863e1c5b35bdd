//! zetop's JSON, as far as the tests need it.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Clone, Deserialize)]
pub struct Figures {
    pub schema: String,
    pub state: String,
    pub target: Target,
    pub processes: Vec<Process>,
    pub devices: Vec<Device>,
    pub host: Host,
    pub device: DeviceWork,
    pub memory: Vec<Memory>,
    pub quality: Quality,
    pub findings: Vec<Finding>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Finding {
    pub id: String,
    pub severity: String,
    pub text: String,
    pub evidence: String,
    pub gain_pct: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Process {
    pub pid: Option<u32>,
    pub host: String,
    pub rank: Option<u32>,
    pub local_rank: Option<u32>,
    pub world_size: Option<u32>,
    pub job: Option<String>,
    pub command: String,
    pub started: Option<f64>,
    pub state: String,
    pub calls: u64,
    pub host_ns: u64,
    pub device_ns: u64,
    pub bytes: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Target {
    pub command: Vec<String>,
    pub pids: Vec<u32>,
    pub exit_status: Option<i32>,
    pub signal: Option<i32>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Device {
    pub id: u32,
    pub uuid: Option<String>,
    pub pci_address: Option<String>,
    pub timer_hz: Option<f64>,
    pub timestamp_bits: Option<u32>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Host {
    pub calls: u64,
    pub timed: u64,
    pub total_error_pct: f64,
    pub apis: Vec<Api>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Api {
    pub name: String,
    pub calls: u64,
    pub timed: u64,
    pub errors: u64,
    pub total_ns: u64,
    pub total_error_pct: f64,
    pub min_ns: Option<u64>,
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    pub max_ns: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct DeviceWork {
    pub timed: u64,
    pub untimed: u64,
    pub untimed_reasons: BTreeMap<String, u64>,
    pub coverage_pct: Option<f64>,
    pub timed_pct: Option<f64>,
    pub kernels: Vec<Kernel>,
    pub transfers: Vec<Transfer>,
    pub fills: Fills,
    pub flushes: Option<Flushes>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Kernel {
    pub name: String,
    pub device: u32,
    pub launches: u64,
    pub timed: u64,
    pub total_ns: u64,
    pub total_error_pct: f64,
    pub avg_ns: Option<f64>,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    pub p50_ns: Option<u64>,
    pub submit_avg_ns: Option<f64>,
    pub cold: Option<Launches>,
    pub hot: Option<Launches>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Launches {
    pub launches: u64,
    pub timed: u64,
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Flushes {
    pub done: u64,
    pub not_done: u64,
    pub not_done_reasons: BTreeMap<String, u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Transfer {
    pub device: u32,
    pub src: String,
    pub dst: String,
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    pub direction: String,
    pub ops: u64,
    pub timed: u64,
    pub bytes: u64,
    pub total_ns: u64,
    pub total_error_pct: f64,
    pub bandwidth_gbps: Option<f64>,
    pub by_size: Vec<Size>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Size {
    pub up_to: Option<u64>,
    pub ops: u64,
    pub bytes: u64,
    pub bandwidth_gbps: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Fills {
    pub ops: u64,
    pub bytes: u64,
    pub total_ns: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Memory {
    pub kind: String,
    pub live_bytes: u64,
    pub live_count: u64,
    pub allocs: u64,
    pub frees: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Quality {
    pub dropped_records: u64,
    pub invalid_timestamps: u64,
    pub probe_ns_per_call: Option<f64>,
    pub probe_pct_of_wall: Option<f64>,
    pub cost: Cost,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Cost {
    pub calls_ns: u64,
    pub operations_ns: u64,
    pub records_ns: u64,
    pub threads_ns: u64,
}

impl Figures {
    /// # Panics
    /// No such file, or not what ARCHITECTURE.md says; `context` is printed with it.
    #[must_use]
    pub fn read(path: &Path, context: &str) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("zetop wrote no figures ({error}); it said:\n{context}"));
        let figures: Self = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(figures.schema, "zetop/1");
        figures
    }

    /// Calls and errors of a function; zeros if it was never called.
    #[must_use]
    pub fn calls(&self, function: &str) -> (u64, u64) {
        let api = self.host.apis.iter().find(|api| api.name == function);
        api.map_or((0, 0), |api| (api.calls, api.errors))
    }

    /// # Panics
    /// No such kernel.
    #[must_use]
    pub fn kernel(&self, name: &str) -> &Kernel {
        let found = self.device.kernels.iter().find(|kernel| kernel.name == name);
        found.unwrap_or_else(|| panic!("no kernel {name} in {:#?}", self.device))
    }

    /// # Panics
    /// No such transfers.
    #[must_use]
    pub fn transfer(&self, src: &str, dst: &str) -> &Transfer {
        let found = self.device.transfers.iter().find(|t| t.src == src && t.dst == dst);
        found.unwrap_or_else(|| panic!("no transfers {src} -> {dst} in {:#?}", self.device.transfers))
    }

    /// # Panics
    /// Not all operations on the device were timed.
    pub fn assert_all_timed(&self) {
        assert_eq!(self.device.untimed, 0, "{:?}", self.device.untimed_reasons);
        assert_eq!(self.quality.invalid_timestamps, 0);
        if self.device.timed > 0 {
            assert_eq!(self.device.coverage_pct, Some(100.0));
        }
    }
}

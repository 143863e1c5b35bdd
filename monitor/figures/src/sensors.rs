//! What a device's driver says of the device as a whole, for all programs that use it: memory, clocks, power, temperature. zetop
//! asks for it in its own process; the program's probe has no part in it.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use zetop_system::clean::clean;
use zetop_wire::reader::Facts;

/// Who a device is, as both the program and the driver's management library say it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    pub uuid: Option<[u8; 16]>,
    /// Domain, bus, device, function.
    pub pci: Option<(u32, u8, u8, u8)>,
}

impl Identity {
    #[must_use]
    pub fn from_facts(facts: &Facts) -> Self {
        Self { uuid: facts.uuid, pci: facts.pci }
    }

    /// Both name one device. A UUID decides where both have one: parts of a device share its address.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        match (self.uuid, other.uuid) {
            (Some(one), Some(another)) => one == another,
            _ => self.pci.is_some() && self.pci == other.pci,
        }
    }

    /// `0000:3a:00.0`
    #[must_use]
    pub fn pci_address(&self) -> Option<String> {
        let (domain, bus, device, function) = self.pci?;
        Some(format!("{domain:04x}:{bus:02x}:{device:02x}.{function:x}"))
    }
}

/// What was read of a device at a moment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// The machine that the device is in.
    pub host: String,
    pub device: Identity,
    pub sensors: Sensors,
}

/// Processes of a reading that are kept.
const MOST_PROCESSES: usize = 64;
/// Longest name of a source and of a process, in characters.
const LONGEST: usize = 64;

impl Reading {
    /// Returns it without control characters and without surplus, since it may come from a foreign recording.
    #[must_use]
    pub fn harmless(mut self) -> Self {
        let short = |text: &str| -> String { clean(text).chars().take(LONGEST).collect() };
        let sensors = &mut self.sensors;
        self.host = short(&self.host);
        sensors.source = short(&sensors.source).into();
        for process in sensors.processes.iter_mut().flatten() {
            process.name = short(&process.name);
        }
        sensors.processes.iter_mut().for_each(|all| all.truncate(MOST_PROCESSES));
        for value in sensors.numbers() {
            *value = value.filter(|value| value.is_finite() && *value >= 0.0);
        }
        self
    }
}

/// A device's state. What the driver does not tell is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sensors {
    /// The library that gave the figures: `NVML` or `sysman`.
    pub source: Arc<str>,
    /// The device is a part of a GPU (MIG): memory and processes are the part's, all else is the whole GPU's.
    pub mig: bool,
    pub memory_used_bytes: Option<u64>,
    pub memory_free_bytes: Option<u64>,
    pub memory_total_bytes: Option<u64>,
    /// Part of the last second or so in which the device worked, for whomever, as the driver has it.
    pub busy_pct: Option<f64>,
    /// The clock of the cores, now and at most.
    pub clock_mhz: Option<f64>,
    pub clock_max_mhz: Option<f64>,
    pub memory_clock_mhz: Option<f64>,
    pub memory_clock_max_mhz: Option<f64>,
    pub power_w: Option<f64>,
    pub power_limit_w: Option<f64>,
    pub temperature_c: Option<f64>,
    /// The temperature from which on the clocks are lowered.
    pub temperature_limit_c: Option<f64>,
    /// Why the clocks are lower than they could be; empty if they are not. Idleness and clocks that somebody has set are no
    /// reasons.
    pub throttle: Option<Vec<Throttle>>,
    /// For how long the device has been throttled without a pause while it worked; null while it isn't.
    pub throttled_ns: Option<u64>,
    /// For how long it was in all.
    pub throttled_total_ns: u64,
    /// Mean clock of the cores meanwhile, and the highest that was read while it worked and was not throttled.
    pub throttled_clock_mhz: Option<f64>,
    pub free_clock_mhz: Option<f64>,
    /// To the device and from it, across PCI Express and across links between devices (NVLink, Xe Link). GB/s.
    pub pcie_rx_gbps: Option<f64>,
    pub pcie_tx_gbps: Option<f64>,
    pub link_rx_gbps: Option<f64>,
    pub link_tx_gbps: Option<f64>,
    /// All processes that use the device, the largest first; null if the driver does not tell, or not so that they can be
    /// found on this machine.
    pub processes: Option<Vec<UsedBy>>,
    /// For how long little memory has been left, and for how long others have used the device.
    #[serde(skip)]
    pub full_ns: Option<u64>,
    #[serde(skip)]
    pub shared_ns: Option<u64>,
    /// Time since the device was seen throttled.
    #[serde(skip)]
    pub calm_ns: u64,
}

impl Sensors {
    fn numbers(&mut self) -> [&mut Option<f64>; 15] {
        [
            &mut self.busy_pct,
            &mut self.clock_mhz,
            &mut self.clock_max_mhz,
            &mut self.memory_clock_mhz,
            &mut self.memory_clock_max_mhz,
            &mut self.power_w,
            &mut self.power_limit_w,
            &mut self.temperature_c,
            &mut self.temperature_limit_c,
            &mut self.throttled_clock_mhz,
            &mut self.free_clock_mhz,
            &mut self.pcie_rx_gbps,
            &mut self.pcie_tx_gbps,
            &mut self.link_rx_gbps,
            &mut self.link_tx_gbps,
        ]
    }

    /// Memory in use, % of all.
    #[must_use]
    pub fn memory_pct(&self) -> Option<f64> {
        let total = self.memory_total_bytes.filter(|total| *total > 0)?;
        Some(100.0 * self.memory_used_bytes? as f64 / total as f64)
    }

    /// Processes that are not the program's.
    pub fn others(&self) -> impl Iterator<Item = &UsedBy> {
        self.processes.iter().flatten().filter(|process| !process.own)
    }

    /// Why the clocks are low, in words.
    #[must_use]
    pub fn reasons(&self) -> String {
        let names: Vec<&str> = self.throttle.iter().flatten().map(|reason| reason.name()).collect();
        names.join(", ")
    }
}

/// Why clocks are lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throttle {
    /// The device would need more power than it may.
    Power,
    Temperature,
    /// The hardware protects itself: temperature or power, it does not say which.
    Hardware,
    /// Power supplies, or what watches them, demand it.
    PowerBrake,
    Current,
    Voltage,
}

impl Throttle {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Power => "power limit",
            Self::Temperature => "temperature",
            Self::Hardware => "hardware protection",
            Self::PowerBrake => "power brake",
            Self::Current => "current limit",
            Self::Voltage => "voltage limit",
        }
    }
}

/// A process that uses a device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UsedBy {
    pub pid: u32,
    /// The process's name as the kernel has it; empty if the kernel does not tell.
    pub name: String,
    pub memory_bytes: Option<u64>,
    /// The process is the program that zetop watches, or was started by that.
    pub own: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_decides_and_an_address_only_without_one() {
        let pci = Some((0, 0x3a, 0, 0));
        let of = |uuid: Option<u8>, pci| Identity { uuid: uuid.map(|byte| [byte; 16]), pci };
        assert!(of(Some(1), None).is(&of(Some(1), pci)));
        // Two parts of one GPU.
        assert!(!of(Some(1), pci).is(&of(Some(2), pci)));
        assert!(of(None, pci).is(&of(Some(2), pci)));
        assert!(!of(None, None).is(&of(None, None)));
        assert_eq!(of(None, pci).pci_address().as_deref(), Some("0000:3a:00.0"));
    }

    #[test]
    fn what_a_foreign_recording_says_is_made_harmless() {
        let process = UsedBy { name: "a\u{1b}[31m".repeat(40), ..UsedBy::default() };
        let sensors = Sensors {
            processes: Some(vec![process; 1000]),
            power_w: Some(f64::NAN),
            clock_mhz: Some(-1.0),
            temperature_c: Some(40.0),
            ..Sensors::default()
        };
        let sensors = Reading { sensors, ..Reading::default() }.harmless().sensors;
        assert_eq!((sensors.power_w, sensors.clock_mhz, sensors.temperature_c), (None, None, Some(40.0)));
        let processes = sensors.processes.unwrap_or_default();
        assert_eq!(processes.len(), MOST_PROCESSES);
        assert!(processes[0].name.len() <= LONGEST && !processes[0].name.contains('\u{1b}'));
    }
}

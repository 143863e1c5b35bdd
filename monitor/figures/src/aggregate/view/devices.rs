//! Devices of several processes: each numbers its own from 0, and usually they are the same ones.

use crate::aggregate::device::{self, identities};
use crate::aggregate::process::Process;
use crate::aggregate::scope::Scope;
use crate::sensors::Identity;
use crate::snapshot::Device;
use std::collections::HashMap;
use zetop_wire::reader::Facts;

/// Number of a device across processes.
pub(super) struct DeviceMap<'a> {
    /// By position of the process, then index in its table.
    ids: Vec<Vec<u32>>,
    devices: Vec<(&'a Process, &'a Facts)>,
}

impl<'a> DeviceMap<'a> {
    pub(super) fn from_processes(processes: &[&'a Process]) -> Self {
        let mut known: HashMap<(&str, device::Identity), u32> = HashMap::new();
        let mut map = Self { ids: Vec::new(), devices: Vec::new() };
        for process in processes {
            let devices = &process.device.devices;
            let ids = identities(devices).zip(devices).map(|(identity, device)| {
                *known.entry((&process.member.host, identity)).or_insert_with(|| {
                    map.devices.push((process, &device.facts));
                    map.devices.len() as u32 - 1
                })
            });
            let ids = ids.collect();
            map.ids.push(ids);
        }
        map
    }

    /// The number of a process's device; one past the last when the process did not describe it.
    pub(super) fn id(&self, process: usize, device: u32) -> u32 {
        let described = self.ids.get(process).and_then(|ids| ids.get(device as usize));
        described.copied().unwrap_or(self.devices.len() as u32)
    }

    /// The largest value of a fact, with its device.
    pub(super) fn best(&self, fact: impl Fn(&Facts) -> Option<u64>) -> Option<(u64, &'a Facts)> {
        let with_value = self.devices.iter().filter_map(|(_, f)| fact(f).map(|v| (v, *f)));
        with_value.max_by_key(|(value, _)| *value)
    }
}

/// Bytes per second as GB/s.
fn gbps(bytes_per_s: u64) -> f64 {
    bytes_per_s as f64 / 1e9
}

/// For example `PCIe 4 x16`.
pub(super) fn link_name(facts: &Facts) -> Option<String> {
    (facts.link_generation > 0 && facts.link_width > 0)
        .then(|| format!("PCIe {} x{}", facts.link_generation, facts.link_width))
}

pub(super) fn devices(view: &Scope<'_>, map: &DeviceMap<'_>) -> Vec<Device> {
    // By device: busy, and the time that is looked at.
    let mut times: HashMap<u32, (u64, u64)> = HashMap::new();
    for (i, process) in view.processes.iter().enumerate() {
        for (device, of_device) in process.device.busy.iter().enumerate() {
            let (ns, length) = of_device.last_second(view.now - view.start);
            let times = times.entry(map.id(i, device as u32)).or_default();
            let ns = ns as f64 * process.device.factor_lately(device);
            *times = (times.0 + (ns as u64).min(length), length);
        }
    }
    let busy = |id: u32| {
        let (busy, window) = times.get(&id).copied().unwrap_or_default();
        (window > 0).then(|| (100.0 * busy as f64 / window as f64).min(100.0))
    };
    let all = map.devices.iter().enumerate();
    all.map(|(id, (process, facts))| Device {
        id: id as u32,
        name: facts.name.clone(),
        uuid: facts.uuid.map(|bytes| uuid::Uuid::from_bytes(bytes).hyphenated().to_string()),
        pci_address: Identity::from_facts(facts).pci_address(),
        timer_hz: facts.timer_hz,
        timestamp_bits: (facts.timestamp_bits > 0).then_some(facts.timestamp_bits),
        memory_peak_gbps: facts.memory_peak.map(gbps),
        link_peak_gbps: facts.link_peak.map(gbps),
        link: link_name(facts),
        queue_groups: facts.queue_groups.clone(),
        sensors: view.sensed.sensors_for(&process.member.host, facts, view.now),
        pid: process.pid,
        busy_pct: busy(id as u32),
    })
    .collect()
}

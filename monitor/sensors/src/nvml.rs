//! NVIDIA's management library.

use crate::library::Library;
use nvml_wrapper::bitmasks::device::ThrottleReasons;
use nvml_wrapper::enum_wrappers::device::{Clock, PcieUtilCounter, TemperatureSensor, TemperatureThreshold};
use nvml_wrapper::enums::device::UsedGpuMemory;
use nvml_wrapper::sys_exports::field_id::{
    NVML_FI_DEV_NVLINK_THROUGHPUT_DATA_RX, NVML_FI_DEV_NVLINK_THROUGHPUT_DATA_TX,
};
use nvml_wrapper_sys::bindings::nvmlFieldValue_t;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::time::Instant;
use zetop_figures::sensors::{Identity, Sensors, Throttle, UsedBy};

/// The name that comes with the driver; the one without a number belongs to development packages.
const FILE: &str = "libnvidia-ml.so.1";

/// Every link of a device, as a field's scope.
const ALL_LINKS: u32 = u32::MAX;

type Device = nvml_wrapper::Device<'static>;

pub(crate) struct Nvml {
    /// Never shut down: that could wait for the driver.
    library: &'static nvml_wrapper::Nvml,
    /// Bytes that came and went across the links, by device.
    links: BTreeMap<Identity, (Instant, u64, u64)>,
}

impl Nvml {
    pub(crate) fn open() -> Option<Self> {
        let library = nvml_wrapper::Nvml::builder().lib_path(OsStr::new(FILE)).init().ok()?;
        Some(Self { library: Box::leak(Box::new(library)), links: BTreeMap::new() })
    }

    /// A UUID decides, whatever `CUDA_VISIBLE_DEVICES` has made of the order: that of a GPU, or of a part of one.
    fn find(&self, device: &Identity) -> Option<Device> {
        match device.uuid {
            Some(bytes) => {
                let uuid = uuid::Uuid::from_bytes(bytes).hyphenated();
                ["GPU", "MIG"]
                    .into_iter()
                    .find_map(|kind| self.library.device_by_uuid(format!("{kind}-{uuid}")).ok())
            }
            None => self.library.device_by_pci_bus_id(device.pci_address()?).ok(),
        }
    }
}

impl Library for Nvml {
    fn read(&mut self, identity: &Identity) -> Option<Sensors> {
        let device = self.find(identity)?;
        // A part has memory and processes of its own, and lacks nearly all sensors.
        let parent = device.mig_is_mig_device_handle().ok().filter(|mig| *mig);
        let parent = parent.and_then(|_| device.mig_parent_device().ok());
        let mut sensors = Sensors { source: "NVML".into(), mig: parent.is_some(), ..Sensors::default() };
        if let Ok(memory) = device.memory_info() {
            sensors.memory_used_bytes = Some(memory.used);
            sensors.memory_free_bytes = Some(memory.free);
            sensors.memory_total_bytes = Some(memory.total);
        }
        sensors.processes = processes(&device);
        let whole = parent.as_ref().unwrap_or(&device);
        read_whole(whole, &mut sensors);
        (sensors.link_rx_gbps, sensors.link_tx_gbps) = self.link_rates(identity, whole);
        Some(sensors)
    }
}

fn read_whole(device: &Device, sensors: &mut Sensors) {
    sensors.busy_pct = device.utilization_rates().ok().map(|busy| f64::from(busy.gpu));
    sensors.clock_mhz = device.clock_info(Clock::SM).ok().map(f64::from);
    sensors.clock_max_mhz = device.max_clock_info(Clock::SM).ok().map(f64::from);
    sensors.memory_clock_mhz = device.clock_info(Clock::Memory).ok().map(f64::from);
    sensors.memory_clock_max_mhz = device.max_clock_info(Clock::Memory).ok().map(f64::from);
    let watts = |milliwatts: u32| f64::from(milliwatts) / 1e3;
    sensors.power_w = device.power_usage().ok().map(watts);
    sensors.power_limit_w = device.enforced_power_limit().ok().map(watts);
    sensors.temperature_c = device.temperature(TemperatureSensor::Gpu).ok().map(f64::from);
    sensors.temperature_limit_c =
        device.temperature_threshold(TemperatureThreshold::Slowdown).ok().map(f64::from);
    sensors.throttle = device.current_throttle_reasons().ok().map(reasons);
    // KB/s, within the last 20 ms.
    let rate = |way| device.pcie_throughput(way).ok().map(|kb| f64::from(kb) / 1e6);
    sensors.pcie_rx_gbps = rate(PcieUtilCounter::Receive);
    sensors.pcie_tx_gbps = rate(PcieUtilCounter::Send);
}

/// Without idleness, and what somebody has set.
fn reasons(all: ThrottleReasons) -> Vec<Throttle> {
    let mut reasons = Vec::new();
    if all.contains(ThrottleReasons::SW_POWER_CAP) {
        reasons.push(Throttle::Power);
    }
    if all.intersects(ThrottleReasons::SW_THERMAL_SLOWDOWN | ThrottleReasons::HW_THERMAL_SLOWDOWN) {
        reasons.push(Throttle::Temperature);
    }
    if all.contains(ThrottleReasons::HW_POWER_BRAKE_SLOWDOWN) {
        reasons.push(Throttle::PowerBrake);
    }
    // It says which of the two it is by the others, where it can.
    let which = ThrottleReasons::HW_THERMAL_SLOWDOWN | ThrottleReasons::HW_POWER_BRAKE_SLOWDOWN;
    if all.contains(ThrottleReasons::HW_SLOWDOWN) && !all.intersects(which) {
        reasons.push(Throttle::Hardware);
    }
    reasons
}

/// Processes that compute on the device; graphics has a list of its own.
fn processes(device: &Device) -> Option<Vec<UsedBy>> {
    let all = device.running_compute_processes().ok()?;
    let process = |process: nvml_wrapper::struct_wrappers::device::ProcessInfo| UsedBy {
        pid: process.pid,
        memory_bytes: match process.used_gpu_memory {
            UsedGpuMemory::Used(bytes) => Some(bytes),
            UsedGpuMemory::Unavailable => None,
        },
        ..UsedBy::default()
    };
    Some(all.into_iter().map(process).collect())
}

impl Nvml {
    /// To the device and from it, across all of its links, since the last time. GB/s.
    fn link_rates(&mut self, identity: &Identity, device: &Device) -> (Option<f64>, Option<f64>) {
        let Some((received, sent)) = self.link_bytes(device) else { return (None, None) };
        let now = Instant::now();
        let Some((then, received_then, sent_then)) =
            self.links.insert(identity.clone(), (now, received, sent))
        else {
            return (None, None);
        };
        let ns = now.duration_since(then).as_nanos() as f64;
        let rate = |bytes: u64, before: u64| Some(bytes.checked_sub(before)? as f64 / ns.max(1.0));
        (rate(received, received_then), rate(sent, sent_then))
    }

    /// The wrapper's own method asks for the first link only.
    fn link_bytes(&self, device: &Device) -> Option<(u64, u64)> {
        let ask = self.library.lib().nvmlDeviceGetFieldValues.as_ref().ok()?;
        let field = |id| {
            // SAFETY: plain numbers, for which zeros are a value.
            let mut field: nvmlFieldValue_t = unsafe { std::mem::zeroed() };
            (field.fieldId, field.scopeId) = (id, ALL_LINKS);
            field
        };
        let mut fields =
            [NVML_FI_DEV_NVLINK_THROUGHPUT_DATA_RX, NVML_FI_DEV_NVLINK_THROUGHPUT_DATA_TX].map(field);
        // SAFETY: a handle of the library's, and as many fields as it is told.
        let result = unsafe { ask(device.handle(), fields.len() as i32, fields.as_mut_ptr()) };
        let bytes = |field: &nvmlFieldValue_t| {
            // SAFETY: any bits are a number.
            let kib = unsafe { field.value.ullVal };
            (field.nvmlReturn == 0).then(|| kib.saturating_mul(1024))
        };
        (result == 0).then_some((bytes(&fields[0])?, bytes(&fields[1])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_has_set_is_no_throttling() {
        let set = ThrottleReasons::GPU_IDLE
            | ThrottleReasons::APPLICATIONS_CLOCKS_SETTING
            | ThrottleReasons::SYNC_BOOST
            | ThrottleReasons::DISPLAY_CLOCK_SETTING;
        assert_eq!(reasons(set), []);
        assert_eq!(reasons(set | ThrottleReasons::SW_POWER_CAP), [Throttle::Power]);
        let hot = ThrottleReasons::HW_SLOWDOWN | ThrottleReasons::HW_THERMAL_SLOWDOWN;
        assert_eq!(reasons(hot), [Throttle::Temperature]);
        assert_eq!(reasons(ThrottleReasons::HW_SLOWDOWN), [Throttle::Hardware]);
    }
}

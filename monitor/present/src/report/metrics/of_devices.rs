//! What drivers say of devices as a whole, as gauges: one table for Prometheus and OpenTelemetry.

use super::labels::Labels;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use std::fmt::Error;
use zetop_figures::sensors::Sensors;
use zetop_figures::snapshot::Snapshot;

/// A figure of a device.
pub(crate) struct Gauge {
    /// For Prometheus, with the unit at its end.
    pub(crate) name: &'static str,
    /// For OpenTelemetry, and its unit there.
    pub(crate) path: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) help: &'static str,
    pub(crate) value: fn(&Sensors) -> Option<f64>,
}

macro_rules! gauges {
    ($($name:literal, $path:literal, $unit:literal, $help:literal, $value:expr;)*) => {
        pub(crate) const GAUGES: &[Gauge] =
            &[$(Gauge { name: $name, path: $path, unit: $unit, help: $help, value: $value }),*];
    };
}
gauges! {
    "zetop_device_memory_used_bytes", "zetop.device.memory.used", "By",
    "Memory of the device in use, by whomever", |s| s.memory_used_bytes.map(|bytes| bytes as f64);
    "zetop_device_memory_free_bytes", "zetop.device.memory.free", "By",
    "Memory of the device that can be allocated", |s| s.memory_free_bytes.map(|bytes| bytes as f64);
    "zetop_device_memory_total_bytes", "zetop.device.memory.total", "By",
    "Memory of the device", |s| s.memory_total_bytes.map(|bytes| bytes as f64);
    "zetop_device_memory_others_bytes", "zetop.device.memory.others", "By",
    "Memory of the device that other programs hold",
    |s| s.processes.is_some().then(|| s.others().filter_map(|process| process.memory_bytes).sum::<u64>() as f64);
    "zetop_device_busy_ratio", "zetop.device.busy", "1",
    "Part of the last second or so in which the device worked, for whomever", |s| s.busy_pct.map(|pct| pct / 100.0);
    "zetop_device_clock_hertz", "zetop.device.clock", "Hz",
    "Clock of the device's cores", |s| s.clock_mhz.map(|mhz| mhz * 1e6);
    "zetop_device_clock_max_hertz", "zetop.device.clock.max", "Hz",
    "The highest clock that its cores can have", |s| s.clock_max_mhz.map(|mhz| mhz * 1e6);
    "zetop_device_memory_clock_hertz", "zetop.device.memory.clock", "Hz",
    "Clock of the device's memory", |s| s.memory_clock_mhz.map(|mhz| mhz * 1e6);
    "zetop_device_power_watts", "zetop.device.power", "W",
    "Power that the device needs", |s| s.power_w;
    "zetop_device_power_limit_watts", "zetop.device.power.limit", "W",
    "Power that it may need", |s| s.power_limit_w;
    "zetop_device_temperature_celsius", "zetop.device.temperature", "Cel",
    "Temperature of the device", |s| s.temperature_c;
    "zetop_device_throttled", "zetop.device.throttled", "1",
    "1 while its clocks are lowered by temperature or power, otherwise 0",
    |s| s.throttle.as_ref().map(|reasons| f64::from(u8::from(!reasons.is_empty())));
    "zetop_device_pcie_receive_bytes_per_second", "zetop.device.pcie.receive", "By/s",
    "To the device across PCI Express", |s| s.pcie_rx_gbps.map(|gbps| gbps * 1e9);
    "zetop_device_pcie_transmit_bytes_per_second", "zetop.device.pcie.transmit", "By/s",
    "From the device across PCI Express", |s| s.pcie_tx_gbps.map(|gbps| gbps * 1e9);
    "zetop_device_link_receive_bytes_per_second", "zetop.device.link.receive", "By/s",
    "To the device across links between devices", |s| s.link_rx_gbps.map(|gbps| gbps * 1e9);
    "zetop_device_link_transmit_bytes_per_second", "zetop.device.link.transmit", "By/s",
    "From the device across links between devices", |s| s.link_tx_gbps.map(|gbps| gbps * 1e9);
}

/// The devices of which something is known.
pub(super) fn devices(s: &Snapshot) -> Vec<(Labels, Sensors)> {
    let sensed = s.devices.iter().filter_map(|device| {
        let labels = vec![("device", device.id.to_string()), ("name", device.name.clone())];
        Some((labels, device.sensors.clone()?))
    });
    sensed.collect()
}

pub(super) fn encode(devices: &[(Labels, Sensors)], to: &mut DescriptorEncoder<'_>) -> Result<(), Error> {
    for gauge in GAUGES {
        let mut family = to.encode_descriptor(gauge.name, gauge.help, None, MetricType::Gauge)?;
        for (labels, sensors) in devices {
            if let Some(value) = (gauge.value)(sensors) {
                family.encode_family(labels)?.encode_gauge(&value)?;
            }
        }
    }
    Ok(())
}

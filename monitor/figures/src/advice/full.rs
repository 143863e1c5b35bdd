//! The device's memory is nearly full, whoever has it.

use super::figures::Figures;
use crate::snapshot::{About, Device, Finding, Severity};
use crate::view::format::bytes;

pub const ID: &str = "memory-nearly-full";

/// What is full for a moment only is about to be freed.
const LONG_NS: u64 = 2_000_000_000;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let used = figures.snapshot.devices.iter().filter(|device| figures.uses(device));
    used.filter_map(finding_of).collect()
}

fn finding_of(device: &Device) -> Option<Finding> {
    let sensors = device.sensors.as_ref()?;
    sensors.full_ns.filter(|ns| *ns >= LONG_NS)?;
    let (free, total) = (sensors.memory_free_bytes?, sensors.memory_total_bytes?);
    let others: u64 = sensors.others().filter_map(|process| process.memory_bytes).sum();
    let own = sensors.processes.iter().flatten().filter(|process| process.own);
    let own: u64 = own.filter_map(|process| process.memory_bytes).sum();
    let whose = match sensors.processes {
        Some(_) if others > 0 => format!("; the program has {} of it, others {}", bytes(own), bytes(others)),
        Some(_) => format!("; the program has {} of it", bytes(own)),
        None => String::new(),
    };
    Some(Finding {
        id: ID,
        severity: Severity::Hint,
        text: format!("Keep less in the memory of device {}", device.id),
        evidence: format!(
            "{} of {} are left: allocations are about to fail{whose}",
            bytes(free),
            bytes(total)
        ),
        about: About::Device(device.id),
        ..Finding::default()
    })
}

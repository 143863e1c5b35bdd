//! Somebody else uses the device.

use super::figures::Figures;
use crate::sensors::UsedBy;
use crate::snapshot::{About, Device, Finding, Severity};
use crate::view::format::bytes;

pub const ID: &str = "shared-device";

/// Programs come to see which devices there are, and go.
const LONG_NS: u64 = 3_000_000_000;
/// Processes that are named one by one.
const MOST_NAMED: usize = 3;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    figures.snapshot.devices.iter().filter_map(finding_of).collect()
}

fn finding_of(device: &Device) -> Option<Finding> {
    let sensors = device.sensors.as_ref()?;
    sensors.shared_ns.filter(|ns| *ns >= LONG_NS)?;
    let others: Vec<&UsedBy> = sensors.others().collect();
    let named: Vec<String> = others.iter().take(MOST_NAMED).map(|process| of_process(process)).collect();
    let more = match others.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if named.is_empty() {
        return None;
    }
    let busy = sensors.busy_pct.map_or_else(String::new, |all| match device.busy_pct {
        Some(own) => format!("; the device is busy {all:.0} %, and {own:.0} % with this program"),
        None => format!("; the device is busy {all:.0} %"),
    });
    Some(Finding {
        id: ID,
        severity: Severity::Hint,
        text: format!("Have device {} to yourself", device.id),
        evidence: format!("it is also used by {}{more}{busy}", named.join(", ")),
        about: About::Device(device.id),
        ..Finding::default()
    })
}

/// `python (pid 4711, 38.2 GB)`
fn of_process(process: &UsedBy) -> String {
    let name = if process.name.is_empty() { "a process" } else { &process.name };
    let memory = process.memory_bytes.map_or_else(String::new, |held| format!(", {}", bytes(held)));
    format!("{name} (pid {}{memory})", process.pid)
}

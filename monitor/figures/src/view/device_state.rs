//! What drivers say of a device as a whole, in words.

use super::format;
use crate::sensors::{Sensors, UsedBy};

/// Processes that are named one by one.
const MOST_NAMED: usize = 4;

/// What is known of a device, a line each, and whether that deserves a look.
#[must_use]
pub fn lines(device: u32, sensors: &Sensors) -> Vec<(String, bool)> {
    let mut lines = vec![(format!("device {device}: {}", figures(sensors).join(", ")), false)];
    lines.extend(throttled(sensors).map(|text| (text, true)));
    lines.extend(others(sensors).map(|text| (text, false)));
    lines
}

/// `38.2 GB of 85.9 GB`
#[must_use]
pub fn memory(sensors: &Sensors) -> Option<String> {
    let (used, total) = (sensors.memory_used_bytes?, sensors.memory_total_bytes?);
    Some(format!("{} of {}", format::bytes(used), format::bytes(total)))
}

fn figures(s: &Sensors) -> Vec<String> {
    let of = |value: Option<f64>, limit: Option<f64>, unit: &str| {
        let (value, limit) = (value?, limit.map_or_else(String::new, |limit| format!(" of {limit:.0}")));
        Some(format!("{value:.0}{limit} {unit}"))
    };
    let share = s.memory_pct().map_or_else(String::new, |pct| format!(" ({})", format::percent_whole(pct)));
    let link = |name: &str, to: Option<f64>, from: Option<f64>| {
        let (to, from) = (format::gbps(to?), format::gbps(from?));
        Some(format!("{name} {to} GB/s in, {from} out"))
    };
    let hot = s.temperature_limit_c.map_or_else(String::new, |limit| format!(" (limit {limit:.0})"));
    let all = [
        s.mig.then(|| "part of a GPU (MIG)".to_owned()),
        memory(s).map(|text| format!("memory {text}{share}")),
        s.busy_pct.map(|pct| format!("busy {}", format::percent_whole(pct))),
        of(s.clock_mhz, s.clock_max_mhz, "MHz").map(|text| format!("clock {text}")),
        of(s.memory_clock_mhz, s.memory_clock_max_mhz, "MHz").map(|text| format!("memory clock {text}")),
        of(s.power_w, s.power_limit_w, "W").map(|text| format!("power {text}")),
        s.temperature_c.map(|celsius| format!("{celsius:.0} °C{hot}")),
        link("PCIe", s.pcie_rx_gbps, s.pcie_tx_gbps),
        link("links", s.link_rx_gbps, s.link_tx_gbps),
    ];
    all.into_iter().flatten().collect()
}

fn throttled(s: &Sensors) -> Option<String> {
    let ns = s.throttled_ns?;
    let clock = s.throttled_clock_mhz.map_or_else(String::new, |mhz| format!(", {mhz:.0} MHz on average"));
    Some(format!("throttled for {}: {}{clock}", format::time(ns as f64), s.reasons()))
}

fn others(s: &Sensors) -> Option<String> {
    let named = |process: &UsedBy| {
        let memory =
            process.memory_bytes.map_or_else(String::new, |held| format!(" {}", format::bytes(held)));
        format!("{} ({}){memory}", format::clean(&process.name), process.pid)
    };
    let all: Vec<String> = s.others().map(named).collect();
    let more = all.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
    let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
    (!all.is_empty()).then(|| format!("also used by {}{more}", all[..all.len().min(MOST_NAMED)].join(", ")))
}

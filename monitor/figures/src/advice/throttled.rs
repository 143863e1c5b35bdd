//! The device works with lower clocks than it has, since it would get too hot or need too much power.

use super::figures::Figures;
use crate::sensors::{Sensors, Throttle};
use crate::snapshot::{About, Device, Finding, RunState, Severity};
use crate::view::format::time;

pub const ID: &str = "throttled";

/// A device that is busy touches its limits for moments.
const LONG_NS: u64 = 5_000_000_000;
/// After the program's end: what it had of that in all, % of the time watched.
const WORTH_PCT: f64 = 5.0;
/// Clocks that have fallen by less are no loss, %.
const FALL_PCT: f64 = 5.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let used = figures.snapshot.devices.iter().filter(|device| figures.uses(device));
    used.filter_map(|device| finding_of(figures, device)).collect()
}

fn finding_of(figures: &Figures<'_>, device: &Device) -> Option<Finding> {
    let sensors = device.sensors.as_ref()?;
    let total = sensors.throttled_total_ns;
    let lasted = sensors.throttled_ns.filter(|ns| *ns >= LONG_NS);
    let is_over = matches!(figures.snapshot.state, RunState::Exited | RunState::Detached);
    let was_long = is_over && total >= LONG_NS && figures.pct_of_wall(total as f64) >= WORTH_PCT;
    if lasted.is_none() && !was_long {
        return None;
    }
    let clock = sensors.throttled_clock_mhz?;
    let free = sensors.free_clock_mhz.into_iter().chain(sensors.clock_max_mhz).reduce(f64::max)?;
    // What the device reached in this session says more than what it is built for.
    let (before, what) = match sensors.free_clock_mhz.filter(|before| *before > clock) {
        Some(before) => (before, "reached before"),
        None => (free, "possible"),
    };
    let fallen = 100.0 * (before - clock) / before;
    if fallen < FALL_PCT {
        return None;
    }
    let reasons = sensors.throttle.iter().flatten();
    let only_power = reasons.clone().count() > 0 && reasons.clone().all(|reason| *reason == Throttle::Power);
    let why = if reasons.count() > 0 { format!(" ({})", sensors.reasons()) } else { String::new() };
    let times = match lasted {
        Some(ns) => format!("throttled for {}{why}", time(ns as f64)),
        None => format!("throttled for {} in all{why}", time(total as f64)),
    };
    Some(Finding {
        id: ID,
        // A power limit is somebody's decision, and most large devices meet it.
        severity: if only_power { Severity::Hint } else { Severity::Warning },
        text: advice(sensors, device.id),
        evidence: format!(
            "{times}: its clock is {clock:.0} MHz on average then, {fallen:.0} % below the {before:.0} {what}{}",
            // What was read last is of that time only while it lasts.
            lasted.map_or_else(String::new, |_| limits(sensors))
        ),
        about: About::Device(device.id),
        ..Finding::default()
    })
}

/// What fits the first reason.
fn advice(sensors: &Sensors, device: u32) -> String {
    match sensors.throttle.iter().flatten().next() {
        Some(Throttle::Temperature) => format!("Cool device {device}"),
        // Many have their highest one already: an H100 reaches its 700 W with nothing but products of matrices.
        Some(Throttle::Power) => format!("Raise the power limit of device {device}, if it has a higher one"),
        Some(Throttle::PowerBrake | Throttle::Current | Throttle::Voltage) => {
            format!("Look at the power supply of device {device}")
        }
        Some(Throttle::Hardware) | None => format!("Look at the cooling and the power of device {device}"),
    }
}

/// `, at 85 °C (limit 87) and 290 W (limit 300)`
fn limits(sensors: &Sensors) -> String {
    let figure = |value: Option<f64>, limit: Option<f64>, unit: &str| {
        let value = value?;
        let limit = limit.map_or_else(String::new, |limit| format!(" (limit {limit:.0})"));
        Some(format!("{value:.0} {unit}{limit}"))
    };
    let all = [
        figure(sensors.temperature_c, sensors.temperature_limit_c, "°C"),
        figure(sensors.power_w, sensors.power_limit_w, "W"),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    if all.is_empty() { String::new() } else { format!(", at {}", all.join(" and ")) }
}

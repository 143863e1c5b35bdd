//! Findings about the device's state.

use super::{only, said};
use crate::advice::{full, shared_device, throttled};
use crate::sensors::{Sensors, Throttle, UsedBy};
use crate::snapshot::{About, Device, RunState, Severity, Snapshot};

const S: u64 = 1_000_000_000;

fn snapshot_with(sensors: Sensors) -> Snapshot {
    let device = Device { id: 1, busy_pct: Some(20.0), sensors: Some(sensors), ..Device::default() };
    Snapshot { elapsed_ns: 60 * S, state: RunState::Running, devices: vec![device], ..Snapshot::default() }
}

fn hot() -> Sensors {
    Sensors {
        throttle: Some(vec![Throttle::Temperature]),
        throttled_ns: Some(42 * S),
        throttled_total_ns: 42 * S,
        throttled_clock_mhz: Some(1200.0),
        free_clock_mhz: Some(1950.0),
        clock_max_mhz: Some(2100.0),
        temperature_c: Some(87.0),
        temperature_limit_c: Some(87.0),
        power_w: Some(290.0),
        processes: Some(vec![used(10, "app", 1, true)]),
        ..Sensors::default()
    }
}

#[test]
fn a_device_that_is_too_hot_is_named() {
    let finding = only(&snapshot_with(hot()));
    assert_eq!((finding.id, finding.severity), (throttled::ID, Severity::Warning));
    assert_eq!(
        finding.line(),
        "Cool device 1: throttled for 42.0 s (temperature): its clock is 1200 MHz on average then, 38 % below the 1950 reached \
         before, at 87 °C (limit 87) and 290 W"
    );
    assert_eq!(finding.about, About::Device(1));
    // Where it never was as fast, what it could be is said.
    let finding = only(&snapshot_with(Sensors { free_clock_mhz: None, ..hot() }));
    assert!(finding.evidence.contains("43 % below the 2100 possible"), "{finding:?}");
}

#[test]
fn a_power_limit_is_a_hint() {
    let finding = only(&snapshot_with(Sensors { throttle: Some(vec![Throttle::Power]), ..hot() }));
    assert_eq!(finding.severity, Severity::Hint);
    assert!(finding.text.starts_with("Raise the power limit"), "{finding:?}");
}

#[test]
fn moments_small_losses_other_devices_and_the_past_are_no_throttling() {
    let moment = Sensors { throttled_ns: Some(4 * S), ..hot() };
    let small = Sensors { throttled_clock_mhz: Some(1900.0), ..hot() };
    let of_others = Sensors { processes: Some(Vec::new()), ..hot() };
    let past = Sensors { throttled_ns: None, throttle: Some(Vec::new()), ..hot() };
    for sensors in [moment, small, of_others, past.clone()] {
        assert_eq!(said(&snapshot_with(sensors)), [] as [&str; 0]);
    }
    // At the end, what there was counts.
    let ended = Snapshot { state: RunState::Exited, ..snapshot_with(past.clone()) };
    assert!(only(&ended).evidence.starts_with("throttled for 42.0 s in all: "), "{:?}", only(&ended));
    let short = Snapshot { elapsed_ns: 6000 * S, ..ended };
    assert_eq!(said(&short), [] as [&str; 0]);
}

fn used(pid: u32, name: &str, memory: u64, own: bool) -> UsedBy {
    UsedBy { pid, name: name.to_owned(), memory_bytes: Some(memory), own }
}

fn full() -> Sensors {
    Sensors {
        full_ns: Some(3 * S),
        memory_free_bytes: Some(1_200_000_000),
        memory_total_bytes: Some(80_000_000_000),
        processes: Some(vec![used(10, "app", 70_000_000_000, true)]),
        ..Sensors::default()
    }
}

#[test]
fn memory_that_is_nearly_full_is_named() {
    let finding = only(&snapshot_with(full()));
    assert_eq!(finding.id, full::ID);
    assert_eq!(
        finding.evidence,
        "1.20 GB of 80.0 GB are left: allocations are about to fail; the program has 70.0 GB of it"
    );
    // Full for a moment, or not at all.
    for full_ns in [Some(S), None] {
        assert_eq!(said(&snapshot_with(Sensors { full_ns, ..full() })), [] as [&str; 0]);
    }
}

#[test]
fn a_device_that_is_shared_is_named() {
    let other = used(4711, "python", 38_200_000_000, false);
    let shared = Sensors {
        shared_ns: Some(3 * S),
        busy_pct: Some(90.0),
        processes: Some(vec![used(10, "app", 1, true), other]),
        ..Sensors::default()
    };
    let finding = only(&snapshot_with(shared.clone()));
    assert_eq!(finding.id, shared_device::ID);
    assert_eq!(
        finding.evidence,
        "it is also used by python (pid 4711, 38.2 GB); the device is busy 90 %, and 20 % with this program"
    );
    for shared_ns in [Some(S), None] {
        assert_eq!(said(&snapshot_with(Sensors { shared_ns, ..shared.clone() })), [] as [&str; 0]);
    }
}

//! What is missing from the figures, and why.

use super::View;
use crate::aggregate::budget::Budget;
use zetop_wire::layout::{DeviceFault, Mode};

const FAULTS: [(DeviceFault, &str); 5] = [
    (DeviceFault::NoTimestamps, "no kernel timestamps: its operations are counted, not timed"),
    (DeviceFault::NoTimerResolution, "the driver gives no timer resolution: durations are unknown"),
    (
        DeviceFault::NoGlobalTimestamps,
        "zeDeviceGetGlobalTimestamps fails: operations cannot be placed in host time",
    ),
    (DeviceFault::Lost, "device lost"),
    (DeviceFault::NoEventPool, "no event pool for zetop: operations without an event are not timed"),
];

pub(super) fn notes(view: &View<'_>, budget: &Budget) -> Vec<String> {
    let mut notes = Vec::new();
    if view.processes.iter().any(|p| p.header.mode == Mode::TracingLayer as u32) {
        notes.push(
            "tracing-layer fallback: zet and zes calls, device times and memory are not seen".to_owned(),
        );
    }
    let interruptions: u64 = view.processes.iter().map(|p| u64::from(p.header.interruptions)).sum();
    if interruptions > 0 {
        // The probe looks ten times a second.
        notes.push(format!(
            "initialised again {interruptions} times by the program: calls of up to 0.1 s each are missing"
        ));
    }
    for facts in view.processes.iter().flat_map(|p| &p.device.facts) {
        for (fault, text) in FAULTS {
            if facts.faults & fault as u64 != 0 {
                notes.push(format!("{}: {text}", facts.name));
            }
        }
    }
    if budget.refused {
        notes.push("too many functions and kernels: percentiles of the latest are left out".to_owned());
    }
    if budget.full {
        notes.push("too many processes, threads and kernels: the latest are left out".to_owned());
    }
    notes.sort();
    notes.dedup();
    notes
}

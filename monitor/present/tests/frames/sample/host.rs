//! The host's side of a made-up moment: functions of the API, and what their durations are spread over.

use super::numbers::{histogram, percentile, wave};
use std::sync::Arc;
use zetop_figures::snapshot::*;

/// (name, calls/s, average ns, spread of the latencies in octaves, errors)
pub(super) const APIS: [(&str, f64, f64, f64, u64); 31] = [
    ("zeCommandQueueSynchronize", 142.0, 2.55e6, 0.5, 0),
    ("zeCommandListAppendMemoryCopy", 1711.0, 65.8e3, 1.2, 0),
    ("zeCommandQueueExecuteCommandLists", 142.0, 332e3, 0.8, 0),
    ("zeMemAllocHost", 35.6, 1.25e6, 0.9, 0),
    ("zeCommandListAppendLaunchKernel", 856.0, 29.5e3, 1.0, 0),
    ("zeEventQueryStatus", 36e3, 419.0, 1.4, 0),
    ("zeModuleCreate", 0.023, 421e6, 0.9, 0),
    ("zeMemFree", 35.6, 228e3, 1.1, 0),
    ("zeCommandListReset", 142.0, 31e3, 0.6, 0),
    ("zeKernelSetArgumentValue", 2568.0, 310.0, 0.9, 0),
    ("zeEventHostReset", 1711.0, 290.0, 0.7, 0),
    ("zeEventHostSynchronize", 12.0, 88e3, 1.6, 3),
    ("zeCommandListClose", 142.0, 4.1e3, 0.5, 0),
    ("zeKernelSetGroupSize", 856.0, 270.0, 0.4, 0),
    ("zeContextCreate", 0.0115, 31e6, 0.1, 0),
    ("zeCommandQueueCreate", 0.023, 12e6, 0.3, 0),
    ("zeKernelCreate", 0.046, 5.1e6, 0.4, 0),
    ("zeCommandListCreate", 0.046, 2.2e6, 0.3, 0),
    ("zeEventPoolCreate", 0.0115, 1.9e6, 0.1, 0),
    ("zeEventCreate", 0.74, 17e3, 0.6, 0),
    ("zeMemAllocDevice", 0.14, 92e3, 0.7, 0),
    ("zeMemAllocShared", 0.07, 99e3, 0.6, 0),
    ("zeDeviceGetProperties", 0.035, 44e3, 0.5, 0),
    ("zeDeviceGetMemoryProperties", 0.023, 41e3, 0.3, 0),
    ("zeDeviceGetCommandQueueGroupProperties", 0.023, 9e3, 0.3, 0),
    ("zeInit", 0.0115, 18e6, 0.1, 0),
    ("zeDriverGet", 0.023, 1.1e3, 0.2, 0),
    ("zeDriverGetProperties", 0.0115, 2.4e3, 0.1, 0),
    ("zeDeviceGet", 0.023, 1.6e3, 0.2, 0),
    ("zeMemGetAllocProperties", 0.4, 2.9e3, 0.6, 0),
    ("zesDeviceGetProperties", 0.0115, 61e3, 0.1, 1),
];

pub(super) fn apis(seconds: f64, samples: usize) -> Vec<Api> {
    let mut apis: Vec<Api> = APIS
        .iter()
        .enumerate()
        .map(|(i, &(name, rate, average, octaves, errors))| {
            let calls = ((rate * seconds) as u64).max(1);
            let histogram = histogram(average, octaves, calls);
            let rate_history = (0..samples)
                .map(|s| {
                    rate * (0.75 + 0.5 * wave(s as f64, 7.0 + i as f64)) * f64::from(u8::from(rate > 0.5))
                })
                .collect();
            Api {
                id: i as u32,
                name: name.into(),
                family: if name.starts_with("zes") { "zes" } else { "ze" }.into(),
                role: Role::Other,
                calls,
                timed: calls,
                total_error_pct: 0.0,
                grown_ns: (calls as f64 * average) as u64,
                p99_uncertain: false,
                errors,
                total_ns: (calls as f64 * average) as u64,
                avg_ns: Some(average),
                min_ns: histogram.buckets.first().map(|b| b.0),
                max_ns: histogram.buckets.last().map(|b| b.1),
                p50_ns: Some(percentile(&histogram, 0.5)),
                p90_ns: Some(percentile(&histogram, 0.9)),
                p99_ns: Some(percentile(&histogram, 0.99)),
                calls_per_s: if rate > 0.5 { rate } else { 0.0 },
                before: None,
                quiet_ns: 0,
                faultless_ns: 0,
                last_error: (errors > 0).then(|| "ZE_RESULT_ERROR_DEVICE_LOST".into()),
                expected_errors: 0,
                expected_why: None,
                open_ns: 0,
                histogram,
                rate_history,
                share_pct: 0.0,
            }
        })
        .collect();
    let total: u64 = apis.iter().map(|a| a.total_ns).sum();
    for api in &mut apis {
        api.share_pct = api.total_ns as f64 / total as f64 * 100.0;
    }
    apis.sort_by_key(|api| std::cmp::Reverse(api.total_ns));
    apis
}

pub(super) fn process(pid: u32, command: &str, running: bool, rate: f64) -> Process {
    Process {
        pid,
        key: pid,
        member: Arc::default(),
        command: command.to_owned(),
        started: Some(1_764_060_000.5),
        state: if running { RunState::Running } else { RunState::Exited },
        busy_pct: Some((rate / 20.0).min(100.0)),
        watched_ns: 87_000_000_000,
        waits_ns: (rate * 0.9e6) as u64,
        kernels: (rate * 8.0) as u64,
        running,
        stopped: false,
        calls: (rate * 87.0) as u64,
        host_ns: (rate * 1.3e6) as u64,
        calls_per_s: if running { rate } else { 0.0 },
        device_ns: (rate * 1.5e6) as u64,
        bytes: (rate * 2.2e7) as u64,
        threads: 4,
        mode: "layer".into(),
        loader_version: "1.8.12".to_owned(),
        communicators: Vec::new(),
        collectives_ns: 0,
        collective_waits_ns: 0,
        copies_ns: 0,
        dearest: Dearest::default(),
        pending: 0,
        unfinished_ns: 0,
        silent_ns: 0,
        own_code_ns: None,
        between_ranks_ns: None,
    }
}

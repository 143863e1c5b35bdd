//! Memory of a made-up moment, by kind and by the line that allocated it.

use super::device::place;
use super::numbers::wave;
use zetop_figures::snapshot::*;

pub(super) fn memory(samples: usize) -> Vec<MemoryUse> {
    const MB: u64 = 1_000_000;
    let kind = |kind: &str, allocated_by: &str, live: u64, count, allocs, rate: f64, period| MemoryUse {
        kind: kind.into(),
        place: place(kind),
        live_bytes: live,
        live_count: count,
        peak_bytes: live * 5 / 4,
        allocs,
        frees: allocs - count,
        allocated_by: allocated_by.into(),
        allocs_per_s: rate,
        bytes_per_s: rate * 16.8e6,
        live_history: (0..samples).map(|i| live as f64 * (0.6 + 0.4 * wave(i as f64, period))).collect(),
    };
    vec![
        kind("host", "zeMemAllocHost", 537 * MB, 32, 3102, 35.6, 23.0),
        kind("device", "zeMemAllocDevice", 2148 * MB, 12, 12, 0.0, 90.0),
        kind("shared", "zeMemAllocShared", 67 * MB, 6, 6, 0.0, 300.0),
    ]
}

pub(super) fn memory_sites() -> Vec<MemorySite> {
    const MB: u64 = 1_000_000;
    let site = |line: u32, function: &str, kind: &str, live: u64, count, allocations| MemorySite {
        place: format!("stencil.cpp:{line} in {function}"),
        file: Some("/src/stencil.cpp".into()),
        line: Some(line),
        function: Some(function.into()),
        module: Some("/src/stencil".into()),
        callers: vec!["stencil.cpp:210 in main".to_owned()],
        kind: kind.into(),
        on: place(kind),
        is_known: true,
        live_bytes: live,
        live_count: count,
        peak_bytes: live * 5 / 4 + 8 * MB,
        allocations,
        frees: allocations - count,
        allocated_bytes: allocations * 16 * MB,
        noted: allocations,
        oldest_ns: (count > 0).then_some(41_000_000_000),
        mean_age_ns: (count > 0).then_some(33_000_000_000),
        share_pct: Some(100.0 * live as f64 / 2752e6),
        tree: vec![
            caller(0, "stencil.cpp:210 in main", 75.0),
            caller(0, "stencil.cpp:198 in warm_up", 25.0),
            caller(1, "stencil.cpp:207 in main", 25.0),
        ],
        levels: vec![live; 60],
        ..MemorySite::default()
    };
    let unknown = MemorySite {
        place: MemorySite::UNKNOWN.to_owned(),
        kind: "shared".into(),
        on: Place::Shared,
        live_bytes: 67 * MB,
        live_count: 6,
        peak_bytes: 67 * MB,
        allocations: 6,
        noted: 6,
        share_pct: Some(2.4),
        ..MemorySite::default()
    };
    vec![
        site(88, "Grid::allocate", "device", 2013 * MB, 8, 8),
        site(131, "staging_buffer", "host", 537 * MB, 32, 3102),
        site(94, "Halo::Halo", "device", 135 * MB, 4, 4),
        unknown,
    ]
}

pub(super) fn caller(depth: u32, place: &str, share_pct: f64) -> Caller {
    Caller { depth, place: place.to_owned(), share_pct, ..Caller::default() }
}

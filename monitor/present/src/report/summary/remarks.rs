//! What there is to say of the whole run and of its figures, a line each.

use zetop_figures::snapshot::{Cost, MemorySite, Quality, RunState, Snapshot};
use zetop_figures::view::device_state;
use zetop_figures::view::format::{bytes, clean, count, flushes, gbps, group, one_of, percent, time};
use zetop_figures::view::items::{Field, Item};

pub(super) fn remarks(s: &Snapshot) -> String {
    let lines = lines(s);
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

/// Everything that is a line: the device's totals, memory never freed, what is missing, what it cost.
pub(crate) fn lines(s: &Snapshot) -> Vec<String> {
    let mut lines = Vec::new();
    let host = &s.host;
    if host.timed < host.calls {
        lines.push(format!(
            "host calls: {} of {} timed (~), their total within {} (one standard error); --exact times all",
            group(host.timed),
            group(host.calls),
            percent(host.total_error_pct)
        ));
    }
    let device = &s.device;
    if let Some(coverage) = device.coverage_pct {
        let mut line =
            format!("device operations: {} timed, coverage {}", group(device.timed), percent(coverage));
        if device.missing() > 0 {
            let reasons: Vec<String> =
                device.missing_reasons().map(|(reason, n)| format!("{} {reason}", count(n))).collect();
            line += &format!(", {} untimed ({})", group(device.missing()), reasons.join(", "));
        }
        lines.push(line);
    }
    if device.sampled > 0 {
        let all = device.sampled.saturating_add(device.timed);
        lines.push(format!(
            "device operations: {} (~), to stay within --budget; --exact times all",
            one_of(device.timed, all)
        ));
    }
    lines.extend(device.flushes.as_ref().map(flushes));
    if device.fills.ops > 0 {
        let f = &device.fills;
        let total = Item::Fills(f).figure(Field::Total, f.total_ns as f64);
        lines.push(format!("fills: {} of {} in {total}", group(f.ops), bytes(f.bytes)));
    }
    for (id, sensors) in s.devices.iter().filter_map(|device| Some((device.id, device.sensors.as_ref()?))) {
        let mut state = device_state::lines(id, sensors).into_iter().map(|(text, _)| text);
        lines.extend(state.next().map(|text| format!("{text} (for all programs, by {})", sensors.source)));
        lines.extend(state);
    }
    // A program that goes on may still free its memory.
    let left = if s.state == RunState::Exited { "never freed" } else { "not freed so far" };
    for kind in s.memory.iter().filter(|kind| kind.live_count > 0) {
        lines.push(format!(
            "{left}: {} from {}, {}{}",
            group(kind.live_count),
            kind.allocated_by,
            bytes(kind.live_bytes),
            MemorySite::holds_most(&s.memory_sites, &kind.kind)
                .map_or_else(String::new, |place| format!("; most at {}", clean(&place)))
        ));
    }
    lines.extend(s.quality.notes.iter().map(|note| format!("note: {note}")));
    let quality = &s.quality;
    if quality.dropped_records > 0 {
        lines.push(format!(
            "{} records of single calls and operations dropped: counts, times and percentiles are whole",
            group(quality.dropped_records)
        ));
    }
    if quality.invalid_timestamps > 0 {
        lines.push(format!("{} invalid device timestamps", group(quality.invalid_timestamps)));
    }
    if let (Some(cost), Some(share)) = (quality.probe_ns_per_call, quality.probe_pct_of_wall) {
        lines.push(format!(
            "probe: {} per call, {} of wall time{}",
            time(cost),
            percent(share),
            parts(quality)
        ));
    }
    for direction in s.history.directions.iter().filter(|d| d.peak > 0.0) {
        lines.push(format!(
            "throughput {}: average {} GB/s, peak {} GB/s{}",
            direction.direction,
            gbps(direction.average),
            gbps(direction.peak),
            direction
                .limit
                .as_ref()
                .map(|(limit, what)| format!(" ({} of {what})", percent(100.0 * direction.peak / limit)))
                .unwrap_or_default(),
        ));
    }
    lines
}

/// Names what the probe costs beside counting calls; empty if that is nothing.
fn parts(quality: &Quality) -> String {
    let Cost { operations_ns, records_ns, ranges_ns, threads_ns, .. } = quality.cost;
    let parts = [
        ("operations", operations_ns),
        ("records", records_ns),
        ("ranges", ranges_ns),
        ("its threads", threads_ns),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(_, ns)| *ns > 0)
        .map(|(part, ns)| format!("{part} {}", time(*ns as f64)))
        .collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}

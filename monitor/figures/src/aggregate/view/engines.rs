//! What the engines of each device did at the same time.

use super::devices::DeviceMap;
use crate::aggregate::scope::Scope;
use crate::aggregate::timeline::{EngineWork, STRIP_NS, Span};
use crate::snapshot::{Busy, Engines, Lane};
use std::collections::BTreeMap;

/// Operations of a queue that a strip shows; more can't be told apart in it.
const MOST_SPANS: usize = 4096;
const MOST_LANES: usize = 64;

pub(super) fn engines(view: &Scope<'_>, devices: &DeviceMap<'_>) -> Vec<Engines> {
    let mut all: BTreeMap<u32, (Engines, u64)> = BTreeMap::new();
    for (i, process) in view.processes.iter().enumerate() {
        for (device, timeline) in process.device.timelines.iter().enumerate() {
            let totals = if view.ended { timeline.totals() } else { timeline.counted() };
            let id = devices.id(i, device as u32);
            let (engines, newest) = all.entry(id).or_default();
            engines.device = id;
            engines.kernel_ns = engines.kernel_ns.saturating_add(totals.kernel_ns);
            engines.copy_ns = engines.copy_ns.saturating_add(totals.copy_ns);
            engines.both_ns = engines.both_ns.saturating_add(totals.both_ns);
            engines.late_ns = engines.late_ns.saturating_add(totals.late_ns);
            // Of several processes, the one that did something last.
            if timeline.newest() > *newest {
                *newest = timeline.newest();
                let (from, lanes) = timeline.last(STRIP_NS);
                engines.lanes = lanes.into_iter().take(MOST_LANES).map(|lane| strip(lane, from)).collect();
            }
        }
    }
    let finish = |(engines, _): (Engines, u64)| Engines {
        overlap_pct: (engines.copy_ns > 0).then(|| 100.0 * engines.both_ns as f64 / engines.copy_ns as f64),
        window_ns: STRIP_NS,
        ..engines
    };
    let used = |engines: &Engines| engines.kernel_ns > 0 || engines.copy_ns > 0 || !engines.lanes.is_empty();
    all.into_values().map(finish).filter(used).collect()
}

fn strip((queue, spans): ((u16, u16), Vec<Span>), from: u64) -> Lane {
    let busy = |span: &Span| Busy {
        start: span.start.saturating_sub(from),
        end: span.end.saturating_sub(from),
        copy: span.work == EngineWork::Copy,
    };
    let skipped = spans.len().saturating_sub(MOST_SPANS);
    Lane { queue, spans: spans.iter().skip(skipped).map(busy).collect() }
}

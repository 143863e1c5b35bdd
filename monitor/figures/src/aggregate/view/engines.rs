//! What the engines of each device did at the same time.

use super::devices::DeviceMap;
use crate::aggregate::process::Process;
use crate::aggregate::scope::Scope;
use crate::aggregate::timeline::{EngineWork, STRIP_NS, Span};
use crate::snapshot::{Busy, Engines, QueueLane};
use std::collections::BTreeMap;

/// Operations of a queue that a strip shows; more can't be told apart in it.
const MOST_SPANS: usize = 4096;
const MOST_LANES: usize = 64;

pub(super) fn engines(view: &Scope<'_>, devices: &DeviceMap<'_>) -> Vec<Engines> {
    let mut all: BTreeMap<u32, (Engines, Vec<Strips>)> = BTreeMap::new();
    for (i, process) in view.processes.iter().enumerate() {
        for (device, timeline) in process.device.timelines.iter().enumerate() {
            let totals = timeline.totals();
            let id = devices.id(i, device as u32);
            let (engines, strips) = all.entry(id).or_default();
            engines.device = id;
            let factor = process.device.factor(device);
            let all = |ns: u64| if factor > 1.0 { (ns as f64 * factor) as u64 } else { ns };
            engines.kernel_ns = engines.kernel_ns.saturating_add(all(totals.kernel_ns));
            engines.copy_ns = engines.copy_ns.saturating_add(all(totals.copy_ns));
            engines.both_ns = engines.both_ns.saturating_add(all(totals.both_ns));
            engines.late_ns = engines.late_ns.saturating_add(all(totals.late_ns));
            let (from, lanes) = timeline.last(STRIP_NS);
            if totals.kernel_ns > 0 || totals.copy_ns > 0 || !lanes.is_empty() {
                engines.processes += 1;
                strips.push(Strips { rank: process.member.rank, of: name(process), from, lanes });
            }
        }
    }
    let finish = |(engines, strips): (Engines, Vec<Strips>)| Engines {
        overlap_pct: (engines.copy_ns > 0).then(|| 100.0 * engines.both_ns as f64 / engines.copy_ns as f64),
        window_ns: STRIP_NS,
        lanes: side_by_side(strips),
        ..engines
    };
    let used = |engines: &Engines| engines.kernel_ns > 0 || engines.copy_ns > 0 || !engines.lanes.is_empty();
    all.into_values().map(finish).filter(used).collect()
}

/// What the queues of a process did since a time.
struct Strips {
    rank: Option<u32>,
    of: String,
    from: u64,
    lanes: BTreeMap<(u16, u16), Vec<Span>>,
}

fn name(process: &Process) -> String {
    match process.member.rank {
        Some(rank) => format!("r{rank}"),
        None => format!("p{}", process.pid),
    }
}

/// The queues of all processes, in the time of the one that did something last.
fn side_by_side(mut all: Vec<Strips>) -> Vec<QueueLane> {
    all.sort_by_key(|strips| strips.rank.unwrap_or(u32::MAX));
    let from = all.iter().map(|strips| strips.from).max().unwrap_or(0);
    let several = all.len() > 1;
    let mut lanes = Vec::new();
    for strips in all {
        for (queue, mut spans) in strips.lanes {
            spans.retain(|span| span.end > from);
            if !spans.is_empty() && lanes.len() < MOST_LANES {
                lanes.push(strip(several.then(|| strips.of.clone()), queue, &spans, from));
            }
        }
    }
    lanes
}

fn strip(of: Option<String>, queue: (u16, u16), spans: &[Span], from: u64) -> QueueLane {
    let busy = |span: &Span| Busy {
        start: span.start.saturating_sub(from),
        end: span.end.saturating_sub(from),
        copy: span.work == EngineWork::Copy,
    };
    let skipped = spans.len().saturating_sub(MOST_SPANS);
    QueueLane { of, queue, spans: spans.iter().skip(skipped).map(busy).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four workers with a queue each were drawn as one.
    #[test]
    fn queues_of_several_processes_have_one_time_and_a_name() {
        let span = |start, end| Span { start, end, lane: (0, 0), work: EngineWork::Kernel };
        let of = |name: &str, from, spans: Vec<Span>| Strips {
            rank: name.strip_prefix('r').and_then(|rank| rank.parse().ok()),
            of: name.to_owned(),
            from,
            lanes: BTreeMap::from([((0, 0), spans)]),
        };
        let lanes = side_by_side(vec![
            of("r1", 150, vec![span(160, 170)]),
            of("r0", 100, vec![span(100, 140), span(190, 230)]),
            of("r2", 20, vec![span(30, 40)]),
        ]);
        let shown: Vec<_> = lanes
            .iter()
            .map(|lane| {
                (lane.of.as_deref(), lane.spans.iter().map(|busy| (busy.start, busy.end)).collect::<Vec<_>>())
            })
            .collect();
        // The third one did nothing lately.
        assert_eq!(shown, [(Some("r0"), vec![(40, 80)]), (Some("r1"), vec![(10, 20)])]);
        assert_eq!(side_by_side(vec![of("p7", 0, vec![span(1, 2)])])[0].of, None);
    }
}

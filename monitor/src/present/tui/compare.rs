//! What has changed since the baseline (`b`): the figures of the time after it against those before it.

use crate::present::tui::items::{Field, Item, find};
use crate::snapshot::{Direction, DirectionHistory, Snapshot};
use crate::sum::sum;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Since {
    /// Share since the baseline minus share before it, in percentage points.
    pub share_points: Option<f64>,
    /// Average since the baseline against the average before it, in percent.
    pub avg_pct: Option<f64>,
}

/// None when the row has seen nothing since.
pub fn since(now: &Snapshot, baseline: &Snapshot, item: &Item<'_>) -> Option<Since> {
    let before = find(baseline, &item.id());
    let of = |item: &Item<'_>, field| item.value(field).unwrap_or(0.0);
    let calls = of(item, Field::Calls) - before.map_or(0.0, |b| of(&b, Field::Calls));
    let total = of(item, Field::Total) - before.map_or(0.0, |b| of(&b, Field::Total));
    if calls <= 0.0 {
        return None;
    }
    let all = whole(now, item) - whole(baseline, item);
    let avg = total / calls;
    Some(Since {
        share_points: (all > 0.0).then(|| total / all * 100.0 - before.map_or(0.0, |b| of(&b, Field::Share))),
        avg_pct: before
            .and_then(|b| b.value(Field::Avg))
            .filter(|before| *before > 0.0)
            .map(|before| (avg / before - 1.0) * 100.0),
    })
}

/// The time of which an item has a share.
fn whole(snapshot: &Snapshot, item: &Item<'_>) -> f64 {
    match item {
        Item::Api(_) => snapshot.host.total_ns as f64,
        _ => {
            let work = &snapshot.device;
            let kernels = sum(work.kernels.iter().chain(&work.others).map(|k| k.total_ns));
            let transfers = sum(work.transfers.iter().map(|t| t.total_ns));
            kernels as f64 + transfers as f64 + work.fills.total_ns as f64
        }
    }
}

/// Intervals that a mean of throughput looks back on.
const WINDOW: usize = 20;

/// Mean throughput lately, since the baseline at most, and the mean lately when it was marked; GB/s.
pub fn throughput(now: &Snapshot, baseline: &Snapshot, direction: Direction) -> Option<(f64, f64)> {
    let of = |snapshot: &Snapshot| -> Option<DirectionHistory> {
        snapshot.history.directions.iter().find(|d| d.direction == direction).cloned()
    };
    let after = of(now)?;
    let elapsed = now.elapsed_ns.saturating_sub(baseline.elapsed_ns);
    let intervals = (elapsed / now.history.interval_ns.max(1)) as usize;
    if intervals == 0 {
        return None;
    }
    let before = of(baseline).map_or(0.0, |d| mean(&d.gbps, WINDOW));
    Some((mean(&after.gbps, intervals.min(WINDOW)), before))
}

fn mean(values: &[f64], last: usize) -> f64 {
    let values = &values[values.len().saturating_sub(last)..];
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Api, History, Host};

    fn snapshot(total: [u64; 2], calls: [u64; 2], elapsed_s: u64, gbps: Vec<f64>) -> Snapshot {
        let all: u64 = total.iter().sum();
        let apis = (0..2)
            .map(|i| Api {
                id: i as u32,
                calls: calls[i],
                total_ns: total[i],
                share_pct: total[i] as f64 / all as f64 * 100.0,
                avg_ns: Some(total[i] as f64 / calls[i] as f64),
                ..Api::default()
            })
            .collect();
        Snapshot {
            elapsed_ns: elapsed_s * 1_000_000_000,
            host: Host { apis, total_ns: all, ..Host::default() },
            history: History {
                interval_ns: 1_000_000_000,
                directions: vec![DirectionHistory {
                    direction: Direction::HostToDevice,
                    gbps,
                    ..DirectionHistory::default()
                }],
                ..History::default()
            },
            ..Snapshot::default()
        }
    }

    #[test]
    fn only_what_came_after_counts() {
        let before = snapshot([600, 400], [6, 4], 10, vec![5.0; 10]);
        let mut values = vec![5.0; 10];
        values.extend([10.0, 12.0]);
        let now = snapshot([650, 550], [7, 5], 12, values);
        let first = since(&now, &before, &Item::Api(&now.host.apis[0])).unwrap();
        assert_eq!(first.share_points, Some(25.0 - 60.0));
        assert_eq!(first.avg_pct, Some(-50.0));
        let second = since(&now, &before, &Item::Api(&now.host.apis[1])).unwrap();
        assert_eq!(second.avg_pct, Some(50.0));
        assert_eq!(throughput(&now, &before, Direction::HostToDevice), Some((11.0, 5.0)));
        assert_eq!(throughput(&before, &before, Direction::HostToDevice), None, "no time has passed");
        assert_eq!(since(&before, &before, &Item::Api(&before.host.apis[0])), None);
    }
}

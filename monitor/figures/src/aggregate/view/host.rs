//! The table of API functions.

use super::units::share;
use crate::aggregate::latency::{Latencies, spread};
use crate::aggregate::names::FunctionId;
use crate::aggregate::scope::Scope;
use crate::aggregate::series::{KEPT, Series, per_second};
use crate::snapshot::{Api, Host};
use crate::sum::sum;
use crate::ticks::ns;
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_wire::layout::GROUP;

/// A function's figures in several processes.
#[derive(Default)]
struct Row<'a> {
    calls: u64,
    errors: u64,
    timed: u64,
    /// Timed calls that each stand for a group.
    sampled: u64,
    total_ns: u64,
    /// Time so far of calls that have not returned.
    open_ns: u64,
    grown_ns: u64,
    /// Square of the standard error of `total_ns`.
    error_ns_2: f64,
    min_ns: Option<u64>,
    max_ns: Option<u64>,
    /// With the ns of a tick.
    latencies: Vec<(&'a Latencies, f64)>,
    series: Vec<&'a Series>,
    called_at: u64,
    /// The last error, and when it was seen.
    failed: (u64, Option<Arc<str>>),
    expected: u64,
    expected_why: Option<Arc<str>>,
}

impl Row<'_> {
    /// How many timed calls lie beyond a percentile, at least: all of them may stand for groups.
    fn timed_beyond(&self, percent: u64) -> u64 {
        let calls = self.calls / 100 * (100 - percent);
        let of_groups = self.sampled.min(calls / GROUP);
        of_groups + (calls - of_groups * GROUP)
    }
}

pub(super) fn host(view: &Scope<'_>) -> Host {
    let mut rows: BTreeMap<FunctionId, Row<'_>> = BTreeMap::new();
    for p in &view.processes {
        for (id, function) in p.functions.iter() {
            let figures = function.figures();
            if figures.calls == 0 && function.open == 0 {
                continue;
            }
            let row = rows.entry(id).or_default();
            row.calls = row.calls.saturating_add(figures.calls);
            row.errors = row.errors.saturating_add(figures.errors);
            row.timed = row.timed.saturating_add(figures.timed);
            row.sampled = row.sampled.saturating_add(figures.sampled);
            row.total_ns = row.total_ns.saturating_add(ns(figures.estimated_total(), p.ns_per_tick));
            row.open_ns = row.open_ns.saturating_add(ns(function.open, p.ns_per_tick));
            row.grown_ns = row.grown_ns.saturating_add(ns(figures.total, p.ns_per_tick));
            row.error_ns_2 += (figures.total_error() * p.ns_per_tick).powi(2);
            if let Some(min) = figures.min {
                let (min, max) = (ns(min, p.ns_per_tick), ns(figures.max, p.ns_per_tick));
                row.min_ns = Some(row.min_ns.map_or(min, |m| m.min(min)));
                row.max_ns = Some(row.max_ns.map_or(max, |m| m.max(max)));
            }
            row.latencies.push((&function.latencies, p.ns_per_tick));
            row.series.push(&function.calls);
            row.called_at = row.called_at.max(function.called_at);
            row.expected = row.expected.saturating_add(function.expected.min(figures.errors));
            row.expected_why = row.expected_why.take().or_else(|| function.expected_why.clone());
            if figures.errors > 0 && function.failed_at >= row.failed.0 {
                row.failed = (function.failed_at, Some(p.dictionary.result(figures.last_error)));
            }
        }
    }
    let total_ns = sum(rows.values().map(|r| r.total_ns.saturating_add(r.open_ns)));
    let error_ns_2: f64 = rows.values().map(|r| r.error_ns_2).sum();
    let mut apis: Vec<Api> = rows.iter().filter_map(|(id, row)| api(*id, row, total_ns, view)).collect();
    apis.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then_with(|| a.name.cmp(&b.name)));
    Host {
        calls: sum(apis.iter().map(|a| a.calls)),
        timed: sum(apis.iter().map(|a| a.timed)),
        errors: sum(apis.iter().map(|a| a.errors)),
        total_ns,
        total_error_pct: error_pct(error_ns_2, total_ns),
        calls_per_s: view.processes.iter().map(|p| view.window.per_second(&p.calls)).sum(),
        wall_pct: view
            .processes
            .iter()
            .map(|p| {
                // A call that was not seen in progress counts when it returns, so it may be longer than the window.
                let most = 100.0 * p.header.blocks.max(1) as f64;
                (view.window.per_second(&p.ticks) * p.ns_per_tick / 1e9 * 100.0).min(most)
            })
            .sum(),
        apis,
    }
}

/// Fewer timed calls beyond a percentile than this, and it is uncertain.
const ENOUGH_BEYOND: u64 = 100;

/// A standard error, squared, of a total.
fn error_pct(error_ns_2: f64, total_ns: u64) -> f64 {
    // A damaged file's may be anything, but no JSON has a number that is none.
    let pct = 100.0 * error_ns_2.sqrt() / total_ns.max(1) as f64;
    if pct.is_finite() { pct } else { f64::MAX }
}

fn api(id: FunctionId, row: &Row<'_>, all_ns: u64, view: &Scope<'_>) -> Option<Api> {
    let function = view.names.function(id)?;
    let spread = spread(row.latencies.iter().copied()).within(row.min_ns.zip(row.max_ns));
    let first = view.window.first.max(view.window.end.saturating_sub(KEPT as u64));
    let mut calls = vec![0; (view.window.end - first) as usize];
    row.series.iter().for_each(|series| series.add_to(first, &mut calls));
    Some(Api {
        name: Arc::clone(&function.name),
        family: Arc::clone(&function.family),
        role: function.role,
        calls: row.calls,
        timed: row.timed,
        errors: row.errors,
        total_ns: row.total_ns.saturating_add(row.open_ns),
        total_error_pct: error_pct(row.error_ns_2, row.total_ns),
        share_pct: share(row.total_ns.saturating_add(row.open_ns), all_ns),
        min_ns: row.min_ns,
        max_ns: row.max_ns,
        avg_ns: (row.calls > 0).then(|| row.total_ns as f64 / row.calls as f64),
        p50_ns: spread.p50,
        p90_ns: spread.p90,
        p99_ns: spread.p99,
        grown_ns: row.grown_ns.saturating_add(row.open_ns),
        open_ns: row.open_ns,
        p99_uncertain: row.timed < row.calls && row.timed_beyond(99) < ENOUGH_BEYOND,
        id,
        quiet_ns: view.now.saturating_sub(row.called_at),
        faultless_ns: view.now.saturating_sub(row.failed.0),
        last_error: row.failed.1.clone(),
        expected_errors: row.expected,
        expected_why: row.expected_why.clone(),
        before: None,
        calls_per_s: row.series.iter().map(|s| view.window.per_second(s)).sum(),
        histogram: spread.buckets,
        rate_history: calls.into_iter().map(|calls| per_second(calls, 1)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn a_tail_may_be_of_groups_alone() {
        let row = |calls, sampled| Row { calls, sampled, ..Row::default() };
        assert_eq!(row(20_000, 0).timed_beyond(99), 200, "all timed");
        assert_eq!(row(20_000, 1_000).timed_beyond(99), 12 + 8);
        assert_eq!(row(160_000, 8_000).timed_beyond(99), 100);
        assert_eq!(row(160_000, 50).timed_beyond(99), 50 + 800);
    }
}

//! Which range of a process is a step: what returns again and again on a thread, and takes most of its time in ranges. Without
//! one, what its queue repeats is a guess.

use super::ranges::{UNNAMED, common_names};
use super::units::share;
use crate::aggregate::latency::spread;
use crate::aggregate::process::Process;
use crate::aggregate::ranges::RangeRow;
use crate::aggregate::scope::Scope;
use crate::aggregate::series::KEPT;
use crate::snapshot::{RangeWork, Step};
use crate::sum::sum;
use crate::ticks::ns;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use zetop_wire::layout::{OTHER_RANGES, OpKind, RANGE_INTERFACES, RangeSort};

/// A range that has returned less often is none.
const LEAST: u64 = 3;
/// Part of a thread's time in outermost ranges that its steps take at least: two thirds.
const MOST_OF: (u64, u64) = (2, 3);

/// Frames before nested ranges, since that is what they are for.
type Kind<'a> = (bool, u8, &'a str, &'a str);

/// One for each process in view that has some.
pub(super) fn steps(view: &Scope<'_>) -> Vec<Step> {
    view.processes
        .iter()
        .filter_map(|process| marked(process, view).or_else(|| guess(process, view)))
        .collect()
}

fn marked(process: &Process, view: &Scope<'_>) -> Option<Step> {
    let common = common_names(process);
    let kind = |row: &'_ RangeRow| -> Option<(bool, u8, Arc<str>, Arc<str>)> {
        let figures = row.figures();
        let is_outermost = figures.parent.is_none() && figures.sort == RangeSort::Nested;
        let is_frame = figures.sort == RangeSort::Frame;
        let name = common.get(&row.names.name).unwrap_or(&row.names.name);
        // What is counted together is of many names.
        let is_one = **name != *OTHER_RANGES;
        (is_one && (is_outermost || is_frame))
            .then(|| (is_frame, figures.interface, Arc::clone(&row.names.domain), Arc::clone(name)))
    };
    let rows: Vec<_> = process.ranges.marked().filter_map(|(n, row)| Some((*n, row, kind(row)?))).collect();
    // By thread: count and ticks of each kind.
    let mut threads: BTreeMap<u16, BTreeMap<Kind<'_>, (u64, u64)>> = BTreeMap::new();
    for (_, row, (is_frame, interface, domain, name)) in &rows {
        let figures = row.figures();
        let of = threads
            .entry(figures.block)
            .or_default()
            .entry((*is_frame, *interface, domain, name))
            .or_default();
        *of = (of.0.saturating_add(figures.ended), of.1.saturating_add(figures.total));
    }
    let (.., found) = threads.values().filter_map(|kinds| of_thread(kinds, process, view)).max()?;
    let of_it = rows.iter().filter(|(.., (is_frame, interface, domain, name))| {
        found == (*is_frame, *interface, &**domain, &**name)
    });
    let (numbers, its): (Vec<u32>, Vec<&RangeRow>) = of_it.map(|(number, row, _)| (*number, *row)).unzip();
    Some(step(process, found, &its, work(process, &numbers), view))
}

/// The rounds that make up most of the process's kernels.
fn guess(process: &Process, view: &Scope<'_>) -> Option<Step> {
    let row = process.ranges.rounds().max_by_key(|row| row.figures().total)?;
    let figures = row.figures();
    let of_kernels = process.device.classes.iter().flatten().filter(|of| of.class.kind == OpKind::Kernel);
    let launches = sum(of_kernels.map(|of| of.sums().timed));
    let work = RangeWork {
        kernels: figures.kernels,
        kernel_ns: figures.kernel_ns,
        copies: figures.copies,
        copy_ns: figures.copy_ns,
        bytes: figures.bytes,
    };
    let is_most = figures.kernels.saturating_mul(2) >= launches;
    (figures.ended >= LEAST && is_most)
        .then(|| step(process, (false, 0, "", &row.names.name), &[row], work, view))
}

/// The kind of range of a thread that is a step, with its ticks.
fn of_thread<'a>(
    kinds: &BTreeMap<Kind<'a>, (u64, u64)>,
    process: &Process,
    view: &Scope<'_>,
) -> Option<(bool, u64, Kind<'a>)> {
    let all = sum(kinds.iter().filter(|(kind, _)| !kind.0).map(|(_, of)| of.1));
    let returns = kinds.iter().filter(|(kind, (count, ticks))| {
        let is_most = u128::from(*ticks) * u128::from(MOST_OF.1) >= u128::from(all) * u128::from(MOST_OF.0);
        let mean_ns = ns(*ticks, process.ns_per_tick) / count.max(&1);
        *count >= LEAST && (kind.0 || is_most) && mean_ns <= view.elapsed_ns / LEAST
    });
    returns.map(|(kind, (_, ticks))| (kind.0, *ticks, *kind)).max()
}

/// What was launched in these ranges and in those within them.
fn work(process: &Process, numbers: &[u32]) -> RangeWork {
    let mut within: HashMap<u32, bool> = HashMap::new();
    let mut sum = RangeWork::default();
    for (number, row) in process.ranges.marked() {
        let figures = row.figures();
        let of_parent = figures.parent.and_then(|parent| within.get(&parent).copied()).unwrap_or(false);
        let is_within = of_parent || numbers.contains(number);
        within.insert(*number, is_within);
        if is_within {
            sum = sum.plus(RangeWork {
                kernels: figures.kernels,
                kernel_ns: figures.kernel_ns,
                copies: figures.copies,
                copy_ns: figures.copy_ns,
                bytes: figures.bytes,
            });
        }
    }
    sum
}

fn step(process: &Process, kind: Kind<'_>, rows: &[&RangeRow], work: RangeWork, view: &Scope<'_>) -> Step {
    let (is_frame, interface, domain, name) = kind;
    let rate = process.ns_per_tick;
    let figures: Vec<_> = rows.iter().map(|row| row.figures()).collect();
    let count = sum(figures.iter().map(|of| of.ended));
    let total_ns = ns(sum(figures.iter().map(|of| of.total)), rate);
    let min_ns = figures.iter().filter_map(|of| of.min).min().map(|min| ns(min, rate));
    let max_ns = figures.iter().map(|of| of.max).max().map(|max| ns(max, rate));
    let spread = spread(rows.iter().map(|row| (&row.latencies, rate))).within(min_ns.zip(max_ns));
    let first = view.window.first.max(view.window.end.saturating_sub(KEPT as u64));
    let mut ended = vec![0; (view.window.end - first) as usize];
    let mut ticks = ended.clone();
    for row in rows {
        row.ended.add_to(first, &mut ended);
        row.ticks.add_to(first, &mut ticks);
    }
    let mean = |(ended, ticks): (u64, u64)| if ended == 0 { 0.0 } else { ticks as f64 * rate / ended as f64 };
    let of_total = |ns: u64| (total_ns > 0).then(|| share(ns, total_ns));
    let waits_ns = ns(sum(figures.iter().map(|of| of.waited)), rate).min(total_ns);
    let is_guess = rows.iter().any(|row| row.figures().sort == RangeSort::Round);
    // Frames are of no thread, so nobody knows what was done in them; rounds are of the device.
    let on_device = |of: u64| of_total(of).filter(|_| !is_frame);
    let on_host = |of: u64| on_device(of).filter(|_| !is_guess);
    Step {
        pid: process.pid,
        rank: process.member.rank,
        guessed: is_guess,
        name: if name.is_empty() { UNNAMED.into() } else { name.into() },
        domain: Some(domain).filter(|domain| !domain.is_empty()).map(Arc::from),
        interface: RANGE_INTERFACES.get(usize::from(interface)).copied().unwrap_or_default(),
        count,
        per_s: rows.iter().map(|row| view.window.per_second(&row.ended)).sum(),
        total_ns,
        min_ns,
        max_ns,
        avg_ns: (count > 0).then(|| total_ns as f64 / count as f64),
        p50_ns: spread.p50,
        p90_ns: spread.p90,
        p99_ns: spread.p99,
        kernel_pct: on_device(work.kernel_ns),
        copy_pct: on_device(work.copy_ns),
        waits_pct: on_host(waits_ns),
        host_pct: on_host(total_ns - waits_ns),
        work,
        histogram: spread.buckets,
        history: ended.into_iter().zip(ticks).map(mean).collect(),
        key: process.key,
    }
}

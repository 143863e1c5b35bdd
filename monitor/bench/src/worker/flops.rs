//! Multiply-adds by the number of work groups: how many keep the device busy.

use super::estimate;
use super::gpu::interface::{Argument, Command, Launch};
use super::gpu::open;
use super::link::Link;
use crate::memory_kind::MemoryKind;
use crate::messages::{Curve, DOUBLE, FromWorker, MULTIPLY_ADD, MULTIPLY_ADD_DOUBLE, Point, SINGLE, Step};
use anyhow::Result;
use std::collections::BTreeSet;
use zetop_figures::view::format;

/// Work items of a group, and rounds of the kernel, each with eight multiply-adds.
const ITEMS: u32 = 32;
const ROUNDS: u32 = 8192;
/// Operations of a group.
const OPERATIONS: f64 = 2.0 * 8.0 * ITEMS as f64 * ROUNDS as f64;
/// Up to this number of groups each number is measured; on a larger device this many numbers, evenly spread, and those
/// where the rate may turn.
const EACH: u32 = 700;
const POINTS: u32 = 192;
/// Number of group counts that double precision is measured at. The peak is what matters there, so they lie evenly, and some are
/// multiples of the execution units.
const DOUBLE_POINTS: u32 = 28;

/// From one to twice as many as there are hardware threads.
fn groups(threads: u32) -> Vec<u32> {
    let most = 2 * threads;
    if most <= EACH {
        return (1..=most).collect();
    }
    let evenly = (1..=POINTS).map(|point| (u64::from(most) * u64::from(point) / u64::from(POINTS)) as u32);
    let powers = (0..u32::BITS).map(|power| 1 << power).filter(|groups| *groups <= most);
    let turns = [threads - 1, threads, threads + 1];
    let all: BTreeSet<u32> = evenly.chain(powers).chain(turns).collect();
    all.into_iter().collect()
}

/// Group counts that double precision is measured at.
fn double_groups(threads: u32) -> Vec<u32> {
    let most = u64::from(2 * threads);
    let points = (1..=DOUBLE_POINTS).map(|point| (most * u64::from(point) / u64::from(DOUBLE_POINTS)) as u32);
    let all: BTreeSet<u32> = points.filter(|groups| *groups > 0).collect();
    all.into_iter().collect()
}

pub(super) fn run(link: &Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let threads = gpu.facts().threads;
    let most = 2 * threads;
    let out = gpu.allocate(MemoryKind::Device, u64::from(8 * ITEMS * most))?;
    gpu.build_kernels()?;
    let no_double = gpu.build_double_kernels().err();
    let arguments = [Argument::Buffer(out.place()), Argument::U32(ROUNDS)];
    let work_of = |kernel: &'static str, groups: u32| {
        let launch = Launch { kernel, items: [ITEMS, 1, 1], groups: [groups, 1, 1], arguments: &arguments };
        gpu.record(&[Command::Launch(launch)])
    };
    let doubles = if no_double.is_some() { Vec::new() } else { double_groups(threads) };
    let series = [(SINGLE, MULTIPLY_ADD, groups(threads)), (DOUBLE, MULTIPLY_ADD_DOUBLE, doubles)];
    // What has been done before the first step.
    let (mut before, mut steps, mut seconds) = (0, 0, 0.0);
    for (_, kernel, groups) in series.iter().filter(|(.., groups)| !groups.is_empty()) {
        let kernel = *kernel;
        let longest = estimate::seconds(|| work_of(kernel, most)?.execute())?;
        before += 1;
        let launches: f64 = groups.iter().map(|groups| f64::from(*groups) / f64::from(most)).sum();
        seconds += launches * longest * f64::from(task.repeats + 1);
        steps += groups.len() as u64;
    }
    let needs = vec![
        format!("{} of device memory", format::bytes(u64::from(8 * ITEMS * most))),
        format!(
            "{steps} numbers of groups of {ITEMS} work items, from 1 to {most}, on {threads} hardware threads"
        ),
        estimate::about(steps, seconds),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, steps)))?;
    if let Some(why) = no_double {
        let why = why.to_string();
        link.say(FromWorker::Note(format!(
            "no double precision here: {}",
            why.lines().next().unwrap_or("")
        )))?;
    }
    for (series, kernel, groups) in series {
        for groups in groups {
            let work = work_of(kernel, groups)?;
            work.execute()?;
            let at = Point { series: series.to_owned(), x: u64::from(groups) };
            let repeats = u64::from(task.repeats);
            let step = Step { at, operations: repeats, before: before + 1 };
            if !link.repeat(step, repeats, || work.execute())? {
                return Ok(());
            }
            before = 0;
            link.measured([(kernel, vec![OPERATIONS * f64::from(groups)])])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{double_groups, groups};

    #[test]
    fn a_small_device_is_measured_group_by_group() {
        assert_eq!(groups(168), (1..=336).collect::<Vec<_>>());
        assert!(groups(0).is_empty() && double_groups(0).is_empty());
        // Multiples of the execution units, from four threads each on.
        assert!([96, 168, 336].iter().all(|groups| double_groups(168).contains(groups)));
        for threads in [4096, 132 * 64] {
            let large = groups(threads);
            assert!(large.len() < 220 && large.is_sorted(), "{large:?}");
            let turns = [1, 2, 2048, 4096, threads - 1, threads, threads + 1];
            assert!(turns.iter().all(|groups| large.contains(groups)), "{large:?}");
            assert_eq!((large.first(), large.last()), (Some(&1), Some(&(2 * threads))));
        }
    }
}

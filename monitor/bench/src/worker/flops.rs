//! Multiply-adds by the number of work groups: how many keep the device busy.

use super::estimate;
use super::gpu::interface::{Argument, Command, Launch};
use super::gpu::open;
use super::link::Link;
use crate::kinds::Side;
use crate::messages::{At, Curve, FromWorker, MULTIPLY_ADD, Step};
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

pub(super) fn run(link: &Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let threads = gpu.facts().threads;
    let groups = groups(threads);
    let most = 2 * threads;
    let out = gpu.allocate(Side::Device, u64::from(4 * ITEMS * most))?;
    gpu.build_kernels()?;
    let arguments = [Argument::Buffer(out.place()), Argument::U32(ROUNDS)];
    let work_of = |groups: u32| {
        let launch = Launch {
            kernel: MULTIPLY_ADD,
            items: [ITEMS, 1, 1],
            groups: [groups, 1, 1],
            arguments: &arguments,
        };
        gpu.record(&[Command::Launch(launch)])
    };
    let longest = if most > 0 { estimate::seconds(|| work_of(most)?.execute())? } else { 0.0 };
    let launches: f64 = groups.iter().map(|groups| f64::from(*groups) / f64::from(most)).sum();
    let steps = groups.len() as u64;
    let needs = vec![
        format!("{} of device memory", format::bytes(u64::from(4 * ITEMS * most))),
        format!(
            "{steps} numbers of groups of {ITEMS} work items, from 1 to {most}, on {threads} hardware threads"
        ),
        estimate::about(steps, launches * longest * f64::from(task.repeats + 1)),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, steps)))?;
    // The one that was timed, and the one before each step.
    let mut before = 2;
    for groups in groups {
        let work = work_of(groups)?;
        work.execute()?;
        let at = At { series: "single precision".to_owned(), x: u64::from(groups) };
        let repeats = u64::from(task.repeats);
        if !link.repeat(Step { at, operations: repeats, before }, repeats, || work.execute())? {
            return Ok(());
        }
        before = 1;
        link.measured([(MULTIPLY_ADD, vec![OPERATIONS * f64::from(groups)])])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn a_small_device_is_measured_group_by_group() {
        assert_eq!(groups(168), (1..=336).collect::<Vec<_>>());
        assert!(groups(0).is_empty());
        for threads in [4096, 132 * 64] {
            let large = groups(threads);
            assert!(large.len() < 220 && large.is_sorted(), "{large:?}");
            let turns = [1, 2, 2048, 4096, threads - 1, threads, threads + 1];
            assert!(turns.iter().all(|groups| large.contains(groups)), "{large:?}");
            assert_eq!((large.first(), large.last()), (Some(&1), Some(&(2 * threads))));
        }
    }
}

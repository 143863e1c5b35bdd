//! Multiply-adds by the number of work groups: how many keep the device busy.

use super::gpu::interface::{Argument, Command, Launch};
use super::gpu::open;
use super::link::Link;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, Curve, FromWorker, MULTIPLY_ADD, Step};
use crate::present::format;
use anyhow::Result;

/// Work items of a group, and rounds of the kernel, each with eight multiply-adds.
const ITEMS: u32 = 32;
const ROUNDS: u32 = 8192;
/// Operations of a group.
const OPERATIONS: f64 = 2.0 * 8.0 * ITEMS as f64 * ROUNDS as f64;
/// So many groups are measured one by one; of a larger device so many points, evenly.
const EACH: u32 = 700;
const POINTS: u32 = 192;

/// From one, or from the first point, to twice as many as there are hardware threads.
fn groups(threads: u32) -> Vec<u32> {
    let most = 2 * threads;
    let step = if most <= EACH { 1 } else { most.div_ceil(POINTS) };
    (step..=most).step_by(step as usize).collect()
}

pub(super) fn run(link: &mut Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let threads = gpu.facts().threads;
    let groups = groups(threads);
    let most = 2 * threads;
    let out = gpu.allocate(Side::Device, u64::from(4 * ITEMS * most))?;
    let needs = vec![
        format!("{} of device memory", format::bytes(u64::from(4 * ITEMS * most))),
        format!("1 to {most} groups of {ITEMS} work items, on {threads} hardware threads"),
    ];
    link.say(&FromWorker::Begin(gpu.facts().about(needs, groups.len() as u64)))?;
    gpu.build_kernels()?;
    let arguments = [Argument::Buffer(out.place()), Argument::U32(ROUNDS)];
    for groups in groups {
        let launch = Launch {
            kernel: MULTIPLY_ADD,
            items: [ITEMS, 1, 1],
            groups: [groups, 1, 1],
            arguments: &arguments,
        };
        let work = gpu.record(&[Command::Launch(launch)])?;
        work.execute()?;
        let at = At { series: "single precision".to_owned(), x: u64::from(groups) };
        let repeats = u64::from(task.repeats);
        if !link.repeat(Step { at, operations: repeats, before: 1 }, repeats, || work.execute())? {
            return Ok(());
        }
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
        let large = groups(132 * 64);
        assert!(large.len() <= 192 && large.contains(&(132 * 64)), "{large:?}");
        assert_eq!(large.last(), Some(&(2 * 132 * 64)));
    }
}

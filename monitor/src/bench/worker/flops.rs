//! Multiply-adds by the number of work groups: how many keep the device busy.

use super::link::Link;
use super::target::Target;
use crate::bench::messages::{At, Curve, FromWorker, MULTIPLY_ADD, Step};
use crate::present::format;
use anyhow::Result;
use zetop_workloads::ze::{Allocation, Ending, Kind, List, Queue, ZeResult};

/// Work items of a group, and rounds of the kernel, each with eight multiply-adds.
const ITEMS: u32 = 32;
const ROUNDS: u32 = 8192;
/// Operations of a group.
const OPERATIONS: f64 = 2.0 * 8.0 * ITEMS as f64 * ROUNDS as f64;
/// Points at most; of a large device every so many groups are measured.
const POINTS: u32 = 700;

pub(super) fn run(link: &mut Link, task: &Curve) -> Result<()> {
    let target = Target::open(task.device)?;
    let threads = target.threads;
    let most = 2 * threads;
    let step = most.div_ceil(POINTS).max(1);
    let groups: Vec<u32> = (step..=most).step_by(step as usize).collect();
    let out = Allocation::new(target.context(), &target.device, Kind::Device, (4 * ITEMS * most) as usize)?;
    let needs = vec![
        format!("{} of device memory", format::bytes(u64::from(4 * ITEMS * most))),
        format!("1 to {most} groups of {ITEMS} work items, on {threads} hardware threads"),
    ];
    link.say(&FromWorker::Begin(target.about(needs, groups.len() as u64)))?;
    let module = target.module()?;
    let kernel = module.kernel(MULTIPLY_ADD)?;
    kernel.group_size(ITEMS, 1, 1)?;
    kernel.set_buffer(0, out.place())?;
    kernel.set_u32(1, ROUNDS)?;
    let ordinal = target.device.compute_ordinal()?;
    let queue = Queue::new(target.context(), &target.device, ordinal, 0)?;
    for groups in groups {
        let list = List::regular(target.context(), &target.device, ordinal, 0)?;
        list.launch(&kernel, [groups, 1, 1], Ending::NONE)?;
        list.close()?;
        let execute = || -> ZeResult {
            queue.execute(&[&list], None)?;
            queue.finish()
        };
        execute()?;
        let at = At { series: "single precision".to_owned(), x: u64::from(groups) };
        let repeats = u64::from(task.repeats);
        if !link.repeat(Step { at, operations: repeats, before: 1 }, repeats, execute)? {
            return Ok(());
        }
        link.measured([(MULTIPLY_ADD, vec![OPERATIONS * f64::from(groups)])])?;
    }
    Ok(())
}

//! One work item that goes from line to line of a working set.

use super::chase::Chases;
use super::link::Link;
use super::memory::Limits;
use super::target::Target;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, CHASE, Curve, FromWorker, Step};
use crate::present::format;
use anyhow::Result;
use zetop_workloads::ze::{Queue, ZeResult};

/// Accesses of a launch, and of the one that warms up: through the whole set where that is not too much.
const STEPS: u64 = 16_384;
const MOST_STEPS: u64 = 1 << 20;

pub(super) fn run(link: &mut Link, task: &Curve) -> Result<()> {
    let target = Target::open(task.device)?;
    let (first, last) = task.sizes;
    let sizes: Vec<u64> = (first.trailing_zeros()..=last.trailing_zeros()).map(|power| 1 << power).collect();
    let limits = Limits::new(target.memory, target.allocation);
    let needs = vec![
        format!("up to {} of device memory", format::bytes(last)),
        format!("{STEPS} accesses a launch, one work item"),
    ];
    link.say(&FromWorker::Begin(target.about(needs, sizes.len() as u64)))?;
    let module = target.module()?;
    let queue = Queue::new(target.context(), &target.device, target.device.compute_ordinal()?, 0)?;
    for size in sizes {
        if link.is_stopped() {
            return Ok(());
        }
        let at = At { series: "GPU".to_owned(), x: size };
        if let Some(why) = limits.refuse(Side::Heap, Side::Device, size) {
            link.skip(at, why)?;
            continue;
        }
        let (chase, before) = match Chases::new(&target, &module, 1, size) {
            Ok(chase) => chase,
            Err(failed) => {
                link.skip(at, failed.to_string())?;
                continue;
            }
        };
        chase.warm_up(&target, &queue, 1, MOST_STEPS)?;
        let list = chase.list(&target, 1, STEPS)?;
        let execute = || -> ZeResult {
            queue.execute(&[&list], None)?;
            queue.finish()
        };
        let repeats = u64::from(task.repeats);
        if !link.repeat(Step { at, operations: repeats, before: before + 1 }, repeats, execute)? {
            return Ok(());
        }
        link.measured([(CHASE, vec![STEPS as f64])])?;
    }
    Ok(())
}

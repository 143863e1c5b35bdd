//! A kernel that copies within the last-level cache: when its data is there, and when it is not.

use super::link::Link;
use super::memory::Limits;
use super::target::Target;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, COLD, COPY, FromWorker, HOT, HotCold, Step};
use crate::present::format;
use anyhow::{Result, ensure};
use zetop_workloads::ze::{Allocation, Ending, Kernel, Kind, List, Queue, ZeResult};

/// Work items of a group, and how many groups there are at most: each item copies many elements.
const ITEMS: u32 = 256;
const MOST_GROUPS: u64 = 1024;
/// Executions before those that are measured.
const WARM_UP: u64 = 10;
const FALLBACK: &str = "the device does not say how large its cache is: give --flush BYTES";

pub(super) fn run(link: &mut Link, task: &HotCold) -> Result<()> {
    let target = Target::open(task.device)?;
    let cache = target.device.cache_bytes()?;
    let flush = task.flush.unwrap_or(cache);
    ensure!(flush > 0, "{FALLBACK}");
    // Source and target together are half of it.
    let whole = if cache > 0 { cache } else { flush };
    let bytes = (whole / 4).next_multiple_of(4096);
    let limits = Limits::new(target.memory, target.allocation);
    if let Some(why) = limits.refuse(Side::Device, Side::Device, flush.max(bytes)) {
        anyhow::bail!("no room for a flush of {}: {why}", format::bytes(flush));
    }
    let needs = vec![
        format!("{} of device memory", format::bytes(2 * bytes + flush)),
        format!("copies {}, flushes {}", format::bytes(bytes), format::bytes(flush)),
    ];
    link.say(&FromWorker::Begin(target.about(needs, 2)))?;

    let new = |len: u64| Allocation::new(target.context(), &target.device, Kind::Device, len as usize);
    let (from, to, flushed) = (new(bytes)?, new(bytes)?, new(flush)?);
    let module = target.module()?;
    let kernel = module.kernel(COPY)?;
    kernel.group_size(ITEMS, 1, 1)?;
    kernel.set_buffer(0, from.place())?;
    kernel.set_buffer(1, to.place())?;
    let elements = bytes / 4;
    kernel.set_u32(2, elements as u32)?;
    let groups = elements.div_ceil(u64::from(ITEMS)).clamp(1, MOST_GROUPS) as u32;

    let ordinal = target.device.compute_ordinal()?;
    let queue = Queue::new(target.context(), &target.device, ordinal, 0)?;
    for (series, flushed) in [(HOT, None), (COLD, Some(&flushed))] {
        let list = List::regular(target.context(), &target.device, ordinal, 0)?;
        record(&list, &kernel, groups, flushed)?;
        let execute = || -> ZeResult {
            queue.execute(&[&list], None)?;
            queue.finish()
        };
        for _ in 0..WARM_UP {
            execute()?;
        }
        // A fill each, where there is a flush.
        let each = 1 + u64::from(flushed.is_some());
        let repeats = u64::from(task.repeats);
        let at = At { series: series.to_owned(), x: bytes };
        let step = Step { at, operations: repeats * each, before: WARM_UP * each };
        if !link.repeat(step, repeats, execute)? {
            return Ok(());
        }
        link.measured([])?;
    }
    Ok(())
}

/// A launch, and a flush before it where one is wanted.
fn record(list: &List, kernel: &Kernel, groups: u32, flushed: Option<&Allocation>) -> ZeResult {
    if let Some(flushed) = flushed {
        list.fill(flushed.place(), &[0], Ending::NONE)?;
        list.barrier(Ending::NONE)?;
    }
    list.launch(kernel, [groups, 1, 1], Ending::NONE)?;
    list.close()
}

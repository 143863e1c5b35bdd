//! One work item that goes from line to line of a working set, in an order that nothing can foresee.

use super::link::Link;
use super::memory::Limits;
use super::target::Target;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, CHASE, Curve, FromWorker, Step};
use crate::present::format;
use anyhow::Result;
use zetop_workloads::ze::{Allocation, Ending, Heap, Kernel, Kind, List, Queue, ZeResult};

/// Bytes of a line, and words of it.
const LINE: u64 = 64;
/// Accesses of a launch: those that warm up go through the whole set where that is not too much.
const STEPS: u32 = 16_384;
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
    let kernel = module.kernel(CHASE)?;
    kernel.group_size(1, 1, 1)?;
    let ordinal = target.device.compute_ordinal()?;
    let queue = Queue::new(target.context(), &target.device, ordinal, 0)?;
    let out = Allocation::new(target.context(), &target.device, Kind::Device, 64)?;
    for size in sizes {
        if link.is_stopped() {
            return Ok(());
        }
        let at = At { series: "GPU".to_owned(), x: size };
        if let Some(why) = limits.refuse(Side::Heap, Side::Device, size) {
            link.skip(at, why)?;
            continue;
        }
        let set = match Allocation::new(target.context(), &target.device, Kind::Device, size as usize) {
            Ok(set) => set,
            Err(failed) => {
                link.skip(at, failed.to_string())?;
                continue;
            }
        };
        upload(&target, ordinal, &set)?;
        kernel.set_buffer(0, set.place())?;
        kernel.set_buffer(1, out.place())?;
        let list = |steps: u32| -> ZeResult<List> { record(&target, ordinal, &kernel, steps) };
        let execute = |list: &List| -> ZeResult {
            queue.execute(&[list], None)?;
            queue.finish()
        };
        let whole = (size / LINE).clamp(u64::from(STEPS), MOST_STEPS) as u32;
        execute(&list(whole)?)?;
        let list = list(STEPS)?;
        // The upload, and the launch that warms up.
        link.measure(Step { at, operations: u64::from(task.repeats), before: 2 })?;
        for _ in 0..task.repeats {
            if link.is_stopped() {
                return Ok(());
            }
            execute(&list)?;
        }
        link.measured([(CHASE, vec![f64::from(STEPS)])])?;
    }
    Ok(())
}

fn record(target: &Target, ordinal: u32, kernel: &Kernel, steps: u32) -> ZeResult<List> {
    let list = List::regular(target.context(), &target.device, ordinal, 0)?;
    kernel.set_u32(2, steps)?;
    list.launch(kernel, [1, 1, 1], Ending::NONE)?;
    list.close()?;
    Ok(list)
}

/// Writes an order of all lines that comes back to the first only at the end.
fn upload(target: &Target, ordinal: u32, set: &Allocation) -> ZeResult {
    let mut heap = Heap::new(set.place().len());
    let order = circle(heap.bytes().len() / LINE as usize);
    let (lines, _) = heap.bytes_mut().as_chunks_mut::<{ LINE as usize }>();
    for (line, next) in lines.iter_mut().zip(order) {
        line[..4].copy_from_slice(&next.to_ne_bytes());
    }
    let list = List::synchronous(target.context(), &target.device, ordinal)?;
    list.copy(set.place(), heap.place(), Ending::NONE)
}

/// For each of so many places the next one: a single circle through all (Sattolo's shuffle).
fn circle(places: usize) -> Vec<u32> {
    // Any fixed sequence will do, and the same one each time: xorshift.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut next: Vec<u32> = (0..places as u32).collect();
    for place in (1..places).rev() {
        next.swap(place, random(place));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_through_all_lines() {
        for places in [1, 2, 3, 64, 1000] {
            let next = circle(places);
            let (mut at, mut steps) = (0, 0);
            loop {
                (at, steps) = (next[at] as usize, steps + 1);
                if at == 0 {
                    break;
                }
            }
            assert_eq!(steps, places);
        }
    }
}

//! Copies between kinds of memory: a list with a global timestamp, many copies, and another timestamp.
//!
//! Many copies, since a stamp takes time itself; each after the one before, since two that overlap would look slow
//! each and fast together.

use super::link::Link;
use super::memory::{Limits, Memory};
use super::target::Target;
use crate::bench::kinds::{PAIRS, Side};
use crate::bench::messages::{At, FromWorker, Step, TWO_STAMPS, Transfers};
use crate::present::format;
use anyhow::Result;
use level_zero_sys::ZE_COMMAND_LIST_FLAG_IN_ORDER;
use zetop_workloads::ze::{Allocation, Ending, Failed, Kind, List, Queue, ZeResult};

/// So many bytes in a list at least, where that is not too many copies.
const LIST_BYTES: u64 = 64 << 20;
const MOST_COPIES: u64 = 1024;
/// So many bytes in all executions at most, where that is not too few.
const STEP_BYTES: u64 = 4 << 30;
const FEWEST_REPEATS: u64 = 3;

/// What is done for a size.
struct Plan {
    copies: u64,
    repeats: u64,
}

impl Plan {
    fn of(size: u64, wanted: u32) -> Self {
        let copies = (LIST_BYTES / size).clamp(1, MOST_COPIES);
        let wanted = u64::from(wanted.max(1));
        let repeats = (STEP_BYTES / (copies * size)).clamp(FEWEST_REPEATS.min(wanted), wanted);
        Self { copies, repeats }
    }

    /// Of all executions, the one before that warms up included.
    fn bytes(&self, size: u64) -> u64 {
        self.copies * size * (self.repeats + 1)
    }
}

struct Bench {
    ordinal: u32,
    queue: Queue,
    /// Where lists write their stamps.
    stamps: Allocation,
    // Last: what was made of it goes first.
    target: Target,
}

fn sizes((first, last): (u64, u64)) -> impl Iterator<Item = u64> + Clone {
    (first.trailing_zeros()..=last.trailing_zeros()).map(|power| 1 << power)
}

pub(super) fn run(link: &mut Link, task: &Transfers) -> Result<()> {
    let target = Target::open(task.device)?;
    let limits = Limits::new(target.memory, target.allocation);

    let fits = |size: &u64| PAIRS.iter().any(|(from, to)| limits.refuse(*from, *to, *size).is_none());
    let largest = sizes(task.sizes).filter(fits).max().unwrap_or(0);
    let all = PAIRS.iter().flat_map(|pair| sizes(task.sizes).map(move |size| (*pair, size)));
    let done = all.clone().filter(|((from, to), size)| limits.refuse(*from, *to, *size).is_none());
    let moved: u64 = done.map(|(_, size)| Plan::of(size, task.repeats).bytes(size)).sum();
    let needs = vec![
        format!("up to {} of memory", format::bytes(2 * largest)),
        format!("moves {}: {} at 10 GB/s", format::bytes(moved), format::time(moved as f64 / 10.0)),
    ];
    link.say(&FromWorker::Begin(target.about(needs, all.clone().count() as u64)))?;

    let ordinal = target.device.compute_ordinal()?;
    let queue = Queue::new(target.context(), &target.device, ordinal, 0)?;
    let stamps = Allocation::new(target.context(), &target.device, Kind::Host, 16)?;
    let mut bench = Bench { ordinal, queue, stamps, target };
    for ((from, to), size) in all {
        if link.is_stopped() {
            return Ok(());
        }
        let at = At { series: format!("{}->{}", from.name(), to.name()), x: size };
        if let Some(why) = limits.refuse(from, to, size) {
            link.skip(at, why)?;
            continue;
        }
        match bench.buffers(from, to, size) {
            Ok(buffers) => bench.step(link, &at, buffers, &Plan::of(size, task.repeats))?,
            // The driver may know better than its properties.
            Err(failed) => link.skip(at, failed.to_string())?,
        }
    }
    Ok(())
}

impl Bench {
    fn buffers(&self, from: Side, to: Side, size: u64) -> ZeResult<(Memory, Memory)> {
        let new = |side| Memory::new(&self.target.gpu, &self.target.device, side, size as usize);
        Ok((new(from)?, new(to)?))
    }

    /// An in-order list, or else one with barriers: true.
    fn list(&self) -> Result<(List, bool), Failed> {
        let (context, device) = (self.target.context(), &self.target.device);
        match List::regular(context, device, self.ordinal, ZE_COMMAND_LIST_FLAG_IN_ORDER) {
            Ok(list) => Ok((list, false)),
            // A driver from before there was such a flag.
            Err(_) => Ok((List::regular(context, device, self.ordinal, 0)?, true)),
        }
    }

    fn step(
        &mut self,
        link: &mut Link,
        at: &At,
        (mut from, mut to): (Memory, Memory),
        plan: &Plan,
    ) -> Result<()> {
        let (list, barriers) = self.list()?;
        let barrier = || if barriers { list.barrier(Ending::NONE) } else { Ok(()) };
        let stamps = self.stamps.place();
        list.write_global_timestamp(stamps.part(0, 8))?;
        for _ in 0..plan.copies {
            barrier()?;
            list.copy(to.place(), from.place(), Ending::NONE)?;
        }
        barrier()?;
        list.write_global_timestamp(stamps.part(8, 8))?;
        list.close()?;
        self.execute(&list)?;
        let operations = plan.copies * plan.repeats;
        let mut rates = Vec::new();
        let step = Step { at: at.clone(), operations, before: plan.copies };
        let timed = || -> Result<()> {
            let cycles = self.execute(&list)?;
            if cycles > 0 {
                let ns = cycles as f64 / self.target.hz * 1e9;
                rates.push((plan.copies * at.x) as f64 / ns);
            }
            Ok(())
        };
        if !link.repeat(step, plan.repeats, timed)? {
            return Ok(());
        }
        link.measured([(TWO_STAMPS, rates)])
    }

    /// Cycles between the two stamps.
    fn execute(&mut self, list: &List) -> Result<u64> {
        self.queue.execute(&[list], None)?;
        self.queue.finish()?;
        let (words, _) = self.stamps.bytes().as_chunks::<8>();
        let [start, end] = [words[0], words[1]].map(u64::from_ne_bytes);
        let mask = if self.target.bits >= 64 { u64::MAX } else { (1 << self.target.bits) - 1 };
        Ok(end.wrapping_sub(start) & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_copies_are_many_and_large_ones_few() {
        let plan = |size| {
            let plan = Plan::of(size, 10);
            (plan.copies, plan.repeats)
        };
        assert_eq!(plan(8 << 10), (1024, 10));
        assert_eq!(plan(1 << 20), (64, 10));
        assert_eq!(plan(64 << 20), (1, 10));
        assert_eq!(plan(1 << 30), (1, 4));
        assert_eq!(Plan::of(1 << 30, 2).repeats, 2);
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(sizes((8192, 65536)).collect::<Vec<_>>(), [8192, 16384, 32768, 65536]);
    }
}

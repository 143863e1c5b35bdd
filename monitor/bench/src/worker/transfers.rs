//! Copies between kinds of memory: a stamp of the device's clock, many copies, and another stamp.
//!
//! Many copies, since a stamp takes time itself; each after the one before, since two that overlap would look slow
//! each and fast together.

use super::gpu::interface::{Command, Gpu};
use super::gpu::memory::Memory;
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::memory_kind::{COPY_DIRECTIONS, MemoryKind};
use crate::messages::{FromWorker, Point, Step, TWO_STAMPS, Transfers};
use anyhow::Result;
use zetop_figures::view::format;

/// The least that a list copies, in bytes, where that is not too many copies.
const LIST_BYTES: u64 = 64 << 20;
const MOST_COPIES: u64 = 1024;
/// The most that all executions copy, in bytes, where that is not too few of them.
const STEP_BYTES: u64 = 4 << 30;
const FEWEST_REPEATS: u64 = 3;

/// What is done for a size.
struct Plan {
    copies: u64,
    repeats: u64,
}

impl Plan {
    fn for_size(size: u64, wanted: u32) -> Self {
        let copies = (LIST_BYTES / size).clamp(1, MOST_COPIES);
        let wanted = u64::from(wanted.max(1));
        let repeats = (STEP_BYTES / (copies * size)).clamp(FEWEST_REPEATS.min(wanted), wanted);
        Self { copies, repeats }
    }

    /// The bytes that all executions move, the one that warms up included.
    fn bytes(&self, size: u64) -> u64 {
        self.copies * size * (self.repeats + 1)
    }
}

/// What is in source and target before the first copy, where the host can write.
const BYTE: u8 = 0x5a;

/// Powers of two from `first` to `last`.
fn sizes(first: u64, last: u64) -> impl Iterator<Item = u64> + Clone {
    (first.trailing_zeros()..=last.trailing_zeros()).map(|power| 1 << power)
}

pub(super) fn run(link: &Link, task: &Transfers) -> Result<()> {
    let gpu = open(&task.device)?;
    let limits = Limits::from_facts(gpu.facts());

    let fits =
        |size: &u64| COPY_DIRECTIONS.iter().any(|(from, to)| limits.refuse(*from, *to, *size).is_none());
    let (first, last) = task.sizes;
    let largest = sizes(first, last).filter(fits).max().unwrap_or(0);
    let all = COPY_DIRECTIONS.iter().flat_map(|pair| sizes(first, last).map(move |size| (*pair, size)));
    let done = all.clone().filter(|((from, to), size)| limits.refuse(*from, *to, *size).is_none());
    let moved: u64 = done.map(|(_, size)| Plan::for_size(size, task.repeats).bytes(size)).sum();
    let needs = vec![
        format!("up to {} of memory", format::bytes(2 * largest)),
        format!("moves {}: {} at 10 GB/s", format::bytes(moved), format::time(moved as f64 / 10.0)),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, all.clone().count() as u64)))?;

    for ((from, to), size) in all {
        if link.is_stopped() {
            return Ok(());
        }
        let at = Point { series: format!("{}->{}", from.name(), to.name()), x: size };
        if let Some(why) = limits.refuse(from, to, size) {
            link.skip(at, why)?;
            continue;
        }
        match buffer(&*gpu, from, size).and_then(|from| Ok((from, buffer(&*gpu, to, size)?))) {
            Ok((from, to)) => step(&*gpu, link, &at, &from, &to, &Plan::for_size(size, task.repeats))?,
            // The driver may know better than its properties.
            Err(failed) => link.skip(at, failed.to_string())?,
        }
    }
    Ok(())
}

fn buffer(gpu: &dyn Gpu, side: MemoryKind, size: u64) -> Result<Memory<'_>> {
    let mut memory = gpu.allocate(side, size)?;
    if side != MemoryKind::Device {
        memory.bytes_mut().fill(BYTE);
    }
    Ok(memory)
}

fn step(
    gpu: &dyn Gpu,
    link: &Link,
    at: &Point,
    from: &Memory<'_>,
    to: &Memory<'_>,
    plan: &Plan,
) -> Result<()> {
    let copy = Command::Copy { to: to.place(), from: from.place() };
    let mut work = gpu.record_stamped(&vec![copy; plan.copies as usize])?;
    work.execute()?;
    let mut rates = Vec::new();
    let step = Step { at: at.clone(), operations: plan.copies * plan.repeats, before: plan.copies };
    let timed = || -> Result<()> {
        let ns = work.execute()?;
        if ns > 0.0 {
            rates.push((plan.copies * at.x) as f64 / ns);
        }
        Ok(())
    };
    if !link.repeat(step, plan.repeats, timed)? {
        return Ok(());
    }
    link.measured([(TWO_STAMPS, rates)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_copies_are_many_and_large_ones_few() {
        let plan = |size| {
            let plan = Plan::for_size(size, 10);
            (plan.copies, plan.repeats)
        };
        assert_eq!(plan(8 << 10), (1024, 10));
        assert_eq!(plan(1 << 20), (64, 10));
        assert_eq!(plan(64 << 20), (1, 10));
        assert_eq!(plan(1 << 30), (1, 4));
        assert_eq!(Plan::for_size(1 << 30, 2).repeats, 2);
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(sizes(8192, 65536).collect::<Vec<_>>(), [8192, 16384, 32768, 65536]);
    }
}

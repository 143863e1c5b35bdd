//! Chases side by side: how many accesses the device can wait for at once.

use super::chase::Chases;
use super::estimate;
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::memory_kind::MemoryKind;
use crate::messages::{CHASE, FromWorker, Parallel, Point, Step};
use anyhow::Result;
use std::collections::BTreeSet;
use zetop_figures::view::format;

/// Working sets of a chase, in bytes.
const SETS: [u64; 4] = [64, 2 << 10, 1 << 20, 8 << 20];
/// Accesses of each chase in a launch.
const STEPS: u64 = 2048;
/// Up to this number of groups each number is measured, and then every multiple of it, in multiples of four; on a large
/// device also some between those.
const EACH: u64 = 16;
/// Bytes of the sets that are made to see how long it will take.
const TRIED: u64 = 32 << 20;
const POINTS: u64 = 40;

/// From one to as many as there are hardware threads.
fn numbers(threads: u64) -> Vec<u64> {
    let step = (threads.saturating_sub(EACH) / POINTS).next_multiple_of(4).max(4);
    let evenly = (EACH + step..=threads).step_by(step as usize);
    // 20, 24, 28, 32, 40, 48 and so on: each less than a third more than the one before.
    let octaves = (0..).map(|power| EACH << power).take_while(|low| *low < threads);
    let within = octaves.flat_map(|low| (0..4).map(move |quarter| low + quarter * low / 4));
    let all: BTreeSet<u64> = (1..=EACH).chain(evenly).chain(within).chain([threads]).collect();
    all.into_iter().filter(|n| (1..=threads).contains(n)).collect()
}

pub(super) fn run(link: &Link, task: &Parallel) -> Result<()> {
    let gpu = open(&task.device)?;
    let limits = Limits::from_facts(gpu.facts());
    let numbers = numbers(u64::from(gpu.facts().threads.max(1)));
    let sets: Vec<u64> = SETS.into_iter().filter(|bytes| *bytes <= task.most).collect();
    let fits = |number: u64, bytes: u64| limits.refuse(MemoryKind::Device, MemoryKind::Heap, number * bytes);
    let room = |bytes: u64| numbers.iter().copied().filter(|n| fits(*n, bytes).is_none()).max().unwrap_or(0);
    gpu.build_kernels()?;
    let most = numbers.last().copied().unwrap_or(1);
    // How long the largest launch takes: tried with the smallest sets, and with as many others as are quickly made.
    let mut done = 0;
    let mut try_with = |groups: u64, bytes: u64| {
        let (chases, operations) = Chases::new(&*gpu, groups, bytes)?;
        done += operations + 1;
        estimate::seconds(|| chases.work(groups, STEPS)?.execute())
    };
    let mut seconds = 0.0;
    for bytes in &sets {
        let (groups, smallest) = (room(*bytes).min(TRIED / bytes).max(1), SETS[0]);
        let few = try_with(groups, smallest)?;
        let longest = try_with(groups, *bytes)? * try_with(most.min(room(smallest)).max(1), smallest)? / few;
        let fitting = numbers.iter().filter(|number| fits(**number, *bytes).is_none());
        let launches: f64 = fitting.map(|number| *number as f64 / most as f64).sum();
        // Each step goes through its sets once before; sets are made at 250 MB/s.
        seconds += longest * launches * f64::from(task.repeats + 1) + (room(*bytes) * bytes) as f64 / 250e6;
    }
    let steps = (sets.len() * numbers.len()) as u64;
    let needs = vec![
        format!(
            "up to {} of device memory",
            format::bytes(sets.iter().map(|set| room(*set) * set).max().unwrap_or(0))
        ),
        format!("1 to {most} groups of one work item, {STEPS} accesses each"),
        estimate::about(steps, seconds),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, steps)))?;
    for bytes in sets {
        let at = |number: u64| Point { series: format::size_limit(Some(bytes)), x: number };
        let (chases, mut before) = match Chases::new(&*gpu, room(bytes).max(1), bytes) {
            Ok((chases, operations)) => (chases, operations + std::mem::take(&mut done)),
            Err(failed) => {
                link.skip(at(1), failed.to_string())?;
                continue;
            }
        };
        for number in &numbers {
            if let Some(why) = fits(*number, bytes) {
                link.skip(at(*number), why)?;
                continue;
            }
            chases.warm_up(*number, STEPS)?;
            let work = chases.work(*number, STEPS)?;
            let repeats = u64::from(task.repeats);
            let step = Step { at: at(*number), operations: repeats, before: before + 1 };
            if !link.repeat(step, repeats, || work.execute())? {
                return Ok(());
            }
            link.measured([(CHASE, vec![STEPS as f64])])?;
            before = 0;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{EACH, numbers};

    #[test]
    fn all_small_numbers_and_the_limit_are_there() {
        let gen9 = numbers(168);
        assert!((1..=16).chain([96, 100, 104, 168]).all(|n| gen9.contains(&n)), "{gen9:?}");
        assert_eq!(numbers(3), [1, 2, 3]);
        for threads in [17, 168, 4096, 16_896] {
            let all = numbers(threads);
            assert!(all.len() < 100 && all.is_sorted() && all.last() == Some(&threads), "{all:?}");
            assert!(all.windows(2).skip(EACH as usize).all(|n| n[1] <= n[0] + (n[0] / 3).max(4)), "{all:?}");
        }
    }
}

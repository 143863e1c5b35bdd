//! Chases side by side: how many accesses the device can wait for at once.

use super::chase::Chases;
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, CHASE, FromWorker, Parallel, Step};
use crate::present::format;
use anyhow::Result;

/// Working sets of a chase, in bytes.
const SETS: [u64; 4] = [64, 2 << 10, 1 << 20, 8 << 20];
/// Accesses of each chase in a launch.
const STEPS: u64 = 2048;
/// So many groups are measured one by one, and then every so many, in multiples of four.
const EACH: u64 = 16;
const POINTS: u64 = 40;

/// From one to as many as there are hardware threads.
fn numbers(threads: u64) -> Vec<u64> {
    let step = (threads.saturating_sub(EACH) / POINTS).next_multiple_of(4).max(4);
    (1..=EACH).chain((EACH + step..=threads).step_by(step as usize)).filter(|n| *n <= threads).collect()
}

pub(super) fn run(link: &mut Link, task: &Parallel) -> Result<()> {
    let gpu = open(&task.device)?;
    let limits = Limits::of(gpu.facts());
    let numbers = numbers(u64::from(gpu.facts().threads.max(1)));
    let sets: Vec<u64> = SETS.into_iter().filter(|bytes| *bytes <= task.most).collect();
    let fits = |number: u64, bytes: u64| limits.refuse(Side::Device, Side::Heap, number * bytes);
    let room = |bytes: u64| numbers.iter().copied().filter(|n| fits(*n, bytes).is_none()).max().unwrap_or(0);
    let needs = vec![
        format!(
            "up to {} of device memory",
            format::bytes(sets.iter().map(|set| room(*set) * set).max().unwrap_or(0))
        ),
        format!("1 to {} groups of one work item, {STEPS} accesses each", numbers.last().unwrap_or(&1)),
    ];
    link.say(&FromWorker::Begin(gpu.facts().about(needs, (sets.len() * numbers.len()) as u64)))?;
    gpu.build_kernels()?;
    for bytes in sets {
        let at = |number: u64| At { series: format::size_limit(Some(bytes)), x: number };
        let (chases, mut before) = match Chases::new(&*gpu, room(bytes).max(1), bytes) {
            Ok(chases) => chases,
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
    use super::numbers;

    #[test]
    fn all_small_numbers_and_the_limit_are_there() {
        let gen9 = numbers(168);
        assert!((1..=16).chain([96, 100, 104, 168]).all(|n| gen9.contains(&n)), "{gen9:?}");
        assert_eq!(numbers(3), [1, 2, 3]);
        assert!(numbers(16_896).len() < 60);
    }
}

//! One work item that goes from line to line of a working set.

use super::chase::Chases;
use super::estimate;
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::kinds::Side;
use crate::messages::{At, CHASE, Curve, FromWorker, Step};
use anyhow::Result;
use zetop_figures::view::format;

/// Accesses of a launch, and of the one that warms up: through the whole set where that is not too much.
const STEPS: u64 = 16_384;
const MOST_STEPS: u64 = 1 << 20;

/// About as long as a size takes, as far as that can be known before: 300 ns an access, 200 MB/s for the order of lines.
fn seconds(size: u64, repeats: u32) -> f64 {
    let accesses = (size / 64).min(MOST_STEPS) + u64::from(repeats) * STEPS;
    accesses as f64 * 300e-9 + size as f64 / 200e6
}

pub(super) fn run(link: &Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let (first, last) = task.sizes;
    let sizes: Vec<u64> = (first.trailing_zeros()..=last.trailing_zeros()).map(|power| 1 << power).collect();
    let limits = Limits::of(gpu.facts());
    let needs = vec![
        format!("up to {} of device memory", format::bytes(last)),
        format!("{STEPS} accesses a launch, one work item"),
        estimate::about(sizes.len() as u64, sizes.iter().map(|size| seconds(*size, task.repeats)).sum()),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, sizes.len() as u64)))?;
    gpu.build_kernels()?;
    for size in sizes {
        if link.is_stopped() {
            return Ok(());
        }
        let at = At { series: "GPU".to_owned(), x: size };
        if let Some(why) = limits.refuse(Side::Heap, Side::Device, size) {
            link.skip(at, why)?;
            continue;
        }
        let (chase, before) = match Chases::new(&*gpu, 1, size) {
            Ok(chase) => chase,
            Err(failed) => {
                link.skip(at, failed.to_string())?;
                continue;
            }
        };
        chase.warm_up(1, MOST_STEPS)?;
        let work = chase.work(1, STEPS)?;
        let repeats = u64::from(task.repeats);
        if !link.repeat(Step { at, operations: repeats, before: before + 1 }, repeats, || work.execute())? {
            return Ok(());
        }
        link.measured([(CHASE, vec![STEPS as f64])])?;
    }
    Ok(())
}

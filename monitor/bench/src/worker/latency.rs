//! One work item that goes from line to line of a working set, and the host's processor through as much.

use super::chase::Chases;
use super::estimate;
use super::gpu::open;
use super::host::Host;
use super::limits::Limits;
use super::link::Link;
use crate::interference::MODELLED;
use crate::memory_kind::MemoryKind;
use crate::messages::{CHASE, CPU, Curve, FromWorker, GPU_SERIES, HOST_SERIES, Point, Step};
use anyhow::Result;
use zetop_figures::view::format;

/// Accesses of a launch, and of the one that warms up: through the whole set where that is not too much.
const STEPS: u64 = 16_384;
const MOST_STEPS: u64 = 1 << 20;
const NO_MODEL: &str =
    "this simulated device has no model of its host: only hd530 and iris650 have (--sim=hd530)";

/// About as long as a size takes, as far as that can be known before: 300 ns an access, 200 MB/s for the order of lines.
fn seconds(size: u64, repeats: u32) -> f64 {
    let accesses = (size / 64).min(MOST_STEPS) + u64::from(repeats) * STEPS;
    accesses as f64 * 300e-9 + size as f64 / 200e6
}

pub(super) fn run(link: &Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let (first, last) = task.sizes;
    let sizes: Vec<u64> = (first.trailing_zeros()..=last.trailing_zeros()).map(|power| 1 << power).collect();
    let limits = Limits::from_facts(gpu.facts());
    let host = Host::from_gpu(&*gpu);
    let needs = vec![
        format!("up to {} of device memory", format::bytes(last)),
        format!("{STEPS} accesses a launch, one work item"),
        match host.is_modelled() {
            true => MODELLED.to_owned(),
            false => format!("up to {} of the host's memory", format::bytes(last)),
        },
        estimate::about(2 * sizes.len() as u64, sizes.iter().map(|size| seconds(*size, task.repeats)).sum()),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, 2 * sizes.len() as u64)))?;
    gpu.build_kernels()?;
    for size in &sizes {
        let size = *size;
        if link.is_stopped() {
            return Ok(());
        }
        let at = Point { series: GPU_SERIES.to_owned(), x: size };
        if let Some(why) = limits.refuse(MemoryKind::Heap, MemoryKind::Device, size) {
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
    for size in sizes {
        if link.is_stopped() {
            return Ok(());
        }
        let at = Point { series: HOST_SERIES.to_owned(), x: size };
        let Some(samples) = host.alone(size, task.repeats) else {
            link.skip(at, NO_MODEL.to_owned())?;
            continue;
        };
        if !link.repeat(Step { at, operations: 0, before: 0 }, 1, || anyhow::Ok(()))? {
            return Ok(());
        }
        link.measured([(CPU, samples)])?;
    }
    Ok(())
}

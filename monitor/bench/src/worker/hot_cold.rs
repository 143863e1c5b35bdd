//! A kernel that copies within the last-level cache: when its data is there, and when it is not.

use super::estimate;
use super::gpu::interface::{Argument, Command, Launch};
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::memory_kind::MemoryKind;
use crate::messages::{COLD, COPY, FromWorker, HOT, HotCold, Point, Step, Unable};
use anyhow::{Result, bail, ensure};
use zetop_figures::view::format;

/// Work items of a group, and how many groups there are at most: each item copies many elements.
const ITEMS: u32 = 256;
const MOST_GROUPS: u64 = 1024;
/// Executions before those that are measured.
const WARM_UP: u64 = 10;
const FALLBACK: &str = "the device does not say how large its cache is: give --flush BYTES";

pub(super) fn run(link: &Link, task: &HotCold) -> Result<()> {
    let gpu = open(&task.device)?;
    let cache = gpu.facts().cache;
    let flush = task.flush.unwrap_or(cache);
    ensure!(flush > 0, Unable(FALLBACK.to_owned()));
    // Source and target together are half of it.
    let whole = if cache > 0 { cache } else { flush };
    let bytes = (whole / 4).next_multiple_of(4096);
    let limits = Limits::from_facts(gpu.facts());
    if let Some(why) = limits.refuse(MemoryKind::Device, MemoryKind::Device, flush.max(bytes)) {
        bail!(Unable(format!("no room for a flush of {}: {why}", format::bytes(flush))));
    }
    let new = |bytes: u64| gpu.allocate(MemoryKind::Device, bytes);
    let (from, to, flushed) = (new(bytes)?, new(bytes)?, new(flush)?);
    gpu.build_kernels()?;
    let elements = bytes / 4;
    let groups = elements.div_ceil(u64::from(ITEMS)).clamp(1, MOST_GROUPS) as u32;
    let arguments =
        [Argument::Buffer(from.place()), Argument::Buffer(to.place()), Argument::U32(elements as u32)];
    let launch = Launch { kernel: COPY, items: [ITEMS, 1, 1], groups: [groups, 1, 1], arguments: &arguments };
    let hot = [Command::Launch(launch)];
    let cold = [Command::Fill(flushed.place()), Command::Barrier, Command::Launch(launch)];
    let executions = 2 * (WARM_UP + u64::from(task.repeats));
    let once = estimate::seconds(|| gpu.record(&cold)?.execute())?;
    let needs = vec![
        format!("{} of device memory", format::bytes(2 * bytes + flush)),
        format!("copies {}, flushes {}", format::bytes(bytes), format::bytes(flush)),
        estimate::about(2, once * executions as f64),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, 2)))?;
    if flush < cache {
        let (flush, cache) = (format::bytes(flush), format::bytes(cache));
        let note = format!("a flush of {flush} leaves something in the cache, which has {cache}");
        link.say(FromWorker::Note(note))?;
    }
    // The fill and the copy that were timed.
    let mut timed = 2;
    // A fill each, where there is a flush.
    for (series, commands, each) in [(HOT, &hot[..], 1), (COLD, &cold[..], 2)] {
        let work = gpu.record(commands)?;
        for _ in 0..WARM_UP {
            work.execute()?;
        }
        let repeats = u64::from(task.repeats);
        let at = Point { series: series.to_owned(), x: bytes };
        let step =
            Step { at, operations: repeats * each, before: WARM_UP * each + std::mem::take(&mut timed) };
        if !link.repeat(step, repeats, || work.execute())? {
            return Ok(());
        }
        link.measured([])?;
    }
    Ok(())
}

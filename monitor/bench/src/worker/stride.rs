//! Reads from memory by work groups, work items and stride: how many threads it takes to saturate it.

use super::estimate;
use super::gpu::interface::{Argument, Command, Launch};
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::memory_kind::MemoryKind;
use crate::messages::{Curve, FromWorker, Point, STRIDED, Step, Unable};
use anyhow::{Result, ensure};
use zetop_figures::view::format;

/// Work items of a group, and words from one read of an item to that of its neighbour.
const ITEMS: [u32; 5] = [1, 2, 4, 8, 16];
const STRIDES: [u64; 5] = [1, 2, 4, 8, 16];
/// Words that a work item reads.
const WORDS: u64 = 256;
const LINE: u64 = 64;
/// How many bytes are read one after the other before any of them is read again: more than caches hold.
const APART: u64 = 128 << 20;

/// Powers of two, and as many as there are hardware threads.
fn groups(threads: u64) -> Vec<u64> {
    let powers = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|n| *n < threads);
    powers.chain([threads]).collect()
}

/// Bytes from the first line that a launch reads to its last.
fn span(groups: u64, items: u32, stride: u64) -> u64 {
    groups * u64::from(items) * WORDS * stride * 4
}

/// How many lines a launch reads.
fn lines(groups: u64, items: u32, stride: u64) -> u64 {
    // In a stride of a line or less each line of the span is touched.
    span(groups, items, stride) / LINE
}

pub(super) fn run(link: &Link, task: &Curve) -> Result<()> {
    let gpu = open(&task.device)?;
    let threads = u64::from(gpu.facts().threads.max(1));
    let groups = groups(threads);
    let limits = Limits::from_facts(gpu.facts());
    let fits = |bytes: u64| limits.refuse(MemoryKind::Device, MemoryKind::Heap, bytes).is_none();
    let largest = span(threads, 16, 16).clamp(APART, 4 * APART);
    let buffer = (0..8).map(|power| largest >> power).find(|bytes| fits(*bytes)).unwrap_or(0) / LINE * LINE;
    ensure!(buffer > 0, Unable(format!("there is no room for {} of memory", format::bytes(APART / 32))));
    let steps = (groups.len() * ITEMS.len() * STRIDES.len()) as u64;
    let needs = vec![
        format!("{} of device memory", format::bytes(buffer)),
        format!("each work item reads {WORDS} words of it once"),
        // At 10 GB/s of lines.
        estimate::about(
            steps,
            ITEMS
                .iter()
                .flat_map(|items| STRIDES.map(|stride| (*items, stride)))
                .flat_map(|(items, stride)| groups.iter().map(move |groups| span(*groups, items, stride)))
                .filter(|bytes| *bytes <= buffer)
                .sum::<u64>() as f64
                * f64::from(task.repeats + 1)
                / 10e9,
        ),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, steps)))?;
    let (from, out) =
        (gpu.allocate(MemoryKind::Device, buffer)?, gpu.allocate(MemoryKind::Device, 4 * 16 * threads)?);
    gpu.build_kernels()?;
    let mut next = 0;
    for (items, stride) in ITEMS.iter().flat_map(|items| STRIDES.map(|stride| (*items, stride))) {
        let series = format!("{}, stride {stride}", format::many(u64::from(items), "item", "items"));
        for groups in &groups {
            let bytes = span(*groups, items, stride);
            let at = Point { series: series.clone(), x: *groups };
            if bytes > buffer {
                let (bytes, buffer) = (format::bytes(bytes), format::bytes(buffer));
                link.skip(at, format!("reads {bytes}, and the buffer has {buffer}"))?;
                continue;
            }
            let mut execute = || -> Result<()> {
                if next + bytes > buffer {
                    next = 0;
                }
                let arguments = [
                    Argument::Buffer(from.place()),
                    Argument::Buffer(out.place()),
                    Argument::U32((next / LINE) as u32),
                    Argument::U32(stride as u32),
                ];
                let launch = Launch {
                    kernel: STRIDED,
                    items: [items, 1, 1],
                    groups: [*groups as u32, 1, 1],
                    arguments: &arguments,
                };
                next += bytes;
                gpu.record(&[Command::Launch(launch)])?.execute()
            };
            execute()?;
            let repeats = u64::from(task.repeats);
            if !link.repeat(Step { at, operations: repeats, before: 1 }, repeats, execute)? {
                return Ok(());
            }
            link.measured([(STRIDED, vec![lines(*groups, items, stride) as f64])])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_of_a_line_reads_a_line_each() {
        assert_eq!(lines(3, 16, 16), 3 * 16 * WORDS);
        assert_eq!(lines(3, 16, 1), 3 * WORDS);
        assert_eq!(groups(168), [1, 2, 4, 8, 16, 32, 64, 128, 168]);
        assert_eq!(groups(1), [1]);
    }
}

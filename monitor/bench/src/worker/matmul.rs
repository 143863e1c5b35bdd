//! Matrix multiply: the kernel, the host's time for it, and the same on the CPU.

use super::estimate;
use super::gpu::interface::{Argument, Command, Gpu, Launch};
use super::gpu::memory::Memory;
use super::gpu::open;
use super::limits::Limits;
use super::link::Link;
use crate::memory_kind::MemoryKind;
use crate::messages::{CPU, FromWorker, HOST, MATMUL, Matmul, Point, Step};
use anyhow::Result;
use std::time::{Duration, Instant};
use zetop_figures::view::format;
use zetop_workloads::product::product;

/// Sides of a work group.
const GROUP: u32 = 16;
/// The CPU's version is not run again when that takes longer.
const CPU_LIMIT: Duration = Duration::from_secs(1);

/// Small whole numbers: their products and sums are exact in single precision, in whatever order they are added.
fn factor(number: usize, of: usize) -> f32 {
    ((number * of) % 7) as f32
}

struct Matrices<'a>([Memory<'a>; 3]);

impl<'a> Matrices<'a> {
    fn new(gpu: &'a dyn Gpu, n: u32) -> Result<Self> {
        let bytes = u64::from(n).pow(2) * size_of::<f32>() as u64;
        let new = || gpu.allocate(MemoryKind::Shared, bytes);
        let mut all = Self([new()?, new()?, new()?]);
        all.0[0].write_f32(|i| factor(i, 3));
        all.0[1].write_f32(|i| factor(i, 5));
        all.0[2].write_f32(|_| -1.0);
        Ok(all)
    }
}

/// About as long as the CPU's version takes, at a multiply-add in 1.1 ns.
fn seconds(n: u32, repeats: u32) -> f64 {
    let once = f64::from(n).powi(3) * 1.1e-9;
    once.max((once * f64::from(repeats)).min(CPU_LIMIT.as_secs_f64()))
}

pub(super) fn run(link: &Link, task: &Matmul) -> Result<()> {
    let gpu = open(&task.device)?;
    let sides: Vec<u32> = task.sides.clone();
    let largest = u64::from(sides.iter().copied().max().unwrap_or(0));
    let needs = vec![
        format!("up to {} of shared memory", format::bytes(3 * 4 * largest.pow(2))),
        format!("the CPU's version of the largest takes {} multiply-adds", format::count(largest.pow(3))),
        estimate::about(sides.len() as u64, sides.iter().map(|n| seconds(*n, task.repeats)).sum()),
    ];
    link.say(FromWorker::Begin(gpu.facts().about(needs, sides.len() as u64)))?;
    let limits = Limits::from_facts(gpu.facts());
    gpu.build_kernels()?;
    for n in sides {
        if link.is_stopped() {
            return Ok(());
        }
        let at = Point { series: MATMUL.to_owned(), x: u64::from(n) };
        if let Some(why) = limits.refuse(MemoryKind::Shared, MemoryKind::Shared, 2 * 4 * u64::from(n).pow(2))
        {
            link.skip(at, why)?;
            continue;
        }
        match Matrices::new(&*gpu, n) {
            Ok(matrices) => step(link, &*gpu, &at, &matrices, task.repeats)?,
            Err(failed) => link.skip(at, failed.to_string())?,
        }
    }
    Ok(())
}

fn step(link: &Link, gpu: &dyn Gpu, at: &Point, matrices: &Matrices<'_>, repeats: u32) -> Result<()> {
    let n = at.x as u32;
    let (a, b) = (matrices.0[0].read_f32(), matrices.0[1].read_f32());
    let (mut cpu, mut expected) = (Vec::new(), Vec::new());
    let began = Instant::now();
    for _ in 0..repeats {
        let start = Instant::now();
        expected = product(&a, &b, n as usize);
        cpu.push(start.elapsed().as_nanos() as f64);
        if began.elapsed() > CPU_LIMIT || link.is_stopped() {
            break;
        }
    }
    let [a, b, c] = matrices.0.each_ref().map(|matrix| Argument::Buffer(matrix.place()));
    let arguments = [a, b, c, Argument::U32(n)];
    let groups = n.div_ceil(GROUP);
    let launch = Launch {
        kernel: MATMUL,
        items: [GROUP, GROUP, 1],
        groups: [groups, groups, 1],
        arguments: &arguments,
    };
    let work = gpu.record(&[Command::Launch(launch)])?;
    let execute = || -> Result<f64> {
        let start = Instant::now();
        work.execute()?;
        Ok(start.elapsed().as_nanos() as f64)
    };
    execute()?;
    let mut host = Vec::new();
    let step = Step { at: at.clone(), operations: u64::from(repeats), before: 1 };
    let timed = || -> Result<()> {
        host.push(execute()?);
        Ok(())
    };
    if !link.repeat(step, u64::from(repeats), timed)? {
        return Ok(());
    }
    let result = matrices.0[2].read_f32();
    let wrong = result.iter().zip(&expected).filter(|(ours, theirs)| ours != theirs).count();
    if wrong > 0 {
        let why = format!("{} of {} elements differ from the CPU's", wrong, expected.len());
        return link.skip(at.clone(), why);
    }
    link.measured([(HOST, host), (CPU, cpu)])
}

//! Matrix multiply: the kernel, the host's time for it, and the same on the CPU.

use super::link::Link;
use super::memory::Limits;
use super::target::Target;
use crate::bench::kinds::Side;
use crate::bench::messages::{At, CPU, FromWorker, HOST, MATMUL, Matmul, Step};
use crate::present::format;
use anyhow::Result;
use std::time::{Duration, Instant};
use zetop_workloads::product::product;
use zetop_workloads::ze::{Allocation, Ending, Kernel, Kind, List, Module, Queue, ZeResult};

/// Sides of a work group.
const GROUP: u32 = 16;
/// The CPU's version is not run again when that takes longer.
const CPU_LIMIT: Duration = Duration::from_secs(1);

/// Small whole numbers: their products and sums are exact in single precision, in whatever order they are added.
fn factor(number: usize, of: usize) -> f32 {
    ((number * of) % 7) as f32
}

struct Matrices([Allocation; 3]);

impl Matrices {
    fn new(target: &Target, n: u32) -> ZeResult<Self> {
        let bytes = (n * n) as usize * size_of::<f32>();
        let new = || Allocation::new(target.context(), &target.device, Kind::Shared, bytes);
        let mut all = Self([new()?, new()?, new()?]);
        all.0[0].write_f32(|i| factor(i, 3));
        all.0[1].write_f32(|i| factor(i, 5));
        all.0[2].write_f32(|_| -1.0);
        Ok(all)
    }
}

pub(super) fn run(link: &mut Link, task: &Matmul) -> Result<()> {
    let target = Target::open(task.device)?;
    let sides: Vec<u32> = task.sides.clone();
    let largest = u64::from(sides.iter().copied().max().unwrap_or(0));
    let needs = vec![
        format!("up to {} of shared memory", format::bytes(3 * 4 * largest.pow(2))),
        format!("the CPU's version of the largest takes {} multiply-adds", format::count(largest.pow(3))),
    ];
    link.say(&FromWorker::Begin(target.about(needs, sides.len() as u64)))?;
    let limits = Limits::new(target.memory, target.allocation);
    let module = target.module()?;
    let queue = Queue::new(target.context(), &target.device, target.device.compute_ordinal()?, 0)?;
    for n in sides {
        if link.is_stopped() {
            return Ok(());
        }
        let at = At { series: MATMUL.to_owned(), x: u64::from(n) };
        if let Some(why) = limits.refuse(Side::Shared, Side::Shared, 2 * 4 * u64::from(n).pow(2)) {
            link.skip(at, why)?;
            continue;
        }
        match Matrices::new(&target, n) {
            Ok(matrices) => step(link, &target, (&module, &queue), &at, &matrices, task.repeats)?,
            Err(failed) => link.skip(at, failed.to_string())?,
        }
    }
    Ok(())
}

fn kernel(module: &Module, matrices: &Matrices, n: u32) -> ZeResult<Kernel> {
    let kernel = module.kernel(MATMUL)?;
    kernel.group_size(GROUP, GROUP, 1)?;
    for (index, matrix) in matrices.0.iter().enumerate() {
        kernel.set_buffer(index as u32, matrix.place())?;
    }
    kernel.set_u32(matrices.0.len() as u32, n)?;
    Ok(kernel)
}

fn step(
    link: &mut Link,
    target: &Target,
    (module, queue): (&Module, &Queue),
    at: &At,
    matrices: &Matrices,
    repeats: u32,
) -> Result<()> {
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
    let kernel = kernel(module, matrices, n)?;
    let list = List::regular(target.context(), &target.device, target.device.compute_ordinal()?, 0)?;
    let groups = n.div_ceil(GROUP);
    list.launch(&kernel, [groups, groups, 1], Ending::NONE)?;
    list.close()?;
    let execute = || -> ZeResult<f64> {
        let start = Instant::now();
        queue.execute(&[&list], None)?;
        queue.finish()?;
        Ok(start.elapsed().as_nanos() as f64)
    };
    execute()?;
    let mut host = Vec::new();
    let step = Step { at: at.clone(), operations: u64::from(repeats), before: 1 };
    let timed = || -> ZeResult {
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

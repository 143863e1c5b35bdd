//! The program that is measured: prints ns per call.

use super::marks;
use super::tracer::Tracer;
use anyhow::{Result, bail};
use std::time::{Duration, Instant};
use zetop_workloads::ze::{
    Allocation, Ending, Event, EventPool, Gpu, Kind, List, Module, PoolKind, ZeResult,
};

/// First argument of the bench when it runs as this program.
pub const MARK: &str = "--program";
/// Last argument when the program traces itself.
pub const TRACED: &str = "traced";

pub fn run(arguments: &[String]) -> Result<()> {
    let [what, threads, calls, ..] = arguments else {
        bail!("{MARK} calls|waits|bursts|allocations|deep|rapid|ranges|launches THREADS CALLS")
    };
    let (threads, calls) = (threads.parse()?, calls.parse()?);
    let gpu = Gpu::open()?;
    let traced = arguments.last().is_some_and(|last| last == TRACED);
    let tracer = traced.then(Tracer::start).transpose()?;
    let ns = match what.as_str() {
        "calls" => many_calls(&gpu, threads, calls, Event::query)?,
        "waits" => many_calls(&gpu, threads, calls, |event| event.synchronize(0))?,
        "bursts" => bursts(&gpu, calls)?,
        "allocations" => allocations(&gpu, calls, Duration::from_millis(2))?,
        "deep" => below(FRAMES, &mut || allocations(&gpu, calls, Duration::from_millis(2)))?,
        "rapid" => allocations(&gpu, calls, Duration::ZERO)?,
        "ranges" => marks::ns_per_range(calls)?,
        _ => many_launches(&gpu, calls)?,
    };
    if let Some(tracer) = tracer {
        tracer.check()?;
    }
    println!("{ns}");
    Ok(())
}

/// The mean over the threads, of the processor time that each took: with more threads than cores, time by the clock is
/// mostly other threads' turns.
fn many_calls(gpu: &Gpu, threads: u32, calls: u64, call: fn(&Event) -> ZeResult<bool>) -> Result<f64> {
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, threads)?;
    let events = pool.events(threads)?;
    let barrier = std::sync::Barrier::new(threads as usize);
    let one_thread = |event: &Event| -> Result<f64> {
        // The first calls set up what a thread needs, and use up what a budget allows at once.
        for _ in 0..100_000.min(calls) {
            call(event)?;
        }
        barrier.wait();
        let start = processor_time();
        for _ in 0..calls {
            call(event)?;
        }
        Ok((processor_time() - start) / calls as f64)
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = events.iter().map(|event| scope.spawn(|| one_thread(event))).collect();
        let mut sum = 0.0;
        for thread in running {
            sum += thread.join().expect("the thread does not panic")?;
        }
        Ok(sum / f64::from(threads))
    })
}

/// Of the calling thread, in ns.
fn processor_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: fills in the variable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Only the calls are timed, not the waits between: the ring of records, 8,192 calls, is read every 20 ms.
fn bursts(gpu: &Gpu, bursts: u64) -> Result<f64> {
    const BURST: u32 = 4_000;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    let mut in_calls = 0.0;
    // The first one sets up what a thread needs.
    for burst in 0..=bursts {
        let start = Instant::now();
        for _ in 0..BURST {
            event.query()?;
        }
        if burst > 0 {
            in_calls += start.elapsed().as_secs_f64();
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    Ok(in_calls * 1e9 / (bursts as f64 * f64::from(BURST)))
}

/// The median of the calls that allocate, with `pause` before each: with one, nearly all of them come after others' work, as in a
/// program that allocates now and then.
fn allocations(gpu: &Gpu, count: u64, pause: Duration) -> Result<f64> {
    let device = gpu.device();
    // zetop has found the process.
    std::thread::sleep(Duration::from_millis(500));
    let mut taken = Vec::new();
    for _ in 0..count {
        if !pause.is_zero() {
            std::thread::sleep(pause);
        }
        let start = Instant::now();
        let memory = Allocation::new(&gpu.context, &device, Kind::Device, 4096)?;
        taken.push(start.elapsed().as_secs_f64() * 1e9);
        memory.free()?;
    }
    taken.sort_by(f64::total_cmp);
    Ok(taken[taken.len() / 2])
}

/// Enough frames for a copy of the stack to have its full 16 KiB.
const FRAMES: u32 = 40;

/// Calls `what` from below `frames` frames of 512 bytes each, as deep as an interpreter's.
#[inline(never)]
fn below<T>(frames: u32, what: &mut dyn FnMut() -> T) -> T {
    let frame = std::hint::black_box([u64::from(frames); 64]);
    let result = if frames == 0 { what() } else { below(frames - 1, what) };
    std::hint::black_box(&frame);
    result
}

/// Only the appends are timed, not the waits between the batches.
fn many_launches(gpu: &Gpu, launches: u64) -> Result<f64> {
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["empty"])?;
    let kernel = module.kernel("empty")?;
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let done = pool.event(0)?;
    let (mut in_appends, mut left) = (0.0, launches);
    while left > 0 {
        let batch = left.min(200);
        let start = Instant::now();
        for _ in 0..batch {
            list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
        }
        in_appends += start.elapsed().as_secs_f64();
        list.barrier(Ending::signal(&done))?;
        done.wait()?;
        done.reset()?;
        left -= batch;
    }
    Ok(in_appends * 1e9 / launches as f64)
}

//! Kernels and copies for ever; if a round gives a wrong answer, the program fails.

use crate::product::checksum;
use crate::ze::{Allocation, Ending, Event, EventPool, Gpu, Kernel, Kind, List, Module, PoolKind, Queue};
use anyhow::{Result, ensure};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const SIZE: u32 = 1024;
const BYTES: usize = SIZE as usize * 4;

struct Parts<'a> {
    gpu: &'a Gpu,
    ordinal: u32,
    x: Allocation,
    y: Allocation,
    kernel: Kernel,
    list: List,
    queue: Queue,
    done: Event,
}

/// Makes the threads rest between two rounds.
#[derive(Default)]
pub struct Pause {
    wanted: AtomicBool,
    /// Threads that rest.
    resting: AtomicU32,
}

impl Pause {
    /// Returns when `threads` threads rest.
    pub fn begin(&self, threads: u32) {
        self.wanted.store(true, Ordering::SeqCst);
        while self.resting.load(Ordering::SeqCst) < threads {
            std::thread::sleep(MOMENT);
        }
    }

    pub fn end(&self) {
        self.wanted.store(false, Ordering::SeqCst);
        while self.resting.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(MOMENT);
        }
    }

    fn rest(&self, stop: &AtomicBool) {
        if self.wanted.load(Ordering::SeqCst) {
            self.resting.fetch_add(1, Ordering::SeqCst);
            while self.wanted.load(Ordering::SeqCst) && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(MOMENT);
            }
            self.resting.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

const MOMENT: Duration = Duration::from_millis(1);

/// y = 2 * x + y on the device, over and over: the answer is known without it. It rests for about half of the time: whoever tests
/// something beside it needs a processor, too.
pub fn for_ever(gpu: &Gpu, stop: &AtomicBool, pause: &Pause, rounds: &AtomicU64) -> Result<()> {
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["saxpy"])?;
    let pool = EventPool::new(context, PoolKind::Plain, 1)?;
    let parts = Parts {
        gpu,
        ordinal,
        x: Allocation::new(context, &device, Kind::Device, BYTES)?,
        y: Allocation::new(context, &device, Kind::Device, BYTES)?,
        kernel: module.kernel("saxpy")?,
        list: List::asynchronous(context, &device, ordinal)?,
        queue: Queue::new(context, &device, ordinal, 0)?,
        done: pool.event(0)?,
    };
    parts.kernel.group_size(64, 1, 1)?;
    parts.kernel.set_f32(0, 2.0)?;
    parts.kernel.set_buffer(1, parts.x.place())?;
    parts.kernel.set_buffer(2, parts.y.place())?;
    parts.kernel.set_u32(3, SIZE)?;
    let mut input = Allocation::new(context, &device, Kind::Host, 2 * BYTES)?;
    let output = Allocation::new(context, &device, Kind::Host, BYTES)?;
    let mut round = 0;
    while !stop.load(Ordering::Relaxed) {
        pause.rest(stop);
        let begun = Instant::now();
        let value = |i: usize| ((i as u64 * 7 + round) % 1000) as f32;
        input.write_f32(value);
        parts.one_round(&input, &output, round)?;
        let expected: Vec<u8> = (0..SIZE as usize)
            .flat_map(|i| (2.0 * value(i) + value(SIZE as usize + i)).to_ne_bytes())
            .collect();
        let (right, seen) = (checksum(&expected), checksum(output.bytes()));
        ensure!(seen == right, "round {round}: {seen:016x} instead of {right:016x}");
        round += 1;
        rounds.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(begun.elapsed().min(MOMENT));
    }
    Ok(())
}

impl Parts<'_> {
    /// By turns on an immediate list from the start and on a regular one made for this round.
    fn one_round(&self, input: &Allocation, output: &Allocation, round: u64) -> Result<()> {
        if round.is_multiple_of(2) {
            self.append(&self.list, input, output, Ending::signal(&self.done))?;
            self.done.wait()?;
            return Ok(self.done.reset()?);
        }
        let list = List::regular(&self.gpu.context, &self.gpu.device(), self.ordinal, 0)?;
        self.append(&list, input, output, Ending::NONE)?;
        list.close()?;
        self.queue.execute(&[&list], None)?;
        Ok(self.queue.finish()?)
    }

    fn append(&self, list: &List, input: &Allocation, output: &Allocation, last: Ending<'_>) -> Result<()> {
        list.copy(self.x.place(), input.place().part(0, BYTES), Ending::NONE)?;
        list.copy(self.y.place(), input.place().part(BYTES, BYTES), Ending::NONE)?;
        list.barrier(Ending::NONE)?;
        list.launch(&self.kernel, [SIZE.div_ceil(64), 1, 1], Ending::NONE)?;
        list.barrier(Ending::NONE)?;
        list.copy(output.place(), self.y.place(), last)?;
        Ok(())
    }
}

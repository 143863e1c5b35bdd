//! The story of the demonstration: batches go to the device and are worked on there, double-buffered. They come
//! from malloc'd memory at first, which costs half of the link; after [`SWITCH_AFTER`], or SIGUSR1, from memory
//! of `zeMemAllocHost`.

use super::pace::Pace;
use crate::product::number;
use crate::ze::{
    Allocation, Ending, Event, EventPool, Gpu, Heap, Kernel, Kind, List, MemoryRange, Module, PoolKind, api,
};
use anyhow::{Result, ensure};
use level_zero_sys::{
    LevelZero, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_RESULT_SUCCESS,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One copy: small enough that moving the bytes takes the processor no longer than the simulated link.
const PIECE: usize = 1 << 20;
const BATCH: usize = 8 * PIECE;
/// The program does other things between two batches.
const REST: Duration = Duration::from_micros(900);
/// When the program switches to better memory on its own.
pub const SWITCH_AFTER: Duration = Duration::from_secs(15);

/// Use `zeMemAllocHost` memory from now on. Set by SIGUSR1.
static SWITCH: AtomicBool = AtomicBool::new(false);

extern "C" fn switch(_: libc::c_int) {
    SWITCH.store(true, Ordering::Relaxed);
}

/// Handles SIGUSR1. Called before any thread starts.
pub fn listen() {
    // SAFETY: the handler only stores to an atomic.
    unsafe { libc::signal(libc::SIGUSR1, switch as *const () as libc::sighandler_t) };
}

/// Where batches come from.
enum Source {
    Malloc(Heap),
    Host(Allocation),
}

impl Source {
    fn place(&mut self) -> MemoryRange {
        match self {
            Self::Malloc(heap) => heap.place(),
            Self::Host(memory) => memory.place(),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Malloc(heap) => heap.bytes(),
            Self::Host(memory) => memory.bytes(),
        }
    }
}

/// Calls Level Zero itself, so that the line which zetop names is one of the demonstration and none of a wrapper.
fn upload(api: &LevelZero, list: &List, to: &Allocation, from: MemoryRange, done: &Event) -> Result<()> {
    for at in (0..BATCH).step_by(PIECE) {
        let signal = if at + PIECE == BATCH { done.handle() } else { std::ptr::null_mut() };
        let (to, from) = (to.place().part(at, PIECE).pointer(), from.part(at, PIECE).pointer());
        // SAFETY: live handles, and two pieces of memory of that size, which the caller keeps until `done` is signalled.
        let result = unsafe {
            api.zeCommandListAppendMemoryCopy(list.handle(), to, from, PIECE, signal, 0, std::ptr::null_mut())
        };
        ensure!(result == ZE_RESULT_SUCCESS, "zeCommandListAppendMemoryCopy: {result:#x}");
    }
    Ok(())
}

fn work(list: &List, kernels: &[Kernel], ending: Ending<'_>) -> Result<()> {
    for (at, kernel) in kernels.iter().enumerate() {
        let ending = if at + 1 == kernels.len() { ending } else { Ending::NONE };
        list.launch(kernel, [64, 64, 1], ending)?;
    }
    Ok(())
}

pub fn run(gpu: &Gpu, mut pace: Pace) -> Result<String> {
    let (level_zero, context, device) = (api()?, &gpu.context, gpu.device());
    let (mode, flags) = (ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    let compute = device.compute_ordinal()?;
    let copies = List::immediate(context, &device, device.copy_ordinal().unwrap_or(compute), mode, flags)?;
    let kernels = List::immediate(context, &device, compute, mode, flags)?;
    let module = Module::with_kernels(context, &device, &super::kernels::NETWORK)?;
    let network = super::kernels::NETWORK.map(|name| module.kernel(name));
    let network = network.into_iter().collect::<Result<Vec<_>, _>>()?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 2)?;
    let (uploaded, worked) = (pool.event(0)?, pool.event(1)?);
    let memory = |kind, size| Allocation::new(context, &device, kind, size);
    let buffers = [memory(Kind::Device, BATCH)?, memory(Kind::Device, BATCH)?];
    let mut returned = memory(Kind::Host, PIECE)?;
    let mut heap = Heap::new(BATCH);
    number(heap.bytes_mut());
    let mut source = Source::Malloc(heap);
    let mut batches = 0_u64;
    while pace.next() {
        let due = SWITCH.load(Ordering::Relaxed) || pace.seconds() >= SWITCH_AFTER.as_secs_f64();
        if due && let Source::Malloc(heap) = &source {
            let mut better = memory(Kind::Host, BATCH)?;
            better.bytes_mut().copy_from_slice(heap.bytes());
            source = Source::Host(better);
            say!("upload: batches come from zeMemAllocHost memory now");
        }
        // The last batch is processed while the next one arrives.
        let next = &buffers[batches as usize % 2];
        upload(level_zero, &copies, next, source.place(), &uploaded)?;
        work(&kernels, &network, Ending::signal(&worked))?;
        worked.wait()?;
        uploaded.wait()?;
        worked.reset()?;
        uploaded.reset()?;
        batches += 1;
        std::thread::sleep(REST);
        if batches.is_multiple_of(500) {
            check(&copies, next, &source, &mut returned, &uploaded)?;
        }
        if batches.is_multiple_of(5000) {
            say!("upload: {batches} batches, contents right");
        }
    }
    Ok(format!("{batches} batches of {} MiB, contents right", BATCH >> 20))
}

/// The last piece of a batch is what was sent.
fn check(
    list: &List,
    batch: &Allocation,
    sent: &Source,
    returned: &mut Allocation,
    done: &Event,
) -> Result<()> {
    let last = BATCH - PIECE;
    list.copy(returned.place(), batch.place().part(last, PIECE), Ending::signal(done))?;
    done.wait()?;
    done.reset()?;
    ensure!(returned.bytes() == &sent.bytes()[last..], "something else came back");
    Ok(())
}

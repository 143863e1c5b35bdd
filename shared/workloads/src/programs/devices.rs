//! Several devices, contexts, queues, threads.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Context, Device, Ending, Gpu, Heap, Kind, List, Module, Queue};
use anyhow::{Result, ensure};

pub const DEVICES: Program = Program {
    name: "devices",
    about: "on every device: two threads with a context and a queue each, n kernels and copies; then peer copies",
    keys: &[("n", "10"), ("size", "16K")],
    run: devices,
};

fn devices(arguments: &Arguments) -> Result<()> {
    let (n, size) = (arguments.get::<u64>("n")?, arguments.bytes("size")?);
    let gpu = Gpu::open()?;
    std::thread::scope(|scope| -> Result<()> {
        let mut threads = Vec::new();
        for (index, device) in gpu.devices.iter().enumerate() {
            for queue in 0..2 {
                let gpu = &gpu;
                threads.push(scope.spawn(move || one_thread(gpu, device, index + 1, queue, n, size)));
            }
        }
        threads.into_iter().try_for_each(|thread| thread.join().expect("the thread does not panic"))
    })?;
    let mut ledger = Ledger::new();
    for device in 0..gpu.devices.len() as u32 {
        ledger.kernel_on(device, "work", 2 * n * (u64::from(device) + 1));
        ledger.transfer_on(device, "host", "device", 2 * n, size);
    }
    peers(&gpu, n, size, &mut ledger)?;
    println!("{} devices", gpu.devices.len());
    ledger.print();
    Ok(())
}

/// The second device launches twice as many kernels as the first, and so on, so that lanes can be told apart.
fn one_thread(gpu: &Gpu, device: &Device, times: usize, queue: u32, n: u64, size: usize) -> Result<()> {
    let context = Context::new(&gpu.driver)?;
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(&context, device, &["work"])?;
    let kernel = module.kernel("work")?;
    let source = Allocation::new(&context, device, Kind::Host, size)?;
    let target = Allocation::new(&context, device, Kind::Device, size)?;
    let queues = device.queue_count(ordinal)?;
    let queue = Queue::new(&context, device, ordinal, queue % queues.max(1))?;
    let list = List::regular(&context, device, ordinal, 0)?;
    (0..times).try_for_each(|_| list.launch(&kernel, [1, 1, 1], Ending::NONE))?;
    list.copy(target.place(), source.place(), Ending::NONE)?;
    list.close()?;
    for _ in 0..n {
        queue.execute(&[&list], None)?;
        queue.finish()?;
    }
    Ok(())
}

/// From each device to the next, and twice as many back, on a list of the first of the two.
fn peers(gpu: &Gpu, n: u64, size: usize, ledger: &mut Ledger) -> Result<()> {
    for (index, pair) in gpu.devices.windows(2).enumerate() {
        let list = List::synchronous(&gpu.context, &pair[0], pair[0].compute_ordinal()?)?;
        let here = Allocation::new(&gpu.context, &pair[0], Kind::Device, size)?;
        let there = Allocation::new(&gpu.context, &pair[1], Kind::Device, size)?;
        let mut back = Heap::new(size);
        list.fill(here.place(), &[0x77], Ending::NONE)?;
        ledger.fill(size);
        (0..n).try_for_each(|_| list.copy(there.place(), here.place(), Ending::NONE))?;
        (0..2 * n).try_for_each(|_| list.copy(here.place(), there.place(), Ending::NONE))?;
        list.copy(back.place(), there.place(), Ending::NONE)?;
        ledger.transfer_on(index as u32, "device", "device", 3 * n, size);
        ledger.transfer_on(index as u32, "device", "heap", 1, size);
        ensure!(back.bytes().iter().all(|byte| *byte == 0x77), "something else arrived on the peer");
    }
    Ok(())
}

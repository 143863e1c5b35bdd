//! More operations, and shorter ones, than can be timed without the program noticing.

use super::program::Program;
use super::reuse::pool_kind;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Heap, Kind, List, Module, Queue};
use anyhow::Result;

pub const BUSY: Program = Program {
    name: "busy",
    about: "n rounds of two kernels and a copy on an immediate list, with one event for all; in every 4th also an execution of a list",
    keys: &[("n", "20000"), ("pool", "timestamps")],
    run: busy,
};

/// Rounds between two executions of the list.
const EVERY: u64 = 4;
const BYTES: usize = 4096;

fn busy(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["short", "mixed", "listed"])?;
    let [short, mixed, listed] = ["short", "mixed", "listed"].map(|name| module.kernel(name));
    let (short, mixed, listed) = (short?, mixed?, listed?);
    let pool = EventPool::new(context, pool_kind(arguments.text("pool")?), 1)?;
    let done = pool.event(0)?;
    let target = Allocation::new(context, &device, Kind::Device, BYTES)?;
    let mut source = Heap::new(BYTES);
    let immediate = List::asynchronous(context, &device, ordinal)?;
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    list.launch(&listed, [1, 1, 1], Ending::NONE)?;
    list.close()?;
    for round in 0..n {
        immediate.launch(&short, [1, 1, 1], Ending::NONE)?;
        immediate.copy(target.place(), source.place(), Ending::NONE)?;
        immediate.launch(&mixed, [1, 1, 1], Ending::signal(&done))?;
        if round % EVERY == 0 {
            queue.execute(&[&list], None)?;
            queue.finish()?;
        }
        done.wait()?;
        done.reset()?;
    }
    let mut ledger = Ledger::new();
    ledger.kernel("short", n);
    ledger.kernel("mixed", n);
    ledger.kernel("listed", n.div_ceil(EVERY));
    ledger.transfer("heap", "device", n, BYTES);
    ledger.print();
    Ok(())
}

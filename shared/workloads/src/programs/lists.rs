//! Lists of all sorts: what is appended once and executed once or often.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{
    Allocation, Ending, EventPool, Fence, Gpu, Heap, Kernel, Kind, List, Module, PoolKind, Queue,
};
use anyhow::{Result, ensure};
use level_zero_sys::{
    ZE_COMMAND_LIST_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
};

pub const LISTS: Program = Program {
    name: "lists",
    about: "a kernel and a copy on each kind of list, executed n times; kind= for one of them",
    keys: &[("kind", "all"), ("n", "5")],
    run: lists,
};

type Body = fn(&Bench, u64) -> Result<()>;
/// kind, whether kernels can run there, how it is done
const KINDS: &[(&str, bool, Body)] = &[
    ("one-shot", true, one_shot),
    ("again", true, again),
    ("reset", true, reset),
    ("in-order", true, in_order),
    ("sync", true, |bench, n| {
        immediate(bench, n, &List::synchronous(&bench.gpu.context, &bench.gpu.device(), bench.ordinal)?)
    }),
    ("async", true, |bench, n| {
        immediate(bench, n, &List::asynchronous(&bench.gpu.context, &bench.gpu.device(), bench.ordinal)?)
    }),
    ("immediate-in-order", true, immediate_in_order),
    ("copy-only", false, |bench, n| copy_only(bench, n, true)),
    ("copy-only-immediate", false, copy_only_immediate),
    ("several", true, several),
    ("fence", true, fence),
];
/// Not part of `all`: only the times of the last execution are available, those of others if it was complete before the next.
const LAST_ONLY: &[(&str, bool, Body)] = &[
    ("again-in-flight", true, again_in_flight),
    ("copy-only-again", false, |bench, n| copy_only(bench, n, false)),
    ("same-twice", true, same_twice),
];

/// What all kinds use.
struct Bench {
    ordinal: u32,
    kernel: Kernel,
    source: Allocation,
    target: Allocation,
    // Last: fields are dropped in this order, and the context must outlive what was made in it.
    gpu: Gpu,
}

fn lists(arguments: &Arguments) -> Result<()> {
    let (kind, n) = (arguments.text("kind")?, arguments.get::<u64>("n")?);
    let all: Vec<_> = KINDS.iter().chain(LAST_ONLY.iter().filter(|_| kind != "all")).collect();
    ensure!(kind == "all" || all.iter().any(|(name, ..)| *name == kind), "kind={kind}");
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["work"])?;
    let bench = Bench {
        ordinal: device.compute_ordinal()?,
        kernel: module.kernel("work")?,
        source: Allocation::new(&gpu.context, &device, Kind::Host, BYTES)?,
        target: Allocation::new(&gpu.context, &device, Kind::Device, BYTES)?,
        gpu,
    };
    let mut ledger = Ledger::new();
    for (name, kernels, body) in all.into_iter().filter(|(name, ..)| kind == "all" || kind == *name) {
        body(&bench, n)?;
        println!("{name}");
        if *kernels {
            ledger.kernel("work", n);
        }
        ledger.transfer("host", "device", n, BYTES);
    }
    ledger.print();
    Ok(())
}

const BYTES: usize = 16384;

impl Bench {
    fn queue(&self) -> Result<Queue> {
        Ok(Queue::new(&self.gpu.context, &self.gpu.device(), self.ordinal, 0)?)
    }

    fn regular(&self, flags: u32) -> Result<List> {
        let list = List::regular(&self.gpu.context, &self.gpu.device(), self.ordinal, flags)?;
        self.append(&list)?;
        list.close()?;
        Ok(list)
    }

    fn append(&self, list: &List) -> Result<()> {
        list.launch(&self.kernel, [4, 1, 1], Ending::NONE)?;
        list.copy(self.target.place(), self.source.place(), Ending::NONE)?;
        Ok(())
    }
}

fn one_shot(bench: &Bench, n: u64) -> Result<()> {
    let queue = bench.queue()?;
    for _ in 0..n {
        let list = bench.regular(0)?;
        queue.execute(&[&list], None)?;
        queue.finish()?;
    }
    Ok(())
}

/// Executes a list again and again.
fn again(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(0)?);
    one_by_one(&queue, &list, n)
}

fn one_by_one(queue: &Queue, list: &List, n: u64) -> Result<()> {
    for _ in 0..n {
        queue.execute(&[list], None)?;
        queue.finish()?;
    }
    Ok(())
}

/// Executes a list again and again, with no wait between.
fn again_in_flight(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(0)?);
    (0..n).try_for_each(|_| queue.execute(&[&list], None))?;
    Ok(queue.finish()?)
}

fn reset(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(0)?);
    for execution in 0..n {
        if execution > 0 {
            list.reset()?;
            bench.append(&list)?;
            list.close()?;
        }
        queue.execute(&[&list], None)?;
        queue.finish()?;
    }
    Ok(())
}

fn in_order(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(ZE_COMMAND_LIST_FLAG_IN_ORDER)?);
    one_by_one(&queue, &list, n)
}

/// Ends with an event after all, which waits for an asynchronous list too.
fn immediate(bench: &Bench, n: u64, list: &List) -> Result<()> {
    (0..n).try_for_each(|_| bench.append(list))?;
    finish(bench, list)
}

fn finish(bench: &Bench, list: &List) -> Result<()> {
    let pool = EventPool::new(&bench.gpu.context, PoolKind::Plain, 1)?;
    let done = pool.event(0)?;
    list.barrier(Ending::signal(&done))?;
    Ok(done.wait()?)
}

fn immediate_in_order(bench: &Bench, n: u64) -> Result<()> {
    let list = List::immediate(
        &bench.gpu.context,
        &bench.gpu.device(),
        bench.ordinal,
        ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
        ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
    )?;
    immediate(bench, n, &list)
}

fn copy_only(bench: &Bench, n: u64, one_by_one: bool) -> Result<()> {
    let (context, device) = (&bench.gpu.context, bench.gpu.device());
    let ordinal = device.copy_ordinal()?;
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    list.copy(bench.target.place(), bench.source.place(), Ending::NONE)?;
    list.close()?;
    for _ in 0..n {
        queue.execute(&[&list], None)?;
        if one_by_one {
            queue.finish()?;
        }
    }
    Ok(queue.finish()?)
}

fn copy_only_immediate(bench: &Bench, n: u64) -> Result<()> {
    let device = bench.gpu.device();
    let list = List::asynchronous(&bench.gpu.context, &device, device.copy_ordinal()?)?;
    (0..n).try_for_each(|_| list.copy(bench.target.place(), bench.source.place(), Ending::NONE))?;
    finish(bench, &list)
}

/// n lists in one call.
fn several(bench: &Bench, n: u64) -> Result<()> {
    let queue = bench.queue()?;
    let lists = (0..n).map(|_| bench.regular(0)).collect::<Result<Vec<_>>>()?;
    queue.execute(&lists.iter().collect::<Vec<_>>(), None)?;
    Ok(queue.finish()?)
}

/// One list n times in one call.
fn same_twice(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(0)?);
    queue.execute(&vec![&list; n as usize], None)?;
    Ok(queue.finish()?)
}

fn fence(bench: &Bench, n: u64) -> Result<()> {
    let (queue, list) = (bench.queue()?, bench.regular(0)?);
    let fence = Fence::new(&queue)?;
    for _ in 0..n {
        queue.execute(&[&list], Some(&fence))?;
        ensure!(fence.synchronize(crate::ze::LONG)?, "the fence was never signalled");
        fence.reset()?;
    }
    Ok(())
}

pub const MANY: Program = Program {
    name: "many",
    about: "n empty kernels and n small copies on an asynchronous immediate list, waiting every `batch`; what= for one",
    keys: &[("n", "1000"), ("batch", "100"), ("what", "both"), ("events", "0")],
    run: many,
};

fn many(arguments: &Arguments) -> Result<()> {
    let (n, batch) = (arguments.get::<u64>("n")?, arguments.get::<u64>("batch")?.max(1));
    let (what, events) = (arguments.text("what")?, arguments.get::<u32>("events")? > 0);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["empty"])?;
    let kernel = module.kernel("empty")?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let target = Allocation::new(context, &device, Kind::Device, 64)?;
    let mut source = Heap::new(64);
    let pool = EventPool::new(context, PoolKind::Timestamps, 2)?;
    let (done, each) = (pool.event(0)?, pool.event(1)?);
    let ending = if events { Ending::signal(&each) } else { Ending::NONE };
    for index in 0..n {
        if what != "copies" {
            list.launch(&kernel, [1, 1, 1], ending)?;
        }
        if what != "kernels" {
            list.copy(target.place(), source.place(), Ending::NONE)?;
        }
        if (index + 1) % batch == 0 || index + 1 == n {
            list.barrier(Ending::signal(&done))?;
            done.wait()?;
            done.reset()?;
        }
    }
    let mut ledger = Ledger::new();
    if what != "copies" {
        ledger.kernel("empty", n);
    }
    if what != "kernels" {
        ledger.transfer("heap", "device", n, 64);
    }
    ledger.print();
    Ok(())
}

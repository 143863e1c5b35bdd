//! Kernels whose time depends on what is in the caches.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::checksum;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kernel, Kind, List, Module, PoolKind, Queue};
use anyhow::{Result, bail, ensure};
use level_zero_sys::{
    ZE_COMMAND_LIST_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
};

pub const GRID_COPIES: Program = Program {
    name: "grid-copies",
    about: "n launches of a copying kernel, each after an empty one; on=regular|in-order|again|sync|immediate|async|waits|held",
    keys: &[("n", "6"), ("size", "16384"), ("on", "regular")],
    run: grid_copies,
};

struct Bench<'a> {
    n: u64,
    groups: [u32; 3],
    copy: Kernel,
    empty: Kernel,
    gpu: &'a Gpu,
}

fn grid_copies(arguments: &Arguments) -> Result<()> {
    let (n, size) = (arguments.get::<u64>("n")?, arguments.get::<u32>("size")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let bytes = size as usize * 4;
    let new = |kind| Allocation::new(context, &device, kind, bytes);
    let (mut host, from, to) = (new(Kind::Host)?, new(Kind::Device)?, new(Kind::Device)?);
    host.write_f32(|i| (i % 1000) as f32);
    let transfers = List::synchronous(context, &device, device.compute_ordinal()?)?;
    transfers.copy(from.place(), host.place(), Ending::NONE)?;
    host.write_f32(|_| 0.0);

    let module = Module::with_kernels(context, &device, &["grid_copy", "empty"])?;
    let copy = module.kernel("grid_copy")?;
    copy.group_size(64, 1, 1)?;
    copy.set_buffer(0, from.place())?;
    copy.set_buffer(1, to.place())?;
    copy.set_u32(2, size)?;
    let (groups, empty) = ([size.div_ceil(64), 1, 1], module.kernel("empty")?);
    let bench = Bench { n, groups, copy, empty, gpu: &gpu };
    bench.run(arguments.text("on")?)?;

    transfers.copy(host.place(), to.place(), Ending::NONE)?;
    ensure!(host.read_f32().iter().enumerate().all(|(i, x)| *x == (i % 1000) as f32), "not what was copied");
    println!("to {:016x}", checksum(host.bytes()));
    let mut ledger = Ledger::new();
    ledger.kernel("grid_copy", n);
    ledger.kernel("empty", n);
    ledger.transfer("host", "device", 1, bytes);
    ledger.transfer("device", "host", 1, bytes);
    ledger.print();
    Ok(())
}

impl Bench<'_> {
    fn run(&self, on: &str) -> Result<()> {
        let (context, device) = (&self.gpu.context, self.gpu.device());
        let ordinal = device.compute_ordinal()?;
        let immediate =
            |flags| List::immediate(context, &device, ordinal, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, flags);
        match on {
            "regular" => self.recorded(0, 1),
            "in-order" => self.recorded(ZE_COMMAND_LIST_FLAG_IN_ORDER, 1),
            "again" => self.recorded(0, self.n),
            "sync" => self.appended(&List::synchronous(context, &device, ordinal)?),
            "immediate" => self.appended(&immediate(ZE_COMMAND_QUEUE_FLAG_IN_ORDER)?),
            "async" => self.appended(&immediate(0)?),
            "waits" => self.waiting(&immediate(0)?),
            "held" => self.held(&immediate(0)?),
            on => bail!("on={on}"),
        }
    }

    /// The empty kernel, a barrier, and the copying one.
    fn pair(&self, list: &List) -> Result<()> {
        list.launch(&self.empty, [1, 1, 1], Ending::NONE)?;
        list.barrier(Ending::NONE)?;
        Ok(list.launch(&self.copy, self.groups, Ending::NONE)?)
    }

    /// Copies on regular lists, each executed `times` times.
    fn recorded(&self, flags: u32, times: u64) -> Result<()> {
        let (context, device) = (&self.gpu.context, self.gpu.device());
        let ordinal = device.compute_ordinal()?;
        let queue = Queue::new(context, &device, ordinal, 0)?;
        for _ in 0..self.n / times {
            let list = List::regular(context, &device, ordinal, flags)?;
            self.pair(&list)?;
            list.close()?;
            for _ in 0..times {
                queue.execute(&[&list], None)?;
                queue.finish()?;
            }
        }
        Ok(())
    }

    fn appended(&self, list: &List) -> Result<()> {
        for _ in 0..self.n {
            self.pair(list)?;
        }
        let pool = EventPool::new(&self.gpu.context, PoolKind::Plain, 1)?;
        let done = pool.event(0)?;
        list.barrier(Ending::signal(&done))?;
        Ok(done.wait()?)
    }

    /// The first launch waits for the host, until all are appended.
    fn held(&self, list: &List) -> Result<()> {
        let pool = EventPool::new(&self.gpu.context, PoolKind::Plain, 2)?;
        let (go, done) = (pool.event(0)?, pool.event(1)?);
        list.wait_on_events(&[&go])?;
        for _ in 0..self.n {
            self.pair(list)?;
        }
        list.barrier(Ending::signal(&done))?;
        go.signal()?;
        Ok(done.wait()?)
    }

    /// Each launch waits for the one before it.
    fn waiting(&self, list: &List) -> Result<()> {
        let pool = EventPool::new(&self.gpu.context, PoolKind::Timestamps, 2 * self.n as u32)?;
        let events = pool.events(2 * self.n as u32)?;
        for (at, pair) in events.chunks(2).enumerate() {
            let before = at.checked_sub(1).map(|last| &events[2 * last + 1]);
            let waits: Vec<_> = before.into_iter().collect();
            list.launch(&self.empty, [1, 1, 1], Ending::signal(&pair[0]).after(&waits))?;
            list.launch(&self.copy, self.groups, Ending::signal(&pair[1]).after(&[&pair[0]]))?;
        }
        Ok(events.last().map_or(Ok(()), crate::ze::Event::wait)?)
    }
}

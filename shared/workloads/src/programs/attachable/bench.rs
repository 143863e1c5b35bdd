//! What the program has made before anyone attached, and what it does with that.

mod events;

use super::calls::{Calls, of_all_families};
use super::compute;
use crate::ledger::Ledger;
use crate::programs::processes::HeldChild;
use crate::ze::{
    Allocation, Ending, Event, EventMaker, EventPool, Gpu, Heap, Kernel, Kind, List, Module, PoolKind, Queue,
};
use anyhow::{Context as _, Result, ensure};
use level_zero_sys::{
    ZE_COMMAND_LIST_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const BYTES: usize = 4096;

/// A thread that waits for numbers of calls to make.
struct Worker {
    orders: Sender<u64>,
    answers: Receiver<Result<Calls>>,
}

pub struct Bench {
    workers: Vec<Worker>,
    busy: Vec<JoinHandle<Result<()>>>,
    stop: Arc<AtomicBool>,
    queries: Arc<AtomicU64>,
    rounds: Arc<AtomicU64>,
    compute: u32,
    pause: Arc<compute::Pause>,
    child: Option<HeldChild>,
    kernel: Kernel,
    queue: Queue,
    immediate: List,
    recorded: List,
    empty: [List; 2],
    /// Not closed: one without anything in it, and one with.
    open: [List; 2],
    spare: List,
    in_order: List,
    in_order_spare: List,
    done: Event,
    stamped: Event,
    /// Where there are several drivers, their own functions do not know the loader's handles.
    counter_based: Option<Event>,
    counter_plain: Option<Event>,
    event_maker: Option<Box<EventMaker>>,
    /// What the kernel takes, by an event's timestamps.
    cycles: u64,
    host: Allocation,
    device: Allocation,
    shared: Allocation,
    heap: Heap,
    // Last: fields are dropped in this order, and what things were made of must outlive them.
    pools: [EventPool; 2],
    _module: Module,
    gpu: Arc<Gpu>,
}

impl Bench {
    pub fn start(threads: u32, busy: u32, compute: u32) -> Result<Self> {
        let gpu = Arc::new(Gpu::open()?);
        let (context, device) = (&gpu.context, gpu.device());
        let ordinal = device.compute_ordinal()?;
        let module = Module::with_kernels(context, &device, &["work"])?;
        let pools =
            [PoolKind::Plain, PoolKind::Timestamps].map(|kind| EventPool::new(context, kind, 1 + busy));
        let [plain, stamped] = pools;
        let (plain, stamped) = (plain?, stamped?);
        let allocate = |kind| Allocation::new(context, &device, kind, BYTES);
        let bench = Self {
            workers: (0..threads).map(|_| worker(&gpu)).collect(),
            busy: Vec::new(),
            stop: Arc::default(),
            queries: Arc::default(),
            rounds: Arc::default(),
            compute,
            pause: Arc::default(),
            child: None,
            kernel: module.kernel("work")?,
            queue: Queue::new(context, &device, ordinal, 0)?,
            immediate: List::asynchronous(context, &device, ordinal)?,
            recorded: List::regular(context, &device, ordinal, 0)?,
            empty: [
                List::regular(context, &device, ordinal, 0)?,
                List::regular(context, &device, ordinal, ZE_COMMAND_LIST_FLAG_IN_ORDER)?,
            ],
            open: [
                List::regular(context, &device, ordinal, 0)?,
                List::regular(context, &device, ordinal, 0)?,
            ],
            spare: List::regular(context, &device, ordinal, 0)?,
            in_order: List::immediate(
                context,
                &device,
                ordinal,
                ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
                ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
            )?,
            in_order_spare: List::regular(context, &device, ordinal, ZE_COMMAND_LIST_FLAG_IN_ORDER)?,
            done: plain.event(0)?,
            stamped: stamped.event(0)?,
            counter_based: Event::counter_based_zex(&gpu.driver, context, &device).ok(),
            counter_plain: Event::counter_based_plain(&gpu.driver, context, &device).ok(),
            event_maker: EventMaker::new(&gpu.driver).ok(),
            cycles: 0,
            host: allocate(Kind::Host)?,
            device: allocate(Kind::Device)?,
            shared: allocate(Kind::Shared)?,
            heap: Heap::new(BYTES),
            pools: [plain, stamped],
            _module: module,
            gpu: Arc::clone(&gpu),
        };
        bench.append(&bench.recorded)?;
        bench.recorded.close()?;
        bench.empty.iter().try_for_each(List::close)?;
        bench.append(&bench.open[1])?;
        let mut bench = bench;
        bench.cycles = bench.kernel_cycles()?;
        for index in 1..=busy {
            let event = bench.pools[0].event(index)?;
            let (stop, queries) = (Arc::clone(&bench.stop), Arc::clone(&bench.queries));
            bench.busy.push(std::thread::spawn(move || query_for_ever(&event, &stop, &queries)));
        }
        for _ in 0..compute {
            let (gpu, stop) = (Arc::clone(&bench.gpu), Arc::clone(&bench.stop));
            let (rounds, pause) = (Arc::clone(&bench.rounds), Arc::clone(&bench.pause));
            bench.busy.push(std::thread::spawn(move || compute::for_ever(&gpu, &stop, &pause, &rounds)));
        }
        Ok(bench)
    }

    pub fn pause(&self) -> Result<()> {
        self.pause.begin(self.compute);
        Ok(())
    }

    pub fn resume(&self) -> Result<()> {
        self.pause.end();
        Ok(())
    }

    fn kernel_cycles(&self) -> Result<u64> {
        self.immediate.launch(&self.kernel, [1, 1, 1], Ending::signal(&self.stamped))?;
        self.stamped.wait()?;
        let stamps = self.stamped.timestamps()?.context("no timestamps")?;
        self.stamped.reset()?;
        Ok(stamps.context.1.wrapping_sub(stamps.context.0))
    }

    /// A kernel and a copy.
    fn append(&self, list: &List) -> Result<()> {
        list.launch(&self.kernel, [4, 1, 1], Ending::NONE)?;
        list.copy(self.device.place(), self.host.place(), Ending::NONE)?;
        Ok(())
    }

    fn finish(&self, list: &List) -> Result<()> {
        list.barrier(Ending::signal(&self.done))?;
        self.done.wait()?;
        Ok(self.done.reset()?)
    }

    pub fn calls(&mut self, n: u64) -> Result<()> {
        for worker in &self.workers {
            worker.orders.send(n)?;
        }
        let mut sum = Calls::default();
        for worker in &self.workers {
            sum.add(worker.answers.recv()??);
        }
        sum.print();
        Ok(())
    }

    pub fn new_threads(&mut self, threads: u64, n: u64) -> Result<()> {
        let gpu = &self.gpu;
        let sum = std::thread::scope(|scope| -> Result<Calls> {
            let body = || of_all_families(&gpu.driver, &gpu.device(), n);
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(body)).collect();
            let mut sum = Calls::default();
            for thread in threads {
                sum.add(thread.join().expect("the thread does not panic")?);
            }
            Ok(sum)
        })?;
        sum.print();
        Ok(())
    }

    pub fn begin(&mut self, n: u64) -> Result<()> {
        (0..n).try_for_each(|_| self.append(&self.immediate))
    }

    pub fn immediate(&mut self, n: u64) -> Result<()> {
        self.begin(n)?;
        self.finish(&self.immediate)?;
        kernels_and_copies(n);
        Ok(())
    }

    pub fn in_order(&mut self, n: u64) -> Result<()> {
        for _ in 0..n {
            self.append_signalling(&self.in_order, || self.wait_and_reset())?;
            let regular = &self.in_order_spare;
            regular.reset()?;
            self.append_signalling(regular, || {
                regular.wait_on_events(&[&self.done])?;
                regular.reset_event(&self.done)
            })?;
            regular.close()?;
            self.queue.execute(&[regular], None)?;
            self.queue.finish()?;
        }
        kernels_and_copies(2 * n);
        Ok(())
    }

    pub fn fresh(&mut self, n: u64) -> Result<()> {
        let device = self.gpu.device();
        let list = List::asynchronous(&self.gpu.context, &device, device.compute_ordinal()?)?;
        (0..n).try_for_each(|_| self.append(&list))?;
        self.finish(&list)?;
        kernels_and_copies(n);
        Ok(())
    }

    /// Prints no expectations: a profiler does not know what was recorded before it attached.
    pub fn execute(&mut self, n: u64) -> Result<()> {
        (0..n).try_for_each(|_| self.queue.execute(&[&self.recorded], None))?;
        Ok(self.queue.finish()?)
    }

    /// Nothing to expect: nothing is done.
    pub fn execute_empty(&mut self, n: u64) -> Result<()> {
        let [plain, in_order] = &self.empty;
        for _ in 0..n {
            self.queue.execute(&[plain], None)?;
            self.queue.execute(&[in_order], None)?;
            self.queue.execute(&[plain, in_order], None)?;
        }
        Ok(self.queue.finish()?)
    }

    /// What was in it before is not expected: as for [`Self::execute`].
    pub fn fill(&mut self, n: u64, with_more: bool) -> Result<()> {
        let list = &self.open[usize::from(with_more)];
        self.append(list)?;
        list.close()?;
        for _ in 0..n {
            self.queue.execute(&[list], None)?;
            self.queue.finish()?;
        }
        list.reset()?;
        if with_more {
            self.append(list)?;
        }
        kernels_and_copies(n);
        Ok(())
    }

    pub fn record(&mut self, n: u64) -> Result<()> {
        for _ in 0..n {
            self.spare.reset()?;
            self.append(&self.spare)?;
            self.spare.close()?;
            self.queue.execute(&[&self.spare], None)?;
            self.queue.finish()?;
        }
        kernels_and_copies(n);
        Ok(())
    }

    pub fn kinds(&mut self) -> Result<()> {
        let list = &self.immediate;
        let (host, device, shared) = (self.host.place(), self.device.place(), self.shared.place());
        let heap = self.heap.place();
        let mut ledger = Ledger::new();
        for (from, to, source, target) in [
            ("host", "device", host, device),
            ("device", "host", device, host),
            ("shared", "device", shared, device),
            ("device", "shared", device, shared),
            ("heap", "device", heap, device),
            ("device", "heap", device, heap),
            // inside an allocation
            ("host", "device", host.part(1024, 512), device.part(512, 512)),
            ("heap", "shared", heap.part(64, 128), shared.part(2048, 128)),
        ] {
            list.copy(target, source, Ending::NONE)?;
            self.finish(list)?;
            ledger.transfer(from, to, 1, source.len());
        }
        ledger.print();
        Ok(())
    }

    pub fn fork(&mut self, n: u64) -> Result<()> {
        crate::programs::processes::fork_without_exec(&self.gpu, n)
    }

    pub fn hold(&mut self, n: u64) -> Result<()> {
        self.child = Some(HeldChild::fork(&self.gpu, n, n)?);
        Ok(())
    }

    pub fn release(&mut self) -> Result<()> {
        self.child.take().context("no child")?.finish()
    }

    pub fn cost(&mut self) -> Result<()> {
        const CALLS: u32 = 20_000;
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            let start = Instant::now();
            for _ in 0..CALLS {
                self.gpu.driver.api_version()?;
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
        println!("cost {best:.1}");
        Ok(())
    }

    /// Ends the busy threads; one that found a wrong answer fails the program.
    pub fn end(mut self) -> Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.busy.drain(..) {
            thread.join().expect("the thread does not panic")?;
        }
        let some = |count: &AtomicU64| count.load(Ordering::Relaxed) > 0;
        println!("busy {}, every answer right {}", some(&self.queries), some(&self.rounds));
        Ok(())
    }
}

fn kernels_and_copies(n: u64) {
    let mut ledger = Ledger::new();
    ledger.kernel("work", n);
    ledger.transfer("host", "device", n, BYTES);
    ledger.print();
}

fn worker(gpu: &Arc<Gpu>) -> Worker {
    let (orders, todo) = channel();
    let (answer, answers) = channel();
    let gpu = Arc::clone(gpu);
    std::thread::spawn(move || {
        for n in todo {
            if answer.send(of_all_families(&gpu.driver, &gpu.device(), n)).is_err() {
                return;
            }
        }
    });
    Worker { orders, answers }
}

/// It rests for about half of the time: whoever tests something beside it needs a processor, too.
fn query_for_ever(event: &Event, stop: &AtomicBool, queries: &AtomicU64) -> Result<()> {
    while !stop.load(Ordering::Relaxed) {
        for _ in 0..4096 {
            ensure!(!event.query()?, "an event that nobody signals was ready");
            queries.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    Ok(())
}

/// The next order is there.
fn has_input() -> bool {
    let mut input = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
    // SAFETY: one entry, and it does not wait
    unsafe { libc::poll(&raw mut input, 1, 0) > 0 }
}

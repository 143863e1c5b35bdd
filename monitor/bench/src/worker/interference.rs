//! The host's processor and the device at once: one chases, the other chases or streams beside it.

use super::chase::{Chases, LINE};
use super::estimate;
use super::gpu::interface::{Argument, Command, Gpu, Launch, Work};
use super::gpu::memory::Memory;
use super::gpu::open;
use super::host::{Busy, Doing, Host};
use super::limits::Limits;
use super::link::Link;
use crate::interference::{BESIDE, MEASURED, MODELLED, series};
use crate::memory_kind::MemoryKind;
use crate::messages::{CHASE, CPU, FromWorker, Interference, Point, STREAM, Step, Unable};
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use zetop_figures::view::format;

/// Accesses of a chase in a launch, and of the one that warms up.
const STEPS: u64 = 16_384;
const MOST_STEPS: u64 = 1 << 20;
/// Working sets in steps of the size that is given.
const SIZES: u64 = 9;
/// What a launch that streams reads, in bytes, and how often its set at most.
const STREAMED: u64 = 64 << 20;
const MOST_ROUNDS: u64 = 64;
/// Work items of a group that streams.
const ITEMS: u32 = 16;
const NO_MODEL: &str = "this simulated device has no model of a host beside it: only hd530 has (--sim=hd530)";

/// A working set on the device, and how it is gone through.
struct OnDevice<'a> {
    chases: Chases<'a>,
    chasing: Box<dyn Work + 'a>,
    streaming: Box<dyn Work + 'a>,
}

struct Bench {
    host: Host,
    repeats: u64,
}

pub(super) fn run(link: &Link, task: &Interference) -> Result<()> {
    let gpu = open(&task.device)?;
    let host = Host::from_gpu(&*gpu);
    ensure!(host.begin(Doing::Chase, task.step).is_some(), Unable(NO_MODEL.to_owned()));
    let sizes: Vec<u64> = (1..=SIZES).map(|number| number * task.step).collect();
    let mut needs = vec![
        format!(
            "{} of device memory, {} of the host's",
            format::bytes(sizes.iter().sum()),
            format::bytes(SIZES * task.step)
        ),
        match host.is_modelled() {
            true => MODELLED.to_owned(),
            false => "the host is this machine's processor".to_owned(),
        },
    ];
    let steps = 2 * 2 * SIZES * (SIZES + 1);
    let limits = Limits::from_facts(gpu.facts());
    gpu.build_kernels()?;
    let sums = gpu.allocate(MemoryKind::Device, 4 * u64::from(ITEMS * gpu.facts().threads.max(1)))?;
    // What has been done before the first step.
    let mut before = 0;
    let mut sets: BTreeMap<u64, Result<OnDevice<'_>, String>> = BTreeMap::new();
    for bytes in &sizes {
        let refused = limits.refuse(MemoryKind::Heap, MemoryKind::Device, *bytes).map_or(Ok(()), Err);
        let made = refused.and_then(|()| OnDevice::new(&*gpu, &sums, *bytes).map_err(|e| format!("{e:#}")));
        sets.insert(
            *bytes,
            made.map(|(set, operations)| {
                before += operations;
                set
            }),
        );
    }
    // The largest set that there is shows how long both sides take.
    let mut each = 0.0;
    if let Some(set) = sets.values().rev().find_map(|set| set.as_ref().ok()) {
        each = estimate::seconds(|| set.chasing.execute().and_then(|()| set.streaming.execute()))? / 2.0;
        before += 2;
    }
    needs.push(estimate::about(steps, steps as f64 * f64::from(task.repeats + 1) * each));
    link.say(FromWorker::Begin(gpu.facts().about(needs, steps)))?;
    let bench = Bench { host, repeats: u64::from(task.repeats) };
    for (beside, measured) in BESIDE.iter().flat_map(|beside| MEASURED.map(|measured| (*beside, measured))) {
        for (own, other) in
            sizes.iter().flat_map(|own| std::iter::once(&0).chain(&sizes).map(move |o| (*own, *o)))
        {
            if link.is_stopped() {
                return Ok(());
            }
            let at = Point { series: series(measured, beside, own), x: other };
            let on_device = if measured == MEASURED[0] { own } else { other };
            let set = match sets.get(&on_device) {
                Some(Ok(set)) => Some(set),
                Some(Err(why)) => {
                    link.skip(at, why.clone())?;
                    continue;
                }
                None => None,
            };
            let streams = beside == BESIDE[1];
            match set {
                Some(set) if measured == MEASURED[0] => {
                    let doing = if streams { Doing::Streaming } else { Doing::Chase };
                    bench.device(link, at, before, set, doing, other)?;
                }
                set => {
                    let work = set.map(|set| if streams { &*set.streaming } else { &*set.chasing });
                    bench.cpu(link, at, before, own, work)?;
                }
            }
            before = 0;
        }
    }
    Ok(())
}

impl<'a> OnDevice<'a> {
    fn new(gpu: &'a dyn Gpu, sums: &Memory<'_>, bytes: u64) -> Result<(Self, u64)> {
        let (chases, operations) = Chases::new(gpu, 1, bytes)?;
        let chasing = chases.work(1, STEPS)?;
        let arguments = [
            Argument::Buffer(chases.place()),
            Argument::Buffer(sums.place()),
            Argument::U32((bytes / LINE * LINE / 4) as u32),
            Argument::U32((STREAMED / bytes.max(1)).clamp(1, MOST_ROUNDS) as u32),
        ];
        // As many items as there are threads, which read all of the set in turn.
        let groups = [gpu.facts().threads.max(1), 1, 1];
        let launch = Launch { kernel: STREAM, items: [ITEMS, 1, 1], groups, arguments: &arguments };
        let streaming = gpu.record(&[Command::Launch(launch)])?;
        Ok((Self { chases, chasing, streaming }, operations))
    }
}

impl Bench {
    /// The device chases, and `beside` is what the host does meanwhile in memory of `host_bytes`; nothing if these are 0.
    /// `before` are the operations since the last step.
    fn device(
        &self,
        link: &Link,
        at: Point,
        before: u64,
        set: &OnDevice<'_>,
        beside: Doing,
        host_bytes: u64,
    ) -> Result<()> {
        let busy: Option<Busy<'_>> = if host_bytes > 0 { self.host.begin(beside, host_bytes) } else { None };
        // The modelled device has no state to bring about.
        let most = if self.host.is_modelled() { STEPS } else { MOST_STEPS };
        set.chases.warm_up(1, most)?;
        let step = Step { at, operations: self.repeats, before: before + 1 };
        let whole = link.repeat(step, self.repeats, || set.chasing.execute())?;
        drop(busy);
        if whole { link.measured([(CHASE, vec![STEPS as f64])]) } else { Ok(()) }
    }

    /// The host chases in memory of `host_bytes`, and the device executes `work` meanwhile. `before` are the operations since
    /// the last step.
    fn cpu(
        &self,
        link: &Link,
        at: Point,
        before: u64,
        host_bytes: u64,
        work: Option<&dyn Work>,
    ) -> Result<()> {
        work.map_or(Ok(()), |work| work.execute())?;
        let Some(busy) = self.host.begin(Doing::Chase, host_bytes) else { return Ok(()) };
        let mut modelled = Vec::new();
        let [operations, warm_up] = if work.is_some() { [self.repeats, 1] } else { [0, 0] };
        let step = Step { at, operations, before: before + warm_up };
        let whole = link.repeat(step, self.repeats, || -> Result<()> {
            match work {
                Some(work) => work.execute()?,
                None => busy.alone(),
            }
            modelled.extend(busy.modelled_ns());
            Ok(())
        })?;
        let measured = busy.end();
        let samples = if self.host.is_modelled() { modelled } else { measured };
        if whole { link.measured([(CPU, samples)]) } else { Ok(()) }
    }
}

//! The host's processor and the device at once: one chases, the other chases or streams beside it.

use super::chase::{Chases, LINE};
use super::host::{Busy, Doing, Host};
use super::link::Link;
use super::memory::Limits;
use super::target::Target;
use crate::bench::interference::{BESIDE, MEASURED, MODELLED, series};
use crate::bench::kinds::Side;
use crate::bench::messages::{At, CHASE, CPU, FromWorker, Interference, STREAM, Step};
use crate::present::format;
use anyhow::{Result, ensure};
use zetop_workloads::ze::{Allocation, Ending, Kind, List, Module, Queue, ZeResult};

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

struct Bench {
    target: Target,
    module: Module,
    queue: Queue,
    host: Host,
    repeats: u64,
}

/// A side's working set on the device, and how it is gone through.
enum OnDevice {
    Chases(Chases),
    Streams { list: List, _set: Allocation, _out: Allocation },
}

pub(super) fn run(link: &mut Link, task: &Interference) -> Result<()> {
    let target = Target::open(task.device)?;
    let host = Host::of(&target);
    let sizes = || (1..=SIZES).map(|number| number * task.step);
    let needs = vec![
        format!("{} of device memory and as much of the host's", format::bytes(SIZES * task.step)),
        match host.is_modelled() {
            true => MODELLED.to_owned(),
            false => "the host is this machine's processor".to_owned(),
        },
    ];
    let steps = 2 * 2 * SIZES * (SIZES + 1);
    link.say(&FromWorker::Begin(target.about(needs, steps)))?;
    ensure!(host.begin(Doing::Chase, task.step).is_some(), NO_MODEL);
    let limits = Limits::new(target.memory, target.allocation);
    let module = target.module()?;
    let queue = Queue::new(target.context(), &target.device, target.device.compute_ordinal()?, 0)?;
    let bench = Bench { target, module, queue, host, repeats: u64::from(task.repeats) };
    for beside in BESIDE {
        for measured in MEASURED {
            for (own, other) in
                sizes().flat_map(|own| std::iter::once(0).chain(sizes()).map(move |o| (own, o)))
            {
                if link.is_stopped() {
                    return Ok(());
                }
                let at = At { series: series(measured, beside, own), x: other };
                if let Some(why) = limits.refuse(Side::Heap, Side::Device, own.max(other)) {
                    link.skip(at, why)?;
                    continue;
                }
                let streams = beside == BESIDE[1];
                let doing = if streams { Doing::Streaming } else { Doing::Chase };
                match measured == MEASURED[0] {
                    true => bench.device(link, at, own, (doing, other))?,
                    false => bench.cpu(link, at, own, (streams, other))?,
                }
            }
        }
    }
    Ok(())
}

impl Bench {
    fn execute(&self, list: &List) -> ZeResult {
        self.queue.execute(&[list], None)?;
        self.queue.finish()
    }

    fn warm_up(&self, chases: &Chases) -> Result<()> {
        // The modelled device has no state to bring about.
        let most = if self.host.is_modelled() { STEPS } else { MOST_STEPS };
        chases.warm_up(&self.target, &self.queue, 1, most)
    }

    /// The device chases, the host does this beside it. Nothing of zero bytes.
    fn device(&self, link: &mut Link, at: At, own: u64, (doing, other): (Doing, u64)) -> Result<()> {
        let (chases, before) = Chases::new(&self.target, &self.module, 1, own)?;
        let busy: Option<Busy<'_>> = if other > 0 { self.host.begin(doing, other) } else { None };
        self.warm_up(&chases)?;
        let list = chases.list(&self.target, 1, STEPS)?;
        let step = Step { at, operations: self.repeats, before: before + 1 };
        let whole = link.repeat(step, self.repeats, || self.execute(&list))?;
        drop(busy);
        if whole { link.measured([(CHASE, vec![STEPS as f64])]) } else { Ok(()) }
    }

    /// The host chases, the device does this beside it.
    fn cpu(&self, link: &mut Link, at: At, own: u64, (streams, other): (bool, u64)) -> Result<()> {
        let (beside, mut before) = match other {
            0 => (None, 0),
            bytes if streams => (Some(self.stream(bytes)?), 0),
            bytes => {
                let (chases, before) = Chases::new(&self.target, &self.module, 1, bytes)?;
                (Some(OnDevice::Chases(chases)), before)
            }
        };
        let list = match &beside {
            None => None,
            Some(OnDevice::Chases(chases)) => {
                self.warm_up(chases)?;
                Some(&chases.list(&self.target, 1, STEPS)?)
            }
            Some(OnDevice::Streams { list, .. }) => {
                self.execute(list)?;
                Some(list)
            }
        };
        before += u64::from(list.is_some());
        let Some(busy) = self.host.begin(Doing::Chase, own) else { return Ok(()) };
        let mut modelled = Vec::new();
        let operations = if list.is_some() { self.repeats } else { 0 };
        let whole = link.repeat(Step { at, operations, before }, self.repeats, || -> ZeResult {
            match list {
                Some(list) => self.execute(list)?,
                None => busy.alone(),
            }
            modelled.extend(busy.modelled_ns());
            Ok(())
        })?;
        let measured = busy.end();
        let samples = if self.host.is_modelled() { modelled } else { measured };
        if whole { link.measured([(CPU, samples)]) } else { Ok(()) }
    }

    /// As many items as there are threads, which read all of a working set in turn.
    fn stream(&self, bytes: u64) -> Result<OnDevice> {
        let groups = self.target.threads.max(1);
        let new = |len: u64| {
            Allocation::new(self.target.context(), &self.target.device, Kind::Device, len as usize)
        };
        let (set, out) = (new(bytes)?, new(4 * u64::from(ITEMS * groups))?);
        let kernel = self.module.kernel(STREAM)?;
        kernel.group_size(ITEMS, 1, 1)?;
        kernel.set_buffer(0, set.place())?;
        kernel.set_buffer(1, out.place())?;
        kernel.set_u32(2, (bytes / LINE * LINE / 4) as u32)?;
        kernel.set_u32(3, (STREAMED / bytes.max(1)).clamp(1, MOST_ROUNDS) as u32)?;
        let ordinal = self.target.device.compute_ordinal()?;
        let list = List::regular(self.target.context(), &self.target.device, ordinal, 0)?;
        list.launch(&kernel, [groups, 1, 1], Ending::NONE)?;
        list.close()?;
        Ok(OnDevice::Streams { list, _set: set, _out: out })
    }
}

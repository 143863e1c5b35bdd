//! Level Zero: commands are recorded into lists, which a queue executes.

use super::interface::{Argument, Command, Facts, Gpu, Launch, Stamped, Work};
use super::memory::{Memory, MemoryRange};
use crate::api::Api;
use crate::memory_kind::MemoryKind;
use crate::messages::MULTIPLY_ADD_DOUBLE;
use anyhow::{Context as _, Result, anyhow};
use level_zero_sys::ZE_COMMAND_LIST_FLAG_IN_ORDER;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use zetop_figures::view::format;
use zetop_workloads::ze;
use zetop_workloads::ze::{Allocation, Ending, Kernel, Kind, List, Module, Queue};

/// The kernels of all benchmarks; `monitor/bench/kernels/build.sh` makes them.
static KERNELS: &[u8] = include_bytes!("../../../kernels/bench.spv");
static DOUBLE_KERNELS: &[u8] = include_bytes!("../../../kernels/double.spv");

/// A device without a clock, in words.
const NO_CLOCK: &str = "the device has no timestamps: the times of its operations cannot be measured";

/// A driver with devices.
pub(super) fn open() -> Result<Driver> {
    Ok(Driver(ze::Gpu::open()?))
}

pub(super) struct Driver(ze::Gpu);

impl Driver {
    /// One of its devices.
    pub(super) fn device(self, number: usize) -> Result<Device> {
        let gpu = self.0;
        let count = gpu.devices.len();
        let device = *gpu
            .devices
            .get(number)
            .with_context(|| format!("the driver has {}", format::many(count as u64, "device", "devices")))?;
        let properties = device.properties()?;
        let bits = properties.timestampValidBits;
        let hz = device.timer_hz()?.filter(|_| bits > 0).context(NO_CLOCK)?;
        let name: Vec<u8> = properties.name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
        let facts = Facts {
            api: Api::LevelZero,
            name: String::from_utf8_lossy(&name).into_owned(),
            timer_hz: Some(hz),
            timestamp_bits: properties.kernelTimestampValidBits,
            memory: device.memory_bytes()?,
            allocation: properties.maxMemAllocSize,
            // The simulated one, which says that it has its own, takes it from the machine all the same.
            shares_memory: true,
            cache: device.cache_bytes()?,
            threads: properties.numSlices
                * properties.numSubslicesPerSlice
                * properties.numEUsPerSubslice
                * properties.numThreadsPerEU,
        };
        let ordinal = device.compute_ordinal()?;
        let queue = Queue::new(&gpu.context, &device, ordinal, 0)?;
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        Ok(Device {
            facts,
            device,
            ordinal,
            clock: Clock { hz, mask },
            queue,
            kernels: RefCell::default(),
            module: OnceCell::new(),
            double_module: OnceCell::new(),
            gpu,
        })
    }
}

#[derive(Clone, Copy)]
struct Clock {
    /// Cycles per second.
    hz: f64,
    /// The valid bits of a stamp.
    mask: u64,
}

pub(super) struct Device {
    facts: Facts,
    device: ze::Device,
    ordinal: u32,
    clock: Clock,
    queue: Queue,
    /// Kernels that have been launched, by name.
    kernels: RefCell<BTreeMap<&'static str, Kernel>>,
    module: OnceCell<Module>,
    double_module: OnceCell<Module>,
    // Last: what was made of it goes first.
    gpu: ze::Gpu,
}

impl Device {
    fn list(&self, flags: u32) -> ze::ZeResult<List> {
        List::regular(&self.gpu.context, &self.device, self.ordinal, flags)
    }

    fn build(&self, kernels: &[u8]) -> Result<Module> {
        Module::build(&self.gpu.context, &self.device, kernels)
            .map_err(|(failed, log)| anyhow!("the kernels do not compile: {failed}\n{log}"))
    }

    fn append(&self, list: &List, command: &Command<'_>) -> Result<()> {
        match command {
            Command::Launch(launch) => self.launch(list, launch)?,
            Command::Copy { to, from } => list.copy(place(*to), place(*from), Ending::NONE)?,
            Command::Fill(to) => list.fill(place(*to), &[0], Ending::NONE)?,
            Command::Barrier => list.barrier(Ending::NONE)?,
        }
        Ok(())
    }

    fn launch(&self, list: &List, launch: &Launch<'_>) -> Result<()> {
        let module = if launch.kernel == MULTIPLY_ADD_DOUBLE { &self.double_module } else { &self.module };
        let module = module.get().context("the kernels are not compiled")?;
        let mut kernels = self.kernels.borrow_mut();
        if !kernels.contains_key(launch.kernel) {
            kernels.insert(launch.kernel, module.kernel(launch.kernel)?);
        }
        let kernel = &kernels[launch.kernel];
        let [x, y, z] = launch.items;
        kernel.group_size(x, y, z)?;
        for (index, argument) in (0..).zip(launch.arguments) {
            match argument {
                Argument::Buffer(buffer) => kernel.set_buffer(index, place(*buffer))?,
                Argument::U32(value) => kernel.set_u32(index, *value)?,
            }
        }
        // A list keeps group size and arguments as they are now.
        list.launch(kernel, launch.groups, Ending::NONE)?;
        Ok(())
    }
}

impl Gpu for Device {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn allocate(&self, side: MemoryKind, bytes: u64) -> Result<Memory<'_>> {
        let bytes = bytes as usize;
        let kind = match side {
            MemoryKind::Heap => return Ok(Memory::heap(bytes)),
            MemoryKind::Host => Kind::Host,
            MemoryKind::Device => Kind::Device,
            MemoryKind::Shared => Kind::Shared,
        };
        let owner = Allocation::new(&self.gpu.context, &self.device, kind, bytes)?;
        // SAFETY: the driver's memory, until its owner is dropped; the host reaches all but the device's.
        Ok(unsafe { Memory::new(side, owner.place().pointer(), bytes, owner) })
    }

    fn build_kernels(&self) -> Result<()> {
        // built once
        let _ = self.module.set(self.build(KERNELS)?);
        Ok(())
    }

    fn build_double_kernels(&self) -> Result<()> {
        let _ = self.double_module.set(self.build(DOUBLE_KERNELS)?);
        Ok(())
    }

    fn record<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Work + 'a>> {
        let list = self.list(0)?;
        commands.iter().try_for_each(|command| self.append(&list, command))?;
        list.close()?;
        Ok(Box::new(Recorded { list, queue: &self.queue }))
    }

    /// In an in-order list, or else one with barriers.
    fn record_stamped<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Stamped + 'a>> {
        let (list, barriers) = match self.list(ZE_COMMAND_LIST_FLAG_IN_ORDER) {
            Ok(list) => (list, false),
            // A driver from before there was such a flag.
            Err(_) => (self.list(0)?, true),
        };
        let barrier = || if barriers { list.barrier(Ending::NONE) } else { Ok(()) };
        let stamps = Allocation::new(&self.gpu.context, &self.device, Kind::Host, 16)?;
        list.write_global_timestamp(stamps.place().part(0, 8))?;
        for command in commands {
            barrier()?;
            self.append(&list, command)?;
        }
        barrier()?;
        list.write_global_timestamp(stamps.place().part(8, 8))?;
        list.close()?;
        Ok(Box::new(RecordedStamped { of: Recorded { list, queue: &self.queue }, stamps, clock: self.clock }))
    }

    fn extension(&self, name: &CStr) -> Option<(*mut c_void, *mut c_void)> {
        Some((self.gpu.driver.extension(name)?, self.device.handle().cast()))
    }
}

fn place(of: MemoryRange) -> ze::MemoryRange {
    ze::MemoryRange::new(of.pointer(), of.len())
}

/// A closed list.
struct Recorded<'a> {
    list: List,
    queue: &'a Queue,
}

impl Work for Recorded<'_> {
    fn execute(&self) -> Result<()> {
        self.queue.execute(&[&self.list], None)?;
        Ok(self.queue.finish()?)
    }
}

struct RecordedStamped<'a> {
    of: Recorded<'a>,
    /// Where the list writes its stamps.
    stamps: Allocation,
    clock: Clock,
}

impl Stamped for RecordedStamped<'_> {
    fn execute(&mut self) -> Result<f64> {
        self.of.execute()?;
        let (words, _) = self.stamps.bytes().as_chunks::<8>();
        let [start, end] = [words[0], words[1]].map(u64::from_ne_bytes);
        Ok((end.wrapping_sub(start) & self.clock.mask) as f64 / self.clock.hz * 1e9)
    }
}

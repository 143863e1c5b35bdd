//! The device that is measured.

use crate::bench::messages::Device as About;
use anyhow::{Context as _, Result};
use zetop_workloads::ze::{Context, Device, Gpu, Module};

/// The kernels of all benchmarks; `monitor/kernels/build.sh` makes them.
static KERNELS: &[u8] = include_bytes!("../../../kernels/bench.spv");

/// A device without a clock, in words.
const NO_CLOCK: &str = "the device has no timestamps: the times of its operations cannot be measured";

pub(super) struct Target {
    pub device: Device,
    pub gpu: Gpu,
    name: String,
    /// Cycles of the device's clock per second, and its valid bits.
    pub hz: f64,
    pub bits: u32,
    kernel_bits: u32,
    pub memory: u64,
    /// The largest allocation.
    pub allocation: u64,
    /// Hardware threads of all execution units.
    pub threads: u32,
}

impl Target {
    /// One of the driver's devices.
    pub(super) fn open(number: usize) -> Result<Self> {
        let gpu = Gpu::open()?;
        let count = gpu.devices.len();
        let device = *gpu.devices.get(number).with_context(|| format!("the driver has {count} devices"))?;
        let properties = device.properties()?;
        let bits = properties.timestampValidBits;
        let name: Vec<u8> = properties.name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
        Ok(Self {
            device,
            name: String::from_utf8_lossy(&name).into_owned(),
            hz: device.timer_hz()?.filter(|_| bits > 0).context(NO_CLOCK)?,
            bits,
            kernel_bits: properties.kernelTimestampValidBits,
            memory: device.memory_bytes()?,
            allocation: properties.maxMemAllocSize,
            threads: properties.numSlices
                * properties.numSubslicesPerSlice
                * properties.numEUsPerSubslice
                * properties.numThreadsPerEU,
            gpu,
        })
    }

    pub(super) fn context(&self) -> &Context {
        &self.gpu.context
    }

    /// What zetop is told at the beginning.
    pub(super) fn about(&self, needs: Vec<String>, steps: u64) -> About {
        About {
            name: self.name.clone(),
            timer_hz: Some(self.hz),
            timestamp_bits: self.kernel_bits,
            memory_bytes: self.memory,
            needs,
            steps,
        }
    }

    /// Its kernels; where they do not compile, what the driver has to say about that.
    pub(super) fn module(&self) -> Result<Module> {
        Module::build(self.context(), &self.device, KERNELS)
            .map_err(|(failed, log)| anyhow::anyhow!("the kernels do not compile: {failed}\n{log}"))
    }
}

//! What the benchmarks ask of a device.

use super::memory::{Memory, MemoryRange};
use crate::api::Api;
use crate::memory_kind::MemoryKind;
use crate::messages::Device;
use anyhow::Result;
use std::ffi::c_void;

/// What is known of a device.
pub struct Facts {
    pub api: Api,
    pub name: String,
    /// Cycles of its clock per second; none where its times are in ns.
    pub timer_hz: Option<f64>,
    /// Valid bits of the stamps of operations.
    pub timestamp_bits: u32,
    /// Bytes of its memory, and of its largest allocation; 0 where there is no such limit.
    pub memory: u64,
    pub allocation: u64,
    /// Its memory is the machine's.
    pub shares_memory: bool,
    /// Bytes of its largest cache; 0 where it does not say.
    pub cache: u64,
    /// Hardware threads of all execution units, or warps of all multiprocessors.
    pub threads: u32,
}

impl Facts {
    /// What zetop is told at the beginning.
    pub fn about(&self, needs: Vec<String>, steps: u64) -> Device {
        Device {
            api: self.api,
            name: self.name.clone(),
            timer_hz: self.timer_hz,
            timestamp_bits: self.timestamp_bits,
            memory_bytes: self.memory,
            needs,
            steps,
        }
    }
}

/// What a kernel is given.
#[derive(Debug, Clone, Copy)]
pub enum Argument {
    Buffer(MemoryRange),
    U32(u32),
}

#[derive(Debug, Clone, Copy)]
pub struct Launch<'a> {
    pub kernel: &'static str,
    /// Work items of a group, and groups.
    pub items: [u32; 3],
    pub groups: [u32; 3],
    pub arguments: &'a [Argument],
}

/// What the device does.
#[derive(Debug, Clone, Copy)]
pub enum Command<'a> {
    Launch(Launch<'a>),
    Copy {
        to: MemoryRange,
        from: MemoryRange,
    },
    /// With zeros.
    Fill(MemoryRange),
    /// What comes next waits for what came before.
    Barrier,
}

/// A device. What is made of it may not outlive it.
pub trait Gpu {
    fn facts(&self) -> &Facts;

    /// Memory of any kind. Commands that use it must be over when it is dropped.
    fn allocate(&self, side: MemoryKind, bytes: u64) -> Result<Memory<'_>>;

    /// Compiles the kernels.
    ///
    /// # Errors
    /// With what the compiler has to say.
    fn build_kernels(&self) -> Result<()>;

    /// Compiles those in double precision.
    ///
    /// # Errors
    /// Where the device can't do that.
    fn build_double_kernels(&self) -> Result<()>;

    /// Commands that are executed as often as wanted; some may run side by side.
    fn record<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Work + 'a>>;

    /// Commands of which each waits for the one before, with a stamp of the device's clock before the first and after
    /// the last.
    fn record_stamped<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Stamped + 'a>>;

    /// A function of the driver that its API knows nothing of, and the device's handle for it.
    fn extension(&self, name: &std::ffi::CStr) -> Option<(*mut c_void, *mut c_void)>;
}

pub trait Work {
    /// Executes the commands, and waits until they are over.
    fn execute(&self) -> Result<()>;
}

pub trait Stamped {
    /// Executes the commands, and waits until they are over: the ns between the stamps.
    fn execute(&mut self) -> Result<f64>;
}

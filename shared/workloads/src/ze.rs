//! Level Zero objects with owners: what is made here is destroyed when dropped.
//!
//! The helpers check the ranges of memory that commands touch ([`MemoryRange`]). As in any Level Zero program, it
//! is up to the workload that memory, events and kernels outlive the commands that use them: it synchronises
//! before it drops them.

mod context;
mod driver;
mod event;
mod image;
mod list;
mod list_copies;
mod list_newer;
mod loader;
mod memory;
mod module;
mod namespace;
mod queue;
mod result;
mod static_loader;

pub use context::Context;
pub use driver::{Device, Driver};
pub use event::{Event, EventMaker, EventPool, PoolKind, Stamps};
pub use image::{Format, Image};
pub use list::{Ending, List};
pub use list_copies::Region;
pub use loader::api;
pub use memory::{Allocation, Heap, Kind, MemoryRange};
pub use module::{Kernel, Module};
pub use queue::{Fence, Queue};
pub use result::{Failed, LONG, ZeResult};

use anyhow::Result;

/// The first driver, its devices and a context: nearly every workload begins with these.
pub struct Gpu {
    pub driver: Driver,
    pub devices: Vec<Device>,
    pub context: Context,
}

impl Gpu {
    /// # Errors
    /// No loader, no driver, no device.
    pub fn open() -> Result<Self> {
        let driver = Driver::first()?;
        let devices = driver.devices()?;
        anyhow::ensure!(!devices.is_empty(), "the driver has no device");
        let context = Context::new(&driver)?;
        Ok(Self { driver, devices, context })
    }

    #[must_use]
    pub fn device(&self) -> Device {
        self.devices[0]
    }
}

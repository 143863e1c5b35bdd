//! Level Zero objects with owners: what is made here is destroyed when dropped.
//!
//! The helpers check the ranges of memory that commands touch ([`Place`]). As in any Level Zero program, it
//! is up to the workload that memory, events and kernels outlive the commands that use them: it synchronises
//! before it drops them.

mod context;
mod driver;
mod event;
mod image;
mod list;
mod list_copies;
mod list_newer;
mod memory;
mod module;
mod namespace;
mod queue;
mod static_loader;

pub use context::Context;
pub use driver::{Device, Driver};
pub use event::{Event, EventMaker, EventPool, PoolKind, Stamps};
pub use image::{Format, Image};
pub use list::{Ending, List};
pub use list_copies::Region;
pub use memory::{Allocation, Heap, Kind, Place};
pub use module::{Kernel, Module};
pub use queue::{Fence, Queue};

use anyhow::{Context as _, Result};
use level_zero_sys::{
    LOADER_FILE, LevelZero, ZE_RESULT_NOT_READY, ZE_RESULT_SUCCESS, result_name, ze_result_t,
};
use std::fmt;
use std::sync::OnceLock;

/// A long wait. It is finite, so that a lost signal fails a workload instead of hanging it.
pub const LONG: u64 = 120_000_000_000;

/// A function that did not return `ZE_RESULT_SUCCESS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed {
    pub function: &'static str,
    pub result: ze_result_t,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match result_name(self.result) {
            Some(name) => write!(f, "{} returned {name}", self.function),
            None => write!(f, "{} returned {:#x}", self.function, self.result),
        }
    }
}
impl std::error::Error for Failed {}

pub type ZeResult<T = ()> = std::result::Result<T, Failed>;

pub(crate) fn check(function: &'static str, result: ze_result_t) -> ZeResult {
    if result == ZE_RESULT_SUCCESS { Ok(()) } else { Err(Failed { function, result }) }
}

/// For functions that answer a question: true for success, false for NOT_READY.
pub(crate) fn ready(function: &'static str, result: ze_result_t) -> ZeResult<bool> {
    if result == ZE_RESULT_NOT_READY {
        return Ok(false);
    }
    check(function, result).map(|()| true)
}

/// The loader, opened once. With `ZE_WORKLOAD_LOADER` in the environment, as by a loader that is linked
/// statically, or in a namespace of its own.
///
/// # Errors
/// No loader on this machine.
pub fn api() -> Result<&'static LevelZero> {
    static API: OnceLock<LevelZero> = OnceLock::new();
    if let Some(api) = API.get() {
        return Ok(api);
    }
    let how = std::env::var("ZE_WORKLOAD_LOADER").unwrap_or_default();
    if how == "own-namespace" {
        let opened = namespace::open()?;
        return Ok(API.get_or_init(|| opened));
    }
    let opened = match &*how {
        "" => LevelZero::open(LOADER_FILE),
        "static" => static_loader::open(static_loader::Calls::ThroughTables),
        "static-cached" => static_loader::open(static_loader::Calls::Cached),
        "static-2025" => static_loader::open(static_loader::Calls::CachedInitialised),
        _ => anyhow::bail!("ZE_WORKLOAD_LOADER={how}: static, static-cached, static-2025 or own-namespace"),
    };
    let opened = opened
        .with_context(|| format!("no Level Zero loader ({LOADER_FILE}): install Debian's package libze1"))?;
    Ok(API.get_or_init(|| opened))
}

/// A handle with an owner.
macro_rules! owned {
    ($(#[$doc:meta])* $name:ident, $handle:ty, $destroy:ident) => {
        $(#[$doc])*
        pub struct $name {
            pub(super) api: &'static level_zero_sys::LevelZero,
            pub(super) handle: $handle,
        }
        // SAFETY: Level Zero handles may be used from any thread, and the workloads never use one from two
        // threads at once where the specification forbids it.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}
        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the handle came from the matching create function, and this is its only destruction.
                unsafe { self.api.$destroy(self.handle) };
            }
        }
        impl $name {
            #[must_use]
            pub fn handle(&self) -> $handle {
                self.handle
            }
        }
    };
}
pub(crate) use owned;

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

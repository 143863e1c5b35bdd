//! Contexts and the driver object.

use crate::clock;
use crate::device::Device;
use crate::handle::{HandleKind, Object, Shared};
use crate::memory::Freed;
use crate::settings::{read_call_delays, settings};
use level_zero_sys::*;
use std::sync::{Mutex, OnceLock};

/// The driver.
pub struct Driver {
    /// One per device, each alive for ever.
    pub devices: Vec<Shared<Device>>,
}
impl HandleKind for Driver {
    const MAGIC: u64 = u64::from_le_bytes(*b"zedriver");
    type Raw = _ze_driver_handle_t;
}

impl Driver {
    /// Runs something while no device moves or computes anything.
    pub fn quietly<R>(&self, work: impl FnOnce() -> R) -> R {
        let lanes: Vec<_> = self.devices.iter().flat_map(|device| device.lanes()).collect();
        let _at_rest: Vec<_> = lanes.iter().map(|lane| lane.at_rest()).collect();
        work()
    }
}

/// The one driver, made at first use.
pub fn driver() -> &'static Object<Driver> {
    static DRIVER: OnceLock<Shared<Driver>> = OnceLock::new();
    DRIVER.get_or_init(|| {
        read_call_delays();
        let epoch = clock::host_now();
        let devices = (0..settings().devices).map(|index| Object::new(Device::new(index, epoch))).collect();
        Object::new(Driver { devices })
    })
}

pub struct Context {
    /// Memory that will be released when the device is done with it.
    pub deferred: Mutex<Vec<Freed>>,
}
impl HandleKind for Context {
    const MAGIC: u64 = u64::from_le_bytes(*b"zcontext");
    type Raw = _ze_context_handle_t;
}

impl Context {
    pub fn new() -> Self {
        Self { deferred: Mutex::default() }
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// The context that belongs to the driver itself.
pub fn default_context() -> ze_context_handle_t {
    static DEFAULT: OnceLock<Shared<Context>> = OnceLock::new();
    DEFAULT.get_or_init(|| Object::new(Context::new())).handle()
}

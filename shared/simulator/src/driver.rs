//! The driver object and its devices.

use crate::calls::read_call_delays;
use crate::clock;
use crate::device::Device;
use crate::handle::{HandleKind, Object, Shared};
use crate::settings::settings;
use crate::usage;
use level_zero_sys::*;
use std::sync::OnceLock;

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
        usage::open();
        let epoch = clock::host_now();
        let devices = (0..settings().devices).map(|index| Object::new(Device::new(index, epoch))).collect();
        Object::new(Driver { devices })
    })
}

/// The device of an allocation's or a lane's index.
pub fn device_at(index: u32) -> Option<&'static Object<Device>> {
    driver().devices.get(index as usize).map(AsRef::as_ref)
}

//! Sysman: drivers, devices, PCI and memory. Readings are in `sysman_readings`.

use super::device_properties::{fill_core, pci_bus, uuid};
use crate::Outcome;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::{Driver, driver};
use crate::handle::{HandleKind, Object, Shared, get, list, output, write_name};
use crate::memory;
use crate::settings::settings;
use crate::usage;
use level_zero_sys::*;
use std::sync::OnceLock;

/// The memory of a device. Each device has one, for ever.
struct MemoryModule {
    device: u32,
}
impl HandleKind for MemoryModule {
    const MAGIC: u64 = u64::from_le_bytes(*b"zes  mem");
    type Raw = _zes_mem_handle_t;
}

fn memory_modules() -> &'static [Shared<MemoryModule>] {
    static MODULES: OnceLock<Vec<Shared<MemoryModule>>> = OnceLock::new();
    MODULES
        .get_or_init(|| (0..settings().devices).map(|device| Object::new(MemoryModule { device })).collect())
}

/// Sysman handles are those of the core.
pub unsafe fn device<'a>(handle: zes_device_handle_t) -> Outcome<&'a Device> {
    // SAFETY: contract.
    Ok(unsafe { get::<Device>(handle.cast()) }?)
}

impl Api {
    pub unsafe fn zesInit(_flags: zes_init_flags_t) -> Outcome {
        driver();
        Ok(())
    }

    pub unsafe fn zesDriverGet(pCount: *mut u32, phDrivers: *mut zes_driver_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { list(pCount, phDrivers, &[driver()], |driver, place| *place = driver.handle().cast()) }
    }

    pub unsafe fn zesDriverGetExtensionProperties(
        hDriver: zes_driver_handle_t,
        pCount: *mut u32,
        _pExtensionProperties: *mut zes_driver_extension_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver.cast())?;
            output(pCount, 0)
        }
    }

    pub unsafe fn zesDeviceGet(
        hDriver: zes_driver_handle_t,
        pCount: *mut u32,
        phDevices: *mut zes_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let driver = get::<Driver>(hDriver.cast())?;
            list(pCount, phDevices, &driver.devices, |device, place| *place = device.handle().cast())
        }
    }

    pub unsafe fn zesDriverGetDeviceByUuidExp(
        hDriver: zes_driver_handle_t,
        wanted: zes_uuid_t,
        phDevice: *mut zes_device_handle_t,
        onSubdevice: *mut ze_bool_t,
        subdeviceId: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let driver = get::<Driver>(hDriver.cast())?;
            let found = driver.devices.iter().find(|device| uuid(device) == wanted.id);
            output(phDevice, found.ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?.handle().cast())?;
            output(onSubdevice, 0)?;
            output(subdeviceId, 0)
        }
    }

    pub unsafe fn zesDeviceGetProperties(
        hDevice: zes_device_handle_t,
        pProperties: *mut zes_device_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (device, properties) =
            unsafe { (device(hDevice)?, pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?) };
        fill_core(device, settings().profile, &mut properties.core);
        properties.numSubdevices = 0;
        write_name(&mut properties.serialNumber, &format!("ze-sim-{}", device.index));
        write_name(&mut properties.boardNumber, "unknown");
        write_name(&mut properties.brandName, "ze-sim");
        write_name(&mut properties.modelName, settings().profile.name);
        write_name(&mut properties.vendorName, "ze-sim");
        write_name(&mut properties.driverVersion, env!("CARGO_PKG_VERSION"));
        Ok(())
    }

    pub unsafe fn zesDeviceGetState(
        hDevice: zes_device_handle_t,
        pState: *mut zes_device_state_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (device, state) =
            unsafe { (device(hDevice)?, pState.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?) };
        state.reset = if device.is_lost() { ZES_RESET_REASON_FLAG_WEDGED } else { 0 };
        state.repaired = ZES_REPAIR_STATUS_UNSUPPORTED;
        Ok(())
    }

    pub unsafe fn zesDevicePciGetProperties(
        hDevice: zes_device_handle_t,
        pProperties: *mut zes_pci_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (device, properties) =
            unsafe { (device(hDevice)?, pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?) };
        let profile = settings().profile;
        let (gen_, width) = profile.pci_link.unwrap_or((-1, -1));
        properties.address = zes_pci_address_t { domain: 0, bus: pci_bus(device), device: 0, function: 0 };
        properties.maxSpeed =
            zes_pci_speed_t { gen_, width, maxBandwidth: profile.pci_bytes_per_second().unwrap_or(-1) };
        properties.haveBandwidthCounters = 0;
        properties.havePacketCounters = 0;
        properties.haveReplayCounters = 0;
        Ok(())
    }

    pub unsafe fn zesDeviceEnumMemoryModules(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phMemory: *mut zes_mem_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let module = &memory_modules()[device(hDevice)?.index as usize];
            list(pCount, phMemory, &[module], |module, place| *place = module.handle())
        }
    }

    pub unsafe fn zesMemoryGetProperties(
        hMemory: zes_mem_handle_t,
        pProperties: *mut zes_mem_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<MemoryModule>(hMemory)?;
            pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        let profile = settings().profile;
        properties.type_ = if profile.integrated { ZES_MEM_TYPE_DDR4 } else { ZES_MEM_TYPE_GDDR6 };
        properties.onSubdevice = 0;
        properties.subdeviceId = 0;
        properties.location = if profile.integrated { ZES_MEM_LOC_SYSTEM } else { ZES_MEM_LOC_DEVICE };
        properties.physicalSize = settings().memory_bytes;
        properties.busWidth = profile.memory_bus_width.cast_signed();
        properties.numChannels = (profile.memory_bus_width / 64).cast_signed();
        Ok(())
    }

    pub unsafe fn zesMemoryGetState(hMemory: zes_mem_handle_t, pState: *mut zes_mem_state_t) -> Outcome {
        // SAFETY: contract.
        let (module, state) = unsafe {
            (get::<MemoryModule>(hMemory)?, pState.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        let total = settings().memory_bytes;
        let others = usage::others(module.device).iter().map(|used| used.bytes).sum();
        state.health = ZES_MEM_HEALTH_OK;
        state.size = total;
        state.free = total.saturating_sub(memory::device_bytes_of(module.device)).saturating_sub(others);
        Ok(())
    }
}

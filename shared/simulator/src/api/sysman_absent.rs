//! Sysman: objects that the simulated device lacks (the lists are empty), its link, and the processes that
//! use it.

use super::sysman::device;
use crate::Outcome;
use crate::ddi::Api;
use crate::handle::list;
use crate::memory;
use crate::settings::settings;
use crate::usage;
use level_zero_sys::*;

macro_rules! none_of {
    ($($name:ident: $handle:ty;)*) => {
        impl Api {
            $(pub unsafe fn $name(hDevice: zes_device_handle_t, pCount: *mut u32, handles: *mut $handle) -> Outcome {
                // SAFETY: contract.
                unsafe {
                    device(hDevice)?;
                    list(pCount, handles, &[] as &[()], |_, _| ())
                }
            })*
        }
    };
}
none_of! {
    zesDeviceEnumDiagnosticTestSuites: zes_diag_handle_t;
    zesDeviceEnumFabricPorts: zes_fabric_port_handle_t;
    zesDeviceEnumFans: zes_fan_handle_t;
    zesDeviceEnumFirmwares: zes_firmware_handle_t;
    zesDeviceEnumLeds: zes_led_handle_t;
    zesDeviceEnumPerformanceFactorDomains: zes_perf_handle_t;
    zesDeviceEnumPsus: zes_psu_handle_t;
    zesDeviceEnumRasErrorSets: zes_ras_handle_t;
    zesDeviceEnumSchedulers: zes_sched_handle_t;
    zesDeviceEnumStandbyDomains: zes_standby_handle_t;
    zesDevicePciGetBars: zes_pci_bar_properties_t;
}

impl Api {
    pub unsafe fn zesDevicePciGetState(
        hDevice: zes_device_handle_t,
        pState: *mut zes_pci_state_t,
    ) -> Outcome {
        // SAFETY: contract.
        let state = unsafe {
            device(hDevice)?;
            pState.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        let profile = settings().profile;
        let (gen_, width) = profile.pci_link.unwrap_or((-1, -1));
        state.status = match profile.pci_link {
            Some(_) => ZES_PCI_LINK_STATUS_GOOD,
            None => ZES_PCI_LINK_STATUS_UNKNOWN,
        };
        (state.qualityIssues, state.stabilityIssues) = (0, 0);
        let maxBandwidth = profile.pci_bytes_per_second().unwrap_or(-1);
        state.speed = zes_pci_speed_t { gen_, width, maxBandwidth };
        Ok(())
    }

    /// Its own process, and those that share its devices.
    pub unsafe fn zesDeviceProcessesGetState(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        pProcesses: *mut zes_process_state_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let device = device(hDevice)?;
            let own = (std::process::id(), memory::device_bytes_of(device.index));
            let others = usage::others(device.index).into_iter().map(|used| (used.process, used.bytes));
            let all: Vec<(u32, u64)> = [own].into_iter().chain(others).collect();
            list(pCount, pProcesses, &all, |(process, bytes), place| {
                place.processId = *process;
                place.memSize = *bytes;
                place.sharedSize = 0;
                place.engines = ZES_ENGINE_TYPE_FLAG_COMPUTE | ZES_ENGINE_TYPE_FLAG_DMA;
            })
        }
    }
}

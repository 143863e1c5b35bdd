//! Initialisation, drivers.

use crate::Outcome;
use crate::ddi::Api;
use crate::driver::{Driver, driver};
use crate::handle::{get, list, output, write_name};
use level_zero_sys::*;
use std::ffi::{CStr, c_char, c_void};

/// The extensions that [`Api`] implements, with their versions.
const EXTENSIONS: [(&[u8], u32); 16] = [
    (ZE_RECORD_REPLAY_GRAPH_EXT_NAME, 0x1_0000),
    (ZE_PCI_PROPERTIES_EXT_NAME, 0x1_0000),
    (ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME, 0x1_0000),
    (ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_NAME, 0x1_0000),
    (ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME, 0x1_0000),
    (ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME, 0x1_0000),
    (ZE_IMAGE_COPY_EXT_NAME, 0x1_0000),
    (ZE_IMAGE_VIEW_EXT_NAME, 0x1_0000),
    (ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_NAME, 0x1_0000),
    (ZE_IMAGE_MEMORY_PROPERTIES_EXP_NAME, 0x1_0000),
    (ZE_MEMORY_FREE_POLICIES_EXT_NAME, 0x1_0000),
    (ZE_DEVICE_MEMORY_PROPERTIES_EXT_NAME, 0x1_0000),
    (ZE_EU_COUNT_EXT_NAME, 0x1_0000),
    (ZE_MODULE_PROGRAM_EXP_NAME, 0x1_0000),
    (ZE_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_NAME, 0x1_0000),
    (ZE_BANDWIDTH_PROPERTIES_EXP_NAME, 0x1_0000),
];

impl Api {
    pub unsafe fn zeInit(flags: ze_init_flags_t) -> Outcome {
        if flags & !(ZE_INIT_FLAG_GPU_ONLY | ZE_INIT_FLAG_VPU_ONLY) != 0 {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        if flags == ZE_INIT_FLAG_VPU_ONLY {
            return Err(ZE_RESULT_ERROR_UNINITIALIZED);
        }
        driver();
        Ok(())
    }

    pub unsafe fn zeInitDrivers(
        pCount: *mut u32,
        phDrivers: *mut ze_driver_handle_t,
        desc: *mut ze_init_driver_type_desc_t,
    ) -> Outcome {
        // SAFETY: contract.
        let flags = unsafe { crate::handle::input(desc)? }.flags;
        if flags == 0 {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        let drivers: &[&_] = if flags & ZE_INIT_DRIVER_TYPE_FLAG_GPU != 0 { &[driver()] } else { &[] };
        // SAFETY: contract.
        unsafe { list(pCount, phDrivers, drivers, |driver, place| *place = driver.handle()) }
    }

    pub unsafe fn zeDriverGet(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { list(pCount, phDrivers, &[driver()], |driver, place| *place = driver.handle()) }
    }

    pub unsafe fn zeDriverGetApiVersion(
        hDriver: ze_driver_handle_t,
        version: *mut ze_api_version_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver)?;
            output(version, ZE_API_VERSION_CURRENT)
        }
    }

    pub unsafe fn zeDriverGetProperties(
        hDriver: ze_driver_handle_t,
        pDriverProperties: *mut ze_driver_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Driver>(hDriver)?;
            pDriverProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        properties.uuid.id = *b"ze-sim driver\0\0\0";
        properties.driverVersion = 1;
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            if stype == ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES {
                // SAFETY: the stype says what it is (contract).
                let free = unsafe { &mut *structure.cast::<ze_driver_memory_free_ext_properties_t>() };
                free.freePolicies = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE
                    | ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;
            } else if stype == ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES {
                // SAFETY: the stype says what it is (contract).
                let ddi = unsafe { &mut *structure.cast::<ze_driver_ddi_handles_ext_properties_t>() };
                // Handles here do not begin with a pointer to a table.
                ddi.flags = 0;
            }
        }
        Ok(())
    }

    pub unsafe fn zeDriverGetIpcProperties(
        hDriver: ze_driver_handle_t,
        pIpcProperties: *mut ze_driver_ipc_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Driver>(hDriver)?;
            pIpcProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        properties.flags = ZE_IPC_PROPERTY_FLAG_MEMORY | ZE_IPC_PROPERTY_FLAG_EVENT_POOL;
        Ok(())
    }

    pub unsafe fn zeDriverGetExtensionProperties(
        hDriver: ze_driver_handle_t,
        pCount: *mut u32,
        pExtensionProperties: *mut ze_driver_extension_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver)?;
            list(pCount, pExtensionProperties, &EXTENSIONS, |(name, version), place| {
                let name = CStr::from_bytes_until_nul(name).unwrap_or_default();
                write_name(&mut place.name, name.to_str().unwrap_or_default());
                place.version = *version;
            })
        }
    }

    pub unsafe fn zeDriverGetExtensionFunctionAddress(
        hDriver: ze_driver_handle_t,
        name: *const c_char,
        ppFunctionAddress: *mut *mut c_void,
    ) -> Outcome {
        if name.is_null() || ppFunctionAddress.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver)?;
            let function = super::extensions::find(CStr::from_ptr(name));
            *ppFunctionAddress = function.unwrap_or(std::ptr::null_mut());
            function.map(drop).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
        }
    }

    pub unsafe fn zeDriverGetLastErrorDescription(
        hDriver: ze_driver_handle_t,
        ppString: *mut *const c_char,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Driver>(hDriver)?;
            output(ppString, c"".as_ptr())
        }
    }

    pub unsafe fn zeDriverGetDefaultContext(hDriver: ze_driver_handle_t) -> ze_context_handle_t {
        // SAFETY: contract.
        match unsafe { get::<Driver>(hDriver) } {
            Ok(_) => crate::context::default_context(),
            Err(_) => std::ptr::null_mut(),
        }
    }
}

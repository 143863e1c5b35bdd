//! Drivers, devices and what they say about themselves.

use crate::harness::{described, run};
use level_zero_sys::*;
use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

#[test]
fn one_gpu_driver_with_one_device() {
    run(&[], |sim| {
        let mut count = 0;
        call!(sim, zeDriverGet(&mut count, null_mut()));
        assert_eq!((count, sim.devices().len()), (1, 1));
        let mut version = 0;
        call!(sim, zeDriverGetApiVersion(sim.driver, &mut version));
        assert!(version >= ZE_API_VERSION_1_0);
        let mut subdevices = 7;
        call!(sim, zeDeviceGetSubDevices(sim.device, &mut subdevices, null_mut()));
        assert_eq!(subdevices, 0);
    });
}

#[test]
fn init_drivers_finds_it_where_the_loader_has_it() {
    run(&[], |sim| {
        let mut desc: ze_init_driver_type_desc_t = described(ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC);
        desc.flags = ZE_INIT_DRIVER_TYPE_FLAG_GPU;
        let mut count = 0;
        match result!(sim, zeInitDrivers(&mut count, null_mut(), &mut desc)) {
            ZE_RESULT_SUCCESS => assert_eq!(count, 1),
            // Loaders before 1.19 don't have it.
            other => assert_eq!(other, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE),
        }
    });
}

#[test]
fn timer_resolution_follows_the_structure_type() {
    run(&[("ZESIM_TIMER_HZ", "19200000"), ("ZESIM_TS_BITS", "32,36")], |sim| {
        let old = sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        let new = sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
        assert_eq!((old.timerResolution, new.timerResolution), (52, 19_200_000));
        assert_eq!((old.kernelTimestampValidBits, old.timestampValidBits), (32, 36));
    });
}

#[test]
fn peak_bandwidths_follow_from_the_properties() {
    run(&[], |sim| {
        let mut memory: ze_device_memory_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES);
        let mut count = 1;
        call!(sim, zeDeviceGetMemoryProperties(sim.device, &mut count, &mut memory));
        let gbps = f64::from(memory.maxClockRate) * 1e6 * f64::from(memory.maxBusWidth) / 8.0 / 1e9;
        assert_eq!((count, gbps), (1, 560.0));
        let mut pci: ze_pci_ext_properties_t = described(ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES);
        call!(sim, zeDevicePciGetPropertiesExt(sim.device, &mut pci));
        assert_eq!((pci.maxSpeed.genVersion, pci.maxSpeed.width), (4, 16));
    });
}

#[test]
fn profiles_have_their_execution_units() {
    run(&[("ZESIM_PROFILE", "hd530")], |sim| {
        let properties = sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        let units = properties.numSlices * properties.numSubslicesPerSlice * properties.numEUsPerSubslice;
        assert_eq!((units, properties.coreClockRate), (24, 1150));
        assert_ne!(properties.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED, 0);
        // SAFETY: the driver ends the name with a zero.
        let name = unsafe { CStr::from_ptr(properties.name.as_ptr()) };
        assert!(name.to_string_lossy().contains("530"), "{name:?}");
    });
}

#[test]
fn a_queue_group_for_all_and_one_for_copies() {
    run(&[], |sim| {
        let mut count = 0;
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, null_mut()));
        let mut groups: Vec<ze_command_queue_group_properties_t> =
            vec![described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES); count as usize];
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, groups.as_mut_ptr()));
        assert_eq!(groups.len(), 2);
        assert_ne!(groups[0].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE, 0);
        assert_eq!(groups[1].flags, ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY);
        assert_eq!(groups[1].numQueues, 2);
    });
}

#[test]
fn unknown_structures_in_a_chain_are_passed_over() {
    run(&[], |sim| {
        let mut units: ze_eu_count_ext_t = described(ZE_STRUCTURE_TYPE_EU_COUNT_EXT);
        let mut unknown: ze_eu_count_ext_t = described(0x7ead_beef);
        unknown.pNext = (&raw mut units).cast();
        let mut properties: ze_device_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        properties.pNext = (&raw mut unknown).cast();
        call!(sim, zeDeviceGetProperties(sim.device, &mut properties));
        assert_eq!((units.numTotalEUs, unknown.numTotalEUs), (512, 0));
    });
}

#[test]
fn other_properties_answer() {
    run(&[], |sim| {
        let mut compute = described(ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES);
        call!(sim, zeDeviceGetComputeProperties(sim.device, &mut compute));
        assert!(compute.maxTotalGroupSize >= 256 && compute.numSubGroupSizes > 0);
        let mut module = described(ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES);
        call!(sim, zeDeviceGetModuleProperties(sim.device, &mut module));
        let mut access = described(ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES);
        call!(sim, zeDeviceGetMemoryAccessProperties(sim.device, &mut access));
        let mut image = described(ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES);
        call!(sim, zeDeviceGetImageProperties(sim.device, &mut image));
        let mut external = described(ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES);
        call!(sim, zeDeviceGetExternalMemoryProperties(sim.device, &mut external));
        let mut cache: ze_device_cache_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES);
        let mut count = 1;
        call!(sim, zeDeviceGetCacheProperties(sim.device, &mut count, &mut cache));
        assert_eq!((count, cache.cacheSize), (1, 16 << 20));
        call!(sim, zeDeviceGetStatus(sim.device));
        let mut extensions = 0;
        call!(sim, zeDriverGetExtensionProperties(sim.driver, &mut extensions, null_mut()));
        assert!(extensions > 0);
    });
}

#[test]
fn what_is_not_there_says_so() {
    run(&[], |sim| {
        let mut fabric = null_mut();
        let result = result!(sim, zeDeviceGetFabricVertexExp(sim.device, &mut fabric));
        assert_eq!(result, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        let mut address: *mut c_void = null_mut();
        let result =
            result!(sim, zeDriverGetExtensionFunctionAddress(sim.driver, c"zexNone".as_ptr(), &mut address));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let mut context = null_mut();
        let result = result!(sim, zeContextCreate(sim.driver, null(), &mut context));
        assert_ne!(result, ZE_RESULT_SUCCESS);
    });
}

#[test]
fn sysman_knows_the_device() {
    run(&[], |sim| {
        if result!(sim, zesInit(0)) != ZE_RESULT_SUCCESS {
            return zetop_testing::skip!("the loader is older than 1.5");
        }
        let (mut count, mut driver, mut device) = (1, null_mut(), null_mut());
        call!(sim, zesDriverGet(&mut count, &mut driver));
        call!(sim, zesDeviceGet(driver, &mut count, &mut device));
        let mut memory = null_mut();
        call!(sim, zesDeviceEnumMemoryModules(device, &mut count, &mut memory));
        let before = free_bytes(sim, memory);
        sim.on_device(1 << 20);
        assert_eq!(before - free_bytes(sim, memory), 1 << 20);
        let mut properties = described(ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        call!(sim, zesDeviceGetProperties(device, &mut properties));
        assert_eq!(properties.core.vendorId, 0x8086);
    });
}

fn free_bytes(sim: &crate::harness::Sim, memory: zes_mem_handle_t) -> u64 {
    let mut state: zes_mem_state_t = described(ZES_STRUCTURE_TYPE_MEM_STATE);
    call!(sim, zesMemoryGetState(memory, &mut state));
    state.free
}

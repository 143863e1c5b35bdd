//! What a device says about itself.

use crate::Outcome;
use crate::ddi::Api;
use crate::device::Device;
use crate::handle::{get, list, write_name};
use crate::image::MAX_EXTENT;
use crate::memory;
use crate::profile::Profile;
use crate::settings::settings;
use level_zero_sys::*;
use std::ffi::c_void;

/// Largest work group.
pub const MAX_GROUP_SIZE: u32 = 1024;
/// Bytes of local memory of a work group.
pub const LOCAL_MEMORY: u32 = 64 << 10;
const VENDOR_INTEL: u32 = 0x8086;

/// The device's profile, and the structure to fill.
///
/// # Safety
/// Contract of `api.rs`.
unsafe fn prepare<'a, T>(
    device: ze_device_handle_t,
    properties: *mut T,
) -> Outcome<(&'a Device, &'static Profile, &'a mut T)> {
    // SAFETY: contract.
    unsafe {
        let device = get::<Device>(device)?;
        let properties = properties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        Ok((device, settings().profile, properties))
    }
}

/// A device's UUID: vendor, device, and which one it is.
pub fn uuid(device: &Device) -> [u8; 16] {
    let mut id = [0; 16];
    id[..2].copy_from_slice(&(VENDOR_INTEL as u16).to_le_bytes());
    id[2..4].copy_from_slice(&(settings().profile.device_id as u16).to_le_bytes());
    id[4..10].copy_from_slice(b"ze-sim");
    id[15] = device.index as u8;
    id
}

/// PCI bus of a device.
pub fn pci_bus(device: &Device) -> u32 {
    3 + device.index
}

/// The device's core properties, as in `ze_device_properties_t`. The convention of `timerResolution` follows `stype`.
pub fn fill_core(device: &Device, profile: &Profile, properties: &mut ze_device_properties_t) {
    properties.type_ = ZE_DEVICE_TYPE_GPU;
    properties.vendorId = VENDOR_INTEL;
    properties.deviceId = profile.device_id;
    properties.flags = if profile.integrated { ZE_DEVICE_PROPERTY_FLAG_INTEGRATED } else { 0 };
    properties.subdeviceId = 0;
    properties.coreClockRate = profile.core_clock;
    properties.maxMemAllocSize = settings().memory_bytes / 4;
    properties.maxHardwareContexts = 64 << 10;
    properties.maxCommandQueuePriority = 0;
    properties.numThreadsPerEU = profile.threads_per_eu;
    properties.physicalEUSimdWidth = profile.simd_width;
    properties.numEUsPerSubslice = profile.eus_per_subslice;
    properties.numSubslicesPerSlice = profile.subslices_per_slice;
    properties.numSlices = profile.slices;
    properties.timerResolution = match properties.stype {
        _ if settings().faults.timer_resolution_0 => 0,
        ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 => settings().timer_hz,
        _ => 1_000_000_000 / settings().timer_hz,
    };
    properties.timestampValidBits = settings().timestamp_bits.device;
    properties.kernelTimestampValidBits = settings().timestamp_bits.kernel;
    properties.uuid.id = uuid(device);
    write_name(&mut properties.name, profile.name);
}

impl Api {
    pub unsafe fn zeDeviceGetProperties(
        hDevice: ze_device_handle_t,
        pDeviceProperties: *mut ze_device_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (device, profile, properties) = unsafe { prepare(hDevice, pDeviceProperties)? };
        fill_core(device, profile, properties);
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            // SAFETY: the stype says what it is (contract).
            unsafe { fill_extension(device, profile, stype, structure) };
        }
        Ok(())
    }

    pub unsafe fn zeDeviceGetComputeProperties(
        hDevice: ze_device_handle_t,
        pComputeProperties: *mut ze_device_compute_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (_, _, properties) = unsafe { prepare(hDevice, pComputeProperties)? };
        properties.maxTotalGroupSize = MAX_GROUP_SIZE;
        properties.maxGroupSizeX = MAX_GROUP_SIZE;
        properties.maxGroupSizeY = MAX_GROUP_SIZE;
        properties.maxGroupSizeZ = MAX_GROUP_SIZE;
        properties.maxGroupCountX = u32::MAX;
        properties.maxGroupCountY = u32::MAX;
        properties.maxGroupCountZ = u32::MAX;
        properties.maxSharedLocalMemory = LOCAL_MEMORY;
        properties.numSubGroupSizes = 3;
        properties.subGroupSizes = [8, 16, 32, 0, 0, 0, 0, 0];
        Ok(())
    }

    pub unsafe fn zeDeviceGetModuleProperties(
        hDevice: ze_device_handle_t,
        pModuleProperties: *mut ze_device_module_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (_, _, properties) = unsafe { prepare(hDevice, pModuleProperties)? };
        properties.spirvVersionSupported = 0x0001_0004;
        properties.flags =
            ZE_DEVICE_MODULE_FLAG_FP16 | ZE_DEVICE_MODULE_FLAG_FP64 | ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
        let floats = ZE_DEVICE_FP_FLAG_DENORM
            | ZE_DEVICE_FP_FLAG_INF_NAN
            | ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST
            | ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO
            | ZE_DEVICE_FP_FLAG_ROUND_TO_INF
            | ZE_DEVICE_FP_FLAG_FMA;
        properties.fp16flags = floats;
        properties.fp32flags = floats | ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT;
        properties.fp64flags = floats;
        properties.maxArgumentsSize = 2048;
        properties.printfBufferSize = 4 << 20;
        properties.nativeKernelSupported.id = [0; 16];
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            if stype == ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES {
                // SAFETY: the stype says what it is (contract).
                let atomics = unsafe { &mut *structure.cast::<ze_float_atomic_ext_properties_t>() };
                (atomics.fp16Flags, atomics.fp32Flags, atomics.fp64Flags) = (0, 0, 0);
            }
        }
        Ok(())
    }

    pub unsafe fn zeDeviceGetMemoryProperties(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pMemProperties: *mut ze_device_memory_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            list(pCount, pMemProperties, &[settings().profile], |profile, place| {
                place.flags = 0;
                place.maxClockRate = profile.memory_clock;
                place.maxBusWidth = profile.memory_bus_width;
                place.totalSize = settings().memory_bytes;
                write_name(&mut place.name, profile.memory_name);
                for (stype, structure) in super::chain(place.pNext) {
                    if stype == ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES {
                        let memory = &mut *structure.cast::<ze_device_memory_ext_properties_t>();
                        memory.type_ = match profile.integrated {
                            true => ZE_DEVICE_MEMORY_EXT_TYPE_DDR4,
                            false => ZE_DEVICE_MEMORY_EXT_TYPE_GDDR6,
                        };
                        memory.physicalSize = settings().memory_bytes;
                        memory.readBandwidth = profile.memory_gbps() as u32;
                        memory.writeBandwidth = profile.memory_gbps() as u32;
                        memory.bandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC;
                    }
                }
            })
        }
    }

    pub unsafe fn zeDeviceGetMemoryAccessProperties(
        hDevice: ze_device_handle_t,
        pMemAccessProperties: *mut ze_device_memory_access_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (_, _, properties) = unsafe { prepare(hDevice, pMemAccessProperties)? };
        let all = ZE_MEMORY_ACCESS_CAP_FLAG_RW
            | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC
            | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT
            | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
        properties.hostAllocCapabilities = ZE_MEMORY_ACCESS_CAP_FLAG_RW | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC;
        properties.deviceAllocCapabilities = all;
        properties.sharedSingleDeviceAllocCapabilities = all;
        properties.sharedCrossDeviceAllocCapabilities = ZE_MEMORY_ACCESS_CAP_FLAG_RW;
        properties.sharedSystemAllocCapabilities = 0;
        Ok(())
    }

    pub unsafe fn zeDeviceGetCacheProperties(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pCacheProperties: *mut ze_device_cache_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            list(pCount, pCacheProperties, &[settings().profile.l3_bytes], |bytes, place| {
                place.flags = 0;
                place.cacheSize = *bytes;
                for (stype, structure) in super::chain(place.pNext) {
                    if stype == ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT {
                        (*structure.cast::<ze_device_cache_line_size_ext_t>()).cacheLineSize = 64;
                    }
                }
            })
        }
    }

    pub unsafe fn zeDeviceGetImageProperties(
        hDevice: ze_device_handle_t,
        pImageProperties: *mut ze_device_image_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (_, _, properties) = unsafe { prepare(hDevice, pImageProperties)? };
        properties.maxImageDims1D = MAX_EXTENT as u32;
        properties.maxImageDims2D = MAX_EXTENT as u32;
        properties.maxImageDims3D = 2048;
        properties.maxImageBufferSize = 1 << 30;
        properties.maxImageArraySlices = 2048;
        properties.maxSamplers = 16;
        properties.maxReadImageArgs = 128;
        properties.maxWriteImageArgs = 128;
        Ok(())
    }

    pub unsafe fn zeDeviceGetExternalMemoryProperties(
        hDevice: ze_device_handle_t,
        pExternalMemoryProperties: *mut ze_device_external_memory_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (_, _, properties) = unsafe { prepare(hDevice, pExternalMemoryProperties)? };
        properties.memoryAllocationImportTypes = 0;
        properties.memoryAllocationExportTypes = 0;
        properties.imageImportTypes = 0;
        properties.imageExportTypes = 0;
        Ok(())
    }

    pub unsafe fn zeDevicePciGetPropertiesExt(
        hDevice: ze_device_handle_t,
        pPciProperties: *mut ze_pci_ext_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (device, profile, properties) = unsafe { prepare(hDevice, pPciProperties)? };
        properties.address = ze_pci_address_ext_t { domain: 0, bus: pci_bus(device), device: 0, function: 0 };
        // An integrated device has no link of its own: -1 means unknown.
        let (genVersion, width) = profile.pci_link.unwrap_or((-1, -1));
        let maxBandwidth = profile.pci_bytes_per_second().unwrap_or(-1);
        properties.maxSpeed = ze_pci_speed_ext_t { genVersion, width, maxBandwidth };
        Ok(())
    }

    pub unsafe fn zeDeviceGetVectorWidthPropertiesExt(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pVectorWidthProperties: *mut ze_device_vector_width_properties_ext_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            list(pCount, pVectorWidthProperties, &[32], |width, place| {
                place.vector_width_size = *width;
                place.preferred_vector_width_char = 16;
                place.preferred_vector_width_short = 8;
                place.preferred_vector_width_int = 4;
                place.preferred_vector_width_long = 1;
                place.preferred_vector_width_float = 1;
                place.preferred_vector_width_double = 1;
                place.preferred_vector_width_half = 8;
                place.native_vector_width_char = 16;
                place.native_vector_width_short = 8;
                place.native_vector_width_int = 4;
                place.native_vector_width_long = 1;
                place.native_vector_width_float = 1;
                place.native_vector_width_double = 1;
                place.native_vector_width_half = 8;
            })
        }
    }
}

/// Fills a structure of a chain; unknown ones are left alone.
///
/// # Safety
/// `structure` is what `stype` says.
unsafe fn fill_extension(
    device: &Device,
    profile: &Profile,
    stype: ze_structure_type_t,
    structure: *mut c_void,
) {
    match stype {
        ZE_STRUCTURE_TYPE_EU_COUNT_EXT => {
            // SAFETY: as promised by the caller.
            unsafe { (*structure.cast::<ze_eu_count_ext_t>()).numTotalEUs = profile.eu_count() };
        }
        ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES => {
            // SAFETY: as promised by the caller.
            let graphs = unsafe { &mut *structure.cast::<ze_record_replay_graph_ext_properties_t>() };
            graphs.graphFlags = ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_IMMUTABLE_GRAPH;
        }
        ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT if settings().faults.no_ip_version => {}
        ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT => {
            // SAFETY: as promised by the caller.
            unsafe {
                (*structure.cast::<ze_device_ip_version_ext_t>()).ipVersion =
                    settings().personality.ip_version
            };
        }
        ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES => {
            // SAFETY: as promised by the caller.
            let luid = unsafe { &mut *structure.cast::<ze_device_luid_ext_properties_t>() };
            luid.luid.id = [0; 8];
            luid.luid.id[0] = device.index as u8;
            luid.nodeMask = 1;
        }
        ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES => {
            let flags = ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_FLAG_KERNEL
                | ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_FLAG_SYNCHRONIZED;
            // SAFETY: as promised by the caller.
            unsafe { (*structure.cast::<ze_event_query_kernel_timestamps_ext_properties_t>()).flags = flags };
        }
        ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES => {
            // SAFETY: as promised by the caller.
            let mutable = unsafe { &mut *structure.cast::<ze_mutable_command_list_exp_properties_t>() };
            (mutable.mutableCommandListFlags, mutable.mutableCommandFlags) = (0, 0);
        }
        ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES => {
            // SAFETY: as promised by the caller.
            unsafe { (*structure.cast::<ze_device_event_properties_t>()).flags = 0 };
        }
        ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES => {
            let usable = settings().memory_bytes.saturating_sub(memory::device_bytes());
            // SAFETY: as promised by the caller.
            unsafe {
                (*structure.cast::<ze_device_usablemem_size_ext_properties_t>()).currUsableMemSize = usable
            };
        }
        _ => {}
    }
}

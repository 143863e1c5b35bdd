//! Devices: which there are, how they relate, what time it is.

use crate::Outcome;
use crate::clock;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::Driver;
use crate::handle::{get, list, output};
use crate::queue_group::QUEUE_GROUPS;
use crate::settings::settings;
use level_zero_sys::*;

impl Api {
    pub unsafe fn zeDeviceGet(
        hDriver: ze_driver_handle_t,
        pCount: *mut u32,
        phDevices: *mut ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let driver = get::<Driver>(hDriver)?;
            list(pCount, phDevices, &driver.devices, |device, place| *place = device.handle())
        }
    }

    pub unsafe fn zeDeviceGetSubDevices(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        _phSubdevices: *mut ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            output(pCount, 0)
        }
    }

    pub unsafe fn zeDeviceGetRootDevice(
        hDevice: ze_device_handle_t,
        phRootDevice: *mut ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            // Null says that the device is a root device itself.
            output(phRootDevice, std::ptr::null_mut())
        }
    }

    pub unsafe fn zeDeviceGetCommandQueueGroupProperties(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pCommandQueueGroupProperties: *mut ze_command_queue_group_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            list(pCount, pCommandQueueGroupProperties, &QUEUE_GROUPS, |group, place| {
                place.flags = group.flags;
                place.maxMemoryFillPatternSize = group.max_fill_pattern;
                place.numQueues = group.queues;
                for (stype, structure) in super::chain(place.pNext) {
                    if stype == ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES {
                        let bandwidth = &mut *structure.cast::<ze_copy_bandwidth_exp_properties_t>();
                        bandwidth.copyBandwidth = settings().rates.d2d as u32;
                        bandwidth.copyBandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC;
                    }
                }
            })
        }
    }

    pub unsafe fn zeDeviceGetP2PProperties(
        hDevice: ze_device_handle_t,
        hPeerDevice: ze_device_handle_t,
        pP2PProperties: *mut ze_device_p2p_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Device>(hDevice)?;
            get::<Device>(hPeerDevice)?;
            pP2PProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        properties.flags = ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS;
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            if stype == ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES {
                // SAFETY: the stype says what it is (contract).
                let bandwidth = unsafe { &mut *structure.cast::<ze_device_p2p_bandwidth_exp_properties_t>() };
                bandwidth.logicalBandwidth = settings().rates.peer as u32;
                bandwidth.physicalBandwidth = settings().rates.peer as u32;
                bandwidth.bandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC;
                bandwidth.logicalLatency = 0;
                bandwidth.physicalLatency = 0;
                bandwidth.latencyUnit = ZE_LATENCY_UNIT_UNKNOWN;
            }
        }
        Ok(())
    }

    pub unsafe fn zeDeviceCanAccessPeer(
        hDevice: ze_device_handle_t,
        hPeerDevice: ze_device_handle_t,
        value: *mut ze_bool_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            get::<Device>(hPeerDevice)?;
            output(value, 1)
        }
    }

    pub unsafe fn zeDeviceGetStatus(hDevice: ze_device_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Device>(hDevice) }?.check()
    }

    pub unsafe fn zeDeviceGetGlobalTimestamps(
        hDevice: ze_device_handle_t,
        hostTimestamp: *mut u64,
        deviceTimestamp: *mut u64,
    ) -> Outcome {
        // SAFETY: contract.
        let device = unsafe { get::<Device>(hDevice) }?;
        if hostTimestamp.is_null() || deviceTimestamp.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        device.check()?;
        if settings().faults.no_timestamps || settings().faults.global_timestamps_fail {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        let now = clock::host_now();
        // SAFETY: not null (contract).
        unsafe {
            output(hostTimestamp, now)?;
            output(deviceTimestamp, device.timestamp(device.clock.ticks_at(now)))
        }
    }

    pub unsafe fn zeDeviceSynchronize(hDevice: ze_device_handle_t) -> Outcome {
        // SAFETY: contract.
        let device = unsafe { get::<Device>(hDevice) }?;
        super::event::slow_sync();
        device.synchronize()
    }

    pub unsafe fn zeDeviceGetAggregatedCopyOffloadIncrementValue(
        hDevice: ze_device_handle_t,
        incrementValue: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            output(incrementValue, 1)
        }
    }

    pub unsafe fn zeDeviceGetCounterBasedEventMaxValue(
        hDevice: ze_device_handle_t,
        maxValue: *mut u64,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Device>(hDevice)?;
            output(maxValue, u64::MAX)
        }
    }
}

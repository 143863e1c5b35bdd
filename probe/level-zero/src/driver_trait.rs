//! The driver, as far as timing calls it. Behind a trait, so that tests can replace it with one that
//! completes operations when and as they say.

use level_zero_sys::*;
use std::ffi::c_void;

/// The driver in use. It lives as long as the process: a program's calls may be inside it at any time.
pub type DriverRef = &'static dyn Driver;

/// Hands `$to` the functions that timing calls, with the signatures of the specification.
macro_rules! for_each_driver_function {
    ($to:ident) => {
        $to! {
            zeCommandListAppendBarrier(list: ze_command_list_handle_t, signal_event: ze_event_handle_t, count_of_wait_events: u32, wait_events: *mut ze_event_handle_t);
            zeCommandListAppendEventReset(list: ze_command_list_handle_t, event: ze_event_handle_t);
            zeCommandListAppendMemoryFill(list: ze_command_list_handle_t, dst: *mut c_void, pattern: *const c_void, pattern_size: usize, size: usize, signal_event: ze_event_handle_t, count_of_wait_events: u32, wait_events: *mut ze_event_handle_t);
            zeCommandListAppendSignalEvent(list: ze_command_list_handle_t, event: ze_event_handle_t);
            zeCommandListClose(list: ze_command_list_handle_t);
            zeCommandListCreate(context: ze_context_handle_t, device: ze_device_handle_t, desc: *const ze_command_list_desc_t, list: *mut ze_command_list_handle_t);
            zeCommandListDestroy(list: ze_command_list_handle_t);
            zeCommandListGetContextHandle(list: ze_command_list_handle_t, context: *mut ze_context_handle_t);
            zeCommandListGetDeviceHandle(list: ze_command_list_handle_t, device: *mut ze_device_handle_t);
            zeCommandListGetFlags(list: ze_command_list_handle_t, flags: *mut ze_command_list_flags_t);
            zeCommandListGetOrdinal(list: ze_command_list_handle_t, ordinal: *mut u32);
            zeCommandListImmediateGetIndex(list: ze_command_list_handle_t, index: *mut u32);
            zeCommandListIsImmediate(list: ze_command_list_handle_t, is_immediate: *mut ze_bool_t);
            zeCommandListIsGraphCaptureEnabledExt(list: ze_command_list_handle_t);
            zeCommandListReset(list: ze_command_list_handle_t);
            zeCommandQueueGetIndex(command_queue: ze_command_queue_handle_t, index: *mut u32);
            zeCommandQueueGetOrdinal(command_queue: ze_command_queue_handle_t, ordinal: *mut u32);
            zeContextCreate(driver: ze_driver_handle_t, desc: *const ze_context_desc_t, context: *mut ze_context_handle_t);
            zeContextDestroy(context: ze_context_handle_t);
            zeDeviceGet(driver: ze_driver_handle_t, count: *mut u32, devices: *mut ze_device_handle_t);
            zeDeviceGetCacheProperties(device: ze_device_handle_t, count: *mut u32, cache_properties: *mut ze_device_cache_properties_t);
            zeDeviceGetCommandQueueGroupProperties(device: ze_device_handle_t, count: *mut u32, command_queue_group_properties: *mut ze_command_queue_group_properties_t);
            zeDeviceGetGlobalTimestamps(device: ze_device_handle_t, host_timestamp: *mut u64, device_timestamp: *mut u64);
            zeDeviceGetMemoryProperties(device: ze_device_handle_t, count: *mut u32, mem_properties: *mut ze_device_memory_properties_t);
            zeDeviceGetProperties(device: ze_device_handle_t, device_properties: *mut ze_device_properties_t);
            zeDevicePciGetPropertiesExt(device: ze_device_handle_t, pci_properties: *mut ze_pci_ext_properties_t);
            zeDriverGet(count: *mut u32, drivers: *mut ze_driver_handle_t);
            zeEventCounterBasedCreate(context: ze_context_handle_t, device: ze_device_handle_t, desc: *const ze_event_counter_based_desc_t, event: *mut ze_event_handle_t);
            zeEventCreate(event_pool: ze_event_pool_handle_t, desc: *const ze_event_desc_t, event: *mut ze_event_handle_t);
            zeEventDestroy(event: ze_event_handle_t);
            zeEventGetEventPool(event: ze_event_handle_t, event_pool: *mut ze_event_pool_handle_t);
            zeEventGetCounterBasedFlags(event: ze_event_handle_t, flags: *mut ze_event_counter_based_flags_t);
            zeEventGetSignalScope(event: ze_event_handle_t, signal_scope: *mut ze_event_scope_flags_t);
            zeEventHostReset(event: ze_event_handle_t);
            zeEventHostSignal(event: ze_event_handle_t);
            zeEventPoolCreate(context: ze_context_handle_t, desc: *const ze_event_pool_desc_t, count_of_devices: u32, devices: *mut ze_device_handle_t, event_pool: *mut ze_event_pool_handle_t);
            zeEventPoolDestroy(event_pool: ze_event_pool_handle_t);
            zeEventPoolGetFlags(event_pool: ze_event_pool_handle_t, flags: *mut ze_event_pool_flags_t);
            zeEventQueryKernelTimestamp(event: ze_event_handle_t, dst: *mut ze_kernel_timestamp_result_t);
            zeEventQueryStatus(event: ze_event_handle_t);
            zeMemAllocDevice(context: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t, size: usize, alignment: usize, device: ze_device_handle_t, pointer: *mut *mut c_void);
            zeMemFree(context: ze_context_handle_t, pointer: *mut c_void);
            zeMemFreeExt(context: ze_context_handle_t, desc: *const ze_memory_free_ext_desc_t, pointer: *mut c_void);
        }
    };
}
pub(crate) use for_each_driver_function;

macro_rules! driver_trait {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        /// The driver's functions that timing calls. Calls through it are never the program's.
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub trait Driver: Sync {$(
            /// As in the specification; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if the driver has no such
            /// function.
            ///
            /// # Safety
            /// As the specification says of the arguments.
            unsafe fn $name(&self, $($argument: $type),*) -> ze_result_t {
                $(let _ = $argument;)*
                ZE_RESULT_ERROR_UNSUPPORTED_FEATURE
            }
        )*}
    };
}
for_each_driver_function!(driver_trait);

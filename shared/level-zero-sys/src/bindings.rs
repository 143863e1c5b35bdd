// Written by generator/ from the Level Zero 1.17 headers (loader 1.32.0). Do not edit.

pub const ZE_MAX_IPC_HANDLE_SIZE: u32 = 64;
pub const ZE_MAX_UUID_SIZE: u32 = 16;
pub const ZE_MAX_DRIVER_UUID_SIZE: u32 = 16;
pub const ZE_MAX_EXTENSION_NAME: u32 = 256;
pub const ZE_MAX_DEVICE_UUID_SIZE: u32 = 16;
pub const ZE_MAX_DEVICE_NAME: u32 = 256;
pub const ZE_SUBGROUPSIZE_COUNT: u32 = 8;
pub const ZE_DEVICE_COMPUTE_DOTPRODUCT_PROPERTIES_EXT_NAME: &[u8; 54] =
    b"ZE_extension_device_compute_dotproduct_ext_properties\0";
pub const ZE_MAX_NATIVE_KERNEL_UUID_SIZE: u32 = 16;
pub const ZE_MAX_KERNEL_UUID_SIZE: u32 = 16;
pub const ZE_MAX_MODULE_UUID_SIZE: u32 = 16;
pub const ZE_MODULE_PROGRAM_EXP_NAME: &[u8; 31] = b"ZE_experimental_module_program\0";
pub const ZE_RAYTRACING_EXT_NAME: &[u8; 24] = b"ZE_extension_raytracing\0";
pub const ZE_FLOAT_ATOMICS_EXT_NAME: &[u8; 27] = b"ZE_extension_float_atomics\0";
pub const ZE_GLOBAL_OFFSET_EXP_NAME: &[u8; 30] = b"ZE_experimental_global_offset\0";
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_NAME: &[u8; 39] = b"ZE_extension_relaxed_allocation_limits\0";
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_NAME: &[u8; 42] = b"ZE_experimental_relaxed_allocation_limits\0";
pub const ZE_CACHE_RESERVATION_EXT_NAME: &[u8; 31] = b"ZE_extension_cache_reservation\0";
pub const ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME: &[u8; 39] = b"ZE_experimental_event_query_timestamps\0";
pub const ZE_IMAGE_MEMORY_PROPERTIES_EXP_NAME: &[u8; 40] = b"ZE_experimental_image_memory_properties\0";
pub const ZE_IMAGE_VIEW_EXT_NAME: &[u8; 24] = b"ZE_extension_image_view\0";
pub const ZE_IMAGE_VIEW_EXP_NAME: &[u8; 27] = b"ZE_experimental_image_view\0";
pub const ZE_IMAGE_VIEW_PLANAR_EXT_NAME: &[u8; 31] = b"ZE_extension_image_view_planar\0";
pub const ZE_IMAGE_VIEW_PLANAR_EXP_NAME: &[u8; 34] = b"ZE_experimental_image_view_planar\0";
pub const ZE_KERNEL_SCHEDULING_HINTS_EXP_NAME: &[u8; 33] = b"ZE_experimental_scheduling_hints\0";
pub const ZE_LINKONCE_ODR_EXT_NAME: &[u8; 26] = b"ZE_extension_linkonce_odr\0";
pub const ZE_CONTEXT_POWER_SAVING_HINT_EXP_NAME: &[u8; 34] = b"ZE_experimental_power_saving_hint\0";
pub const ZE_SUBGROUPS_EXT_NAME: &[u8; 23] = b"ZE_extension_subgroups\0";
pub const ZE_EU_COUNT_EXT_NAME: &[u8; 22] = b"ZE_extension_eu_count\0";
pub const ZE_PCI_PROPERTIES_EXT_NAME: &[u8; 28] = b"ZE_extension_pci_properties\0";
pub const ZE_SRGB_EXT_NAME: &[u8; 18] = b"ZE_extension_srgb\0";
pub const ZE_IMAGE_COPY_EXT_NAME: &[u8; 24] = b"ZE_extension_image_copy\0";
pub const ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_NAME: &[u8; 42] =
    b"ZE_extension_image_query_alloc_properties\0";
pub const ZE_LINKAGE_INSPECTION_EXT_NAME: &[u8; 32] = b"ZE_extension_linkage_inspection\0";
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_NAME: &[u8; 38] = b"ZE_extension_memory_compression_hints\0";
pub const ZE_MEMORY_FREE_POLICIES_EXT_NAME: &[u8; 34] = b"ZE_extension_memory_free_policies\0";
pub const ZE_BANDWIDTH_PROPERTIES_EXP_NAME: &[u8; 37] = b"ZE_experimental_bandwidth_properties\0";
pub const ZE_DEVICE_LUID_EXT_NAME: &[u8; 25] = b"ZE_extension_device_luid\0";
pub const ZE_MAX_DEVICE_LUID_SIZE_EXT: u32 = 8;
pub const ZE_FABRIC_EXP_NAME: &[u8; 23] = b"ZE_experimental_fabric\0";
pub const ZE_MAX_FABRIC_EDGE_MODEL_EXP_SIZE: u32 = 256;
pub const ZE_DEVICE_MEMORY_PROPERTIES_EXT_NAME: &[u8; 38] = b"ZE_extension_device_memory_properties\0";
pub const ZE_BFLOAT16_CONVERSIONS_EXT_NAME: &[u8; 34] = b"ZE_extension_bfloat16_conversions\0";
pub const ZE_DEVICE_IP_VERSION_EXT_NAME: &[u8; 31] = b"ZE_extension_device_ip_version\0";
pub const ZE_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_NAME: &[u8; 46] =
    b"ZE_extension_kernel_max_group_size_properties\0";
pub const ZE_SUB_ALLOCATIONS_EXP_NAME: &[u8; 32] = b"ZE_experimental_sub_allocations\0";
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_NAME: &[u8; 43] =
    b"ZE_extension_event_query_kernel_timestamps\0";
pub const ZE_RTAS_BUILDER_EXP_NAME: &[u8; 29] = b"ZE_experimental_rtas_builder\0";
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME: &[u8; 41] = b"ZE_experimental_event_pool_counter_based\0";
pub const ZE_BINDLESS_IMAGE_EXP_NAME: &[u8; 31] = b"ZE_experimental_bindless_image\0";
pub const ZE_COMMAND_LIST_CLONE_EXP_NAME: &[u8; 35] = b"ZE_experimental_command_list_clone\0";
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME: &[u8; 46] =
    b"ZE_experimental_immediate_command_list_append\0";
pub const ZE_MUTABLE_COMMAND_LIST_EXP_NAME: &[u8; 37] = b"ZE_experimental_mutable_command_list\0";
pub const ZE_GET_KERNEL_BINARY_EXP_NAME: &[u8; 31] = b"ZE_extension_kernel_binary_exp\0";
pub const ZE_DRIVER_DDI_HANDLES_EXT_NAME: &[u8; 32] = b"ZE_extension_driver_ddi_handles\0";
pub const ZE_EXTERNAL_SEMAPHORES_EXTENSION_NAME: &[u8; 33] = b"ZE_extension_external_semaphores\0";
pub const ZE_CACHELINE_SIZE_EXT_NAME: &[u8; 36] = b"ZE_extension_device_cache_line_size\0";
pub const ZE_RTAS_EXT_NAME: &[u8; 18] = b"ZE_extension_rtas\0";
pub const ZE_DEVICE_VECTOR_SIZES_EXT_NAME: &[u8; 33] = b"ZE_extension_device_vector_sizes\0";
pub const ZE_EXTERNAL_MEMORY_MAPPING_EXT_NAME: &[u8; 36] = b"ZE_extension_external_memmap_sysmem\0";
pub const ZE_GET_KERNEL_ALLOCATION_PROPERTIES_EXP_NAME: &[u8; 45] =
    b"ZE_experimental_kernel_allocation_properties\0";
pub const ZE_DEVICE_USABLEMEM_SIZE_PROPERTIES_EXT_NAME: &[u8; 46] =
    b"ZE_extension_device_usablemem_size_properties\0";
pub const ZE_IMAGE_FORMAT_SUPPORT_EXT_NAME: &[u8; 34] = b"ZE_extension_image_format_support\0";
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_NAME: &[u8; 33] = b"ZE_extension_ipc_mem_handle_type\0";
pub const ZE_RECORD_REPLAY_GRAPH_EXT_NAME: &[u8; 33] = b"ZE_extension_record_replay_graph\0";
pub const ZE_VIRTUAL_MEM_READONLY_PROPERTIES_EXT_NAME: &[u8; 45] =
    b"ZE_extension_virtual_mem_readonly_properties\0";
pub const ZET_MAX_METRIC_GROUP_NAME: u32 = 256;
pub const ZET_MAX_METRIC_GROUP_DESCRIPTION: u32 = 256;
pub const ZET_MAX_METRIC_NAME: u32 = 256;
pub const ZET_MAX_METRIC_DESCRIPTION: u32 = 256;
pub const ZET_MAX_METRIC_COMPONENT: u32 = 256;
pub const ZET_MAX_METRIC_RESULT_UNITS: u32 = 256;
pub const ZET_API_TRACING_EXP_NAME: &[u8; 29] = b"ZET_experimental_api_tracing\0";
pub const ZET_MULTI_METRICS_EXP_NAME: &[u8; 44] = b"ZET_experimental_calculate_multiple_metrics\0";
pub const ZET_GLOBAL_METRICS_TIMESTAMPS_EXP_NAME: &[u8; 42] = b"ZET_experimental_global_metric_timestamps\0";
pub const ZET_EXPORT_METRICS_DATA_EXP_NAME: &[u8; 36] = b"ZET_experimental_metric_export_data\0";
pub const ZET_MAX_METRIC_EXPORT_DATA_ELEMENT_NAME_EXP: u32 = 256;
pub const ZET_MAX_METRIC_EXPORT_DATA_ELEMENT_DESCRIPTION_EXP: u32 = 256;
pub const ZET_PROGRAMMABLE_METRICS_EXP_NAME: &[u8; 38] = b"ZET_experimental_programmable_metrics\0";
pub const ZET_MAX_PROGRAMMABLE_METRICS_ELEMENT_NAME_EXP: u32 = 256;
pub const ZET_MAX_PROGRAMMABLE_METRICS_ELEMENT_DESCRIPTION_EXP: u32 = 256;
pub const ZET_MAX_METRIC_GROUP_NAME_PREFIX_EXP: u32 = 64;
pub const ZET_MAX_METRIC_PROGRAMMABLE_NAME_EXP: u32 = 128;
pub const ZET_MAX_METRIC_PROGRAMMABLE_DESCRIPTION_EXP: u32 = 128;
pub const ZET_MAX_METRIC_PROGRAMMABLE_COMPONENT_EXP: u32 = 128;
pub const ZET_MAX_METRIC_PROGRAMMABLE_PARAMETER_NAME_EXP: u32 = 128;
pub const ZET_MAX_METRIC_PROGRAMMABLE_VALUE_DESCRIPTION_EXP: u32 = 128;
pub const ZE_MAX_METRIC_GROUP_NAME_PREFIX: u32 = 64;
pub const ZET_CONCURRENT_METRIC_GROUPS_EXP_NAME: &[u8; 42] = b"ZET_experimental_concurrent_metric_groups\0";
pub const ZET_METRICS_TRACER_EXP_NAME: &[u8; 31] = b"ZET_experimental_metric_tracer\0";
pub const ZET_METRIC_EXPORT_MEMORY_EXP_NAME: &[u8; 38] = b"ZET_experimental_metric_export_memory\0";
pub const ZET_METRIC_GROUP_MARKER_EXP_NAME: &[u8; 37] = b"ZET_experimental_metric_group_marker\0";
pub const ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_NAME: &[u8; 48] =
    b"ZET_experimental_metrics_runtime_enable_disable\0";
pub const ZES_MAX_EXTENSION_NAME: u32 = 256;
pub const ZES_STRING_PROPERTY_SIZE: u32 = 64;
pub const ZES_MAX_UUID_SIZE: u32 = 16;
pub const ZES_DIAG_FIRST_TEST_INDEX: u32 = 0;
pub const ZES_DIAG_LAST_TEST_INDEX: u32 = 4294967295;
pub const ZES_MAX_FABRIC_PORT_MODEL_SIZE: u32 = 256;
pub const ZES_MAX_FABRIC_LINK_TYPE_SIZE: u32 = 256;
pub const ZES_FAN_TEMP_SPEED_PAIR_COUNT: u32 = 32;
pub const ZES_MAX_RAS_ERROR_CATEGORY_COUNT: u32 = 7;
pub const ZES_SCHED_WATCHDOG_DISABLE: i32 = -1;
pub const ZES_POWER_LIMITS_EXT_NAME: &[u8; 27] = b"ZES_extension_power_limits\0";
pub const ZES_ENGINE_ACTIVITY_EXT_NAME: &[u8; 30] = b"ZES_extension_engine_activity\0";
pub const ZES_RAS_GET_STATE_EXP_NAME: &[u8; 24] = b"ZES_extension_ras_state\0";
pub const ZES_MEM_PAGE_OFFLINE_STATE_EXP_NAME: &[u8; 24] = b"ZES_extension_mem_state\0";
pub const ZES_MEMORY_BANDWIDTH_COUNTER_BITS_EXP_PROPERTIES_NAME: &[u8; 52] =
    b"ZES_extension_mem_bandwidth_counter_bits_properties\0";
pub const ZES_POWER_DOMAIN_PROPERTIES_EXP_NAME: &[u8; 38] = b"ZES_extension_power_domain_properties\0";
pub const ZES_FIRMWARE_SECURITY_VERSION_EXP_NAME: &[u8; 43] = b"ZES_experimental_firmware_security_version\0";
pub const ZES_SYSMAN_DEVICE_MAPPING_EXP_NAME: &[u8; 39] = b"ZES_experimental_sysman_device_mapping\0";
pub const ZES_VIRTUAL_FUNCTION_MANAGEMENT_EXP_NAME: &[u8; 45] =
    b"ZES_experimental_virtual_function_management\0";
pub const ZES_DEVICE_ECC_DEFAULT_PROPERTIES_EXT_NAME: &[u8; 44] =
    b"ZES_extension_device_ecc_default_properties\0";
pub const ZES_PCI_LINK_SPEED_DOWNGRADE_EXT_NAME: &[u8; 39] = b"ZES_extension_pci_link_speed_downgrade\0";
pub const ZES_DEVICE_EXT_STATE_NAME: &[u8; 27] = b"ZES_extension_device_state\0";
pub const ZES_OEM_SERIAL_ID_EXT_NAME: &[u8; 28] = b"ZES_extension_oem_serial_id\0";
pub const ZES_OEM_SERIAL_ID_SIZE: u32 = 1024;
pub const ZEL_API_TRACING_NAME: &[u8; 16] = b"ZEL_api_tracing\0";
pub const ZEL_COMPONENT_STRING_SIZE: u32 = 64;
pub type ze_bool_t = u8;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_driver_handle_t {
    _unused: [u8; 0],
}
pub type ze_driver_handle_t = *mut _ze_driver_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_device_handle_t {
    _unused: [u8; 0],
}
pub type ze_device_handle_t = *mut _ze_device_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_context_handle_t {
    _unused: [u8; 0],
}
pub type ze_context_handle_t = *mut _ze_context_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_command_queue_handle_t {
    _unused: [u8; 0],
}
pub type ze_command_queue_handle_t = *mut _ze_command_queue_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_command_list_handle_t {
    _unused: [u8; 0],
}
pub type ze_command_list_handle_t = *mut _ze_command_list_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_fence_handle_t {
    _unused: [u8; 0],
}
pub type ze_fence_handle_t = *mut _ze_fence_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_event_pool_handle_t {
    _unused: [u8; 0],
}
pub type ze_event_pool_handle_t = *mut _ze_event_pool_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_event_handle_t {
    _unused: [u8; 0],
}
pub type ze_event_handle_t = *mut _ze_event_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_image_handle_t {
    _unused: [u8; 0],
}
pub type ze_image_handle_t = *mut _ze_image_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_module_handle_t {
    _unused: [u8; 0],
}
pub type ze_module_handle_t = *mut _ze_module_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_graph_handle_t {
    _unused: [u8; 0],
}
pub type ze_graph_handle_t = *mut _ze_graph_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_module_build_log_handle_t {
    _unused: [u8; 0],
}
pub type ze_module_build_log_handle_t = *mut _ze_module_build_log_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_kernel_handle_t {
    _unused: [u8; 0],
}
pub type ze_kernel_handle_t = *mut _ze_kernel_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_sampler_handle_t {
    _unused: [u8; 0],
}
pub type ze_sampler_handle_t = *mut _ze_sampler_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_physical_mem_handle_t {
    _unused: [u8; 0],
}
pub type ze_physical_mem_handle_t = *mut _ze_physical_mem_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_fabric_vertex_handle_t {
    _unused: [u8; 0],
}
pub type ze_fabric_vertex_handle_t = *mut _ze_fabric_vertex_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_fabric_edge_handle_t {
    _unused: [u8; 0],
}
pub type ze_fabric_edge_handle_t = *mut _ze_fabric_edge_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_ipc_mem_handle_t {
    pub data: [::std::os::raw::c_char; 64usize],
}
impl Default for _ze_ipc_mem_handle_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_ipc_mem_handle_t = _ze_ipc_mem_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_ipc_event_pool_handle_t {
    pub data: [::std::os::raw::c_char; 64usize],
}
impl Default for _ze_ipc_event_pool_handle_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_ipc_event_pool_handle_t = _ze_ipc_event_pool_handle_t;
pub const ZE_RESULT_SUCCESS: _ze_result_t = 0;
pub const ZE_RESULT_NOT_READY: _ze_result_t = 1;
pub const ZE_RESULT_ERROR_DEVICE_LOST: _ze_result_t = 1879048193;
pub const ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY: _ze_result_t = 1879048194;
pub const ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY: _ze_result_t = 1879048195;
pub const ZE_RESULT_ERROR_MODULE_BUILD_FAILURE: _ze_result_t = 1879048196;
pub const ZE_RESULT_ERROR_MODULE_LINK_FAILURE: _ze_result_t = 1879048197;
pub const ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET: _ze_result_t = 1879048198;
pub const ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE: _ze_result_t = 1879048199;
pub const ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX: _ze_result_t = 2146435073;
pub const ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE: _ze_result_t = 2146435074;
pub const ZE_RESULT_EXP_ERROR_REMOTE_DEVICE: _ze_result_t = 2146435075;
pub const ZE_RESULT_EXP_ERROR_OPERANDS_INCOMPATIBLE: _ze_result_t = 2146435076;
pub const ZE_RESULT_EXP_RTAS_BUILD_RETRY: _ze_result_t = 2146435077;
pub const ZE_RESULT_EXP_RTAS_BUILD_DEFERRED: _ze_result_t = 2146435078;
pub const ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS: _ze_result_t = 1879113728;
pub const ZE_RESULT_ERROR_NOT_AVAILABLE: _ze_result_t = 1879113729;
pub const ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE: _ze_result_t = 1879179264;
pub const ZE_RESULT_WARNING_DROPPED_DATA: _ze_result_t = 1879179265;
pub const ZE_RESULT_ERROR_UNINITIALIZED: _ze_result_t = 2013265921;
pub const ZE_RESULT_ERROR_UNSUPPORTED_VERSION: _ze_result_t = 2013265922;
pub const ZE_RESULT_ERROR_UNSUPPORTED_FEATURE: _ze_result_t = 2013265923;
pub const ZE_RESULT_ERROR_INVALID_ARGUMENT: _ze_result_t = 2013265924;
pub const ZE_RESULT_ERROR_INVALID_NULL_HANDLE: _ze_result_t = 2013265925;
pub const ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE: _ze_result_t = 2013265926;
pub const ZE_RESULT_ERROR_INVALID_NULL_POINTER: _ze_result_t = 2013265927;
pub const ZE_RESULT_ERROR_INVALID_SIZE: _ze_result_t = 2013265928;
pub const ZE_RESULT_ERROR_UNSUPPORTED_SIZE: _ze_result_t = 2013265929;
pub const ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT: _ze_result_t = 2013265930;
pub const ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT: _ze_result_t = 2013265931;
pub const ZE_RESULT_ERROR_INVALID_ENUMERATION: _ze_result_t = 2013265932;
pub const ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION: _ze_result_t = 2013265933;
pub const ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT: _ze_result_t = 2013265934;
pub const ZE_RESULT_ERROR_INVALID_NATIVE_BINARY: _ze_result_t = 2013265935;
pub const ZE_RESULT_ERROR_INVALID_GLOBAL_NAME: _ze_result_t = 2013265936;
pub const ZE_RESULT_ERROR_INVALID_KERNEL_NAME: _ze_result_t = 2013265937;
pub const ZE_RESULT_ERROR_INVALID_FUNCTION_NAME: _ze_result_t = 2013265938;
pub const ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION: _ze_result_t = 2013265939;
pub const ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION: _ze_result_t = 2013265940;
pub const ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX: _ze_result_t = 2013265941;
pub const ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE: _ze_result_t = 2013265942;
pub const ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE: _ze_result_t = 2013265943;
pub const ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED: _ze_result_t = 2013265944;
pub const ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE: _ze_result_t = 2013265945;
pub const ZE_RESULT_ERROR_OVERLAPPING_REGIONS: _ze_result_t = 2013265946;
pub const ZE_RESULT_WARNING_ACTION_REQUIRED: _ze_result_t = 2013265947;
pub const ZE_RESULT_ERROR_INVALID_KERNEL_HANDLE: _ze_result_t = 2013265948;
pub const ZE_RESULT_EXT_RTAS_BUILD_RETRY: _ze_result_t = 2013265949;
pub const ZE_RESULT_EXT_RTAS_BUILD_DEFERRED: _ze_result_t = 2013265950;
pub const ZE_RESULT_EXT_ERROR_OPERANDS_INCOMPATIBLE: _ze_result_t = 2013265951;
pub const ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED: _ze_result_t = 2013265952;
pub const ZE_RESULT_ERROR_ADDRESS_NOT_FOUND: _ze_result_t = 2013265953;
pub const ZE_RESULT_QUERY_TRUE: _ze_result_t = 2013265954;
pub const ZE_RESULT_QUERY_FALSE: _ze_result_t = 2013265955;
pub const ZE_RESULT_ERROR_INVALID_GRAPH: _ze_result_t = 2013265956;
pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED: _ze_result_t = 2013265957;
pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED: _ze_result_t = 2013265958;
pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT: _ze_result_t = 2013265959;
pub const ZE_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING: _ze_result_t = 2013265960;
pub const ZE_RESULT_ERROR_GRAPH_UNJOINED_FORKS: _ze_result_t = 2013265961;
pub const ZE_RESULT_ERROR_GRAPH_INTERNAL_EVENT: _ze_result_t = 2013265962;
pub const ZE_RESULT_ERROR_UNKNOWN: _ze_result_t = 2147483646;
pub const ZE_RESULT_FORCE_UINT32: _ze_result_t = 2147483647;
pub type _ze_result_t = ::std::os::raw::c_uint;
pub use self::_ze_result_t as ze_result_t;
pub const ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES: _ze_structure_type_t = 1;
pub const ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES: _ze_structure_type_t = 2;
pub const ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES: _ze_structure_type_t = 3;
pub const ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES: _ze_structure_type_t = 4;
pub const ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES: _ze_structure_type_t = 5;
pub const ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES: _ze_structure_type_t = 6;
pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES: _ze_structure_type_t = 7;
pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES: _ze_structure_type_t = 8;
pub const ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES: _ze_structure_type_t = 9;
pub const ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES: _ze_structure_type_t = 10;
pub const ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES: _ze_structure_type_t = 11;
pub const ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES: _ze_structure_type_t = 12;
pub const ZE_STRUCTURE_TYPE_CONTEXT_DESC: _ze_structure_type_t = 13;
pub const ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC: _ze_structure_type_t = 14;
pub const ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC: _ze_structure_type_t = 15;
pub const ZE_STRUCTURE_TYPE_EVENT_POOL_DESC: _ze_structure_type_t = 16;
pub const ZE_STRUCTURE_TYPE_EVENT_DESC: _ze_structure_type_t = 17;
pub const ZE_STRUCTURE_TYPE_FENCE_DESC: _ze_structure_type_t = 18;
pub const ZE_STRUCTURE_TYPE_IMAGE_DESC: _ze_structure_type_t = 19;
pub const ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES: _ze_structure_type_t = 20;
pub const ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC: _ze_structure_type_t = 21;
pub const ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC: _ze_structure_type_t = 22;
pub const ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES: _ze_structure_type_t = 23;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC: _ze_structure_type_t = 24;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD: _ze_structure_type_t = 25;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD: _ze_structure_type_t = 26;
pub const ZE_STRUCTURE_TYPE_MODULE_DESC: _ze_structure_type_t = 27;
pub const ZE_STRUCTURE_TYPE_MODULE_PROPERTIES: _ze_structure_type_t = 28;
pub const ZE_STRUCTURE_TYPE_KERNEL_DESC: _ze_structure_type_t = 29;
pub const ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES: _ze_structure_type_t = 30;
pub const ZE_STRUCTURE_TYPE_SAMPLER_DESC: _ze_structure_type_t = 31;
pub const ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC: _ze_structure_type_t = 32;
pub const ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES: _ze_structure_type_t = 33;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32: _ze_structure_type_t = 34;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_WIN32: _ze_structure_type_t = 35;
pub const ZE_STRUCTURE_TYPE_DEVICE_RAYTRACING_EXT_PROPERTIES: _ze_structure_type_t = 65537;
pub const ZE_STRUCTURE_TYPE_RAYTRACING_MEM_ALLOC_EXT_DESC: _ze_structure_type_t = 65538;
pub const ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES: _ze_structure_type_t = 65539;
pub const ZE_STRUCTURE_TYPE_CACHE_RESERVATION_EXT_DESC: _ze_structure_type_t = 65540;
pub const ZE_STRUCTURE_TYPE_EU_COUNT_EXT: _ze_structure_type_t = 65541;
pub const ZE_STRUCTURE_TYPE_SRGB_EXT_DESC: _ze_structure_type_t = 65542;
pub const ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC: _ze_structure_type_t = 65543;
pub const ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES: _ze_structure_type_t = 65544;
pub const ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES: _ze_structure_type_t = 65545;
pub const ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC: _ze_structure_type_t = 65546;
pub const ZE_STRUCTURE_TYPE_MEMORY_COMPRESSION_HINTS_EXT_DESC: _ze_structure_type_t = 65547;
pub const ZE_STRUCTURE_TYPE_IMAGE_ALLOCATION_EXT_PROPERTIES: _ze_structure_type_t = 65548;
pub const ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES: _ze_structure_type_t = 65549;
pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES: _ze_structure_type_t = 65550;
pub const ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT: _ze_structure_type_t = 65551;
pub const ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXT_DESC: _ze_structure_type_t = 65552;
pub const ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES: _ze_structure_type_t = 65553;
pub const ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES: _ze_structure_type_t =
    65554;
pub const ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES: _ze_structure_type_t = 65555;
pub const ZE_STRUCTURE_TYPE_IMAGE_FORMAT_SUPPORT_EXT_PROPERTIES: _ze_structure_type_t = 65556;
pub const ZE_STRUCTURE_TYPE_DEVICE_READONLY_MEMORY_EXT_PROPERTIES: _ze_structure_type_t = 65557;
pub const ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC: _ze_structure_type_t = 65558;
pub const ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC: _ze_structure_type_t = 131073;
pub const ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC: _ze_structure_type_t = 131074;
pub const ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_PROPERTIES: _ze_structure_type_t = 131075;
pub const ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC: _ze_structure_type_t = 131076;
pub const ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXP_DESC: _ze_structure_type_t = 131077;
pub const ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2: _ze_structure_type_t = 131078;
pub const ZE_STRUCTURE_TYPE_IMAGE_MEMORY_EXP_PROPERTIES: _ze_structure_type_t = 131079;
pub const ZE_STRUCTURE_TYPE_POWER_SAVING_HINT_EXP_DESC: _ze_structure_type_t = 131080;
pub const ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES: _ze_structure_type_t = 131081;
pub const ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES: _ze_structure_type_t = 131082;
pub const ZE_STRUCTURE_TYPE_FABRIC_VERTEX_EXP_PROPERTIES: _ze_structure_type_t = 131083;
pub const ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES: _ze_structure_type_t = 131084;
pub const ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES: _ze_structure_type_t = 131085;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_DESC: _ze_structure_type_t = 131086;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXP_DESC: _ze_structure_type_t = 131087;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_PROPERTIES: _ze_structure_type_t = 131088;
pub const ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXP_PROPERTIES: _ze_structure_type_t = 131089;
pub const ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXP_PROPERTIES: _ze_structure_type_t = 131090;
pub const ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXP_CB_PARAMS: _ze_structure_type_t = 131091;
pub const ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC: _ze_structure_type_t = 131092;
pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES: _ze_structure_type_t = 131093;
pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_DESC: _ze_structure_type_t = 131094;
pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_ID_EXP_DESC: _ze_structure_type_t = 131095;
pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMANDS_EXP_DESC: _ze_structure_type_t = 131096;
pub const ZE_STRUCTURE_TYPE_MUTABLE_KERNEL_ARGUMENT_EXP_DESC: _ze_structure_type_t = 131097;
pub const ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC: _ze_structure_type_t = 131098;
pub const ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC: _ze_structure_type_t = 131099;
pub const ZE_STRUCTURE_TYPE_MUTABLE_GLOBAL_OFFSET_EXP_DESC: _ze_structure_type_t = 131100;
pub const ZE_STRUCTURE_TYPE_PITCHED_ALLOC_DEVICE_EXP_PROPERTIES: _ze_structure_type_t = 131101;
pub const ZE_STRUCTURE_TYPE_BINDLESS_IMAGE_EXP_DESC: _ze_structure_type_t = 131102;
pub const ZE_STRUCTURE_TYPE_PITCHED_IMAGE_EXP_DESC: _ze_structure_type_t = 131103;
pub const ZE_STRUCTURE_TYPE_MUTABLE_GRAPH_ARGUMENT_EXP_DESC: _ze_structure_type_t = 131104;
pub const ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC: _ze_structure_type_t = 131105;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_EXT_DESC: _ze_structure_type_t = 131106;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WIN32_EXT_DESC: _ze_structure_type_t = 131107;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_FD_EXT_DESC: _ze_structure_type_t = 131108;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_EXT: _ze_structure_type_t = 131109;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WAIT_PARAMS_EXT: _ze_structure_type_t = 131110;
pub const ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES: _ze_structure_type_t = 131111;
pub const ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT: _ze_structure_type_t = 131112;
pub const ZE_STRUCTURE_TYPE_DEVICE_VECTOR_WIDTH_PROPERTIES_EXT: _ze_structure_type_t = 131113;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_DESC: _ze_structure_type_t = 131120;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXT_DESC: _ze_structure_type_t = 131121;
pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_PROPERTIES: _ze_structure_type_t = 131122;
pub const ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXT_PROPERTIES: _ze_structure_type_t = 131123;
pub const ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXT_PROPERTIES: _ze_structure_type_t = 131124;
pub const ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXT_CB_PARAMS: _ze_structure_type_t = 131125;
pub const ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC: _ze_structure_type_t = 131126;
pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMMAP_SYSMEM_EXT_DESC: _ze_structure_type_t = 131127;
pub const ZE_STRUCTURE_TYPE_PITCHED_ALLOC_2DIMAGE_LINEAR_PITCH_EXP_INFO: _ze_structure_type_t = 131128;
pub const ZE_STRUCTURE_TYPE_KERNEL_ALLOCATION_PROPERTIES: _ze_structure_type_t = 131129;
pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC: _ze_structure_type_t = 131130;
pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC: _ze_structure_type_t = 131131;
pub const ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC: _ze_structure_type_t = 131132;
pub const ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC: _ze_structure_type_t = 131133;
pub const ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES: _ze_structure_type_t = 131134;
pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC: _ze_structure_type_t =
    131135;
pub const ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES: _ze_structure_type_t = 131136;
pub const ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES: _ze_structure_type_t = 131137;
pub const ZE_STRUCTURE_TYPE_CUSTOM_PITCH_EXP_DESC: _ze_structure_type_t = 131138;
pub const ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_DOTPRODUCT_EXT_PROPERTIES: _ze_structure_type_t = 131139;
pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_MODULE_DESC: _ze_structure_type_t = 131140;
pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_GRAPH_DESC: _ze_structure_type_t = 131141;
pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_OUTPUT: _ze_structure_type_t = 131142;
pub const ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES: _ze_structure_type_t = 131143;
pub const ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_DUMP_DESC: _ze_structure_type_t = 131144;
pub const ZE_STRUCTURE_TYPE_FORCE_UINT32: _ze_structure_type_t = 2147483647;
pub type _ze_structure_type_t = ::std::os::raw::c_uint;
pub use self::_ze_structure_type_t as ze_structure_type_t;
pub type ze_external_memory_type_flags_t = u32;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD: _ze_external_memory_type_flag_t = 1;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF: _ze_external_memory_type_flag_t = 2;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32: _ze_external_memory_type_flag_t = 4;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32_KMT: _ze_external_memory_type_flag_t = 8;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE: _ze_external_memory_type_flag_t = 16;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE_KMT: _ze_external_memory_type_flag_t = 32;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_HEAP: _ze_external_memory_type_flag_t = 64;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_RESOURCE: _ze_external_memory_type_flag_t = 128;
pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_FORCE_UINT32: _ze_external_memory_type_flag_t = 2147483647;
pub type _ze_external_memory_type_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_external_memory_type_flag_t as ze_external_memory_type_flag_t;
pub const ZE_BANDWIDTH_UNIT_UNKNOWN: _ze_bandwidth_unit_t = 0;
pub const ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC: _ze_bandwidth_unit_t = 1;
pub const ZE_BANDWIDTH_UNIT_BYTES_PER_CLOCK: _ze_bandwidth_unit_t = 2;
pub const ZE_BANDWIDTH_UNIT_FORCE_UINT32: _ze_bandwidth_unit_t = 2147483647;
pub type _ze_bandwidth_unit_t = ::std::os::raw::c_uint;
pub use self::_ze_bandwidth_unit_t as ze_bandwidth_unit_t;
pub const ZE_LATENCY_UNIT_UNKNOWN: _ze_latency_unit_t = 0;
pub const ZE_LATENCY_UNIT_NANOSEC: _ze_latency_unit_t = 1;
pub const ZE_LATENCY_UNIT_CLOCK: _ze_latency_unit_t = 2;
pub const ZE_LATENCY_UNIT_HOP: _ze_latency_unit_t = 3;
pub const ZE_LATENCY_UNIT_FORCE_UINT32: _ze_latency_unit_t = 2147483647;
pub type _ze_latency_unit_t = ::std::os::raw::c_uint;
pub use self::_ze_latency_unit_t as ze_latency_unit_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_uuid_t {
    pub id: [u8; 16usize],
}
pub type ze_uuid_t = _ze_uuid_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_base_cb_params_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
}
impl Default for _ze_base_cb_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_base_cb_params_t = _ze_base_cb_params_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_base_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
}
impl Default for _ze_base_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_base_properties_t = _ze_base_properties_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_base_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _ze_base_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_base_desc_t = _ze_base_desc_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_ipc_event_counter_based_handle_t {
    pub data: [::std::os::raw::c_char; 64usize],
}
impl Default for _ze_ipc_event_counter_based_handle_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_ipc_event_counter_based_handle_t = _ze_ipc_event_counter_based_handle_t;
pub type ze_init_driver_type_desc_t = _ze_init_driver_type_desc_t;
pub type ze_driver_uuid_t = _ze_driver_uuid_t;
pub type ze_driver_properties_t = _ze_driver_properties_t;
pub type ze_driver_ipc_properties_t = _ze_driver_ipc_properties_t;
pub type ze_driver_extension_properties_t = _ze_driver_extension_properties_t;
pub type ze_device_uuid_t = _ze_device_uuid_t;
pub type ze_device_properties_t = _ze_device_properties_t;
pub type ze_device_thread_t = _ze_device_thread_t;
pub type ze_device_compute_properties_t = _ze_device_compute_properties_t;
pub type ze_device_compute_dotproduct_ext_properties_t = _ze_device_compute_dotproduct_ext_properties_t;
pub type ze_native_kernel_uuid_t = _ze_native_kernel_uuid_t;
pub type ze_device_module_properties_t = _ze_device_module_properties_t;
pub type ze_command_queue_group_properties_t = _ze_command_queue_group_properties_t;
pub type ze_device_memory_properties_t = _ze_device_memory_properties_t;
pub type ze_device_memory_access_properties_t = _ze_device_memory_access_properties_t;
pub type ze_device_cache_properties_t = _ze_device_cache_properties_t;
pub type ze_device_image_properties_t = _ze_device_image_properties_t;
pub type ze_device_external_memory_properties_t = _ze_device_external_memory_properties_t;
pub type ze_device_p2p_properties_t = _ze_device_p2p_properties_t;
pub type ze_device_event_properties_t = _ze_device_event_properties_t;
pub type ze_runtime_requirements_module_desc_t = _ze_runtime_requirements_module_desc_t;
pub type ze_runtime_requirements_graph_desc_t = _ze_runtime_requirements_graph_desc_t;
pub type ze_validate_runtime_requirements_output_t = _ze_validate_runtime_requirements_output_t;
pub type ze_context_desc_t = _ze_context_desc_t;
pub type ze_command_queue_desc_t = _ze_command_queue_desc_t;
pub type ze_command_list_desc_t = _ze_command_list_desc_t;
pub type ze_copy_region_t = _ze_copy_region_t;
pub type ze_image_region_t = _ze_image_region_t;
pub type ze_event_pool_desc_t = _ze_event_pool_desc_t;
pub type ze_event_sync_mode_desc_t = _ze_event_sync_mode_desc_t;
pub type ze_event_desc_t = _ze_event_desc_t;
pub type ze_event_counter_based_desc_t = _ze_event_counter_based_desc_t;
pub type ze_event_counter_based_external_sync_allocation_desc_t =
    _ze_event_counter_based_external_sync_allocation_desc_t;
pub type ze_event_counter_based_external_aggregate_storage_desc_t =
    _ze_event_counter_based_external_aggregate_storage_desc_t;
pub type ze_kernel_timestamp_data_t = _ze_kernel_timestamp_data_t;
pub type ze_kernel_timestamp_result_t = _ze_kernel_timestamp_result_t;
pub type ze_fence_desc_t = _ze_fence_desc_t;
pub type ze_image_format_t = _ze_image_format_t;
pub type ze_image_desc_t = _ze_image_desc_t;
pub type ze_image_properties_t = _ze_image_properties_t;
pub type ze_device_mem_alloc_desc_t = _ze_device_mem_alloc_desc_t;
pub type ze_host_mem_alloc_desc_t = _ze_host_mem_alloc_desc_t;
pub type ze_memory_allocation_properties_t = _ze_memory_allocation_properties_t;
pub type ze_external_memory_export_desc_t = _ze_external_memory_export_desc_t;
pub type ze_external_memory_import_fd_t = _ze_external_memory_import_fd_t;
pub type ze_external_memory_export_fd_t = _ze_external_memory_export_fd_t;
pub type ze_external_memory_import_win32_handle_t = _ze_external_memory_import_win32_handle_t;
pub type ze_external_memory_export_win32_handle_t = _ze_external_memory_export_win32_handle_t;
pub type ze_module_constants_t = _ze_module_constants_t;
pub type ze_module_desc_t = _ze_module_desc_t;
pub type ze_command_list_append_launch_kernel_param_cooperative_desc_t =
    _ze_command_list_append_launch_kernel_param_cooperative_desc_t;
pub type ze_module_properties_t = _ze_module_properties_t;
pub type ze_kernel_desc_t = _ze_kernel_desc_t;
pub type ze_kernel_uuid_t = _ze_kernel_uuid_t;
pub type ze_kernel_properties_t = _ze_kernel_properties_t;
pub type ze_kernel_preferred_group_size_properties_t = _ze_kernel_preferred_group_size_properties_t;
pub type ze_group_count_t = _ze_group_count_t;
pub type ze_group_size_t = _ze_group_size_t;
pub type ze_module_program_exp_desc_t = _ze_module_program_exp_desc_t;
pub type ze_device_raytracing_ext_properties_t = _ze_device_raytracing_ext_properties_t;
pub type ze_raytracing_mem_alloc_ext_desc_t = _ze_raytracing_mem_alloc_ext_desc_t;
pub type ze_sampler_desc_t = _ze_sampler_desc_t;
pub type ze_physical_mem_desc_t = _ze_physical_mem_desc_t;
pub type ze_physical_mem_properties_t = _ze_physical_mem_properties_t;
pub type ze_float_atomic_ext_properties_t = _ze_float_atomic_ext_properties_t;
pub type ze_relaxed_allocation_limits_ext_desc_t = _ze_relaxed_allocation_limits_ext_desc_t;
pub type ze_relaxed_allocation_limits_exp_desc_t = _ze_relaxed_allocation_limits_exp_desc_t;
pub type ze_cache_reservation_ext_desc_t = _ze_cache_reservation_ext_desc_t;
pub type ze_image_memory_properties_exp_t = _ze_image_memory_properties_exp_t;
pub type ze_image_view_planar_ext_desc_t = _ze_image_view_planar_ext_desc_t;
pub type ze_image_view_planar_exp_desc_t = _ze_image_view_planar_exp_desc_t;
pub type ze_scheduling_hint_exp_properties_t = _ze_scheduling_hint_exp_properties_t;
pub type ze_scheduling_hint_exp_desc_t = _ze_scheduling_hint_exp_desc_t;
pub type ze_context_power_saving_hint_exp_desc_t = _ze_context_power_saving_hint_exp_desc_t;
pub type ze_eu_count_ext_t = _ze_eu_count_ext_t;
pub type ze_pci_address_ext_t = _ze_pci_address_ext_t;
pub type ze_pci_speed_ext_t = _ze_pci_speed_ext_t;
pub type ze_pci_ext_properties_t = _ze_pci_ext_properties_t;
pub type ze_srgb_ext_desc_t = _ze_srgb_ext_desc_t;
pub type ze_image_allocation_ext_properties_t = _ze_image_allocation_ext_properties_t;
pub type ze_linkage_inspection_ext_desc_t = _ze_linkage_inspection_ext_desc_t;
pub type ze_memory_compression_hints_ext_desc_t = _ze_memory_compression_hints_ext_desc_t;
pub type ze_driver_memory_free_ext_properties_t = _ze_driver_memory_free_ext_properties_t;
pub type ze_memory_free_ext_desc_t = _ze_memory_free_ext_desc_t;
pub type ze_device_p2p_bandwidth_exp_properties_t = _ze_device_p2p_bandwidth_exp_properties_t;
pub type ze_copy_bandwidth_exp_properties_t = _ze_copy_bandwidth_exp_properties_t;
pub type ze_device_luid_ext_t = _ze_device_luid_ext_t;
pub type ze_device_luid_ext_properties_t = _ze_device_luid_ext_properties_t;
pub type ze_fabric_vertex_pci_exp_address_t = _ze_fabric_vertex_pci_exp_address_t;
pub type ze_fabric_vertex_exp_properties_t = _ze_fabric_vertex_exp_properties_t;
pub type ze_fabric_edge_exp_properties_t = _ze_fabric_edge_exp_properties_t;
pub type ze_device_memory_ext_properties_t = _ze_device_memory_ext_properties_t;
pub type ze_device_ip_version_ext_t = _ze_device_ip_version_ext_t;
pub type ze_kernel_max_group_size_properties_ext_t = _ze_kernel_max_group_size_properties_ext_t;
pub type ze_sub_allocation_t = _ze_sub_allocation_t;
pub type ze_memory_sub_allocations_exp_properties_t = _ze_memory_sub_allocations_exp_properties_t;
pub type ze_event_query_kernel_timestamps_ext_properties_t =
    _ze_event_query_kernel_timestamps_ext_properties_t;
pub type ze_synchronized_timestamp_data_ext_t = _ze_synchronized_timestamp_data_ext_t;
pub type ze_synchronized_timestamp_result_ext_t = _ze_synchronized_timestamp_result_ext_t;
pub type ze_event_query_kernel_timestamps_results_ext_properties_t =
    _ze_event_query_kernel_timestamps_results_ext_properties_t;
pub type ze_rtas_builder_exp_desc_t = _ze_rtas_builder_exp_desc_t;
pub type ze_rtas_builder_exp_properties_t = _ze_rtas_builder_exp_properties_t;
pub type ze_rtas_parallel_operation_exp_properties_t = _ze_rtas_parallel_operation_exp_properties_t;
pub type ze_rtas_device_exp_properties_t = _ze_rtas_device_exp_properties_t;
pub type ze_rtas_float3_exp_t = _ze_rtas_float3_exp_t;
pub type ze_rtas_transform_float3x4_column_major_exp_t = _ze_rtas_transform_float3x4_column_major_exp_t;
pub type ze_rtas_transform_float3x4_aligned_column_major_exp_t =
    _ze_rtas_transform_float3x4_aligned_column_major_exp_t;
pub type ze_rtas_transform_float3x4_row_major_exp_t = _ze_rtas_transform_float3x4_row_major_exp_t;
pub type ze_rtas_aabb_exp_t = _ze_rtas_aabb_exp_t;
pub type ze_rtas_triangle_indices_uint32_exp_t = _ze_rtas_triangle_indices_uint32_exp_t;
pub type ze_rtas_quad_indices_uint32_exp_t = _ze_rtas_quad_indices_uint32_exp_t;
pub type ze_rtas_builder_geometry_info_exp_t = _ze_rtas_builder_geometry_info_exp_t;
pub type ze_rtas_builder_triangles_geometry_info_exp_t = _ze_rtas_builder_triangles_geometry_info_exp_t;
pub type ze_rtas_builder_quads_geometry_info_exp_t = _ze_rtas_builder_quads_geometry_info_exp_t;
pub type ze_rtas_geometry_aabbs_exp_cb_params_t = _ze_rtas_geometry_aabbs_exp_cb_params_t;
pub type ze_rtas_builder_procedural_geometry_info_exp_t = _ze_rtas_builder_procedural_geometry_info_exp_t;
pub type ze_rtas_builder_instance_geometry_info_exp_t = _ze_rtas_builder_instance_geometry_info_exp_t;
pub type ze_rtas_builder_build_op_exp_desc_t = _ze_rtas_builder_build_op_exp_desc_t;
pub type ze_event_pool_counter_based_exp_desc_t = _ze_event_pool_counter_based_exp_desc_t;
pub type ze_image_bindless_exp_desc_t = _ze_image_bindless_exp_desc_t;
pub type ze_image_pitched_exp_desc_t = _ze_image_pitched_exp_desc_t;
pub type ze_device_pitched_alloc_exp_properties_t = _ze_device_pitched_alloc_exp_properties_t;
pub type ze_pitched_alloc_2dimage_linear_pitch_exp_info_t = _ze_pitched_alloc_2dimage_linear_pitch_exp_info_t;
pub type ze_custom_pitch_exp_desc_t = _ze_custom_pitch_exp_desc_t;
pub type ze_mutable_command_id_exp_desc_t = _ze_mutable_command_id_exp_desc_t;
pub type ze_mutable_command_list_exp_properties_t = _ze_mutable_command_list_exp_properties_t;
pub type ze_mutable_command_list_exp_desc_t = _ze_mutable_command_list_exp_desc_t;
pub type ze_mutable_commands_exp_desc_t = _ze_mutable_commands_exp_desc_t;
pub type ze_mutable_kernel_argument_exp_desc_t = _ze_mutable_kernel_argument_exp_desc_t;
pub type ze_mutable_group_count_exp_desc_t = _ze_mutable_group_count_exp_desc_t;
pub type ze_mutable_group_size_exp_desc_t = _ze_mutable_group_size_exp_desc_t;
pub type ze_mutable_global_offset_exp_desc_t = _ze_mutable_global_offset_exp_desc_t;
pub type ze_mutable_graph_argument_exp_desc_t = _ze_mutable_graph_argument_exp_desc_t;
pub type ze_driver_ddi_handles_ext_properties_t = _ze_driver_ddi_handles_ext_properties_t;
pub type ze_external_semaphore_ext_desc_t = _ze_external_semaphore_ext_desc_t;
pub type ze_external_semaphore_win32_ext_desc_t = _ze_external_semaphore_win32_ext_desc_t;
pub type ze_external_semaphore_fd_ext_desc_t = _ze_external_semaphore_fd_ext_desc_t;
pub type ze_external_semaphore_signal_params_ext_t = _ze_external_semaphore_signal_params_ext_t;
pub type ze_external_semaphore_wait_params_ext_t = _ze_external_semaphore_wait_params_ext_t;
pub type ze_device_cache_line_size_ext_t = _ze_device_cache_line_size_ext_t;
pub type ze_rtas_builder_ext_desc_t = _ze_rtas_builder_ext_desc_t;
pub type ze_rtas_builder_ext_properties_t = _ze_rtas_builder_ext_properties_t;
pub type ze_rtas_parallel_operation_ext_properties_t = _ze_rtas_parallel_operation_ext_properties_t;
pub type ze_rtas_device_ext_properties_t = _ze_rtas_device_ext_properties_t;
pub type ze_rtas_float3_ext_t = _ze_rtas_float3_ext_t;
pub type ze_rtas_transform_float3x4_column_major_ext_t = _ze_rtas_transform_float3x4_column_major_ext_t;
pub type ze_rtas_transform_float3x4_aligned_column_major_ext_t =
    _ze_rtas_transform_float3x4_aligned_column_major_ext_t;
pub type ze_rtas_transform_float3x4_row_major_ext_t = _ze_rtas_transform_float3x4_row_major_ext_t;
pub type ze_rtas_aabb_ext_t = _ze_rtas_aabb_ext_t;
pub type ze_rtas_triangle_indices_uint32_ext_t = _ze_rtas_triangle_indices_uint32_ext_t;
pub type ze_rtas_quad_indices_uint32_ext_t = _ze_rtas_quad_indices_uint32_ext_t;
pub type ze_rtas_builder_geometry_info_ext_t = _ze_rtas_builder_geometry_info_ext_t;
pub type ze_rtas_builder_triangles_geometry_info_ext_t = _ze_rtas_builder_triangles_geometry_info_ext_t;
pub type ze_rtas_builder_quads_geometry_info_ext_t = _ze_rtas_builder_quads_geometry_info_ext_t;
pub type ze_rtas_geometry_aabbs_ext_cb_params_t = _ze_rtas_geometry_aabbs_ext_cb_params_t;
pub type ze_rtas_builder_procedural_geometry_info_ext_t = _ze_rtas_builder_procedural_geometry_info_ext_t;
pub type ze_rtas_builder_instance_geometry_info_ext_t = _ze_rtas_builder_instance_geometry_info_ext_t;
pub type ze_rtas_builder_build_op_ext_desc_t = _ze_rtas_builder_build_op_ext_desc_t;
pub type ze_device_vector_width_properties_ext_t = _ze_device_vector_width_properties_ext_t;
pub type ze_external_memmap_sysmem_ext_desc_t = _ze_external_memmap_sysmem_ext_desc_t;
pub type ze_kernel_allocation_exp_properties_t = _ze_kernel_allocation_exp_properties_t;
pub type ze_device_usablemem_size_ext_properties_t = _ze_device_usablemem_size_ext_properties_t;
pub type ze_image_format_support_ext_properties_t = _ze_image_format_support_ext_properties_t;
pub type ze_ipc_mem_handle_type_ext_desc_t = _ze_ipc_mem_handle_type_ext_desc_t;
pub type ze_record_replay_graph_ext_properties_t = _ze_record_replay_graph_ext_properties_t;
pub type ze_record_replay_graph_ext_dump_desc_t = _ze_record_replay_graph_ext_dump_desc_t;
pub type ze_device_readonly_memory_ext_properties_t = _ze_device_readonly_memory_ext_properties_t;
pub type ze_init_flags_t = u32;
pub const ZE_INIT_FLAG_GPU_ONLY: _ze_init_flag_t = 1;
pub const ZE_INIT_FLAG_VPU_ONLY: _ze_init_flag_t = 2;
pub const ZE_INIT_FLAG_FORCE_UINT32: _ze_init_flag_t = 2147483647;
pub type _ze_init_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_init_flag_t as ze_init_flag_t;
pub type ze_init_driver_type_flags_t = u32;
pub const ZE_INIT_DRIVER_TYPE_FLAG_GPU: _ze_init_driver_type_flag_t = 1;
pub const ZE_INIT_DRIVER_TYPE_FLAG_NPU: _ze_init_driver_type_flag_t = 2;
pub const ZE_INIT_DRIVER_TYPE_FLAG_FORCE_UINT32: _ze_init_driver_type_flag_t = 2147483647;
pub type _ze_init_driver_type_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_init_driver_type_flag_t as ze_init_driver_type_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_init_driver_type_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_init_driver_type_flags_t,
}
impl Default for _ze_init_driver_type_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_API_VERSION_1_0: _ze_api_version_t = 65536;
pub const ZE_API_VERSION_1_1: _ze_api_version_t = 65537;
pub const ZE_API_VERSION_1_2: _ze_api_version_t = 65538;
pub const ZE_API_VERSION_1_3: _ze_api_version_t = 65539;
pub const ZE_API_VERSION_1_4: _ze_api_version_t = 65540;
pub const ZE_API_VERSION_1_5: _ze_api_version_t = 65541;
pub const ZE_API_VERSION_1_6: _ze_api_version_t = 65542;
pub const ZE_API_VERSION_1_7: _ze_api_version_t = 65543;
pub const ZE_API_VERSION_1_8: _ze_api_version_t = 65544;
pub const ZE_API_VERSION_1_9: _ze_api_version_t = 65545;
pub const ZE_API_VERSION_1_10: _ze_api_version_t = 65546;
pub const ZE_API_VERSION_1_11: _ze_api_version_t = 65547;
pub const ZE_API_VERSION_1_12: _ze_api_version_t = 65548;
pub const ZE_API_VERSION_1_13: _ze_api_version_t = 65549;
pub const ZE_API_VERSION_1_14: _ze_api_version_t = 65550;
pub const ZE_API_VERSION_1_15: _ze_api_version_t = 65551;
pub const ZE_API_VERSION_1_16: _ze_api_version_t = 65552;
pub const ZE_API_VERSION_1_17: _ze_api_version_t = 65553;
pub const ZE_API_VERSION_CURRENT: _ze_api_version_t = 65553;
pub const ZE_API_VERSION_FORCE_UINT32: _ze_api_version_t = 2147483647;
pub type _ze_api_version_t = ::std::os::raw::c_uint;
pub use self::_ze_api_version_t as ze_api_version_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_driver_uuid_t {
    pub id: [u8; 16usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub uuid: ze_driver_uuid_t,
    pub driverVersion: u32,
}
impl Default for _ze_driver_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_ipc_property_flags_t = u32;
pub const ZE_IPC_PROPERTY_FLAG_MEMORY: _ze_ipc_property_flag_t = 1;
pub const ZE_IPC_PROPERTY_FLAG_EVENT_POOL: _ze_ipc_property_flag_t = 2;
pub const ZE_IPC_PROPERTY_FLAG_FABRIC_ACCESSIBLE: _ze_ipc_property_flag_t = 4;
pub const ZE_IPC_PROPERTY_FLAG_FORCE_UINT32: _ze_ipc_property_flag_t = 2147483647;
pub type _ze_ipc_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_ipc_property_flag_t as ze_ipc_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_ipc_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_ipc_property_flags_t,
}
impl Default for _ze_driver_ipc_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_extension_properties_t {
    pub name: [::std::os::raw::c_char; 256usize],
    pub version: u32,
}
impl Default for _ze_driver_extension_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_TYPE_GPU: _ze_device_type_t = 1;
pub const ZE_DEVICE_TYPE_CPU: _ze_device_type_t = 2;
pub const ZE_DEVICE_TYPE_FPGA: _ze_device_type_t = 3;
pub const ZE_DEVICE_TYPE_MCA: _ze_device_type_t = 4;
pub const ZE_DEVICE_TYPE_VPU: _ze_device_type_t = 5;
pub const ZE_DEVICE_TYPE_FORCE_UINT32: _ze_device_type_t = 2147483647;
pub type _ze_device_type_t = ::std::os::raw::c_uint;
pub use self::_ze_device_type_t as ze_device_type_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_uuid_t {
    pub id: [u8; 16usize],
}
pub type ze_device_property_flags_t = u32;
pub const ZE_DEVICE_PROPERTY_FLAG_INTEGRATED: _ze_device_property_flag_t = 1;
pub const ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE: _ze_device_property_flag_t = 2;
pub const ZE_DEVICE_PROPERTY_FLAG_ECC: _ze_device_property_flag_t = 4;
pub const ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING: _ze_device_property_flag_t = 8;
pub const ZE_DEVICE_PROPERTY_FLAG_FORCE_UINT32: _ze_device_property_flag_t = 2147483647;
pub type _ze_device_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_property_flag_t as ze_device_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: ze_device_type_t,
    pub vendorId: u32,
    pub deviceId: u32,
    pub flags: ze_device_property_flags_t,
    pub subdeviceId: u32,
    pub coreClockRate: u32,
    pub maxMemAllocSize: u64,
    pub maxHardwareContexts: u32,
    pub maxCommandQueuePriority: u32,
    pub numThreadsPerEU: u32,
    pub physicalEUSimdWidth: u32,
    pub numEUsPerSubslice: u32,
    pub numSubslicesPerSlice: u32,
    pub numSlices: u32,
    pub timerResolution: u64,
    pub timestampValidBits: u32,
    pub kernelTimestampValidBits: u32,
    pub uuid: ze_device_uuid_t,
    pub name: [::std::os::raw::c_char; 256usize],
}
impl Default for _ze_device_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_thread_t {
    pub slice: u32,
    pub subslice: u32,
    pub eu: u32,
    pub thread: u32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_compute_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub maxTotalGroupSize: u32,
    pub maxGroupSizeX: u32,
    pub maxGroupSizeY: u32,
    pub maxGroupSizeZ: u32,
    pub maxGroupCountX: u32,
    pub maxGroupCountY: u32,
    pub maxGroupCountZ: u32,
    pub maxSharedLocalMemory: u32,
    pub numSubGroupSizes: u32,
    pub subGroupSizes: [u32; 8usize],
}
impl Default for _ze_device_compute_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_dp_capability_flags_t = u32;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_NON_SYSTOLIC_DPA4_SIMD_ALL: _ze_device_dp_capability_flag_t = 1;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_DPAS_SIMD8: _ze_device_dp_capability_flag_t = 2;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_DPAS_SIMD16: _ze_device_dp_capability_flag_t = 4;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_BDPAS_SIMD16: _ze_device_dp_capability_flag_t = 8;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_DPAS_DEPTH4: _ze_device_dp_capability_flag_t = 16;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_DPAS_DEPTH8: _ze_device_dp_capability_flag_t = 32;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_BDPAS_DEPTH8: _ze_device_dp_capability_flag_t = 64;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_OUTPUT_MATRIX_ROWCOUNT_UPTO8:
    _ze_device_dp_capability_flag_t = 128;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_DEVICE_SYSTOLIC_OUTPUT_MATRIX_ROWCOUNT_FIXED8:
    _ze_device_dp_capability_flag_t = 256;
pub const ZE_DEVICE_DP_CAPABILITY_FLAG_FORCE_UINT32: _ze_device_dp_capability_flag_t = 2147483647;
pub type _ze_device_dp_capability_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_dp_capability_flag_t as ze_device_dp_capability_flag_t;
pub type ze_device_input_data_type_flags_t = u32;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_TYPE_NONE: _ze_device_input_data_type_flag_t = 1;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_ZE_DEVICE_INPUT_DATA_INT8_PACK4_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 2;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_INT4_PACK8_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 4;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_INT2_PACK8_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 8;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_TF32_PACK1_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 16;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_FP16_PACK2_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 32;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_BF16_PACK2_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 64;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_FP8_PACK4_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 128;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_BF8_PACK4_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 256;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_E2M1_PACK8_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 512;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_E3M0_PACK8_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 1024;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_INT8_PACK4_PER_SIMD_LANE:
    _ze_device_input_data_type_flag_t = 2048;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_SCALING_UINT8: _ze_device_input_data_type_flag_t =
    4096;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_SCALING_UE5M3: _ze_device_input_data_type_flag_t =
    8192;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_DEVICE_INPUT_DATA_SCALING_UE4M3: _ze_device_input_data_type_flag_t =
    16384;
pub const ZE_DEVICE_INPUT_DATA_TYPE_FLAG_FORCE_UINT32: _ze_device_input_data_type_flag_t = 2147483647;
pub type _ze_device_input_data_type_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_input_data_type_flag_t as ze_device_input_data_type_flag_t;
pub type ze_device_output_data_type_flags_t = u32;
pub const ZE_DEVICE_OUTPUT_DATA_TYPE_FLAG_DEVICE_OUTPUT_DATA_INT32: _ze_device_output_data_type_flag_t = 1;
pub const ZE_DEVICE_OUTPUT_DATA_TYPE_FLAG_DEVICE_OUTPUT_DATA_FP32: _ze_device_output_data_type_flag_t = 2;
pub const ZE_DEVICE_OUTPUT_DATA_TYPE_FLAG_DEVICE_OUTPUT_DATA_FP16: _ze_device_output_data_type_flag_t = 4;
pub const ZE_DEVICE_OUTPUT_DATA_TYPE_FLAG_DEVICE_OUTPUT_DATA_BF16: _ze_device_output_data_type_flag_t = 8;
pub const ZE_DEVICE_OUTPUT_DATA_TYPE_FLAG_FORCE_UINT32: _ze_device_output_data_type_flag_t = 2147483647;
pub type _ze_device_output_data_type_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_output_data_type_flag_t as ze_device_output_data_type_flag_t;
pub const ZE_DEVICE_COMPUTE_DOTPRODUCT_PROPERTIES_EXT_VERSION_1_0:
    _ze_device_compute_dotproduct_properties_ext_version_t = 65536;
pub const ZE_DEVICE_COMPUTE_DOTPRODUCT_PROPERTIES_EXT_VERSION_CURRENT:
    _ze_device_compute_dotproduct_properties_ext_version_t = 65536;
pub const ZE_DEVICE_COMPUTE_DOTPRODUCT_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _ze_device_compute_dotproduct_properties_ext_version_t = 2147483647;
pub type _ze_device_compute_dotproduct_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_compute_dotproduct_properties_ext_version_t as ze_device_compute_dotproduct_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_compute_dotproduct_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub dp_caps: ze_device_dp_capability_flags_t,
    pub dpv4_input_types: ze_device_input_data_type_flags_t,
    pub dpv4_output_types: ze_device_output_data_type_flags_t,
    pub dpas_input_types: ze_device_input_data_type_flags_t,
    pub dpas_output_types: ze_device_output_data_type_flags_t,
    pub bdpas_input_types: ze_device_input_data_type_flags_t,
    pub bdpas_output_types: ze_device_output_data_type_flags_t,
}
impl Default for _ze_device_compute_dotproduct_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_native_kernel_uuid_t {
    pub id: [u8; 16usize],
}
pub type ze_device_module_flags_t = u32;
pub const ZE_DEVICE_MODULE_FLAG_FP16: _ze_device_module_flag_t = 1;
pub const ZE_DEVICE_MODULE_FLAG_FP64: _ze_device_module_flag_t = 2;
pub const ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS: _ze_device_module_flag_t = 4;
pub const ZE_DEVICE_MODULE_FLAG_DP4A: _ze_device_module_flag_t = 8;
pub const ZE_DEVICE_MODULE_FLAG_FORCE_UINT32: _ze_device_module_flag_t = 2147483647;
pub type _ze_device_module_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_module_flag_t as ze_device_module_flag_t;
pub type ze_device_fp_flags_t = u32;
pub const ZE_DEVICE_FP_FLAG_DENORM: _ze_device_fp_flag_t = 1;
pub const ZE_DEVICE_FP_FLAG_INF_NAN: _ze_device_fp_flag_t = 2;
pub const ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST: _ze_device_fp_flag_t = 4;
pub const ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO: _ze_device_fp_flag_t = 8;
pub const ZE_DEVICE_FP_FLAG_ROUND_TO_INF: _ze_device_fp_flag_t = 16;
pub const ZE_DEVICE_FP_FLAG_FMA: _ze_device_fp_flag_t = 32;
pub const ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT: _ze_device_fp_flag_t = 64;
pub const ZE_DEVICE_FP_FLAG_SOFT_FLOAT: _ze_device_fp_flag_t = 128;
pub const ZE_DEVICE_FP_FLAG_FORCE_UINT32: _ze_device_fp_flag_t = 2147483647;
pub type _ze_device_fp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_fp_flag_t as ze_device_fp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_module_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub spirvVersionSupported: u32,
    pub flags: ze_device_module_flags_t,
    pub fp16flags: ze_device_fp_flags_t,
    pub fp32flags: ze_device_fp_flags_t,
    pub fp64flags: ze_device_fp_flags_t,
    pub maxArgumentsSize: u32,
    pub printfBufferSize: u32,
    pub nativeKernelSupported: ze_native_kernel_uuid_t,
}
impl Default for _ze_device_module_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_group_property_flags_t = u32;
pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE: _ze_command_queue_group_property_flag_t = 1;
pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY: _ze_command_queue_group_property_flag_t = 2;
pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS: _ze_command_queue_group_property_flag_t =
    4;
pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_METRICS: _ze_command_queue_group_property_flag_t = 8;
pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_FORCE_UINT32: _ze_command_queue_group_property_flag_t =
    2147483647;
pub type _ze_command_queue_group_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_command_queue_group_property_flag_t as ze_command_queue_group_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_group_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_command_queue_group_property_flags_t,
    pub maxMemoryFillPatternSize: usize,
    pub numQueues: u32,
}
impl Default for _ze_command_queue_group_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_memory_property_flags_t = u32;
pub const ZE_DEVICE_MEMORY_PROPERTY_FLAG_TBD: _ze_device_memory_property_flag_t = 1;
pub const ZE_DEVICE_MEMORY_PROPERTY_FLAG_FORCE_UINT32: _ze_device_memory_property_flag_t = 2147483647;
pub type _ze_device_memory_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_memory_property_flag_t as ze_device_memory_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_memory_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_device_memory_property_flags_t,
    pub maxClockRate: u32,
    pub maxBusWidth: u32,
    pub totalSize: u64,
    pub name: [::std::os::raw::c_char; 256usize],
}
impl Default for _ze_device_memory_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_memory_access_cap_flags_t = u32;
pub const ZE_MEMORY_ACCESS_CAP_FLAG_RW: _ze_memory_access_cap_flag_t = 1;
pub const ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC: _ze_memory_access_cap_flag_t = 2;
pub const ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT: _ze_memory_access_cap_flag_t = 4;
pub const ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC: _ze_memory_access_cap_flag_t = 8;
pub const ZE_MEMORY_ACCESS_CAP_FLAG_FORCE_UINT32: _ze_memory_access_cap_flag_t = 2147483647;
pub type _ze_memory_access_cap_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_access_cap_flag_t as ze_memory_access_cap_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_memory_access_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub hostAllocCapabilities: ze_memory_access_cap_flags_t,
    pub deviceAllocCapabilities: ze_memory_access_cap_flags_t,
    pub sharedSingleDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
    pub sharedCrossDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
    pub sharedSystemAllocCapabilities: ze_memory_access_cap_flags_t,
}
impl Default for _ze_device_memory_access_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_cache_property_flags_t = u32;
pub const ZE_DEVICE_CACHE_PROPERTY_FLAG_USER_CONTROL: _ze_device_cache_property_flag_t = 1;
pub const ZE_DEVICE_CACHE_PROPERTY_FLAG_FORCE_UINT32: _ze_device_cache_property_flag_t = 2147483647;
pub type _ze_device_cache_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_cache_property_flag_t as ze_device_cache_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_cache_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_device_cache_property_flags_t,
    pub cacheSize: usize,
}
impl Default for _ze_device_cache_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_image_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub maxImageDims1D: u32,
    pub maxImageDims2D: u32,
    pub maxImageDims3D: u32,
    pub maxImageBufferSize: u64,
    pub maxImageArraySlices: u32,
    pub maxSamplers: u32,
    pub maxReadImageArgs: u32,
    pub maxWriteImageArgs: u32,
}
impl Default for _ze_device_image_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_external_memory_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub memoryAllocationImportTypes: ze_external_memory_type_flags_t,
    pub memoryAllocationExportTypes: ze_external_memory_type_flags_t,
    pub imageImportTypes: ze_external_memory_type_flags_t,
    pub imageExportTypes: ze_external_memory_type_flags_t,
}
impl Default for _ze_device_external_memory_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_p2p_property_flags_t = u32;
pub const ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS: _ze_device_p2p_property_flag_t = 1;
pub const ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS: _ze_device_p2p_property_flag_t = 2;
pub const ZE_DEVICE_P2P_PROPERTY_FLAG_FORCE_UINT32: _ze_device_p2p_property_flag_t = 2147483647;
pub type _ze_device_p2p_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_p2p_property_flag_t as ze_device_p2p_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_p2p_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_device_p2p_property_flags_t,
}
impl Default for _ze_device_p2p_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_event_properties_flags_t = u32;
pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE:
    _ze_device_event_properties_flag_t = 1;
pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC: _ze_device_event_properties_flag_t = 2;
pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION:
    _ze_device_event_properties_flag_t = 4;
pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_INTERRUPT_WAIT:
    _ze_device_event_properties_flag_t = 8;
pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_FORCE_UINT32: _ze_device_event_properties_flag_t = 2147483647;
pub type _ze_device_event_properties_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_event_properties_flag_t as ze_device_event_properties_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_event_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_device_event_properties_flags_t,
}
impl Default for _ze_device_event_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_runtime_requirements_module_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub requirementsSrc: ze_module_handle_t,
}
impl Default for _ze_runtime_requirements_module_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_runtime_requirements_graph_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub requirementsSrc: ze_graph_handle_t,
}
impl Default for _ze_runtime_requirements_graph_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_VALIDATE_RUNTIME_REQUIREMENTS_RESULT_NOT_APPLICABLE: _ze_validate_runtime_requirements_result_t =
    0;
pub const ZE_VALIDATE_RUNTIME_REQUIREMENTS_RESULT_REQUIREMENTS_MET:
    _ze_validate_runtime_requirements_result_t = 1;
pub const ZE_VALIDATE_RUNTIME_REQUIREMENTS_RESULT_REQUIREMENTS_MET_RECOMPILATION_ADVISABLE:
    _ze_validate_runtime_requirements_result_t = 2;
pub const ZE_VALIDATE_RUNTIME_REQUIREMENTS_RESULT_REQUIREMENTS_NOT_MET:
    _ze_validate_runtime_requirements_result_t = 3;
pub const ZE_VALIDATE_RUNTIME_REQUIREMENTS_RESULT_FORCE_UINT32: _ze_validate_runtime_requirements_result_t =
    2147483647;
pub type _ze_validate_runtime_requirements_result_t = ::std::os::raw::c_uint;
pub use self::_ze_validate_runtime_requirements_result_t as ze_validate_runtime_requirements_result_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_validate_runtime_requirements_output_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub result: ze_validate_runtime_requirements_result_t,
}
impl Default for _ze_validate_runtime_requirements_output_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_flags_t = u32;
pub const ZE_CONTEXT_FLAG_TBD: _ze_context_flag_t = 1;
pub const ZE_CONTEXT_FLAG_FORCE_UINT32: _ze_context_flag_t = 2147483647;
pub type _ze_context_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_context_flag_t as ze_context_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_context_flags_t,
}
impl Default for _ze_context_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_flags_t = u32;
pub const ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY: _ze_command_queue_flag_t = 1;
pub const ZE_COMMAND_QUEUE_FLAG_IN_ORDER: _ze_command_queue_flag_t = 2;
pub const ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT: _ze_command_queue_flag_t = 4;
pub const ZE_COMMAND_QUEUE_FLAG_FORCE_UINT32: _ze_command_queue_flag_t = 2147483647;
pub type _ze_command_queue_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_command_queue_flag_t as ze_command_queue_flag_t;
pub const ZE_COMMAND_QUEUE_MODE_DEFAULT: _ze_command_queue_mode_t = 0;
pub const ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS: _ze_command_queue_mode_t = 1;
pub const ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS: _ze_command_queue_mode_t = 2;
pub const ZE_COMMAND_QUEUE_MODE_FORCE_UINT32: _ze_command_queue_mode_t = 2147483647;
pub type _ze_command_queue_mode_t = ::std::os::raw::c_uint;
pub use self::_ze_command_queue_mode_t as ze_command_queue_mode_t;
pub const ZE_COMMAND_QUEUE_PRIORITY_NORMAL: _ze_command_queue_priority_t = 0;
pub const ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW: _ze_command_queue_priority_t = 1;
pub const ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH: _ze_command_queue_priority_t = 2;
pub const ZE_COMMAND_QUEUE_PRIORITY_FORCE_UINT32: _ze_command_queue_priority_t = 2147483647;
pub type _ze_command_queue_priority_t = ::std::os::raw::c_uint;
pub use self::_ze_command_queue_priority_t as ze_command_queue_priority_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub ordinal: u32,
    pub index: u32,
    pub flags: ze_command_queue_flags_t,
    pub mode: ze_command_queue_mode_t,
    pub priority: ze_command_queue_priority_t,
}
impl Default for _ze_command_queue_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_flags_t = u32;
pub const ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING: _ze_command_list_flag_t = 1;
pub const ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT: _ze_command_list_flag_t = 2;
pub const ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY: _ze_command_list_flag_t = 4;
pub const ZE_COMMAND_LIST_FLAG_IN_ORDER: _ze_command_list_flag_t = 8;
pub const ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE: _ze_command_list_flag_t = 16;
pub const ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT: _ze_command_list_flag_t = 32;
pub const ZE_COMMAND_LIST_FLAG_FORCE_UINT32: _ze_command_list_flag_t = 2147483647;
pub type _ze_command_list_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_command_list_flag_t as ze_command_list_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandQueueGroupOrdinal: u32,
    pub flags: ze_command_list_flags_t,
}
impl Default for _ze_command_list_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_copy_region_t {
    pub originX: u32,
    pub originY: u32,
    pub originZ: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_image_region_t {
    pub originX: u32,
    pub originY: u32,
    pub originZ: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
}
pub const ZE_MEMORY_ADVICE_SET_READ_MOSTLY: _ze_memory_advice_t = 0;
pub const ZE_MEMORY_ADVICE_CLEAR_READ_MOSTLY: _ze_memory_advice_t = 1;
pub const ZE_MEMORY_ADVICE_SET_PREFERRED_LOCATION: _ze_memory_advice_t = 2;
pub const ZE_MEMORY_ADVICE_CLEAR_PREFERRED_LOCATION: _ze_memory_advice_t = 3;
pub const ZE_MEMORY_ADVICE_SET_NON_ATOMIC_MOSTLY: _ze_memory_advice_t = 4;
pub const ZE_MEMORY_ADVICE_CLEAR_NON_ATOMIC_MOSTLY: _ze_memory_advice_t = 5;
pub const ZE_MEMORY_ADVICE_BIAS_CACHED: _ze_memory_advice_t = 6;
pub const ZE_MEMORY_ADVICE_BIAS_UNCACHED: _ze_memory_advice_t = 7;
pub const ZE_MEMORY_ADVICE_SET_SYSTEM_MEMORY_PREFERRED_LOCATION: _ze_memory_advice_t = 8;
pub const ZE_MEMORY_ADVICE_CLEAR_SYSTEM_MEMORY_PREFERRED_LOCATION: _ze_memory_advice_t = 9;
pub const ZE_MEMORY_ADVICE_FORCE_UINT32: _ze_memory_advice_t = 2147483647;
pub type _ze_memory_advice_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_advice_t as ze_memory_advice_t;
pub type ze_event_pool_flags_t = u32;
pub const ZE_EVENT_POOL_FLAG_HOST_VISIBLE: _ze_event_pool_flag_t = 1;
pub const ZE_EVENT_POOL_FLAG_IPC: _ze_event_pool_flag_t = 2;
pub const ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP: _ze_event_pool_flag_t = 4;
pub const ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP: _ze_event_pool_flag_t = 8;
pub const ZE_EVENT_POOL_FLAG_FORCE_UINT32: _ze_event_pool_flag_t = 2147483647;
pub type _ze_event_pool_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_pool_flag_t as ze_event_pool_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_event_pool_flags_t,
    pub count: u32,
}
impl Default for _ze_event_pool_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_scope_flags_t = u32;
pub const ZE_EVENT_SCOPE_FLAG_SUBDEVICE: _ze_event_scope_flag_t = 1;
pub const ZE_EVENT_SCOPE_FLAG_DEVICE: _ze_event_scope_flag_t = 2;
pub const ZE_EVENT_SCOPE_FLAG_HOST: _ze_event_scope_flag_t = 4;
pub const ZE_EVENT_SCOPE_FLAG_FORCE_UINT32: _ze_event_scope_flag_t = 2147483647;
pub type _ze_event_scope_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_scope_flag_t as ze_event_scope_flag_t;
pub type ze_event_counter_based_flags_t = u32;
pub const ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE: _ze_event_counter_based_flag_t = 1;
pub const ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE: _ze_event_counter_based_flag_t = 2;
pub const ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE: _ze_event_counter_based_flag_t = 4;
pub const ZE_EVENT_COUNTER_BASED_FLAG_IPC: _ze_event_counter_based_flag_t = 8;
pub const ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP: _ze_event_counter_based_flag_t = 16;
pub const ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP: _ze_event_counter_based_flag_t = 32;
pub const ZE_EVENT_COUNTER_BASED_FLAG_GRAPH_EXTERNAL: _ze_event_counter_based_flag_t = 64;
pub const ZE_EVENT_COUNTER_BASED_FLAG_FORCE_UINT32: _ze_event_counter_based_flag_t = 2147483647;
pub type _ze_event_counter_based_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_counter_based_flag_t as ze_event_counter_based_flag_t;
pub type ze_event_sync_mode_flags_t = u32;
pub const ZE_EVENT_SYNC_MODE_FLAG_LOW_POWER_WAIT: _ze_event_sync_mode_flag_t = 1;
pub const ZE_EVENT_SYNC_MODE_FLAG_SIGNAL_INTERRUPT: _ze_event_sync_mode_flag_t = 2;
pub const ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT: _ze_event_sync_mode_flag_t = 4;
pub const ZE_EVENT_SYNC_MODE_FLAG_FORCE_UINT32: _ze_event_sync_mode_flag_t = 2147483647;
pub type _ze_event_sync_mode_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_sync_mode_flag_t as ze_event_sync_mode_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_sync_mode_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub syncModeFlags: ze_event_sync_mode_flags_t,
    pub externalInterruptId: u32,
}
impl Default for _ze_event_sync_mode_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub index: u32,
    pub signal: ze_event_scope_flags_t,
    pub wait: ze_event_scope_flags_t,
}
impl Default for _ze_event_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_counter_based_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_event_counter_based_flags_t,
    pub signal: ze_event_scope_flags_t,
    pub wait: ze_event_scope_flags_t,
}
impl Default for _ze_event_counter_based_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_counter_based_external_sync_allocation_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub deviceAddress: *mut u64,
    pub hostAddress: *mut u64,
    pub completionValue: u64,
}
impl Default for _ze_event_counter_based_external_sync_allocation_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_counter_based_external_aggregate_storage_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub deviceAddress: *mut u64,
    pub incrementValue: u64,
    pub completionValue: u64,
}
impl Default for _ze_event_counter_based_external_aggregate_storage_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_timestamp_data_t {
    pub kernelStart: u64,
    pub kernelEnd: u64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_timestamp_result_t {
    pub global: ze_kernel_timestamp_data_t,
    pub context: ze_kernel_timestamp_data_t,
}
pub type ze_fence_flags_t = u32;
pub const ZE_FENCE_FLAG_SIGNALED: _ze_fence_flag_t = 1;
pub const ZE_FENCE_FLAG_FORCE_UINT32: _ze_fence_flag_t = 2147483647;
pub type _ze_fence_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_fence_flag_t as ze_fence_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_fence_flags_t,
}
impl Default for _ze_fence_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_image_flags_t = u32;
pub const ZE_IMAGE_FLAG_KERNEL_WRITE: _ze_image_flag_t = 1;
pub const ZE_IMAGE_FLAG_BIAS_UNCACHED: _ze_image_flag_t = 2;
pub const ZE_IMAGE_FLAG_FORCE_UINT32: _ze_image_flag_t = 2147483647;
pub type _ze_image_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_image_flag_t as ze_image_flag_t;
pub const ZE_IMAGE_TYPE_1D: _ze_image_type_t = 0;
pub const ZE_IMAGE_TYPE_1DARRAY: _ze_image_type_t = 1;
pub const ZE_IMAGE_TYPE_2D: _ze_image_type_t = 2;
pub const ZE_IMAGE_TYPE_2DARRAY: _ze_image_type_t = 3;
pub const ZE_IMAGE_TYPE_3D: _ze_image_type_t = 4;
pub const ZE_IMAGE_TYPE_BUFFER: _ze_image_type_t = 5;
pub const ZE_IMAGE_TYPE_FORCE_UINT32: _ze_image_type_t = 2147483647;
pub type _ze_image_type_t = ::std::os::raw::c_uint;
pub use self::_ze_image_type_t as ze_image_type_t;
pub const ZE_IMAGE_FORMAT_LAYOUT_8: _ze_image_format_layout_t = 0;
pub const ZE_IMAGE_FORMAT_LAYOUT_16: _ze_image_format_layout_t = 1;
pub const ZE_IMAGE_FORMAT_LAYOUT_32: _ze_image_format_layout_t = 2;
pub const ZE_IMAGE_FORMAT_LAYOUT_8_8: _ze_image_format_layout_t = 3;
pub const ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8: _ze_image_format_layout_t = 4;
pub const ZE_IMAGE_FORMAT_LAYOUT_16_16: _ze_image_format_layout_t = 5;
pub const ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16: _ze_image_format_layout_t = 6;
pub const ZE_IMAGE_FORMAT_LAYOUT_32_32: _ze_image_format_layout_t = 7;
pub const ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32: _ze_image_format_layout_t = 8;
pub const ZE_IMAGE_FORMAT_LAYOUT_10_10_10_2: _ze_image_format_layout_t = 9;
pub const ZE_IMAGE_FORMAT_LAYOUT_11_11_10: _ze_image_format_layout_t = 10;
pub const ZE_IMAGE_FORMAT_LAYOUT_5_6_5: _ze_image_format_layout_t = 11;
pub const ZE_IMAGE_FORMAT_LAYOUT_5_5_5_1: _ze_image_format_layout_t = 12;
pub const ZE_IMAGE_FORMAT_LAYOUT_4_4_4_4: _ze_image_format_layout_t = 13;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y8: _ze_image_format_layout_t = 14;
pub const ZE_IMAGE_FORMAT_LAYOUT_NV12: _ze_image_format_layout_t = 15;
pub const ZE_IMAGE_FORMAT_LAYOUT_YUYV: _ze_image_format_layout_t = 16;
pub const ZE_IMAGE_FORMAT_LAYOUT_VYUY: _ze_image_format_layout_t = 17;
pub const ZE_IMAGE_FORMAT_LAYOUT_YVYU: _ze_image_format_layout_t = 18;
pub const ZE_IMAGE_FORMAT_LAYOUT_UYVY: _ze_image_format_layout_t = 19;
pub const ZE_IMAGE_FORMAT_LAYOUT_AYUV: _ze_image_format_layout_t = 20;
pub const ZE_IMAGE_FORMAT_LAYOUT_P010: _ze_image_format_layout_t = 21;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y410: _ze_image_format_layout_t = 22;
pub const ZE_IMAGE_FORMAT_LAYOUT_P012: _ze_image_format_layout_t = 23;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y16: _ze_image_format_layout_t = 24;
pub const ZE_IMAGE_FORMAT_LAYOUT_P016: _ze_image_format_layout_t = 25;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y216: _ze_image_format_layout_t = 26;
pub const ZE_IMAGE_FORMAT_LAYOUT_P216: _ze_image_format_layout_t = 27;
pub const ZE_IMAGE_FORMAT_LAYOUT_P8: _ze_image_format_layout_t = 28;
pub const ZE_IMAGE_FORMAT_LAYOUT_YUY2: _ze_image_format_layout_t = 29;
pub const ZE_IMAGE_FORMAT_LAYOUT_A8P8: _ze_image_format_layout_t = 30;
pub const ZE_IMAGE_FORMAT_LAYOUT_IA44: _ze_image_format_layout_t = 31;
pub const ZE_IMAGE_FORMAT_LAYOUT_AI44: _ze_image_format_layout_t = 32;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y416: _ze_image_format_layout_t = 33;
pub const ZE_IMAGE_FORMAT_LAYOUT_Y210: _ze_image_format_layout_t = 34;
pub const ZE_IMAGE_FORMAT_LAYOUT_I420: _ze_image_format_layout_t = 35;
pub const ZE_IMAGE_FORMAT_LAYOUT_YV12: _ze_image_format_layout_t = 36;
pub const ZE_IMAGE_FORMAT_LAYOUT_400P: _ze_image_format_layout_t = 37;
pub const ZE_IMAGE_FORMAT_LAYOUT_422H: _ze_image_format_layout_t = 38;
pub const ZE_IMAGE_FORMAT_LAYOUT_422V: _ze_image_format_layout_t = 39;
pub const ZE_IMAGE_FORMAT_LAYOUT_444P: _ze_image_format_layout_t = 40;
pub const ZE_IMAGE_FORMAT_LAYOUT_RGBP: _ze_image_format_layout_t = 41;
pub const ZE_IMAGE_FORMAT_LAYOUT_BRGP: _ze_image_format_layout_t = 42;
pub const ZE_IMAGE_FORMAT_LAYOUT_8_8_8: _ze_image_format_layout_t = 43;
pub const ZE_IMAGE_FORMAT_LAYOUT_16_16_16: _ze_image_format_layout_t = 44;
pub const ZE_IMAGE_FORMAT_LAYOUT_32_32_32: _ze_image_format_layout_t = 45;
pub const ZE_IMAGE_FORMAT_LAYOUT_FORCE_UINT32: _ze_image_format_layout_t = 2147483647;
pub type _ze_image_format_layout_t = ::std::os::raw::c_uint;
pub use self::_ze_image_format_layout_t as ze_image_format_layout_t;
pub const ZE_IMAGE_FORMAT_TYPE_UINT: _ze_image_format_type_t = 0;
pub const ZE_IMAGE_FORMAT_TYPE_SINT: _ze_image_format_type_t = 1;
pub const ZE_IMAGE_FORMAT_TYPE_UNORM: _ze_image_format_type_t = 2;
pub const ZE_IMAGE_FORMAT_TYPE_SNORM: _ze_image_format_type_t = 3;
pub const ZE_IMAGE_FORMAT_TYPE_FLOAT: _ze_image_format_type_t = 4;
pub const ZE_IMAGE_FORMAT_TYPE_FORCE_UINT32: _ze_image_format_type_t = 2147483647;
pub type _ze_image_format_type_t = ::std::os::raw::c_uint;
pub use self::_ze_image_format_type_t as ze_image_format_type_t;
pub const ZE_IMAGE_FORMAT_SWIZZLE_R: _ze_image_format_swizzle_t = 0;
pub const ZE_IMAGE_FORMAT_SWIZZLE_G: _ze_image_format_swizzle_t = 1;
pub const ZE_IMAGE_FORMAT_SWIZZLE_B: _ze_image_format_swizzle_t = 2;
pub const ZE_IMAGE_FORMAT_SWIZZLE_A: _ze_image_format_swizzle_t = 3;
pub const ZE_IMAGE_FORMAT_SWIZZLE_0: _ze_image_format_swizzle_t = 4;
pub const ZE_IMAGE_FORMAT_SWIZZLE_1: _ze_image_format_swizzle_t = 5;
pub const ZE_IMAGE_FORMAT_SWIZZLE_X: _ze_image_format_swizzle_t = 6;
pub const ZE_IMAGE_FORMAT_SWIZZLE_D: _ze_image_format_swizzle_t = 7;
pub const ZE_IMAGE_FORMAT_SWIZZLE_FORCE_UINT32: _ze_image_format_swizzle_t = 2147483647;
pub type _ze_image_format_swizzle_t = ::std::os::raw::c_uint;
pub use self::_ze_image_format_swizzle_t as ze_image_format_swizzle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_format_t {
    pub layout: ze_image_format_layout_t,
    pub type_: ze_image_format_type_t,
    pub x: ze_image_format_swizzle_t,
    pub y: ze_image_format_swizzle_t,
    pub z: ze_image_format_swizzle_t,
    pub w: ze_image_format_swizzle_t,
}
impl Default for _ze_image_format_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_image_flags_t,
    pub type_: ze_image_type_t,
    pub format: ze_image_format_t,
    pub width: u64,
    pub height: u32,
    pub depth: u32,
    pub arraylevels: u32,
    pub miplevels: u32,
}
impl Default for _ze_image_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_image_sampler_filter_flags_t = u32;
pub const ZE_IMAGE_SAMPLER_FILTER_FLAG_POINT: _ze_image_sampler_filter_flag_t = 1;
pub const ZE_IMAGE_SAMPLER_FILTER_FLAG_LINEAR: _ze_image_sampler_filter_flag_t = 2;
pub const ZE_IMAGE_SAMPLER_FILTER_FLAG_FORCE_UINT32: _ze_image_sampler_filter_flag_t = 2147483647;
pub type _ze_image_sampler_filter_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_image_sampler_filter_flag_t as ze_image_sampler_filter_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub samplerFilterFlags: ze_image_sampler_filter_flags_t,
}
impl Default for _ze_image_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_mem_alloc_flags_t = u32;
pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED: _ze_device_mem_alloc_flag_t = 1;
pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED: _ze_device_mem_alloc_flag_t = 2;
pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT: _ze_device_mem_alloc_flag_t = 4;
pub const ZE_DEVICE_MEM_ALLOC_FLAG_FORCE_UINT32: _ze_device_mem_alloc_flag_t = 2147483647;
pub type _ze_device_mem_alloc_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_mem_alloc_flag_t as ze_device_mem_alloc_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_mem_alloc_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_device_mem_alloc_flags_t,
    pub ordinal: u32,
}
impl Default for _ze_device_mem_alloc_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_host_mem_alloc_flags_t = u32;
pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED: _ze_host_mem_alloc_flag_t = 1;
pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED: _ze_host_mem_alloc_flag_t = 2;
pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED: _ze_host_mem_alloc_flag_t = 4;
pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT: _ze_host_mem_alloc_flag_t = 8;
pub const ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY: _ze_host_mem_alloc_flag_t = 16;
pub const ZE_HOST_MEM_ALLOC_FLAG_FORCE_UINT32: _ze_host_mem_alloc_flag_t = 2147483647;
pub type _ze_host_mem_alloc_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_host_mem_alloc_flag_t as ze_host_mem_alloc_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_host_mem_alloc_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_host_mem_alloc_flags_t,
}
impl Default for _ze_host_mem_alloc_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_MEMORY_TYPE_UNKNOWN: _ze_memory_type_t = 0;
pub const ZE_MEMORY_TYPE_HOST: _ze_memory_type_t = 1;
pub const ZE_MEMORY_TYPE_DEVICE: _ze_memory_type_t = 2;
pub const ZE_MEMORY_TYPE_SHARED: _ze_memory_type_t = 3;
pub const ZE_MEMORY_TYPE_HOST_IMPORTED: _ze_memory_type_t = 4;
pub const ZE_MEMORY_TYPE_FORCE_UINT32: _ze_memory_type_t = 2147483647;
pub type _ze_memory_type_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_type_t as ze_memory_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_memory_allocation_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: ze_memory_type_t,
    pub id: u64,
    pub pageSize: u64,
}
impl Default for _ze_memory_allocation_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_ipc_memory_flags_t = u32;
pub const ZE_IPC_MEMORY_FLAG_BIAS_CACHED: _ze_ipc_memory_flag_t = 1;
pub const ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED: _ze_ipc_memory_flag_t = 2;
pub const ZE_IPC_MEMORY_FLAG_FORCE_UINT32: _ze_ipc_memory_flag_t = 2147483647;
pub type _ze_ipc_memory_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_ipc_memory_flag_t as ze_ipc_memory_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memory_export_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_memory_type_flags_t,
}
impl Default for _ze_external_memory_export_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memory_import_fd_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_memory_type_flags_t,
    pub fd: ::std::os::raw::c_int,
}
impl Default for _ze_external_memory_import_fd_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memory_export_fd_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_memory_type_flags_t,
    pub fd: ::std::os::raw::c_int,
}
impl Default for _ze_external_memory_export_fd_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memory_import_win32_handle_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_memory_type_flags_t,
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_void,
}
impl Default for _ze_external_memory_import_win32_handle_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memory_export_win32_handle_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_memory_type_flags_t,
    pub handle: *mut ::std::os::raw::c_void,
}
impl Default for _ze_external_memory_export_win32_handle_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_memory_atomic_attr_exp_flags_t = u32;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_NO_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 1;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_NO_HOST_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 2;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_HOST_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 4;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_NO_DEVICE_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 8;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_DEVICE_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 16;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_NO_SYSTEM_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 32;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_SYSTEM_ATOMICS: _ze_memory_atomic_attr_exp_flag_t = 64;
pub const ZE_MEMORY_ATOMIC_ATTR_EXP_FLAG_FORCE_UINT32: _ze_memory_atomic_attr_exp_flag_t = 2147483647;
pub type _ze_memory_atomic_attr_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_atomic_attr_exp_flag_t as ze_memory_atomic_attr_exp_flag_t;
pub const ZE_MODULE_FORMAT_IL_SPIRV: _ze_module_format_t = 0;
pub const ZE_MODULE_FORMAT_NATIVE: _ze_module_format_t = 1;
pub const ZE_MODULE_FORMAT_FORCE_UINT32: _ze_module_format_t = 2147483647;
pub type _ze_module_format_t = ::std::os::raw::c_uint;
pub use self::_ze_module_format_t as ze_module_format_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_constants_t {
    pub numConstants: u32,
    pub pConstantIds: *const u32,
    pub pConstantValues: *mut *const ::std::os::raw::c_void,
}
impl Default for _ze_module_constants_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub format: ze_module_format_t,
    pub inputSize: usize,
    pub pInputModule: *const u8,
    pub pBuildFlags: *const ::std::os::raw::c_char,
    pub pConstants: *const ze_module_constants_t,
}
impl Default for _ze_module_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_launch_kernel_param_cooperative_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub isCooperative: ze_bool_t,
}
impl Default for _ze_command_list_append_launch_kernel_param_cooperative_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_property_flags_t = u32;
pub const ZE_MODULE_PROPERTY_FLAG_IMPORTS: _ze_module_property_flag_t = 1;
pub const ZE_MODULE_PROPERTY_FLAG_FORCE_UINT32: _ze_module_property_flag_t = 2147483647;
pub type _ze_module_property_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_module_property_flag_t as ze_module_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_module_property_flags_t,
}
impl Default for _ze_module_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_flags_t = u32;
pub const ZE_KERNEL_FLAG_FORCE_RESIDENCY: _ze_kernel_flag_t = 1;
pub const ZE_KERNEL_FLAG_EXPLICIT_RESIDENCY: _ze_kernel_flag_t = 2;
pub const ZE_KERNEL_FLAG_FORCE_UINT32: _ze_kernel_flag_t = 2147483647;
pub type _ze_kernel_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_kernel_flag_t as ze_kernel_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_kernel_flags_t,
    pub pKernelName: *const ::std::os::raw::c_char,
}
impl Default for _ze_kernel_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_indirect_access_flags_t = u32;
pub const ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST: _ze_kernel_indirect_access_flag_t = 1;
pub const ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE: _ze_kernel_indirect_access_flag_t = 2;
pub const ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED: _ze_kernel_indirect_access_flag_t = 4;
pub const ZE_KERNEL_INDIRECT_ACCESS_FLAG_FORCE_UINT32: _ze_kernel_indirect_access_flag_t = 2147483647;
pub type _ze_kernel_indirect_access_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_kernel_indirect_access_flag_t as ze_kernel_indirect_access_flag_t;
pub type ze_cache_config_flags_t = u32;
pub const ZE_CACHE_CONFIG_FLAG_LARGE_SLM: _ze_cache_config_flag_t = 1;
pub const ZE_CACHE_CONFIG_FLAG_LARGE_DATA: _ze_cache_config_flag_t = 2;
pub const ZE_CACHE_CONFIG_FLAG_FORCE_UINT32: _ze_cache_config_flag_t = 2147483647;
pub type _ze_cache_config_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_cache_config_flag_t as ze_cache_config_flag_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_uuid_t {
    pub kid: [u8; 16usize],
    pub mid: [u8; 16usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub numKernelArgs: u32,
    pub requiredGroupSizeX: u32,
    pub requiredGroupSizeY: u32,
    pub requiredGroupSizeZ: u32,
    pub requiredNumSubGroups: u32,
    pub requiredSubgroupSize: u32,
    pub maxSubgroupSize: u32,
    pub maxNumSubgroups: u32,
    pub localMemSize: u32,
    pub privateMemSize: u32,
    pub spillMemSize: u32,
    pub uuid: ze_kernel_uuid_t,
}
impl Default for _ze_kernel_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_preferred_group_size_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub preferredMultiple: u32,
}
impl Default for _ze_kernel_preferred_group_size_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_group_count_t {
    pub groupCountX: u32,
    pub groupCountY: u32,
    pub groupCountZ: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_group_size_t {
    pub groupSizeX: u32,
    pub groupSizeY: u32,
    pub groupSizeZ: u32,
}
pub const ZE_MODULE_PROGRAM_EXP_VERSION_1_0: _ze_module_program_exp_version_t = 65536;
pub const ZE_MODULE_PROGRAM_EXP_VERSION_CURRENT: _ze_module_program_exp_version_t = 65536;
pub const ZE_MODULE_PROGRAM_EXP_VERSION_FORCE_UINT32: _ze_module_program_exp_version_t = 2147483647;
pub type _ze_module_program_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_module_program_exp_version_t as ze_module_program_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_program_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub count: u32,
    pub inputSizes: *const usize,
    pub pInputModules: *mut *const u8,
    pub pBuildFlags: *mut *const ::std::os::raw::c_char,
    pub pConstants: *mut *const ze_module_constants_t,
}
impl Default for _ze_module_program_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_RAYTRACING_EXT_VERSION_1_0: _ze_raytracing_ext_version_t = 65536;
pub const ZE_RAYTRACING_EXT_VERSION_CURRENT: _ze_raytracing_ext_version_t = 65536;
pub const ZE_RAYTRACING_EXT_VERSION_FORCE_UINT32: _ze_raytracing_ext_version_t = 2147483647;
pub type _ze_raytracing_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_raytracing_ext_version_t as ze_raytracing_ext_version_t;
pub type ze_device_raytracing_ext_flags_t = u32;
pub const ZE_DEVICE_RAYTRACING_EXT_FLAG_RAYQUERY: _ze_device_raytracing_ext_flag_t = 1;
pub const ZE_DEVICE_RAYTRACING_EXT_FLAG_FORCE_UINT32: _ze_device_raytracing_ext_flag_t = 2147483647;
pub type _ze_device_raytracing_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_raytracing_ext_flag_t as ze_device_raytracing_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_raytracing_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_device_raytracing_ext_flags_t,
    pub maxBVHLevels: u32,
}
impl Default for _ze_device_raytracing_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_raytracing_mem_alloc_ext_flags_t = u32;
pub const ZE_RAYTRACING_MEM_ALLOC_EXT_FLAG_TBD: _ze_raytracing_mem_alloc_ext_flag_t = 1;
pub const ZE_RAYTRACING_MEM_ALLOC_EXT_FLAG_FORCE_UINT32: _ze_raytracing_mem_alloc_ext_flag_t = 2147483647;
pub type _ze_raytracing_mem_alloc_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_raytracing_mem_alloc_ext_flag_t as ze_raytracing_mem_alloc_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_raytracing_mem_alloc_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_raytracing_mem_alloc_ext_flags_t,
}
impl Default for _ze_raytracing_mem_alloc_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_SAMPLER_ADDRESS_MODE_NONE: _ze_sampler_address_mode_t = 0;
pub const ZE_SAMPLER_ADDRESS_MODE_REPEAT: _ze_sampler_address_mode_t = 1;
pub const ZE_SAMPLER_ADDRESS_MODE_CLAMP: _ze_sampler_address_mode_t = 2;
pub const ZE_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER: _ze_sampler_address_mode_t = 3;
pub const ZE_SAMPLER_ADDRESS_MODE_MIRROR: _ze_sampler_address_mode_t = 4;
pub const ZE_SAMPLER_ADDRESS_MODE_FORCE_UINT32: _ze_sampler_address_mode_t = 2147483647;
pub type _ze_sampler_address_mode_t = ::std::os::raw::c_uint;
pub use self::_ze_sampler_address_mode_t as ze_sampler_address_mode_t;
pub const ZE_SAMPLER_FILTER_MODE_NEAREST: _ze_sampler_filter_mode_t = 0;
pub const ZE_SAMPLER_FILTER_MODE_LINEAR: _ze_sampler_filter_mode_t = 1;
pub const ZE_SAMPLER_FILTER_MODE_FORCE_UINT32: _ze_sampler_filter_mode_t = 2147483647;
pub type _ze_sampler_filter_mode_t = ::std::os::raw::c_uint;
pub use self::_ze_sampler_filter_mode_t as ze_sampler_filter_mode_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_sampler_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub addressMode: ze_sampler_address_mode_t,
    pub filterMode: ze_sampler_filter_mode_t,
    pub isNormalized: ze_bool_t,
}
impl Default for _ze_sampler_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_MEMORY_ACCESS_ATTRIBUTE_NONE: _ze_memory_access_attribute_t = 0;
pub const ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE: _ze_memory_access_attribute_t = 1;
pub const ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY: _ze_memory_access_attribute_t = 2;
pub const ZE_MEMORY_ACCESS_ATTRIBUTE_FORCE_UINT32: _ze_memory_access_attribute_t = 2147483647;
pub type _ze_memory_access_attribute_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_access_attribute_t as ze_memory_access_attribute_t;
pub type ze_physical_mem_flags_t = u32;
pub const ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE: _ze_physical_mem_flag_t = 1;
pub const ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST: _ze_physical_mem_flag_t = 2;
pub const ZE_PHYSICAL_MEM_FLAG_FORCE_UINT32: _ze_physical_mem_flag_t = 2147483647;
pub type _ze_physical_mem_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_physical_mem_flag_t as ze_physical_mem_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_physical_mem_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_physical_mem_flags_t,
    pub size: usize,
}
impl Default for _ze_physical_mem_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_physical_mem_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub id: u64,
    pub size: u64,
}
impl Default for _ze_physical_mem_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_FLOAT_ATOMICS_EXT_VERSION_1_0: _ze_float_atomics_ext_version_t = 65536;
pub const ZE_FLOAT_ATOMICS_EXT_VERSION_CURRENT: _ze_float_atomics_ext_version_t = 65536;
pub const ZE_FLOAT_ATOMICS_EXT_VERSION_FORCE_UINT32: _ze_float_atomics_ext_version_t = 2147483647;
pub type _ze_float_atomics_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_float_atomics_ext_version_t as ze_float_atomics_ext_version_t;
pub type ze_device_fp_atomic_ext_flags_t = u32;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_LOAD_STORE: _ze_device_fp_atomic_ext_flag_t = 1;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_ADD: _ze_device_fp_atomic_ext_flag_t = 2;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_MIN_MAX: _ze_device_fp_atomic_ext_flag_t = 4;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_LOAD_STORE: _ze_device_fp_atomic_ext_flag_t = 65536;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_ADD: _ze_device_fp_atomic_ext_flag_t = 131072;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_MIN_MAX: _ze_device_fp_atomic_ext_flag_t = 262144;
pub const ZE_DEVICE_FP_ATOMIC_EXT_FLAG_FORCE_UINT32: _ze_device_fp_atomic_ext_flag_t = 2147483647;
pub type _ze_device_fp_atomic_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_device_fp_atomic_ext_flag_t as ze_device_fp_atomic_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_float_atomic_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub fp16Flags: ze_device_fp_atomic_ext_flags_t,
    pub fp32Flags: ze_device_fp_atomic_ext_flags_t,
    pub fp64Flags: ze_device_fp_atomic_ext_flags_t,
}
impl Default for _ze_float_atomic_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_GLOBAL_OFFSET_EXP_VERSION_1_0: _ze_global_offset_exp_version_t = 65536;
pub const ZE_GLOBAL_OFFSET_EXP_VERSION_CURRENT: _ze_global_offset_exp_version_t = 65536;
pub const ZE_GLOBAL_OFFSET_EXP_VERSION_FORCE_UINT32: _ze_global_offset_exp_version_t = 2147483647;
pub type _ze_global_offset_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_global_offset_exp_version_t as ze_global_offset_exp_version_t;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_VERSION_1_0: _ze_relaxed_allocation_limits_ext_version_t = 65536;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_VERSION_CURRENT: _ze_relaxed_allocation_limits_ext_version_t =
    65536;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_VERSION_FORCE_UINT32: _ze_relaxed_allocation_limits_ext_version_t =
    2147483647;
pub type _ze_relaxed_allocation_limits_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_relaxed_allocation_limits_ext_version_t as ze_relaxed_allocation_limits_ext_version_t;
pub type ze_relaxed_allocation_limits_ext_flags_t = u32;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_FLAG_MAX_SIZE: _ze_relaxed_allocation_limits_ext_flag_t = 1;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXT_FLAG_FORCE_UINT32: _ze_relaxed_allocation_limits_ext_flag_t =
    2147483647;
pub type _ze_relaxed_allocation_limits_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_relaxed_allocation_limits_ext_flag_t as ze_relaxed_allocation_limits_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_relaxed_allocation_limits_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_relaxed_allocation_limits_ext_flags_t,
}
impl Default for _ze_relaxed_allocation_limits_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_VERSION_1_0: _ze_relaxed_allocation_limits_exp_version_t = 65536;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_VERSION_CURRENT: _ze_relaxed_allocation_limits_exp_version_t =
    65536;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_VERSION_FORCE_UINT32: _ze_relaxed_allocation_limits_exp_version_t =
    2147483647;
pub type _ze_relaxed_allocation_limits_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_relaxed_allocation_limits_exp_version_t as ze_relaxed_allocation_limits_exp_version_t;
pub type ze_relaxed_allocation_limits_exp_flags_t = u32;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE: _ze_relaxed_allocation_limits_exp_flag_t = 1;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_FORCE_UINT32: _ze_relaxed_allocation_limits_exp_flag_t =
    2147483647;
pub type _ze_relaxed_allocation_limits_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_relaxed_allocation_limits_exp_flag_t as ze_relaxed_allocation_limits_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_relaxed_allocation_limits_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_relaxed_allocation_limits_exp_flags_t,
}
impl Default for _ze_relaxed_allocation_limits_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_CACHE_RESERVATION_EXT_VERSION_1_0: _ze_cache_reservation_ext_version_t = 65536;
pub const ZE_CACHE_RESERVATION_EXT_VERSION_CURRENT: _ze_cache_reservation_ext_version_t = 65536;
pub const ZE_CACHE_RESERVATION_EXT_VERSION_FORCE_UINT32: _ze_cache_reservation_ext_version_t = 2147483647;
pub type _ze_cache_reservation_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_cache_reservation_ext_version_t as ze_cache_reservation_ext_version_t;
pub const ZE_CACHE_EXT_REGION_ZE_CACHE_REGION_DEFAULT: _ze_cache_ext_region_t = 0;
pub const ZE_CACHE_EXT_REGION_ZE_CACHE_RESERVE_REGION: _ze_cache_ext_region_t = 1;
pub const ZE_CACHE_EXT_REGION_ZE_CACHE_NON_RESERVED_REGION: _ze_cache_ext_region_t = 2;
pub const ZE_CACHE_EXT_REGION_DEFAULT: _ze_cache_ext_region_t = 0;
pub const ZE_CACHE_EXT_REGION_RESERVED: _ze_cache_ext_region_t = 1;
pub const ZE_CACHE_EXT_REGION_NON_RESERVED: _ze_cache_ext_region_t = 2;
pub const ZE_CACHE_EXT_REGION_FORCE_UINT32: _ze_cache_ext_region_t = 2147483647;
pub type _ze_cache_ext_region_t = ::std::os::raw::c_uint;
pub use self::_ze_cache_ext_region_t as ze_cache_ext_region_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_cache_reservation_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub maxCacheReservationSize: usize,
}
impl Default for _ze_cache_reservation_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_1_0: _ze_event_query_timestamps_exp_version_t = 65536;
pub const ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_CURRENT: _ze_event_query_timestamps_exp_version_t = 65536;
pub const ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_FORCE_UINT32: _ze_event_query_timestamps_exp_version_t =
    2147483647;
pub type _ze_event_query_timestamps_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_event_query_timestamps_exp_version_t as ze_event_query_timestamps_exp_version_t;
pub const ZE_IMAGE_MEMORY_PROPERTIES_EXP_VERSION_1_0: _ze_image_memory_properties_exp_version_t = 65536;
pub const ZE_IMAGE_MEMORY_PROPERTIES_EXP_VERSION_CURRENT: _ze_image_memory_properties_exp_version_t = 65536;
pub const ZE_IMAGE_MEMORY_PROPERTIES_EXP_VERSION_FORCE_UINT32: _ze_image_memory_properties_exp_version_t =
    2147483647;
pub type _ze_image_memory_properties_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_memory_properties_exp_version_t as ze_image_memory_properties_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_memory_properties_exp_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub size: u64,
    pub rowPitch: u64,
    pub slicePitch: u64,
}
impl Default for _ze_image_memory_properties_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_IMAGE_VIEW_EXT_VERSION_1_0: _ze_image_view_ext_version_t = 65536;
pub const ZE_IMAGE_VIEW_EXT_VERSION_CURRENT: _ze_image_view_ext_version_t = 65536;
pub const ZE_IMAGE_VIEW_EXT_VERSION_FORCE_UINT32: _ze_image_view_ext_version_t = 2147483647;
pub type _ze_image_view_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_view_ext_version_t as ze_image_view_ext_version_t;
pub const ZE_IMAGE_VIEW_EXP_VERSION_1_0: _ze_image_view_exp_version_t = 65536;
pub const ZE_IMAGE_VIEW_EXP_VERSION_CURRENT: _ze_image_view_exp_version_t = 65536;
pub const ZE_IMAGE_VIEW_EXP_VERSION_FORCE_UINT32: _ze_image_view_exp_version_t = 2147483647;
pub type _ze_image_view_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_view_exp_version_t as ze_image_view_exp_version_t;
pub const ZE_IMAGE_VIEW_PLANAR_EXT_VERSION_1_0: _ze_image_view_planar_ext_version_t = 65536;
pub const ZE_IMAGE_VIEW_PLANAR_EXT_VERSION_CURRENT: _ze_image_view_planar_ext_version_t = 65536;
pub const ZE_IMAGE_VIEW_PLANAR_EXT_VERSION_FORCE_UINT32: _ze_image_view_planar_ext_version_t = 2147483647;
pub type _ze_image_view_planar_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_view_planar_ext_version_t as ze_image_view_planar_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_view_planar_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub planeIndex: u32,
}
impl Default for _ze_image_view_planar_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_IMAGE_VIEW_PLANAR_EXP_VERSION_1_0: _ze_image_view_planar_exp_version_t = 65536;
pub const ZE_IMAGE_VIEW_PLANAR_EXP_VERSION_CURRENT: _ze_image_view_planar_exp_version_t = 65536;
pub const ZE_IMAGE_VIEW_PLANAR_EXP_VERSION_FORCE_UINT32: _ze_image_view_planar_exp_version_t = 2147483647;
pub type _ze_image_view_planar_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_view_planar_exp_version_t as ze_image_view_planar_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_view_planar_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub planeIndex: u32,
}
impl Default for _ze_image_view_planar_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_SCHEDULING_HINTS_EXP_VERSION_1_0: _ze_scheduling_hints_exp_version_t = 65536;
pub const ZE_SCHEDULING_HINTS_EXP_VERSION_CURRENT: _ze_scheduling_hints_exp_version_t = 65536;
pub const ZE_SCHEDULING_HINTS_EXP_VERSION_FORCE_UINT32: _ze_scheduling_hints_exp_version_t = 2147483647;
pub type _ze_scheduling_hints_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_scheduling_hints_exp_version_t as ze_scheduling_hints_exp_version_t;
pub type ze_scheduling_hint_exp_flags_t = u32;
pub const ZE_SCHEDULING_HINT_EXP_FLAG_OLDEST_FIRST: _ze_scheduling_hint_exp_flag_t = 1;
pub const ZE_SCHEDULING_HINT_EXP_FLAG_ROUND_ROBIN: _ze_scheduling_hint_exp_flag_t = 2;
pub const ZE_SCHEDULING_HINT_EXP_FLAG_STALL_BASED_ROUND_ROBIN: _ze_scheduling_hint_exp_flag_t = 4;
pub const ZE_SCHEDULING_HINT_EXP_FLAG_FORCE_UINT32: _ze_scheduling_hint_exp_flag_t = 2147483647;
pub type _ze_scheduling_hint_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_scheduling_hint_exp_flag_t as ze_scheduling_hint_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_scheduling_hint_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub schedulingHintFlags: ze_scheduling_hint_exp_flags_t,
}
impl Default for _ze_scheduling_hint_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_scheduling_hint_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_scheduling_hint_exp_flags_t,
}
impl Default for _ze_scheduling_hint_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_LINKONCE_ODR_EXT_VERSION_1_0: _ze_linkonce_odr_ext_version_t = 65536;
pub const ZE_LINKONCE_ODR_EXT_VERSION_CURRENT: _ze_linkonce_odr_ext_version_t = 65536;
pub const ZE_LINKONCE_ODR_EXT_VERSION_FORCE_UINT32: _ze_linkonce_odr_ext_version_t = 2147483647;
pub type _ze_linkonce_odr_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_linkonce_odr_ext_version_t as ze_linkonce_odr_ext_version_t;
pub const ZE_POWER_SAVING_HINT_EXP_VERSION_1_0: _ze_power_saving_hint_exp_version_t = 65536;
pub const ZE_POWER_SAVING_HINT_EXP_VERSION_CURRENT: _ze_power_saving_hint_exp_version_t = 65536;
pub const ZE_POWER_SAVING_HINT_EXP_VERSION_FORCE_UINT32: _ze_power_saving_hint_exp_version_t = 2147483647;
pub type _ze_power_saving_hint_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_power_saving_hint_exp_version_t as ze_power_saving_hint_exp_version_t;
pub const ZE_POWER_SAVING_HINT_TYPE_MIN: _ze_power_saving_hint_type_t = 0;
pub const ZE_POWER_SAVING_HINT_TYPE_MAX: _ze_power_saving_hint_type_t = 100;
pub const ZE_POWER_SAVING_HINT_TYPE_FORCE_UINT32: _ze_power_saving_hint_type_t = 2147483647;
pub type _ze_power_saving_hint_type_t = ::std::os::raw::c_uint;
pub use self::_ze_power_saving_hint_type_t as ze_power_saving_hint_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_power_saving_hint_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub hint: u32,
}
impl Default for _ze_context_power_saving_hint_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_SUBGROUP_EXT_VERSION_1_0: _ze_subgroup_ext_version_t = 65536;
pub const ZE_SUBGROUP_EXT_VERSION_CURRENT: _ze_subgroup_ext_version_t = 65536;
pub const ZE_SUBGROUP_EXT_VERSION_FORCE_UINT32: _ze_subgroup_ext_version_t = 2147483647;
pub type _ze_subgroup_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_subgroup_ext_version_t as ze_subgroup_ext_version_t;
pub const ZE_EU_COUNT_EXT_VERSION_1_0: _ze_eu_count_ext_version_t = 65536;
pub const ZE_EU_COUNT_EXT_VERSION_CURRENT: _ze_eu_count_ext_version_t = 65536;
pub const ZE_EU_COUNT_EXT_VERSION_FORCE_UINT32: _ze_eu_count_ext_version_t = 2147483647;
pub type _ze_eu_count_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_eu_count_ext_version_t as ze_eu_count_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_eu_count_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub numTotalEUs: u32,
}
impl Default for _ze_eu_count_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_PCI_PROPERTIES_EXT_VERSION_1_0: _ze_pci_properties_ext_version_t = 65536;
pub const ZE_PCI_PROPERTIES_EXT_VERSION_CURRENT: _ze_pci_properties_ext_version_t = 65536;
pub const ZE_PCI_PROPERTIES_EXT_VERSION_FORCE_UINT32: _ze_pci_properties_ext_version_t = 2147483647;
pub type _ze_pci_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_pci_properties_ext_version_t as ze_pci_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_pci_address_ext_t {
    pub domain: u32,
    pub bus: u32,
    pub device: u32,
    pub function: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_pci_speed_ext_t {
    pub genVersion: i32,
    pub width: i32,
    pub maxBandwidth: i64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_pci_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub address: ze_pci_address_ext_t,
    pub maxSpeed: ze_pci_speed_ext_t,
}
impl Default for _ze_pci_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_SRGB_EXT_VERSION_1_0: _ze_srgb_ext_version_t = 65536;
pub const ZE_SRGB_EXT_VERSION_CURRENT: _ze_srgb_ext_version_t = 65536;
pub const ZE_SRGB_EXT_VERSION_FORCE_UINT32: _ze_srgb_ext_version_t = 2147483647;
pub type _ze_srgb_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_srgb_ext_version_t as ze_srgb_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_srgb_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub sRGB: ze_bool_t,
}
impl Default for _ze_srgb_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_IMAGE_COPY_EXT_VERSION_1_0: _ze_image_copy_ext_version_t = 65536;
pub const ZE_IMAGE_COPY_EXT_VERSION_CURRENT: _ze_image_copy_ext_version_t = 65536;
pub const ZE_IMAGE_COPY_EXT_VERSION_FORCE_UINT32: _ze_image_copy_ext_version_t = 2147483647;
pub type _ze_image_copy_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_copy_ext_version_t as ze_image_copy_ext_version_t;
pub const ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_VERSION_1_0: _ze_image_query_alloc_properties_ext_version_t =
    65536;
pub const ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_VERSION_CURRENT:
    _ze_image_query_alloc_properties_ext_version_t = 65536;
pub const ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _ze_image_query_alloc_properties_ext_version_t = 2147483647;
pub type _ze_image_query_alloc_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_query_alloc_properties_ext_version_t as ze_image_query_alloc_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_allocation_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub id: u64,
}
impl Default for _ze_image_allocation_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_LINKAGE_INSPECTION_EXT_VERSION_1_0: _ze_linkage_inspection_ext_version_t = 65536;
pub const ZE_LINKAGE_INSPECTION_EXT_VERSION_CURRENT: _ze_linkage_inspection_ext_version_t = 65536;
pub const ZE_LINKAGE_INSPECTION_EXT_VERSION_FORCE_UINT32: _ze_linkage_inspection_ext_version_t = 2147483647;
pub type _ze_linkage_inspection_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_linkage_inspection_ext_version_t as ze_linkage_inspection_ext_version_t;
pub type ze_linkage_inspection_ext_flags_t = u32;
pub const ZE_LINKAGE_INSPECTION_EXT_FLAG_IMPORTS: _ze_linkage_inspection_ext_flag_t = 1;
pub const ZE_LINKAGE_INSPECTION_EXT_FLAG_UNRESOLVABLE_IMPORTS: _ze_linkage_inspection_ext_flag_t = 2;
pub const ZE_LINKAGE_INSPECTION_EXT_FLAG_EXPORTS: _ze_linkage_inspection_ext_flag_t = 4;
pub const ZE_LINKAGE_INSPECTION_EXT_FLAG_FORCE_UINT32: _ze_linkage_inspection_ext_flag_t = 2147483647;
pub type _ze_linkage_inspection_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_linkage_inspection_ext_flag_t as ze_linkage_inspection_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_linkage_inspection_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_linkage_inspection_ext_flags_t,
}
impl Default for _ze_linkage_inspection_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_VERSION_1_0: _ze_memory_compression_hints_ext_version_t = 65536;
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_VERSION_CURRENT: _ze_memory_compression_hints_ext_version_t = 65536;
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_VERSION_FORCE_UINT32: _ze_memory_compression_hints_ext_version_t =
    2147483647;
pub type _ze_memory_compression_hints_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_compression_hints_ext_version_t as ze_memory_compression_hints_ext_version_t;
pub type ze_memory_compression_hints_ext_flags_t = u32;
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_FLAG_COMPRESSED: _ze_memory_compression_hints_ext_flag_t = 1;
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_FLAG_UNCOMPRESSED: _ze_memory_compression_hints_ext_flag_t = 2;
pub const ZE_MEMORY_COMPRESSION_HINTS_EXT_FLAG_FORCE_UINT32: _ze_memory_compression_hints_ext_flag_t =
    2147483647;
pub type _ze_memory_compression_hints_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_compression_hints_ext_flag_t as ze_memory_compression_hints_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_memory_compression_hints_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_memory_compression_hints_ext_flags_t,
}
impl Default for _ze_memory_compression_hints_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_MEMORY_FREE_POLICIES_EXT_VERSION_1_0: _ze_memory_free_policies_ext_version_t = 65536;
pub const ZE_MEMORY_FREE_POLICIES_EXT_VERSION_CURRENT: _ze_memory_free_policies_ext_version_t = 65536;
pub const ZE_MEMORY_FREE_POLICIES_EXT_VERSION_FORCE_UINT32: _ze_memory_free_policies_ext_version_t =
    2147483647;
pub type _ze_memory_free_policies_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_memory_free_policies_ext_version_t as ze_memory_free_policies_ext_version_t;
pub type ze_driver_memory_free_policy_ext_flags_t = u32;
pub const ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE: _ze_driver_memory_free_policy_ext_flag_t = 1;
pub const ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE: _ze_driver_memory_free_policy_ext_flag_t = 2;
pub const ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_FORCE_UINT32: _ze_driver_memory_free_policy_ext_flag_t =
    2147483647;
pub type _ze_driver_memory_free_policy_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_driver_memory_free_policy_ext_flag_t as ze_driver_memory_free_policy_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_memory_free_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub freePolicies: ze_driver_memory_free_policy_ext_flags_t,
}
impl Default for _ze_driver_memory_free_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_memory_free_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub freePolicy: ze_driver_memory_free_policy_ext_flags_t,
}
impl Default for _ze_memory_free_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_BANDWIDTH_PROPERTIES_EXP_VERSION_1_0: _ze_bandwidth_properties_exp_version_t = 65536;
pub const ZE_BANDWIDTH_PROPERTIES_EXP_VERSION_CURRENT: _ze_bandwidth_properties_exp_version_t = 65536;
pub const ZE_BANDWIDTH_PROPERTIES_EXP_VERSION_FORCE_UINT32: _ze_bandwidth_properties_exp_version_t =
    2147483647;
pub type _ze_bandwidth_properties_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_bandwidth_properties_exp_version_t as ze_bandwidth_properties_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_p2p_bandwidth_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub logicalBandwidth: u32,
    pub physicalBandwidth: u32,
    pub bandwidthUnit: ze_bandwidth_unit_t,
    pub logicalLatency: u32,
    pub physicalLatency: u32,
    pub latencyUnit: ze_latency_unit_t,
}
impl Default for _ze_device_p2p_bandwidth_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_copy_bandwidth_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub copyBandwidth: u32,
    pub copyBandwidthUnit: ze_bandwidth_unit_t,
}
impl Default for _ze_copy_bandwidth_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_LUID_EXT_VERSION_1_0: _ze_device_luid_ext_version_t = 65536;
pub const ZE_DEVICE_LUID_EXT_VERSION_CURRENT: _ze_device_luid_ext_version_t = 65536;
pub const ZE_DEVICE_LUID_EXT_VERSION_FORCE_UINT32: _ze_device_luid_ext_version_t = 2147483647;
pub type _ze_device_luid_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_luid_ext_version_t as ze_device_luid_ext_version_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_luid_ext_t {
    pub id: [u8; 8usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_luid_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub luid: ze_device_luid_ext_t,
    pub nodeMask: u32,
}
impl Default for _ze_device_luid_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_FABRIC_EXP_VERSION_1_0: _ze_fabric_exp_version_t = 65536;
pub const ZE_FABRIC_EXP_VERSION_CURRENT: _ze_fabric_exp_version_t = 65536;
pub const ZE_FABRIC_EXP_VERSION_FORCE_UINT32: _ze_fabric_exp_version_t = 2147483647;
pub type _ze_fabric_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_fabric_exp_version_t as ze_fabric_exp_version_t;
pub const ZE_FABRIC_VERTEX_EXP_TYPE_UNKNOWN: _ze_fabric_vertex_exp_type_t = 0;
pub const ZE_FABRIC_VERTEX_EXP_TYPE_DEVICE: _ze_fabric_vertex_exp_type_t = 1;
pub const ZE_FABRIC_VERTEX_EXP_TYPE_SUBDEVICE: _ze_fabric_vertex_exp_type_t = 2;
pub const ZE_FABRIC_VERTEX_EXP_TYPE_SWITCH: _ze_fabric_vertex_exp_type_t = 3;
pub const ZE_FABRIC_VERTEX_EXP_TYPE_FORCE_UINT32: _ze_fabric_vertex_exp_type_t = 2147483647;
pub type _ze_fabric_vertex_exp_type_t = ::std::os::raw::c_uint;
pub use self::_ze_fabric_vertex_exp_type_t as ze_fabric_vertex_exp_type_t;
pub const ZE_FABRIC_EDGE_EXP_DUPLEXITY_UNKNOWN: _ze_fabric_edge_exp_duplexity_t = 0;
pub const ZE_FABRIC_EDGE_EXP_DUPLEXITY_HALF_DUPLEX: _ze_fabric_edge_exp_duplexity_t = 1;
pub const ZE_FABRIC_EDGE_EXP_DUPLEXITY_FULL_DUPLEX: _ze_fabric_edge_exp_duplexity_t = 2;
pub const ZE_FABRIC_EDGE_EXP_DUPLEXITY_FORCE_UINT32: _ze_fabric_edge_exp_duplexity_t = 2147483647;
pub type _ze_fabric_edge_exp_duplexity_t = ::std::os::raw::c_uint;
pub use self::_ze_fabric_edge_exp_duplexity_t as ze_fabric_edge_exp_duplexity_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_fabric_vertex_pci_exp_address_t {
    pub domain: u32,
    pub bus: u32,
    pub device: u32,
    pub function: u32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fabric_vertex_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub uuid: ze_uuid_t,
    pub type_: ze_fabric_vertex_exp_type_t,
    pub remote: ze_bool_t,
    pub address: ze_fabric_vertex_pci_exp_address_t,
}
impl Default for _ze_fabric_vertex_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fabric_edge_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub uuid: ze_uuid_t,
    pub model: [::std::os::raw::c_char; 256usize],
    pub bandwidth: u32,
    pub bandwidthUnit: ze_bandwidth_unit_t,
    pub latency: u32,
    pub latencyUnit: ze_latency_unit_t,
    pub duplexity: ze_fabric_edge_exp_duplexity_t,
}
impl Default for _ze_fabric_edge_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_MEMORY_PROPERTIES_EXT_VERSION_1_0: _ze_device_memory_properties_ext_version_t = 65536;
pub const ZE_DEVICE_MEMORY_PROPERTIES_EXT_VERSION_CURRENT: _ze_device_memory_properties_ext_version_t = 65536;
pub const ZE_DEVICE_MEMORY_PROPERTIES_EXT_VERSION_FORCE_UINT32: _ze_device_memory_properties_ext_version_t =
    2147483647;
pub type _ze_device_memory_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_memory_properties_ext_version_t as ze_device_memory_properties_ext_version_t;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM: _ze_device_memory_ext_type_t = 0;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM2: _ze_device_memory_ext_type_t = 1;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_DDR: _ze_device_memory_ext_type_t = 2;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_DDR2: _ze_device_memory_ext_type_t = 3;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_DDR3: _ze_device_memory_ext_type_t = 4;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_DDR4: _ze_device_memory_ext_type_t = 5;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_DDR5: _ze_device_memory_ext_type_t = 6;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR: _ze_device_memory_ext_type_t = 7;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR3: _ze_device_memory_ext_type_t = 8;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR4: _ze_device_memory_ext_type_t = 9;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR5: _ze_device_memory_ext_type_t = 10;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_SRAM: _ze_device_memory_ext_type_t = 11;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_L1: _ze_device_memory_ext_type_t = 12;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_L3: _ze_device_memory_ext_type_t = 13;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GRF: _ze_device_memory_ext_type_t = 14;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_SLM: _ze_device_memory_ext_type_t = 15;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR4: _ze_device_memory_ext_type_t = 16;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR5: _ze_device_memory_ext_type_t = 17;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR5X: _ze_device_memory_ext_type_t = 18;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR6: _ze_device_memory_ext_type_t = 19;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR6X: _ze_device_memory_ext_type_t = 20;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_GDDR7: _ze_device_memory_ext_type_t = 21;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM2E: _ze_device_memory_ext_type_t = 22;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM3: _ze_device_memory_ext_type_t = 23;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM3E: _ze_device_memory_ext_type_t = 24;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_HBM4: _ze_device_memory_ext_type_t = 25;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR5X: _ze_device_memory_ext_type_t = 26;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_LPDDR6: _ze_device_memory_ext_type_t = 27;
pub const ZE_DEVICE_MEMORY_EXT_TYPE_FORCE_UINT32: _ze_device_memory_ext_type_t = 2147483647;
pub type _ze_device_memory_ext_type_t = ::std::os::raw::c_uint;
pub use self::_ze_device_memory_ext_type_t as ze_device_memory_ext_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_memory_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: ze_device_memory_ext_type_t,
    pub physicalSize: u64,
    pub readBandwidth: u32,
    pub writeBandwidth: u32,
    pub bandwidthUnit: ze_bandwidth_unit_t,
}
impl Default for _ze_device_memory_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_BFLOAT16_CONVERSIONS_EXT_VERSION_1_0: _ze_bfloat16_conversions_ext_version_t = 65536;
pub const ZE_BFLOAT16_CONVERSIONS_EXT_VERSION_CURRENT: _ze_bfloat16_conversions_ext_version_t = 65536;
pub const ZE_BFLOAT16_CONVERSIONS_EXT_VERSION_FORCE_UINT32: _ze_bfloat16_conversions_ext_version_t =
    2147483647;
pub type _ze_bfloat16_conversions_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_bfloat16_conversions_ext_version_t as ze_bfloat16_conversions_ext_version_t;
pub const ZE_DEVICE_IP_VERSION_VERSION_1_0: _ze_device_ip_version_version_t = 65536;
pub const ZE_DEVICE_IP_VERSION_VERSION_CURRENT: _ze_device_ip_version_version_t = 65536;
pub const ZE_DEVICE_IP_VERSION_VERSION_FORCE_UINT32: _ze_device_ip_version_version_t = 2147483647;
pub type _ze_device_ip_version_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_ip_version_version_t as ze_device_ip_version_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_ip_version_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub ipVersion: u32,
}
impl Default for _ze_device_ip_version_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_VERSION_1_0:
    _ze_kernel_max_group_size_properties_ext_version_t = 65536;
pub const ZE_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_VERSION_CURRENT:
    _ze_kernel_max_group_size_properties_ext_version_t = 65536;
pub const ZE_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _ze_kernel_max_group_size_properties_ext_version_t = 2147483647;
pub type _ze_kernel_max_group_size_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_kernel_max_group_size_properties_ext_version_t as ze_kernel_max_group_size_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_max_group_size_properties_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub maxGroupSize: u32,
}
impl Default for _ze_kernel_max_group_size_properties_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_max_group_size_ext_properties_t = ze_kernel_max_group_size_properties_ext_t;
pub const ZE_SUB_ALLOCATIONS_EXP_VERSION_1_0: _ze_sub_allocations_exp_version_t = 65536;
pub const ZE_SUB_ALLOCATIONS_EXP_VERSION_CURRENT: _ze_sub_allocations_exp_version_t = 65536;
pub const ZE_SUB_ALLOCATIONS_EXP_VERSION_FORCE_UINT32: _ze_sub_allocations_exp_version_t = 2147483647;
pub type _ze_sub_allocations_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_sub_allocations_exp_version_t as ze_sub_allocations_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_sub_allocation_t {
    pub base: *mut ::std::os::raw::c_void,
    pub size: usize,
}
impl Default for _ze_sub_allocation_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_memory_sub_allocations_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub pCount: *mut u32,
    pub pSubAllocations: *mut ze_sub_allocation_t,
}
impl Default for _ze_memory_sub_allocations_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_VERSION_1_0: _ze_event_query_kernel_timestamps_ext_version_t =
    65536;
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_VERSION_CURRENT:
    _ze_event_query_kernel_timestamps_ext_version_t = 65536;
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_VERSION_FORCE_UINT32:
    _ze_event_query_kernel_timestamps_ext_version_t = 2147483647;
pub type _ze_event_query_kernel_timestamps_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_event_query_kernel_timestamps_ext_version_t as ze_event_query_kernel_timestamps_ext_version_t;
pub type ze_event_query_kernel_timestamps_ext_flags_t = u32;
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_FLAG_KERNEL: _ze_event_query_kernel_timestamps_ext_flag_t = 1;
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_FLAG_SYNCHRONIZED:
    _ze_event_query_kernel_timestamps_ext_flag_t = 2;
pub const ZE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_FLAG_FORCE_UINT32:
    _ze_event_query_kernel_timestamps_ext_flag_t = 2147483647;
pub type _ze_event_query_kernel_timestamps_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_query_kernel_timestamps_ext_flag_t as ze_event_query_kernel_timestamps_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_query_kernel_timestamps_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_event_query_kernel_timestamps_ext_flags_t,
}
impl Default for _ze_event_query_kernel_timestamps_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_synchronized_timestamp_data_ext_t {
    pub kernelStart: u64,
    pub kernelEnd: u64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_synchronized_timestamp_result_ext_t {
    pub global: ze_synchronized_timestamp_data_ext_t,
    pub context: ze_synchronized_timestamp_data_ext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_query_kernel_timestamps_results_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub pKernelTimestampsBuffer: *mut ze_kernel_timestamp_result_t,
    pub pSynchronizedTimestampsBuffer: *mut ze_synchronized_timestamp_result_ext_t,
}
impl Default for _ze_event_query_kernel_timestamps_results_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_RTAS_BUILDER_EXP_VERSION_1_0: _ze_rtas_builder_exp_version_t = 65536;
pub const ZE_RTAS_BUILDER_EXP_VERSION_CURRENT: _ze_rtas_builder_exp_version_t = 65536;
pub const ZE_RTAS_BUILDER_EXP_VERSION_FORCE_UINT32: _ze_rtas_builder_exp_version_t = 2147483647;
pub type _ze_rtas_builder_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_exp_version_t as ze_rtas_builder_exp_version_t;
pub type ze_rtas_device_exp_flags_t = u32;
pub const ZE_RTAS_DEVICE_EXP_FLAG_RESERVED: _ze_rtas_device_exp_flag_t = 1;
pub const ZE_RTAS_DEVICE_EXP_FLAG_FORCE_UINT32: _ze_rtas_device_exp_flag_t = 2147483647;
pub type _ze_rtas_device_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_device_exp_flag_t as ze_rtas_device_exp_flag_t;
pub const ZE_RTAS_FORMAT_EXP_INVALID: _ze_rtas_format_exp_t = 0;
pub const ZE_RTAS_FORMAT_EXP_MAX: _ze_rtas_format_exp_t = 2147483646;
pub const ZE_RTAS_FORMAT_EXP_FORCE_UINT32: _ze_rtas_format_exp_t = 2147483647;
pub type _ze_rtas_format_exp_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_format_exp_t as ze_rtas_format_exp_t;
pub type ze_rtas_builder_exp_flags_t = u32;
pub const ZE_RTAS_BUILDER_EXP_FLAG_RESERVED: _ze_rtas_builder_exp_flag_t = 1;
pub const ZE_RTAS_BUILDER_EXP_FLAG_FORCE_UINT32: _ze_rtas_builder_exp_flag_t = 2147483647;
pub type _ze_rtas_builder_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_exp_flag_t as ze_rtas_builder_exp_flag_t;
pub type ze_rtas_parallel_operation_exp_flags_t = u32;
pub const ZE_RTAS_PARALLEL_OPERATION_EXP_FLAG_RESERVED: _ze_rtas_parallel_operation_exp_flag_t = 1;
pub const ZE_RTAS_PARALLEL_OPERATION_EXP_FLAG_FORCE_UINT32: _ze_rtas_parallel_operation_exp_flag_t =
    2147483647;
pub type _ze_rtas_parallel_operation_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_parallel_operation_exp_flag_t as ze_rtas_parallel_operation_exp_flag_t;
pub type ze_rtas_builder_geometry_exp_flags_t = u32;
pub const ZE_RTAS_BUILDER_GEOMETRY_EXP_FLAG_NON_OPAQUE: _ze_rtas_builder_geometry_exp_flag_t = 1;
pub const ZE_RTAS_BUILDER_GEOMETRY_EXP_FLAG_FORCE_UINT32: _ze_rtas_builder_geometry_exp_flag_t = 2147483647;
pub type _ze_rtas_builder_geometry_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_geometry_exp_flag_t as ze_rtas_builder_geometry_exp_flag_t;
pub type ze_rtas_builder_packed_geometry_exp_flags_t = u8;
pub type ze_rtas_builder_instance_exp_flags_t = u32;
pub const ZE_RTAS_BUILDER_INSTANCE_EXP_FLAG_TRIANGLE_CULL_DISABLE: _ze_rtas_builder_instance_exp_flag_t = 1;
pub const ZE_RTAS_BUILDER_INSTANCE_EXP_FLAG_TRIANGLE_FRONT_COUNTERCLOCKWISE:
    _ze_rtas_builder_instance_exp_flag_t = 2;
pub const ZE_RTAS_BUILDER_INSTANCE_EXP_FLAG_TRIANGLE_FORCE_OPAQUE: _ze_rtas_builder_instance_exp_flag_t = 4;
pub const ZE_RTAS_BUILDER_INSTANCE_EXP_FLAG_TRIANGLE_FORCE_NON_OPAQUE: _ze_rtas_builder_instance_exp_flag_t =
    8;
pub const ZE_RTAS_BUILDER_INSTANCE_EXP_FLAG_FORCE_UINT32: _ze_rtas_builder_instance_exp_flag_t = 2147483647;
pub type _ze_rtas_builder_instance_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_instance_exp_flag_t as ze_rtas_builder_instance_exp_flag_t;
pub type ze_rtas_builder_packed_instance_exp_flags_t = u8;
pub type ze_rtas_builder_build_op_exp_flags_t = u32;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXP_FLAG_COMPACT: _ze_rtas_builder_build_op_exp_flag_t = 1;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXP_FLAG_NO_DUPLICATE_ANYHIT_INVOCATION:
    _ze_rtas_builder_build_op_exp_flag_t = 2;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXP_FLAG_FORCE_UINT32: _ze_rtas_builder_build_op_exp_flag_t = 2147483647;
pub type _ze_rtas_builder_build_op_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_build_op_exp_flag_t as ze_rtas_builder_build_op_exp_flag_t;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXP_LOW: _ze_rtas_builder_build_quality_hint_exp_t = 0;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXP_MEDIUM: _ze_rtas_builder_build_quality_hint_exp_t = 1;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXP_HIGH: _ze_rtas_builder_build_quality_hint_exp_t = 2;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXP_FORCE_UINT32: _ze_rtas_builder_build_quality_hint_exp_t =
    2147483647;
pub type _ze_rtas_builder_build_quality_hint_exp_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_build_quality_hint_exp_t as ze_rtas_builder_build_quality_hint_exp_t;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXP_TRIANGLES: _ze_rtas_builder_geometry_type_exp_t = 0;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXP_QUADS: _ze_rtas_builder_geometry_type_exp_t = 1;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXP_PROCEDURAL: _ze_rtas_builder_geometry_type_exp_t = 2;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXP_INSTANCE: _ze_rtas_builder_geometry_type_exp_t = 3;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXP_FORCE_UINT32: _ze_rtas_builder_geometry_type_exp_t = 2147483647;
pub type _ze_rtas_builder_geometry_type_exp_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_geometry_type_exp_t as ze_rtas_builder_geometry_type_exp_t;
pub type ze_rtas_builder_packed_geometry_type_exp_t = u8;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_FLOAT3: _ze_rtas_builder_input_data_format_exp_t = 0;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_FLOAT3X4_COLUMN_MAJOR:
    _ze_rtas_builder_input_data_format_exp_t = 1;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_FLOAT3X4_ALIGNED_COLUMN_MAJOR:
    _ze_rtas_builder_input_data_format_exp_t = 2;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_FLOAT3X4_ROW_MAJOR: _ze_rtas_builder_input_data_format_exp_t =
    3;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_AABB: _ze_rtas_builder_input_data_format_exp_t = 4;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_TRIANGLE_INDICES_UINT32:
    _ze_rtas_builder_input_data_format_exp_t = 5;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_QUAD_INDICES_UINT32:
    _ze_rtas_builder_input_data_format_exp_t = 6;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXP_FORCE_UINT32: _ze_rtas_builder_input_data_format_exp_t =
    2147483647;
pub type _ze_rtas_builder_input_data_format_exp_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_input_data_format_exp_t as ze_rtas_builder_input_data_format_exp_t;
pub type ze_rtas_builder_packed_input_data_format_exp_t = u8;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_rtas_builder_exp_handle_t {
    _unused: [u8; 0],
}
pub type ze_rtas_builder_exp_handle_t = *mut _ze_rtas_builder_exp_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_rtas_parallel_operation_exp_handle_t {
    _unused: [u8; 0],
}
pub type ze_rtas_parallel_operation_exp_handle_t = *mut _ze_rtas_parallel_operation_exp_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub builderVersion: ze_rtas_builder_exp_version_t,
}
impl Default for _ze_rtas_builder_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_builder_exp_flags_t,
    pub rtasBufferSizeBytesExpected: usize,
    pub rtasBufferSizeBytesMaxRequired: usize,
    pub scratchBufferSizeBytes: usize,
}
impl Default for _ze_rtas_builder_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_parallel_operation_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_parallel_operation_exp_flags_t,
    pub maxConcurrency: u32,
}
impl Default for _ze_rtas_parallel_operation_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_device_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_device_exp_flags_t,
    pub rtasFormat: ze_rtas_format_exp_t,
    pub rtasBufferAlignment: u32,
}
impl Default for _ze_rtas_device_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_float3_exp_t {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_column_major_exp_t {
    pub vx_x: f32,
    pub vx_y: f32,
    pub vx_z: f32,
    pub vy_x: f32,
    pub vy_y: f32,
    pub vy_z: f32,
    pub vz_x: f32,
    pub vz_y: f32,
    pub vz_z: f32,
    pub p_x: f32,
    pub p_y: f32,
    pub p_z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_aligned_column_major_exp_t {
    pub vx_x: f32,
    pub vx_y: f32,
    pub vx_z: f32,
    pub pad0: f32,
    pub vy_x: f32,
    pub vy_y: f32,
    pub vy_z: f32,
    pub pad1: f32,
    pub vz_x: f32,
    pub vz_y: f32,
    pub vz_z: f32,
    pub pad2: f32,
    pub p_x: f32,
    pub p_y: f32,
    pub p_z: f32,
    pub pad3: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_row_major_exp_t {
    pub vx_x: f32,
    pub vy_x: f32,
    pub vz_x: f32,
    pub p_x: f32,
    pub vx_y: f32,
    pub vy_y: f32,
    pub vz_y: f32,
    pub p_y: f32,
    pub vx_z: f32,
    pub vy_z: f32,
    pub vz_z: f32,
    pub p_z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_aabb_exp_t {
    pub lower: ze_rtas_float3_exp_t,
    pub upper: ze_rtas_float3_exp_t,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_triangle_indices_uint32_exp_t {
    pub v0: u32,
    pub v1: u32,
    pub v2: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_quad_indices_uint32_exp_t {
    pub v0: u32,
    pub v1: u32,
    pub v2: u32,
    pub v3: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_builder_geometry_info_exp_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_exp_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_triangles_geometry_info_exp_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_exp_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_exp_flags_t,
    pub geometryMask: u8,
    pub triangleFormat: ze_rtas_builder_packed_input_data_format_exp_t,
    pub vertexFormat: ze_rtas_builder_packed_input_data_format_exp_t,
    pub triangleCount: u32,
    pub vertexCount: u32,
    pub triangleStride: u32,
    pub vertexStride: u32,
    pub pTriangleBuffer: *mut ::std::os::raw::c_void,
    pub pVertexBuffer: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_triangles_geometry_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_quads_geometry_info_exp_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_exp_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_exp_flags_t,
    pub geometryMask: u8,
    pub quadFormat: ze_rtas_builder_packed_input_data_format_exp_t,
    pub vertexFormat: ze_rtas_builder_packed_input_data_format_exp_t,
    pub quadCount: u32,
    pub vertexCount: u32,
    pub quadStride: u32,
    pub vertexStride: u32,
    pub pQuadBuffer: *mut ::std::os::raw::c_void,
    pub pVertexBuffer: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_quads_geometry_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_geometry_aabbs_exp_cb_params_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub primID: u32,
    pub primIDCount: u32,
    pub pGeomUserPtr: *mut ::std::os::raw::c_void,
    pub pBuildUserPtr: *mut ::std::os::raw::c_void,
    pub pBoundsOut: *mut ze_rtas_aabb_exp_t,
}
impl Default for _ze_rtas_geometry_aabbs_exp_cb_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_rtas_geometry_aabbs_cb_exp_t =
    ::std::option::Option<unsafe extern "C" fn(params: *mut ze_rtas_geometry_aabbs_exp_cb_params_t)>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_procedural_geometry_info_exp_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_exp_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_exp_flags_t,
    pub geometryMask: u8,
    pub reserved: u8,
    pub primCount: u32,
    pub pfnGetBoundsCb: ze_rtas_geometry_aabbs_cb_exp_t,
    pub pGeomUserPtr: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_procedural_geometry_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_instance_geometry_info_exp_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_exp_t,
    pub instanceFlags: ze_rtas_builder_packed_instance_exp_flags_t,
    pub geometryMask: u8,
    pub transformFormat: ze_rtas_builder_packed_input_data_format_exp_t,
    pub instanceUserID: u32,
    pub pTransform: *mut ::std::os::raw::c_void,
    pub pBounds: *mut ze_rtas_aabb_exp_t,
    pub pAccelerationStructure: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_instance_geometry_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_build_op_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub rtasFormat: ze_rtas_format_exp_t,
    pub buildQuality: ze_rtas_builder_build_quality_hint_exp_t,
    pub buildFlags: ze_rtas_builder_build_op_exp_flags_t,
    pub ppGeometries: *mut *const ze_rtas_builder_geometry_info_exp_t,
    pub numGeometries: u32,
}
impl Default for _ze_rtas_builder_build_op_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_VERSION_1_0: _ze_event_pool_counter_based_exp_version_t = 65536;
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_VERSION_CURRENT: _ze_event_pool_counter_based_exp_version_t = 65536;
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_VERSION_FORCE_UINT32: _ze_event_pool_counter_based_exp_version_t =
    2147483647;
pub type _ze_event_pool_counter_based_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_event_pool_counter_based_exp_version_t as ze_event_pool_counter_based_exp_version_t;
pub type ze_event_pool_counter_based_exp_flags_t = u32;
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE: _ze_event_pool_counter_based_exp_flag_t = 1;
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE: _ze_event_pool_counter_based_exp_flag_t = 2;
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_FORCE_UINT32: _ze_event_pool_counter_based_exp_flag_t =
    2147483647;
pub type _ze_event_pool_counter_based_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_event_pool_counter_based_exp_flag_t as ze_event_pool_counter_based_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_counter_based_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_event_pool_counter_based_exp_flags_t,
}
impl Default for _ze_event_pool_counter_based_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_BINDLESS_IMAGE_EXP_VERSION_1_0: _ze_bindless_image_exp_version_t = 65536;
pub const ZE_BINDLESS_IMAGE_EXP_VERSION_CURRENT: _ze_bindless_image_exp_version_t = 65536;
pub const ZE_BINDLESS_IMAGE_EXP_VERSION_FORCE_UINT32: _ze_bindless_image_exp_version_t = 2147483647;
pub type _ze_bindless_image_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_bindless_image_exp_version_t as ze_bindless_image_exp_version_t;
pub type ze_image_bindless_exp_flags_t = u32;
pub const ZE_IMAGE_BINDLESS_EXP_FLAG_BINDLESS: _ze_image_bindless_exp_flag_t = 1;
pub const ZE_IMAGE_BINDLESS_EXP_FLAG_SAMPLED_IMAGE: _ze_image_bindless_exp_flag_t = 2;
pub const ZE_IMAGE_BINDLESS_EXP_FLAG_FORCE_UINT32: _ze_image_bindless_exp_flag_t = 2147483647;
pub type _ze_image_bindless_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_image_bindless_exp_flag_t as ze_image_bindless_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_bindless_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_image_bindless_exp_flags_t,
}
impl Default for _ze_image_bindless_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_pitched_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub ptr: *mut ::std::os::raw::c_void,
}
impl Default for _ze_image_pitched_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_pitched_alloc_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub maxImageLinearWidth: usize,
    pub maxImageLinearHeight: usize,
}
impl Default for _ze_device_pitched_alloc_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_pitched_alloc_2dimage_linear_pitch_exp_info_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub pitchAlign: usize,
    pub maxSupportedPitch: usize,
}
impl Default for _ze_pitched_alloc_2dimage_linear_pitch_exp_info_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_custom_pitch_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub rowPitch: usize,
    pub slicePitch: usize,
}
impl Default for _ze_custom_pitch_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_COMMAND_LIST_CLONE_EXP_VERSION_1_0: _ze_command_list_clone_exp_version_t = 65536;
pub const ZE_COMMAND_LIST_CLONE_EXP_VERSION_CURRENT: _ze_command_list_clone_exp_version_t = 65536;
pub const ZE_COMMAND_LIST_CLONE_EXP_VERSION_FORCE_UINT32: _ze_command_list_clone_exp_version_t = 2147483647;
pub type _ze_command_list_clone_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_command_list_clone_exp_version_t as ze_command_list_clone_exp_version_t;
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_VERSION_1_0: _ze_immediate_command_list_append_exp_version_t =
    65536;
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_VERSION_CURRENT:
    _ze_immediate_command_list_append_exp_version_t = 65536;
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_VERSION_FORCE_UINT32:
    _ze_immediate_command_list_append_exp_version_t = 2147483647;
pub type _ze_immediate_command_list_append_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_immediate_command_list_append_exp_version_t as ze_immediate_command_list_append_exp_version_t;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_VERSION_1_0: _ze_mutable_command_list_exp_version_t = 65536;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_VERSION_1_1: _ze_mutable_command_list_exp_version_t = 65537;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_VERSION_CURRENT: _ze_mutable_command_list_exp_version_t = 65537;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_VERSION_FORCE_UINT32: _ze_mutable_command_list_exp_version_t =
    2147483647;
pub type _ze_mutable_command_list_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_mutable_command_list_exp_version_t as ze_mutable_command_list_exp_version_t;
pub type ze_mutable_command_exp_flags_t = u32;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_KERNEL_ARGUMENTS: _ze_mutable_command_exp_flag_t = 1;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_GROUP_COUNT: _ze_mutable_command_exp_flag_t = 2;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_GROUP_SIZE: _ze_mutable_command_exp_flag_t = 4;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_GLOBAL_OFFSET: _ze_mutable_command_exp_flag_t = 8;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_SIGNAL_EVENT: _ze_mutable_command_exp_flag_t = 16;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_WAIT_EVENTS: _ze_mutable_command_exp_flag_t = 32;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_KERNEL_INSTRUCTION: _ze_mutable_command_exp_flag_t = 64;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_GRAPH_ARGUMENTS: _ze_mutable_command_exp_flag_t = 128;
pub const ZE_MUTABLE_COMMAND_EXP_FLAG_FORCE_UINT32: _ze_mutable_command_exp_flag_t = 2147483647;
pub type _ze_mutable_command_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_mutable_command_exp_flag_t as ze_mutable_command_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_command_id_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_mutable_command_exp_flags_t,
}
impl Default for _ze_mutable_command_id_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mutable_command_list_exp_flags_t = u32;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_FLAG_RESERVED: _ze_mutable_command_list_exp_flag_t = 1;
pub const ZE_MUTABLE_COMMAND_LIST_EXP_FLAG_FORCE_UINT32: _ze_mutable_command_list_exp_flag_t = 2147483647;
pub type _ze_mutable_command_list_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_mutable_command_list_exp_flag_t as ze_mutable_command_list_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_command_list_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub mutableCommandListFlags: ze_mutable_command_list_exp_flags_t,
    pub mutableCommandFlags: ze_mutable_command_exp_flags_t,
}
impl Default for _ze_mutable_command_list_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_command_list_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_mutable_command_list_exp_flags_t,
}
impl Default for _ze_mutable_command_list_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_commands_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: u32,
}
impl Default for _ze_mutable_commands_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_kernel_argument_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandId: u64,
    pub argIndex: u32,
    pub argSize: usize,
    pub pArgValue: *const ::std::os::raw::c_void,
}
impl Default for _ze_mutable_kernel_argument_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_group_count_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandId: u64,
    pub pGroupCount: *const ze_group_count_t,
}
impl Default for _ze_mutable_group_count_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_group_size_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandId: u64,
    pub groupSizeX: u32,
    pub groupSizeY: u32,
    pub groupSizeZ: u32,
}
impl Default for _ze_mutable_group_size_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_global_offset_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandId: u64,
    pub offsetX: u32,
    pub offsetY: u32,
    pub offsetZ: u32,
}
impl Default for _ze_mutable_global_offset_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mutable_graph_argument_exp_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub commandId: u64,
    pub argIndex: u32,
    pub pArgValue: *const ::std::os::raw::c_void,
}
impl Default for _ze_mutable_graph_argument_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_KERNEL_GET_BINARY_EXP_VERSION_1_0: _ze_kernel_get_binary_exp_version_t = 65536;
pub const ZE_KERNEL_GET_BINARY_EXP_VERSION_CURRENT: _ze_kernel_get_binary_exp_version_t = 65536;
pub const ZE_KERNEL_GET_BINARY_EXP_VERSION_FORCE_UINT32: _ze_kernel_get_binary_exp_version_t = 2147483647;
pub type _ze_kernel_get_binary_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_kernel_get_binary_exp_version_t as ze_kernel_get_binary_exp_version_t;
pub const ZE_DRIVER_DDI_HANDLES_EXT_VERSION_1_0: _ze_driver_ddi_handles_ext_version_t = 65536;
pub const ZE_DRIVER_DDI_HANDLES_EXT_VERSION_1_1: _ze_driver_ddi_handles_ext_version_t = 65537;
pub const ZE_DRIVER_DDI_HANDLES_EXT_VERSION_CURRENT: _ze_driver_ddi_handles_ext_version_t = 65537;
pub const ZE_DRIVER_DDI_HANDLES_EXT_VERSION_FORCE_UINT32: _ze_driver_ddi_handles_ext_version_t = 2147483647;
pub type _ze_driver_ddi_handles_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_driver_ddi_handles_ext_version_t as ze_driver_ddi_handles_ext_version_t;
pub type ze_driver_ddi_handle_ext_flags_t = u32;
pub const ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED: _ze_driver_ddi_handle_ext_flag_t = 1;
pub const ZE_DRIVER_DDI_HANDLE_EXT_FLAG_FORCE_UINT32: _ze_driver_ddi_handle_ext_flag_t = 2147483647;
pub type _ze_driver_ddi_handle_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_driver_ddi_handle_ext_flag_t as ze_driver_ddi_handle_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_ddi_handles_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_driver_ddi_handle_ext_flags_t,
}
impl Default for _ze_driver_ddi_handles_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_EXTERNAL_SEMAPHORE_EXT_VERSION_1_0: _ze_external_semaphore_ext_version_t = 65536;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_VERSION_CURRENT: _ze_external_semaphore_ext_version_t = 65536;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_VERSION_FORCE_UINT32: _ze_external_semaphore_ext_version_t = 2147483647;
pub type _ze_external_semaphore_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_external_semaphore_ext_version_t as ze_external_semaphore_ext_version_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_external_semaphore_ext_handle_t {
    _unused: [u8; 0],
}
pub type ze_external_semaphore_ext_handle_t = *mut _ze_external_semaphore_ext_handle_t;
pub type ze_external_semaphore_ext_flags_t = u32;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_OPAQUE_FD: _ze_external_semaphore_ext_flag_t = 1;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_OPAQUE_WIN32: _ze_external_semaphore_ext_flag_t = 2;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_OPAQUE_WIN32_KMT: _ze_external_semaphore_ext_flag_t = 4;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_D3D12_FENCE: _ze_external_semaphore_ext_flag_t = 8;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_D3D11_FENCE: _ze_external_semaphore_ext_flag_t = 16;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_KEYED_MUTEX: _ze_external_semaphore_ext_flag_t = 32;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_KEYED_MUTEX_KMT: _ze_external_semaphore_ext_flag_t = 64;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_VK_TIMELINE_SEMAPHORE_FD: _ze_external_semaphore_ext_flag_t = 128;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_VK_TIMELINE_SEMAPHORE_WIN32: _ze_external_semaphore_ext_flag_t = 256;
pub const ZE_EXTERNAL_SEMAPHORE_EXT_FLAG_FORCE_UINT32: _ze_external_semaphore_ext_flag_t = 2147483647;
pub type _ze_external_semaphore_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_external_semaphore_ext_flag_t as ze_external_semaphore_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_semaphore_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: ze_external_semaphore_ext_flags_t,
}
impl Default for _ze_external_semaphore_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_semaphore_win32_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_char,
}
impl Default for _ze_external_semaphore_win32_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_semaphore_fd_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub fd: ::std::os::raw::c_int,
}
impl Default for _ze_external_semaphore_fd_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_semaphore_signal_params_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub value: u64,
}
impl Default for _ze_external_semaphore_signal_params_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_semaphore_wait_params_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub value: u64,
}
impl Default for _ze_external_semaphore_wait_params_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_CACHE_LINE_SIZE_EXT_VERSION_1_0: _ze_device_cache_line_size_ext_version_t = 65536;
pub const ZE_DEVICE_CACHE_LINE_SIZE_EXT_VERSION_CURRENT: _ze_device_cache_line_size_ext_version_t = 65536;
pub const ZE_DEVICE_CACHE_LINE_SIZE_EXT_VERSION_FORCE_UINT32: _ze_device_cache_line_size_ext_version_t =
    2147483647;
pub type _ze_device_cache_line_size_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_cache_line_size_ext_version_t as ze_device_cache_line_size_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_cache_line_size_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub cacheLineSize: usize,
}
impl Default for _ze_device_cache_line_size_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_RTAS_BUILDER_EXT_VERSION_1_0: _ze_rtas_builder_ext_version_t = 65536;
pub const ZE_RTAS_BUILDER_EXT_VERSION_CURRENT: _ze_rtas_builder_ext_version_t = 65536;
pub const ZE_RTAS_BUILDER_EXT_VERSION_FORCE_UINT32: _ze_rtas_builder_ext_version_t = 2147483647;
pub type _ze_rtas_builder_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_ext_version_t as ze_rtas_builder_ext_version_t;
pub type ze_rtas_device_ext_flags_t = u32;
pub const ZE_RTAS_DEVICE_EXT_FLAG_RESERVED: _ze_rtas_device_ext_flag_t = 1;
pub const ZE_RTAS_DEVICE_EXT_FLAG_FORCE_UINT32: _ze_rtas_device_ext_flag_t = 2147483647;
pub type _ze_rtas_device_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_device_ext_flag_t as ze_rtas_device_ext_flag_t;
pub const ZE_RTAS_FORMAT_EXT_INVALID: _ze_rtas_format_ext_t = 0;
pub const ZE_RTAS_FORMAT_EXT_MAX: _ze_rtas_format_ext_t = 2147483646;
pub const ZE_RTAS_FORMAT_EXT_FORCE_UINT32: _ze_rtas_format_ext_t = 2147483647;
pub type _ze_rtas_format_ext_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_format_ext_t as ze_rtas_format_ext_t;
pub type ze_rtas_builder_ext_flags_t = u32;
pub const ZE_RTAS_BUILDER_EXT_FLAG_RESERVED: _ze_rtas_builder_ext_flag_t = 1;
pub const ZE_RTAS_BUILDER_EXT_FLAG_FORCE_UINT32: _ze_rtas_builder_ext_flag_t = 2147483647;
pub type _ze_rtas_builder_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_ext_flag_t as ze_rtas_builder_ext_flag_t;
pub type ze_rtas_parallel_operation_ext_flags_t = u32;
pub const ZE_RTAS_PARALLEL_OPERATION_EXT_FLAG_RESERVED: _ze_rtas_parallel_operation_ext_flag_t = 1;
pub const ZE_RTAS_PARALLEL_OPERATION_EXT_FLAG_FORCE_UINT32: _ze_rtas_parallel_operation_ext_flag_t =
    2147483647;
pub type _ze_rtas_parallel_operation_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_parallel_operation_ext_flag_t as ze_rtas_parallel_operation_ext_flag_t;
pub type ze_rtas_builder_geometry_ext_flags_t = u32;
pub const ZE_RTAS_BUILDER_GEOMETRY_EXT_FLAG_NON_OPAQUE: _ze_rtas_builder_geometry_ext_flag_t = 1;
pub const ZE_RTAS_BUILDER_GEOMETRY_EXT_FLAG_FORCE_UINT32: _ze_rtas_builder_geometry_ext_flag_t = 2147483647;
pub type _ze_rtas_builder_geometry_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_geometry_ext_flag_t as ze_rtas_builder_geometry_ext_flag_t;
pub type ze_rtas_builder_packed_geometry_ext_flags_t = u8;
pub type ze_rtas_builder_instance_ext_flags_t = u32;
pub const ZE_RTAS_BUILDER_INSTANCE_EXT_FLAG_TRIANGLE_CULL_DISABLE: _ze_rtas_builder_instance_ext_flag_t = 1;
pub const ZE_RTAS_BUILDER_INSTANCE_EXT_FLAG_TRIANGLE_FRONT_COUNTERCLOCKWISE:
    _ze_rtas_builder_instance_ext_flag_t = 2;
pub const ZE_RTAS_BUILDER_INSTANCE_EXT_FLAG_TRIANGLE_FORCE_OPAQUE: _ze_rtas_builder_instance_ext_flag_t = 4;
pub const ZE_RTAS_BUILDER_INSTANCE_EXT_FLAG_TRIANGLE_FORCE_NON_OPAQUE: _ze_rtas_builder_instance_ext_flag_t =
    8;
pub const ZE_RTAS_BUILDER_INSTANCE_EXT_FLAG_FORCE_UINT32: _ze_rtas_builder_instance_ext_flag_t = 2147483647;
pub type _ze_rtas_builder_instance_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_instance_ext_flag_t as ze_rtas_builder_instance_ext_flag_t;
pub type ze_rtas_builder_packed_instance_ext_flags_t = u8;
pub type ze_rtas_builder_build_op_ext_flags_t = u32;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXT_FLAG_COMPACT: _ze_rtas_builder_build_op_ext_flag_t = 1;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXT_FLAG_NO_DUPLICATE_ANYHIT_INVOCATION:
    _ze_rtas_builder_build_op_ext_flag_t = 2;
pub const ZE_RTAS_BUILDER_BUILD_OP_EXT_FLAG_FORCE_UINT32: _ze_rtas_builder_build_op_ext_flag_t = 2147483647;
pub type _ze_rtas_builder_build_op_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_build_op_ext_flag_t as ze_rtas_builder_build_op_ext_flag_t;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXT_LOW: _ze_rtas_builder_build_quality_hint_ext_t = 0;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXT_MEDIUM: _ze_rtas_builder_build_quality_hint_ext_t = 1;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXT_HIGH: _ze_rtas_builder_build_quality_hint_ext_t = 2;
pub const ZE_RTAS_BUILDER_BUILD_QUALITY_HINT_EXT_FORCE_UINT32: _ze_rtas_builder_build_quality_hint_ext_t =
    2147483647;
pub type _ze_rtas_builder_build_quality_hint_ext_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_build_quality_hint_ext_t as ze_rtas_builder_build_quality_hint_ext_t;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXT_TRIANGLES: _ze_rtas_builder_geometry_type_ext_t = 0;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXT_QUADS: _ze_rtas_builder_geometry_type_ext_t = 1;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXT_PROCEDURAL: _ze_rtas_builder_geometry_type_ext_t = 2;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXT_INSTANCE: _ze_rtas_builder_geometry_type_ext_t = 3;
pub const ZE_RTAS_BUILDER_GEOMETRY_TYPE_EXT_FORCE_UINT32: _ze_rtas_builder_geometry_type_ext_t = 2147483647;
pub type _ze_rtas_builder_geometry_type_ext_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_geometry_type_ext_t as ze_rtas_builder_geometry_type_ext_t;
pub type ze_rtas_builder_packed_geometry_type_ext_t = u8;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_FLOAT3: _ze_rtas_builder_input_data_format_ext_t = 0;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_FLOAT3X4_COLUMN_MAJOR:
    _ze_rtas_builder_input_data_format_ext_t = 1;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_FLOAT3X4_ALIGNED_COLUMN_MAJOR:
    _ze_rtas_builder_input_data_format_ext_t = 2;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_FLOAT3X4_ROW_MAJOR: _ze_rtas_builder_input_data_format_ext_t =
    3;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_AABB: _ze_rtas_builder_input_data_format_ext_t = 4;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_TRIANGLE_INDICES_UINT32:
    _ze_rtas_builder_input_data_format_ext_t = 5;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_QUAD_INDICES_UINT32:
    _ze_rtas_builder_input_data_format_ext_t = 6;
pub const ZE_RTAS_BUILDER_INPUT_DATA_FORMAT_EXT_FORCE_UINT32: _ze_rtas_builder_input_data_format_ext_t =
    2147483647;
pub type _ze_rtas_builder_input_data_format_ext_t = ::std::os::raw::c_uint;
pub use self::_ze_rtas_builder_input_data_format_ext_t as ze_rtas_builder_input_data_format_ext_t;
pub type ze_rtas_builder_packed_input_data_format_ext_t = u8;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_rtas_builder_ext_handle_t {
    _unused: [u8; 0],
}
pub type ze_rtas_builder_ext_handle_t = *mut _ze_rtas_builder_ext_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _ze_rtas_parallel_operation_ext_handle_t {
    _unused: [u8; 0],
}
pub type ze_rtas_parallel_operation_ext_handle_t = *mut _ze_rtas_parallel_operation_ext_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub builderVersion: ze_rtas_builder_ext_version_t,
}
impl Default for _ze_rtas_builder_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_builder_ext_flags_t,
    pub rtasBufferSizeBytesExpected: usize,
    pub rtasBufferSizeBytesMaxRequired: usize,
    pub scratchBufferSizeBytes: usize,
}
impl Default for _ze_rtas_builder_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_parallel_operation_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_parallel_operation_ext_flags_t,
    pub maxConcurrency: u32,
}
impl Default for _ze_rtas_parallel_operation_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_device_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: ze_rtas_device_ext_flags_t,
    pub rtasFormat: ze_rtas_format_ext_t,
    pub rtasBufferAlignment: u32,
}
impl Default for _ze_rtas_device_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_float3_ext_t {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_column_major_ext_t {
    pub vx_x: f32,
    pub vx_y: f32,
    pub vx_z: f32,
    pub vy_x: f32,
    pub vy_y: f32,
    pub vy_z: f32,
    pub vz_x: f32,
    pub vz_y: f32,
    pub vz_z: f32,
    pub p_x: f32,
    pub p_y: f32,
    pub p_z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_aligned_column_major_ext_t {
    pub vx_x: f32,
    pub vx_y: f32,
    pub vx_z: f32,
    pub pad0: f32,
    pub vy_x: f32,
    pub vy_y: f32,
    pub vy_z: f32,
    pub pad1: f32,
    pub vz_x: f32,
    pub vz_y: f32,
    pub vz_z: f32,
    pub pad2: f32,
    pub p_x: f32,
    pub p_y: f32,
    pub p_z: f32,
    pub pad3: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_transform_float3x4_row_major_ext_t {
    pub vx_x: f32,
    pub vy_x: f32,
    pub vz_x: f32,
    pub p_x: f32,
    pub vx_y: f32,
    pub vy_y: f32,
    pub vz_y: f32,
    pub p_y: f32,
    pub vx_z: f32,
    pub vy_z: f32,
    pub vz_z: f32,
    pub p_z: f32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_aabb_ext_t {
    pub lower: ze_rtas_float3_ext_t,
    pub upper: ze_rtas_float3_ext_t,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_triangle_indices_uint32_ext_t {
    pub v0: u32,
    pub v1: u32,
    pub v2: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_quad_indices_uint32_ext_t {
    pub v0: u32,
    pub v1: u32,
    pub v2: u32,
    pub v3: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_builder_geometry_info_ext_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_ext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_triangles_geometry_info_ext_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_ext_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_ext_flags_t,
    pub geometryMask: u8,
    pub triangleFormat: ze_rtas_builder_packed_input_data_format_ext_t,
    pub vertexFormat: ze_rtas_builder_packed_input_data_format_ext_t,
    pub triangleCount: u32,
    pub vertexCount: u32,
    pub triangleStride: u32,
    pub vertexStride: u32,
    pub pTriangleBuffer: *mut ::std::os::raw::c_void,
    pub pVertexBuffer: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_triangles_geometry_info_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_quads_geometry_info_ext_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_ext_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_ext_flags_t,
    pub geometryMask: u8,
    pub quadFormat: ze_rtas_builder_packed_input_data_format_ext_t,
    pub vertexFormat: ze_rtas_builder_packed_input_data_format_ext_t,
    pub quadCount: u32,
    pub vertexCount: u32,
    pub quadStride: u32,
    pub vertexStride: u32,
    pub pQuadBuffer: *mut ::std::os::raw::c_void,
    pub pVertexBuffer: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_quads_geometry_info_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_geometry_aabbs_ext_cb_params_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub primID: u32,
    pub primIDCount: u32,
    pub pGeomUserPtr: *mut ::std::os::raw::c_void,
    pub pBuildUserPtr: *mut ::std::os::raw::c_void,
    pub pBoundsOut: *mut ze_rtas_aabb_ext_t,
}
impl Default for _ze_rtas_geometry_aabbs_ext_cb_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_rtas_geometry_aabbs_cb_ext_t =
    ::std::option::Option<unsafe extern "C" fn(params: *mut ze_rtas_geometry_aabbs_ext_cb_params_t)>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_procedural_geometry_info_ext_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_ext_t,
    pub geometryFlags: ze_rtas_builder_packed_geometry_ext_flags_t,
    pub geometryMask: u8,
    pub reserved: u8,
    pub primCount: u32,
    pub pfnGetBoundsCb: ze_rtas_geometry_aabbs_cb_ext_t,
    pub pGeomUserPtr: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_procedural_geometry_info_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_instance_geometry_info_ext_t {
    pub geometryType: ze_rtas_builder_packed_geometry_type_ext_t,
    pub instanceFlags: ze_rtas_builder_packed_instance_ext_flags_t,
    pub geometryMask: u8,
    pub transformFormat: ze_rtas_builder_packed_input_data_format_ext_t,
    pub instanceUserID: u32,
    pub pTransform: *mut ::std::os::raw::c_void,
    pub pBounds: *mut ze_rtas_aabb_ext_t,
    pub pAccelerationStructure: *mut ::std::os::raw::c_void,
}
impl Default for _ze_rtas_builder_instance_geometry_info_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_rtas_builder_build_op_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub rtasFormat: ze_rtas_format_ext_t,
    pub buildQuality: ze_rtas_builder_build_quality_hint_ext_t,
    pub buildFlags: ze_rtas_builder_build_op_ext_flags_t,
    pub ppGeometries: *mut *const ze_rtas_builder_geometry_info_ext_t,
    pub numGeometries: u32,
}
impl Default for _ze_rtas_builder_build_op_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_VECTOR_SIZES_EXT_VERSION_1_0: _ze_device_vector_sizes_ext_version_t = 65536;
pub const ZE_DEVICE_VECTOR_SIZES_EXT_VERSION_CURRENT: _ze_device_vector_sizes_ext_version_t = 65536;
pub const ZE_DEVICE_VECTOR_SIZES_EXT_VERSION_FORCE_UINT32: _ze_device_vector_sizes_ext_version_t = 2147483647;
pub type _ze_device_vector_sizes_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_vector_sizes_ext_version_t as ze_device_vector_sizes_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_vector_width_properties_ext_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub vector_width_size: u32,
    pub preferred_vector_width_char: u32,
    pub preferred_vector_width_short: u32,
    pub preferred_vector_width_int: u32,
    pub preferred_vector_width_long: u32,
    pub preferred_vector_width_float: u32,
    pub preferred_vector_width_double: u32,
    pub preferred_vector_width_half: u32,
    pub native_vector_width_char: u32,
    pub native_vector_width_short: u32,
    pub native_vector_width_int: u32,
    pub native_vector_width_long: u32,
    pub native_vector_width_float: u32,
    pub native_vector_width_double: u32,
    pub native_vector_width_half: u32,
}
impl Default for _ze_device_vector_width_properties_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_EXTERNAL_MEMMAP_SYSMEM_EXT_VERSION_1_0: _ze_external_memmap_sysmem_ext_version_t = 65536;
pub const ZE_EXTERNAL_MEMMAP_SYSMEM_EXT_VERSION_CURRENT: _ze_external_memmap_sysmem_ext_version_t = 65536;
pub const ZE_EXTERNAL_MEMMAP_SYSMEM_EXT_VERSION_FORCE_UINT32: _ze_external_memmap_sysmem_ext_version_t =
    2147483647;
pub type _ze_external_memmap_sysmem_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_external_memmap_sysmem_ext_version_t as ze_external_memmap_sysmem_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_external_memmap_sysmem_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub pSystemMemory: *mut ::std::os::raw::c_void,
    pub size: u64,
}
impl Default for _ze_external_memmap_sysmem_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_KERNEL_GET_ALLOCATION_PROPERTIES_EXP_VERSION_1_0:
    _ze_kernel_get_allocation_properties_exp_version_t = 65536;
pub const ZE_KERNEL_GET_ALLOCATION_PROPERTIES_EXP_VERSION_CURRENT:
    _ze_kernel_get_allocation_properties_exp_version_t = 65536;
pub const ZE_KERNEL_GET_ALLOCATION_PROPERTIES_EXP_VERSION_FORCE_UINT32:
    _ze_kernel_get_allocation_properties_exp_version_t = 2147483647;
pub type _ze_kernel_get_allocation_properties_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_kernel_get_allocation_properties_exp_version_t as ze_kernel_get_allocation_properties_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_allocation_exp_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub base: u64,
    pub size: usize,
    pub type_: ze_memory_type_t,
    pub argIndex: u32,
}
impl Default for _ze_kernel_allocation_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_DEVICE_USABLEMEM_SIZE_PROPERTIES_EXT_VERSION_1_0:
    _ze_device_usablemem_size_properties_ext_version_t = 65536;
pub const ZE_DEVICE_USABLEMEM_SIZE_PROPERTIES_EXT_VERSION_CURRENT:
    _ze_device_usablemem_size_properties_ext_version_t = 65536;
pub const ZE_DEVICE_USABLEMEM_SIZE_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _ze_device_usablemem_size_properties_ext_version_t = 2147483647;
pub type _ze_device_usablemem_size_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_device_usablemem_size_properties_ext_version_t as ze_device_usablemem_size_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_usablemem_size_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub currUsableMemSize: u64,
}
impl Default for _ze_device_usablemem_size_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_IMAGE_FORMAT_SUPPORT_EXT_VERSION_1_0: _ze_image_format_support_ext_version_t = 65536;
pub const ZE_IMAGE_FORMAT_SUPPORT_EXT_VERSION_CURRENT: _ze_image_format_support_ext_version_t = 65536;
pub const ZE_IMAGE_FORMAT_SUPPORT_EXT_VERSION_FORCE_UINT32: _ze_image_format_support_ext_version_t =
    2147483647;
pub type _ze_image_format_support_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_image_format_support_ext_version_t as ze_image_format_support_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_format_support_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub supported: ze_bool_t,
}
impl Default for _ze_image_format_support_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_VERSION_1_0: _ze_ipc_mem_handle_type_ext_version_t = 65536;
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_VERSION_CURRENT: _ze_ipc_mem_handle_type_ext_version_t = 65536;
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_VERSION_FORCE_UINT32: _ze_ipc_mem_handle_type_ext_version_t = 2147483647;
pub type _ze_ipc_mem_handle_type_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_ipc_mem_handle_type_ext_version_t as ze_ipc_mem_handle_type_ext_version_t;
pub type ze_ipc_mem_handle_type_flags_t = u32;
pub const ZE_IPC_MEM_HANDLE_TYPE_FLAG_DEFAULT: _ze_ipc_mem_handle_type_flag_t = 1;
pub const ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE: _ze_ipc_mem_handle_type_flag_t = 2;
pub const ZE_IPC_MEM_HANDLE_TYPE_FLAG_FORCE_UINT32: _ze_ipc_mem_handle_type_flag_t = 2147483647;
pub type _ze_ipc_mem_handle_type_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_ipc_mem_handle_type_flag_t as ze_ipc_mem_handle_type_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_ipc_mem_handle_type_ext_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub typeFlags: ze_ipc_mem_handle_type_flags_t,
}
impl Default for _ze_ipc_mem_handle_type_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_RECORD_REPLAY_GRAPH_EXT_VERSION_1_0: _ze_record_replay_graph_ext_version_t = 65536;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_VERSION_CURRENT: _ze_record_replay_graph_ext_version_t = 65536;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_VERSION_FORCE_UINT32: _ze_record_replay_graph_ext_version_t = 2147483647;
pub type _ze_record_replay_graph_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_record_replay_graph_ext_version_t as ze_record_replay_graph_ext_version_t;
pub type ze_record_replay_graph_ext_flags_t = u32;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_IMMUTABLE_GRAPH: _ze_record_replay_graph_ext_flag_t = 1;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_MUTABLE_GRAPH: _ze_record_replay_graph_ext_flag_t = 2;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_SUBGRAPHS: _ze_record_replay_graph_ext_flag_t = 4;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_APPEND_COMMANDLIST: _ze_record_replay_graph_ext_flag_t = 8;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_CB_EXTERNAL_IPC: _ze_record_replay_graph_ext_flag_t = 16;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_FORCE_UINT32: _ze_record_replay_graph_ext_flag_t = 2147483647;
pub type _ze_record_replay_graph_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_ze_record_replay_graph_ext_flag_t as ze_record_replay_graph_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_record_replay_graph_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub graphFlags: ze_record_replay_graph_ext_flags_t,
}
impl Default for _ze_record_replay_graph_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug)]
pub struct _ze_executable_graph_handle_t {
    _unused: [u8; 0],
}
pub type ze_executable_graph_handle_t = *mut _ze_executable_graph_handle_t;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_DUMP_MODE_DETAILED: _ze_record_replay_graph_ext_dump_mode_t = 0;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_DUMP_MODE_SIMPLE: _ze_record_replay_graph_ext_dump_mode_t = 1;
pub const ZE_RECORD_REPLAY_GRAPH_EXT_DUMP_MODE_FORCE_UINT32: _ze_record_replay_graph_ext_dump_mode_t =
    2147483647;
pub type _ze_record_replay_graph_ext_dump_mode_t = ::std::os::raw::c_uint;
pub use self::_ze_record_replay_graph_ext_dump_mode_t as ze_record_replay_graph_ext_dump_mode_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_record_replay_graph_ext_dump_desc_t {
    pub stype: ze_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub mode: ze_record_replay_graph_ext_dump_mode_t,
}
impl Default for _ze_record_replay_graph_ext_dump_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zex_mem_graph_free_callback_fn_t =
    ::std::option::Option<unsafe extern "C" fn(pUserData: *mut ::std::os::raw::c_void)>;
pub type ze_host_function_callback_t =
    ::std::option::Option<unsafe extern "C" fn(pUserData: *mut ::std::os::raw::c_void)>;
pub const ZE_VIRTUAL_MEM_READONLY_PROPERTIES_EXT_VERSION_1_0:
    _ze_virtual_mem_readonly_properties_ext_version_t = 65536;
pub const ZE_VIRTUAL_MEM_READONLY_PROPERTIES_EXT_VERSION_CURRENT:
    _ze_virtual_mem_readonly_properties_ext_version_t = 65536;
pub const ZE_VIRTUAL_MEM_READONLY_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _ze_virtual_mem_readonly_properties_ext_version_t = 2147483647;
pub type _ze_virtual_mem_readonly_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_ze_virtual_mem_readonly_properties_ext_version_t as ze_virtual_mem_readonly_properties_ext_version_t;
pub const ZE_DEVICE_READONLY_MEMORY_CAPABILITY_NONE: _ze_device_readonly_memory_capability_t = 0;
pub const ZE_DEVICE_READONLY_MEMORY_CAPABILITY_HINT: _ze_device_readonly_memory_capability_t = 1;
pub const ZE_DEVICE_READONLY_MEMORY_CAPABILITY_ENFORCED: _ze_device_readonly_memory_capability_t = 2;
pub const ZE_DEVICE_READONLY_MEMORY_CAPABILITY_FORCE_UINT32: _ze_device_readonly_memory_capability_t =
    2147483647;
pub type _ze_device_readonly_memory_capability_t = ::std::os::raw::c_uint;
pub use self::_ze_device_readonly_memory_capability_t as ze_device_readonly_memory_capability_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_readonly_memory_ext_properties_t {
    pub stype: ze_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub readonlyCapability: ze_device_readonly_memory_capability_t,
}
impl Default for _ze_device_readonly_memory_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_init_params_t {
    pub pflags: *mut ze_init_flags_t,
}
impl Default for _ze_init_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_init_params_t = _ze_init_params_t;
pub type ze_pfnInitCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_init_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_global_callbacks_t {
    pub pfnInitCb: ze_pfnInitCb_t,
}
pub type ze_global_callbacks_t = _ze_global_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_get_params_t {
    pub ppCount: *mut *mut u32,
    pub pphDrivers: *mut *mut ze_driver_handle_t,
}
impl Default for _ze_driver_get_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_driver_get_params_t = _ze_driver_get_params_t;
pub type ze_pfnDriverGetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_driver_get_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_get_api_version_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub pversion: *mut *mut ze_api_version_t,
}
impl Default for _ze_driver_get_api_version_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_driver_get_api_version_params_t = _ze_driver_get_api_version_params_t;
pub type ze_pfnDriverGetApiVersionCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_driver_get_api_version_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_get_properties_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub ppDriverProperties: *mut *mut ze_driver_properties_t,
}
impl Default for _ze_driver_get_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_driver_get_properties_params_t = _ze_driver_get_properties_params_t;
pub type ze_pfnDriverGetPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_driver_get_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_get_ipc_properties_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub ppIpcProperties: *mut *mut ze_driver_ipc_properties_t,
}
impl Default for _ze_driver_get_ipc_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_driver_get_ipc_properties_params_t = _ze_driver_get_ipc_properties_params_t;
pub type ze_pfnDriverGetIpcPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_driver_get_ipc_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_driver_get_extension_properties_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub ppCount: *mut *mut u32,
    pub ppExtensionProperties: *mut *mut ze_driver_extension_properties_t,
}
impl Default for _ze_driver_get_extension_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_driver_get_extension_properties_params_t = _ze_driver_get_extension_properties_params_t;
pub type ze_pfnDriverGetExtensionPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_driver_get_extension_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_driver_callbacks_t {
    pub pfnGetCb: ze_pfnDriverGetCb_t,
    pub pfnGetApiVersionCb: ze_pfnDriverGetApiVersionCb_t,
    pub pfnGetPropertiesCb: ze_pfnDriverGetPropertiesCb_t,
    pub pfnGetIpcPropertiesCb: ze_pfnDriverGetIpcPropertiesCb_t,
    pub pfnGetExtensionPropertiesCb: ze_pfnDriverGetExtensionPropertiesCb_t,
}
pub type ze_driver_callbacks_t = _ze_driver_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub ppCount: *mut *mut u32,
    pub pphDevices: *mut *mut ze_device_handle_t,
}
impl Default for _ze_device_get_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_params_t = _ze_device_get_params_t;
pub type ze_pfnDeviceGetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_sub_devices_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppCount: *mut *mut u32,
    pub pphSubdevices: *mut *mut ze_device_handle_t,
}
impl Default for _ze_device_get_sub_devices_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_sub_devices_params_t = _ze_device_get_sub_devices_params_t;
pub type ze_pfnDeviceGetSubDevicesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_sub_devices_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppDeviceProperties: *mut *mut ze_device_properties_t,
}
impl Default for _ze_device_get_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_properties_params_t = _ze_device_get_properties_params_t;
pub type ze_pfnDeviceGetPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_compute_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppComputeProperties: *mut *mut ze_device_compute_properties_t,
}
impl Default for _ze_device_get_compute_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_compute_properties_params_t = _ze_device_get_compute_properties_params_t;
pub type ze_pfnDeviceGetComputePropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_compute_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_module_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppModuleProperties: *mut *mut ze_device_module_properties_t,
}
impl Default for _ze_device_get_module_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_module_properties_params_t = _ze_device_get_module_properties_params_t;
pub type ze_pfnDeviceGetModulePropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_module_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_command_queue_group_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppCount: *mut *mut u32,
    pub ppCommandQueueGroupProperties: *mut *mut ze_command_queue_group_properties_t,
}
impl Default for _ze_device_get_command_queue_group_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_command_queue_group_properties_params_t =
    _ze_device_get_command_queue_group_properties_params_t;
pub type ze_pfnDeviceGetCommandQueueGroupPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_command_queue_group_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_memory_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppCount: *mut *mut u32,
    pub ppMemProperties: *mut *mut ze_device_memory_properties_t,
}
impl Default for _ze_device_get_memory_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_memory_properties_params_t = _ze_device_get_memory_properties_params_t;
pub type ze_pfnDeviceGetMemoryPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_memory_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_memory_access_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppMemAccessProperties: *mut *mut ze_device_memory_access_properties_t,
}
impl Default for _ze_device_get_memory_access_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_memory_access_properties_params_t = _ze_device_get_memory_access_properties_params_t;
pub type ze_pfnDeviceGetMemoryAccessPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_memory_access_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_cache_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppCount: *mut *mut u32,
    pub ppCacheProperties: *mut *mut ze_device_cache_properties_t,
}
impl Default for _ze_device_get_cache_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_cache_properties_params_t = _ze_device_get_cache_properties_params_t;
pub type ze_pfnDeviceGetCachePropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_cache_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_image_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppImageProperties: *mut *mut ze_device_image_properties_t,
}
impl Default for _ze_device_get_image_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_image_properties_params_t = _ze_device_get_image_properties_params_t;
pub type ze_pfnDeviceGetImagePropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_image_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_external_memory_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub ppExternalMemoryProperties: *mut *mut ze_device_external_memory_properties_t,
}
impl Default for _ze_device_get_external_memory_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_external_memory_properties_params_t =
    _ze_device_get_external_memory_properties_params_t;
pub type ze_pfnDeviceGetExternalMemoryPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_external_memory_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_p2_p_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub phPeerDevice: *mut ze_device_handle_t,
    pub ppP2PProperties: *mut *mut ze_device_p2p_properties_t,
}
impl Default for _ze_device_get_p2_p_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_p2_p_properties_params_t = _ze_device_get_p2_p_properties_params_t;
pub type ze_pfnDeviceGetP2PPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_p2_p_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_can_access_peer_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub phPeerDevice: *mut ze_device_handle_t,
    pub pvalue: *mut *mut ze_bool_t,
}
impl Default for _ze_device_can_access_peer_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_can_access_peer_params_t = _ze_device_can_access_peer_params_t;
pub type ze_pfnDeviceCanAccessPeerCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_can_access_peer_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_device_get_status_params_t {
    pub phDevice: *mut ze_device_handle_t,
}
impl Default for _ze_device_get_status_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_device_get_status_params_t = _ze_device_get_status_params_t;
pub type ze_pfnDeviceGetStatusCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_device_get_status_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_callbacks_t {
    pub pfnGetCb: ze_pfnDeviceGetCb_t,
    pub pfnGetSubDevicesCb: ze_pfnDeviceGetSubDevicesCb_t,
    pub pfnGetPropertiesCb: ze_pfnDeviceGetPropertiesCb_t,
    pub pfnGetComputePropertiesCb: ze_pfnDeviceGetComputePropertiesCb_t,
    pub pfnGetModulePropertiesCb: ze_pfnDeviceGetModulePropertiesCb_t,
    pub pfnGetCommandQueueGroupPropertiesCb: ze_pfnDeviceGetCommandQueueGroupPropertiesCb_t,
    pub pfnGetMemoryPropertiesCb: ze_pfnDeviceGetMemoryPropertiesCb_t,
    pub pfnGetMemoryAccessPropertiesCb: ze_pfnDeviceGetMemoryAccessPropertiesCb_t,
    pub pfnGetCachePropertiesCb: ze_pfnDeviceGetCachePropertiesCb_t,
    pub pfnGetImagePropertiesCb: ze_pfnDeviceGetImagePropertiesCb_t,
    pub pfnGetExternalMemoryPropertiesCb: ze_pfnDeviceGetExternalMemoryPropertiesCb_t,
    pub pfnGetP2PPropertiesCb: ze_pfnDeviceGetP2PPropertiesCb_t,
    pub pfnCanAccessPeerCb: ze_pfnDeviceCanAccessPeerCb_t,
    pub pfnGetStatusCb: ze_pfnDeviceGetStatusCb_t,
}
pub type ze_device_callbacks_t = _ze_device_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_create_params_t {
    pub phDriver: *mut ze_driver_handle_t,
    pub pdesc: *mut *const ze_context_desc_t,
    pub pphContext: *mut *mut ze_context_handle_t,
}
impl Default for _ze_context_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_create_params_t = _ze_context_create_params_t;
pub type ze_pfnContextCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_destroy_params_t {
    pub phContext: *mut ze_context_handle_t,
}
impl Default for _ze_context_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_destroy_params_t = _ze_context_destroy_params_t;
pub type ze_pfnContextDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_get_status_params_t {
    pub phContext: *mut ze_context_handle_t,
}
impl Default for _ze_context_get_status_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_get_status_params_t = _ze_context_get_status_params_t;
pub type ze_pfnContextGetStatusCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_get_status_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_system_barrier_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
}
impl Default for _ze_context_system_barrier_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_system_barrier_params_t = _ze_context_system_barrier_params_t;
pub type ze_pfnContextSystemBarrierCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_system_barrier_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_make_memory_resident_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pptr: *mut *mut ::std::os::raw::c_void,
    pub psize: *mut usize,
}
impl Default for _ze_context_make_memory_resident_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_make_memory_resident_params_t = _ze_context_make_memory_resident_params_t;
pub type ze_pfnContextMakeMemoryResidentCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_make_memory_resident_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_evict_memory_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pptr: *mut *mut ::std::os::raw::c_void,
    pub psize: *mut usize,
}
impl Default for _ze_context_evict_memory_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_evict_memory_params_t = _ze_context_evict_memory_params_t;
pub type ze_pfnContextEvictMemoryCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_evict_memory_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_make_image_resident_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub phImage: *mut ze_image_handle_t,
}
impl Default for _ze_context_make_image_resident_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_make_image_resident_params_t = _ze_context_make_image_resident_params_t;
pub type ze_pfnContextMakeImageResidentCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_make_image_resident_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_context_evict_image_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub phImage: *mut ze_image_handle_t,
}
impl Default for _ze_context_evict_image_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_context_evict_image_params_t = _ze_context_evict_image_params_t;
pub type ze_pfnContextEvictImageCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_context_evict_image_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_context_callbacks_t {
    pub pfnCreateCb: ze_pfnContextCreateCb_t,
    pub pfnDestroyCb: ze_pfnContextDestroyCb_t,
    pub pfnGetStatusCb: ze_pfnContextGetStatusCb_t,
    pub pfnSystemBarrierCb: ze_pfnContextSystemBarrierCb_t,
    pub pfnMakeMemoryResidentCb: ze_pfnContextMakeMemoryResidentCb_t,
    pub pfnEvictMemoryCb: ze_pfnContextEvictMemoryCb_t,
    pub pfnMakeImageResidentCb: ze_pfnContextMakeImageResidentCb_t,
    pub pfnEvictImageCb: ze_pfnContextEvictImageCb_t,
}
pub type ze_context_callbacks_t = _ze_context_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_command_queue_desc_t,
    pub pphCommandQueue: *mut *mut ze_command_queue_handle_t,
}
impl Default for _ze_command_queue_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_create_params_t = _ze_command_queue_create_params_t;
pub type ze_pfnCommandQueueCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_queue_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_destroy_params_t {
    pub phCommandQueue: *mut ze_command_queue_handle_t,
}
impl Default for _ze_command_queue_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_destroy_params_t = _ze_command_queue_destroy_params_t;
pub type ze_pfnCommandQueueDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_queue_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_execute_command_lists_params_t {
    pub phCommandQueue: *mut ze_command_queue_handle_t,
    pub pnumCommandLists: *mut u32,
    pub pphCommandLists: *mut *mut ze_command_list_handle_t,
    pub phFence: *mut ze_fence_handle_t,
}
impl Default for _ze_command_queue_execute_command_lists_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_execute_command_lists_params_t = _ze_command_queue_execute_command_lists_params_t;
pub type ze_pfnCommandQueueExecuteCommandListsCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_queue_execute_command_lists_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_queue_synchronize_params_t {
    pub phCommandQueue: *mut ze_command_queue_handle_t,
    pub ptimeout: *mut u64,
}
impl Default for _ze_command_queue_synchronize_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_queue_synchronize_params_t = _ze_command_queue_synchronize_params_t;
pub type ze_pfnCommandQueueSynchronizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_queue_synchronize_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_command_queue_callbacks_t {
    pub pfnCreateCb: ze_pfnCommandQueueCreateCb_t,
    pub pfnDestroyCb: ze_pfnCommandQueueDestroyCb_t,
    pub pfnExecuteCommandListsCb: ze_pfnCommandQueueExecuteCommandListsCb_t,
    pub pfnSynchronizeCb: ze_pfnCommandQueueSynchronizeCb_t,
}
pub type ze_command_queue_callbacks_t = _ze_command_queue_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_command_list_desc_t,
    pub pphCommandList: *mut *mut ze_command_list_handle_t,
}
impl Default for _ze_command_list_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_create_params_t = _ze_command_list_create_params_t;
pub type ze_pfnCommandListCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_create_immediate_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub paltdesc: *mut *const ze_command_queue_desc_t,
    pub pphCommandList: *mut *mut ze_command_list_handle_t,
}
impl Default for _ze_command_list_create_immediate_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_create_immediate_params_t = _ze_command_list_create_immediate_params_t;
pub type ze_pfnCommandListCreateImmediateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_create_immediate_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_destroy_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
}
impl Default for _ze_command_list_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_destroy_params_t = _ze_command_list_destroy_params_t;
pub type ze_pfnCommandListDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_close_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
}
impl Default for _ze_command_list_close_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_close_params_t = _ze_command_list_close_params_t;
pub type ze_pfnCommandListCloseCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_close_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_reset_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
}
impl Default for _ze_command_list_reset_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_reset_params_t = _ze_command_list_reset_params_t;
pub type ze_pfnCommandListResetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_reset_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_write_global_timestamp_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pdstptr: *mut *mut u64,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_write_global_timestamp_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_write_global_timestamp_params_t =
    _ze_command_list_append_write_global_timestamp_params_t;
pub type ze_pfnCommandListAppendWriteGlobalTimestampCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_write_global_timestamp_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_barrier_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_barrier_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_barrier_params_t = _ze_command_list_append_barrier_params_t;
pub type ze_pfnCommandListAppendBarrierCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_barrier_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_ranges_barrier_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pnumRanges: *mut u32,
    pub ppRangeSizes: *mut *const usize,
    pub ppRanges: *mut *mut *const ::std::os::raw::c_void,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_memory_ranges_barrier_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_ranges_barrier_params_t =
    _ze_command_list_append_memory_ranges_barrier_params_t;
pub type ze_pfnCommandListAppendMemoryRangesBarrierCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_ranges_barrier_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_copy_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pdstptr: *mut *mut ::std::os::raw::c_void,
    pub psrcptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_memory_copy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_copy_params_t = _ze_command_list_append_memory_copy_params_t;
pub type ze_pfnCommandListAppendMemoryCopyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_copy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_fill_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pptr: *mut *mut ::std::os::raw::c_void,
    pub ppattern: *mut *const ::std::os::raw::c_void,
    pub ppattern_size: *mut usize,
    pub psize: *mut usize,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_memory_fill_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_fill_params_t = _ze_command_list_append_memory_fill_params_t;
pub type ze_pfnCommandListAppendMemoryFillCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_fill_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_copy_region_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pdstptr: *mut *mut ::std::os::raw::c_void,
    pub pdstRegion: *mut *const ze_copy_region_t,
    pub pdstPitch: *mut u32,
    pub pdstSlicePitch: *mut u32,
    pub psrcptr: *mut *const ::std::os::raw::c_void,
    pub psrcRegion: *mut *const ze_copy_region_t,
    pub psrcPitch: *mut u32,
    pub psrcSlicePitch: *mut u32,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_memory_copy_region_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_copy_region_params_t =
    _ze_command_list_append_memory_copy_region_params_t;
pub type ze_pfnCommandListAppendMemoryCopyRegionCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_copy_region_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_copy_from_context_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pdstptr: *mut *mut ::std::os::raw::c_void,
    pub phContextSrc: *mut ze_context_handle_t,
    pub psrcptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_memory_copy_from_context_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_copy_from_context_params_t =
    _ze_command_list_append_memory_copy_from_context_params_t;
pub type ze_pfnCommandListAppendMemoryCopyFromContextCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_copy_from_context_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_image_copy_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phDstImage: *mut ze_image_handle_t,
    pub phSrcImage: *mut ze_image_handle_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_image_copy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_image_copy_params_t = _ze_command_list_append_image_copy_params_t;
pub type ze_pfnCommandListAppendImageCopyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_image_copy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_image_copy_region_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phDstImage: *mut ze_image_handle_t,
    pub phSrcImage: *mut ze_image_handle_t,
    pub ppDstRegion: *mut *const ze_image_region_t,
    pub ppSrcRegion: *mut *const ze_image_region_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_image_copy_region_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_image_copy_region_params_t =
    _ze_command_list_append_image_copy_region_params_t;
pub type ze_pfnCommandListAppendImageCopyRegionCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_image_copy_region_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_image_copy_to_memory_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pdstptr: *mut *mut ::std::os::raw::c_void,
    pub phSrcImage: *mut ze_image_handle_t,
    pub ppSrcRegion: *mut *const ze_image_region_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_image_copy_to_memory_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_image_copy_to_memory_params_t =
    _ze_command_list_append_image_copy_to_memory_params_t;
pub type ze_pfnCommandListAppendImageCopyToMemoryCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_image_copy_to_memory_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_image_copy_from_memory_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phDstImage: *mut ze_image_handle_t,
    pub psrcptr: *mut *const ::std::os::raw::c_void,
    pub ppDstRegion: *mut *const ze_image_region_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_image_copy_from_memory_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_image_copy_from_memory_params_t =
    _ze_command_list_append_image_copy_from_memory_params_t;
pub type ze_pfnCommandListAppendImageCopyFromMemoryCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_image_copy_from_memory_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_memory_prefetch_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
}
impl Default for _ze_command_list_append_memory_prefetch_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_memory_prefetch_params_t = _ze_command_list_append_memory_prefetch_params_t;
pub type ze_pfnCommandListAppendMemoryPrefetchCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_memory_prefetch_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_mem_advise_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub padvice: *mut ze_memory_advice_t,
}
impl Default for _ze_command_list_append_mem_advise_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_mem_advise_params_t = _ze_command_list_append_mem_advise_params_t;
pub type ze_pfnCommandListAppendMemAdviseCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_mem_advise_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_signal_event_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_signal_event_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_signal_event_params_t = _ze_command_list_append_signal_event_params_t;
pub type ze_pfnCommandListAppendSignalEventCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_signal_event_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_wait_on_events_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pnumEvents: *mut u32,
    pub pphEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_wait_on_events_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_wait_on_events_params_t = _ze_command_list_append_wait_on_events_params_t;
pub type ze_pfnCommandListAppendWaitOnEventsCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_wait_on_events_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_event_reset_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_event_reset_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_event_reset_params_t = _ze_command_list_append_event_reset_params_t;
pub type ze_pfnCommandListAppendEventResetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_event_reset_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_query_kernel_timestamps_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pnumEvents: *mut u32,
    pub pphEvents: *mut *mut ze_event_handle_t,
    pub pdstptr: *mut *mut ::std::os::raw::c_void,
    pub ppOffsets: *mut *const usize,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_query_kernel_timestamps_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_query_kernel_timestamps_params_t =
    _ze_command_list_append_query_kernel_timestamps_params_t;
pub type ze_pfnCommandListAppendQueryKernelTimestampsCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_query_kernel_timestamps_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_launch_kernel_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppLaunchFuncArgs: *mut *const ze_group_count_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_launch_kernel_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_launch_kernel_params_t = _ze_command_list_append_launch_kernel_params_t;
pub type ze_pfnCommandListAppendLaunchKernelCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_launch_kernel_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_launch_cooperative_kernel_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppLaunchFuncArgs: *mut *const ze_group_count_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_launch_cooperative_kernel_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_launch_cooperative_kernel_params_t =
    _ze_command_list_append_launch_cooperative_kernel_params_t;
pub type ze_pfnCommandListAppendLaunchCooperativeKernelCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_launch_cooperative_kernel_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_launch_kernel_indirect_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppLaunchArgumentsBuffer: *mut *const ze_group_count_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_launch_kernel_indirect_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_launch_kernel_indirect_params_t =
    _ze_command_list_append_launch_kernel_indirect_params_t;
pub type ze_pfnCommandListAppendLaunchKernelIndirectCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_launch_kernel_indirect_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_command_list_append_launch_multiple_kernels_indirect_params_t {
    pub phCommandList: *mut ze_command_list_handle_t,
    pub pnumKernels: *mut u32,
    pub pphKernels: *mut *mut ze_kernel_handle_t,
    pub ppCountBuffer: *mut *const u32,
    pub ppLaunchArgumentsBuffer: *mut *const ze_group_count_t,
    pub phSignalEvent: *mut ze_event_handle_t,
    pub pnumWaitEvents: *mut u32,
    pub pphWaitEvents: *mut *mut ze_event_handle_t,
}
impl Default for _ze_command_list_append_launch_multiple_kernels_indirect_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_command_list_append_launch_multiple_kernels_indirect_params_t =
    _ze_command_list_append_launch_multiple_kernels_indirect_params_t;
pub type ze_pfnCommandListAppendLaunchMultipleKernelsIndirectCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_command_list_append_launch_multiple_kernels_indirect_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_command_list_callbacks_t {
    pub pfnCreateCb: ze_pfnCommandListCreateCb_t,
    pub pfnCreateImmediateCb: ze_pfnCommandListCreateImmediateCb_t,
    pub pfnDestroyCb: ze_pfnCommandListDestroyCb_t,
    pub pfnCloseCb: ze_pfnCommandListCloseCb_t,
    pub pfnResetCb: ze_pfnCommandListResetCb_t,
    pub pfnAppendWriteGlobalTimestampCb: ze_pfnCommandListAppendWriteGlobalTimestampCb_t,
    pub pfnAppendBarrierCb: ze_pfnCommandListAppendBarrierCb_t,
    pub pfnAppendMemoryRangesBarrierCb: ze_pfnCommandListAppendMemoryRangesBarrierCb_t,
    pub pfnAppendMemoryCopyCb: ze_pfnCommandListAppendMemoryCopyCb_t,
    pub pfnAppendMemoryFillCb: ze_pfnCommandListAppendMemoryFillCb_t,
    pub pfnAppendMemoryCopyRegionCb: ze_pfnCommandListAppendMemoryCopyRegionCb_t,
    pub pfnAppendMemoryCopyFromContextCb: ze_pfnCommandListAppendMemoryCopyFromContextCb_t,
    pub pfnAppendImageCopyCb: ze_pfnCommandListAppendImageCopyCb_t,
    pub pfnAppendImageCopyRegionCb: ze_pfnCommandListAppendImageCopyRegionCb_t,
    pub pfnAppendImageCopyToMemoryCb: ze_pfnCommandListAppendImageCopyToMemoryCb_t,
    pub pfnAppendImageCopyFromMemoryCb: ze_pfnCommandListAppendImageCopyFromMemoryCb_t,
    pub pfnAppendMemoryPrefetchCb: ze_pfnCommandListAppendMemoryPrefetchCb_t,
    pub pfnAppendMemAdviseCb: ze_pfnCommandListAppendMemAdviseCb_t,
    pub pfnAppendSignalEventCb: ze_pfnCommandListAppendSignalEventCb_t,
    pub pfnAppendWaitOnEventsCb: ze_pfnCommandListAppendWaitOnEventsCb_t,
    pub pfnAppendEventResetCb: ze_pfnCommandListAppendEventResetCb_t,
    pub pfnAppendQueryKernelTimestampsCb: ze_pfnCommandListAppendQueryKernelTimestampsCb_t,
    pub pfnAppendLaunchKernelCb: ze_pfnCommandListAppendLaunchKernelCb_t,
    pub pfnAppendLaunchCooperativeKernelCb: ze_pfnCommandListAppendLaunchCooperativeKernelCb_t,
    pub pfnAppendLaunchKernelIndirectCb: ze_pfnCommandListAppendLaunchKernelIndirectCb_t,
    pub pfnAppendLaunchMultipleKernelsIndirectCb: ze_pfnCommandListAppendLaunchMultipleKernelsIndirectCb_t,
}
pub type ze_command_list_callbacks_t = _ze_command_list_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_get_properties_params_t {
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_image_desc_t,
    pub ppImageProperties: *mut *mut ze_image_properties_t,
}
impl Default for _ze_image_get_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_image_get_properties_params_t = _ze_image_get_properties_params_t;
pub type ze_pfnImageGetPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_image_get_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_image_desc_t,
    pub pphImage: *mut *mut ze_image_handle_t,
}
impl Default for _ze_image_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_image_create_params_t = _ze_image_create_params_t;
pub type ze_pfnImageCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_image_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_image_destroy_params_t {
    pub phImage: *mut ze_image_handle_t,
}
impl Default for _ze_image_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_image_destroy_params_t = _ze_image_destroy_params_t;
pub type ze_pfnImageDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_image_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_image_callbacks_t {
    pub pfnGetPropertiesCb: ze_pfnImageGetPropertiesCb_t,
    pub pfnCreateCb: ze_pfnImageCreateCb_t,
    pub pfnDestroyCb: ze_pfnImageDestroyCb_t,
}
pub type ze_image_callbacks_t = _ze_image_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_alloc_shared_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pdevice_desc: *mut *const ze_device_mem_alloc_desc_t,
    pub phost_desc: *mut *const ze_host_mem_alloc_desc_t,
    pub psize: *mut usize,
    pub palignment: *mut usize,
    pub phDevice: *mut ze_device_handle_t,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_mem_alloc_shared_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_alloc_shared_params_t = _ze_mem_alloc_shared_params_t;
pub type ze_pfnMemAllocSharedCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_alloc_shared_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_alloc_device_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pdevice_desc: *mut *const ze_device_mem_alloc_desc_t,
    pub psize: *mut usize,
    pub palignment: *mut usize,
    pub phDevice: *mut ze_device_handle_t,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_mem_alloc_device_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_alloc_device_params_t = _ze_mem_alloc_device_params_t;
pub type ze_pfnMemAllocDeviceCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_alloc_device_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_alloc_host_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phost_desc: *mut *const ze_host_mem_alloc_desc_t,
    pub psize: *mut usize,
    pub palignment: *mut usize,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_mem_alloc_host_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_alloc_host_params_t = _ze_mem_alloc_host_params_t;
pub type ze_pfnMemAllocHostCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_alloc_host_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_free_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_mem_free_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_free_params_t = _ze_mem_free_params_t;
pub type ze_pfnMemFreeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_free_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_get_alloc_properties_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub ppMemAllocProperties: *mut *mut ze_memory_allocation_properties_t,
    pub pphDevice: *mut *mut ze_device_handle_t,
}
impl Default for _ze_mem_get_alloc_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_get_alloc_properties_params_t = _ze_mem_get_alloc_properties_params_t;
pub type ze_pfnMemGetAllocPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_get_alloc_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_get_address_range_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub ppBase: *mut *mut *mut ::std::os::raw::c_void,
    pub ppSize: *mut *mut usize,
}
impl Default for _ze_mem_get_address_range_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_get_address_range_params_t = _ze_mem_get_address_range_params_t;
pub type ze_pfnMemGetAddressRangeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_get_address_range_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_get_ipc_handle_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub ppIpcHandle: *mut *mut ze_ipc_mem_handle_t,
}
impl Default for _ze_mem_get_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_get_ipc_handle_params_t = _ze_mem_get_ipc_handle_params_t;
pub type ze_pfnMemGetIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_get_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_open_ipc_handle_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub phandle: *mut ze_ipc_mem_handle_t,
    pub pflags: *mut ze_ipc_memory_flags_t,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_mem_open_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_open_ipc_handle_params_t = _ze_mem_open_ipc_handle_params_t;
pub type ze_pfnMemOpenIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_open_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_mem_close_ipc_handle_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
}
impl Default for _ze_mem_close_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_mem_close_ipc_handle_params_t = _ze_mem_close_ipc_handle_params_t;
pub type ze_pfnMemCloseIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_mem_close_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_mem_callbacks_t {
    pub pfnAllocSharedCb: ze_pfnMemAllocSharedCb_t,
    pub pfnAllocDeviceCb: ze_pfnMemAllocDeviceCb_t,
    pub pfnAllocHostCb: ze_pfnMemAllocHostCb_t,
    pub pfnFreeCb: ze_pfnMemFreeCb_t,
    pub pfnGetAllocPropertiesCb: ze_pfnMemGetAllocPropertiesCb_t,
    pub pfnGetAddressRangeCb: ze_pfnMemGetAddressRangeCb_t,
    pub pfnGetIpcHandleCb: ze_pfnMemGetIpcHandleCb_t,
    pub pfnOpenIpcHandleCb: ze_pfnMemOpenIpcHandleCb_t,
    pub pfnCloseIpcHandleCb: ze_pfnMemCloseIpcHandleCb_t,
}
pub type ze_mem_callbacks_t = _ze_mem_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_create_params_t {
    pub phCommandQueue: *mut ze_command_queue_handle_t,
    pub pdesc: *mut *const ze_fence_desc_t,
    pub pphFence: *mut *mut ze_fence_handle_t,
}
impl Default for _ze_fence_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_fence_create_params_t = _ze_fence_create_params_t;
pub type ze_pfnFenceCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_fence_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_destroy_params_t {
    pub phFence: *mut ze_fence_handle_t,
}
impl Default for _ze_fence_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_fence_destroy_params_t = _ze_fence_destroy_params_t;
pub type ze_pfnFenceDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_fence_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_host_synchronize_params_t {
    pub phFence: *mut ze_fence_handle_t,
    pub ptimeout: *mut u64,
}
impl Default for _ze_fence_host_synchronize_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_fence_host_synchronize_params_t = _ze_fence_host_synchronize_params_t;
pub type ze_pfnFenceHostSynchronizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_fence_host_synchronize_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_query_status_params_t {
    pub phFence: *mut ze_fence_handle_t,
}
impl Default for _ze_fence_query_status_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_fence_query_status_params_t = _ze_fence_query_status_params_t;
pub type ze_pfnFenceQueryStatusCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_fence_query_status_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_fence_reset_params_t {
    pub phFence: *mut ze_fence_handle_t,
}
impl Default for _ze_fence_reset_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_fence_reset_params_t = _ze_fence_reset_params_t;
pub type ze_pfnFenceResetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_fence_reset_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_fence_callbacks_t {
    pub pfnCreateCb: ze_pfnFenceCreateCb_t,
    pub pfnDestroyCb: ze_pfnFenceDestroyCb_t,
    pub pfnHostSynchronizeCb: ze_pfnFenceHostSynchronizeCb_t,
    pub pfnQueryStatusCb: ze_pfnFenceQueryStatusCb_t,
    pub pfnResetCb: ze_pfnFenceResetCb_t,
}
pub type ze_fence_callbacks_t = _ze_fence_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pdesc: *mut *const ze_event_pool_desc_t,
    pub pnumDevices: *mut u32,
    pub pphDevices: *mut *mut ze_device_handle_t,
    pub pphEventPool: *mut *mut ze_event_pool_handle_t,
}
impl Default for _ze_event_pool_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_pool_create_params_t = _ze_event_pool_create_params_t;
pub type ze_pfnEventPoolCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_pool_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_destroy_params_t {
    pub phEventPool: *mut ze_event_pool_handle_t,
}
impl Default for _ze_event_pool_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_pool_destroy_params_t = _ze_event_pool_destroy_params_t;
pub type ze_pfnEventPoolDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_pool_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_get_ipc_handle_params_t {
    pub phEventPool: *mut ze_event_pool_handle_t,
    pub pphIpc: *mut *mut ze_ipc_event_pool_handle_t,
}
impl Default for _ze_event_pool_get_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_pool_get_ipc_handle_params_t = _ze_event_pool_get_ipc_handle_params_t;
pub type ze_pfnEventPoolGetIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_pool_get_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_open_ipc_handle_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phIpc: *mut ze_ipc_event_pool_handle_t,
    pub pphEventPool: *mut *mut ze_event_pool_handle_t,
}
impl Default for _ze_event_pool_open_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_pool_open_ipc_handle_params_t = _ze_event_pool_open_ipc_handle_params_t;
pub type ze_pfnEventPoolOpenIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_pool_open_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_pool_close_ipc_handle_params_t {
    pub phEventPool: *mut ze_event_pool_handle_t,
}
impl Default for _ze_event_pool_close_ipc_handle_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_pool_close_ipc_handle_params_t = _ze_event_pool_close_ipc_handle_params_t;
pub type ze_pfnEventPoolCloseIpcHandleCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_pool_close_ipc_handle_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_event_pool_callbacks_t {
    pub pfnCreateCb: ze_pfnEventPoolCreateCb_t,
    pub pfnDestroyCb: ze_pfnEventPoolDestroyCb_t,
    pub pfnGetIpcHandleCb: ze_pfnEventPoolGetIpcHandleCb_t,
    pub pfnOpenIpcHandleCb: ze_pfnEventPoolOpenIpcHandleCb_t,
    pub pfnCloseIpcHandleCb: ze_pfnEventPoolCloseIpcHandleCb_t,
}
pub type ze_event_pool_callbacks_t = _ze_event_pool_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_create_params_t {
    pub phEventPool: *mut ze_event_pool_handle_t,
    pub pdesc: *mut *const ze_event_desc_t,
    pub pphEvent: *mut *mut ze_event_handle_t,
}
impl Default for _ze_event_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_create_params_t = _ze_event_create_params_t;
pub type ze_pfnEventCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_destroy_params_t {
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_event_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_destroy_params_t = _ze_event_destroy_params_t;
pub type ze_pfnEventDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_host_signal_params_t {
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_event_host_signal_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_host_signal_params_t = _ze_event_host_signal_params_t;
pub type ze_pfnEventHostSignalCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_host_signal_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_host_synchronize_params_t {
    pub phEvent: *mut ze_event_handle_t,
    pub ptimeout: *mut u64,
}
impl Default for _ze_event_host_synchronize_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_host_synchronize_params_t = _ze_event_host_synchronize_params_t;
pub type ze_pfnEventHostSynchronizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_host_synchronize_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_query_status_params_t {
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_event_query_status_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_query_status_params_t = _ze_event_query_status_params_t;
pub type ze_pfnEventQueryStatusCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_query_status_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_host_reset_params_t {
    pub phEvent: *mut ze_event_handle_t,
}
impl Default for _ze_event_host_reset_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_host_reset_params_t = _ze_event_host_reset_params_t;
pub type ze_pfnEventHostResetCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_host_reset_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_event_query_kernel_timestamp_params_t {
    pub phEvent: *mut ze_event_handle_t,
    pub pdstptr: *mut *mut ze_kernel_timestamp_result_t,
}
impl Default for _ze_event_query_kernel_timestamp_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_event_query_kernel_timestamp_params_t = _ze_event_query_kernel_timestamp_params_t;
pub type ze_pfnEventQueryKernelTimestampCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_event_query_kernel_timestamp_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_event_callbacks_t {
    pub pfnCreateCb: ze_pfnEventCreateCb_t,
    pub pfnDestroyCb: ze_pfnEventDestroyCb_t,
    pub pfnHostSignalCb: ze_pfnEventHostSignalCb_t,
    pub pfnHostSynchronizeCb: ze_pfnEventHostSynchronizeCb_t,
    pub pfnQueryStatusCb: ze_pfnEventQueryStatusCb_t,
    pub pfnHostResetCb: ze_pfnEventHostResetCb_t,
    pub pfnQueryKernelTimestampCb: ze_pfnEventQueryKernelTimestampCb_t,
}
pub type ze_event_callbacks_t = _ze_event_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_module_desc_t,
    pub pphModule: *mut *mut ze_module_handle_t,
    pub pphBuildLog: *mut *mut ze_module_build_log_handle_t,
}
impl Default for _ze_module_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_create_params_t = _ze_module_create_params_t;
pub type ze_pfnModuleCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_destroy_params_t {
    pub phModule: *mut ze_module_handle_t,
}
impl Default for _ze_module_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_destroy_params_t = _ze_module_destroy_params_t;
pub type ze_pfnModuleDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_dynamic_link_params_t {
    pub pnumModules: *mut u32,
    pub pphModules: *mut *mut ze_module_handle_t,
    pub pphLinkLog: *mut *mut ze_module_build_log_handle_t,
}
impl Default for _ze_module_dynamic_link_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_dynamic_link_params_t = _ze_module_dynamic_link_params_t;
pub type ze_pfnModuleDynamicLinkCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_dynamic_link_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_get_native_binary_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub ppSize: *mut *mut usize,
    pub ppModuleNativeBinary: *mut *mut u8,
}
impl Default for _ze_module_get_native_binary_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_get_native_binary_params_t = _ze_module_get_native_binary_params_t;
pub type ze_pfnModuleGetNativeBinaryCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_get_native_binary_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_get_global_pointer_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub ppGlobalName: *mut *const ::std::os::raw::c_char,
    pub ppSize: *mut *mut usize,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_module_get_global_pointer_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_get_global_pointer_params_t = _ze_module_get_global_pointer_params_t;
pub type ze_pfnModuleGetGlobalPointerCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_get_global_pointer_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_get_kernel_names_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub ppCount: *mut *mut u32,
    pub ppNames: *mut *mut *const ::std::os::raw::c_char,
}
impl Default for _ze_module_get_kernel_names_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_get_kernel_names_params_t = _ze_module_get_kernel_names_params_t;
pub type ze_pfnModuleGetKernelNamesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_get_kernel_names_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_get_properties_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub ppModuleProperties: *mut *mut ze_module_properties_t,
}
impl Default for _ze_module_get_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_get_properties_params_t = _ze_module_get_properties_params_t;
pub type ze_pfnModuleGetPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_get_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_get_function_pointer_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub ppFunctionName: *mut *const ::std::os::raw::c_char,
    pub ppfnFunction: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_module_get_function_pointer_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_get_function_pointer_params_t = _ze_module_get_function_pointer_params_t;
pub type ze_pfnModuleGetFunctionPointerCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_get_function_pointer_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_module_callbacks_t {
    pub pfnCreateCb: ze_pfnModuleCreateCb_t,
    pub pfnDestroyCb: ze_pfnModuleDestroyCb_t,
    pub pfnDynamicLinkCb: ze_pfnModuleDynamicLinkCb_t,
    pub pfnGetNativeBinaryCb: ze_pfnModuleGetNativeBinaryCb_t,
    pub pfnGetGlobalPointerCb: ze_pfnModuleGetGlobalPointerCb_t,
    pub pfnGetKernelNamesCb: ze_pfnModuleGetKernelNamesCb_t,
    pub pfnGetPropertiesCb: ze_pfnModuleGetPropertiesCb_t,
    pub pfnGetFunctionPointerCb: ze_pfnModuleGetFunctionPointerCb_t,
}
pub type ze_module_callbacks_t = _ze_module_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_build_log_destroy_params_t {
    pub phModuleBuildLog: *mut ze_module_build_log_handle_t,
}
impl Default for _ze_module_build_log_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_build_log_destroy_params_t = _ze_module_build_log_destroy_params_t;
pub type ze_pfnModuleBuildLogDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_build_log_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_module_build_log_get_string_params_t {
    pub phModuleBuildLog: *mut ze_module_build_log_handle_t,
    pub ppSize: *mut *mut usize,
    pub ppBuildLog: *mut *mut ::std::os::raw::c_char,
}
impl Default for _ze_module_build_log_get_string_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_module_build_log_get_string_params_t = _ze_module_build_log_get_string_params_t;
pub type ze_pfnModuleBuildLogGetStringCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_module_build_log_get_string_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_module_build_log_callbacks_t {
    pub pfnDestroyCb: ze_pfnModuleBuildLogDestroyCb_t,
    pub pfnGetStringCb: ze_pfnModuleBuildLogGetStringCb_t,
}
pub type ze_module_build_log_callbacks_t = _ze_module_build_log_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_create_params_t {
    pub phModule: *mut ze_module_handle_t,
    pub pdesc: *mut *const ze_kernel_desc_t,
    pub pphKernel: *mut *mut ze_kernel_handle_t,
}
impl Default for _ze_kernel_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_create_params_t = _ze_kernel_create_params_t;
pub type ze_pfnKernelCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_destroy_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
}
impl Default for _ze_kernel_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_destroy_params_t = _ze_kernel_destroy_params_t;
pub type ze_pfnKernelDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_set_cache_config_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub pflags: *mut ze_cache_config_flags_t,
}
impl Default for _ze_kernel_set_cache_config_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_set_cache_config_params_t = _ze_kernel_set_cache_config_params_t;
pub type ze_pfnKernelSetCacheConfigCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_set_cache_config_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_set_group_size_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub pgroupSizeX: *mut u32,
    pub pgroupSizeY: *mut u32,
    pub pgroupSizeZ: *mut u32,
}
impl Default for _ze_kernel_set_group_size_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_set_group_size_params_t = _ze_kernel_set_group_size_params_t;
pub type ze_pfnKernelSetGroupSizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_set_group_size_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_suggest_group_size_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub pglobalSizeX: *mut u32,
    pub pglobalSizeY: *mut u32,
    pub pglobalSizeZ: *mut u32,
    pub pgroupSizeX: *mut *mut u32,
    pub pgroupSizeY: *mut *mut u32,
    pub pgroupSizeZ: *mut *mut u32,
}
impl Default for _ze_kernel_suggest_group_size_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_suggest_group_size_params_t = _ze_kernel_suggest_group_size_params_t;
pub type ze_pfnKernelSuggestGroupSizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_suggest_group_size_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_suggest_max_cooperative_group_count_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub ptotalGroupCount: *mut *mut u32,
}
impl Default for _ze_kernel_suggest_max_cooperative_group_count_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_suggest_max_cooperative_group_count_params_t =
    _ze_kernel_suggest_max_cooperative_group_count_params_t;
pub type ze_pfnKernelSuggestMaxCooperativeGroupCountCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_suggest_max_cooperative_group_count_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_set_argument_value_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub pargIndex: *mut u32,
    pub pargSize: *mut usize,
    pub ppArgValue: *mut *const ::std::os::raw::c_void,
}
impl Default for _ze_kernel_set_argument_value_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_set_argument_value_params_t = _ze_kernel_set_argument_value_params_t;
pub type ze_pfnKernelSetArgumentValueCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_set_argument_value_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_set_indirect_access_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub pflags: *mut ze_kernel_indirect_access_flags_t,
}
impl Default for _ze_kernel_set_indirect_access_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_set_indirect_access_params_t = _ze_kernel_set_indirect_access_params_t;
pub type ze_pfnKernelSetIndirectAccessCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_set_indirect_access_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_get_indirect_access_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppFlags: *mut *mut ze_kernel_indirect_access_flags_t,
}
impl Default for _ze_kernel_get_indirect_access_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_get_indirect_access_params_t = _ze_kernel_get_indirect_access_params_t;
pub type ze_pfnKernelGetIndirectAccessCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_get_indirect_access_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_get_source_attributes_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppSize: *mut *mut u32,
    pub ppString: *mut *mut *mut ::std::os::raw::c_char,
}
impl Default for _ze_kernel_get_source_attributes_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_get_source_attributes_params_t = _ze_kernel_get_source_attributes_params_t;
pub type ze_pfnKernelGetSourceAttributesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_get_source_attributes_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_get_properties_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppKernelProperties: *mut *mut ze_kernel_properties_t,
}
impl Default for _ze_kernel_get_properties_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_get_properties_params_t = _ze_kernel_get_properties_params_t;
pub type ze_pfnKernelGetPropertiesCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_get_properties_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_kernel_get_name_params_t {
    pub phKernel: *mut ze_kernel_handle_t,
    pub ppSize: *mut *mut usize,
    pub ppName: *mut *mut ::std::os::raw::c_char,
}
impl Default for _ze_kernel_get_name_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_kernel_get_name_params_t = _ze_kernel_get_name_params_t;
pub type ze_pfnKernelGetNameCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_kernel_get_name_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_callbacks_t {
    pub pfnCreateCb: ze_pfnKernelCreateCb_t,
    pub pfnDestroyCb: ze_pfnKernelDestroyCb_t,
    pub pfnSetCacheConfigCb: ze_pfnKernelSetCacheConfigCb_t,
    pub pfnSetGroupSizeCb: ze_pfnKernelSetGroupSizeCb_t,
    pub pfnSuggestGroupSizeCb: ze_pfnKernelSuggestGroupSizeCb_t,
    pub pfnSuggestMaxCooperativeGroupCountCb: ze_pfnKernelSuggestMaxCooperativeGroupCountCb_t,
    pub pfnSetArgumentValueCb: ze_pfnKernelSetArgumentValueCb_t,
    pub pfnSetIndirectAccessCb: ze_pfnKernelSetIndirectAccessCb_t,
    pub pfnGetIndirectAccessCb: ze_pfnKernelGetIndirectAccessCb_t,
    pub pfnGetSourceAttributesCb: ze_pfnKernelGetSourceAttributesCb_t,
    pub pfnGetPropertiesCb: ze_pfnKernelGetPropertiesCb_t,
    pub pfnGetNameCb: ze_pfnKernelGetNameCb_t,
}
pub type ze_kernel_callbacks_t = _ze_kernel_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_sampler_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *const ze_sampler_desc_t,
    pub pphSampler: *mut *mut ze_sampler_handle_t,
}
impl Default for _ze_sampler_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_sampler_create_params_t = _ze_sampler_create_params_t;
pub type ze_pfnSamplerCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_sampler_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_sampler_destroy_params_t {
    pub phSampler: *mut ze_sampler_handle_t,
}
impl Default for _ze_sampler_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_sampler_destroy_params_t = _ze_sampler_destroy_params_t;
pub type ze_pfnSamplerDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_sampler_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_sampler_callbacks_t {
    pub pfnCreateCb: ze_pfnSamplerCreateCb_t,
    pub pfnDestroyCb: ze_pfnSamplerDestroyCb_t,
}
pub type ze_sampler_callbacks_t = _ze_sampler_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_physical_mem_create_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub pdesc: *mut *mut ze_physical_mem_desc_t,
    pub pphPhysicalMemory: *mut *mut ze_physical_mem_handle_t,
}
impl Default for _ze_physical_mem_create_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_physical_mem_create_params_t = _ze_physical_mem_create_params_t;
pub type ze_pfnPhysicalMemCreateCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_physical_mem_create_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_physical_mem_destroy_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phPhysicalMemory: *mut ze_physical_mem_handle_t,
}
impl Default for _ze_physical_mem_destroy_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_physical_mem_destroy_params_t = _ze_physical_mem_destroy_params_t;
pub type ze_pfnPhysicalMemDestroyCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_physical_mem_destroy_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_physical_mem_callbacks_t {
    pub pfnCreateCb: ze_pfnPhysicalMemCreateCb_t,
    pub pfnDestroyCb: ze_pfnPhysicalMemDestroyCb_t,
}
pub type ze_physical_mem_callbacks_t = _ze_physical_mem_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_reserve_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub ppStart: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub ppptr: *mut *mut *mut ::std::os::raw::c_void,
}
impl Default for _ze_virtual_mem_reserve_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_reserve_params_t = _ze_virtual_mem_reserve_params_t;
pub type ze_pfnVirtualMemReserveCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_reserve_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_free_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
}
impl Default for _ze_virtual_mem_free_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_free_params_t = _ze_virtual_mem_free_params_t;
pub type ze_pfnVirtualMemFreeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_free_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_query_page_size_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub phDevice: *mut ze_device_handle_t,
    pub psize: *mut usize,
    pub ppagesize: *mut *mut usize,
}
impl Default for _ze_virtual_mem_query_page_size_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_query_page_size_params_t = _ze_virtual_mem_query_page_size_params_t;
pub type ze_pfnVirtualMemQueryPageSizeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_query_page_size_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_map_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub phPhysicalMemory: *mut ze_physical_mem_handle_t,
    pub poffset: *mut usize,
    pub paccess: *mut ze_memory_access_attribute_t,
}
impl Default for _ze_virtual_mem_map_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_map_params_t = _ze_virtual_mem_map_params_t;
pub type ze_pfnVirtualMemMapCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_map_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_unmap_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
}
impl Default for _ze_virtual_mem_unmap_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_unmap_params_t = _ze_virtual_mem_unmap_params_t;
pub type ze_pfnVirtualMemUnmapCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_unmap_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_set_access_attribute_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub paccess: *mut ze_memory_access_attribute_t,
}
impl Default for _ze_virtual_mem_set_access_attribute_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_set_access_attribute_params_t = _ze_virtual_mem_set_access_attribute_params_t;
pub type ze_pfnVirtualMemSetAccessAttributeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_set_access_attribute_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_virtual_mem_get_access_attribute_params_t {
    pub phContext: *mut ze_context_handle_t,
    pub pptr: *mut *const ::std::os::raw::c_void,
    pub psize: *mut usize,
    pub paccess: *mut *mut ze_memory_access_attribute_t,
    pub poutSize: *mut *mut usize,
}
impl Default for _ze_virtual_mem_get_access_attribute_params_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_virtual_mem_get_access_attribute_params_t = _ze_virtual_mem_get_access_attribute_params_t;
pub type ze_pfnVirtualMemGetAccessAttributeCb_t = ::std::option::Option<
    unsafe extern "C" fn(
        params: *mut ze_virtual_mem_get_access_attribute_params_t,
        result: ze_result_t,
        pTracerUserData: *mut ::std::os::raw::c_void,
        ppTracerInstanceUserData: *mut *mut ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_virtual_mem_callbacks_t {
    pub pfnReserveCb: ze_pfnVirtualMemReserveCb_t,
    pub pfnFreeCb: ze_pfnVirtualMemFreeCb_t,
    pub pfnQueryPageSizeCb: ze_pfnVirtualMemQueryPageSizeCb_t,
    pub pfnMapCb: ze_pfnVirtualMemMapCb_t,
    pub pfnUnmapCb: ze_pfnVirtualMemUnmapCb_t,
    pub pfnSetAccessAttributeCb: ze_pfnVirtualMemSetAccessAttributeCb_t,
    pub pfnGetAccessAttributeCb: ze_pfnVirtualMemGetAccessAttributeCb_t,
}
pub type ze_virtual_mem_callbacks_t = _ze_virtual_mem_callbacks_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_callbacks_t {
    pub Global: ze_global_callbacks_t,
    pub Driver: ze_driver_callbacks_t,
    pub Device: ze_device_callbacks_t,
    pub Context: ze_context_callbacks_t,
    pub CommandQueue: ze_command_queue_callbacks_t,
    pub CommandList: ze_command_list_callbacks_t,
    pub Fence: ze_fence_callbacks_t,
    pub EventPool: ze_event_pool_callbacks_t,
    pub Event: ze_event_callbacks_t,
    pub Image: ze_image_callbacks_t,
    pub Module: ze_module_callbacks_t,
    pub ModuleBuildLog: ze_module_build_log_callbacks_t,
    pub Kernel: ze_kernel_callbacks_t,
    pub Sampler: ze_sampler_callbacks_t,
    pub PhysicalMem: ze_physical_mem_callbacks_t,
    pub Mem: ze_mem_callbacks_t,
    pub VirtualMem: ze_virtual_mem_callbacks_t,
}
pub type ze_callbacks_t = _ze_callbacks_t;
pub type zet_driver_handle_t = ze_driver_handle_t;
pub type zet_device_handle_t = ze_device_handle_t;
pub type zet_context_handle_t = ze_context_handle_t;
pub type zet_command_list_handle_t = ze_command_list_handle_t;
pub type zet_module_handle_t = ze_module_handle_t;
pub type zet_kernel_handle_t = ze_kernel_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_group_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_group_handle_t = *mut _zet_metric_group_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_handle_t = *mut _zet_metric_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_streamer_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_streamer_handle_t = *mut _zet_metric_streamer_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_query_pool_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_query_pool_handle_t = *mut _zet_metric_query_pool_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_query_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_query_handle_t = *mut _zet_metric_query_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_tracer_exp_handle_t {
    _unused: [u8; 0],
}
pub type zet_tracer_exp_handle_t = *mut _zet_tracer_exp_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_debug_session_handle_t {
    _unused: [u8; 0],
}
pub type zet_debug_session_handle_t = *mut _zet_debug_session_handle_t;
pub const ZET_STRUCTURE_TYPE_METRIC_GROUP_PROPERTIES: _zet_structure_type_t = 1;
pub const ZET_STRUCTURE_TYPE_METRIC_PROPERTIES: _zet_structure_type_t = 2;
pub const ZET_STRUCTURE_TYPE_METRIC_STREAMER_DESC: _zet_structure_type_t = 3;
pub const ZET_STRUCTURE_TYPE_METRIC_QUERY_POOL_DESC: _zet_structure_type_t = 4;
pub const ZET_STRUCTURE_TYPE_PROFILE_PROPERTIES: _zet_structure_type_t = 5;
pub const ZET_STRUCTURE_TYPE_DEVICE_DEBUG_PROPERTIES: _zet_structure_type_t = 6;
pub const ZET_STRUCTURE_TYPE_DEBUG_MEMORY_SPACE_DESC: _zet_structure_type_t = 7;
pub const ZET_STRUCTURE_TYPE_DEBUG_REGSET_PROPERTIES: _zet_structure_type_t = 8;
pub const ZET_STRUCTURE_TYPE_GLOBAL_METRICS_TIMESTAMPS_EXP_PROPERTIES: _zet_structure_type_t = 9;
pub const ZET_STRUCTURE_TYPE_METRIC_GLOBAL_TIMESTAMPS_RESOLUTION_EXP: _zet_structure_type_t = 9;
pub const ZET_STRUCTURE_TYPE_TRACER_EXP_DESC: _zet_structure_type_t = 65537;
pub const ZET_STRUCTURE_TYPE_METRICS_CALCULATE_EXP_DESC: _zet_structure_type_t = 65538;
pub const ZET_STRUCTURE_TYPE_METRIC_CALCULATE_EXP_DESC: _zet_structure_type_t = 65538;
pub const ZET_STRUCTURE_TYPE_METRIC_PROGRAMMABLE_EXP_PROPERTIES: _zet_structure_type_t = 65539;
pub const ZET_STRUCTURE_TYPE_METRIC_PROGRAMMABLE_PARAM_INFO_EXP: _zet_structure_type_t = 65540;
pub const ZET_STRUCTURE_TYPE_METRIC_PROGRAMMABLE_PARAM_VALUE_INFO_EXP: _zet_structure_type_t = 65541;
pub const ZET_STRUCTURE_TYPE_METRIC_GROUP_TYPE_EXP: _zet_structure_type_t = 65542;
pub const ZET_STRUCTURE_TYPE_EXPORT_DMA_EXP_PROPERTIES: _zet_structure_type_t = 65543;
pub const ZET_STRUCTURE_TYPE_METRIC_TRACER_EXP_DESC: _zet_structure_type_t = 65544;
pub const ZET_STRUCTURE_TYPE_METRIC_SOURCE_ID_EXP: _zet_structure_type_t = 65545;
pub const ZET_STRUCTURE_TYPE_FORCE_UINT32: _zet_structure_type_t = 2147483647;
pub type _zet_structure_type_t = ::std::os::raw::c_uint;
pub use self::_zet_structure_type_t as zet_structure_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_base_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
}
impl Default for _zet_base_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_base_properties_t = _zet_base_properties_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_base_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _zet_base_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_base_desc_t = _zet_base_desc_t;
pub const ZET_VALUE_TYPE_UINT32: _zet_value_type_t = 0;
pub const ZET_VALUE_TYPE_UINT64: _zet_value_type_t = 1;
pub const ZET_VALUE_TYPE_FLOAT32: _zet_value_type_t = 2;
pub const ZET_VALUE_TYPE_FLOAT64: _zet_value_type_t = 3;
pub const ZET_VALUE_TYPE_BOOL8: _zet_value_type_t = 4;
pub const ZET_VALUE_TYPE_STRING: _zet_value_type_t = 5;
pub const ZET_VALUE_TYPE_UINT8: _zet_value_type_t = 6;
pub const ZET_VALUE_TYPE_UINT16: _zet_value_type_t = 7;
pub const ZET_VALUE_TYPE_FORCE_UINT32: _zet_value_type_t = 2147483647;
pub type _zet_value_type_t = ::std::os::raw::c_uint;
pub use self::_zet_value_type_t as zet_value_type_t;
#[repr(C)]
#[derive(Copy, Clone)]
pub union _zet_value_t {
    pub ui32: u32,
    pub ui64: u64,
    pub fp32: f32,
    pub fp64: f64,
    pub b8: ze_bool_t,
}
impl Default for _zet_value_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_value_t = _zet_value_t;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_typed_value_t {
    pub type_: zet_value_type_t,
    pub value: zet_value_t,
}
impl Default for _zet_typed_value_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_typed_value_t = _zet_typed_value_t;
pub type zet_device_debug_properties_t = _zet_device_debug_properties_t;
pub type zet_debug_config_t = _zet_debug_config_t;
pub type zet_debug_event_info_detached_t = _zet_debug_event_info_detached_t;
pub type zet_debug_event_info_module_t = _zet_debug_event_info_module_t;
pub type zet_debug_event_info_thread_stopped_t = _zet_debug_event_info_thread_stopped_t;
pub type zet_debug_event_info_page_fault_t = _zet_debug_event_info_page_fault_t;
pub type zet_debug_event_t = _zet_debug_event_t;
pub type zet_debug_memory_space_desc_t = _zet_debug_memory_space_desc_t;
pub type zet_debug_regset_properties_t = _zet_debug_regset_properties_t;
pub type zet_metric_group_properties_t = _zet_metric_group_properties_t;
pub type zet_metric_properties_t = _zet_metric_properties_t;
pub type zet_metric_streamer_desc_t = _zet_metric_streamer_desc_t;
pub type zet_metric_query_pool_desc_t = _zet_metric_query_pool_desc_t;
pub type zet_profile_properties_t = _zet_profile_properties_t;
pub type zet_profile_free_register_token_t = _zet_profile_free_register_token_t;
pub type zet_profile_register_sequence_t = _zet_profile_register_sequence_t;
pub type zet_tracer_exp_desc_t = _zet_tracer_exp_desc_t;
pub type zet_metric_global_timestamps_resolution_exp_t = _zet_metric_global_timestamps_resolution_exp_t;
pub type zet_metric_calculate_exp_desc_t = _zet_metric_calculate_exp_desc_t;
pub type zet_metric_programmable_exp_properties_t = _zet_metric_programmable_exp_properties_t;
pub type zet_value_uint64_range_exp_t = _zet_value_uint64_range_exp_t;
pub type zet_value_fp64_range_exp_t = _zet_value_fp64_range_exp_t;
pub type zet_metric_programmable_param_info_exp_t = _zet_metric_programmable_param_info_exp_t;
pub type zet_metric_programmable_param_value_info_exp_t = _zet_metric_programmable_param_value_info_exp_t;
pub type zet_metric_programmable_param_value_exp_t = _zet_metric_programmable_param_value_exp_t;
pub type zet_metric_tracer_exp_desc_t = _zet_metric_tracer_exp_desc_t;
pub type zet_metric_entry_exp_t = _zet_metric_entry_exp_t;
pub type zet_metric_group_type_exp_t = _zet_metric_group_type_exp_t;
pub type zet_export_dma_buf_exp_properties_t = _zet_export_dma_buf_exp_properties_t;
pub type zet_metric_source_id_exp_t = _zet_metric_source_id_exp_t;
pub const ZET_MODULE_DEBUG_INFO_FORMAT_ELF_DWARF: _zet_module_debug_info_format_t = 0;
pub const ZET_MODULE_DEBUG_INFO_FORMAT_FORCE_UINT32: _zet_module_debug_info_format_t = 2147483647;
pub type _zet_module_debug_info_format_t = ::std::os::raw::c_uint;
pub use self::_zet_module_debug_info_format_t as zet_module_debug_info_format_t;
pub type zet_device_debug_property_flags_t = u32;
pub const ZET_DEVICE_DEBUG_PROPERTY_FLAG_ATTACH: _zet_device_debug_property_flag_t = 1;
pub const ZET_DEVICE_DEBUG_PROPERTY_FLAG_FORCE_UINT32: _zet_device_debug_property_flag_t = 2147483647;
pub type _zet_device_debug_property_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_device_debug_property_flag_t as zet_device_debug_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_device_debug_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: zet_device_debug_property_flags_t,
}
impl Default for _zet_device_debug_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_debug_config_t {
    pub pid: u32,
}
pub type zet_debug_event_flags_t = u32;
pub const ZET_DEBUG_EVENT_FLAG_NEED_ACK: _zet_debug_event_flag_t = 1;
pub const ZET_DEBUG_EVENT_FLAG_FORCE_UINT32: _zet_debug_event_flag_t = 2147483647;
pub type _zet_debug_event_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_event_flag_t as zet_debug_event_flag_t;
pub const ZET_DEBUG_EVENT_TYPE_INVALID: _zet_debug_event_type_t = 0;
pub const ZET_DEBUG_EVENT_TYPE_DETACHED: _zet_debug_event_type_t = 1;
pub const ZET_DEBUG_EVENT_TYPE_PROCESS_ENTRY: _zet_debug_event_type_t = 2;
pub const ZET_DEBUG_EVENT_TYPE_PROCESS_EXIT: _zet_debug_event_type_t = 3;
pub const ZET_DEBUG_EVENT_TYPE_MODULE_LOAD: _zet_debug_event_type_t = 4;
pub const ZET_DEBUG_EVENT_TYPE_MODULE_UNLOAD: _zet_debug_event_type_t = 5;
pub const ZET_DEBUG_EVENT_TYPE_THREAD_STOPPED: _zet_debug_event_type_t = 6;
pub const ZET_DEBUG_EVENT_TYPE_THREAD_UNAVAILABLE: _zet_debug_event_type_t = 7;
pub const ZET_DEBUG_EVENT_TYPE_PAGE_FAULT: _zet_debug_event_type_t = 8;
pub const ZET_DEBUG_EVENT_TYPE_FORCE_UINT32: _zet_debug_event_type_t = 2147483647;
pub type _zet_debug_event_type_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_event_type_t as zet_debug_event_type_t;
pub const ZET_DEBUG_DETACH_REASON_INVALID: _zet_debug_detach_reason_t = 0;
pub const ZET_DEBUG_DETACH_REASON_HOST_EXIT: _zet_debug_detach_reason_t = 1;
pub const ZET_DEBUG_DETACH_REASON_FORCE_UINT32: _zet_debug_detach_reason_t = 2147483647;
pub type _zet_debug_detach_reason_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_detach_reason_t as zet_debug_detach_reason_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_debug_event_info_detached_t {
    pub reason: zet_debug_detach_reason_t,
}
impl Default for _zet_debug_event_info_detached_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_debug_event_info_module_t {
    pub format: zet_module_debug_info_format_t,
    pub moduleBegin: u64,
    pub moduleEnd: u64,
    pub load: u64,
}
impl Default for _zet_debug_event_info_module_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_debug_event_info_thread_stopped_t {
    pub thread: ze_device_thread_t,
}
pub const ZET_DEBUG_PAGE_FAULT_REASON_INVALID: _zet_debug_page_fault_reason_t = 0;
pub const ZET_DEBUG_PAGE_FAULT_REASON_MAPPING_ERROR: _zet_debug_page_fault_reason_t = 1;
pub const ZET_DEBUG_PAGE_FAULT_REASON_PERMISSION_ERROR: _zet_debug_page_fault_reason_t = 2;
pub const ZET_DEBUG_PAGE_FAULT_REASON_FORCE_UINT32: _zet_debug_page_fault_reason_t = 2147483647;
pub type _zet_debug_page_fault_reason_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_page_fault_reason_t as zet_debug_page_fault_reason_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_debug_event_info_page_fault_t {
    pub address: u64,
    pub mask: u64,
    pub reason: zet_debug_page_fault_reason_t,
}
impl Default for _zet_debug_event_info_page_fault_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union _zet_debug_event_info_t {
    pub detached: zet_debug_event_info_detached_t,
    pub module: zet_debug_event_info_module_t,
    pub thread: zet_debug_event_info_thread_stopped_t,
    pub page_fault: zet_debug_event_info_page_fault_t,
}
impl Default for _zet_debug_event_info_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_debug_event_info_t = _zet_debug_event_info_t;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_debug_event_t {
    pub type_: zet_debug_event_type_t,
    pub flags: zet_debug_event_flags_t,
    pub info: zet_debug_event_info_t,
}
impl Default for _zet_debug_event_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_DEBUG_MEMORY_SPACE_TYPE_DEFAULT: _zet_debug_memory_space_type_t = 0;
pub const ZET_DEBUG_MEMORY_SPACE_TYPE_SLM: _zet_debug_memory_space_type_t = 1;
pub const ZET_DEBUG_MEMORY_SPACE_TYPE_ELF: _zet_debug_memory_space_type_t = 2;
pub const ZET_DEBUG_MEMORY_SPACE_TYPE_BARRIER: _zet_debug_memory_space_type_t = 3;
pub const ZET_DEBUG_MEMORY_SPACE_TYPE_FORCE_UINT32: _zet_debug_memory_space_type_t = 2147483647;
pub type _zet_debug_memory_space_type_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_memory_space_type_t as zet_debug_memory_space_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_debug_memory_space_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub type_: zet_debug_memory_space_type_t,
    pub address: u64,
}
impl Default for _zet_debug_memory_space_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_debug_regset_flags_t = u32;
pub const ZET_DEBUG_REGSET_FLAG_READABLE: _zet_debug_regset_flag_t = 1;
pub const ZET_DEBUG_REGSET_FLAG_WRITEABLE: _zet_debug_regset_flag_t = 2;
pub const ZET_DEBUG_REGSET_FLAG_FORCE_UINT32: _zet_debug_regset_flag_t = 2147483647;
pub type _zet_debug_regset_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_debug_regset_flag_t as zet_debug_regset_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_debug_regset_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: u32,
    pub version: u32,
    pub generalFlags: zet_debug_regset_flags_t,
    pub deviceFlags: u32,
    pub count: u32,
    pub bitSize: u32,
    pub byteSize: u32,
}
impl Default for _zet_debug_regset_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_metric_group_sampling_type_flags_t = u32;
pub const ZET_METRIC_GROUP_SAMPLING_TYPE_FLAG_EVENT_BASED: _zet_metric_group_sampling_type_flag_t = 1;
pub const ZET_METRIC_GROUP_SAMPLING_TYPE_FLAG_TIME_BASED: _zet_metric_group_sampling_type_flag_t = 2;
pub const ZET_METRIC_GROUP_SAMPLING_TYPE_FLAG_EXP_TRACER_BASED: _zet_metric_group_sampling_type_flag_t = 4;
pub const ZET_METRIC_GROUP_SAMPLING_TYPE_FLAG_FORCE_UINT32: _zet_metric_group_sampling_type_flag_t =
    2147483647;
pub type _zet_metric_group_sampling_type_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_group_sampling_type_flag_t as zet_metric_group_sampling_type_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_group_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub name: [::std::os::raw::c_char; 256usize],
    pub description: [::std::os::raw::c_char; 256usize],
    pub samplingType: zet_metric_group_sampling_type_flags_t,
    pub domain: u32,
    pub metricCount: u32,
}
impl Default for _zet_metric_group_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_TYPE_DURATION: _zet_metric_type_t = 0;
pub const ZET_METRIC_TYPE_EVENT: _zet_metric_type_t = 1;
pub const ZET_METRIC_TYPE_EVENT_WITH_RANGE: _zet_metric_type_t = 2;
pub const ZET_METRIC_TYPE_THROUGHPUT: _zet_metric_type_t = 3;
pub const ZET_METRIC_TYPE_TIMESTAMP: _zet_metric_type_t = 4;
pub const ZET_METRIC_TYPE_FLAG: _zet_metric_type_t = 5;
pub const ZET_METRIC_TYPE_RATIO: _zet_metric_type_t = 6;
pub const ZET_METRIC_TYPE_RAW: _zet_metric_type_t = 7;
pub const ZET_METRIC_TYPE_EVENT_EXP_TIMESTAMP: _zet_metric_type_t = 2147483641;
pub const ZET_METRIC_TYPE_EVENT_EXP_START: _zet_metric_type_t = 2147483642;
pub const ZET_METRIC_TYPE_EVENT_EXP_END: _zet_metric_type_t = 2147483643;
pub const ZET_METRIC_TYPE_EVENT_EXP_MONOTONIC_WRAPS_VALUE: _zet_metric_type_t = 2147483644;
pub const ZET_METRIC_TYPE_EXP_EXPORT_DMA_BUF: _zet_metric_type_t = 2147483645;
pub const ZET_METRIC_TYPE_IP_EXP: _zet_metric_type_t = 2147483646;
pub const ZET_METRIC_TYPE_IP: _zet_metric_type_t = 2147483646;
pub const ZET_METRIC_TYPE_FORCE_UINT32: _zet_metric_type_t = 2147483647;
pub type _zet_metric_type_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_type_t as zet_metric_type_t;
pub const ZET_METRIC_GROUP_CALCULATION_TYPE_METRIC_VALUES: _zet_metric_group_calculation_type_t = 0;
pub const ZET_METRIC_GROUP_CALCULATION_TYPE_MAX_METRIC_VALUES: _zet_metric_group_calculation_type_t = 1;
pub const ZET_METRIC_GROUP_CALCULATION_TYPE_FORCE_UINT32: _zet_metric_group_calculation_type_t = 2147483647;
pub type _zet_metric_group_calculation_type_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_group_calculation_type_t as zet_metric_group_calculation_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub name: [::std::os::raw::c_char; 256usize],
    pub description: [::std::os::raw::c_char; 256usize],
    pub component: [::std::os::raw::c_char; 256usize],
    pub tierNumber: u32,
    pub metricType: zet_metric_type_t,
    pub resultType: zet_value_type_t,
    pub resultUnits: [::std::os::raw::c_char; 256usize],
}
impl Default for _zet_metric_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_streamer_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub notifyEveryNReports: u32,
    pub samplingPeriod: u32,
}
impl Default for _zet_metric_streamer_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_QUERY_POOL_TYPE_PERFORMANCE: _zet_metric_query_pool_type_t = 0;
pub const ZET_METRIC_QUERY_POOL_TYPE_EXECUTION: _zet_metric_query_pool_type_t = 1;
pub const ZET_METRIC_QUERY_POOL_TYPE_FORCE_UINT32: _zet_metric_query_pool_type_t = 2147483647;
pub type _zet_metric_query_pool_type_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_query_pool_type_t as zet_metric_query_pool_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_query_pool_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub type_: zet_metric_query_pool_type_t,
    pub count: u32,
}
impl Default for _zet_metric_query_pool_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_profile_flags_t = u32;
pub const ZET_PROFILE_FLAG_REGISTER_REALLOCATION: _zet_profile_flag_t = 1;
pub const ZET_PROFILE_FLAG_FREE_REGISTER_INFO: _zet_profile_flag_t = 2;
pub const ZET_PROFILE_FLAG_FORCE_UINT32: _zet_profile_flag_t = 2147483647;
pub type _zet_profile_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_profile_flag_t as zet_profile_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_profile_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub flags: zet_profile_flags_t,
    pub numTokens: u32,
}
impl Default for _zet_profile_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_PROFILE_TOKEN_TYPE_FREE_REGISTER: _zet_profile_token_type_t = 0;
pub const ZET_PROFILE_TOKEN_TYPE_FORCE_UINT32: _zet_profile_token_type_t = 2147483647;
pub type _zet_profile_token_type_t = ::std::os::raw::c_uint;
pub use self::_zet_profile_token_type_t as zet_profile_token_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_profile_free_register_token_t {
    pub type_: zet_profile_token_type_t,
    pub size: u32,
    pub count: u32,
}
impl Default for _zet_profile_free_register_token_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_profile_register_sequence_t {
    pub start: u32,
    pub count: u32,
}
pub const ZET_API_TRACING_EXP_VERSION_1_0: _zet_api_tracing_exp_version_t = 65536;
pub const ZET_API_TRACING_EXP_VERSION_CURRENT: _zet_api_tracing_exp_version_t = 65536;
pub const ZET_API_TRACING_EXP_VERSION_FORCE_UINT32: _zet_api_tracing_exp_version_t = 2147483647;
pub type _zet_api_tracing_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_api_tracing_exp_version_t as zet_api_tracing_exp_version_t;
pub type zet_core_callbacks_t = ze_callbacks_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_tracer_exp_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub pUserData: *mut ::std::os::raw::c_void,
}
impl Default for _zet_tracer_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZE_CALCULATE_MULTIPLE_METRICS_EXP_VERSION_1_0: _ze_calculate_multiple_metrics_exp_version_t = 65536;
pub const ZE_CALCULATE_MULTIPLE_METRICS_EXP_VERSION_CURRENT: _ze_calculate_multiple_metrics_exp_version_t =
    65536;
pub const ZE_CALCULATE_MULTIPLE_METRICS_EXP_VERSION_FORCE_UINT32:
    _ze_calculate_multiple_metrics_exp_version_t = 2147483647;
pub type _ze_calculate_multiple_metrics_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_calculate_multiple_metrics_exp_version_t as ze_calculate_multiple_metrics_exp_version_t;
pub const ZE_METRIC_GLOBAL_TIMESTAMPS_EXP_VERSION_1_0: _ze_metric_global_timestamps_exp_version_t = 65536;
pub const ZE_METRIC_GLOBAL_TIMESTAMPS_EXP_VERSION_CURRENT: _ze_metric_global_timestamps_exp_version_t = 65536;
pub const ZE_METRIC_GLOBAL_TIMESTAMPS_EXP_VERSION_FORCE_UINT32: _ze_metric_global_timestamps_exp_version_t =
    2147483647;
pub type _ze_metric_global_timestamps_exp_version_t = ::std::os::raw::c_uint;
pub use self::_ze_metric_global_timestamps_exp_version_t as ze_metric_global_timestamps_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_global_timestamps_resolution_exp_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub timerResolution: u64,
    pub timestampValidBits: u64,
}
impl Default for _zet_metric_global_timestamps_resolution_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_EXPORT_METRIC_DATA_EXP_VERSION_1_0: _zet_export_metric_data_exp_version_t = 65536;
pub const ZET_EXPORT_METRIC_DATA_EXP_VERSION_CURRENT: _zet_export_metric_data_exp_version_t = 65536;
pub const ZET_EXPORT_METRIC_DATA_EXP_VERSION_FORCE_UINT32: _zet_export_metric_data_exp_version_t = 2147483647;
pub type _zet_export_metric_data_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_export_metric_data_exp_version_t as zet_export_metric_data_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_calculate_exp_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub rawReportSkipCount: u32,
}
impl Default for _zet_metric_calculate_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_PROGRAMMABLE_EXP_VERSION_1_1: _zet_metric_programmable_exp_version_t = 65537;
pub const ZET_METRIC_PROGRAMMABLE_EXP_VERSION_CURRENT: _zet_metric_programmable_exp_version_t = 65537;
pub const ZET_METRIC_PROGRAMMABLE_EXP_VERSION_FORCE_UINT32: _zet_metric_programmable_exp_version_t =
    2147483647;
pub type _zet_metric_programmable_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_programmable_exp_version_t as zet_metric_programmable_exp_version_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_programmable_exp_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_programmable_exp_handle_t = *mut _zet_metric_programmable_exp_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_programmable_exp_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub name: [::std::os::raw::c_char; 128usize],
    pub description: [::std::os::raw::c_char; 128usize],
    pub component: [::std::os::raw::c_char; 128usize],
    pub tierNumber: u32,
    pub domain: u32,
    pub parameterCount: u32,
    pub samplingType: zet_metric_group_sampling_type_flags_t,
    pub sourceId: u32,
}
impl Default for _zet_metric_programmable_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_DISAGGREGATION: _zet_metric_programmable_param_type_exp_t =
    0;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_LATENCY: _zet_metric_programmable_param_type_exp_t = 1;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_NORMALIZATION_UTILIZATION:
    _zet_metric_programmable_param_type_exp_t = 2;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_NORMALIZATION_AVERAGE:
    _zet_metric_programmable_param_type_exp_t = 3;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_NORMALIZATION_RATE:
    _zet_metric_programmable_param_type_exp_t = 4;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_NORMALIZATION_BYTES:
    _zet_metric_programmable_param_type_exp_t = 5;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_GENERIC: _zet_metric_programmable_param_type_exp_t = 6;
pub const ZET_METRIC_PROGRAMMABLE_PARAM_TYPE_EXP_FORCE_UINT32: _zet_metric_programmable_param_type_exp_t =
    2147483647;
pub type _zet_metric_programmable_param_type_exp_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_programmable_param_type_exp_t as zet_metric_programmable_param_type_exp_t;
pub const ZET_VALUE_INFO_TYPE_EXP_UINT32: _zet_value_info_type_exp_t = 0;
pub const ZET_VALUE_INFO_TYPE_EXP_UINT64: _zet_value_info_type_exp_t = 1;
pub const ZET_VALUE_INFO_TYPE_EXP_FLOAT32: _zet_value_info_type_exp_t = 2;
pub const ZET_VALUE_INFO_TYPE_EXP_FLOAT64: _zet_value_info_type_exp_t = 3;
pub const ZET_VALUE_INFO_TYPE_EXP_BOOL8: _zet_value_info_type_exp_t = 4;
pub const ZET_VALUE_INFO_TYPE_EXP_UINT8: _zet_value_info_type_exp_t = 5;
pub const ZET_VALUE_INFO_TYPE_EXP_UINT16: _zet_value_info_type_exp_t = 6;
pub const ZET_VALUE_INFO_TYPE_EXP_UINT64_RANGE: _zet_value_info_type_exp_t = 7;
pub const ZET_VALUE_INFO_TYPE_EXP_FLOAT64_RANGE: _zet_value_info_type_exp_t = 8;
pub const ZET_VALUE_INFO_TYPE_EXP_FORCE_UINT32: _zet_value_info_type_exp_t = 2147483647;
pub type _zet_value_info_type_exp_t = ::std::os::raw::c_uint;
pub use self::_zet_value_info_type_exp_t as zet_value_info_type_exp_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_value_uint64_range_exp_t {
    pub ui64Min: u64,
    pub ui64Max: u64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_value_fp64_range_exp_t {
    pub fp64Min: f64,
    pub fp64Max: f64,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union _zet_value_info_exp_t {
    pub ui32: u32,
    pub ui64: u64,
    pub fp32: f32,
    pub fp64: f64,
    pub b8: ze_bool_t,
    pub ui8: u8,
    pub ui16: u16,
    pub ui64Range: zet_value_uint64_range_exp_t,
    pub fp64Range: zet_value_fp64_range_exp_t,
}
impl Default for _zet_value_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_value_info_exp_t = _zet_value_info_exp_t;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_metric_programmable_param_info_exp_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zet_metric_programmable_param_type_exp_t,
    pub name: [::std::os::raw::c_char; 128usize],
    pub valueInfoType: zet_value_info_type_exp_t,
    pub defaultValue: zet_value_t,
    pub valueInfoCount: u32,
}
impl Default for _zet_metric_programmable_param_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_metric_programmable_param_value_info_exp_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub valueInfo: zet_value_info_exp_t,
    pub description: [::std::os::raw::c_char; 128usize],
}
impl Default for _zet_metric_programmable_param_value_info_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_metric_programmable_param_value_exp_t {
    pub value: zet_value_t,
}
impl Default for _zet_metric_programmable_param_value_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_CONCURRENT_METRIC_GROUPS_EXP_VERSION_1_0: _zet_concurrent_metric_groups_exp_version_t = 65536;
pub const ZET_CONCURRENT_METRIC_GROUPS_EXP_VERSION_CURRENT: _zet_concurrent_metric_groups_exp_version_t =
    65536;
pub const ZET_CONCURRENT_METRIC_GROUPS_EXP_VERSION_FORCE_UINT32: _zet_concurrent_metric_groups_exp_version_t =
    2147483647;
pub type _zet_concurrent_metric_groups_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_concurrent_metric_groups_exp_version_t as zet_concurrent_metric_groups_exp_version_t;
pub const ZET_METRIC_TRACER_EXP_VERSION_1_0: _zet_metric_tracer_exp_version_t = 65536;
pub const ZET_METRIC_TRACER_EXP_VERSION_CURRENT: _zet_metric_tracer_exp_version_t = 65536;
pub const ZET_METRIC_TRACER_EXP_VERSION_FORCE_UINT32: _zet_metric_tracer_exp_version_t = 2147483647;
pub type _zet_metric_tracer_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_tracer_exp_version_t as zet_metric_tracer_exp_version_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_tracer_exp_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_tracer_exp_handle_t = *mut _zet_metric_tracer_exp_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zet_metric_decoder_exp_handle_t {
    _unused: [u8; 0],
}
pub type zet_metric_decoder_exp_handle_t = *mut _zet_metric_decoder_exp_handle_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_tracer_exp_desc_t {
    pub stype: zet_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub notifyEveryNBytes: u32,
}
impl Default for _zet_metric_tracer_exp_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct _zet_metric_entry_exp_t {
    pub value: zet_value_t,
    pub timeStamp: u64,
    pub metricIndex: u32,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
}
impl Default for _zet_metric_entry_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_EXPORT_MEMORY_EXP_VERSION_1_0: _zet_metric_export_memory_exp_version_t = 65536;
pub const ZET_METRIC_EXPORT_MEMORY_EXP_VERSION_CURRENT: _zet_metric_export_memory_exp_version_t = 65536;
pub const ZET_METRIC_EXPORT_MEMORY_EXP_VERSION_FORCE_UINT32: _zet_metric_export_memory_exp_version_t =
    2147483647;
pub type _zet_metric_export_memory_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_export_memory_exp_version_t as zet_metric_export_memory_exp_version_t;
pub type zet_metric_group_type_exp_flags_t = u32;
pub const ZET_METRIC_GROUP_TYPE_EXP_FLAG_EXPORT_DMA_BUF: _zet_metric_group_type_exp_flag_t = 1;
pub const ZET_METRIC_GROUP_TYPE_EXP_FLAG_USER_CREATED: _zet_metric_group_type_exp_flag_t = 2;
pub const ZET_METRIC_GROUP_TYPE_EXP_FLAG_OTHER: _zet_metric_group_type_exp_flag_t = 4;
pub const ZET_METRIC_GROUP_TYPE_EXP_FLAG_MARKER: _zet_metric_group_type_exp_flag_t = 8;
pub const ZET_METRIC_GROUP_TYPE_EXP_FLAG_FORCE_UINT32: _zet_metric_group_type_exp_flag_t = 2147483647;
pub type _zet_metric_group_type_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_group_type_exp_flag_t as zet_metric_group_type_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_group_type_exp_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zet_metric_group_type_exp_flags_t,
}
impl Default for _zet_metric_group_type_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_export_dma_buf_exp_properties_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub fd: ::std::os::raw::c_int,
    pub size: usize,
}
impl Default for _zet_export_dma_buf_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRIC_GROUP_MARKER_EXP_VERSION_1_0: _zet_metric_group_marker_exp_version_t = 65536;
pub const ZET_METRIC_GROUP_MARKER_EXP_VERSION_CURRENT: _zet_metric_group_marker_exp_version_t = 65536;
pub const ZET_METRIC_GROUP_MARKER_EXP_VERSION_FORCE_UINT32: _zet_metric_group_marker_exp_version_t =
    2147483647;
pub type _zet_metric_group_marker_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_metric_group_marker_exp_version_t as zet_metric_group_marker_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_metric_source_id_exp_t {
    pub stype: zet_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub sourceId: u32,
}
impl Default for _zet_metric_source_id_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_VERSION_1_0:
    _zet_metrics_runtime_enable_disable_exp_version_t = 65536;
pub const ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_VERSION_CURRENT:
    _zet_metrics_runtime_enable_disable_exp_version_t = 65536;
pub const ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_VERSION_FORCE_UINT32:
    _zet_metrics_runtime_enable_disable_exp_version_t = 2147483647;
pub type _zet_metrics_runtime_enable_disable_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zet_metrics_runtime_enable_disable_exp_version_t as zet_metrics_runtime_enable_disable_exp_version_t;
pub type zes_driver_handle_t = ze_driver_handle_t;
pub type zes_device_handle_t = ze_device_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_sched_handle_t {
    _unused: [u8; 0],
}
pub type zes_sched_handle_t = *mut _zes_sched_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_perf_handle_t {
    _unused: [u8; 0],
}
pub type zes_perf_handle_t = *mut _zes_perf_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_pwr_handle_t {
    _unused: [u8; 0],
}
pub type zes_pwr_handle_t = *mut _zes_pwr_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_freq_handle_t {
    _unused: [u8; 0],
}
pub type zes_freq_handle_t = *mut _zes_freq_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_engine_handle_t {
    _unused: [u8; 0],
}
pub type zes_engine_handle_t = *mut _zes_engine_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_standby_handle_t {
    _unused: [u8; 0],
}
pub type zes_standby_handle_t = *mut _zes_standby_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_firmware_handle_t {
    _unused: [u8; 0],
}
pub type zes_firmware_handle_t = *mut _zes_firmware_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_mem_handle_t {
    _unused: [u8; 0],
}
pub type zes_mem_handle_t = *mut _zes_mem_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_fabric_port_handle_t {
    _unused: [u8; 0],
}
pub type zes_fabric_port_handle_t = *mut _zes_fabric_port_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_temp_handle_t {
    _unused: [u8; 0],
}
pub type zes_temp_handle_t = *mut _zes_temp_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_psu_handle_t {
    _unused: [u8; 0],
}
pub type zes_psu_handle_t = *mut _zes_psu_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_fan_handle_t {
    _unused: [u8; 0],
}
pub type zes_fan_handle_t = *mut _zes_fan_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_led_handle_t {
    _unused: [u8; 0],
}
pub type zes_led_handle_t = *mut _zes_led_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_ras_handle_t {
    _unused: [u8; 0],
}
pub type zes_ras_handle_t = *mut _zes_ras_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_diag_handle_t {
    _unused: [u8; 0],
}
pub type zes_diag_handle_t = *mut _zes_diag_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_overclock_handle_t {
    _unused: [u8; 0],
}
pub type zes_overclock_handle_t = *mut _zes_overclock_handle_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zes_vf_handle_t {
    _unused: [u8; 0],
}
pub type zes_vf_handle_t = *mut _zes_vf_handle_t;
pub const ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES: _zes_structure_type_t = 1;
pub const ZES_STRUCTURE_TYPE_PCI_PROPERTIES: _zes_structure_type_t = 2;
pub const ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES: _zes_structure_type_t = 3;
pub const ZES_STRUCTURE_TYPE_DIAG_PROPERTIES: _zes_structure_type_t = 4;
pub const ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES: _zes_structure_type_t = 5;
pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_PROPERTIES: _zes_structure_type_t = 6;
pub const ZES_STRUCTURE_TYPE_FAN_PROPERTIES: _zes_structure_type_t = 7;
pub const ZES_STRUCTURE_TYPE_FIRMWARE_PROPERTIES: _zes_structure_type_t = 8;
pub const ZES_STRUCTURE_TYPE_FREQ_PROPERTIES: _zes_structure_type_t = 9;
pub const ZES_STRUCTURE_TYPE_LED_PROPERTIES: _zes_structure_type_t = 10;
pub const ZES_STRUCTURE_TYPE_MEM_PROPERTIES: _zes_structure_type_t = 11;
pub const ZES_STRUCTURE_TYPE_PERF_PROPERTIES: _zes_structure_type_t = 12;
pub const ZES_STRUCTURE_TYPE_POWER_PROPERTIES: _zes_structure_type_t = 13;
pub const ZES_STRUCTURE_TYPE_PSU_PROPERTIES: _zes_structure_type_t = 14;
pub const ZES_STRUCTURE_TYPE_RAS_PROPERTIES: _zes_structure_type_t = 15;
pub const ZES_STRUCTURE_TYPE_SCHED_PROPERTIES: _zes_structure_type_t = 16;
pub const ZES_STRUCTURE_TYPE_SCHED_TIMEOUT_PROPERTIES: _zes_structure_type_t = 17;
pub const ZES_STRUCTURE_TYPE_SCHED_TIMESLICE_PROPERTIES: _zes_structure_type_t = 18;
pub const ZES_STRUCTURE_TYPE_STANDBY_PROPERTIES: _zes_structure_type_t = 19;
pub const ZES_STRUCTURE_TYPE_TEMP_PROPERTIES: _zes_structure_type_t = 20;
pub const ZES_STRUCTURE_TYPE_DEVICE_STATE: _zes_structure_type_t = 21;
pub const ZES_STRUCTURE_TYPE_PROCESS_STATE: _zes_structure_type_t = 22;
pub const ZES_STRUCTURE_TYPE_PCI_STATE: _zes_structure_type_t = 23;
pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_CONFIG: _zes_structure_type_t = 24;
pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_STATE: _zes_structure_type_t = 25;
pub const ZES_STRUCTURE_TYPE_FAN_CONFIG: _zes_structure_type_t = 26;
pub const ZES_STRUCTURE_TYPE_FREQ_STATE: _zes_structure_type_t = 27;
pub const ZES_STRUCTURE_TYPE_OC_CAPABILITIES: _zes_structure_type_t = 28;
pub const ZES_STRUCTURE_TYPE_LED_STATE: _zes_structure_type_t = 29;
pub const ZES_STRUCTURE_TYPE_MEM_STATE: _zes_structure_type_t = 30;
pub const ZES_STRUCTURE_TYPE_PSU_STATE: _zes_structure_type_t = 31;
pub const ZES_STRUCTURE_TYPE_BASE_STATE: _zes_structure_type_t = 32;
pub const ZES_STRUCTURE_TYPE_RAS_CONFIG: _zes_structure_type_t = 33;
pub const ZES_STRUCTURE_TYPE_RAS_STATE: _zes_structure_type_t = 34;
pub const ZES_STRUCTURE_TYPE_TEMP_CONFIG: _zes_structure_type_t = 35;
pub const ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES_1_2: _zes_structure_type_t = 36;
pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_DESC: _zes_structure_type_t = 37;
pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_PROPERTIES: _zes_structure_type_t = 38;
pub const ZES_STRUCTURE_TYPE_POWER_LIMIT_EXT_DESC: _zes_structure_type_t = 39;
pub const ZES_STRUCTURE_TYPE_POWER_EXT_PROPERTIES: _zes_structure_type_t = 40;
pub const ZES_STRUCTURE_TYPE_OVERCLOCK_PROPERTIES: _zes_structure_type_t = 41;
pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_ERROR_COUNTERS: _zes_structure_type_t = 42;
pub const ZES_STRUCTURE_TYPE_ENGINE_EXT_PROPERTIES: _zes_structure_type_t = 43;
pub const ZES_STRUCTURE_TYPE_RESET_PROPERTIES: _zes_structure_type_t = 44;
pub const ZES_STRUCTURE_TYPE_DEVICE_EXT_PROPERTIES: _zes_structure_type_t = 45;
pub const ZES_STRUCTURE_TYPE_DEVICE_UUID: _zes_structure_type_t = 46;
pub const ZES_STRUCTURE_TYPE_POWER_DOMAIN_EXP_PROPERTIES: _zes_structure_type_t = 131073;
pub const ZES_STRUCTURE_TYPE_MEM_BANDWIDTH_COUNTER_BITS_EXP_PROPERTIES: _zes_structure_type_t = 131074;
pub const ZES_STRUCTURE_TYPE_MEMORY_PAGE_OFFLINE_STATE_EXP: _zes_structure_type_t = 131075;
pub const ZES_STRUCTURE_TYPE_SUBDEVICE_EXP_PROPERTIES: _zes_structure_type_t = 131076;
pub const ZES_STRUCTURE_TYPE_VF_EXP_PROPERTIES: _zes_structure_type_t = 131077;
pub const ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP: _zes_structure_type_t = 131078;
pub const ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP: _zes_structure_type_t = 131079;
pub const ZES_STRUCTURE_TYPE_VF_EXP_CAPABILITIES: _zes_structure_type_t = 131080;
pub const ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP2: _zes_structure_type_t = 131081;
pub const ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP2: _zes_structure_type_t = 131088;
pub const ZES_STRUCTURE_TYPE_VF_EXP2_CAPABILITIES: _zes_structure_type_t = 131089;
pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_DEFAULT_PROPERTIES_EXT: _zes_structure_type_t = 131090;
pub const ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_STATE: _zes_structure_type_t = 131091;
pub const ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_PROPERTIES: _zes_structure_type_t = 131092;
pub const ZES_STRUCTURE_TYPE_RAS_STATE_EXP2: _zes_structure_type_t = 131093;
pub const ZES_STRUCTURE_TYPE_RAS_CONFIG_EXP: _zes_structure_type_t = 131094;
pub const ZES_STRUCTURE_TYPE_OEM_SERIAL_ID_EXT_PROPERTIES: _zes_structure_type_t = 131095;
pub const ZES_STRUCTURE_TYPE_DEVICE_EXT_STATE: _zes_structure_type_t = 131096;
pub const ZES_STRUCTURE_TYPE_FORCE_UINT32: _zes_structure_type_t = 2147483647;
pub type _zes_structure_type_t = ::std::os::raw::c_uint;
pub use self::_zes_structure_type_t as zes_structure_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_base_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
}
impl Default for _zes_base_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_base_properties_t = _zes_base_properties_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_base_desc_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _zes_base_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_base_desc_t = _zes_base_desc_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_base_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _zes_base_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_base_state_t = _zes_base_state_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_base_config_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _zes_base_config_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_base_config_t = _zes_base_config_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_base_capability_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
}
impl Default for _zes_base_capability_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_base_capability_t = _zes_base_capability_t;
pub type zes_driver_extension_properties_t = _zes_driver_extension_properties_t;
pub type zes_device_state_t = _zes_device_state_t;
pub type zes_reset_properties_t = _zes_reset_properties_t;
pub type zes_uuid_t = _zes_uuid_t;
pub type zes_device_properties_t = _zes_device_properties_t;
pub type zes_device_ext_properties_t = _zes_device_ext_properties_t;
pub type zes_process_state_t = _zes_process_state_t;
pub type zes_pci_address_t = _zes_pci_address_t;
pub type zes_pci_speed_t = _zes_pci_speed_t;
pub type zes_pci_properties_t = _zes_pci_properties_t;
pub type zes_pci_state_t = _zes_pci_state_t;
pub type zes_pci_bar_properties_t = _zes_pci_bar_properties_t;
pub type zes_pci_bar_properties_1_2_t = _zes_pci_bar_properties_1_2_t;
pub type zes_pci_stats_t = _zes_pci_stats_t;
pub type zes_overclock_properties_t = _zes_overclock_properties_t;
pub type zes_control_property_t = _zes_control_property_t;
pub type zes_vf_property_t = _zes_vf_property_t;
pub type zes_diag_test_t = _zes_diag_test_t;
pub type zes_diag_properties_t = _zes_diag_properties_t;
pub type zes_device_ecc_desc_t = _zes_device_ecc_desc_t;
pub type zes_device_ecc_properties_t = _zes_device_ecc_properties_t;
pub type zes_engine_properties_t = _zes_engine_properties_t;
pub type zes_engine_stats_t = _zes_engine_stats_t;
pub type zes_fabric_port_id_t = _zes_fabric_port_id_t;
pub type zes_fabric_port_speed_t = _zes_fabric_port_speed_t;
pub type zes_fabric_port_properties_t = _zes_fabric_port_properties_t;
pub type zes_fabric_link_type_t = _zes_fabric_link_type_t;
pub type zes_fabric_port_config_t = _zes_fabric_port_config_t;
pub type zes_fabric_port_state_t = _zes_fabric_port_state_t;
pub type zes_fabric_port_throughput_t = _zes_fabric_port_throughput_t;
pub type zes_fabric_port_error_counters_t = _zes_fabric_port_error_counters_t;
pub type zes_fan_speed_t = _zes_fan_speed_t;
pub type zes_fan_temp_speed_t = _zes_fan_temp_speed_t;
pub type zes_fan_speed_table_t = _zes_fan_speed_table_t;
pub type zes_fan_properties_t = _zes_fan_properties_t;
pub type zes_fan_config_t = _zes_fan_config_t;
pub type zes_firmware_properties_t = _zes_firmware_properties_t;
pub type zes_freq_properties_t = _zes_freq_properties_t;
pub type zes_freq_range_t = _zes_freq_range_t;
pub type zes_freq_state_t = _zes_freq_state_t;
pub type zes_freq_throttle_time_t = _zes_freq_throttle_time_t;
pub type zes_oc_capabilities_t = _zes_oc_capabilities_t;
pub type zes_led_properties_t = _zes_led_properties_t;
pub type zes_led_color_t = _zes_led_color_t;
pub type zes_led_state_t = _zes_led_state_t;
pub type zes_mem_properties_t = _zes_mem_properties_t;
pub type zes_mem_state_t = _zes_mem_state_t;
pub type zes_mem_bandwidth_t = _zes_mem_bandwidth_t;
pub type zes_mem_ext_bandwidth_t = _zes_mem_ext_bandwidth_t;
pub type zes_perf_properties_t = _zes_perf_properties_t;
pub type zes_power_properties_t = _zes_power_properties_t;
pub type zes_power_energy_counter_t = _zes_power_energy_counter_t;
pub type zes_power_sustained_limit_t = _zes_power_sustained_limit_t;
pub type zes_power_burst_limit_t = _zes_power_burst_limit_t;
pub type zes_power_peak_limit_t = _zes_power_peak_limit_t;
pub type zes_energy_threshold_t = _zes_energy_threshold_t;
pub type zes_psu_properties_t = _zes_psu_properties_t;
pub type zes_psu_state_t = _zes_psu_state_t;
pub type zes_ras_properties_t = _zes_ras_properties_t;
pub type zes_ras_state_t = _zes_ras_state_t;
pub type zes_ras_config_t = _zes_ras_config_t;
pub type zes_sched_properties_t = _zes_sched_properties_t;
pub type zes_sched_timeout_properties_t = _zes_sched_timeout_properties_t;
pub type zes_sched_timeslice_properties_t = _zes_sched_timeslice_properties_t;
pub type zes_standby_properties_t = _zes_standby_properties_t;
pub type zes_temp_properties_t = _zes_temp_properties_t;
pub type zes_temp_threshold_t = _zes_temp_threshold_t;
pub type zes_temp_config_t = _zes_temp_config_t;
pub type zes_power_limit_ext_desc_t = _zes_power_limit_ext_desc_t;
pub type zes_power_ext_properties_t = _zes_power_ext_properties_t;
pub type zes_engine_ext_properties_t = _zes_engine_ext_properties_t;
pub type zes_ras_state_exp_t = _zes_ras_state_exp_t;
pub type zes_ras_state_exp2_t = _zes_ras_state_exp2_t;
pub type zes_ras_config_exp_t = _zes_ras_config_exp_t;
pub type zes_mem_page_offline_state_exp_t = _zes_mem_page_offline_state_exp_t;
pub type zes_mem_bandwidth_counter_bits_exp_properties_t = _zes_mem_bandwidth_counter_bits_exp_properties_t;
pub type zes_power_domain_exp_properties_t = _zes_power_domain_exp_properties_t;
pub type zes_subdevice_exp_properties_t = _zes_subdevice_exp_properties_t;
pub type zes_vf_exp_properties_t = _zes_vf_exp_properties_t;
pub type zes_vf_util_mem_exp_t = _zes_vf_util_mem_exp_t;
pub type zes_vf_util_engine_exp_t = _zes_vf_util_engine_exp_t;
pub type zes_vf_exp_capabilities_t = _zes_vf_exp_capabilities_t;
pub type zes_vf_exp2_capabilities_t = _zes_vf_exp2_capabilities_t;
pub type zes_vf_util_mem_exp2_t = _zes_vf_util_mem_exp2_t;
pub type zes_vf_util_engine_exp2_t = _zes_vf_util_engine_exp2_t;
pub type zes_device_ecc_default_properties_ext_t = _zes_device_ecc_default_properties_ext_t;
pub type zes_pci_link_speed_downgrade_ext_state_t = _zes_pci_link_speed_downgrade_ext_state_t;
pub type zes_pci_link_speed_downgrade_ext_properties_t = _zes_pci_link_speed_downgrade_ext_properties_t;
pub type zes_device_ext_state_t = _zes_device_ext_state_t;
pub type zes_oem_serial_id_ext_properties_t = _zes_oem_serial_id_ext_properties_t;
pub type zes_init_flags_t = u32;
pub const ZES_INIT_FLAG_PLACEHOLDER: _zes_init_flag_t = 1;
pub const ZES_INIT_FLAG_FORCE_UINT32: _zes_init_flag_t = 2147483647;
pub type _zes_init_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_init_flag_t as zes_init_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_driver_extension_properties_t {
    pub name: [::std::os::raw::c_char; 256usize],
    pub version: u32,
}
impl Default for _zes_driver_extension_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_engine_type_flags_t = u32;
pub const ZES_ENGINE_TYPE_FLAG_OTHER: _zes_engine_type_flag_t = 1;
pub const ZES_ENGINE_TYPE_FLAG_COMPUTE: _zes_engine_type_flag_t = 2;
pub const ZES_ENGINE_TYPE_FLAG_3D: _zes_engine_type_flag_t = 4;
pub const ZES_ENGINE_TYPE_FLAG_MEDIA: _zes_engine_type_flag_t = 8;
pub const ZES_ENGINE_TYPE_FLAG_DMA: _zes_engine_type_flag_t = 16;
pub const ZES_ENGINE_TYPE_FLAG_RENDER: _zes_engine_type_flag_t = 32;
pub const ZES_ENGINE_TYPE_FLAG_FORCE_UINT32: _zes_engine_type_flag_t = 2147483647;
pub type _zes_engine_type_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_engine_type_flag_t as zes_engine_type_flag_t;
pub const ZES_REPAIR_STATUS_UNSUPPORTED: _zes_repair_status_t = 0;
pub const ZES_REPAIR_STATUS_NOT_PERFORMED: _zes_repair_status_t = 1;
pub const ZES_REPAIR_STATUS_PERFORMED: _zes_repair_status_t = 2;
pub const ZES_REPAIR_STATUS_FORCE_UINT32: _zes_repair_status_t = 2147483647;
pub type _zes_repair_status_t = ::std::os::raw::c_uint;
pub use self::_zes_repair_status_t as zes_repair_status_t;
pub type zes_reset_reason_flags_t = u32;
pub const ZES_RESET_REASON_FLAG_WEDGED: _zes_reset_reason_flag_t = 1;
pub const ZES_RESET_REASON_FLAG_REPAIR: _zes_reset_reason_flag_t = 2;
pub const ZES_RESET_REASON_FLAG_FORCE_UINT32: _zes_reset_reason_flag_t = 2147483647;
pub type _zes_reset_reason_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_reset_reason_flag_t as zes_reset_reason_flag_t;
pub const ZES_RESET_TYPE_WARM: _zes_reset_type_t = 0;
pub const ZES_RESET_TYPE_COLD: _zes_reset_type_t = 1;
pub const ZES_RESET_TYPE_FLR: _zes_reset_type_t = 2;
pub const ZES_RESET_TYPE_FORCE_UINT32: _zes_reset_type_t = 2147483647;
pub type _zes_reset_type_t = ::std::os::raw::c_uint;
pub use self::_zes_reset_type_t as zes_reset_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub reset: zes_reset_reason_flags_t,
    pub repaired: zes_repair_status_t,
}
impl Default for _zes_device_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_reset_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub force: ze_bool_t,
    pub resetType: zes_reset_type_t,
}
impl Default for _zes_reset_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_uuid_t {
    pub id: [u8; 16usize],
}
pub const ZES_DEVICE_TYPE_GPU: _zes_device_type_t = 1;
pub const ZES_DEVICE_TYPE_CPU: _zes_device_type_t = 2;
pub const ZES_DEVICE_TYPE_FPGA: _zes_device_type_t = 3;
pub const ZES_DEVICE_TYPE_MCA: _zes_device_type_t = 4;
pub const ZES_DEVICE_TYPE_VPU: _zes_device_type_t = 5;
pub const ZES_DEVICE_TYPE_FORCE_UINT32: _zes_device_type_t = 2147483647;
pub type _zes_device_type_t = ::std::os::raw::c_uint;
pub use self::_zes_device_type_t as zes_device_type_t;
pub type zes_device_property_flags_t = u32;
pub const ZES_DEVICE_PROPERTY_FLAG_INTEGRATED: _zes_device_property_flag_t = 1;
pub const ZES_DEVICE_PROPERTY_FLAG_SUBDEVICE: _zes_device_property_flag_t = 2;
pub const ZES_DEVICE_PROPERTY_FLAG_ECC: _zes_device_property_flag_t = 4;
pub const ZES_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING: _zes_device_property_flag_t = 8;
pub const ZES_DEVICE_PROPERTY_FLAG_FORCE_UINT32: _zes_device_property_flag_t = 2147483647;
pub type _zes_device_property_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_device_property_flag_t as zes_device_property_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub core: ze_device_properties_t,
    pub numSubdevices: u32,
    pub serialNumber: [::std::os::raw::c_char; 64usize],
    pub boardNumber: [::std::os::raw::c_char; 64usize],
    pub brandName: [::std::os::raw::c_char; 64usize],
    pub modelName: [::std::os::raw::c_char; 64usize],
    pub vendorName: [::std::os::raw::c_char; 64usize],
    pub driverVersion: [::std::os::raw::c_char; 64usize],
}
impl Default for _zes_device_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_ext_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub uuid: zes_uuid_t,
    pub type_: zes_device_type_t,
    pub flags: zes_device_property_flags_t,
}
impl Default for _zes_device_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_process_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub processId: u32,
    pub memSize: u64,
    pub sharedSize: u64,
    pub engines: zes_engine_type_flags_t,
}
impl Default for _zes_process_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_pci_address_t {
    pub domain: u32,
    pub bus: u32,
    pub device: u32,
    pub function: u32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_pci_speed_t {
    pub gen_: i32,
    pub width: i32,
    pub maxBandwidth: i64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub address: zes_pci_address_t,
    pub maxSpeed: zes_pci_speed_t,
    pub haveBandwidthCounters: ze_bool_t,
    pub havePacketCounters: ze_bool_t,
    pub haveReplayCounters: ze_bool_t,
}
impl Default for _zes_pci_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_PCI_LINK_STATUS_UNKNOWN: _zes_pci_link_status_t = 0;
pub const ZES_PCI_LINK_STATUS_GOOD: _zes_pci_link_status_t = 1;
pub const ZES_PCI_LINK_STATUS_QUALITY_ISSUES: _zes_pci_link_status_t = 2;
pub const ZES_PCI_LINK_STATUS_STABILITY_ISSUES: _zes_pci_link_status_t = 3;
pub const ZES_PCI_LINK_STATUS_FORCE_UINT32: _zes_pci_link_status_t = 2147483647;
pub type _zes_pci_link_status_t = ::std::os::raw::c_uint;
pub use self::_zes_pci_link_status_t as zes_pci_link_status_t;
pub type zes_pci_link_qual_issue_flags_t = u32;
pub const ZES_PCI_LINK_QUAL_ISSUE_FLAG_REPLAYS: _zes_pci_link_qual_issue_flag_t = 1;
pub const ZES_PCI_LINK_QUAL_ISSUE_FLAG_SPEED: _zes_pci_link_qual_issue_flag_t = 2;
pub const ZES_PCI_LINK_QUAL_ISSUE_FLAG_FORCE_UINT32: _zes_pci_link_qual_issue_flag_t = 2147483647;
pub type _zes_pci_link_qual_issue_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_pci_link_qual_issue_flag_t as zes_pci_link_qual_issue_flag_t;
pub type zes_pci_link_stab_issue_flags_t = u32;
pub const ZES_PCI_LINK_STAB_ISSUE_FLAG_RETRAINING: _zes_pci_link_stab_issue_flag_t = 1;
pub const ZES_PCI_LINK_STAB_ISSUE_FLAG_FORCE_UINT32: _zes_pci_link_stab_issue_flag_t = 2147483647;
pub type _zes_pci_link_stab_issue_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_pci_link_stab_issue_flag_t as zes_pci_link_stab_issue_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub status: zes_pci_link_status_t,
    pub qualityIssues: zes_pci_link_qual_issue_flags_t,
    pub stabilityIssues: zes_pci_link_stab_issue_flags_t,
    pub speed: zes_pci_speed_t,
}
impl Default for _zes_pci_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_PCI_BAR_TYPE_MMIO: _zes_pci_bar_type_t = 0;
pub const ZES_PCI_BAR_TYPE_ROM: _zes_pci_bar_type_t = 1;
pub const ZES_PCI_BAR_TYPE_MEM: _zes_pci_bar_type_t = 2;
pub const ZES_PCI_BAR_TYPE_FORCE_UINT32: _zes_pci_bar_type_t = 2147483647;
pub type _zes_pci_bar_type_t = ::std::os::raw::c_uint;
pub use self::_zes_pci_bar_type_t as zes_pci_bar_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_bar_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_pci_bar_type_t,
    pub index: u32,
    pub base: u64,
    pub size: u64,
}
impl Default for _zes_pci_bar_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_bar_properties_1_2_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_pci_bar_type_t,
    pub index: u32,
    pub base: u64,
    pub size: u64,
    pub resizableBarSupported: ze_bool_t,
    pub resizableBarEnabled: ze_bool_t,
}
impl Default for _zes_pci_bar_properties_1_2_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_pci_stats_t {
    pub timestamp: u64,
    pub replayCounter: u64,
    pub packetCounter: u64,
    pub rxCounter: u64,
    pub txCounter: u64,
    pub speed: zes_pci_speed_t,
}
pub const ZES_OVERCLOCK_DOMAIN_CARD: _zes_overclock_domain_t = 1;
pub const ZES_OVERCLOCK_DOMAIN_PACKAGE: _zes_overclock_domain_t = 2;
pub const ZES_OVERCLOCK_DOMAIN_GPU_ALL: _zes_overclock_domain_t = 4;
pub const ZES_OVERCLOCK_DOMAIN_GPU_RENDER_COMPUTE: _zes_overclock_domain_t = 8;
pub const ZES_OVERCLOCK_DOMAIN_GPU_RENDER: _zes_overclock_domain_t = 16;
pub const ZES_OVERCLOCK_DOMAIN_GPU_COMPUTE: _zes_overclock_domain_t = 32;
pub const ZES_OVERCLOCK_DOMAIN_GPU_MEDIA: _zes_overclock_domain_t = 64;
pub const ZES_OVERCLOCK_DOMAIN_VRAM: _zes_overclock_domain_t = 128;
pub const ZES_OVERCLOCK_DOMAIN_ADM: _zes_overclock_domain_t = 256;
pub const ZES_OVERCLOCK_DOMAIN_FORCE_UINT32: _zes_overclock_domain_t = 2147483647;
pub type _zes_overclock_domain_t = ::std::os::raw::c_uint;
pub use self::_zes_overclock_domain_t as zes_overclock_domain_t;
pub const ZES_OVERCLOCK_CONTROL_VF: _zes_overclock_control_t = 1;
pub const ZES_OVERCLOCK_CONTROL_FREQ_OFFSET: _zes_overclock_control_t = 2;
pub const ZES_OVERCLOCK_CONTROL_VMAX_OFFSET: _zes_overclock_control_t = 4;
pub const ZES_OVERCLOCK_CONTROL_FREQ: _zes_overclock_control_t = 8;
pub const ZES_OVERCLOCK_CONTROL_VOLT_LIMIT: _zes_overclock_control_t = 16;
pub const ZES_OVERCLOCK_CONTROL_POWER_SUSTAINED_LIMIT: _zes_overclock_control_t = 32;
pub const ZES_OVERCLOCK_CONTROL_POWER_BURST_LIMIT: _zes_overclock_control_t = 64;
pub const ZES_OVERCLOCK_CONTROL_POWER_PEAK_LIMIT: _zes_overclock_control_t = 128;
pub const ZES_OVERCLOCK_CONTROL_ICCMAX_LIMIT: _zes_overclock_control_t = 256;
pub const ZES_OVERCLOCK_CONTROL_TEMP_LIMIT: _zes_overclock_control_t = 512;
pub const ZES_OVERCLOCK_CONTROL_ITD_DISABLE: _zes_overclock_control_t = 1024;
pub const ZES_OVERCLOCK_CONTROL_ACM_DISABLE: _zes_overclock_control_t = 2048;
pub const ZES_OVERCLOCK_CONTROL_FORCE_UINT32: _zes_overclock_control_t = 2147483647;
pub type _zes_overclock_control_t = ::std::os::raw::c_uint;
pub use self::_zes_overclock_control_t as zes_overclock_control_t;
pub const ZES_OVERCLOCK_MODE_MODE_OFF: _zes_overclock_mode_t = 0;
pub const ZES_OVERCLOCK_MODE_MODE_STOCK: _zes_overclock_mode_t = 2;
pub const ZES_OVERCLOCK_MODE_MODE_ON: _zes_overclock_mode_t = 3;
pub const ZES_OVERCLOCK_MODE_MODE_UNAVAILABLE: _zes_overclock_mode_t = 4;
pub const ZES_OVERCLOCK_MODE_MODE_DISABLED: _zes_overclock_mode_t = 5;
pub const ZES_OVERCLOCK_MODE_FORCE_UINT32: _zes_overclock_mode_t = 2147483647;
pub type _zes_overclock_mode_t = ::std::os::raw::c_uint;
pub use self::_zes_overclock_mode_t as zes_overclock_mode_t;
pub const ZES_CONTROL_STATE_STATE_UNSET: _zes_control_state_t = 0;
pub const ZES_CONTROL_STATE_STATE_ACTIVE: _zes_control_state_t = 2;
pub const ZES_CONTROL_STATE_STATE_DISABLED: _zes_control_state_t = 3;
pub const ZES_CONTROL_STATE_FORCE_UINT32: _zes_control_state_t = 2147483647;
pub type _zes_control_state_t = ::std::os::raw::c_uint;
pub use self::_zes_control_state_t as zes_control_state_t;
pub const ZES_PENDING_ACTION_PENDING_NONE: _zes_pending_action_t = 0;
pub const ZES_PENDING_ACTION_PENDING_IMMINENT: _zes_pending_action_t = 1;
pub const ZES_PENDING_ACTION_PENDING_COLD_RESET: _zes_pending_action_t = 2;
pub const ZES_PENDING_ACTION_PENDING_WARM_RESET: _zes_pending_action_t = 3;
pub const ZES_PENDING_ACTION_FORCE_UINT32: _zes_pending_action_t = 2147483647;
pub type _zes_pending_action_t = ::std::os::raw::c_uint;
pub use self::_zes_pending_action_t as zes_pending_action_t;
pub const ZES_VF_PROGRAM_TYPE_VF_ARBITRARY: _zes_vf_program_type_t = 0;
pub const ZES_VF_PROGRAM_TYPE_VF_FREQ_FIXED: _zes_vf_program_type_t = 1;
pub const ZES_VF_PROGRAM_TYPE_VF_VOLT_FIXED: _zes_vf_program_type_t = 2;
pub const ZES_VF_PROGRAM_TYPE_FORCE_UINT32: _zes_vf_program_type_t = 2147483647;
pub type _zes_vf_program_type_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_program_type_t as zes_vf_program_type_t;
pub const ZES_VF_TYPE_VOLT: _zes_vf_type_t = 0;
pub const ZES_VF_TYPE_FREQ: _zes_vf_type_t = 1;
pub const ZES_VF_TYPE_FORCE_UINT32: _zes_vf_type_t = 2147483647;
pub type _zes_vf_type_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_type_t as zes_vf_type_t;
pub const ZES_VF_ARRAY_TYPE_USER_VF_ARRAY: _zes_vf_array_type_t = 0;
pub const ZES_VF_ARRAY_TYPE_DEFAULT_VF_ARRAY: _zes_vf_array_type_t = 1;
pub const ZES_VF_ARRAY_TYPE_LIVE_VF_ARRAY: _zes_vf_array_type_t = 2;
pub const ZES_VF_ARRAY_TYPE_FORCE_UINT32: _zes_vf_array_type_t = 2147483647;
pub type _zes_vf_array_type_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_array_type_t as zes_vf_array_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_overclock_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub domainType: zes_overclock_domain_t,
    pub AvailableControls: u32,
    pub VFProgramType: zes_vf_program_type_t,
    pub NumberOfVFPoints: u32,
}
impl Default for _zes_overclock_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_control_property_t {
    pub MinValue: f64,
    pub MaxValue: f64,
    pub StepValue: f64,
    pub RefValue: f64,
    pub DefaultValue: f64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_vf_property_t {
    pub MinFreq: f64,
    pub MaxFreq: f64,
    pub StepFreq: f64,
    pub MinVolt: f64,
    pub MaxVolt: f64,
    pub StepVolt: f64,
}
pub const ZES_DIAG_RESULT_NO_ERRORS: _zes_diag_result_t = 0;
pub const ZES_DIAG_RESULT_ABORT: _zes_diag_result_t = 1;
pub const ZES_DIAG_RESULT_FAIL_CANT_REPAIR: _zes_diag_result_t = 2;
pub const ZES_DIAG_RESULT_REBOOT_FOR_REPAIR: _zes_diag_result_t = 3;
pub const ZES_DIAG_RESULT_FORCE_UINT32: _zes_diag_result_t = 2147483647;
pub type _zes_diag_result_t = ::std::os::raw::c_uint;
pub use self::_zes_diag_result_t as zes_diag_result_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_diag_test_t {
    pub index: u32,
    pub name: [::std::os::raw::c_char; 64usize],
}
impl Default for _zes_diag_test_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_diag_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub name: [::std::os::raw::c_char; 64usize],
    pub haveTests: ze_bool_t,
}
impl Default for _zes_diag_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_DEVICE_ECC_STATE_UNAVAILABLE: _zes_device_ecc_state_t = 0;
pub const ZES_DEVICE_ECC_STATE_ENABLED: _zes_device_ecc_state_t = 1;
pub const ZES_DEVICE_ECC_STATE_DISABLED: _zes_device_ecc_state_t = 2;
pub const ZES_DEVICE_ECC_STATE_FORCE_UINT32: _zes_device_ecc_state_t = 2147483647;
pub type _zes_device_ecc_state_t = ::std::os::raw::c_uint;
pub use self::_zes_device_ecc_state_t as zes_device_ecc_state_t;
pub const ZES_DEVICE_ACTION_NONE: _zes_device_action_t = 0;
pub const ZES_DEVICE_ACTION_WARM_CARD_RESET: _zes_device_action_t = 1;
pub const ZES_DEVICE_ACTION_COLD_CARD_RESET: _zes_device_action_t = 2;
pub const ZES_DEVICE_ACTION_COLD_SYSTEM_REBOOT: _zes_device_action_t = 3;
pub const ZES_DEVICE_ACTION_FORCE_UINT32: _zes_device_action_t = 2147483647;
pub type _zes_device_action_t = ::std::os::raw::c_uint;
pub use self::_zes_device_action_t as zes_device_action_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_ecc_desc_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub state: zes_device_ecc_state_t,
}
impl Default for _zes_device_ecc_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_ecc_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub currentState: zes_device_ecc_state_t,
    pub pendingState: zes_device_ecc_state_t,
    pub pendingAction: zes_device_action_t,
}
impl Default for _zes_device_ecc_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_ENGINE_GROUP_ALL: _zes_engine_group_t = 0;
pub const ZES_ENGINE_GROUP_COMPUTE_ALL: _zes_engine_group_t = 1;
pub const ZES_ENGINE_GROUP_MEDIA_ALL: _zes_engine_group_t = 2;
pub const ZES_ENGINE_GROUP_COPY_ALL: _zes_engine_group_t = 3;
pub const ZES_ENGINE_GROUP_COMPUTE_SINGLE: _zes_engine_group_t = 4;
pub const ZES_ENGINE_GROUP_RENDER_SINGLE: _zes_engine_group_t = 5;
pub const ZES_ENGINE_GROUP_MEDIA_DECODE_SINGLE: _zes_engine_group_t = 6;
pub const ZES_ENGINE_GROUP_MEDIA_ENCODE_SINGLE: _zes_engine_group_t = 7;
pub const ZES_ENGINE_GROUP_COPY_SINGLE: _zes_engine_group_t = 8;
pub const ZES_ENGINE_GROUP_MEDIA_ENHANCEMENT_SINGLE: _zes_engine_group_t = 9;
pub const ZES_ENGINE_GROUP_3D_SINGLE: _zes_engine_group_t = 10;
pub const ZES_ENGINE_GROUP_3D_RENDER_COMPUTE_ALL: _zes_engine_group_t = 11;
pub const ZES_ENGINE_GROUP_RENDER_ALL: _zes_engine_group_t = 12;
pub const ZES_ENGINE_GROUP_3D_ALL: _zes_engine_group_t = 13;
pub const ZES_ENGINE_GROUP_MEDIA_CODEC_SINGLE: _zes_engine_group_t = 14;
pub const ZES_ENGINE_GROUP_FORCE_UINT32: _zes_engine_group_t = 2147483647;
pub type _zes_engine_group_t = ::std::os::raw::c_uint;
pub use self::_zes_engine_group_t as zes_engine_group_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_engine_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_engine_group_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
}
impl Default for _zes_engine_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_engine_stats_t {
    pub activeTime: u64,
    pub timestamp: u64,
}
pub type zes_event_type_flags_t = u32;
pub const ZES_EVENT_TYPE_FLAG_DEVICE_DETACH: _zes_event_type_flag_t = 1;
pub const ZES_EVENT_TYPE_FLAG_DEVICE_ATTACH: _zes_event_type_flag_t = 2;
pub const ZES_EVENT_TYPE_FLAG_DEVICE_SLEEP_STATE_ENTER: _zes_event_type_flag_t = 4;
pub const ZES_EVENT_TYPE_FLAG_DEVICE_SLEEP_STATE_EXIT: _zes_event_type_flag_t = 8;
pub const ZES_EVENT_TYPE_FLAG_FREQ_THROTTLED: _zes_event_type_flag_t = 16;
pub const ZES_EVENT_TYPE_FLAG_ENERGY_THRESHOLD_CROSSED: _zes_event_type_flag_t = 32;
pub const ZES_EVENT_TYPE_FLAG_TEMP_CRITICAL: _zes_event_type_flag_t = 64;
pub const ZES_EVENT_TYPE_FLAG_TEMP_THRESHOLD1: _zes_event_type_flag_t = 128;
pub const ZES_EVENT_TYPE_FLAG_TEMP_THRESHOLD2: _zes_event_type_flag_t = 256;
pub const ZES_EVENT_TYPE_FLAG_MEM_HEALTH: _zes_event_type_flag_t = 512;
pub const ZES_EVENT_TYPE_FLAG_FABRIC_PORT_HEALTH: _zes_event_type_flag_t = 1024;
pub const ZES_EVENT_TYPE_FLAG_PCI_LINK_HEALTH: _zes_event_type_flag_t = 2048;
pub const ZES_EVENT_TYPE_FLAG_RAS_CORRECTABLE_ERRORS: _zes_event_type_flag_t = 4096;
pub const ZES_EVENT_TYPE_FLAG_RAS_UNCORRECTABLE_ERRORS: _zes_event_type_flag_t = 8192;
pub const ZES_EVENT_TYPE_FLAG_DEVICE_RESET_REQUIRED: _zes_event_type_flag_t = 16384;
pub const ZES_EVENT_TYPE_FLAG_SURVIVABILITY_MODE_DETECTED: _zes_event_type_flag_t = 32768;
pub const ZES_EVENT_TYPE_FLAG_FORCE_UINT32: _zes_event_type_flag_t = 2147483647;
pub type _zes_event_type_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_event_type_flag_t as zes_event_type_flag_t;
pub const ZES_FABRIC_PORT_STATUS_UNKNOWN: _zes_fabric_port_status_t = 0;
pub const ZES_FABRIC_PORT_STATUS_HEALTHY: _zes_fabric_port_status_t = 1;
pub const ZES_FABRIC_PORT_STATUS_DEGRADED: _zes_fabric_port_status_t = 2;
pub const ZES_FABRIC_PORT_STATUS_FAILED: _zes_fabric_port_status_t = 3;
pub const ZES_FABRIC_PORT_STATUS_DISABLED: _zes_fabric_port_status_t = 4;
pub const ZES_FABRIC_PORT_STATUS_FORCE_UINT32: _zes_fabric_port_status_t = 2147483647;
pub type _zes_fabric_port_status_t = ::std::os::raw::c_uint;
pub use self::_zes_fabric_port_status_t as zes_fabric_port_status_t;
pub type zes_fabric_port_qual_issue_flags_t = u32;
pub const ZES_FABRIC_PORT_QUAL_ISSUE_FLAG_LINK_ERRORS: _zes_fabric_port_qual_issue_flag_t = 1;
pub const ZES_FABRIC_PORT_QUAL_ISSUE_FLAG_SPEED: _zes_fabric_port_qual_issue_flag_t = 2;
pub const ZES_FABRIC_PORT_QUAL_ISSUE_FLAG_FORCE_UINT32: _zes_fabric_port_qual_issue_flag_t = 2147483647;
pub type _zes_fabric_port_qual_issue_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_fabric_port_qual_issue_flag_t as zes_fabric_port_qual_issue_flag_t;
pub type zes_fabric_port_failure_flags_t = u32;
pub const ZES_FABRIC_PORT_FAILURE_FLAG_FAILED: _zes_fabric_port_failure_flag_t = 1;
pub const ZES_FABRIC_PORT_FAILURE_FLAG_TRAINING_TIMEOUT: _zes_fabric_port_failure_flag_t = 2;
pub const ZES_FABRIC_PORT_FAILURE_FLAG_FLAPPING: _zes_fabric_port_failure_flag_t = 4;
pub const ZES_FABRIC_PORT_FAILURE_FLAG_FORCE_UINT32: _zes_fabric_port_failure_flag_t = 2147483647;
pub type _zes_fabric_port_failure_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_fabric_port_failure_flag_t as zes_fabric_port_failure_flag_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_fabric_port_id_t {
    pub fabricId: u32,
    pub attachId: u32,
    pub portNumber: u8,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_fabric_port_speed_t {
    pub bitRate: i64,
    pub width: i32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fabric_port_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub model: [::std::os::raw::c_char; 256usize],
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub portId: zes_fabric_port_id_t,
    pub maxRxSpeed: zes_fabric_port_speed_t,
    pub maxTxSpeed: zes_fabric_port_speed_t,
}
impl Default for _zes_fabric_port_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fabric_link_type_t {
    pub desc: [::std::os::raw::c_char; 256usize],
}
impl Default for _zes_fabric_link_type_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fabric_port_config_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub enabled: ze_bool_t,
    pub beaconing: ze_bool_t,
}
impl Default for _zes_fabric_port_config_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fabric_port_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub status: zes_fabric_port_status_t,
    pub qualityIssues: zes_fabric_port_qual_issue_flags_t,
    pub failureReasons: zes_fabric_port_failure_flags_t,
    pub remotePortId: zes_fabric_port_id_t,
    pub rxSpeed: zes_fabric_port_speed_t,
    pub txSpeed: zes_fabric_port_speed_t,
}
impl Default for _zes_fabric_port_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_fabric_port_throughput_t {
    pub timestamp: u64,
    pub rxCounter: u64,
    pub txCounter: u64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fabric_port_error_counters_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub linkFailureCount: u64,
    pub fwCommErrorCount: u64,
    pub fwErrorCount: u64,
    pub linkDegradeCount: u64,
}
impl Default for _zes_fabric_port_error_counters_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_FAN_SPEED_MODE_DEFAULT: _zes_fan_speed_mode_t = 0;
pub const ZES_FAN_SPEED_MODE_FIXED: _zes_fan_speed_mode_t = 1;
pub const ZES_FAN_SPEED_MODE_TABLE: _zes_fan_speed_mode_t = 2;
pub const ZES_FAN_SPEED_MODE_FORCE_UINT32: _zes_fan_speed_mode_t = 2147483647;
pub type _zes_fan_speed_mode_t = ::std::os::raw::c_uint;
pub use self::_zes_fan_speed_mode_t as zes_fan_speed_mode_t;
pub const ZES_FAN_SPEED_UNITS_RPM: _zes_fan_speed_units_t = 0;
pub const ZES_FAN_SPEED_UNITS_PERCENT: _zes_fan_speed_units_t = 1;
pub const ZES_FAN_SPEED_UNITS_FORCE_UINT32: _zes_fan_speed_units_t = 2147483647;
pub type _zes_fan_speed_units_t = ::std::os::raw::c_uint;
pub use self::_zes_fan_speed_units_t as zes_fan_speed_units_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fan_speed_t {
    pub speed: i32,
    pub units: zes_fan_speed_units_t,
}
impl Default for _zes_fan_speed_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fan_temp_speed_t {
    pub temperature: u32,
    pub speed: zes_fan_speed_t,
}
impl Default for _zes_fan_temp_speed_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fan_speed_table_t {
    pub numPoints: i32,
    pub table: [zes_fan_temp_speed_t; 32usize],
}
impl Default for _zes_fan_speed_table_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fan_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub supportedModes: u32,
    pub supportedUnits: u32,
    pub maxRPM: i32,
    pub maxPoints: i32,
}
impl Default for _zes_fan_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_fan_config_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub mode: zes_fan_speed_mode_t,
    pub speedFixed: zes_fan_speed_t,
    pub speedTable: zes_fan_speed_table_t,
}
impl Default for _zes_fan_config_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_firmware_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub name: [::std::os::raw::c_char; 64usize],
    pub version: [::std::os::raw::c_char; 64usize],
}
impl Default for _zes_firmware_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_FREQ_DOMAIN_GPU: _zes_freq_domain_t = 0;
pub const ZES_FREQ_DOMAIN_MEMORY: _zes_freq_domain_t = 1;
pub const ZES_FREQ_DOMAIN_MEDIA: _zes_freq_domain_t = 2;
pub const ZES_FREQ_DOMAIN_FORCE_UINT32: _zes_freq_domain_t = 2147483647;
pub type _zes_freq_domain_t = ::std::os::raw::c_uint;
pub use self::_zes_freq_domain_t as zes_freq_domain_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_freq_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_freq_domain_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub isThrottleEventSupported: ze_bool_t,
    pub min: f64,
    pub max: f64,
}
impl Default for _zes_freq_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_freq_range_t {
    pub min: f64,
    pub max: f64,
}
pub type zes_freq_throttle_reason_flags_t = u32;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_AVE_PWR_CAP: _zes_freq_throttle_reason_flag_t = 1;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_BURST_PWR_CAP: _zes_freq_throttle_reason_flag_t = 2;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_CURRENT_LIMIT: _zes_freq_throttle_reason_flag_t = 4;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL_LIMIT: _zes_freq_throttle_reason_flag_t = 8;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_PSU_ALERT: _zes_freq_throttle_reason_flag_t = 16;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_SW_RANGE: _zes_freq_throttle_reason_flag_t = 32;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_HW_RANGE: _zes_freq_throttle_reason_flag_t = 64;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_VOLTAGE: _zes_freq_throttle_reason_flag_t = 128;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL: _zes_freq_throttle_reason_flag_t = 256;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_POWER: _zes_freq_throttle_reason_flag_t = 512;
pub const ZES_FREQ_THROTTLE_REASON_FLAG_FORCE_UINT32: _zes_freq_throttle_reason_flag_t = 2147483647;
pub type _zes_freq_throttle_reason_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_freq_throttle_reason_flag_t as zes_freq_throttle_reason_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_freq_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub currentVoltage: f64,
    pub request: f64,
    pub tdp: f64,
    pub efficient: f64,
    pub actual: f64,
    pub throttleReasons: zes_freq_throttle_reason_flags_t,
}
impl Default for _zes_freq_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_freq_throttle_time_t {
    pub throttleTime: u64,
    pub timestamp: u64,
}
pub const ZES_OC_MODE_OFF: _zes_oc_mode_t = 0;
pub const ZES_OC_MODE_OVERRIDE: _zes_oc_mode_t = 1;
pub const ZES_OC_MODE_INTERPOLATIVE: _zes_oc_mode_t = 2;
pub const ZES_OC_MODE_FIXED: _zes_oc_mode_t = 3;
pub const ZES_OC_MODE_FORCE_UINT32: _zes_oc_mode_t = 2147483647;
pub type _zes_oc_mode_t = ::std::os::raw::c_uint;
pub use self::_zes_oc_mode_t as zes_oc_mode_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_oc_capabilities_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub isOcSupported: ze_bool_t,
    pub maxFactoryDefaultFrequency: f64,
    pub maxFactoryDefaultVoltage: f64,
    pub maxOcFrequency: f64,
    pub minOcVoltageOffset: f64,
    pub maxOcVoltageOffset: f64,
    pub maxOcVoltage: f64,
    pub isTjMaxSupported: ze_bool_t,
    pub isIccMaxSupported: ze_bool_t,
    pub isHighVoltModeCapable: ze_bool_t,
    pub isHighVoltModeEnabled: ze_bool_t,
    pub isExtendedModeSupported: ze_bool_t,
    pub isFixedModeSupported: ze_bool_t,
}
impl Default for _zes_oc_capabilities_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_led_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub haveRGB: ze_bool_t,
}
impl Default for _zes_led_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_led_color_t {
    pub red: f64,
    pub green: f64,
    pub blue: f64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_led_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub isOn: ze_bool_t,
    pub color: zes_led_color_t,
}
impl Default for _zes_led_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_MEM_TYPE_HBM: _zes_mem_type_t = 0;
pub const ZES_MEM_TYPE_DDR: _zes_mem_type_t = 1;
pub const ZES_MEM_TYPE_DDR3: _zes_mem_type_t = 2;
pub const ZES_MEM_TYPE_DDR4: _zes_mem_type_t = 3;
pub const ZES_MEM_TYPE_DDR5: _zes_mem_type_t = 4;
pub const ZES_MEM_TYPE_LPDDR: _zes_mem_type_t = 5;
pub const ZES_MEM_TYPE_LPDDR3: _zes_mem_type_t = 6;
pub const ZES_MEM_TYPE_LPDDR4: _zes_mem_type_t = 7;
pub const ZES_MEM_TYPE_LPDDR5: _zes_mem_type_t = 8;
pub const ZES_MEM_TYPE_SRAM: _zes_mem_type_t = 9;
pub const ZES_MEM_TYPE_L1: _zes_mem_type_t = 10;
pub const ZES_MEM_TYPE_L3: _zes_mem_type_t = 11;
pub const ZES_MEM_TYPE_GRF: _zes_mem_type_t = 12;
pub const ZES_MEM_TYPE_SLM: _zes_mem_type_t = 13;
pub const ZES_MEM_TYPE_GDDR4: _zes_mem_type_t = 14;
pub const ZES_MEM_TYPE_GDDR5: _zes_mem_type_t = 15;
pub const ZES_MEM_TYPE_GDDR5X: _zes_mem_type_t = 16;
pub const ZES_MEM_TYPE_GDDR6: _zes_mem_type_t = 17;
pub const ZES_MEM_TYPE_GDDR6X: _zes_mem_type_t = 18;
pub const ZES_MEM_TYPE_GDDR7: _zes_mem_type_t = 19;
pub const ZES_MEM_TYPE_LPDDR5X: _zes_mem_type_t = 20;
pub const ZES_MEM_TYPE_HBM2: _zes_mem_type_t = 21;
pub const ZES_MEM_TYPE_DDR2: _zes_mem_type_t = 22;
pub const ZES_MEM_TYPE_HBM2E: _zes_mem_type_t = 23;
pub const ZES_MEM_TYPE_HBM3: _zes_mem_type_t = 24;
pub const ZES_MEM_TYPE_HBM3E: _zes_mem_type_t = 25;
pub const ZES_MEM_TYPE_HBM4: _zes_mem_type_t = 26;
pub const ZES_MEM_TYPE_LPDDR6: _zes_mem_type_t = 27;
pub const ZES_MEM_TYPE_FORCE_UINT32: _zes_mem_type_t = 2147483647;
pub type _zes_mem_type_t = ::std::os::raw::c_uint;
pub use self::_zes_mem_type_t as zes_mem_type_t;
pub const ZES_MEM_LOC_SYSTEM: _zes_mem_loc_t = 0;
pub const ZES_MEM_LOC_DEVICE: _zes_mem_loc_t = 1;
pub const ZES_MEM_LOC_FORCE_UINT32: _zes_mem_loc_t = 2147483647;
pub type _zes_mem_loc_t = ::std::os::raw::c_uint;
pub use self::_zes_mem_loc_t as zes_mem_loc_t;
pub const ZES_MEM_HEALTH_UNKNOWN: _zes_mem_health_t = 0;
pub const ZES_MEM_HEALTH_OK: _zes_mem_health_t = 1;
pub const ZES_MEM_HEALTH_DEGRADED: _zes_mem_health_t = 2;
pub const ZES_MEM_HEALTH_CRITICAL: _zes_mem_health_t = 3;
pub const ZES_MEM_HEALTH_REPLACE: _zes_mem_health_t = 4;
pub const ZES_MEM_HEALTH_FORCE_UINT32: _zes_mem_health_t = 2147483647;
pub type _zes_mem_health_t = ::std::os::raw::c_uint;
pub use self::_zes_mem_health_t as zes_mem_health_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_mem_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_mem_type_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub location: zes_mem_loc_t,
    pub physicalSize: u64,
    pub busWidth: i32,
    pub numChannels: i32,
}
impl Default for _zes_mem_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_mem_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub health: zes_mem_health_t,
    pub free: u64,
    pub size: u64,
}
impl Default for _zes_mem_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_mem_bandwidth_t {
    pub readCounter: u64,
    pub writeCounter: u64,
    pub maxBandwidth: u64,
    pub timestamp: u64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_mem_ext_bandwidth_t {
    pub memoryTimestampValidBits: u32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_perf_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub engines: zes_engine_type_flags_t,
}
impl Default for _zes_perf_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_POWER_DOMAIN_UNKNOWN: _zes_power_domain_t = 0;
pub const ZES_POWER_DOMAIN_CARD: _zes_power_domain_t = 1;
pub const ZES_POWER_DOMAIN_PACKAGE: _zes_power_domain_t = 2;
pub const ZES_POWER_DOMAIN_STACK: _zes_power_domain_t = 3;
pub const ZES_POWER_DOMAIN_MEMORY: _zes_power_domain_t = 4;
pub const ZES_POWER_DOMAIN_GPU: _zes_power_domain_t = 5;
pub const ZES_POWER_DOMAIN_FORCE_UINT32: _zes_power_domain_t = 2147483647;
pub type _zes_power_domain_t = ::std::os::raw::c_uint;
pub use self::_zes_power_domain_t as zes_power_domain_t;
pub const ZES_POWER_LEVEL_UNKNOWN: _zes_power_level_t = 0;
pub const ZES_POWER_LEVEL_SUSTAINED: _zes_power_level_t = 1;
pub const ZES_POWER_LEVEL_BURST: _zes_power_level_t = 2;
pub const ZES_POWER_LEVEL_PEAK: _zes_power_level_t = 3;
pub const ZES_POWER_LEVEL_INSTANTANEOUS: _zes_power_level_t = 4;
pub const ZES_POWER_LEVEL_FORCE_UINT32: _zes_power_level_t = 2147483647;
pub type _zes_power_level_t = ::std::os::raw::c_uint;
pub use self::_zes_power_level_t as zes_power_level_t;
pub const ZES_POWER_SOURCE_ANY: _zes_power_source_t = 0;
pub const ZES_POWER_SOURCE_MAINS: _zes_power_source_t = 1;
pub const ZES_POWER_SOURCE_BATTERY: _zes_power_source_t = 2;
pub const ZES_POWER_SOURCE_FORCE_UINT32: _zes_power_source_t = 2147483647;
pub type _zes_power_source_t = ::std::os::raw::c_uint;
pub use self::_zes_power_source_t as zes_power_source_t;
pub const ZES_LIMIT_UNIT_UNKNOWN: _zes_limit_unit_t = 0;
pub const ZES_LIMIT_UNIT_CURRENT: _zes_limit_unit_t = 1;
pub const ZES_LIMIT_UNIT_POWER: _zes_limit_unit_t = 2;
pub const ZES_LIMIT_UNIT_FORCE_UINT32: _zes_limit_unit_t = 2147483647;
pub type _zes_limit_unit_t = ::std::os::raw::c_uint;
pub use self::_zes_limit_unit_t as zes_limit_unit_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_power_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub isEnergyThresholdSupported: ze_bool_t,
    pub defaultLimit: i32,
    pub minLimit: i32,
    pub maxLimit: i32,
}
impl Default for _zes_power_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_power_energy_counter_t {
    pub energy: u64,
    pub timestamp: u64,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_power_sustained_limit_t {
    pub enabled: ze_bool_t,
    pub power: i32,
    pub interval: i32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_power_burst_limit_t {
    pub enabled: ze_bool_t,
    pub power: i32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_power_peak_limit_t {
    pub powerAC: i32,
    pub powerDC: i32,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_energy_threshold_t {
    pub enable: ze_bool_t,
    pub threshold: f64,
    pub processId: u32,
}
pub const ZES_PSU_VOLTAGE_STATUS_UNKNOWN: _zes_psu_voltage_status_t = 0;
pub const ZES_PSU_VOLTAGE_STATUS_NORMAL: _zes_psu_voltage_status_t = 1;
pub const ZES_PSU_VOLTAGE_STATUS_OVER: _zes_psu_voltage_status_t = 2;
pub const ZES_PSU_VOLTAGE_STATUS_UNDER: _zes_psu_voltage_status_t = 3;
pub const ZES_PSU_VOLTAGE_STATUS_FORCE_UINT32: _zes_psu_voltage_status_t = 2147483647;
pub type _zes_psu_voltage_status_t = ::std::os::raw::c_uint;
pub use self::_zes_psu_voltage_status_t as zes_psu_voltage_status_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_psu_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub haveFan: ze_bool_t,
    pub ampLimit: i32,
}
impl Default for _zes_psu_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_psu_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub voltStatus: zes_psu_voltage_status_t,
    pub fanFailed: ze_bool_t,
    pub temperature: i32,
    pub current: i32,
}
impl Default for _zes_psu_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_RAS_ERROR_TYPE_CORRECTABLE: _zes_ras_error_type_t = 0;
pub const ZES_RAS_ERROR_TYPE_UNCORRECTABLE: _zes_ras_error_type_t = 1;
pub const ZES_RAS_ERROR_TYPE_FORCE_UINT32: _zes_ras_error_type_t = 2147483647;
pub type _zes_ras_error_type_t = ::std::os::raw::c_uint;
pub use self::_zes_ras_error_type_t as zes_ras_error_type_t;
pub const ZES_RAS_ERROR_CAT_RESET: _zes_ras_error_cat_t = 0;
pub const ZES_RAS_ERROR_CAT_PROGRAMMING_ERRORS: _zes_ras_error_cat_t = 1;
pub const ZES_RAS_ERROR_CAT_DRIVER_ERRORS: _zes_ras_error_cat_t = 2;
pub const ZES_RAS_ERROR_CAT_COMPUTE_ERRORS: _zes_ras_error_cat_t = 3;
pub const ZES_RAS_ERROR_CAT_NON_COMPUTE_ERRORS: _zes_ras_error_cat_t = 4;
pub const ZES_RAS_ERROR_CAT_CACHE_ERRORS: _zes_ras_error_cat_t = 5;
pub const ZES_RAS_ERROR_CAT_DISPLAY_ERRORS: _zes_ras_error_cat_t = 6;
pub const ZES_RAS_ERROR_CAT_FORCE_UINT32: _zes_ras_error_cat_t = 2147483647;
pub type _zes_ras_error_cat_t = ::std::os::raw::c_uint;
pub use self::_zes_ras_error_cat_t as zes_ras_error_cat_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_ras_error_type_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
}
impl Default for _zes_ras_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub category: [u64; 7usize],
}
impl Default for _zes_ras_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_config_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub totalThreshold: u64,
    pub detailedThresholds: zes_ras_state_t,
}
impl Default for _zes_ras_config_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_SCHED_MODE_TIMEOUT: _zes_sched_mode_t = 0;
pub const ZES_SCHED_MODE_TIMESLICE: _zes_sched_mode_t = 1;
pub const ZES_SCHED_MODE_EXCLUSIVE: _zes_sched_mode_t = 2;
pub const ZES_SCHED_MODE_COMPUTE_UNIT_DEBUG: _zes_sched_mode_t = 3;
pub const ZES_SCHED_MODE_FORCE_UINT32: _zes_sched_mode_t = 2147483647;
pub type _zes_sched_mode_t = ::std::os::raw::c_uint;
pub use self::_zes_sched_mode_t as zes_sched_mode_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_sched_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub canControl: ze_bool_t,
    pub engines: zes_engine_type_flags_t,
    pub supportedModes: u32,
}
impl Default for _zes_sched_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_sched_timeout_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub watchdogTimeout: u64,
}
impl Default for _zes_sched_timeout_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_sched_timeslice_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub interval: u64,
    pub yieldTimeout: u64,
}
impl Default for _zes_sched_timeslice_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_STANDBY_TYPE_GLOBAL: _zes_standby_type_t = 0;
pub const ZES_STANDBY_TYPE_FORCE_UINT32: _zes_standby_type_t = 2147483647;
pub type _zes_standby_type_t = ::std::os::raw::c_uint;
pub use self::_zes_standby_type_t as zes_standby_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_standby_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_standby_type_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
}
impl Default for _zes_standby_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_STANDBY_PROMO_MODE_DEFAULT: _zes_standby_promo_mode_t = 0;
pub const ZES_STANDBY_PROMO_MODE_NEVER: _zes_standby_promo_mode_t = 1;
pub const ZES_STANDBY_PROMO_MODE_FORCE_UINT32: _zes_standby_promo_mode_t = 2147483647;
pub type _zes_standby_promo_mode_t = ::std::os::raw::c_uint;
pub use self::_zes_standby_promo_mode_t as zes_standby_promo_mode_t;
pub const ZES_TEMP_SENSORS_GLOBAL: _zes_temp_sensors_t = 0;
pub const ZES_TEMP_SENSORS_GPU: _zes_temp_sensors_t = 1;
pub const ZES_TEMP_SENSORS_MEMORY: _zes_temp_sensors_t = 2;
pub const ZES_TEMP_SENSORS_GLOBAL_MIN: _zes_temp_sensors_t = 3;
pub const ZES_TEMP_SENSORS_GPU_MIN: _zes_temp_sensors_t = 4;
pub const ZES_TEMP_SENSORS_MEMORY_MIN: _zes_temp_sensors_t = 5;
pub const ZES_TEMP_SENSORS_GPU_BOARD: _zes_temp_sensors_t = 6;
pub const ZES_TEMP_SENSORS_GPU_BOARD_MIN: _zes_temp_sensors_t = 7;
pub const ZES_TEMP_SENSORS_VOLTAGE_REGULATOR: _zes_temp_sensors_t = 8;
pub const ZES_TEMP_SENSORS_FORCE_UINT32: _zes_temp_sensors_t = 2147483647;
pub type _zes_temp_sensors_t = ::std::os::raw::c_uint;
pub use self::_zes_temp_sensors_t as zes_temp_sensors_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_temp_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub type_: zes_temp_sensors_t,
    pub onSubdevice: ze_bool_t,
    pub subdeviceId: u32,
    pub maxTemperature: f64,
    pub isCriticalTempSupported: ze_bool_t,
    pub isThreshold1Supported: ze_bool_t,
    pub isThreshold2Supported: ze_bool_t,
}
impl Default for _zes_temp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_temp_threshold_t {
    pub enableLowToHigh: ze_bool_t,
    pub enableHighToLow: ze_bool_t,
    pub threshold: f64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_temp_config_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub enableCritical: ze_bool_t,
    pub threshold1: zes_temp_threshold_t,
    pub threshold2: zes_temp_threshold_t,
}
impl Default for _zes_temp_config_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_POWER_LIMITS_EXT_VERSION_1_0: _zes_power_limits_ext_version_t = 65536;
pub const ZES_POWER_LIMITS_EXT_VERSION_CURRENT: _zes_power_limits_ext_version_t = 65536;
pub const ZES_POWER_LIMITS_EXT_VERSION_FORCE_UINT32: _zes_power_limits_ext_version_t = 2147483647;
pub type _zes_power_limits_ext_version_t = ::std::os::raw::c_uint;
pub use self::_zes_power_limits_ext_version_t as zes_power_limits_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_power_limit_ext_desc_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub level: zes_power_level_t,
    pub source: zes_power_source_t,
    pub limitUnit: zes_limit_unit_t,
    pub enabledStateLocked: ze_bool_t,
    pub enabled: ze_bool_t,
    pub intervalValueLocked: ze_bool_t,
    pub interval: i32,
    pub limitValueLocked: ze_bool_t,
    pub limit: i32,
}
impl Default for _zes_power_limit_ext_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_power_ext_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub domain: zes_power_domain_t,
    pub defaultLimit: *mut zes_power_limit_ext_desc_t,
}
impl Default for _zes_power_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_ENGINE_ACTIVITY_EXT_VERSION_1_0: _zes_engine_activity_ext_version_t = 65536;
pub const ZES_ENGINE_ACTIVITY_EXT_VERSION_CURRENT: _zes_engine_activity_ext_version_t = 65536;
pub const ZES_ENGINE_ACTIVITY_EXT_VERSION_FORCE_UINT32: _zes_engine_activity_ext_version_t = 2147483647;
pub type _zes_engine_activity_ext_version_t = ::std::os::raw::c_uint;
pub use self::_zes_engine_activity_ext_version_t as zes_engine_activity_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_engine_ext_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub countOfVirtualFunctionInstance: u32,
}
impl Default for _zes_engine_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_RAS_STATE_EXP_VERSION_1_0: _zes_ras_state_exp_version_t = 65536;
pub const ZES_RAS_STATE_EXP_VERSION_1_1: _zes_ras_state_exp_version_t = 65537;
pub const ZES_RAS_STATE_EXP_VERSION_CURRENT: _zes_ras_state_exp_version_t = 65537;
pub const ZES_RAS_STATE_EXP_VERSION_FORCE_UINT32: _zes_ras_state_exp_version_t = 2147483647;
pub type _zes_ras_state_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_ras_state_exp_version_t as zes_ras_state_exp_version_t;
pub const ZES_RAS_ERROR_CATEGORY_EXP_RESET: _zes_ras_error_category_exp_t = 0;
pub const ZES_RAS_ERROR_CATEGORY_EXP_PROGRAMMING_ERRORS: _zes_ras_error_category_exp_t = 1;
pub const ZES_RAS_ERROR_CATEGORY_EXP_DRIVER_ERRORS: _zes_ras_error_category_exp_t = 2;
pub const ZES_RAS_ERROR_CATEGORY_EXP_COMPUTE_ERRORS: _zes_ras_error_category_exp_t = 3;
pub const ZES_RAS_ERROR_CATEGORY_EXP_NON_COMPUTE_ERRORS: _zes_ras_error_category_exp_t = 4;
pub const ZES_RAS_ERROR_CATEGORY_EXP_CACHE_ERRORS: _zes_ras_error_category_exp_t = 5;
pub const ZES_RAS_ERROR_CATEGORY_EXP_DISPLAY_ERRORS: _zes_ras_error_category_exp_t = 6;
pub const ZES_RAS_ERROR_CATEGORY_EXP_MEMORY_ERRORS: _zes_ras_error_category_exp_t = 7;
pub const ZES_RAS_ERROR_CATEGORY_EXP_SCALE_ERRORS: _zes_ras_error_category_exp_t = 8;
pub const ZES_RAS_ERROR_CATEGORY_EXP_L3FABRIC_ERRORS: _zes_ras_error_category_exp_t = 9;
pub const ZES_RAS_ERROR_CATEGORY_EXP_PCIE_ERRORS: _zes_ras_error_category_exp_t = 10;
pub const ZES_RAS_ERROR_CATEGORY_EXP_FABRIC_ERRORS: _zes_ras_error_category_exp_t = 11;
pub const ZES_RAS_ERROR_CATEGORY_EXP_SOC_INTERNAL_ERRORS: _zes_ras_error_category_exp_t = 12;
pub const ZES_RAS_ERROR_CATEGORY_EXP_FORCE_UINT32: _zes_ras_error_category_exp_t = 2147483647;
pub type _zes_ras_error_category_exp_t = ::std::os::raw::c_uint;
pub use self::_zes_ras_error_category_exp_t as zes_ras_error_category_exp_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_state_exp_t {
    pub category: zes_ras_error_category_exp_t,
    pub errorCounter: u64,
}
impl Default for _zes_ras_state_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_state_exp2_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub errorCounter: u64,
}
impl Default for _zes_ras_state_exp2_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_ras_config_exp_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub category: zes_ras_error_category_exp_t,
    pub threshold: u64,
}
impl Default for _zes_ras_config_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_MEM_PAGE_OFFLINE_STATE_EXP_VERSION_1_0: _zes_mem_page_offline_state_exp_version_t = 65536;
pub const ZES_MEM_PAGE_OFFLINE_STATE_EXP_VERSION_CURRENT: _zes_mem_page_offline_state_exp_version_t = 65536;
pub const ZES_MEM_PAGE_OFFLINE_STATE_EXP_VERSION_FORCE_UINT32: _zes_mem_page_offline_state_exp_version_t =
    2147483647;
pub type _zes_mem_page_offline_state_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_mem_page_offline_state_exp_version_t as zes_mem_page_offline_state_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_mem_page_offline_state_exp_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub memoryPageOffline: u32,
    pub maxMemoryPageOffline: u32,
}
impl Default for _zes_mem_page_offline_state_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_MEM_BANDWIDTH_COUNTER_BITS_EXP_VERSION_1_0: _zes_mem_bandwidth_counter_bits_exp_version_t =
    65536;
pub const ZES_MEM_BANDWIDTH_COUNTER_BITS_EXP_VERSION_CURRENT: _zes_mem_bandwidth_counter_bits_exp_version_t =
    65536;
pub const ZES_MEM_BANDWIDTH_COUNTER_BITS_EXP_VERSION_FORCE_UINT32:
    _zes_mem_bandwidth_counter_bits_exp_version_t = 2147483647;
pub type _zes_mem_bandwidth_counter_bits_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_mem_bandwidth_counter_bits_exp_version_t as zes_mem_bandwidth_counter_bits_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_mem_bandwidth_counter_bits_exp_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub validBitsCount: u32,
}
impl Default for _zes_mem_bandwidth_counter_bits_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_POWER_DOMAIN_PROPERTIES_EXP_VERSION_1_0: _zes_power_domain_properties_exp_version_t = 65536;
pub const ZES_POWER_DOMAIN_PROPERTIES_EXP_VERSION_CURRENT: _zes_power_domain_properties_exp_version_t = 65536;
pub const ZES_POWER_DOMAIN_PROPERTIES_EXP_VERSION_FORCE_UINT32: _zes_power_domain_properties_exp_version_t =
    2147483647;
pub type _zes_power_domain_properties_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_power_domain_properties_exp_version_t as zes_power_domain_properties_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_power_domain_exp_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub powerDomain: zes_power_domain_t,
}
impl Default for _zes_power_domain_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_FIRMWARE_SECURITY_EXP_VERSION_1_0: _zes_firmware_security_exp_version_t = 65536;
pub const ZES_FIRMWARE_SECURITY_EXP_VERSION_CURRENT: _zes_firmware_security_exp_version_t = 65536;
pub const ZES_FIRMWARE_SECURITY_EXP_VERSION_FORCE_UINT32: _zes_firmware_security_exp_version_t = 2147483647;
pub type _zes_firmware_security_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_firmware_security_exp_version_t as zes_firmware_security_exp_version_t;
pub const ZES_SYSMAN_DEVICE_MAPPING_EXP_VERSION_1_0: _zes_sysman_device_mapping_exp_version_t = 65536;
pub const ZES_SYSMAN_DEVICE_MAPPING_EXP_VERSION_CURRENT: _zes_sysman_device_mapping_exp_version_t = 65536;
pub const ZES_SYSMAN_DEVICE_MAPPING_EXP_VERSION_FORCE_UINT32: _zes_sysman_device_mapping_exp_version_t =
    2147483647;
pub type _zes_sysman_device_mapping_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_sysman_device_mapping_exp_version_t as zes_sysman_device_mapping_exp_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_subdevice_exp_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub subdeviceId: u32,
    pub uuid: zes_uuid_t,
}
impl Default for _zes_subdevice_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_VF_MANAGEMENT_EXP_VERSION_1_0: _zes_vf_management_exp_version_t = 65536;
pub const ZES_VF_MANAGEMENT_EXP_VERSION_1_1: _zes_vf_management_exp_version_t = 65537;
pub const ZES_VF_MANAGEMENT_EXP_VERSION_1_2: _zes_vf_management_exp_version_t = 65538;
pub const ZES_VF_MANAGEMENT_EXP_VERSION_CURRENT: _zes_vf_management_exp_version_t = 65538;
pub const ZES_VF_MANAGEMENT_EXP_VERSION_FORCE_UINT32: _zes_vf_management_exp_version_t = 2147483647;
pub type _zes_vf_management_exp_version_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_management_exp_version_t as zes_vf_management_exp_version_t;
pub type zes_vf_info_mem_type_exp_flags_t = u32;
pub const ZES_VF_INFO_MEM_TYPE_EXP_FLAG_MEM_TYPE_SYSTEM: _zes_vf_info_mem_type_exp_flag_t = 1;
pub const ZES_VF_INFO_MEM_TYPE_EXP_FLAG_MEM_TYPE_DEVICE: _zes_vf_info_mem_type_exp_flag_t = 2;
pub const ZES_VF_INFO_MEM_TYPE_EXP_FLAG_FORCE_UINT32: _zes_vf_info_mem_type_exp_flag_t = 2147483647;
pub type _zes_vf_info_mem_type_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_info_mem_type_exp_flag_t as zes_vf_info_mem_type_exp_flag_t;
pub type zes_vf_info_util_exp_flags_t = u32;
pub const ZES_VF_INFO_UTIL_EXP_FLAG_INFO_NONE: _zes_vf_info_util_exp_flag_t = 1;
pub const ZES_VF_INFO_UTIL_EXP_FLAG_INFO_MEM_CPU: _zes_vf_info_util_exp_flag_t = 2;
pub const ZES_VF_INFO_UTIL_EXP_FLAG_INFO_MEM_GPU: _zes_vf_info_util_exp_flag_t = 4;
pub const ZES_VF_INFO_UTIL_EXP_FLAG_INFO_ENGINE: _zes_vf_info_util_exp_flag_t = 8;
pub const ZES_VF_INFO_UTIL_EXP_FLAG_FORCE_UINT32: _zes_vf_info_util_exp_flag_t = 2147483647;
pub type _zes_vf_info_util_exp_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_vf_info_util_exp_flag_t as zes_vf_info_util_exp_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_exp_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub address: zes_pci_address_t,
    pub uuid: zes_uuid_t,
    pub flags: zes_vf_info_util_exp_flags_t,
}
impl Default for _zes_vf_exp_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_util_mem_exp_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub memTypeFlags: zes_vf_info_mem_type_exp_flags_t,
    pub free: u64,
    pub size: u64,
    pub timestamp: u64,
}
impl Default for _zes_vf_util_mem_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_util_engine_exp_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub type_: zes_engine_group_t,
    pub activeCounterValue: u64,
    pub samplingCounterValue: u64,
    pub timestamp: u64,
}
impl Default for _zes_vf_util_engine_exp_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_exp_capabilities_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub address: zes_pci_address_t,
    pub vfDeviceMemSize: u32,
    pub vfID: u32,
}
impl Default for _zes_vf_exp_capabilities_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_exp2_capabilities_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub address: zes_pci_address_t,
    pub vfDeviceMemSize: u64,
    pub vfID: u32,
}
impl Default for _zes_vf_exp2_capabilities_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_util_mem_exp2_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub vfMemLocation: zes_mem_loc_t,
    pub vfMemUtilized: u64,
}
impl Default for _zes_vf_util_mem_exp2_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_vf_util_engine_exp2_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub vfEngineType: zes_engine_group_t,
    pub activeCounterValue: u64,
    pub samplingCounterValue: u64,
}
impl Default for _zes_vf_util_engine_exp2_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_DEVICE_ECC_DEFAULT_PROPERTIES_EXT_VERSION_1_0:
    _zes_device_ecc_default_properties_ext_version_t = 65536;
pub const ZES_DEVICE_ECC_DEFAULT_PROPERTIES_EXT_VERSION_CURRENT:
    _zes_device_ecc_default_properties_ext_version_t = 65536;
pub const ZES_DEVICE_ECC_DEFAULT_PROPERTIES_EXT_VERSION_FORCE_UINT32:
    _zes_device_ecc_default_properties_ext_version_t = 2147483647;
pub type _zes_device_ecc_default_properties_ext_version_t = ::std::os::raw::c_uint;
pub use self::_zes_device_ecc_default_properties_ext_version_t as zes_device_ecc_default_properties_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_ecc_default_properties_ext_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub defaultState: zes_device_ecc_state_t,
}
impl Default for _zes_device_ecc_default_properties_ext_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_PCI_LINK_SPEED_DOWNGRADE_EXT_VERSION_1_0: _zes_pci_link_speed_downgrade_ext_version_t = 65536;
pub const ZES_PCI_LINK_SPEED_DOWNGRADE_EXT_VERSION_CURRENT: _zes_pci_link_speed_downgrade_ext_version_t =
    65536;
pub const ZES_PCI_LINK_SPEED_DOWNGRADE_EXT_VERSION_FORCE_UINT32: _zes_pci_link_speed_downgrade_ext_version_t =
    2147483647;
pub type _zes_pci_link_speed_downgrade_ext_version_t = ::std::os::raw::c_uint;
pub use self::_zes_pci_link_speed_downgrade_ext_version_t as zes_pci_link_speed_downgrade_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_link_speed_downgrade_ext_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub pciLinkSpeedDowngradeStatus: ze_bool_t,
}
impl Default for _zes_pci_link_speed_downgrade_ext_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_pci_link_speed_downgrade_ext_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub pciLinkSpeedUpdateCapable: ze_bool_t,
    pub maxPciGenSupported: i32,
}
impl Default for _zes_pci_link_speed_downgrade_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_DEVICE_EXT_STATE_VERSION_1_0: _zes_device_ext_state_version_t = 65536;
pub const ZES_DEVICE_EXT_STATE_VERSION_CURRENT: _zes_device_ext_state_version_t = 65536;
pub const ZES_DEVICE_EXT_STATE_VERSION_FORCE_UINT32: _zes_device_ext_state_version_t = 2147483647;
pub type _zes_device_ext_state_version_t = ::std::os::raw::c_uint;
pub use self::_zes_device_ext_state_version_t as zes_device_ext_state_version_t;
pub type zes_device_state_ext_flags_t = u32;
pub const ZES_DEVICE_STATE_EXT_FLAG_NORMAL: _zes_device_state_ext_flag_t = 1;
pub const ZES_DEVICE_STATE_EXT_FLAG_WEDGED: _zes_device_state_ext_flag_t = 2;
pub const ZES_DEVICE_STATE_EXT_FLAG_SURVIVABILITY: _zes_device_state_ext_flag_t = 4;
pub const ZES_DEVICE_STATE_EXT_FLAG_FLASH_OVERRIDE: _zes_device_state_ext_flag_t = 8;
pub const ZES_DEVICE_STATE_EXT_FLAG_FORCE_UINT32: _zes_device_state_ext_flag_t = 2147483647;
pub type _zes_device_state_ext_flag_t = ::std::os::raw::c_uint;
pub use self::_zes_device_state_ext_flag_t as zes_device_state_ext_flag_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_device_ext_state_t {
    pub stype: zes_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub flags: zes_device_state_ext_flags_t,
}
impl Default for _zes_device_ext_state_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const ZES_OEM_SERIAL_ID_EXT_VERSION_1_0: _zes_oem_serial_id_ext_version_t = 65536;
pub const ZES_OEM_SERIAL_ID_EXT_VERSION_CURRENT: _zes_oem_serial_id_ext_version_t = 65536;
pub const ZES_OEM_SERIAL_ID_EXT_VERSION_FORCE_UINT32: _zes_oem_serial_id_ext_version_t = 2147483647;
pub type _zes_oem_serial_id_ext_version_t = ::std::os::raw::c_uint;
pub use self::_zes_oem_serial_id_ext_version_t as zes_oem_serial_id_ext_version_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_oem_serial_id_ext_properties_t {
    pub stype: zes_structure_type_t,
    pub pNext: *mut ::std::os::raw::c_void,
    pub length: u16,
    pub oemSerialId: [::std::os::raw::c_char; 1024usize],
}
impl Default for _zes_oem_serial_id_ext_properties_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_pfnRTASBuilderCreateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *const ze_rtas_builder_ext_desc_t,
        arg3: *mut ze_rtas_builder_ext_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderGetBuildPropertiesExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_builder_ext_handle_t,
        arg2: *const ze_rtas_builder_build_op_ext_desc_t,
        arg3: *mut ze_rtas_builder_ext_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderBuildExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_builder_ext_handle_t,
        arg2: *const ze_rtas_builder_build_op_ext_desc_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: usize,
        arg5: *mut ::std::os::raw::c_void,
        arg6: usize,
        arg7: ze_rtas_parallel_operation_ext_handle_t,
        arg8: *mut ::std::os::raw::c_void,
        arg9: *mut ze_rtas_aabb_ext_t,
        arg10: *mut usize,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderCommandListAppendCopyExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderDestroyExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_builder_ext_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_builder_dditable_t {
    pub pfnCreateExt: ze_pfnRTASBuilderCreateExt_t,
    pub pfnGetBuildPropertiesExt: ze_pfnRTASBuilderGetBuildPropertiesExt_t,
    pub pfnBuildExt: ze_pfnRTASBuilderBuildExt_t,
    pub pfnCommandListAppendCopyExt: ze_pfnRTASBuilderCommandListAppendCopyExt_t,
    pub pfnDestroyExt: ze_pfnRTASBuilderDestroyExt_t,
}
pub type ze_rtas_builder_dditable_t = _ze_rtas_builder_dditable_t;
pub type ze_pfnGetRTASBuilderProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_rtas_builder_dditable_t) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *const ze_rtas_builder_exp_desc_t,
        arg3: *mut ze_rtas_builder_exp_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderGetBuildPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_builder_exp_handle_t,
        arg2: *const ze_rtas_builder_build_op_exp_desc_t,
        arg3: *mut ze_rtas_builder_exp_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderBuildExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_builder_exp_handle_t,
        arg2: *const ze_rtas_builder_build_op_exp_desc_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: usize,
        arg5: *mut ::std::os::raw::c_void,
        arg6: usize,
        arg7: ze_rtas_parallel_operation_exp_handle_t,
        arg8: *mut ::std::os::raw::c_void,
        arg9: *mut ze_rtas_aabb_exp_t,
        arg10: *mut usize,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASBuilderDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_builder_exp_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_builder_exp_dditable_t {
    pub pfnCreateExp: ze_pfnRTASBuilderCreateExp_t,
    pub pfnGetBuildPropertiesExp: ze_pfnRTASBuilderGetBuildPropertiesExp_t,
    pub pfnBuildExp: ze_pfnRTASBuilderBuildExp_t,
    pub pfnDestroyExp: ze_pfnRTASBuilderDestroyExp_t,
}
pub type ze_rtas_builder_exp_dditable_t = _ze_rtas_builder_exp_dditable_t;
pub type ze_pfnGetRTASBuilderExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_rtas_builder_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationCreateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *mut ze_rtas_parallel_operation_ext_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationGetPropertiesExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_parallel_operation_ext_handle_t,
        arg2: *mut ze_rtas_parallel_operation_ext_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationJoinExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_parallel_operation_ext_handle_t) -> ze_result_t>;
pub type ze_pfnRTASParallelOperationDestroyExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_parallel_operation_ext_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_parallel_operation_dditable_t {
    pub pfnCreateExt: ze_pfnRTASParallelOperationCreateExt_t,
    pub pfnGetPropertiesExt: ze_pfnRTASParallelOperationGetPropertiesExt_t,
    pub pfnJoinExt: ze_pfnRTASParallelOperationJoinExt_t,
    pub pfnDestroyExt: ze_pfnRTASParallelOperationDestroyExt_t,
}
pub type ze_rtas_parallel_operation_dditable_t = _ze_rtas_parallel_operation_dditable_t;
pub type ze_pfnGetRTASParallelOperationProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_api_version_t,
        arg2: *mut ze_rtas_parallel_operation_dditable_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *mut ze_rtas_parallel_operation_exp_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationGetPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_rtas_parallel_operation_exp_handle_t,
        arg2: *mut ze_rtas_parallel_operation_exp_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnRTASParallelOperationJoinExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_parallel_operation_exp_handle_t) -> ze_result_t>;
pub type ze_pfnRTASParallelOperationDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_rtas_parallel_operation_exp_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_rtas_parallel_operation_exp_dditable_t {
    pub pfnCreateExp: ze_pfnRTASParallelOperationCreateExp_t,
    pub pfnGetPropertiesExp: ze_pfnRTASParallelOperationGetPropertiesExp_t,
    pub pfnJoinExp: ze_pfnRTASParallelOperationJoinExp_t,
    pub pfnDestroyExp: ze_pfnRTASParallelOperationDestroyExp_t,
}
pub type ze_rtas_parallel_operation_exp_dditable_t = _ze_rtas_parallel_operation_exp_dditable_t;
pub type ze_pfnGetRTASParallelOperationExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_api_version_t,
        arg2: *mut ze_rtas_parallel_operation_exp_dditable_t,
    ) -> ze_result_t,
>;
pub type ze_pfnInit_t = ::std::option::Option<unsafe extern "C" fn(arg1: ze_init_flags_t) -> ze_result_t>;
pub type ze_pfnInitDrivers_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: *mut u32,
        arg2: *mut ze_driver_handle_t,
        arg3: *mut ze_init_driver_type_desc_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_global_dditable_t {
    pub pfnInit: ze_pfnInit_t,
    pub pfnInitDrivers: ze_pfnInitDrivers_t,
}
pub type ze_global_dditable_t = _ze_global_dditable_t;
pub type ze_pfnGetGlobalProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_global_dditable_t) -> ze_result_t,
>;
pub type ze_pfnDriverGet_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: *mut u32, arg2: *mut ze_driver_handle_t) -> ze_result_t>;
pub type ze_pfnDriverGetApiVersion_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_driver_handle_t, arg2: *mut ze_api_version_t) -> ze_result_t,
>;
pub type ze_pfnDriverGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_driver_handle_t, arg2: *mut ze_driver_properties_t) -> ze_result_t,
>;
pub type ze_pfnDriverGetIpcProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_driver_handle_t, arg2: *mut ze_driver_ipc_properties_t) -> ze_result_t,
>;
pub type ze_pfnDriverGetExtensionProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_driver_extension_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDriverGetExtensionFunctionAddress_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnDriverGetLastErrorDescription_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_driver_handle_t, arg2: *mut *const ::std::os::raw::c_char) -> ze_result_t,
>;
pub type ze_pfnDriverRTASFormatCompatibilityCheckExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: ze_rtas_format_ext_t,
        arg3: ze_rtas_format_ext_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDriverGetDefaultContext_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_driver_handle_t) -> ze_context_handle_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_driver_dditable_t {
    pub pfnGet: ze_pfnDriverGet_t,
    pub pfnGetApiVersion: ze_pfnDriverGetApiVersion_t,
    pub pfnGetProperties: ze_pfnDriverGetProperties_t,
    pub pfnGetIpcProperties: ze_pfnDriverGetIpcProperties_t,
    pub pfnGetExtensionProperties: ze_pfnDriverGetExtensionProperties_t,
    pub pfnGetExtensionFunctionAddress: ze_pfnDriverGetExtensionFunctionAddress_t,
    pub pfnGetLastErrorDescription: ze_pfnDriverGetLastErrorDescription_t,
    pub pfnRTASFormatCompatibilityCheckExt: ze_pfnDriverRTASFormatCompatibilityCheckExt_t,
    pub pfnGetDefaultContext: ze_pfnDriverGetDefaultContext_t,
}
pub type ze_driver_dditable_t = _ze_driver_dditable_t;
pub type ze_pfnGetDriverProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_driver_dditable_t) -> ze_result_t,
>;
pub type ze_pfnDriverRTASFormatCompatibilityCheckExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: ze_rtas_format_exp_t,
        arg3: ze_rtas_format_exp_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_driver_exp_dditable_t {
    pub pfnRTASFormatCompatibilityCheckExp: ze_pfnDriverRTASFormatCompatibilityCheckExp_t,
}
pub type ze_driver_exp_dditable_t = _ze_driver_exp_dditable_t;
pub type ze_pfnGetDriverExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_driver_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGet_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_device_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetSubDevices_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_device_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_device_properties_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetComputeProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_device_compute_properties_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetModuleProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_device_module_properties_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetCommandQueueGroupProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_command_queue_group_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetMemoryProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_device_memory_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetMemoryAccessProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut ze_device_memory_access_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetCacheProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_device_cache_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetImageProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_device_image_properties_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetExternalMemoryProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut ze_device_external_memory_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetP2PProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut ze_device_p2p_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceCanAccessPeer_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut ze_bool_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetStatus_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_device_handle_t) -> ze_result_t>;
pub type ze_pfnDeviceGetGlobalTimestamps_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut u64, arg3: *mut u64) -> ze_result_t,
>;
pub type ze_pfnDeviceReserveCacheExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: usize, arg3: usize) -> ze_result_t,
>;
pub type ze_pfnDeviceSetCacheAdviceExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: usize,
        arg4: ze_cache_ext_region_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDevicePciGetPropertiesExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_pci_ext_properties_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetRootDevice_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_device_handle_t) -> ze_result_t,
>;
pub type ze_pfnDeviceImportExternalSemaphoreExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *const ze_external_semaphore_ext_desc_t,
        arg3: *mut ze_external_semaphore_ext_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceReleaseExternalSemaphoreExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_external_semaphore_ext_handle_t) -> ze_result_t>;
pub type ze_pfnDeviceGetVectorWidthPropertiesExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_device_vector_width_properties_ext_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceSynchronize_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_device_handle_t) -> ze_result_t>;
pub type ze_pfnDeviceGetAggregatedCopyOffloadIncrementValue_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut u32) -> ze_result_t>;
pub type ze_pfnDeviceGetRuntimeRequirements_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut usize,
        arg4: *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetRuntimeRequirementsKey_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut *const ::std::os::raw::c_char) -> ze_result_t,
>;
pub type ze_pfnDeviceValidateRuntimeRequirements_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *mut ze_validate_runtime_requirements_output_t,
    ) -> ze_result_t,
>;
pub type ze_pfnDeviceGetCounterBasedEventMaxValue_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut u64) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_dditable_t {
    pub pfnGet: ze_pfnDeviceGet_t,
    pub pfnGetSubDevices: ze_pfnDeviceGetSubDevices_t,
    pub pfnGetProperties: ze_pfnDeviceGetProperties_t,
    pub pfnGetComputeProperties: ze_pfnDeviceGetComputeProperties_t,
    pub pfnGetModuleProperties: ze_pfnDeviceGetModuleProperties_t,
    pub pfnGetCommandQueueGroupProperties: ze_pfnDeviceGetCommandQueueGroupProperties_t,
    pub pfnGetMemoryProperties: ze_pfnDeviceGetMemoryProperties_t,
    pub pfnGetMemoryAccessProperties: ze_pfnDeviceGetMemoryAccessProperties_t,
    pub pfnGetCacheProperties: ze_pfnDeviceGetCacheProperties_t,
    pub pfnGetImageProperties: ze_pfnDeviceGetImageProperties_t,
    pub pfnGetExternalMemoryProperties: ze_pfnDeviceGetExternalMemoryProperties_t,
    pub pfnGetP2PProperties: ze_pfnDeviceGetP2PProperties_t,
    pub pfnCanAccessPeer: ze_pfnDeviceCanAccessPeer_t,
    pub pfnGetStatus: ze_pfnDeviceGetStatus_t,
    pub pfnGetGlobalTimestamps: ze_pfnDeviceGetGlobalTimestamps_t,
    pub pfnReserveCacheExt: ze_pfnDeviceReserveCacheExt_t,
    pub pfnSetCacheAdviceExt: ze_pfnDeviceSetCacheAdviceExt_t,
    pub pfnPciGetPropertiesExt: ze_pfnDevicePciGetPropertiesExt_t,
    pub pfnGetRootDevice: ze_pfnDeviceGetRootDevice_t,
    pub pfnImportExternalSemaphoreExt: ze_pfnDeviceImportExternalSemaphoreExt_t,
    pub pfnReleaseExternalSemaphoreExt: ze_pfnDeviceReleaseExternalSemaphoreExt_t,
    pub pfnGetVectorWidthPropertiesExt: ze_pfnDeviceGetVectorWidthPropertiesExt_t,
    pub pfnSynchronize: ze_pfnDeviceSynchronize_t,
    pub pfnGetAggregatedCopyOffloadIncrementValue: ze_pfnDeviceGetAggregatedCopyOffloadIncrementValue_t,
    pub pfnGetRuntimeRequirements: ze_pfnDeviceGetRuntimeRequirements_t,
    pub pfnGetRuntimeRequirementsKey: ze_pfnDeviceGetRuntimeRequirementsKey_t,
    pub pfnValidateRuntimeRequirements: ze_pfnDeviceValidateRuntimeRequirements_t,
    pub pfnGetCounterBasedEventMaxValue: ze_pfnDeviceGetCounterBasedEventMaxValue_t,
}
pub type ze_device_dditable_t = _ze_device_dditable_t;
pub type ze_pfnGetDeviceProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_device_dditable_t) -> ze_result_t,
>;
pub type ze_pfnDeviceGetFabricVertexExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_device_handle_t, arg2: *mut ze_fabric_vertex_handle_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_device_exp_dditable_t {
    pub pfnGetFabricVertexExp: ze_pfnDeviceGetFabricVertexExp_t,
}
pub type ze_device_exp_dditable_t = _ze_device_exp_dditable_t;
pub type ze_pfnGetDeviceExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_device_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnContextCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *const ze_context_desc_t,
        arg3: *mut ze_context_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnContextDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_context_handle_t) -> ze_result_t>;
pub type ze_pfnContextGetStatus_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_context_handle_t) -> ze_result_t>;
pub type ze_pfnContextSystemBarrier_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: ze_device_handle_t) -> ze_result_t,
>;
pub type ze_pfnContextMakeMemoryResident_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: usize,
    ) -> ze_result_t,
>;
pub type ze_pfnContextEvictMemory_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: usize,
    ) -> ze_result_t,
>;
pub type ze_pfnContextMakeImageResident_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: ze_image_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnContextEvictImage_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: ze_image_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnContextCreateEx_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *const ze_context_desc_t,
        arg3: u32,
        arg4: *mut ze_device_handle_t,
        arg5: *mut ze_context_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_context_dditable_t {
    pub pfnCreate: ze_pfnContextCreate_t,
    pub pfnDestroy: ze_pfnContextDestroy_t,
    pub pfnGetStatus: ze_pfnContextGetStatus_t,
    pub pfnSystemBarrier: ze_pfnContextSystemBarrier_t,
    pub pfnMakeMemoryResident: ze_pfnContextMakeMemoryResident_t,
    pub pfnEvictMemory: ze_pfnContextEvictMemory_t,
    pub pfnMakeImageResident: ze_pfnContextMakeImageResident_t,
    pub pfnEvictImage: ze_pfnContextEvictImage_t,
    pub pfnCreateEx: ze_pfnContextCreateEx_t,
}
pub type ze_context_dditable_t = _ze_context_dditable_t;
pub type ze_pfnGetContextProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_context_dditable_t) -> ze_result_t,
>;
pub type ze_pfnCommandQueueCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_command_queue_desc_t,
        arg4: *mut ze_command_queue_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandQueueDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_queue_handle_t) -> ze_result_t>;
pub type ze_pfnCommandQueueExecuteCommandLists_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_queue_handle_t,
        arg2: u32,
        arg3: *mut ze_command_list_handle_t,
        arg4: ze_fence_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandQueueSynchronize_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_queue_handle_t, arg2: u64) -> ze_result_t>;
pub type ze_pfnCommandQueueGetOrdinal_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_queue_handle_t, arg2: *mut u32) -> ze_result_t,
>;
pub type ze_pfnCommandQueueGetIndex_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_queue_handle_t, arg2: *mut u32) -> ze_result_t,
>;
pub type ze_pfnCommandQueueGetFlags_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_queue_handle_t, arg2: *mut ze_command_queue_flags_t) -> ze_result_t,
>;
pub type ze_pfnCommandQueueGetMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_queue_handle_t, arg2: *mut ze_command_queue_mode_t) -> ze_result_t,
>;
pub type ze_pfnCommandQueueGetPriority_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_queue_handle_t,
        arg2: *mut ze_command_queue_priority_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_command_queue_dditable_t {
    pub pfnCreate: ze_pfnCommandQueueCreate_t,
    pub pfnDestroy: ze_pfnCommandQueueDestroy_t,
    pub pfnExecuteCommandLists: ze_pfnCommandQueueExecuteCommandLists_t,
    pub pfnSynchronize: ze_pfnCommandQueueSynchronize_t,
    pub pfnGetOrdinal: ze_pfnCommandQueueGetOrdinal_t,
    pub pfnGetIndex: ze_pfnCommandQueueGetIndex_t,
    pub pfnGetFlags: ze_pfnCommandQueueGetFlags_t,
    pub pfnGetMode: ze_pfnCommandQueueGetMode_t,
    pub pfnGetPriority: ze_pfnCommandQueueGetPriority_t,
}
pub type ze_command_queue_dditable_t = _ze_command_queue_dditable_t;
pub type ze_pfnGetCommandQueueProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_command_queue_dditable_t) -> ze_result_t,
>;
pub type ze_pfnCommandListCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_command_list_desc_t,
        arg4: *mut ze_command_list_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListCreateImmediate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_command_queue_desc_t,
        arg4: *mut ze_command_list_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_list_handle_t) -> ze_result_t>;
pub type ze_pfnCommandListClose_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_list_handle_t) -> ze_result_t>;
pub type ze_pfnCommandListReset_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_list_handle_t) -> ze_result_t>;
pub type ze_pfnCommandListAppendWriteGlobalTimestamp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut u64,
        arg3: ze_event_handle_t,
        arg4: u32,
        arg5: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendBarrier_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_event_handle_t,
        arg3: u32,
        arg4: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryRangesBarrier_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *const usize,
        arg4: *mut *const ::std::os::raw::c_void,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryCopy_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryFill_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: usize,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryCopyRegion_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ze_copy_region_t,
        arg4: u32,
        arg5: u32,
        arg6: *const ::std::os::raw::c_void,
        arg7: *const ze_copy_region_t,
        arg8: u32,
        arg9: u32,
        arg10: ze_event_handle_t,
        arg11: u32,
        arg12: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryCopyFromContext_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: ze_context_handle_t,
        arg4: *const ::std::os::raw::c_void,
        arg5: usize,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopy_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_image_handle_t,
        arg3: ze_image_handle_t,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopyRegion_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_image_handle_t,
        arg3: ze_image_handle_t,
        arg4: *const ze_image_region_t,
        arg5: *const ze_image_region_t,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopyToMemory_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: ze_image_handle_t,
        arg4: *const ze_image_region_t,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopyFromMemory_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_image_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: *const ze_image_region_t,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryPrefetch_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemAdvise_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: ze_memory_advice_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendSignalEvent_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: ze_event_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendWaitOnEvents_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendEventReset_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: ze_event_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendQueryKernelTimestamps_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_event_handle_t,
        arg4: *mut ::std::os::raw::c_void,
        arg5: *const usize,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchKernel_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_kernel_handle_t,
        arg3: *const ze_group_count_t,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchCooperativeKernel_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_kernel_handle_t,
        arg3: *const ze_group_count_t,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchKernelIndirect_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_kernel_handle_t,
        arg3: *const ze_group_count_t,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchMultipleKernelsIndirect_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_kernel_handle_t,
        arg4: *const u32,
        arg5: *const ze_group_count_t,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopyToMemoryExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: ze_image_handle_t,
        arg4: *const ze_image_region_t,
        arg5: u32,
        arg6: u32,
        arg7: ze_event_handle_t,
        arg8: u32,
        arg9: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendImageCopyFromMemoryExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_image_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: *const ze_image_region_t,
        arg5: u32,
        arg6: u32,
        arg7: ze_event_handle_t,
        arg8: u32,
        arg9: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListHostSynchronize_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: u64) -> ze_result_t>;
pub type ze_pfnCommandListGetDeviceHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_device_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListGetContextHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_context_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListGetOrdinal_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut u32) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateGetIndex_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut u32) -> ze_result_t,
>;
pub type ze_pfnCommandListIsImmediate_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendSignalExternalSemaphoreExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_external_semaphore_ext_handle_t,
        arg4: *mut ze_external_semaphore_signal_params_ext_t,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendWaitExternalSemaphoreExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_external_semaphore_ext_handle_t,
        arg4: *mut ze_external_semaphore_wait_params_ext_t,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchKernelWithParameters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_kernel_handle_t,
        arg3: *const ze_group_count_t,
        arg4: *const ::std::os::raw::c_void,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendLaunchKernelWithArguments_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_kernel_handle_t,
        arg3: ze_group_count_t,
        arg4: ze_group_size_t,
        arg5: *mut *mut ::std::os::raw::c_void,
        arg6: *const ::std::os::raw::c_void,
        arg7: ze_event_handle_t,
        arg8: u32,
        arg9: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryCopyWithParameters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: *const ::std::os::raw::c_void,
        arg6: ze_event_handle_t,
        arg7: u32,
        arg8: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendMemoryFillWithParameters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: usize,
        arg6: *const ::std::os::raw::c_void,
        arg7: ze_event_handle_t,
        arg8: u32,
        arg9: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateAppendCommandListsWithParameters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_command_list_handle_t,
        arg4: *const ::std::os::raw::c_void,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListGetFlags_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_command_list_flags_t) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateGetFlags_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_command_queue_flags_t) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateGetMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_command_queue_mode_t) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateGetPriority_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *mut ze_command_queue_priority_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListBeginGraphCaptureExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *const ::std::os::raw::c_void) -> ze_result_t,
>;
pub type ze_pfnCommandListBeginCaptureIntoGraphExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_graph_handle_t,
        arg3: *const ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListIsGraphCaptureEnabledExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_command_list_handle_t) -> ze_result_t>;
pub type ze_pfnCommandListEndGraphCaptureExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ze_graph_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListGetGraphExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_graph_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendGraphExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_executable_graph_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListAppendHostFunction_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: ze_host_function_callback_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: *const ::std::os::raw::c_void,
        arg5: ze_event_handle_t,
        arg6: u32,
        arg7: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_command_list_dditable_t {
    pub pfnCreate: ze_pfnCommandListCreate_t,
    pub pfnCreateImmediate: ze_pfnCommandListCreateImmediate_t,
    pub pfnDestroy: ze_pfnCommandListDestroy_t,
    pub pfnClose: ze_pfnCommandListClose_t,
    pub pfnReset: ze_pfnCommandListReset_t,
    pub pfnAppendWriteGlobalTimestamp: ze_pfnCommandListAppendWriteGlobalTimestamp_t,
    pub pfnAppendBarrier: ze_pfnCommandListAppendBarrier_t,
    pub pfnAppendMemoryRangesBarrier: ze_pfnCommandListAppendMemoryRangesBarrier_t,
    pub pfnAppendMemoryCopy: ze_pfnCommandListAppendMemoryCopy_t,
    pub pfnAppendMemoryFill: ze_pfnCommandListAppendMemoryFill_t,
    pub pfnAppendMemoryCopyRegion: ze_pfnCommandListAppendMemoryCopyRegion_t,
    pub pfnAppendMemoryCopyFromContext: ze_pfnCommandListAppendMemoryCopyFromContext_t,
    pub pfnAppendImageCopy: ze_pfnCommandListAppendImageCopy_t,
    pub pfnAppendImageCopyRegion: ze_pfnCommandListAppendImageCopyRegion_t,
    pub pfnAppendImageCopyToMemory: ze_pfnCommandListAppendImageCopyToMemory_t,
    pub pfnAppendImageCopyFromMemory: ze_pfnCommandListAppendImageCopyFromMemory_t,
    pub pfnAppendMemoryPrefetch: ze_pfnCommandListAppendMemoryPrefetch_t,
    pub pfnAppendMemAdvise: ze_pfnCommandListAppendMemAdvise_t,
    pub pfnAppendSignalEvent: ze_pfnCommandListAppendSignalEvent_t,
    pub pfnAppendWaitOnEvents: ze_pfnCommandListAppendWaitOnEvents_t,
    pub pfnAppendEventReset: ze_pfnCommandListAppendEventReset_t,
    pub pfnAppendQueryKernelTimestamps: ze_pfnCommandListAppendQueryKernelTimestamps_t,
    pub pfnAppendLaunchKernel: ze_pfnCommandListAppendLaunchKernel_t,
    pub pfnAppendLaunchCooperativeKernel: ze_pfnCommandListAppendLaunchCooperativeKernel_t,
    pub pfnAppendLaunchKernelIndirect: ze_pfnCommandListAppendLaunchKernelIndirect_t,
    pub pfnAppendLaunchMultipleKernelsIndirect: ze_pfnCommandListAppendLaunchMultipleKernelsIndirect_t,
    pub pfnAppendImageCopyToMemoryExt: ze_pfnCommandListAppendImageCopyToMemoryExt_t,
    pub pfnAppendImageCopyFromMemoryExt: ze_pfnCommandListAppendImageCopyFromMemoryExt_t,
    pub pfnHostSynchronize: ze_pfnCommandListHostSynchronize_t,
    pub pfnGetDeviceHandle: ze_pfnCommandListGetDeviceHandle_t,
    pub pfnGetContextHandle: ze_pfnCommandListGetContextHandle_t,
    pub pfnGetOrdinal: ze_pfnCommandListGetOrdinal_t,
    pub pfnImmediateGetIndex: ze_pfnCommandListImmediateGetIndex_t,
    pub pfnIsImmediate: ze_pfnCommandListIsImmediate_t,
    pub pfnAppendSignalExternalSemaphoreExt: ze_pfnCommandListAppendSignalExternalSemaphoreExt_t,
    pub pfnAppendWaitExternalSemaphoreExt: ze_pfnCommandListAppendWaitExternalSemaphoreExt_t,
    pub pfnAppendLaunchKernelWithParameters: ze_pfnCommandListAppendLaunchKernelWithParameters_t,
    pub pfnAppendLaunchKernelWithArguments: ze_pfnCommandListAppendLaunchKernelWithArguments_t,
    pub pfnAppendMemoryCopyWithParameters: ze_pfnCommandListAppendMemoryCopyWithParameters_t,
    pub pfnAppendMemoryFillWithParameters: ze_pfnCommandListAppendMemoryFillWithParameters_t,
    pub pfnImmediateAppendCommandListsWithParameters:
        ze_pfnCommandListImmediateAppendCommandListsWithParameters_t,
    pub pfnGetFlags: ze_pfnCommandListGetFlags_t,
    pub pfnImmediateGetFlags: ze_pfnCommandListImmediateGetFlags_t,
    pub pfnImmediateGetMode: ze_pfnCommandListImmediateGetMode_t,
    pub pfnImmediateGetPriority: ze_pfnCommandListImmediateGetPriority_t,
    pub pfnBeginGraphCaptureExt: ze_pfnCommandListBeginGraphCaptureExt_t,
    pub pfnBeginCaptureIntoGraphExt: ze_pfnCommandListBeginCaptureIntoGraphExt_t,
    pub pfnIsGraphCaptureEnabledExt: ze_pfnCommandListIsGraphCaptureEnabledExt_t,
    pub pfnEndGraphCaptureExt: ze_pfnCommandListEndGraphCaptureExt_t,
    pub pfnGetGraphExt: ze_pfnCommandListGetGraphExt_t,
    pub pfnAppendGraphExt: ze_pfnCommandListAppendGraphExt_t,
    pub pfnAppendHostFunction: ze_pfnCommandListAppendHostFunction_t,
}
pub type ze_command_list_dditable_t = _ze_command_list_dditable_t;
pub type ze_pfnGetCommandListProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_command_list_dditable_t) -> ze_result_t,
>;
pub type ze_pfnCommandListCreateCloneExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_command_list_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListImmediateAppendCommandListsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut ze_command_list_handle_t,
        arg4: ze_event_handle_t,
        arg5: u32,
        arg6: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListGetNextCommandIdExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *const ze_mutable_command_id_exp_desc_t,
        arg3: *mut u64,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListUpdateMutableCommandsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *const ze_mutable_commands_exp_desc_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListUpdateMutableCommandSignalEventExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: u64, arg3: ze_event_handle_t) -> ze_result_t,
>;
pub type ze_pfnCommandListUpdateMutableCommandWaitEventsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u64,
        arg3: u32,
        arg4: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListGetNextCommandIdWithKernelsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: *const ze_mutable_command_id_exp_desc_t,
        arg3: u32,
        arg4: *mut ze_kernel_handle_t,
        arg5: *mut u64,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListUpdateMutableCommandKernelsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_list_handle_t,
        arg2: u32,
        arg3: *mut u64,
        arg4: *mut ze_kernel_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnCommandListIsMutableExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_command_list_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_command_list_exp_dditable_t {
    pub pfnCreateCloneExp: ze_pfnCommandListCreateCloneExp_t,
    pub pfnImmediateAppendCommandListsExp: ze_pfnCommandListImmediateAppendCommandListsExp_t,
    pub pfnGetNextCommandIdExp: ze_pfnCommandListGetNextCommandIdExp_t,
    pub pfnUpdateMutableCommandsExp: ze_pfnCommandListUpdateMutableCommandsExp_t,
    pub pfnUpdateMutableCommandSignalEventExp: ze_pfnCommandListUpdateMutableCommandSignalEventExp_t,
    pub pfnUpdateMutableCommandWaitEventsExp: ze_pfnCommandListUpdateMutableCommandWaitEventsExp_t,
    pub pfnGetNextCommandIdWithKernelsExp: ze_pfnCommandListGetNextCommandIdWithKernelsExp_t,
    pub pfnUpdateMutableCommandKernelsExp: ze_pfnCommandListUpdateMutableCommandKernelsExp_t,
    pub pfnIsMutableExp: ze_pfnCommandListIsMutableExp_t,
}
pub type ze_command_list_exp_dditable_t = _ze_command_list_exp_dditable_t;
pub type ze_pfnGetCommandListExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_command_list_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnImageGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_device_handle_t,
        arg2: *const ze_image_desc_t,
        arg3: *mut ze_image_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnImageCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_image_desc_t,
        arg4: *mut ze_image_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnImageDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_image_handle_t) -> ze_result_t>;
pub type ze_pfnImageGetAllocPropertiesExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_image_handle_t,
        arg3: *mut ze_image_allocation_ext_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnImageViewCreateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_image_desc_t,
        arg4: ze_image_handle_t,
        arg5: *mut ze_image_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_image_dditable_t {
    pub pfnGetProperties: ze_pfnImageGetProperties_t,
    pub pfnCreate: ze_pfnImageCreate_t,
    pub pfnDestroy: ze_pfnImageDestroy_t,
    pub pfnGetAllocPropertiesExt: ze_pfnImageGetAllocPropertiesExt_t,
    pub pfnViewCreateExt: ze_pfnImageViewCreateExt_t,
}
pub type ze_image_dditable_t = _ze_image_dditable_t;
pub type ze_pfnGetImageProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_image_dditable_t) -> ze_result_t,
>;
pub type ze_pfnImageGetMemoryPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_image_handle_t, arg2: *mut ze_image_memory_properties_exp_t) -> ze_result_t,
>;
pub type ze_pfnImageViewCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_image_desc_t,
        arg4: ze_image_handle_t,
        arg5: *mut ze_image_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnImageGetDeviceOffsetExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_image_handle_t, arg2: *mut u64) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_image_exp_dditable_t {
    pub pfnGetMemoryPropertiesExp: ze_pfnImageGetMemoryPropertiesExp_t,
    pub pfnViewCreateExp: ze_pfnImageViewCreateExp_t,
    pub pfnGetDeviceOffsetExp: ze_pfnImageGetDeviceOffsetExp_t,
}
pub type ze_image_exp_dditable_t = _ze_image_exp_dditable_t;
pub type ze_pfnGetImageExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_image_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnMemAllocShared_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ze_device_mem_alloc_desc_t,
        arg3: *const ze_host_mem_alloc_desc_t,
        arg4: usize,
        arg5: usize,
        arg6: ze_device_handle_t,
        arg7: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnMemAllocDevice_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ze_device_mem_alloc_desc_t,
        arg3: usize,
        arg4: usize,
        arg5: ze_device_handle_t,
        arg6: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnMemAllocHost_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ze_host_mem_alloc_desc_t,
        arg3: usize,
        arg4: usize,
        arg5: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnMemFree_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: *mut ::std::os::raw::c_void) -> ze_result_t,
>;
pub type ze_pfnMemGetAllocProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ze_memory_allocation_properties_t,
        arg4: *mut ze_device_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnMemGetAddressRange_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut *mut ::std::os::raw::c_void,
        arg4: *mut usize,
    ) -> ze_result_t,
>;
pub type ze_pfnMemGetIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ze_ipc_mem_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnMemOpenIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: ze_ipc_mem_handle_t,
        arg4: ze_ipc_memory_flags_t,
        arg5: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnMemCloseIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: *const ::std::os::raw::c_void) -> ze_result_t,
>;
pub type ze_pfnMemFreeExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ze_memory_free_ext_desc_t,
        arg3: *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnMemPutIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: ze_ipc_mem_handle_t) -> ze_result_t,
>;
pub type ze_pfnMemGetPitchFor2dImage_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: usize,
        arg4: usize,
        arg5: ::std::os::raw::c_uint,
        arg6: *mut usize,
    ) -> ze_result_t,
>;
pub type ze_pfnMemGetIpcHandleWithProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ::std::os::raw::c_void,
        arg4: *mut ze_ipc_mem_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_mem_dditable_t {
    pub pfnAllocShared: ze_pfnMemAllocShared_t,
    pub pfnAllocDevice: ze_pfnMemAllocDevice_t,
    pub pfnAllocHost: ze_pfnMemAllocHost_t,
    pub pfnFree: ze_pfnMemFree_t,
    pub pfnGetAllocProperties: ze_pfnMemGetAllocProperties_t,
    pub pfnGetAddressRange: ze_pfnMemGetAddressRange_t,
    pub pfnGetIpcHandle: ze_pfnMemGetIpcHandle_t,
    pub pfnOpenIpcHandle: ze_pfnMemOpenIpcHandle_t,
    pub pfnCloseIpcHandle: ze_pfnMemCloseIpcHandle_t,
    pub pfnFreeExt: ze_pfnMemFreeExt_t,
    pub pfnPutIpcHandle: ze_pfnMemPutIpcHandle_t,
    pub pfnGetPitchFor2dImage: ze_pfnMemGetPitchFor2dImage_t,
    pub pfnGetIpcHandleWithProperties: ze_pfnMemGetIpcHandleWithProperties_t,
}
pub type ze_mem_dditable_t = _ze_mem_dditable_t;
pub type ze_pfnGetMemProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_mem_dditable_t) -> ze_result_t,
>;
pub type ze_pfnMemGetIpcHandleFromFileDescriptorExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: u64, arg3: *mut ze_ipc_mem_handle_t) -> ze_result_t,
>;
pub type ze_pfnMemGetFileDescriptorFromIpcHandleExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: ze_ipc_mem_handle_t, arg3: *mut u64) -> ze_result_t,
>;
pub type ze_pfnMemSetAtomicAccessAttributeExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: ze_memory_atomic_attr_exp_flags_t,
    ) -> ze_result_t,
>;
pub type ze_pfnMemGetAtomicAccessAttributeExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ::std::os::raw::c_void,
        arg4: usize,
        arg5: *mut ze_memory_atomic_attr_exp_flags_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_mem_exp_dditable_t {
    pub pfnGetIpcHandleFromFileDescriptorExp: ze_pfnMemGetIpcHandleFromFileDescriptorExp_t,
    pub pfnGetFileDescriptorFromIpcHandleExp: ze_pfnMemGetFileDescriptorFromIpcHandleExp_t,
    pub pfnSetAtomicAccessAttributeExp: ze_pfnMemSetAtomicAccessAttributeExp_t,
    pub pfnGetAtomicAccessAttributeExp: ze_pfnMemGetAtomicAccessAttributeExp_t,
}
pub type ze_mem_exp_dditable_t = _ze_mem_exp_dditable_t;
pub type ze_pfnGetMemExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_mem_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnFenceCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_command_queue_handle_t,
        arg2: *const ze_fence_desc_t,
        arg3: *mut ze_fence_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFenceDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_fence_handle_t) -> ze_result_t>;
pub type ze_pfnFenceHostSynchronize_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_fence_handle_t, arg2: u64) -> ze_result_t>;
pub type ze_pfnFenceQueryStatus_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_fence_handle_t) -> ze_result_t>;
pub type ze_pfnFenceReset_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_fence_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_fence_dditable_t {
    pub pfnCreate: ze_pfnFenceCreate_t,
    pub pfnDestroy: ze_pfnFenceDestroy_t,
    pub pfnHostSynchronize: ze_pfnFenceHostSynchronize_t,
    pub pfnQueryStatus: ze_pfnFenceQueryStatus_t,
    pub pfnReset: ze_pfnFenceReset_t,
}
pub type ze_fence_dditable_t = _ze_fence_dditable_t;
pub type ze_pfnGetFenceProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_fence_dditable_t) -> ze_result_t,
>;
pub type ze_pfnEventPoolCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ze_event_pool_desc_t,
        arg3: u32,
        arg4: *mut ze_device_handle_t,
        arg5: *mut ze_event_pool_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventPoolDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_pool_handle_t) -> ze_result_t>;
pub type ze_pfnEventPoolGetIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_pool_handle_t, arg2: *mut ze_ipc_event_pool_handle_t) -> ze_result_t,
>;
pub type ze_pfnEventPoolOpenIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_ipc_event_pool_handle_t,
        arg3: *mut ze_event_pool_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventPoolCloseIpcHandle_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_pool_handle_t) -> ze_result_t>;
pub type ze_pfnEventPoolPutIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: ze_ipc_event_pool_handle_t) -> ze_result_t,
>;
pub type ze_pfnEventPoolGetContextHandle_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_pool_handle_t, arg2: *mut ze_context_handle_t) -> ze_result_t,
>;
pub type ze_pfnEventPoolGetFlags_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_pool_handle_t, arg2: *mut ze_event_pool_flags_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_event_pool_dditable_t {
    pub pfnCreate: ze_pfnEventPoolCreate_t,
    pub pfnDestroy: ze_pfnEventPoolDestroy_t,
    pub pfnGetIpcHandle: ze_pfnEventPoolGetIpcHandle_t,
    pub pfnOpenIpcHandle: ze_pfnEventPoolOpenIpcHandle_t,
    pub pfnCloseIpcHandle: ze_pfnEventPoolCloseIpcHandle_t,
    pub pfnPutIpcHandle: ze_pfnEventPoolPutIpcHandle_t,
    pub pfnGetContextHandle: ze_pfnEventPoolGetContextHandle_t,
    pub pfnGetFlags: ze_pfnEventPoolGetFlags_t,
}
pub type ze_event_pool_dditable_t = _ze_event_pool_dditable_t;
pub type ze_pfnGetEventPoolProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_event_pool_dditable_t) -> ze_result_t,
>;
pub type ze_pfnEventCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_event_pool_handle_t,
        arg2: *const ze_event_desc_t,
        arg3: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t) -> ze_result_t>;
pub type ze_pfnEventHostSignal_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t) -> ze_result_t>;
pub type ze_pfnEventHostSynchronize_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: u64) -> ze_result_t>;
pub type ze_pfnEventQueryStatus_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t) -> ze_result_t>;
pub type ze_pfnEventHostReset_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t) -> ze_result_t>;
pub type ze_pfnEventQueryKernelTimestamp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut ze_kernel_timestamp_result_t) -> ze_result_t,
>;
pub type ze_pfnEventQueryKernelTimestampsExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_event_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut u32,
        arg4: *mut ze_event_query_kernel_timestamps_results_ext_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventGetEventPool_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut ze_event_pool_handle_t) -> ze_result_t,
>;
pub type ze_pfnEventGetSignalScope_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut ze_event_scope_flags_t) -> ze_result_t,
>;
pub type ze_pfnEventGetWaitScope_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut ze_event_scope_flags_t) -> ze_result_t,
>;
pub type ze_pfnEventCounterBasedCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_event_counter_based_desc_t,
        arg4: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventCounterBasedGetIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_event_handle_t,
        arg2: *mut ze_ipc_event_counter_based_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventCounterBasedOpenIpcHandle_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_ipc_event_counter_based_handle_t,
        arg3: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnEventCounterBasedCloseIpcHandle_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_event_handle_t) -> ze_result_t>;
pub type ze_pfnEventCounterBasedGetDeviceAddress_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut u64, arg3: *mut u64) -> ze_result_t,
>;
pub type ze_pfnEventGetCounterBasedFlags_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_event_handle_t, arg2: *mut ze_event_counter_based_flags_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_event_dditable_t {
    pub pfnCreate: ze_pfnEventCreate_t,
    pub pfnDestroy: ze_pfnEventDestroy_t,
    pub pfnHostSignal: ze_pfnEventHostSignal_t,
    pub pfnHostSynchronize: ze_pfnEventHostSynchronize_t,
    pub pfnQueryStatus: ze_pfnEventQueryStatus_t,
    pub pfnHostReset: ze_pfnEventHostReset_t,
    pub pfnQueryKernelTimestamp: ze_pfnEventQueryKernelTimestamp_t,
    pub pfnQueryKernelTimestampsExt: ze_pfnEventQueryKernelTimestampsExt_t,
    pub pfnGetEventPool: ze_pfnEventGetEventPool_t,
    pub pfnGetSignalScope: ze_pfnEventGetSignalScope_t,
    pub pfnGetWaitScope: ze_pfnEventGetWaitScope_t,
    pub pfnCounterBasedCreate: ze_pfnEventCounterBasedCreate_t,
    pub pfnCounterBasedGetIpcHandle: ze_pfnEventCounterBasedGetIpcHandle_t,
    pub pfnCounterBasedOpenIpcHandle: ze_pfnEventCounterBasedOpenIpcHandle_t,
    pub pfnCounterBasedCloseIpcHandle: ze_pfnEventCounterBasedCloseIpcHandle_t,
    pub pfnCounterBasedGetDeviceAddress: ze_pfnEventCounterBasedGetDeviceAddress_t,
    pub pfnGetCounterBasedFlags: ze_pfnEventGetCounterBasedFlags_t,
}
pub type ze_event_dditable_t = _ze_event_dditable_t;
pub type ze_pfnGetEventProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_event_dditable_t) -> ze_result_t,
>;
pub type ze_pfnEventQueryTimestampsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_event_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut u32,
        arg4: *mut ze_kernel_timestamp_result_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_event_exp_dditable_t {
    pub pfnQueryTimestampsExp: ze_pfnEventQueryTimestampsExp_t,
}
pub type ze_event_exp_dditable_t = _ze_event_exp_dditable_t;
pub type ze_pfnGetEventExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_event_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnModuleCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_module_desc_t,
        arg4: *mut ze_module_handle_t,
        arg5: *mut ze_module_build_log_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnModuleDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_module_handle_t) -> ze_result_t>;
pub type ze_pfnModuleDynamicLink_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: u32,
        arg2: *mut ze_module_handle_t,
        arg3: *mut ze_module_build_log_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnModuleGetNativeBinary_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_module_handle_t, arg2: *mut usize, arg3: *mut u8) -> ze_result_t,
>;
pub type ze_pfnModuleGetGlobalPointer_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_module_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *mut usize,
        arg4: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnModuleGetKernelNames_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_module_handle_t,
        arg2: *mut u32,
        arg3: *mut *const ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
pub type ze_pfnModuleGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_module_handle_t, arg2: *mut ze_module_properties_t) -> ze_result_t,
>;
pub type ze_pfnModuleGetFunctionPointer_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_module_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnModuleInspectLinkageExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: *mut ze_linkage_inspection_ext_desc_t,
        arg2: u32,
        arg3: *mut ze_module_handle_t,
        arg4: *mut ze_module_build_log_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_module_dditable_t {
    pub pfnCreate: ze_pfnModuleCreate_t,
    pub pfnDestroy: ze_pfnModuleDestroy_t,
    pub pfnDynamicLink: ze_pfnModuleDynamicLink_t,
    pub pfnGetNativeBinary: ze_pfnModuleGetNativeBinary_t,
    pub pfnGetGlobalPointer: ze_pfnModuleGetGlobalPointer_t,
    pub pfnGetKernelNames: ze_pfnModuleGetKernelNames_t,
    pub pfnGetProperties: ze_pfnModuleGetProperties_t,
    pub pfnGetFunctionPointer: ze_pfnModuleGetFunctionPointer_t,
    pub pfnInspectLinkageExt: ze_pfnModuleInspectLinkageExt_t,
}
pub type ze_module_dditable_t = _ze_module_dditable_t;
pub type ze_pfnGetModuleProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_module_dditable_t) -> ze_result_t,
>;
pub type ze_pfnModuleBuildLogDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_module_build_log_handle_t) -> ze_result_t>;
pub type ze_pfnModuleBuildLogGetString_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_module_build_log_handle_t,
        arg2: *mut usize,
        arg3: *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_module_build_log_dditable_t {
    pub pfnDestroy: ze_pfnModuleBuildLogDestroy_t,
    pub pfnGetString: ze_pfnModuleBuildLogGetString_t,
}
pub type ze_module_build_log_dditable_t = _ze_module_build_log_dditable_t;
pub type ze_pfnGetModuleBuildLogProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_module_build_log_dditable_t) -> ze_result_t,
>;
pub type ze_pfnKernelCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_module_handle_t,
        arg2: *const ze_kernel_desc_t,
        arg3: *mut ze_kernel_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnKernelDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_kernel_handle_t) -> ze_result_t>;
pub type ze_pfnKernelSetCacheConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: ze_cache_config_flags_t) -> ze_result_t,
>;
pub type ze_pfnKernelSetGroupSize_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: u32, arg3: u32, arg4: u32) -> ze_result_t,
>;
pub type ze_pfnKernelSuggestGroupSize_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: u32,
        arg3: u32,
        arg4: u32,
        arg5: *mut u32,
        arg6: *mut u32,
        arg7: *mut u32,
    ) -> ze_result_t,
>;
pub type ze_pfnKernelSuggestMaxCooperativeGroupCount_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: *mut u32) -> ze_result_t>;
pub type ze_pfnKernelSetArgumentValue_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: u32,
        arg3: usize,
        arg4: *const ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnKernelSetIndirectAccess_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: ze_kernel_indirect_access_flags_t) -> ze_result_t,
>;
pub type ze_pfnKernelGetIndirectAccess_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: *mut ze_kernel_indirect_access_flags_t,
    ) -> ze_result_t,
>;
pub type ze_pfnKernelGetSourceAttributes_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: *mut u32,
        arg3: *mut *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
pub type ze_pfnKernelGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: *mut ze_kernel_properties_t) -> ze_result_t,
>;
pub type ze_pfnKernelGetName_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: *mut usize,
        arg3: *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_dditable_t {
    pub pfnCreate: ze_pfnKernelCreate_t,
    pub pfnDestroy: ze_pfnKernelDestroy_t,
    pub pfnSetCacheConfig: ze_pfnKernelSetCacheConfig_t,
    pub pfnSetGroupSize: ze_pfnKernelSetGroupSize_t,
    pub pfnSuggestGroupSize: ze_pfnKernelSuggestGroupSize_t,
    pub pfnSuggestMaxCooperativeGroupCount: ze_pfnKernelSuggestMaxCooperativeGroupCount_t,
    pub pfnSetArgumentValue: ze_pfnKernelSetArgumentValue_t,
    pub pfnSetIndirectAccess: ze_pfnKernelSetIndirectAccess_t,
    pub pfnGetIndirectAccess: ze_pfnKernelGetIndirectAccess_t,
    pub pfnGetSourceAttributes: ze_pfnKernelGetSourceAttributes_t,
    pub pfnGetProperties: ze_pfnKernelGetProperties_t,
    pub pfnGetName: ze_pfnKernelGetName_t,
}
pub type ze_kernel_dditable_t = _ze_kernel_dditable_t;
pub type ze_pfnGetKernelProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_kernel_dditable_t) -> ze_result_t,
>;
pub type ze_pfnKernelSetGlobalOffsetExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: u32, arg3: u32, arg4: u32) -> ze_result_t,
>;
pub type ze_pfnKernelSchedulingHintExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: *mut ze_scheduling_hint_exp_desc_t) -> ze_result_t,
>;
pub type ze_pfnKernelGetBinaryExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_kernel_handle_t, arg2: *mut usize, arg3: *mut u8) -> ze_result_t,
>;
pub type ze_pfnKernelGetAllocationPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_kernel_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_kernel_allocation_exp_properties_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_kernel_exp_dditable_t {
    pub pfnSetGlobalOffsetExp: ze_pfnKernelSetGlobalOffsetExp_t,
    pub pfnSchedulingHintExp: ze_pfnKernelSchedulingHintExp_t,
    pub pfnGetBinaryExp: ze_pfnKernelGetBinaryExp_t,
    pub pfnGetAllocationPropertiesExp: ze_pfnKernelGetAllocationPropertiesExp_t,
}
pub type ze_kernel_exp_dditable_t = _ze_kernel_exp_dditable_t;
pub type ze_pfnGetKernelExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_kernel_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnSamplerCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *const ze_sampler_desc_t,
        arg4: *mut ze_sampler_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnSamplerDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_sampler_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_sampler_dditable_t {
    pub pfnCreate: ze_pfnSamplerCreate_t,
    pub pfnDestroy: ze_pfnSamplerDestroy_t,
}
pub type ze_sampler_dditable_t = _ze_sampler_dditable_t;
pub type ze_pfnGetSamplerProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_sampler_dditable_t) -> ze_result_t,
>;
pub type ze_pfnPhysicalMemCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: *mut ze_physical_mem_desc_t,
        arg4: *mut ze_physical_mem_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnPhysicalMemDestroy_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_context_handle_t, arg2: ze_physical_mem_handle_t) -> ze_result_t,
>;
pub type ze_pfnPhysicalMemGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_physical_mem_handle_t,
        arg3: *mut ze_physical_mem_properties_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_physical_mem_dditable_t {
    pub pfnCreate: ze_pfnPhysicalMemCreate_t,
    pub pfnDestroy: ze_pfnPhysicalMemDestroy_t,
    pub pfnGetProperties: ze_pfnPhysicalMemGetProperties_t,
}
pub type ze_physical_mem_dditable_t = _ze_physical_mem_dditable_t;
pub type ze_pfnGetPhysicalMemProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_physical_mem_dditable_t) -> ze_result_t,
>;
pub type ze_pfnVirtualMemReserve_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
        arg4: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemFree_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemQueryPageSize_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: ze_device_handle_t,
        arg3: usize,
        arg4: *mut usize,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemMap_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
        arg4: ze_physical_mem_handle_t,
        arg5: usize,
        arg6: ze_memory_access_attribute_t,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemUnmap_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemSetAccessAttribute_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
        arg4: ze_memory_access_attribute_t,
    ) -> ze_result_t,
>;
pub type ze_pfnVirtualMemGetAccessAttribute_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: usize,
        arg4: *mut ze_memory_access_attribute_t,
        arg5: *mut usize,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_virtual_mem_dditable_t {
    pub pfnReserve: ze_pfnVirtualMemReserve_t,
    pub pfnFree: ze_pfnVirtualMemFree_t,
    pub pfnQueryPageSize: ze_pfnVirtualMemQueryPageSize_t,
    pub pfnMap: ze_pfnVirtualMemMap_t,
    pub pfnUnmap: ze_pfnVirtualMemUnmap_t,
    pub pfnSetAccessAttribute: ze_pfnVirtualMemSetAccessAttribute_t,
    pub pfnGetAccessAttribute: ze_pfnVirtualMemGetAccessAttribute_t,
}
pub type ze_virtual_mem_dditable_t = _ze_virtual_mem_dditable_t;
pub type ze_pfnGetVirtualMemProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_virtual_mem_dditable_t) -> ze_result_t,
>;
pub type ze_pfnFabricVertexGetExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_fabric_vertex_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFabricVertexGetSubVerticesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_fabric_vertex_handle_t,
        arg2: *mut u32,
        arg3: *mut ze_fabric_vertex_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFabricVertexGetPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_fabric_vertex_handle_t,
        arg2: *mut ze_fabric_vertex_exp_properties_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFabricVertexGetDeviceExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_fabric_vertex_handle_t, arg2: *mut ze_device_handle_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_fabric_vertex_exp_dditable_t {
    pub pfnGetExp: ze_pfnFabricVertexGetExp_t,
    pub pfnGetSubVerticesExp: ze_pfnFabricVertexGetSubVerticesExp_t,
    pub pfnGetPropertiesExp: ze_pfnFabricVertexGetPropertiesExp_t,
    pub pfnGetDeviceExp: ze_pfnFabricVertexGetDeviceExp_t,
}
pub type ze_fabric_vertex_exp_dditable_t = _ze_fabric_vertex_exp_dditable_t;
pub type ze_pfnGetFabricVertexExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_fabric_vertex_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnFabricEdgeGetExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_fabric_vertex_handle_t,
        arg2: ze_fabric_vertex_handle_t,
        arg3: *mut u32,
        arg4: *mut ze_fabric_edge_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFabricEdgeGetVerticesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_fabric_edge_handle_t,
        arg2: *mut ze_fabric_vertex_handle_t,
        arg3: *mut ze_fabric_vertex_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnFabricEdgeGetPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_fabric_edge_handle_t,
        arg2: *mut ze_fabric_edge_exp_properties_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_fabric_edge_exp_dditable_t {
    pub pfnGetExp: ze_pfnFabricEdgeGetExp_t,
    pub pfnGetVerticesExp: ze_pfnFabricEdgeGetVerticesExp_t,
    pub pfnGetPropertiesExp: ze_pfnFabricEdgeGetPropertiesExp_t,
}
pub type ze_fabric_edge_exp_dditable_t = _ze_fabric_edge_exp_dditable_t;
pub type ze_pfnGetFabricEdgeExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_fabric_edge_exp_dditable_t) -> ze_result_t,
>;
pub type ze_pfnGraphCreateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_context_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ze_graph_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnGraphGetPrimaryCommandListExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_graph_handle_t, arg2: *mut ze_command_list_handle_t) -> ze_result_t,
>;
pub type ze_pfnGraphSetDestructionCallbackExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_graph_handle_t,
        arg2: zex_mem_graph_free_callback_fn_t,
        arg3: *mut ::std::os::raw::c_void,
        arg4: *const ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnGraphInstantiateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_graph_handle_t,
        arg2: *const ::std::os::raw::c_void,
        arg3: *mut ze_executable_graph_handle_t,
    ) -> ze_result_t,
>;
pub type ze_pfnGraphIsEmptyExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_graph_handle_t) -> ze_result_t>;
pub type ze_pfnGraphDumpContentsExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_graph_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *const ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type ze_pfnGraphDestroyExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_graph_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_graph_dditable_t {
    pub pfnCreateExt: ze_pfnGraphCreateExt_t,
    pub pfnGetPrimaryCommandListExt: ze_pfnGraphGetPrimaryCommandListExt_t,
    pub pfnSetDestructionCallbackExt: ze_pfnGraphSetDestructionCallbackExt_t,
    pub pfnInstantiateExt: ze_pfnGraphInstantiateExt_t,
    pub pfnIsEmptyExt: ze_pfnGraphIsEmptyExt_t,
    pub pfnDumpContentsExt: ze_pfnGraphDumpContentsExt_t,
    pub pfnDestroyExt: ze_pfnGraphDestroyExt_t,
}
pub type ze_graph_dditable_t = _ze_graph_dditable_t;
pub type ze_pfnGetGraphProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_graph_dditable_t) -> ze_result_t,
>;
pub type ze_pfnExecutableGraphGetSourceGraphExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_executable_graph_handle_t, arg2: *mut ze_graph_handle_t) -> ze_result_t,
>;
pub type ze_pfnExecutableGraphDestroyExt_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_executable_graph_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_executable_graph_dditable_t {
    pub pfnGetSourceGraphExt: ze_pfnExecutableGraphGetSourceGraphExt_t,
    pub pfnDestroyExt: ze_pfnExecutableGraphDestroyExt_t,
}
pub type ze_executable_graph_dditable_t = _ze_executable_graph_dditable_t;
pub type ze_pfnGetExecutableGraphProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut ze_executable_graph_dditable_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _ze_dditable_t {
    pub RTASBuilder: ze_rtas_builder_dditable_t,
    pub RTASBuilderExp: ze_rtas_builder_exp_dditable_t,
    pub RTASParallelOperation: ze_rtas_parallel_operation_dditable_t,
    pub RTASParallelOperationExp: ze_rtas_parallel_operation_exp_dditable_t,
    pub Global: ze_global_dditable_t,
    pub Driver: ze_driver_dditable_t,
    pub DriverExp: ze_driver_exp_dditable_t,
    pub Device: ze_device_dditable_t,
    pub DeviceExp: ze_device_exp_dditable_t,
    pub Context: ze_context_dditable_t,
    pub CommandQueue: ze_command_queue_dditable_t,
    pub CommandList: ze_command_list_dditable_t,
    pub CommandListExp: ze_command_list_exp_dditable_t,
    pub Image: ze_image_dditable_t,
    pub ImageExp: ze_image_exp_dditable_t,
    pub Mem: ze_mem_dditable_t,
    pub MemExp: ze_mem_exp_dditable_t,
    pub Fence: ze_fence_dditable_t,
    pub EventPool: ze_event_pool_dditable_t,
    pub Event: ze_event_dditable_t,
    pub EventExp: ze_event_exp_dditable_t,
    pub Module: ze_module_dditable_t,
    pub ModuleBuildLog: ze_module_build_log_dditable_t,
    pub Kernel: ze_kernel_dditable_t,
    pub KernelExp: ze_kernel_exp_dditable_t,
    pub Sampler: ze_sampler_dditable_t,
    pub PhysicalMem: ze_physical_mem_dditable_t,
    pub VirtualMem: ze_virtual_mem_dditable_t,
    pub FabricVertexExp: ze_fabric_vertex_exp_dditable_t,
    pub FabricEdgeExp: ze_fabric_edge_exp_dditable_t,
    pub Graph: ze_graph_dditable_t,
    pub ExecutableGraph: ze_executable_graph_dditable_t,
}
pub type ze_dditable_t = _ze_dditable_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _ze_dditable_driver_t {
    pub version: ze_api_version_t,
    pub isValidFlag: u8,
    pub RTASBuilder: *mut ze_rtas_builder_dditable_t,
    pub RTASBuilderExp: *mut ze_rtas_builder_exp_dditable_t,
    pub RTASParallelOperation: *mut ze_rtas_parallel_operation_dditable_t,
    pub RTASParallelOperationExp: *mut ze_rtas_parallel_operation_exp_dditable_t,
    pub Global: *mut ze_global_dditable_t,
    pub Driver: *mut ze_driver_dditable_t,
    pub DriverExp: *mut ze_driver_exp_dditable_t,
    pub Device: *mut ze_device_dditable_t,
    pub DeviceExp: *mut ze_device_exp_dditable_t,
    pub Context: *mut ze_context_dditable_t,
    pub CommandQueue: *mut ze_command_queue_dditable_t,
    pub CommandList: *mut ze_command_list_dditable_t,
    pub CommandListExp: *mut ze_command_list_exp_dditable_t,
    pub Image: *mut ze_image_dditable_t,
    pub ImageExp: *mut ze_image_exp_dditable_t,
    pub Mem: *mut ze_mem_dditable_t,
    pub MemExp: *mut ze_mem_exp_dditable_t,
    pub Fence: *mut ze_fence_dditable_t,
    pub EventPool: *mut ze_event_pool_dditable_t,
    pub Event: *mut ze_event_dditable_t,
    pub EventExp: *mut ze_event_exp_dditable_t,
    pub Module: *mut ze_module_dditable_t,
    pub ModuleBuildLog: *mut ze_module_build_log_dditable_t,
    pub Kernel: *mut ze_kernel_dditable_t,
    pub KernelExp: *mut ze_kernel_exp_dditable_t,
    pub Sampler: *mut ze_sampler_dditable_t,
    pub PhysicalMem: *mut ze_physical_mem_dditable_t,
    pub VirtualMem: *mut ze_virtual_mem_dditable_t,
    pub FabricVertexExp: *mut ze_fabric_vertex_exp_dditable_t,
    pub FabricEdgeExp: *mut ze_fabric_edge_exp_dditable_t,
    pub Graph: *mut ze_graph_dditable_t,
    pub ExecutableGraph: *mut ze_executable_graph_dditable_t,
}
impl Default for _ze_dditable_driver_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type ze_dditable_driver_t = _ze_dditable_driver_t;
pub type zet_pfnMetricProgrammableGetExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_metric_programmable_exp_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricProgrammableGetPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_programmable_exp_handle_t,
        arg2: *mut zet_metric_programmable_exp_properties_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricProgrammableGetParamInfoExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_programmable_exp_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_metric_programmable_param_info_exp_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricProgrammableGetParamValueInfoExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_programmable_exp_handle_t,
        arg2: u32,
        arg3: *mut u32,
        arg4: *mut zet_metric_programmable_param_value_info_exp_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_programmable_exp_dditable_t {
    pub pfnGetExp: zet_pfnMetricProgrammableGetExp_t,
    pub pfnGetPropertiesExp: zet_pfnMetricProgrammableGetPropertiesExp_t,
    pub pfnGetParamInfoExp: zet_pfnMetricProgrammableGetParamInfoExp_t,
    pub pfnGetParamValueInfoExp: zet_pfnMetricProgrammableGetParamValueInfoExp_t,
}
pub type zet_metric_programmable_exp_dditable_t = _zet_metric_programmable_exp_dditable_t;
pub type zet_pfnGetMetricProgrammableExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_api_version_t,
        arg2: *mut zet_metric_programmable_exp_dditable_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricTracerCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_context_handle_t,
        arg2: zet_device_handle_t,
        arg3: u32,
        arg4: *mut zet_metric_group_handle_t,
        arg5: *mut zet_metric_tracer_exp_desc_t,
        arg6: ze_event_handle_t,
        arg7: *mut zet_metric_tracer_exp_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricTracerDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_tracer_exp_handle_t) -> ze_result_t>;
pub type zet_pfnMetricTracerEnableExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_metric_tracer_exp_handle_t, arg2: ze_bool_t) -> ze_result_t,
>;
pub type zet_pfnMetricTracerDisableExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_metric_tracer_exp_handle_t, arg2: ze_bool_t) -> ze_result_t,
>;
pub type zet_pfnMetricTracerReadDataExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_tracer_exp_handle_t,
        arg2: *mut usize,
        arg3: *mut u8,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricTracerDecodeExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_decoder_exp_handle_t,
        arg2: *mut usize,
        arg3: *mut u8,
        arg4: u32,
        arg5: *mut zet_metric_handle_t,
        arg6: *mut u32,
        arg7: *mut u32,
        arg8: *mut u32,
        arg9: *mut zet_metric_entry_exp_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_tracer_exp_dditable_t {
    pub pfnCreateExp: zet_pfnMetricTracerCreateExp_t,
    pub pfnDestroyExp: zet_pfnMetricTracerDestroyExp_t,
    pub pfnEnableExp: zet_pfnMetricTracerEnableExp_t,
    pub pfnDisableExp: zet_pfnMetricTracerDisableExp_t,
    pub pfnReadDataExp: zet_pfnMetricTracerReadDataExp_t,
    pub pfnDecodeExp: zet_pfnMetricTracerDecodeExp_t,
}
pub type zet_metric_tracer_exp_dditable_t = _zet_metric_tracer_exp_dditable_t;
pub type zet_pfnGetMetricTracerExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_tracer_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricDecoderCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_tracer_exp_handle_t,
        arg2: *mut zet_metric_decoder_exp_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricDecoderDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_decoder_exp_handle_t) -> ze_result_t>;
pub type zet_pfnMetricDecoderGetDecodableMetricsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_decoder_exp_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_metric_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_decoder_exp_dditable_t {
    pub pfnCreateExp: zet_pfnMetricDecoderCreateExp_t,
    pub pfnDestroyExp: zet_pfnMetricDecoderDestroyExp_t,
    pub pfnGetDecodableMetricsExp: zet_pfnMetricDecoderGetDecodableMetricsExp_t,
}
pub type zet_metric_decoder_exp_dditable_t = _zet_metric_decoder_exp_dditable_t;
pub type zet_pfnGetMetricDecoderExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_decoder_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnDeviceGetDebugProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_device_handle_t, arg2: *mut zet_device_debug_properties_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_device_dditable_t {
    pub pfnGetDebugProperties: zet_pfnDeviceGetDebugProperties_t,
}
pub type zet_device_dditable_t = _zet_device_dditable_t;
pub type zet_pfnGetDeviceProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_device_dditable_t) -> ze_result_t,
>;
pub type zet_pfnDeviceGetConcurrentMetricGroupsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: u32,
        arg3: *mut zet_metric_group_handle_t,
        arg4: *mut u32,
        arg5: *mut u32,
    ) -> ze_result_t,
>;
pub type zet_pfnDeviceCreateMetricGroupsFromMetricsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: u32,
        arg3: *mut zet_metric_handle_t,
        arg4: *const ::std::os::raw::c_char,
        arg5: *const ::std::os::raw::c_char,
        arg6: *mut u32,
        arg7: *mut zet_metric_group_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnDeviceEnableMetricsExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_device_handle_t) -> ze_result_t>;
pub type zet_pfnDeviceDisableMetricsExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_device_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_device_exp_dditable_t {
    pub pfnGetConcurrentMetricGroupsExp: zet_pfnDeviceGetConcurrentMetricGroupsExp_t,
    pub pfnCreateMetricGroupsFromMetricsExp: zet_pfnDeviceCreateMetricGroupsFromMetricsExp_t,
    pub pfnEnableMetricsExp: zet_pfnDeviceEnableMetricsExp_t,
    pub pfnDisableMetricsExp: zet_pfnDeviceDisableMetricsExp_t,
}
pub type zet_device_exp_dditable_t = _zet_device_exp_dditable_t;
pub type zet_pfnGetDeviceExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_device_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnContextActivateMetricGroups_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_context_handle_t,
        arg2: zet_device_handle_t,
        arg3: u32,
        arg4: *mut zet_metric_group_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_context_dditable_t {
    pub pfnActivateMetricGroups: zet_pfnContextActivateMetricGroups_t,
}
pub type zet_context_dditable_t = _zet_context_dditable_t;
pub type zet_pfnGetContextProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_context_dditable_t) -> ze_result_t,
>;
pub type zet_pfnCommandListAppendMetricStreamerMarker_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_command_list_handle_t,
        arg2: zet_metric_streamer_handle_t,
        arg3: u32,
    ) -> ze_result_t,
>;
pub type zet_pfnCommandListAppendMetricQueryBegin_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_command_list_handle_t, arg2: zet_metric_query_handle_t) -> ze_result_t,
>;
pub type zet_pfnCommandListAppendMetricQueryEnd_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_command_list_handle_t,
        arg2: zet_metric_query_handle_t,
        arg3: ze_event_handle_t,
        arg4: u32,
        arg5: *mut ze_event_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnCommandListAppendMetricMemoryBarrier_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_command_list_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_command_list_dditable_t {
    pub pfnAppendMetricStreamerMarker: zet_pfnCommandListAppendMetricStreamerMarker_t,
    pub pfnAppendMetricQueryBegin: zet_pfnCommandListAppendMetricQueryBegin_t,
    pub pfnAppendMetricQueryEnd: zet_pfnCommandListAppendMetricQueryEnd_t,
    pub pfnAppendMetricMemoryBarrier: zet_pfnCommandListAppendMetricMemoryBarrier_t,
}
pub type zet_command_list_dditable_t = _zet_command_list_dditable_t;
pub type zet_pfnGetCommandListProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_command_list_dditable_t) -> ze_result_t,
>;
pub type zet_pfnCommandListAppendMarkerExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_command_list_handle_t,
        arg2: zet_metric_group_handle_t,
        arg3: u32,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_command_list_exp_dditable_t {
    pub pfnAppendMarkerExp: zet_pfnCommandListAppendMarkerExp_t,
}
pub type zet_command_list_exp_dditable_t = _zet_command_list_exp_dditable_t;
pub type zet_pfnGetCommandListExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_command_list_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnModuleGetDebugInfo_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_module_handle_t,
        arg2: zet_module_debug_info_format_t,
        arg3: *mut usize,
        arg4: *mut u8,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_module_dditable_t {
    pub pfnGetDebugInfo: zet_pfnModuleGetDebugInfo_t,
}
pub type zet_module_dditable_t = _zet_module_dditable_t;
pub type zet_pfnGetModuleProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_module_dditable_t) -> ze_result_t,
>;
pub type zet_pfnKernelGetProfileInfo_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_kernel_handle_t, arg2: *mut zet_profile_properties_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_kernel_dditable_t {
    pub pfnGetProfileInfo: zet_pfnKernelGetProfileInfo_t,
}
pub type zet_kernel_dditable_t = _zet_kernel_dditable_t;
pub type zet_pfnGetKernelProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_kernel_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricGet_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_metric_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_metric_handle_t, arg2: *mut zet_metric_properties_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_dditable_t {
    pub pfnGet: zet_pfnMetricGet_t,
    pub pfnGetProperties: zet_pfnMetricGetProperties_t,
}
pub type zet_metric_dditable_t = _zet_metric_dditable_t;
pub type zet_pfnGetMetricProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricCreateFromProgrammableExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_programmable_exp_handle_t,
        arg2: *mut zet_metric_programmable_param_value_exp_t,
        arg3: u32,
        arg4: *const ::std::os::raw::c_char,
        arg5: *const ::std::os::raw::c_char,
        arg6: *mut u32,
        arg7: *mut zet_metric_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_handle_t) -> ze_result_t>;
pub type zet_pfnMetricCreateFromProgrammableExp2_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_programmable_exp_handle_t,
        arg2: u32,
        arg3: *mut zet_metric_programmable_param_value_exp_t,
        arg4: *const ::std::os::raw::c_char,
        arg5: *const ::std::os::raw::c_char,
        arg6: *mut u32,
        arg7: *mut zet_metric_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_exp_dditable_t {
    pub pfnCreateFromProgrammableExp: zet_pfnMetricCreateFromProgrammableExp_t,
    pub pfnDestroyExp: zet_pfnMetricDestroyExp_t,
    pub pfnCreateFromProgrammableExp2: zet_pfnMetricCreateFromProgrammableExp2_t,
}
pub type zet_metric_exp_dditable_t = _zet_metric_exp_dditable_t;
pub type zet_pfnGetMetricExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricGroupGet_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_metric_group_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: *mut zet_metric_group_properties_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupCalculateMetricValues_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: zet_metric_group_calculation_type_t,
        arg3: usize,
        arg4: *const u8,
        arg5: *mut u32,
        arg6: *mut zet_typed_value_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_group_dditable_t {
    pub pfnGet: zet_pfnMetricGroupGet_t,
    pub pfnGetProperties: zet_pfnMetricGroupGetProperties_t,
    pub pfnCalculateMetricValues: zet_pfnMetricGroupCalculateMetricValues_t,
}
pub type zet_metric_group_dditable_t = _zet_metric_group_dditable_t;
pub type zet_pfnGetMetricGroupProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_group_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricGroupCalculateMultipleMetricValuesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: zet_metric_group_calculation_type_t,
        arg3: usize,
        arg4: *const u8,
        arg5: *mut u32,
        arg6: *mut u32,
        arg7: *mut u32,
        arg8: *mut zet_typed_value_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupGetGlobalTimestampsExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: ze_bool_t,
        arg3: *mut u64,
        arg4: *mut u64,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupGetExportDataExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: *const u8,
        arg3: usize,
        arg4: *mut usize,
        arg5: *mut u8,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupCalculateMetricExportDataExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: zet_metric_group_calculation_type_t,
        arg3: usize,
        arg4: *const u8,
        arg5: *mut zet_metric_calculate_exp_desc_t,
        arg6: *mut u32,
        arg7: *mut u32,
        arg8: *mut u32,
        arg9: *mut zet_typed_value_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupCreateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *const ::std::os::raw::c_char,
        arg4: zet_metric_group_sampling_type_flags_t,
        arg5: *mut zet_metric_group_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupAddMetricExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_group_handle_t,
        arg2: zet_metric_handle_t,
        arg3: *mut usize,
        arg4: *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricGroupRemoveMetricExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_metric_group_handle_t, arg2: zet_metric_handle_t) -> ze_result_t,
>;
pub type zet_pfnMetricGroupCloseExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_group_handle_t) -> ze_result_t>;
pub type zet_pfnMetricGroupDestroyExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_group_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_group_exp_dditable_t {
    pub pfnCalculateMultipleMetricValuesExp: zet_pfnMetricGroupCalculateMultipleMetricValuesExp_t,
    pub pfnGetGlobalTimestampsExp: zet_pfnMetricGroupGetGlobalTimestampsExp_t,
    pub pfnGetExportDataExp: zet_pfnMetricGroupGetExportDataExp_t,
    pub pfnCalculateMetricExportDataExp: zet_pfnMetricGroupCalculateMetricExportDataExp_t,
    pub pfnCreateExp: zet_pfnMetricGroupCreateExp_t,
    pub pfnAddMetricExp: zet_pfnMetricGroupAddMetricExp_t,
    pub pfnRemoveMetricExp: zet_pfnMetricGroupRemoveMetricExp_t,
    pub pfnCloseExp: zet_pfnMetricGroupCloseExp_t,
    pub pfnDestroyExp: zet_pfnMetricGroupDestroyExp_t,
}
pub type zet_metric_group_exp_dditable_t = _zet_metric_group_exp_dditable_t;
pub type zet_pfnGetMetricGroupExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_group_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricStreamerOpen_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_context_handle_t,
        arg2: zet_device_handle_t,
        arg3: zet_metric_group_handle_t,
        arg4: *mut zet_metric_streamer_desc_t,
        arg5: ze_event_handle_t,
        arg6: *mut zet_metric_streamer_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricStreamerClose_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_streamer_handle_t) -> ze_result_t>;
pub type zet_pfnMetricStreamerReadData_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_streamer_handle_t,
        arg2: u32,
        arg3: *mut usize,
        arg4: *mut u8,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_streamer_dditable_t {
    pub pfnOpen: zet_pfnMetricStreamerOpen_t,
    pub pfnClose: zet_pfnMetricStreamerClose_t,
    pub pfnReadData: zet_pfnMetricStreamerReadData_t,
}
pub type zet_metric_streamer_dditable_t = _zet_metric_streamer_dditable_t;
pub type zet_pfnGetMetricStreamerProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_streamer_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricQueryPoolCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_context_handle_t,
        arg2: zet_device_handle_t,
        arg3: zet_metric_group_handle_t,
        arg4: *const zet_metric_query_pool_desc_t,
        arg5: *mut zet_metric_query_pool_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricQueryPoolDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_query_pool_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_query_pool_dditable_t {
    pub pfnCreate: zet_pfnMetricQueryPoolCreate_t,
    pub pfnDestroy: zet_pfnMetricQueryPoolDestroy_t,
}
pub type zet_metric_query_pool_dditable_t = _zet_metric_query_pool_dditable_t;
pub type zet_pfnGetMetricQueryPoolProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_query_pool_dditable_t) -> ze_result_t,
>;
pub type zet_pfnMetricQueryCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_metric_query_pool_handle_t,
        arg2: u32,
        arg3: *mut zet_metric_query_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnMetricQueryDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_query_handle_t) -> ze_result_t>;
pub type zet_pfnMetricQueryReset_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_metric_query_handle_t) -> ze_result_t>;
pub type zet_pfnMetricQueryGetData_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_metric_query_handle_t, arg2: *mut usize, arg3: *mut u8) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_metric_query_dditable_t {
    pub pfnCreate: zet_pfnMetricQueryCreate_t,
    pub pfnDestroy: zet_pfnMetricQueryDestroy_t,
    pub pfnReset: zet_pfnMetricQueryReset_t,
    pub pfnGetData: zet_pfnMetricQueryGetData_t,
}
pub type zet_metric_query_dditable_t = _zet_metric_query_dditable_t;
pub type zet_pfnGetMetricQueryProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_metric_query_dditable_t) -> ze_result_t,
>;
pub type zet_pfnTracerExpCreate_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_context_handle_t,
        arg2: *const zet_tracer_exp_desc_t,
        arg3: *mut zet_tracer_exp_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnTracerExpDestroy_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_tracer_exp_handle_t) -> ze_result_t>;
pub type zet_pfnTracerExpSetPrologues_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_tracer_exp_handle_t, arg2: *mut zet_core_callbacks_t) -> ze_result_t,
>;
pub type zet_pfnTracerExpSetEpilogues_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_tracer_exp_handle_t, arg2: *mut zet_core_callbacks_t) -> ze_result_t,
>;
pub type zet_pfnTracerExpSetEnabled_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_tracer_exp_handle_t, arg2: ze_bool_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_tracer_exp_dditable_t {
    pub pfnCreate: zet_pfnTracerExpCreate_t,
    pub pfnDestroy: zet_pfnTracerExpDestroy_t,
    pub pfnSetPrologues: zet_pfnTracerExpSetPrologues_t,
    pub pfnSetEpilogues: zet_pfnTracerExpSetEpilogues_t,
    pub pfnSetEnabled: zet_pfnTracerExpSetEnabled_t,
}
pub type zet_tracer_exp_dditable_t = _zet_tracer_exp_dditable_t;
pub type zet_pfnGetTracerExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_tracer_exp_dditable_t) -> ze_result_t,
>;
pub type zet_pfnDebugAttach_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: *const zet_debug_config_t,
        arg3: *mut zet_debug_session_handle_t,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugDetach_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zet_debug_session_handle_t) -> ze_result_t>;
pub type zet_pfnDebugReadEvent_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: u64,
        arg3: *mut zet_debug_event_t,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugAcknowledgeEvent_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_debug_session_handle_t, arg2: *const zet_debug_event_t) -> ze_result_t,
>;
pub type zet_pfnDebugInterrupt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_debug_session_handle_t, arg2: ze_device_thread_t) -> ze_result_t,
>;
pub type zet_pfnDebugResume_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zet_debug_session_handle_t, arg2: ze_device_thread_t) -> ze_result_t,
>;
pub type zet_pfnDebugReadMemory_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: ze_device_thread_t,
        arg3: *const zet_debug_memory_space_desc_t,
        arg4: usize,
        arg5: *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugWriteMemory_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: ze_device_thread_t,
        arg3: *const zet_debug_memory_space_desc_t,
        arg4: usize,
        arg5: *const ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugGetRegisterSetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zet_debug_regset_properties_t,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugReadRegisters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: ze_device_thread_t,
        arg3: u32,
        arg4: u32,
        arg5: u32,
        arg6: *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugWriteRegisters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: ze_device_thread_t,
        arg3: u32,
        arg4: u32,
        arg5: u32,
        arg6: *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
pub type zet_pfnDebugGetThreadRegisterSetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zet_debug_session_handle_t,
        arg2: ze_device_thread_t,
        arg3: *mut u32,
        arg4: *mut zet_debug_regset_properties_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_debug_dditable_t {
    pub pfnAttach: zet_pfnDebugAttach_t,
    pub pfnDetach: zet_pfnDebugDetach_t,
    pub pfnReadEvent: zet_pfnDebugReadEvent_t,
    pub pfnAcknowledgeEvent: zet_pfnDebugAcknowledgeEvent_t,
    pub pfnInterrupt: zet_pfnDebugInterrupt_t,
    pub pfnResume: zet_pfnDebugResume_t,
    pub pfnReadMemory: zet_pfnDebugReadMemory_t,
    pub pfnWriteMemory: zet_pfnDebugWriteMemory_t,
    pub pfnGetRegisterSetProperties: zet_pfnDebugGetRegisterSetProperties_t,
    pub pfnReadRegisters: zet_pfnDebugReadRegisters_t,
    pub pfnWriteRegisters: zet_pfnDebugWriteRegisters_t,
    pub pfnGetThreadRegisterSetProperties: zet_pfnDebugGetThreadRegisterSetProperties_t,
}
pub type zet_debug_dditable_t = _zet_debug_dditable_t;
pub type zet_pfnGetDebugProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zet_debug_dditable_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zet_dditable_t {
    pub MetricProgrammableExp: zet_metric_programmable_exp_dditable_t,
    pub MetricTracerExp: zet_metric_tracer_exp_dditable_t,
    pub MetricDecoderExp: zet_metric_decoder_exp_dditable_t,
    pub Device: zet_device_dditable_t,
    pub DeviceExp: zet_device_exp_dditable_t,
    pub Context: zet_context_dditable_t,
    pub CommandList: zet_command_list_dditable_t,
    pub CommandListExp: zet_command_list_exp_dditable_t,
    pub Module: zet_module_dditable_t,
    pub Kernel: zet_kernel_dditable_t,
    pub Metric: zet_metric_dditable_t,
    pub MetricExp: zet_metric_exp_dditable_t,
    pub MetricGroup: zet_metric_group_dditable_t,
    pub MetricGroupExp: zet_metric_group_exp_dditable_t,
    pub MetricStreamer: zet_metric_streamer_dditable_t,
    pub MetricQueryPool: zet_metric_query_pool_dditable_t,
    pub MetricQuery: zet_metric_query_dditable_t,
    pub TracerExp: zet_tracer_exp_dditable_t,
    pub Debug: zet_debug_dditable_t,
}
pub type zet_dditable_t = _zet_dditable_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zet_dditable_driver_t {
    pub version: ze_api_version_t,
    pub isValidFlag: u8,
    pub MetricProgrammableExp: *mut zet_metric_programmable_exp_dditable_t,
    pub MetricTracerExp: *mut zet_metric_tracer_exp_dditable_t,
    pub MetricDecoderExp: *mut zet_metric_decoder_exp_dditable_t,
    pub Device: *mut zet_device_dditable_t,
    pub DeviceExp: *mut zet_device_exp_dditable_t,
    pub Context: *mut zet_context_dditable_t,
    pub CommandList: *mut zet_command_list_dditable_t,
    pub CommandListExp: *mut zet_command_list_exp_dditable_t,
    pub Module: *mut zet_module_dditable_t,
    pub Kernel: *mut zet_kernel_dditable_t,
    pub Metric: *mut zet_metric_dditable_t,
    pub MetricExp: *mut zet_metric_exp_dditable_t,
    pub MetricGroup: *mut zet_metric_group_dditable_t,
    pub MetricGroupExp: *mut zet_metric_group_exp_dditable_t,
    pub MetricStreamer: *mut zet_metric_streamer_dditable_t,
    pub MetricQueryPool: *mut zet_metric_query_pool_dditable_t,
    pub MetricQuery: *mut zet_metric_query_dditable_t,
    pub TracerExp: *mut zet_tracer_exp_dditable_t,
    pub Debug: *mut zet_debug_dditable_t,
}
impl Default for _zet_dditable_driver_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zet_dditable_driver_t = _zet_dditable_driver_t;
pub type zes_pfnInit_t = ::std::option::Option<unsafe extern "C" fn(arg1: zes_init_flags_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_global_dditable_t {
    pub pfnInit: zes_pfnInit_t,
}
pub type zes_global_dditable_t = _zes_global_dditable_t;
pub type zes_pfnGetGlobalProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_global_dditable_t) -> ze_result_t,
>;
pub type zes_pfnDeviceGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_device_properties_t) -> ze_result_t,
>;
pub type zes_pfnDeviceGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_device_state_t) -> ze_result_t,
>;
pub type zes_pfnDeviceReset_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: ze_bool_t) -> ze_result_t>;
pub type zes_pfnDeviceProcessesGetState_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_process_state_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDevicePciGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_pci_properties_t) -> ze_result_t,
>;
pub type zes_pfnDevicePciGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_pci_state_t) -> ze_result_t,
>;
pub type zes_pfnDevicePciGetBars_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_pci_bar_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDevicePciGetStats_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_pci_stats_t) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumDiagnosticTestSuites_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_diag_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumEngineGroups_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_engine_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEventRegister_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: zes_event_type_flags_t) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumFabricPorts_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_fabric_port_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumFans_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_fan_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumFirmwares_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_firmware_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumFrequencyDomains_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_freq_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumLeds_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_led_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumMemoryModules_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_mem_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumPerformanceFactorDomains_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_perf_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumPowerDomains_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_pwr_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceGetCardPowerDomain_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_pwr_handle_t) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumPsus_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_psu_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumRasErrorSets_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_ras_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumSchedulers_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_sched_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumStandbyDomains_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_standby_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumTemperatureSensors_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_temp_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEccAvailable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
pub type zes_pfnDeviceEccConfigurable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
pub type zes_pfnDeviceGetEccState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_device_ecc_properties_t) -> ze_result_t,
>;
pub type zes_pfnDeviceSetEccState_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *const zes_device_ecc_desc_t,
        arg3: *mut zes_device_ecc_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceGet_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_driver_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_device_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceSetOverclockWaiver_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_device_handle_t) -> ze_result_t>;
pub type zes_pfnDeviceGetOverclockDomains_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut u32) -> ze_result_t>;
pub type zes_pfnDeviceGetOverclockControls_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: zes_overclock_domain_t,
        arg3: *mut u32,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceResetOverclockSettings_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: ze_bool_t) -> ze_result_t>;
pub type zes_pfnDeviceReadOverclockState_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut zes_overclock_mode_t,
        arg3: *mut ze_bool_t,
        arg4: *mut ze_bool_t,
        arg5: *mut zes_pending_action_t,
        arg6: *mut ze_bool_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumOverclockDomains_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_overclock_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceResetExt_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_device_handle_t, arg2: *mut zes_reset_properties_t) -> ze_result_t,
>;
pub type zes_pfnDevicePciLinkSpeedUpdateExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: ze_bool_t,
        arg3: *mut zes_device_action_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_device_dditable_t {
    pub pfnGetProperties: zes_pfnDeviceGetProperties_t,
    pub pfnGetState: zes_pfnDeviceGetState_t,
    pub pfnReset: zes_pfnDeviceReset_t,
    pub pfnProcessesGetState: zes_pfnDeviceProcessesGetState_t,
    pub pfnPciGetProperties: zes_pfnDevicePciGetProperties_t,
    pub pfnPciGetState: zes_pfnDevicePciGetState_t,
    pub pfnPciGetBars: zes_pfnDevicePciGetBars_t,
    pub pfnPciGetStats: zes_pfnDevicePciGetStats_t,
    pub pfnEnumDiagnosticTestSuites: zes_pfnDeviceEnumDiagnosticTestSuites_t,
    pub pfnEnumEngineGroups: zes_pfnDeviceEnumEngineGroups_t,
    pub pfnEventRegister: zes_pfnDeviceEventRegister_t,
    pub pfnEnumFabricPorts: zes_pfnDeviceEnumFabricPorts_t,
    pub pfnEnumFans: zes_pfnDeviceEnumFans_t,
    pub pfnEnumFirmwares: zes_pfnDeviceEnumFirmwares_t,
    pub pfnEnumFrequencyDomains: zes_pfnDeviceEnumFrequencyDomains_t,
    pub pfnEnumLeds: zes_pfnDeviceEnumLeds_t,
    pub pfnEnumMemoryModules: zes_pfnDeviceEnumMemoryModules_t,
    pub pfnEnumPerformanceFactorDomains: zes_pfnDeviceEnumPerformanceFactorDomains_t,
    pub pfnEnumPowerDomains: zes_pfnDeviceEnumPowerDomains_t,
    pub pfnGetCardPowerDomain: zes_pfnDeviceGetCardPowerDomain_t,
    pub pfnEnumPsus: zes_pfnDeviceEnumPsus_t,
    pub pfnEnumRasErrorSets: zes_pfnDeviceEnumRasErrorSets_t,
    pub pfnEnumSchedulers: zes_pfnDeviceEnumSchedulers_t,
    pub pfnEnumStandbyDomains: zes_pfnDeviceEnumStandbyDomains_t,
    pub pfnEnumTemperatureSensors: zes_pfnDeviceEnumTemperatureSensors_t,
    pub pfnEccAvailable: zes_pfnDeviceEccAvailable_t,
    pub pfnEccConfigurable: zes_pfnDeviceEccConfigurable_t,
    pub pfnGetEccState: zes_pfnDeviceGetEccState_t,
    pub pfnSetEccState: zes_pfnDeviceSetEccState_t,
    pub pfnGet: zes_pfnDeviceGet_t,
    pub pfnSetOverclockWaiver: zes_pfnDeviceSetOverclockWaiver_t,
    pub pfnGetOverclockDomains: zes_pfnDeviceGetOverclockDomains_t,
    pub pfnGetOverclockControls: zes_pfnDeviceGetOverclockControls_t,
    pub pfnResetOverclockSettings: zes_pfnDeviceResetOverclockSettings_t,
    pub pfnReadOverclockState: zes_pfnDeviceReadOverclockState_t,
    pub pfnEnumOverclockDomains: zes_pfnDeviceEnumOverclockDomains_t,
    pub pfnResetExt: zes_pfnDeviceResetExt_t,
    pub pfnPciLinkSpeedUpdateExt: zes_pfnDevicePciLinkSpeedUpdateExt_t,
}
pub type zes_device_dditable_t = _zes_device_dditable_t;
pub type zes_pfnGetDeviceProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_device_dditable_t) -> ze_result_t,
>;
pub type zes_pfnDeviceGetSubDevicePropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_subdevice_exp_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumActiveVFExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_handle_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDeviceEnumEnabledVFExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_handle_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_device_exp_dditable_t {
    pub pfnGetSubDevicePropertiesExp: zes_pfnDeviceGetSubDevicePropertiesExp_t,
    pub pfnEnumActiveVFExp: zes_pfnDeviceEnumActiveVFExp_t,
    pub pfnEnumEnabledVFExp: zes_pfnDeviceEnumEnabledVFExp_t,
}
pub type zes_device_exp_dditable_t = _zes_device_exp_dditable_t;
pub type zes_pfnGetDeviceExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_device_exp_dditable_t) -> ze_result_t,
>;
pub type zes_pfnDriverEventListen_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: u32,
        arg3: u32,
        arg4: *mut zes_device_handle_t,
        arg5: *mut u32,
        arg6: *mut zes_event_type_flags_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDriverEventListenEx_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: ze_driver_handle_t,
        arg2: u64,
        arg3: u32,
        arg4: *mut zes_device_handle_t,
        arg5: *mut u32,
        arg6: *mut zes_event_type_flags_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDriverGet_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: *mut u32, arg2: *mut zes_driver_handle_t) -> ze_result_t,
>;
pub type zes_pfnDriverGetExtensionProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_driver_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_driver_extension_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnDriverGetExtensionFunctionAddress_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_driver_handle_t,
        arg2: *const ::std::os::raw::c_char,
        arg3: *mut *mut ::std::os::raw::c_void,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_driver_dditable_t {
    pub pfnEventListen: zes_pfnDriverEventListen_t,
    pub pfnEventListenEx: zes_pfnDriverEventListenEx_t,
    pub pfnGet: zes_pfnDriverGet_t,
    pub pfnGetExtensionProperties: zes_pfnDriverGetExtensionProperties_t,
    pub pfnGetExtensionFunctionAddress: zes_pfnDriverGetExtensionFunctionAddress_t,
}
pub type zes_driver_dditable_t = _zes_driver_dditable_t;
pub type zes_pfnGetDriverProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_driver_dditable_t) -> ze_result_t,
>;
pub type zes_pfnDriverGetDeviceByUuidExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_driver_handle_t,
        arg2: zes_uuid_t,
        arg3: *mut zes_device_handle_t,
        arg4: *mut ze_bool_t,
        arg5: *mut u32,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_driver_exp_dditable_t {
    pub pfnGetDeviceByUuidExp: zes_pfnDriverGetDeviceByUuidExp_t,
}
pub type zes_driver_exp_dditable_t = _zes_driver_exp_dditable_t;
pub type zes_pfnGetDriverExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_driver_exp_dditable_t) -> ze_result_t,
>;
pub type zes_pfnOverclockGetDomainProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_overclock_handle_t, arg2: *mut zes_overclock_properties_t) -> ze_result_t,
>;
pub type zes_pfnOverclockGetDomainVFProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_overclock_handle_t, arg2: *mut zes_vf_property_t) -> ze_result_t,
>;
pub type zes_pfnOverclockGetDomainControlProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_overclock_control_t,
        arg3: *mut zes_control_property_t,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockGetControlCurrentValue_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_overclock_control_t,
        arg3: *mut f64,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockGetControlPendingValue_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_overclock_control_t,
        arg3: *mut f64,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockSetControlUserValue_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_overclock_control_t,
        arg3: f64,
        arg4: *mut zes_pending_action_t,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockGetControlState_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_overclock_control_t,
        arg3: *mut zes_control_state_t,
        arg4: *mut zes_pending_action_t,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockGetVFPointValues_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_vf_type_t,
        arg3: zes_vf_array_type_t,
        arg4: u32,
        arg5: *mut u32,
    ) -> ze_result_t,
>;
pub type zes_pfnOverclockSetVFPointValues_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_overclock_handle_t,
        arg2: zes_vf_type_t,
        arg3: u32,
        arg4: u32,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_overclock_dditable_t {
    pub pfnGetDomainProperties: zes_pfnOverclockGetDomainProperties_t,
    pub pfnGetDomainVFProperties: zes_pfnOverclockGetDomainVFProperties_t,
    pub pfnGetDomainControlProperties: zes_pfnOverclockGetDomainControlProperties_t,
    pub pfnGetControlCurrentValue: zes_pfnOverclockGetControlCurrentValue_t,
    pub pfnGetControlPendingValue: zes_pfnOverclockGetControlPendingValue_t,
    pub pfnSetControlUserValue: zes_pfnOverclockSetControlUserValue_t,
    pub pfnGetControlState: zes_pfnOverclockGetControlState_t,
    pub pfnGetVFPointValues: zes_pfnOverclockGetVFPointValues_t,
    pub pfnSetVFPointValues: zes_pfnOverclockSetVFPointValues_t,
}
pub type zes_overclock_dditable_t = _zes_overclock_dditable_t;
pub type zes_pfnGetOverclockProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_overclock_dditable_t) -> ze_result_t,
>;
pub type zes_pfnSchedulerGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_sched_handle_t, arg2: *mut zes_sched_properties_t) -> ze_result_t,
>;
pub type zes_pfnSchedulerGetCurrentMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_sched_handle_t, arg2: *mut zes_sched_mode_t) -> ze_result_t,
>;
pub type zes_pfnSchedulerGetTimeoutModeProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_sched_handle_t,
        arg2: ze_bool_t,
        arg3: *mut zes_sched_timeout_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnSchedulerGetTimesliceModeProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_sched_handle_t,
        arg2: ze_bool_t,
        arg3: *mut zes_sched_timeslice_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnSchedulerSetTimeoutMode_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_sched_handle_t,
        arg2: *mut zes_sched_timeout_properties_t,
        arg3: *mut ze_bool_t,
    ) -> ze_result_t,
>;
pub type zes_pfnSchedulerSetTimesliceMode_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_sched_handle_t,
        arg2: *mut zes_sched_timeslice_properties_t,
        arg3: *mut ze_bool_t,
    ) -> ze_result_t,
>;
pub type zes_pfnSchedulerSetExclusiveMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_sched_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
pub type zes_pfnSchedulerSetComputeUnitDebugMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_sched_handle_t, arg2: *mut ze_bool_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_scheduler_dditable_t {
    pub pfnGetProperties: zes_pfnSchedulerGetProperties_t,
    pub pfnGetCurrentMode: zes_pfnSchedulerGetCurrentMode_t,
    pub pfnGetTimeoutModeProperties: zes_pfnSchedulerGetTimeoutModeProperties_t,
    pub pfnGetTimesliceModeProperties: zes_pfnSchedulerGetTimesliceModeProperties_t,
    pub pfnSetTimeoutMode: zes_pfnSchedulerSetTimeoutMode_t,
    pub pfnSetTimesliceMode: zes_pfnSchedulerSetTimesliceMode_t,
    pub pfnSetExclusiveMode: zes_pfnSchedulerSetExclusiveMode_t,
    pub pfnSetComputeUnitDebugMode: zes_pfnSchedulerSetComputeUnitDebugMode_t,
}
pub type zes_scheduler_dditable_t = _zes_scheduler_dditable_t;
pub type zes_pfnGetSchedulerProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_scheduler_dditable_t) -> ze_result_t,
>;
pub type zes_pfnPerformanceFactorGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_perf_handle_t, arg2: *mut zes_perf_properties_t) -> ze_result_t,
>;
pub type zes_pfnPerformanceFactorGetConfig_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_perf_handle_t, arg2: *mut f64) -> ze_result_t>;
pub type zes_pfnPerformanceFactorSetConfig_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_perf_handle_t, arg2: f64) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_performance_factor_dditable_t {
    pub pfnGetProperties: zes_pfnPerformanceFactorGetProperties_t,
    pub pfnGetConfig: zes_pfnPerformanceFactorGetConfig_t,
    pub pfnSetConfig: zes_pfnPerformanceFactorSetConfig_t,
}
pub type zes_performance_factor_dditable_t = _zes_performance_factor_dditable_t;
pub type zes_pfnGetPerformanceFactorProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_performance_factor_dditable_t) -> ze_result_t,
>;
pub type zes_pfnPowerGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: *mut zes_power_properties_t) -> ze_result_t,
>;
pub type zes_pfnPowerGetEnergyCounter_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: *mut zes_power_energy_counter_t) -> ze_result_t,
>;
pub type zes_pfnPowerGetLimits_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_pwr_handle_t,
        arg2: *mut zes_power_sustained_limit_t,
        arg3: *mut zes_power_burst_limit_t,
        arg4: *mut zes_power_peak_limit_t,
    ) -> ze_result_t,
>;
pub type zes_pfnPowerSetLimits_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_pwr_handle_t,
        arg2: *const zes_power_sustained_limit_t,
        arg3: *const zes_power_burst_limit_t,
        arg4: *const zes_power_peak_limit_t,
    ) -> ze_result_t,
>;
pub type zes_pfnPowerGetEnergyThreshold_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: *mut zes_energy_threshold_t) -> ze_result_t,
>;
pub type zes_pfnPowerSetEnergyThreshold_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: f64) -> ze_result_t>;
pub type zes_pfnPowerGetLimitsExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_pwr_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_power_limit_ext_desc_t,
    ) -> ze_result_t,
>;
pub type zes_pfnPowerSetLimitsExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_pwr_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_power_limit_ext_desc_t,
    ) -> ze_result_t,
>;
pub type zes_pfnPowerGetUsage_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: *mut u32, arg3: *mut u32) -> ze_result_t,
>;
pub type zes_pfnPowerGetLimitsExt2_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: *mut u32) -> ze_result_t>;
pub type zes_pfnPowerSetLimitsExt2_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_pwr_handle_t, arg2: u32) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_power_dditable_t {
    pub pfnGetProperties: zes_pfnPowerGetProperties_t,
    pub pfnGetEnergyCounter: zes_pfnPowerGetEnergyCounter_t,
    pub pfnGetLimits: zes_pfnPowerGetLimits_t,
    pub pfnSetLimits: zes_pfnPowerSetLimits_t,
    pub pfnGetEnergyThreshold: zes_pfnPowerGetEnergyThreshold_t,
    pub pfnSetEnergyThreshold: zes_pfnPowerSetEnergyThreshold_t,
    pub pfnGetLimitsExt: zes_pfnPowerGetLimitsExt_t,
    pub pfnSetLimitsExt: zes_pfnPowerSetLimitsExt_t,
    pub pfnGetUsage: zes_pfnPowerGetUsage_t,
    pub pfnGetLimitsExt2: zes_pfnPowerGetLimitsExt2_t,
    pub pfnSetLimitsExt2: zes_pfnPowerSetLimitsExt2_t,
}
pub type zes_power_dditable_t = _zes_power_dditable_t;
pub type zes_pfnGetPowerProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_power_dditable_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_freq_properties_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyGetAvailableClocks_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut u32, arg3: *mut f64) -> ze_result_t,
>;
pub type zes_pfnFrequencyGetRange_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_freq_range_t) -> ze_result_t,
>;
pub type zes_pfnFrequencySetRange_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *const zes_freq_range_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_freq_state_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyGetThrottleTime_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_freq_throttle_time_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyOcGetCapabilities_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_oc_capabilities_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyOcGetFrequencyTarget_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcSetFrequencyTarget_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcGetVoltageTarget_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut f64, arg3: *mut f64) -> ze_result_t,
>;
pub type zes_pfnFrequencyOcSetVoltageTarget_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: f64, arg3: f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcSetMode_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: zes_oc_mode_t) -> ze_result_t>;
pub type zes_pfnFrequencyOcGetMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut zes_oc_mode_t) -> ze_result_t,
>;
pub type zes_pfnFrequencyOcGetIccMax_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcSetIccMax_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcGetTjMax_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: *mut f64) -> ze_result_t>;
pub type zes_pfnFrequencyOcSetTjMax_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_freq_handle_t, arg2: f64) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_frequency_dditable_t {
    pub pfnGetProperties: zes_pfnFrequencyGetProperties_t,
    pub pfnGetAvailableClocks: zes_pfnFrequencyGetAvailableClocks_t,
    pub pfnGetRange: zes_pfnFrequencyGetRange_t,
    pub pfnSetRange: zes_pfnFrequencySetRange_t,
    pub pfnGetState: zes_pfnFrequencyGetState_t,
    pub pfnGetThrottleTime: zes_pfnFrequencyGetThrottleTime_t,
    pub pfnOcGetCapabilities: zes_pfnFrequencyOcGetCapabilities_t,
    pub pfnOcGetFrequencyTarget: zes_pfnFrequencyOcGetFrequencyTarget_t,
    pub pfnOcSetFrequencyTarget: zes_pfnFrequencyOcSetFrequencyTarget_t,
    pub pfnOcGetVoltageTarget: zes_pfnFrequencyOcGetVoltageTarget_t,
    pub pfnOcSetVoltageTarget: zes_pfnFrequencyOcSetVoltageTarget_t,
    pub pfnOcSetMode: zes_pfnFrequencyOcSetMode_t,
    pub pfnOcGetMode: zes_pfnFrequencyOcGetMode_t,
    pub pfnOcGetIccMax: zes_pfnFrequencyOcGetIccMax_t,
    pub pfnOcSetIccMax: zes_pfnFrequencyOcSetIccMax_t,
    pub pfnOcGetTjMax: zes_pfnFrequencyOcGetTjMax_t,
    pub pfnOcSetTjMax: zes_pfnFrequencyOcSetTjMax_t,
}
pub type zes_frequency_dditable_t = _zes_frequency_dditable_t;
pub type zes_pfnGetFrequencyProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_frequency_dditable_t) -> ze_result_t,
>;
pub type zes_pfnEngineGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_engine_handle_t, arg2: *mut zes_engine_properties_t) -> ze_result_t,
>;
pub type zes_pfnEngineGetActivity_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_engine_handle_t, arg2: *mut zes_engine_stats_t) -> ze_result_t,
>;
pub type zes_pfnEngineGetActivityExt_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_engine_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_engine_stats_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_engine_dditable_t {
    pub pfnGetProperties: zes_pfnEngineGetProperties_t,
    pub pfnGetActivity: zes_pfnEngineGetActivity_t,
    pub pfnGetActivityExt: zes_pfnEngineGetActivityExt_t,
}
pub type zes_engine_dditable_t = _zes_engine_dditable_t;
pub type zes_pfnGetEngineProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_engine_dditable_t) -> ze_result_t,
>;
pub type zes_pfnStandbyGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_standby_handle_t, arg2: *mut zes_standby_properties_t) -> ze_result_t,
>;
pub type zes_pfnStandbyGetMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_standby_handle_t, arg2: *mut zes_standby_promo_mode_t) -> ze_result_t,
>;
pub type zes_pfnStandbySetMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_standby_handle_t, arg2: zes_standby_promo_mode_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_standby_dditable_t {
    pub pfnGetProperties: zes_pfnStandbyGetProperties_t,
    pub pfnGetMode: zes_pfnStandbyGetMode_t,
    pub pfnSetMode: zes_pfnStandbySetMode_t,
}
pub type zes_standby_dditable_t = _zes_standby_dditable_t;
pub type zes_pfnGetStandbyProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_standby_dditable_t) -> ze_result_t,
>;
pub type zes_pfnFirmwareGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_firmware_handle_t, arg2: *mut zes_firmware_properties_t) -> ze_result_t,
>;
pub type zes_pfnFirmwareFlash_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_firmware_handle_t,
        arg2: *mut ::std::os::raw::c_void,
        arg3: u32,
    ) -> ze_result_t,
>;
pub type zes_pfnFirmwareGetFlashProgress_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_firmware_handle_t, arg2: *mut u32) -> ze_result_t>;
pub type zes_pfnFirmwareGetConsoleLogs_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_firmware_handle_t,
        arg2: *mut usize,
        arg3: *mut ::std::os::raw::c_char,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_firmware_dditable_t {
    pub pfnGetProperties: zes_pfnFirmwareGetProperties_t,
    pub pfnFlash: zes_pfnFirmwareFlash_t,
    pub pfnGetFlashProgress: zes_pfnFirmwareGetFlashProgress_t,
    pub pfnGetConsoleLogs: zes_pfnFirmwareGetConsoleLogs_t,
}
pub type zes_firmware_dditable_t = _zes_firmware_dditable_t;
pub type zes_pfnGetFirmwareProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_firmware_dditable_t) -> ze_result_t,
>;
pub type zes_pfnFirmwareGetSecurityVersionExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_firmware_handle_t, arg2: *mut ::std::os::raw::c_char) -> ze_result_t,
>;
pub type zes_pfnFirmwareSetSecurityVersionExp_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_firmware_handle_t) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_firmware_exp_dditable_t {
    pub pfnGetSecurityVersionExp: zes_pfnFirmwareGetSecurityVersionExp_t,
    pub pfnSetSecurityVersionExp: zes_pfnFirmwareSetSecurityVersionExp_t,
}
pub type zes_firmware_exp_dditable_t = _zes_firmware_exp_dditable_t;
pub type zes_pfnGetFirmwareExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_firmware_exp_dditable_t) -> ze_result_t,
>;
pub type zes_pfnMemoryGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_mem_handle_t, arg2: *mut zes_mem_properties_t) -> ze_result_t,
>;
pub type zes_pfnMemoryGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_mem_handle_t, arg2: *mut zes_mem_state_t) -> ze_result_t,
>;
pub type zes_pfnMemoryGetBandwidth_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_mem_handle_t, arg2: *mut zes_mem_bandwidth_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_memory_dditable_t {
    pub pfnGetProperties: zes_pfnMemoryGetProperties_t,
    pub pfnGetState: zes_pfnMemoryGetState_t,
    pub pfnGetBandwidth: zes_pfnMemoryGetBandwidth_t,
}
pub type zes_memory_dditable_t = _zes_memory_dditable_t;
pub type zes_pfnGetMemoryProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_memory_dditable_t) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_fabric_port_handle_t,
        arg2: *mut zes_fabric_port_properties_t,
    ) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetLinkType_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fabric_port_handle_t, arg2: *mut zes_fabric_link_type_t) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fabric_port_handle_t, arg2: *mut zes_fabric_port_config_t) -> ze_result_t,
>;
pub type zes_pfnFabricPortSetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_fabric_port_handle_t,
        arg2: *const zes_fabric_port_config_t,
    ) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fabric_port_handle_t, arg2: *mut zes_fabric_port_state_t) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetThroughput_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_fabric_port_handle_t,
        arg2: *mut zes_fabric_port_throughput_t,
    ) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetFabricErrorCounters_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_fabric_port_handle_t,
        arg2: *mut zes_fabric_port_error_counters_t,
    ) -> ze_result_t,
>;
pub type zes_pfnFabricPortGetMultiPortThroughput_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_device_handle_t,
        arg2: u32,
        arg3: *mut zes_fabric_port_handle_t,
        arg4: *mut *mut zes_fabric_port_throughput_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_fabric_port_dditable_t {
    pub pfnGetProperties: zes_pfnFabricPortGetProperties_t,
    pub pfnGetLinkType: zes_pfnFabricPortGetLinkType_t,
    pub pfnGetConfig: zes_pfnFabricPortGetConfig_t,
    pub pfnSetConfig: zes_pfnFabricPortSetConfig_t,
    pub pfnGetState: zes_pfnFabricPortGetState_t,
    pub pfnGetThroughput: zes_pfnFabricPortGetThroughput_t,
    pub pfnGetFabricErrorCounters: zes_pfnFabricPortGetFabricErrorCounters_t,
    pub pfnGetMultiPortThroughput: zes_pfnFabricPortGetMultiPortThroughput_t,
}
pub type zes_fabric_port_dditable_t = _zes_fabric_port_dditable_t;
pub type zes_pfnGetFabricPortProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_fabric_port_dditable_t) -> ze_result_t,
>;
pub type zes_pfnTemperatureGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_temp_handle_t, arg2: *mut zes_temp_properties_t) -> ze_result_t,
>;
pub type zes_pfnTemperatureGetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_temp_handle_t, arg2: *mut zes_temp_config_t) -> ze_result_t,
>;
pub type zes_pfnTemperatureSetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_temp_handle_t, arg2: *const zes_temp_config_t) -> ze_result_t,
>;
pub type zes_pfnTemperatureGetState_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_temp_handle_t, arg2: *mut f64) -> ze_result_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_temperature_dditable_t {
    pub pfnGetProperties: zes_pfnTemperatureGetProperties_t,
    pub pfnGetConfig: zes_pfnTemperatureGetConfig_t,
    pub pfnSetConfig: zes_pfnTemperatureSetConfig_t,
    pub pfnGetState: zes_pfnTemperatureGetState_t,
}
pub type zes_temperature_dditable_t = _zes_temperature_dditable_t;
pub type zes_pfnGetTemperatureProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_temperature_dditable_t) -> ze_result_t,
>;
pub type zes_pfnPsuGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_psu_handle_t, arg2: *mut zes_psu_properties_t) -> ze_result_t,
>;
pub type zes_pfnPsuGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_psu_handle_t, arg2: *mut zes_psu_state_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_psu_dditable_t {
    pub pfnGetProperties: zes_pfnPsuGetProperties_t,
    pub pfnGetState: zes_pfnPsuGetState_t,
}
pub type zes_psu_dditable_t = _zes_psu_dditable_t;
pub type zes_pfnGetPsuProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_psu_dditable_t) -> ze_result_t,
>;
pub type zes_pfnFanGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fan_handle_t, arg2: *mut zes_fan_properties_t) -> ze_result_t,
>;
pub type zes_pfnFanGetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fan_handle_t, arg2: *mut zes_fan_config_t) -> ze_result_t,
>;
pub type zes_pfnFanSetDefaultMode_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_fan_handle_t) -> ze_result_t>;
pub type zes_pfnFanSetFixedSpeedMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fan_handle_t, arg2: *const zes_fan_speed_t) -> ze_result_t,
>;
pub type zes_pfnFanSetSpeedTableMode_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fan_handle_t, arg2: *const zes_fan_speed_table_t) -> ze_result_t,
>;
pub type zes_pfnFanGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_fan_handle_t, arg2: zes_fan_speed_units_t, arg3: *mut i32) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_fan_dditable_t {
    pub pfnGetProperties: zes_pfnFanGetProperties_t,
    pub pfnGetConfig: zes_pfnFanGetConfig_t,
    pub pfnSetDefaultMode: zes_pfnFanSetDefaultMode_t,
    pub pfnSetFixedSpeedMode: zes_pfnFanSetFixedSpeedMode_t,
    pub pfnSetSpeedTableMode: zes_pfnFanSetSpeedTableMode_t,
    pub pfnGetState: zes_pfnFanGetState_t,
}
pub type zes_fan_dditable_t = _zes_fan_dditable_t;
pub type zes_pfnGetFanProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_fan_dditable_t) -> ze_result_t,
>;
pub type zes_pfnLedGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_led_handle_t, arg2: *mut zes_led_properties_t) -> ze_result_t,
>;
pub type zes_pfnLedGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_led_handle_t, arg2: *mut zes_led_state_t) -> ze_result_t,
>;
pub type zes_pfnLedSetState_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: zes_led_handle_t, arg2: ze_bool_t) -> ze_result_t>;
pub type zes_pfnLedSetColor_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_led_handle_t, arg2: *const zes_led_color_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_led_dditable_t {
    pub pfnGetProperties: zes_pfnLedGetProperties_t,
    pub pfnGetState: zes_pfnLedGetState_t,
    pub pfnSetState: zes_pfnLedSetState_t,
    pub pfnSetColor: zes_pfnLedSetColor_t,
}
pub type zes_led_dditable_t = _zes_led_dditable_t;
pub type zes_pfnGetLedProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_led_dditable_t) -> ze_result_t,
>;
pub type zes_pfnRasGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: *mut zes_ras_properties_t) -> ze_result_t,
>;
pub type zes_pfnRasGetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: *mut zes_ras_config_t) -> ze_result_t,
>;
pub type zes_pfnRasSetConfig_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: *const zes_ras_config_t) -> ze_result_t,
>;
pub type zes_pfnRasGetState_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: ze_bool_t, arg3: *mut zes_ras_state_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_ras_dditable_t {
    pub pfnGetProperties: zes_pfnRasGetProperties_t,
    pub pfnGetConfig: zes_pfnRasGetConfig_t,
    pub pfnSetConfig: zes_pfnRasSetConfig_t,
    pub pfnGetState: zes_pfnRasGetState_t,
}
pub type zes_ras_dditable_t = _zes_ras_dditable_t;
pub type zes_pfnGetRasProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_ras_dditable_t) -> ze_result_t,
>;
pub type zes_pfnRasGetStateExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_ras_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_ras_state_exp_t,
    ) -> ze_result_t,
>;
pub type zes_pfnRasClearStateExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: zes_ras_error_category_exp_t) -> ze_result_t,
>;
pub type zes_pfnRasGetSupportedCategoriesExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_ras_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_ras_error_category_exp_t,
    ) -> ze_result_t,
>;
pub type zes_pfnRasGetStateExp2_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_ras_handle_t,
        arg2: u32,
        arg3: *const zes_ras_error_category_exp_t,
        arg4: *mut zes_ras_state_exp2_t,
    ) -> ze_result_t,
>;
pub type zes_pfnRasGetConfigExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: u32, arg3: *mut zes_ras_config_exp_t) -> ze_result_t,
>;
pub type zes_pfnRasSetConfigExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_ras_handle_t, arg2: u32, arg3: *const zes_ras_config_exp_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_ras_exp_dditable_t {
    pub pfnGetStateExp: zes_pfnRasGetStateExp_t,
    pub pfnClearStateExp: zes_pfnRasClearStateExp_t,
    pub pfnGetSupportedCategoriesExp: zes_pfnRasGetSupportedCategoriesExp_t,
    pub pfnGetStateExp2: zes_pfnRasGetStateExp2_t,
    pub pfnGetConfigExp: zes_pfnRasGetConfigExp_t,
    pub pfnSetConfigExp: zes_pfnRasSetConfigExp_t,
}
pub type zes_ras_exp_dditable_t = _zes_ras_exp_dditable_t;
pub type zes_pfnGetRasExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_ras_exp_dditable_t) -> ze_result_t,
>;
pub type zes_pfnDiagnosticsGetProperties_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_diag_handle_t, arg2: *mut zes_diag_properties_t) -> ze_result_t,
>;
pub type zes_pfnDiagnosticsGetTests_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_diag_handle_t, arg2: *mut u32, arg3: *mut zes_diag_test_t) -> ze_result_t,
>;
pub type zes_pfnDiagnosticsRunTests_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_diag_handle_t,
        arg2: u32,
        arg3: u32,
        arg4: *mut zes_diag_result_t,
    ) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_diagnostics_dditable_t {
    pub pfnGetProperties: zes_pfnDiagnosticsGetProperties_t,
    pub pfnGetTests: zes_pfnDiagnosticsGetTests_t,
    pub pfnRunTests: zes_pfnDiagnosticsRunTests_t,
}
pub type zes_diagnostics_dditable_t = _zes_diagnostics_dditable_t;
pub type zes_pfnGetDiagnosticsProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_diagnostics_dditable_t) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFPropertiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_vf_handle_t, arg2: *mut zes_vf_exp_properties_t) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFMemoryUtilizationExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_vf_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_util_mem_exp_t,
    ) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFEngineUtilizationExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_vf_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_util_engine_exp_t,
    ) -> ze_result_t,
>;
pub type zes_pfnVFManagementSetVFTelemetryModeExp_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_vf_handle_t,
        arg2: zes_vf_info_util_exp_flags_t,
        arg3: ze_bool_t,
    ) -> ze_result_t,
>;
pub type zes_pfnVFManagementSetVFTelemetrySamplingIntervalExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_vf_handle_t, arg2: zes_vf_info_util_exp_flags_t, arg3: u64) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFCapabilitiesExp_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_vf_handle_t, arg2: *mut zes_vf_exp_capabilities_t) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFMemoryUtilizationExp2_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_vf_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_util_mem_exp2_t,
    ) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFEngineUtilizationExp2_t = ::std::option::Option<
    unsafe extern "C" fn(
        arg1: zes_vf_handle_t,
        arg2: *mut u32,
        arg3: *mut zes_vf_util_engine_exp2_t,
    ) -> ze_result_t,
>;
pub type zes_pfnVFManagementGetVFCapabilitiesExp2_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: zes_vf_handle_t, arg2: *mut zes_vf_exp2_capabilities_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_vf_management_exp_dditable_t {
    pub pfnGetVFPropertiesExp: zes_pfnVFManagementGetVFPropertiesExp_t,
    pub pfnGetVFMemoryUtilizationExp: zes_pfnVFManagementGetVFMemoryUtilizationExp_t,
    pub pfnGetVFEngineUtilizationExp: zes_pfnVFManagementGetVFEngineUtilizationExp_t,
    pub pfnSetVFTelemetryModeExp: zes_pfnVFManagementSetVFTelemetryModeExp_t,
    pub pfnSetVFTelemetrySamplingIntervalExp: zes_pfnVFManagementSetVFTelemetrySamplingIntervalExp_t,
    pub pfnGetVFCapabilitiesExp: zes_pfnVFManagementGetVFCapabilitiesExp_t,
    pub pfnGetVFMemoryUtilizationExp2: zes_pfnVFManagementGetVFMemoryUtilizationExp2_t,
    pub pfnGetVFEngineUtilizationExp2: zes_pfnVFManagementGetVFEngineUtilizationExp2_t,
    pub pfnGetVFCapabilitiesExp2: zes_pfnVFManagementGetVFCapabilitiesExp2_t,
}
pub type zes_vf_management_exp_dditable_t = _zes_vf_management_exp_dditable_t;
pub type zes_pfnGetVFManagementExpProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zes_vf_management_exp_dditable_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zes_dditable_t {
    pub Global: zes_global_dditable_t,
    pub Device: zes_device_dditable_t,
    pub DeviceExp: zes_device_exp_dditable_t,
    pub Driver: zes_driver_dditable_t,
    pub DriverExp: zes_driver_exp_dditable_t,
    pub Overclock: zes_overclock_dditable_t,
    pub Scheduler: zes_scheduler_dditable_t,
    pub PerformanceFactor: zes_performance_factor_dditable_t,
    pub Power: zes_power_dditable_t,
    pub Frequency: zes_frequency_dditable_t,
    pub Engine: zes_engine_dditable_t,
    pub Standby: zes_standby_dditable_t,
    pub Firmware: zes_firmware_dditable_t,
    pub FirmwareExp: zes_firmware_exp_dditable_t,
    pub Memory: zes_memory_dditable_t,
    pub FabricPort: zes_fabric_port_dditable_t,
    pub Temperature: zes_temperature_dditable_t,
    pub Psu: zes_psu_dditable_t,
    pub Fan: zes_fan_dditable_t,
    pub Led: zes_led_dditable_t,
    pub Ras: zes_ras_dditable_t,
    pub RasExp: zes_ras_exp_dditable_t,
    pub Diagnostics: zes_diagnostics_dditable_t,
    pub VFManagementExp: zes_vf_management_exp_dditable_t,
}
pub type zes_dditable_t = _zes_dditable_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zes_dditable_driver_t {
    pub version: ze_api_version_t,
    pub isValidFlag: u8,
    pub Global: *mut zes_global_dditable_t,
    pub Device: *mut zes_device_dditable_t,
    pub DeviceExp: *mut zes_device_exp_dditable_t,
    pub Driver: *mut zes_driver_dditable_t,
    pub DriverExp: *mut zes_driver_exp_dditable_t,
    pub Overclock: *mut zes_overclock_dditable_t,
    pub Scheduler: *mut zes_scheduler_dditable_t,
    pub PerformanceFactor: *mut zes_performance_factor_dditable_t,
    pub Power: *mut zes_power_dditable_t,
    pub Frequency: *mut zes_frequency_dditable_t,
    pub Engine: *mut zes_engine_dditable_t,
    pub Standby: *mut zes_standby_dditable_t,
    pub Firmware: *mut zes_firmware_dditable_t,
    pub FirmwareExp: *mut zes_firmware_exp_dditable_t,
    pub Memory: *mut zes_memory_dditable_t,
    pub FabricPort: *mut zes_fabric_port_dditable_t,
    pub Temperature: *mut zes_temperature_dditable_t,
    pub Psu: *mut zes_psu_dditable_t,
    pub Fan: *mut zes_fan_dditable_t,
    pub Led: *mut zes_led_dditable_t,
    pub Ras: *mut zes_ras_dditable_t,
    pub RasExp: *mut zes_ras_exp_dditable_t,
    pub Diagnostics: *mut zes_diagnostics_dditable_t,
    pub VFManagementExp: *mut zes_vf_management_exp_dditable_t,
}
impl Default for _zes_dditable_driver_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zes_dditable_driver_t = _zes_dditable_driver_t;
pub type zer_pfnGetLastErrorDescription_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: *mut *const ::std::os::raw::c_char) -> ze_result_t>;
pub type zer_pfnTranslateDeviceHandleToIdentifier_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: ze_device_handle_t) -> u32>;
pub type zer_pfnTranslateIdentifierToDeviceHandle_t =
    ::std::option::Option<unsafe extern "C" fn(arg1: u32) -> ze_device_handle_t>;
pub type zer_pfnGetDefaultContext_t = ::std::option::Option<unsafe extern "C" fn() -> ze_context_handle_t>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zer_global_dditable_t {
    pub pfnGetLastErrorDescription: zer_pfnGetLastErrorDescription_t,
    pub pfnTranslateDeviceHandleToIdentifier: zer_pfnTranslateDeviceHandleToIdentifier_t,
    pub pfnTranslateIdentifierToDeviceHandle: zer_pfnTranslateIdentifierToDeviceHandle_t,
    pub pfnGetDefaultContext: zer_pfnGetDefaultContext_t,
}
pub type zer_global_dditable_t = _zer_global_dditable_t;
pub type zer_pfnGetGlobalProcAddrTable_t = ::std::option::Option<
    unsafe extern "C" fn(arg1: ze_api_version_t, arg2: *mut zer_global_dditable_t) -> ze_result_t,
>;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zer_dditable_t {
    pub Global: zer_global_dditable_t,
}
pub type zer_dditable_t = _zer_dditable_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zer_dditable_driver_t {
    pub version: ze_api_version_t,
    pub isValidFlag: u8,
    pub Global: *mut zer_global_dditable_t,
}
impl Default for _zer_dditable_driver_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zer_dditable_driver_t = _zer_dditable_driver_t;
#[repr(C)]
#[derive(Debug)]
pub struct _zel_tracer_handle_t {
    _unused: [u8; 0],
}
pub type zel_tracer_handle_t = *mut _zel_tracer_handle_t;
pub const ZEL_API_TRACING_VERSION_1_0: _zel_api_tracing_version_t = 65536;
pub const ZEL_API_TRACING_VERSION_CURRENT: _zel_api_tracing_version_t = 65536;
pub const ZEL_API_TRACING_VERSION_FORCE_UINT32: _zel_api_tracing_version_t = 2147483647;
pub type _zel_api_tracing_version_t = ::std::os::raw::c_uint;
pub use self::_zel_api_tracing_version_t as zel_api_tracing_version_t;
pub type zel_core_callbacks_t = ze_callbacks_t;
pub const ZEL_STRUCTURE_TYPE_TRACER_DESC: _zel_structure_type_t = 1;
pub const ZEL_STRUCTURE_TYPE_TRACER_EXP_DESC: _zel_structure_type_t = 1;
pub const ZEL_STRUCTURE_TYPE_FORCE_UINT32: _zel_structure_type_t = 2147483647;
pub type _zel_structure_type_t = ::std::os::raw::c_uint;
pub use self::_zel_structure_type_t as zel_structure_type_t;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct _zel_tracer_desc_t {
    pub stype: zel_structure_type_t,
    pub pNext: *const ::std::os::raw::c_void,
    pub pUserData: *mut ::std::os::raw::c_void,
}
impl Default for _zel_tracer_desc_t {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zel_tracer_desc_t = _zel_tracer_desc_t;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct _zel_version {
    pub major: ::std::os::raw::c_int,
    pub minor: ::std::os::raw::c_int,
    pub patch: ::std::os::raw::c_int,
}
pub type zel_version_t = _zel_version;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct zel_component_version {
    pub component_name: [::std::os::raw::c_char; 64usize],
    pub spec_version: ze_api_version_t,
    pub component_lib_version: zel_version_t,
}
impl Default for zel_component_version {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type zel_component_version_t = zel_component_version;
pub const ZEL_HANDLE_DRIVER: _zel_handle_type_t = 0;
pub const ZEL_HANDLE_DEVICE: _zel_handle_type_t = 1;
pub const ZEL_HANDLE_CONTEXT: _zel_handle_type_t = 2;
pub const ZEL_HANDLE_COMMAND_QUEUE: _zel_handle_type_t = 3;
pub const ZEL_HANDLE_COMMAND_LIST: _zel_handle_type_t = 4;
pub const ZEL_HANDLE_FENCE: _zel_handle_type_t = 5;
pub const ZEL_HANDLE_EVENT_POOL: _zel_handle_type_t = 6;
pub const ZEL_HANDLE_EVENT: _zel_handle_type_t = 7;
pub const ZEL_HANDLE_IMAGE: _zel_handle_type_t = 8;
pub const ZEL_HANDLE_MODULE: _zel_handle_type_t = 9;
pub const ZEL_HANDLE_MODULE_BUILD_LOG: _zel_handle_type_t = 10;
pub const ZEL_HANDLE_KERNEL: _zel_handle_type_t = 11;
pub const ZEL_HANDLE_SAMPLER: _zel_handle_type_t = 12;
pub const ZEL_HANDLE_PHYSICAL_MEM: _zel_handle_type_t = 13;
pub type _zel_handle_type_t = ::std::os::raw::c_uint;
pub use self::_zel_handle_type_t as zel_handle_type_t;
pub type zel_loader_teardown_callback_t = ::std::option::Option<unsafe extern "C" fn()>;
pub type zel_application_teardown_callback_t = ::std::option::Option<unsafe extern "C" fn(index: u32)>;

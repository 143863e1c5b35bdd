// Written by generator/ from the Level Zero 1.17 headers (loader 1.32.0). Do not edit.

layouts! {
    _ze_ipc_mem_handle_t { data }
    _ze_ipc_event_pool_handle_t { data }
    _ze_uuid_t { id }
    _ze_base_cb_params_t { stype, pNext }
    _ze_base_properties_t { stype, pNext }
    _ze_base_desc_t { stype, pNext }
    _ze_ipc_event_counter_based_handle_t { data }
    _ze_init_driver_type_desc_t { stype, pNext, flags }
    _ze_driver_uuid_t { id }
    _ze_driver_properties_t { stype, pNext, uuid, driverVersion }
    _ze_driver_ipc_properties_t { stype, pNext, flags }
    _ze_driver_extension_properties_t { name, version }
    _ze_device_uuid_t { id }
    _ze_device_properties_t { stype, pNext, type_, vendorId, deviceId, flags, subdeviceId, coreClockRate, maxMemAllocSize, maxHardwareContexts, maxCommandQueuePriority, numThreadsPerEU, physicalEUSimdWidth, numEUsPerSubslice, numSubslicesPerSlice, numSlices, timerResolution, timestampValidBits, kernelTimestampValidBits, uuid, name }
    _ze_device_thread_t { slice, subslice, eu, thread }
    _ze_device_compute_properties_t { stype, pNext, maxTotalGroupSize, maxGroupSizeX, maxGroupSizeY, maxGroupSizeZ, maxGroupCountX, maxGroupCountY, maxGroupCountZ, maxSharedLocalMemory, numSubGroupSizes, subGroupSizes }
    _ze_device_compute_dotproduct_ext_properties_t { stype, pNext, dp_caps, dpv4_input_types, dpv4_output_types, dpas_input_types, dpas_output_types, bdpas_input_types, bdpas_output_types }
    _ze_native_kernel_uuid_t { id }
    _ze_device_module_properties_t { stype, pNext, spirvVersionSupported, flags, fp16flags, fp32flags, fp64flags, maxArgumentsSize, printfBufferSize, nativeKernelSupported }
    _ze_command_queue_group_properties_t { stype, pNext, flags, maxMemoryFillPatternSize, numQueues }
    _ze_device_memory_properties_t { stype, pNext, flags, maxClockRate, maxBusWidth, totalSize, name }
    _ze_device_memory_access_properties_t { stype, pNext, hostAllocCapabilities, deviceAllocCapabilities, sharedSingleDeviceAllocCapabilities, sharedCrossDeviceAllocCapabilities, sharedSystemAllocCapabilities }
    _ze_device_cache_properties_t { stype, pNext, flags, cacheSize }
    _ze_device_image_properties_t { stype, pNext, maxImageDims1D, maxImageDims2D, maxImageDims3D, maxImageBufferSize, maxImageArraySlices, maxSamplers, maxReadImageArgs, maxWriteImageArgs }
    _ze_device_external_memory_properties_t { stype, pNext, memoryAllocationImportTypes, memoryAllocationExportTypes, imageImportTypes, imageExportTypes }
    _ze_device_p2p_properties_t { stype, pNext, flags }
    _ze_device_event_properties_t { stype, pNext, flags }
    _ze_runtime_requirements_module_desc_t { stype, pNext, requirementsSrc }
    _ze_runtime_requirements_graph_desc_t { stype, pNext, requirementsSrc }
    _ze_validate_runtime_requirements_output_t { stype, pNext, result }
    _ze_context_desc_t { stype, pNext, flags }
    _ze_command_queue_desc_t { stype, pNext, ordinal, index, flags, mode, priority }
    _ze_command_list_desc_t { stype, pNext, commandQueueGroupOrdinal, flags }
    _ze_copy_region_t { originX, originY, originZ, width, height, depth }
    _ze_image_region_t { originX, originY, originZ, width, height, depth }
    _ze_event_pool_desc_t { stype, pNext, flags, count }
    _ze_event_sync_mode_desc_t { stype, pNext, syncModeFlags, externalInterruptId }
    _ze_event_desc_t { stype, pNext, index, signal, wait }
    _ze_event_counter_based_desc_t { stype, pNext, flags, signal, wait }
    _ze_event_counter_based_external_sync_allocation_desc_t { stype, pNext, deviceAddress, hostAddress, completionValue }
    _ze_event_counter_based_external_aggregate_storage_desc_t { stype, pNext, deviceAddress, incrementValue, completionValue }
    _ze_kernel_timestamp_data_t { kernelStart, kernelEnd }
    _ze_kernel_timestamp_result_t { global, context }
    _ze_fence_desc_t { stype, pNext, flags }
    _ze_image_format_t { layout, type_, x, y, z, w }
    _ze_image_desc_t { stype, pNext, flags, type_, format, width, height, depth, arraylevels, miplevels }
    _ze_image_properties_t { stype, pNext, samplerFilterFlags }
    _ze_device_mem_alloc_desc_t { stype, pNext, flags, ordinal }
    _ze_host_mem_alloc_desc_t { stype, pNext, flags }
    _ze_memory_allocation_properties_t { stype, pNext, type_, id, pageSize }
    _ze_external_memory_export_desc_t { stype, pNext, flags }
    _ze_external_memory_import_fd_t { stype, pNext, flags, fd }
    _ze_external_memory_export_fd_t { stype, pNext, flags, fd }
    _ze_external_memory_import_win32_handle_t { stype, pNext, flags, handle, name }
    _ze_external_memory_export_win32_handle_t { stype, pNext, flags, handle }
    _ze_module_constants_t { numConstants, pConstantIds, pConstantValues }
    _ze_module_desc_t { stype, pNext, format, inputSize, pInputModule, pBuildFlags, pConstants }
    _ze_command_list_append_launch_kernel_param_cooperative_desc_t { stype, pNext, isCooperative }
    _ze_module_properties_t { stype, pNext, flags }
    _ze_kernel_desc_t { stype, pNext, flags, pKernelName }
    _ze_kernel_uuid_t { kid, mid }
    _ze_kernel_properties_t { stype, pNext, numKernelArgs, requiredGroupSizeX, requiredGroupSizeY, requiredGroupSizeZ, requiredNumSubGroups, requiredSubgroupSize, maxSubgroupSize, maxNumSubgroups, localMemSize, privateMemSize, spillMemSize, uuid }
    _ze_kernel_preferred_group_size_properties_t { stype, pNext, preferredMultiple }
    _ze_group_count_t { groupCountX, groupCountY, groupCountZ }
    _ze_group_size_t { groupSizeX, groupSizeY, groupSizeZ }
    _ze_module_program_exp_desc_t { stype, pNext, count, inputSizes, pInputModules, pBuildFlags, pConstants }
    _ze_device_raytracing_ext_properties_t { stype, pNext, flags, maxBVHLevels }
    _ze_raytracing_mem_alloc_ext_desc_t { stype, pNext, flags }
    _ze_sampler_desc_t { stype, pNext, addressMode, filterMode, isNormalized }
    _ze_physical_mem_desc_t { stype, pNext, flags, size }
    _ze_physical_mem_properties_t { stype, pNext, id, size }
    _ze_float_atomic_ext_properties_t { stype, pNext, fp16Flags, fp32Flags, fp64Flags }
    _ze_relaxed_allocation_limits_ext_desc_t { stype, pNext, flags }
    _ze_relaxed_allocation_limits_exp_desc_t { stype, pNext, flags }
    _ze_cache_reservation_ext_desc_t { stype, pNext, maxCacheReservationSize }
    _ze_image_memory_properties_exp_t { stype, pNext, size, rowPitch, slicePitch }
    _ze_image_view_planar_ext_desc_t { stype, pNext, planeIndex }
    _ze_image_view_planar_exp_desc_t { stype, pNext, planeIndex }
    _ze_scheduling_hint_exp_properties_t { stype, pNext, schedulingHintFlags }
    _ze_scheduling_hint_exp_desc_t { stype, pNext, flags }
    _ze_context_power_saving_hint_exp_desc_t { stype, pNext, hint }
    _ze_eu_count_ext_t { stype, pNext, numTotalEUs }
    _ze_pci_address_ext_t { domain, bus, device, function }
    _ze_pci_speed_ext_t { genVersion, width, maxBandwidth }
    _ze_pci_ext_properties_t { stype, pNext, address, maxSpeed }
    _ze_srgb_ext_desc_t { stype, pNext, sRGB }
    _ze_image_allocation_ext_properties_t { stype, pNext, id }
    _ze_linkage_inspection_ext_desc_t { stype, pNext, flags }
    _ze_memory_compression_hints_ext_desc_t { stype, pNext, flags }
    _ze_driver_memory_free_ext_properties_t { stype, pNext, freePolicies }
    _ze_memory_free_ext_desc_t { stype, pNext, freePolicy }
    _ze_device_p2p_bandwidth_exp_properties_t { stype, pNext, logicalBandwidth, physicalBandwidth, bandwidthUnit, logicalLatency, physicalLatency, latencyUnit }
    _ze_copy_bandwidth_exp_properties_t { stype, pNext, copyBandwidth, copyBandwidthUnit }
    _ze_device_luid_ext_t { id }
    _ze_device_luid_ext_properties_t { stype, pNext, luid, nodeMask }
    _ze_fabric_vertex_pci_exp_address_t { domain, bus, device, function }
    _ze_fabric_vertex_exp_properties_t { stype, pNext, uuid, type_, remote, address }
    _ze_fabric_edge_exp_properties_t { stype, pNext, uuid, model, bandwidth, bandwidthUnit, latency, latencyUnit, duplexity }
    _ze_device_memory_ext_properties_t { stype, pNext, type_, physicalSize, readBandwidth, writeBandwidth, bandwidthUnit }
    _ze_device_ip_version_ext_t { stype, pNext, ipVersion }
    _ze_kernel_max_group_size_properties_ext_t { stype, pNext, maxGroupSize }
    _ze_sub_allocation_t { base, size }
    _ze_memory_sub_allocations_exp_properties_t { stype, pNext, pCount, pSubAllocations }
    _ze_event_query_kernel_timestamps_ext_properties_t { stype, pNext, flags }
    _ze_synchronized_timestamp_data_ext_t { kernelStart, kernelEnd }
    _ze_synchronized_timestamp_result_ext_t { global, context }
    _ze_event_query_kernel_timestamps_results_ext_properties_t { stype, pNext, pKernelTimestampsBuffer, pSynchronizedTimestampsBuffer }
    _ze_rtas_builder_exp_desc_t { stype, pNext, builderVersion }
    _ze_rtas_builder_exp_properties_t { stype, pNext, flags, rtasBufferSizeBytesExpected, rtasBufferSizeBytesMaxRequired, scratchBufferSizeBytes }
    _ze_rtas_parallel_operation_exp_properties_t { stype, pNext, flags, maxConcurrency }
    _ze_rtas_device_exp_properties_t { stype, pNext, flags, rtasFormat, rtasBufferAlignment }
    _ze_rtas_float3_exp_t { x, y, z }
    _ze_rtas_transform_float3x4_column_major_exp_t { vx_x, vx_y, vx_z, vy_x, vy_y, vy_z, vz_x, vz_y, vz_z, p_x, p_y, p_z }
    _ze_rtas_transform_float3x4_aligned_column_major_exp_t { vx_x, vx_y, vx_z, pad0, vy_x, vy_y, vy_z, pad1, vz_x, vz_y, vz_z, pad2, p_x, p_y, p_z, pad3 }
    _ze_rtas_transform_float3x4_row_major_exp_t { vx_x, vy_x, vz_x, p_x, vx_y, vy_y, vz_y, p_y, vx_z, vy_z, vz_z, p_z }
    _ze_rtas_aabb_exp_t { lower, upper }
    _ze_rtas_triangle_indices_uint32_exp_t { v0, v1, v2 }
    _ze_rtas_quad_indices_uint32_exp_t { v0, v1, v2, v3 }
    _ze_rtas_builder_geometry_info_exp_t { geometryType }
    _ze_rtas_builder_triangles_geometry_info_exp_t { geometryType, geometryFlags, geometryMask, triangleFormat, vertexFormat, triangleCount, vertexCount, triangleStride, vertexStride, pTriangleBuffer, pVertexBuffer }
    _ze_rtas_builder_quads_geometry_info_exp_t { geometryType, geometryFlags, geometryMask, quadFormat, vertexFormat, quadCount, vertexCount, quadStride, vertexStride, pQuadBuffer, pVertexBuffer }
    _ze_rtas_geometry_aabbs_exp_cb_params_t { stype, pNext, primID, primIDCount, pGeomUserPtr, pBuildUserPtr, pBoundsOut }
    _ze_rtas_builder_procedural_geometry_info_exp_t { geometryType, geometryFlags, geometryMask, reserved, primCount, pfnGetBoundsCb, pGeomUserPtr }
    _ze_rtas_builder_instance_geometry_info_exp_t { geometryType, instanceFlags, geometryMask, transformFormat, instanceUserID, pTransform, pBounds, pAccelerationStructure }
    _ze_rtas_builder_build_op_exp_desc_t { stype, pNext, rtasFormat, buildQuality, buildFlags, ppGeometries, numGeometries }
    _ze_event_pool_counter_based_exp_desc_t { stype, pNext, flags }
    _ze_image_bindless_exp_desc_t { stype, pNext, flags }
    _ze_image_pitched_exp_desc_t { stype, pNext, ptr }
    _ze_device_pitched_alloc_exp_properties_t { stype, pNext, maxImageLinearWidth, maxImageLinearHeight }
    _ze_pitched_alloc_2dimage_linear_pitch_exp_info_t { stype, pNext, pitchAlign, maxSupportedPitch }
    _ze_custom_pitch_exp_desc_t { stype, pNext, rowPitch, slicePitch }
    _ze_mutable_command_id_exp_desc_t { stype, pNext, flags }
    _ze_mutable_command_list_exp_properties_t { stype, pNext, mutableCommandListFlags, mutableCommandFlags }
    _ze_mutable_command_list_exp_desc_t { stype, pNext, flags }
    _ze_mutable_commands_exp_desc_t { stype, pNext, flags }
    _ze_mutable_kernel_argument_exp_desc_t { stype, pNext, commandId, argIndex, argSize, pArgValue }
    _ze_mutable_group_count_exp_desc_t { stype, pNext, commandId, pGroupCount }
    _ze_mutable_group_size_exp_desc_t { stype, pNext, commandId, groupSizeX, groupSizeY, groupSizeZ }
    _ze_mutable_global_offset_exp_desc_t { stype, pNext, commandId, offsetX, offsetY, offsetZ }
    _ze_mutable_graph_argument_exp_desc_t { stype, pNext, commandId, argIndex, pArgValue }
    _ze_driver_ddi_handles_ext_properties_t { stype, pNext, flags }
    _ze_external_semaphore_ext_desc_t { stype, pNext, flags }
    _ze_external_semaphore_win32_ext_desc_t { stype, pNext, handle, name }
    _ze_external_semaphore_fd_ext_desc_t { stype, pNext, fd }
    _ze_external_semaphore_signal_params_ext_t { stype, pNext, value }
    _ze_external_semaphore_wait_params_ext_t { stype, pNext, value }
    _ze_device_cache_line_size_ext_t { stype, pNext, cacheLineSize }
    _ze_rtas_builder_ext_desc_t { stype, pNext, builderVersion }
    _ze_rtas_builder_ext_properties_t { stype, pNext, flags, rtasBufferSizeBytesExpected, rtasBufferSizeBytesMaxRequired, scratchBufferSizeBytes }
    _ze_rtas_parallel_operation_ext_properties_t { stype, pNext, flags, maxConcurrency }
    _ze_rtas_device_ext_properties_t { stype, pNext, flags, rtasFormat, rtasBufferAlignment }
    _ze_rtas_float3_ext_t { x, y, z }
    _ze_rtas_transform_float3x4_column_major_ext_t { vx_x, vx_y, vx_z, vy_x, vy_y, vy_z, vz_x, vz_y, vz_z, p_x, p_y, p_z }
    _ze_rtas_transform_float3x4_aligned_column_major_ext_t { vx_x, vx_y, vx_z, pad0, vy_x, vy_y, vy_z, pad1, vz_x, vz_y, vz_z, pad2, p_x, p_y, p_z, pad3 }
    _ze_rtas_transform_float3x4_row_major_ext_t { vx_x, vy_x, vz_x, p_x, vx_y, vy_y, vz_y, p_y, vx_z, vy_z, vz_z, p_z }
    _ze_rtas_aabb_ext_t { lower, upper }
    _ze_rtas_triangle_indices_uint32_ext_t { v0, v1, v2 }
    _ze_rtas_quad_indices_uint32_ext_t { v0, v1, v2, v3 }
    _ze_rtas_builder_geometry_info_ext_t { geometryType }
    _ze_rtas_builder_triangles_geometry_info_ext_t { geometryType, geometryFlags, geometryMask, triangleFormat, vertexFormat, triangleCount, vertexCount, triangleStride, vertexStride, pTriangleBuffer, pVertexBuffer }
    _ze_rtas_builder_quads_geometry_info_ext_t { geometryType, geometryFlags, geometryMask, quadFormat, vertexFormat, quadCount, vertexCount, quadStride, vertexStride, pQuadBuffer, pVertexBuffer }
    _ze_rtas_geometry_aabbs_ext_cb_params_t { stype, pNext, primID, primIDCount, pGeomUserPtr, pBuildUserPtr, pBoundsOut }
    _ze_rtas_builder_procedural_geometry_info_ext_t { geometryType, geometryFlags, geometryMask, reserved, primCount, pfnGetBoundsCb, pGeomUserPtr }
    _ze_rtas_builder_instance_geometry_info_ext_t { geometryType, instanceFlags, geometryMask, transformFormat, instanceUserID, pTransform, pBounds, pAccelerationStructure }
    _ze_rtas_builder_build_op_ext_desc_t { stype, pNext, rtasFormat, buildQuality, buildFlags, ppGeometries, numGeometries }
    _ze_device_vector_width_properties_ext_t { stype, pNext, vector_width_size, preferred_vector_width_char, preferred_vector_width_short, preferred_vector_width_int, preferred_vector_width_long, preferred_vector_width_float, preferred_vector_width_double, preferred_vector_width_half, native_vector_width_char, native_vector_width_short, native_vector_width_int, native_vector_width_long, native_vector_width_float, native_vector_width_double, native_vector_width_half }
    _ze_external_memmap_sysmem_ext_desc_t { stype, pNext, pSystemMemory, size }
    _ze_kernel_allocation_exp_properties_t { stype, pNext, base, size, type_, argIndex }
    _ze_device_usablemem_size_ext_properties_t { stype, pNext, currUsableMemSize }
    _ze_image_format_support_ext_properties_t { stype, pNext, supported }
    _ze_ipc_mem_handle_type_ext_desc_t { stype, pNext, typeFlags }
    _ze_record_replay_graph_ext_properties_t { stype, pNext, graphFlags }
    _ze_record_replay_graph_ext_dump_desc_t { stype, pNext, mode }
    _ze_device_readonly_memory_ext_properties_t { stype, pNext, readonlyCapability }
    _ze_init_params_t { pflags }
    _ze_global_callbacks_t { pfnInitCb }
    _ze_driver_get_params_t { ppCount, pphDrivers }
    _ze_driver_get_api_version_params_t { phDriver, pversion }
    _ze_driver_get_properties_params_t { phDriver, ppDriverProperties }
    _ze_driver_get_ipc_properties_params_t { phDriver, ppIpcProperties }
    _ze_driver_get_extension_properties_params_t { phDriver, ppCount, ppExtensionProperties }
    _ze_driver_callbacks_t { pfnGetCb, pfnGetApiVersionCb, pfnGetPropertiesCb, pfnGetIpcPropertiesCb, pfnGetExtensionPropertiesCb }
    _ze_device_get_params_t { phDriver, ppCount, pphDevices }
    _ze_device_get_sub_devices_params_t { phDevice, ppCount, pphSubdevices }
    _ze_device_get_properties_params_t { phDevice, ppDeviceProperties }
    _ze_device_get_compute_properties_params_t { phDevice, ppComputeProperties }
    _ze_device_get_module_properties_params_t { phDevice, ppModuleProperties }
    _ze_device_get_command_queue_group_properties_params_t { phDevice, ppCount, ppCommandQueueGroupProperties }
    _ze_device_get_memory_properties_params_t { phDevice, ppCount, ppMemProperties }
    _ze_device_get_memory_access_properties_params_t { phDevice, ppMemAccessProperties }
    _ze_device_get_cache_properties_params_t { phDevice, ppCount, ppCacheProperties }
    _ze_device_get_image_properties_params_t { phDevice, ppImageProperties }
    _ze_device_get_external_memory_properties_params_t { phDevice, ppExternalMemoryProperties }
    _ze_device_get_p2_p_properties_params_t { phDevice, phPeerDevice, ppP2PProperties }
    _ze_device_can_access_peer_params_t { phDevice, phPeerDevice, pvalue }
    _ze_device_get_status_params_t { phDevice }
    _ze_device_callbacks_t { pfnGetCb, pfnGetSubDevicesCb, pfnGetPropertiesCb, pfnGetComputePropertiesCb, pfnGetModulePropertiesCb, pfnGetCommandQueueGroupPropertiesCb, pfnGetMemoryPropertiesCb, pfnGetMemoryAccessPropertiesCb, pfnGetCachePropertiesCb, pfnGetImagePropertiesCb, pfnGetExternalMemoryPropertiesCb, pfnGetP2PPropertiesCb, pfnCanAccessPeerCb, pfnGetStatusCb }
    _ze_context_create_params_t { phDriver, pdesc, pphContext }
    _ze_context_destroy_params_t { phContext }
    _ze_context_get_status_params_t { phContext }
    _ze_context_system_barrier_params_t { phContext, phDevice }
    _ze_context_make_memory_resident_params_t { phContext, phDevice, pptr, psize }
    _ze_context_evict_memory_params_t { phContext, phDevice, pptr, psize }
    _ze_context_make_image_resident_params_t { phContext, phDevice, phImage }
    _ze_context_evict_image_params_t { phContext, phDevice, phImage }
    _ze_context_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnGetStatusCb, pfnSystemBarrierCb, pfnMakeMemoryResidentCb, pfnEvictMemoryCb, pfnMakeImageResidentCb, pfnEvictImageCb }
    _ze_command_queue_create_params_t { phContext, phDevice, pdesc, pphCommandQueue }
    _ze_command_queue_destroy_params_t { phCommandQueue }
    _ze_command_queue_execute_command_lists_params_t { phCommandQueue, pnumCommandLists, pphCommandLists, phFence }
    _ze_command_queue_synchronize_params_t { phCommandQueue, ptimeout }
    _ze_command_queue_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnExecuteCommandListsCb, pfnSynchronizeCb }
    _ze_command_list_create_params_t { phContext, phDevice, pdesc, pphCommandList }
    _ze_command_list_create_immediate_params_t { phContext, phDevice, paltdesc, pphCommandList }
    _ze_command_list_destroy_params_t { phCommandList }
    _ze_command_list_close_params_t { phCommandList }
    _ze_command_list_reset_params_t { phCommandList }
    _ze_command_list_append_write_global_timestamp_params_t { phCommandList, pdstptr, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_barrier_params_t { phCommandList, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_ranges_barrier_params_t { phCommandList, pnumRanges, ppRangeSizes, ppRanges, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_copy_params_t { phCommandList, pdstptr, psrcptr, psize, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_fill_params_t { phCommandList, pptr, ppattern, ppattern_size, psize, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_copy_region_params_t { phCommandList, pdstptr, pdstRegion, pdstPitch, pdstSlicePitch, psrcptr, psrcRegion, psrcPitch, psrcSlicePitch, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_copy_from_context_params_t { phCommandList, pdstptr, phContextSrc, psrcptr, psize, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_image_copy_params_t { phCommandList, phDstImage, phSrcImage, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_image_copy_region_params_t { phCommandList, phDstImage, phSrcImage, ppDstRegion, ppSrcRegion, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_image_copy_to_memory_params_t { phCommandList, pdstptr, phSrcImage, ppSrcRegion, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_image_copy_from_memory_params_t { phCommandList, phDstImage, psrcptr, ppDstRegion, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_memory_prefetch_params_t { phCommandList, pptr, psize }
    _ze_command_list_append_mem_advise_params_t { phCommandList, phDevice, pptr, psize, padvice }
    _ze_command_list_append_signal_event_params_t { phCommandList, phEvent }
    _ze_command_list_append_wait_on_events_params_t { phCommandList, pnumEvents, pphEvents }
    _ze_command_list_append_event_reset_params_t { phCommandList, phEvent }
    _ze_command_list_append_query_kernel_timestamps_params_t { phCommandList, pnumEvents, pphEvents, pdstptr, ppOffsets, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_launch_kernel_params_t { phCommandList, phKernel, ppLaunchFuncArgs, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_launch_cooperative_kernel_params_t { phCommandList, phKernel, ppLaunchFuncArgs, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_launch_kernel_indirect_params_t { phCommandList, phKernel, ppLaunchArgumentsBuffer, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_append_launch_multiple_kernels_indirect_params_t { phCommandList, pnumKernels, pphKernels, ppCountBuffer, ppLaunchArgumentsBuffer, phSignalEvent, pnumWaitEvents, pphWaitEvents }
    _ze_command_list_callbacks_t { pfnCreateCb, pfnCreateImmediateCb, pfnDestroyCb, pfnCloseCb, pfnResetCb, pfnAppendWriteGlobalTimestampCb, pfnAppendBarrierCb, pfnAppendMemoryRangesBarrierCb, pfnAppendMemoryCopyCb, pfnAppendMemoryFillCb, pfnAppendMemoryCopyRegionCb, pfnAppendMemoryCopyFromContextCb, pfnAppendImageCopyCb, pfnAppendImageCopyRegionCb, pfnAppendImageCopyToMemoryCb, pfnAppendImageCopyFromMemoryCb, pfnAppendMemoryPrefetchCb, pfnAppendMemAdviseCb, pfnAppendSignalEventCb, pfnAppendWaitOnEventsCb, pfnAppendEventResetCb, pfnAppendQueryKernelTimestampsCb, pfnAppendLaunchKernelCb, pfnAppendLaunchCooperativeKernelCb, pfnAppendLaunchKernelIndirectCb, pfnAppendLaunchMultipleKernelsIndirectCb }
    _ze_image_get_properties_params_t { phDevice, pdesc, ppImageProperties }
    _ze_image_create_params_t { phContext, phDevice, pdesc, pphImage }
    _ze_image_destroy_params_t { phImage }
    _ze_image_callbacks_t { pfnGetPropertiesCb, pfnCreateCb, pfnDestroyCb }
    _ze_mem_alloc_shared_params_t { phContext, pdevice_desc, phost_desc, psize, palignment, phDevice, ppptr }
    _ze_mem_alloc_device_params_t { phContext, pdevice_desc, psize, palignment, phDevice, ppptr }
    _ze_mem_alloc_host_params_t { phContext, phost_desc, psize, palignment, ppptr }
    _ze_mem_free_params_t { phContext, pptr }
    _ze_mem_get_alloc_properties_params_t { phContext, pptr, ppMemAllocProperties, pphDevice }
    _ze_mem_get_address_range_params_t { phContext, pptr, ppBase, ppSize }
    _ze_mem_get_ipc_handle_params_t { phContext, pptr, ppIpcHandle }
    _ze_mem_open_ipc_handle_params_t { phContext, phDevice, phandle, pflags, ppptr }
    _ze_mem_close_ipc_handle_params_t { phContext, pptr }
    _ze_mem_callbacks_t { pfnAllocSharedCb, pfnAllocDeviceCb, pfnAllocHostCb, pfnFreeCb, pfnGetAllocPropertiesCb, pfnGetAddressRangeCb, pfnGetIpcHandleCb, pfnOpenIpcHandleCb, pfnCloseIpcHandleCb }
    _ze_fence_create_params_t { phCommandQueue, pdesc, pphFence }
    _ze_fence_destroy_params_t { phFence }
    _ze_fence_host_synchronize_params_t { phFence, ptimeout }
    _ze_fence_query_status_params_t { phFence }
    _ze_fence_reset_params_t { phFence }
    _ze_fence_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnHostSynchronizeCb, pfnQueryStatusCb, pfnResetCb }
    _ze_event_pool_create_params_t { phContext, pdesc, pnumDevices, pphDevices, pphEventPool }
    _ze_event_pool_destroy_params_t { phEventPool }
    _ze_event_pool_get_ipc_handle_params_t { phEventPool, pphIpc }
    _ze_event_pool_open_ipc_handle_params_t { phContext, phIpc, pphEventPool }
    _ze_event_pool_close_ipc_handle_params_t { phEventPool }
    _ze_event_pool_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnGetIpcHandleCb, pfnOpenIpcHandleCb, pfnCloseIpcHandleCb }
    _ze_event_create_params_t { phEventPool, pdesc, pphEvent }
    _ze_event_destroy_params_t { phEvent }
    _ze_event_host_signal_params_t { phEvent }
    _ze_event_host_synchronize_params_t { phEvent, ptimeout }
    _ze_event_query_status_params_t { phEvent }
    _ze_event_host_reset_params_t { phEvent }
    _ze_event_query_kernel_timestamp_params_t { phEvent, pdstptr }
    _ze_event_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnHostSignalCb, pfnHostSynchronizeCb, pfnQueryStatusCb, pfnHostResetCb, pfnQueryKernelTimestampCb }
    _ze_module_create_params_t { phContext, phDevice, pdesc, pphModule, pphBuildLog }
    _ze_module_destroy_params_t { phModule }
    _ze_module_dynamic_link_params_t { pnumModules, pphModules, pphLinkLog }
    _ze_module_get_native_binary_params_t { phModule, ppSize, ppModuleNativeBinary }
    _ze_module_get_global_pointer_params_t { phModule, ppGlobalName, ppSize, ppptr }
    _ze_module_get_kernel_names_params_t { phModule, ppCount, ppNames }
    _ze_module_get_properties_params_t { phModule, ppModuleProperties }
    _ze_module_get_function_pointer_params_t { phModule, ppFunctionName, ppfnFunction }
    _ze_module_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnDynamicLinkCb, pfnGetNativeBinaryCb, pfnGetGlobalPointerCb, pfnGetKernelNamesCb, pfnGetPropertiesCb, pfnGetFunctionPointerCb }
    _ze_module_build_log_destroy_params_t { phModuleBuildLog }
    _ze_module_build_log_get_string_params_t { phModuleBuildLog, ppSize, ppBuildLog }
    _ze_module_build_log_callbacks_t { pfnDestroyCb, pfnGetStringCb }
    _ze_kernel_create_params_t { phModule, pdesc, pphKernel }
    _ze_kernel_destroy_params_t { phKernel }
    _ze_kernel_set_cache_config_params_t { phKernel, pflags }
    _ze_kernel_set_group_size_params_t { phKernel, pgroupSizeX, pgroupSizeY, pgroupSizeZ }
    _ze_kernel_suggest_group_size_params_t { phKernel, pglobalSizeX, pglobalSizeY, pglobalSizeZ, pgroupSizeX, pgroupSizeY, pgroupSizeZ }
    _ze_kernel_suggest_max_cooperative_group_count_params_t { phKernel, ptotalGroupCount }
    _ze_kernel_set_argument_value_params_t { phKernel, pargIndex, pargSize, ppArgValue }
    _ze_kernel_set_indirect_access_params_t { phKernel, pflags }
    _ze_kernel_get_indirect_access_params_t { phKernel, ppFlags }
    _ze_kernel_get_source_attributes_params_t { phKernel, ppSize, ppString }
    _ze_kernel_get_properties_params_t { phKernel, ppKernelProperties }
    _ze_kernel_get_name_params_t { phKernel, ppSize, ppName }
    _ze_kernel_callbacks_t { pfnCreateCb, pfnDestroyCb, pfnSetCacheConfigCb, pfnSetGroupSizeCb, pfnSuggestGroupSizeCb, pfnSuggestMaxCooperativeGroupCountCb, pfnSetArgumentValueCb, pfnSetIndirectAccessCb, pfnGetIndirectAccessCb, pfnGetSourceAttributesCb, pfnGetPropertiesCb, pfnGetNameCb }
    _ze_sampler_create_params_t { phContext, phDevice, pdesc, pphSampler }
    _ze_sampler_destroy_params_t { phSampler }
    _ze_sampler_callbacks_t { pfnCreateCb, pfnDestroyCb }
    _ze_physical_mem_create_params_t { phContext, phDevice, pdesc, pphPhysicalMemory }
    _ze_physical_mem_destroy_params_t { phContext, phPhysicalMemory }
    _ze_physical_mem_callbacks_t { pfnCreateCb, pfnDestroyCb }
    _ze_virtual_mem_reserve_params_t { phContext, ppStart, psize, ppptr }
    _ze_virtual_mem_free_params_t { phContext, pptr, psize }
    _ze_virtual_mem_query_page_size_params_t { phContext, phDevice, psize, ppagesize }
    _ze_virtual_mem_map_params_t { phContext, pptr, psize, phPhysicalMemory, poffset, paccess }
    _ze_virtual_mem_unmap_params_t { phContext, pptr, psize }
    _ze_virtual_mem_set_access_attribute_params_t { phContext, pptr, psize, paccess }
    _ze_virtual_mem_get_access_attribute_params_t { phContext, pptr, psize, paccess, poutSize }
    _ze_virtual_mem_callbacks_t { pfnReserveCb, pfnFreeCb, pfnQueryPageSizeCb, pfnMapCb, pfnUnmapCb, pfnSetAccessAttributeCb, pfnGetAccessAttributeCb }
    _ze_callbacks_t { Global, Driver, Device, Context, CommandQueue, CommandList, Fence, EventPool, Event, Image, Module, ModuleBuildLog, Kernel, Sampler, PhysicalMem, Mem, VirtualMem }
    _zet_base_properties_t { stype, pNext }
    _zet_base_desc_t { stype, pNext }
    _zet_typed_value_t { type_, value }
    _zet_device_debug_properties_t { stype, pNext, flags }
    _zet_debug_config_t { pid }
    _zet_debug_event_info_detached_t { reason }
    _zet_debug_event_info_module_t { format, moduleBegin, moduleEnd, load }
    _zet_debug_event_info_thread_stopped_t { thread }
    _zet_debug_event_info_page_fault_t { address, mask, reason }
    _zet_debug_event_t { type_, flags, info }
    _zet_debug_memory_space_desc_t { stype, pNext, type_, address }
    _zet_debug_regset_properties_t { stype, pNext, type_, version, generalFlags, deviceFlags, count, bitSize, byteSize }
    _zet_metric_group_properties_t { stype, pNext, name, description, samplingType, domain, metricCount }
    _zet_metric_properties_t { stype, pNext, name, description, component, tierNumber, metricType, resultType, resultUnits }
    _zet_metric_streamer_desc_t { stype, pNext, notifyEveryNReports, samplingPeriod }
    _zet_metric_query_pool_desc_t { stype, pNext, type_, count }
    _zet_profile_properties_t { stype, pNext, flags, numTokens }
    _zet_profile_free_register_token_t { type_, size, count }
    _zet_profile_register_sequence_t { start, count }
    _zet_tracer_exp_desc_t { stype, pNext, pUserData }
    _zet_metric_global_timestamps_resolution_exp_t { stype, pNext, timerResolution, timestampValidBits }
    _zet_metric_calculate_exp_desc_t { stype, pNext, rawReportSkipCount }
    _zet_metric_programmable_exp_properties_t { stype, pNext, name, description, component, tierNumber, domain, parameterCount, samplingType, sourceId }
    _zet_value_uint64_range_exp_t { ui64Min, ui64Max }
    _zet_value_fp64_range_exp_t { fp64Min, fp64Max }
    _zet_metric_programmable_param_info_exp_t { stype, pNext, type_, name, valueInfoType, defaultValue, valueInfoCount }
    _zet_metric_programmable_param_value_info_exp_t { stype, pNext, valueInfo, description }
    _zet_metric_programmable_param_value_exp_t { value }
    _zet_metric_tracer_exp_desc_t { stype, pNext, notifyEveryNBytes }
    _zet_metric_entry_exp_t { value, timeStamp, metricIndex, onSubdevice, subdeviceId }
    _zet_metric_group_type_exp_t { stype, pNext, type_ }
    _zet_export_dma_buf_exp_properties_t { stype, pNext, fd, size }
    _zet_metric_source_id_exp_t { stype, pNext, sourceId }
    _zes_base_properties_t { stype, pNext }
    _zes_base_desc_t { stype, pNext }
    _zes_base_state_t { stype, pNext }
    _zes_base_config_t { stype, pNext }
    _zes_base_capability_t { stype, pNext }
    _zes_driver_extension_properties_t { name, version }
    _zes_device_state_t { stype, pNext, reset, repaired }
    _zes_reset_properties_t { stype, pNext, force, resetType }
    _zes_uuid_t { id }
    _zes_device_properties_t { stype, pNext, core, numSubdevices, serialNumber, boardNumber, brandName, modelName, vendorName, driverVersion }
    _zes_device_ext_properties_t { stype, pNext, uuid, type_, flags }
    _zes_process_state_t { stype, pNext, processId, memSize, sharedSize, engines }
    _zes_pci_address_t { domain, bus, device, function }
    _zes_pci_speed_t { gen_, width, maxBandwidth }
    _zes_pci_properties_t { stype, pNext, address, maxSpeed, haveBandwidthCounters, havePacketCounters, haveReplayCounters }
    _zes_pci_state_t { stype, pNext, status, qualityIssues, stabilityIssues, speed }
    _zes_pci_bar_properties_t { stype, pNext, type_, index, base, size }
    _zes_pci_bar_properties_1_2_t { stype, pNext, type_, index, base, size, resizableBarSupported, resizableBarEnabled }
    _zes_pci_stats_t { timestamp, replayCounter, packetCounter, rxCounter, txCounter, speed }
    _zes_overclock_properties_t { stype, pNext, domainType, AvailableControls, VFProgramType, NumberOfVFPoints }
    _zes_control_property_t { MinValue, MaxValue, StepValue, RefValue, DefaultValue }
    _zes_vf_property_t { MinFreq, MaxFreq, StepFreq, MinVolt, MaxVolt, StepVolt }
    _zes_diag_test_t { index, name }
    _zes_diag_properties_t { stype, pNext, onSubdevice, subdeviceId, name, haveTests }
    _zes_device_ecc_desc_t { stype, pNext, state }
    _zes_device_ecc_properties_t { stype, pNext, currentState, pendingState, pendingAction }
    _zes_engine_properties_t { stype, pNext, type_, onSubdevice, subdeviceId }
    _zes_engine_stats_t { activeTime, timestamp }
    _zes_fabric_port_id_t { fabricId, attachId, portNumber }
    _zes_fabric_port_speed_t { bitRate, width }
    _zes_fabric_port_properties_t { stype, pNext, model, onSubdevice, subdeviceId, portId, maxRxSpeed, maxTxSpeed }
    _zes_fabric_link_type_t { desc }
    _zes_fabric_port_config_t { stype, pNext, enabled, beaconing }
    _zes_fabric_port_state_t { stype, pNext, status, qualityIssues, failureReasons, remotePortId, rxSpeed, txSpeed }
    _zes_fabric_port_throughput_t { timestamp, rxCounter, txCounter }
    _zes_fabric_port_error_counters_t { stype, pNext, linkFailureCount, fwCommErrorCount, fwErrorCount, linkDegradeCount }
    _zes_fan_speed_t { speed, units }
    _zes_fan_temp_speed_t { temperature, speed }
    _zes_fan_speed_table_t { numPoints, table }
    _zes_fan_properties_t { stype, pNext, onSubdevice, subdeviceId, canControl, supportedModes, supportedUnits, maxRPM, maxPoints }
    _zes_fan_config_t { stype, pNext, mode, speedFixed, speedTable }
    _zes_firmware_properties_t { stype, pNext, onSubdevice, subdeviceId, canControl, name, version }
    _zes_freq_properties_t { stype, pNext, type_, onSubdevice, subdeviceId, canControl, isThrottleEventSupported, min, max }
    _zes_freq_range_t { min, max }
    _zes_freq_state_t { stype, pNext, currentVoltage, request, tdp, efficient, actual, throttleReasons }
    _zes_freq_throttle_time_t { throttleTime, timestamp }
    _zes_oc_capabilities_t { stype, pNext, isOcSupported, maxFactoryDefaultFrequency, maxFactoryDefaultVoltage, maxOcFrequency, minOcVoltageOffset, maxOcVoltageOffset, maxOcVoltage, isTjMaxSupported, isIccMaxSupported, isHighVoltModeCapable, isHighVoltModeEnabled, isExtendedModeSupported, isFixedModeSupported }
    _zes_led_properties_t { stype, pNext, onSubdevice, subdeviceId, canControl, haveRGB }
    _zes_led_color_t { red, green, blue }
    _zes_led_state_t { stype, pNext, isOn, color }
    _zes_mem_properties_t { stype, pNext, type_, onSubdevice, subdeviceId, location, physicalSize, busWidth, numChannels }
    _zes_mem_state_t { stype, pNext, health, free, size }
    _zes_mem_bandwidth_t { readCounter, writeCounter, maxBandwidth, timestamp }
    _zes_mem_ext_bandwidth_t { memoryTimestampValidBits }
    _zes_perf_properties_t { stype, pNext, onSubdevice, subdeviceId, engines }
    _zes_power_properties_t { stype, pNext, onSubdevice, subdeviceId, canControl, isEnergyThresholdSupported, defaultLimit, minLimit, maxLimit }
    _zes_power_energy_counter_t { energy, timestamp }
    _zes_power_sustained_limit_t { enabled, power, interval }
    _zes_power_burst_limit_t { enabled, power }
    _zes_power_peak_limit_t { powerAC, powerDC }
    _zes_energy_threshold_t { enable, threshold, processId }
    _zes_psu_properties_t { stype, pNext, onSubdevice, subdeviceId, haveFan, ampLimit }
    _zes_psu_state_t { stype, pNext, voltStatus, fanFailed, temperature, current }
    _zes_ras_properties_t { stype, pNext, type_, onSubdevice, subdeviceId }
    _zes_ras_state_t { stype, pNext, category }
    _zes_ras_config_t { stype, pNext, totalThreshold, detailedThresholds }
    _zes_sched_properties_t { stype, pNext, onSubdevice, subdeviceId, canControl, engines, supportedModes }
    _zes_sched_timeout_properties_t { stype, pNext, watchdogTimeout }
    _zes_sched_timeslice_properties_t { stype, pNext, interval, yieldTimeout }
    _zes_standby_properties_t { stype, pNext, type_, onSubdevice, subdeviceId }
    _zes_temp_properties_t { stype, pNext, type_, onSubdevice, subdeviceId, maxTemperature, isCriticalTempSupported, isThreshold1Supported, isThreshold2Supported }
    _zes_temp_threshold_t { enableLowToHigh, enableHighToLow, threshold }
    _zes_temp_config_t { stype, pNext, enableCritical, threshold1, threshold2 }
    _zes_power_limit_ext_desc_t { stype, pNext, level, source, limitUnit, enabledStateLocked, enabled, intervalValueLocked, interval, limitValueLocked, limit }
    _zes_power_ext_properties_t { stype, pNext, domain, defaultLimit }
    _zes_engine_ext_properties_t { stype, pNext, countOfVirtualFunctionInstance }
    _zes_ras_state_exp_t { category, errorCounter }
    _zes_ras_state_exp2_t { stype, pNext, errorCounter }
    _zes_ras_config_exp_t { stype, pNext, category, threshold }
    _zes_mem_page_offline_state_exp_t { stype, pNext, memoryPageOffline, maxMemoryPageOffline }
    _zes_mem_bandwidth_counter_bits_exp_properties_t { stype, pNext, validBitsCount }
    _zes_power_domain_exp_properties_t { stype, pNext, powerDomain }
    _zes_subdevice_exp_properties_t { stype, pNext, subdeviceId, uuid }
    _zes_vf_exp_properties_t { stype, pNext, address, uuid, flags }
    _zes_vf_util_mem_exp_t { stype, pNext, memTypeFlags, free, size, timestamp }
    _zes_vf_util_engine_exp_t { stype, pNext, type_, activeCounterValue, samplingCounterValue, timestamp }
    _zes_vf_exp_capabilities_t { stype, pNext, address, vfDeviceMemSize, vfID }
    _zes_vf_exp2_capabilities_t { stype, pNext, address, vfDeviceMemSize, vfID }
    _zes_vf_util_mem_exp2_t { stype, pNext, vfMemLocation, vfMemUtilized }
    _zes_vf_util_engine_exp2_t { stype, pNext, vfEngineType, activeCounterValue, samplingCounterValue }
    _zes_device_ecc_default_properties_ext_t { stype, pNext, defaultState }
    _zes_pci_link_speed_downgrade_ext_state_t { stype, pNext, pciLinkSpeedDowngradeStatus }
    _zes_pci_link_speed_downgrade_ext_properties_t { stype, pNext, pciLinkSpeedUpdateCapable, maxPciGenSupported }
    _zes_device_ext_state_t { stype, pNext, flags }
    _zes_oem_serial_id_ext_properties_t { stype, pNext, length, oemSerialId }
    _ze_rtas_builder_dditable_t { pfnCreateExt, pfnGetBuildPropertiesExt, pfnBuildExt, pfnCommandListAppendCopyExt, pfnDestroyExt }
    _ze_rtas_builder_exp_dditable_t { pfnCreateExp, pfnGetBuildPropertiesExp, pfnBuildExp, pfnDestroyExp }
    _ze_rtas_parallel_operation_dditable_t { pfnCreateExt, pfnGetPropertiesExt, pfnJoinExt, pfnDestroyExt }
    _ze_rtas_parallel_operation_exp_dditable_t { pfnCreateExp, pfnGetPropertiesExp, pfnJoinExp, pfnDestroyExp }
    _ze_global_dditable_t { pfnInit, pfnInitDrivers }
    _ze_driver_dditable_t { pfnGet, pfnGetApiVersion, pfnGetProperties, pfnGetIpcProperties, pfnGetExtensionProperties, pfnGetExtensionFunctionAddress, pfnGetLastErrorDescription, pfnRTASFormatCompatibilityCheckExt, pfnGetDefaultContext }
    _ze_driver_exp_dditable_t { pfnRTASFormatCompatibilityCheckExp }
    _ze_device_dditable_t { pfnGet, pfnGetSubDevices, pfnGetProperties, pfnGetComputeProperties, pfnGetModuleProperties, pfnGetCommandQueueGroupProperties, pfnGetMemoryProperties, pfnGetMemoryAccessProperties, pfnGetCacheProperties, pfnGetImageProperties, pfnGetExternalMemoryProperties, pfnGetP2PProperties, pfnCanAccessPeer, pfnGetStatus, pfnGetGlobalTimestamps, pfnReserveCacheExt, pfnSetCacheAdviceExt, pfnPciGetPropertiesExt, pfnGetRootDevice, pfnImportExternalSemaphoreExt, pfnReleaseExternalSemaphoreExt, pfnGetVectorWidthPropertiesExt, pfnSynchronize, pfnGetAggregatedCopyOffloadIncrementValue, pfnGetRuntimeRequirements, pfnGetRuntimeRequirementsKey, pfnValidateRuntimeRequirements, pfnGetCounterBasedEventMaxValue }
    _ze_device_exp_dditable_t { pfnGetFabricVertexExp }
    _ze_context_dditable_t { pfnCreate, pfnDestroy, pfnGetStatus, pfnSystemBarrier, pfnMakeMemoryResident, pfnEvictMemory, pfnMakeImageResident, pfnEvictImage, pfnCreateEx }
    _ze_command_queue_dditable_t { pfnCreate, pfnDestroy, pfnExecuteCommandLists, pfnSynchronize, pfnGetOrdinal, pfnGetIndex, pfnGetFlags, pfnGetMode, pfnGetPriority }
    _ze_command_list_dditable_t { pfnCreate, pfnCreateImmediate, pfnDestroy, pfnClose, pfnReset, pfnAppendWriteGlobalTimestamp, pfnAppendBarrier, pfnAppendMemoryRangesBarrier, pfnAppendMemoryCopy, pfnAppendMemoryFill, pfnAppendMemoryCopyRegion, pfnAppendMemoryCopyFromContext, pfnAppendImageCopy, pfnAppendImageCopyRegion, pfnAppendImageCopyToMemory, pfnAppendImageCopyFromMemory, pfnAppendMemoryPrefetch, pfnAppendMemAdvise, pfnAppendSignalEvent, pfnAppendWaitOnEvents, pfnAppendEventReset, pfnAppendQueryKernelTimestamps, pfnAppendLaunchKernel, pfnAppendLaunchCooperativeKernel, pfnAppendLaunchKernelIndirect, pfnAppendLaunchMultipleKernelsIndirect, pfnAppendImageCopyToMemoryExt, pfnAppendImageCopyFromMemoryExt, pfnHostSynchronize, pfnGetDeviceHandle, pfnGetContextHandle, pfnGetOrdinal, pfnImmediateGetIndex, pfnIsImmediate, pfnAppendSignalExternalSemaphoreExt, pfnAppendWaitExternalSemaphoreExt, pfnAppendLaunchKernelWithParameters, pfnAppendLaunchKernelWithArguments, pfnAppendMemoryCopyWithParameters, pfnAppendMemoryFillWithParameters, pfnImmediateAppendCommandListsWithParameters, pfnGetFlags, pfnImmediateGetFlags, pfnImmediateGetMode, pfnImmediateGetPriority, pfnBeginGraphCaptureExt, pfnBeginCaptureIntoGraphExt, pfnIsGraphCaptureEnabledExt, pfnEndGraphCaptureExt, pfnGetGraphExt, pfnAppendGraphExt, pfnAppendHostFunction }
    _ze_command_list_exp_dditable_t { pfnCreateCloneExp, pfnImmediateAppendCommandListsExp, pfnGetNextCommandIdExp, pfnUpdateMutableCommandsExp, pfnUpdateMutableCommandSignalEventExp, pfnUpdateMutableCommandWaitEventsExp, pfnGetNextCommandIdWithKernelsExp, pfnUpdateMutableCommandKernelsExp, pfnIsMutableExp }
    _ze_image_dditable_t { pfnGetProperties, pfnCreate, pfnDestroy, pfnGetAllocPropertiesExt, pfnViewCreateExt }
    _ze_image_exp_dditable_t { pfnGetMemoryPropertiesExp, pfnViewCreateExp, pfnGetDeviceOffsetExp }
    _ze_mem_dditable_t { pfnAllocShared, pfnAllocDevice, pfnAllocHost, pfnFree, pfnGetAllocProperties, pfnGetAddressRange, pfnGetIpcHandle, pfnOpenIpcHandle, pfnCloseIpcHandle, pfnFreeExt, pfnPutIpcHandle, pfnGetPitchFor2dImage, pfnGetIpcHandleWithProperties }
    _ze_mem_exp_dditable_t { pfnGetIpcHandleFromFileDescriptorExp, pfnGetFileDescriptorFromIpcHandleExp, pfnSetAtomicAccessAttributeExp, pfnGetAtomicAccessAttributeExp }
    _ze_fence_dditable_t { pfnCreate, pfnDestroy, pfnHostSynchronize, pfnQueryStatus, pfnReset }
    _ze_event_pool_dditable_t { pfnCreate, pfnDestroy, pfnGetIpcHandle, pfnOpenIpcHandle, pfnCloseIpcHandle, pfnPutIpcHandle, pfnGetContextHandle, pfnGetFlags }
    _ze_event_dditable_t { pfnCreate, pfnDestroy, pfnHostSignal, pfnHostSynchronize, pfnQueryStatus, pfnHostReset, pfnQueryKernelTimestamp, pfnQueryKernelTimestampsExt, pfnGetEventPool, pfnGetSignalScope, pfnGetWaitScope, pfnCounterBasedCreate, pfnCounterBasedGetIpcHandle, pfnCounterBasedOpenIpcHandle, pfnCounterBasedCloseIpcHandle, pfnCounterBasedGetDeviceAddress, pfnGetCounterBasedFlags }
    _ze_event_exp_dditable_t { pfnQueryTimestampsExp }
    _ze_module_dditable_t { pfnCreate, pfnDestroy, pfnDynamicLink, pfnGetNativeBinary, pfnGetGlobalPointer, pfnGetKernelNames, pfnGetProperties, pfnGetFunctionPointer, pfnInspectLinkageExt }
    _ze_module_build_log_dditable_t { pfnDestroy, pfnGetString }
    _ze_kernel_dditable_t { pfnCreate, pfnDestroy, pfnSetCacheConfig, pfnSetGroupSize, pfnSuggestGroupSize, pfnSuggestMaxCooperativeGroupCount, pfnSetArgumentValue, pfnSetIndirectAccess, pfnGetIndirectAccess, pfnGetSourceAttributes, pfnGetProperties, pfnGetName }
    _ze_kernel_exp_dditable_t { pfnSetGlobalOffsetExp, pfnSchedulingHintExp, pfnGetBinaryExp, pfnGetAllocationPropertiesExp }
    _ze_sampler_dditable_t { pfnCreate, pfnDestroy }
    _ze_physical_mem_dditable_t { pfnCreate, pfnDestroy, pfnGetProperties }
    _ze_virtual_mem_dditable_t { pfnReserve, pfnFree, pfnQueryPageSize, pfnMap, pfnUnmap, pfnSetAccessAttribute, pfnGetAccessAttribute }
    _ze_fabric_vertex_exp_dditable_t { pfnGetExp, pfnGetSubVerticesExp, pfnGetPropertiesExp, pfnGetDeviceExp }
    _ze_fabric_edge_exp_dditable_t { pfnGetExp, pfnGetVerticesExp, pfnGetPropertiesExp }
    _ze_graph_dditable_t { pfnCreateExt, pfnGetPrimaryCommandListExt, pfnSetDestructionCallbackExt, pfnInstantiateExt, pfnIsEmptyExt, pfnDumpContentsExt, pfnDestroyExt }
    _ze_executable_graph_dditable_t { pfnGetSourceGraphExt, pfnDestroyExt }
    _ze_dditable_t { RTASBuilder, RTASBuilderExp, RTASParallelOperation, RTASParallelOperationExp, Global, Driver, DriverExp, Device, DeviceExp, Context, CommandQueue, CommandList, CommandListExp, Image, ImageExp, Mem, MemExp, Fence, EventPool, Event, EventExp, Module, ModuleBuildLog, Kernel, KernelExp, Sampler, PhysicalMem, VirtualMem, FabricVertexExp, FabricEdgeExp, Graph, ExecutableGraph }
    _ze_dditable_driver_t { version, isValidFlag, RTASBuilder, RTASBuilderExp, RTASParallelOperation, RTASParallelOperationExp, Global, Driver, DriverExp, Device, DeviceExp, Context, CommandQueue, CommandList, CommandListExp, Image, ImageExp, Mem, MemExp, Fence, EventPool, Event, EventExp, Module, ModuleBuildLog, Kernel, KernelExp, Sampler, PhysicalMem, VirtualMem, FabricVertexExp, FabricEdgeExp, Graph, ExecutableGraph }
    _zet_metric_programmable_exp_dditable_t { pfnGetExp, pfnGetPropertiesExp, pfnGetParamInfoExp, pfnGetParamValueInfoExp }
    _zet_metric_tracer_exp_dditable_t { pfnCreateExp, pfnDestroyExp, pfnEnableExp, pfnDisableExp, pfnReadDataExp, pfnDecodeExp }
    _zet_metric_decoder_exp_dditable_t { pfnCreateExp, pfnDestroyExp, pfnGetDecodableMetricsExp }
    _zet_device_dditable_t { pfnGetDebugProperties }
    _zet_device_exp_dditable_t { pfnGetConcurrentMetricGroupsExp, pfnCreateMetricGroupsFromMetricsExp, pfnEnableMetricsExp, pfnDisableMetricsExp }
    _zet_context_dditable_t { pfnActivateMetricGroups }
    _zet_command_list_dditable_t { pfnAppendMetricStreamerMarker, pfnAppendMetricQueryBegin, pfnAppendMetricQueryEnd, pfnAppendMetricMemoryBarrier }
    _zet_command_list_exp_dditable_t { pfnAppendMarkerExp }
    _zet_module_dditable_t { pfnGetDebugInfo }
    _zet_kernel_dditable_t { pfnGetProfileInfo }
    _zet_metric_dditable_t { pfnGet, pfnGetProperties }
    _zet_metric_exp_dditable_t { pfnCreateFromProgrammableExp, pfnDestroyExp, pfnCreateFromProgrammableExp2 }
    _zet_metric_group_dditable_t { pfnGet, pfnGetProperties, pfnCalculateMetricValues }
    _zet_metric_group_exp_dditable_t { pfnCalculateMultipleMetricValuesExp, pfnGetGlobalTimestampsExp, pfnGetExportDataExp, pfnCalculateMetricExportDataExp, pfnCreateExp, pfnAddMetricExp, pfnRemoveMetricExp, pfnCloseExp, pfnDestroyExp }
    _zet_metric_streamer_dditable_t { pfnOpen, pfnClose, pfnReadData }
    _zet_metric_query_pool_dditable_t { pfnCreate, pfnDestroy }
    _zet_metric_query_dditable_t { pfnCreate, pfnDestroy, pfnReset, pfnGetData }
    _zet_tracer_exp_dditable_t { pfnCreate, pfnDestroy, pfnSetPrologues, pfnSetEpilogues, pfnSetEnabled }
    _zet_debug_dditable_t { pfnAttach, pfnDetach, pfnReadEvent, pfnAcknowledgeEvent, pfnInterrupt, pfnResume, pfnReadMemory, pfnWriteMemory, pfnGetRegisterSetProperties, pfnReadRegisters, pfnWriteRegisters, pfnGetThreadRegisterSetProperties }
    _zet_dditable_t { MetricProgrammableExp, MetricTracerExp, MetricDecoderExp, Device, DeviceExp, Context, CommandList, CommandListExp, Module, Kernel, Metric, MetricExp, MetricGroup, MetricGroupExp, MetricStreamer, MetricQueryPool, MetricQuery, TracerExp, Debug }
    _zet_dditable_driver_t { version, isValidFlag, MetricProgrammableExp, MetricTracerExp, MetricDecoderExp, Device, DeviceExp, Context, CommandList, CommandListExp, Module, Kernel, Metric, MetricExp, MetricGroup, MetricGroupExp, MetricStreamer, MetricQueryPool, MetricQuery, TracerExp, Debug }
    _zes_global_dditable_t { pfnInit }
    _zes_device_dditable_t { pfnGetProperties, pfnGetState, pfnReset, pfnProcessesGetState, pfnPciGetProperties, pfnPciGetState, pfnPciGetBars, pfnPciGetStats, pfnEnumDiagnosticTestSuites, pfnEnumEngineGroups, pfnEventRegister, pfnEnumFabricPorts, pfnEnumFans, pfnEnumFirmwares, pfnEnumFrequencyDomains, pfnEnumLeds, pfnEnumMemoryModules, pfnEnumPerformanceFactorDomains, pfnEnumPowerDomains, pfnGetCardPowerDomain, pfnEnumPsus, pfnEnumRasErrorSets, pfnEnumSchedulers, pfnEnumStandbyDomains, pfnEnumTemperatureSensors, pfnEccAvailable, pfnEccConfigurable, pfnGetEccState, pfnSetEccState, pfnGet, pfnSetOverclockWaiver, pfnGetOverclockDomains, pfnGetOverclockControls, pfnResetOverclockSettings, pfnReadOverclockState, pfnEnumOverclockDomains, pfnResetExt, pfnPciLinkSpeedUpdateExt }
    _zes_device_exp_dditable_t { pfnGetSubDevicePropertiesExp, pfnEnumActiveVFExp, pfnEnumEnabledVFExp }
    _zes_driver_dditable_t { pfnEventListen, pfnEventListenEx, pfnGet, pfnGetExtensionProperties, pfnGetExtensionFunctionAddress }
    _zes_driver_exp_dditable_t { pfnGetDeviceByUuidExp }
    _zes_overclock_dditable_t { pfnGetDomainProperties, pfnGetDomainVFProperties, pfnGetDomainControlProperties, pfnGetControlCurrentValue, pfnGetControlPendingValue, pfnSetControlUserValue, pfnGetControlState, pfnGetVFPointValues, pfnSetVFPointValues }
    _zes_scheduler_dditable_t { pfnGetProperties, pfnGetCurrentMode, pfnGetTimeoutModeProperties, pfnGetTimesliceModeProperties, pfnSetTimeoutMode, pfnSetTimesliceMode, pfnSetExclusiveMode, pfnSetComputeUnitDebugMode }
    _zes_performance_factor_dditable_t { pfnGetProperties, pfnGetConfig, pfnSetConfig }
    _zes_power_dditable_t { pfnGetProperties, pfnGetEnergyCounter, pfnGetLimits, pfnSetLimits, pfnGetEnergyThreshold, pfnSetEnergyThreshold, pfnGetLimitsExt, pfnSetLimitsExt, pfnGetUsage, pfnGetLimitsExt2, pfnSetLimitsExt2 }
    _zes_frequency_dditable_t { pfnGetProperties, pfnGetAvailableClocks, pfnGetRange, pfnSetRange, pfnGetState, pfnGetThrottleTime, pfnOcGetCapabilities, pfnOcGetFrequencyTarget, pfnOcSetFrequencyTarget, pfnOcGetVoltageTarget, pfnOcSetVoltageTarget, pfnOcSetMode, pfnOcGetMode, pfnOcGetIccMax, pfnOcSetIccMax, pfnOcGetTjMax, pfnOcSetTjMax }
    _zes_engine_dditable_t { pfnGetProperties, pfnGetActivity, pfnGetActivityExt }
    _zes_standby_dditable_t { pfnGetProperties, pfnGetMode, pfnSetMode }
    _zes_firmware_dditable_t { pfnGetProperties, pfnFlash, pfnGetFlashProgress, pfnGetConsoleLogs }
    _zes_firmware_exp_dditable_t { pfnGetSecurityVersionExp, pfnSetSecurityVersionExp }
    _zes_memory_dditable_t { pfnGetProperties, pfnGetState, pfnGetBandwidth }
    _zes_fabric_port_dditable_t { pfnGetProperties, pfnGetLinkType, pfnGetConfig, pfnSetConfig, pfnGetState, pfnGetThroughput, pfnGetFabricErrorCounters, pfnGetMultiPortThroughput }
    _zes_temperature_dditable_t { pfnGetProperties, pfnGetConfig, pfnSetConfig, pfnGetState }
    _zes_psu_dditable_t { pfnGetProperties, pfnGetState }
    _zes_fan_dditable_t { pfnGetProperties, pfnGetConfig, pfnSetDefaultMode, pfnSetFixedSpeedMode, pfnSetSpeedTableMode, pfnGetState }
    _zes_led_dditable_t { pfnGetProperties, pfnGetState, pfnSetState, pfnSetColor }
    _zes_ras_dditable_t { pfnGetProperties, pfnGetConfig, pfnSetConfig, pfnGetState }
    _zes_ras_exp_dditable_t { pfnGetStateExp, pfnClearStateExp, pfnGetSupportedCategoriesExp, pfnGetStateExp2, pfnGetConfigExp, pfnSetConfigExp }
    _zes_diagnostics_dditable_t { pfnGetProperties, pfnGetTests, pfnRunTests }
    _zes_vf_management_exp_dditable_t { pfnGetVFPropertiesExp, pfnGetVFMemoryUtilizationExp, pfnGetVFEngineUtilizationExp, pfnSetVFTelemetryModeExp, pfnSetVFTelemetrySamplingIntervalExp, pfnGetVFCapabilitiesExp, pfnGetVFMemoryUtilizationExp2, pfnGetVFEngineUtilizationExp2, pfnGetVFCapabilitiesExp2 }
    _zes_dditable_t { Global, Device, DeviceExp, Driver, DriverExp, Overclock, Scheduler, PerformanceFactor, Power, Frequency, Engine, Standby, Firmware, FirmwareExp, Memory, FabricPort, Temperature, Psu, Fan, Led, Ras, RasExp, Diagnostics, VFManagementExp }
    _zes_dditable_driver_t { version, isValidFlag, Global, Device, DeviceExp, Driver, DriverExp, Overclock, Scheduler, PerformanceFactor, Power, Frequency, Engine, Standby, Firmware, FirmwareExp, Memory, FabricPort, Temperature, Psu, Fan, Led, Ras, RasExp, Diagnostics, VFManagementExp }
    _zer_global_dditable_t { pfnGetLastErrorDescription, pfnTranslateDeviceHandleToIdentifier, pfnTranslateIdentifierToDeviceHandle, pfnGetDefaultContext }
    _zer_dditable_t { Global }
    _zer_dditable_driver_t { version, isValidFlag, Global }
    _zel_tracer_desc_t { stype, pNext, pUserData }
    _zel_version { major, minor, patch }
}

// A Level Zero driver without locks or `malloc`, for programs that may leave it at any moment: everything that it is asked to do
// has been done already. Built as a shared library, for ZE_ENABLE_ALT_DRIVERS.
#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>
#include <string.h>

static struct object {
    char byte;
} driver, device, context, list, pool, events[64];
static unsigned next;
static char memory[1 << 20];

static ze_result_t initialise(ze_init_flags_t flags) { return (void)flags, ZE_RESULT_SUCCESS; }
static ze_result_t one(uint32_t *count, void **handles, void *handle) {
    if (!*count) *count = 1;
    else if (handles) *handles = handle;
    return ZE_RESULT_SUCCESS;
}
static ze_result_t drivers(uint32_t *count, ze_driver_handle_t *handles) { return one(count, (void **)handles, &driver); }
static ze_result_t devices(ze_driver_handle_t of, uint32_t *count, ze_device_handle_t *handles) {
    return (void)of, one(count, (void **)handles, &device);
}
static ze_result_t spoken(ze_driver_handle_t of, ze_api_version_t *version) {
    return (void)of, *version = ZE_API_VERSION_1_4, ZE_RESULT_SUCCESS;
}
static ze_result_t about(ze_device_handle_t of, ze_device_properties_t *about) {
    (void)of;
    strcpy(about->name, "lockless");
    about->timerResolution = 1, about->kernelTimestampValidBits = 32, about->timestampValidBits = 64;
    return ZE_RESULT_SUCCESS;
}
static ze_result_t queues(ze_device_handle_t of, uint32_t *count, ze_command_queue_group_properties_t *groups) {
    (void)of;
    if (*count && groups) groups->flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY, groups->numQueues = 1;
    return *count = 1, ZE_RESULT_SUCCESS;
}
static ze_result_t times(ze_device_handle_t of, uint64_t *host, uint64_t *at) { return (void)of, *host = *at = 1, ZE_RESULT_SUCCESS; }
static ze_result_t make_context(ze_driver_handle_t of, const ze_context_desc_t *how, ze_context_handle_t *made) {
    return (void)of, (void)how, *made = (void *)&context, ZE_RESULT_SUCCESS;
}
static ze_result_t make_list(ze_context_handle_t in, ze_device_handle_t of, const ze_command_queue_desc_t *how, ze_command_list_handle_t *made) {
    return (void)in, (void)of, (void)how, *made = (void *)&list, ZE_RESULT_SUCCESS;
}
static ze_result_t make_pool(ze_context_handle_t in, const ze_event_pool_desc_t *how, uint32_t count, ze_device_handle_t *of, ze_event_pool_handle_t *made) {
    return (void)in, (void)how, (void)count, (void)of, *made = (void *)&pool, ZE_RESULT_SUCCESS;
}
static ze_result_t make_event(ze_event_pool_handle_t in, const ze_event_desc_t *how, ze_event_handle_t *made) {
    return (void)in, (void)how, *made = (void *)&events[__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % 64], ZE_RESULT_SUCCESS;
}
static ze_result_t allocate(ze_context_handle_t in, const ze_host_mem_alloc_desc_t *how, size_t size, size_t alignment, void **made) {
    return (void)in, (void)how, (void)size, (void)alignment, *made = memory, ZE_RESULT_SUCCESS;
}
static ze_result_t known(ze_context_handle_t in, const void *at, ze_memory_allocation_properties_t *about, ze_device_handle_t *of) {
    (void)in, (void)at, about->type = ZE_MEMORY_TYPE_HOST;
    if (of) *of = (void *)&device;
    return ZE_RESULT_SUCCESS;
}
static ze_result_t fill(ze_command_list_handle_t to, void *at, const void *pattern, size_t pattern_size, size_t size, ze_event_handle_t signal, uint32_t count, ze_event_handle_t *waits) {
    (void)to, (void)at, (void)pattern, (void)pattern_size, (void)size, (void)signal, (void)count, (void)waits;
    return ZE_RESULT_SUCCESS;
}
static ze_result_t status(ze_event_handle_t of) { return (void)of, ZE_RESULT_SUCCESS; }
static ze_result_t stamps(ze_event_handle_t of, ze_kernel_timestamp_result_t *result) {
    (void)of;
    result->global.kernelStart = result->context.kernelStart = 1, result->global.kernelEnd = result->context.kernelEnd = 2;
    return ZE_RESULT_SUCCESS;
}

#define TABLE(name, type, ...)                                                                             \
    __attribute__((visibility("default"))) ze_result_t name##ProcAddrTable(ze_api_version_t version, type *table) { \
        (void)version, (void)table;                                                                        \
        __VA_ARGS__;                                                                                       \
        return ZE_RESULT_SUCCESS;                                                                          \
    }
TABLE(zeGetGlobal, ze_global_dditable_t, table->pfnInit = initialise)
TABLE(zeGetDriver, ze_driver_dditable_t, table->pfnGet = drivers, table->pfnGetApiVersion = spoken)
TABLE(zeGetDevice, ze_device_dditable_t, table->pfnGet = devices, table->pfnGetProperties = about,
      table->pfnGetCommandQueueGroupProperties = queues, table->pfnGetGlobalTimestamps = times)
TABLE(zeGetContext, ze_context_dditable_t, table->pfnCreate = make_context)
TABLE(zeGetCommandList, ze_command_list_dditable_t, table->pfnCreateImmediate = make_list, table->pfnAppendMemoryFill = fill)
TABLE(zeGetEventPool, ze_event_pool_dditable_t, table->pfnCreate = make_pool, table->pfnDestroy = (void *)status)
TABLE(zeGetEvent, ze_event_dditable_t, table->pfnCreate = make_event, table->pfnDestroy = status,
      table->pfnHostReset = status, table->pfnQueryStatus = status, table->pfnQueryKernelTimestamp = stamps)
TABLE(zeGetMem, ze_mem_dditable_t, table->pfnAllocHost = allocate, table->pfnGetAllocProperties = known)
// The loader asks for all tables.
TABLE(zeGetCommandQueue, ze_command_queue_dditable_t)
TABLE(zeGetFence, ze_fence_dditable_t)
TABLE(zeGetImage, ze_image_dditable_t)
TABLE(zeGetKernel, ze_kernel_dditable_t)
TABLE(zeGetModule, ze_module_dditable_t)
TABLE(zeGetModuleBuildLog, ze_module_build_log_dditable_t)
TABLE(zeGetPhysicalMem, ze_physical_mem_dditable_t)
TABLE(zeGetSampler, ze_sampler_dditable_t)
TABLE(zeGetVirtualMem, ze_virtual_mem_dditable_t)
TABLE(zetGetDevice, void)
TABLE(zetGetContext, void)
TABLE(zetGetCommandList, void)
TABLE(zetGetKernel, void)
TABLE(zetGetModule, void)
TABLE(zetGetDebug, void)
TABLE(zetGetMetric, void)
TABLE(zetGetMetricGroup, void)
TABLE(zetGetMetricQuery, void)
TABLE(zetGetMetricQueryPool, void)
TABLE(zetGetMetricStreamer, void)
TABLE(zetGetTracerExp, void)
TABLE(zesGetGlobal, void)
TABLE(zesGetDriver, void)
TABLE(zesGetDevice, void)
TABLE(zesGetDiagnostics, void)
TABLE(zesGetEngine, void)
TABLE(zesGetFabricPort, void)
TABLE(zesGetFan, void)
TABLE(zesGetFirmware, void)
TABLE(zesGetFrequency, void)
TABLE(zesGetLed, void)
TABLE(zesGetMemory, void)
TABLE(zesGetOverclock, void)
TABLE(zesGetPerformanceFactor, void)
TABLE(zesGetPower, void)
TABLE(zesGetPsu, void)
TABLE(zesGetRas, void)
TABLE(zesGetScheduler, void)
TABLE(zesGetStandby, void)
TABLE(zesGetTemperature, void)

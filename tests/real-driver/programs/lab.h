// What the programs share: a device, a context and a kernel with one buffer argument and an empty body, whose time on
// the pretend device is SHIM_KNS.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(call)                                                                                                    \
    ({                                                                                                                 \
        ze_result_t result_ = (call);                                                                                  \
        if (result_) {                                                                                                 \
            printf("line %d: %s: 0x%x\n", __LINE__, #call, result_);                                                   \
            exit(1);                                                                                                   \
        }                                                                                                              \
        result_;                                                                                                       \
    })

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;
static ze_kernel_handle_t kernel;
static ze_group_count_t groups = {16, 1, 1};

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// OpEntryPoint Kernel "spin", one parameter: a pointer to float in CrossWorkgroup memory; OpReturn.
static const uint32_t spin[] = {
    0x07230203, 0x00010000, 0, 10, 0, 0x20011, 4, 0x20011, 6, 0x3000e, 2, 2,
    0x5000f, 6, 6, 0x6e697073, 0, 0x20013, 1, 0x30016, 3, 32, 0x40020, 4, 5, 3, 0x40021, 5, 1, 4,
    0x50036, 1, 6, 0, 5, 0x30037, 4, 7, 0x200f8, 8, 0x100fd, 0x10038};

static void start(void) {
    uint32_t one = 1;
    ze_init_driver_type_desc_t type = {ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC, 0, ZE_INIT_DRIVER_TYPE_FLAG_GPU};
    CHECK(zeInitDrivers(&one, &driver, &type));
    one = 1;
    CHECK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK(zeContextCreate(driver, &context_desc, &context));
    ze_module_desc_t module_desc = {ZE_STRUCTURE_TYPE_MODULE_DESC, 0, ZE_MODULE_FORMAT_IL_SPIRV, sizeof spin,
                                    (const uint8_t *)spin};
    ze_module_handle_t module;
    CHECK(zeModuleCreate(context, device, &module_desc, &module, 0));
    ze_kernel_desc_t kernel_desc = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, "spin"};
    CHECK(zeKernelCreate(module, &kernel_desc, &kernel));
    CHECK(zeKernelSetGroupSize(kernel, 64, 1, 1));
    void *buffer;
    ze_device_mem_alloc_desc_t memory = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    CHECK(zeMemAllocDevice(context, &memory, 1 << 20, 64, device, &buffer));
    CHECK(zeKernelSetArgumentValue(kernel, 0, sizeof buffer, &buffer));
}

// Name, architecture and timestamps of the device.
static void describe(void) {
    ze_device_ip_version_ext_t ip = {ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT};
    ze_device_properties_t p = {ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, &ip};
    CHECK(zeDeviceGetProperties(device, &p));
    printf("%s: ip %u.%u.%u, kernel timestamps of %u bits\n", p.name, ip.ipVersion >> 22, (ip.ipVersion >> 14) & 0xff,
           ip.ipVersion & 0x3f, p.kernelTimestampValidBits);
}

// Whether an operation took a time that it can have taken. The clock may have begun again at 0 in between.
static int is_right(ze_kernel_timestamp_data_t stamps) {
    uint32_t ticks = stamps.kernelEnd - stamps.kernelStart;
    return ticks > 0 && ticks < 1u << 31;
}

enum {
    HOST_VISIBLE = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
    TIMESTAMPS = ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
    IPC = ZE_EVENT_POOL_FLAG_IPC,
    MAPPED = ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP,
    HOST = ZE_EVENT_SCOPE_FLAG_HOST,
};

static ze_event_pool_handle_t event_pool(ze_event_pool_flags_t flags, uint32_t count) {
    ze_event_pool_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, flags, count};
    ze_event_pool_handle_t pool = 0;
    CHECK(zeEventPoolCreate(context, &desc, 1, &device, &pool));
    return pool;
}

static ze_event_handle_t pool_event(ze_event_pool_handle_t pool, uint32_t index, ze_event_scope_flags_t signal) {
    ze_event_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, index, signal, 0};
    ze_event_handle_t event = 0;
    CHECK(zeEventCreate(pool, &desc, &event));
    return event;
}

static ze_event_handle_t counter_event(int timestamps, ze_event_scope_flags_t signal) {
    ze_event_counter_based_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC, 0,
                                          ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE |
                                              ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE |
                                              (timestamps ? ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP : 0),
                                          signal, 0};
    ze_event_handle_t event = 0;
    CHECK(zeEventCounterBasedCreate(context, device, &desc, &event));
    return event;
}

static ze_command_list_handle_t immediate_list(int in_order) {
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    desc.flags = in_order ? ZE_COMMAND_QUEUE_FLAG_IN_ORDER : 0;
    ze_command_list_handle_t list = 0;
    CHECK(zeCommandListCreateImmediate(context, device, &desc, &list));
    return list;
}

static ze_command_list_handle_t regular_list(void) {
    ze_command_list_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list = 0;
    CHECK(zeCommandListCreate(context, device, &desc, &list));
    return list;
}

static void launch(ze_command_list_handle_t list, ze_event_handle_t signal) {
    CHECK(zeCommandListAppendLaunchKernel(list, kernel, &groups, signal, 0, 0));
}

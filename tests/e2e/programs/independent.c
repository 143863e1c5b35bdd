// Kernels that nothing orders, on the simulator's Tiger Lake, which stalls for every event: 20 of 1 ms each that run side by side.
// Prints ms per round of kernels that are appended to an immediate list, of a list that is recorded first, and of one that is
// recorded two seconds later. Plain, and under zetop:
//   ZE_ENABLE_ALT_DRIVERS=.../libze_sim.so ZESIM_DRIVER=intel-tgl ZESIM_ENGINE=none ZESIM_KERNEL_NS=spin=1000000 ./independent
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { KERNELS = 20, MS = 2000 };

#define CHECK(call) ((call) ? (fprintf(stderr, "line %d: %s\n", __LINE__, #call), exit(1)) : (void)0)

// OpEntryPoint Kernel "spin", one parameter: a pointer to float in CrossWorkgroup memory; OpReturn.
static const uint32_t spin[] = {
    0x07230203, 0x00010000, 0, 10, 0, 0x20011, 4, 0x20011, 6, 0x3000e, 2, 2,
    0x5000f, 6, 6, 0x6e697073, 0, 0x20013, 1, 0x30016, 3, 32, 0x40020, 4, 5, 3, 0x40021, 5, 1, 4,
    0x50036, 1, 6, 0, 5, 0x30037, 4, 7, 0x200f8, 8, 0x100fd, 0x10038};

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_kernel_handle_t kernel;
static ze_command_queue_handle_t queue;
static ze_event_handle_t done;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void launch(ze_command_list_handle_t list) {
    ze_group_count_t groups = {16, 1, 1};
    for (int n = 0; n < KERNELS; n++)
        CHECK(zeCommandListAppendLaunchKernel(list, kernel, &groups, 0, 0, 0));
}

static ze_command_list_handle_t recorded(void) {
    ze_command_list_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreate(context, device, &desc, &list));
    launch(list);
    CHECK(zeCommandListClose(list));
    return list;
}

static void append(ze_command_list_handle_t list) {
    launch(list);
    CHECK(zeCommandListAppendBarrier(list, done, 0, 0));
    CHECK(zeEventHostSynchronize(done, UINT64_MAX));
    CHECK(zeEventHostReset(done));
}

static void execute(ze_command_list_handle_t list) {
    CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &list, 0));
    CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
}

static double round_ms(void (*round)(ze_command_list_handle_t), ze_command_list_handle_t list) {
    double begun = now_ms();
    int rounds = 0;
    for (; now_ms() - begun < MS; rounds++)
        round(list);
    return (now_ms() - begun) / rounds;
}

int main(void) {
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_module_handle_t module;
    ze_command_list_handle_t immediate;
    ze_event_pool_handle_t pool;
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t queue_desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, 0, 0, 0, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_module_desc_t module_desc = {ZE_STRUCTURE_TYPE_MODULE_DESC, 0, ZE_MODULE_FORMAT_IL_SPIRV, sizeof spin, (const uint8_t *)spin};
    ze_kernel_desc_t kernel_desc = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, "spin"};
    ze_event_pool_desc_t pool_desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1};
    ze_event_desc_t event_desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, 0, ZE_EVENT_SCOPE_FLAG_HOST, 0};
    CHECK(zeInit(0));
    CHECK(zeDriverGet(&one, &driver));
    CHECK(zeDeviceGet(driver, &one, &device));
    CHECK(zeContextCreate(driver, &context_desc, &context));
    CHECK(zeCommandListCreateImmediate(context, device, &queue_desc, &immediate));
    CHECK(zeCommandQueueCreate(context, device, &queue_desc, &queue));
    CHECK(zeModuleCreate(context, device, &module_desc, &module, 0));
    CHECK(zeKernelCreate(module, &kernel_desc, &kernel));
    CHECK(zeKernelSetGroupSize(kernel, 32, 1, 1));
    CHECK(zeEventPoolCreate(context, &pool_desc, 1, &device, &pool));
    CHECK(zeEventCreate(pool, &event_desc, &done));
    ze_command_list_handle_t first = recorded();
    round_ms(append, immediate); // until zetop is over its budget
    fprintf(stderr, "immediate %.2f ms; ", round_ms(append, immediate));
    fprintf(stderr, "recorded first %.2f ms; ", round_ms(execute, first));
    fprintf(stderr, "recorded later %.2f ms\n", round_ms(execute, recorded()));
}

// Waits in two functions in turn, each time for so long that zetop asks where: `returns ROUNDS MILLISECONDS`.
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static ze_event_handle_t never;
static ze_command_queue_handle_t queue;

__attribute__((noinline)) static void for_the_event(uint64_t ns) {
    zeEventHostSynchronize(never, ns); // waits for the event
    __asm__ volatile("");
}
__attribute__((noinline)) static void for_the_queue(uint64_t ns) {
    zeCommandQueueSynchronize(queue, ns); // waits for the queue
    __asm__ volatile("");
}

int main(int count, char **values) {
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_event_pool_handle_t pool;
    ze_event_pool_desc_t pool_desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1};
    ze_event_desc_t event_desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, 0, ZE_EVENT_SCOPE_FLAG_HOST, 0};
    ze_command_queue_desc_t queue_desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_command_list_desc_t list_desc = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list;
    ze_device_mem_alloc_desc_t memory_desc = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory;
    char pattern = 1;
    if (count < 3 || zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device) ||
        zeContextCreate(driver, &context_desc, &context) ||
        zeEventPoolCreate(context, &pool_desc, 1, &device, &pool) || zeEventCreate(pool, &event_desc, &never) ||
        zeCommandQueueCreate(context, device, &queue_desc, &queue) ||
        zeCommandListCreate(context, device, &list_desc, &list) ||
        zeMemAllocDevice(context, &memory_desc, 4096, 64, device, &memory) ||
        zeCommandListAppendMemoryFill(list, memory, &pattern, 1, 4096, 0, 1, &never) ||
        zeCommandListClose(list) || zeCommandQueueExecuteCommandLists(queue, 1, &list, 0))
        return 3;
    uint64_t ns = strtoull(values[2], 0, 10) * 1000000;
    for (int i = 0; i < atoi(values[1]); i++) {
        // A little longer each time, so that it returns at all moments of zetop's reading.
        for_the_event(ns + i * 3000000);
        for_the_queue(ns + i * 3000000);
    }
    zeEventHostSignal(never);
    zeCommandQueueSynchronize(queue, UINT64_MAX);
    puts("done");
    return 0;
}

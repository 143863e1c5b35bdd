// A program that a leak checker finds nothing wrong with: all that it made is destroyed, or kept in a static variable until
// the end. `kept N`: N fills on an immediate list.
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>

static ze_context_handle_t context;

#define CHECK(call)                                         \
    do {                                                    \
        ze_result_t result = (call);                        \
        if (result != ZE_RESULT_SUCCESS) {                  \
            fprintf(stderr, "%s: %#x\n", #call, result);    \
            exit(3);                                        \
        }                                                   \
    } while (0)

int main(int count, char **arguments) {
    int n = count > 1 ? atoi(arguments[1]) : 300;
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    CHECK(zeInit(0));
    CHECK(zeDriverGet(&one, &driver));
    CHECK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t of_context = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK(zeContextCreate(driver, &of_context, &context));
    ze_command_queue_desc_t of_queue = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    of_queue.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreateImmediate(context, device, &of_queue, &list));
    ze_host_mem_alloc_desc_t of_memory = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory;
    CHECK(zeMemAllocHost(context, &of_memory, 4096, 64, &memory));
    unsigned char pattern = 1;
    for (int i = 0; i < n; i++) {
        CHECK(zeCommandListAppendMemoryFill(list, memory, &pattern, 1, 64, NULL, 0, NULL));
    }
    CHECK(zeCommandListDestroy(list));
    CHECK(zeMemFree(context, memory));
    puts("done");
    return 0;
}

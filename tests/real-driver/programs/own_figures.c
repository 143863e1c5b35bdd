// Programs that time themselves: by the host's clock and by their own events. With zetop, each figure must be as without.
// Usage: own_figures. Prints to stderr, of each figure the best of 100 rounds: `figures NAME US ...`
#include "lab.h"

enum { ROUNDS = 100, COPIES = 400, KERNELS = 200 };

static double best(double (*figure)(void)) {
    double least = 1e30;
    for (int i = 0; i < ROUNDS; i++) {
        double now = figure();
        if (now < least)
            least = now;
    }
    return least;
}

static ze_command_queue_handle_t queue;
static ze_command_list_handle_t copies, kernels, immediate;
static ze_event_handle_t event;

static double executed(ze_command_list_handle_t list, int count) {
    double begin = now_ms();
    CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &list, 0));
    CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
    return (now_ms() - begin) * 1e3 / count;
}

// A list of copies that all signal the same event: us per copy.
static double copy_us(void) { return executed(copies, COPIES); }

// A list of kernels without events: us per kernel.
static double kernel_us(void) { return executed(kernels, KERNELS); }

// Launches on an in-order immediate list, with the wait at the end: us per kernel.
static double launch_us(void) {
    double begin = now_ms();
    for (int i = 0; i < KERNELS; i++)
        launch(immediate, 0);
    CHECK(zeCommandListHostSynchronize(immediate, UINT64_MAX));
    return (now_ms() - begin) * 1e3 / KERNELS;
}

// What the program's own event says of its kernel: ticks.
static double event_ticks(void) {
    ze_kernel_timestamp_result_t t = {0};
    CHECK(zeEventHostReset(event));
    launch(immediate, event);
    CHECK(zeCommandListHostSynchronize(immediate, UINT64_MAX));
    CHECK(zeEventQueryKernelTimestamp(event, &t));
    return (uint32_t)(t.context.kernelEnd - t.context.kernelStart);
}

int main(void) {
    start();
    event = pool_event(event_pool(HOST_VISIBLE | TIMESTAMPS, 1), 0, HOST);
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    CHECK(zeCommandQueueCreate(context, device, &desc, &queue));
    copies = regular_list(), kernels = regular_list(), immediate = immediate_list(1);
    void *from, *to;
    ze_device_mem_alloc_desc_t memory = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    CHECK(zeMemAllocDevice(context, &memory, 4096, 64, device, &from));
    CHECK(zeMemAllocDevice(context, &memory, 4096, 64, device, &to));
    for (int i = 0; i < COPIES; i++)
        CHECK(zeCommandListAppendMemoryCopy(copies, to, from, 4096, event, 0, 0));
    CHECK(zeCommandListClose(copies));
    for (int i = 0; i < KERNELS; i++)
        launch(kernels, 0);
    CHECK(zeCommandListClose(kernels));
    double copy = best(copy_us), kernel_time = best(kernel_us), launched = best(launch_us), ticks = best(event_ticks);
    printf("4 figures\n");
    fprintf(stderr, "figures copy_us %.3f kernel_us %.3f launch_us %.3f event_ticks %.0f\n", copy, kernel_time, launched, ticks);
    return 0;
}

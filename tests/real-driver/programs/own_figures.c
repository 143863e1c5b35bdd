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
static ze_command_list_handle_t copies, kernels, timed, immediate;
static ze_event_handle_t event, listed[KERNELS], launched[KERNELS];

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

static double launches(int with_events) {
    double begin = now_ms();
    for (int i = 0; i < KERNELS; i++)
        launch(immediate, with_events ? launched[i] : 0);
    CHECK(zeCommandListHostSynchronize(immediate, UINT64_MAX));
    return (now_ms() - begin) * 1e3 / KERNELS;
}

// Launches on an in-order immediate list, with the wait at the end: us per kernel.
static double launch_us(void) { return launches(0); }

static void reset(ze_event_handle_t *events) {
    for (int i = 0; i < KERNELS; i++)
        CHECK(zeEventHostReset(events[i]));
}

// The same two with events of the program's own that have timestamps: what these cost by themselves.
static double timed_kernel_us(void) {
    reset(listed);
    return executed(timed, KERNELS);
}

static double timed_launch_us(void) {
    reset(launched);
    return launches(1);
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
    ze_event_pool_handle_t pool = event_pool(HOST_VISIBLE | TIMESTAMPS, 2 * KERNELS);
    for (int i = 0; i < KERNELS; i++) {
        listed[i] = pool_event(pool, i, 0);
        launched[i] = pool_event(pool, KERNELS + i, 0);
    }
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    CHECK(zeCommandQueueCreate(context, device, &desc, &queue));
    copies = regular_list(), kernels = regular_list(), timed = regular_list(), immediate = immediate_list(1);
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
    for (int i = 0; i < KERNELS; i++)
        launch(timed, listed[i]);
    CHECK(zeCommandListClose(timed));
    fprintf(stderr, "figures copy_us %.3f", best(copy_us));
    fprintf(stderr, " kernel_us %.3f launch_us %.3f", best(kernel_us), best(launch_us));
    fprintf(stderr, " timed_kernel_us %.3f timed_launch_us %.3f", best(timed_kernel_us), best(timed_launch_us));
    fprintf(stderr, " event_ticks %.0f\n", best(event_ticks));
    printf("6 figures\n");
    return 0;
}

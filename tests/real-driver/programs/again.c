// Executes [r1, r2] again and again while they are in flight, with a list of the tool's that copies timestamps aside in one
// of several places; the pretend device says "batch fetch fault" and counts walkers (SHIM_DEBUG=1).
// Usage: again WAY ROUNDS [LINGER_MS]. WAY: 0 nothing between; 1 [c] in a call of its own behind; 2 [r1, r2, c];
// 3 [c, r1, r2]; 4 [c] in a call of its own before; 5 as 1 with a new c each round; 6 [r1, c, r2] with a new c every other round.
#include "lab.h"

static ze_event_handle_t events[4], done;
static void *copies;

static ze_command_list_handle_t copier(void) {
    ze_command_list_handle_t list = regular_list();
    CHECK(zeCommandListAppendBarrier(list, 0, 0, 0));
    CHECK(zeCommandListAppendQueryKernelTimestamps(list, 4, events, copies, 0, 0, 0, 0));
    CHECK(zeCommandListAppendBarrier(list, 0, 0, 0));
    for (int i = 0; i < 4; i++)
        CHECK(zeCommandListAppendEventReset(list, events[i]));
    CHECK(zeCommandListAppendBarrier(list, done, 0, 0));
    CHECK(zeCommandListClose(list));
    return list;
}

int main(int argc, char **argv) {
    int way = argc > 1 ? atoi(argv[1]) : -1, rounds = argc > 2 ? atoi(argv[2]) : 0, linger = argc > 3 ? atoi(argv[3]) : 0;
    if (way < 0 || way > 6 || rounds < 1) {
        fprintf(stderr, "usage: again 0|1|2|3|4|5|6 ROUNDS [LINGER_MS]\n");
        return 2;
    }
    start();
    ze_command_queue_desc_t queue_desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    queue_desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    ze_command_queue_handle_t queue;
    CHECK(zeCommandQueueCreate(context, device, &queue_desc, &queue));
    ze_event_pool_handle_t pool = event_pool(HOST_VISIBLE | TIMESTAMPS | IPC, 5);
    ze_command_list_handle_t lists[2] = {regular_list(), regular_list()};
    for (int i = 0; i < 4; i++)
        launch(lists[i / 2], events[i] = pool_event(pool, i, 0));
    done = pool_event(pool, 4, HOST);
    CHECK(zeCommandListClose(lists[0]));
    CHECK(zeCommandListClose(lists[1]));
    ze_host_mem_alloc_desc_t memory = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    CHECK(zeMemAllocHost(context, &memory, 4096, 64, &copies));
    ze_command_list_handle_t ours = copier();

    double begin = now_ms();
    for (int i = 0; i < rounds; i++) {
        ze_command_list_handle_t call[3];
        int count = 0;
        if (way == 4)
            CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &ours, 0));
        if (way == 3)
            call[count++] = ours;
        call[count++] = lists[0];
        if (way == 6 && i % 2)
            call[count++] = ours = copier();
        call[count++] = lists[1];
        if (way == 2)
            call[count++] = ours;
        CHECK(zeCommandQueueExecuteCommandLists(queue, count, call, 0));
        if (way == 5)
            ours = copier();
        if (way == 1 || way == 5)
            CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &ours, 0));
        if (i % 64 == 63)
            CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
    }
    double submitted = now_ms();
    CHECK(zeCommandQueueSynchronize(queue, 20000000000ull));
    printf("%d rounds\n", rounds);
    fprintf(stderr, "way %d: submitted after %.0f ms, \"complete\" after %.0f ms\n", way, submitted - begin, now_ms() - begin);
    usleep(linger * 1000);
    return 0;
}

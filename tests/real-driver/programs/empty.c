// Lists that were made before a tool attaches: two empty ones, of which one is in order, and one with two kernels. They are
// executed by turns, each in a call of its own, SECONDS long. After a quarter of that a fourth one is, which was open and
// empty before, and gets a kernel then. What the tool counts must be the last two's, and it must time the last one.
// Usage: empty SECONDS
#include "lab.h"

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 3;
    start();
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    ze_command_queue_handle_t queue;
    CHECK(zeCommandQueueCreate(context, device, &desc, &queue));
    ze_command_list_desc_t in_order = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC, 0, 0, ZE_COMMAND_LIST_FLAG_IN_ORDER};
    ze_command_list_handle_t lists[4] = {regular_list(), 0, regular_list(), regular_list()};
    CHECK(zeCommandListCreate(context, device, &in_order, &lists[1]));
    launch(lists[2], 0);
    launch(lists[2], 0);
    for (int at = 0; at < 3; at++)
        CHECK(zeCommandListClose(lists[at]));
    puts("ready");
    fflush(stdout);
    double begin = now_ms();
    int count = 3;
    while (now_ms() < begin + seconds * 1e3) {
        if (count == 3 && now_ms() > begin + seconds * 250) {
            launch(lists[3], 0);
            CHECK(zeCommandListClose(lists[3]));
            count = 4;
        }
        for (int at = 0; at < count; at++) {
            CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &lists[at], 0));
            CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
            usleep(500);
        }
    }
    puts("done");
    return 0;
}

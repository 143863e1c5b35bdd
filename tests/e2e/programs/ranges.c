/* A program that marks what it gives to a device, with numbers that the test knows: `ranges STEPS`. In each step: two copies of
   1 MiB on an immediate list in `append`, and a recorded list with three copies of 4 KiB, executed in `execute`. */
#include "../slow-programs/gpu.h"
#include "../../ranges/nvtx.h"

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    nvtx_initialize();
    gpu_init();
    ze_event_pool_handle_t pool = evpool(1);
    ze_event_handle_t done = event(pool, 0);
    void *device = dmem(1 << 20), *host = hmem(1 << 20);
    ze_command_list_handle_t at_once = immediate(0), list;
    ze_command_list_desc_t list_desc = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_desc_t queue_desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_command_queue_handle_t queue;
    CK(zeCommandQueueCreate(ctx, dev, &queue_desc, &queue));
    CK(zeCommandListCreate(ctx, dev, &list_desc, &list));
    nvtxRangePushA("record");
    for (int copy = 0; copy < 3; copy++)
        CK(zeCommandListAppendMemoryCopy(list, device, host, 4096, NULL, 0, NULL));
    CK(zeCommandListClose(list));
    nvtxRangePop();
    for (int step = 0; step < steps; step++) {
        nvtxRangePushA("step");
        nvtxRangePushA("append");
        CK(zeCommandListAppendMemoryCopy(at_once, device, host, 1 << 20, NULL, 0, NULL));
        CK(zeCommandListAppendMemoryCopy(at_once, device, host, 1 << 20, done, 0, NULL));
        nvtxRangePop();
        wait_ev(done);
        nvtxRangePushA("execute");
        CK(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL));
        nvtxRangePop();
        CK(zeCommandQueueSynchronize(queue, UINT64_MAX));
        nvtxRangePop();
    }
    puts("done");
    return 0;
}

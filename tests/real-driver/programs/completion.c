// How the completion of counter-based timestamp events can be known without a wait. To be run with SHIM_KNS=100000000.
#include "lab.h"

static void kernels(ze_command_list_handle_t list, ze_event_handle_t first, int count) {
    for (int i = 0; i < count; i++)
        launch(list, i ? counter_event(1, HOST) : first);
}

int main(void) {
    static const char *markers[] = {"barrier, pool event", "barrier, pool event with IPC flag",
                                    "barrier, counter-based event", "AppendSignalEvent, pool event with IPC flag"};
    start();
    describe();
    for (int count = 1; count <= 3; count += 2) {
        ze_command_list_handle_t list = immediate_list(1);
        kernels(list, counter_event(1, HOST), count);
        double before = now_ms();
        ze_result_t result = zeCommandListHostSynchronize(list, 0);
        printf("%d kernels, list synchronised with 0: 0x%x after %.2f ms\n", count, result, now_ms() - before);
        CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
        for (int kind = 0; kind < 4; kind++) {
            ze_event_handle_t event = counter_event(1, HOST);
            ze_event_handle_t marker =
                kind == 2 ? counter_event(0, HOST) : pool_event(event_pool(HOST_VISIBLE | (kind ? IPC : 0), 1), 0, HOST);
            kernels(list, event, count);
            before = now_ms();
            if (kind < 3)
                CHECK(zeCommandListAppendBarrier(list, marker, 0, 0));
            else
                CHECK(zeCommandListAppendSignalEvent(list, marker));
            double appended = now_ms();
            result = zeEventQueryStatus(marker);
            double asked = now_ms();
            while (zeEventQueryStatus(marker) == ZE_RESULT_NOT_READY)
                usleep(500);
            double signalled = now_ms();
            ze_kernel_timestamp_result_t stamps;
            CHECK(zeEventQueryKernelTimestamp(event, &stamps));
            printf("%d kernels, marker by %s: append %.2f ms, question 0x%x after %.2f ms, signalled after %.0f ms, "
                   "timestamps after another %.2f ms\n",
                   count, markers[kind], appended - before, result, asked - appended, signalled - before,
                   now_ms() - signalled);
            CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
        }
    }
    return 0;
}

// Each round makes a pool and an event, launches a kernel that signals it, waits, and destroys both: whoever reads the event
// afterwards reads memory that is gone. To be run while zetop attaches and detaches.
// Usage: destroyed SECONDS [WAIT]. WAIT: 0 asking the event, 1 for the list, 2 for a counter-based event of a kernel that waits for
// the first, 3 (the default) each in turn.
#include "lab.h"

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    int wait = argc > 2 ? atoi(argv[2]) : 3;
    if (seconds <= 0 || wait < 0 || wait > 3) {
        fprintf(stderr, "usage: destroyed SECONDS [0|1|2|3]\n");
        return 2;
    }
    start();
    ze_command_list_handle_t list = immediate_list(0), in_order = immediate_list(1);
    launch(list, 0); // The first one costs set-up.
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
    puts("ready");
    fflush(stdout);
    int rounds = 0;
    for (double end = now_ms() + seconds * 1e3; now_ms() < end; rounds++) {
        int how = wait < 3 ? wait : rounds % 3;
        ze_event_pool_handle_t pool = event_pool(HOST_VISIBLE | (rounds % 4 ? TIMESTAMPS : 0), 3);
        ze_event_handle_t event = pool_event(pool, 0, HOST), last = 0;
        launch(list, event);
        if (how == 0)
            // A wait that is under way at a detach would end in zetop's wrapper.
            while (zeEventQueryStatus(event) == ZE_RESULT_NOT_READY)
                usleep(50);
        else if (how == 1)
            CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
        else {
            last = counter_event(1, HOST);
            CHECK(zeCommandListAppendLaunchKernel(in_order, kernel, &groups, last, 1, &event));
            CHECK(zeEventHostSynchronize(last, UINT64_MAX));
            CHECK(zeEventDestroy(last));
        }
        CHECK(zeEventDestroy(event));
        CHECK(zeEventPoolDestroy(pool));
    }
    puts("done");
    fprintf(stderr, "%d rounds\n", rounds);
    return 0;
}

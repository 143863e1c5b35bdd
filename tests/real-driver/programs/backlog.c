// Submits COUNT kernels (100), one every PERIOD microseconds (3,000), and says how long submitting took. With SHIM_KNS=10000000
// (10 ms kernels) a tool that waits anywhere turns about 310 ms into 1,000.
// Usage: backlog MODE [COUNT] [PERIOD]. MODE: see `modes` below.
// Another thread appends to a list of its own every millisecond: its longest append is printed too.
#include "lab.h"
#include <pthread.h>

static const char *modes[] = {"in-order list, no event", "in-order list, counter-based timestamp events",
                              "in-order list, pool timestamp events", "out-of-order list, no event",
                              "out-of-order list, pool timestamp events"};
static volatile int finished;
static double others_longest;

static void *other_thread(void *list) {
    while (!finished) {
        double before = now_ms();
        CHECK(zeCommandListAppendBarrier(list, 0, 0, 0));
        double took = now_ms() - before;
        if (took > others_longest)
            others_longest = took;
        usleep(1000);
    }
    return 0;
}

int main(int argc, char **argv) {
    int mode = argc > 1 ? atoi(argv[1]) : -1, count = argc > 2 ? atoi(argv[2]) : 100;
    int period = argc > 3 ? atoi(argv[3]) : 3000;
    if (mode < 0 || mode > 4 || count < 1) {
        fprintf(stderr, "usage: backlog 0|1|2|3|4 [COUNT] [PERIOD_US]\n");
        return 2;
    }
    start();
    ze_command_list_handle_t list = immediate_list(mode < 3), others = immediate_list(0);
    ze_event_handle_t *events = calloc(count, sizeof *events);
    ze_event_pool_handle_t pool = event_pool(HOST_VISIBLE | TIMESTAMPS, count);
    for (int i = 0; i < count; i++)
        events[i] = mode == 1 ? counter_event(1, HOST) : mode == 2 || mode == 4 ? pool_event(pool, i, HOST) : 0;
    launch(list, 0); // The first one costs set-up.
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
    puts("ready");
    fflush(stdout);
    pthread_t thread;
    pthread_create(&thread, 0, other_thread, others);
    usleep(100000);

    double begin = now_ms(), longest = 0;
    for (int i = 0; i < count; i++) {
        usleep(period);
        double before = now_ms();
        launch(list, events[i]);
        double took = now_ms() - before;
        if (took > longest)
            longest = took;
    }
    double submitted = now_ms() - begin;
    finished = 1;
    pthread_join(thread, 0);
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
    double done = now_ms() - begin;
    // Its own timestamps are part of what the program computes.
    int right = 0, wrapped = 0;
    for (int i = 0; i < count && events[i]; i++) {
        ze_kernel_timestamp_result_t t = {0};
        CHECK(zeEventQueryKernelTimestamp(events[i], &t));
        right += is_right(t.context);
        wrapped += t.context.kernelEnd < t.context.kernelStart;
    }
    printf("%s: %d kernels, %d timestamps\n", modes[mode], count + 1, right);
    fprintf(stderr, "figures submit_ms %.2f longest_append_ms %.2f other_thread_ms %.2f all_ms %.2f wrapped %d\n", submitted,
            longest, others_longest, done, wrapped);
    return 0;
}

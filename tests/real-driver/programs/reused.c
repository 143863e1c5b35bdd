// A program that signals a few counter-based timestamp events again and again, as SYCL's adapter does with those that nobody holds:
// COUNT kernels (4,000) on an in-order list, one every PERIOD microseconds (0), with RING events (1) by turns.
// Usage: reused [COUNT] [RING] [PERIOD_US] [ask]
// With "ask", it asks each event whether it is signalled before it uses that again, and for its timestamps if so, and says how long the
// questions took.
#include "lab.h"

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void say(const char *what, double *took, int count) {
    qsort(took, count, sizeof *took, by_size);
    if (count)
        fprintf(stderr, "%s: %d, median %.2f us, p99 %.2f us, longest %.2f us\n", what, count, took[count / 2] * 1e3,
                took[count * 99 / 100] * 1e3, took[count - 1] * 1e3);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 4000, ring = argc > 2 ? atoi(argv[2]) : 1, period = argc > 3 ? atoi(argv[3]) : 0;
    int asks = argc > 4;
    if (count < 1 || ring < 1) {
        fprintf(stderr, "usage: reused [COUNT] [RING] [PERIOD_US] [ask]\n");
        return 2;
    }
    start();
    ze_command_list_handle_t list = immediate_list(1);
    ze_event_handle_t *events = calloc(ring, sizeof *events);
    for (int i = 0; i < ring; i++)
        events[i] = counter_event(1, HOST);
    launch(list, 0); // The first one costs set-up.
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
    puts("ready");
    fflush(stdout);
    double *ready = calloc(count, sizeof *ready), *not_ready = calloc(count, sizeof *ready), *read = calloc(count, sizeof *ready);
    int answers = 0, misses = 0, right = 0;
    uint64_t last_end = 0;
    double begin = now_ms(), longest = 0;
    for (int i = 0; i < count; i++) {
        while (period && now_ms() - begin < i * period * 1e-3)
            ;
        ze_event_handle_t event = events[i % ring];
        if (asks && i >= ring) {
            double before = now_ms();
            int signalled = zeEventQueryStatus(event) == ZE_RESULT_SUCCESS;
            double after = now_ms();
            if (signalled) {
                ready[answers] = after - before;
                ze_kernel_timestamp_result_t t = {0};
                CHECK(zeEventQueryKernelTimestamp(event, &t));
                read[answers++] = now_ms() - after;
                right += is_right(t.global) && (answers == 1 || (uint32_t)(t.global.kernelStart - last_end) < 1u << 31);
                last_end = t.global.kernelEnd;
            } else
                not_ready[misses++] = after - before;
        }
        double before = now_ms();
        launch(list, event);
        double took = now_ms() - before;
        if (took > longest)
            longest = took;
    }
    double submitted = now_ms() - begin;
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
    double done = now_ms() - begin;
    int last = 0;
    for (int i = 0; i < ring && i < count; i++) {
        ze_kernel_timestamp_result_t t = {0};
        CHECK(zeEventQueryKernelTimestamp(events[i], &t));
        last += is_right(t.context);
    }
    printf("%d kernels, %d of %d last timestamps\n", count + 1, last, ring < count ? ring : count);
    if (asks) {
        fprintf(stderr, "%d of %d signalled, %d with new timestamps in order\n", answers, count - ring, right);
        say("signalled", ready, answers);
        say("timestamps", read, answers);
        say("not signalled", not_ready, misses);
    }
    fprintf(stderr, "figures submit_ms %.2f longest_append_ms %.2f all_ms %.2f\n", submitted, longest, done);
    return 0;
}

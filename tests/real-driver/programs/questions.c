// What the driver's questions about an event cost while its kernel runs, by kind of event, list and scope. To be run with
// SHIM_KNS=150000000 (150 ms): an answer that takes as long was a wait.
#include "lab.h"

static const char *kinds[] = {"pool, timestamps",
                              "pool, timestamps, IPC flag",
                              "pool, timestamps, after one AppendEventReset",
                              "pool, mapped timestamps",
                              "pool",
                              "counter-based, timestamps",
                              "counter-based"};

static ze_event_handle_t make(int kind, ze_event_scope_flags_t scope, ze_command_list_handle_t never) {
    switch (kind) {
    case 5: return counter_event(1, scope);
    case 6: return counter_event(0, scope);
    default: break;
    }
    static const ze_event_pool_flags_t flags[] = {TIMESTAMPS, TIMESTAMPS | IPC, TIMESTAMPS, TIMESTAMPS | MAPPED, 0};
    ze_event_handle_t event = pool_event(event_pool(HOST_VISIBLE | flags[kind], 1), 0, scope);
    if (kind == 2)
        CHECK(zeCommandListAppendEventReset(never, event));
    return event;
}

#define TIMED(call)                                                                                                    \
    ({                                                                                                                 \
        double before_ = now_ms();                                                                                     \
        ze_result_t result_ = (call);                                                                                  \
        printf(" %s %s %.1f ms;", #call, result_ == ZE_RESULT_NOT_READY ? "not ready" : result_ ? "error" : "ready",    \
               now_ms() - before_);                                                                                    \
    })

int main(void) {
    start();
    describe();
    ze_command_list_handle_t never = regular_list();
    for (int in_order = 0; in_order < 2; in_order++)
        for (int kind = in_order ? 0 : 0; kind < (in_order ? 7 : 5); kind++)
            for (int host = 0; host < 2; host++)
                for (int first = 0; first < 3; first++) {
                    ze_command_list_handle_t list = immediate_list(in_order);
                    ze_event_handle_t event = make(kind, host ? HOST : 0, never);
                    int stamped = kind != 4 && kind != 6;
                    ze_kernel_timestamp_result_t stamps = {0};
                    printf("%s, %s, scope %s:", in_order ? "in-order" : "out-of-order", kinds[kind], host ? "host" : "0");
                    launch(list, event);
                    // One question each: the first that waits leaves nothing to see for those behind it.
                    if (first == 0)
                        TIMED(zeEventQueryStatus(event));
                    else if (first == 1) {
                        TIMED(zeEventHostSynchronize(event, 0));
                        TIMED(zeCommandListHostSynchronize(list, 0));
                    } else if (stamped)
                        TIMED(zeEventQueryKernelTimestamp(event, &stamps));
                    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
                    if (stamped && CHECK(zeEventQueryKernelTimestamp(event, &stamps)) == 0)
                        printf(" then %.1f ms long",
                               (stamps.context.kernelEnd - stamps.context.kernelStart) / 19.2e3);
                    puts("");
                    CHECK(zeEventDestroy(event));
                    CHECK(zeCommandListDestroy(list));
                }
    return 0;
}

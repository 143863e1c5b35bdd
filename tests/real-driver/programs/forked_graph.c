// Captures a graph that begins at one list and goes on at a second one, by events, and back. Then executes it COUNT times, with
// five kernels of a third list behind each: these are all that is executed but the graphs.
// Usage: forked_graph COUNT [paused | SECONDS]
// With `paused`, the capture pauses for five more kernels, by functions of the driver's that the loader does not know. With SECONDS,
// it says "ready" in the middle of the capture, and waits so long before it goes on.
#include "lab.h"

// One that lists of both kinds may signal, as a graph demands.
static ze_event_handle_t event_for_graphs(void) {
    ze_event_counter_based_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC, 0,
                                          ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE |
                                              ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE,
                                          HOST, 0};
    ze_event_handle_t event = 0;
    CHECK(zeEventCounterBasedCreate(context, device, &desc, &event));
    return event;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 0;
    const char *how = argc > 2 ? argv[2] : "0";
    int paused = !strcmp(how, "paused");
    if (count < 1) {
        fprintf(stderr, "usage: forked_graph COUNT [paused | SECONDS]\n");
        return 2;
    }
    start();
    ze_command_list_handle_t list = immediate_list(1), second = immediate_list(1), third = immediate_list(1);
    ze_event_handle_t forks = event_for_graphs(), joins = event_for_graphs();
    ze_graph_handle_t graph, captured = 0;
    ze_executable_graph_handle_t executable;
    CHECK(zeGraphCreateExt(context, 0, &graph));
    CHECK(zeCommandListBeginCaptureIntoGraphExt(list, graph, 0));
    launch(list, forks);
    if (atof(how) > 0) {
        puts("ready");
        fflush(stdout);
        usleep(atof(how) * 1e6);
    }
    CHECK(zeCommandListAppendLaunchKernel(second, kernel, &groups, 0, 1, &forks));
    launch(second, 0);
    if (paused) {
        ze_result_t (*pause)(ze_graph_handle_t), (*resume)(ze_graph_handle_t);
        CHECK(zeDriverGetExtensionFunctionAddress(driver, "zeGraphPauseCaptureExt", (void **)&pause));
        CHECK(zeDriverGetExtensionFunctionAddress(driver, "zeGraphResumeCaptureExt", (void **)&resume));
        CHECK(pause(graph));
        for (int j = 0; j < 5; j++) launch(j % 2 ? second : list, 0);
        CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
        CHECK(zeCommandListHostSynchronize(second, UINT64_MAX));
        fprintf(stderr, "in the pause: %x %x\n", zeCommandListIsGraphCaptureEnabledExt(list), zeCommandListIsGraphCaptureEnabledExt(second));
        CHECK(resume(graph));
        fprintf(stderr, "behind it: %x %x\n", zeCommandListIsGraphCaptureEnabledExt(list), zeCommandListIsGraphCaptureEnabledExt(second));
    }
    launch(second, joins);
    CHECK(zeCommandListAppendLaunchKernel(list, kernel, &groups, 0, 1, &joins));
    CHECK(zeCommandListEndGraphCaptureExt(list, 0, &captured));
    CHECK(zeGraphInstantiateExt(graph, 0, &executable));
    usleep(50000);
    for (int i = 0; i < count; i++) {
        CHECK(zeCommandListAppendGraphExt(list, executable, 0, 0, 0, 0));
        CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
        for (int j = 0; j < 5; j++) {
            launch(j % 2 ? second : third, 0);
            CHECK(zeCommandListHostSynchronize(j % 2 ? second : third, UINT64_MAX));
        }
    }
    CHECK(zeExecutableGraphDestroyExt(executable));
    CHECK(zeGraphDestroyExt(graph));
    printf("%d graphs, %d kernels besides\n", count, 5 * (count + paused));
    return 0;
}

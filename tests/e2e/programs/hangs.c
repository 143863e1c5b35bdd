// Two threads wait for an event that nobody signals before the time is up: `hangs SECONDS [queued|busy] [read] [line] [before] [hidden] [stops]`.
//
// The wait is the second thread's first call. queued: a fill waits for the event, too, on a device that has nothing else to do;
// busy: and other fills are completed meanwhile. read: waits for a line of input first, but says "ready" before.
// hidden: nobody of the same user may look into it. stops: stops itself when a second has passed.
// line: the time is up when a line of input has come. before: each thread makes another call first, deeper in its stack.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_event_handle_t never, done, other;
static int is_busy, by_line, calls_before, stops;

__attribute__((noinline)) static void wait_for_it(void) {
    zeEventHostSynchronize(never, UINT64_MAX); // waits here
    __asm__ volatile("");
}

__attribute__((noinline)) static int call_before(int deep) {
    volatile char space[512];
    space[0] = space[511] = (char)deep;
    return (deep ? call_before(deep - 1) : (int)zeEventHostSynchronize(never, 1000000)) + space[0] * 0;
}

static void *second(void *nothing) {
    prctl(PR_SET_NAME, "second");
    if (calls_before)
        call_before(1);
    wait_for_it();
    return nothing;
}

static ze_command_list_handle_t immediate(void) {
    ze_command_list_handle_t list;
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    return zeCommandListCreateImmediate(context, device, &desc, &list) ? 0 : list;
}

static void *ends_it(void *seconds) {
    ze_command_list_handle_t list = is_busy ? immediate() : 0;
    void *memory = 0;
    ze_device_mem_alloc_desc_t desc = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    zeMemAllocDevice(context, &desc, 4096, 64, device, &memory);
    struct timespec now, tenth = {0, 100000000};
    int tenths = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double end = now.tv_sec + now.tv_nsec * 1e-9 + *(double *)seconds;
    if (by_line)
        getchar();
    else do {
        nanosleep(&tenth, 0);
        if (stops && ++tenths == 10)
            raise(SIGSTOP);
        if (is_busy) {
            char pattern = 1;
            zeCommandListAppendMemoryFill(list, memory, &pattern, 1, 4096, other, 0, 0);
            zeEventHostSynchronize(other, UINT64_MAX);
            zeEventHostReset(other);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec + now.tv_nsec * 1e-9 < end);
    zeEventHostSignal(never);
    return 0;
}

int main(int count, char **values) {
    uint32_t one = 1;
    int is_queued = 0, reads = 0;
    for (int i = 2; i < count; i++) {
        is_busy |= !strcmp(values[i], "busy");
        is_queued |= is_busy || !strcmp(values[i], "queued");
        by_line |= !strcmp(values[i], "line");
        reads |= !strcmp(values[i], "read");
        stops |= !strcmp(values[i], "stops");
        if (!strcmp(values[i], "hidden"))
            prctl(PR_SET_DUMPABLE, 0);
        calls_before |= !strcmp(values[i], "before");
    }
    ze_driver_handle_t driver;
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_event_pool_handle_t pool;
    ze_event_pool_desc_t pool_desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 3};
    if (count < 2 || zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device) ||
        zeContextCreate(driver, &context_desc, &context) ||
        zeEventPoolCreate(context, &pool_desc, 1, &device, &pool))
        return 3;
    ze_event_handle_t *events[] = {&never, &done, &other};
    for (int i = 0; i < 3; i++) {
        ze_event_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, i, ZE_EVENT_SCOPE_FLAG_HOST, 0};
        if (zeEventCreate(pool, &desc, events[i]))
            return 4;
    }
    if (reads) {
        puts("ready");
        fflush(stdout);
        getchar();
    }
    void *memory;
    ze_device_mem_alloc_desc_t desc = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    char pattern = 2;
    if (is_queued && (zeMemAllocDevice(context, &desc, 4096, 64, device, &memory) ||
                      zeCommandListAppendMemoryFill(immediate(), memory, &pattern, 1, 4096, done, 1, &never)))
        return 5;
    double seconds = atof(values[1]);
    pthread_t waits, ends;
    pthread_create(&ends, 0, ends_it, &seconds);
    pthread_create(&waits, 0, second, 0);
    if (calls_before)
        call_before(1);
    wait_for_it();
    pthread_join(waits, 0);
    pthread_join(ends, 0);
    if (is_queued && zeEventHostSynchronize(done, UINT64_MAX))
        return 6;
    puts("done");
    return 0;
}

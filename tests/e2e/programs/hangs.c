// Two threads wait for an event that nobody signals: `hangs SECONDS`. The wait is the first call of the second one.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

static uint64_t limit;
static ze_event_handle_t never;

__attribute__((noinline)) static void wait_for_it(void) {
    zeEventHostSynchronize(never, limit); // waits here
    __asm__ volatile("");
}

static void *second(void *nothing) {
    prctl(PR_SET_NAME, "second");
    wait_for_it();
    return nothing;
}

int main(int count, char **values) {
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_event_pool_handle_t pool;
    ze_event_pool_desc_t pool_desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1};
    ze_event_desc_t event_desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, 0, ZE_EVENT_SCOPE_FLAG_HOST, 0};
    if (count < 2 || zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device) ||
        zeContextCreate(driver, &context_desc, &context) ||
        zeEventPoolCreate(context, &pool_desc, 1, &device, &pool) || zeEventCreate(pool, &event_desc, &never))
        return 3;
    limit = strtoull(values[1], 0, 10) * 1000000000;
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
    wait_for_it();
    pthread_join(thread, 0);
    puts("done");
    return 0;
}

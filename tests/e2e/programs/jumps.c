// Leaves a call that does not return by a jump from a signal handler, then makes four calls from deeper in the stack.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf out;
static ze_event_handle_t never;

static void jump(int signal) { siglongjmp(out, signal); }

__attribute__((noinline)) static int deeper(void) {
    volatile char *room = alloca(1 << 16);
    memset((char *)room, 1, 1 << 16);
    for (int i = 0; i < 4; i++) {
        usleep(500000);
        zeEventQueryStatus(never);
    }
    return room[5];
}

int main(void) {
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_event_pool_handle_t pool;
    ze_event_pool_desc_t pool_desc = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, 0, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1};
    ze_event_desc_t desc = {ZE_STRUCTURE_TYPE_EVENT_DESC, 0, 0, ZE_EVENT_SCOPE_FLAG_HOST, 0};
    if (zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device) ||
        zeContextCreate(driver, &context_desc, &context) || zeEventPoolCreate(context, &pool_desc, 1, &device, &pool) ||
        zeEventCreate(pool, &desc, &never))
        return 3;
    signal(SIGALRM, jump);
    if (!sigsetjmp(out, 1)) {
        alarm(2);
        zeEventHostSynchronize(never, UINT64_MAX);
        return 4;
    }
    return deeper() != 1;
}

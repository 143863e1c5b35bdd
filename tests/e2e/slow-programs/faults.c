// Faults, each with its fix: faults FAULT ROUNDS [fixed]. The rounds are the same work; prints how long they took.
#include "gpu.h"

static ze_command_list_handle_t cl;
static ze_kernel_handle_t k;
static ze_event_handle_t e;
static int fixed;
static const ze_group_count_t groups = {64, 1, 1};

static void copy(void *to, const void *from, size_t n, ze_event_handle_t done) {
    CK(zeCommandListAppendMemoryCopy(cl, to, from, n, done, 0, 0));
}

// 4 MiB of malloc'd memory; memory of the API's.
static void heap(int rounds) {
    size_t n = 4 << 20;
    void *from = fixed ? hmem(n) : malloc(n), *to = dmem(n);
    memset(from, 1, n);
    while (rounds--) { copy(to, from, n, e); wait_ev(e); }
}

// A table of 1,000 records, a copy for each; one copy for the table.
static void tiny(int rounds) {
    char *from = hmem(64000), *to = dmem(64000);
    memset(from, 1, 64000);
    while (rounds--) {
        if (fixed) copy(to, from, 64000, e);
        else for (int i = 0; i < 1000; i++) copy(to + i * 64, from + i * 64, 64, i == 999 ? e : 0);
        wait_ev(e);
    }
}

static void fill(void *to, size_t n, ze_event_handle_t done) {
    uint32_t zero = 0;
    CK(zeCommandListAppendMemoryFill(cl, to, &zero, sizeof zero, n, done, 0, 0)); // MARK fill
}
// A table of 1,000 records, a fill for each; one fill for the table.
static void fills(int rounds) {
    char *to = dmem(64000);
    while (rounds--) {
        if (fixed) fill(to, 64000, e);
        else for (int i = 0; i < 1000; i++) fill(to + i * 64, 64, i == 999 ? e : 0);
        wait_ev(e);
    }
}
// A fill before each kernel, which adds to what was filled.
static void clears(int rounds) {
    char *to = dmem(64);
    set_rounds(k, 1);
    while (rounds--) {
        for (int i = 0; i < 1000; i++) {
            fill(to, 64, 0);
            CK(zeCommandListAppendBarrier(cl, 0, 0, 0));
            CK(zeCommandListAppendLaunchKernel(cl, k, &groups, i == 999 ? e : 0, 0, 0));
            CK(zeCommandListAppendBarrier(cl, 0, 0, 0));
        }
        wait_ev(e);
    }
}

static void first_layer(void) {
    CK(zeCommandListAppendLaunchKernel(cl, k, &groups, e, 0, 0));
    wait_ev(e); // MARK first
}
static void second_layer(void) {
    CK(zeCommandListAppendLaunchKernel(cl, k, &groups, e, 0, 0));
    wait_ev(e); // MARK second
}
// A wait for each of 100 kernels; one for all.
static void waits(int rounds) {
    set_rounds(k, 50);
    while (rounds--) {
        if (fixed) {
            for (int i = 0; i < 100; i++) {
                CK(zeCommandListAppendLaunchKernel(cl, k, &groups, i == 99 ? e : 0, 0, 0));
                CK(zeCommandListAppendBarrier(cl, 0, 0, 0));
            }
            wait_ev(e);
        } else for (int i = 0; i < 50; i++) { first_layer(); second_layer(); }
    }
}

// Memory for each step; memory that is kept.
static void churn(int rounds) {
    size_t n = 1 << 20;
    void *from = 0, *to = 0;
    for (; rounds--;) {
        if (!fixed || !from) { from = hmem(n); to = dmem(n); }
        copy(to, from, n, e);
        wait_ev(e);
        if (!fixed) { CK(zeMemFree(ctx, from)); CK(zeMemFree(ctx, to)); }
    }
}

// Eight copies and kernels, one after the other; copies on the other engine.
static void queues(int rounds) {
    size_t n = 8 << 20;
    ze_event_pool_handle_t p = evpool(16);
    ze_command_list_handle_t copies = immediate(1);
    ze_event_handle_t ce[8], ke[8];
    for (int i = 0; i < 8; i++) { ce[i] = event(p, i); ke[i] = event(p, 8 + i); }
    void *to[2] = {dmem(n), dmem(n)}, *from[2] = {hmem(n), hmem(n)};
    memset(from[0], 1, n); memset(from[1], 1, n);
    set_rounds(k, 20000);
    while (rounds--) {
        for (int i = 0; i < 8; i++) {
            if (fixed) {
                CK(zeCommandListAppendMemoryCopy(copies, to[i & 1], from[i & 1], n, ce[i], i >= 2, i >= 2 ? &ke[i - 2] : 0));
                CK(zeCommandListAppendLaunchKernel(cl, k, &groups, ke[i], 1, &ce[i]));
            } else {
                copy(to[i & 1], from[i & 1], n, 0);
                CK(zeCommandListAppendBarrier(cl, 0, 0, 0));
                CK(zeCommandListAppendLaunchKernel(cl, k, &groups, 0, 0, 0));
                CK(zeCommandListAppendBarrier(cl, i == 7 ? ke[7] : 0, 0, 0));
            }
        }
        CK(zeEventHostSynchronize(ke[7], UINT64_MAX));
        for (int i = 0; i < 8; i++) { CK(zeEventHostReset(ce[i])); CK(zeEventHostReset(ke[i])); }
    }
}

// One of eight copies on the copy engine; all.
static void engine(int rounds) {
    size_t n = 8 << 20;
    ze_command_list_handle_t computes = cl, copies = immediate(1);
    void *from = hmem(n), *to = dmem(n);
    memset(from, 1, n);
    while (rounds--) {
        for (int i = 0; i < 8; i++) { cl = fixed || i == 7 ? copies : computes; copy(to, from, n, e); wait_ev(e); }
    }
}

// Forgets one of two buffers, ten rounds a second; frees both.
static void leak(int rounds) {
    struct timespec pause = {0, 100000000};
    while (rounds--) {
        for (int i = 0; i < 5; i++) {
            void *entry = dmem(100 << 10); // MARK leak
            void *scratch = dmem(50 << 10);
            if (fixed) CK(zeMemFree(ctx, entry));
            CK(zeMemFree(ctx, scratch));
        }
        nanosleep(&pause, 0);
    }
}

// Asks for what an older driver lacks; makes a mistake.
static void asks(int rounds) {
    void *p;
    while (rounds--) {
        if (zeDriverGetExtensionFunctionAddress(drv, "zexOfTheFuture", &p) == ZE_RESULT_SUCCESS) exit(2);
    }
}
static void fails(int rounds) {
    ze_host_mem_alloc_desc_t d = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p;
    while (rounds--) {
        if (zeMemAllocHost(ctx, &d, 64, 3, &p) == ZE_RESULT_SUCCESS) exit(2);
    }
}

// Launches with a wait for all of a round; a recorded list, with a wait for each execution.
static void mixed(int rounds) {
    ze_command_queue_desc_t q = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_command_list_desc_t l = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list;
    ze_kernel_handle_t listed = kernel("grid_copy");
    void *from = dmem(4096), *to = dmem(4096);
    uint32_t n = 1024;
    CK(zeKernelSetArgumentValue(listed, 0, sizeof from, &from));
    CK(zeKernelSetArgumentValue(listed, 1, sizeof to, &to));
    CK(zeKernelSetArgumentValue(listed, 2, sizeof n, &n));
    CK(zeCommandQueueCreate(ctx, dev, &q, &queue));
    CK(zeCommandListCreate(ctx, dev, &l, &list));
    CK(zeCommandListAppendLaunchKernel(list, listed, &groups, 0, 0, 0));
    CK(zeCommandListClose(list));
    set_rounds(k, 50);
    while (rounds--) {
        for (int i = 0; i < 10; i++) {
            CK(zeCommandListAppendLaunchKernel(cl, k, &groups, i == 9 ? e : 0, 0, 0));
            if (i < 9) CK(zeCommandListAppendBarrier(cl, 0, 0, 0));
        }
        wait_ev(e);
        for (int i = 0; i < 10; i++) {
            CK(zeCommandQueueExecuteCommandLists(queue, 1, &list, 0));
            CK(zeCommandQueueSynchronize(queue, UINT64_MAX));
        }
    }
}

int main(int c, char **v) {
    static const struct { const char *name; void (*run)(int); } faults[] = {
        {"heap", heap}, {"tiny", tiny}, {"fills", fills}, {"clears", clears}, {"waits", waits}, {"churn", churn}, {"queues", queues}, {"engine", engine}, {"leak", leak}, {"asks", asks}, {"fails", fails}, {"mixed", mixed}};
    if (c < 3) return 2;
    fixed = c > 3;
    gpu_init();
    cl = immediate(0); k = kernel("multiply_add"); e = event(evpool(1), 0);
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (strcmp(faults[i].name, v[1])) continue;
        double start = now();
        faults[i].run(atoi(v[2]));
        printf("%.6f\n", now() - start);
        return 0;
    }
    return 2;
}

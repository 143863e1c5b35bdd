/* What the programs here have in common. */
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define CK(x) do { ze_result_t r_ = (x); if (r_) { fprintf(stderr, "%s:%d: %s -> 0x%x\n", __FILE__, __LINE__, #x, r_); exit(1); } } while (0)
static ze_driver_handle_t drv;
static ze_device_handle_t dev;
static ze_context_handle_t ctx;
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
static ze_command_list_handle_t immediate(uint32_t ordinal) {
    ze_command_queue_desc_t d = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    d.ordinal = ordinal;
    d.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    ze_command_list_handle_t l;
    CK(zeCommandListCreateImmediate(ctx, dev, &d, &l));
    return l;
}
static void gpu_init(void) {
    uint32_t n = 1;
    CK(zeInit(0)); CK(zeDriverGet(&n, &drv));
    n = 1; CK(zeDeviceGet(drv, &n, &dev));
    ze_context_desc_t c = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CK(zeContextCreate(drv, &c, &ctx));
}
static ze_kernel_handle_t kernel(const char *name) {
    FILE *f = fopen(getenv("SPV"), "rb");
    fseek(f, 0, SEEK_END);
    size_t s = ftell(f);
    rewind(f);
    uint8_t *b = malloc(s);
    if (fread(b, 1, s, f) != s) exit(1);
    fclose(f);
    ze_module_desc_t m = {ZE_STRUCTURE_TYPE_MODULE_DESC};
    m.format = ZE_MODULE_FORMAT_IL_SPIRV; m.inputSize = s; m.pInputModule = b;
    ze_module_handle_t mod;
    CK(zeModuleCreate(ctx, dev, &m, &mod, 0));
    free(b);
    ze_kernel_desc_t k = {ZE_STRUCTURE_TYPE_KERNEL_DESC};
    k.pKernelName = name;
    ze_kernel_handle_t h;
    CK(zeKernelCreate(mod, &k, &h)); CK(zeKernelSetGroupSize(h, 32, 1, 1));
    return h;
}
/* multiply_add(out, rounds): without a buffer the simulator only takes the time. */
static void set_rounds(ze_kernel_handle_t k, uint32_t rounds) {
    void *none = 0;
    CK(zeKernelSetArgumentValue(k, 0, sizeof none, &none)); CK(zeKernelSetArgumentValue(k, 1, sizeof rounds, &rounds));
}
static void *dmem(size_t n) {
    ze_device_mem_alloc_desc_t d = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *p;
    CK(zeMemAllocDevice(ctx, &d, n, 64, dev, &p));
    return p;
}
static void *hmem(size_t n) {
    ze_host_mem_alloc_desc_t d = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p;
    CK(zeMemAllocHost(ctx, &d, n, 64, &p));
    return p;
}
static ze_event_pool_handle_t evpool(int n) {
    ze_event_pool_desc_t p = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC};
    p.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE; p.count = n;
    ze_event_pool_handle_t h;
    CK(zeEventPoolCreate(ctx, &p, 1, &dev, &h));
    return h;
}
static ze_event_handle_t event(ze_event_pool_handle_t p, int i) {
    ze_event_desc_t e = {ZE_STRUCTURE_TYPE_EVENT_DESC};
    e.index = i; e.signal = e.wait = ZE_EVENT_SCOPE_FLAG_HOST;
    ze_event_handle_t h;
    CK(zeEventCreate(p, &e, &h));
    return h;
}
/* Everybody's waits go through here. */
static void wait_ev(ze_event_handle_t e) {
    CK(zeEventHostSynchronize(e, UINT64_MAX)); // MARK helper
    CK(zeEventHostReset(e));
}

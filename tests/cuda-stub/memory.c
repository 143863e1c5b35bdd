// Allocates memory of all kinds at lines that the test knows by their marks: memory
#include <stddef.h>
#include <unistd.h>

typedef int R;
extern R cuInit(unsigned), cuMemAlloc_v2(void **, size_t), cuMemAllocHost_v2(void **, size_t), cuMemFree_v2(void *);
extern R cuMemAllocManaged(void **, size_t, unsigned), cuMemFreeHost(void *), cuCtxGetCurrent(void **);

static __attribute__((noinline)) void *weights(void) {
    void *p;
    cuMemAlloc_v2(&p, 1 << 20); // MARK weights
    return p;
}
static __attribute__((noinline)) void *scratch(void) {
    void *p;
    cuMemAlloc_v2(&p, 64 << 10); // MARK scratch
    return p;
}
static __attribute__((noinline)) void *staging(void) {
    void *p;
    cuMemAllocHost_v2(&p, 256 << 10); // MARK staging
    return p;
}
static __attribute__((noinline)) void *both(void) {
    void *p;
    cuMemAllocManaged(&p, 8 << 10, 1); // MARK both
    return p;
}

int main(void) {
    void *p, *pinned[4];
    cuInit(0);
    cuCtxGetCurrent(&p);
    usleep(1000000);
    for (int i = 0; i < 3; i++) weights();
    for (int i = 0; i < 50; i++) cuMemFree_v2(scratch());
    for (int i = 0; i < 4; i++) pinned[i] = staging();
    for (int i = 0; i < 3; i++) cuMemFreeHost(pinned[i]);
    cuMemFree_v2(both());
    usleep(1000000);
    return 0;
}

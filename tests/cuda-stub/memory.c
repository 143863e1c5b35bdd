// Allocates memory of all kinds at lines that the test knows by their marks: memory
// Or has another process free what it has allocated, which frees nothing here: memory fork
#include <stddef.h>
#include <sys/wait.h>
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

static int freed_by_a_child(void) {
    void *all[3], *p;
    for (int i = 0; i < 3; i++) all[i] = weights();
    usleep(1000000);
    int status, child = fork();
    if (child == 0) {
        cuInit(0);
        cuCtxGetCurrent(&p);
        for (int i = 0; i < 2; i++) cuMemFree_v2(all[i]);
        cuMemFree_v2(scratch());
        usleep(500000);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return status;
}

int main(int argc, char **argv) {
    void *p, *pinned[4];
    cuInit(0);
    cuCtxGetCurrent(&p);
    usleep(1000000);
    if (argc > 1) return freed_by_a_child();
    for (int i = 0; i < 3; i++) weights();
    for (int i = 0; i < 50; i++) cuMemFree_v2(scratch());
    for (int i = 0; i < 4; i++) pinned[i] = staging();
    for (int i = 0; i < 3; i++) cuMemFreeHost(pinned[i]);
    cuMemFree_v2(both());
    usleep(1000000);
    return 0;
}
